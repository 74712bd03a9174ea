"""Games that a player banks: principals, stakes on gates, the order of payment, commission, and the turn of the bank. No game is known here.

At such a table the house lays nothing against anybody: what one player wins another has lost, and the house takes a commission of what was
won. A game brings the rate of its commission, its clauses, and who wins (`Result`); everything that is money or turn is worked out here.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from msgspec import field, structs

from banca.rules import _, round_down_to_chip
from banca.tables.events import BANK, BREAKAGE, COMMISSION, STAKES, WALLET, Event, Transfer, wallet, whole_avos
from banca.tables.state import TableState

CASINO = "(casino)"
"""The casino among those who bank; no player can be called that."""


def account(who: str) -> str:
    """Return the account that the money of somebody who banks comes from and goes back to."""
    return BANK if who == CASINO else wallet(who)


class Result(StrEnum):
    """The result of the player's gate."""

    WIN = "win"
    TIE = "tie"
    LOSE = "lose"


@dataclass(frozen=True, slots=True)
class Stake:
    """What one player has put on a gate or into the bank, in avos."""

    who: str
    amount: int


# Money


def take_commission(gain: int, rate: Fraction, chip: int) -> tuple[Fraction, int, Fraction]:
    """Return, of what somebody won, the commission, what is handed over in whole chips, and the breakage.

    >>> take_commission(150, Fraction(4, 100), 100)
    (Fraction(6, 1), 100, Fraction(44, 1))
    """
    commission = gain * rate  # exact: what is too small for a chip is breakage, and never part of the commission
    handed = round_down_to_chip(gain - commission, chip)
    return commission, handed, gain - commission - handed


def cover_stakes(stakes: Iterable[Stake], result: Result, principal: int, standing: int) -> tuple[list[int], int]:
    """Return what of each stake the bank covers, in order, and how the bank stands afterwards.

    The bank neither wins nor loses more than its principal: `standing` runs from minus the principal to plus the principal.
    """
    covered = []
    for stake in stakes:
        part = 0  # a tie gives every stake back
        if result is Result.LOSE:
            part = min(stake.amount, principal - standing)
            standing += part
        elif result is Result.WIN:
            part = min(stake.amount, principal + standing)
            standing -= part
        covered.append(part)
    return covered, standing


def join_stakes(placed: Iterable[tuple[Stake, int]]) -> list[tuple[Stake, int]]:
    """Return stakes with what is covered of each, those of one player added up, in the order of their first. R-money-1.

    >>> join_stakes([(Stake("Ana", 12), 12), (Stake("Rui", 5), 5), (Stake("Ana", 13), 8)])
    [(Stake(who='Ana', amount=25), 20), (Stake(who='Rui', amount=5), 5)]
    """
    bets: dict[str, tuple[int, int]] = {}
    for stake, covered in placed:
        amount, part = bets.get(stake.who, (0, 0))
        bets[stake.who] = (amount + stake.amount, part + covered)
    return [(Stake(who, amount), covered) for who, (amount, covered) in bets.items()]


# What happens. Names and fields are those of every journal since 1.0: they stay. Events of one form have it from a class that is no event:
# msgspec writes the fields of a base first, and the order of the fields is part of an entry's digest.


class BankEvent(Event):
    """A fact about a bank among players, its gates and its stakes: what `evolve_bank` knows."""


class GateEvent(Event):
    """A fact about a gate and its player."""

    gate: int
    player: str


class GateTaken(BankEvent):
    """A player sits at a gate."""

    says = _("{player} takes gate {gate}")
    player: str
    gate: int


class BankTaken(GateEvent, BankEvent):
    """A gate takes a bank that was free."""

    says = _("gate {gate}, {player}, takes the bank")
    cite: str


class BankingAgreed(GateEvent, BankEvent):
    """A gate agrees that the banker banks one round more than two."""

    says = _("gate {gate}, {player}, agrees to one more round")
    cite: str


class BankPassed(BankEvent):
    """A gate refuses the bank, or passes it after its rounds, to another gate."""

    says = _("gate {gate} passes the bank to gate {to}")
    gate: int
    to: int
    refused: bool
    by: str
    cite: str


