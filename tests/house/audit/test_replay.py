"""A forger who makes chain and books fit again is found by the rules: every entry is decided anew."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from banca.games.craps.table import OfferDice
from banca.games.pai_kao.state import DiceShaken, TilesDealt
from banca.games.wheel.table import ConfirmBet
from banca.house.audit import Check, TableReport, Weight
from banca.house.audit.replay import SLACK, CommitmentCheck
from banca.house.clock import write_time
from banca.house.journal import FORM, Entry, describe_fault
from banca.house.rng import RoundAt, commit
from banca.tables.banked import StakeSettled
from banca.tables.commands import Close, Command, OpenTable
from banca.tables.events import (
    ActPerformed,
    BankFunded,
    BetDecided,
    BetPlaced,
    CommitmentOpened,
    Event,
    PlayerSeated,
    PracticeSeated,
    ResultCalled,
    ResultCommitted,
    RoundEnded,
    RoundVoided,
    TableOpened,
)
from support.forgery import entries, first_bad, forge, forge_entry, rewrite, verified
from support.tables import At


@pytest.fixture
def file(recorded_copy: Path) -> Path:
    return recorded_copy


DIFFERS = "event_differs"
Change = Callable[[Any], dict[str, Any] | Event | None]
"""Other fields for an event, another event, or none."""
FORGED: dict[str, tuple[str, type[Any], Change, str]] = {
    "a payout": ("craps-observed", BetDecided, lambda bet: {"received": bet.received + 50, "verdict": "win"}, DIFFERS),
    "who is paid": ("roulette-drawn", BetDecided, lambda bet: {"player": f"not {bet.player}"}, DIFFERS),
    "a clause": ("wheel-drawn", BetDecided, lambda _: {"cites": ()}, DIFFERS),
    "a bet not decided": ("fantan-observed", BetDecided, lambda _: None, DIFFERS),
    "the end of a round": ("fantan-observed", RoundEnded, lambda _: None, "event_lacking"),
    "a result": ("fantan-observed", ResultCalled, lambda one: {"outcome": str(int(one.outcome) % 4 + 1)}, DIFFERS),
    "a result that cannot be": ("roulette-drawn", ResultCalled, lambda _: {"outcome": "40"}, DIFFERS),
    "cards that do not lie there": (
        "football-poker-drawn",
        ResultCalled,
        lambda one: {"outcome": "A-A" if one.outcome != "A-A" else "2-2"},
        "not_drawable",
    ),
    "dice that cannot be": ("pai-kao-drawn", DiceShaken, lambda _: {"dice": (1, 2, 3, 7)}, DIFFERS),
    "a stake": ("wheel-observed", BetPlaced, lambda bet: {"stake": bet.stake * 2}, DIFFERS),
    "a settlement": ("pai-kao-observed", StakeSettled, lambda one: {"received": one.received + 50}, DIFFERS),
    "an edition": ("craps-drawn", TableOpened, lambda _: {"instrument": "another order"}, DIFFERS),
    "an option": ("craps-drawn", TableOpened, lambda one: {"options": one.options | {"field_12": "9"}}, "rules_refuse"),
    "limits": ("craps-drawn", TableOpened, lambda _: {"chip": 70}, "rules_refuse"),
    "a seat": ("craps-drawn", PlayerSeated, lambda one: PracticeSeated(player=one.player, policy="field"), DIFFERS),
    "a phase": ("craps-drawn", ActPerformed, lambda _: {"phase": "dice out"}, DIFFERS),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forger_who_mends_the_chain_is_found_by_the_rules(file: Path, what: str) -> None:
    table, kind, change, code = FORGED[what]

    def forged(event: Event) -> Event | None:
        new = change(event)
        return structs.replace(event, **new) if isinstance(new, dict) else new

    seq, place = forge(file, table, kind, forged)
    found = verified(file, table)
    bad = first_bad(found, table)
    assert (bad.seq, bad.why.code) == (seq, code)
    assert bad.check is Check.REPLAY
    if code == DIFFERS:
        assert bad.place == place
        assert bad.event


TABLE = "fish-prawn-crab-drawn"


def test_a_forged_opening_of_a_commitment_is_found(file: Path) -> None:
    def another(event: CommitmentOpened) -> CommitmentOpened:
        outcome = "fish-fish-crab" if event.outcome != "fish-fish-crab" else "crab-fish-fish"
        return structs.replace(event, outcome=outcome, nonce=commit(outcome, RoundAt(TABLE, event.round))[1])

    seq, place = forge(file, TABLE, CommitmentOpened, another)
    found = [one for one in verified(file, TABLE).faults if one.check is Check.COMMITMENT]
    assert [(one.why.code, one.seq, one.place) for one in found] == [
        ("commitment_broken", seq, place),
        ("other_result", seq, place),
    ]


def test_tiles_dealt_otherwise_than_they_were_stacked_are_found(file: Path) -> None:
    def swapped(event: TilesDealt) -> TilesDealt:
        free = [gate for gate in event.tiles if gate not in event.setters][:2]
        tiles = dict(zip(free, (event.tiles[gate] for gate in reversed(free)), strict=True))
        return structs.replace(event, tiles=event.tiles | tiles)

    seq, _ = forge(file, "pai-kao-drawn", TilesDealt, swapped)
    found = verified(file, "pai-kao-drawn").faults
    assert "other_result" in {one.why.code for one in found}
    assert min(one.seq for one in found) >= seq


class MakeMoney(Command, frozen=True, kw_only=True):
    """There is no such act."""


@pytest.mark.parametrize(
    ("changes", "check", "code"),
    [
        ({"role": "player"}, Check.REPLAY, "rules_refuse"),
        ({"role": "inspector"}, Check.REPLAY, "rules_refuse"),
        ({"role": "nobody"}, Check.REPLAY, "cannot_decide"),
        ({"command": MakeMoney()}, Check.CHAIN, "not_an_entry"),
        ({"command": OpenTable()}, Check.CHAIN, "not_an_entry"),
        ({"command": ConfirmBet(bet="field", stake=1000)}, Check.CHAIN, "not_an_entry"),
        ({"command": OfferDice()}, Check.REPLAY, "rules_refuse"),
        ({"events": ()}, Check.REPLAY, "event_lacking"),
        ({"events": (BankFunded(amount=1000),)}, Check.REPLAY, "event_differs"),
    ],
)
def test_a_forged_entry_is_found_by_the_rules(file: Path, changes: dict[str, Any], check: Check, code: str) -> None:
    """A command that the game does not know is no entry of its journal."""
    seq = next(entry.seq for entry in entries(file, "craps-observed") if entry.command.do == "call_result")
    forge_entry(file, "craps-observed", seq, **changes)
    bad = first_bad(verified(file, "craps-observed"), "craps-observed")
    assert (bad.check, bad.seq, bad.why.code) == (check, seq, code)


def test_another_opening_event_ends_the_replay(file: Path) -> None:
    past = entries(file, "craps-drawn")
    forge_entry(file, "craps-drawn", 1, events=(BankFunded(amount=5),))
    found = verified(file, "craps-drawn")
    (craps,) = (table for table in found.tables if table.table == "craps-drawn")
    assert craps.skipped == len(past) - 1
    assert {(one.seq, one.place) for one in craps.findings if one.check is Check.REPLAY} == {(1, 0)}


def test_a_fault_without_words_is_named_by_its_kind() -> None:
    assert [describe_fault(fault) for fault in (ValueError(), ValueError("first\nsecond"))] == ["ValueError", "first"]


def test_another_version_of_the_program_is_noted(file: Path) -> None:
    forge(file, "craps-drawn", TableOpened, lambda event: structs.replace(event, version="0.0.1"))
    found = verified(file, "craps-drawn")
    assert found.is_whole
    assert [one.why.code for one in found.findings] == ["other_version"]


def test_a_commitment_in_the_place_of_another_is_a_fault() -> None:
    def entry_of(seq: int, event: Event) -> Entry:
        who = {"by": "x", "role": "croupier", "id": str(seq)}
        return Entry(v=FORM, table="t", seq=seq, at="", command=Close(), events=(event,), **who)

    report = TableReport(table="t", game="fantan")
    commitments = CommitmentCheck(report)
    state = At("fantan", "drawn").live
    commitments.take(entry_of(1, ResultCommitted(commitment="a", round=1)), None, state)
    assert not report.findings
    commitments.take(entry_of(2, ResultCommitted(commitment="b", round=1)), None, state)
    commitments.take(entry_of(3, RoundVoided(reason="fire", commitment="b")), None, state)
    fault, notice = report.findings
    assert (fault.weight, fault.seq, fault.why.code) == (Weight.FAULT, 2, "commitment_replaced")
    assert (notice.weight, notice.why.about["asked"]) == (Weight.NOTICE, "b")


def dated(entry: Entry, by: timedelta) -> Entry:
    """As if it had been written so much later."""
    return structs.replace(entry, at=write_time(datetime.fromisoformat(entry.at) + by))


class TestTimes:
    """When things happened is part of what they were: money is not spent before it came, nor a table played before it opened."""

    def test_an_entry_before_the_table_opened_is_found(self, file: Path) -> None:
        past = entries(file, "craps-observed")
        rewrite(file, "craps-observed", [past[0], *(dated(one, timedelta(days=-400)) for one in past[1:])])
        bad = first_bad(verified(file, "craps-observed"), "craps-observed")
        assert (bad.seq, bad.check, bad.why.code) == (2, Check.TIME, "time_backwards")

    @pytest.mark.parametrize(
        ("by", "weight"), [(SLACK, Weight.NOTICE), (SLACK + timedelta(milliseconds=1), Weight.FAULT)]
    )
    def test_a_clock_that_was_put_right_is_a_notice(self, file: Path, by: timedelta, weight: Weight) -> None:
        past = entries(file, "cage")
        rewrite(file, "cage", [*past[:-1], dated(structs.replace(past[-1], at=past[-2].at), -by)])
        found = [one for one in verified(file, "cage").findings if one.check is Check.TIME]
        assert [(one.weight, one.seq, one.why.code) for one in found] == [(weight, past[-1].seq, "time_backwards")]

    def test_money_that_was_spent_before_it_came_is_found(self, file: Path) -> None:
        """All tables a week earlier than the cage: each of them is in order by itself."""
        for table in {one.table for one in verified(file).tables} - {"cage"}:
            rewrite(file, table, [dated(one, timedelta(days=-7)) for one in entries(file, table)])
        found = verified(file)
        assert {(one.check, one.why.code) for one in found.faults} == {(Check.TIME, "spent_early")}
        assert all(one.first_bad is None for one in found.tables)

    def test_what_is_still_to_come_is_found(self, file: Path) -> None:
        past = entries(file, "cage")
        now = datetime.fromisoformat(past[-1].at)
        assert verified(file, "cage", now=now - SLACK).is_whole
        bad = first_bad(verified(file, "cage", now=now - SLACK - timedelta(seconds=1)), "cage")
        assert bad.why.code == "time_to_come"

    def test_a_time_that_the_house_does_not_write_is_found(self, file: Path) -> None:
        for at in ("", "yesterday", "2026-11-16", "2026-11-16T12:00:00.000+08:00"):
            forge_entry(file, "cage", 2, at=at)
            assert first_bad(verified(file, "cage"), "cage").why.code == "time_unreadable", at


def test_a_bet_above_limits_that_were_lowered_afterwards_is_found(file: Path) -> None:
    forge(file, "wheel-drawn", TableOpened, lambda event: structs.replace(event, player_maximum=event.minimum))
    past = entries(file, "wheel-drawn")
    forbidden = [entry.seq for entry in past for one in entry.events if isinstance(one, BetPlaced) and one.stake > 1000]
    bad = first_bad(verified(file, "wheel-drawn"), "wheel-drawn")
    assert bad.why.code == "rules_refuse"
    assert bad.seq <= min(forbidden)
