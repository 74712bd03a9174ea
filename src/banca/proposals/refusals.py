"""What is refused of a proposal file."""

from banca.rules import _, refusal

BAD_PROPOSAL = refusal("bad_proposal", _("{asked}, line {line}: {because}"))
UNKNOWN_EXAMPLE = refusal("unknown_example", _("there is no such file; the worked examples: {allowed}"))
STARLARK = refusal("starlark", _("Starlark reports: {because}"))
PROPOSAL_TOO_LONG = refusal(
    "proposal_too_long",
    _("the file runs for more than {allowed} s, or takes more steps than a bet may need; shorten its loops"),
)
PROPOSAL_TOO_LARGE = refusal(
    "proposal_too_large", _("the file needs more than {allowed} MB of memory; keep its lists and texts short")
)
PROPOSAL_STATES = refusal(
    "proposal_states", _("the bet has more than {allowed} states; keep in its state only the data that decides the bet")
)
PROPOSAL_CALLS = refusal(
    "proposal_calls", _("a file may call {asked} at most {allowed} times; split it into several files")
)
PROPOSAL_ONCE = refusal(
    "proposal_once", _("name the game once: proposal(game = ..., title = say(en = ..., pt = ..., zh = ...))")
)
PROPOSAL_VALUE = refusal("proposal_value", _("{asked} cannot be {given}"))
BAD_STATE = refusal(
    "bad_state",
    _(
        "a state must be text, a whole number, True, False, None or a tuple of these, so that states can be compared; not {given}"
    ),
)
WINS_OR_STEP = refusal(
    "wins_or_step",
    _("a bet needs either wins = (a condition on the outcome) or step = (a function of state and outcome)"),
)
WINS_AND_TIES = refusal("wins_and_ties", _("the outcome {outcome} both wins and ties; it can do only one"))
STEP_NONSENSE = refusal(
    "step_nonsense",
    _(
        "in state {state} with outcome {outcome} the bet returned {gave}; return win(...), lose(), push() or stay(state)"
    ),
)
UNKNOWN_FACT = refusal("unknown_fact", _("sees must be a list of properties of an outcome in this game: {allowed}"))
NO_SUCH_FACT = refusal("no_such_fact", _("an outcome has no {asked} here; available: {allowed}"))
NOT_CALLED = refusal("not_called", _("write {asked}() with brackets"))
NOT_A_FUNCTION = refusal("not_a_function", _("{asked} must be a function such as lambda o: o.total == 7; not {given}"))
NOT_TOLD = refusal("not_told", _("{asked} is missing in {missing}; write say(en = ..., pt = ..., zh = ...)"))
NAME_WITHOUT_SELECTION = refusal(
    "name_without_selection", _("the name of {asked}, which has selections, needs {{}} in their place: {given}")
)
BAD_BET_ID = refusal(
    "bad_bet_id",
    _("an id has only lower-case letters, digits and _, a selection only letters, digits and -; not {asked}"),
)
UNKNOWN_PLACE = refusal("unknown_place", _("place must say where the bet is on the layout: {allowed}; not {asked}"))
NO_PRIZES = refusal(
    "no_prizes",
    _('{asked} needs either pays = "7 to 6" or prizes = a table of rows such as {{"two": "30 to 1"}}, and not both'),
)
ONE_PRIZE = refusal(
    "one_prize", _("the bet wins by the row “{asked}”, but has only one prize: write win(), or give it prizes")
)
UNKNOWN_ROW = refusal("unknown_row", _("the bet wins by the row “{asked}”, which is not among its prizes: {allowed}"))
ROW_NOT_NAMED = refusal("row_not_named", _("the bet wins without naming one of its rows of prizes: {allowed}"))
CHANGED_PRIZE_NEVER_WON = refusal(
    "changed_prize_never_won", _("{bet} wins on no outcome that meets the condition, so this prize could never be won")
)
NEVER_WON = refusal("never_won", _("{bet} can never win: no outcome meets the condition"))
