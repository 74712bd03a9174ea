"""The trainer over HTTP, for anybody: exercises, and marks for what somebody would pay. The house remembers nothing of it."""

import secrets
from collections.abc import Mapping
from typing import Annotated, Literal

from litestar import Controller, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from banca.games import find
from banca.games.pai_kao.reports import pair_report
from banca.law import Language
from banca.live.command import MOST_AVOS
from banca.rulebook import Bet, Proposal, Rules, State, term
from banca.service.aside import aside
from banca.service.asking import AnyRequest, asker_of, spoken
from banca.service.described import BODY, refuses
from banca.service.games import with_proposal
from banca.training import exercise, pai_kao
from banca.training.exercise import Exercise, can_return, results_of
from banca.training.marking import Answer, articles, check_answers, dues
from banca.training.pai_kao import PaiKaoExercise
from banca.training.wanted import LEVELS, MOST_SEED, MOST_WEIGHT, Wanted
from banca.words import Speech, speech

PLAYER = term("Player {number}")
ON = term("on {state}")
GATE = term("Gate {gate}")

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Weights = Annotated[dict[Name, Annotated[int, Meta(ge=1, le=MOST_WEIGHT)]], Meta(max_length=40)]
Options = Annotated[dict[Name, Name], Meta(max_length=10)]
LevelNumber = Annotated[int, Meta(ge=min(LEVELS), le=max(LEVELS))]
Seed = Annotated[int, Meta(ge=0, le=MOST_SEED)]
Avos = Annotated[int, Meta(ge=0, le=MOST_AVOS)]
ResultName = Literal["win", "lose", "push", "stands"]


