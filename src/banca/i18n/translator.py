"""What is written for a reader: numbers, money, dates, odds, texts, bets, and citations as jurists write them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import Any

from banca.games import find
from banca.law import SHARED, Language, law
from banca.rules import Bet, Citation, Message, Odds, Refusal, State, Text, _, _p
from banca.rules.money import AVOS
from banca.rules.numbering import Numbering, citation_by_id
from banca.rules.text import (
    MINUS,
    PROGRAM,
    PUNCTUATION,
    catalogue_package,
    format_number,
    in_brackets,
    join_list,
    render,
)

FINEST = 100
"""Parts of an avo that are still written as decimals."""
FEW = 10
"""Patacas below which a measured amount has four decimals."""


MONTHS = {
    Language.EN: [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    Language.PT: [
        "Janeiro",
        "Fevereiro",
        "Março",
        "Abril",
        "Maio",
        "Junho",
        "Julho",
        "Agosto",
        "Setembro",
        "Outubro",
        "Novembro",
        "Dezembro",
    ],
}
MACAU = timezone(timedelta(hours=8))
"""The time in Macau, which has no summer time since 1979."""


def macau_time(at: str) -> datetime | None:
    """The time of an entry as the clocks in Macau show it; none where it cannot be read.

    >>> str(macau_time("2026-11-16T17:30:00.250+00:00")), macau_time("yesterday")
    ('2026-11-17 01:30:00.250000+08:00', None)
    """
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return None
    # A moment without a zone may be of any place: it is shown as it is written, and not moved by a guess.
    return moment.astimezone(MACAU) if moment.tzinfo else None


def day_before(day: date) -> date:
    """The last day of what ends before a day."""
    return day - timedelta(days=1)


REGULATION = _("{regulation}")
ARTICLE = _("{regulation}, {place}")
NUMBERED = _p("number of an article", "{regulation}, {place}")
OWN_NUMBER = _("{game}, rule {id} (unofficial number)")


SMALL = 0.001
"""Chances below this are written by their power of ten."""
AND, OR = {Language.EN: "and", Language.PT: "e"}, {Language.EN: "or", Language.PT: "ou", Language.ZH: "或"}
"""Before the last of several."""
PAIR = 2


def _stake(odds: Odds) -> int:
    return odds.stake


def language(asked: str) -> Language:
    """Return the language whose code is `asked`."""
    try:
        return Language(asked)
    except ValueError:
        raise Refusal(
            "unknown_language",
            _("there is no language {asked}; the languages are {allowed}"),
            asked=asked,
            allowed=list(Language),
        ) from None


@dataclass(frozen=True, slots=True, init=False)
class LocalizedText:
    """A value in an answer that becomes a text when it is read: a function and its arguments.

    The function takes the reader's `Translator` first.
    """

    write: Callable[..., str]
    arguments: tuple[Any, ...]

    def __init__(self, write: Callable[..., str], *arguments: Any) -> None:  # what `write` takes
        object.__setattr__(self, "write", write)
        object.__setattr__(self, "arguments", arguments)

    @property
    def value(self) -> Any:  # of any type
        """The value itself, the first argument."""
        return self.arguments[0]

    def in_language(self, language: str = "en", _cited: object = None) -> str:
        """Return the text in a language, for a message that is read without a translator."""
        return self.write(translator(Language(language)), *self.arguments)


class Translator:
    """Says texts, bets, odds and messages in one language; for a game, with the game's own catalogue before the program's."""

    def __init__(self, language: Language, game: str = "") -> None:
        self.language = language
        self._package = catalogue_package(find(game).package) if game else ""

    def of(self, game: str) -> "Translator":
        """Return the translator of this language for the tables and papers of a game."""
        return translator(self.language, game)

    def __call__(self, text: "str | LocalizedText", **parameters: object) -> str:
        """Return a text in the language, its blanks filled; a plain string is looked up as the program's text."""
        if isinstance(text, LocalizedText):
            return text.write(self, *text.arguments)
        marked = text if isinstance(text, Text) else Text(text)
        if marked.parameters is None and not parameters:
            return marked.template(self.language, None, self._package)
        # What is handed in here was written by us; what a text carries may have been typed by somebody, and is made printable.
        own = {name: self.spell(value) for name, value in (marked.parameters or {}).items()}
        more = {name: self(value) if isinstance(value, Text) else value for name, value in parameters.items()}
        chosen_by = {**(marked.parameters or {}), **parameters}
        return marked.template(self.language, chosen_by, self._package).format(**own, **more)

    def form(self, text: Text, number: object) -> str:
        """Return a text with its blanks open, in the form that a number asks for."""
        return text.template(self.language, {text.by: number}, self._package)

    def bet(self, bet: Bet) -> str:
        """Return the bet's name with its selection."""
        return self(bet.name).replace("{}", self(bet.label) if bet.label else bet.selection)

    def family(self, bet: Bet) -> str:
        """Return the bet's name without its selection."""
        return self(bet.family) if bet.family else self(bet.name).replace("{}", "").strip(" :：")

    def odds(self, odds: Iterable[Odds]) -> str:
        """Write odds: `3 to 1, 27 to 4`; English groups odds against the same stake: `1, 2, 3 to 1`, but `1 para 1, 2 para 1`, `1 賠 1、1 賠 2`."""
        each = list(odds)
        if self.language is not Language.EN:
            return self.list(self._odds([single]) for single in each)
        return self.list(self._odds(list(alike)) for _, alike in groupby(each, key=_stake))

    def short_odds(self, odds: Iterable[Odds]) -> str:
        """Write odds for small spaces: `4 or 15 to 1`, `1 賠 4 或 15`, and consecutive ones as on felts: `1–3 to 1`."""
        return self.list(self._one_of(list(alike)) for _, alike in groupby(odds, key=_stake))

    def _one_of(self, alike: Sequence[Odds]) -> str:
        prizes = [odds.prize for odds in alike]
        is_run = len(prizes) > PAIR and prizes == [*range(prizes[0], prizes[-1] + 1)]
        prize = f"{prizes[0]}–{prizes[-1]}" if is_run else self.any_of(map(str, prizes))
        return self(_("{prize} to {stake}"), prize=prize, stake=alike[0].stake)

    def _odds(self, alike: Sequence[Odds]) -> str:
        return self(_("{prize} to {stake}"), prize=", ".join(str(odds.prize) for odds in alike), stake=alike[0].stake)

    def money(self, avos: Fraction | int) -> str:
        """Write avos as patacas, with four decimals where that is exact; otherwise as a fraction of a pataca.

        >>> [translator().money(Fraction(value)) for value in (123400, -1250, Fraction(35, 2), Fraction(25000, 3))]
        ['1,234', '−12.50', '0.175', '83 1/3']
        """
        sign, (whole, rest) = "-" * (avos < 0), divmod(abs(Fraction(avos)), AVOS)
        if rest.denominator == 1:
            return self.number(f"{sign}{whole}.{int(rest):02}" if rest else f"{sign}{whole}")
        if (fine := rest * FINEST).denominator == 1:
            return self.number(f"{sign}{whole}.{f'{int(fine):04}'.rstrip('0')}")
        return f"{self.number(f'{sign}{whole}')} {rest / AVOS}" if whole else f"{MINUS * (avos < 0)}{rest / AVOS}"

    def signed(self, avos: Fraction | int) -> str:
        """Write a gain or a loss in patacas: `+95`, `−100`."""
        return ("+" if avos > 0 else "") + self.money(avos)

    def percent(self, share: Fraction | float, digits: int = 3) -> str:
        """Write a percentage: `2.500%`."""
        return self.decimal(share * 100, digits) + "%"

    def percent_of(self, rate: Fraction) -> str:
        """Write a rate in per cent without trailing zeros: `5%`, `2.5%`."""
        return self.number(f"{float(rate) * 100:g}") + "%"

    def number(self, plain: str) -> str:
        r"""Write a plain number as the language does.

        >>> [translator(spoken).number("-1234567.50") for spoken in Language]
        ['−1,234,567.50', '−1\xa0234\xa0567,50', '−1,234,567.50']
        """
        return format_number(plain, self.language)

    def decimal(self, value: Fraction | float, digits: int) -> str:
        """Write a number rounded from its exact value, half away from zero; what is rounded to nothing has no sign.

        >>> say = translator(Language.PT)
        >>> say.decimal(Fraction(-17, 48), 4), say.decimal(-0.001, 2), say.decimal(Fraction(1, 8), 2)
        ('−0,3542', '0,00', '0,13')
        """
        # In integers: a float rounded by `format` goes to the even digit, and 0.125 is not always an exact half.
        over, under = abs(Fraction(value) * 10**digits).as_integer_ratio()
        rounded = (2 * over + under) // (2 * under)
        sign = "-" if value < 0 and rounded else ""
        figures = str(rounded).rjust(digits + 1, "0")
        return self.number(f"{sign}{figures[:-digits]}.{figures[-digits:]}" if digits else f"{sign}{figures}")

    def signed_decimal(self, value: Fraction | float, digits: int) -> str:
        """Write a rounded number with its sign.

        >>> [translator().signed_decimal(value, 2) for value in (0.074, 0.001, -1.5)]
        ['+0.07', '0.00', '−1.50']
        """
        number = self.decimal(value, digits)
        return f"+{number}" if value > 0 and number != self.decimal(0, digits) else number

    def measured(self, patacas: float) -> str:
        """Write measured patacas: two decimals, or four where they are few.

        >>> [translator().measured(value) for value in (-1234.567, 4.0, 0.12345)]
        ['−1,234.57', '4.00', '0.1235']
        """
        return self.decimal(patacas, 2 if abs(patacas) >= FEW or patacas == int(patacas) else 4)

    def scientific(self, value: float) -> str:
        """Write a number of any size by its first two digits.

        >>> translator().scientific(1234567), translator(Language.PT).scientific(0.00002)
        ('1.2e6', '2,0e−5')
        """
        digits, _, power = f"{value:.1e}".partition("e")
        return f"{self.number(digits)}e{self.number(str(int(power)))}"

    def chance(self, p: float) -> str:
        """Write a chance, however small: `0.0213`, `2.0e−5`."""
        return self.decimal(p, 4) if p >= SMALL else self.scientific(p)

    def count(self, number: int) -> str:
        """Write a whole number with separated thousands."""
        return self.number(str(number))

    def day(self, day: date) -> str:
        """Write a day without its year: `26 February`, `26 de Fevereiro`, `2月26日`."""
        if self.language is Language.ZH:
            return f"{day.month}月{day.day}日"
        between = " de " if self.language is Language.PT else " "
        return f"{day.day}{between}{MONTHS[self.language][day.month - 1]}"

    def date(self, day: date) -> str:
        """Write a day in words.

        >>> [translator(spoken).date(date(2010, 2, 26)) for spoken in Language]
        ['26 February 2010', '26 de Fevereiro de 2010', '2010年2月26日']
        """
        if self.language is Language.ZH:
            return f"{day.year}年{self.day(day)}"
        return f"{self.day(day)}{' de ' if self.language is Language.PT else ' '}{day.year}"

    def moment(self, at: str) -> str:
        """Write the time of an entry in Macau, to the second; one that cannot be read, as it is written.

        >>> [translator(spoken).moment("2026-11-16T17:30:00.250+00:00") for spoken in Language]
        ['17 November 2026, 01:30:00', '17 de Novembro de 2026, 01:30:00', '2026年11月17日 01:30:00']
        """
        moment = macau_time(at)
        if moment is None:
            return at
        between = " " if self.language is Language.ZH else ", "
        return f"{self.date(moment.date())}{between}{moment:%H:%M:%S}"

    def exact(self, value: Fraction) -> str:
        """Write a fraction with a true minus sign: `−7/495`."""
        return str(value).replace("-", MINUS)

    def list(self, texts: Iterable[object]) -> str:
        """Join ids, names and other texts: `a, b`, in Chinese `a、b`."""
        return join_list(map(str, texts), self.language)

    def enumeration(self, texts: Iterable[str]) -> str:
        """Join with "and": `2, 3 and 4`, in Chinese `2、3、4`."""
        *before, last = texts
        if not before or self.language is Language.ZH:
            return self.list([*before, last])
        return f"{self.list(before)} {AND[self.language]} {last}"

    def any_of(self, texts: Iterable[str]) -> str:
        """Join with "or": `2, 3 or 12`."""
        *before, last = texts
        return f"{self.list(before)} {OR[self.language]} {last}" if before else last

    def items(self, texts: Iterable[str]) -> str:
        """Join items that may contain commas: `Hop 1-2, 1-3; Hard hop 1-1`."""
        return PUNCTUATION[self.language]["item"].join(texts)

    def phrases(self, texts: Iterable[str]) -> str:
        """Join parts of one sentence."""
        return PUNCTUATION[self.language]["clause"].join(texts)

    def sentences(self, texts: Iterable[str]) -> str:
        """Join sentences."""
        return PUNCTUATION[self.language]["sentence"].join(texts)

    def labelled(self, label: str, value: object) -> str:
        """Return `label: value`, in Chinese `標籤：值`."""
        return f"{label}{PUNCTUATION[self.language]['label']}{value}"

    def in_brackets(self, text: str, note: object) -> str:
        """Return `text (note)`, in Chinese `文字（註）`."""
        return in_brackets(text, str(note), self.language)

    def cite(self, cite: Citation, last: str = "") -> str:
        """Cite a clause as jurists write it: `Whist, article 7(1)`; or all from it to the `last` of its article and number."""
        if cite.clause.startswith("R-"):
            return citation_by_id(cite.clause).in_language(self.language).format(id=cite.clause)
        if cite.game == SHARED:
            return str(cite)
        of = law(cite.game)
        group, _, number = cite.clause.partition("-")
        if number and group not in of.numbering.cited:
            return OWN_NUMBER.in_language(self.language).format(game=of.instrument.title[self.language], id=cite.clause)
        pattern = NUMBERED if "." in cite.clause else ARTICLE
        place = of.numbering.place(cite.clause, self.language, last)
        return pattern.in_language(self.language).format(
            regulation=of.instrument.regulation[self.language], place=place
        )

    def cites(self, cites: Iterable[Citation]) -> str:
        """Cite several clauses as jurists write them."""
        return self.items(map(self.cite, cites))

    def cite_run(self, cites: Sequence[Citation]) -> str:
        """Cite consecutive clauses of one article and number: `Whist, article 7(1) to (4)`."""
        return self.cite(cites[0], cites[-1].clause)

    def place(self, cite: Citation) -> str:
        """Cite a clause under a heading that names its regulation: `artigo 7.º, n.º 1`; in English its id, a reading by its own."""
        if self.language is Language.EN or cite.clause.startswith("R-") or cite.game == SHARED:
            return str(cite)
        return self.article(cite)

    def article(self, cite: Citation) -> str:
        """Cite a clause in a document about its regulation: `article 7(1)`, `artigo 7.º, n.º 1`, `第七條第一款`."""
        numbering = Numbering() if cite.game == SHARED else law(cite.game).numbering
        return numbering.place(cite.clause, self.language)

    def regulation(self, name: str) -> str:
        """Return the name of a regulation by itself, in Chinese within title marks."""
        return REGULATION.in_language(self.language).format(regulation=self(name))

    def places(self, cites: Iterable[Citation]) -> str:
        """Cite several clauses under a heading that names their regulation; a Portuguese one contains commas."""
        places = dict.fromkeys(map(self.place, cites))  # two clauses of one place are named once
        return "; ".join(places) if self.language is Language.PT else self.list(places)

    def by(self, text: str, cites: Iterable[Citation]) -> str:
        """Return a text with its clauses: `wins (whist 5.2)`, `ganha [artigo 5.º, n.º 2, alínea 1)]`; without clauses, the text alone."""
        places = self.places(cites)
        if not places:
            return text
        return f"{text} [{places}]" if self.language is Language.PT else self.in_brackets(text, places)

    def state(self, state: State) -> str:
        """Return the state of a bet: a number, or one of the regulation's words."""
        return self(state) if isinstance(state, Text) else str(state)

    def message(self, message: Message) -> str:
        """Return one line: what was asked, why not, what is allowed, and the clause; in the words of the clause's game."""
        own = self.of(message.cite.game) if message.cite and message.cite.game != SHARED else self
        # What a person typed is quoted as typed: the sentence is translated before its blanks are filled.
        sentence = own(message.code.says, **{name: own.spell(value) for name, value in message.about.items()})
        return message.with_clause(sentence, self.language, self.cite)

    def spell(self, value: object) -> str:
        """Return what fills a blank: texts in the language, lists with commas, odds as people write them, inputs made printable."""
        match value:
            case Text():
                return self(value)
            case Odds():
                return self.odds([value])
            case list() | tuple() if value:
                return self.list(map(self.spell, value))
            case Message():
                return self.message(value)
            case LocalizedText():
                return self(value)
            case _:
                return render(value, self.language, self.cite)


def template_words(say: Translator, package: str = PROGRAM) -> dict[str, Any]:
    """Return what a template says its texts with; the catalogue of its package has them, and the program's is asked next."""
    return {
        "_": lambda text, **blanks: say(text if isinstance(text, Text) else Text(text, package=package), **blanks),
        "_n": lambda one, many, /, by="count", **blanks: say(Text(one, many=many, by=by, package=package), **blanks),
        "_p": lambda context, text: say(Text(text, context=context, package=package)),
        "say": say,
    }


@cache
def translator(language: Language = Language.EN, game: str = "") -> Translator:
    """Return the translator of a language; with `game`, for texts about that game."""
    return Translator(language, game)
