"""What every installed game promises, ours and anybody's: one suite, and no game's name in it."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from msgspec import structs
from msgspec.structs import fields

from banca.analysis.exact import analysed
from banca.drawing import Form, layout, parts_of
from banca.games import find, of_chance, playable, rules_of
from banca.house import audit, snapshots
from banca.house.audit.store_reader import read_journal
from banca.house.commands import LiveTable
from banca.house.house import House
from banca.house.rng import Source
from banca.house.store import IN_MEMORY, open_store
from banca.house.views import redact, view
from banca.i18n import translator
from banca.law import Language, law
from banca.rules import Bet, Refusal, Slip, Text, ValidThrow, settle
from banca.tables.acts import Act, acts_towards_payment
from banca.tables.commands import LABELS, Actor, Command, Role
from banca.tables.engine import UNLIMITED_FUNDS
from banca.tables.events import BetDecided, BetMoved
from support.houses import Drive, check_books, story, table_of
from support.tables import At, actor, example

GAMES, CHANCE = playable(), of_chance()
WHO = ("ana", "rui", "eva", "croupier", "supervisor", "inspector")
STEPS = 40

every_game = pytest.mark.parametrize("game", GAMES)
every_game_of_chance = pytest.mark.parametrize("game", CHANCE)
either = pytest.mark.parametrize("chance", ["observed", "drawn"])


def ways(table: At, act: Act, who: Actor) -> list[Command]:
    """The ways in which somebody may do an act now; at an observed table with what lies there."""
    found = table.engine.possible_commands(table.live, act, who)
    if "outcome" in act.takes.sees and not table.engine.is_drawn:
        return [structs.replace(one, outcome=example(table, act)) for one in found]
    return list(found)


Wishes = dict[str, dict[str, list[Command]]]
"""By person and act: the ways in which it may be done."""


def wander(game: str, chance: str) -> Iterator[tuple[At, Wishes]]:
    """A table at which people do whatever they may, chosen by chance; as it stands before each step."""
    table = At(game, chance)
    for name in ("ana", "rui"):
        table.give(name, 10_000_000)
    for _ in range(STEPS):
        wishes: Wishes = {who: {} for who in WHO}
        for who in WHO:
            for act in table.engine.acts_now(table.live, actor(who).role):
                if found := ways(table, act, actor(who)):
                    wishes[who][act.name] = found
        yield table, wishes
        chosen = [(who, table.rng.choice(found)) for who in WHO for found in wishes[who].values()]
        for who in ("ana", "rui"):
            if who not in table.live.seats:
                kind = table.engine.codec.kind("sit")
                chosen += [(who, one) for one in table.engine.candidates_in_any_phase(table.live, kind)]
        leading = acts_towards_payment(table.engine.acts).get(table.live.phase, [])
        forward = [one for one in chosen if one[1].do in leading]
        who, command = table.rng.choice(forward if forward and table.rng.random() < 0.5 else chosen)
        table.apply(table.ask_with(who, command))  # every step checks the books


@every_game
@either
def test_whatever_people_do_the_table_keeps_its_promises(game: str, chance: str) -> None:
    offered: set[str] = set()
    rounds = 1
    for number, (table, wishes) in enumerate(wander(game, chance)):
        rounds = max(rounds, table.live.round)
        for who in WHO[number % 2 :: 2]:
            offers = {one.do: one for one in table.engine.available_acts(table.live, actor(who))}
            offered |= set(offers)
            check_what_is_offered(table, who, set(offers), wishes[who])
            for one in offers.values():
                kind = table.engine.codec.kind(one.do)
                assert {field.name for field in fields(kind)} >= {*one.takes, *one.also, *one.choices, *one.usual}
                if chance == "drawn":
                    assert not {*one.takes, *one.also} & {*kind.sees, *kind.may_see}
        check_snapshot(table)
    table.check_replay()
    assert rounds > 1
    needed = {act.name for act in find(game).acts if chance == "observed" or not act.is_observed}
    assert len(offered & needed) > len(needed) / 2


def check_what_is_offered(table: At, who: str, offers: set[str], wishes: dict[str, list[Command]]) -> None:
    for act, commands in wishes.items():
        assert act in offers
        for command in commands[:2]:
            table.engine.decide(table.live, command, actor(who), UNLIMITED_FUNDS, table.chance(command))
    for act in (one for one in table.engine.acts if one.name not in offers):
        for command in list(table.engine.candidates(table.live, act, actor(who)))[:2]:
            with pytest.raises(Refusal):
                table.engine.decide(table.live, command, actor(who), UNLIMITED_FUNDS, table.chance(command))


def check_snapshot(table: At) -> None:
    """The state as it is stored: equal, in the same order (which is the order of paying), and with the conduct's own words."""
    written = msgspec.json.encode(snapshots.state_to_wire(table.live))
    again = snapshots.state_from_json(table.engine, written)
    assert again == table.live
    assert type(getattr(again, "table", None)) is type(getattr(table.live, "table", None))
    assert msgspec.json.encode(snapshots.state_to_wire(again)) == written
    assert repr(again) == repr(table.live) or any(isinstance(one, frozenset) for one in structs.astuple(again))


