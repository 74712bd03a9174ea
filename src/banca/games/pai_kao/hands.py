"""Four tiles set as two pairs, and how a player's setting fares against the banker's. Articles 5 and 6."""

from dataclasses import dataclass

from banca.games.pai_kao.tiles import BY_FACE, PairRank, pair_rank, parse_tile
from banca.rules import Citation, Refusal, _, citing
from banca.tables.banked import Result

cite = citing("pai_kao")

Faces = tuple[str, ...]

LINES_CITE = cite("5.2")

SPLITS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
"""The three ways to part four tiles into two pairs. pai_kao 5.1."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Two pairs on their lines: the lower in front, the higher behind. pai_kao 5.1, 5.2."""

    front: Faces
    rear: Faces

    @property
    def front_rank(self) -> PairRank:
        """The rank of the pair in front."""
        return rank_of(self.front)

    @property
    def rear_rank(self) -> PairRank:
        """The rank of the pair behind."""
        return rank_of(self.rear)


def rank_of(pair: Faces, *, face_value: bool = False) -> PairRank:
    """The rank of two tiles by their faces."""
    first, second = (BY_FACE[face] for face in pair)
    return pair_rank(first, second, face_value=face_value)


def set_pairs(first: Faces, second: Faces, *, face_value: bool = False) -> Setting:
    """The dealer's part: whichever pair is lower goes to the front line. pai_kao 5.2."""
    return Setting(*sorted((first, second), key=lambda pair: rank_of(pair, face_value=face_value)))


def settings(tiles: Faces, *, face_value: bool = False) -> tuple[Setting, ...]:
    """The three settings of four tiles; equal ones are not left out. pai_kao 5.1."""
    laid = ([tuple(tiles[place] for place in pair) for pair in split] for split in SPLITS)
    return tuple(set_pairs(*pairs, face_value=face_value) for pairs in laid)


def house_way(tiles: Faces, *, face_value: bool = False) -> Setting:
    """How the house sets tiles that nobody has set in time: the highest pair there is behind; of equal ones, the higher front. R-pk-11.

    >>> format_setting(house_way(("1-3", "6-6", "5-5", "4-5")))
    '1-3 5-5 / 6-6 4-5'
    """

    def ranks(setting: Setting) -> tuple[PairRank, PairRank]:
        return rank_of(setting.rear, face_value=face_value), rank_of(setting.front, face_value=face_value)

    return max(settings(tiles, face_value=face_value), key=ranks)


HOUSE_WAY_CITE = cite("R-pk-11")


def parse_setting(tiles: Faces, pairs: list[list[str]], *, face_value: bool = False) -> Setting:
    """A setting as a player lays it: the two pairs, in any order, of just these tiles."""
    laid = [tuple(parse_tile(text) for text in pair) for pair in pairs]
    if sorted(face for pair in laid for face in pair) != sorted(tiles) or [len(pair) for pair in laid] != [2, 2]:
        raise Refusal(
            "wrong_setting",
            _("{asked} are not two pairs of the tiles {allowed}"),
            cite("5.1"),
            asked=[" ".join(pair) for pair in laid],
            allowed=" ".join(tiles),
        )
    return set_pairs(*laid, face_value=face_value)


def format_setting(setting: Setting) -> str:
    """The front pair and the rear pair as they are written.

    >>> format_setting(Setting(("1-3", "6-6"), ("5-5", "4-5")))
    '1-3 6-6 / 5-5 4-5'
    """
    return " / ".join(map(" ".join, (setting.front, setting.rear)))


def read_setting(tiles: Faces, text: str, *, face_value: bool = False) -> Setting:
    """A setting as it is written, of just these tiles; the two pairs in any order.

    >>> read_setting(("1-3", "6-6", "5-5", "4-5"), "5-5 4-5 / 1-3 6-6").front
    ('1-3', '6-6')
    """
    return parse_setting(tiles, [pair.split() for pair in text.split("/")], face_value=face_value)


def laid_setting(text: str) -> Setting:
    """A setting as `format_setting` wrote it, on its lines."""
    front, rear = (tuple(pair.split()) for pair in text.split("/"))
    return Setting(front, rear)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Who has the higher front and rear, and the clauses that say so."""

    player_wins_front: bool
    player_wins_rear: bool
    cites: tuple[Citation, ...]

    @property
    def result(self) -> Result:
        """Both for one side decide; one each is a tie. pai_kao 6.3, 6.4."""
        if self.player_wins_front == self.player_wins_rear:
            return Result.WIN if self.player_wins_front else Result.LOSE
        return Result.TIE


def compare(player: Setting, banker: Setting, *, banker_face_value: bool = False) -> Comparison:
    """Front against front and rear against rear; a copy goes to the banker, and so do two fronts of zero."""
    # The banker's tiles may count by face value where only players choose (R-pk-16); a player's never do.
    cites = []
    banker_front, banker_rear = (rank_of(pair, face_value=banker_face_value) for pair in (banker.front, banker.rear))
    # Two fronts of zero are the banker's, although one tile may be the higher: 6.2 goes before the order of the tiles.
    both_zero = player.front_rank.is_zero and banker_front.is_zero
    wins_front = player.front_rank > banker_front and not both_zero
    # A copy goes to the banker (6.1): the player's line must be strictly higher.
    wins_rear = player.rear_rank > banker_rear
    if both_zero:
        cites.append(cite("6.2"))
    if player.front_rank == banker_front or player.rear_rank == banker_rear:
        cites.append(cite("6.1"))
    cites.append(cite("6.3") if wins_front == wins_rear else cite("6.4"))
    return Comparison(player_wins_front=wins_front, player_wins_rear=wins_rear, cites=tuple(cites))
