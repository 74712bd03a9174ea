"""What the watch says of a series: what was expected, what was seen, how strong that is, and what it does not prove."""

from banca.house.watch import SeriesKind
from banca.rules import Code, _

KINDS = {
    SeriesKind.DEVICE: _("results of the device"),
    SeriesKind.TABLE: _("players' luck at the table"),
    SeriesKind.PLAYER: _("the player's luck"),
    SeriesKind.CROUPIER: _("players' luck with the croupier"),
    SeriesKind.NULLS: _("null results called"),
    SeriesKind.VOIDS: _("rounds voided"),
    SeriesKind.CORRECTIONS: _("entries corrected"),
}
STANDINGS = {
    "alarm": _("alarm"),
    "review": _("for review"),
    "usual": _("nothing unusual"),
}

WHAT = {
    "each": _("{feature}: {name}"),
    "sector": _("{feature}, from {name}"),
    "step": _("{feature}, {name} places on from the previous result"),
    "repeat": _("{feature}: same as in the previous round"),
}
"""What is counted, by the kind of feature."""
COUNT_EXPECTED = _("{what}: by the rulebook, {expected} were expected in {rounds} rounds.")
COUNT_SEEN = _("There were {seen}.")
SHARES_EXPECTED = _(
    "{feature}: over {rounds} rounds, each value was expected with its probability by the rulebook, whatever came before."
)
SHARES_SEEN = _("No single value accounts for the evidence; it lies in the shares as a whole.")
LUCK_EXPECTED = _(
    "Over {rounds} rounds, the players were expected to win nothing beyond the value of their bets by the rulebook, give or take {deviation} patacas (one standard deviation)."
)
LUCK_SEEN = _("The difference was {luck} patacas: {z} standard deviations.")
CALLS_EXPECTED = _(
    "Of {calls} calls by the croupier, {expected} of this kind were expected if all croupiers of the game made them equally often each day."
)
STRENGTH = _(
    "One pataca bet against the rulebook since the first round, at fair odds in every round, would now be {e}. An alarm requires {needed}."
)
BOUND = _(
    "If everything is as the rulebooks say, the chance that this house ever raises a false alarm, over all series and all years, is at most {level}. Of the series marked for review, at most {review} are expected to be honest."
)
OF_DEVICE = _(
    "It does not say why. A worn device, wrong entries and intent look alike; look at the device and at the recordings of the rounds."
)
OF_LUCK = _(
    "It does not say why, and accuses no one: a player who observes the results of others, or plays where a device is faulty, is lucky too."
)
OF_CALLS = _(
    "Croupiers who work at other tables, at other hours or with other players may have good reason to call differently."
)
NOT_PROVED = {
    SeriesKind.DEVICE: OF_DEVICE,
    SeriesKind.TABLE: OF_LUCK,
    SeriesKind.PLAYER: OF_LUCK,
    SeriesKind.CROUPIER: OF_LUCK,
    SeriesKind.NULLS: OF_CALLS,
    SeriesKind.VOIDS: OF_CALLS,
    SeriesKind.CORRECTIONS: OF_CALLS,
}
"""What a series does not prove."""

SERIES = _("series")
OF = _("table or person")
ROUNDS = _("rounds")
EVIDENCE = _("e-value")
MOST = _("highest")
NEEDED = _("alarm at")
STANDING = _("finding")
BEHIND = Code("not_read_yet", _("entries still to be read: {count}"))
NO_ALARMS = _("No alarms (tables watched: {tables}, rounds: {rounds}).")
NOTHING_WATCHED = _("No round has been watched, so nothing can be said about alarms.")
ALTERED = _(
    "The data of the watch does not match the journals, so nothing can be said about alarms. banca watch --anew reads the journals again from their first entries."
)
NOT_WATCHED = _("Not watched: {what} ({why}).")
EVERYTHING = _("everything")
PER_TABLE = _("Per table")
PER_SHIFT = _("Per shift")
PER_BET = _("Per bet")
PER_PLAYER = _("Per player")
DROP = _("estimated drop")
HANDLE = _("handle")
WIN = _("win")
THEORETICAL = _("theoretical win")
LUCK = _("players' luck ± error")
