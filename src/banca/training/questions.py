"""What a trainee is asked and answers, and the marks, with the arithmetic and the articles."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal, Protocol, TypeVar, cast

from msgspec import Meta, Struct

from banca.games import find, rulebook, rules_of
from banca.i18n import Translator
from banca.i18n.descriptions import outcome_name, results_of, step_text
from banca.law import clause, readable
from banca.live.command import MOST_AVOS
from banca.live.refusals import BAD_REQUEST
from banca.rules import KINDS, Bet, Citation, Fate, Lose, Payment, Push, Refusal, State, Stay, Win, _, decided_by
from banca.rules.payment import ROUNDED, BreakageStep, CommissionStep, PrizeStep, ReturnedStep, StandsStep, steps_of
from banca.training.exercise import (
    Exercise,
    ExerciseKind,
    WantedExercise,
    can_return,
    families,
    family_of,
    make,
    possible_results,
)

PLAYER = _("Player {number}")
ON = _("on {state}")
RESULT = _("Result: {outcome}")
SETTLE = _(
    "What happens to each bet, and how much is paid? The amount paid is the prize only: the stake is returned separately."
)


class Piece(Struct, frozen=True, kw_only=True):
    """One of the pieces that decide: a symbol of the game's device, and how it is written."""

    symbol: str
    name: str


class PieceGroup(Struct, frozen=True, kw_only=True):
    """Pieces that count together; what they make is told when the answers are marked."""

    name: str
    pieces: list[Piece]
    makes: str


class Opponent(Struct, frozen=True, kw_only=True):
    """What every bet is compared with."""

    name: str
    lines: list[PieceGroup]


class Laid(Struct, frozen=True, kw_only=True):
    """A symbol of the device on a place of the layout, which a CSS selector finds: see `where`."""

    at: str
    symbol: str


class Inscription(Struct, frozen=True, kw_only=True):
    """Words where chips would lie on a part of the layout, which a CSS selector finds; the title says what they are."""

    at: str
    text: str
    title: str


class AskedBet(Struct, frozen=True, kw_only=True):
    """A bet on the layout: its region, and the state it moved to."""

    name: str
    region: str
    player: int
    player_name: str
    stake: int
    on: str | None = None
    on_name: str = ""
    can_return: bool
    """Whether a loser may get a part of the stake back."""
    lines: list[PieceGroup] = []
    """The pieces that decide this bet alone."""


class AnswerForm(StrEnum):
    """How a question is answered."""

    BETS = "bets"
    """A result for each bet, and what it is paid."""
    AMOUNT = "amount"
    """One amount."""
    CHIPS = "chips"
    """How many chips of each denomination."""
    CHOICE = "choice"
    """One of the choices."""


class ShownChoice(Struct, frozen=True, kw_only=True):
    """Something to choose: its id, how it is said, and what it means."""

    id: str
    name: str
    text: str = ""


class ChipCount(Struct, frozen=True, kw_only=True):
    """So many chips of one worth, in avos."""

    worth: int
    count: int


class Question(Struct, frozen=True, kw_only=True):
    """An exercise as a trainee sees it. Money is in avos."""

    kind: ExerciseKind = ExerciseKind.BETS
    form: AnswerForm = AnswerForm.BETS
    asks: str = ""
    """What is asked, in a sentence."""
    minimum: int
    chip: int
    amount: int | None = None
    """What is to be made up of chips."""
    denominations: list[int] = []
    """The chips there are, the largest first."""
    handed: list[ChipCount] = []
    """The chips that are handed over."""
    choices: list[ShownChoice] = []
    results: list[str]
    """What can become of a bet in this game."""
    before: list[str] = []
    """The outcomes since the first of these bets was placed."""
    outcome: str
    """Nothing where no result is shown."""
    outcome_name: str
    said: str
    """The result, or what was seen, in a sentence."""
    point: str | None = None
    """What the table remembers, where it remembers something."""
    facts: list[str] = []
    """What else there is to know, in sentences."""
    attribute: str = "bet"
    """Which datum of the layout names a region: `data-bet`."""
    bets: list[AskedBet]
    opponent: Opponent | None = None
    laid: list[Laid] = []
    inscriptions: list[Inscription] = []
    lit: list[str] = []
    """CSS selectors of the marks on the layout that are on, such as a puck; all others are off."""


def question(made: Exercise, say: Translator) -> Question:
    """What is asked in an exercise of a game of chance."""
    rules = made.rules
    start = rules.rulebook.table.start
    first = min(one.at for one in made.held)
    last = made.throws[-1].written
    name = outcome_name(rules, last, say)
    return Question(
        asks=say(SETTLE),
        minimum=made.limits.minimum,
        chip=made.limits.chip,
        results=list(possible_results(rules)),
        before=[outcome_name(rules, throw.written, say) for throw in made.throws[first - 1 : -1]],
        outcome=last,
        outcome_name=name,
        said=say(RESULT, outcome=name),
        point=None if made.table == start else say.state(made.table),
        bets=[
            AskedBet(
                name=say.bet(one.bet),
                region=one.bet.key,
                player=one.player + 1,
                player_name=say(PLAYER, number=one.player + 1),
                stake=one.stake,
                on=None if one.state == one.bet.start else str(one.state),
                on_name=_on(one.bet, one.state, say),
                can_return=can_return(one.bet),
            )
            for one in made.held
        ],
        lit=[where("puck", point="" if made.table == start else made.table)],
    )


