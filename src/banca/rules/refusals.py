"""What any game may refuse, and what more than one part of the program does."""

from banca.rules.refusal import refusal
from banca.rules.text import _

UNKNOWN_CLAUSE = refusal("unknown_clause", _("{game} has no clause {asked}; its articles: {allowed}"))
UNKNOWN_OPTION = refusal("unknown_option", _("there is no option {asked}; {allowed}"))
UNKNOWN_VALUE = refusal("unknown_value", _("option {option} cannot be {asked}; possible: {allowed}"))
BAD_STAKE = refusal("bad_stake", _("cannot read the amount {asked}; write patacas, such as 100 or 12.50"))
BAD_LIMITS = refusal(
    "bad_limits",
    _(
        "these limits do not fit together: chip {chip}, minimum {minimum}, maximum {maximum}; the minimum must be a whole number of chips and not above the maximum"
    ),
)
STAKE_NOT_POSITIVE = refusal(
    "stake_not_positive", _("{asked} is not a valid stake; stakes are whole multiples of {minimum}")
)
STAKE_NOT_MULTIPLE = refusal(
    "stake_not_multiple", _("a stake of {asked} is not a whole multiple of the minimum, {minimum}")
)
BAD_OUTCOME = refusal("bad_outcome", _("cannot read the outcome {asked}; write {form}"))
IMPOSSIBLE_OUTCOME = refusal("impossible_outcome", _("{asked} cannot come up; possible: {allowed}"))
UNKNOWN_NULL = refusal("unknown_null", _("{asked} is not a reason for a null result; possible: {allowed}"))
UNKNOWN_BET = refusal("unknown_bet", _("{game} has no bet {asked}; {allowed}"))
UNKNOWN_PHASE = refusal("unknown_phase", _("{game} has no phase {asked}; its phases: {allowed}"))
BETS_CLOSED = refusal(
    "bets_closed", _("{bet} is too late: no bets are accepted after the call, and a null result does not reopen them")
)
CANNOT_TAKE_DOWN = refusal(
    "cannot_take_down", _("{bet} cannot be taken back: it is on {number} and stays until it is decided")
)
DIFFERENT_SPACES = refusal(
    "different_spaces",
    _("these bets cannot be analysed together, because they are not decided by the same outcomes: {bets}"),
)
NEEDS_EXTRA = refusal("needs_extra", _("{asked} requires the extra {allowed}: pip install 'banca[{allowed}]'"))
REPEATED_OPTION = refusal("repeated_option", _("option {asked} is given twice"))
