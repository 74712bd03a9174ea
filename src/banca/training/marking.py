"""Marking: what a trainee would do with each bet beside what the rulebook does, with the arithmetic and the articles."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from banca.law import clause
from banca.live.refusals import BAD_REQUEST
from banca.rulebook import KINDS, Citation, Fate, Lose, Payment, Push, Refusal, Stay, Win, decided_by, term
from banca.rulebook.money import AVOS
from banca.rulebook.payment_steps import ROUNDED
from banca.training.exercise import Exercise, family_of
from banca.words import Speech
from banca.words.numbers import SEPARATORS

PRIZE = term("prize {stake} × {odds} = {prize}")
COMMISSION_OF = term("commission {rate} % of {prize} = {commission}")
BREAKAGE = term("breakage {breakage}, rounded down to the chip")
PAY = term("pay {paid}; the stake of {stake} is returned")
TAKE = term("take the stake of {stake}")
TAKE_SHARE = term("take {taken} of the stake of {stake} and return {paid}")
RETURN = term("the stake of {stake} is returned")
LEAVE = term("undecided, the stake of {stake} stays on the layout")
MOVE = term("undecided, the stake of {stake} stands on {state} now")
HOLD = term("undecided, the stake of {stake} is held: {state}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the trainee would do with one bet: its result by `KINDS`, and what is handed over beside the stake, in avos."""

    result: str
    paid: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """What the rulebook does with one bet: the same, the steps in words, and the clauses that say so."""

    family: str
    result: str
    paid: int
    steps: tuple[str, ...]
    cites: tuple[Citation, ...]

    def is_met(self, answer: Answer) -> bool:
        """Whether the trainee did the same."""
        return (answer.result, answer.paid) == (self.result, self.paid)


def dues(exercise: Exercise, say: Speech) -> list[Due]:
    """What is right for each bet of an exercise of a game of chance, in order."""
    return [_due(exercise, fate, say) for fate in exercise.fates()]


def check_answers(found: Sequence[Due], answers: Sequence[Answer]) -> None:
    """Refuse answers that are more or fewer than the bets."""
    if len(found) != len(answers):
        raise Refusal(BAD_REQUEST, asked=f"{len(answers)} answers; {len(found)} are needed")


def articles(game: str, cites: Sequence[Citation], say: Speech) -> list[dict[str, Any]]:
    """The clauses in the reader's language."""
    return [{"cite": str(cite), "text": clause(game, cite.clause).text[say.language]} for cite in cites]


def handed(result: str, *, stake: int, received: int) -> int:
    """What is handed over: a winner's gain beside the stake, what a loser gets back; nothing else."""
    if result == KINDS[Win]:
        return received - stake
    return received if result == KINDS[Lose] else 0


def _due(exercise: Exercise, fate: Fate, say: Speech) -> Due:
    bet, stake, payment = fate.slip.bet, fate.slip.stake, fate.payment
    family = family_of(exercise.rules, bet)
    if fate.decision is None or payment is None:
        moved = fate.events[-1].verdict
        cites = (moved.cite if moved and moved.cite else bet.cite,)
        return Due(family=family, result=KINDS[Stay], paid=0, steps=(_stays(fate, say),), cites=cites)
    result = KINDS[type(fate.decision)]
    rounded = (ROUNDED,) if payment.breakage else ()
    return Due(
        family=family,
        result=result,
        paid=handed(result, stake=stake, received=payment.received),
        steps=tuple(_steps(fate, payment, say)),
        cites=(*decided_by(bet, fate.decision, payment), *rounded),
    )


def _stays(fate: Fate, say: Speech) -> str:
    stake = amount(fate.slip.stake, say)
    if fate.state == fate.events[-1].state:
        return say(LEAVE, stake=stake)
    return say(MOVE if isinstance(fate.state, int) else HOLD, stake=stake, state=say.state(fate.state))


def _steps(fate: Fate, payment: Payment, say: Speech) -> list[str]:
    """The arithmetic of a decided bet."""
    stake = amount(payment.stake, say)
    match fate.decision:
        case Win(odds=odds):
            steps = [say(PRIZE, stake=stake, odds=say.odds([odds]), prize=amount(payment.prize, say))]
            rate = fate.slip.bet.commission.rate if fate.slip.bet.commission else Fraction(0)
            steps += kept(rate, payment.prize, payment.commission, payment.breakage, say)
            return [*steps, say(PAY, paid=amount(payment.net, say), stake=stake)]
        case Lose(share=share) if share != 1:
            taken, back = amount(-payment.net, say), amount(payment.received, say)
            return [
                *kept(Fraction(0), Fraction(0), Fraction(0), payment.breakage, say),
                say(TAKE_SHARE, taken=taken, stake=stake, paid=back),
            ]
        case Push():
            return [say(RETURN, stake=stake)]
        case _:
            return [say(TAKE, stake=stake)]


def kept(rate: Fraction, prize: Fraction, commission: Fraction, breakage: Fraction, say: Speech) -> list[str]:
    """What the house keeps of a prize."""
    steps = []
    if commission:
        about = {"prize": amount(prize, say), "commission": amount(commission, say)}
        steps.append(say(COMMISSION_OF, rate=rate * 100, **about))
    if breakage:
        steps.append(say(BREAKAGE, breakage=amount(breakage, say)))
    return steps


def amount(avos: Fraction | int, say: Speech) -> str:
    """Avos as patacas for a reader; what is finer than an avo as a fraction of a pataca.

    >>> from banca.words import speech
    >>> [amount(Fraction(one), speech()) for one in (123400, 1250, Fraction(25000, 3))]
    ['1,234', '12.50', '83 1/3']
    """
    thousands, decimals = SEPARATORS[say.language]
    whole, rest = divmod(Fraction(avos), AVOS)
    said = f"{whole:,}".replace(",", thousands)
    if rest.denominator == 1:
        return f"{said}{decimals}{int(rest):02}" if rest else said
    return f"{said} {rest / AVOS}" if whole else str(rest / AVOS)
