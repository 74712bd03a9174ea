"""Pai Kao compiled: sessions by policy from either seat, the same money to the avo as the rulebook round by round."""

from fractions import Fraction
from itertools import permutations
from math import prod
from typing import Any, NamedTuple

import numpy as np

from banca.analysis.simulation.compiled.chance import philox_words
from banca.analysis.simulation.compiled.per_bet import GOING_ON, RUIN, end_of_session, finish_record
from banca.analysis.simulation.compiled.tables import NEVER
from banca.analysis.simulation.tally import Array, Program
from banca.games.pai_kao.bank import COMMISSION
from banca.games.pai_kao.exact import CLASSES_OF, COPIES, HANDS, Policy, Seat
from banca.games.pai_kao.simulation import PaiKaoStrategy, make_pai_kao_plan
from banca.games.pai_kao.tiles import HAND, ZERO_CLASSES
from banca.jit import jit, jit_part, multiply_wide

KINDS = len(COPIES)
KEPT, OUT_OF = COMMISSION.denominator - COMMISSION.numerator, COMMISSION.denominator
"""What a winner keeps: 24 of 25. pai_kao 4.2, R-pk-4."""
HELD = 16
"""Words held ready: those of four counters."""
DEALT = 32
"""Rounds dealt at a time."""


def _hand_of() -> Array:
    """The hand that four kinds are, in whatever order they were dealt, as a number of four places."""
    hands = np.zeros((KINDS,) * HAND, dtype=np.int16)
    for number, hand in enumerate(HANDS):
        for kinds in permutations(hand):
            hands[kinds] = number
    return hands.reshape(-1)


class TileSet(NamedTuple):
    """What the tiles are and make, whatever the plan."""

    kinds: Array
    """The kinds of the 32 tiles. pai_kao 1.1."""
    hand_of: Array
    """Per number of four kinds: the hand they are."""
    bank_lines: Array
    """Per hand and setting: the classes in front and in the rear."""
    gate_lines: Array
    """Likewise for a player, whose front of zero beats nothing: the banker's is zero as well, or higher. pai_kao 6.2."""


def _tile_set() -> TileSet:
    lines = np.array(CLASSES_OF, dtype=np.int8)
    return TileSet(
        kinds=np.repeat(np.arange(KINDS, dtype=np.uint8), COPIES),
        hand_of=_hand_of(),
        bank_lines=lines,
        gate_lines=np.where((np.arange(2) == 0) & (lines < ZERO_CLASSES), -1, lines).astype(np.int8),
    )


TILE_SET = _tile_set()


class PaiKaoTables(NamedTuple):
    """Everything the compiled runner reads about a plan. Amounts in avos."""

    bases: Array
    """Below what each number of a round is drawn, in order."""
    until: Array
    """Per word: how many of them are drawn when it is used up."""
    least: Array
    """Per word: the lowest rest with which it is used."""
    bank_ends: Array
    """Per hand: below which number the banker takes the first setting, and below which the second."""
    gate_ends: Array
    is_banker: bool
    """Whether the money is counted from the banker's seat."""
    gates: int
    stake: int
    """On each gate."""
    at_risk: int
    """What the bank can lose in a round; a player's whole stake."""
    chip: int
    bankroll: int
    """Below zero: money for everything."""
    target: int
    floor: int
    rounds: int
    points: Array
    part: int
    """What is at risk and what it gains are whole numbers of parts."""
    whole: int
    """Into how many a part is divided to count luck; 0 where no exact mean is known."""
    win: int
    """Of so many, how many rounds are won and lost in the mean."""
    lose: int


class Scratch(NamedTuple):
    """Room to deal in, written in while sessions are played."""

    held: Array
    """Words held ready."""
    drawn: Array
    """The numbers of one round."""
    deck: Array
    """The kinds of the tiles, those not yet dealt from the next place on."""
    wins: Array
    """Per round dealt and gate: on how many lines it wins."""


