"""What the store says of itself: marks, each under a name."""

from abc import abstractmethod
from contextlib import AbstractContextManager, suppress

from sqlalchemy import Connection, Engine, delete, select

from banca.house.database import StoreConflictError, database_faults
from banca.house.schema import MARKS


class MarkRows:
    """The part of a store that is about itself."""

    engine: Engine

    @abstractmethod
    def transaction(self) -> AbstractContextManager[Connection]:
        """A transaction that writes."""

    def mark(self, name: str) -> str | None:
        """What the store says of itself under a name."""
        with database_faults(), self.engine.connect() as connection:
            return connection.execute(select(MARKS.c.text).where(MARKS.c.name == name)).scalar()

    def keep_mark(self, name: str, text: str) -> str:
        """Mark the store; what stands there then, which is another's where that came first."""
        with suppress(StoreConflictError), self.transaction() as connection:
            connection.execute(MARKS.insert().values(name=name, text=text))
        return self.mark(name) or text

    def drop_mark(self, name: str, text: str) -> None:
        """Take a mark away, as long as it says this."""
        with self.transaction() as connection:
            connection.execute(delete(MARKS).where(MARKS.c.name == name, MARKS.c.text == text))
