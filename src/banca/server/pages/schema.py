"""What is at which address, for people: made from the same document that programs read."""

from http import HTTPStatus
from typing import Any

from litestar import Response, get
from litestar.openapi.plugins import JsonRenderPlugin
from msgspec import to_builtins

from banca.server.http import AnyRequest, aside
from banca.server.pages.page import page


class Document(JsonRenderPlugin):
    """The document itself; it says that it has the root too, so that the framework puts no viewer from another host there."""

    def has_path(self, path: str) -> bool:
        """Whether nothing else needs to be put there."""
        return path == "/" or super().has_path(path)


@get("/schema", include_in_schema=False)
async def schema(request: AnyRequest) -> Response[bytes]:
    """The description of every address of the API."""
    return await aside(request, _schema, request)


def _schema(request: AnyRequest) -> Response[bytes]:
    state = request.app.state
    if not hasattr(state, "addresses"):  # worked out once: it stays as it is
        state.addresses = _addresses(to_builtins(request.app.openapi_schema.to_schema()))
    return page(request, "schema.html", **state.addresses)


def _addresses(document: dict[str, Any]) -> dict[str, Any]:
    """Every address, by what it is about."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, item in sorted(document["paths"].items()):
        for method, operation in item.items():
            groups.setdefault(operation["tags"][0], []).append(_address(path, method, operation))
    return {"groups": groups, "about": document["info"]["description"]}


def _address(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    return {
        "path": path,
        "method": method.upper(),
        "summary": operation["summary"],
        "description": operation.get("description", ""),
        "is_open": not operation.get("security"),
        "parameters": operation.get("parameters", []),
        "refuses": {
            status: answer["description"]
            for status, answer in operation["responses"].items()
            if int(status) >= HTTPStatus.BAD_REQUEST
        },
    }


ROUTES: list[Any] = [schema]
