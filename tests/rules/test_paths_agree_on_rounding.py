"""One player's stakes on one bet are one bet, and rounded once: settled, at the live table and simulated (R-money-1)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, cycle, islice
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from banca.analysis.simulation.plan import Plan, make_plan
from banca.analysis.simulation.strategy import Play, Session, Strategy
from banca.games import of_chance, rules_of
from banca.games.pai_kao.answers import parse_round, read_words
from banca.games.pai_kao.bank import Round, settle_round
from banca.games.pai_kao.hands import compare
from banca.games.pai_kao.tiles import TILES
from banca.house.commands import engine_of
from banca.law import Language
from banca.rules import Bet, Layout, Limits, Outcome, Refusal, Rules, Slip, ValidThrow, settle
from banca.tables.banked import Result, Stake, StakeSettled
from banca.tables.commands import PlaceBet
from banca.tables.events import BetDecided
from banca.tables.state import Funds
from banca_gym.pai_kao import REWARDS
from support.lanes import many
from support.runners import play
from support.tables import DICE, Table, banking, opened

RICH = Funds(wallet=2**60, bank=2**60)
OPTIONS: dict[str, dict[str, object]] = {"roulette": {"zero": "en_prison"}}
"""A stake that was held at zero and one that is held now come to lie together."""


def rules_for(game: str) -> Rules:
    return rules_of(game, tuple(OPTIONS.get(game, {}).items()))


def open_at_first(rules: Rules) -> list[Bet]:
    """The bets that may be placed before the first round, all decided by the same outcomes."""
    book, found = rules.rulebook, []
    for bet in rules.bets.values():
        try:
            book.check_placing(rules.chosen, bet, 1, Layout((), book.table.start))
        except Refusal:
            continue
        found.append(bet)
    return [bet for bet in found if bet.space is found[0].space]


@st.composite
def split_stakes(draw: st.DrawFn, rounds: int) -> tuple[str, Limits, list[tuple[str, int, int]]]:
    """A game, an odd chip, and stakes on a few bets in random pieces: bet, stake, and before which round."""
    game = draw(st.sampled_from(of_chance()))
    chip = draw(st.integers(1, 60)) * 2 - 1
    limits = Limits(minimum=chip * draw(st.integers(1, 5)), maximum=10**9, chip=chip)
    keys = [bet.key for bet in open_at_first(rules_for(game))]
    bets = st.sampled_from(draw(st.lists(st.sampled_from(keys), min_size=1, max_size=3)))
    pieces = st.tuples(bets, st.integers(1, 40), st.integers(1, rounds))
    return game, limits, [(key, units * limits.minimum, at) for key, units, at in draw(st.lists(pieces, min_size=2))]


def throws(rules: Rules, data: st.DataObject, rounds: int) -> list[Outcome]:
    outcomes = [outcome for outcome, _ in rules.space]
    return data.draw(st.lists(st.sampled_from(outcomes), min_size=rounds, max_size=rounds))


def settled(rules: Rules, limits: Limits, slips: Sequence[Slip], outcomes: Sequence[Outcome]) -> int:
    """The net result of what the outcomes decide."""
    fates = settle(rules, slips, [ValidThrow(one) for one in outcomes], limits)
    return sum(fate.payment.net for fate in fates if fate.payment)


def at_the_table(game: str, limits: Limits, pieces: list[tuple[str, int, int]], outcomes: list[Outcome]) -> int:
    """The same at a live table, paid by what pays its players."""
    terms: dict[str, Any] = {
        "minimum": limits.minimum,
        "maximum": limits.maximum,
        "chip": limits.chip,
        "player_maximum": 10**12,
    }
    engine: Any = engine_of(opened(game, options=OPTIONS.get(game, {}), **terms))
    state, net = engine.start, 0
    for number, outcome in enumerate(outcomes, start=1):
        for key, stake, at in pieces:
            if at == number:
                state = engine.evolve(state, engine.place_bet(state, PlaceBet(bet=key, stake=stake), "ana", RICH))
        for event in engine.would_pay(state, engine.rules.rulebook.show(outcome)):
            net += event.received - event.stake if isinstance(event, BetDecided) else 0
            state = engine.evolve(state, event)
    return net


ROUNDS = 3


@given(asked=split_stakes(ROUNDS), data=st.data())
@settings(max_examples=many(80))
def test_R_money_1_settled_and_live_agree_to_the_avo(
    asked: tuple[str, Limits, list[tuple[str, int, int]]], data: st.DataObject
) -> None:
    game, limits, pieces = asked
    rules = rules_for(game)
    outcomes = throws(rules, data, ROUNDS)
    slips = [Slip(bet=rules.bets[key], stake=stake, at=at) for key, stake, at in pieces]
    try:
        expected = settled(rules, limits, slips, outcomes)
    except Refusal:  # a line bet with a point, or everything decided before the last round
        assume(False)
    assert at_the_table(game, limits, pieces, outcomes) == expected


def once(game: str, limits: Limits, pieces: list[tuple[str, int, int]]) -> Plan:
    """The stakes placed before the first round, and nothing after it."""
    plays = tuple(Play(bet=key, stake=stake) for key, stake, _ in pieces)
    return make_plan(
        Strategy(game=game, options=OPTIONS.get(game, {}), plays=plays, limits=limits, session=Session(rounds=1))
    )


def seen(outcomes: Iterator[Outcome], kept: list[Outcome]) -> Iterator[Outcome]:
    for one in outcomes:
        kept.append(one)
        yield one


@given(asked=split_stakes(1), data=st.data())
@settings(max_examples=many(40))
def test_R_money_1_what_is_simulated_is_rounded_as_it_is_settled(
    asked: tuple[str, Limits, list[tuple[str, int, int]]], data: st.DataObject
) -> None:
    game, limits, pieces = asked
    rules, plan = rules_for(game), once(game, limits, pieces[:20])
    slips = [Slip(bet=rules.bets[key], stake=stake, at=1) for key, stake, _ in pieces[:20]]
    kept: list[Outcome] = []
    everything = cycle(outcome for outcome, _ in rules.space)
    record = play(plan, seen(chain(throws(rules, data, 4), everything), kept))
    assert record.net == settled(rules, limits, slips, kept)


@pytest.mark.compiled
@given(asked=split_stakes(1), seed=st.integers(0, 1000))
@settings(max_examples=many(8))
def test_R_money_1_compiled_too(asked: tuple[str, Limits, list[tuple[str, int, int]]], seed: int) -> None:
    from banca.analysis.simulation.compiled.program import make_program  # numba
    from support.runners import compiled, session_outcomes

    game, limits, pieces = asked
    rules, plan = rules_for(game), once(game, limits, pieces[:20])
    slips = [Slip(bet=rules.bets[key], stake=stake, at=1) for key, stake, _ in pieces[:20]]
    for program in (make_program(plan, folds=folds) for folds in (True, False)):
        (((net, _, rounds, *_), _),) = compiled(program, seed, 0, 1)
        assert net == settled(rules, limits, slips, list(islice(session_outcomes(plan, seed, 0), rounds)))


# Pai Kao: what a player has on one gate is one bet

BETTORS, THEIR_GATES = ("Ana", "Rui", "Wong"), (2, 3, 4)


@dataclass(frozen=True)
class Played:
    """Stakes in random pieces, some of which are withdrawn again, before a bank that may be too small."""

    limits: Limits
    principal: int
    co_bank: int
    """Rui's, who may bet as well."""
    asked: list[tuple[str, int, int]]
    """Who, on which gate, how much; a withdrawal is 0."""
    seed: int

    @property
    def pieces(self) -> list[tuple[str, int, int]]:
        """What lies there in the end, in the order it was placed."""
        lie: list[tuple[str, int, int]] = []
        for who, gate, amount in self.asked:
            lie = [*lie, (who, gate, amount)] if amount else [one for one in lie if one[:2] != (who, gate)]
        return lie


