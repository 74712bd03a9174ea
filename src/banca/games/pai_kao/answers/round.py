"""A settled round: every gate and stake, the bank, what is claimed."""

from collections.abc import Sequence
from fractions import Fraction

from banca.answers.settlement import StepShown, step_shown
from banca.games.pai_kao import COMMISSION, Claim, Gate, Paid, Result, Round, Settled, first_gate_dealt
from banca.games.pai_kao.answers.hands import GAME, SettingAnswer, lines_of, setting_answer
from banca.games.pai_kao.bank import (
    AGAIN_CITE,
    CLAIM_CITES,
    COMMISSION_CITES,
    COUNTED_CITE,
    COVER_CITE,
    EXPOSED_CITE,
    MOST_EXPOSED,
    OUT_CITE,
    RETURNED_CITE,
    BankShare,
)
from banca.games.pai_kao.setters import HOUSE, HOUSE_SETS_CITES, SETTER_CITES, LastWord, who_has_last_word
from banca.i18n.answer import AnswerStruct, Clauses, Money, caution
from banca.rules import Citation, Text
from banca.rules.payment import (
    BreakageStep,
    CommissionStep,
    CoveredStep,
    DealtAgainStep,
    HandedOverStep,
    PaymentStep,
    ReturnedStep,
    TakenStep,
)

CASINO = "casino"


class StakeAnswer(AnswerStruct, frozen=True, kw_only=True):
    """What a player's stakes on a gate came to: they are one bet."""

    who: str
    stake: Money
    covered: Money
    commission: Money
    breakage: Money
    received: Money
    net: Money
    steps: tuple[StepShown, ...]


class GateAnswer(SettingAnswer, frozen=True, kw_only=True):
    """One gate: how it was set, what became of it and of every stake."""

    gate: int
    setter: str
    setter_cites: tuple[Citation, ...]
    result: str
    cites: tuple[Citation, ...]
    stakes: tuple[StakeAnswer, ...]


class ShareAnswer(AnswerStruct, frozen=True, kw_only=True):
    """What one of those who bank won or lost."""

    who: str
    principal: Money
    gross: Money
    commission: Money
    breakage: Money
    net: Money
    steps: tuple[StepShown, ...]


class ClaimAnswer(AnswerStruct, frozen=True, kw_only=True):
    """Compensation that is owed outside of the round."""

    gate: int
    owed_by: str
    owed_to: str
    amount: Money
    better: SettingAnswer
    would: Result
    cites: tuple[Citation, ...]


class FirstDealt(AnswerStruct, frozen=True, kw_only=True):
    """The gate that the dice deal first."""

    gate: int
    cite: Citation


class SetBy(AnswerStruct, frozen=True, kw_only=True):
    """Who has the last word on the banker's tiles; the clause where the casino co-banks."""

    who: str
    cite: Clauses


class RoundAnswer(AnswerStruct, frozen=True, kw_only=True):
    """A settled round: who pays whom, with the articles."""

    game: str
    caution: Text | None
    is_void: bool
    banker: int
    first_gate_dealt: FirstDealt | None
    banker_setting: SettingAnswer
    banker_set_by: SetBy
    gates: tuple[GateAnswer, ...]
    bank: tuple[ShareAnswer, ...]
    claims: tuple[ClaimAnswer, ...]
    commission: Money
    breakage: Money
    commission_rate: Fraction
    commission_cites: tuple[Citation, ...]
    cover_cite: Citation
    cites: tuple[Citation, ...]


def round_answer(table: Round, settled: Settled, dice: Sequence[int] | None) -> RoundAnswer:
    """Who pays whom, with the articles."""
    gates = {gate.number: gate for gate in table.gates}
    first = first_gate_dealt(table.banker.number, dice) if dice is not None else None
    return RoundAnswer(
        game=GAME,
        caution=caution(GAME),
        is_void=settled.is_void,
        banker=table.banker.number,
        first_gate_dealt=FirstDealt(gate=first[0], cite=first[1]) if first else None,
        banker_setting=setting_answer(table.banker.setting, face_value=table.banker_face_value),
        banker_set_by=_banker_set_by(table),
        gates=tuple(_gate(gates[number], settled) for number in dict.fromkeys(paid.gate for paid in settled.paid)),
        bank=tuple(_share(share, is_void=settled.is_void) for share in settled.bank),
        claims=tuple(map(_claim, settled.claims)),
        commission=Money(settled.commission),
        breakage=Money(settled.breakage),
        commission_rate=COMMISSION,
        commission_cites=COMMISSION_CITES,
        cover_cite=COVER_CITE,
        cites=settled.cites,
    )


