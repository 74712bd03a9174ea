"""The site of the documents under /docs, as `make docs` built it into the package; where it was not built, a page that says so."""

import gzip
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from banca.rules import Refusal
from banca.server.http import AnyRequest, aside
from banca.server.pages.page import HEADERS, page
from banca.server.pages.static import KINDS, File, as_accepted, files_below
from banca.server.refusals import NOT_FOUND

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
    file, tag = await aside(request, site_file, wanted)
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"} | _policy(file.kind)
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return as_accepted(request, file, headers)


def _policy(kind: str) -> dict[str, str]:
    """What a page or a drawing may load: pages no more than any other page of the server."""
    if kind == KINDS["svg"]:
        return {"Content-Security-Policy": PICTURE_POLICY}
    return {name: value for name, value in HEADERS.items() if name != "Cache-Control"} if kind == "text/html" else {}


def _not_built(request: AnyRequest) -> Response[bytes]:
    return page(request, "docs.html", status=404)


ROUTES: list[Any] = [docs_front, docs_file]
