"""A refusal as a reader sees it: a page where a page was asked for, and problem+json everywhere else."""

from collections.abc import Callable
from typing import Any

from litestar import Response

from banca.service.http import AnyRequest
from banca.service.problems import Problem
from banca.web.page import page

PROGRAMS = ("/api/", "/health/", "/metrics", "/schema", "/static/")
"""Addresses that no reader opens."""

Handler = Callable[[Any, Any], Response[Problem]]


def for_readers(handler: Handler) -> Callable[[Any, Any], Response[Any]]:
    """The same refusal, shown as a page to whoever asked for one."""

    def shown(request: AnyRequest, fault: Exception) -> Response[Any]:
        refused = handler(request, fault)
        is_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(PROGRAMS)
        if not is_page:
            return refused
        request.scope.setdefault("user", None)  # where there is no such address, nobody has looked who asks
        return page(request, "error.html", status=refused.status_code or 500, problem=refused.content)

    return shown
