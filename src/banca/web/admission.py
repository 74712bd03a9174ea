"""Who may open a page: whoever is logged in, or one role."""

from urllib.parse import quote

from litestar.response import Redirect

from banca.house.keys import Person
from banca.live.command import Role
from banca.service.authentication import lacks_factor, person_of
from banca.service.http import AnyRequest
from banca.web.page import asked_for, to_login


def is_to_log_in(request: AnyRequest) -> bool:
    """Whether somebody must log in first, or choose a password of their own."""
    person: Person | None = request.scope["user"]
    return person is None or person.must_change


def sent_away(request: AnyRequest, *roles: Role) -> Redirect | None:
    """Where somebody must go first: to log in, to choose a password, to set a second factor; refused where it is another's page."""
    if is_to_log_in(request):
        return to_login(request)
    if lacks_factor(request, request.scope["user"]):
        return Redirect(f"/me?to={quote(asked_for(request))}")
    person_of(request, *roles)
    return None
