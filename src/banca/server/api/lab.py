"""The lab over HTTP: simulations to run, follow, cancel and take home; exact sessions and the best way to play."""

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, Callable
from functools import cache, partial
from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct, structs

from banca.analysis.best_play.best import BestAnswer, best
from banca.analysis.best_play.model import PlayProblem, parse_goal
from banca.analysis.sessions.automaton import ONLY_CHANCE, TOO_MANY_SEATS, TOO_MUCH_TO_WORK_OUT
from banca.analysis.sessions.session import EveningAnswer, evening
from banca.analysis.simulation.results import SimulationAnswer, as_csv
from banca.analysis.simulation.strategy import NOTHING_DONE
from banca.analysis.simulation.strategy_file import library, read_strategy, simulated_games, write_policy
from banca.games import rulebook
from banca.i18n import Translator, translator
from banca.i18n.answer import AnswerStruct, plain
from banca.law import Language
from banca.rules import Message, Refusal
from banca.rules.money import NamedLimits
from banca.rules.refusal import NEEDS_EXTRA
from banca.server.auth import person_of
from banca.server.http import AnyRequest, asker_of, page_language
from banca.server.middleware import address_of
from banca.server.openapi import BODY, NOTHING, SECURITY, refuses
from banca.server.problems import Problem, respond
from banca.server.simulations import (
    MOST_LETTERS,
    OVER,
    LabRun,
    NewRun,
    Runs,
    RunState,
    StrategyRefusal,
    Word,
    at_strategy,
    make_lab_work,
    strategies_of,
)
from banca.server.streams import EVENTS, OwnedStream, StreamRegistry
from banca.tables.commands import MOST_AVOS

LOOK_SECONDS, TELL_SECONDS, ALIVE_SECONDS = 0.1, 0.5, 15.0
"""How often a stream looks at its run, how often it tells of it at most, and at least."""


class ShippedStrategy(Struct, frozen=True, kw_only=True):
    """A strategy that comes with Banca."""

    game: str
    name: str
    title: str
    text: str


class ShippedStrategies(Struct, frozen=True, kw_only=True):
    """All of them."""

    strategies: list[ShippedStrategy]


class StartedRun(Struct, frozen=True, kw_only=True):
    """The name of a run."""

    id: str


class ListedRun(AnswerStruct, frozen=True, kw_only=True):
    """A run in the list of somebody's runs."""

    id: str
    game: str
    state: RunState
    is_over: bool
    sessions: int
    of: int


class RunProgress(ListedRun, frozen=True, kw_only=True):
    """The progress of a run. `before` counts the runs that are computed first; the report is `banca simulate --json`."""

    before: int
    asked: NewRun
    report: SimulationAnswer | None


class ListedRuns(Struct, frozen=True, kw_only=True):
    """All of them."""

    runs: list[ListedRun]


def on_strategy(request: AnyRequest, refusal: StrategyRefusal) -> Response[Problem]:
    """The usual answer, with the place."""
    answer = respond(refusal, request, HTTPStatus.UNPROCESSABLE_ENTITY)
    answer.content = structs.replace(answer.content, strategy=refusal.strategy, line=refusal.line)
    return answer


@get("/strategies", summary="List shipped strategies", responses=refuses())
async def strategies(request: AnyRequest) -> ShippedStrategies:
    """Each with its title in your language, and its text as a start for your own."""
    return ShippedStrategies(strategies=await asyncio.to_thread(shipped, page_language(request)))


@post(
    "/runs",
    summary="Run a simulation",
    security=SECURITY,
    responses=refuses(422, *BODY),
    exception_handlers={StrategyRefusal: on_strategy},
)
async def start(request: AnyRequest, state: State, data: JSONBody[NewRun]) -> StartedRun:
    """The run is checked at once, computed when its turn comes, and shown only to you. In a demo anybody may start one."""
    owner = owner_of(request)
    runs: Runs = state.runs
    runs.rate.check(owner)
    await asyncio.to_thread(runs.check, owner)
    run = await runs.making.do(owner, _prepare_in_turn, runs, owner, data)
    await asyncio.to_thread(runs.start, run)
    return StartedRun(id=run.id)


