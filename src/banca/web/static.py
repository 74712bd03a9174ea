"""Scripts and styles: read once, compressed once, under an address that changes with them."""

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from banca.rulebook import Refusal
from banca.service.plugins import folders
from banca.service.refusals import NOT_FOUND

KINDS = {
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
    "webmanifest": "application/manifest+json",
}
FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    body: bytes
    packed: bytes
    kind: str


@cache
def sent() -> dict[str, File]:
    """Every file by its name; those of a game under the id of the game."""
    folder = files("banca.web").joinpath("static")
    found = {name: file for game, one in folders("static").items() for name, file in _walk(one, f"{game}/")}
    found |= dict(_walk(folder, ""))
    found["felt.css"] = files("banca.drawing").joinpath("felt.css")
    return {
        name: File(body := one.read_bytes(), gzip.compress(body, 9, mtime=0), KINDS[name.rpartition(".")[2]])
        for name, one in sorted(found.items())
    }


def _walk(folder: Traversable, before: str) -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for one in folder.iterdir():
        name = before + one.name
        if one.is_dir():
            found += _walk(one, f"{name}/")
        elif name.rpartition(".")[2] in KINDS:
            found.append((name, one))
    return found


@cache
def version() -> str:
    """A digest of all files: another version has another address."""
    digest = sha256()
    for name, file in sent().items():
        digest.update(name.encode() + b"\0" + file.body)
    return digest.hexdigest()[:12]


def address(name: str) -> str:
    """Where a file is found; scripts find each other beside themselves."""
    return f"/static/{version()}/{name}"


@get("/static/{wanted:str}/{name:path}", include_in_schema=False)
async def static(request: Request[Any, Any, State], wanted: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A script or a style; of an older page, the file as it is now."""
    file = sent().get(str(name).lstrip("/"))
    if file is None:
        raise Refusal(NOT_FOUND, asked=request.url.path)
    headers = {"Cache-Control": FOREVER if wanted == version() else "no-store", "Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.body, media_type=file.kind, headers=headers)
    return Response(file.packed, media_type=file.kind, headers=headers | {"Content-Encoding": "gzip"})
