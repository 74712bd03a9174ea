"""How croupiers practise a game: in the usual way of games of chance, or in the way of its own file `exercises`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

from banca.games import find, rulebook, rules_of
from banca.i18n import Translator
from banca.law import readable
from banca.training.exercise import Exercise, families, make
from banca.training.marking import Due, dues
from banca.training.question import Question, question
from banca.training.wanted import WantedExercise

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
