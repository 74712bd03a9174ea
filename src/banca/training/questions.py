"""What a trainee is asked and answers, and the marks, with the arithmetic and the articles."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Annotated, Any, Literal, cast

from msgspec import Meta, Struct

from banca.games import find, rulebook, rules_of
from banca.i18n import Translator
from banca.i18n.descriptions import outcome_name, result_words, step_text
from banca.law import clause, readable
from banca.rules import KINDS, Bet, Citation, Fate, Lose, Payment, Push, Refusal, State, Stay, Win, _, decided_by
from banca.rules.money import ROUNDED, PaymentStep, StepKind, steps_of
from banca.tables.acts import BAD_REQUEST
from banca.tables.commands import MOST_AVOS
from banca.training.exercise import (
    BetExercise,
    ExerciseKind,
    WantedExercise,
    can_return,
    deal_bets,
    families,
    family_of,
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


class PlacedSymbol(Struct, frozen=True, kw_only=True):
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
    laid: list[PlacedSymbol] = []
    inscriptions: list[Inscription] = []
    lit: list[str] = []
    """CSS selectors of the marks on the layout that are on, such as a puck; all others are off."""


def question(made: BetExercise, say: Translator) -> Question:
    """Return what is asked in an exercise of a game of chance."""
    rules = made.rules
    start = rules.rulebook.table.start
    first = min(held.at for held in made.held)
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
                name=say.bet(held.bet),
                region=held.bet.key,
                player=held.player + 1,
                player_name=say(PLAYER, number=held.player + 1),
                stake=held.stake,
                on=None if held.state == held.bet.start else str(held.state),
                on_name=_on(held.bet, held.state, say),
                can_return=can_return(held.bet),
            )
            for held in made.held
        ],
        lit=[where("puck", point="" if made.table == start else made.table)],
    )


def where(class_: str, **data: object) -> str:
    """Return a CSS selector of a part of a layout by its class and its data.

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
# Of an answer from outside: more than any exercise asks for, so that no answer takes long to mark.
MOST_BETS, MOST_CHIPS, MOST_KINDS_OF_CHIP = 20, 1_000_000, 20

PAID = _("{result}, paid {paid}")
CHIPS = _("{count} × {worth}")
NO_CHIPS = _("no chips")
NOT_ANSWERED = _("not answered")
WRONG_FORM = _("the answer has the wrong form; this question takes {form}")


class Answer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody would do with one bet; `paid` beside the stake of a winner, or of the stake of a loser, in avos."""

    result: ResultName
    paid: Avos = 0


class Reply(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer in the form that the question takes: `answers` one for each bet, `amount`, `counts` one for each denomination, or `choice`."""

    answers: Annotated[list[Answer], Meta(max_length=MOST_BETS)] = []
    amount: Avos | None = None
    counts: Annotated[list[Annotated[int, Meta(ge=0, le=MOST_CHIPS)]], Meta(max_length=MOST_KINDS_OF_CHIP)] = []
    choice: Annotated[str, Meta(max_length=40)] = ""


def values_of(reply: Reply, question: Question) -> list[Any]:
    """Return what was answered, one value for each thing that is asked.

    Raises:
        Refusal: It is in another form, of more or fewer bets or chips than there are, or a choice that is not offered.
    """
    is_by_bet = question.form is AnswerForm.BETS
    # The number of bets is looked at before the form: the more telling of the two refusals.
    if is_by_bet and len(reply.answers) != len(question.bets):
        raise Refusal(BAD_REQUEST, asked=WRONG_COUNT.fill(count=len(reply.answers), needed=len(question.bets)))
    values: dict[AnswerForm, list[Any]] = {
        AnswerForm.BETS: reply.answers,
        AnswerForm.AMOUNT: [] if reply.amount is None else [reply.amount],
        AnswerForm.CHIPS: [tuple(reply.counts)] if reply.counts else [],
        AnswerForm.CHOICE: [reply.choice] if reply.choice else [],
    }
    fits = [form for form, given in values.items() if given] == [question.form]
    if question.form is AnswerForm.CHIPS:
        fits = fits and len(reply.counts) == len(question.denominations)
    if question.form is AnswerForm.CHOICE:
        fits = fits and reply.choice in {choice.id for choice in question.choices}
    if not fits:
        raise Refusal(BAD_REQUEST, asked=WRONG_FORM.fill(form=question.form.value))
    return values[question.form]


