"""The application: what is at which address, and what it needs."""

import time
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Self

from litestar import Litestar, Router
from litestar.datastructures import CacheControlHeader, State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import YamlRenderPlugin
from litestar.types import ControllerRouterHandler, Message

from banca.house.house import House
from banca.house.people import People
from banca.house.views import HiddenAccessLog
from banca.server.api import (
    approvals,
    audit,
    authorisations,
    builder,
    evidence,
    games,
    lab,
    people,
    proposals,
    tables,
    trainer,
    wall,
)
from banca.server.api.witnesses import NamedWitness, Witnesses
from banca.server.auth import authenticate
from banca.server.auto_dealer import Tempo
from banca.server.commands import act_at_tables, answer_commands, is_command
from banca.server.health import MONITORING
from banca.server.http import StrictRequest, takes_json
from banca.server.lifespan import lifespan
from banca.server.limits import HOUR, LoginThrottle, Rate, ServiceLimits
from banca.server.metrics import TIMES
from banca.server.middleware import GONE, REQUEST_ID, begin, log_request, strict
from banca.server.openapi import SCHEMES, AnswerSchemas
from banca.server.pages.docs import Document
from banca.server.pages.page import for_readers
from banca.server.pages.routes import PAGES
from banca.server.plugins import handlers, server_plugins
from banca.server.presence import Presence
from banca.server.problems import HANDLERS, TOO_OFTEN_AN_HOUR
from banca.version import VERSION

HEAD, GET = "HEAD", "GET"
NO_BODY: Any = {"type": "http.response.body", "body": b"", "more_body": False}


# A subclass, because a middleware of Litestar stands behind its router: it sees no request that finds no handler.
class App(Litestar):
    """The Litestar application, with a request id, strict headers and a line in the log for every response, 404 and 500 included.

    HEAD is answered wherever GET is, as GET would be, and ends where the body would begin: also of a stream that would not end.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # as ASGI has it
        """Pass a request on: commands to their own route, all else to the framework."""
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        if not _has_one_host(scope):
            await send({"type": "http.response.start", "status": 400, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return
        began, status, method = perf_counter(), 0, scope["method"]
        its_id = begin(scope["headers"], is_trusted=self.state.is_secure)
        more = ((REQUEST_ID, its_id), *strict(scope["headers"], is_secure=self.state.is_secure))
        # Litestar answers HEAD only where a handler names it; here every GET has one, also a stream, which ends where its body would begin.
        if method == HEAD:
            scope = {**scope, "method": GET}

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                TIMES.add(method, scope.get("path_template", ""), status, perf_counter() - began)
                # What a handler says itself stands: only the rest is added.
                own = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(header for header in more if header[0] not in own)]
                await send(message)
                if method == HEAD:
                    await send(NO_BODY)
            elif method != HEAD:
                await send(message)

        async def received() -> Any:  # an ASGI message
            message = await receive()
            if message["type"] == "http.disconnect":
                scope[GONE] = True
            return message

        TIMES.in_flight += 1
        try:
            if is_command(scope):
                await answer_commands(self, scope, received, sent)
            else:
                await super().__call__(scope, received, sent)
        finally:
            TIMES.in_flight -= 1
            scope["method"] = method
            log_request(scope, its_id, scope.get("user"), status, perf_counter() - began)


def _has_one_host(scope: Any) -> bool:  # an ASGI scope
    """Return whether a request names one host (RFC 9112, 3.2): of two nobody knows which a proxy has looked at. httptools does not ask."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    return len(hosts) == 1 or scope["http_version"] != "1.1"


class Api(Router):
    """The handlers of the API."""

    def __deepcopy__(self, _: object) -> Self:
        """Itself: the framework would copy every handler once more, which takes longer than all the rest of a start."""
        return self


def create_app(  # each is a part of its own
    house: House,
    people: People,
    *,
    is_demo: bool = False,
    is_secure: bool = False,
    tempo: Tempo | None = None,
    limits: ServiceLimits = ServiceLimits(),  # noqa: B008 - frozen
    witnesses: Sequence[NamedWitness] = (),
    clock: Callable[[], float] = time.monotonic,
) -> Litestar:
    """The service over one house; `tempo` is how quickly automatic croupiers act, None for never.

    Whatever waits for a time to pass, or counts within one, looks at `clock`.
    """
    return App(
        route_handlers=[_api(limits), *PAGES, *_pages_of_plugins(), *MONITORING],
        state=State(
            {
                "house": house,
                "people": people,
                "is_demo": is_demo,
                "is_secure": is_secure,
                "tempo": tempo,
                "presence": Presence(clock),
                "limits": limits,
                "clock": clock,
                "looks": HiddenAccessLog(house),
                "witnesses": Witnesses(house, witnesses),
                "guests": Rate(limits, "guests_of_address_minute", clock),
                "chips": Rate(limits, "chips_of_guest_hour", clock, seconds=HOUR, refused=TOO_OFTEN_AN_HOUR),
                "exercises": Rate(limits, "exercises_of_person_minute", clock),
                "log_reads": Rate(limits, "log_reads_of_address_minute", clock),
                "guessing": LoginThrottle(limits, house.seal, clock),
            }
        ),
        lifespan=[lifespan],
        middleware=[authenticate],
        request_class=StrictRequest,
        exception_handlers={kind: for_readers(handler) for kind, handler in HANDLERS.items()},
        openapi_config=_openapi(),
        # Its ProblemDetailsPlugin turns one exception class into RFC 9457; a refusal also has a code, a clause and a sentence in the reader's
        # language, so the handlers of `problems` would stay, and the plug-in would only be called by them.
        plugins=[AnswerSchemas()],
        request_max_body_size=limits.body_bytes,
        logging_config=None,  # logs.py sets the logs up
    )


def _pages_of_plugins() -> list[ControllerRouterHandler]:
    return [page for plugin in server_plugins().values() for page in plugin.pages]


def _api(limits: ServiceLimits) -> Api:
    return Api(
        "/api/v1",
        route_handlers=[
            tables.ROUTES,
            act_at_tables,
            wall.ROUTES,
            tables.all_journals,
            evidence.ROUTES,
            authorisations.ROUTES,
            *people.ROUTES,
            approvals.ROUTES,
            audit.ROUTES,
            games.ROUTES,
            lab.ROUTES,
            *handlers(),
            Router("/", route_handlers=[proposals.ROUTES, builder.ROUTES], request_max_body_size=limits.file_bytes),
            trainer.ROUTES,
        ],
        # Litestar's CSRFMiddleware does not fit: it sends its own cookie and asks a token of every POST, also of programs with a bearer token,
        # whom no other site can misuse. Ours belongs to the session and is asked of requests with its cookie alone (auth.person_of).
        guards=[takes_json],
        cache_control=CacheControlHeader(no_store=True),
    )


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Banca",
        version=VERSION,
        description=(
            "Live tables by the rules of Macau's Official Gazette. Money is in avos. Errors are problem+json. These descriptions "
            "are in English only; sentences in answers are in the language of Accept-Language: en, pt or zh."
        ),
        path="/schema",
        components=SCHEMES,
        use_handler_docstrings=True,
        render_plugins=[Document(), YamlRenderPlugin()],
    )
