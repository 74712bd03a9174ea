"""The vocabulary every game is written in. Pure: no input or output, clock, randomness or floats."""

from banca.rulebook.automaton import Automaton, explore
from banca.rulebook.bet import PLACED, Bet, Place, Step
from banca.rulebook.citation import Citation, citing
from banca.rulebook.layout import Layout, Standing
from banca.rulebook.message import Code, Message
from banca.rulebook.money import Limits, NamedLimits, format_exact, format_patacas, parse_patacas, round_down_to_chip
from banca.rulebook.odds import EVEN, Odds
from banca.rulebook.options import Chosen, Option, unknown_option
from banca.rulebook.payment import Commission, Payment, net_per_unit, pay
from banca.rulebook.proposed import (
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
from banca.rulebook.refusal import Defect, NotNow, Refusal, refusal
from banca.rulebook.rules import OtherReading, Rulebook, Rules, closed_after_null
from banca.rulebook.settlement import Fate, Slip, ThrowEffect, decided_by, settle
from banca.rulebook.space import Fact, Outcome, Space
from banca.rulebook.spelling import instead, near, plain
from banca.rulebook.table import Table
from banca.rulebook.text import CASINO, NOTHING, PLAYER, Text, _, _n, _p, given_text, printable, words
from banca.rulebook.throws import Counted, Null, NullReason, Throw
from banca.rulebook.verdict import KINDS, LOSE, PUSH, Decided, Lose, Push, State, Stay, Verdict, Win
from banca.rulebook.withdrawal import Withdrawal

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
