"""One language's way of saying what the program has to say."""

import gettext
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from importlib.resources import files

from banca.law import Language, Status
from banca.rulebook import Bet, Given, Message, Odds, Phrase, Refusal, State, Term, refusal, term, words
from banca.rulebook.message import spell
from banca.words.numbers import amount, decimal, exact, measured, percent, scientific, signed, signed_decimal, written

UNKNOWN_LANGUAGE = refusal(
    "unknown_language",
    words(
        "there is no language {asked}; the languages are {allowed}",
        pt="não há a língua {asked}; as línguas são {allowed}",
        zh="沒有語言 {asked}；語言有 {allowed}",
    ),
)

DOMAIN = "banca"
SMALL = 0.001
"""Chances below this are written by their power of ten."""
LOCALES = {Language.PT: "pt", Language.ZH: "zh_Hant"}
STATUS_TERMS = {
    Status.GAZETTED: term("gazetted"),
    Status.READING: term("reading"),
    Status.RECONSTRUCTED: term("reconstructed"),
    Status.PROPOSED: term("proposed"),
}


def language(asked: str) -> Language:
    """The language written `asked`."""
    try:
        return Language(asked)
    except ValueError:
        raise Refusal(UNKNOWN_LANGUAGE, asked=asked, allowed=list(Language)) from None


class Speech:
    """Says terms, bets, odds and messages in one language. English is the language of the catalogues' keys."""

    def __init__(self, spoken: Language) -> None:
        self.language = spoken
        self._say = gettext.NullTranslations()
        if spoken in LOCALES:
            catalogue = files("banca.words").joinpath("locale", LOCALES[spoken], "LC_MESSAGES", f"{DOMAIN}.mo")
            with catalogue.open("rb") as compiled:
                self._say = gettext.GNUTranslations(compiled)

    def __call__(self, english: str, **about: object) -> str:
        """The sentence or term `english`, with `about` put in; of nothing, nothing."""
        if not english:
            return ""
        said = english.told[self.language] if isinstance(english, Given) else str(self._say.gettext(english))
        return said.format(**about) if about else said

    def bet(self, bet: Bet) -> str:
        """The bet's name with its selection."""
        return self(bet.name).replace("{}", self(bet.label) if bet.label else bet.selection)

    def family(self, bet: Bet) -> str:
        """The bet's name without its selection."""
        return self(bet.name).replace("{}", "").strip()

    def odds(self, odds: Iterable[Odds]) -> str:
        """`3 to 1, 27 to 4`; odds against the same stake are put together: `1, 2, 3 to 1`."""
        prizes: dict[int, list[int]] = {}
        for one in odds:
            prizes.setdefault(one.stake, []).append(one.prize)
        pattern = term("{prize} to {stake}")
        return ", ".join(
            self(pattern, prize=", ".join(map(str, group)), stake=stake) for stake, group in prizes.items()
        )

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

    def exact(self, value: Fraction) -> str:
        """A fraction with a true minus."""
        return exact(value)

    def list(self, texts: Iterable[object]) -> str:
        """Ids, clauses and names, one behind another."""
        return ", ".join(map(str, texts))

    def status(self, status: Status) -> str:
        """Gazetted, reading or reconstructed."""
        return self(STATUS_TERMS[status])

    def state(self, state: State) -> str:
        """The state a bet stands in: a number, or one of the regulation's words."""
        return self(state) if isinstance(state, Term | Given) else str(state)

    def message(self, message: Message) -> str:
        """One line: what was asked, why not, what is allowed, and the clause."""
        return message.said(self.language)

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
                return ", ".join(self.spell(one) for one in value)
            case _:
                return spell(value, self.language)


@cache
def speech(spoken: Language = Language.EN) -> Speech:
    """The speech of a language, read once."""
    return Speech(spoken)