class Ask(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An exercise to be made: of a level, with more of the families whose weight is higher; without a seed, a new one."""

    level: LevelNumber = 1
    seed: Seed | None = None
    options: Options = {}
    weights: Weights = {}


class Named(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What names an exercise: the same from the same."""

    level: LevelNumber
    seed: Seed
    options: Options = {}
    weights: Weights = {}


class Choice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody would do with one bet; `paid` beside the stake of a winner, or of the stake of a loser, in avos."""

    result: ResultName
    paid: Avos = 0


class Answers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An exercise, and one answer for each of its bets."""

    exercise: Named
    answers: Annotated[list[Choice], Meta(min_length=1, max_length=20)]


class AskedBet(Struct, frozen=True, kw_only=True):
    """A bet on the layout; `on` is the state it moved to. In Pai Kao it is a stake on a gate."""

    name: str
    bet: str | None
    gate: int | None
    player: int
    player_name: str
    stake: int
    on: str | None
    on_name: str
    can_return: bool
    """Whether a loser may get a part of the stake back."""


class Line(Struct, frozen=True, kw_only=True):
    """A pair of tiles and what it is called."""

    tiles: list[str]
    name: str


class SetGate(Struct, frozen=True, kw_only=True):
    """A gate whose tiles lie open."""

    gate: int
    name: str
    is_banker: bool
    front: Line
    rear: Line


class Dealt(Struct, frozen=True, kw_only=True):
    """What belongs to a round of Pai Kao: the banker's gate first, then the others in betting order."""

    principal: int
    dice: list[int]
    gates: list[SetGate]


class Shown(Struct, frozen=True, kw_only=True):
    """An exercise as a trainee sees it. Money is in avos."""

    exercise: Named
    game: str
    minimum: int
    chip: int
    results: list[str]
    """What can become of a bet in this game."""
    before: list[str]
    """The outcomes since the first of these bets was placed."""
    outcome: str
    outcome_name: str
    point: str | None
    """What the table remembers, where it remembers something."""
    bets: list[AskedBet]
    dealt: Dealt | None


class Article(Struct, frozen=True, kw_only=True):
    """A clause, in the reader's language."""

    cite: str
    text: str


class Mark(Struct, frozen=True, kw_only=True):
    """What is right for one bet, and whether it was answered."""

    family: str
    is_right: bool
    result: str
    paid: int
    steps: list[str]
    articles: list[Article]


class Marks(Struct, frozen=True, kw_only=True):
    """All bets of an exercise, marked."""

    right: int
    asked: int
    marks: list[Mark]


class Trainer(Controller):
    """What croupiers practise."""

    path = "/trainer"
    tags = ("trainer",)

    @post("/{game:str}/exercises", summary="An exercise", status_code=200, responses=refuses(422, *BODY))
    async def exercise(self, request: AnyRequest, game: FromPath[str], data: JSONBody[Ask]) -> Shown:
        """Bets on a layout and a result, made from the rulebook; only what the rules allow to lie there together."""
        find(game)
        request.app.state.exercises.check(asker_of(request))
        seed = secrets.randbelow(MOST_SEED) if data.seed is None else data.seed
        named = Named(level=data.level, seed=seed, options=data.options, weights=data.weights)
        return await aside(request, _shown, game, named, proposals_of(request), spoken(request))

    @post("/{game:str}/answers", summary="Mark answers", status_code=200, responses=refuses(422, *BODY))
    async def answers(self, request: AnyRequest, game: FromPath[str], data: JSONBody[Answers]) -> Marks:
        """Right or wrong for each bet, with what is right, the arithmetic and the articles."""
        find(game)
        request.app.state.exercises.check(asker_of(request))
        return await aside(request, _marked, game, data, proposals_of(request), spoken(request))


def proposals_of(request: AnyRequest) -> Mapping[str, Proposal]:
    """Those that tables of this house carry."""
    found: Mapping[str, Proposal] = request.app.state.house.proposals
    return found


def _made(game: str, named: Named, proposals: Mapping[str, Proposal]) -> Exercise | PaiKaoExercise:
    options = with_proposal(named.options, proposals)
    wanted = Wanted(game=game, level=named.level, seed=named.seed, options=options, weights=named.weights)
    return pai_kao.make(wanted) if not find(game).rulebook else exercise.make(wanted)


def _marked(game: str, asked: Answers, proposals: Mapping[str, Proposal], spoken: Language) -> Marks:
    say = speech(spoken)
    found = dues(_made(game, asked.exercise, proposals), say)
    given = [Answer(result=one.result, paid=one.paid) for one in asked.answers]
    check_answers(found, given)
    marks = [
        Mark(
            family=due.family,
            is_right=due.is_met(answer),
            result=due.result,
            paid=due.paid,
            steps=list(due.steps),
            articles=[Article(**one) for one in articles(game, due.cites, say)],
        )
        for due, answer in zip(found, given, strict=True)
    ]
    return Marks(right=sum(mark.is_right for mark in marks), asked=len(marks), marks=marks)


def _shown(game: str, named: Named, proposals: Mapping[str, Proposal], spoken: Language) -> Shown:
    made, say = _made(game, named, proposals), speech(spoken)
    return _pai_kao(made, named, say) if isinstance(made, PaiKaoExercise) else _chance(made, named, say)


def _chance(made: Exercise, named: Named, say: Speech) -> Shown:
    rules = made.rules
    first = min(one.at for one in made.held)
    return Shown(
        exercise=named,
        game=rules.rulebook.game,
        minimum=made.limits.minimum,
        chip=made.limits.chip,
        results=list(results_of(rules)),
        before=[outcome_name(rules, throw.written, say) for throw in made.throws[first - 1 : -1]],
        outcome=made.throws[-1].written,
        outcome_name=outcome_name(rules, made.throws[-1].written, say),
        point=None if made.table == rules.rulebook.table.start else say.state(made.table),
        bets=[
            AskedBet(
                name=say.bet(one.bet),
                bet=one.bet.key,
                gate=None,
                player=one.player + 1,
                player_name=say(PLAYER, number=one.player + 1),
                stake=one.stake,
                on=None if one.state == one.bet.start else str(one.state),
                on_name=_on(one.bet, one.state, say),
                can_return=can_return(one.bet),
            )
            for one in made.held
        ],
        dealt=None,
    )


def _on(bet: Bet, state: State, say: Speech) -> str:
    """Where a bet has moved, in words."""
    if state == bet.start:
        return ""
    return say(ON, state=state) if isinstance(state, int) else say.state(state)


def outcome_name(rules: Rules, written: str, say: Speech) -> str:
    """An outcome in the reader's language: by the bet on it, or by the names of its parts."""
    bet = rules.bets.get(written.replace(" ", ":"))
    if bet is not None:
        return say.bet(bet)
    labels = {bet.selection: say(bet.label) for bet in rules.bets.values() if bet.label}
    return " – ".join(labels.get(part, part) for part in written.split("-"))


def _pai_kao(made: PaiKaoExercise, named: Named, say: Speech) -> Shown:
    table = made.table
    gates = {gate.number: gate for gate in (table.banker, *table.gates)}
    order = [table.banker.number, *dict.fromkeys(paid.gate for paid in made.settled.paid)]
    return Shown(
        exercise=named,
        game="pai_kao",
        minimum=made.limits.minimum,
        chip=made.limits.chip,
        results=list(pai_kao.RESULTS.values()),
        before=[],
        outcome="-".join(map(str, made.dice)),
        outcome_name=" – ".join(map(str, made.dice)),
        point=None,
        bets=[
            AskedBet(
                name=say(GATE, gate=paid.gate),
                bet=None,
                gate=paid.gate,
                player=int(paid.who),
                player_name=say(PLAYER, number=paid.who),
                stake=paid.stake,
                on=None,
                on_name="",
                can_return=True,
            )
            for paid in made.settled.paid
        ],
        dealt=Dealt(
            principal=made.principal,
            dice=list(made.dice),
            gates=[
                SetGate(
                    gate=number,
                    name=say(GATE, gate=number),
                    is_banker=number == table.banker.number,
                    front=_line(gates[number].setting.front, say),
                    rear=_line(gates[number].setting.rear, say),
                )
                for number in order
            ],
        ),
    )


def _line(pair: tuple[str, ...], say: Speech) -> Line:
    return Line(tiles=list(pair), name=pair_report(pair, say)["name"])
