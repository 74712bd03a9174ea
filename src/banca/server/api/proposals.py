"""Proposals over HTTP: worked examples, a file checked as it is written, and its dossier to take home."""

import asyncio
import logging
from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from litestar import Response, Router, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from msgspec import Raw, Struct, structs

from banca.dossier.render import KINDS
from banca.games import of_chance
from banca.house.messages import WorkSuperseded
from banca.i18n import translator
from banca.i18n.answer import AnswerStruct
from banca.proposals import examples, read_proposal
from banca.proposals.compiler import BAD_PROPOSAL, PROPOSAL_TOO_LARGE, PROPOSAL_TOO_LONG, UNKNOWN_EXAMPLE
from banca.proposals.files import example as read_example
from banca.rules import Message, Proposal, Refusal
from banca.server.api.drafts import DossierRequest, DraftStudied, DraftToCheck, check_draft, write_dossier
from banca.server.api.lab import owner_of
from banca.server.http import AnyRequest, api_language, localized_response
from banca.server.limits import Rate, ServiceLimits
from banca.server.openapi import BODY, SECURITY, refuses
from banca.server.problems import SUPERSEDED, TOO_MANY_DRAFTS, Problem, respond
from banca.server.workers import Workers

P = ParamSpec("P")
T = TypeVar("T")

LOG = logging.getLogger("banca")
# Processes for each.
CHECKERS, WRITERS = 2, 1
# What is wrong with a file as a whole, at no line of it.
OF_THE_FILE = (PROPOSAL_TOO_LONG, PROPOSAL_TOO_LARGE)


class Example(Struct, frozen=True, kw_only=True):
    """A worked example."""

    name: str
    title: str
    game: str


class Examples(Struct, frozen=True, kw_only=True):
    """All of them."""

    examples: list[Example]


class DraftFault(AnswerStruct, frozen=True, kw_only=True):
    """What is wrong with a draft, and at which line; null where it is the file as a whole."""

    because: Message
    line: int | None
    JSON = (("code", "because.code"), "line", ("detail", "because"))


class DraftRefused(AnswerStruct, frozen=True, kw_only=True):
    """A draft with a fault."""

    problem: DraftFault


def _to_nobody(_: WorkSuperseded) -> None:
    """There is no other process to tell."""


def draft_queues(limits: ServiceLimits, clock: Callable[[], float]) -> tuple["Queue", "Queue"]:
    """The queues of checks and of dossiers: each with processes of its own, as a check is waited for at every stop of the typing."""
    checks, dossiers = (Rate(limits, f"{work}_of_person_minute", clock) for work in ("drafts", "dossiers"))
    return (
        Queue(CHECKERS, "check", limits.check_seconds, limits.drafts_waiting, checks),
        Queue(WRITERS, "dossier", limits.dossier_seconds, limits.drafts_waiting, dossiers),
    )


class Queue:
    """Those who wait for one kind of work: of one person one thing at a time, the newest of those that wait."""

    def __init__(self, processes: int, name: str, seconds: float, most_waiting: int, rate: Rate) -> None:
        self.workers = Workers(processes, name)
        self._seconds = seconds
        self._most_waiting = most_waiting
        self.rate = rate
        self.name = name
        self.tell: Callable[[WorkSuperseded], object] = _to_nobody
        """Called when somebody asks for such work, for the other processes of the house."""
        self._turns: dict[str, asyncio.Lock] = {}
        self._newest: dict[str, object] = {}

    async def do(self, owner: str, work: Callable[P, T], *args: P.args, **about: P.kwargs) -> T:
        """What the work comes to; refused to who asks too often, and where the same person has asked again meanwhile."""
        self.rate.check(owner)
        most = self._most_waiting
        if owner not in self._turns and len(self._turns) >= most:
            raise Refusal(TOO_MANY_DRAFTS, limit="drafts_waiting", allowed=most, seconds=int(self._seconds))
        turn, mine = self._turns.setdefault(owner, asyncio.Lock()), object()
        self._newest[owner] = mine
        self.tell(WorkSuperseded(work=self.name, owner=owner))
        try:
            async with turn:
                if self._newest.get(owner) is not mine:
                    raise Refusal(SUPERSEDED)
                return await self.workers.do(self._seconds, work, *args, **about)
        finally:
            if self._newest.get(owner) is mine:
                del self._newest[owner]
            if owner not in self._newest and not turn.locked():
                self._turns.pop(owner, None)

    def learn(self, superseded: WorkSuperseded) -> None:
        """Somebody has asked anew in another process: what of theirs waits here is not done."""
        if superseded.work == self.name:
            self._newest.pop(superseded.owner, None)


