"""A witness over HTTP, for any log of the C2SP forms: it takes checkpoints, and shows what it has seen to anybody."""

import asyncio
from hashlib import sha256

from litestar import Litestar, Request, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath
from msgspec import Struct

from banca.transparency.checkpoint import SIZE_TYPE
from banca.witness.memory import EvidenceKind
from banca.witness.witness import NotSignedError, Witness

MOST_BYTES = 16_384
"""The longest submission that can be good has 63 lines of proof and 100 signatures of 110 bytes."""
PLAIN = "text/plain; charset=utf-8"


class SeenLog(Struct, frozen=True, kw_only=True):
    """One log as the witness has seen it last."""

    origin: str
    size: int
    at: int
    note: str
    evidence: list[EvidenceKind]
    """What it holds against it; nothing where all is well."""


class Witnessed(Struct, frozen=True, kw_only=True):
    """The witness and what it has seen."""

    verifier: str
    logs: list[SeenLog]


@post("/add-checkpoint", status_code=200)
async def add_checkpoint(request: Request[object, object, State], state: State) -> Response[str]:
    """C2SP tlog-witness: the line that signs a checkpoint, or why there is none."""
    try:
        seen = await asyncio.to_thread(state.witness.add, await request.body())
    except NotSignedError as refused:
        if refused.size is not None:
            return Response(f"{refused.size}\n", status_code=refused.status, headers={"Content-Type": SIZE_TYPE})
        return Response(f"{refused.because}\n", status_code=refused.status, headers={"Content-Type": PLAIN})
    return Response(seen.line, headers={"Content-Type": PLAIN})


@get("/{digest:str}/checkpoint", sync_to_thread=True)
def checkpoint(state: State, digest: FromPath[str]) -> Response[str]:
    """The newest checkpoint of a log that it has signed, by the SHA-256 of the log's name."""
    for one in state.witness.memory.all_seen():
        if sha256(one.origin.encode()).hexdigest() == digest:
            return Response(one.note, headers={"Content-Type": PLAIN})
    return Response("nothing was seen of it\n", status_code=404, headers={"Content-Type": PLAIN})


@get("/", sync_to_thread=True)
def all_seen(state: State) -> Witnessed:
    """Who this is, and what it has seen."""
    return witnessed(state.witness)


def witnessed(witness: Witness) -> Witnessed:
    """Everything that a witness tells."""
    against: dict[str, list[EvidenceKind]] = {}
    for one in witness.memory.all_evidence():
        against.setdefault(one.origin, []).append(one.kind)
    logs = [
        SeenLog(origin=one.origin, size=one.size, at=one.at, note=one.note, evidence=against.get(one.origin, []))
        for one in witness.memory.all_seen()
    ]
    return Witnessed(verifier=str(witness.verifier), logs=logs)


def create_witness_app(witness: Witness) -> Litestar:
    """The application."""
    return Litestar(
        route_handlers=[add_checkpoint, checkpoint, all_seen],
        state=State({"witness": witness}),
        request_max_body_size=MOST_BYTES,
        openapi_config=None,
        logging_config=None,
    )
