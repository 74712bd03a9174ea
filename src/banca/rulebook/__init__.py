"""The vocabulary every game is written in. Pure: no input or output, clock, randomness or floats."""

from banca.rulebook.automaton import Automaton, explore
from banca.rulebook.bet import PLACED, Bet, Place, Step
from banca.rulebook.citation import Citation, citing
from banca.rulebook.layout import Layout, Standing
from banca.rulebook.message import NOTHING, Code, Message, Phrase, Worded, printable
from banca.rulebook.money import Limits, NamedLimits, format_exact, format_patacas, parse_patacas, round_down_to_chip
from banca.rulebook.odds import EVEN, Odds
from banca.rulebook.options import Chosen, Option, unknown_option
from banca.rulebook.own_words import PLAYER, USUAL_WORDS, OwnWords
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
from banca.rulebook.round_words import RoundWords
from banca.rulebook.rules import OtherReading, Rulebook, Rules, closed_after_null
from banca.rulebook.settlement import Fate, Slip, ThrowEffect, decided_by, settle
from banca.rulebook.space import Fact, Outcome, Space
from banca.rulebook.spelling import instead, near, plain
from banca.rulebook.table import Table
from banca.rulebook.talk import Likened, Talk
from banca.rulebook.throws import Counted, Null, NullReason, Sighting, Throw
from banca.rulebook.verdict import KINDS, LOSE, PUSH, Decided, Lose, Push, State, Stay, Verdict, Win
from banca.rulebook.withdrawal import Withdrawal
from banca.rulebook.wording import Given, Plural, Term, plural, plural_words, term, words

__all__ = [
    "EVEN",
    "KINDS",
    "LOSE",
    "NOTHING",
    "PLACED",
    "PLAYER",
    "PROPOSED",
    "PUSH",
    "USUAL_WORDS",
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
    "Given",
    "Layout",
    "Likened",
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
    "OwnWords",
    "Payment",
    "Phrase",
    "Place",
    "Plural",
    "PrizeRow",
    "Proposal",
    "ProposedBet",
    "Push",
    "Refusal",
    "RoundWords",
    "Rulebook",
    "Rules",
    "Sighting",
    "Slip",
    "Space",
    "Standing",
    "State",
    "Stay",
    "Step",
    "Table",
    "Talk",
    "Term",
    "Throw",
    "ThrowEffect",
    "Verdict",
    "Win",
    "Withdrawal",
    "Worded",
    "carrying",
    "citing",
    "closed_after_null",
    "decided_by",
    "explore",
    "extended",
    "format_exact",
    "format_patacas",
    "granted_by",
    "instead",
    "near",
    "net_per_unit",
    "parse_patacas",
    "pay",
    "plain",
    "plural",
    "plural_words",
    "printable",
    "refusal",
    "round_down_to_chip",
    "settle",
    "tabled",
    "term",
    "under",
    "unknown_option",
    "words",
]
