"""Asking a witness, or a log, over HTTP: one question, one short answer."""

from http.client import HTTPException
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

MOST_BYTES = 65_536
WAIT_SECONDS = 10.0


class AwayError(Exception):
    """Nobody answers there, or not in a form that can be read."""


class WitnessReply(NamedTuple):
    """What was answered."""

    status: int
    kind: str
    text: str


def is_address(url: str) -> bool:
    """Whether something can be asked there."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def ask(url: str, body: bytes | None = None, kind: str = "text/plain") -> WitnessReply:
    """Ask, or hand something in; any status is an answer."""
    if not is_address(url):
        raise AwayError(url)
    headers = {} if body is None else {"Content-Type": kind}
    request = Request(url, data=body, headers=headers)  # noqa: S310 - looked at above
    try:
        try:
            with urlopen(request, timeout=WAIT_SECONDS) as answer:  # noqa: S310 - looked at above
                status, said, found = answer.status, answer.headers.get_content_type(), answer.read(MOST_BYTES)
        except HTTPError as refused:
            with refused:
                status, said, found = refused.code, refused.headers.get_content_type(), refused.read(MOST_BYTES)
        return WitnessReply(status, said, found.decode())
    except URLError as fault:
        raise AwayError(str(fault.reason)) from fault
    except (OSError, HTTPException, ValueError) as fault:
        raise AwayError(str(fault) or type(fault).__name__) from fault
