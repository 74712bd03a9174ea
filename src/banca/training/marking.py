"""Marking: what a trainee would do with each bet beside what the rulebook does, with the arithmetic and the articles."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from banca.i18n import Translator
from banca.i18n.descriptions import step_text
from banca.law import clause
from banca.live.refusals import BAD_REQUEST
from banca.rules import KINDS, Citation, Fate, Lose, Payment, Push, Refusal, Stay, Win, _, decided_by
from banca.rules.payment import ROUNDED, BreakageStep, CommissionStep, PrizeStep, ReturnedStep, StandsStep, steps_of
from banca.training.exercise import Exercise, family_of

PAY = _("pay {paid}; the stake of {stake} is returned")
TAKE = _("take the stake of {stake}")
TAKE_SHARE = _("take {taken} of the stake of {stake} and return {paid}")
MOVE = _("undecided; the stake of {stake} is now on {state}")
WRONG_COUNT = _("answers: {count}; needed: {needed}")
HOLD = _("undecided; the stake of {stake} stays: {state}")


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


def dues(exercise: Exercise, say: Translator) -> list[Due]:
    """What is right for each bet of an exercise of a game of chance, in order."""
    return [_due(exercise, fate, say) for fate in exercise.fates()]


def check_answers(found: Sequence[Due], answers: Sequence[Answer]) -> None:
    """Refuse answers that are more or fewer than the bets."""
    if len(found) != len(answers):
        raise Refusal(BAD_REQUEST, asked=WRONG_COUNT.fill(count=len(answers), needed=len(found)))


class Article(Struct, frozen=True, kw_only=True):
    """A clause, in the reader's language."""

    cite: str
    cited: str
    """As jurists write it."""
    text: str


def articles(game: str, cites: Sequence[Citation], say: Translator) -> list[Article]:
    """The clauses in the reader's language."""
    return [
        Article(cite=str(cite), cited=say.cite(cite), text=clause(game, cite.clause).text[say.language])
        for cite in cites
    ]


def handed(result: str, *, stake: int, received: int) -> int:
    """What is handed over: a winner's gain beside the stake, what a loser gets back; nothing else."""
    if result == KINDS[Win]:
        return received - stake
    return received if result == KINDS[Lose] else 0


def _due(exercise: Exercise, fate: Fate, say: Translator) -> Due:
    bet, stake, payment = fate.slip.bet, fate.stake, fate.payment
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


def _stays(fate: Fate, say: Translator) -> str:
    if fate.state == fate.events[-1].state:
        return step_text(say, StandsStep(stake=fate.stake))
    stake = say.money(fate.stake)
    return say(MOVE if isinstance(fate.state, int) else HOLD, stake=stake, state=say.state(fate.state))


def _steps(fate: Fate, payment: Payment, say: Translator) -> list[str]:
    """The arithmetic of a decided bet, and what a croupier does then."""
    steps = steps_of(fate.slip.bet, fate.decision, payment, fate.stake)
    arithmetic = [step_text(say, step) for step in steps if isinstance(step, PrizeStep | CommissionStep | BreakageStep)]
    stake = say.money(payment.stake)
    match fate.decision:
        case Win():
            return [*arithmetic, say(PAY, paid=say.money(payment.net), stake=stake)]
        case Lose(share=share) if share != 1:
            taken, back = say.money(-payment.net), say.money(payment.received)
            return [*arithmetic, say(TAKE_SHARE, taken=taken, stake=stake, paid=back)]
        case Push():
            return [step_text(say, ReturnedStep(stake=payment.stake))]
        case _:
            return [say(TAKE, stake=stake)]
