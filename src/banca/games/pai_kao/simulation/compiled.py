"""Pai Kao compiled: sessions by policy from either seat, the same money to the avo as the plain runner in `pai_kao`.

A session reads the words of its own stream in order. Each round takes the same draws (`bases`): places of tiles, then
a number for each hand's policy. Several come out of one word, by multiplying and keeping what lies above 2^64; a word whose
rest lies below 2^64 mod the product of their bases is passed over, so that all are exactly uniform (see `philox`).
"""

from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from banca.games.pai_kao import COMMISSION, ZERO_CLASSES
from banca.games.pai_kao.exact.deals import CLASSES_OF, COPIES, HANDS
from banca.games.pai_kao.tiles import HAND
from banca.jit import high_product, jit
from banca.simulation.compiled.philox import words
from banca.simulation.records import ENDED, LONGEST, LUCK, NET, ROUNDS, STAKED, Array
from banca.simulation.session import Ended

KINDS = len(COPIES)
KEPT, OUT_OF = COMMISSION.denominator - COMMISSION.numerator, COMMISSION.denominator
"""What a winner keeps: 24 of 25. pai_kao 4.2, R-pk-4."""
HELD = 16
"""Words held ready: those of four counters."""
DEALT = 32
"""Rounds dealt at a time."""
_RUIN, _TARGET, _STOP_LOSS, _ROUNDS_OVER = int(Ended.RUIN), int(Ended.TARGET), int(Ended.STOP_LOSS), int(Ended.ROUNDS)


def _hand_of() -> Array:
    """The hand that four kinds are, in whatever order they were dealt, as a number of four places."""
    found = np.zeros((KINDS,) * HAND, dtype=np.int16)
    for place, hand in enumerate(HANDS):
        for kinds in permutations(hand):
            found[kinds] = place
    return found.reshape(-1)


SET = np.repeat(np.arange(KINDS, dtype=np.uint8), COPIES)
"""The kinds of the 32 tiles. pai_kao 1.1."""
HAND_OF = _hand_of()
BANK_LINES = np.array(CLASSES_OF, dtype=np.int8)
"""Per hand and setting: the classes in front and in the rear."""
GATE_LINES = np.where((np.arange(2) == 0) & (BANK_LINES < ZERO_CLASSES), -1, BANK_LINES).astype(np.int8)
"""The same for a player, whose front of zero beats nothing: the banker's is zero as well, or higher. pai_kao 6.2."""


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
    """What is at risk is a whole number of parts."""
    win: int
    """What a part won adds to luck; what one lost and one put at risk take from it."""
    lose: int
    mean: int


@jit()
def deal_rounds(
    seed: Any,
    stream: Any,
    at: Any,
    held: Any,
    bases: Any,
    until: Any,
    least: Any,
    drawn: Any,
    deck: Any,
    tiles: Any,
    hand_of: Any,
    bank_ends: Any,
    gate_ends: Any,
    bank_lines: Any,
    gate_lines: Any,
    wins: Any,
) -> Any:
    """Deal and set rounds, from the word `at` of the stream on: on how many lines each gate wins. The next word is returned.

    Many rounds at once, as a call costs compiled code something for every array it is given.
    """
    hands = wins.shape[1] + 1
    bank_front = bank_rear = np.int8(0)
    for dealt in range(wins.shape[0]):
        begin = 0
        for batch in range(until.shape[0]):
            while True:
                if at % HELD == 0:
                    for place in range(0, HELD, 4):
                        held[place], held[place + 1], held[place + 2], held[place + 3] = words(
                            seed, stream, (at + place) // 4
                        )
                rest = held[at % HELD]
                at += 1
                for number in range(begin, until[batch]):
                    drawn[number] = high_product(rest, bases[number])
                    rest *= bases[number]
                if rest >= least[batch]:
                    break
            begin = until[batch]
        for place in range(tiles.shape[0]):
            deck[place] = tiles[place]
        for hand in range(hands):
            code = 0
            for place in range(HAND * hand, HAND * (hand + 1)):
                other = place + np.int64(drawn[place])
                code = code * KINDS + deck[other]
                deck[other] = deck[place]
            kinds, choice = hand_of[code], np.int64(drawn[HAND * hands + hand])
            if hand == 0:
                setting = int(choice >= bank_ends[kinds, 0]) + int(choice >= bank_ends[kinds, 1])
                bank_front, bank_rear = bank_lines[kinds, setting, 0], bank_lines[kinds, setting, 1]
            else:
                setting = int(choice >= gate_ends[kinds, 0]) + int(choice >= gate_ends[kinds, 1])
                front, rear = gate_lines[kinds, setting, 0], gate_lines[kinds, setting, 1]
                wins[dealt, hand - 1] = int(front > bank_front) + int(rear > bank_rear)
    return at


