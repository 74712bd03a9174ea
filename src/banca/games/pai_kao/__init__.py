"""Pai Kao 牌九: Portaria 96/85/M. Its players decide and its money is between players, so it has a bank instead of bets."""

from banca.game import Game
from banca.games.pai_kao import acts
from banca.games.pai_kao.bank import COMMISSION, Claim, Gate, Round, SettledRound, setter, settle_round
from banca.games.pai_kao.conduct import PaiKaoConduct
from banca.games.pai_kao.events import EVENTS
from banca.games.pai_kao.hands import SPLITS, Faces, Setting, compare, parse_setting, rank_of, settings
from banca.games.pai_kao.procedure import ACTS, FORM, NULL_SHAKES, first_gate_dealt
from banca.games.pai_kao.tiles import (
    BY_FACE,
    CLASS_OF,
    CLASSES,
    COUNTING_SUPREME,
    KINDS,
    ZERO_CLASSES,
    Kind,
    Made,
    PairRank,
    pair_rank,
    parse_tile,
    parse_tiles,
)
from banca.tables.banked import Result, SettledStake, Stake

GAME = Game(
    id="pai_kao",
    package=__name__,
    acts=ACTS,
    conducted_by=PaiKaoConduct,
    commands=(acts.Sit, acts.SeatPractice),
    own_options=(COUNTING_SUPREME,),
    events=EVENTS,
    own_nulls=NULL_SHAKES,
    procedure=FORM,
)

__all__ = [
    "ACTS",
    "BY_FACE",
    "CLASSES",
    "CLASS_OF",
    "COMMISSION",
    "GAME",
    "KINDS",
    "SPLITS",
    "ZERO_CLASSES",
    "Claim",
    "Faces",
    "Gate",
    "Kind",
    "Made",
    "PairRank",
    "Result",
    "Round",
    "Setting",
    "SettledRound",
    "SettledStake",
    "Stake",
    "compare",
    "first_gate_dealt",
    "pair_rank",
    "parse_setting",
    "parse_tile",
    "parse_tiles",
    "rank_of",
    "setter",
    "settings",
    "settle_round",
]
