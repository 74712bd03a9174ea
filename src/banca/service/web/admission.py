"""Who may open a page: whoever is logged in, or one role."""

from litestar.response import Redirect

from banca.house.keys import Person
from banca.rulebook.live.command import Role
from banca.service.asking import AnyRequest
from banca.service.entrance import person_of
from banca.service.web.page import to_login


def is_to_log_in(request: AnyRequest) -> bool:
    """Whether somebody must log in first, or choose a password of their own."""
    person: Person | None = request.scope["user"]
    return person is None or person.must_change


def sent_away(request: AnyRequest, role: Role) -> Redirect | None:
    """Where somebody must go first: to log in, or to choose a password; refused where it is another's page."""
    if is_to_log_in(request):
        return to_login(request)
    person_of(request, role)
    return None
