"""A log or a witness elsewhere: its public key, and one request to it over HTTP."""

from http.client import HTTPException
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from banca.rules import Refusal, _, refusal
from banca.transparency.note import BadNoteError, SignerKind, Verifier

MOST_BYTES = 65_536
WAIT_SECONDS = 10.0
BAD_VERIFIER = refusal(
    "bad_verifier",
    _(
        "{asked} is not a public key of this kind: such a key is written NAME+ID+KEY, as the evidence page of a house and 'banca witness key' show it"
    ),
)


class AwayError(Exception):
    """Nothing answers at an address, or the answer cannot be read."""


class WitnessReply(NamedTuple):
    """An answer over HTTP."""

    status: int
    content_type: str
    text: str


def is_address(url: str) -> bool:
    """Return whether a text is the address of an HTTP server."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def ask(url: str, body: bytes | None = None, kind: str = "text/plain") -> WitnessReply:
    """Send a request, a POST if it has a body; an answer of any status is returned."""
    if not is_address(url):
        raise AwayError(url)
    headers = {} if body is None else {"Content-Type": kind}
    request = Request(url, data=body, headers=headers)  # noqa: S310 - is_address admits http and https alone
    try:
        # urlopen raises for a status of 400 and above, but a conflict is an answer too: it says what the witness has seen.
        try:
            answer = urlopen(request, timeout=WAIT_SECONDS)  # noqa: S310 - is_address admits http and https alone
        except HTTPError as error:
            answer = error
        with answer:
            return WitnessReply(answer.status, answer.headers.get_content_type(), answer.read(MOST_BYTES).decode())
    except URLError as fault:
        raise AwayError(str(fault.reason)) from fault
    except (OSError, HTTPException, ValueError) as fault:
        raise AwayError(str(fault) or type(fault).__name__) from fault


def read_verifier(text: str, kind: SignerKind) -> Verifier:
    """Return the public key of a log or a witness; refused if it is not a key of that kind."""
    try:
        verifier = Verifier.read(text)
    except BadNoteError:
        raise Refusal(BAD_VERIFIER, asked=text) from None
    if verifier.kind is not kind:
        raise Refusal(BAD_VERIFIER, asked=text)
    return verifier
