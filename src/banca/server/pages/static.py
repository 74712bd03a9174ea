"""Scripts and styles: read once, compressed once, under an address that changes with them."""

import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from banca.rules import Refusal
from banca.server.plugins import folders
from banca.server.problems import NOT_FOUND

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
def static_files() -> dict[str, File]:
    """Every file by its name; those of a game under the id of the game."""
    folder = files("banca.server").joinpath("static")
    paths = {
        name: file
        for game, folder_of_game in folders("static").items()
        for name, file in files_below(folder_of_game, f"{game}/")
    }
    paths |= dict(files_below(folder))
    paths["felt.css"] = files("banca.drawing").joinpath("felt.css")
    return {
        # Compressed once, at the hardest setting: the address changes with the content, so that browsers keep it for ever.
        name: File(body := path.read_bytes(), gzip.compress(body, 9, mtime=0), KINDS[name.rpartition(".")[2]])
        for name, path in sorted(paths.items())
        if name.rpartition(".")[2] in KINDS
    }


def files_below(folder: Traversable, before: str = "") -> Iterator[tuple[str, Traversable]]:
    """Every file of a folder and of those in it, by its name from there on."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from files_below(entry, f"{before}{entry.name}/")
        else:
            yield before + entry.name, entry


@cache
def version() -> str:
    """A digest of all files: another version has another address."""
    digest = sha256()
    for name, file in static_files().items():
        digest.update(name.encode() + b"\0" + file.body)
    return digest.hexdigest()[:12]


def address(name: str) -> str:
    """Where a file is found; scripts find each other beside themselves."""
    return f"/static/{version()}/{name}"


@get("/static/{wanted:str}/{name:path}", include_in_schema=False)
async def static(request: Request[Any, Any, State], wanted: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A script or a style; of an older page, the file as it is now."""
    file = static_files().get(str(name).lstrip("/"))
    if file is None:
        raise Refusal(NOT_FOUND, asked=request.url.path)
    headers = {"Cache-Control": FOREVER if wanted == version() else "no-store", "Vary": "Accept-Encoding"}
    return file_response(request, file, headers)


def file_response(request: Request[Any, Any, State], file: File, headers: dict[str, str]) -> Response[bytes]:
    """A file, packed where there is such a form of it and the browser takes it."""
    if not file.packed or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.body, media_type=file.kind, headers=headers)
    return Response(file.packed, media_type=file.kind, headers=headers | {"Content-Encoding": "gzip"})