@get("/runs", summary="List your runs", security=SECURITY, responses=refuses())
async def list_runs(request: AnyRequest, state: State) -> Response[ListedRuns]:
    """Newest first; the last few finished runs are kept for a day."""
    runs = await asyncio.to_thread(state.runs.of_person, owner_of(request))
    return Response(ListedRuns(runs=[listed(run) for run in runs]))


@get("/runs/{run:str}", summary="Show a run", security=SECURITY, responses=refuses(404))
async def look(request: AnyRequest, state: State, run: FromPath[str]) -> Response[RunProgress]:
    """Its progress, and the results so far."""
    of_owner = await asyncio.to_thread(state.runs.find, owner_of(request), run)
    progress = await asyncio.to_thread(progress_of, state.runs, of_owner)
    return Response(plain(progress, translator(page_language(request))))


@get(
    "/runs/{run:str}/events",
    summary="Follow a run",
    media_type=EVENTS,
    security=SECURITY,
    responses=refuses(404, 429),
)
async def follow(request: AnyRequest, state: State, run: FromPath[str]) -> OwnedStream:
    """Server-sent events `run`, at most two a second; the last one has `is_over`, and the stream ends."""
    owner = owner_of(request)
    await asyncio.to_thread(state.runs.find, owner, run)
    answers: StreamRegistry = state.stream_registry
    places = answers.place_of(owner, address_of(request.scope))
    frames = _frames(state, owner, run, translator(page_language(request)))
    return OwnedStream(frames, answers, places)


@delete(
    "/runs/{run:str}",
    status_code=204,
    summary="Cancel a run",
    security=SECURITY,
    responses=refuses(404) | {204: NOTHING},
)
async def cancel(request: AnyRequest, state: State, run: FromPath[str]) -> None:
    """The results so far are kept. Nothing changes if the run is over."""
    await asyncio.to_thread(state.runs.cancel, owner_of(request), run)


@get(
    "/runs/{run:str}/report.json",
    summary="Download a run's report as JSON",
    security=SECURITY,
    responses=refuses(404, 422),
)
async def report(request: AnyRequest, state: State, run: FromPath[str]) -> Response[SimulationAnswer]:
    """As `banca simulate --json` prints it."""
    report = await asyncio.to_thread(_report, request, state.runs, run)
    return Response(plain(report, translator(page_language(request))), headers=_attachment(report, "json"))


@get(
    "/runs/{run:str}/report.csv",
    summary="Download a run's report as CSV",
    media_type="text/csv",
    security=SECURITY,
    responses=refuses(404, 422),
)
async def table(request: AnyRequest, state: State, run: FromPath[str]) -> Response[str]:
    """As `banca simulate --csv` prints it."""
    known = await asyncio.to_thread(_report, request, state.runs, run)
    return Response(
        as_csv(known, translator(page_language(request))), media_type="text/csv", headers=_attachment(known, "csv")
    )


@get(
    "/runs/{run:str}/chart.svg",
    summary="Draw a run's chart",
    media_type="image/svg+xml",
    security=SECURITY,
    responses=refuses(404, 422),
)
async def chart(request: AnyRequest, state: State, run: FromPath[str]) -> Response[bytes]:
    """How the money spreads over the rounds, and where it ends."""
    known = await asyncio.to_thread(_report, request, state.runs, run)
    of_owner = await asyncio.to_thread(state.runs.find, owner_of(request), run)
    drawn = await asyncio.to_thread(of_owner.chart, translator(page_language(request)))
    return Response(drawn, media_type="image/svg+xml", headers=_attachment(known, "svg"))


def owner_of(request: AnyRequest) -> str:
    """Whose a run is: a person's or, in a demo, whoever's at an address."""
    if request.app.state.is_demo and request.scope["user"] is None:
        return asker_of(request)
    return person_of(request).name


async def answered_in_turn(request: AnyRequest, state: State, work: Callable[[], AnswerStruct]) -> Response[Any]:
    """What a thread works out for somebody, one at a time, as often as the lab allows."""
    runs: Runs = state.runs
    owner = owner_of(request)
    runs.rate.check(owner)
    answer = await runs.making.do(owner, work)
    return Response(plain(answer, translator(page_language(request))))


