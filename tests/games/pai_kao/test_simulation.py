"""Pai Kao by policy: what is refused, the plain runner's rounds, and the compiled runner beside it to the avo."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from banca.analysis.simulation.results import results
from banca.analysis.simulation.strategy import (
    BAD_STOP_LOSS,
    BANKROLL_TOO_SMALL,
    TOO_LARGE_TO_COUNT,
    Session,
    SessionEnd,
)
from banca.analysis.simulation.tally import ENDED, LONGEST, LUCK, NET, ROUNDS, STAKED, Tally
from banca.games.pai_kao.bank import settle_round
from banca.games.pai_kao.exact import DESCRIBED, Seat, shipped_counts
from banca.games.pai_kao.nouns import WRONG_GATE
from banca.games.pai_kao.simulation import COARSEST, PaiKaoStrategy, make_pai_kao_plan
from banca.games.pai_kao.simulation.compiled import make_pai_kao_program
from banca.games.pai_kao.tiles import COPIES_OF_FACE
from banca.law import Language
from banca.rules import Code, Limits, Refusal
from banca.rules.money import STAKE_TOO_LARGE
from banca.rules.refusal import STAKE_NOT_MULTIPLE, UNKNOWN_VALUE
from support import pai_kao_sessions
from support.pai_kao_sessions import deal, gained, make_round, mean, numbers, play_pai_kao, session_words
from support.runners import SessionRecord

pytestmark = pytest.mark.compiled

SEED = 20_261_115
WHOLE_PATACAS = Limits(chip=100)

PLAYER = PaiKaoStrategy(
    title=dict.fromkeys(Language, "a player"),
    seat="player",
    policy="balanced",
    against="highest_rear",
    stake=100_00,
    session=Session(rounds=40),
)
BANKER = replace(PLAYER, seat="banker", policy="equilibrium", against="balanced")
POOR = Session(bankroll=450_00, rounds=300)
RULED = Session(bankroll=1000_00, target=1400_00, stop_loss=500_00, rounds=300)

STRATEGIES = {
    "player": PLAYER,
    "player with little": replace(PLAYER, policy="highest_front", against="equilibrium", session=POOR),
    "player with session rules": replace(PLAYER, session=RULED),
    "player for one chip": replace(PLAYER, stake=1_00, limits=WHOLE_PATACAS),
    "banker": BANKER,
    "banker of half a gate": replace(BANKER, principal=50_00),
    "banker of half a gate with little": replace(BANKER, principal=33_01, session=replace(POOR, bankroll=60_55)),
    "three gates": replace(BANKER, gates=3),
    "three gates, two covered": replace(BANKER, gates=3, principal=200_00, limits=WHOLE_PATACAS),
    "seven gates": replace(BANKER, gates=7, against="equilibrium"),
    "seven gates with little": replace(BANKER, gates=7, session=POOR),
    "seven gates in whole patacas": replace(
        BANKER, gates=7, stake=13_00, limits=WHOLE_PATACAS, session=replace(POOR, bankroll=99_00)
    ),
} | {
    f"{seat}, {policy} against {against}": replace(strategy, policy=policy, against=against, session=Session(rounds=15))
    for seat, strategy in (("player", PLAYER), ("banker", replace(BANKER, gates=2)))
    for policy, against in zip(DESCRIBED, reversed(DESCRIBED), strict=True)
}


def play(strategy: PaiKaoStrategy, session: int = 0) -> SessionRecord:
    return play_pai_kao(make_pai_kao_plan(strategy), session_words(SEED, session))


@pytest.mark.parametrize("name", STRATEGIES)
def test_compiled_is_the_plain_runner_to_the_avo(name: str) -> None:
    strategy = STRATEGIES[name]
    program = make_pai_kao_program(strategy)
    first, count = 5, 6
    records, paths = program.run(SEED, first, count)
    for session in range(count):
        plain, row = play(strategy, first + session), records[session].tolist()
        assert (plain.net, plain.staked, plain.rounds) == (row[NET], row[STAKED], row[ROUNDS])
        assert (plain.longest, plain.ended) == (row[LONGEST], row[ENDED])
        assert plain.path == tuple(paths[session].tolist())
        off = plain.luck - row[LUCK] * program.unit - row[STAKED] * program.drift
        assert off == 0 if make_pai_kao_plan(strategy).is_fixed else abs(off) < Fraction(1, 10**9)


def test_the_sessions_compared_end_in_every_way() -> None:
    ended = {
        SessionEnd(row[ENDED]) for one in STRATEGIES.values() for row in make_pai_kao_program(one).run(SEED, 5, 6)[0]
    }
    assert ended == set(SessionEnd)


def test_every_number_comes_out_equally_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """With words of one byte all of them can be tried: 60 goes into 256 four times, and 16 words are passed over."""
    monkeypatch.setattr(pai_kao_sessions, "WORD", 256)
    chance = iter(range(256))
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(240):
        found[tuple(numbers([(5, 4, 3)], chance))] += 1
    assert len(found) == 60
    assert set(found.values()) == {4}


@pytest.mark.clause("1.1", "1.4")
def test_deals_are_uniform() -> None:
    """Chi-square of faces by place: 20 degrees of freedom for each of 31 free places, five standard deviations around it."""
    plan, rounds = make_pai_kao_plan(STRATEGIES["seven gates"]), 3_000
    chance = session_words(SEED, 0)
    deals = [deal(32, numbers(plan.draws, chance)) for _ in range(rounds)]
    freedom = (len(COPIES_OF_FACE) - 1) * 31
    found = 0.0
    for place in range(32):
        faces = Counter(one[place] for one in deals)
        for face, copies in COPIES_OF_FACE.items():
            expected = rounds * copies / 32
            found += (faces[face] - expected) ** 2 / expected
    assert abs(found - freedom) < 5 * (2 * freedom) ** 0.5
    assert all(Counter(one) == Counter(COPIES_OF_FACE) for one in deals)


@pytest.mark.parametrize(
    "strategy",
    [
        replace(PLAYER, policy="equilibrium", against="equilibrium"),
        replace(BANKER, policy="equilibrium", against="equilibrium", principal=60_00),
    ],
)
def test_a_million_hands_agree_with_the_exact_value(strategy: PaiKaoStrategy) -> None:
    strategy = replace(strategy, session=Session(rounds=1000))
    plan, program = make_pai_kao_plan(strategy), make_pai_kao_program(strategy)
    records, _ = program.run(SEED, 0, 1000)
    net, staked = records[:, NET], int(records[:, STAKED].sum())
    expected = mean(plan, plan.most_at_risk)
    assert expected is not None
    value = expected / plan.most_at_risk
    error = float(net.std()) * len(net) ** 0.5 / staked
    assert error < 0.002
    assert abs(int(net.sum()) / staked - value) < 4 * error
    luck = int(records[:, LUCK].sum()) * program.unit + staked * program.drift
    assert luck == int(net.sum()) - staked * value


@pytest.mark.parametrize(("seat", "stake"), [(PLAYER, 1_00), (PLAYER, 100_00), (BANKER, 7_00)])
def test_the_exact_mean_is_one_fraction_whatever_the_seed(seat: PaiKaoStrategy, stake: int) -> None:
    """By the counts of all deals: what wins is 24/25 in whole patacas, what loses is the stake."""
    strategy = replace(seat, stake=stake, limits=WHOLE_PATACAS, session=Session(rounds=50))
    program = make_pai_kao_program(strategy)
    exact = {results(Tally.of(*program.run(seed, 0, 40)), program, strategy).per_staked.exact for seed in (1, 2, 3)}
    player, banker = (seat.policy, seat.against) if seat is PLAYER else (seat.against, seat.policy)
    won, tied, lost = shipped_counts(player, banker)
    if seat is BANKER:
        won, lost = lost, won
    assert exact == {Fraction(won * (stake * 24 // 25 // 100 * 100) - lost * stake, (won + tied + lost) * stake)}


def test_r_pk_4_several_gates_have_no_exact_mean() -> None:
    """The commission is on what the round leaves the bank, not on each gate."""
    program = make_pai_kao_program(STRATEGIES["three gates"])
    records, _ = program.run(SEED, 0, 5)
    assert program.unit == program.drift == 0
    assert not records[:, LUCK].any()
    assert make_pai_kao_program(STRATEGIES["banker of half a gate with little"]).unit > 0


@pytest.mark.parametrize("name", ["player", "three gates, two covered"])
def test_no_money_is_made_or_lost(name: str) -> None:
    plan = make_pai_kao_plan(STRATEGIES[name])
    chance, principal, money = session_words(SEED, 0), plan.put_up(None), 0
    for _ in range(plan.strategy.session.rounds):
        settled = settle_round(make_round(plan, principal, numbers(plan.draws, chance)))
        shares = [one.net for one in settled.paid] + [one.net for one in settled.bank]
        assert sum(shares) + settled.commission + settled.breakage == 0
        assert len(settled.paid) == plan.strategy.gates
        money += gained(plan, settled)
    assert play(plan.strategy).net == money


def test_4_2_a_prize_of_one_chip_is_all_commission_and_breakage() -> None:
    """96 avos cannot be paid in patacas: a player never gains, so that all losses are one losing run. R-money-1."""
    record = play(STRATEGIES["player for one chip"])
    assert record.net < 0
    assert record.longest == -record.net // 100


def test_4_5_the_bank_puts_up_whole_chips_and_no_more_than_it_has() -> None:
    plan = make_pai_kao_plan(replace(BANKER, gates=3, principal=250_00, limits=WHOLE_PATACAS))
    assert [plan.put_up(cash) for cash in (None, 999_00, 249_99, 99)] == [250_00, 250_00, 249_00, 0]
    rich = make_pai_kao_plan(replace(BANKER, gates=3, principal=999_00))
    assert (rich.put_up(None), rich.most_at_risk) == (999_00, 300_00)
    assert play(rich.strategy).staked == 300_00 * rich.strategy.session.rounds
    longest = replace(BANKER, session=Session(bankroll=10**9, rounds=10_000_000))
    assert make_pai_kao_plan(longest).finest >= COARSEST


def test_a_player_stakes_in_full_or_goes_home() -> None:
    plan = make_pai_kao_plan(STRATEGIES["player with little"])
    assert [plan.put_up(cash) for cash in (None, 100_00, 99_99)] == [100_00, 100_00, 0]
    assert plan.seat is Seat.PLAYER
    record = next(one for one in (play(plan.strategy, session) for session in range(5)) if one.ended is SessionEnd.RUIN)
    assert -450_00 <= record.net < -350_00
    assert record.path[-1] == record.net


REFUSED: dict[str, tuple[PaiKaoStrategy, dict[str, Any], Code, str | None]] = {
    "seat": (PLAYER, {"seat": "croupier"}, UNKNOWN_VALUE, "pai_kao 4.1"),
    "stake": (PLAYER, {"stake": 150}, STAKE_NOT_MULTIPLE, "R-money-2"),
    "high stake": (BANKER, {"limits": Limits(maximum=99_00)}, STAKE_TOO_LARGE, "R-money-3"),
    "eight gates": (BANKER, {"gates": 8}, WRONG_GATE, "pai_kao 1.4"),
    "principal in avos": (BANKER, {"principal": 150, "limits": WHOLE_PATACAS}, STAKE_NOT_MULTIPLE, "pai_kao 4.4"),
    "bankroll": (PLAYER, {"session": Session(bankroll=99_99)}, BANKROLL_TOO_SMALL, None),
    "bank without a chip": (
        BANKER,
        {"session": Session(bankroll=99), "limits": WHOLE_PATACAS},
        BANKROLL_TOO_SMALL,
        None,
    ),
    "stop-loss": (BANKER, {"session": Session(bankroll=100_00, stop_loss=100_01)}, BAD_STOP_LOSS, None),
    "stakes too large": (
        BANKER,
        {"stake": 10**12, "limits": Limits(maximum=10**12), "session": Session(bankroll=10**12)},
        TOO_LARGE_TO_COUNT,
        None,
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_rules_do_not_allow_is_refused_before_anything_runs(name: str) -> None:
    strategy, changes, code, cite = REFUSED[name]
    with pytest.raises(Refusal) as refused:
        make_pai_kao_program(replace(strategy, **changes))
    assert refused.value.code == code
    assert (str(refused.value.cite) if refused.value.cite else None) == cite