@st.composite
def rounds_of_pai_kao(draw: st.DrawFn) -> Played:
    chip = draw(st.integers(1, 60)) * 2 - 1
    minimum = chip * draw(st.integers(1, 5))
    units = st.one_of(st.integers(1, 40), st.integers(1, 40), st.just(0))
    pieces = st.tuples(st.sampled_from(BETTORS), st.sampled_from(THEIR_GATES), units)
    asked = [(who, gate, count * minimum) for who, gate, count in draw(st.lists(pieces, min_size=2, max_size=12))]
    return Played(
        limits=Limits(minimum=minimum, maximum=10**9, chip=chip),
        principal=chip * draw(st.integers(1, 3000)),
        co_bank=chip * draw(st.sampled_from([0, 0, 50, 1000])),
        asked=asked,
        seed=draw(st.integers(0, 2**32)),
    )


def live_round(played: Played) -> tuple[Table, dict[str, int]]:
    """The round at a live table: as it lies turned, and what each player won or lost on the gates."""
    limits = played.limits
    terms = {"minimum": limits.minimum, "maximum": limits.maximum, "chip": limits.chip, "player_maximum": 10**9}
    table = banking("Lei", principal=played.principal, **terms)
    for who in BETTORS:
        table.do(who, "sit", **({"gate": 8} if who == "Rui" else {}))
    if played.co_bank:
        table.do("Rui", "co_bank", stake=played.co_bank)
    for who, gate, amount in played.asked:
        if amount:
            table.do(who, "stake", gate=gate, stake=amount)
        elif who in table.live.bettors(gate):
            table.do(who, "withdraw_stake", gate=gate)
    table.do("Lei", "shake", dice=DICE)
    table.do("croupier", "deal", tiles=tuple(Random(played.seed).sample(TILES, len(TILES))))  # a test
    table.set_all()
    table.do("Lei", "turn_banker")
    table.do("croupier", "turn_gates")
    lies = table.live
    nets = dict.fromkeys(BETTORS, 0)
    for event in table.do("croupier", "settle"):
        if isinstance(event, StakeSettled):
            nets[event.player] += event.received - event.stake
    table.live = lies
    return table, nets


