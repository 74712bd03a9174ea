"""Refusals: what the rules do not allow, raised with a code, a sentence, a clause and parameters."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self, overload

from banca.rules.text import Citation, Text, _, in_brackets, render

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


# What several places refuse; a refusal of one place has its code and sentence there.
UNKNOWN_CLAUSE = refusal("unknown_clause", _("{game} has no clause {asked}; its articles: {allowed}"))
UNKNOWN_OPTION = refusal("unknown_option", _("there is no option {asked}; {allowed}"))
UNKNOWN_VALUE = refusal("unknown_value", _("option {option} cannot be {asked}; possible: {allowed}"))
BAD_STAKE = refusal("bad_stake", _("cannot read the amount {asked}; write patacas, such as 100 or 12.50"))
BAD_LIMITS = refusal(
    "bad_limits",
    _(
        "these limits do not fit together: chip {chip}, minimum {minimum}, maximum {maximum}; the minimum must be a whole number of chips and not above the maximum"
    ),
)
STAKE_NOT_POSITIVE = refusal(
    "stake_not_positive", _("{asked} is not a valid stake; stakes are whole multiples of {minimum}")
)
STAKE_NOT_MULTIPLE = refusal(
    "stake_not_multiple", _("a stake of {asked} is not a whole multiple of the minimum, {minimum}")
)
BAD_OUTCOME = refusal("bad_outcome", _("cannot read the outcome {asked}; write {form}"))
IMPOSSIBLE_OUTCOME = refusal("impossible_outcome", _("{asked} cannot come up; possible: {allowed}"))
UNKNOWN_NULL = refusal("unknown_null", _("{asked} is not a reason for a null result; possible: {allowed}"))
UNKNOWN_BET = refusal("unknown_bet", _("{game} has no bet {asked}; {allowed}"))
UNKNOWN_PHASE = refusal("unknown_phase", _("{game} has no phase {asked}; its phases: {allowed}"))
BETS_CLOSED = refusal(
    "bets_closed", _("{bet} is too late: no bets are accepted after the call, and a null result does not reopen them")
)
CANNOT_TAKE_DOWN = refusal(
    "cannot_take_down", _("{bet} cannot be taken back: it is on {number} and stays until it is decided")
)
DIFFERENT_SPACES = refusal(
    "different_spaces",
    _("these bets cannot be analysed together, because they are not decided by the same outcomes: {bets}"),
)
REPEATED_OPTION = refusal("repeated_option", _("option {asked} is given twice"))
NEEDS_EXTRA = refusal("needs_extra", _("{asked} requires the extra {allowed}: pip install 'banca[{allowed}]'"))


@contextmanager
def needs_extra(asked: str, extra: str) -> Iterator[None]:
    """Refuse what cannot be imported within, as it belongs to an extra that is not installed."""
    try:
        yield
    except ImportError:
        raise Refusal(NEEDS_EXTRA, asked=asked, allowed=extra) from None
