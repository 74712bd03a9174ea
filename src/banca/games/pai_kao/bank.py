"""Who sets the tiles of each gate, and a whole round settled between gates and bank. Articles 3, 4 and 7."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType

from banca.games.pai_kao.hands import Comparison, Faces, Setting, compare, format_setting, settings
from banca.games.pai_kao.nouns import NOT_THE_SETTER, TWICE_AT_THE_BANK, WRONG_GATE
from banca.games.pai_kao.procedure import betting_order, check_gate
from banca.games.pai_kao.tiles import check_in_set
from banca.rules import Citation, Limits, Refusal, _, citing, format_patacas
from banca.rules.refusal import STAKE_NOT_MULTIPLE, STAKE_NOT_POSITIVE
from banca.tables.banked import (
    BankSettled,
    Result,
    Stake,
    StakeSettled,
    cover_stakes,
    join_stakes,
    settle_stake,
    share_out,
)
from banca.tables.events import Event

cite = citing("pai_kao")


def add_exact(*amounts: str) -> Fraction:
    """Return the sum of amounts as events have them: in avos and exact."""
    return sum(map(Fraction, amounts), Fraction(0))


def texts_of(*cites: Citation) -> tuple[str, ...]:
    """Return clauses as events have them, each once."""
    return tuple(dict.fromkeys(map(str, cites)))


HOUSE = "(house)"
"""Who has set a gate whose bettors all set others: nobody, it is set by the house way. R-pk-5."""


def check_side_bets(holder: str, co_bankers: Collection[str], bettors: Iterable[str], gate: int) -> None:
    """A player who co-banks takes no side bets: a gate that is a co-banker's carries nobody else's stake. pai_kao 3.3."""
    if holder in co_bankers and set(bettors) - {holder}:
        raise Refusal(
            "co_banker_side_bet",
            _("{asked} co-banks and may not accept bets of other players on gate {gate}"),
            cite("3.3"),
            asked=holder,
            gate=gate,
        )


def casino_has_last_word(*, banker_principal: int, casino_principal: int) -> tuple[bool, Citation]:
    """Return whether in doubt the banker's tiles are the casino's to set, whose principal is the larger; equal, the banker's. pai_kao 3.4, R-pk-2."""
    return casino_principal > banker_principal, cite("R-pk-2") if casino_principal == banker_principal else cite("3.4")


def setter(stakes: Sequence[Stake]) -> str:
    """Return who sets a gate's tiles: the player with the highest stake on it; equal, the first to stake. pai_kao 7.1, R-pk-5."""
    staked: dict[str, int] = {}
    for stake in stakes:
        staked[stake.who] = staked.get(stake.who, 0) + stake.amount
    return max(staked, key=staked.__getitem__)  # of equal stakes `max` takes the first


def setter_among(stakes: Sequence[Stake], bound: Collection[str]) -> str:
    """Return who sets a gate's tiles of those who are not bound elsewhere; where all are, the house way does. R-pk-5."""
    free = [stake for stake in stakes if stake.who not in bound]
    return setter(free) if free else HOUSE


def choose_setters(
    stakes: Mapping[int, Sequence[Stake]],
    order: Iterable[int],
    *,
    holders: Mapping[int, str] = MappingProxyType({}),
    named: Mapping[int, str] = MappingProxyType({}),
    co_bankers: Collection[str] = (),
) -> dict[int, str]:
    """Return who sets each gate that carries stakes: as named; then holders with the highest stake on their own gates; then the others in order.

    Nobody sets two, and a co-banker sets no gate with stakes of others. pai_kao 3.3, 7.1, 7.5, R-pk-5.
    """
    chosen = dict(named)
    chosen |= {gate: who for gate, who in holders.items() if stakes.get(gate) and setter(stakes[gate]) == who}
    for gate in order:
        if stakes.get(gate) and gate not in chosen:
            bound = {*chosen.values(), *bound_by_bank(co_bankers, stakes[gate])} - {HOUSE}
            chosen[gate] = setter_among(stakes[gate], bound)
    return chosen


def bound_by_bank(co_bankers: Collection[str], stakes: Sequence[Stake]) -> set[str]:
    """Return those who may not set a gate because they co-bank and others have staked on it. pai_kao 3.3."""
    bettors = {stake.who for stake in stakes}
    return bettors & set(co_bankers) if len(bettors) > 1 else set()


BY_HOUSE_WAY = _("nobody: it is set by the house way")
SETTER_CITES = (cite("7.1"), cite("R-pk-5"))
HOUSE_SETS_CITES = (cite("7.5"), cite("R-pk-5"))

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

    @property
    def is_out(self) -> bool:
        """Whether so many of its tiles were exposed that it takes no part; of the banker's, that the deal is void. pai_kao 2.3."""
        return self.exposed > MOST_EXPOSED


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A whole round at the moment the tiles are turned. `bank` is the banker first, then the co-bankers in order."""

    banker: Gate
    bank: tuple[Stake, ...]
    gates: tuple[Gate, ...]
    banker_face_value: bool = False
    """Whether only players may count the Supreme's tiles 3 or 6. R-pk-16."""
    dice: tuple[int, ...] | None = None
    """What the banker has shaken, where it is known: the money does not depend on it."""
    limits: Limits = field(default_factory=Limits)

    @property
    def co_bankers(self) -> list[str]:
        """Those who bank beside the banker."""
        return [share.who for share in self.bank[1:]]

    def in_betting_order(self) -> list[Gate]:
        """Return the players' gates from the banker on. pai_kao 1.3."""
        by_number = {gate.number: gate for gate in self.gates}
        return [by_number[number] for number in betting_order(self.banker.number) if number in by_number]


