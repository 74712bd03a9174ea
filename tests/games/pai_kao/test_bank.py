"""The bank of Pai Kao: settlement in order and within the principal, commission, exposed tiles, claims."""

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banca.games.pai_kao import bank
from banca.games.pai_kao.bank import HOUSE, Gate, Round, SettledRound, settle_round, with_setters
from banca.games.pai_kao.hands import Setting, compare, laid_setting, set_pairs
from banca.games.pai_kao.hands import settings as three_settings
from banca.games.pai_kao.procedure import first_gate_dealt
from banca.games.pai_kao.tiles import COPIES_OF_FACE
from banca.rules import Limits
from banca.tables.banked import Result, Stake, cover_stakes
from support.lanes import many

Refused = Callable[..., None]
LIMITS = Limits(minimum=100, chip=1)


def settle_under(table: Round, limits: Limits, *, is_paid_apart: bool = False) -> SettledRound:
    return settle_round(replace(table, limits=limits), is_paid_apart=is_paid_apart)


ALL_TILES = [face for face, copies in COPIES_OF_FACE.items() for _ in range(copies)]


def deal(seed: int) -> Round:
    """A random round: all eight gates dealt, settings at random, some gates with several bettors, some exposed."""
    chance = random.Random(seed)  # a test
    tiles = ALL_TILES[:]
    chance.shuffle(tiles)
    hands = [tuple(tiles[4 * place : 4 * place + 4]) for place in range(8)]
    banker = chance.randrange(8)
    gates = []
    for place, hand in enumerate(hands):
        bettors = [] if place == banker else [f"p{place}{n}" for n in range(chance.randrange(4))]
        stakes = tuple(Stake(who, 100 * chance.randrange(1, 30)) for who in bettors)
        exposed = chance.choice([0, 0, 0, 0, 1, 2])
        setting = chance.choice(three_settings(hand))
        gates.append(Gate(number=place + 1, tiles=hand, setting=setting, stakes=stakes, exposed=exposed))
    bank = tuple(Stake(f"b{n}", 100 * chance.randrange(1, 60)) for n in range(chance.randrange(1, 4)))
    return Round(banker=gates.pop(banker), bank=bank, gates=tuple(gates))


def check(table: Round, settled: SettledRound) -> None:
    """What must hold of any settlement."""
    principal = sum(share.amount for share in table.bank)
    players = sum(paid.net for paid in settled.paid)
    bank = sum(share.net for share in settled.bank)
    assert players + bank + settled.commission + settled.breakage == 0
    assert abs(sum(share.gross for share in settled.bank)) <= principal
    for paid in settled.paid:
        assert -paid.stake <= paid.net <= paid.stake
        assert 0 <= paid.covered <= paid.stake
    for share in settled.bank:
        assert -share.principal <= share.net <= share.principal
    full = [share.who for share in settled.bank if abs(share.gross) == share.principal]
    touched = [share.who for share in settled.bank if share.gross]
    assert touched[:-1] == full[: len(touched[:-1])]  # the next begins where one ends


@given(st.integers(0, 2**64), st.sampled_from([1, 10, 100]))
@settings(max_examples=many(150))
def test_money_is_conserved_and_the_order_of_equal_inputs_does_not_matter(seed: int, chip: int) -> None:
    table = deal(seed)
    limits = Limits(minimum=100, chip=chip)
    settled = settle_under(table, limits)
    check(table, settled)
    shuffled = Round(banker=table.banker, bank=table.bank, gates=tuple(reversed(table.gates)))
    assert settle_under(shuffled, limits) == settled  # gates are settled by their number, not by how they are listed


STRONG = set_pairs(("6-6", "6-6"), ("1-1", "1-1"))
MIDDLE = set_pairs(("4-4", "5-6"), ("5-5", "3-6"))
WEAK = set_pairs(("5-5", "4-6"), ("1-3", "1-6"))
BADLY, BEATS_IT = set_pairs(("1-3", "3-3"), ("2-2", "3-5")), set_pairs(("5-5", "4-6"), ("1-6", "2-6"))


def gate(number: int, setting: Setting, *stakes: int | tuple[str, int], exposed: int = 0, setter: str = "") -> Gate:
    """A gate with stakes of its players a, b and c, or of whoever is named."""
    placed = tuple(
        Stake(*stake) if isinstance(stake, tuple) else Stake(f"{number}{'abc'[place]}", stake)
        for place, stake in enumerate(stakes)
    )
    tiles = setting.front + setting.rear
    return Gate(number=number, tiles=tiles, setting=setting, stakes=placed, exposed=exposed, named_setter=setter)


