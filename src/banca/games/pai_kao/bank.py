"""Who sets the tiles: of a gate the highest stake, of the banker's gate the banker, in doubt with the casino. Articles 3 and 7."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Protocol

from banca.games.pai_kao.hands import Comparison, Faces, Result, Setting, compare, settings
from banca.games.pai_kao.procedure import betting_order, check_gate
from banca.games.pai_kao.refusals import NOT_THE_SETTER, TWICE_AT_THE_BANK, WRONG_GATE
from banca.games.pai_kao.tiles import check_in_set
from banca.rules import Citation, Limits, Refusal, _, citing, format_patacas, round_down_to_chip
from banca.rules.refusal import STAKE_NOT_MULTIPLE

cite = citing("pai_kao")

HOUSE = "(house)"
"""Who has set a gate whose bettors all set others: nobody, it is set by the house way. R-pk-5."""


class HasStake(Protocol):
    """Anything put down by somebody."""

    @property
    def who(self) -> str:
        """Whose it is."""
        ...

    @property
    def amount(self) -> int:
        """How much, in avos."""
        ...


def check_side_bets(*, co_bankers: Collection[str], of: str, bettors: Iterable[str], gate: int) -> None:
    """A player who co-banks takes no side bets: a gate that is a co-banker's carries nobody else's stake. pai_kao 3.3."""
    if of in co_bankers and set(bettors) - {of}:
        raise Refusal(
            "co_banker_side_bet",
            _("{asked} co-banks and may not accept bets of other players on gate {gate}"),
            cite("3.3"),
            asked=of,
            gate=gate,
        )


class LastWord(Enum):
    """Whose word on the banker's tiles is the last, in doubt."""

    BANKER = "banker"
    CASINO = "casino"


def who_has_last_word(*, banker_principal: int, casino_principal: int) -> tuple[LastWord, Citation]:
    """Banker or casino, the larger principal; equal, the banker. pai_kao 3.4, R-pk-2."""
    if casino_principal > banker_principal:
        return LastWord.CASINO, cite("3.4")
    return LastWord.BANKER, cite("R-pk-2") if casino_principal == banker_principal else cite("3.4")


def setter(stakes: Sequence[HasStake]) -> str:
    """Who sets a gate's tiles: the player with the highest stake on it; equal, the first to stake. pai_kao 7.1, R-pk-5."""
    staked: dict[str, int] = {}
    for stake in stakes:
        staked[stake.who] = staked.get(stake.who, 0) + stake.amount
    return max(staked, key=staked.__getitem__)


def setter_but(bound: Collection[str], stakes: Sequence[HasStake]) -> str:
    """Who sets a gate's tiles of those who are not bound elsewhere; where all are, it is set by the house way. R-pk-5."""
    free = [stake for stake in stakes if stake.who not in bound]
    return setter(free) if free else HOUSE


def choose_setters(
    stakes: Mapping[int, Sequence[HasStake]],
    order: Iterable[int],
    *,
    holders: Mapping[int, str] = MappingProxyType({}),
    named: Mapping[int, str] = MappingProxyType({}),
    co_bankers: Collection[str] = (),
) -> dict[int, str]:
    """Who sets each gate that carries stakes: as named; then holders with the highest stake on their own gates; then the others in order.

    Nobody sets two, and a co-banker sets no gate with stakes of others. pai_kao 3.3, 7.1, 7.5, R-pk-5.
    """
    chosen = dict(named)
    chosen |= {gate: who for gate, who in holders.items() if stakes.get(gate) and setter(stakes[gate]) == who}
    for gate in order:
        if stakes.get(gate) and gate not in chosen:
            chosen[gate] = setter_but(
                {*chosen.values(), *bound_by_bank(co_bankers, stakes[gate])} - {HOUSE}, stakes[gate]
            )
    return chosen


def bound_by_bank(co_bankers: Collection[str], stakes: Sequence[HasStake]) -> set[str]:
    """Those who may not set a gate because they co-bank and others have staked on it. pai_kao 3.3."""
    bettors = {stake.who for stake in stakes}
    return bettors & set(co_bankers) if len(bettors) > 1 else set()


SETS_NO_OTHER = _("a bettor who sets no other gate (set_by)")
BY_HOUSE_WAY = _("nobody: it is set by the house way")
SETTER_CITES = (cite("7.1"), cite("R-pk-5"))
HOUSE_SETS_CITES = (cite("7.5"), cite("R-pk-5"))


