"""What a body must be: JSON, said to be JSON, and exactly of the type that the address takes."""

from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import ClientException, HTTPException
from litestar.handlers import BaseRouteHandler

from banca.rules import _, printable

JSON = "application/json"
MOST_KIND = 80
"""Characters of a Content-Type that a refusal repeats."""
UNREADABLE = _("the body")
NOT_JSON = _("Content-Type {kind}; required: {json}")


class StrictRequest(Request[Any, Any, State]):
    """Reads its body straight into the handler's type: the framework's own way would take "1000" for a number."""

    async def json(self) -> Any:  # whatever the handler takes
        """The body as the handler's type."""
        takes = self.route_handler.parsed_data_field
        try:
            return msgspec.json.decode(await self.body(), type=takes.annotation if takes else Any)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            raise ClientException(detail=str(fault) or UNREADABLE) from None


def takes_json(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse a body that is not said to be JSON: another site's form cannot say so."""
    if handler.parsed_data_field is None:
        return
    kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        said = NOT_JSON.fill(kind=printable(kind[:MOST_KIND]) or "-", json=JSON)
        raise HTTPException(status_code=HTTPStatus.UNSUPPORTED_MEDIA_TYPE, detail=said)
