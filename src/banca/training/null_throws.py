"""Null throws: what was seen is judged: whether it counts, and if not, by which article."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from msgspec import Struct

from banca.game import Game
from banca.game_data import read_data
from banca.games import find, rules_of
from banca.i18n import Translator
from banca.i18n.descriptions import outcome_name
from banca.law import clauses_of
from banca.rules import Citation, NullReason, Text, _, _p
from banca.training.question import AnswerForm, Question, ShownChoice
from banca.training.reply import NOT_ANSWERED, Marked, Reply, check_reply
from banca.training.wanted import ExerciseKind, WantedExercise

FILE = "sightings"
COUNTS = "counts"
OTHERS = {1: 2, 2: 3, 3: 4}
"""How many other articles stand beside the right one, by level."""

ASKS = _("Does it count? If not, which article makes it null?")
IT_COUNTS = _("It counts")
NULL_BY = _("Null: {cited}")
REASON = _p("answer", "null: {reason}")
BETS_STAY = _("the bets stay, and it is repeated")
IS_VALID = _("it counts and is settled")


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a croupier may see of a throw, and what it is: null for a reason, or, without one, a throw that counts by these clauses."""

    says: Text
    null: NullReason | None = None
    cites: tuple[Citation, ...] = ()

    @property
    def by(self) -> tuple[Citation, ...]:
        """The clauses that say so."""
        return self.null.by if self.null else self.cites


@dataclass(frozen=True, slots=True, kw_only=True)
class NullExercise:
    """What was seen, the face that it speaks of, and the articles to choose from."""

    game: str
    seen: Sighting
    face: str
    offered: tuple[Citation, ...]

    @property
    def right(self) -> frozenset[str]:
        """The choices that are right: a null throw may be traced to any of its clauses."""
        return frozenset(map(str, self.seen.by)) if self.seen.null else frozenset({COUNTS})


class _Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sighting as its file says it: the reason by its name and the clauses by their numbers, which mean nothing without the game."""

    says: Text
    null: str = ""
    cites: tuple[str, ...] = ()


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    sightings: tuple[_Row, ...]


def sightings(game: str) -> tuple[Sighting, ...]:
    """Return what may be seen at a game: as `sightings.toml` in its folder says, or, without one, what makes its throws null."""
    return _sightings(find(game))


@cache
def _sightings(game: Game) -> tuple[Sighting, ...]:
    file = read_data(game, FILE, _File)
    if file is None:
        return tuple(Sighting(null.says, null) for null in game.nulls.values())
    return tuple(_resolved(game, file.sightings))


def _resolved(game: Game, rows: tuple[_Row, ...]) -> Iterator[Sighting]:
    for number, row in enumerate(rows, start=1):
        with game.blamed(f"{FILE}.toml, row {number}"):
            if row.null and row.null not in game.nulls:
                because = f"there is no reason {row.null}; possible: {', '.join(game.nulls)}"
                raise ValueError(because)
        null = game.nulls[row.null] if row.null else None
        yield Sighting(row.says, null, tuple(Citation(game.id, clause) for clause in row.cites))


@dataclass(frozen=True, slots=True)
class NullDrill:
    """Of one game whose throws may be null."""

    game: str

    def is_offered(self) -> bool:
        """Where something of it may be null."""
        return any(one.null for one in sightings(self.game))

    def make(self, wanted: WantedExercise) -> NullExercise:
        """One of the things that may be seen, as often one that counts as one that does not, where there are both."""
        chance = wanted.chance()
        known = sightings(wanted.game)
        kinds = [kind for kind in ([one for one in known if one.null], [one for one in known if not one.null]) if kind]
        seen = chance.choice(chance.choice(kinds))
        right = [cite for cite in seen.by if cite.clause in clauses_of(wanted.game)][:1] if seen.null else []
        others = _others(wanted.game, seen, OTHERS[wanted.level], chance)
        offered = sorted([*right, *others], key=lambda cite: list(clauses_of(wanted.game)).index(cite.clause))
        return NullExercise(game=wanted.game, seen=seen, face=_face(wanted.game, chance), offered=tuple(offered))

    def question(self, made: NullExercise, say: Translator) -> Question:
        """What was seen, and what may be said of it."""
        texts = clauses_of(made.game)
        by = [
            ShownChoice(
                id=str(cite), name=say(NULL_BY, cited=say.cite(cite)), text=texts[cite.clause].text[say.language]
            )
            for cite in made.offered
        ]
        return Question(
            kind=ExerciseKind.NULL,
            form=AnswerForm.CHOICE,
            asks=say(ASKS),
            minimum=0,
            chip=0,
            choices=[ShownChoice(id=COUNTS, name=say(IT_COUNTS)), *by],
            results=[],
            outcome="",
            outcome_name="",
            said=_seen(made, say),
            bets=[],
        )

    def mark(self, made: NullExercise, reply: Reply | None, say: Translator) -> list[Marked]:
        """By the article, and by the duty behind it where it was chosen."""
        if reply is not None:
            check_reply(self.question(made, say), reply)
        null = made.seen.null
        steps = [say(REASON, reason=say(null.says)), say(BETS_STAY)] if null else [say(IS_VALID)]
        return [
            Marked(
                family=ExerciseKind.NULL,
                name="",
                is_right=reply is not None and reply.choice in made.right,
                said=_said(COUNTS if null is None else str(made.seen.by[0]), made, say),
                given=say(NOT_ANSWERED) if reply is None else _said(reply.choice, made, say),
                steps=tuple(steps),
                cites=made.seen.by,
            )
        ]


def _seen(made: NullExercise, say: Translator) -> str:
    book = find(made.game).rulebook
    face = outcome_name(rules_of(made.game), made.face, say) if book else made.face
    return say(made.seen.says, face=face)


def _said(choice: str, made: NullExercise, say: Translator) -> str:
    if choice == COUNTS:
        return say(IT_COUNTS)
    cite = next(one for one in (*made.seen.by, *made.offered) if str(one) == choice)
    return say(NULL_BY, cited=say.cite(cite))


def _face(game: str, chance: Random) -> str:
    """A part of a result, for a sentence that speaks of one."""
    book = find(game).rulebook
    if book is None:
        return ""
    outcome = chance.choice([one for one, _ in rules_of(game).space])
    return book.show(outcome).split("-")[0]


def _others(game: str, seen: Sighting, count: int, chance: Random) -> list[Citation]:
    """Other articles of the regulation: first those that make something else null, then any but what is above or below the right ones."""
    named = {cite.clause for cite in seen.by} if seen.null else set()
    null = [cite for one in sightings(game) if one.null for cite in one.by[:1] if not _is_near(cite.clause, named)]
    rest = [
        one.cite for number, one in clauses_of(game).items() if one.cite.game == game and not _is_near(number, named)
    ]
    near = list(dict.fromkeys(null))
    chance.shuffle(near)
    far = [cite for cite in rest if cite not in near and not cite.clause.startswith("R-")]
    return (near + chance.sample(far, min(count, len(far))))[:count]


def _is_near(number: str, named: set[str]) -> bool:
    """Whether a clause is one of those named, or stands above or below one."""
    return any(number == one or number.startswith(f"{one}.") or one.startswith(f"{number}.") for one in named)
