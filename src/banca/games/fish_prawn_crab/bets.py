"""Every bet of Fish-Prawn-Crab with its clause and its prize. Articles 5 to 7."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from banca.games.fish_prawn_crab.device import DICE, FACES, NAMES, Colour, Figure, Triple, is_triple, total
from banca.games.fish_prawn_crab.steps import pays_by, total_in
from banca.rules import EVEN, Bet, Chosen, Citation, Lose, Odds, Option, Rules, Win, _, citing
from banca.rules.bet import whole

cite = citing("fish_prawn_crab")

TRIPLES_LOSE = "lose"
TOTAL_TRIPLES = Option(
    name="total_triples",
    values=("count", TRIPLES_LOSE),
    default="count",
    cite=cite("R-fpc-5"),
    says=_("Three equal figures in a total"),
    says_value={
        "count": _("count"),
        TRIPLES_LOSE: _("lose"),
    },
)
TRIPLE_LOSES = Lose(cite("7"))
SMALL = total_in(range(4, 11), Win(EVEN, cite("6.1")), TRIPLE_LOSES)
BIG = total_in(range(11, 18), Win(EVEN, cite("6.2")), TRIPLE_LOSES)
TOTALS = {
    number: Win(odds, cite("6.10"))
    for numbers, odds in (
        ((4, 17), Odds(50)),
        ((5, 16), Odds(18)),
        ((6, 15), Odds(14)),
        ((7, 14), Odds(12)),
        ((8, 13), Odds(8)),
        ((9, 10, 11, 12), Odds(6)),
    )
    for number in numbers
}
TRIPLE_TOTALS = (6, 9, 12, 15)
"""The totals on offer that three equal figures can make."""
WITH_FIGURE = {
    0: _("no die with the chosen figure"),
    1: _("one die with the chosen figure"),
    2: _("two dice with the chosen figure"),
    3: _("three dice with the chosen figure"),
}
WITH_COLOUR = {
    0: _("no die of the chosen colour"),
    1: _("one die of the chosen colour"),
    2: _("two dice of the chosen colour"),
    3: _("three dice of the chosen colour"),
}
COUNTS = {
    "figure": WITH_FIGURE,
    "triple": WITH_FIGURE,
    "one_colour": WITH_COLOUR,
    "two_colour": WITH_COLOUR,
    "three_colour": WITH_COLOUR,
}
"""What the bets that look at a number of dice count."""
READS = {
    "one_colour": (cite("R-fpc-1"),),
    "two_colour": (cite("R-fpc-2"),),
    "any_triple": (cite("R-fpc-6"),),
}

Sees = Callable[[Triple], Any]
Row = tuple[str, str, Citation, Mapping[str, Sees], Mapping[Any, Win]]
"""Id, name, clause; what each selection looks at; what wins which prize."""


def dice_showing(face: Figure | Colour) -> Sees:
    """How many dice show the figure or colour."""
    return lambda triple: sum(face in (figure, figure.colour) for figure in triple)


def is_one_colour(triple: Triple) -> bool:
    """All three dice share a colour."""
    return len({figure.colour for figure in triple}) == 1


def rows() -> Iterable[Row]:
    """The bets decided by what their selection sees, in the order of article 5."""
    figures = {figure.value: dice_showing(figure) for figure in Figure}
    colours = {colour.value: dice_showing(colour) for colour in Colour}
    each = {count: Win(Odds(count), cite("6.3")) for count in (1, 2, 3)}
    yield "figure", _("Figure {}"), cite("5.3"), figures, each
    yield (
        "one_colour",
        _("One die {}"),
        cite("5.4"),
        colours,
        {1: Win(EVEN, cite("6.4"))},
    )
    yield (
        "two_colour",
        _("Two dice {}"),
        cite("5.5"),
        colours,
        {2: Win(Odds(3), cite("6.5"))},
    )
    yield (
        "three_colour",
        _("Three dice {}"),
        cite("5.6"),
        colours,
        {3: Win(Odds(20), cite("6.6"))},
    )
    one_colour = {"": is_one_colour}
    yield (
        "any_three_colour",
        _("Any three of one colour"),
        cite("5.7"),
        one_colour,
        {True: Win(Odds(7), cite("6.7"))},
    )
    yield (
        "triple",
        _("Triple {}"),
        cite("5.8"),
        figures,
        {3: Win(Odds(150), cite("6.8"))},
    )
    yield (
        "any_triple",
        _("Any triple"),
        cite("5.9"),
        {"": is_triple},
        {True: Win(Odds(24), cite("6.9"))},
    )


def total_bets(chosen: Chosen) -> Iterable[Bet]:
    """A total from 4 to 17; what a triple does to it, the text does not say. fish_prawn_crab 5.10, R-fpc-5."""
    for number, prize in sorted(TOTALS.items()):
        with_triples = number in TRIPLE_TOTALS
        bet = Bet(
            id="total",
            name=_("Total {}"),
            selection=str(number),
            cite=cite("5.10"),
            reads=(cite("R-fpc-5"),) if with_triples else (),
            space=DICE,
            sees=total,
            wins=total_wins(number),
            step=pays_by({number: prize}),
        )
        if with_triples and chosen[TOTAL_TRIPLES] == TRIPLES_LOSE:
            bet = without_triples(bet)
        yield bet


def without_triples(bet: Bet) -> Bet:
    """A total that three equal figures lose. R-fpc-5."""
    number = int(bet.selection)
    wins = _("Wins if the three dice add up to {number} and are not three equal figures; otherwise loses.").fill(
        number=number
    )
    step = total_in((number,), TOTALS[number], Lose(cite("R-fpc-5")))
    return replace(bet, sees=whole, wins=wins, step=step)


def total_wins(number: int) -> str:
    """One total's part of 5.10, which names all of them."""
    return _("Wins if the three dice add up to {number}; otherwise loses.").fill(number=number)


def wins(bet_id: str, selection: str) -> str:
    """One selection's part of a clause that names all of them. fish_prawn_crab 5.3."""
    if bet_id == "figure":
        return _("Wins if the figure {figure} shows on one, two or three dice.").fill(figure=NAMES[selection])
    return ""


def bets(chosen: Chosen) -> Iterable[Bet]:
    """The ten kinds of bet. Article 5."""
    yield Bet(id="small", name=_("Small"), cite=cite("5.1"), space=DICE, step=SMALL)
    yield Bet(id="big", name=_("Big"), cite=cite("5.2"), space=DICE, step=BIG)
    for bet_id, name, clause, selections, prizes in rows():
        for selection, sees in selections.items():
            yield Bet(
                id=bet_id,
                name=name,
                selection=selection,
                label=NAMES.get(selection, ""),
                cite=clause,
                reads=READS.get(bet_id, ()),
                space=DICE,
                sees=sees,
                counts=COUNTS.get(bet_id, {}),
                wins=wins(bet_id, selection),
                step=pays_by(prizes),
            )
    yield from total_bets(chosen)


def outcome_names(rules: Rules) -> dict[str, tuple[str | Bet, ...]]:  # the shape of Rulebook.outcome_names
    """Each figure by its name."""
    return {str(figure): (NAMES[figure],) for figure in FACES}
