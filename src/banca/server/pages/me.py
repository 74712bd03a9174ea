"""One's own page: the password, the keys one holds, the second factor."""

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import QueryParameter
from litestar.response import Redirect

from banca.house.register import NOTED
from banca.server.auth import lacks_factor
from banca.server.http import AnyRequest
from banca.server.pages.lobby import local
from banca.server.pages.page import is_to_log_in, page, to_login
from banca.tables.commands import ROLES


@get("/me", include_in_schema=False)
async def me(request: AnyRequest, to: Annotated[str, QueryParameter()] = "/") -> Response[bytes] | Redirect:
    """For everybody who is logged in; staff who must set a second factor first go on to `to` when they have."""
    if is_to_log_in(request):
        return to_login(request)
    person = request.scope["user"]
    must_set = lacks_factor(request, person)
    return page(
        request,
        "me.html",
        data={
            "key": person.digest[:NOTED],
            "hasFactor": person.has_factor,
            "mustSetFactor": must_set,
            "to": local(to),
        },
        role=ROLES[person.role],
        must_set_factor=must_set,
    )


ROUTES: list[Any] = [me]
