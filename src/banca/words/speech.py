"""One language's way of saying what the program has to say."""

import gettext
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import groupby

from banca.games import find
from banca.law import SHARED, Language
from banca.rulebook import (
    USUAL_WORDS,
    Bet,
    Citation,
    Given,
    Message,
    Odds,
    OwnWords,
    Phrase,
    Plural,
    Refusal,
    State,
    Term,
    refusal,
    term,
    words,
)
from banca.rulebook.message import spell
from banca.rulebook.wording import PUNCTUATION, GivenPlural, Verbatim, bracketed, is_one, listed
from banca.words.citations import REGULATION, article, cited, placed
from banca.words.dates import day_in_words, day_of_year, moment_in_words
from banca.words.numbers import amount, decimal, exact, measured, percent, scientific, signed, signed_decimal, written

UNKNOWN_LANGUAGE = refusal(
    "unknown_language",
    words(
        "there is no language {asked}; the languages are {allowed}",
        pt="não existe a língua {asked}; disponíveis: {allowed}",
        zh="沒有名為 {asked} 的語言；現有：{allowed}",
    ),
)

DOMAIN = "banca"
SMALL = 0.001
"""Chances below this are written by their power of ten."""
AND, OR = {Language.EN: "and", Language.PT: "e"}, {Language.EN: "or", Language.PT: "ou", Language.ZH: "或"}
"""Before the last of several."""
PAIR = 2
LOCALES = {Language.PT: "pt", Language.ZH: "zh_Hant"}


def language(asked: str) -> Language:
    """The language written `asked`."""
    try:
        return Language(asked)
    except ValueError:
        raise Refusal(UNKNOWN_LANGUAGE, asked=asked, allowed=list(Language)) from None