def banked(*gates: Gate, principal: int = 10_000, setting: Setting = MIDDLE, exposed: int = 0) -> Round:
    """Gates before a bank at gate 1."""
    return Round(banker=gate(1, setting, exposed=exposed), bank=(Stake("banker", principal),), gates=gates)


def nets(settled: SettledRound) -> dict[str, int]:
    return {one.player: one.net for one in settled.paid} | {one.who: one.net for one in settled.bank}


@pytest.mark.clause("4.5", "3.2", "R-pk-3")
def test_R_pk_3_the_bank_wins_and_loses_within_its_principal_in_order() -> None:
    table = Round(
        banker=gate(1, MIDDLE),
        bank=(Stake("banker", 1000), Stake("casino", 500)),
        gates=(gate(2, STRONG, 900, 800), gate(3, WEAK, 700)),
    )
    settled = settle_under(table, LIMITS)
    # gate 2 wins 900, then 600 of 800 (1,500 is all there is); gate 3 loses 700 to a bank that stands at -1,500
    assert [(paid.player, paid.covered) for paid in settled.paid] == [("2a", 900), ("2b", 600), ("3a", 700)]
    assert [(share.who, share.gross) for share in settled.bank] == [("banker", -800), ("casino", 0)]
    check(table, settled)
    beaten = Round(
        banker=gate(1, STRONG), bank=(Stake("banker", 1000), Stake("casino", 500)), gates=(gate(3, WEAK, 700, 900),)
    )
    won = settle_under(beaten, LIMITS)
    assert [paid.covered for paid in won.paid] == [700, 800]
    assert [share.gross for share in won.bank] == [1000, 500]
    assert nets(won)["3b"] == -800  # the rest of the stake was never covered and is returned


@pytest.mark.clause("4.2", "R-pk-4")
def test_R_pk_4_four_per_cent_of_what_each_winner_wins() -> None:
    table = banked(gate(2, STRONG, 1000), gate(3, WEAK, 3000))
    settled = settle_under(table, LIMITS)
    assert nets(settled) == {"2a": 960, "3a": -3000, "banker": 1920}
    assert settled.commission == 40 + 80
    rounded = settle_under(table, Limits(minimum=100, chip=100))
    assert nets(rounded) == {"2a": 900, "3a": -3000, "banker": 1900}
    assert rounded.breakage == Fraction(60 + 20)


@pytest.mark.clause("4.2", "R-pk-3")
def test_4_2_a_winner_whom_the_bank_does_not_cover_pays_no_commission_and_none_is_cited() -> None:
    settled = settle_under(banked(gate(2, STRONG, 1000, 800), principal=1000), LIMITS)
    assert [(paid.covered, "pai_kao 4.2" in paid.cites) for paid in settled.paid] == [(1000, True), (0, False)]
    assert "pai_kao 4.2" not in settled.bank[0].cites


def split(*stakes: tuple[str, int]) -> Round:
    """Gate 2 beats the bank, with these stakes in the order they were placed."""
    return banked(gate(2, STRONG, *stakes))


def test_a_players_stakes_on_a_gate_are_one_bet() -> None:
    limits = Limits(minimum=100, chip=100)
    (paid,) = settle_under(split(("Ana", 1200), ("Ana", 1300)), limits).paid
    assert (paid.stake, paid.covered, paid.net) == (2500, 2500, 2400)
    assert (paid.commission, paid.breakage) == ("100", "0")
    many_stakes = settle_under(split(*[("Ana", 100)] * 25), limits)
    assert nets(many_stakes)["Ana"] == 2400  # 4% of 25 is 1; rounded apart, each of them would win nothing
    others = settle_under(split(("Ana", 1200), ("Rui", 100), ("Ana", 1300)), limits)
    assert nets(others) == {"Ana": 2400, "Rui": 0, "banker": -2600}  # Rui's bet is another
    check(split(("Ana", 1200), ("Rui", 100), ("Ana", 1300)), others)


def test_R_pk_3_each_stake_is_covered_in_its_turn_and_what_is_covered_is_rounded_once() -> None:
    table = split(("Ana", 4900), ("Rui", 3000), ("Ana", 2600))
    settled = settle_under(table, Limits(minimum=100, chip=100))
    # 10,000 cover Ana's 4,900, Rui's 3,000 and 2,100 of Ana's 2,600
    assert [(paid.player, paid.stake, paid.covered) for paid in settled.paid] == [
        ("Ana", 7500, 7000),
        ("Rui", 3000, 3000),
    ]
    assert [paid.net for paid in settled.paid] == [6700, 2800]  # 6,720 and 2,880 less breakage
    check(table, settled)


