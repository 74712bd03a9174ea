"""Looking at a house's log from where nobody can reach the witness: it asks, and the house is told what it has signed."""

from http import HTTPStatus
from urllib.parse import urlencode

import msgspec

from banca.rules import Refusal, _, refusal
from banca.transparency.checkpoint import Submission
from banca.witness.client import AwayError, WitnessReply, ask
from banca.witness.memory import EvidenceKind, KnownLog, find_seen
from banca.witness.witness import NotSignedError, Witness, WitnessAnswer

LOG = "/api/v1/log"
HOUSE_AWAY = refusal("house_away", _("{asked} does not show its log: {because}"))
NOT_COSIGNED = refusal(
    "not_cosigned",
    _(
        "not signed: the log of {asked} contradicts what this witness has seen ({found}, {held} entries); see 'banca witness show'"
    ),
)


class Proof(msgspec.Struct, frozen=True):
    """How a house answers when it is asked whether it only grew."""

    proof: list[bytes]


class LookedAt(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a look."""

    seen: KnownLog
    is_told: bool
    """Whether the house has taken note of it: it does where it names this witness."""


def look(witness: Witness, url: str) -> LookedAt:
    """Fetch the newest checkpoint, have it shown that it contains the last one, sign it, tell the house."""
    base = url.rstrip("/") + LOG
    note = _asked(f"{base}/checkpoint").text
    shown = _opened(witness, note, url)
    origin, size = shown.checkpoint.origin, shown.checkpoint.size
    with witness.memory.change() as connection:
        seen = find_seen(connection, origin)
        if seen and size < seen.size:
            witness.accuse(connection, EvidenceKind.SHORTENED, seen, shown)
    old = seen.size if seen else 0
    if seen and size < old:
        raise Refusal(NOT_COSIGNED, asked=url, found=origin, held=old)
    proof = _proof(base, old, size) if 0 < old < size else ()
    try:
        newest = witness.add(str(Submission(old, proof, note)).encode())
    except NotSignedError:
        raise Refusal(NOT_COSIGNED, asked=url, found=origin, held=old) from None
    return LookedAt(seen=newest, is_told=_tell(base, newest.note))


def _opened(witness: Witness, note: str, url: str) -> WitnessAnswer:
    try:
        return witness.open(note)
    except NotSignedError as refused:
        if refused.status is HTTPStatus.BAD_REQUEST:
            raise Refusal(HOUSE_AWAY, asked=url, because=refused.because) from None
        raise Refusal(
            "unknown_log", _("not signed: {asked} shows a log that no key given with --trust has signed"), asked=url
        ) from None


def _proof(base: str, old: int, size: int) -> tuple[bytes, ...]:
    """What the house says to show that it only grew; where that is nothing, nothing: then it is not shown."""
    reply = _asked(f"{base}/consistency?{urlencode({'old': old, 'size': size})}", good=False)
    try:
        return tuple(msgspec.json.decode(reply.text, type=Proof).proof)
    except msgspec.DecodeError:
        return ()


def _tell(base: str, note: str) -> bool:
    try:
        return ask(f"{base}/cosignatures", msgspec.json.encode({"note": note}), "application/json").status < 300
    except AwayError:
        return False


def _asked(url: str, *, good: bool = True) -> WitnessReply:
    try:
        reply = ask(url)
    except AwayError as away:
        raise Refusal(HOUSE_AWAY, asked=url, because=str(away)) from None
    if good and reply.status != HTTPStatus.OK:
        raise Refusal(HOUSE_AWAY, asked=url, because=reply.status)
    return reply
