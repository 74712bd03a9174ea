"""What the watch says of a series: what was expected, what was seen, how strong that is, and what it does not prove."""

from banca.house.watch import SeriesKind
from banca.rulebook import Code, _

KINDS = {
    SeriesKind.DEVICE: _("results of the device"),
    SeriesKind.TABLE: _("players' luck at the table"),
    SeriesKind.PLAYER: _("the player's luck"),
    SeriesKind.CROUPIER: _("players' luck with the croupier"),
    SeriesKind.NULLS: _("null throws called"),
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
    "step": _("{feature}, {name} places on from the result before"),
    "repeat": _("{feature}: the one of the round before again"),
}
"""What is counted, by the kind of feature."""
COUNT_EXPECTED = _("{what}: by the rulebook {expected} were to be expected in {rounds} rounds.")
COUNT_SEEN = _("There were {seen}.")
SHARES_EXPECTED = _("{feature}: each with its chance by the rulebook, whatever came before, over {rounds} rounds.")
SHARES_SEEN = _("No single one carries the evidence: it is in the shares as a whole.")
LUCK_EXPECTED = _(
    "Over {rounds} rounds the bets were to bring the players nothing beyond what they are worth by the rulebook, give or take {deviation} patacas (one standard deviation)."
)
LUCK_SEEN = _("They brought {luck} patacas: {z} standard deviations.")
CALLS_EXPECTED = _(
    "Of {calls} calls, {expected} were to be expected if all croupiers of the game called alike each day."
)
STRENGTH = _(
    "One pataca bet against the rulebook from the first round on, fairly in every round, has become {e}. An alarm needs {needed}."
)
BOUND = _(
    "If everything is as the rulebooks say, the chance that this house ever has one false alarm, over all series and all years, is at most {level}. Of those named for review, at most {review} are expected to be honest."
)
OF_DEVICE = _(
    "It does not say why. A worn device, wrong entries and intent look alike; look at the device and at the recordings of the rounds."
)
OF_LUCK = _(
    "It does not say why, and names nobody as guilty: who watches the results of others, or plays where a device is faulty, is lucky too."
)
OF_CALLS = _("Croupiers who work at other tables, hours or with other players may rightly call otherwise.")
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
OF = _("of")
ROUNDS = _("rounds")
EVIDENCE = _("e-value")
MOST = _("highest")
NEEDED = _("alarm at")
STANDING = _("standing")
BEHIND = Code("not_read_yet", _("entries still to be read: {count}"))
NO_ALARMS = _("No alarms (tables watched: {tables}, rounds: {rounds}).")
NOTHING_WATCHED = _("No round has been watched, so nothing can be said about alarms.")
ALTERED = _(
    "What the watch keeps does not follow from the journals, so nothing can be said about alarms. banca watch --anew reads the journals again from their first entries."
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
