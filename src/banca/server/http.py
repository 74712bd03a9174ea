"""What handlers need of a request: its type, language, body and page of a list; work in threads of its own; answers as small as the client takes them."""

import gzip
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Annotated, Any, ParamSpec, TypeVar
from urllib.parse import parse_qsl, urlencode

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import ClientException, HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from banca.house.people import Person
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.law import Language
from banca.rules import _, printable
from banca.server.addresses import network_of
from banca.server.limits import ThreadPool
from banca.server.middleware import address_of
from banca.server.problems import accepted_language

T = TypeVar("T")
AnyRequest = Request[Any, Any, State]
LANGUAGE = "banca_lang"
"""The cookie that keeps the language a reader has chosen."""
PACKED_FROM = 1000
"""Bytes below which a body is not worth compressing."""


def asker_of(request: AnyRequest) -> str:
    """Who asks, where anybody may: a person, or whoever is at an address."""
    person: Person | None = request.scope["user"]
    return person.name if person else f"@{network_of(address_of(request.scope))}"


def api_language(request: AnyRequest) -> Language:
    """The language that a program, or a page's script, asks for."""
    return accepted_language(request.headers.get("accept-language", ""))


def page_language(request: AnyRequest) -> Language:
    """What the reader of a page has chosen, or what their browser asks for; also of a download, which no script asks for."""
    kept = request.cookies.get(LANGUAGE, "")
    return Language(kept) if kept in {known.value for known in Language} else api_language(request)


AnyAnswer = TypeVar("AnyAnswer", bound=Struct)


def localized_response(request: AnyRequest, answer: AnyAnswer) -> Response[AnyAnswer]:
    """An answer in the asker's language; its type is what the schema describes."""
    return Response(plain(answer, translator(api_language(request))))


def compressed_response(
    request: AnyRequest, body: bytes, media_type: str, headers: Mapping[str, str] = {}, status: int = 200
) -> Response[bytes]:
    """A body, compressed where the client takes that."""
    sent = {**headers, "Vary": "Accept-Encoding, Accept-Language, Cookie"}
    if len(body) >= PACKED_FROM and "gzip" in request.headers.get("accept-encoding", ""):
        body, sent["Content-Encoding"] = gzip.compress(body, 6), "gzip"
    return Response(body, media_type=media_type, headers=sent, status_code=status)


JSON = "application/json"
MOST_KIND = 80
"""Characters of a Content-Type that a refusal repeats."""
UNREADABLE = _("the body")
NOT_JSON = _("Content-Type {kind}; required: {json}")


class StrictRequest(Request[Any, Any, State]):
    """Reads its body straight into the handler's type: the framework's own way would take "1000" for a number."""

    async def json(self) -> Any:  # whatever the handler takes
        """The body as the handler's type."""
        takes = self.route_handler.parsed_data_field
        return read_json(await self.body(), takes.annotation if takes else Any)


def read_json(body: bytes, kind: type[T]) -> T:
    """Return a body as a type; refuse one that is anything else."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise ClientException(detail=str(fault) or UNREADABLE) from None


def takes_json(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse a body that is not said to be JSON: another site's form cannot say so."""
    if handler.parsed_data_field is not None:
        check_json(connection)


def check_json(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Refuse a body that is not said to be JSON."""
    kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        detail = NOT_JSON.fill(kind=printable(kind[:MOST_KIND]) or "-", json=JSON)
        raise HTTPException(status_code=HTTPStatus.UNSUPPORTED_MEDIA_TYPE, detail=detail)


USUAL, MOST = 100, 200
"""Lines of a page, and how many it has at most."""

After = Annotated[str, QueryParameter(max_length=120)]
"""The last line of the page before, by its name."""
Count = Annotated[int, QueryParameter(ge=1, le=MOST)]
Sought = Annotated[str, QueryParameter(max_length=80)]
"""Part of a name."""


def first_page(found: Sequence[T], count: int) -> tuple[Sequence[T], bool]:
    """A page of what was found behind the page before, and whether there is more; one more than a page should be looked for.

    >>> first_page(["ana", "rui", "zé"], 2), first_page(["ana"], 2)
    ((['ana', 'rui'], True), (['ana'], False))
    """
    return found[:count], len(found) > count


def page_response(request: AnyRequest, lines: list[T], next_after: str | int | None) -> Response[list[T]]:
    """A page as it is answered; `next_after` is what the next one begins behind."""
    if next_after is None:
        return Response(lines)
    query = [
        (name, value) for name, value in parse_qsl(request.scope["query_string"].decode("latin-1")) if name != "after"
    ]
    address = f"{request.url.path}?{urlencode([*query, ('after', next_after)])}"
    return Response(lines, headers={"Link": f'<{address}>; rel="next"'})


P = ParamSpec("P")


async def computed_response(
    request: AnyRequest, work: Callable[P, AnyAnswer], *args: P.args, **about: P.kwargs
) -> Response[AnyAnswer]:
    """An answer that is worked out aside, and written there too in the asker's language."""
    say = translator(api_language(request))
    return Response(await compute(request, lambda: plain(work(*args, **about), say)))


async def compute(request: AnyRequest, work: Callable[P, T], *args: P.args, **about: P.kwargs) -> T:
    """The work's result, in its turn; more threads would get no more done, as Python computes in one at a time."""
    # Beside the loop, and beside the threads that tables use.
    line: ThreadPool = request.app.state.aside
    return await line.do(asker_of(request), work, *args, **about)
