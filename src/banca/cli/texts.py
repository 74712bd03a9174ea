"""The command line's own words, marked for translation."""

from banca.law import Status
from banca.rulebook import term

LEGEND = {
    Status.READING: term("the source is silent or contradicts itself; see 'banca rules GAME --clause ID'"),
    Status.RECONSTRUCTED: term("the article is not in the source; filled from public knowledge"),
    Status.PROPOSED: term("as a file proposes it; no law until the regulator authorises it"),
}

GAME = term("game")
TITLE = term("title")
INSTRUMENT = term("instrument")
BETS = term("bets")
BET = term("bet")
PAYS = term("pays")
HOUSE_EDGE = term("house edge")
WIN = term("wins")
ROUNDS = term("rounds")
CLAUSE = term("clause")
NET = term("net")
CHANCE = term("chance")
AS_READ = term("as read")
OTHERWISE = term("otherwise")
OPTION = term("option")
VALUES = term("values")
DEFAULT = term("default")
FROM = term("from")
UNTIL = term("until")


DOES = {
    "win": term("wins"),
    "lose": term("loses"),
    "push": term("ties"),
    "stands": term("stands"),
}
NULL_THROW = term("null")
STANDS_ON = term("stands on {state}")
STANDS_AS = term("stands, {state}")
NO_CAUSE = term("cause not given")
PLACED_BEFORE = term("placed before throw {throw}")
LIMITS = term("minimum {minimum}, maximum {maximum}, chip {chip}")
UNDECIDED_CHANCE = term("chance that a bet is left standing, counted 0 above: {chance}")
NO_OPTIONS = term("The regulation leaves no choice to the house here.")
AUTHORISATION = term("authorisation")
NOT_NEEDED = term("not needed")
NEEDED = term("needed, {cite}")
NEEDED_BEFORE = term("needed, {cite}, {days} working days ahead")
BUT_FOR = term("{needed}; not for {values}")
CHOICE = term("choice")
ASKED = term("asked")
PLANNED = term("planned")
REFERENCE = term("reference")
STANDING = term("standing")
NO_STORE = term("There is no store here yet, so no authorisation is on record; --db names another.")
OUTCOMES = term("Outcomes are written like {form}; a throw that does not count: {nulls}")
SELECTIONS = term("selections")
LOSES_SHARE = term("loses {share} of the stake")
TOTAL = term("staked {staked}, received {received}, net {net}")
STILL_STANDING = term("still on the layout: {standing}")
REST_ON = term("rests on {readings}")
SD = term("standard deviation")
NET_IS = term("chance of net {net}")
MEAN = term("mean of the round {mean}, standard deviation {sd}")
WRITTEN = term("certificate of {count} bets written to {file}")
BEARS_ON = term("bears on the bets {bets}")
NOT_COMPUTED = term("not computed: {reason}")

STRATEGY = term("strategy")
SO_FAR = term("{rate} million rounds/s, net {mean} ± {error} %")
RAN = term("{sessions} sessions, {rounds} rounds, seed {seed}")
CUT_SHORT = term("cut short: {done} of {asked} sessions")
RATE = term("{seconds} s, {rate} million rounds a second")
SESSION = {
    "bankroll": term("bankroll {value}"),
    "target": term("target {value}"),
    "stop_loss": term("stop-loss {value}"),
    "rounds": term("{value} rounds at most"),
}
FIGURE = term("patacas")
MEASURED = term("measured")
ERROR = term("± standard error")
EXACT = term("exact")
LUCK = term("luck")
NET_PER_ROUND = term("net per round")
NET_PER_SESSION = term("net per session")
NET_PER_STAKED = term("net per amount staked, %")
Z_SCORE = term("exact is the mean of the stakes that were made; luck, measured less exact, is {z} standard errors")
EXACT_PER_STAKED = term("exactly {exact} of whatever is staked")
COIN_IN = term("staked {staked}, net {net}; a session's net result has standard deviation {sd}")
CHANCE_OF = term("chance of")
CHANCES = {
    "ahead": term("finishing ahead"),
    "ruin": term("ruin: no money for the next bet"),
    "target": term("reaching the target"),
    "stop_loss": term("losing the stop-loss"),
    "rounds": term("playing all rounds"),
}
SURVIVED = term("rounds of a session: mean {mean}; 5 % {low}, half {middle}, 95 % {high} or fewer")
LOSING_RUN = term("losing rounds in a row, ties left out: longest {longest}, of a session {mean} on average")
MONEY_OVER_TIME = term(
    "money in hand and on the layout that a share of sessions stays below (to about 1 % of the change)"
)
NET_OVER_TIME = term("net result that a share of sessions stays below (to about 1 %)")
AFTER_ROUND = term("after round")
PERCENT_OF_STAKED = term("net, % of what is staked")
EXACTLY = term("the same, exact")
Z = term("z")
STAKED_PER_SESSION = term("staked per session")
SPREAD = term("standard deviation of a session")
CHANCES_PERCENT = {
    "ahead": term("finish ahead, %"),
    "ruin": term("ruin, %"),
    "target": term("reach the target, %"),
    "stop_loss": term("lose the stop-loss, %"),
}
FINAL_MONEY = term("final money, {share} of sessions below")
LONGEST_RUN = term("longest losing run")
BETTER = term("per session better than 1, same outcomes")
COMPILING = term("compiling, this once: about fifteen seconds")

