"""What more than one module of the simulation refuses."""

from banca.rules import _, _n, refusal

BAD_ROUNDS = refusal("bad_rounds", _("a session cannot have {asked} rounds; possible: 1 to {allowed}"))
NO_BANKROLL = refusal("no_bankroll", _("a target or a stop-loss needs a bankroll"))
BANKROLL_TOO_SMALL = refusal(
    "bankroll_too_small", _("a bankroll of {asked} is too small for the first bet, {stake} on {bet}")
)
BAD_TARGET = refusal(
    "bad_target",
    _("a target of {asked} is already reached before the first round; it must be above the bankroll, {bankroll}"),
)
BAD_STOP_LOSS = refusal(
    "bad_stop_loss",
    _("a stop-loss of {asked} is not possible; it must be above 0 and at most the bankroll, {bankroll}"),
)
TOO_LARGE_TO_COUNT = refusal(
    "too_large_to_count",
    _n(
        "amounts of {asked} over {rounds} round are too large to count exactly; use smaller amounts",
        "amounts of {asked} over {rounds} rounds are too large to count exactly; use smaller amounts or fewer rounds",
        by="rounds",
    ),
)
UNKNOWN_STRATEGY = refusal(
    "unknown_strategy", _("there is no strategy {asked}; name a .toml file or one of: {allowed}")
)
OTHER_GAME = refusal("other_game", _("{asked} is a strategy for {found}, not for {game}"))
UNKNOWN_PROGRESSION = refusal("unknown_progression", _("there is no progression {asked}; available: {allowed}"))
BAD_SESSIONS = refusal("bad_sessions", _("cannot play {asked} sessions; possible: 1 to {allowed}"))
NOTHING_DONE = refusal("nothing_done", _("stopped before there was any result"))