class CompensationClaimed(Event):
    """Compensation that a gate's setter owes another bettor of it; shown, and left to them: no money is moved for it. pai_kao 7.2."""

    says = _(
        "gate {gate}: {owed_by} owes {owed_to} {amount}, as {better} would have done better; no money is moved for it"
    )
    gate: int
    owed_by: str
    owed_to: str
    amount: int
    better: str
    would: Result
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledRound:
    """What a round came to: gates in betting order, shares of the bank in theirs."""

    is_void: bool
    compared: dict[int, Comparison]
    paid: tuple[StakeSettled, ...]
    bank: tuple[BankSettled, ...]
    claims: tuple[CompensationClaimed, ...]
    cites: tuple[Citation, ...]

    @property
    def commission(self) -> Fraction:
        """The casino's four per cent of all that was won."""
        return add_exact(*(stake.commission for stake in self.paid), *(share.commission for share in self.bank))

    @property
    def breakage(self) -> Fraction:
        """What rounding kept."""
        return add_exact(*(stake.breakage for stake in self.paid), *(share.breakage for share in self.bank))


def settle_round(table: Round, *, is_paid_apart: bool = False) -> SettledRound:
    """Settle gates in betting order; the bank neither wins nor loses more than its principal. R-pk-3, R-pk-4.

    A player's stakes on one gate are covered one by one and paid as one bet (R-money-1), or at tables of earlier forms apart.
    """
    check_round(table)
    if table.banker.is_out:  # the deal is void and made again; nobody has won or lost anything: 2.3, R-pk-12
        returns = tuple(stake for gate in table.in_betting_order() for stake in return_stakes(gate))
        return SettledRound(
            is_void=True,
            compared={},
            paid=returns,
            bank=share_out(table.bank, 0, COMMISSION, 1),
            claims=(),
            cites=(OUT_CITE, COUNTED_CITE, AGAIN_CITE),
        )
    # `standing` is what the bank has won so far, from minus its principal to plus its principal: each gate is covered by what is left. R-pk-3.
    principal = sum(share.amount for share in table.bank)
    standing = 0
    paid: list[StakeSettled] = []
    order, by_rate = texts_of(*ORDER_CITES), texts_of(*COMMISSION_CITES)
    compared: dict[int, Comparison] = {}
    claims: list[CompensationClaimed] = []
    for gate in table.in_betting_order():
        if gate.is_out:
            paid += return_stakes(gate)
            continue
        comparison = compare(gate.setting, table.banker.setting, banker_face_value=table.banker_face_value)
        compared[gate.number], result = comparison, comparison.result
        before = standing
        covered, standing = cover_stakes(gate.stakes, result, principal, before)
        placed = list(zip(gate.stakes, covered, strict=True))
        bets = placed if is_paid_apart else join_stakes(placed)
        by_order = texts_of(*comparison.cites, *ORDER_CITES)
        paid += [
            settle_stake(gate.number, stake, part, result, COMMISSION, table.limits.chip, by_order, by_rate)
            for stake, part in bets
        ]
        if result is Result.LOSE:
            # A claim counts no prize that the bank, as it stood before this gate, could not have paid: R-pk-6.
            prizes, _ = cover_stakes(gate.stakes, Result.WIN, principal, before)
            claims += claims_of(gate, table, covered, prizes)
    return SettledRound(
        is_void=False,
        compared=compared,
        paid=tuple(paid),
        bank=share_out(table.bank, standing, COMMISSION, table.limits.chip, order, by_rate),
        claims=tuple(claims),
        cites=ORDER_CITES,
    )


def return_stakes(gate: Gate) -> list[StakeSettled]:
    """Return the stakes of a gate that takes no part in the round, as they come back. R-pk-10."""
    # Nothing is won or lost, so that no chip is too small: one avo for the rounding.
    bets = join_stakes((stake, 0) for stake in gate.stakes)
    return [settle_stake(gate.number, stake, 0, Result.TIE, COMMISSION, 1) for stake, _ in bets]


