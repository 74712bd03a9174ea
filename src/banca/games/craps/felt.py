"""The felt of craps: the lines along the rim, numbers, Come and Field within, the stickman's bets beside them; and the two dice."""

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from banca.drawing.board import BetLook
from banca.drawing.devices import PIPS, SIDE, dice, dice_symbols, in_a_row
from banca.drawing.felt import BoardPart, BoardRow, Felt, Form, ordinary, outcomes, prizes
from banca.drawing.svg import Box, across, circle, group, text
from banca.drawing.template import Template, box_of, point_of
from banca.games.craps.rules import THROWN
from banca.rules import Bet, Push, Verdict, Win, _

ON, OFF = _("ON"), _("OFF")
# What the layout calls the total that ties. craps 5.2.3.
BAR = _("bar")
ADDITIONAL = ("pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds")
# The bets that move to a number, from the back of the table to the front.
MOVING = ("dont_come", "come")
SINGLES = ("aces", "ace_deuce", "eleven", "boxcars")
HALVES = ("small", "big")
ON_THROWS = ("hard_way", *SINGLES, "horn", "any_craps", "any_seven")
# How wide two dice are beside their height.
PAIR = 2.12
# From one pair to the next, in sides of a die.
BETWEEN = 0.35
# The most of a box that the puck takes.
PUCK = 0.3
# The radius of a puck: it holds its word, and is as large as a chip, a mark beside the name that does not lead.
SMALLEST_PUCK, LARGEST_PUCK = 13.0, 18.0
# How much wider the place of a Field number that pays more is, for its prize.
MORE_ROOM = 1.3
PARTS = (
    BoardPart(
        "lines",
        _("Lines and numbers"),
        (
            BoardRow(("pass_line", "dont_pass"), 1.2),
            BoardRow(MOVING[::-1], 1.4),
            BoardRow(("field",), 1.1),
            BoardRow(("big_number",)),
            BoardRow(HALVES),
        ),
    ),
    BoardPart("additional", _("Additional bets"), tuple(BoardRow((family,)) for family in ADDITIONAL)),
    BoardPart(
        "throws",
        _("Dice"),
        (BoardRow(("any_seven", "any_craps", "horn")), BoardRow(("hard_way",), 1.2), BoardRow(SINGLES, 1.2)),
    ),
)


def face(felt: Felt, bet: Bet) -> BetLook:
    """Dice for bets on throws and for throws that tie; numbers for bets that move; the puck with numbers."""
    match bet.id:
        case "pass_line":
            return BetLook(
                class_="cell lead",
                ink="label lead",
                emblem=lambda box: [_puck(felt, "", OFF, box)],
                share=PUCK,
                least=2 * SMALLEST_PUCK,
            )
        case "dont_pass":
            return _thrown(bet, Push)
        case "come" | "dont_come":
            return BetLook(on=tuple(_numbers(felt)))
        case "field":
            totals = sorted(prizes(bet))
            return BetLook(words=f"{felt.name(bet.key)} {' · '.join(map(str, totals))}")
        case "big_number":
            return BetLook(emblem=lambda box: [_puck(felt, bet.selection, ON, box)], share=PUCK)
        case _ if bet.added_to and felt.form is not Form.BOARD:
            return BetLook(words=bet.selection, ink="number")
        case _ if bet.added_to:
            return BetLook(short=f"{felt.name(bet.added_to)} + {bet.selection}")
        case _ if bet.id in ON_THROWS:
            return _thrown(bet, Win)
        case _:
            return BetLook()


def _numbers(felt: Felt) -> list[str]:
    """The numbers that a bet can stand on."""
    return [bet.selection for bet in felt.family("big_number")]


def _pairs(bet: Bet, verdict: type[Verdict]) -> list[tuple[int, ...]]:
    """The pairs, either way round, on which the bet comes to this verdict at once."""
    return sorted({tuple(sorted(pair)) for pair in outcomes(bet, verdict)})


def _thrown(bet: Bet, verdict: type[Verdict]) -> BetLook:
    """A bet with the dice that win it, or that tie."""
    pairs = _pairs(bet, verdict)
    shape = len(pairs) * (PAIR + BETWEEN) - BETWEEN

    def dice_in(box: Box) -> list[Element]:
        x, y, width, height = box
        side = min(height, width / shape)
        step = side * (PAIR + BETWEEN)
        left = x + (width - step * len(pairs) + side * BETWEEN) / 2 + side * PAIR / 2
        return [dice(pair, left + number * step, y + height / 2, side) for number, pair in enumerate(pairs)]

    return BetLook(emblem=dice_in, shape=shape, share=0.4 if len(pairs) > 1 else 0.3)


def _puck(felt: Felt, point: str, word: str, box: Box) -> Element:
    """The puck on a number, or off, in the middle of a box; a page shows the right one by the class `on`."""
    x, y, width, height = box
    radius = min(LARGEST_PUCK, min(width, height) / 2 - 1)
    middle = x + width / 2, y + height / 2
    return group(
        circle(*middle, radius, class_="place"),
        group(
            circle(*middle, radius, class_="puck-side"),
            text(felt.say(word), *middle, max(felt.smallest, radius * 0.72), class_="puck-word"),
            class_="puck puck-on" if point else "puck on",
            data_point=point,
        ),
    )


def _drawn_puck(felt: Felt, bet: Bet, about: Mapping[str, str]) -> list[Element]:
    return [_puck(felt, bet.selection, ON if bet.selection else OFF, box_of(about))]


def _drawn_ties(_felt: Felt, bet: Bet, about: Mapping[str, str]) -> list[Element]:
    """The dice that tie."""
    return [dice(pair, *point_of(about["at"]), float(about["side"])) for pair in _pairs(bet, Push)]


def _drawn_totals(felt: Felt, bet: Bet, about: Mapping[str, str]) -> Iterator[Element]:
    """The numbers of the Field; those that pay more are ringed, with what they pay."""
    prize_of, usual, row = prizes(bet), ordinary(bet), box_of(about)
    middle, ring, size = (float(about[name]) for name in ("middle", "ring", "size"))
    shares = {total: MORE_ROOM if odds.ratio > usual else 1 for total, odds in sorted(prize_of.items())}
    for (total, share), (left, top, wide, high) in zip(shares.items(), across(row, [*shares.values()]), strict=True):
        if share > 1:
            prize: Box = (left + 1, middle + ring + 2, wide - 2, top + high - middle - ring - 4)
            yield circle(left + wide / 2, middle, ring, class_="ring")
            yield felt.label(felt.say.odds([prize_of[total]]), prize, 17, class_="pays")
        yield text(str(total), left + wide / 2, middle, size, class_="number lead")


def _usually(felt: Felt, bet: Bet) -> str:
    """What most numbers of the Field pay."""
    return felt.say.odds({odds for odds in prizes(bet).values() if odds.ratio == ordinary(bet)})


draw = Template(
    package=__package__,
    words={"bar": lambda felt, bet: felt.say(BAR) if _pairs(bet, Push) else "", "usually": _usually},
    pictures={"puck": _drawn_puck, "ties": _drawn_ties, "totals": _drawn_totals},
).draw


def device(title: str) -> Element:
    """The two dice of a throw."""
    names = [f"face-{face}" for face in PIPS]
    return in_a_row(title, "faces", dice_symbols(), (SIDE, SIDE), names[:THROWN])
