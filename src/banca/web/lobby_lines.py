"""The tables as the lobby shows them: in the order of the games, a page at a time, in words; and their felts in small."""

from functools import lru_cache
from urllib.parse import urlencode

from msgspec import Struct

from banca.drawing import table_of
from banca.drawing.svg import element, standalone
from banca.games import find
from banca.house.house import House
from banca.house.register import OUTSIDE_TABLES
from banca.house.request import LiveTable
from banca.i18n import Translator, translator
from banca.law import Language, readable, unreadable
from banca.live.chance_conduct import ChanceConduct
from banca.rules import Refusal, Rules
from banca.service.attendants import Attendants
from banca.service.games import OptionValues, odds_under
from banca.service.tables import TableLine, line_of
from banca.web.console import outcome_names
from banca.web.static import version

ON_A_PAGE = 24
"""Tables."""
FEW_RESULTS = 6
KEPT = 200


class LobbyLine(TableLine, frozen=True, kw_only=True):
    """A table in the lobby: as in the list of tables, its phase, results and next act in words."""

    felt: str
    """Where its felt in small is found."""
    next_act: str
    """Empty where the table waits for bets, or nobody says what is next."""
    edge: str
    """The lowest house edge of a bet that is made by itself, in per cent; empty where there are no bets against the house."""
    edge_of: str
    """The bet that has it."""


class LobbyPage(Struct, frozen=True, kw_only=True):
    """Some of the tables."""

    tables: list[LobbyLine]
    page: int
    pages: int
    left_out: list[str] = []
    """A sentence for each game whose package is faulty: its tables are not shown."""


def lobby_page(house: House, language: Language, attendants: Attendants | None, wanted: int) -> LobbyPage:
    """The tables of one page; only these are looked at."""
    order = {game: place for place, game in enumerate(readable())}
    names = sorted(
        (name for name in house.games if name not in OUTSIDE_TABLES),
        key=lambda name: (order.get(house.games[name], len(order)), name),
    )
    pages = max(1, -(-len(names) // ON_A_PAGE))
    number = min(max(wanted, 1), pages)
    shown = names[(number - 1) * ON_A_PAGE : number * ON_A_PAGE]
    lines, left_out = [], dict(unreadable())
    for table in house.standing_of(shown):
        game = find(table.opened.game)
        try:
            with game.faults_in("bets"):
                lines.append(lobby_line(table, language, attendants))
        except Refusal as refusal:
            left_out[game.id] = refusal.message
    told = list(map(translator(language).message, left_out.values()))
    return LobbyPage(tables=lines, page=number, pages=pages, left_out=told)


def lobby_line(table: LiveTable, language: Language, attendants: Attendants | None) -> LobbyLine:
    """A table in words."""
    line = line_of(table, language, attendants)
    say = translator(language)
    conduct = table.conduct
    rules = conduct.rules if isinstance(conduct, ChanceConduct) else None
    edge, bet = _lowest_edge(rules, language) if rules else ("", "")
    act = conduct.forms.kinds.get(line.due.act) if line.due else None
    about = {name: getattr(line, name) for name in TableLine.__struct_fields__}
    return LobbyLine(
        **{
            **about,
            "phase": _phase(table, say),
            "results": [_named(one, rules, language) for one in line.results[-FEW_RESULTS:]],
        },
        felt=felt_address(table, language),
        next_act=say(act.says) if act and act.says else "",
        edge=edge,
        edge_of=bet,
    )


def _phase(table: LiveTable, say: Translator) -> str:
    words = find(table.opened.game).phases.get(table.state.phase)
    return say(words) if words else table.state.phase


@lru_cache(KEPT)
def _lowest_edge(rules: Rules, language: Language) -> tuple[str, str]:
    """Of the bets that are made by themselves: an additional bet has no edge of its own but needs one that has."""
    say = translator(language)
    alone = [one for one in odds_under(rules).bets if not rules.bets[one.bet.key].added_to]
    lowest = min(alone, key=lambda one: one.house_edge)
    return say.percent(lowest.house_edge, 2), say.family(rules.bets[lowest.bet.key])


@lru_cache(KEPT)
def _names(rules: Rules, language: Language) -> dict[str, str]:
    return dict(outcome_names(rules, translator(language)))


def _named(result: str, rules: Rules | None, language: Language) -> str:
    """A result, each part by its name where it has one."""
    names = _names(rules, language) if rules else {}
    return "-".join(names.get(part, part) for part in result.split("-"))


def felt_address(table: LiveTable, language: Language) -> str:
    """Where the felt of a table in small is found: another address when the program, the options or the language are others."""
    asked = [("lang", language.value), *(("option", f"{name}={value}") for name, value in table.opened.options.items())]
    return f"/felts/{version()}/{table.opened.game}?{urlencode(asked)}"


@lru_cache(KEPT)
def small_felt(game: str, options: OptionValues, language: Language) -> bytes:
    """The wide felt as a picture: its cloth as at the table whatever the reader's colours, and nothing that only a page can use."""
    drawn = table_of(game, dict(options), translator(language))
    for one in drawn.iter():
        for name in [
            name for name in one.attrib if name.startswith(("data-", "aria-")) or name in ("tabindex", "role")
        ]:
            del one.attrib[name]
        for child in [child for child in one if child.tag == "title"]:
            one.remove(child)
    return standalone(element("svg", drawn, xmlns=drawn.attrib["xmlns"], viewBox=drawn.attrib["viewBox"])).encode()
