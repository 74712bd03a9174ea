"""What every handler needs of a request: its type, its language; and an answer as small as the client takes it."""

import gzip
from collections.abc import Mapping
from typing import Any, TypeVar

from litestar import Request, Response
from litestar.datastructures import State
from msgspec import Raw, Struct

from banca.house.keys import Person
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.law import Language
from banca.service.addresses import network_of
from banca.service.middleware import address_of
from banca.service.problems import language

AnyRequest = Request[Any, Any, State]
LANGUAGE = "banca_lang"
"""The cookie that keeps the language a reader has chosen."""
PACKED_FROM = 1000
"""Bytes below which a body is not worth compressing."""


def asker_of(request: AnyRequest) -> str:
    """Who asks, where anybody may: a person, or whoever is at an address."""
    person: Person | None = request.scope["user"]
    return person.name if person else f"@{network_of(address_of(request.scope))}"


def spoken(request: AnyRequest) -> Language:
    """The language that a program, or a page's script, asks for."""
    return language(request.headers.get("accept-language", ""))


def language_of(request: AnyRequest) -> Language:
    """What the reader of a page has chosen, or what their browser asks for; also of a download, which no script asks for."""
    kept = request.cookies.get(LANGUAGE, "")
    return Language(kept) if kept in {known.value for known in Language} else spoken(request)


AnyAnswer = TypeVar("AnyAnswer", bound=Struct)


def answered(request: AnyRequest, answer: AnyAnswer) -> Response[AnyAnswer]:
    """An answer in the asker's language; its type is what the schema describes."""
    return Response(plain(answer, translator(spoken(request))))


def worked_out(body: bytes) -> Response[Any]:
    """An answer that another process has written as JSON already."""
    return Response(Raw(body))


def packed(
    request: AnyRequest, body: bytes, media_type: str, headers: Mapping[str, str] = {}, status: int = 200
) -> Response[bytes]:
    """A body, compressed where the client takes that."""
    sent = {**headers, "Vary": "Accept-Encoding, Accept-Language, Cookie"}
    if len(body) >= PACKED_FROM and "gzip" in request.headers.get("accept-encoding", ""):
        body, sent["Content-Encoding"] = gzip.compress(body, 6), "gzip"
    return Response(body, media_type=media_type, headers=sent, status_code=status)
