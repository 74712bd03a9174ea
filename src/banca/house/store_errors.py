"""What can go wrong with a store: somebody else was faster, or it does not answer."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, IntegrityError, OperationalError, SQLAlchemyError

from banca.house.health import SAID, Trouble, trouble_of
from banca.live.refusals import BAD_REQUEST
from banca.rulebook import Refusal, words

OTHERS_FASTER = words(
    "other processes write to these tables faster than this one",
    pt="outros processos escrevem nestas mesas mais depressa do que este",
    zh="其他程序寫入此等檯的速度較本程序快",
)
RETRIED = ("40001", "40P01")
"""What PostgreSQL says when two transactions stood in each other's way: one of them was undone and may try again."""


class StoreConflictError(Exception):
    """Somebody else wrote first: what was decided no longer fits. Nothing was written."""


class StoreDownError(Exception):
    """The store does not answer or cannot write. What was asked may or may not be written: ask again with the same id."""

    def __init__(self, said: str, trouble: Trouble = Trouble.NO_ANSWER) -> None:
        super().__init__(said)
        self.said, self.trouble = said, trouble

    @property
    def because(self) -> str:
        """What is wrong, for people: in every language where it is known."""
        return SAID.get(self.trouble) or self.said


@contextmanager
def faults() -> Iterator[None]:
    """A broken constraint is a conflict; anything else that the database says is that it cannot."""
    try:
        yield
    except DataError as fault:  # what was asked cannot be written down by this database: its own fault, not the store's
        raise Refusal(BAD_REQUEST, asked=_first_line(fault)) from fault
    except IntegrityError as fault:
        raise StoreConflictError(_first_line(fault)) from fault
    except OperationalError as fault:
        if getattr(fault.orig, "sqlstate", None) in RETRIED:
            raise StoreConflictError(_first_line(fault)) from fault
        raise StoreDownError(_first_line(fault), trouble_of(fault.orig)) from fault
    except SQLAlchemyError as fault:
        raise StoreDownError(_first_line(fault), trouble_of(getattr(fault, "orig", None))) from fault


def _first_line(fault: Exception) -> str:
    """What the database says, without the statement and its parameters."""
    said = str(getattr(fault, "orig", None) or fault)
    return said.strip().partition("\n")[0]
