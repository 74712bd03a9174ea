"""A bank among players, whatever is played: what it covers, how it is shared, and whose turn it is."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banca.tables.banked import (
    CASINO,
    BankedState,
    BankFreed,
    BankPassed,
    BankSettled,
    CoBanked,
    PrincipalPutDown,
    Result,
    Stake,
    StakePlaced,
    StakeWithdrawn,
    cover_stakes,
    evolve_bank,
    settle_stake,
    share_out,
)
from banca.tables.events import Event
from support.lanes import many

RATE = Fraction(1, 20)
PLAYERS = ("Ana", "Rui", "Ines")
amounts = st.integers(1, 500).map(lambda chips: 100 * chips)
stakes_of = st.lists(st.builds(Stake, st.sampled_from(PLAYERS), amounts), min_size=1, max_size=6)


@given(
    stakes=stakes_of,
    results=st.lists(st.sampled_from(Result), min_size=1, max_size=5),
    principals=st.lists(amounts, min_size=1, max_size=3),
)
@settings(max_examples=many(200))
def test_what_players_gain_the_bank_and_the_house_lose(
    stakes: list[Stake], results: list[Result], principals: list[int]
) -> None:
    bank = [Stake(f"bank {n}", amount) for n, amount in enumerate(principals)]
    whole, standing, paid = sum(principals), 0, []
    for gate, result in enumerate(results):
        covered, standing = cover_stakes(stakes, result, whole, standing)
        assert -whole <= standing <= whole
        paid += [settle_stake(gate, *part, result, RATE, 100) for part in zip(stakes, covered, strict=True)]
    shares = share_out(bank, standing, RATE, 100)
    taken = sum((Fraction(stake.commission) + Fraction(stake.breakage) for stake in paid), Fraction(0))
    taken += sum((Fraction(share.commission) + Fraction(share.breakage) for share in shares), Fraction(0))
    assert sum(stake.net for stake in paid) + sum(share.net for share in shares) + taken == 0
    assert all(share.net >= -share.principal for share in shares)


def test_the_first_principal_loses_first() -> None:
    shares = share_out([Stake("Lei", 500), Stake(CASINO, 300)], -600, RATE, 1)
    assert [(share.who, share.gross) for share in shares] == [("Lei", -500), (CASINO, -100)]


def table(*happened: Event, ends_turn: bool = False) -> BankedState:
    state = BankedState(phase="open", gates={1: "Lei", 2: "Ana", 3: "Rui"}, banker=1)
    for event in happened:
        state = evolve_bank(state, event, ends_turn=ends_turn)
    return state


def test_the_bankers_principal_stands_before_one_that_was_put_down_earlier() -> None:
    casino = CoBanked(who=CASINO, principal=300, cite="")
    state = table(casino, PrincipalPutDown(gate=1, player="Lei", principal=500))
    assert state.bank == (Stake("Lei", 500), Stake(CASINO, 300))
    assert (state.co_bankers, state.money_of("Lei"), state.principal_of(CASINO)) == ([CASINO], 500, 300)


def test_a_stake_that_is_withdrawn_leaves_those_of_others() -> None:
    placed = [StakePlaced(player=who, gate=2, stake=100) for who in ("Ana", "Rui", "Ana")]
    state = table(*placed, StakeWithdrawn(player="Ana", gate=2, stake=200))
    assert state.stakes == {2: (Stake("Rui", 100),)}
    assert table(placed[0], StakeWithdrawn(player="Ana", gate=2, stake=100)).stakes == {}


@pytest.mark.parametrize("event", [BankPassed, BankFreed])
def test_a_gate_that_refuses_has_not_banked(event: type[BankPassed | BankFreed]) -> None:
    to = {"to": 2} if event is BankPassed else {}
    refused = table(event(gate=1, refused=True, by="Lei", cite="", **to))
    assert (refused.banker, refused.last_banker, refused.refusing) == (to.get("to", 0), 0, frozenset({1}))
    passed = table(event(gate=1, refused=False, by="Lei", cite="", **to))
    assert (passed.last_banker, passed.refusing) == (1, frozenset())


@pytest.mark.parametrize(("ends_turn", "least"), [(False, 620), (True, 0)])
def test_a_banker_who_won_leaves_principal_and_winnings_until_the_turn_ends(ends_turn: bool, least: int) -> None:  # noqa: FBT001
    won = BankSettled(who="Lei", principal=500, gross=125, received=620, cites=())
    passed = BankPassed(gate=1, to=2, refused=False, by="Lei", cite="")
    state = table(won, passed, ends_turn=ends_turn)
    assert (state.least_principal("Lei"), state.least_principal("Ana")) == (least, 0)
