"""An exam: so many questions of chosen games, kinds and levels, within a time, passed from a share of right answers on."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Annotated, Any

from msgspec import Meta, Struct, structs, to_builtins

from banca.games import find
from banca.i18n import Translator, translator
from banca.i18n.descriptions import option_said, value_said
from banca.live.command import Word
from banca.live.refusals import BAD_REQUEST
from banca.rules import Refusal, _
from banca.rules.options import choose
from banca.training.drills import Drill, drill_of, kinds_of
from banca.training.exercise import LEVELS, MOST_SEED, ExerciseKind, WantedExercise
from banca.training.questions import Marked, PieceGroup, Question, Reply

MOST_QUESTIONS, MOST_MINUTES = 60, 240
SECRET_BITS = 62
"""Of the seed of a question: none that anybody could ask the trainer for, which marks at once, is among them."""
TRIES = 20
NOTHING_TO_ASK = _("none of these games has exercises of these kinds")

GameOptions = Annotated[dict[Word, str | int], Meta(max_length=20)]
GameName = Annotated[str, Meta(min_length=1, max_length=40)]
LevelNumber = Annotated[int, Meta(ge=min(LEVELS), le=max(LEVELS))]


class ExamTerms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an exam is made of, how long it takes, and the share of questions, in per cent, with which it is passed."""

    games: Annotated[list[GameName], Meta(min_length=1, max_length=20)]
    kinds: Annotated[list[ExerciseKind], Meta(min_length=1, max_length=len(ExerciseKind))]
    levels: Annotated[list[LevelNumber], Meta(min_length=1, max_length=len(LEVELS))]
    options: Annotated[dict[GameName, GameOptions], Meta(max_length=20)] = {}
    """The options of the table by game; what is not named is as usual."""
    questions: Annotated[int, Meta(ge=1, le=MOST_QUESTIONS)] = 20
    minutes: Annotated[int, Meta(ge=1, le=MOST_MINUTES)] = 20
    pass_mark: Annotated[int, Meta(ge=1, le=100)] = 80

    def is_passed(self, right: int) -> bool:
        """Whether so many questions answered right are enough."""
        return right * 100 >= self.pass_mark * self.questions


class DrawnQuestion(Struct, frozen=True, kw_only=True):
    """What names a question of an exam."""

    game: str
    kind: ExerciseKind
    level: int
    seed: int
    options: GameOptions = {}

    @property
    def wanted(self) -> WantedExercise:
        """The exercise of this name."""
        return WantedExercise(
            game=self.game, kind=self.kind, level=self.level, seed=self.seed, options=dict(self.options)
        )


def check_terms(terms: ExamTerms) -> None:
    """Refuse games that are not practised, an exam in which nothing could be asked, and options that a game does not have."""
    if not _pairs(terms):
        raise Refusal(BAD_REQUEST, asked=NOTHING_TO_ASK)
    for game, options in terms.options.items():
        choose(find(game).options, dict(options))


def _pairs(terms: ExamTerms) -> dict[str, list[ExerciseKind]]:
    found = {game: [kind for kind in kinds_of(game) if kind in terms.kinds] for game in dict.fromkeys(terms.games)}
    return {game: kinds for game, kinds in found.items() if kinds}


def draw(terms: ExamTerms, seed: int) -> list[DrawnQuestion]:
    """The questions: games and kinds in turn, in an order of chance; no question twice where there are enough of them."""
    chance = Random(f"exam {seed}")  # the seed is the secret
    pairs = _pairs(terms)
    drawn: list[DrawnQuestion] = []
    seen: set[str] = set()
    turns = [(game, kind) for kind in ExerciseKind for game, kinds in pairs.items() if kind in kinds]
    while len(drawn) < terms.questions:
        if len(drawn) % len(turns) == 0:
            chance.shuffle(turns)
        game, kind = turns[len(drawn) % len(turns)]
        for _attempt in range(TRIES):
            one = DrawnQuestion(
                game=game,
                kind=kind,
                level=chance.choice(terms.levels),
                seed=_secret(chance),
                options=terms.options.get(game, {}),
            )
            shown = _shown(one)
            if shown not in seen:
                break
        seen.add(shown)
        drawn.append(one)
    return drawn


def _secret(chance: Random) -> int:
    return MOST_SEED + 1 + chance.getrandbits(SECRET_BITS)


def _shown(one: DrawnQuestion) -> str:
    """What tells two questions apart; of most kinds no two are alike."""
    if one.kind is not ExerciseKind.NULL:
        return str(one.seed)
    return made_again(one).asked(translator()).said


@dataclass(frozen=True, slots=True)
class MadeQuestion:
    """A question of an exam, made again from its name."""

    drill: Drill[Any]
    made: Any
    drawn: DrawnQuestion

    def asked(self, say: Translator) -> Question:
        """As it is shown in an exam: nothing is told that a trainee has to find out; options of the table that are not the usual ones are."""
        shown = self.drill.question(self.made, say)
        opponent = shown.opponent and structs.replace(shown.opponent, lines=_untold(shown.opponent.lines))
        bets = [structs.replace(bet, lines=_untold(bet.lines)) for bet in shown.bets]
        return structs.replace(shown, bets=bets, opponent=opponent, facts=[*_unusual(self.drawn, say), *shown.facts])

    def marked(self, reply: Reply | None, say: Translator) -> list[Marked]:
        """What is right, beside what was answered."""
        return self.drill.mark(self.made, reply, say)

    def digest(self) -> str:
        """What the question and its right answer are, in 64 digits: a later program that draws another one is found out."""
        say = translator()
        right = [(one.said, one.result, one.paid, [*map(str, one.cites)]) for one in self.marked(None, say)]
        found = {"asked": to_builtins(self.asked(say)), "right": right}
        return sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()


def made_again(one: DrawnQuestion) -> MadeQuestion:
    """The question of this name."""
    drill = drill_of(one.game, one.kind)
    return MadeQuestion(drill, drill.make(one.wanted), one)


def _unusual(one: DrawnQuestion, say: Translator) -> list[str]:
    """The options of the table that are not the usual ones, in words."""
    chosen = {name: str(value) for name, value in one.options.items()}
    return [
        say.labelled(option_said(option, say), value_said(option, chosen[option.name], say))
        for option in find(one.game).options
        if chosen.get(option.name, str(option.default)) != str(option.default)
    ]


def _untold(lines: Sequence[PieceGroup]) -> list[PieceGroup]:
    return [structs.replace(line, makes="") for line in lines]
