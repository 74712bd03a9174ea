"""The rules of Fish-Prawn-Crab: three dice of figures, colours and numbers, the bets and their prizes, and when a round is null."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from itertools import product
from typing import Any

from banca.rules import (
    EVEN,
    LOSE,
    Bet,
    ChosenOptions,
    Citation,
    Fact,
    Lose,
    NullReason,
    Odds,
    Option,
    OtherReading,
    Refusal,
    Rulebook,
    Rules,
    Space,
    State,
    Step,
    Text,
    Verdict,
    Win,
    Withdrawal,
    _,
    citing,
    given_text,
)
from banca.rules.bet import whole
from banca.rules.refusal import IMPOSSIBLE_OUTCOME

cite = citing("fish_prawn_crab")

# The dice. Articles 1 to 3.


class Colour(StrEnum):
    """The colour of a face."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"


class Figure(StrEnum):
    """The figure on a face, in the order of their numbers."""

    FISH = "fish"
    PRAWN = "prawn"
    GOURD = "gourd"
    COIN = "coin"
    CRAB = "crab"
    ROOSTER = "rooster"

    @property
    def number(self) -> int:
        """1 for Fish to 6 for Rooster; opposite faces sum to seven. fish_prawn_crab 1.1, 1.2."""
        return FACES[self][0]

    @property
    def colour(self) -> Colour:
        """Opposite faces share it. fish_prawn_crab 1.1, 1.2."""
        return FACES[self][1]


FACES = {
    Figure.FISH: (1, Colour.RED),
    Figure.PRAWN: (2, Colour.GREEN),
    Figure.GOURD: (3, Colour.BLUE),
    Figure.COIN: (4, Colour.BLUE),
    Figure.CRAB: (5, Colour.GREEN),
    Figure.ROOSTER: (6, Colour.RED),
}
NAMES: dict[str, Text] = {
    Figure.FISH: _("Fish"),
    Figure.PRAWN: _("Prawn"),
    Figure.GOURD: _("Gourd"),
    Figure.COIN: _("Coin"),
    Figure.CRAB: _("Crab"),
    Figure.ROOSTER: _("Rooster"),
    Colour.RED: _("red"),
    Colour.GREEN: _("green"),
    Colour.BLUE: _("blue"),
}
BY_WORD = {word: figure for figure in Figure for word in (figure.value, str(figure.number))}
EACH_FIGURE = [
    given_text({language: f"{figure.number} {name.lower()}" for language, name in NAMES[figure].by_language.items()})
    for figure in Figure
]

Triple = tuple[Figure, Figure, Figure]
DICE = Space.uniform(product(Figure, repeat=3), cite("1.2"))
"""Balanced dice: all 216 triples alike. fish_prawn_crab 1.2."""
FORM = _("fish-crab-crab")
NULLS = {
    "stacked": NullReason(_("dice stacked"), (cite("3.3"),)),
    "leaning": NullReason(_("a die leaning"), (cite("3.3"),)),
}
"""Why a round is repeated, as the dice lie under the dome. fish_prawn_crab 3.3."""


def parse(text: str) -> Triple:
    """Read `fish-crab-crab` or `1-5-5`.

    >>> show(parse("1-5-5"))
    'fish-crab-crab'
    """
    words = text.split("-")
    if any(word not in BY_WORD for word in words):
        raise Refusal(IMPOSSIBLE_OUTCOME, cite("1.1"), asked=text, allowed=EACH_FIGURE)
    if len(words) != 3:
        raise Refusal(IMPOSSIBLE_OUTCOME, cite("1.1"), asked=text, allowed=_("three dice, e.g. fish-crab-crab"))
    first, second, third = (BY_WORD[word] for word in words)
    return first, second, third


def show(triple: Triple) -> str:
    """Write a triple by its figures."""
    return "-".join(triple)


def total(triple: Triple) -> int:
    """Return the sum of the three numbers."""
    return sum(figure.number for figure in triple)


def is_triple(triple: Triple) -> bool:
    """Whether the three figures are equal."""
    return len(set(triple)) == 1


def facts(triple: Triple) -> Mapping[str, Fact]:
    """Return the figures, colours and numbers by number, the total, and whether the figures are alike: no bet can tell the dice apart."""
    by_number = sorted(triple, key=lambda figure: figure.number)
    return {
        "figures": tuple(str(figure) for figure in by_number),
        "colours": tuple(str(figure.colour) for figure in by_number),
        "numbers": tuple(figure.number for figure in by_number),
        "total": total(triple),
        "is_triple": is_triple(triple),
    }


# What the house chooses. Articles 1 to 3 and 8.

PRIOR: dict[str, Any] = {"authorised_by": cite("8"), "working_days": 3, "days_read": cite("R-fpc-3")}
"""The options of articles 1 and 2 are authorised before they are adopted. fish_prawn_crab 8, R-fpc-3."""
YES_OR_NO: dict[str, Any] = {"values": ("no", "yes"), "default": "no", "says_value": {"no": _("no"), "yes": _("yes")}}