def value_text(value: Any, question: Question, game: str, say: Translator) -> str:  # an answer in any form
    """Return in words what was answered, or what is right."""
    match question.form:
        case AnswerForm.BETS:
            return result_text(game, value.result, value.paid, say)
        case AnswerForm.AMOUNT:
            return say.money(value)
        case AnswerForm.CHIPS:
            return chips_text(zip(question.denominations, value, strict=True), say)
        case AnswerForm.CHOICE:
            return next(choice.name for choice in question.choices if choice.id == value)


def result_text(game: str, result: str, paid: int, say: Translator) -> str:
    """Return in words what becomes of a bet, and what is paid."""
    name = say(result_words(game)[result])
    return say(PAID, result=name, paid=say.money(paid)) if paid or result == KINDS[Win] else name


def chips_text(chips: Iterable[tuple[int, int]], say: Translator) -> str:
    """Return chips by worth and count: `3 × 1,000, 1 × 500`."""
    piles = [say(CHIPS, count=say.count(count), worth=say.money(worth)) for worth, count in chips if count]
    return say.list(piles) if piles else say(NO_CHIPS)


PAY = _("pay {paid}; the stake of {stake} is returned")
TAKE = _("take the stake of {stake}")
TAKE_SHARE = _("take {taken} of the stake of {stake} and return {paid}")
MOVE = _("undecided; the stake of {stake} is now on {state}")
WRONG_COUNT = _("answers: {count}; needed: {needed}")
HOLD = _("undecided; the stake of {stake} stays: {state}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """What is right for one thing that was asked, the steps that lead to it in words, and the clauses that say so.

    Of a bet: its result by `KINDS`, and what is handed over beside the stake, in avos; a game's own exercises give no more.
    Another question says which answers are `right`, and what is right in words.
    """

    family: str
    result: str = ""
    paid: int = 0
    steps: tuple[str, ...]
    cites: tuple[Citation, ...]
    name: str = ""
    """The bet, where one is spoken of."""
    right: frozenset[Any] = frozenset()
    right_text: str = ""

    def is_met(self, answer: Any) -> bool:  # in any form
        """Return whether a trainee answered what is right."""
        if isinstance(answer, Answer):
            return (answer.result, answer.paid) == (self.result, self.paid)
        return answer in self.right


def dues(made: BetExercise, say: Translator) -> list[Due]:
    """Return what is right for each bet of an exercise of a game of chance, in order."""
    return [_due(made, fate, say) for fate in made.fates()]


class Article(Struct, frozen=True, kw_only=True):
    """A clause, in the reader's language."""

    cite: str
    cited: str
    """As jurists write it."""
    text: str


def articles(game: str, cites: Sequence[Citation], say: Translator) -> list[Article]:
    """Return the clauses in the reader's language."""
    return [
        Article(cite=str(cite), cited=say.cite(cite), text=clause(game, cite.clause).text[say.language])
        for cite in cites
    ]


class Mark(Struct, frozen=True, kw_only=True):
    """What is right for one bet, or for the whole of another question, and whether it was answered. Amounts paid are without the stake."""

    family: str
    name: str
    is_right: bool
    result: str
    paid: int
    said: str
    """What is right, in words."""
    given: str
    """What was answered, in words."""
    steps: list[str]
    articles: list[Article]


class PlayerTotal(Struct, frozen=True, kw_only=True):
    """What is taken from a player and paid to them, all bets together, in avos; stakes that are returned are neither."""

    player: int
    name: str
    taken: int
    paid: int


def totals(question: Question, marks: Sequence[Mark]) -> list[PlayerTotal]:
    """Return what is taken from and paid to each player; nothing where the bets are not settled one by one."""
    if len(question.bets) != len(marks) or question.kind is not ExerciseKind.BETS:
        return []
    names = {bet.player: bet.player_name for bet in question.bets}
    settled = list(zip(question.bets, marks, strict=True))
    return [
        PlayerTotal(
            player=player,
            name=names[player],
            taken=sum(bet.stake - mark.paid for bet, mark in settled if (bet.player, mark.result) == (player, KINDS[Lose])),
            paid=sum(mark.paid for bet, mark in settled if (bet.player, mark.result) == (player, KINDS[Win])),
        )
        for player in sorted(names)
    ]  # fmt: skip


def bet_text(bet: AskedBet, say: Translator) -> str:
    """Return a bet, where it has moved, and its stake."""
    return say.list([*filter(None, (bet.name, bet.on_name)), say.money(bet.stake)])


def handed(result: str, *, stake: int, received: int) -> int:
    """Return what is handed over: a winner's gain beside the stake, what a loser gets back; nothing else."""
    if result == KINDS[Win]:
        return received - stake
    return received if result == KINDS[Lose] else 0


def _due(made: BetExercise, fate: Fate, say: Translator) -> Due:
    bet, stake, payment = fate.slip.bet, fate.stake, fate.payment
    family = family_of(made.rules, bet)
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
        steps=tuple(_steps(fate, result, payment, say)),
        cites=(*decided_by(bet, fate.decision, payment), *rounded),
    )


