"""One's own page: the password, the keys one holds, the second factor."""

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import QueryParameter
from litestar.response import Redirect

from banca.house.register.event import NOTED
from banca.live.command import ROLES
from banca.rulebook import term
from banca.service.authentication import lacks_factor
from banca.service.http import AnyRequest
from banca.web.admission import is_to_log_in
from banca.web.lobby import local
from banca.web.page import page, to_login
from banca.web.seconds import DIALOG_WORDS

WORDS = {
    **DIALOG_WORDS,
    "changed": term("Your password has been changed. All other sessions and tokens have ended."),
    "session": term("browser session"),
    "this_one": term("in use here"),
    "made": term("created {at}"),
    "used": term("last used {at}"),
    "until": term("valid until {at}"),
    "minted_by": term("created by the token {name}; ends with it"),
    "end": term("End"),
    "log_out": term("Log out"),
    "end_told": term("“{name}” and the tokens that it created end at once."),
    "end_this_told": term("You are using this session. You will be logged out."),
    "ended": term("Ended."),
    "new_token": term("New token"),
    "token_told": term("It is shown only once. A program sends it as Authorization: Bearer …"),
    "factor_set": term("You log in with your password and a code."),
    "factor_not_set": term("Not set up: your password alone is enough to log in."),
    "set_factor": term("Set up"),
    "replace_factor": term("Replace"),
    "factor_done": term("Set up. From now on you need a code to log in."),
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