def _gate(gate: Gate, settled: Settled) -> GateAnswer:
    compared = settled.compared.get(gate.number)
    exposed = (EXPOSED_CITE,) if gate.exposed == 1 else ()  # by accident: the round counts, and the clause says so
    is_out = gate.exposed > MOST_EXPOSED  # stays out when the tiles are dealt again
    out = (OUT_CITE, COUNTED_CITE, RETURNED_CITE if is_out else AGAIN_CITE)
    return GateAnswer(
        **lines_of(gate.setting),
        gate=gate.number,
        setter=gate.set_by,
        setter_cites=HOUSE_SETS_CITES if gate.set_by == HOUSE else SETTER_CITES,
        result=compared.result.value if compared else "out" if is_out else "void",
        cites=(*(compared.cites if compared else out), *exposed),
        stakes=tuple(
            _stake(paid, stays=settled.is_void and not is_out) for paid in settled.paid if paid.gate == gate.number
        ),
    )


def _stake(paid: Paid, *, stays: bool) -> StakeAnswer:
    """What a stake came to; after a void deal it stays for the next one, and nobody receives anything. R-pk-12."""
    return StakeAnswer(
        who=paid.who,
        stake=Money(paid.stake),
        covered=Money(paid.covered),
        commission=Money(paid.commission),
        breakage=Money(paid.breakage),
        received=Money(0 if stays else paid.received),
        net=Money(paid.net),
        steps=tuple(map(step_shown, [DealtAgainStep(stake=paid.stake, cite=AGAIN_CITE)] if stays else _steps(paid))),
    )


def _steps(paid: Paid) -> list[PaymentStep]:
    """How a stake came to what its player receives."""
    steps: list[PaymentStep] = []
    if paid.result is Result.TIE:
        steps.append(ReturnedStep(stake=paid.stake))
    elif paid.covered != paid.stake:
        steps.append(CoveredStep(covered=paid.covered, cite=COVER_CITE))
    if paid.result is Result.LOSE:
        steps.append(TakenStep(stake=paid.covered, share=Fraction(1)))
    steps += _kept(paid.covered, paid.commission, paid.breakage)
    return [*steps, HandedOverStep(received=paid.received, net=paid.net)]


def _kept(won: int, commission: Fraction, breakage: Fraction) -> list[PaymentStep]:
    """What the casino keeps of what was won, where it keeps something."""
    kept: list[PaymentStep] = []
    if commission:
        about = COMMISSION_CITES[0]
        kept.append(CommissionStep(rate=COMMISSION, prize=Fraction(won), commission=commission, cite=about))
    return [*kept, BreakageStep(breakage=breakage)] if breakage else kept


def _share(share: BankShare, *, is_void: bool) -> ShareAnswer:
    handed = HandedOverStep(received=share.principal + share.net, net=share.net)
    steps = [*_kept(share.gross, share.commission, share.breakage), handed]
    return ShareAnswer(
        who=share.who,
        principal=Money(share.principal),
        gross=Money(share.gross),
        commission=Money(share.commission),
        breakage=Money(share.breakage),
        net=Money(share.net),
        steps=() if is_void else tuple(map(step_shown, steps)),
    )


def _claim(claim: Claim) -> ClaimAnswer:
    return ClaimAnswer(
        gate=claim.gate,
        owed_by=claim.owed_by,
        owed_to=claim.owed_to,
        amount=Money(claim.amount),
        better=setting_answer(claim.better),
        would=claim.would,
        cites=CLAIM_CITES,
    )


def _banker_set_by(table: Round) -> SetBy:
    """Who has the last word on the banker's tiles when the casino co-banks."""
    casino = sum(share.amount for share in table.bank[1:] if share.who == CASINO)
    if not casino:
        return SetBy(who=table.bank[0].who, cite=Clauses(()))
    whose, cite = who_has_last_word(banker_principal=table.bank[0].amount, casino_principal=casino)
    return SetBy(who=CASINO if whose is LastWord.CASINO else table.bank[0].who, cite=Clauses((cite,)))
