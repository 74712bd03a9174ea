"""Refusals: what the rules do not allow, raised with the message that says so."""

from collections.abc import Callable, Mapping
from typing import Any, Self, overload

from banca.rules.citation import Citation
from banca.rules.message import Code, Message
from banca.rules.text import Text

refusal = Code
"""Declares what several places refuse: its code and its sentence."""


class Refusal(Exception):  # noqa: N818 - the regulation's word; a refusal is an answer, not a fault
    """The rules do not allow this. Its message holds what was asked, what is allowed and the clause.

    >>> str(Refusal("lid_open", Text("{asked} lids are open"), asked=2))
    '2 lids are open'
    """

    @overload
    def __init__(self, code: Code, cite: Citation | None = None, /, **about: object) -> None: ...
    @overload
    def __init__(self, code: str, says: Text, cite: Citation | None = None, /, **about: object) -> None: ...
    def __init__(self, code: str, /, *rest: Any, **about: object) -> None:
        self.message = Message(code, *rest, **about)
        super().__init__(self.message)

    @classmethod
    def saying(cls, message: Message) -> Self:
        """Return the refusal with this message."""
        return cls(message.code, message.cite, **message.about)

    @property
    def code(self) -> Code:
        """What is refused, for programs."""
        return self.message.code

    @property
    def cite(self) -> Citation | None:
        """The clause that refuses it."""
        return self.message.cite

    @property
    def about(self) -> Mapping[str, object]:
        """What was asked and what is allowed."""
        return self.message.about

    def __reduce__(self) -> tuple[Callable[[Message], Self], tuple[Message]]:
        """So that it goes whole from one process to another."""
        return type(self).saying, (self.message,)


class NotNow(Refusal):
    """The rules do not allow this at this moment of the round; a later one may."""


class Defect(Exception):  # noqa: N818 - not an error of the user: a broken invariant of Banca itself
    """The program has broken a promise of its own and must stop."""