@every_game
def test_what_is_seen_hides_what_it_must(game: str) -> None:
    hidden = 0
    for table, _ in wander(game, "drawn"):
        entry_view = {who: dict(table.engine.view(table.live, actor(who))) for who in WHO}
        if table.engine.is_public:
            assert len({repr(one) for one in entry_view.values()}) == 1
        hidden += entry_view["ana"] != entry_view["inspector"]
        for event in table.events[-5:]:
            assert type(table.engine.redact(event, table.live, None)) is type(event)
            assert table.engine.redact(event, table.live, actor("inspector")) == event
    assert bool(hidden) != table.engine.is_public


@pytest.fixture(scope="module")
def played() -> Drive:
    """Every game in one house, played by chance."""
    rng = random.Random(5)  # a test repeats itself
    house = House(open_store(IN_MEMORY), source=Source(rng.randbytes))
    drive = Drive(house, seed=5).open_all()
    drive.play(30 * len(GAMES))
    return drive


@pytest.mark.slow
def test_the_audit_finds_every_game_whole(played: Drive) -> None:
    check_books(played.house.store)


@pytest.mark.slow
@every_game
def test_entries_are_told_and_shown_as_they_were_written(played: Drive, game: str) -> None:
    told = list(story(read_journal(played.house.store, table_of(game)), translator(Language.PT)))
    assert not any("{" in line and "}" in line for line in told if '"' not in line)
    table: LiveTable = played.house.table(table_of(game))
    for entry in audit.entries(played.house.store, table.id):
        shown = redact(entry, table, Actor("ines", Role.INSPECTOR), digest=table.head, leaf=-1)
        assert shown.events == entry.events
    assert view(table, Actor("ines", Role.INSPECTOR)).phase == table.state.phase


# Words, clauses and drawings


def says(text: object) -> bool:
    return isinstance(text, Text) and all(text.is_in(language) for language in Language)


@every_game
def test_every_row_says_itself_in_three_languages(game: str) -> None:
    found = find(game)
    assert all(map(says, found.phases.values()))
    for kind in found.codec.kinds.values():
        assert says(kind.says), kind
        assert all(says({**LABELS, **kind.labels}[field.name]) for field in fields(kind)), kind
    assert all(says(event.says) for event in found.codec.events if event.__name__ != "ActPerformed")
    for act in found.acts:
        assert all(says(words) for rows in act.choices.values() for _, words in rows)


@every_game
def test_every_clause_that_is_cited_is_there(game: str) -> None:
    found, known = find(game), law(game).clauses
    cited = [act.cite for act in found.acts] + [option.cite for option in found.options]
    if found.rulebook:
        for bet in rules_of(game).bets.values():
            cited += [bet.cite, *bet.reads]
        cited += [cite for null in found.rulebook.nulls.values() for cite in null.cites]
    assert {cite.clause for cite in cited if cite.game == game} <= set(known)


@every_game_of_chance
def test_every_bet_has_one_region_in_every_form_of_the_felt(game: str) -> None:
    rules = rules_of(game)
    boards = [layout(rules, translator(), Form.BOARD, part.id) for part in parts_of(rules)]
    for drawings in ([layout(rules, translator(), Form.WIDE)], [layout(rules, translator(), Form.TALL)], boards):
        regions = [bet for drawing in drawings for one in drawing.iter() if (bet := one.get("data-bet"))]
        assert sorted(regions) == sorted(rules.bets)


# One rule, whoever applies it


def settled(table: At, bet: Bet, stake: int, outcome: Any) -> int | None:
    """What settle pays for the bet on this outcome; nothing where it could not be placed before a first throw, or stands."""
    rules = table.engine.rules
    throw = ValidThrow(outcome, written=rules.rulebook.show(outcome))
    try:
        (fate,) = settle(rules, [Slip(bet=bet, stake=stake)], [throw], table.engine.limits)
    except Refusal:
        return None
    return fate.payment.received if fate.payment else None


@every_game_of_chance
def test_exact_settled_and_live_are_the_same(game: str) -> None:
    table, stake, compared = At(game, chip=1), 60_000, 0
    for bet in table.engine.rules.bets.values():
        won, is_decided = Fraction(0), True
        for outcome, weight in bet.space:
            events = list(table.engine.resolve("ana", (bet.key, ""), stake, outcome))
            if not (events and isinstance(events[0], BetDecided)):
                assert all(isinstance(event, BetMoved) for event in events)
                is_decided = False
                continue
            received = events[0].received
            assert settled(table, bet, stake, outcome) in (None, received), (bet.key, outcome)
            compared += 1
            won += Fraction(weight * (received - stake), bet.space.total)
        if is_decided:
            assert -won / stake == analysed(bet).house_edge, bet.key
    assert compared