class BankFreed(BankPassed):
    """A gate refuses the bank, or passes it after its rounds, and nobody has it now."""

    says = _("gate {gate} passes the bank; there is no banker now")
    to: int = 0


class PrincipalPutDown(GateEvent, BankEvent):
    """The banker has put down the principal."""

    says = _("{player} banks at gate {gate} with a principal of {principal}")
    moves = ((WALLET, STAKES, "principal"),)
    principal: int


class _OfPrincipal(BankEvent):
    who: str
    principal: int

    @property
    def own_account(self) -> str:
        return account(self.who)  # the casino's principal comes out of the house's bank


class CoBanked(_OfPrincipal):
    """A player of another gate, or the casino, adds a principal to the banker's."""

    says = _("{who} co-banks with a principal of {principal}")
    moves = ((WALLET, STAKES, "principal"),)
    cite: str


class PrincipalReturned(_OfPrincipal):
    """A principal is returned: the round is void."""

    says = _("the principal of {principal} is returned to {who}")
    moves = ((STAKES, WALLET, "principal"),)
    gives_back = True


class _OfStake(BankEvent):
    moves = ((STAKES, WALLET, "stake"),)
    player: str
    gate: int
    stake: int


class StakePlaced(_OfStake):
    """A stake is placed on a gate."""

    says = _("{player} bets {stake} on gate {gate}")
    moves = ((WALLET, STAKES, "stake"),)


class StakeWithdrawn(_OfStake):
    """All that a player had on a gate is withdrawn before the shake."""

    says = _("{player} withdraws {stake} from gate {gate}")
    gives_back = True


class StakeReturned(_OfStake):
    """A stake is returned: its gate is out, or the round is void."""

    says = _("{stake} on gate {gate} is returned to {player}")
    gives_back = True
    cite: str = ""
    """The reading, where its gate is out."""


class StakeSettled(GateEvent, BankEvent):
    """What a player has on a gate has won, tied or lost; the bank covered so much of it. Commission and breakage are exact."""

    says = _("{player} on gate {gate}, {stake} (the bank covers {covered}): {result}; received {received}")
    moves = ((STAKES, WALLET, "received"),)
    has_arithmetic = True
    stake: int
    """All that the player has there: it is one bet. R-money-1."""
    covered: int
    result: Result
    received: int
    """What the player takes back, the stake included."""
    commission: str = "0"
    breakage: str = "0"
    cites: tuple[str, ...]

    @property
    def net(self) -> int:
        """The player's gain."""
        return self.received - self.stake


class BankSettled(_OfPrincipal):
    """What the banker or a co-banker won or lost, and receives."""

    says = _("{who}, in the bank with a principal of {principal}: result {gross}, received {received}")
    moves = ((STAKES, WALLET, "received"),)
    has_arithmetic = True
    gross: int
    received: int
    commission: str = "0"
    breakage: str = "0"
    cites: tuple[str, ...]

    @property
    def net(self) -> int:
        """The gain of whoever banks, within their own principal."""
        return self.received - self.principal


class CommissionTaken(BankEvent):
    """All that the casino keeps of the round, exactly; commission is posted in whole avos, the rest as breakage."""

    says = _("the casino keeps commission {commission} and breakage {breakage}")
    commission: str
    breakage: str
    cites: tuple[str, ...]

    def transfers(self) -> Iterator[Transfer]:
        # Less than an avo of each is left where it was: the two are rounded together, so that the sum is whole.
        commission, breakage = whole_avos(self.commission, self.breakage)
        yield Transfer(STAKES, COMMISSION, commission)
        yield Transfer(STAKES, BREAKAGE, breakage)


def settle_stake(
    gate: int,
    stake: Stake,
    covered: int,
    result: Result,
    rate: Fraction,
    chip: int,
    cites: Sequence[str] = (),
    by_rate: Sequence[str] = (),
) -> StakeSettled:
    """Pay even money on what the bank covers, less commission; what it does not cover comes back.

    The payment cites `cites`, and `by_rate` too where a commission is taken of it.
    """
    lost = covered if result is Result.LOSE else 0
    commission, handed, breakage = take_commission(covered if result is Result.WIN else 0, rate, chip)
    return StakeSettled(
        gate=gate,
        player=stake.who,
        stake=stake.amount,
        covered=covered,
        result=result,
        received=stake.amount - lost + handed,
        commission=str(commission),
        breakage=str(breakage),
        cites=(*cites, *(by_rate if commission else ())),
    )


