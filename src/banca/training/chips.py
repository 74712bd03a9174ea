"""Chips: an amount made up of the fewest, and chips handed over for a bet that won, to be judged."""

from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from banca.i18n import Translator, translator
from banca.rules import KINDS, Defect, Win, _
from banca.rules.money import cut, denominations
from banca.rules.payment import ROUNDED
from banca.training.exercises import Exercises
from banca.training.marking import Due
from banca.training.question import AnswerForm, ChipCount, Question, ShownChoice
from banca.training.reply import NOT_ANSWERED, Marked, Reply, check_reply, chips_said
from banca.training.wanted import ExerciseKind, WantedExercise

MOST_CHIPS = {1: 40, 2: 400, 3: 4000}
"""The largest amount to be made up, in lowest stakes, by level."""
MINIMUM = 1000
TRIES = 200

CUT = _("Pay {amount} in the fewest chips. How many of each?")
AMOUNT = _("Amount: {amount}")
PART = _("{count} × {worth} = {product}")
FEWEST = _("chips in all: {count}")
JUDGE = _("For the prize of this bet the croupier hands over {chips}. Is it right?")
RIGHT, SHORT, OVER = "right", "short", "over"
JUDGED = {
    RIGHT: _("right"),
    SHORT: _("too little"),
    OVER: _("too much"),
}
HANDED = _("handed over: {amount}")
DUE = _("to be paid: {amount}")


@dataclass(frozen=True, slots=True, kw_only=True)
class CuttingExercise:
    """An amount, and the smallest chip of the table."""

    amount: int
    chip: int


@dataclass(frozen=True, slots=True)
class CuttingDrill:
    """The same for every game."""

    def is_offered(self) -> bool:
        """Every game pays in chips."""
        return True

    def make(self, wanted: WantedExercise) -> CuttingExercise:
        """Whole chips, larger with the level."""
        chance = wanted.chance()
        chip = chance.choice(wanted.terms.chips)
        return CuttingExercise(amount=chip * chance.randint(7, MOST_CHIPS[wanted.level] * MINIMUM // chip), chip=chip)

    def question(self, made: CuttingExercise, say: Translator) -> Question:
        """The amount and the chips there are."""
        amount = say.money(made.amount)
        return Question(
            kind=ExerciseKind.CUTTING,
            form=AnswerForm.CHIPS,
            asks=say(CUT, amount=amount),
            minimum=MINIMUM,
            chip=made.chip,
            amount=made.amount,
            denominations=_useful(made),
            results=[],
            outcome="",
            outcome_name="",
            said=say(AMOUNT, amount=amount),
            bets=[],
        )

    def mark(self, made: CuttingExercise, reply: Reply | None, say: Translator) -> list[Marked]:
        """The fewest chips; there is one way only."""
        if reply is not None:
            check_reply(self.question(made, say), reply)
        right = cut(made.amount, made.chip)
        given = None if reply is None else tuple(zip(_useful(made), reply.counts, strict=True))
        taken = None if given is None else tuple((worth, count) for worth, count in given if count)
        parts = [
            say(PART, count=say.count(count), worth=say.money(worth), product=say.money(count * worth))
            for worth, count in right
        ]
        return [
            Marked(
                family=ExerciseKind.CUTTING,
                name="",
                is_right=taken == right,
                paid=made.amount,
                said=chips_said(right, say),
                given=say(NOT_ANSWERED) if taken is None else chips_said(taken, say),
                steps=(*parts, say(FEWEST, count=say.count(sum(count for _, count in right)))),
                cites=(ROUNDED,),
            )
        ]


def _useful(made: CuttingExercise) -> list[int]:
    """The chips that are not worth more than the amount."""
    return [worth for worth in denominations(made.chip) if worth <= made.amount]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PayoutExercise:
    """A bet that won, what it is paid, and what is handed over."""

    base: Any
    due: int
    handed: tuple[tuple[int, int], ...]

    @property
    def amount(self) -> int:
        """What the chips are worth."""
        return sum(worth * count for worth, count in self.handed)

    @property
    def judged(self) -> str:
        """What a croupier should say of it."""
        return RIGHT if self.amount == self.due else SHORT if self.amount < self.due else OVER


@dataclass(frozen=True, slots=True)
class PayoutDrill:
    """Over the exercises that a game has anyhow, one bet of them."""

    usual: Exercises[Any]

    def is_offered(self) -> bool:
        """Every game pays winners."""
        return True

    def make(self, wanted: WantedExercise) -> PayoutExercise:
        """One bet that wins, and chips for its prize; two times in three they are not right."""
        chance = wanted.chance()
        level_one = replace(wanted, level=1, kind=ExerciseKind.BETS)
        for _attempt in range(TRIES):
            base = self.usual.make(replace(level_one, seed=chance.getrandbits(62)))
            (due,) = self.usual.dues(base, translator())
            if due.result == KINDS[Win] and due.paid:
                chip = self.usual.question(base, translator()).chip
                off = chance.choice((0, -1, 1)) * chance.choice(_slips(due, chip))
                return PayoutExercise(base=base, due=due.paid, handed=cut(max(chip, due.paid + off), chip))
        raise Defect(f"no winning bet: {wanted}")  # cannot happen while bets can win

    def question(self, made: PayoutExercise, say: Translator) -> Question:
        """The bet, the result, and the chips."""
        return structs.replace(
            self.usual.question(made.base, say),
            kind=ExerciseKind.PAYOUT,
            form=AnswerForm.CHOICE,
            asks=say(JUDGE, chips=chips_said(made.handed, say)),
            handed=[ChipCount(worth=worth, count=count) for worth, count in made.handed],
            choices=[ShownChoice(id=one, name=say(said)) for one, said in JUDGED.items()],
        )

    def mark(self, made: PayoutExercise, reply: Reply | None, say: Translator) -> list[Marked]:
        """Beside what the rulebook pays."""
        if reply is not None:
            check_reply(self.question(made, say), reply)
        (due,) = self.usual.dues(made.base, say)
        (bet,) = self.usual.question(made.base, say).bets
        compared = [say(HANDED, amount=say.money(made.amount)), say(DUE, amount=say.money(made.due))]
        return [
            Marked(
                family=ExerciseKind.PAYOUT,
                name=bet.name,
                is_right=reply is not None and reply.choice == made.judged,
                paid=made.due,
                said=say(JUDGED[made.judged]),
                given=say(NOT_ANSWERED) if reply is None else say(JUDGED[reply.choice]),
                steps=(*due.steps, *compared),
                cites=due.cites,
            )
        ]


def _slips(due: Due, chip: int) -> list[int]:
    """By how much somebody may be wrong: one chip of any worth that is not above the prize."""
    return [worth for worth in denominations(chip) if worth <= due.paid] or [chip]
