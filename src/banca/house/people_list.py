"""The list of people, a page at a time: the staff, then the players, each in order of their names."""

from collections.abc import Sequence
from typing import Any

from banca.house.people_rows import PeopleRows
from banca.live.command import Role

GROUPS = {"staff": tuple(role for role in Role if role is not Role.PLAYER), "player": (Role.PLAYER,)}
"""In the order in which people are listed."""


def place_of(name: str, role: str) -> str:
    """Where somebody is in the list of people.

    >>> place_of("sofia", "supervisor"), place_of("ana", "player")
    ('staff:sofia', 'player:ana')
    """
    return f"{next(group for group, roles in GROUPS.items() if role in roles)}:{name}"


def listed(
    store: PeopleRows, after: str, most: int, *, sought: str = "", roles: Sequence[Role] | None = None
) -> list[Any]:
    """So many from behind somebody (`place_of`), the staff first: with part of a name, in some roles."""
    group, _, name = after.rpartition(":")
    found: list[Any] = []
    for one, members in GROUPS.items():
        if group in (one, ""):
            asked = [role for role in members if roles is None or role in roles]
            found += store.users(after=name, most=most - len(found), sought=sought, roles=asked)
            group = name = ""
    return found
