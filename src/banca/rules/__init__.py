"""The vocabulary every game is written in. Pure: no input or output, clock, randomness or floats."""

from banca.rules.automaton import Automaton, explore
from banca.rules.bet import PLACED, Bet, Place, Step
from banca.rules.citation import Citation, citing
from banca.rules.layout import Layout, Standing
from banca.rules.message import Code, Message
from banca.rules.money import Limits, NamedLimits, format_exact, format_patacas, parse_patacas, round_down_to_chip
from banca.rules.odds import EVEN, Odds
from banca.rules.options import Chosen, Option, unknown_option
from banca.rules.payment import Commission, Payment, net_per_unit, pay
from banca.rules.proposed import (
    PROPOSED,
    ChangedPrize,
    PrizeRow,
    Proposal,
    ProposedBet,
    carrying,
    extended,
    granted_by,
    tabled,
    under,
)
from banca.rules.refusal import Defect, NotNow, Refusal, refusal
from banca.rules.rules import OtherReading, Rulebook, Rules, closed_after_null
from banca.rules.settlement import Fate, Slip, ThrowEffect, decided_by, settle
from banca.rules.space import Fact, Outcome, Space
from banca.rules.spelling import instead, near, plain
from banca.rules.table import Table
from banca.rules.text import CASINO, NOTHING, PLAYER, Text, _, _n, _p, given_text, printable, words
from banca.rules.throws import Counted, Null, NullReason, Throw
from banca.rules.verdict import KINDS, LOSE, PUSH, Decided, Lose, Push, State, Stay, Verdict, Win
from banca.rules.withdrawal import Withdrawal

__all__ = [
    "CASINO",
    "EVEN",
    "KINDS",
    "LOSE",
    "NOTHING",
    "PLACED",
    "PLAYER",
    "PROPOSED",
    "PUSH",
    "Automaton",
    "Bet",
    "ChangedPrize",
    "Chosen",
    "Citation",
    "Code",
    "Commission",
    "Counted",
    "Decided",
    "Defect",
    "Fact",
    "Fate",
    "Layout",
    "Limits",
    "Lose",
    "Message",
    "NamedLimits",
    "NotNow",
    "Null",
    "NullReason",
    "Odds",
    "Option",
    "OtherReading",
    "Outcome",
    "Payment",
    "Place",
    "PrizeRow",
    "Proposal",
    "ProposedBet",
    "Push",
    "Refusal",
    "Rulebook",
    "Rules",
    "Slip",
    "Space",
    "Standing",
    "State",
    "Stay",
    "Step",
    "Table",
    "Text",
    "Throw",
    "ThrowEffect",
    "Verdict",
    "Win",
    "Withdrawal",
    "_",
    "_n",
    "_p",
    "carrying",
    "citing",
    "closed_after_null",
    "decided_by",
    "explore",
    "extended",
    "format_exact",
    "format_patacas",
    "given_text",
    "granted_by",
    "instead",
    "near",
    "net_per_unit",
    "parse_patacas",
    "pay",
    "plain",
    "printable",
    "refusal",
    "round_down_to_chip",
    "settle",
    "tabled",
    "under",
    "unknown_option",
    "words",
]