@jit()
def run_pai_kao(
    tables: Any,
    tiles: Any,
    hand_of: Any,
    bank_lines: Any,
    gate_lines: Any,
    seed: Any,
    first: Any,
    records: Any,
    paths: Any,
) -> None:
    """Play sessions from the first to the last round; a row of `records` and of `paths` for each."""
    bases, until, least, points = tables.bases, tables.until, tables.least, tables.points
    bank_ends, gate_ends = tables.bank_ends, tables.gate_ends
    is_banker, gates, stake, chip, part = tables.is_banker, tables.gates, tables.stake, tables.chip, tables.part
    most, target, floor, last = tables.at_risk, tables.target, tables.floor, tables.rounds
    is_limited, bankroll = tables.bankroll >= 0, max(tables.bankroll, 0)
    held, drawn, deck = np.zeros(HELD, np.uint64), np.zeros(bases.shape[0], np.uint64), tiles.copy()
    wins = np.zeros((min(last, DEALT), gates), np.int64)
    for session in range(records.shape[0]):
        worth, staked, won, lost = bankroll, 0, 0, 0
        rounds, run, longest, point, at, ended = 0, 0, 0, 0, 0, -1
        while ended < 0:
            at_risk = most
            if is_limited and worth < most:
                at_risk = worth // chip * chip if is_banker else 0
            if at_risk == 0:
                ended = _RUIN
                break
            dealt = rounds % DEALT
            if dealt == 0:
                at = deal_rounds(
                    seed,
                    first + session,
                    at,
                    held,
                    bases,
                    until,
                    least,
                    drawn,
                    deck,
                    tiles,
                    hand_of,
                    bank_ends,
                    gate_ends,
                    bank_lines,
                    gate_lines,
                    wins,
                )
            gain = 0
            for gate in range(gates):
                if wins[dealt, gate] == 0:
                    gain += min(stake, at_risk - gain)
                elif wins[dealt, gate] == 2:
                    gain -= min(stake, at_risk + gain)
            if not is_banker:
                gain = -gain
            net = gain if gain < 0 else gain * KEPT // OUT_OF // chip * chip
            won += max(gain, 0)
            lost -= min(gain, 0)
            staked += at_risk
            worth += net
            run = 0 if net > 0 else run + (net < 0)
            longest = max(longest, run)
            rounds += 1
            if point < points.shape[0] and rounds == points[point]:
                paths[session, point] = worth - bankroll
                point += 1
            if worth >= target:
                ended = _TARGET
            elif worth <= floor:
                ended = _STOP_LOSS
            elif rounds >= last:
                ended = _ROUNDS_OVER
        paths[session, min(point, points.shape[0] - 1) :] = worth - bankroll
        records[session, NET] = worth - bankroll
        records[session, STAKED] = staked
        records[session, ROUNDS] = rounds
        records[session, LUCK] = won // part * tables.win - lost // part * tables.lose - staked // part * tables.mean
        records[session, LONGEST] = longest
        records[session, ENDED] = ended
