"""People and their keys in the store, as they are read; changes come with the register's entries."""

from abc import abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Connection, Engine, Executable, select

from banca.house.schema import KEYS, USERS
from banca.house.store_errors import faults

MOST_NAMES = 500
"""That one statement asks about."""


class PeopleRows:
    """The part of a store that is about people."""

    engine: Engine

    @abstractmethod
    def changes(self) -> AbstractContextManager[Connection]:
        """A transaction that writes."""

    def users(
        self, *, after: str = "", most: int | None = None, sought: str = "", roles: Sequence[str] | None = None
    ) -> list[Any]:
        """Those who may come in, in order of their names: all, or so many from behind one, with part of a name, in some roles."""
        asked = select(USERS).where(USERS.c.name > after).order_by(USERS.c.name).limit(most)
        if sought:
            asked = asked.where(USERS.c.name.contains(sought, autoescape=True))
        if roles is not None:
            asked = asked.where(USERS.c.role.in_(roles))
        with faults(), self.engine.connect() as connection:
            return list(connection.execute(asked))

    @property
    def has_users(self) -> bool:
        """Whether there is anybody."""
        with faults(), self.engine.connect() as connection:
            return connection.execute(select(USERS.c.name).limit(1)).first() is not None

    def user(self, name: str) -> Any | None:  # a row
        """One of them."""
        with faults(), self.engine.connect() as connection:
            return connection.execute(select(USERS).where(USERS.c.name == name)).first()

    def staff(self) -> list[Any]:
        """Everybody who does not only play."""
        with faults(), self.engine.connect() as connection:
            return list(connection.execute(select(USERS).where(USERS.c.role != "player").order_by(USERS.c.name)))

    def keys(self, name: str) -> list[Any]:
        """What somebody holds, the oldest first."""
        with faults(), self.engine.connect() as connection:
            return list(connection.execute(select(KEYS).where(KEYS.c.name == name).order_by(KEYS.c.made)))

    def all_keys(self) -> list[str]:
        """The digests of all keys."""
        with faults(), self.engine.connect() as connection:
            return list(connection.execute(select(KEYS.c.digest).order_by(KEYS.c.digest)).scalars())

    def execute(self, statement: Executable) -> int:
        """Something about people that belongs in no journal: the rows it changed."""
        with self.changes() as connection:
            return int(connection.execute(statement).rowcount)

    def key(self, digest: str) -> Any | None:  # a row
        """What somebody holds, with its owner's role."""
        asked = select(KEYS, USERS.c.role, USERS.c.must_change, USERS.c.is_disabled, USERS.c.factor).join(
            USERS, USERS.c.name == KEYS.c.name
        )
        with faults(), self.engine.connect() as connection:
            return connection.execute(asked.where(KEYS.c.digest == digest)).first()

    def holders(self, names: Sequence[str], now: float) -> set[str]:
        """Which of them have a key that has not run out."""
        found: set[str] = set()
        with faults(), self.engine.connect() as connection:
            for start in range(0, len(names), MOST_NAMES):
                some = names[start : start + MOST_NAMES]
                asked = select(KEYS.c.name).where(KEYS.c.name.in_(some), KEYS.c.expires > now)
                found.update(connection.execute(asked).scalars())
        return found
