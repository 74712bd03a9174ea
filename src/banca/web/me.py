"""One's own page: the password, the keys one holds, the second factor."""

from typing import Annotated, Any

from litestar import Response, get
from litestar.params import QueryParameter
from litestar.response import Redirect

from banca.house.register.event import NOTED
from banca.rulebook import term
from banca.service.authentication import lacks_factor
from banca.service.http import AnyRequest
from banca.web.admission import is_to_log_in
from banca.web.lobby import local
from banca.web.page import page, to_login
from banca.web.seconds import DIALOG_WORDS
from banca.words.roles import ROLES

WORDS = {
    **DIALOG_WORDS,
    "changed": term("Your password is changed; all other sessions and tokens have ended."),
    "session": term("browser session"),
    "this_one": term("this one"),
    "made": term("made {at}"),
    "used": term("last used {at}"),
    "until": term("good until {at}"),
    "minted_by": term("made by the token {name}, and ends with it"),
    "end": term("End it"),
    "log_out": term("Log out"),
    "end_told": term("“{name}” is good no more, nor are the tokens that it made."),
    "end_this_told": term("You are using this one: you are logged out."),
    "ended": term("It has ended."),
    "new_token": term("New token"),
    "token_told": term("It is shown this once. A program sends it as Authorization: Bearer …"),
    "factor_set": term("You log in with a code as well as the password."),
    "factor_not_set": term("You have none: the password alone lets you in."),
    "set_factor": term("Set one up"),
    "replace_factor": term("Replace it with another"),
    "factor_done": term("It is set: from now on you are asked for a code when you log in."),
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
