"""An exam: so many questions of chosen games, kinds and levels, within a time, passed from a share of right answers on."""

import json
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Annotated

from msgspec import Meta, structs, to_builtins

from banca.games import find
from banca.i18n import Translator, translator
from banca.i18n.descriptions import option_name, option_value_name
from banca.record import FrozenStruct
from banca.rules import Refusal, _
from banca.rules.rulebook import choose
from banca.tables.acts import BAD_REQUEST
from banca.tables.commands import Word
from banca.training.drills import Exercise, kinds_of, make_exercise
from banca.training.exercise import LEVELS, MOST_SEED, ExerciseKind, LevelNumber, WantedExercise
from banca.training.questions import PieceGroup, Question

MOST_QUESTIONS, MOST_MINUTES = 60, 240
SECRET_BITS = 62
"""Length of the seed of a question. The trainer marks at once whatever exercise it is asked for: no question of an exam may be among those."""
TRIES = 20
"""Draws for a question that was not asked yet, before one comes twice: of null throws there are fewer than an exam may have questions."""
NOTHING_TO_ASK = _("none of these games has exercises of these kinds")

GameOptions = Annotated[dict[Word, str | int], Meta(max_length=20)]
GameName = Annotated[str, Meta(min_length=1, max_length=40)]


class ExamTerms(FrozenStruct, forbid_unknown_fields=True):
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
        """Return whether so many questions answered right are enough."""
        return right * 100 >= self.pass_mark * self.questions


def check_terms(terms: ExamTerms) -> None:
    """Refuse games that are not practised, an exam in which nothing could be asked, and options that a game does not have."""
    if not _pairs(terms):
        raise Refusal(BAD_REQUEST, asked=NOTHING_TO_ASK)
    for game, options in terms.options.items():
        choose(find(game).options, dict(options))


def _pairs(terms: ExamTerms) -> dict[str, list[ExerciseKind]]:
    kinds = {game: [kind for kind in kinds_of(game) if kind in terms.kinds] for game in dict.fromkeys(terms.games)}
    return {game: offered for game, offered in kinds.items() if offered}


def draw(terms: ExamTerms, seed: int) -> list[WantedExercise]:
    """Return the questions: games and kinds in turn, in an order of chance; no question twice where there are enough of them."""
    chance = Random(f"exam {seed}")  # the seed is the secret
    pairs = _pairs(terms)
    questions: list[WantedExercise] = []
    seen: set[str] = set()
    turns = [(game, kind) for kind in ExerciseKind for game, kinds in pairs.items() if kind in kinds]
    while len(questions) < terms.questions:
        # Every game and kind comes up before any comes again: an exam of four games is not half about one of them by chance.
        if len(questions) % len(turns) == 0:
            chance.shuffle(turns)
        game, kind = turns[len(questions) % len(turns)]
        for _attempt in range(TRIES):
            wanted = WantedExercise(
                game=game,
                kind=kind,
                level=chance.choice(terms.levels),
                # Above every seed that the trainer takes, which would tell at once what is right.
                seed=MOST_SEED + 1 + chance.getrandbits(SECRET_BITS),
                options=terms.options.get(game, {}),
            )
            distinct = _distinct_text(wanted)
            if distinct not in seen:
                break
        seen.add(distinct)
        questions.append(wanted)
    return questions


def _distinct_text(wanted: WantedExercise) -> str:
    """What tells two questions apart: of null throws there are few, of other kinds no two are alike."""
    if wanted.kind is not ExerciseKind.NULL:
        return str(wanted.seed)
    return exam_question(make_exercise(wanted), translator()).said


def exam_question(exercise: Exercise, say: Translator) -> Question:
    """Return a question as an exam shows it: without what a trainee has to find out, and with the options that are not the usual ones."""
    shown = exercise.question(say)
    opponent = shown.opponent and structs.replace(shown.opponent, lines=_without_values(shown.opponent.lines))
    bets = [structs.replace(bet, lines=_without_values(bet.lines)) for bet in shown.bets]
    facts = [*_unusual_options(exercise.wanted, say), *shown.facts]
    return structs.replace(shown, bets=bets, opponent=opponent, facts=facts)


def digest(exercise: Exercise) -> str:
    """Return what the question and its right answer are, in 64 digits: a later program that draws another one is found out."""
    # Kept beside every answer: what goes in, and its form, must stay.
    say = translator()
    right = [
        (mark.said, mark.result, mark.paid, [article.cite for article in mark.articles])
        for mark in exercise.mark(None, say)
    ]
    content = {"asked": to_builtins(exam_question(exercise, say)), "right": right}
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _unusual_options(wanted: WantedExercise, say: Translator) -> list[str]:
    """The options of the table that are not the usual ones, in words."""
    chosen = {name: str(value) for name, value in wanted.options.items()}
    return [
        say.labelled(option_name(option, say), option_value_name(option, chosen[option.name], say))
        for option in find(wanted.game).options
        if chosen.get(option.name, str(option.default)) != str(option.default)
    ]


def _without_values(lines: Sequence[PieceGroup]) -> list[PieceGroup]:
    return [structs.replace(line, makes="") for line in lines]