def check_sets(who: str, stakes: Sequence[HasStake], bound: Collection[str]) -> None:
    """One player sets a gate: the one entitled, unless that one sets another; nobody sets two. pai_kao 7.4, 7.5."""
    if who in bound:
        raise Refusal(NOT_THE_SETTER, cite("7.5"), asked=who, allowed=SETS_NO_OTHER)
    entitled = setter_but(bound, stakes)
    if who != entitled:
        allowed = BY_HOUSE_WAY if entitled == HOUSE else entitled
        raise Refusal(NOT_THE_SETTER, cite("7.4"), asked=who, allowed=allowed)


COMMISSION = Fraction(4, 100)
COMMISSION_CITES = (cite("4.2"), cite("R-pk-4"))
COVER_CITE = cite("R-pk-3")
ORDER_CITES = (cite("1.3"), cite("3.2"), cite("4.5"), COVER_CITE)
CLAIM_CITES = (cite("7.2"), cite("R-pk-6"))
EXPOSED_CITE, OUT_CITE, RETURNED_CITE = cite("2.2"), cite("2.3"), cite("R-pk-10")
COUNTED_CITE = cite("R-pk-17")
AGAIN_CITE = cite("R-pk-12")
MOST_EXPOSED = 1
"""Tiles of a gate that may be exposed by accident without putting it out. pai_kao 2.2, 2.3, R-pk-17."""
EACH_ONCE = _("each gate once")
NO_STAKES = _("no stakes on the banker's gate")