def test_by_the_earlier_forms_each_stake_was_rounded_by_itself() -> None:
    limits = Limits(minimum=100, chip=100)
    settled = settle_under(split(("Ana", 1200), ("Ana", 1300)), limits, is_paid_apart=True)
    assert [paid.net for paid in settled.paid] == [1100, 1200]


def test_a_players_stakes_on_a_gate_are_together_within_the_maximum(refused: Refused) -> None:
    limits = Limits(minimum=100, maximum=2000)
    settle_under(split(("Ana", 1200), ("Rui", 1300), ("Ana", 800)), limits)
    refused(lambda: settle_under(split(("Ana", 1200), ("Ana", 900)), limits), "stake_too_large", "R-money-3")


def test_3_3_a_co_banker_who_bets_beside_others_sets_no_gate() -> None:
    table = split(("Ana", 1200), ("Rui", 100))
    banked = replace(table, bank=(*table.bank, Stake("Ana", 500)))
    (set_gate,) = with_setters(banked).gates
    assert set_gate.set_by == "Rui"  # as at the live table
    assert nets(settle_under(with_setters(banked), LIMITS))["Rui"] == 96
    alone = split(("Ana", 1200))
    assert with_setters(replace(alone, bank=banked.bank)).gates[0].set_by == "Ana"


@pytest.mark.clause("2.2", "2.3")
def test_2_2_one_exposed_tile_stands_and_2_3_two_put_the_gate_out() -> None:
    gates = gate(2, STRONG, 1000, exposed=1), gate(3, WEAK, 1000, exposed=2)
    settled = settle_under(banked(*gates), LIMITS)
    assert (nets(settled)["2a"], nets(settled)["3a"]) == (960, 0)
    assert [(paid.covered, paid.result) for paid in settled.paid] == [(1000, Result.WIN), (0, Result.TIE)]
    assert 3 not in settled.compared
    void = settle_under(banked(*gates, exposed=2), LIMITS)
    assert void.is_void
    assert set(nets(void).values()) == {0}


@pytest.mark.clause("7.2", "R-pk-6")
def test_R_pk_6_claims_where_another_setting_would_have_done_better() -> None:
    lost = gate(8, BADLY, ("Rui", 300), ("Ines", 100), ("Ines", 200))
    settled = settle_under(banked(lost, setting=BEATS_IT), LIMITS)
    (claim,) = settled.claims
    assert (claim.owed_by, claim.owed_to, claim.amount, claim.would) == ("Rui", "Ines", 600, Result.WIN)
    assert compare(laid_setting(claim.better), BEATS_IT).result is Result.WIN
    assert nets(settled)["Rui"] == -300  # no money is moved for it


def claims_in(bank: int, before: int, *stakes: int) -> list[tuple[str, int]]:
    """Claims of a badly set gate 8 after another gate has won `before` from the bank."""
    lost = gate(8, BADLY, ("Rui", 5000), *((f"s{n}", amount) for n, amount in enumerate(stakes)))
    first = (gate(4, STRONG, before),) if before else ()
    table = banked(*first, lost, principal=bank, setting=BEATS_IT)
    return [(claim.owed_to, claim.amount) for claim in settle_under(table, LIMITS).claims]


def test_R_pk_6_a_claim_reaches_no_further_than_the_bank_could_have_paid() -> None:
    assert claims_in(100_000, 0, 100) == [("s0", 200)]
    assert claims_in(10_000, 10_000, 100) == [("s0", 100)]  # the bank had nothing left to pay a prize with
    assert claims_in(5000, 0, 100) == []  # Rui's stake took all that the bank could win, and would all it could lose
    assert claims_in(5200, 0, 100, 300) == [("s0", 200), ("s1", 200)]


def test_R_pk_6_a_tie_would_only_have_saved_the_stake() -> None:
    tiles = ("6-6", "6-6", "4-4", "1-3")
    banker = set_pairs(("1-1", "1-6"), ("4-5", "3-6"))
    assert {compare(one, banker).result for one in three_settings(tiles)} == {Result.TIE, Result.LOSE}
    worst = next(one for one in three_settings(tiles) if compare(one, banker).result is Result.LOSE)
    table = banked(gate(8, worst, ("Rui", 300), ("Ines", 100)), setting=banker)
    (claim,) = settle_under(table, LIMITS).claims
    assert (claim.amount, claim.would) == (100, Result.TIE)


def test_4_9_a_principal_may_be_any_number_of_chips() -> None:
    table = banked(gate(2, STRONG, 1000), principal=54_080)
    assert nets(settle_under(table, Limits(minimum=1000, chip=10, maximum=2000)))["2a"] == 960


