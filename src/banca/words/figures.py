"""The figures of a bet, and what is said of clauses and instruments, by the names that the reports give them."""

from collections.abc import Mapping
from datetime import date

from banca.games import find
from banca.law import ClauseKind, Effect
from banca.rulebook import Given, Term, term, words
from banca.words.dates import day_before
from banca.words.results import PUSH, results_of
from banca.words.speech import Speech

FIGURES: dict[str, Term] = {
    "cite": term("clause"),
    "prize_cite": term("prize"),
    "reads": term("rules and readings"),
    "pays": term("pays"),
    "commission": term("commission"),
    "commission_cite": term("commission by"),
    "p_win": term("wins"),
    "p_lose": term("loses"),
    "p_push": term("ties"),
    "house_edge": term("house edge, per unit staked"),
    "house_edge_resolved": term("house edge, ties left out"),
    "house_edge_per_round": term("house edge, per round"),
    "mean_rounds": term("rounds to decision, mean"),
    "variance": term("variance"),
    "states": term("states"),
}
MEAN_ROUNDS = words("{many} to decision, mean", pt="{many} até à decisão, média", zh="分出輸贏的平均{number}")
ROUNDS = words("{many}", pt="{many}", zh="{number}")
PER_ROUND = words("house edge, per {one}", pt="vantagem do casino, por {one}", zh="娛樂場利益（每{one}）")


def figure_words(game: str) -> dict[str, Term | Given]:
    """The figures by the words of a game: its round is a throw, a spin or a hand, and a stake that is returned may be no tie."""
    book = find(game).rulebook
    if book is None:
        return {**FIGURES}
    counted = {"rounds": ROUNDS, "mean_rounds": MEAN_ROUNDS, "house_edge_per_round": PER_ROUND}
    own = {name: book.round_words.put_into(text) for name, text in counted.items()}
    return FIGURES | own | {"p_push": results_of(game)[PUSH]}


HANDOVER = 2000
"""The first whole year in which the gazette was that of the Special Administrative Region."""
OLD_GAZETTE = words(
    "in Official Gazette of Macau No. {number}/{year}",
    pt="no Boletim Oficial de Macau n.º {number}/{year}",
    zh="載於{year}年第{number}期《澳門政府公報》",
)
DATES: dict[str, Given] = {
    "signed": words("signed {date}", pt="assinatura em {date}", zh="{date}簽署"),
    "published": words("published {date}", pt="publicação em {date}", zh="{date}公佈"),
    "gazette": words(
        "in Official Gazette No. {number}/{year}, Series I",
        pt="no Boletim Oficial n.º {number}/{year}, I Série",
        zh="載於{year}年第{number}期《澳門特別行政區公報》第一組",
    ),
    "in_force": words("in force from {date}", pt="em vigor desde {date}", zh="{date}起生效"),
    "until": words("until {date}", pt="até {date}", zh="至{date}止"),
}


def dates_said(known: Mapping[str, date | str], say: Speech) -> list[str]:
    """The dates of an instrument that are known, each in words; it ends with the last day on which it was in force."""
    return [_date_said(name, value, say) for name, value in known.items()]


def _date_said(name: str, value: date | str, say: Speech) -> str:
    if isinstance(value, str):
        number, _, year = value.partition("/")
        return say(DATES[name] if int(year) >= HANDOVER else OLD_GAZETTE, number=number, year=year)
    return say(DATES[name], date=say.date(day_before(value) if name == "until" else value))


KINDS = {
    ClauseKind.COMPUTED: term("computed"),
    ClauseKind.PROCEDURAL: term("procedural"),
    ClauseKind.DEFINITIONAL: term("definitional"),
}
EFFECTS = {
    Effect.APPROVES: words("approves the rules", pt="aprovou o regulamento oficial", zh="核准法定規章或規則"),
    Effect.AMENDS: words("amends them", pt="alterou-o", zh="作出修改"),
}
