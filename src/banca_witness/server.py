"""A witness over HTTP, in both directions: it takes checkpoints that a house submits, or fetches them where it cannot be reached."""

import asyncio
from hashlib import sha256
from http import HTTPStatus
from urllib.parse import urlencode

import msgspec
from litestar import Litestar, Request, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath
from msgspec import Struct

from banca.rules import Refusal, _, refusal
from banca.transparency.checkpoint import SIZE_TYPE, Submission
from banca.transparency.client import AwayError, WitnessReply, ask
from banca_witness.store import EvidenceKind, KnownLog, find_log
from banca_witness.witness import NotSignedError, SignedCheckpoint, Witness

MOST_BYTES = 16_384
"""The longest submission that can be good has 63 lines of proof and 100 signatures of 110 bytes."""
PLAIN = "text/plain; charset=utf-8"
LOG = "/api/v1/log"
HOUSE_AWAY = refusal("house_away", _("{asked} does not show its log: {because}"))
NOT_COSIGNED = refusal(
    "not_cosigned",
    _(
        "not signed: the log of {asked} contradicts what this witness has seen ({found}, {held} entries); see 'banca witness show'"
    ),
)


@post("/add-checkpoint", status_code=200)
async def add_checkpoint(request: Request[object, object, State], state: State) -> Response[str]:
    """Return the line that signs a submitted checkpoint, or why there is none (C2SP tlog-witness)."""
    try:
        log = await asyncio.to_thread(state.witness.add, await request.body())
    except NotSignedError as error:
        if error.size is not None:  # the form of C2SP for a conflict: the body is the size alone, of a type of its own
            return Response(f"{error.size}\n", status_code=error.status, headers={"Content-Type": SIZE_TYPE})
        return Response(f"{error.because}\n", status_code=error.status, headers={"Content-Type": PLAIN})
    return Response(log.line, headers={"Content-Type": PLAIN})


@get("/{digest:str}/checkpoint", sync_to_thread=True)
def checkpoint(state: State, digest: FromPath[str]) -> Response[str]:
    """Return the newest checkpoint of a log that the witness has signed, by the SHA-256 of the log's name."""
    for log in state.witness.store.logs():
        if sha256(log.checkpoint.origin.encode()).hexdigest() == digest:
            return Response(log.note, headers={"Content-Type": PLAIN})
    return Response("nothing was seen of it\n", status_code=404, headers={"Content-Type": PLAIN})


@get("/", sync_to_thread=True)
def status(state: State) -> dict[str, object]:
    """Return the witness's public key and what it has seen of each log, with what it holds against it: nothing where all is well."""
    store, against = state.witness.store, dict[str, list[EvidenceKind]]()
    for evidence in store.evidence():
        against.setdefault(evidence.origin, []).append(evidence.kind)
    logs = [
        {
            "origin": log.checkpoint.origin,
            "size": log.checkpoint.size,
            "at": log.at,
            "note": log.note,
            "evidence": against.get(log.checkpoint.origin, []),
        }
        for log in store.logs()
    ]
    return {"verifier": str(state.witness.verifier), "logs": logs}


def create_witness_app(witness: Witness) -> Litestar:
    """Return the application that serves a witness."""
    return Litestar(
        route_handlers=[add_checkpoint, checkpoint, status],
        state=State({"witness": witness}),
        request_max_body_size=MOST_BYTES,
        openapi_config=None,
        logging_config=None,
    )


class ConsistencyProof(Struct, frozen=True):
    """A house's answer to the question whether its log only grew."""

    proof: list[bytes]


def fetch(witness: Witness, url: str) -> tuple[KnownLog, bool]:
    """Fetch a house's newest checkpoint, check that it extends the last one, sign it, and tell the house.

    Return the log, and whether the house has taken note of the signature: it does where it names this witness.
    """
    base = url.rstrip("/") + LOG
    note = _get(f"{base}/checkpoint").text
    shown = _open(witness, note, url)
    origin, size = shown.checkpoint.origin, shown.checkpoint.size
    # A shorter log is evidence by itself, and no submission could show it: C2SP has no form for a checkpoint below the last size.
    with witness.store.change() as connection:
        known = find_log(connection, origin)
        if known and size < known.checkpoint.size:
            witness.accuse(connection, EvidenceKind.SHORTENED, known, shown)
    old = known.checkpoint.size if known else 0
    if size < old:
        raise Refusal(NOT_COSIGNED, asked=url, found=origin, held=old)
    proof = _consistency_proof(base, old, size) if 0 < old < size else ()
    try:
        newest = witness.add(str(Submission(old, proof, note)).encode())
    except NotSignedError:
        raise Refusal(NOT_COSIGNED, asked=url, found=origin, held=old) from None
    # A house that does not take the signature is no reason to fail: what was seen is signed and kept here.
    return newest, _tell(base, newest.note)


def _open(witness: Witness, note: str, url: str) -> SignedCheckpoint:
    try:
        return witness.open(note)
    except NotSignedError as error:
        if error.status is HTTPStatus.BAD_REQUEST:
            raise Refusal(HOUSE_AWAY, asked=url, because=error.because) from None
        raise Refusal(
            "unknown_log", _("not signed: {asked} shows a log that no key given with --trust has signed"), asked=url
        ) from None


def _consistency_proof(base: str, old: int, size: int) -> tuple[bytes, ...]:
    reply = _get(f"{base}/consistency?{urlencode({'old': old, 'size': size})}", must_succeed=False)
    try:
        return tuple(msgspec.json.decode(reply.text, type=ConsistencyProof).proof)
    except msgspec.DecodeError:
        # A house that gives no proof is treated as one whose proof is wrong: the witness keeps the two notes as evidence.
        return ()


def _tell(base: str, note: str) -> bool:
    try:
        return ask(f"{base}/cosignatures", msgspec.json.encode({"note": note}), "application/json").status < 300
    except AwayError:
        return False


def _get(url: str, *, must_succeed: bool = True) -> WitnessReply:
    try:
        reply = ask(url)
    except AwayError as away:
        raise Refusal(HOUSE_AWAY, asked=url, because=str(away)) from None
    if must_succeed and reply.status != HTTPStatus.OK:
        raise Refusal(HOUSE_AWAY, asked=url, because=reply.status)
    return reply
