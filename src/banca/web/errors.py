"""A refusal as a reader sees it: a page where a page was asked for, and problem+json everywhere else."""

from collections.abc import Callable
from typing import Any

from litestar import Response

from banca.service.http import AnyRequest, language_of
from banca.service.problems import Problem
from banca.web.page import page

PROGRAMS = ("/api/", "/health/", "/metrics", "/schema", "/static/")
"""Addresses that no reader opens."""

Handler = Callable[[Any, Any], Response[Problem]]


def for_readers(handler: Handler) -> Callable[[Any, Any], Response[Any]]:
    """The same refusal, shown as a page to whoever asked for one."""

    def shown(request: AnyRequest, fault: Exception) -> Response[Any]:
        is_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(PROGRAMS)
        if not is_page:
            return handler(request, fault)
        refused = handler(_in_readers_language(request), fault)
        request.scope.setdefault("user", None)  # where there is no such address, nobody has looked who asks
        return page(request, "error.html", status=refused.status_code or 500, problem=refused.content)

    return shown


def _in_readers_language(request: AnyRequest) -> AnyRequest:
    """The request as if its browser preferred the language that the reader has chosen: the refusal is said in the page's."""
    headers = [(name, value) for name, value in request.scope["headers"] if name != b"accept-language"]
    chosen = (b"accept-language", language_of(request).value.encode())
    # The framework keeps what it has read of the headers in the state.
    scope: Any = {**request.scope, "headers": [*headers, chosen], "state": {}}
    return type(request)(scope, request.receive, request.send)
