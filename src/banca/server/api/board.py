"""What the builder of proposals is shown of a game: its outcomes to click, what they have in common, and the bets it has."""

from functools import lru_cache
from itertools import groupby

from msgspec import Struct

from banca.drawing import to_text
from banca.drawing.devices import device
from banca.i18n import Translator, translator
from banca.i18n.descriptions import outcome_name
from banca.law import Language
from banca.proposals.builder import OutcomeClasses, outcome_classes, winning_classes
from banca.proposals.compiler import phases_of
from banca.rules import Outcome, Place, Win, _, explore
from banca.server.api.form_words import describe_fact, describe_outcome

MOST_TILES = 60
"""A device with more outcomes shows one tile for all that no bet can tell apart."""
MOST_DRAWN = 100
"""Tiles that are drawn; more stand in words."""
PLACES = {
    Place.FOOT: _("at the foot of the layout"),
    Place.HEAD: _("at the head of the layout"),
}


class Tile(Struct, frozen=True, kw_only=True):
    """An outcome to click: how it is written, the outcome that stands for all that are marked with it, and in how many ways it comes."""

    outcome: str
    same: str
    name: str
    ways: int


class OutcomeGroup(Struct, frozen=True, kw_only=True):
    """Outcomes that have something in common."""

    name: str
    outcomes: list[str]


class Common(Struct, frozen=True, kw_only=True):
    """A way to look at the outcomes: by their total, by their colour."""

    fact: str
    name: str
    groups: list[OutcomeGroup]


class KnownBet(Struct, frozen=True, kw_only=True):
    """A bet that the game has, what it pays, and the outcomes on which it can win."""

    bet: str
    name: str
    pays: str
    outcomes: list[str]


class BoardChoice(Struct, frozen=True, kw_only=True):
    """One of several, and what it is called."""

    value: str
    name: str


class Board(Struct, frozen=True, kw_only=True):
    """A game to be clicked; `columns` where its outcomes make a square, otherwise 0; `drawn` the symbols of its parts, where it has any."""

    game: str
    ways: int
    columns: int
    tiles: list[Tile]
    common: list[Common]
    bets: list[KnownBet]
    phases: list[BoardChoice]
    places: list[BoardChoice]
    drawn: str


@lru_cache(40)
def board_of(game: str, spoken: Language) -> Board:
    """The board of a game in a language."""
    seen, say = outcome_classes(game), translator(spoken, game)
    tiles = _tiles(seen, say)
    return Board(
        game=game,
        ways=seen.weight(seen.all),
        columns=_columns(seen) if len(tiles) == sum(map(len, seen.classes)) else 0,
        tiles=tiles,
        common=[one for name in seen.names if (one := _common(seen, name, say)).groups],
        bets=[_known(seen, game, key, say) for key in seen.book.under().bets],
        phases=[
            BoardChoice(value=one, name=say(seen.book.table.phase_words.get(one, one))) for one in phases_of(seen.book)
        ],
        places=[BoardChoice(value=place.value, name=say(said)) for place, said in PLACES.items()],
        drawn=_drawn(game, say) if len(tiles) <= MOST_DRAWN else "",
    )


def _tiles(seen: OutcomeClasses, say: Translator) -> list[Tile]:
    book, rules = seen.book, seen.book.under()
    if len(rules.space) <= MOST_TILES:
        return [
            Tile(
                outcome=book.show(outcome),
                same=seen.shown(seen.of(outcome)),
                name=outcome_name(rules, book.show(outcome), say),
                ways=weight,
            )
            for outcome, weight in rules.space
        ]
    return [
        Tile(outcome=shown, same=shown, name=describe_outcome(seen, number, say), ways=seen.weights[number])
        for number in sorted(seen.all)
        for shown in [seen.shown(number)]
    ]


def _columns(seen: OutcomeClasses) -> int:
    """How many outcomes begin alike, where all of them do so in rows of one length."""

    def first(outcome: Outcome) -> str:
        return seen.book.show(outcome).split("-")[0]

    lengths = {len(list(alike)) for _, alike in groupby((one for one, _ in seen.book.under().space), first)}
    (length,) = lengths if len(lengths) == 1 else (0,)
    return length if length > 1 else 0


def _common(seen: OutcomeClasses, name: str, say: Translator) -> Common:
    """The outcomes by one fact; nothing where each value has one outcome only."""
    values = seen.values(name, seen.all)
    values = sorted(values) if all(type(value) is int for value in values) else values
    groups = [
        OutcomeGroup(name=describe_fact(seen, name, [value], say), outcomes=[seen.shown(one) for one in sorted(held)])
        for value in values
        for held in [frozenset(number for number in seen.all if seen.facts[number][name] == value)]
    ]
    is_finest = len(groups) == len(seen.all)
    return Common(fact=name, name=say(seen.book.fact_words.get(name, name)), groups=[] if is_finest else groups)


def _known(seen: OutcomeClasses, game: str, key: str, say: Translator) -> KnownBet:
    bet = seen.book.under().bets[key]
    odds = dict.fromkeys(cell.odds for row in explore(bet).rows for cell in row if isinstance(cell, Win))
    won = sorted(winning_classes(game, key))
    return KnownBet(bet=key, name=say.bet(bet), pays=say.odds(odds), outcomes=[seen.shown(one) for one in won])


def _drawn(game: str, say: Translator) -> str:
    drawn = device(game, say)
    return to_text(drawn) if drawn.get("data-kind") in {"faces", "cards"} else ""