def test_nobody_sets_two_gates(refused: Refused) -> None:
    def table(named: str) -> Round:
        second = gate(3, WEAK, ("Ana", 500), ("Rui", 100), ("Ines", 200), setter=named)
        return banked(gate(2, STRONG, ("Ana", 500)), second)

    refused(lambda: settle_under(table(""), LIMITS), "not_the_setter", "pai_kao 7.5")
    refused(lambda: settle_under(table("Rui"), LIMITS), "not_the_setter", "pai_kao 7.4")
    assert not settle_under(table("Ines"), LIMITS).is_void


def test_an_impossible_round_settles_nothing(refused: Refused) -> None:
    bank = (Stake("banker", 1000), Stake("Chan", 500))
    for wrong, code, clause in (
        (gate(2, MIDDLE, 100), "too_many_tiles", "pai_kao 1.1"),
        (gate(1, STRONG, 100), "wrong_gate", "pai_kao 4.1"),
        (gate(2, STRONG, ("Chan", 100), ("Ana", 100)), "co_banker_side_bet", "pai_kao 3.3"),
        (gate(2, STRONG, ("banker", 100)), "twice_at_the_bank", "pai_kao 4.4"),
        (gate(2, STRONG, 150), "stake_not_multiple", "R-money-2"),
    ):
        table = Round(banker=gate(1, MIDDLE), bank=bank, gates=(wrong,))
        refused(lambda table=table: settle_under(table, LIMITS), code, clause)
    on_the_bank = Round(banker=gate(1, MIDDLE, 100), bank=bank, gates=())
    refused(lambda: settle_under(on_the_bank, LIMITS), "wrong_gate", "pai_kao 4.4")
    doubled = Round(banker=gate(1, MIDDLE), bank=(*bank, Stake("Chan", 100)), gates=())
    refused(lambda: settle_under(doubled, LIMITS), "twice_at_the_bank", "pai_kao 3.2")


def test_what_is_settled_names_its_clauses() -> None:
    table = banked(gate(2, STRONG, 1000))
    assert [one.clause for one in settle_under(table, LIMITS).cites] == ["1.3", "3.2", "4.5", "R-pk-3"]
    void = settle_under(replace(table, banker=gate(1, MIDDLE, exposed=2)), LIMITS)
    assert [one.clause for one in void.cites] == ["2.3", "R-pk-17", "R-pk-12"]
    assert [one.clause for one in bank.COMMISSION_CITES] == ["4.2", "R-pk-4"]
    assert [one.clause for one in bank.CLAIM_CITES] == ["7.2", "R-pk-6"]
    cites = (bank.COVER_CITE, bank.EXPOSED_CITE, bank.OUT_CITE, bank.RETURNED_CITE, bank.AGAIN_CITE)
    assert [one.clause for one in cites] == ["R-pk-3", "2.2", "2.3", "R-pk-10", "R-pk-12"]


def test_4_4_a_principal_is_whole_chips(refused: Refused) -> None:
    limits = Limits(minimum=100, chip=100)
    for amount in (0, -100, 150):
        refused(
            lambda amount=amount: settle_under(banked(principal=amount), limits), "stake_not_multiple", "pai_kao 4.4"
        )
    far = Round(banker=gate(9, MIDDLE), bank=(Stake("banker", 100),), gates=())
    refused(lambda: settle_under(far, limits), "wrong_gate", "pai_kao 1.4")


def test_R_pk_5_the_house_may_set_several_gates() -> None:
    settings = {2: (STRONG, "Ana"), 3: (WEAK, HOUSE), 4: (set_pairs(("2-2", "3-5"), ("1-4", "2-5")), HOUSE)}
    stakes = {2: 500, 3: 300, 4: 200}
    gates = [gate(n, setting, ("Ana", stakes[n]), setter=setter) for n, (setting, setter) in settings.items()]
    settled = settle_under(banked(*gates), LIMITS)
    assert [(paid.gate, paid.stake) for paid in settled.paid] == [(2, 500), (3, 300), (4, 200)]
    assert settled.claims == ()


def test_R_pk_3_of_a_stake_that_ties_the_bank_covers_nothing() -> None:
    stakes = (Stake("Ana", 40), Stake("Rui", 30))
    assert cover_stakes(stakes, Result.TIE, 50, 5) == ([0, 0], 5)
    assert cover_stakes(stakes, Result.WIN, 50, 0) == ([40, 10], -50)
    assert cover_stakes(stakes, Result.LOSE, 50, 0) == ([40, 10], 50)


@pytest.mark.parametrize("gate", [0, 9])
def test_1_4_there_is_no_other_gate_to_bank_at(refused: Callable[..., None], gate: int) -> None:
    refused(lambda: first_gate_dealt(gate, [1, 2, 3, 4]), "wrong_gate", "pai_kao 1.4")
