"""What more than one module of the house or its service refuses."""

from banca.rules import _, _n, refusal

BAD_STORE = refusal("bad_store", _("cannot open a store with {asked}; write {allowed}"))
UNKNOWN_TABLE = refusal("unknown_table", _("there is no table {asked}; available: {allowed}"))
UNKNOWN_ENTRY = refusal("unknown_entry", _("table {table} has no entry {asked}"))
TABLE_EXISTS = refusal("table_exists", _("table {asked} already exists"))
BAD_TABLE = refusal("bad_table", _("{asked} is not valid: {allowed}"))
TABLE_STOPPED = refusal(
    "table_stopped",
    _(
        "table {asked} is stopped: a check of the program failed; a supervisor can void the round (void_round), which requires a second person"
    ),
)
COMMAND_REPEATED = refusal(
    "command_repeated",
    _("the id {asked} was used for another command (entry {seq}); give each command an id of its own"),
)
STALE_SEQUENCE = refusal(
    "stale_sequence", _("the table has moved on from entry {asked} to {allowed}; look again, then decide")
)
NAME_TAKEN = refusal("name_taken", _("the name {asked} is already taken"))
UNKNOWN_USER = refusal("unknown_user", _("there is no person named {asked}"))
WRONG_PASSWORD = refusal("wrong_password", _("wrong name or password"))
CODE_NEEDED = refusal("code_needed", _("the code of your second factor is also required"))
WRONG_CODE = refusal("wrong_code", _("the code is wrong, or was used before; wait for the next one"))
SHUT_OUT = refusal("shut_out", _("the access of {asked} is suspended"))
TAKES_TWO = refusal("takes_two", _("{asked} requires two persons; one of these must agree: {allowed}"))
NOT_THE_SECOND = refusal(
    "not_the_second", _("{asked} made the request and cannot be the second person; these can: {allowed}")
)
NOTHING_ASKED = refusal("nothing_asked", _("no request {asked} is waiting for a second person; waiting: {allowed}"))
TOO_MANY_WISHES = refusal(
    "too_many_wishes", _("{asked} of your requests are waiting for a second person; withdraw one first")
)
WISH_TOO_OLD = refusal("wish_too_old", _("request {asked} has expired: it was valid until {until}; make it again"))
ROUND_IS_OVER = refusal("round_is_over", _("the request was about round {asked}; the table is now at round {allowed}"))
RECORD_DIFFERS = refusal(
    "record_differs",
    _(
        "the record does not match what was signed (first difference: {asked}); the house signs nothing and pays nothing out until this has been examined: keep the database as it is and run banca audit verify"
    ),
)
RECORD_UNREAD = refusal(
    "record_unread",
    _(
        "the record is still being compared with what was signed ({asked} entries left), and nothing is paid out until that is done; try again in a moment"
    ),
)
TOO_MANY_TOKENS = refusal(
    "too_many_tokens",
    _n(
        "you have {asked} token, and the maximum is {allowed}; end it first",
        "you have {asked} tokens, and the maximum is {allowed}; end one first",
        by="asked",
    ),
)
NO_SUCH_KEY = refusal("no_such_key", _("you have no key {asked}"))
