"""The figures of a bet, and what is said of clauses and instruments, by the names that the reports give them."""

from collections.abc import Mapping
from datetime import date

from banca.games import find
from banca.i18n.dates import day_before
from banca.i18n.results import PUSH, results_of
from banca.i18n.translator import Translator
from banca.law import ClauseKind, Effect
from banca.rules import Text, _, _p

FIGURES: dict[str, Text] = {
    "cite": _("clause"),
    "prize_cite": _("prize"),
    "reads": _("rules and readings"),
    "pays": _("pays"),
    "commission": _("commission"),
    "commission_cite": _("commission clause"),
    "p_win": _("wins"),
    "p_lose": _("loses"),
    "p_push": _("ties"),
    "house_edge": _("house edge, per unit staked"),
    "house_edge_resolved": _("house edge, ties left out"),
    "house_edge_per_round": _("house edge, per round"),
    "mean_rounds": _("rounds to decision, mean"),
    "variance": _("variance"),
    "states": _("states"),
}
ROUND_NOUNS = {
    "one": _p("round noun", "round"),
    "many": _p("round noun", "rounds"),
    # Translators: a heading over numbers of rounds
    "number": _p("round noun", "Rounds"),
    # Translators: of a bet that is decided at once
    "in_one": _p("round noun", "in one round"),
    "several": _p("round noun", "several rounds"),
}
"""What is counted, by the blanks of the texts that name it; a game's catalogue has its own: a throw, a spin, a hand."""
MEAN_ROUNDS = _("{many} to decision, mean")
ROUNDS = _("{many}")
PER_ROUND = _("house edge, per {one}")


def round_nouns(game: str) -> dict[str, Text]:
    """Return what a game calls the round that is counted."""
    return {name: noun.of(find(game).package) for name, noun in ROUND_NOUNS.items()}


def figure_words(game: str) -> dict[str, Text]:
    """The figures by the words of a game: its round is a throw, a spin or a hand, and a stake that is returned may be no tie."""
    if find(game).rulebook is None:
        return {**FIGURES}
    counted = {"rounds": ROUNDS, "mean_rounds": MEAN_ROUNDS, "house_edge_per_round": PER_ROUND}
    own = {name: text.fill(**round_nouns(game)) for name, text in counted.items()}
    return FIGURES | own | {"p_push": results_of(game)[PUSH]}


HANDOVER = 2000
"""The first whole year in which the gazette was that of the Special Administrative Region."""
OLD_GAZETTE = _("in Official Gazette of Macau No. {number}/{year}")
DATES: dict[str, Text] = {
    "signed": _("signed {date}"),
    "published": _("published {date}"),
    "gazette": _("in Official Gazette No. {number}/{year}, Series I"),
    "in_force": _("in force from {date}"),
    "until": _("until {date}"),
}


def dates_said(known: Mapping[str, date | str], say: Translator) -> list[str]:
    """The dates of an instrument that are known, each in words; it ends with the last day on which it was in force."""
    return [_date_said(name, value, say) for name, value in known.items()]


def _date_said(name: str, value: date | str, say: Translator) -> str:
    if isinstance(value, str):
        number, _, year = value.partition("/")
        return say(DATES[name] if int(year) >= HANDOVER else OLD_GAZETTE, number=number, year=year)
    return say(DATES[name], date=say.date(day_before(value) if name == "until" else value))


KINDS = {
    ClauseKind.COMPUTED: _("computed"),
    ClauseKind.PROCEDURAL: _("procedural"),
    ClauseKind.DEFINITIONAL: _("definitional"),
}
EFFECTS = {
    Effect.APPROVES: _("approves the rules"),
    Effect.AMENDS: _("amends them"),
}
