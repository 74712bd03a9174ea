"""Servers that do nothing, to be measured beside the house: bare ASGI, and the same framework with and without the body read.

python bench/house_peer.py bare|framework|typed PORT
"""

import sys
from typing import Any

import uvicorn
from litestar import Litestar, post

from banca.server.commands import CommandBody

PATH = "/api/v1/tables/{table:str}/commands"


async def bare(scope: dict[str, Any], receive: Any, send: Any) -> None:  # ASGI
    """Read the body and say yes."""
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return
    while (await receive()).get("more_body"):
        pass
    headers = [(b"content-type", b"application/json"), (b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 201, "headers": headers})
    await send({"type": "http.response.body", "body": b"{}"})


@post(PATH)
async def nothing(table: str) -> dict[str, str]:  # the path has it
    """Say yes."""
    return {}


@post(PATH)
async def nothing_with_body(table: str, data: CommandBody) -> dict[str, str]:  # read, and left alone
    """Read the command and say yes."""
    return {}


def main() -> None:
    """Serve one of them."""
    kind, port = sys.argv[1], int(sys.argv[2])
    handlers = {"framework": nothing, "typed": nothing_with_body}
    app: Any = bare if kind == "bare" else Litestar([handlers[kind]], openapi_config=None)
    uvicorn.run(app, port=port, loop="uvloop", http="httptools", access_log=False, log_level="warning", ws="none")


if __name__ == "__main__":
    main()
