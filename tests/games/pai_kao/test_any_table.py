"""A table of Pai Kao at which people do whatever they may: the books, the replay, who sees which tiles."""

from typing import Any

import pytest

from banca.games.pai_kao import settle_round
from banca.games.pai_kao.live import PaiKaoState, round_of
from banca.games.pai_kao.live.state import account
from banca.live.act import onward
from banca.live.command import Command
from banca.live.event import STAKES, wallet
from live import actor, filled
from pai_kao_table import Table, sees
from soak import many

PLAYERS = ("Lei", "Ana", "Rui", "Wong", "Side")
PEOPLE = ("croupier", *PLAYERS)


def wishes(table: Table) -> list[tuple[str, Command]]:
    """What people may do now; what leads on in the round more often."""
    found = []
    leading = onward(table.conduct.acts).get(table.live.phase, [])
    for who in PEOPLE:
        for act in table.conduct.acts_now(table.live, actor(who).role):
            ways: list[Any] = table.conduct.possible_ways(table.live, act, actor(who))
            found += [(who, way) for way in ways[:4]] * (8 if act.name in leading else 1)
            if not ways and "outcome" not in act.takes.sees and table.can(who, act.name, **filled(table, act)):
                found.append((who, table.command(act.name, **filled(table, act))))
    return found


def check_settlement(table: Table, before: PaiKaoState, books: dict[str, int]) -> None:
    """The books moved by exactly what the bank's own settlement says."""
    settled = settle_round(round_of(before), table.conduct.limits, is_paid_apart=before.form.pays_stakes_apart)
    due: dict[str, int] = {}
    for paid in settled.paid:
        if paid.gate not in before.out:
            due[wallet(paid.who)] = due.get(wallet(paid.who), 0) + paid.received
    for share in settled.bank:
        due[account(share.who)] = due.get(account(share.who), 0) + share.principal + share.net
    kept = settled.commission + settled.breakage
    due["commission"] = int(settled.commission)
    due["breakage"] = int(kept) - int(settled.commission)
    assert kept.denominator == 1
    assert {name: table.balance(name) - books.get(name, 0) for name in due} == due
    assert table.balance(STAKES) == 0


def check_hidden_tiles(table: Table) -> None:
    live = table.live
    for who in (*PLAYERS, "stranger"):
        mine = {gate for gate, name in live.setters.items() if name == who}
        mine |= {live.banker} if who == live.banker_name else set()
        assert sees(table, who) <= mine | live.turned


@pytest.mark.slow
@pytest.mark.parametrize(("procedure", "chip"), [(1, 10), (3, 50)])
def test_whatever_people_do_the_books_and_the_tiles_are_in_order(procedure: int, chip: int) -> None:
    settlements = 0
    for seed in range(many(1)):
        table = Table("drawn", seed, chip=chip, procedure=procedure)
        table.do("supervisor", "fund_bank", stake=100_000)
        for gate, who in enumerate(PLAYERS[:4], 1):
            table.do(who, "sit", gate=gate * 2)
        table.do("Side", "sit")
        for _ in range(150):
            who, command = table.rng.choice(wishes(table))
            before, books = table.live, dict(table.books)
            table.apply(table.ask_with(who, command))  # every step checks the books
            check_hidden_tiles(table)
            if command.do == "settle":
                settlements += 1
                check_settlement(table, before, books)
        table.check_replay()
    assert settlements