def on_file(request: AnyRequest, refusal: Refusal) -> Response[Problem]:
    """The usual answer, with the line."""
    because, line = at_line(refusal)
    answer = respond(because, request)
    answer.content = structs.replace(answer.content, line=line)
    return answer


@get("/examples", summary="List worked examples", responses=refuses(422))
async def list_examples(request: AnyRequest) -> Examples:
    """Each with its title in your language."""
    say = translator(api_language(request))
    known = await asyncio.to_thread(known_examples)
    return Examples(
        examples=[Example(name=name, title=say(proposal.title), game=proposal.game) for name, proposal in known.items()]
    )


@get("/examples/{example:str}", summary="Get a worked example", media_type="text/plain", responses=refuses(404))
async def one_example(example: FromPath[str]) -> str:
    """The text of one worked example."""
    if example not in examples():
        raise Refusal(UNKNOWN_EXAMPLE, allowed=examples())
    return read_example(example)


@post(
    "/check",
    status_code=200,
    summary="Check a proposal",
    security=SECURITY,
    responses=refuses(409, 422, *BODY),
)
async def check(
    request: AnyRequest, state: State, data: JSONBody[DraftToCheck]
) -> Response[DraftStudied | DraftRefused]:
    """If the file is faulty, `problem` with its code, line and sentence; otherwise every figure."""
    language, seconds = api_language(request), state.limits.file_seconds
    try:
        studied: bytes = await state.checks.do(owner_of(request), check_draft, data, language, seconds)
    except Refusal as refusal:
        because, line = at_line(refusal)
        if because is refusal and refusal.code not in OF_THE_FILE:
            raise
        return localized_response(request, DraftRefused(problem=DraftFault(because=because.message, line=line)))
    answer: Any = Raw(studied)  # another process has written it as JSON already
    return Response(answer)


@post(
    "/dossier",
    status_code=200,
    summary="Download the dossier of a proposal",
    media_type="application/octet-stream",
    security=SECURITY,
    responses=refuses(409, 422, *BODY),
    exception_handlers={Refusal: on_file},
)
async def dossier(request: AnyRequest, state: State, data: JSONBody[DossierRequest]) -> Response[bytes]:
    """A PDF, a single HTML page, or JSON; the same as `banca dossier` writes."""
    owner, seconds = owner_of(request), state.limits.file_seconds
    name, body = await state.dossiers.do(owner, write_dossier, data, api_language(request), seconds)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type=KINDS[data.format], headers=headers)


def at_line(refusal: Refusal) -> tuple[Refusal, int | None]:
    """What is wrong with a file, and at which line; a refusal of another kind as it is."""
    because = refusal.about.get("because")
    if refusal.code != BAD_PROPOSAL or not isinstance(because, Message):
        return refusal, None
    return Refusal.saying(because), int(str(refusal.about["line"]))


_READING = Lock()


def known_examples() -> dict[str, Proposal]:
    """Every worked example, read by one who asks first; the others wait for it."""
    with _READING:
        return read_examples()


@cache
def read_examples() -> dict[str, Proposal]:
    """Every worked example that can be read, in the order of the games; what is faulty in one leaves the list whole."""
    known = {}
    for name in examples():
        try:
            known[name] = read_proposal(read_example(name))
        except Refusal as refusal:
            LOG.warning("faulty", extra={"about": {"example": name, "because": str(refusal)}})
    return dict(sorted(known.items(), key=lambda item: of_chance().index(item[1].game)))


ROUTES = Router("/proposals", route_handlers=[list_examples, one_example, check, dossier], tags=("proposals",))
