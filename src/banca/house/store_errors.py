"""What can go wrong with a store: somebody else was faster, it does not answer, or it cannot be used before somebody has mended it."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, IntegrityError, OperationalError, SQLAlchemyError

from banca.house.health import LASTING, SAID, Trouble, trouble_of
from banca.live.refusals import BAD_REQUEST
from banca.rules import Refusal, Text, _

OTHERS_FASTER = _("other processes write to these tables faster than this one")
NOT_MIGRATED = _("its schema could not be brought up to date ({because}); nothing was changed")
RETRIED = ("40001", "40P01")
"""What PostgreSQL says when two transactions stood in each other's way: one of them was undone and may try again."""


class StoreConflictError(Exception):
    """Somebody else wrote first: what was decided no longer fits. Nothing was written."""


class StoreDownError(Exception):
    """The store does not answer or cannot write. What was asked may or may not be written: ask again with the same id.

    Where the trouble lasts, that helps only when somebody has mended it.
    """

    def __init__(self, said: str, trouble: Trouble = Trouble.NO_ANSWER) -> None:
        super().__init__(said)
        self.said, self.trouble = said, trouble

    @property
    def because(self) -> str | Text:
        """What is wrong, for people: in every language where it is known."""
        if self.trouble is Trouble.NOT_MIGRATED:
            return NOT_MIGRATED.fill(because=self.said)
        return SAID.get(self.trouble) or self.said

    @property
    def is_lasting(self) -> bool:
        """Whether it does not pass by waiting."""
        return self.trouble in LASTING


@contextmanager
def faults() -> Iterator[None]:
    """A broken constraint is a conflict; anything else that the database says is that it cannot."""
    try:
        yield
    except DataError as fault:  # what was asked cannot be written down by this database: its own fault, not the store's
        raise Refusal(BAD_REQUEST, asked=first_line(fault)) from fault
    except IntegrityError as fault:
        raise StoreConflictError(first_line(fault)) from fault
    except OperationalError as fault:
        if getattr(fault.orig, "sqlstate", None) in RETRIED:
            raise StoreConflictError(first_line(fault)) from fault
        raise StoreDownError(first_line(fault), trouble_of(fault.orig)) from fault
    except SQLAlchemyError as fault:
        raise StoreDownError(first_line(fault), trouble_of(getattr(fault, "orig", None))) from fault


def first_line(fault: Exception) -> str:
    """What the database says, without the statement and its parameters."""
    said = str(getattr(fault, "orig", None) or fault)
    return said.strip().partition("\n")[0]
