"""The parts of a board: a game's felt names them in `PARTS`, or each family of bets is one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from banca.games import find, rulebook
from banca.i18n import Translator
from banca.rules import PROPOSED, Bet, Defect, Refusal, Rules, _, refusal

PROPOSED_BETS = _("Proposed bets")
PROPOSED_PART = "proposed"
WHOLE = "whole"
"""The part that is all of them, where there is room."""
SINGLE_BETS = _("Bets")
MOST_TOGETHER = 20
"""Bets of a family that are one part where the game does not say: each box can have its words."""
UNKNOWN_PART = refusal("unknown_part", _("the layout has no part {asked}; it has {allowed}"))


@dataclass(frozen=True, slots=True)
class BoardRow:
    """Bets that stand together, in one line or in as many as the room asks for."""

    bets: tuple[str, ...]
    """Keys of bets, and ids of families."""
    weight: float = 1
    """How high a line of it is beside the others."""
    columns: tuple[int, ...] = ()
    """How many may stand in a line, where not every number will do."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """Some of the bets of a felt, as a game names them."""

    id: str
    name: str
    rows: tuple[BoardRow, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A row with the bets that there are."""

    bets: tuple[Bet, ...]
    weight: float
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PartFound:
    """A part of the board under some rules."""

    id: str
    name: str
    groups: tuple[Group, ...]
    family: Bet | None = None
    """A bet of the family that the part is named after, where it has no name of its own."""
    number: int = 0
    """Where a family is too large for one part: which of its parts this is."""

    def said(self, say: Translator) -> str:
        """What its tab says."""
        name = say.family(self.family) if self.family else say(self.name)
        return f"{name} {self.number}" if self.number else name


def is_proposed(bet: Bet) -> bool:
    """Whether it is no law yet: nothing but such a bet may stand on a felt as proposed."""
    return PROPOSED in bet.reads


def parts_of(rules: Rules) -> list[PartFound]:
    """Return the parts of the felt under these rules: every bet is in one of them; proposed bets have their own."""
    game = find(rules.rulebook.game)
    named: Sequence[BoardPart] | None = getattr(game.sound_part("felt"), "PARTS", None)
    with game.blamed("felt"):
        parts = list(_by_family(rules) if named is None else _as_named(rules, named))
        placed = [bet.key for part in parts for group in part.groups for bet in group.bets]
        left = [bet for key, bet in rules.bets.items() if key not in set(placed)]
        if forgotten := [bet.key for bet in left if not is_proposed(bet)]:
            raise Defect(f"PARTS has no place for {', '.join(forgotten)}")
    return [*parts, *_cut(PROPOSED_PART, PROPOSED_BETS, left)]


def part_of(rules: Rules, wanted: str) -> PartFound:
    """One part by its id, or the whole; the first where none is named."""
    parts = parts_of(rules)
    if wanted == WHOLE:
        return PartFound(WHOLE, "", tuple(group for part in parts for group in part.groups))
    for part in parts:
        if wanted in ("", part.id):
            return part
    raise Refusal(UNKNOWN_PART, asked=wanted, allowed=[WHOLE, *(part.id for part in parts)])


def _as_named(rules: Rules, named: Sequence[BoardPart]) -> Iterator[PartFound]:
    """Each part with the bets that there are under the options."""
    for part in named:
        groups = []
        for row in part.rows:
            bets = tuple(bet for bet in rules.bets.values() if bet.key in row.bets or bet.id in row.bets)
            order = {name: place for place, name in enumerate(row.bets)}
            ranked = sorted(bets, key=lambda bet: order.get(bet.key, order.get(bet.id, 0)))
            if bets:
                groups.append(Group(tuple(ranked), row.weight, row.columns))
        if groups:
            yield PartFound(part.id, part.name, tuple(groups))


def _by_family(rules: Rules) -> Iterator[PartFound]:
    """A part for each family of several bets, and for those of one bet that follow one another."""
    for bets in sections(rules):
        family = bets[0] if len({bet.id for bet in bets}) == 1 else None
        yield from _cut(bets[0].id, SINGLE_BETS, bets, family)


def _cut(part_id: str, name: str, bets: Sequence[Bet], family: Bet | None = None) -> Iterator[PartFound]:
    """Bets in as many parts as they need."""
    count = -(-len(bets) // MOST_TOGETHER)
    for number in range(count):
        held = tuple(bets[number * len(bets) // count : (number + 1) * len(bets) // count])
        suffix = f"-{number + 1}" if number else ""
        groups = (Group(held, 1, ()),)
        yield PartFound(part_id + suffix, name, groups, family, number + 1 if count > 1 else 0)


def sections(rules: Rules) -> Iterator[list[Bet]]:
    """Each family of several bets; and together those of one bet that follow one another."""
    families: dict[str, list[Bet]] = {}
    own = {bet.key for bet in rulebook(rules.rulebook.game).bets(rules.chosen)}
    for bet in rules.bets.values():
        if bet.key in own or not is_proposed(bet):
            families.setdefault(bet.id, []).append(bet)
    alone: list[Bet] = []
    for family in families.values():
        if len(family) == 1:
            alone += family
            continue
        if alone:
            yield alone
            alone = []
        yield family
    if alone:
        yield alone