def where(class_: str, **data: object) -> str:
    """A CSS selector of a part of a layout by its class and its data.

    >>> where("place", line="front", index=0)
    '.place[data-line="front"][data-index="0"]'
    """
    written = (f"[data-{name}={json.dumps(str(value), ensure_ascii=False)}]" for name, value in data.items())
    return f".{class_}{''.join(written)}"


def _on(bet: Bet, state: State, say: Translator) -> str:
    """Where a bet has moved, in words."""
    if state == bet.start:
        return ""
    return say(ON, state=state) if isinstance(state, int) else say.state(state)


Avos = Annotated[int, Meta(ge=0, le=MOST_AVOS)]
ResultName = Literal["win", "lose", "push", "stands"]
MOST_BETS, MOST_CHIPS, MOST_KINDS_OF_CHIP = 20, 1_000_000, 20

PAID = _("{result}, paid {paid}")
CHIPS = _("{count} × {worth}")
NO_CHIPS = _("no chips")
NOT_ANSWERED = _("not answered")
WRONG_FORM = _("the answer has the wrong form; this question takes {form}")


class Choice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody would do with one bet; `paid` beside the stake of a winner, or of the stake of a loser, in avos."""

    result: ResultName
    paid: Avos = 0


class Reply(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer in the form that the question takes: `answers` one for each bet, `amount`, `counts` one for each denomination, or `choice`."""

    answers: Annotated[list[Choice], Meta(max_length=MOST_BETS)] = []
    amount: Avos | None = None
    counts: Annotated[list[Annotated[int, Meta(ge=0, le=MOST_CHIPS)]], Meta(max_length=MOST_KINDS_OF_CHIP)] = []
    choice: Annotated[str, Meta(max_length=40)] = ""

    @property
    def forms(self) -> list[AnswerForm]:
        """The forms of which there is something in it."""
        given = {
            AnswerForm.BETS: bool(self.answers),
            AnswerForm.AMOUNT: self.amount is not None,
            AnswerForm.CHIPS: bool(self.counts),
            AnswerForm.CHOICE: bool(self.choice),
        }
        return [form for form, is_given in given.items() if is_given]


def check_reply(asked: Question, reply: Reply) -> None:
    """Refuse an answer in another form, of more or fewer chips than there are, or one that nobody may choose."""
    fits = reply.forms == [asked.form]
    if asked.form is AnswerForm.CHIPS:
        fits = fits and len(reply.counts) == len(asked.denominations)
    if asked.form is AnswerForm.CHOICE:
        fits = fits and reply.choice in {one.id for one in asked.choices}
    if not fits:
        raise Refusal(BAD_REQUEST, asked=WRONG_FORM.fill(form=asked.form.value))


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """One thing that was asked: what is right, what was answered, and why."""

    family: str
    name: str
    """The bet and its stake, where it is one."""
    is_right: bool
    result: str = ""
    paid: int = 0
    said: str
    """What is right, in words."""
    given: str
    """What was answered, in words."""
    steps: tuple[str, ...]
    cites: tuple[Citation, ...]


def result_said(game: str, result: str, paid: int, say: Translator) -> str:
    """What becomes of a bet, and what is paid."""
    said = say(results_of(game)[result])
    return say(PAID, result=said, paid=say.money(paid)) if paid or result == KINDS[Win] else said


def chips_said(chips: Sequence[tuple[int, int]], say: Translator) -> str:
    """`3 × 1,000, 1 × 500`."""
    said = [say(CHIPS, count=say.count(count), worth=say.money(worth)) for worth, count in chips if count]
    return say.list(said) if said else say(NO_CHIPS)


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


PART = "exercises"

E = TypeVar("E")


class Exercises(Protocol[E]):
    """What a game's file `exercises` exports; an exercise is of the game's own type."""

    def families(self, say: Translator) -> Mapping[str, str]:
        """What is learned together, by its id, in words."""

    def make(self, wanted: WantedExercise) -> E:
        """The exercise of this name: made again from the same name, it is the same."""

    def question(self, made: E, say: Translator) -> Question:
        """What is shown and asked."""

    def dues(self, made: E, say: Translator) -> list[Due]:
        """What is right for each of the question's bets, in their order."""


@dataclass(frozen=True, slots=True)
class BetExercises:
    """Of a game of chance: bets on its layout, and an outcome that decides them."""

    game: str

    def families(self, say: Translator) -> dict[str, str]:
        """The bets of one id, or each by itself where the rulebook says so."""
        found = families(rules_of(self.game))
        return {family: say.family(bets[0]) if len(bets) > 1 else say.bet(bets[0]) for family, bets in found.items()}

    def make(self, wanted: WantedExercise) -> Exercise:
        """A table is played with bets that the rules allow until enough lies on it."""
        return make(wanted)

    def question(self, made: Exercise, say: Translator) -> Question:
        """Bets and a result."""
        return question(made, say)

    def dues(self, made: Exercise, say: Translator) -> list[Due]:
        """As the rulebook settles them."""
        return dues(made, say)


def exercises_of(game: str) -> Exercises[Any]:
    """How this game is practised; refused where it has neither bets nor exercises of its own."""
    own = find(game).part(PART, "families", "make", "question", "dues")
    if own is not None:
        return cast("Exercises[Any]", own)
    rulebook(game)
    return BetExercises(game)


def practised() -> tuple[str, ...]:
    """The ids of the games that have exercises."""
    return tuple(name for name in readable() if find(name).rulebook or find(name).has(PART))
