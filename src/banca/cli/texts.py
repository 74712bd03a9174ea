"""The command line's own words, marked for translation."""

from banca.rules import _, _n, _p

GAME = _("game")
TITLE = _("title")
NAME = _("name")
INSTRUMENT = _("instrument")
BETS = _("bets")
BET = _("bet")
PAYS = _("pays")
HOUSE_EDGE = _("house edge")
WIN = _("wins")
ROUNDS = _("rounds")
CLAUSE = _("clause")
NET = _("net")
CHANCE = _("chance")
AS_READ = _("adopted reading")
OTHERWISE = _("other reading")
OPTION = _("option")
VALUES = _("values")
DEFAULT = _("default")
FROM = _("from")
UNTIL = _("until")
YEAR = _("year")
OTHER_INSTRUMENTS = _("other instruments")


PLACED_BEFORE = _("placed before result {throw}")
PART_PLACED = _("{stake} placed before result {throw}")
LIMITS = _("minimum {minimum}, maximum {maximum}, chip {chip}")
UNDECIDED_CHANCE = _("chance that a bet is not decided, counted as 0 above: {chance}")
VALUES_ARE = _("values: {values}; default: {default}")
LEFT = _("left to the concessionaire: {cite}")
NOT_GRANTED = _("none of the clauses seen grants this choice; it follows from {cite}")
AUTHORISED = _("needs the prior authorisation of the DICJ: {cite}")
AUTHORISED_BEFORE = _n(
    "needs the prior authorisation of the DICJ, requested {days} working day ahead: {cite}",
    "needs the prior authorisation of the DICJ, requested {days} working days ahead: {cite}",
    by="days",
)
BUT_FOR = _("{needed}; not for {values}")
CHOICE = _("choice")
ASKED = _("requested on")
PLANNED = _("planned for")
REFERENCE = _("authorisation reference")
STANDING = _("current status")
NO_STORE = _("There is no database here yet, so no authorisation is on record. Use --db to name another.")
OUTCOMES = _("Write a result like this: {form}")
NULL_RESULT = _("null result")
CAUSE = _("cause")
NO_BETS = _("This game has no bets against the house.")
OWN_COMMANDS = _("Commands of this game: {command}")
SELECTIONS = _("selections")
TOTAL = _("staked {staked}, received {received}, net {net}")
STILL_STANDING = _("still on the layout: {standing}")
READINGS = _("readings on this bet: {readings}")
RULES_AND_READINGS = _("rules and readings on this bet: {readings}")
SOURCES = _("Sources")
SD = _("standard deviation")
NET_IS = _("chance of net result {net}")
MEAN = _("mean net result of the round {mean}, standard deviation {sd}")
WRITTEN = _n("certificate of {count} bet written to {file}", "certificate of {count} bets written to {file}")
NAME_A_GAME = _("name a GAME; only --on DATE works without one")
OPTIONS_NEED_A_GAME = _("--option and --certificate need a GAME")
TWO_STRATEGIES = _("name two or more strategies")
JSON_OR_CSV = _("use --json or --csv, not both")
SCHEDULER_NEEDS_DASK = _("--scheduler needs --engine dask")
STRICT_OR_DEMO = _("use --strict or --demo, not both: play money needs no authorisation")
BEARS_ON = _("concerns the bets: {bets}")
NOT_COMPUTED = _("not computed: {reason}")