DEVICE = term("device")
DEVICES = {
    "outcomes": term("outcomes"),
    "places": term("tiles' places"),
    "followers": term("tile behind tile"),
    "hands": term("tiles in one hand"),
    "kept": term("neighbours kept"),
    "rising": term("neighbours turned"),
    "four_dice": term("four dice"),
    "each_die": term("each die"),
}
TEST = term("test")
TESTS = {
    "frequency": term("frequency"),
    "single": term("single"),
    "serial": term("pairs"),
    "runs": term("runs"),
    "gap": term("gaps"),
}
STATISTIC = term("statistic")
FREEDOM = term("df")
PASSES = term("passes")
FAILS = term("fails")
RECORDED = term("results that the tables recorded; a test fails where p is below {level}, too even or too uneven")
RESULTS_OF = term("{game}, {count} results: {tables}")
SINGLE_TABLES = term("tests of single tables that fail:")
DRAWN = term("{draws} draws from each device; a test fails where p is below {level}, too even or too uneven")
FAILED_OF = term("{failed} of {tests} tests fail; with a perfect source {expected} would on average")
SOURCE_PASSES = term("the source passes: no p is below {threshold}, which is {level} divided among all tests")
SOURCE_FAILS = term("the source fails: a p is below {threshold}, which is {level} divided among all tests")
RESULTS_PASS = term("the results pass: no p is below {threshold}, which is {level} divided among all tests")
RESULTS_FAIL = term("the results fail: a p is below {threshold}, which is {level} divided among all tests")
POWER = term(
    "What would be found in {sure} of all cases: the smallest share of results turned into one, or repeating the one before, "
    "or of tiles that were only cut; and how many results it takes to find {sought} turned into one."
)
TURNED = term("turned")
REPEATED = term("repeated")
ONLY_CUT = term("only cut")
NEEDED = term("needed")
NO_TEST_FINDS = (
    term(
        "No test of results finds a good generator whose seed somebody knows: a Mersenne Twister seeded with 42 passes, and "
        "SHA-256 of a counter, and rightly so, for what they give looks like chance to whoever does not know."
    ),
    term(
        "What does find it, or makes it useless: commitments made before the bets and opened afterwards, at void rounds too; "
        "banca audit verify, and what voids would have paid; heads of the journals held by others; and two persons for what "
        "one alone could abuse."
    ),
)
DIEHARDER = term("dieharder: {passed} passed, {weak} weak, {failed} failed")
BYTES_WRITTEN = term("{count} random bytes written to {file}")

FIRST_SUPERVISOR = term("first start: log in as {name} with the one-time password {password} and change it")
SERVING = term("serving at {address} : open it in a browser; for programs, {address}/schema says how; stop with Ctrl-C")
WARNING = term("Mind: {said}")
DOSSIER_WRITTEN = term("{file} written, for the proposal with SHA-256 {digest}")
TRIAL_TABLES = term("Tables that carry a proposal: {tables}")
EMPTY_BANKS = term("their banks are empty until a supervisor funds them")
RESET = term("{name} comes in with the one-time password {password} and changes it; it is shown this once")
PERSON = term("name")
ROLE = term("role")
SHUT_OUT = term("shut out")
YES = term("yes")
ONE_PERSON = term(
    "Mind: there is one supervisor and no inspector, so nobody to agree: changes of staff, large payments out and voids are "
    "done by one person alone, and the audit says so; let a second supervisor or an inspector in"
)
DEMO_TABLES = term("demo tables, with play money: {tables}")

TABLE = term("table")
ENTRIES = term("entries")
HEAD = term("digest at its end")
FIRST_BAD = term("first bad event")
WEIGHTS = {
    "fault": term("fault"),
    "notice": term("notice"),
}
VOIDS = term(
    "{table}, voided rounds: {rounds}; what lay hidden is known of {known}: the players would have won {won} and lost {lost}, "
    "{players} in all"
)
MORE_FINDINGS = term("and {count} findings more")
STORE_WHOLE = term("whole: {tables} tables, {entries} entries, every one decided again as it was; the money adds up")
IMPORTED = term("{tables} tables with {entries} entries are in the store now")
