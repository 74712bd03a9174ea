"""Pai Kao from Python, as `banca.pai_kao`: hands ranked, set and compared, whole rounds settled, values exact."""

from collections.abc import Sequence
from dataclasses import dataclass

from banca.games.pai_kao import hands
from banca.games.pai_kao.exact import (
    DESCRIBED,
    EQUILIBRIUM,
    OTHER_SEAT,
    BankValue,
    Chances,
    Seat,
    Value,
    bank_between,
    policy,
    policy_id,
    value_between,
)
from banca.games.pai_kao.exact import chances as exact_chances
from banca.games.pai_kao.hands import Comparison, Setting, format_setting
from banca.games.pai_kao.tiles import PairRank, find_tiles, parse_tiles
from banca.i18n import translator
from banca.i18n.answer import caution as text_caution
from banca.notebook import FrameSource, html_table
from banca.rules import parse_patacas

__all__ = [
    "BankValue",
    "Settings",
    "Value",
    "banking",
    "caution",
    "chances",
    "compare",
    "house_way",
    "policies",
    "rank",
    "setting",
    "value",
]

Tiles = str | Sequence[str]
"""Tiles as people write them: `"6-6 4-5"`, `["天", "地"]`."""


def caution() -> str | None:
    """Return what to know before relying on the game's text, in English; None if there is nothing."""
    about = text_caution("pai_kao")
    return translator().spell(about) if about else None


def policies() -> tuple[str, ...]:
    """Return the names of the setting policies that ship."""
    return tuple(DESCRIBED)


def rank(tiles: Tiles) -> PairRank:
    """Return the rank of the pair that two tiles make; ranks compare.

    Args:
        tiles: Two tiles: `"6-6 4-5"`, or a list of names in any of the three languages.

    Raises:
        Refusal: They are not two tiles of the set.
    """
    return hands.rank_of(parse_tiles(_written(tiles), count=2))


def setting(front: Tiles, rear: Tiles) -> Setting:
    """Return four tiles set as front and rear; the lower pair goes to the front (5.2).

    Args:
        front: Two tiles.
        rear: Two tiles.

    Raises:
        Refusal: They are not four tiles of the set.
    """
    first, second = (parse_tiles(_written(pair), count=2) for pair in (front, rear))
    return hands.set_pairs(first, second)


def house_way(tiles: Tiles) -> Setting:
    """Return how the house sets four tiles that no player has set in time (R-pk-11).

    Args:
        tiles: Four tiles.

    Raises:
        Refusal: They are not four tiles of the set.
    """
    return hands.house_way(parse_tiles(_written(tiles), count=4))


def compare(player: Setting, banker: Setting) -> Comparison:
    """Compare front with front and rear with rear, with the clauses that decide.

    Args:
        player: The player's setting.
        banker: The banker's setting.

    Returns:
        Who wins, and by which clauses.
    """
    return hands.compare(player, banker)


def chances(tiles: Tiles, against: str = EQUILIBRIUM, seat: str = Seat.PLAYER) -> "Settings":
    """Return the three settings of four tiles with their exact chances, the best first.

    Args:
        tiles: Four tiles.
        against: The policy of the other side; `policies` names them.
        seat: `player` or `banker`.

    Raises:
        Refusal: The tiles or the policy are unknown.
    """
    mine = Seat(seat)
    other = policy(against, OTHER_SEAT[mine])
    settings = exact_chances(parse_tiles(_written(tiles), count=4), other, mine)
    return Settings(tuple(sorted(settings, key=lambda chances: -chances.value)), mine, policy_id(against))


def value(player: str = EQUILIBRIUM, banker: str = EQUILIBRIUM) -> Value:
    """Return a gate's value over all deals against the banker, each side setting by its policy, with commission.

    Args:
        player: How the player sets; `policies` names the ways.
        banker: How the banker sets.

    Raises:
        Refusal: There is no such policy.
    """
    return value_between(player, banker)


def banking(
    gates: int = 7,
    *,
    stake: float | str = 100,
    principal: float | str | None = None,
    banker: str = EQUILIBRIUM,
    player: str = EQUILIBRIUM,
) -> BankValue:
    """Work out a round of the bank against gates with equal stakes; by default the principal is the sum of their stakes.

    Commission is on the round's net gain (R-pk-4). With several gates, a mixed policy plays the setting that it plays most often.

    Args:
        gates: How many gates bet against the bank.
        stake: The stake of each gate, in patacas.
        principal: The money that the banker has put up, in patacas.
        banker: How the banker sets.
        player: How the gates set.

    Raises:
        Refusal: There is no such policy, or an amount cannot be read.
    """
    most = None if principal is None else parse_patacas(str(principal))
    return bank_between(player, banker, gates=gates, stake=parse_patacas(str(stake)), principal=most)


def _written(tiles: Tiles) -> list[str]:
    return find_tiles(tiles.split() if isinstance(tiles, str) else list(tiles))


@dataclass(frozen=True, slots=True)
class Settings(FrameSource):
    """The settings of four tiles, the best first."""

    settings: tuple[Chances, ...]
    seat: Seat
    against: str

    @property
    def best(self) -> Chances:
        """The setting with the highest value."""
        return self.settings[0]

    def rows(self) -> list[dict[str, object]]:
        """Return one row for each setting."""
        figures = ("win", "tie", "lose", "value", "front_wins", "rear_wins")
        return [
            {"setting": format_setting(chances.setting)} | {name: getattr(chances, name) for name in figures}
            for chances in self.settings
        ]

    def _repr_html_(self) -> str:
        say = translator()
        rows = [
            {
                "setting": format_setting(chances.setting),
                "wins": say.percent(chances.win),
                "ties": say.percent(chances.tie),
                "loses": say.percent(chances.lose),
                "value": say.percent(chances.value),
                "exactly": say.exact(chances.value),
            }
            for chances in self.settings
        ]
        return html_table(f"as {self.seat} against {self.against}", list(rows[0]), rows)
