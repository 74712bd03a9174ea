"""Messages: what there is to say, as a stable code, the sentence behind it in every language, a clause and parameters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Self

from banca.rulebook.citation import Citation
from banca.rulebook.wording import Given, Term, bracketed, listed, said_of, words

MOST_LETTERS = 120
UNBROKEN = "\N{NO-BREAK SPACE}"
"""It parts thousands in Portuguese, and steers no terminal."""
NOTHING = words("nothing", pt="nada", zh="無")
"""Said where a list is empty."""
EMPTY = "''"
WriteCitation = Callable[[Citation], str]
"""How citations are written: `str` gives the short form, a `Speech` the form that jurists use."""


class Worded:
    """A value that knows how each language writes it, such as a percentage; `said` writes it."""

    __slots__ = ()

    def said(self, language: str = "en") -> str:
        """In a language."""
        raise NotImplementedError


class Code(str):
    """The code of a message as programs read it. It carries the message's sentence, so that no list of sentences is kept.

    The blanks of the sentence are the parameters of the message. Two codes are equal when their texts are.

    >>> LID_LOOSE = Code("lid_loose", words("{asked} lids are loose", pt="{asked} tampas soltas", zh="{asked} 個蓋鬆脫"))
    >>> LID_LOOSE, LID_LOOSE.says.told["pt"]
    ('lid_loose', '{asked} tampas soltas')
    """

    __slots__ = ("says",)
    says: Given

    def __new__(cls, code: str, says: Given) -> Self:
        """The code as programs read it, and the sentence as people do."""
        made = super().__new__(cls, code)
        made.says = says
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[str, Given]]:
        """So that it goes whole from one process to another."""
        return type(self), (str(self), self.says)


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """What there is to say: why not, what to look out for, or what was found. `about` fills the blanks of the sentence.

    >>> loose = Code("lid_loose", words("{asked} lids are loose", pt="{asked} tampas soltas", zh="{asked} 個蓋鬆脫"))
    >>> str(Message(loose, Citation("game", "1.3"), asked=["red", "blue"]))
    'red, blue lids are loose (game 1.3)'
    """

    code: Code
    cite: Citation | None
    about: Mapping[str, object]
    """Texts, numbers, words, other messages, or lists of them."""

    def __init__(self, code: Code, cite: Citation | None = None, /, **about: object) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "cite", cite)
        object.__setattr__(self, "about", about)

    def said(self, language: str = "en", cited: WriteCitation = str) -> str:
        """One line in a language: the sentence with its blanks filled, and the clause behind it."""
        said = said_of(self.code.says, language, self.about)
        if self.about:
            said = said.format(**{name: spell(value, language, cited) for name, value in self.about.items()})
        return self.with_clause(said, language, cited)

    def with_clause(self, said: str, language: str, cited: WriteCitation) -> str:
        """Return the finished sentence with the clause behind it, unless an inner message ends with that clause."""
        inner = next((value.cite for value in self.about.values() if isinstance(value, Message)), None)
        return bracketed(said, cited(self.cite), language) if self.cite and self.cite != inner else said

    def __str__(self) -> str:
        """As the command line says it in English."""
        return self.said()


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence with blanks that is no message: a part of an answer or of another sentence. `about` fills the blanks.

    In a message its text is words; a term is said by a `Speech`, which has the catalogue.
    """

    text: Term | Given
    about: Mapping[str, object] = field(default_factory=dict)

    def said(self, language: str = "en", cited: WriteCitation = str) -> str:
        """In a language."""
        text = said_of(self.text, language, self.about) if isinstance(self.text, Given) else self.text
        return text.format(**{name: spell(value, language, cited) for name, value in self.about.items()})


def printable(text: str) -> str:
    r"""What somebody typed, with nothing in it that could steer a terminal.

    >>> printable("\x1b[31mred")
    '?[31mred'
    """
    return "".join(letter if letter.isprintable() or letter == UNBROKEN else "?" for letter in text)


def spell(value: object, language: str, cited: WriteCitation = str) -> str:
    """Lists with commas, words translated, a message within another as it is said; what somebody typed made printable and not too long for one line."""
    match value:
        case list() | tuple():
            return listed((spell(one, language, cited) for one in value or [NOTHING]), language)
        case Given():
            return value.told[language]
        case Message() | Phrase():
            return value.said(language, cited)
        case Worded():
            return value.said(language)
        case Citation():
            return cited(value)
    text = printable(str(value))
    return (text if len(text) <= MOST_LETTERS else text[:MOST_LETTERS] + "…") or EMPTY
