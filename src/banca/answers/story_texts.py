"""What the story of a table says of each event; amounts are in patacas, and the clauses follow the sentence."""

from banca.house.cage import CAGE
from banca.house.register import REGISTER
from banca.rules import Text, _

SESSION_BEGUN = _("{name} starts a session: key {key}, until {until}")
LOGGED_IN = _("{name} logs in from {address}: key {key}, until {until}")
ASKED_FOR = _("authorisation of {game} {option}={value}: requested on {asked}, planned for {planned}, not yet granted")
JOURNAL_OPENS = _("journal opened: {game}; version {version}")
SAFEGUARDS = _(
    "two persons required: {two}; highest amount that one person may pay out alone at the cage: {amount} patacas; second factor required: {factor}"
)
SUSPENDED = _("access suspended")
NO_SUCH_NAME = _("unknown name")
MINIMUMS = _("separate minimums: {bets}")
WITH_PRIZE = _("prize {prize}, commission {commission}, breakage {breakage}")
WITH_COMMISSION = _("commission {commission}, breakage {breakage}")
VERDICTS: dict[str, Text] = {
    "win": _("wins"),
    "lose": _("loses"),
    "tie": _("ties"),
}
ACTS = {
    "open_table": _("Open the table"),
    "cash_in": _("Deposit"),
    "cash_out": _("Withdraw"),
    "begin_register": _("Begin the register"),
    "set_safeguards": _("Set the safeguards"),
    "replace_key": _("Replace the key"),
    "set_log_key": _("Set the log's key"),
    "continue_log": _("Continue the log"),
    "add_person": _("Add a person"),
    "shut_out": _("Suspend access"),
    "reset_password": _("Reset the password"),
    "change_password": _("Change the password"),
    "set_factor": _("Set a second factor"),
    "issue_key": _("Log in or create a token"),
    "end_key": _("End a session or token"),
    "count_failures": _("Count failed log-ins"),
    "record_authorisation": _("Record an authorisation"),
    "look_at_hidden": _("Look at hidden tiles"),
    "ask_second": _("Ask for a second person"),
    "give_second": _("Agree as second person"),
    "drop_second": _("Decline or withdraw"),
}
"""Acts that no button names."""
SETTINGS = {
    "observed": _("observed"),
    "drawn": _("drawn"),
    "croupier": _("a croupier"),
    "automatic": _("the program"),
}
"""Where a table's results come from, and who conducts it."""

DID = _("{seq}. {at} (Macau) {by} ({role}): {act}")
AGREED = _("{did}; {second} agrees")
THEN = _("{did}; phase: {phase}")
ROUND = _("Round {number}: {result}. Staked {staked}, paid {paid}, result of the house {house}.")
OUTSIDE_TABLES = {
    CAGE: _("The cage: deposits and withdrawals."),
    REGISTER: _("The register: people, keys, authorisations, and approvals by a second person."),
}
UNDER_WAY = _("in progress")
ENDED = _("ended")
VOID = _("void")
