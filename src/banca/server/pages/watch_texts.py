"""What the pages of the watch say beside what its answers say."""

from banca.house.watch.report import (
    DROP,
    EVIDENCE,
    HANDLE,
    LUCK,
    MOST,
    NEEDED,
    OF,
    PER_BET,
    PER_PLAYER,
    PER_SHIFT,
    PER_TABLE,
    ROUNDS,
    SERIES,
    STANDING,
    THEORETICAL,
    WIN,
)
from banca.rules import _

__all__ = [
    "DROP",
    "EVIDENCE",
    "HANDLE",
    "LUCK",
    "MOST",
    "NEEDED",
    "OF",
    "PER_BET",
    "PER_PLAYER",
    "PER_SHIFT",
    "PER_TABLE",
    "ROUNDS",
    "SERIES",
    "STANDING",
    "THEORETICAL",
    "WIN",
]

TITLE = _("The watch")
LEAD = _(
    "Is it luck? After every round, the watch compares every result, bet and call with the exact chances under the rulebook. You may look as often as you like."
)
READ_SO_FAR = _("Entries read so far")
ALARMS = _("Alarms")
NOT_WATCHED = _("What is not watched")
AT_ENTRY = _("Raised at entry {entry} of {table}")
ALL_SERIES = _("Series, strongest evidence first")
NONE_YET = _("There is no series yet.")
COURSE = _("Evidence over time")
COURSE_LINES = _("Solid: value at the end of each day. Dashed: highest value of each day.")
ALARM_LINE = _("alarm")
MONEY = _("Money")
MONEY_ABOUT = _(
    "Amounts in patacas. Estimated drop: the most that each player had in play at once in a shift, because the money that players bring to a table is not recorded; for the same reason no hold is shown. Luck: the amount that players won beyond what their bets were worth, with one standard error. Win and luck together are the theoretical win."
)
REPORT = _("Report for a hearing")
BACK = _("The watch")
PRINT = _("Print")
EXPECTED = _("What was expected")
SEEN = _("What was seen")
STRENGTH = _("How strong the evidence is")
NOT_PROVED = _("What it does not prove")
METHOD = _("How it was computed")
METHOD_ABOUT = _(
    "The method bets a capital of one pataca against the rulebook, round after round, at exactly fair odds. If everything follows the rulebook, the chance that the capital ever reaches a given amount is at most one divided by that amount, however often you look (Ville's inequality). The series share the false-alarm level in the order in which they first appeared."
)
FROM_TO = _("First round {first}, last round {last}")
SIGNED = _("Date")