def share_out(
    bank: Iterable[Stake],
    result: int,
    rate: Fraction,
    chip: int,
    cites: Sequence[str] = (),
    by_rate: Sequence[str] = (),
) -> tuple[BankSettled, ...]:
    """Share the bank's result among those who bank, in the order they put down their principals; each up to their own.

    Each share cites `cites`, and `by_rate` too where a commission is taken of it.
    """
    shares = []
    left = abs(result)  # no more than all principals together: `cover_stakes` sees to it
    for principal in bank:
        part = min(left, principal.amount)
        left -= part
        won, lost = (part, 0) if result > 0 else (0, part)
        commission, handed, breakage = take_commission(won, rate, chip)
        share = BankSettled(
            who=principal.who,
            principal=principal.amount,
            gross=won - lost,
            received=principal.amount + handed - lost,
            commission=str(commission),
            breakage=str(breakage),
            cites=(*cites, *(by_rate if commission else ())),
        )
        shares.append(share)
    return tuple(shares)


BANK_EVENTS: tuple[type[BankEvent], ...] = (
    GateTaken,
    BankTaken,
    BankPassed,
    BankFreed,
    BankingAgreed,
    PrincipalPutDown,
    CoBanked,
    StakePlaced,
    StakeWithdrawn,
    StakeReturned,
    PrincipalReturned,
    StakeSettled,
    BankSettled,
    CommissionTaken,
)
"""What may happen at a table that a player banks, beyond what happens at every table."""


# The table


class BankedState(TableState):
    """What a table that a player banks remembers between two commands. Money is in avos."""

    gates: dict[int, str] = field(default_factory=dict)
    """Who holds each gate; a player may sit without one and bet on others'."""
    banker: int = 0
    """The gate that banks; 0 while the bank is free."""
    rounds_banked: int = 0
    """Rounds it has banked in this turn."""
    last_banker: int = 0
    """The gate that banked before it, from which the turn is counted."""
    refusing: frozenset[int] = frozenset()
    agreeing: frozenset[int] = frozenset()
    """Gates that agree to one more round of the same banker than it may have."""
    bet_before: frozenset[int] = frozenset()
    """Gates whose holders bet in the round before."""
    banked_before: str = ""
    """Who banked the round before, with which principal, and won what of it."""
    principal_before: int = 0
    won_before: int = 0
    bank: tuple[Stake, ...] = ()
    """The principals: the banker's, then the co-bankers' in the order they were put down. The casino's may be there before the banker's."""
    stakes: dict[int, tuple[Stake, ...]] = field(default_factory=dict)
    """The stakes on each gate, in the order they were put down."""
    sent_back: frozenset[str] = frozenset()
    """Players who have bet in the round on gates that were out when it was dealt anew."""
    away: frozenset[str] = frozenset()
    """Players for whom the house had to act: they lose their seats after the round."""
    out: frozenset[int] = frozenset()
    """Gates that take no part in the round; what lay on them has gone back."""

    @property
    def banker_name(self) -> str:
        """Who banks, or nobody."""
        return self.gates.get(self.banker, "")

    @property
    def banking_practice_seat(self) -> str:
        """The banker where the program plays that seat, or nobody."""
        return self.banker_name if self.banker_name in self.practice else ""

    @property
    def co_bankers(self) -> list[str]:
        """Those who bank beside the banker."""
        return [share.who for share in self.bank if share.who != self.banker_name]

    def principal_of(self, who: str) -> int:
        """Return all that somebody has in the bank."""
        return sum(share.amount for share in self.bank if share.who == who)

    def bettors(self, gate: int) -> list[str]:
        """Return those who have staked on a gate."""
        return [stake.who for stake in self.stakes.get(gate, ())]

    def gate_of(self, player: str) -> int:
        """Return the gate that a player holds, or 0."""
        return next((gate for gate, holder in self.gates.items() if holder == player), 0)

    def in_play(self) -> Iterator[tuple[int, Stake]]:
        """Yield every stake that lies on the table, with its gate."""
        for gate, stakes in self.stakes.items():
            if gate not in self.out:
                yield from ((gate, stake) for stake in stakes)

    def stake_on(self, gate: int, player: str) -> int:
        """Return all that a player has on a gate."""
        return sum(stake.amount for stake in self.stakes.get(gate, ()) if stake.who == player)

    def staked(self, player: str) -> int:
        """Return all that a player has on the gates."""
        return sum(stake.amount for _, stake in self.in_play() if stake.who == player)

    @property
    def money(self) -> int:
        """All stakes and principals on the table."""
        return sum(stake.amount for _, stake in self.in_play()) + sum(share.amount for share in self.bank)

    @property
    def has_stakes(self) -> bool:
        """Whether somebody has staked on a gate."""
        return bool(self.stakes)

    def money_of(self, player: str) -> int:
        """Return all that a player has on the table, principals too."""
        return self.staked(player) + self.principal_of(player)

    def least_principal(self, who: str) -> int:
        """Return what a banker who won and banks again at once must leave: principal and winnings. Of others, nothing."""
        return self.principal_before + max(self.won_before, 0) if self.banked_before == who else 0


