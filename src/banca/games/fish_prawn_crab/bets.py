"""Every bet of Fish-Prawn-Crab with its clause and its prize. Articles 5 to 7."""

from collections.abc import Callable, Iterable

from banca.games.fish_prawn_crab.device import DICE, NAMES, Colour, Figure, Triple, is_triple, total
from banca.games.fish_prawn_crab.steps import pays_by, total_in
from banca.rulebook import EVEN, Bet, Chosen, Lose, Odds, Win, citing, term

cite = citing("fish_prawn_crab")

TRIPLE_LOSES = Lose(cite("7"))
FIGURE_PRIZES = {count: Win(Odds(count), cite("6.3")) for count in (1, 2, 3)}
COLOUR_BETS = (
    ("one_colour", term("One die {}"), cite("5.4"), (cite("R-fpc-1"),), {1: Win(EVEN, cite("6.4"))}),
    ("two_colour", term("Two dice {}"), cite("5.5"), (), {2: Win(Odds(3), cite("6.5"))}),
    ("three_colour", term("Three dice {}"), cite("5.6"), (), {3: Win(Odds(20), cite("6.6"))}),
)
ANY_THREE_COLOUR = {True: Win(Odds(7), cite("6.7"))}
TRIPLE = {3: Win(Odds(150), cite("6.8"))}
ANY_TRIPLE = {True: Win(Odds(24), cite("6.9"))}
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


def dice_of_colour(colour: Colour) -> Callable[[Triple], int]:
    """How many dice show the colour."""
    return lambda triple: sum(figure.colour == colour for figure in triple)


def dice_of_figure(figure: Figure) -> Callable[[Triple], int]:
    """How many dice show the figure."""
    return lambda triple: triple.count(figure)


def is_one_colour(triple: Triple) -> bool:
    """All three dice share a colour."""
    return len({figure.colour for figure in triple}) == 1


def bets(_: Chosen) -> Iterable[Bet]:
    """The ten kinds of bet, in the order of article 5."""
    small = total_in(range(4, 11), Win(EVEN, cite("6.1")), TRIPLE_LOSES)
    big = total_in(range(11, 18), Win(EVEN, cite("6.2")), TRIPLE_LOSES)
    yield Bet(id="small", name=term("Small"), cite=cite("5.1"), space=DICE, step=small)
    yield Bet(id="big", name=term("Big"), cite=cite("5.2"), space=DICE, step=big)
    for figure in Figure:
        yield Bet(
            id="figure",
            name=term("Figure {}"),
            selection=figure.value,
            label=NAMES[figure],
            cite=cite("5.3"),
            space=DICE,
            sees=dice_of_figure(figure),
            step=pays_by(FIGURE_PRIZES),
        )
    for bet_id, name, clause, reads, prizes in COLOUR_BETS:
        for colour in Colour:
            yield Bet(
                id=bet_id,
                name=name,
                selection=colour.value,
                label=NAMES[colour],
                cite=clause,
                reads=reads,
                space=DICE,
                sees=dice_of_colour(colour),
                step=pays_by(prizes),
            )
    yield Bet(
        id="any_three_colour",
        name=term("Any three of one colour"),
        cite=cite("5.7"),
        space=DICE,
        sees=is_one_colour,
        step=pays_by(ANY_THREE_COLOUR),
    )
    for figure in Figure:
        yield Bet(
            id="triple",
            name=term("Triple {}"),
            selection=figure.value,
            label=NAMES[figure],
            cite=cite("5.8"),
            space=DICE,
            sees=dice_of_figure(figure),
            step=pays_by(TRIPLE),
        )
    yield Bet(
        id="any_triple",
        name=term("Any triple"),
        cite=cite("5.9"),
        space=DICE,
        sees=is_triple,
        step=pays_by(ANY_TRIPLE),
    )
    for number, prize in sorted(TOTALS.items()):
        yield Bet(
            id="total",
            name=term("Total {}"),
            selection=str(number),
            cite=cite("5.10"),
            space=DICE,
            sees=total,
            step=pays_by({number: prize}),
        )