def check_round(table: Round) -> None:
    """Refuse to settle anything unless everything is in order."""
    gates = (table.banker, *table.gates)
    for gate in gates:
        check_gate(gate.number)
    numbers = [gate.number for gate in gates]
    for number in numbers:
        if numbers.count(number) > 1:
            raise Refusal(WRONG_GATE, cite("4.1"), asked=number, allowed=_("each gate once"))
    check_in_set(tuple(face for gate in gates for face in gate.tiles))
    for gate in table.gates:
        already: dict[str, int] = {}  # a player's stakes on one gate are one bet, within the limits together: R-money-1
        for stake in gate.stakes:
            table.limits.check(stake.amount, already=already.get(stake.who, 0))
            already[stake.who] = already.get(stake.who, 0) + stake.amount
    if table.banker.stakes:
        raise Refusal(WRONG_GATE, cite("4.4"), asked=table.banker.number, allowed=_("no stakes on the banker's gate"))
    check_bank(table)
    check_setters(table)


def check_bank(table: Round) -> None:
    """Refuse principals that are no whole chips (4.9 may leave any winnings there), two of one person, and stakes of the banker."""
    who = [share.who for share in table.bank]
    for share in table.bank:
        check_principal(share.amount, table.limits)
        if who.count(share.who) > 1:
            raise Refusal(TWICE_AT_THE_BANK, cite("3.2"), asked=share.who)
    if any(stake.who == who[0] for gate in table.gates for stake in gate.stakes):
        raise Refusal(TWICE_AT_THE_BANK, cite("4.4"), asked=who[0])


def check_principal(amount: int, limits: Limits, by_clause: Citation | None = None, *, is_placed: bool = False) -> None:
    """Refuse a principal that is not a number of whole chips. pai_kao 4.4.

    Where it `is_placed` at a live table, one that is not above zero has a code of its own, as a stake has.
    """
    if amount <= 0 or amount % limits.chip:
        code = STAKE_NOT_POSITIVE if is_placed and amount <= 0 else STAKE_NOT_MULTIPLE
        chip = format_patacas(limits.chip)
        raise Refusal(code, by_clause or cite("4.4"), asked=format_patacas(amount), minimum=chip)


def check_setters(table: Round) -> None:
    """Refuse a gate that is set by another than the player who may set it, and side bets of a co-banker. pai_kao 3.3, 7.4, 7.5, R-pk-5."""
    staked = [gate for gate in table.in_betting_order() if gate.stakes]
    for gate in staked:
        bettors = [stake.who for stake in gate.stakes]
        check_side_bets(gate.set_by, table.co_bankers, bettors, gate.number)
        elsewhere = {other.set_by for other in staked if other is not gate} - {HOUSE}
        check_sets(gate.set_by, gate.stakes, elsewhere | bound_by_bank(table.co_bankers, gate.stakes))


def check_sets(who: str, stakes: Sequence[Stake], bound: Collection[str]) -> None:
    """Refuse anybody but the one entitled to set a gate, and somebody bound to set another: nobody sets two. pai_kao 7.4, 7.5."""
    if who in bound:
        raise Refusal(NOT_THE_SETTER, cite("7.5"), asked=who, allowed=_("a bettor who sets no other gate (set_by)"))
    entitled = setter_among(stakes, bound)
    if who != entitled:
        raise Refusal(NOT_THE_SETTER, cite("7.4"), asked=who, allowed=BY_HOUSE_WAY if entitled == HOUSE else entitled)


def with_setters(table: Round) -> Round:
    """Return the round with the setter of every gate that names none: the highest stake of those who set no other. pai_kao 3.3, R-pk-5."""
    named = {gate.number: gate.named_setter for gate in table.gates if gate.named_setter}
    stakes = {gate.number: gate.stakes for gate in table.gates}
    order = [number for number in betting_order(table.banker.number) if number not in named]
    chosen = choose_setters(stakes, order, named=named, co_bankers=table.co_bankers)
    gates = tuple(replace(gate, named_setter=chosen.get(gate.number, "")) for gate in table.gates)
    return replace(table, gates=gates)


def claims_of(gate: Gate, table: Round, lost: Sequence[int], prizes: Sequence[int]) -> list[CompensationClaimed]:
    """Return, where another setting would have won or tied, each side bettor's lost stake, and the prize the bank could have paid. R-pk-6.

    Nobody owes anything for a gate that was set by the house way because all its bettors set others. R-pk-5.
    """
    if gate.set_by == HOUSE:
        return []
    banker, face_value = table.banker.setting, table.banker_face_value
    chances = [(compare(other, banker, banker_face_value=face_value).result, other) for other in settings(gate.tiles)]
    better = [chance for chance in chances if chance[0] is not Result.LOSE]
    if not better:
        return []
    would, setting = min(better, key=lambda chance: list(Result).index(chance[0]))
    owed: dict[str, int] = {}
    for stake, loss, prize in zip(gate.stakes, lost, prizes, strict=True):
        if stake.who != gate.set_by:
            owed[stake.who] = owed.get(stake.who, 0) + loss + (prize if would is Result.WIN else 0)
    return [
        CompensationClaimed(
            gate=gate.number,
            owed_by=gate.set_by,
            owed_to=who,
            amount=amount,
            better=format_setting(setting),
            would=would,
            cites=texts_of(*CLAIM_CITES),
        )
        for who, amount in owed.items()
        if amount
    ]
