"""Refusals: what the rules do not allow, raised with the message that says so."""

from collections.abc import Callable, Mapping
from typing import Self

from banca.rulebook.citation import Citation
from banca.rulebook.message import Code, Message
from banca.rulebook.text import Text


def refusal(code: str, says: Text) -> Code:
    """Declare what is refused, beside the rule that refuses it; the blanks of the sentence are the parameters.

    >>> from banca.rulebook.text import (words)
    >>> LID_OPEN = refusal("lid_open", words("{asked} lids are open", pt="{asked} tampas abertas", zh="{asked} 個蓋未合"))
    >>> str(Refusal(LID_OPEN, asked=2)), LID_OPEN == "lid_open"
    ('2 lids are open', True)
    """
    return Code(code, says)


class Refusal(Exception):  # noqa: N818 - the regulation's word; a refusal is an answer, not a fault
    """The rules say no. Its message holds what was asked, what is allowed and the clause."""

    def __init__(self, code: Code, cite: Citation | None = None, /, **about: object) -> None:
        self.message = Message(code, cite, **about)
        super().__init__(self.message)

    @classmethod
    def saying(cls, message: Message) -> Self:
        """The refusal with this message."""
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
    """The rules say no at this moment of the round; a later one may allow it."""


class Defect(Exception):  # noqa: N818 - not an error of the user: a broken invariant of Banca itself
    """A promise of the program is broken; nothing may go on."""
