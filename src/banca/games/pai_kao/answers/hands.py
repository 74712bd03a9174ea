"""Tiles, pairs, settings with their chances, two hands compared, and the value of the game."""

import tomllib
from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec.structs import asdict

from banca.games.pai_kao import BY_FACE, CLASSES, Made, PairRank, Result, Setting, compare, rank_of
from banca.games.pai_kao.exact import Chances, Policy, Seat
from banca.games.pai_kao.exact.deals import value_of
from banca.games.pai_kao.hands import LINES_CITE, format_setting
from banca.games.pai_kao.pairs import NAMES, POINTS_CITE, READ_PLACES, SUPREME_CITES, TABLE_CITE
from banca.games.pai_kao.tiles import KINDS, RANK_CITE, SUPREME
from banca.i18n.answer import AnswerStruct, caution
from banca.law import Language
from banca.rules import Citation, Text, _, _n, given_text

PAIR_OF = _("pair of {tile}")
POINTS_OF = _n("{points} point, {tile} high", "{points} points, {tile} high", by="points")
GAME = "pai_kao"
TABLE_2 = tomllib.loads(files("banca.games.pai_kao").joinpath("table2.toml").read_text("utf-8"))


class TileAnswer(AnswerStruct, frozen=True, kw_only=True):
    """One tile and its rank among singles, 1 the highest."""

    tile: str
    name: Text
    chinese: str
    romanised: str
    pips: int
    place: int
    of: int
    in_set: int
    cite: Citation


class TilesAnswer(AnswerStruct, frozen=True, kw_only=True):
    """Several tiles; `caution` is what to know before relying on the game's text, here as in every answer."""

    tiles: tuple[TileAnswer, ...]
    caution: Text | None


class PairAnswer(AnswerStruct, frozen=True, kw_only=True):
    """Two tiles and their rank among all combinations, 1 the highest."""

    tiles: tuple[str, ...]
    name: Text
    points: int | None
    place: int
    of: int
    cites: tuple[Citation, ...]


class RankedPair(PairAnswer, frozen=True, kw_only=True):
    """Two tiles, asked for alone."""

    caution: Text | None


class SettingAnswer(AnswerStruct, frozen=True, kw_only=True):
    """Front and rear."""

    front: PairAnswer
    rear: PairAnswer
    lines_cite: Citation


class SettingChances(SettingAnswer, frozen=True, kw_only=True):
    """A setting with its exact chances."""

    win: Fraction
    tie: Fraction
    lose: Fraction
    value: Fraction
    front_wins: Fraction
    rear_wins: Fraction
    is_best: bool


class ChancesAnswer(AnswerStruct, frozen=True, kw_only=True):
    """The three settings of four tiles, the best marked."""

    seat: Seat
    against: str
    settings: tuple[SettingChances, ...]
    caution: Text | None


class HandsCompared(AnswerStruct, frozen=True, kw_only=True):
    """A player's hand against the banker's: who has the higher front and rear, and what becomes of the gate."""

    player: SettingAnswer
    banker: SettingAnswer
    front: Seat
    rear: Seat
    result: Result
    cites: tuple[Citation, ...]
    caution: Text | None


class ValueAnswer(AnswerStruct, frozen=True, kw_only=True):
    """All deals of a player's gate against the banker's, with commission."""

    player: str
    banker: str
    win: Fraction
    tie: Fraction
    lose: Fraction
    value_player: Fraction
    value_banker: Fraction


class GameValue(ValueAnswer, frozen=True, kw_only=True):
    """The value of the game between two policies, asked for alone."""

    caution: Text | None


def tile_name(face: str) -> Text:
    """The tile's name; in Portuguese, as it is romanised."""
    kind = BY_FACE[face]
    return given_text({Language.EN: kind.english, Language.PT: kind.romanised, Language.ZH: kind.chinese})


@cache
def pair_name(rank: PairRank) -> Text:
    """What the pair is called."""
    if rank.made in NAMES:
        return NAMES[rank.made]
    tile = tile_name(KINDS[len(KINDS) - 1 - rank.high].faces[0])
    name = POINTS_OF.fill(points=rank.points, tile=tile) if rank.made is Made.POINTS else PAIR_OF.fill(tile=tile)
    printed = printed_names().get(rank)
    return given_text({**name.in_each_language, Language.ZH: printed}) if printed else name