STRATEGY = _("strategy")
SO_FAR = _("{rate} million rounds/s, net {mean} ± {error}%")
SESSIONS = _n("{count} session", "{count} sessions")
ROUNDS_PLAYED = _n("{count} round", "{count} rounds")
SEED = _("seed {seed}")
CUT_SHORT = _n("stopped early: {done} of {asked} session", "stopped early: {done} of {asked} sessions", by="asked")
RATE = _("{seconds} s, {rate} million rounds per second")
SESSION = {
    "bankroll": _("bankroll {value}"),
    "target": _("target {value}"),
    "stop_loss": _("stop-loss {value}"),
    "rounds": _n("{value} round at most", "{value} rounds at most", by="value"),
}
FIGURE = _("patacas")
MEASURED = _("measured")
ERROR = _("± standard error")
EXACT = _("exact")
LUCK = _("luck")
NET_PER_ROUND = _("net per round")
NET_PER_SESSION = _("net per session")
NET_PER_STAKED = _("net, % of amount staked")
Z_SCORE = _("exact: the expected result of the stakes made; luck: measured minus exact, {z} standard errors")
EXACT_PER_STAKED = _("exactly {exact} of any amount staked")
COIN_IN = _("staked {staked}, net {net}; standard deviation of a session's net result {sd}")
CHANCE_OF = _("chance of")
CHANCES = {
    "ahead": _("finishing ahead"),
    "ruin": _("ruin: no money for the next bet"),
    "target": _("reaching the target"),
    "stop_loss": _("reaching the stop-loss"),
    "rounds": _("playing all rounds"),
}
SURVIVED = _("rounds per session: mean {mean}; at most {low} in 5% of sessions, {middle} in half, {high} in 95%")
LOSING_RUN = _("longest losing streak, ties ignored: {longest}; average of the sessions: {mean}")
MONEY_OVER_TIME = _(
    "money in hand and on the layout: each column is the amount that this share of sessions is below (within about 1% of the change)"
)
NET_OVER_TIME = _("net result: each column is the amount that this share of sessions is below (within about 1%)")
WORKED_OUT = _("worked out without sampling: {states} states, money in steps of {step}; every digit shown is certain")
LIKELY_RUN = _("longest losing streak, ties ignored: most likely {likely}, mean {mean}")
MONEY_WORKED_OUT = _(
    "money in hand and on the layout: each column is the amount that this share of sessions does not exceed"
)
NET_WORKED_OUT = _("net result: each column is the amount that this share of sessions does not exceed")
AFTER_ROUNDS = _("{rounds} rounds of the same bets: mean {mean}, standard deviation {sd}, chance of having won {ahead}")
NOT_PROVEN = _("some of these amounts may be one step too low: use --exact")
AFTER_ROUND = _("after round")
EXACTLY = _("exact net, %")
Z = _("z")
STAKED_PER_SESSION = _("staked per session")
SPREAD = _("standard deviation of a session")
CHANCES_PERCENT = {
    "ahead": _("finish ahead, %"),
    "ruin": _("ruin, %"),
    "target": _("reach the target, %"),
    "stop_loss": _("reach the stop-loss, %"),
}
FINAL_MONEY = _("final money: {share} of sessions end below")
LONGEST_RUN = _("longest losing streak")
BETTER = _("gain per session over strategy 1, same outcomes")
COMPILING = _("compiling (first run only): about fifteen seconds")

