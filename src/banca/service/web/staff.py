"""Pages that belong to one role."""

from litestar.response import Redirect

from banca.house.people import Person
from banca.rulebook.live.command import Role
from banca.service.entrance import person_of
from banca.service.web.page import AnyRequest, to_login


def sent_away(request: AnyRequest, role: Role) -> Redirect | None:
    """Where somebody must go first: to log in, or to choose a password; refused where it is another's page."""
    person: Person | None = request.scope["user"]
    if person is None or person.must_change:
        return to_login(request)
    person_of(request, role)
    return None