@jit_part()
def draw_numbers(tables: Any, seed: Any, stream: Any, at: Any, held: Any, drawn: Any) -> Any:
    """Draw the numbers of one round, from the word `at` of the stream on; the next word is returned."""
    # A word is a fraction of 2^64. Times a base it is a number below the base and a rest, which is a fraction again and gives the next
    # number. A word whose last rest is too low would make some numbers likelier than others, and is passed over (Lemire's method).
    begin = 0
    for batch in range(tables.until.shape[0]):
        while True:
            if at % HELD == 0:
                for place in range(0, HELD, 4):
                    held[place], held[place + 1], held[place + 2], held[place + 3] = philox_words(
                        seed, stream, (at + place) // 4
                    )
            rest = held[at % HELD]
            at += 1
            for number in range(begin, tables.until[batch]):
                drawn[number], rest = multiply_wide(rest, tables.bases[number])
            if rest >= tables.least[batch]:
                break
        begin = tables.until[batch]
    return at


@jit_part()
def deal_hand(tile_set: Any, hand: Any, drawn: Any, deck: Any) -> Any:
    """Deal the tiles of a hand, the banker's being 0: which hand of kinds they are."""
    code = 0
    for place in range(HAND * hand, HAND * (hand + 1)):
        other = place + np.int64(drawn[place])
        code = code * KINDS + deck[other]
        # The tile that is dealt need not be kept: nobody looks at the places before the next one again.
        deck[other] = deck[place]
    return tile_set.hand_of[code]


@jit_part(inlined=False)
def deal_rounds(tables: Any, tile_set: Any, seed: Any, stream: Any, at: Any, scratch: Any) -> Any:
    """Deal and set rounds, from the word `at` of the stream on: on how many lines each gate wins. The next word is returned."""
    drawn, deck, wins = scratch.drawn, scratch.deck, scratch.wins
    hands = wins.shape[1] + 1
    # Many rounds at a time, before any money is counted: tiles and settings do not depend on it, and the loop stays small.
    for dealt in range(wins.shape[0]):
        at = draw_numbers(tables, seed, stream, at, scratch.held, drawn)
        for place in range(deck.shape[0]):
            deck[place] = tile_set.kinds[place]
        kinds, choice = deal_hand(tile_set, 0, drawn, deck), np.int64(drawn[HAND * hands])
        setting = int(choice >= tables.bank_ends[kinds, 0]) + int(choice >= tables.bank_ends[kinds, 1])
        bank_front, bank_rear = tile_set.bank_lines[kinds, setting, 0], tile_set.bank_lines[kinds, setting, 1]
        for hand in range(1, hands):
            kinds, choice = deal_hand(tile_set, hand, drawn, deck), np.int64(drawn[HAND * hands + hand])
            setting = int(choice >= tables.gate_ends[kinds, 0]) + int(choice >= tables.gate_ends[kinds, 1])
            front, rear = tile_set.gate_lines[kinds, setting, 0], tile_set.gate_lines[kinds, setting, 1]
            wins[dealt, hand - 1] = int(front > bank_front) + int(rear > bank_rear)
    return at


@jit_part()
def gain_of(tables: Any, wins: Any, at_risk: Any) -> Any:
    """What a round brings before commission: gate by gate in betting order, as far as the bank's money goes. pai_kao 4.5."""
    # `cover_stakes` for equal stakes: the bank stands between minus and plus what it has at risk.
    gain = 0
    for gate in range(tables.gates):
        if wins[gate] == 0:
            gain += min(tables.stake, at_risk - gain)
        elif wins[gate] == 2:
            gain -= min(tables.stake, at_risk + gain)
    return gain if tables.is_banker else -gain


