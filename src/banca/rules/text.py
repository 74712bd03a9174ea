"""Texts that are shown to people: English in the code, other languages in gettext catalogues.

`_("No point stands")` marks a text. `make messages` collects the marked texts of each package into its catalogues,
`<package>/locale/<language>/LC_MESSAGES/<name>.po`; a game has its own package, and its catalogue overrides the program's
texts at its own tables and on its own papers.
"""

import gettext
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pkgutil import get_data
from typing import Any, NamedTuple, Self


@dataclass(frozen=True, slots=True)
class Citation:
    """One clause of one regulation; a reading (`R-…`) names its game in its own id.

    >>> str(Citation("game", "5.2.3")), str(Citation("game", "R-game-5"))
    ('game 5.2.3', 'R-game-5')
    """

    game: str
    clause: str

    def __str__(self) -> str:
        return self.clause if self.clause.startswith("R-") else f"{self.game} {self.clause}"


def citing(game: str) -> Callable[[str], Citation]:
    """Return the function `cite` for one game's folder."""

    def cite(clause: str) -> Citation:
        return Citation(game, clause)

    return cite


LANGUAGES = ("en", "pt", "zh")
LOCALES = {"en": "en", "pt": "pt", "zh": "zh_Hant"}
"""The folder of a language's catalogue."""
PROGRAM = "banca"
GAMES = "banca.games"
SEPARATORS = {"en": (",", "."), "pt": ("\N{NO-BREAK SPACE}", ","), "zh": (",", ".")}
"""What parts thousands, and what stands before decimals, by language."""
MINUS = "−"
_PUNCTUATION = {"list": ", ", "label": ": ", "open": " (", "close": ")", "clause": ", ", "item": "; ", "sentence": " "}
PUNCTUATION = {
    "en": _PUNCTUATION,
    "pt": _PUNCTUATION,
    "zh": {"list": "、", "label": "：", "open": "（", "close": "）", "clause": "，", "item": "；", "sentence": ""},
}
"""What joins the items of a list, a label and its value, the clauses of a sentence, items with commas of their own, and sentences."""
MOST_LETTERS = 120
"""Letters of an input that are quoted."""
EMPTY_INPUT = "''"


