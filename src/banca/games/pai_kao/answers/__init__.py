"""What Pai Kao answers, typed; `banca.answers.plain` writes it for JSON."""

from banca.games.pai_kao.answers.hands import (
    ChancesAnswer,
    HandsCompared,
    PairAnswer,
    SettingAnswer,
    TileAnswer,
    TilesAnswer,
    ValueAnswer,
    chances_answer,
    compared_answer,
    pair_answer,
    setting_answer,
    tile_answer,
    value_answer,
)
from banca.games.pai_kao.answers.round import GateAnswer, RoundAnswer, StakeAnswer, round_answer

__all__ = [
    "ChancesAnswer",
    "GateAnswer",
    "HandsCompared",
    "PairAnswer",
    "RoundAnswer",
    "SettingAnswer",
    "StakeAnswer",
    "TileAnswer",
    "TilesAnswer",
    "ValueAnswer",
    "chances_answer",
    "compared_answer",
    "pair_answer",
    "round_answer",
    "setting_answer",
    "tile_answer",
    "value_answer",
]
