"""What lay on the table, in order: outcomes that count and null ones that do not."""

from dataclasses import dataclass

from banca.rules.citation import Citation
from banca.rules.space import Outcome
from banca.rules.text import Text


@dataclass(frozen=True, slots=True)
class Counted:
    """A throw, spin or deal that counts."""

    outcome: Outcome
    written: str = ""
    """As the croupier wrote it."""


@dataclass(frozen=True, slots=True)
class NullReason:
    """Why a throw may be null: in words, with the clause that makes it null and the duty that was not met."""

    says: Text
    cites: tuple[Citation, ...]
    """The clauses as journals write them; they never change."""
    reads: tuple[Citation, ...] = ()
    """The readings by which the clauses mean this."""

    @property
    def by(self) -> tuple[Citation, ...]:
        """All clauses and readings that it rests on."""
        return (*self.cites, *self.reads)


@dataclass(frozen=True, slots=True)
class Null:
    """A throw that does not count and is repeated; it changes no bet.

    The clauses are those that make it null for the given reason, if there is one.
    """

    reason: str = ""
    cites: tuple[Citation, ...] = ()


Throw = Counted | Null
"""A throw that counts, or one that does not."""
