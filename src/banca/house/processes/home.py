"""Which process is the home of a table: the same answer in every process that knows the same processes."""

from collections.abc import Iterable
from hashlib import sha256


def home_of(table_id: str, processes: Iterable[int]) -> int | None:
    """By rendezvous hashing: when a process goes, its tables alone move, and spread over those that are left.

    >>> home_of("table-1", [3, 1, 2]) == home_of("table-1", [1, 2, 3])
    True
    """
    return max(processes, key=lambda number: sha256(f"{number} {table_id}".encode()).digest(), default=None)