@jit_part(inlined=False)
def play_session(tables: Any, tile_set: Any, seed: Any, stream: Any, scratch: Any, record: Any, path: Any) -> None:
    """Play one session from the first to the last round."""
    chip, part, points, bankroll = tables.chip, tables.part, tables.points, max(tables.bankroll, 0)
    worth, staked, winnable = bankroll, 0, 0
    rounds, run, longest, point, at, ended = 0, 0, 0, 0, 0, GOING_ON
    while ended == GOING_ON:
        at_risk = tables.at_risk
        if tables.bankroll >= 0 and worth < at_risk:
            at_risk = worth // chip * chip if tables.is_banker else 0
        if at_risk == 0:
            ended = RUIN
            break
        if rounds % DEALT == 0:
            at = deal_rounds(tables, tile_set, seed, stream, at, scratch)
        gain = gain_of(tables, scratch.wins[rounds % DEALT], at_risk)
        # Commission and whole chips in one division after the other, which rounds as `take_commission` does with fractions.
        net = gain if gain < 0 else gain * KEPT // OUT_OF // chip * chip
        winnable += at_risk * KEPT // OUT_OF // chip * chip
        staked += at_risk
        worth += net
        run = 0 if net > 0 else run + (net < 0)
        longest = max(longest, run)
        rounds += 1
        if point < points.shape[0] and rounds == points[point]:
            path[point] = worth - bankroll
            point += 1
        ended = end_of_session(tables, worth, rounds)
    # What came of the session less what was to be expected, in whole numbers: sums of parts, never of rounded means.
    luck = (worth - bankroll) // part * tables.whole - winnable // part * tables.win + staked // part * tables.lose
    finish_record(record, path, point, worth - bankroll, staked, rounds, luck, longest, ended)


@jit()
def run_pai_kao(tables: Any, tile_set: Any, seed: Any, first: Any, records: Any, paths: Any) -> None:
    """Play sessions; a row of `records` and of `paths` for each."""
    scratch = Scratch(
        np.zeros(HELD, np.uint64),
        np.zeros(tables.bases.shape[0], np.uint64),
        tile_set.kinds.copy(),
        np.zeros((min(tables.rounds, DEALT), tables.gates), np.int64),
    )
    for session in range(records.shape[0]):
        play_session(tables, tile_set, seed, first + session, scratch, records[session], paths[session])


def play_pai_kao_sessions(tables: PaiKaoTables, seed: int, first: int, records: Array, paths: Array) -> None:
    """Play sessions; a function of Python, so that a program can be sent to another process by its name."""
    run_pai_kao(tables, TILE_SET, seed, first, records, paths)


def make_pai_kao_program(strategy: PaiKaoStrategy) -> Program:
    """The program of a strategy; refused where it asks for what the rules do not allow."""
    plan = make_pai_kao_plan(strategy)
    session, draws, whole = strategy.session, plan.draws, plan.denominator
    exact = plan.chances or (Fraction(0), Fraction(0))
    win, lose = (round(chance * whole) for chance in exact)
    tables = PaiKaoTables(
        bases=np.array([base for batch in draws for base in batch], dtype=np.uint64),
        until=np.cumsum([len(batch) for batch in draws], dtype=np.int64),
        least=np.array([2**64 % prod(batch) for batch in draws], dtype=np.uint64),
        bank_ends=_ends(plan.banker),
        gate_ends=_ends(plan.players),
        is_banker=plan.seat is Seat.BANKER,
        gates=strategy.gates,
        stake=strategy.stake,
        at_risk=plan.most_at_risk,
        chip=strategy.limits.chip,
        bankroll=-1 if session.bankroll is None else session.bankroll,
        target=NEVER if session.target is None else session.target,
        floor=-NEVER if session.stop_loss is None else (session.bankroll or 0) - session.stop_loss,
        rounds=session.rounds,
        points=np.array(session.looked_at, dtype=np.int64),
        part=plan.part,
        whole=0 if plan.chances is None else whole,
        win=win,
        lose=lose,
    )
    unit = Fraction(0) if plan.chances is None else Fraction(plan.part, whole)
    kept = Fraction(plan.kept(plan.most_at_risk), plan.most_at_risk) if plan.is_fixed else 1 - COMMISSION
    drift = (Fraction(win, whole) - exact[0]) * kept - Fraction(lose, whole) + exact[1]
    return Program(
        play=play_pai_kao_sessions,
        arrays=(tables,),
        rounds=session.rounds,
        points=session.looked_at,
        rounds_per_block=1 << 21,  # about a quarter of a second's
        outcomes=tuple(tables.bases.tolist()),  # as many hands as there are gates, and how they are set
        unit=unit,
        drift=drift,  # where a bank's money falls short, breakage differs from round to round: to within a billionth of an avo
        edge=None,  # commission is rounded, and the fractions would be long
        grain=strategy.limits.chip,
    )


def _ends(policy: Policy) -> Array:
    """Per hand: below which number its first setting is taken, and below which its second."""
    return np.cumsum(policy.weights, axis=1, dtype=np.int32)[:, :2].copy()