@cache
def shipped(language: Language) -> list[ShippedStrategy]:
    """Every strategy that comes with Banca, in the order of the games."""
    return [
        ShippedStrategy(game=game, name=name, title=read_strategy(file).title[language], text=file.read_text("utf-8"))
        for game in simulated_games()
        for name, file in library(game).items()
    ]


def prepare(owner: str, asked: NewRun) -> LabRun:
    """Everything that can be refused is refused here, with its strategy and its line."""
    strategies = strategies_of(asked)
    seed = secrets.randbits(32) if asked.seed is None else asked.seed
    try:
        work = make_lab_work(strategies, sessions=asked.sessions, seed=seed)
    except Refusal:
        for place, strategy in enumerate(strategies):
            with at_strategy(place, asked):
                make_lab_work([strategy], sessions=1, seed=seed)
        raise
    return LabRun(owner=owner, request=asked, strategies=strategies, work=work)


def _prepare_in_turn(runs: Runs, owner: str, asked: NewRun) -> LabRun:
    runs.check(owner)  # others of theirs may have been made ready meanwhile
    return prepare(owner, asked)


def listed(run: LabRun) -> ListedRun:
    """A run in short."""
    state = run.state
    game = run.strategies[0].game
    return ListedRun(
        id=run.id, game=game, state=state, is_over=state in OVER, sessions=run.sessions, of=run.request.sessions
    )


def progress_of(runs: Runs, run: LabRun) -> RunProgress:
    """How far a run has got."""
    about = structs.asdict(listed(run))  # its state is read first, so that what is over comes with all that it came to
    return RunProgress(**about, before=runs.before(run), asked=run.request, report=run.latest())


async def _frames(state: State, owner: str, run_id: str, say: Translator) -> AsyncGenerator[bytes, None]:
    """What changes about a run, until it is over or the server drains; one that another process computes is read from the store."""
    runs: Runs = state.runs
    last: tuple[object, ...] = ()
    sent = 0.0
    yield b"retry: 1000\n\n"
    while not state.batches.is_draining:
        here = runs.at_hand(run_id)
        run = await asyncio.to_thread(runs.find, owner, run_id) if here is None else here
        now, mark = time.monotonic(), (run.state, runs.before(run), run.sessions)
        if mark != last and (run.is_over or now - sent >= TELL_SECONDS):
            last, sent = mark, now
            progress = await asyncio.to_thread(progress_of, runs, run)
            yield b"event: run\ndata: %b\n\n" % msgspec.json.encode(plain(progress, say))
            if progress.is_over:
                return
        elif now - sent >= ALIVE_SECONDS:
            sent = now
            yield b": alive\n\n"
        await asyncio.sleep(LOOK_SECONDS if here else TELL_SECONDS)


def _report(request: AnyRequest, runs: Runs, run_id: str) -> SimulationAnswer:
    known = runs.find(owner_of(request), run_id).latest()
    if known is None:
        raise Refusal(NOTHING_DONE)
    return known


def _attachment(report: SimulationAnswer, kind: str) -> dict[str, str]:
    """Something to be kept as a file."""
    return {"Content-Disposition": f'attachment; filename="banca-{report.game}-{report.seed}.{kind}"'}


MOST_BEST_PLAY = 1_000_000_000
"""Products of chances: a few seconds."""
MOST_ROUNDS = 1000

Avos = Annotated[int, Meta(ge=1, le=MOST_AVOS)]