B = TypeVar("B", bound=BankedState)


def free_gate(table: B, player: str) -> B:
    """Return the table without the gate that a player held, and without what that gate had said."""
    gate = table.gate_of(player)
    return structs.replace(
        table,
        gates={number: holder for number, holder in table.gates.items() if number != gate},
        refusing=table.refusing - {gate},
        agreeing=table.agreeing - {gate},
        bet_before=table.bet_before - {gate},
        away=table.away - {player},
    )


def gates_that_bet(table: BankedState) -> frozenset[int]:
    """Return the gates whose holders have bet in the round, wherever their stakes lay."""
    bettors = {stake.who for stakes in table.stakes.values() for stake in stakes} | table.sent_back
    return frozenset(gate for gate, holder in table.gates.items() if holder in bettors)


def evolve_bank(table: B, event: Event, *, ends_turn: bool) -> B:
    """Return the table after what happened to its bank and its stakes; of anything else, the table as it is.

    Where a bank that goes on now `ends_turn`, who banks again begins anew, and leaves nothing of what was won.
    """
    match event:
        case GateTaken():
            return structs.replace(table, gates={**table.gates, event.gate: event.player})
        case BankTaken():
            return structs.replace(table, banker=event.gate, rounds_banked=0)
        case BankPassed():
            # A gate that refuses has not banked, so that the turn goes on being counted from the last that did.
            return structs.replace(
                structs.replace(table, banked_before="", principal_before=0, won_before=0) if ends_turn else table,
                banker=event.to,
                rounds_banked=0,
                last_banker=table.last_banker if event.refused else event.gate,
                refusing=table.refusing | {event.gate} if event.refused else frozenset(),
                agreeing=frozenset(),
            )
        case BankingAgreed():
            return structs.replace(table, agreeing=table.agreeing | {event.gate})
        case PrincipalPutDown():
            # The banker's stands first, even where the casino has put down its own before.
            bank = (Stake(event.player, event.principal), *table.bank)
            return structs.replace(table, bank=bank, refusing=frozenset(), away=table.away - {event.player})
        case CoBanked():
            return structs.replace(table, bank=(*table.bank, Stake(event.who, event.principal)))
        case StakePlaced():
            placed = (*table.stakes.get(event.gate, ()), Stake(event.player, event.stake))
            return structs.replace(table, stakes={**table.stakes, event.gate: placed}, away=table.away - {event.player})
        case StakeWithdrawn():
            left = tuple(stake for stake in table.stakes[event.gate] if stake.who != event.player)
            stakes = {**table.stakes, event.gate: left}
            return structs.replace(table, stakes={gate: placed for gate, placed in stakes.items() if placed})
        case BankSettled() if event.who == table.banker_name:
            won = event.received - event.principal
            return structs.replace(table, banked_before=event.who, principal_before=event.principal, won_before=won)
        case _:  # stakes and principals that are returned or settled lie there until the round is over
            return table
