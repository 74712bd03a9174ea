"""A kind of exercise at one game: how it is drawn, asked and marked."""

from typing import Protocol, TypeVar

from banca.i18n import Translator
from banca.training.question import Question
from banca.training.reply import Marked, Reply
from banca.training.wanted import WantedExercise

E = TypeVar("E")


class Drill(Protocol[E]):
    """What every kind does; an exercise is of the kind's own type."""

    def is_offered(self) -> bool:
        """Whether the game has such exercises."""

    def make(self, wanted: WantedExercise) -> E:
        """The exercise of this name: made again from the same name, it is the same."""

    def question(self, made: E, say: Translator) -> Question:
        """What is shown and asked; nothing in it says what is right."""

    def mark(self, made: E, reply: Reply | None, say: Translator) -> list[Marked]:
        """What is right, beside what was answered; None where nothing was."""
