"""Simulations of the lab in the store: any process of the house can look at one, whichever computes it."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import delete, func, select, update

from banca.house.schema import RUNS
from banca.house.store import Store
from banca.house.store_errors import faults


class RunRows:
    """Reads and writes; it decides nothing."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, **columns: object) -> None:
        """A new run."""
        self._store.execute(RUNS.insert().values(is_cancelled=False, figures=b"", **columns))

    def write(self, run_id: str, state: str, figures: bytes) -> bool:
        """How far a run has got, and what it came to so far; whether somebody has cancelled it meanwhile."""
        of_it = RUNS.c.id == run_id
        with self._store.changes() as connection:
            connection.execute(update(RUNS).where(of_it).values(state=state, figures=figures))
            return bool(connection.execute(select(RUNS.c.is_cancelled).where(of_it)).scalar())

    def cancel(self, run_id: str) -> None:
        """Somebody wants it to stop; whoever computes it sees so when they next write."""
        self._store.execute(update(RUNS).where(RUNS.c.id == run_id).values(is_cancelled=True))

    def find(self, run_id: str) -> Any | None:  # a row
        """One run."""
        with faults(), self._store.engine.connect() as connection:
            return connection.execute(select(RUNS).where(RUNS.c.id == run_id)).first()

    def of_person(self, owner: str) -> list[Any]:
        """Those of one person, the newest first."""
        asked = select(RUNS).where(RUNS.c.owner == owner).order_by(RUNS.c.made.desc())
        with faults(), self._store.engine.connect() as connection:
            return list(connection.execute(asked))

    def count(self, states: Collection[str], **columns: object) -> int:
        """How many are in some states, of a person or at a process."""
        asked = select(func.count()).select_from(RUNS).where(RUNS.c.state.in_(list(states)))
        for name, value in columns.items():
            asked = asked.where(RUNS.c[name] == value)
        with faults(), self._store.engine.connect() as connection:
            return int(connection.execute(asked).scalar_one())

    def count_before(self, row: Any, states: Collection[str]) -> int:  # a row
        """How many the process of a run computes first."""
        at_it = (RUNS.c.process == row.process, RUNS.c.made < row.made, RUNS.c.state.in_(list(states)))
        with faults(), self._store.engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(RUNS).where(*at_it)).scalar_one())

    def give_up(self, states: Collection[str], live: Collection[int], failed: str) -> None:
        """Those that a process had begun which is there no more will never be done; what they came to is kept."""
        lost = (RUNS.c.state.in_(list(states)), RUNS.c.process.not_in(list(live)))
        with faults(), self._store.engine.connect() as connection:
            if connection.execute(select(RUNS.c.id).where(*lost).limit(1)).first() is None:
                return
        self._store.execute(update(RUNS).where(*lost).values(state=failed))

    def forget(self, states: Collection[str], *, before: float, most: int, most_of_person: int) -> None:
        """Let go of the oldest that are over: those made before a time, and more than so many."""
        over = select(RUNS.c.id, RUNS.c.owner, RUNS.c.made).where(RUNS.c.state.in_(list(states)))
        with faults(), self._store.engine.connect() as connection:
            rows = list(connection.execute(over.order_by(RUNS.c.made.desc())))
        of_person: dict[str, int] = {}
        gone = []
        for place, row in enumerate(rows):
            of_person[row.owner] = of_person.get(row.owner, 0) + 1
            if place >= most or of_person[row.owner] > most_of_person or row.made < before:
                gone.append(row.id)
        if gone:
            self._store.execute(delete(RUNS).where(RUNS.c.id.in_(gone)))
