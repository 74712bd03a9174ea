"""What a body must be: JSON, said to be JSON, and exactly of the type that the address takes."""

from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import ClientException, HTTPException
from litestar.handlers import BaseRouteHandler

JSON = "application/json"


class StrictRequest(Request[Any, Any, State]):
    """Reads its body straight into the handler's type: the framework's own way would take "1000" for a number."""

    async def json(self) -> Any:  # noqa: ANN401 - whatever the handler takes
        """The body as the handler's type."""
        takes = self.route_handler.parsed_data_field
        try:
            return msgspec.json.decode(await self.body(), type=takes.annotation if takes else Any)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            raise ClientException(detail=str(fault) or "the body cannot be read") from None


def takes_json(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse a body that is not said to be JSON: another site's form cannot say so."""
    if handler.parsed_data_field is None:
        return
    kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE
        raise HTTPException(status_code=status, detail=f"Content-Type {kind or '-'}; {JSON} is needed")
