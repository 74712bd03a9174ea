"""One language's way of saying what the program has to say."""

import gettext
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from importlib.resources import files

from banca.law import Language, Status
from banca.rulebook import Bet, Code, Given, Odds, OwnCode, Percent, Phrase, Refusal, State, Term, term
from banca.words.numbers import amount, decimal, exact, measured, percent, signed, signed_decimal, written
from banca.words.refusals import SENTENCES

DOMAIN = "banca"
MOST_LETTERS = 120
NOTHING = term("nothing")
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
        raise Refusal(Code.UNKNOWN_LANGUAGE, asked=asked, allowed=list(Language)) from None


def printable(text: str) -> str:
    r"""What somebody typed, with nothing in it that could steer a terminal.

    >>> printable("\x1b[31mred")
    '?[31mred'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text)


class Speech:
    """Says terms, bets, odds and refusals in one language. English is the language of the catalogues' keys."""

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

    def refusal(self, refusal: Refusal) -> str:
        """One line: what was asked, why not, what is allowed, and the clause."""
        about = {name: self.spell(value) for name, value in refusal.about.items()}
        sentence = refusal.code.says if isinstance(refusal.code, OwnCode) else SENTENCES[refusal.code]
        said = self(sentence, **about)
        inner = next((value.cite for value in refusal.about.values() if isinstance(value, Refusal)), None)
        return f"{said} ({refusal.cite})" if refusal.cite and refusal.cite != inner else said

    def spell(self, value: object) -> str:  # noqa: PLR0911 - one for each kind of value
        """Lists with commas, terms translated, a refusal within another as it is said; what somebody typed made printable and not too long for one line."""
        if isinstance(value, list | tuple) and not value:
            return self(NOTHING)
        if isinstance(value, list | tuple):
            return ", ".join(self.spell(one) for one in value)
        if isinstance(value, Term | Given):
            return self(value)
        if isinstance(value, Phrase):
            return self(value.text, **{name: self.spell(one) for name, one in value.about.items()})
        if isinstance(value, Refusal):
            return self.refusal(value)
        if isinstance(value, Percent):
            return self.percent(value.share, value.digits)
        if isinstance(value, Odds):
            return self.odds([value])
        text = printable(str(value))
        return (text if len(text) <= MOST_LETTERS else text[:MOST_LETTERS] + "…") or "''"


@cache
def speech(spoken: Language = Language.EN) -> Speech:
    """The speech of a language, read once."""
    return Speech(spoken)