@dataclass(frozen=True, slots=True)
class Stake:
    """What one player has put on a gate, in avos."""

    who: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """One gate of the round: its tiles, how they are set, who has staked on it in order, tiles exposed in the deal."""

    number: int
    tiles: Faces
    setting: Setting
    stakes: tuple[Stake, ...] = ()
    exposed: int = 0
    named_setter: str = ""
    """Who set it, where that is not simply the highest stake: nobody sets two gates. pai_kao 7.5."""

    @property
    def set_by(self) -> str:
        """Who set the tiles."""
        return self.named_setter or (setter(self.stakes) if self.stakes else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A whole round at the moment the tiles are turned. `bank` is the banker first, then the co-bankers in order."""

    banker: Gate
    bank: tuple[Stake, ...]
    gates: tuple[Gate, ...]
    banker_face_value: bool = False
    """Whether only players may count the Supreme's tiles 3 or 6. R-pk-16."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """What a player's stakes on a gate came to, in avos: covered by the bank, the rest returned; commission and breakage exact."""

    gate: int
    who: str
    stake: int
    """All of them: they are one bet. R-money-1."""
    covered: int
    result: Result
    commission: Fraction
    received: int
    """What the player takes back, the stake included."""
    breakage: Fraction

    @property
    def net(self) -> int:
        """The player's gain."""
        return self.received - self.stake


@dataclass(frozen=True, slots=True, kw_only=True)
class BankShare:
    """What one of those who bank won or lost, within its own principal."""

    who: str
    principal: int
    gross: int
    commission: Fraction
    net: int
    breakage: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Compensation that a gate's setter owes another bettor of the gate; the program moves no money for it. pai_kao 7.2."""

    gate: int
    owed_by: str
    owed_to: str
    amount: int
    better: Setting
    would: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A settled round: gates in betting order, shares of the bank in theirs."""

    is_void: bool
    compared: dict[int, Comparison]
    paid: tuple[Paid, ...]
    bank: tuple[BankShare, ...]
    claims: tuple[Claim, ...]
    cites: tuple[Citation, ...]

    @property
    def commission(self) -> Fraction:
        """The casino's four per cent of all that was won."""
        of_players = sum((one.commission for one in self.paid), Fraction(0))
        return of_players + sum((one.commission for one in self.bank), Fraction(0))

    @property
    def breakage(self) -> Fraction:
        """What rounding kept."""
        of_players = sum((one.breakage for one in self.paid), Fraction(0))
        return of_players + sum((one.breakage for one in self.bank), Fraction(0))


def settle_round(table: Round, limits: Limits, *, is_paid_apart: bool = False) -> Settled:
    """Gates are settled in betting order; the bank neither wins nor loses more than its principal. R-pk-3, R-pk-4.

    A player's stakes on one gate are covered one by one and paid as one bet (R-money-1), or at tables of earlier forms apart.
    """
    check_round(table, limits)
    if table.banker.exposed > MOST_EXPOSED:
        return void(table)
    principal = sum(share.amount for share in table.bank)
    running = 0
    paid: list[Paid] = []
    compared: dict[int, Comparison] = {}
    claims: list[Claim] = []
    for gate in in_betting_order(table):
        number = gate.number
        if gate.exposed > MOST_EXPOSED:
            paid += returned(gate)
            continue
        compared[number] = compare(gate.setting, table.banker.setting, banker_face_value=table.banker_face_value)
        result = compared[number].result
        before = running
        covered, running = cover(gate.stakes, result, principal, before)
        placed = list(zip(gate.stakes, covered, strict=True))
        bets = placed if is_paid_apart else as_one_bet(placed)
        paid += [pay_bet(number, stake, part, result, limits.chip) for stake, part in bets]
        if result is Result.LOSE:
            prizes, _ = cover(gate.stakes, Result.WIN, principal, before)
            claims += claims_of(gate, table, covered, prizes)
    return Settled(
        is_void=False,
        compared=compared,
        paid=tuple(paid),
        bank=share_out(table.bank, running, limits.chip),
        claims=tuple(claims),
        cites=ORDER_CITES,
    )


def cover(stakes: Sequence[Stake], result: Result, principal: int, running: int) -> tuple[list[int], int]:
    """What of each stake the bank covers, in order, and how the bank stands afterwards. R-pk-3."""
    covered = []
    for stake in stakes:
        part = 0
        if result is Result.LOSE:
            part = min(stake.amount, principal - running)
            running += part
        elif result is Result.WIN:
            part = min(stake.amount, principal + running)
            running -= part
        covered.append(part)
    return covered, running


def as_one_bet(placed: Iterable[tuple[Stake, int]]) -> list[tuple[Stake, int]]:
    """The stakes on a gate with what is covered of each, those of one player added up, in the order of their first. R-money-1.

    >>> as_one_bet([(Stake("Ana", 12), 12), (Stake("Rui", 5), 5), (Stake("Ana", 13), 8)])
    [(Stake(who='Ana', amount=25), 20), (Stake(who='Rui', amount=5), 5)]
    """
    bets: dict[str, tuple[int, int]] = {}
    for stake, part in placed:
        amount, covered = bets.get(stake.who, (0, 0))
        bets[stake.who] = amount + stake.amount, covered + part
    return [(Stake(who, amount), covered) for who, (amount, covered) in bets.items()]


def check_round(table: Round, limits: Limits) -> None:
    """Nothing is settled unless everything is in order."""
    gates = (table.banker, *table.gates)
    for gate in gates:
        check_gate(gate.number)
    numbers = [gate.number for gate in gates]
    for number in numbers:
        if numbers.count(number) > 1:
            raise Refusal(WRONG_GATE, cite("4.1"), asked=number, allowed=EACH_ONCE)
    check_in_set(tuple(face for gate in gates for face in gate.tiles))
    for gate in table.gates:
        check_stakes(gate, limits)
    if table.banker.stakes:
        raise Refusal(WRONG_GATE, cite("4.4"), asked=table.banker.number, allowed=NO_STAKES)
    check_bank(table, limits)
    check_setters(table)


def check_stakes(gate: Gate, limits: Limits) -> None:
    """Each stake is within the table's limits with those that the player has on the gate already. R-money-1."""
    already: dict[str, int] = {}
    for stake in gate.stakes:
        limits.check(stake.amount, already=already.get(stake.who, 0))
        already[stake.who] = already.get(stake.who, 0) + stake.amount


def check_bank(table: Round, limits: Limits) -> None:
    """Principals are whole chips (4.9 may leave any winnings there), one per person; the banker stakes nowhere else."""
    who = [share.who for share in table.bank]
    for share in table.bank:
        check_principal(share.amount, limits)
        if who.count(share.who) > 1:
            raise Refusal(TWICE_AT_THE_BANK, cite("3.2"), asked=share.who)
    if any(stake.who == who[0] for gate in table.gates for stake in gate.stakes):
        raise Refusal(TWICE_AT_THE_BANK, cite("4.4"), asked=who[0])


def check_principal(amount: int, limits: Limits) -> None:
    """A principal is whole chips. pai_kao 4.4."""
    if amount <= 0 or amount % limits.chip:
        asked, chip = format_patacas(amount), format_patacas(limits.chip)
        raise Refusal(STAKE_NOT_MULTIPLE, cite("4.4"), asked=asked, minimum=chip)


def check_setters(table: Round) -> None:
    """Each gate is set by the player who may set it; a co-banker's gate carries no side bets. pai_kao 3.3, 7.4, 7.5, R-pk-5."""
    co_bankers = [share.who for share in table.bank[1:]]
    staked = [gate for gate in in_betting_order(table) if gate.stakes]
    for gate in staked:
        bettors = [stake.who for stake in gate.stakes]
        check_side_bets(co_bankers=co_bankers, of=gate.set_by, bettors=bettors, gate=gate.number)
        elsewhere = {other.set_by for other in staked if other is not gate} - {HOUSE}
        check_sets(gate.set_by, gate.stakes, elsewhere | bound_by_bank(co_bankers, gate.stakes))


def with_setters(table: Round) -> Round:
    """The round with the setter of every gate that names none: the highest stake of those who set no other. pai_kao 3.3, R-pk-5."""
    named = {gate.number: gate.named_setter for gate in table.gates if gate.named_setter}
    stakes = {gate.number: gate.stakes for gate in table.gates}
    order = [number for number in betting_order(table.banker.number) if number not in named]
    co_bankers = [share.who for share in table.bank[1:]]
    chosen = named | choose_setters(stakes, order, named=named, co_bankers=co_bankers)
    gates = tuple(replace(gate, named_setter=chosen.get(gate.number, "")) for gate in table.gates)
    return replace(table, gates=gates)


def in_betting_order(table: Round) -> list[Gate]:
    """The players' gates from the banker on. pai_kao 1.3."""
    by_number = {gate.number: gate for gate in table.gates}
    return [by_number[number] for number in betting_order(table.banker.number) if number in by_number]


def void(table: Round) -> Settled:
    """Two of the banker's tiles exposed: the deal is void and made again; nobody has won or lost anything. pai_kao 2.3, R-pk-12."""
    returns = tuple(one for gate in in_betting_order(table) for one in returned(gate))
    return Settled(
        is_void=True,
        compared={},
        paid=returns,
        bank=share_out(table.bank, 0, 1),
        claims=(),
        cites=(OUT_CITE, COUNTED_CITE, AGAIN_CITE),
    )


def returned(gate: Gate) -> list[Paid]:
    """The stakes of a gate that takes no part in the round. R-pk-10."""
    bets = as_one_bet((stake, 0) for stake in gate.stakes)
    return [pay_bet(gate.number, stake, 0, Result.TIE, 1) for stake, _ in bets]


def less_commission(gain: int, chip: int) -> tuple[Fraction, int, Fraction]:
    """Of what somebody won: the commission, what is handed over in whole chips, and the breakage. R-pk-4, R-money-1."""
    commission = gain * COMMISSION
    handed = round_down_to_chip(gain - commission, chip)
    return commission, handed, gain - commission - handed


def pay_bet(gate: int, stake: Stake, covered: int, result: Result, chip: int) -> Paid:
    """Even money on what the bank covers, less commission; what it does not cover comes back. R-pk-3, R-pk-4."""
    prize = covered if result is Result.WIN else 0
    lost = covered if result is Result.LOSE else 0
    commission, handed, breakage = less_commission(prize, chip)
    return Paid(
        gate=gate,
        who=stake.who,
        stake=stake.amount,
        covered=covered,
        result=result,
        commission=commission,
        received=stake.amount - lost + handed,
        breakage=breakage,
    )


def share_out(bank: Sequence[Stake], result: int, chip: int) -> tuple[BankShare, ...]:
    """The bank's result to those who bank, in the order they put down their principals; each up to its own. R-pk-3."""
    shares = []
    left = abs(result)
    for one in bank:
        part = min(left, one.amount)
        left -= part
        won, lost = (part, 0) if result > 0 else (0, part)
        commission, handed, breakage = less_commission(won, chip)
        shares.append(
            BankShare(
                who=one.who,
                principal=one.amount,
                gross=won - lost,
                commission=commission,
                net=handed - lost,
                breakage=breakage,
            )
        )
    return tuple(shares)


def claims_of(gate: Gate, table: Round, lost: Sequence[int], prizes: Sequence[int]) -> list[Claim]:
    """Where another setting would have won or tied: each side bettor's lost stake, and the prize the bank could have paid. R-pk-6.

    Nobody owes anything for a gate that was set by the house way because all its bettors set others. R-pk-5.
    """
    if gate.set_by == HOUSE:
        return []
    banker, face_value = table.banker.setting, table.banker_face_value
    against = {other: compare(other, banker, banker_face_value=face_value) for other in settings(gate.tiles)}
    chances = [(compared.result, other) for other, compared in against.items()]
    better = [chance for chance in chances if chance[0] is not Result.LOSE]
    if not better:
        return []
    would, setting = min(better, key=lambda chance: list(Result).index(chance[0]))
    owed: dict[str, int] = {}
    for stake, loss, prize in zip(gate.stakes, lost, prizes, strict=True):
        if stake.who != gate.set_by:
            amount = loss + (prize if would is Result.WIN else 0)
            owed[stake.who] = owed.get(stake.who, 0) + amount
    return [
        Claim(gate=gate.number, owed_by=gate.set_by, owed_to=who, amount=amount, better=setting, would=would)
        for who, amount in owed.items()
        if amount
    ]