DEVICE = _("device")
DEVICES = {
    "outcomes": _("outcomes"),
    "places": _("positions of the tiles"),
    "followers": _("which tile follows which"),
    "hands": _("tiles in one hand"),
    "kept": _("neighbours kept"),
    "rising": _("neighbours reversed"),
    "four_dice": _("four dice"),
    "each_die": _("each die"),
}
TEST = _("test")
TESTS = {
    "frequency": _("frequency"),
    "single": _("single"),
    "serial": _("pairs"),
    "runs": _("runs"),
    "gap": _("gaps"),
}
STATISTIC = _("statistic")
FREEDOM = _("df")
PASSES = _("passes")
FAILS = _("fails")
RECORDED = _("results recorded at the tables; a test fails if p is below {level} (too even or too uneven)")
RESULTS_OF = _n("{game}, {count} result: {tables}", "{game}, {count} results: {tables}")
SINGLE_TABLES = _("failed tests of single tables:")
DRAWN = _("{draws} draws from each device; a test fails if p is below {level} (too even or too uneven)")
FAILED_OF = _("tests failed: {failed} of {tests}; a perfect source would fail {expected} on average")
SOURCE_PASSES = _("the source passes: no p is below {threshold} ({level} divided by the number of tests)")
SOURCE_FAILS = _("the source fails: a p is below {threshold} ({level} divided by the number of tests)")
RESULTS_PASS = _("the results pass: no p is below {threshold} ({level} divided by the number of tests)")
RESULTS_FAIL = _("the results fail: a p is below {threshold} ({level} divided by the number of tests)")
POWER = _(
    "Detected in {sure} of cases: the smallest share of results changed to one value, of results that repeat the previous one, or of rounds in which the tiles were not mixed; and the number of results needed to detect {sought} changed to one value."
)
CHANGED = _("changed")
REPEATED = _("repeated")
NOT_MIXED = _("not mixed")
RESULTS_NEEDED = _("needed")
NO_TEST_FINDS = (
    _(
        "No test of results can detect a good generator with a known seed. A Mersenne Twister seeded with 42 passes, and so does SHA-256 of a counter: without the seed, their output looks random."
    ),
    _(
        "These measures detect the use of a known seed or make it useless: commitments published before the bets and revealed afterwards, for void rounds too; banca audit verify, which shows what void rounds would have paid; digests of the journals, held by others; and two people for anything that one person alone could abuse."
    ),
)
ASSESSMENTS = {"passed": _("passes"), "weak": _("weak"), "failed": _("fails")}
DIEHARDER = _("dieharder: {passed} passed, {weak} weak, {failed} failed")
BYTES_WRITTEN = _n("{count} random byte written to {file}", "{count} random bytes written to {file}")

FIRST_SUPERVISOR = _("first start: log in as {name} with the one-time password {password} and change it")
SERVING = _("serving at {address} : open it in a browser; the API is described at {address}/schema ; stop with Ctrl-C")
WARNING = _("Note: {said}")
DOSSIER_WRITTEN = _("{file} written; SHA-256 of the proposal: {digest}")
TRIAL_TABLES = _("trial tables with a proposed bet: {tables}")
EMPTY_BANKS = _("their banks are empty until a supervisor funds them")
RESET = _("{name} can log in with the one-time password {password} and must change it; it is shown only once")
ADDED_BY_FILE = _("{name} can log in with the one-time password in the file and must change it")
MORE_USERS = _("To see more, add --after {place}")
FIRST_BY_FILE = _("first start: log in as {name} with the one-time password in {file} and change it")
RESTART_SERVERS = _("Restart the servers of this house, and give these keys to players, witnesses and auditors.")
ROLE = _("role")
SUSPENDED = _("access suspended")
YES = _("yes")
ONE_PERSON = _(
    "Note: there is one supervisor and no inspector, so there is no second person to agree. One person alone changes staff, makes large payments and voids rounds, and the audit says so. Add a second supervisor or an inspector."
)
NO_CHECKPOINT_OUTSIDE = _(
    "Note: no evidence of this house's past is kept outside the house. Anyone with its database and its log key could rewrite that past undetected. Append checkpoints to a file elsewhere (--checkpoints FILE), or name a witness (--witness)."
)
DEMO_TABLES = _("demo tables, with play money: {tables}")

TABLE = _("table")
ENTRIES = _p("of the log", "entries")
HEAD = _("last digest")
FIRST_BAD = _("first error")
WEIGHTS = {
    "fault": _("fault"),
    "notice": _("notice"),
}
VOIDS = _(
    "{table}, void rounds: {rounds}; hidden result known: {known}; with these results the players would have won {won} of the rounds and lost {lost}, net {players}"
)
MORE_FINDINGS = _n("and {count} more finding", "and {count} more findings")
TABLES = _n("{count} table", "{count} tables")
ENTRIES_COUNTED = _n("{count} entry", "{count} entries")
STORE_INTACT = _("intact: {what}; every entry was decided again with the same result, and the accounts balance")
PART_INTACT = _(
    "no errors in the part that was checked: {what}; each of these entries was decided again with the same result"
)
IMPORTED = _("imported: {what}")
