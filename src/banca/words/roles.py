"""The roles as people say them."""

from banca.live.command import Role
from banca.rulebook import Term, term

ROLES: dict[Role, Term] = {
    Role.PLAYER: term("player"),
    Role.CROUPIER: term("croupier"),
    Role.SUPERVISOR: term("supervisor"),
    Role.INSPECTOR: term("inspector"),
}