class Text(str):
    """An English text with its translations. An ordinary string is an id or somebody's input and is shown as it is.

    The value is the English text, with its blanks. A text with two forms by number has its singular as value.
    """

    __slots__ = ("by", "context", "many", "package", "parameters", "translations")
    package: str
    """The package whose catalogue translates it."""
    context: str
    """Distinguishes it from the same English words with another meaning."""
    many: str
    """The English plural; empty for a text with one form."""
    by: str
    """The blank whose number decides between singular and plural."""
    parameters: Mapping[str, object] | None
    """What fills its blanks; None while they are open."""
    translations: Mapping[str, str]
    """By language, for a text that comes from a data file or a user and is in no catalogue."""

    def __new__(  # the class says what it is made of
        cls,
        english: str,
        *,
        package: str = PROGRAM,
        context: str = "",
        many: str = "",
        by: str = "count",
        parameters: Mapping[str, object] | None = None,
        translations: Mapping[str, str] | None = None,
    ) -> Self:
        made = super().__new__(cls, english)
        made.package, made.context, made.many, made.by = package, context, many, by
        made.parameters, made.translations = parameters, translations or {}
        return made

    def __eq__(self, other: object) -> bool:
        # Two texts with one template are the same text only when they say the same.
        return str.__eq__(self, other) is True and (not isinstance(other, Text) or self.parameters == other.parameters)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def __str__(self) -> str:
        return self.template("en") if self.parameters is None else self.in_language("en")

    def __repr__(self) -> str:
        return repr(str(self))

    @property
    def english(self) -> str:
        """The English template, as the catalogues have it."""
        return str.__str__(self)

    def _fields(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    def __reduce__(self) -> tuple[Callable[..., "Text"], tuple[str, dict[str, Any]]]:
        return _unpickle, (self.english, self._fields())

    def fill(self, **parameters: object) -> "Text":
        """Return the text with its blanks filled: by texts, numbers, messages, inputs, or lists of them.

        >>> _("{count} of {bet}").fill(count=2, bet="field").in_language("en")
        '2 of field'
        """
        return Text(self.english, **self._fields() | {"parameters": {**(self.parameters or {}), **parameters}})

    def of(self, package: str) -> "Text":
        """Return the text as the catalogue of `package`, usually a game's, has it; the program's is asked next."""
        return Text(self.english, **self._fields() | {"package": catalogue_package(package)})

    def is_in(self, language: str) -> bool:
        """Return whether the text has a translation; English always has."""
        if self.translations:
            return bool(self.translations.get(language, "").strip())
        chain = _catalogue(language, self.package, PROGRAM)
        key: object = f"{self.context}\x04{self.english}" if self.context else self.english
        while isinstance(chain, gettext.GNUTranslations):
            # gettext itself returns the English where there is nothing, and the English may be its own translation.
            if key in chain._catalog or (key, 0) in chain._catalog:  # type: ignore[attr-defined]
                return True
            chain = chain._fallback  # type: ignore[attr-defined]
        return language == "en"

    def template(self, language: str, parameters: Mapping[str, object] | None = None, game_package: str = "") -> str:
        """Return the text in a language with its blanks open.

        `parameters` choose between singular and plural; the catalogue of `game_package` overrides the program's.
        """
        english = self.english
        if self.translations:
            return self.translations[language]
        if not english:
            return ""
        package, behind = self.package, PROGRAM
        # A game overrides the texts of the program and its plug-ins; another game's text with the same English has another meaning.
        # Its own names, not `hasattr`: what `banca` lacks, it looks for in every game, and so would import them all.
        if game_package and game_package != package and "GAME" not in vars(sys.modules.get(package, object)):
            package, behind = game_package, package
        catalogue = _catalogue(language, package, behind)
        if self.many:
            number = 1 if is_one((parameters or self.parameters or {}).get(self.by)) else 2
            if self.context:
                return catalogue.npgettext(self.context, english, self.many, number)
            return catalogue.ngettext(english, self.many, number)
        return catalogue.pgettext(self.context, english) if self.context else catalogue.gettext(english)

    @property
    def by_language(self) -> dict[str, str]:
        """The text by language."""
        return {language: self.in_language(language) for language in LANGUAGES}

    def in_language(self, language: str, cited: Callable[[Any], str] = str) -> str:
        """Return the text in a language, its blanks filled if it was given parameters."""
        template = self.template(language)
        if self.parameters is None:
            return template
        return template.format(**{name: render(value, language, cited) for name, value in self.parameters.items()})


def _unpickle(english: str, fields: dict[str, Any]) -> Text:
    return Text(english, **fields)


def _calling_package() -> str:
    # Two frames up is the module that marks the text: its package's catalogue has the translations, so that a game, ours
    # or somebody else's, marks its texts as the program does.
    return catalogue_package(sys._getframe(2).f_globals["__name__"])  # as collections.namedtuple does


def catalogue_package(module: str) -> str:
    """Return the package whose catalogue has a module's texts: a game's folder, or the module's top-level package.

    >>> catalogue_package("banca.games.craps.rules"), catalogue_package("banca.cli.app"), catalogue_package("banca_cussec.bets")
    ('banca.games.craps', 'banca', 'banca_cussec')
    """
    parts = module.split(".")
    return ".".join(parts[:3]) if module.startswith(f"{GAMES}.") else parts[0]


def _(english: str, /) -> Text:
    """Mark a text for the catalogues."""
    return Text(english, package=_calling_package())


def _n(one: str, many: str, /, by: str = "count") -> Text:
    """Mark a text with a singular and a plural; the number in the blank `by` decides.

    >>> _n("{count} bet", "{count} bets").fill(count=2).in_language("en")
    '2 bets'
    """
    return Text(one, many=many, by=by, package=_calling_package())


def _p(context: str, english: str, /) -> Text:
    """Mark a text whose English words have another meaning elsewhere; `context` tells translators which is meant."""
    return Text(english, context=context, package=_calling_package())


def words(en: str, *, pt: str, zh: str) -> Text:
    """Return a text given in all three languages, which needs no catalogue: of a data file, a user, or a game written for 1.0."""
    return Text(en, translations={"en": en, "pt": pt, "zh": zh})


def given_text(translations: Mapping[Any, str]) -> Text:
    """Return a text given in every language by a data file or a user."""
    return Text(translations["en"], translations={str(language): text for language, text in translations.items()})


@cache
def _catalogue(language: str, package: str, behind: str) -> gettext.NullTranslations:
    """The catalogue of a package, behind it another's, and behind both the program's."""
    catalogue = _read_catalogue(language, package)
    if package != PROGRAM:
        catalogue.add_fallback(_catalogue(language, behind, PROGRAM))
    return catalogue


def _read_catalogue(language: str, package: str) -> gettext.NullTranslations:
    name = package.rpartition(".")[2]
    try:
        compiled = get_data(package, f"locale/{LOCALES[language]}/LC_MESSAGES/{name}.mo")
    except (ImportError, OSError, ValueError):  # a script, or a module of the tests: it has no folder, and no catalogue
        return gettext.NullTranslations()
    return gettext.GNUTranslations(_CompiledCatalogue(compiled)) if compiled else gettext.NullTranslations()


class _CompiledCatalogue(NamedTuple):
    """What `gettext` takes for a file: `importlib.resources` would open one, and takes half as long to import as all the rules."""

    content: bytes

    def read(self) -> bytes:
        return self.content


def is_one(number: object) -> bool:
    """Whether a number, perhaps formatted already, takes the singular; in English and in Portuguese only 1 does."""
    return str(number) == "1"


def join_list(texts: Iterable[str], language: str) -> str:
    """Join the items of a list.

    >>> join_list(["1-1", "1-3"], "en"), join_list(["1-1", "1-3"], "zh")
    ('1-1, 1-3', '1-1、1-3')
    """
    return PUNCTUATION[language]["list"].join(texts)


def format_number(plain: str, language: str) -> str:
    """Write a plain number, such as -1234.50, with the separators of a language and a true minus sign."""
    thousands, decimals = SEPARATORS[language]
    whole, point, rest = plain.partition(".")
    sign = MINUS if whole.startswith("-") else ""
    return sign + f"{int(whole.lstrip('-')):,}".replace(",", thousands) + (decimals + rest if point else "")


def in_brackets(text: str, note: str, language: str) -> str:
    """Return a text with a note behind it.

    >>> in_brackets("無效", "骰子相疊", "zh")
    '無效（骰子相疊）'
    """
    return f"{text}{PUNCTUATION[language]['open']}{note}{PUNCTUATION[language]['close']}"


def printable(text: str) -> str:
    r"""Return an input without anything that could steer a terminal.

    >>> printable("\x1b[31mred")
    '?[31mred'
    """
    # A no-break space parts thousands in Portuguese, and steers no terminal.
    return "".join(letter if letter.isprintable() or letter == "\N{NO-BREAK SPACE}" else "?" for letter in text)


NOTHING = _("nothing")
"""Stands where a list is empty."""
PLAYER = _("player")
"""Who bets, in the texts of every game; a game's catalogue has its regulation's word."""
CASINO = _("casino")
"""Who banks, likewise."""


def render(value: object, language: str, cited: Callable[[Any], str] = str) -> str:
    """Return what fills a blank: lists with commas, texts and messages in the language, an input printable and shortened to one line.

    A value that is written differently in each language, such as an amount, has a method `in_language`, as a `Text` has.
    """
    match value:
        case list() | tuple():
            return join_list((render(item, language, cited) for item in value or [NOTHING]), language)
        case Citation():
            return cited(value)
    if hasattr(value, "in_language"):
        return str(value.in_language(language, cited))
    text = printable(str(value))
    return (text if len(text) <= MOST_LETTERS else text[:MOST_LETTERS] + "…") or EMPTY_INPUT
