"""What witnesses elsewhere have seen of the log, as the house knows it: a row for each, by its key."""

from msgspec import Struct, structs
from sqlalchemy import select, update

from banca.house.schema import WITNESSES
from banca.house.store import Store
from banca.house.store_errors import faults


class WitnessRow(Struct, frozen=True, kw_only=True):
    """One witness."""

    vkey: str
    name: str
    url: str = ""
    size: int = 0
    """How much of the log it has signed last."""
    at: int = 0
    """When, by its own clock: seconds since 1970."""
    note: str = ""
    """The checkpoint with its signature."""
    trouble: str = ""


class WitnessBook:
    """Reads and writes these rows."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self) -> dict[str, WitnessRow]:
        """Every witness there ever was, by its key."""
        with faults(), self._store.engine.connect() as connection:
            rows = connection.execute(select(WITNESSES)).mappings()
            return {row["vkey"]: WitnessRow(**row) for row in rows}

    def keep(self, row: WitnessRow) -> None:
        """What a witness has signed or said last; what it signed never goes back, whichever process hears of it later."""
        told = structs.asdict(row)
        with self._store.changes() as connection:
            newer = WITNESSES.c.size > row.size
            there = connection.execute(select(newer).where(WITNESSES.c.vkey == row.vkey)).scalar()
            if there is None:
                connection.execute(WITNESSES.insert().values(**told))
            elif not there:
                connection.execute(update(WITNESSES).where(WITNESSES.c.vkey == row.vkey).values(**told))

    def note_trouble(self, row: WitnessRow) -> None:
        """That something is wrong between the house and a witness; what it signed stays."""
        with self._store.changes() as connection:
            done = connection.execute(update(WITNESSES).where(WITNESSES.c.vkey == row.vkey).values(trouble=row.trouble))
            if not done.rowcount:
                connection.execute(WITNESSES.insert().values(**structs.asdict(row)))