DRIVE = Option(
    name="drive",
    values=("lever", "electronic"),
    default="lever",
    cite=cite("1.3.1"),
    says=_("The cup is driven by"),
    says_value={"lever": _("a lever"), "electronic": _("an electronic drive")},
    **PRIOR,
)
BOARDS = Option(
    name="boards",
    values=("one", "several"),
    default="one",
    cite=cite("1.4"),
    says=_("Boards at the table"),
    says_value={"one": _("one"), "several": _("several")},
    **PRIOR,
)
LIT_PANEL: Option[str] = Option(
    name="lit_panel",
    cite=cite("2.2"),
    says=_("A panel lights up before bets open"),
    untaken=("no",),
    **YES_OR_NO,
    **PRIOR,
)
CALLED_OPENING: Option[str] = Option(
    name="called_opening",
    cite=cite("2.3"),
    says=_("The croupier calls that bets are open"),
    untaken=("no",),
    **YES_OR_NO,
    **PRIOR,
)
LIT_RESULT: Option[str] = Option(
    name="lit_result",
    cite=cite("3.2"),
    left_by=cite("R-fpc-4"),
    says=_("Winning combinations light up on the board"),
    **YES_OR_NO,
)
TRIPLES_LOSE = "lose"
TOTAL_TRIPLES = Option(
    name="total_triples",
    values=("count", TRIPLES_LOSE),
    default="count",
    cite=cite("R-fpc-5"),
    says=_("Three equal figures in a total"),
    says_value={"count": _("count"), TRIPLES_LOSE: _("lose")},
)

# How bets are decided: each by the next round that counts. Articles 5 and 7.


def total_in(totals: Collection[int], prize: Win, triple_loses: Lose) -> Step:
    """Small and Big: the total wins, but three equal figures lose. fish_prawn_crab 5.1, 5.2, 7."""

    def step(_: State, triple: Triple) -> Verdict:
        if is_triple(triple):
            return triple_loses
        return prize if total(triple) in totals else LOSE

    return step


def pays_by(prizes: Mapping[Any, Win]) -> Step:
    """What the bet sees (a count, a total, a colour) has a prize or loses. fish_prawn_crab 5.3 to 5.10."""

    def step(_: State, seen: Hashable) -> Verdict:
        return prizes.get(seen, LOSE)

    return step


Sees = Callable[[Triple], Any]


def dice_showing(face: Figure | Colour) -> Sees:
    """How many dice show the figure or colour."""
    return lambda triple: sum(face in (figure, figure.colour) for figure in triple)


def is_one_colour(triple: Triple) -> bool:
    """Whether all three dice share a colour."""
    return len({figure.colour for figure in triple}) == 1


# The bets. Articles 5 and 6.

TRIPLE_LOSES = Lose(cite("7"))
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
ONE, TWO, THREE, ALIKE = _("One die {}"), _("Two dice {}"), _("Three dice {}"), _("Any three of one colour")
FIGURES: Mapping[str, Sees] = {figure.value: dice_showing(figure) for figure in Figure}
COLOURS: Mapping[str, Sees] = {colour.value: dice_showing(colour) for colour in Colour}
EACH = {count: Win(Odds(count), cite("6.3")) for count in (1, 2, 3)}
COLOUR_READ, TWO_READ, TRIPLE_READ = (cite("R-fpc-1"),), (cite("R-fpc-2"),), (cite("R-fpc-6"),)

ROWS: tuple[tuple[str, str, Citation, tuple[Citation, ...], Mapping[str, Sees], dict[int, Text], dict[Any, Win]], ...]
ROWS = (
    ("figure", _("Figure {}"), cite("5.3"), (), FIGURES, WITH_FIGURE, EACH),
    ("one_colour", ONE, cite("5.4"), COLOUR_READ, COLOURS, WITH_COLOUR, {1: Win(EVEN, cite("6.4"))}),
    ("two_colour", TWO, cite("5.5"), TWO_READ, COLOURS, WITH_COLOUR, {2: Win(Odds(3), cite("6.5"))}),
    ("three_colour", THREE, cite("5.6"), (), COLOURS, WITH_COLOUR, {3: Win(Odds(20), cite("6.6"))}),
    ("any_three_colour", ALIKE, cite("5.7"), (), {"": is_one_colour}, {}, {True: Win(Odds(7), cite("6.7"))}),
    ("triple", _("Triple {}"), cite("5.8"), (), FIGURES, WITH_FIGURE, {3: Win(Odds(150), cite("6.8"))}),
    ("any_triple", _("Any triple"), cite("5.9"), TRIPLE_READ, {"": is_triple}, {}, {True: Win(Odds(24), cite("6.9"))}),
)
"""Id, name, clause, readings; what each selection looks at, and how that is written; what wins which prize. In the order of article 5."""


