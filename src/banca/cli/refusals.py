"""What only the command line refuses."""

from banca.rulebook import _, refusal

BAD_OPTION = refusal(
    "bad_option",
    _("cannot read the option {asked}; write NAME=VALUE"),
)
OTHER_GAME_PROPOSED = refusal(
    "other_game_proposed",
    _("{asked} is a proposal for {game}, not for {allowed}"),
)
BAD_USER_NAME = refusal(
    "bad_user_name",
    _(
        "{asked} cannot be a user's name; write up to {allowed} small letters, digits and . _ -, beginning with a letter or a digit"
    ),
)
BAD_NUMBER = refusal(
    "bad_number",
    _("{asked} is not a whole number for {what}; write it like 1000, 10_000 or 1e6"),
)
BAD_WORKERS = refusal(
    "bad_workers",
    _("cannot use {asked} workers; possible: 1 to {allowed}"),
)
UNKNOWN_ENGINE = refusal(
    "unknown_engine",
    _("there is no engine {asked}; available: {allowed}"),
)
NO_STRATEGY = refusal(
    "no_strategy",
    _("choose one thing to play: a strategy ({allowed}), a .toml file, or --bet ID=STAKE"),
)
OUT_OF_RANGE = refusal(
    "out_of_range",
    _("{what} cannot be {asked}; possible: {least} to {most}"),
)
BYTES_TO_TERMINAL = refusal(
    "bytes_to_terminal",
    _("raw bytes cannot be shown on a terminal; write them to a file with -o, or pipe them to another program"),
)
NOT_RANDOM = refusal(
    "not_random",
    _("chance does not explain {asked}"),
)
TOO_FEW_RESULTS = refusal(
    "too_few_results",
    _("nothing to test yet: no game has {allowed} results"),
)
NOT_BOTH = refusal(
    "not_both",
    _("use {asked} or {other}, not both"),
)
NEEDS_OPTION = refusal(
    "needs_option",
    _("{asked} needs {allowed}"),
)
NOT_WHOLE = refusal(
    "not_whole",
    _("the database is not intact; errors: {asked}, the first at {where}"),
)
UNKNOWN_ROUND = refusal(
    "unknown_round",
    _("table {table} has no round {asked}; available: 1 to {allowed}"),
)
BAD_LOG_VKEY = refusal(
    "bad_log_vkey",
    _("{asked} is not the public key of a log; see 'banca log key'"),
)
NO_RECEIPTS = refusal(
    "no_receipts",
    _("there are no receipts (*.json) in {asked}"),
)