class NewBest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A purse and a goal: `target`, `last` or `stake`. Amounts in avos; without bets or stakes, all that the rules allow."""

    game: Word
    goal: Word = "target"
    bankroll: Avos
    target: Avos | None = None
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    turnover: Avos | None = None
    bets: Annotated[list[Word], Meta(max_length=40)] = []
    stakes: Annotated[list[Avos], Meta(max_length=100)] = []
    options: Annotated[dict[Word, str | int], Meta(max_length=20)] = {}
    minimum: Avos | None = None
    maximum: Avos | None = None
    chip: Avos | None = None


class BestPlayAnswer(AnswerStruct, frozen=True, kw_only=True):
    """What `banca best --json` prints, and the policy as a strategy file; none where that is too long for the lab."""

    best: BestAnswer
    text: str | None


@post(
    "/best",
    operation_id="ApiV1LabBestWorkOut",
    status_code=200,
    summary="Work out the best way to play",
    security=SECURITY,
    responses=refuses(404, 422, *BODY),
)
async def best_way(request: AnyRequest, state: State, data: JSONBody[NewBest]) -> Response[BestPlayAnswer]:
    """For a purse and a goal: the chance, the mean loss, and the map of what to bet. This is not a way to win."""
    return await answered_in_turn(request, state, partial(work_out_best_play, data))


def work_out_best_play(data: NewBest) -> BestPlayAnswer:
    """Work it out; refused where it is too large."""
    try:
        import banca.analysis.best_play.solver  # noqa: F401 - compiled code is loaded when it is used
    except ModuleNotFoundError:
        raise Refusal(NEEDS_EXTRA, asked="/lab/best", allowed="fast") from None
    goal = parse_goal(data.goal)
    limits = NamedLimits(minimum=data.minimum, maximum=data.maximum, chip=data.chip)
    problem = PlayProblem(
        game=data.game,
        goal=goal,
        bankroll=data.bankroll,
        target=data.target,
        rounds=data.rounds,
        turnover=data.turnover,
        bets=tuple(data.bets),
        stakes=tuple(data.stakes),
        options=data.options,
        limits=limits.put_into(rulebook(data.game).limits),
    )
    play = best(problem, most=MOST_BEST_PLAY)
    text = write_policy(play.strategy, play.policy)
    return BestPlayAnswer(best=play.answer(), text=text if 0 < len(text) <= MOST_LETTERS else None)


MOST_SESSIONS_WORK = 12_000_000_000
"""Products of chances for one strategy: a few seconds."""


class StrategyEvening(AnswerStruct, frozen=True, kw_only=True):
    """A strategy's evening, or why it is not worked out."""

    evening: EveningAnswer | None = None
    because: Message | None = None


class Evenings(AnswerStruct, frozen=True, kw_only=True):
    """One for each strategy."""

    evenings: tuple[StrategyEvening, ...]


@post(
    "/evenings",
    operation_id="ApiV1LabEveningsWorkOut",
    status_code=200,
    summary="Work out a session exactly",
    security=SECURITY,
    responses=refuses(422, *BODY),
    exception_handlers={StrategyRefusal: on_strategy},
)
async def exact_sessions(request: AnyRequest, state: State, data: JSONBody[NewRun]) -> Response[Evenings]:
    """As `banca evening --json` prints it, for each strategy of a run; `sessions` and `seed` have no effect."""
    return await answered_in_turn(request, state, partial(work_out_sessions, data))


def work_out_sessions(new_run: NewRun) -> Evenings:
    """The evening of each strategy; what is too large is said, what cannot be played is refused with its place."""
    try:
        import banca.analysis.sessions.flows  # noqa: F401 - compiled code is loaded when it is used
    except ModuleNotFoundError:
        raise Refusal(NEEDS_EXTRA, asked="/lab/evenings", allowed="fast") from None
    evenings = []
    for index, strategy in enumerate(strategies_of(new_run)):
        with at_strategy(index, new_run):
            try:
                answer = evening(strategy, most=MOST_SESSIONS_WORK).answer()
            except Refusal as refusal:
                if refusal.code not in (ONLY_CHANCE, TOO_MANY_SEATS, TOO_MUCH_TO_WORK_OUT):
                    raise
                evenings.append(StrategyEvening(because=refusal.message))
            else:
                evenings.append(StrategyEvening(evening=answer))
    return Evenings(evenings=tuple(evenings))


ROUTES = Router(
    "/lab",
    route_handlers=[
        *(strategies, start, list_runs, look, follow, cancel, report, table, chart),
        *(best_way, exact_sessions),
    ],
    tags=("lab",),
)
