"""The roles as people say them."""

from banca.rulebook import Term, term
from banca.rulebook.live.command import Role

ROLES: dict[Role, Term] = {
    Role.PLAYER: term("player"),
    Role.CROUPIER: term("croupier"),
    Role.SUPERVISOR: term("supervisor"),
    Role.INSPECTOR: term("inspector"),
}