class Speech:
    """Says terms, bets, odds and messages in one language, of one game in its own words. English is the language of the catalogues' keys."""

    def __init__(self, spoken: Language, own: OwnWords = USUAL_WORDS) -> None:
        self.language = spoken
        self._say = _catalogue(spoken)
        self._own = own

    def of(self, game: str) -> "Speech":
        """The speech of this language at the tables and on the papers of a game."""
        return speech(self.language, game)

    def __call__(self, english: str, **about: object) -> str:
        """The sentence or term `english`, with `about` put in; of nothing, nothing."""
        if not english:
            return ""
        number = about.get(english.by) if isinstance(english, Plural | GivenPlural) else None
        said = self.form(english, number)
        return said.format(**about) if about else said

    def form(self, english: str, number: object) -> str:
        """The sentence or term with its blanks, in the form that a number asks for where it has two."""
        said = self._form(english, number)
        return said if isinstance(english, Verbatim) else self._own.put_into(said, self.language)

    def _form(self, english: str, number: object) -> str:
        match english:
            case GivenPlural():
                return (english.one if is_one(number) else english).told[self.language]
            case Given():
                return english.told[self.language]
            case Plural():
                return str(self._say.ngettext(english, english.many, 1 if is_one(number) else 2))
            case _:
                return str(self._say.gettext(english))

    def bet(self, bet: Bet) -> str:
        """The bet's name with its selection."""
        return self(bet.name).replace("{}", self(bet.label) if bet.label else bet.selection)

    def family(self, bet: Bet) -> str:
        """The bet's name without its selection."""
        return self(bet.family) if bet.family else self(bet.name).replace("{}", "").strip(" :：")

    def odds(self, odds: Iterable[Odds]) -> str:
        """`3 to 1, 27 to 4`; English puts odds against the same stake together: `1, 2, 3 to 1`, but `1 para 1, 2 para 1`, `1 賠 1、1 賠 2`."""
        each = list(odds)
        if self.language is not Language.EN:
            return self.list(self._odds([one]) for one in each)
        return self.list(self._odds(list(alike)) for _, alike in groupby(each, key=lambda one: one.stake))

    def short_odds(self, odds: Iterable[Odds]) -> str:
        """As they stand where there is little room: `4 or 15 to 1`, `1 賠 4 或 15`, and one after another as on felts: `1–3 to 1`."""
        return self.list(self._one_of(list(alike)) for _, alike in groupby(odds, key=lambda one: one.stake))

    def _one_of(self, alike: Sequence[Odds]) -> str:
        """One of several prizes against the same stake."""
        prizes = [one.prize for one in alike]
        is_run = len(prizes) > PAIR and prizes == [*range(prizes[0], prizes[-1] + 1)]
        prize = f"{prizes[0]}–{prizes[-1]}" if is_run else self.any_of(map(str, prizes))
        return self(term("{prize} to {stake}"), prize=prize, stake=alike[0].stake)

    def _odds(self, alike: Sequence[Odds]) -> str:
        """Prizes against the same stake."""
        return self(term("{prize} to {stake}"), prize=", ".join(str(one.prize) for one in alike), stake=alike[0].stake)

    def money(self, avos: Fraction | int) -> str:
        """Patacas: `1,234`, `12.50`, `83 1/3`."""
        return amount(avos, self.language)

    def signed(self, avos: Fraction | int) -> str:
        """A gain or a loss in patacas: `+95`, `−100`."""
        return signed(avos, self.language)

    def percent(self, share: Fraction | float, digits: int = 3) -> str:
        """`2.500%`."""
        return percent(share, self.language, digits)

    def percent_of(self, rate: Fraction) -> str:
        """A rate that is whole or nearly so in per cent: `5%`, `2.5%`."""
        return written(f"{float(rate) * 100:g}", self.language) + "%"

    def decimal(self, value: Fraction | float, digits: int) -> str:
        """A number rounded to so many decimals."""
        return decimal(value, digits, self.language)

    def signed_decimal(self, value: Fraction | float, digits: int) -> str:
        """A rounded number with its sign: `+0.07`."""
        return signed_decimal(value, digits, self.language)

    def measured(self, patacas: float) -> str:
        """Patacas that were measured: `−18.08`, `0.4540`."""
        return measured(patacas, self.language)

    def scientific(self, value: float) -> str:
        """A number however large or small: `1.2e6`."""
        return scientific(value, self.language)

    def chance(self, p: float) -> str:
        """A chance, however small: `0.0213`, `2.0e−5`."""
        return self.decimal(p, 4) if p >= SMALL else self.scientific(p)

    def count(self, number: int) -> str:
        """A whole number with its thousands parted."""
        return written(str(number), self.language)

    def day(self, day: date) -> str:
        """A day without its year, where that stands beside it: `26 February`."""
        return day_of_year(day, self.language)

    def date(self, day: date) -> str:
        """A day in words: `26 February 2010`."""
        return day_in_words(day, self.language)

    def moment(self, at: str) -> str:
        """The time of an entry as the clocks in Macau show it: `17 November 2026, 01:30:00`."""
        return moment_in_words(at, self.language)

    def exact(self, value: Fraction) -> str:
        """A fraction with a true minus."""
        return exact(value)

    def list(self, texts: Iterable[object]) -> str:
        """Ids, names and other texts, one after another: `a, b`, in Chinese `a、b`."""
        return listed(map(str, texts), self.language)

    def enumeration(self, texts: Iterable[str]) -> str:
        """All of several: `2, 3 and 4`, in Chinese `2、3、4`."""
        *before, last = texts
        if not before or self.language is Language.ZH:
            return self.list([*before, last])
        return f"{self.list(before)} {AND[self.language]} {last}"

    def any_of(self, texts: Iterable[str]) -> str:
        """One of several: `2, 3 or 12`."""
        *before, last = texts
        return f"{self.list(before)} {OR[self.language]} {last}" if before else last

    def items(self, texts: Iterable[str]) -> str:
        """Items that may have commas of their own: `Hop 1-2, 1-3; Hard hop 1-1`."""
        return PUNCTUATION[self.language].semicolon.join(texts)

    def phrases(self, texts: Iterable[str]) -> str:
        """Parts of one sentence."""
        return PUNCTUATION[self.language].clause.join(texts)

    def sentences(self, texts: Iterable[str]) -> str:
        """One behind another."""
        return PUNCTUATION[self.language].sentence.join(texts)

    def labelled(self, label: str, value: object) -> str:
        """`label: value`, in Chinese `標籤：值`."""
        return f"{label}{PUNCTUATION[self.language].colon}{value}"

    def bracketed(self, text: str, note: object) -> str:
        """`text (note)`, in Chinese `文字（註）`."""
        return bracketed(text, str(note), self.language)

    def cite(self, cite: Citation) -> str:
        """A clause as jurists write it: `Whist, article 7(1)`."""
        return cited(cite, self.language)

    def cites(self, cites: Iterable[Citation]) -> str:
        """Several clauses as jurists write them."""
        return self.items(map(self.cite, cites))

    def cite_run(self, cites: Sequence[Citation]) -> str:
        """Neighbours of one article and number, from the first to the last: `Whist, article 7(1) to (4)`."""
        return cited(cites[0], self.language, cites[-1].clause)

    def place(self, cite: Citation) -> str:
        """A clause where a heading names its regulation: `artigo 7.º, n.º 1`; in English its id."""
        return placed(cite, self.language)

    def article(self, cite: Citation) -> str:
        """A clause on a paper about its regulation: `article 7(1)`, `artigo 7.º, n.º 1`."""
        return article(cite, self.language)

    def regulation(self, name: str) -> str:
        """The name of a regulation by itself, in Chinese between its marks."""
        return REGULATION.told[self.language].format(regulation=self(name))

    def places(self, cites: Iterable[Citation]) -> str:
        """Several clauses where a heading names their regulation; a Portuguese one has commas within."""
        said = dict.fromkeys(map(self.place, cites))
        return "; ".join(said) if self.language is Language.PT else self.list(said)

    def by(self, text: str, cites: Iterable[Citation]) -> str:
        """What was done, and by which clauses: `wins (whist 5.2)`, `ganha [artigo 5.º, n.º 2, alínea 1)]`; of no clause, the text alone."""
        places = self.places(cites)
        if not places:
            return text
        return f"{text} [{places}]" if self.language is Language.PT else self.bracketed(text, places)

    def state(self, state: State) -> str:
        """The state a bet stands in: a number, or one of the regulation's words."""
        return self(state) if isinstance(state, Term | Given) else str(state)

    def message(self, message: Message) -> str:
        """One line: what was asked, why not, what is allowed, and the clause; in the words of the game whose clause it is."""
        own = self.of(message.cite.game) if message.cite and message.cite.game != SHARED else self
        # The game's words go into the sentence before its blanks are filled: what a person typed is quoted as typed.
        said = own(message.code.says, **{name: own.spell(value) for name, value in message.about.items()})
        return message.with_clause(said, self.language, self.cite)

    def spell(self, value: object) -> str:
        """What fills a blank: terms in the language, phrases with their blanks filled, lists with commas, odds as people write them."""
        match value:
            case Term() | Given():
                return self(value)
            case Phrase():
                return self(value.text, **{name: self.spell(one) for name, one in value.about.items()})
            case Odds():
                return self.odds([value])
            case list() | tuple() if value:
                return self.list(map(self.spell, value))
            case Message():
                return self.message(value)
            case _:
                return spell(value, self.language, self.cite)


@cache
def _catalogue(spoken: Language) -> gettext.NullTranslations:
    if spoken not in LOCALES:
        return gettext.NullTranslations()
    from importlib.resources import files  # noqa: PLC0415 - English has no catalogue

    catalogue = files("banca.words").joinpath("locale", LOCALES[spoken], "LC_MESSAGES", f"{DOMAIN}.mo")
    with catalogue.open("rb") as compiled:
        return gettext.GNUTranslations(compiled)


@cache
def speech(spoken: Language = Language.EN, game: str = "") -> Speech:
    """The speech of a language; with `game`, in what is said of that game."""
    return Speech(spoken, find(game).own_words if game else USUAL_WORDS)