def written(avos: int) -> str:
    return f"{avos // 100}.{avos % 100:02}"


def as_words(played: Played, table: Table) -> list[tuple[str, str]]:
    """The round as the command line takes it; who sets the gates is left to the program."""
    bank = [("bank", f"Lei={written(played.principal)}")]
    bank += [("bank", f"Rui={written(played.co_bank)}")] if played.co_bank else []
    limits = [(name, written(getattr(played.limits, name))) for name in ("minimum", "maximum", "chip")]
    found = [("banker", "1"), *bank, *limits]
    for gate, setting in table.live.settings.items():
        laid = "/".join(",".join(pair) for pair in (setting.front, setting.rear))
        stakes = ",".join(f"{who}={written(amount)}" for who, at, amount in played.pieces if at == gate)
        found.append(("gate", f"{gate}:{laid}" + (f":{stakes}" if stakes else "")))
    return found


def by_hand(played: Played, table: Table) -> dict[str, int]:
    """R-pk-3 stake by stake, then 24 of 25 of what was covered (4.2), rounded once for each player and gate."""
    bank, running, chip = played.principal + played.co_bank, 0, played.limits.chip
    nets = dict.fromkeys(BETTORS, 0)
    for gate in THEIR_GATES:
        won = dict.fromkeys(BETTORS, 0)
        for who, _, amount in (one for one in played.pieces if one[1] == gate):
            match compare(table.live.settings[gate], table.live.settings[1]).result:
                case Result.WIN:
                    part = min(amount, bank + running)
                    running -= part
                    won[who] += part
                case Result.LOSE:
                    part = min(amount, bank - running)
                    running += part
                    nets[who] -= part
        for who, prize in won.items():
            nets[who] += prize * 24 // 25 // chip * chip
    return nets


@given(played=rounds_of_pai_kao())
@settings(max_examples=many(60))
def test_R_money_1_pai_kao_settled_and_live_agree_to_the_avo(played: Played) -> None:
    assume(played.pieces)
    table, nets = live_round(played)
    assert nets == by_hand(played, table)
    asked = parse_round(read_words(as_words(played, table)))
    assert {gate.number: gate.set_by for gate in asked.gates} | {1: "Lei"} == table.live.setters
    paid = settle_round(asked).paid
    assert len({(one.gate, one.player) for one in paid}) == len(paid)
    assert {who: sum(one.net for one in paid if one.player == who) for who in BETTORS} == nets


def in_pieces(table: Round, least: int, rng: Random) -> Round:
    """The round with every stake placed in two pieces, where it is large enough."""

    def pieces(stake: Stake) -> tuple[Stake, ...]:
        first = rng.randrange(stake.amount // least) * least
        return tuple(Stake(stake.who, one) for one in (first, stake.amount - first) if one)

    gates = (replace(gate, stakes=tuple(one for stake in gate.stakes for one in pieces(stake))) for gate in table.gates)
    return replace(table, gates=tuple(gates))


@pytest.mark.compiled
@given(chip=st.integers(1, 60), units=st.integers(1, 40), seed=st.integers(0, 2**32))
@settings(max_examples=many(30))
def test_R_money_1_pai_kao_simulated_and_in_an_environment(chip: int, units: int, seed: int) -> None:
    from banca.games.pai_kao.simulation import PaiKaoStrategy, make_pai_kao_plan
    from support import pai_kao_sessions  # numba

    words = pai_kao_sessions.session_words
    limits = Limits(minimum=2 * chip - 1, chip=2 * chip - 1)
    strategy = PaiKaoStrategy(
        title=dict.fromkeys(Language, ""),
        seat="player",
        policy="balanced",
        against="highest_rear",
        stake=units * limits.minimum,
        session=Session(rounds=1),
        limits=limits,
    )
    plan = make_pai_kao_plan(strategy)
    dealt = pai_kao_sessions.make_round(plan, plan.put_up(None), pai_kao_sessions.numbers(plan.draws, words(seed, 0)))
    settled = settle_round(in_pieces(dealt, limits.minimum, Random(seed)))  # a test
    net, exact = pai_kao_sessions.gained(plan, settled), settled.paid[0].net + Fraction(settled.paid[0].breakage)
    assert pai_kao_sessions.play_pai_kao(plan, words(seed, 0)).net == net
    assert float(exact) == pytest.approx(REWARDS[settled.paid[0].result] * strategy.stake)
    assert net == exact // limits.chip * limits.chip