def _stays(fate: Fate, say: Translator) -> str:
    if fate.state == fate.events[-1].state:
        (stands,) = steps_of(fate.slip.bet, None, None, fate.stake)
        return step_text(say, stands)
    stake = say.money(fate.stake)
    return say(MOVE if isinstance(fate.state, int) else HOLD, stake=stake, state=say.state(fate.state))


# The steps that are arithmetic: what is done with the stake is said after them, in the words of a croupier.
ARITHMETIC = (StepKind.PRIZE, StepKind.COMMISSION, StepKind.BREAKAGE)


def _steps(fate: Fate, result: str, payment: Payment, say: Translator) -> list[str]:
    """The arithmetic of a decided bet, and what a croupier does then."""
    steps = steps_of(fate.slip.bet, fate.decision, payment, fate.stake)
    arithmetic = [step_text(say, step) for step in steps if step.kind in ARITHMETIC] if result != KINDS[Push] else []
    paid = handed(result, stake=payment.stake, received=payment.received)
    return [*arithmetic, croupier_step(result, payment.stake, paid, say)]


def croupier_step(result: str, stake: int, paid: int, say: Translator) -> str:
    """Return what a croupier does with the stake on a decided bet; `paid` as `handed` has it."""
    amounts = {"stake": say.money(stake), "paid": say.money(paid)}
    if result == KINDS[Push]:
        return step_text(say, PaymentStep(StepKind.RETURNED, {"stake": stake}))
    if result == KINDS[Win]:
        return say(PAY, **amounts)
    return say(TAKE_SHARE, taken=say.money(stake - paid), **amounts) if paid else say(TAKE, stake=amounts["stake"])


PART = "exercises"


@dataclass(frozen=True, slots=True)
class Exercises:
    """How a game is practised: what its file `exercises` exports. What `make` returns is of the game's own type."""

    families: Callable[[Translator], Mapping[str, str]]
    """What is learned together, by its id, in words."""
    make: Callable[[WantedExercise], Any]
    """The exercise of this name: made again from the same name, it is the same."""
    question: Callable[[Any, Translator], Question]
    """What is shown and asked."""
    dues: Callable[[Any, Translator], list[Due]]
    """What is right for each of the question's bets, in their order."""


def exercises_of(game: str) -> Exercises:
    """Return how this game is practised: as its folder says, or by bets on its layout.

    Raises:
        Refusal: It has neither bets nor exercises of its own.
    """
    own = find(game).part(PART, "families", "make", "question", "dues")
    if own is not None:
        return cast("Exercises", own)
    rulebook(game)
    return Exercises(partial(_family_names, game), deal_bets, question, dues)


def _family_names(game: str, say: Translator) -> dict[str, str]:
    bets_of = families(rules_of(game))
    return {family: say.family(bets[0]) if len(bets) > 1 else say.bet(bets[0]) for family, bets in bets_of.items()}


def practised() -> tuple[str, ...]:
    """Return the ids of the games that have exercises."""
    return tuple(name for name in readable() if find(name).rulebook or find(name).has(PART))
