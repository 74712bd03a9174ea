"""POST …/commands, answered ahead of the framework: a plain ASGI callable, for browsers and programs alike.

Nine of ten requests of a house are commands. The framework's router, its models of what a handler takes and its response objects take as
long as the bet itself (`python bench/house.py load`). So these two addresses are read and answered here, with the same parts: who asks, what is
JSON, `carry_out`, and the same writer of problems. The handlers in `tables` and `commands` describe the addresses in the OpenAPI document.
"""

import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from litestar.exceptions import ClientException, HTTPException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from msgspec import Struct

from banca.server.api.approvals import PendingApproval
from banca.server.auth import identify, person_of
from banca.server.commands import BATCH_PATH, CommandBatch, CommandBody, answer_batch, carry_out
from banca.server.http import StrictRequest, check_json, read_json, spoken
from banca.server.problems import on_fault, on_http

if TYPE_CHECKING:
    from litestar import Litestar

TABLE_PATH = re.compile("/api/v1/tables/([^/]+)/commands")
ROUTE = "/api/v1/tables/{table:str}/commands"
HEADERS = ((b"content-type", b"application/json"), (b"cache-control", b"no-store"))
_encode = msgspec.json.Encoder().encode


def is_command(scope: Any) -> bool:  # an ASGI scope
    """Return whether a request gives commands."""
    path = scope["path"]
    return scope["method"] == "POST" and (path == BATCH_PATH or TABLE_PATH.fullmatch(path) is not None)


async def answer_commands(app: "Litestar", scope: Any, receive: Any, send: Any) -> None:  # as ASGI has it
    """Carry out the commands of a request and answer it."""
    # What Litestar would put there: the parts that are shared with handlers read it.
    scope["app"] = scope["litestar_app"] = app
    scope["path_template"] = BATCH_PATH if scope["path"] == BATCH_PATH else ROUTE
    scope.setdefault("state", {})
    request = StrictRequest(scope, receive, send)
    try:
        status, answer = await _carry_out(request, receive)
        body = _encode(answer)
    except Exception as fault:  # whatever it is, they are told
        refused = on_http(request, fault) if isinstance(fault, HTTPException) else on_fault(request, fault)
        await refused.to_asgi_response(app=None, request=request)(scope, receive, send)
        return
    headers = [*HEADERS, (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _carry_out(request: StrictRequest, receive: Any) -> tuple[int, Struct]:
    """Return what is answered. What is checked first, the framework checks first: who asks, the kind of body, the body, then what they may."""
    scope: Any = request.scope
    scope["user"], scope["auth"] = await identify(scope)
    check_json(request)
    body = await _read_body(receive, request.app.state.limits.body_bytes)
    path, state = scope["path"], request.app.state
    if path == BATCH_PATH:
        batch = read_json(body, CommandBatch)
        outcomes = await carry_out(state, person_of(request).actor, batch.commands)
        return HTTPStatus.OK, answer_batch(batch.commands, outcomes, spoken(request))
    command = read_json(body, CommandBody)
    (outcome,) = await carry_out(state, person_of(request).actor, [command.at(path.split("/")[4])])
    if isinstance(outcome, Exception):
        raise outcome
    return HTTPStatus.ACCEPTED if isinstance(outcome, PendingApproval) else HTTPStatus.CREATED, outcome


async def _read_body(receive: Any, most: int) -> bytes:
    """Return a body; refuse one that is too long as soon as it is."""
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientException(detail="the client has gone")
        body += bytes(message.get("body", b""))
        # As soon as it is too long, so that no more of it is kept.
        if len(body) > most:
            raise RequestEntityTooLarge
        if not message.get("more_body", False):
            return body
