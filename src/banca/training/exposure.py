"""Exposures: bets on a layout, and what the house may have to pay at most on the next result."""

from dataclasses import dataclass

from msgspec import structs

from banca.games import find
from banca.i18n import Translator
from banca.i18n.descriptions import outcome_name
from banca.rules import Citation, Outcome, Win, _, decided_by
from banca.rules.payment import pay
from banca.training.exercise import Exercise, HeldBet, make
from banca.training.question import AnswerForm, Question, question
from banca.training.reply import NOT_ANSWERED, Marked, Reply, check_reply
from banca.training.wanted import ExerciseKind, WantedExercise

MOST_NAMED = 6
"""Results that are named where several cost the house the most."""

ASKS = _(
    "What is the most that the house may have to pay on the next result? Count the prizes of all players together; stakes that the house wins are not deducted."
)
NO_RESULT = _("No result yet")
PAYS = _("{bet}: {paid}")
WORST = _("the most is paid with {outcomes}: {sum} = {paid}")
NOTHING = _("no result of the next round makes any of these bets win")


@dataclass(frozen=True, slots=True, kw_only=True)
class Worst:
    """What the house may have to pay at most, the results that cost it so much, and the bets that win with the first of them."""

    paid: int
    outcomes: tuple[Outcome, ...]
    winners: tuple[tuple[HeldBet, int, tuple[Citation, ...]], ...]


def worst(made: Exercise) -> Worst:
    """Every result that may come next is tried."""
    space = min((one.bet.space for one in made.held), key=len)
    found = {outcome: _winners(made, outcome) for outcome, _ in space}
    sums = {outcome: sum(paid for _, paid, _ in winners) for outcome, winners in found.items()}
    most = max(sums.values())
    outcomes = tuple(outcome for outcome, paid in sums.items() if paid == most)
    return Worst(paid=most, outcomes=outcomes, winners=found[outcomes[0]])


def _winners(made: Exercise, outcome: Outcome) -> tuple[tuple[HeldBet, int, tuple[Citation, ...]], ...]:
    won = []
    for one in made.held:
        verdict = one.bet.verdict(one.state, outcome)
        if isinstance(verdict, Win):
            payment = pay(one.stake, verdict, one.bet.commission, made.limits.chip)
            won.append((one, payment.net, tuple(decided_by(one.bet, verdict, payment))))
    return tuple(won)


@dataclass(frozen=True, slots=True)
class ExposureDrill:
    """Of one game of chance."""

    game: str

    def is_offered(self) -> bool:
        """Where bets are against the house."""
        return find(self.game).rulebook is not None

    def make(self, wanted: WantedExercise) -> Exercise:
        """A layout that play could have led to; the result that comes next is not looked at."""
        return make(wanted)

    def question(self, made: Exercise, say: Translator) -> Question:
        """The bets as they lie, without a result."""
        usual = question(made, say)
        said = {"outcome": "", "outcome_name": "", "said": say(NO_RESULT)}
        return structs.replace(usual, kind=ExerciseKind.EXPOSURE, form=AnswerForm.AMOUNT, asks=say(ASKS), **said)

    def mark(self, made: Exercise, reply: Reply | None, say: Translator) -> list[Marked]:
        """The most that any result makes the house pay."""
        if reply is not None:
            check_reply(self.question(made, say), reply)
        most = worst(made)
        given = None if reply is None else reply.amount
        return [
            Marked(
                family=ExerciseKind.EXPOSURE,
                name="",
                is_right=given == most.paid,
                paid=most.paid,
                said=say.money(most.paid),
                given=say(NOT_ANSWERED) if given is None else say.money(given),
                steps=tuple(_steps(made, most, say)),
                cites=tuple(dict.fromkeys(cite for _, _, cites in most.winners for cite in cites))
                or (made.held[0].bet.cite,),
            )
        ]


def _steps(made: Exercise, most: Worst, say: Translator) -> list[str]:
    if not most.paid:
        return [say(NOTHING)]
    show = made.rules.rulebook.show
    names = list(dict.fromkeys(outcome_name(made.rules, show(one), say) for one in most.outcomes))
    named = say.list(names[:MOST_NAMED] + ["…"] * (len(names) > MOST_NAMED))
    lines = [say(PAYS, bet=say.bet(one.bet), paid=say.money(paid)) for one, paid, _ in most.winners]
    terms = " + ".join(say.money(paid) for _, paid, _ in most.winners)
    return [*lines, say(WORST, outcomes=named, sum=terms, paid=say.money(most.paid))]
