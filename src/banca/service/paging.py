"""Long lists, a page at a time: in an order that stays, each page from behind the last line of the one before.

Where there is more, the header `Link` has the address of the next page, with `rel="next"` (RFC 8288).
"""

from collections.abc import Sequence
from typing import Annotated, TypeVar
from urllib.parse import parse_qsl, urlencode

from litestar import Response
from litestar.params import QueryParameter

from banca.service.http import AnyRequest

T = TypeVar("T")

USUAL, MOST = 100, 200
"""Lines of a page, and how many it has at most."""

After = Annotated[str, QueryParameter(max_length=120)]
"""The last line of the page before, by its name."""
Count = Annotated[int, QueryParameter(ge=1, le=MOST)]
Sought = Annotated[str, QueryParameter(max_length=80)]
"""Part of a name."""


def page_of(found: Sequence[T], count: int) -> tuple[Sequence[T], bool]:
    """A page of what was found behind the page before, and whether there is more; one more than a page should be looked for.

    >>> page_of(["ana", "rui", "zé"], 2), page_of(["ana"], 2)
    ((['ana', 'rui'], True), (['ana'], False))
    """
    return found[:count], len(found) > count


def paged(request: AnyRequest, lines: list[T], next_after: str | int | None) -> Response[list[T]]:
    """A page as it is answered; `next_after` is what the next one begins behind."""
    if next_after is None:
        return Response(lines)
    asked = [
        (name, value) for name, value in parse_qsl(request.scope["query_string"].decode("latin-1")) if name != "after"
    ]
    address = f"{request.url.path}?{urlencode([*asked, ('after', next_after)])}"
    return Response(lines, headers={"Link": f'<{address}>; rel="next"'})