def bets(chosen: ChosenOptions) -> Iterable[Bet]:
    """The ten kinds of bet. Article 5."""
    small = total_in(range(4, 11), Win(EVEN, cite("6.1")), TRIPLE_LOSES)
    big = total_in(range(11, 18), Win(EVEN, cite("6.2")), TRIPLE_LOSES)
    yield Bet(id="small", name=_("Small"), cite=cite("5.1"), space=DICE, step=small)
    yield Bet(id="big", name=_("Big"), cite=cite("5.2"), space=DICE, step=big)
    # A clause that names all selections says of one of them: its own part. 5.3
    figure_wins = _("Wins if the figure {figure} shows on one, two or three dice.")
    for bet_id, name, clause, reads, selections, counts, prizes in ROWS:
        for selection, sees in selections.items():
            yield Bet(
                id=bet_id,
                name=name,
                selection=selection,
                label=NAMES.get(selection, ""),
                cite=clause,
                reads=reads,
                space=DICE,
                sees=sees,
                counts=counts,
                wins=figure_wins.fill(figure=NAMES[selection]) if bet_id == "figure" else "",
                step=pays_by(prizes),
            )
    yield from total_bets(chosen)


def total_bets(chosen: ChosenOptions) -> Iterable[Bet]:
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
            wins=_("Wins if the three dice add up to {number}; otherwise loses.").fill(number=number),
            step=pays_by({number: prize}),
        )
        yield without_triples(bet) if with_triples and chosen[TOTAL_TRIPLES] == TRIPLES_LOSE else bet


def without_triples(bet: Bet) -> Bet:
    """A total that three equal figures lose. R-fpc-5."""
    number = int(bet.selection)
    wins = _("Wins if the three dice add up to {number} and are not three equal figures; otherwise loses.")
    step = total_in((number,), TOTALS[number], Lose(cite("R-fpc-5")))
    return replace(bet, sees=whole, wins=wins.fill(number=number), step=step)


def other_readings(chosen: ChosenOptions) -> Iterable[OtherReading]:
    """The other readings, side by side with ours.

    The Chinese note to 5.4 to the letter, where one die loses as well and nothing wins; 5.5 without its "only"; totals that a triple
    loses; 6.9 in Portuguese to the letter, where the triple of a chosen figure does not win.
    """
    by_key = {bet.key: bet for bet in bets(chosen)}
    one_die, two_dice = by_key["one_colour:red"], by_key["two_colour:red"]
    yield OtherReading(cite("R-fpc-1"), one_die, replace(one_die, step=pays_by({})))
    prize = Win(Odds(3), cite("6.5"))
    yield OtherReading(cite("R-fpc-2"), two_dice, replace(two_dice, step=pays_by({2: prize, 3: prize})))
    for number in (6, 9):
        of_total = by_key[f"total:{number}"]
        count = replace(of_total, sees=total, step=pays_by({number: TOTALS[number]}))
        yield OtherReading(cite("R-fpc-5"), count, without_triples(count))
    any_triple = by_key["any_triple"]
    not_chosen = replace(any_triple, sees=lambda triple: is_triple(triple) and triple[0] != Figure.FISH)
    yield OtherReading(cite("R-fpc-6"), any_triple, not_chosen)


def withdrawal(bet: Bet) -> Withdrawal:  # the shape of Rulebook.withdrawal
    """Only of a null round do the articles speak. fish_prawn_crab 3.4."""
    return Withdrawal(when=_("not after a null round"), cite=cite("3.4"))


def called(rules: Rules, triple: Triple, table: State) -> Text:  # the shape of Rulebook.called
    """The figures as they lie, their total, and what everybody at the table asks first: Small, Big or a triple. Articles 5 and 7."""
    if is_triple(triple):
        text = _("three {figure}: total {total}, a triple, Small and Big lose")
        return text.fill(figure=NAMES[triple[0]], total=total(triple))
    sides = (rules.bets["small"], rules.bets["big"])
    side = next(bet.name for bet in sides if isinstance(bet.verdict(bet.start, triple), Win))
    figures = [NAMES[figure] for figure in triple]
    return _("{figures}: total {total}, {side}").fill(figures=figures, total=total(triple), side=side)


def outcome_names(rules: Rules) -> dict[str, tuple[str | Bet, ...]]:  # the shape of Rulebook.outcome_names
    """Each figure by its name."""
    return {str(figure): (NAMES[figure],) for figure in FACES}


RULEBOOK = Rulebook(
    game="fish_prawn_crab",
    options=(DRIVE, BOARDS, LIT_PANEL, CALLED_OPENING, LIT_RESULT, TOTAL_TRIPLES),
    bets=bets,
    outcome_names=outcome_names,
    bets_cite=cite("1.4"),
    parse=parse,
    show=show,
    facts=facts,
    fact_words={
        "figures": _("figures"),
        "colours": _("colours"),
        "numbers": _("numbers"),
        "total": _("total"),
        "is_triple": _("a triple"),
    },
    called=called,
    outcome_form=FORM,
    converted_by=cite("1.1"),
    nulls=NULLS,
    withdrawal=withdrawal,
    other_readings=other_readings,
)
