"""How the bets of craps look in boxes, and the parts of its board."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from banca.drawing.boxes import Face
from banca.drawing.dice import dice
from banca.drawing.felt import Felt, outcomes
from banca.drawing.parts import Part, Row
from banca.drawing.shapes import Box, circle, group, text
from banca.rulebook import Bet, Push, Verdict, Win, term, words

ON, OFF = term("ON"), term("OFF")
ADDITIONAL = ("pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds")
ON_THROWS = ("hard_way", "aces", "ace_deuce", "eleven", "boxcars", "horn", "any_craps", "any_seven")
PAIR = 2.12
"""How wide two dice are beside their height."""
BETWEEN = 0.35
"""From one pair to the next, in sides of a die."""
PARTS = (
    Part(
        "lines",
        words("Lines and numbers", pt="Linhas e números", zh="基本投注及號碼"),
        (
            Row(("pass_line", "dont_pass"), 1.2),
            Row(("come", "dont_come"), 1.4),
            Row(("field",), 1.1),
            Row(("big_number",)),
            Row(("small", "big")),
        ),
    ),
    Part(
        "additional",
        words("Additional bets", pt="Apostas adicionais", zh="附加投注"),
        tuple(Row((family,)) for family in ADDITIONAL),
    ),
    Part(
        "throws",
        words("Dice", pt="Dados", zh="骰子組合"),
        (
            Row(("any_seven", "any_craps", "horn")),
            Row(("hard_way",), 1.2),
            Row(("aces", "ace_deuce", "eleven", "boxcars"), 1.2),
        ),
    ),
)


def face(felt: Felt, bet: Bet) -> Face:
    """Dice for bets on throws and for throws that tie; numbers for bets that move; the puck with numbers."""
    match bet.id:
        case "pass_line":
            return Face(class_="cell lead", ink="label lead", emblem=lambda box: [puck(felt, "", OFF, box)])
        case "dont_pass":
            return thrown(bet, Push)
        case "come" | "dont_come":
            return Face(on=tuple(numbers(felt)))
        case "field":
            totals = sorted({bet.sees(outcome) for outcome in outcomes(bet, Win)})
            return Face(words=f"{felt.name(bet.key)} {' · '.join(map(str, totals))}")
        case "big_number":
            return Face(emblem=lambda box: [puck(felt, bet.selection, ON, box)])
        case _ if bet.added_to:
            return Face(short=f"{felt.name(bet.added_to)} + {bet.selection}")
        case _ if bet.id in ON_THROWS:
            return thrown(bet, Win)
        case _:
            return Face()


def numbers(felt: Felt) -> list[str]:
    """The numbers that a bet can stand on."""
    return [bet.selection for bet in felt.family("big_number")]


def faces(bet: Bet, verdict: type[Verdict]) -> list[tuple[int, ...]]:
    """The pairs, either way round, on which the bet comes to this verdict at once."""
    return sorted({tuple(sorted(pair)) for pair in outcomes(bet, verdict)})


def thrown(bet: Bet, verdict: type[Verdict]) -> Face:
    """A bet with the dice that win it, or that tie."""
    pairs = faces(bet, verdict)
    shape = len(pairs) * (PAIR + BETWEEN) - BETWEEN
    return Face(emblem=lambda box: pairs_in(pairs, box), shape=shape, share=0.4 if len(pairs) > 1 else 0.3)


def pairs_in(pairs: Sequence[tuple[int, ...]], box: Box) -> list[Element]:
    """Pairs of dice side by side in the middle of a box, as large as it allows."""
    x, y, width, height = box
    count = len(pairs)
    side = min(height, width / (count * (PAIR + BETWEEN) - BETWEEN))
    step = side * (PAIR + BETWEEN)
    left = x + (width - step * count + side * BETWEEN) / 2 + side * PAIR / 2
    return [dice(pair, left + place * step, y + height / 2, side) for place, pair in enumerate(pairs)]


def puck(felt: Felt, point: str, said: str, box: Box) -> Element:
    """The puck on a number, or off, as large as the box; a page shows the one that is so by the class `on`."""
    x, y, width, height = box
    radius = min(width, height) / 2 - 1
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
