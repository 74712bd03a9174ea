"""A board: one part of a felt as boxes that fill the room, each with its words and, beside them, a place for its chips."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from banca.drawing.boxes import in_boxes
from banca.drawing.felt import Felt
from banca.drawing.packing import FINGER, Packed, least, packed
from banca.drawing.parts import Group, PartFound

CAPTION = 18.0
"""The line over a family that says what it is and, where all pay alike, what they pay."""


def board(felt: Felt, part: PartFound, height: float) -> Element:
    """The part, in boxes; families have captions where these leave every box large enough."""
    felt.height = height
    captions = [_caption(felt, group) for group in part.groups]
    boxes = packed(_groups(part.groups, captions), felt.width, height)
    if least(boxes) < FINGER:
        captions = [""] * len(captions)
        boxes = packed(_groups(part.groups, captions), felt.width, height)
    for group, caption, cells in zip(part.groups, captions, boxes, strict=True):
        if caption:
            x, y, _, _ = cells[0]
            right = max(cell[0] + cell[2] for cell in cells)
            felt.add(felt.label(caption, (x, y - CAPTION, right - x, CAPTION - 2), 14, class_="pays caption"))
        is_alike = caption and len({felt.pays(bet) for bet in group.bets}) == 1
        in_boxes(felt, group.bets, cells, is_named=not caption, prize=False if is_alike else None)
    return felt.close()


def _groups(groups: Sequence[Group], captions: Sequence[str]) -> list[Packed]:
    return [
        Packed(len(group.bets), group.weight, group.columns, CAPTION if caption else 0)
        for group, caption in zip(groups, captions, strict=True)
    ]


def _caption(felt: Felt, group: Group) -> str:
    """The family, and what all of it pays; nothing over bets of several families."""
    if len({bet.id for bet in group.bets}) > 1 or len(group.bets) == 1:
        return ""
    pays = {felt.pays(bet) for bet in group.bets}
    return " · ".join([felt.say.family(group.bets[0]), *(pays if len(pays) == 1 else ())])
