"""The application: what is at which address, and what it needs."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import ParamSpec, Self

from litestar import Litestar, Response, Router, get
from litestar.datastructures import CacheControlHeader, State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import YamlRenderPlugin
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from banca.house.guests import free_seats
from banca.house.hidden_access import Looks
from banca.house.house import House
from banca.house.people import People
from banca.house.store_errors import StoreDownError
from banca.service.attendants import Attendants
from banca.service.audit import Audit, Shelf
from banca.service.authentication import STAFF, Entrance, is_of_the_house, person_of
from banca.service.authorisations import Authorisations
from banca.service.bodies import StrictRequest, takes_json
from banca.service.exports import Archive
from banca.service.games import Games
from banca.service.group_commit import Batches
from banca.service.health import LOOK_SECONDS, Health, HealthStatus, Watch
from banca.service.http import AnyRequest
from banca.service.lab import Lab
from banca.service.limits import ServiceLimits
from banca.service.login_throttle import Guessing
from banca.service.long_responses import LongResponses
from banca.service.metrics import REGISTRY
from banca.service.middleware import Enveloped
from banca.service.openapi import SCHEMES, SECURITY, refuses
from banca.service.people import Cage, Entering, Users
from banca.service.plugins import handlers
from banca.service.problems import HANDLERS
from banca.service.proposals import DraftQueue, Proposals
from banca.service.rate_limit import Rate
from banca.service.register import Register
from banca.service.runs import Runs
from banca.service.seconds import Seconds
from banca.service.streams import Streams
from banca.service.tables import Tables, all_journals
from banca.service.thread_pools import ThreadPool
from banca.service.trainer import Trainer
from banca.service.web.errors import for_readers
from banca.service.web.routes import PAGES
from banca.service.web.schema import Document

P = ParamSpec("P")

LOG = logging.getLogger("banca")
TIDY_SECONDS = 0.5
"""How often the store is put in order."""
LOOK_ROUND_SECONDS = 0.25
"""How often automatic croupiers look whether something is due, where they are not quicker themselves."""
FAILURES_SECONDS = 10.0
"""How often log-ins that failed are put down in the register: together, so that guessing does not fill it."""
GUESTS_SECONDS = 60.0
"""How often the seats of guests who have gone are freed."""
FOLLOW_SECONDS = 0.25
"""How often a process looks for what others have written to a store they share."""


@get("/health/live", tags=("health",), summary="Is the process alive?")
async def live() -> dict[str, str]:
    """Yes, if you can read this."""
    return {"status": "alive"}


@get(
    "/health/ready",
    tags=("health",),
    summary="Can commands be carried out?",
    responses={503: ResponseSpec(data_container=Health, description="Not now.", generate_examples=False)},
)
async def ready(request: AnyRequest, state: State) -> Response[Health]:
    """503 while nothing can be written or the server is shutting down. What is wrong is told to staff, and on this machine.

    A write is made every few seconds; asking makes none.
    """
    health = state.watch.health(is_draining=state.batches.is_draining)
    shown = health if is_of_the_house(request) else Health(status=health.status)
    return Response(shown, status_code=200 if health.status is HealthStatus.READY else 503)


@get(
    "/metrics",
    tags=("health",),
    summary="What the house counts",
    media_type="text/plain",
    security=SECURITY,
    responses=refuses(),
)
async def metrics(request: AnyRequest) -> Response[bytes]:
    """In the form of Prometheus; for staff, and on this machine where there is no proxy."""
    if not is_of_the_house(request):
        person_of(request, *STAFF)
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


class Api(Router):
    """Everything under one path."""

    def __deepcopy__(self, _: object) -> Self:
        """Itself: the framework would copy every handler once more, which takes longer than all the rest of a start."""
        return self


def create_app(
    house: House,
    people: People,
    *,
    is_demo: bool = False,
    is_secure: bool = False,
    pace: float | None = None,
    limits: ServiceLimits = ServiceLimits(),  # noqa: B008 - frozen
    clock: Callable[[], float] = time.monotonic,
) -> Litestar:
    """The service over one house; `pace` is how many seconds an automatic croupier takes for an act, None for never.

    Whatever waits for a time to pass, or counts within one, looks at `clock`.
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.batches = Batches(house, limits, clock)
        app.state.passwords = ThreadPool(limits.passwords_at_once, limits.passwords_waiting, "passwords_waiting")
        app.state.aside = ThreadPool(1, limits.computed_waiting, "computed_waiting", limits.computed_of_person)
        app.state.watch = Watch(house, clock)
        await asyncio.to_thread(app.state.watch.look)
        app.state.shelf = Shelf()
        app.state.archive = Archive(house.store, limits)
        app.state.answers = LongResponses(limits, clock)
        app.state.streams = Streams(house, people, app.state.looks, app.state.answers, limits)
        app.state.runs = Runs(limits, clock)
        app.state.desk = DraftQueue(limits, clock)
        tasks = [
            asyncio.create_task(_every(FOLLOW_SECONDS, house.refresh)),
            asyncio.create_task(_every(TIDY_SECONDS, house.store.tidy)),
            asyncio.create_task(_every(FAILURES_SECONDS, people.put_down_failures)),
            asyncio.create_task(_every(LOOK_SECONDS, app.state.watch.look)),
        ]
        if is_demo:
            tasks.append(asyncio.create_task(_every(GUESTS_SECONDS, free_seats, house, people)))
        if pace is not None:
            app.state.attendants = Attendants(house, pace, clock)
            tasks.append(asyncio.create_task(_every(min(pace, LOOK_ROUND_SECONDS), app.state.attendants.go_round)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            if pace is not None:
                app.state.attendants.drain()
            app.state.streams.close()
            await asyncio.to_thread(app.state.runs.drain)
            await asyncio.to_thread(app.state.desk.drain)
            await asyncio.to_thread(app.state.archive.close)
            await asyncio.to_thread(app.state.passwords.drain)
            await asyncio.to_thread(app.state.aside.drain)
            await app.state.batches.drain()
            await asyncio.to_thread(_last_failures, people)

    return Enveloped(
        route_handlers=[
            Api(
                "/api/v1",
                route_handlers=[
                    Tables,
                    all_journals,
                    Authorisations,
                    Entering,
                    Users,
                    Seconds,
                    Cage,
                    Audit,
                    Register,
                    Games,
                    Lab,
                    *handlers(),
                    Router("/", route_handlers=[Proposals], request_max_body_size=limits.file_bytes),
                    Trainer,
                ],
                guards=[takes_json],
                cache_control=CacheControlHeader(no_store=True),
            ),
            *PAGES,
            live,
            ready,
            metrics,
        ],
        state=State(
            {
                "house": house,
                "people": people,
                "is_demo": is_demo,
                "is_secure": is_secure,
                "limits": limits,
                "looks": Looks(house),
                "guests": Rate(limits, "guests_of_address_minute", clock),
                "exercises": Rate(limits, "exercises_of_person_minute", clock),
                "guessing": Guessing(limits, house.seal, clock),
            }
        ),
        lifespan=[lifespan],
        middleware=[Entrance],
        request_class=StrictRequest,
        exception_handlers={kind: for_readers(handler) for kind, handler in HANDLERS.items()},
        openapi_config=_openapi(),
        request_max_body_size=limits.body_bytes,
        logging_config=None,  # service/logs.py sets the logs up
    )


def _last_failures(people: People) -> None:
    """What has not been put down yet; a store that is down keeps nobody from stopping."""
    with suppress(StoreDownError):
        people.put_down_failures()


async def _every(seconds: float, work: Callable[P, object], *args: P.args, **about: P.kwargs) -> None:
    """Do something beside everything else, again and again; what goes wrong is logged, and tried again later."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await asyncio.to_thread(work, *args, **about)
        except Exception as fault:  # noqa: BLE001 - nothing may end it
            LOG.warning("later", extra={"about": {"work": work.__qualname__, "because": str(fault)}})
            await asyncio.sleep(1)


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Banca",
        version="1",
        description="Live tables by the rules of Macau's Official Gazette. Money is in avos. Errors are problem+json.",
        path="/schema",
        components=SCHEMES,
        use_handler_docstrings=True,
        render_plugins=[Document(), YamlRenderPlugin()],
    )
