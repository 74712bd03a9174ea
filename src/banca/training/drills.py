"""Every kind of exercise that a game has: bets to be settled in the game's own way, and the kinds that are the same for all."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from msgspec import Struct

from banca.i18n import Translator
from banca.live.refusals import BAD_REQUEST
from banca.rules import KINDS, Lose, Refusal, Win, _
from banca.training.chips import CuttingDrill, PayoutDrill
from banca.training.drill import Drill
from banca.training.exercises import Exercises, exercises_of
from banca.training.exposure import ExposureDrill
from banca.training.marking import Answer, Due, check_answers
from banca.training.null_throws import NullDrill
from banca.training.picture import PictureDrill
from banca.training.question import AskedBet, Question
from banca.training.reply import NOT_ANSWERED, Choice, Marked, Reply, check_reply, result_said
from banca.training.wanted import ExerciseKind, WantedExercise

KEPT = 200
KIND_NAMES = {
    ExerciseKind.BETS: _("Settle bets"),
    ExerciseKind.PICTURE: _("Several bets as one sum"),
    ExerciseKind.CUTTING: _("Fewest chips"),
    ExerciseKind.PAYOUT: _("Check a payment in chips"),
    ExerciseKind.NULL: _("Does it count?"),
    ExerciseKind.EXPOSURE: _("The most that may be owed"),
}
NO_SUCH_KIND = _("{game} has no exercises of the kind {kind}")


class PlayerTotal(Struct, frozen=True, kw_only=True):
    """What is taken from a player and paid to them, all bets together, in avos; stakes that are returned are neither."""

    player: int
    name: str
    taken: int
    paid: int


@dataclass(frozen=True, slots=True)
class BetDrill:
    """Bets to be settled, each by itself."""

    game: str
    usual: Exercises[Any]

    def is_offered(self) -> bool:
        """Every game that is practised has bets."""
        return True

    def make(self, wanted: WantedExercise) -> Any:  # of the game's own type
        """As the game makes it."""
        return self.usual.make(wanted)

    def question(self, made: Any, say: Translator) -> Question:  # of the game's own type
        """As the game asks it."""
        return self.usual.question(made, say)

    def mark(self, made: Any, reply: Reply | None, say: Translator) -> list[Marked]:  # of the game's own type
        """A mark for each bet."""
        asked, found = self.usual.question(made, say), self.usual.dues(made, say)
        if reply is not None:
            check_answers(found, [Answer(result=one.result, paid=one.paid) for one in reply.answers])
            check_reply(asked, reply)
        given: list[Choice | None] = [None] * len(found) if reply is None else list(reply.answers)
        is_alone = len({bet.player for bet in asked.bets}) == 1
        named = [
            bet_said(bet, say) if is_alone else say.labelled(bet.player_name, bet_said(bet, say)) for bet in asked.bets
        ]
        return [_marked(self.game, *one, say) for one in zip(named, found, given, strict=True)]


def bet_said(bet: AskedBet, say: Translator) -> str:
    """A bet, where it has moved, and its stake."""
    return say.list([*filter(None, (bet.name, bet.on_name)), say.money(bet.stake)])


def _marked(game: str, name: str, due: Due, given: Choice | None, say: Translator) -> Marked:
    return Marked(
        family=due.family,
        name=name,
        is_right=given is not None and due.is_met(Answer(result=given.result, paid=given.paid)),
        result=due.result,
        paid=due.paid,
        said=result_said(game, due.result, due.paid, say),
        given=say(NOT_ANSWERED) if given is None else result_said(game, given.result, given.paid, say),
        steps=due.steps,
        cites=due.cites,
    )


def totals(asked: Question, marked: list[Marked]) -> list[PlayerTotal]:
    """What is taken from and paid to each player; nothing where the bets are not settled one by one."""
    if len(asked.bets) != len(marked) or asked.kind is not ExerciseKind.BETS:
        return []
    found: dict[int, PlayerTotal] = {}
    for bet, mark in zip(asked.bets, marked, strict=True):
        before = found.get(bet.player, PlayerTotal(player=bet.player, name=bet.player_name, taken=0, paid=0))
        found[bet.player] = PlayerTotal(
            player=bet.player,
            name=bet.player_name,
            taken=before.taken + (bet.stake - mark.paid if mark.result == KINDS[Lose] else 0),
            paid=before.paid + (mark.paid if mark.result == KINDS[Win] else 0),
        )
    return [found[player] for player in sorted(found)]


def _drills(game: str) -> Mapping[ExerciseKind, Drill[Any]]:
    usual = exercises_of(game)
    return {
        ExerciseKind.BETS: BetDrill(game, usual),
        ExerciseKind.PICTURE: PictureDrill(game),
        ExerciseKind.CUTTING: CuttingDrill(),
        ExerciseKind.PAYOUT: PayoutDrill(usual),
        ExerciseKind.NULL: NullDrill(game),
        ExerciseKind.EXPOSURE: ExposureDrill(game),
    }


@lru_cache(KEPT)
def kinds_of(game: str) -> tuple[ExerciseKind, ...]:
    """The kinds of exercise that a game has."""
    return tuple(kind for kind, drill in _drills(game).items() if drill.is_offered())


def drill_of(game: str, kind: ExerciseKind) -> Drill[Any]:
    """How this kind is practised at this game; refused where the game has none."""
    drill = _drills(game)[kind]
    if not drill.is_offered():
        raise Refusal(BAD_REQUEST, asked=NO_SUCH_KIND.fill(game=game, kind=kind.value))
    return drill
