"""One language's way of saying what the program has to say."""

import gettext
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from banca.law import Language, Status
from banca.rulebook import Bet, Given, Message, Odds, Refusal, State, Term, refusal, term, words

UNKNOWN_LANGUAGE = refusal(
    "unknown_language",
    words(
        "there is no language {asked}; the languages are {allowed}",
        pt="não há a língua {asked}; as línguas são {allowed}",
        zh="沒有語言 {asked}；語言有 {allowed}",
    ),
)

DOMAIN = "banca"
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

    def status(self, status: Status) -> str:
        """Gazetted, reading or reconstructed."""
        return self(STATUS_TERMS[status])

    def state(self, state: State) -> str:
        """The state a bet stands in: a number, or one of the regulation's words."""
        return self(state) if isinstance(state, Term | Given) else str(state)

    def message(self, message: Message) -> str:
        """One line: what was asked, why not, what is allowed, and the clause."""
        return message.said(self.language)


@cache
def speech(spoken: Language = Language.EN) -> Speech:
    """The speech of a language, read once."""
    return Speech(spoken)
