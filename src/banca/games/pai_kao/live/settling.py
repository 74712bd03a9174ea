"""A round is settled by its gates and principals, or everything goes back. Articles 4 and 7."""

from collections.abc import Iterator

from banca.games.pai_kao.bank import CLAIM_CITES, COMMISSION_CITES, Gate, Paid, Round, Settled, settle_round
from banca.games.pai_kao.hands import format_setting
from banca.games.pai_kao.hands import settings as three_settings
from banca.games.pai_kao.live.case import Case
from banca.games.pai_kao.live.event import (
    BankSettled,
    CommissionTaken,
    CompensationClaimed,
    PrincipalReturned,
    StakeReturned,
    StakeSettled,
)
from banca.games.pai_kao.live.state import PaiKaoState
from banca.live.event import Event, RoundEnded
from banca.live.outlook import PaidBet
from banca.live.results import Chance
from banca.live.seating import voided
from banca.rules import Citation, Limits


def round_of(table: PaiKaoState, *, banker_face_value: bool = False) -> Round:
    """The round as it lies turned: the banker's gate, those who bank, and every gate that carries stakes."""
    gates = tuple(gate_of(table, number) for number in table.stakes)
    banker = gate_of(table, table.banker)
    return Round(banker=banker, bank=table.bank, gates=gates, banker_face_value=banker_face_value)


def gate_of(table: PaiKaoState, number: int) -> Gate:
    """One gate; where it is out nobody need have set it, and its setting does not matter."""
    tiles = table.tiles[number]
    return Gate(
        number=number,
        tiles=tiles,
        setting=table.settings.get(number) or three_settings(tiles)[0],
        stakes=table.stakes.get(number, ()),
        exposed=table.exposed.get(number, 0),
        named_setter=table.setters[number] if number != table.banker else "",
    )


def paid_bets(table: PaiKaoState, limits: Limits, *, banker_face_value: bool) -> list[PaidBet]:
    """What each stake and each principal comes to, as the tiles lie turned. pai_kao 4.2, 4.8."""
    settled = settle_round(round_of(table, banker_face_value=banker_face_value), limits)
    stakes = [one for one in settled.paid if one.gate not in table.out]
    return [
        *(PaidBet(one.who, f"gate {one.gate}", "", one.stake, one.result.value, one.received) for one in stakes),
        *(PaidBet(one.who, "bank", "", one.principal, _gain(one.net), one.principal + one.net) for one in settled.bank),
    ]


def _gain(net: int) -> str:
    return "win" if net > 0 else "lose" if net < 0 else "tie"


def settle(case: Case) -> Iterator[Event]:
    """Everybody takes from the table what is theirs, and the casino its commission; then the order of the tiles is shown. pai_kao 4.2, 4.8.

    The tiles lie open by now: they are settled, and the audit tells it, where the order can no longer be opened.
    """
    table = case.table
    turned = round_of(table, banker_face_value=case.banker_face_value)
    settled = settle_round(turned, case.limits, is_paid_apart=table.form.pays_stakes_apart)
    yield case.acted()
    yield from (_paid(one, settled) for one in settled.paid if one.gate not in table.out)
    yield from _bank(settled)
    yield CommissionTaken(
        commission=str(settled.commission), breakage=str(settled.breakage), cites=_texts(COMMISSION_CITES)
    )
    yield from _claims(settled)
    if case.chance:
        yield case.chance.opening(table.commitment)
    yield RoundEnded(number=table.round)


def _paid(one: Paid, settled: Settled) -> Event:
    """What a player has on a gate, by the gate it lies on."""
    why = (*settled.compared[one.gate].cites, *settled.cites, *(COMMISSION_CITES if one.commission else ()))
    return StakeSettled(
        gate=one.gate,
        player=one.who,
        stake=one.stake,
        covered=one.covered,
        result=one.result.value,
        received=one.received,
        commission=str(one.commission),
        breakage=str(one.breakage),
        cites=_texts(why),
    )


def _bank(settled: Settled) -> Iterator[Event]:
    """Each principal with what it won or lost."""
    for share in settled.bank:
        yield BankSettled(
            who=share.who,
            principal=share.principal,
            gross=share.gross,
            received=share.principal + share.net,
            commission=str(share.commission),
            breakage=str(share.breakage),
            cites=_texts((*settled.cites, *(COMMISSION_CITES if share.commission else ()))),
        )


def _claims(settled: Settled) -> Iterator[Event]:
    """What setters owe the other bettors of their gates; no money moves for it. pai_kao 7.2, R-pk-6."""
    for claim in settled.claims:
        yield CompensationClaimed(
            gate=claim.gate,
            owed_by=claim.owed_by,
            owed_to=claim.owed_to,
            amount=claim.amount,
            better=format_setting(claim.better),
            would=claim.would.value,
            cites=_texts(CLAIM_CITES),
        )


def void(table: PaiKaoState, reason: str, chance: Chance | None) -> Iterator[Event]:
    """Every stake and every principal goes back to its owner; the order of the tiles is shown, or its commitment named."""
    for gate, stake in table.in_play():
        yield StakeReturned(player=stake.who, gate=gate, stake=stake.amount)
    for share in table.bank:
        yield PrincipalReturned(who=share.who, principal=share.amount)
    yield from voided(table.commitment, reason, chance)


def _texts(cites: tuple[Citation, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(str, cites)))
