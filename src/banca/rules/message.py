"""Messages: what there is to say, as a stable code, the sentence behind it, a clause and parameters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self, overload

from banca.rules.citation import Citation
from banca.rules.text import Text, in_brackets, render

WriteCitation = Callable[[Citation], str]
"""How citations are written: `str` gives the short form, a `Translator` the form that jurists use."""


class Code(str):
    """The code of a message as programs read it. It carries the message's sentence, so that no list of sentences is kept.

    The blanks of the sentence are the parameters of the message. Two codes are equal when their texts are.
    """

    __slots__ = ("says",)
    says: Text

    def __new__(cls, code: str, says: Text) -> Self:
        """The code as programs read it, and the sentence as people do."""
        made = super().__new__(cls, code)
        made.says = says
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[str, Text]]:
        return type(self), (str(self), self.says)


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A sentence for people: a refusal, a warning or a finding. `about` fills the blanks of the sentence.

    >>> loose = Code("lid_loose", Text("{asked} lids are loose"))
    >>> str(Message(loose, Citation("game", "1.3"), asked=["red", "blue"]))
    'red, blue lids are loose (game 1.3)'
    """

    code: Code
    cite: Citation | None
    about: Mapping[str, object]
    """Texts, numbers, other messages, or lists of them."""

    @overload
    def __init__(self, code: Code, cite: Citation | None = None, /, **about: object) -> None: ...
    @overload
    def __init__(self, code: str, says: Text, cite: Citation | None = None, /, **about: object) -> None: ...
    def __init__(self, code: str, /, *rest: Any, **about: object) -> None:
        # One place alone says it: code and sentence stand there. Several do: they share a `Code`.
        if not isinstance(code, Code):
            says, *rest = rest  # type: ignore[assignment]
            code = Code(code, says)
        (cite,) = rest or (None,)
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "cite", cite)
        object.__setattr__(self, "about", about)

    def in_language(self, language: str = "en", cited: WriteCitation = str) -> str:
        """Return one line: the sentence with its blanks filled, and the clause behind it."""
        sentence = self.code.says
        if self.about:
            about = {name: render(value, language, cited) for name, value in self.about.items()}
            return self.with_clause(sentence.template(language, self.about).format(**about), language, cited)
        return self.with_clause(sentence.in_language(language), language, cited)

    def with_clause(self, sentence: str, language: str, cited: WriteCitation) -> str:
        """Return the finished sentence with the clause behind it, unless an inner message ends with that clause."""
        inner = next((value.cite for value in self.about.values() if isinstance(value, Message)), None)
        return in_brackets(sentence, cited(self.cite), language) if self.cite and self.cite != inner else sentence

    def __str__(self) -> str:
        """As the command line says it in English."""
        return self.in_language()
