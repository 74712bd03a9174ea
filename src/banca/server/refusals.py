"""What the service refuses, with an HTTP status of its own (`banca.server.problems`)."""

from banca.rules import _, _n, refusal

NOT_LOGGED_IN = refusal("not_logged_in", _("log in first, or send a bearer token"))
PASSWORD_MUST_CHANGE = refusal("password_must_change", _("change the one-time password first (POST /api/v1/password)"))
FACTOR_MUST_BE_SET = refusal("factor_must_be_set", _("staff of this house need a second factor; set up yours first"))
SESSION_NEEDED = refusal("session_needed", _("this cannot be done with a token; log in with your password"))
NO_CSRF_TOKEN = refusal(
    "no_csrf_token", _("the header X-CSRF-Token is missing or wrong; GET /api/v1/me returns the right value")
)
NO_CLOCK = refusal("no_clock", _("the croupier of table {asked} is a person and does not wait for players to be ready"))
NOTHING_CALLED = refusal("nothing_called", _("no result that has been called is waiting to be paid"))
NO_DEMO = refusal("no_demo", _("this house has no demo; ask a supervisor for an account"))
TOO_MANY_TRIES = refusal(
    "too_many_tries",
    _n("too many attempts; try again in {asked} second", "too many attempts; try again in {asked} seconds", by="asked"),
)
ROUND_NOT_OVER = refusal("round_not_over", _("round {asked} is not over; supervisors can read it afterwards"))
NOT_FOUND = refusal("not_found", _("there is nothing at {asked}"))
STORE_DOWN = refusal("store_down", _("the store does not respond ({because}); send the command again with the same id"))
STORE_BROKEN = refusal(
    "store_broken", _("the store cannot be used: {because}; the operator of this server must fix this first")
)
DRAINING = refusal("draining", _("the server is shutting down; send the command again with the same id"))
UNKNOWN_RUN = refusal("unknown_run", _("you have no simulation {asked}; older simulations are not kept"))
TOO_MANY_RUNS = refusal(
    "too_many_runs",
    _n(
        "at most {allowed} simulation may wait or run at once; try again when it is finished",
        "at most {allowed} simulations may wait or run at once; try again when one is finished",
        by="allowed",
    ),
)
TOO_MANY_DRAFTS = refusal(
    "too_many_drafts",
    _n(
        "proposals of {allowed} person are being computed already; try again in {seconds} s",
        "proposals of {allowed} people are being computed already; try again in {seconds} s",
        by="allowed",
    ),
)
TOO_MANY_STREAMS = refusal(
    "too_many_streams",
    _n(
        "at most {allowed} stream of one person or address may be open at once; close it, or try again in {seconds} s",
        "at most {allowed} streams of one person or address may be open at once; close one, or try again in {seconds} s",
        by="allowed",
    ),
)
TOO_FAR_BEHIND = refusal(
    "too_far_behind",
    _(
        "entries up to {allowed} are no longer sent; follow with after={allowed}, or read the table and follow it from there"
    ),
)
TOO_MANY_EXPORTS = refusal(
    "too_many_exports",
    _n(
        "at most {allowed} export or audit may run at once; try again in {seconds} s",
        "at most {allowed} exports and audits may run at once; try again in {seconds} s",
        by="allowed",
    ),
)
TOO_OFTEN = refusal("too_often", _("at most {allowed} a minute ({limit}); try again in {seconds} s"))
TOO_OFTEN_AN_HOUR = refusal("too_often_an_hour", _("at most {allowed} an hour ({limit}); try again in {seconds} s"))
NOT_A_GUEST = refusal(
    "not_a_guest", _("{asked} is not a guest of the demo; a supervisor can deposit money at the cage")
)
ENOUGH_CHIPS = refusal(
    "enough_chips", _("you still have {asked}; you can get more play money when you have less than {allowed}")
)
TOO_BUSY = refusal("too_busy", _("too many requests are waiting already ({limit}); try again in {seconds} s"))
SUPERSEDED = refusal("superseded", _("you sent a newer request, which is being computed instead"))
LOG_NOT_SO_LARGE = refusal(
    "log_not_so_large", _("there is no proof from {asked} to {size} entries; the log has {allowed}")
)
