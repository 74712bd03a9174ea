"""The description of the API, and the site of the documents under /docs, as `make docs` built it into the package; where it was not built, a page that says so."""

import gzip
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from litestar import Response, get
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import to_builtins

from banca.rules import Refusal
from banca.server.http import AnyRequest, compute
from banca.server.pages.page import HEADERS, page
from banca.server.pages.static import KINDS, File, file_response, files_below
from banca.server.problems import NOT_FOUND

FRONT = "index.html"
WRITTEN = KINDS | {
    "html": "text/html",
    "json": "application/json",
    "toml": "application/toml",
    "jsonl": "application/jsonl",
    "txt": "text/plain",
}
"""Kinds of files that are worth compressing."""
SENT = WRITTEN | {"png": "image/png", "inv": "application/octet-stream", "woff": "font/woff", "ico": "image/x-icon"}
OTHERS = "text/plain"
"""A file of the repository to download, such as a strategy or a program."""
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Of a drawing, which carries its style in itself; nothing in it can run."""
KEPT = 64
"""Files that stay in memory."""


@cache
def site_files() -> Mapping[str, Traversable]:
    """Every file of the site by its name; none where it was not built."""
    return built(files("banca").joinpath("site"))


def built(folder: Traversable) -> Mapping[str, Traversable]:
    """Every file of a folder that has a front page; else none."""
    if not folder.joinpath(FRONT).is_file():
        return {}
    return {name: file for name, file in files_below(folder) if not file.name.startswith(".")}


@lru_cache(KEPT)
def site_file(name: str) -> tuple[File, str]:
    """A file of the site as it is sent, with its tag."""
    body = site_files()[name].read_bytes()
    ending = name.rpartition(".")[2]
    packed = gzip.compress(body, 6, mtime=0) if ending in WRITTEN else b""
    return File(body, packed, SENT.get(ending, OTHERS)), f'"{sha256(body).hexdigest()[:16]}"'


@get("/docs", include_in_schema=False)
async def docs_front(request: AnyRequest) -> Response[bytes] | Redirect:
    """The front page, under a name from which the links of the site lead on."""
    return Redirect(f"/docs/{FRONT}") if site_files() else _not_built(request)


@get("/docs/{name:path}", include_in_schema=False)
async def docs_file(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """A page, picture, script or style of the site, by its exact name among those that were built."""
    wanted = str(name).lstrip("/")
    if not site_files():
        return _not_built(request)
    if wanted not in site_files():
        raise Refusal(NOT_FOUND, asked=request.url.path)
    file, tag = await compute(request, site_file, wanted)
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"} | _policy(file.kind)
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return file_response(request, file, headers)


def _policy(kind: str) -> dict[str, str]:
    """What a page or a drawing may load: pages no more than any other page of the server."""
    if kind == KINDS["svg"]:
        return {"Content-Security-Policy": PICTURE_POLICY}
    return {name: value for name, value in HEADERS.items() if name != "Cache-Control"} if kind == "text/html" else {}


def _not_built(request: AnyRequest) -> Response[bytes]:
    return page(request, "docs.html", status=404)


# What is at which address, for people: made from the same document that programs read


class Document(JsonRenderPlugin):
    """The document itself; it says that it has the root too, so that the framework puts no viewer from another host there."""

    def has_path(self, path: str) -> bool:
        """Whether nothing else needs to be put there."""
        return path == "/" or super().has_path(path)


@get("/schema", include_in_schema=False)
async def schema(request: AnyRequest) -> Response[bytes]:
    """The description of every address of the API."""
    return await compute(request, _schema, request)


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


ROUTES: list[Any] = [docs_front, docs_file, schema]