@cache
def printed_names() -> dict[PairRank, str]:
    """What table 2 calls the pairs, misprints put right; row 38 names two ranks. R-pk-7, R-pk-8."""
    names: dict[PairRank, str] = {}
    for row, name, *tiles in TABLE_2["rows"]:
        right = TABLE_2["misprints"].get(str(row), {})
        names[rank_of(tuple(right.get("must_be", tiles)))] = right.get("name", name)
    names[rank_of(("2-4", "1-4"))] = names[rank_of(("1-4", "1-2"))]
    return names


def tile_answer(face: str) -> TileAnswer:
    """One tile and its rank among singles."""
    kind = BY_FACE[face]
    return TileAnswer(
        tile=face,
        name=tile_name(face),
        chinese=kind.chinese,
        romanised=kind.romanised,
        pips=kind.pips,
        place=len(KINDS) - kind.rank,
        of=len(KINDS),
        in_set=kind.copies,
        cite=RANK_CITE,
    )


def pair_answer(pair: Sequence[str], *, face_value: bool = False) -> PairAnswer:
    """Two tiles and their rank among all combinations; one that table 2 does not have by face value, by those above it."""
    rank = rank_of(tuple(pair), face_value=face_value)
    place = len(CLASSES) - bisect_right(CLASSES, rank) + 1
    apart = rank.made is not Made.SUPREME and any(face in SUPREME for face in pair)
    return PairAnswer(
        tiles=tuple(pair),
        name=pair_name(rank),
        points=rank.points if rank.made is Made.POINTS else None,
        place=place,
        of=len(CLASSES),
        cites=(POINTS_CITE, TABLE_CITE, *(SUPREME_CITES if apart else ()), *READ_PLACES.get(place, ())),
    )


def tiles_answer(faces: Sequence[str]) -> TilesAnswer:
    """Several tiles and their ranks among singles."""
    return TilesAnswer(tiles=tuple(map(tile_answer, faces)), caution=caution(GAME))


def ranked_pair(pair: Sequence[str]) -> RankedPair:
    """Two tiles and their rank among all combinations."""
    return RankedPair(**asdict(pair_answer(pair)), caution=caution(GAME))


def setting_answer(setting: Setting, *, face_value: bool = False) -> SettingAnswer:
    """Front and rear."""
    return SettingAnswer(**lines_of(setting, face_value=face_value))


def lines_of(setting: Setting, *, face_value: bool = False) -> dict[str, Any]:
    """The fields of a `SettingAnswer`."""
    front, rear = (pair_answer(pair, face_value=face_value) for pair in (setting.front, setting.rear))
    return {"front": front, "rear": rear, "lines_cite": LINES_CITE}


def chances_answer(found: Sequence[Chances], seat: Seat, against: Policy) -> ChancesAnswer:
    """The three settings with exact chances, the best marked; of settings that two equal tiles make the same, one."""
    different = {format_setting(one.setting): one for one in reversed(found)}
    found = [one for one in found if different[format_setting(one.setting)] is one]
    best = max(one.value for one in found)
    return ChancesAnswer(
        seat=seat,
        against=against.name,
        settings=tuple(
            SettingChances(
                **lines_of(one.setting),
                win=one.win,
                tie=one.tie,
                lose=one.lose,
                value=one.value,
                front_wins=one.front_wins,
                rear_wins=one.rear_wins,
                is_best=one.value == best,
            )
            for one in found
        ),
        caution=caution(GAME),
    )


def compared_answer(player: Setting, banker: Setting) -> HandsCompared:
    """Two hands, the first a player's and the second the banker's."""
    found = compare(player, banker)
    return HandsCompared(
        player=setting_answer(player),
        banker=setting_answer(banker),
        front=_higher(is_players=found.player_wins_front),
        rear=_higher(is_players=found.player_wins_rear),
        result=found.result,
        cites=found.cites,
        caution=caution(GAME),
    )


def _higher(*, is_players: bool) -> Seat:
    return Seat.PLAYER if is_players else Seat.BANKER


def value_answer(player: Policy, banker: Policy, counts: tuple[int, int, int]) -> ValueAnswer:
    """All deals of a player's gate against the banker's, with commission."""
    win, tie, lose = (Fraction(count, sum(counts)) for count in counts)
    return ValueAnswer(
        player=player.name,
        banker=banker.name,
        win=win,
        tie=tie,
        lose=lose,
        value_player=value_of(win, lose),
        value_banker=value_of(lose, win),
    )


def game_value(player: Policy, banker: Policy, counts: tuple[int, int, int]) -> GameValue:
    """The value of the game between two policies."""
    return GameValue(**asdict(value_answer(player, banker, counts)), caution=caution(GAME))
