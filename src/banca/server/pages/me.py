"""One's own page: the password, the keys one holds, the second factor."""

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import QueryParameter
from litestar.response import Redirect

from banca.house.register import NOTED
from banca.rules import _
from banca.server.auth import lacks_factor
from banca.server.http import AnyRequest
from banca.server.pages.approvals import DIALOG_WORDS
from banca.server.pages.lobby import local
from banca.server.pages.page import is_to_log_in, page, to_login
from banca.tables.commands import ROLES

WORDS = {
    **DIALOG_WORDS,
    "changed": _("Your password has been changed. All other sessions and tokens have ended."),
    "session": _("browser session"),
    "this_one": _("in use here"),
    "made": _("created {at}"),
    "used": _("last used {at}"),
    "until": _("valid until {at}"),
    "minted_by": _("created by the token {name}; ends with it"),
    "end": _("End"),
    "log_out": _("Log out"),
    "end_told": _("“{name}” and the tokens that it created end at once."),
    "end_this_told": _("You are using this session. You will be logged out."),
    "ended": _("Ended."),
    "new_token": _("New token"),
    "token_told": _("It is shown only once. A program sends it as Authorization: Bearer …"),
    "factor_set": _("You log in with your password and a code."),
    "factor_not_set": _("Not set up: your password alone is enough to log in."),
    "set_factor": _("Set up"),
    "replace_factor": _("Replace"),
    "factor_done": _("Set up. From now on you need a code to log in."),
}


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
        words=WORDS,
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
