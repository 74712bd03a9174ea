"""How the bets of craps look in boxes, and the parts of its board."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from banca.drawing.board import BetLook
from banca.drawing.devices import dice
from banca.drawing.felt import BoardPart, BoardRow, Felt, outcomes, prizes
from banca.drawing.svg import Box, circle, group, text
from banca.rules import Bet, Push, Verdict, Win, _

ON, OFF = _("ON"), _("OFF")
ADDITIONAL = ("pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds")
ON_THROWS = ("hard_way", "aces", "ace_deuce", "eleven", "boxcars", "horn", "any_craps", "any_seven")
PAIR = 2.12
"""How wide two dice are beside their height."""
BETWEEN = 0.35
"""From one pair to the next, in sides of a die."""
PUCK = 0.3
"""The most of a box that the puck takes."""
SMALLEST_PUCK, LARGEST_PUCK = 13.0, 18.0
"""The radius of a puck: it holds its word, and is as large as a chip, a mark beside the name that does not lead."""
PARTS = (
    BoardPart(
        "lines",
        _("Lines and numbers"),
        (
            BoardRow(("pass_line", "dont_pass"), 1.2),
            BoardRow(("come", "dont_come"), 1.4),
            BoardRow(("field",), 1.1),
            BoardRow(("big_number",)),
            BoardRow(("small", "big")),
        ),
    ),
    BoardPart(
        "additional",
        _("Additional bets"),
        tuple(BoardRow((family,)) for family in ADDITIONAL),
    ),
    BoardPart(
        "throws",
        _("Dice"),
        (
            BoardRow(("any_seven", "any_craps", "horn")),
            BoardRow(("hard_way",), 1.2),
            BoardRow(("aces", "ace_deuce", "eleven", "boxcars"), 1.2),
        ),
    ),
)


def face(felt: Felt, bet: Bet) -> BetLook:  # a kind of bet each
    """Dice for bets on throws and for throws that tie; numbers for bets that move; the puck with numbers."""
    match bet.id:
        case "pass_line":
            return BetLook(
                class_="cell lead",
                ink="label lead",
                emblem=lambda box: [puck(felt, "", OFF, box)],
                share=PUCK,
                least=2 * SMALLEST_PUCK,
            )
        case "dont_pass":
            return thrown(bet, Push)
        case "come" | "dont_come":
            return BetLook(on=tuple(numbers(felt)))
        case "field":
            totals = sorted(prizes(bet))
            return BetLook(words=f"{felt.name(bet.key)} {' · '.join(map(str, totals))}")
        case "big_number":
            return BetLook(emblem=lambda box: [puck(felt, bet.selection, ON, box)], share=PUCK)
        case _ if bet.added_to:
            return BetLook(short=f"{felt.name(bet.added_to)} + {bet.selection}")
        case _ if bet.id in ON_THROWS:
            return thrown(bet, Win)
        case _:
            return BetLook()


def numbers(felt: Felt) -> list[str]:
    """The numbers that a bet can stand on."""
    return [bet.selection for bet in felt.family("big_number")]


def faces(bet: Bet, verdict: type[Verdict]) -> list[tuple[int, ...]]:
    """The pairs, either way round, on which the bet comes to this verdict at once."""
    return sorted({tuple(sorted(pair)) for pair in outcomes(bet, verdict)})


def thrown(bet: Bet, verdict: type[Verdict]) -> BetLook:
    """A bet with the dice that win it, or that tie."""
    pairs = faces(bet, verdict)
    shape = len(pairs) * (PAIR + BETWEEN) - BETWEEN
    return BetLook(emblem=lambda box: pairs_in(pairs, box), shape=shape, share=0.4 if len(pairs) > 1 else 0.3)


def pairs_in(pairs: Sequence[tuple[int, ...]], box: Box) -> list[Element]:
    """Pairs of dice side by side in the middle of a box, as large as it allows."""
    x, y, width, height = box
    count = len(pairs)
    side = min(height, width / (count * (PAIR + BETWEEN) - BETWEEN))
    step = side * (PAIR + BETWEEN)
    left = x + (width - step * count + side * BETWEEN) / 2 + side * PAIR / 2
    return [dice(pair, left + place * step, y + height / 2, side) for place, pair in enumerate(pairs)]


def puck(felt: Felt, point: str, said: str, box: Box) -> Element:
    """The puck on a number, or off, in the middle of a box; a page shows the one that is so by the class `on`."""
    x, y, width, height = box
    radius = min(LARGEST_PUCK, min(width, height) / 2 - 1)
    middle = x + width / 2, y + height / 2
    return group(
        circle(*middle, radius, class_="place"),
        group(
            circle(*middle, radius, class_="puck-side"),
            text(felt.say(said), *middle, max(felt.smallest, radius * 0.72), class_="puck-word"),
            class_="puck puck-on" if point else "puck on",
            data_point=point,
        ),
    )
