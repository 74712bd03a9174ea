"""The live table of Pai Kao under everything that anybody may ask: the books, the journal, the replay, who sees what."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from banca.games.pai_kao import settings as three_settings
from banca.games.pai_kao import settle_round
from banca.games.pai_kao.hands import format_setting
from banca.games.pai_kao.live import CASINO, POLICIES, PaiKaoState, round_of
from banca.games.pai_kao.live.state import account
from banca.games.pai_kao.procedure import ACTS
from banca.games.pai_kao.tiles import TILES
from banca.live.act import Act
from banca.live.command import Role
from banca.live.event import STAKES, wallet
from banca.rulebook import Refusal
from pai_kao_table import DICE, FUNDED, Table, sees
from soak import many

pytestmark = pytest.mark.slow

PEOPLE = ("croupier", "supervisor", "inspector", "Lei", "Ana", "Rui", "Wong", "Side")
EVERYTHING = (
    *dict.fromkeys(act.name for act in ACTS),
    *("sit", "leave", "seat_practice", "fund_bank", "return_bank", "void_round", "dance"),
)
ONWARD = (
    *("take_bank", "mix_and_stack", "put_down_principal", "shake_again", "deal", "deal_again", "set_tiles"),
    *("turn_banker", "turn_gates", "settle", "pass_bank"),
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "gate": st.integers(1, 8),
    "stake": st.sampled_from([0, 50, 100, 300, 500, 5000, FUNDED + 1]),
    "dice": st.tuples(*[st.integers(1, 6)] * 4),
    "cocked": st.integers(0, 1),
    "one_hand": st.booleans(),
    "picked": st.integers(0, 9),
    "reason": st.sampled_from(["cocked", "fell_out", "other"]),
    "exposed": st.integers(0, 5),
    "setting": st.just("6-6 6-6 / 1-1 1-1"),
    "policy": st.sampled_from([*POLICIES, "wild"]),
    "player": st.sampled_from(PEOPLE[3:]),
    "dealt_from": st.sampled_from([1, 8, 3]),
}


def sensible(table: Table) -> Iterable[tuple[str, str, dict[str, Any]]]:  # noqa: C901, PLR0912 - one case per act
    """Commands that have a chance, in this phase."""
    live = table.live
    banker, observed = live.banker_name or "Lei", table.opened.chance == "observed"
    for act in (act for role in (Role.CROUPIER, Role.PLAYER) for act in table.conduct.acts_now(live, role)):
        match act.name:
            case "stake":
                yield from ((who, "stake", {"gate": gate, "stake": 300}) for who in PEOPLE[3:] for gate in (2, 3, 4, 6))
            case "withdraw_stake":
                yield from ((stake.who, act.name, {"gate": gate}) for gate, stake in live.in_play())
            case "set_tiles":
                for gate in live.to_be_set():
                    who = "croupier" if live.setters[gate] == CASINO else live.setters[gate]
                    settings = map(format_setting, three_settings(live.tiles[gate]))
                    yield from ((who, act.name, {"gate": gate, "setting": one}) for one in settings)
            case "expose" if observed:
                yield from (("croupier", act.name, {"gate": gate, "exposed": 2}) for gate in (live.banker, 2, 6))
            case "null_shake" if observed:
                yield "croupier", act.name, {"reason": "fell_out"}
            case "put_down_principal":
                yield from ((banker, act.name, {"stake": stake}) for stake in (300, 700, 5000, 100_000))
            case "co_bank":
                yield from ((who, act.name, {"stake": 400}) for who in ("croupier", "Rui", "Wong"))
            case "cut":
                yield from ((who, act.name, {"one_hand": True, "picked": 3}) for who in PEOPLE[3:7])
            case "shake" | "shake_again" if not live.dice:
                yield from [(banker, act.name, {"dice": DICE} if observed else {})] * 8
            case "deal":
                tiles = tuple(table.rng.sample(TILES, len(TILES)))
                yield from [("croupier", "deal", {"tiles": tiles} if observed else {})] * 4
            case "pass_bank" if live.rounds_banked > 1:
                yield banker, act.name, {}
            case "turn_banker" if not live.to_be_set():
                yield "croupier" if live.casino_decides else banker, act.name, {}
            case "agree" if live.rounds_banked > 1:
                yield from ((who, act.name, {}) for gate, who in live.gates.items() if gate != live.banker)
            case "take_bank" if not live.banker:
                yield from ((who, act.name, {}) for who in live.gates.values())
            case "mix_and_stack" | "turn_gates" | "settle" | "deal_again":
                yield "croupier", act.name, {}
    if live.phase in ("bank open", "dealt"):
        yield "supervisor", "void_round", {"reason": "at random"}


def fields_of(act: Act) -> tuple[str, ...]:
    return act.takes.__struct_fields__


class AnyTable(RuleBasedStateMachine):
    """Commands by anybody, sensible or not; after each one the books, the journal and the replay are in order."""

    @initialize(
        chance=st.sampled_from(["observed", "drawn"]),
        chip=st.sampled_from([1, 10, 50]),
        seed=st.integers(0, 999),
        procedure=st.sampled_from([1, 2, 3, 3]),
    )
    def open(self, chance: str, chip: int, seed: int, procedure: int) -> None:
        self.table = Table(chance, seed, chip=chip, procedure=procedure)
        self.table.do("supervisor", "fund_bank", stake=1000)
        for gate, who in enumerate(PEOPLE[3:7], 1):
            self.table.do(who, "sit", gate=gate * 2)
        self.table.fund(PEOPLE[7])

    def attempt(self, who: str, do: str, fields: dict[str, Any]) -> None:
        table = self.table
        before, books, offers = table.live, dict(table.books), table.offers(who)
        try:
            events = table.do(who, do, **fields)
        except Refusal:
            assert (table.live, table.books) == (before, books)
            return
        assert events
        assert do in offers
        if do == "settle":
            self.check_settlement(before, books)

    def check_settlement(self, before: PaiKaoState, books: dict[str, int]) -> None:
        """The books moved by exactly what the bank's own settlement says."""
        apart = before.form.pays_stakes_apart
        settled = settle_round(round_of(before), self.table.conduct.limits, is_paid_apart=apart)
        due: dict[str, int] = {}
        for one in settled.paid:
            if one.gate not in before.out:
                due[wallet(one.who)] = due.get(wallet(one.who), 0) + one.received
        for share in settled.bank:
            due[account(share.who)] = due.get(account(share.who), 0) + share.principal + share.net
        kept = settled.commission + settled.breakage
        due["commission"] = int(settled.commission)
        due["breakage"] = int(kept) - int(settled.commission)
        assert kept.denominator == 1
        for name, amount in due.items():
            assert self.table.balance(name) - books.get(name, 0) == amount
        assert self.table.balance(STAKES) == 0

    @rule(data=st.data())
    def sensibly(self, data: st.DataObject) -> None:
        for _ in range(5):
            self.attempt(*data.draw(st.sampled_from(list(sensible(self.table)))))

    @rule()
    def onward(self) -> None:
        """What brings the round nearer to its end."""
        for _ in range(6):
            options = list(sensible(self.table))
            options = [option for option in options if option[1] in ONWARD] or options
            self.attempt(*self.table.rng.choice(options))

    @rule(who=st.sampled_from(PEOPLE), do=st.sampled_from(EVERYTHING), data=st.data())
    def wildly(self, who: str, do: str, data: st.DataObject) -> None:
        rows = [act for role in Role for act in self.table.conduct.acts_now(self.table.live, role) if act.name == do]
        names = set(fields_of(rows[0])) if rows else data.draw(st.sets(st.sampled_from(sorted(FIELDS))))
        self.attempt(who, do, {name: data.draw(FIELDS[name]) for name in sorted(names) if name in FIELDS})

    @invariant()
    def replay(self) -> None:
        if hasattr(self, "table"):
            live = self.table.conduct.start
            for event in self.table.events:
                live = self.table.conduct.evolve(live, event)
            assert live == self.table.live

    @invariant()
    def hidden_tiles_stay_hidden(self) -> None:
        if hasattr(self, "table"):
            live = self.table.live
            for who in (*PEOPLE[3:], "stranger"):
                mine = {gate for gate, name in live.setters.items() if name == who}
                mine |= {live.banker} if who == live.banker_name else set()
                assert sees(self.table, who) <= mine | live.turned


AnyTable.TestCase.settings = settings(max_examples=many(12), stateful_step_count=25)
TestAnyTable = AnyTable.TestCase
