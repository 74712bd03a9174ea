"""The command line's own words, marked for translation."""

from banca.rulebook import plural, term, words

GAME = term("game")
TITLE = term("title")
NAME = term("name")
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
AS_READ = term("adopted reading")
OTHERWISE = term("other reading")
OPTION = term("option")
VALUES = term("values")
DEFAULT = term("default")
FROM = term("from")
UNTIL = term("until")
YEAR = words("year", pt="ano", zh="年份")
OTHER_INSTRUMENTS = words("other instruments", pt="outros diplomas", zh="其他法規")


NULL_THROW = term("null")
STANDS_ON = term("stays on {state}")
STANDS_AS = term("stays, {state}")
NO_CAUSE = term("cause not given")
PLACED_BEFORE = term("placed before result {throw}")
PART_PLACED = term("{stake} placed before result {throw}")
LIMITS = term("minimum {minimum}, maximum {maximum}, chip {chip}")
UNDECIDED_CHANCE = term("chance that a bet is not decided, counted as 0 above: {chance}")
VALUES_ARE = term("values: {values}; default: {default}")
LEFT = term("left to the concessionaire: {cite}")
NOT_GRANTED = words(
    "no clause seen grants this choice; it follows from {cite}",
    pt="nenhuma disposição consultada confere esta escolha; decorre de {cite}",
    zh="已查閱的條文並無給予此選擇；源於{cite}",
)
AUTHORISED = term("needs the prior authorisation of the DICJ: {cite}")
AUTHORISED_BEFORE = plural(
    "needs the prior authorisation of the DICJ, requested {days} working day ahead: {cite}",
    "needs the prior authorisation of the DICJ, requested {days} working days ahead: {cite}",
    by="days",
)
BUT_FOR = term("{needed}; not for {values}")
CHOICE = term("choice")
ASKED = term("requested on")
PLANNED = term("planned for")
REFERENCE = term("authorisation reference")
STANDING = term("current status")
NO_STORE = term("There is no database here yet, so no authorisation is on record. Use --db to name another.")
OUTCOMES = term("Write a result like this: {form}")
NULL_RESULT = term("null result")
CAUSE = term("cause")
NO_BETS = term("This game has no bets against the house.")
OWN_COMMANDS = term("Its own commands: {command}")
SELECTIONS = term("selections")
LOSES_SHARE = term("loses {share} of the stake")
TOTAL = term("staked {staked}, received {received}, net {net}")
STILL_STANDING = term("still on the layout: {standing}")
READINGS = words(
    "readings on this bet: {readings}",
    pt="interpretações sobre esta aposta: {readings}",
    zh="有關此投注的解讀：{readings}",
)
RULES_AND_READINGS = words(
    "rules and readings on this bet: {readings}",
    pt="regras e interpretações sobre esta aposta: {readings}",
    zh="有關此投注的規則及解讀：{readings}",
)
SOURCES = words("Sources", pt="Fontes", zh="出處")
SD = term("standard deviation")
NET_IS = term("chance of net result {net}")
MEAN = term("mean net result of the round {mean}, standard deviation {sd}")
WRITTEN = plural("certificate of {count} bet written to {file}", "certificate of {count} bets written to {file}")
NAME_A_GAME = term("name a GAME; only --on DATE works without one")
OPTIONS_NEED_A_GAME = term("--option and --certificate need a GAME")
TWO_STRATEGIES = term("name two or more strategies")
JSON_OR_CSV = term("use --json or --csv, not both")
SCHEDULER_NEEDS_DASK = term("--scheduler needs --engine dask")
STRICT_OR_DEMO = term("use --strict or --demo, not both: play money needs no authorisation")
BEARS_ON = term("concerns the bets: {bets}")
NOT_COMPUTED = term("not computed: {reason}")

STRATEGY = term("strategy")
SO_FAR = term("{rate} million rounds/s, net {mean} ± {error}%")
SESSIONS = plural("{count} session", "{count} sessions")
ROUNDS_PLAYED = plural("{count} round", "{count} rounds")
SEED = term("seed {seed}")
CUT_SHORT = plural("stopped early: {done} of {asked} session", "stopped early: {done} of {asked} sessions", by="asked")
RATE = term("{seconds} s, {rate} million rounds per second")
SESSION = {
    "bankroll": term("bankroll {value}"),
    "target": term("target {value}"),
    "stop_loss": term("stop-loss {value}"),
    "rounds": plural("{value} round at most", "{value} rounds at most", by="value"),
}
FIGURE = term("patacas")
MEASURED = term("measured")
ERROR = term("± standard error")
EXACT = term("exact")
LUCK = term("luck")
NET_PER_ROUND = term("net per round")
NET_PER_SESSION = term("net per session")
NET_PER_STAKED = term("net, % of amount staked")
Z_SCORE = term("exact: the expected result of the stakes made; luck: measured minus exact, {z} standard errors")
EXACT_PER_STAKED = term("exactly {exact} of any amount staked")
COIN_IN = term("staked {staked}, net {net}; standard deviation of a session's net result {sd}")
CHANCE_OF = term("chance of")
CHANCES = {
    "ahead": term("finishing ahead"),
    "ruin": term("ruin: no money for the next bet"),
    "target": term("reaching the target"),
    "stop_loss": term("reaching the stop-loss"),
    "rounds": term("playing all rounds"),
}
SURVIVED = term("rounds per session: mean {mean}; at most {low} in 5% of sessions, {middle} in half, {high} in 95%")
LOSING_RUN = term("longest losing streak, ties ignored: {longest}; average of the sessions: {mean}")
MONEY_OVER_TIME = term(
    "money in hand and on the layout: each column is the amount that this share of sessions is below (within about 1% of the change)"
)
NET_OVER_TIME = term("net result: each column is the amount that this share of sessions is below (within about 1%)")
WORKED_OUT = term(
    "worked out without sampling: {states} states, money in steps of {step}; every digit shown is certain"
)
LIKELY_RUN = term("longest losing streak, ties ignored: most likely {likely}, mean {mean}")
MONEY_WORKED_OUT = term(
    "money in hand and on the layout: each column is the amount that this share of sessions does not exceed"
)
NET_WORKED_OUT = term("net result: each column is the amount that this share of sessions does not exceed")
AFTER_ROUNDS = term(
    "{rounds} rounds of the same bets: mean {mean}, standard deviation {sd}, chance of having won {ahead}"
)
NOT_PROVEN = term("some of these amounts may be one step too low: use --exact")
AFTER_ROUND = term("after round")
EXACTLY = term("exact net, %")
Z = term("z")
STAKED_PER_SESSION = term("staked per session")
SPREAD = term("standard deviation of a session")
CHANCES_PERCENT = {
    "ahead": term("finish ahead, %"),
    "ruin": term("ruin, %"),
    "target": term("reach the target, %"),
    "stop_loss": term("reach the stop-loss, %"),
}
FINAL_MONEY = term("final money: {share} of sessions end below")
LONGEST_RUN = term("longest losing streak")
BETTER = term("gain per session over strategy 1, same outcomes")
COMPILING = term("compiling (first run only): about fifteen seconds")

DEVICE = term("device")
DEVICES = {
    "outcomes": term("outcomes"),
    "places": term("positions of the tiles"),
    "followers": term("which tile follows which"),
    "hands": term("tiles in one hand"),
    "kept": term("neighbours kept"),
    "rising": term("neighbours reversed"),
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
RECORDED = term("results recorded at the tables; a test fails if p is below {level} (too even or too uneven)")
RESULTS_OF = plural("{game}, {count} result: {tables}", "{game}, {count} results: {tables}")
SINGLE_TABLES = term("failed tests of single tables:")
DRAWN = term("{draws} draws from each device; a test fails if p is below {level} (too even or too uneven)")
FAILED_OF = term("tests failed: {failed} of {tests}; a perfect source would fail {expected} on average")
SOURCE_PASSES = term("the source passes: no p is below {threshold} ({level} divided by the number of tests)")
SOURCE_FAILS = term("the source fails: a p is below {threshold} ({level} divided by the number of tests)")
RESULTS_PASS = term("the results pass: no p is below {threshold} ({level} divided by the number of tests)")
RESULTS_FAIL = term("the results fail: a p is below {threshold} ({level} divided by the number of tests)")
POWER = term(
    "What is detected in {sure} of cases: the smallest share of results changed to one value, of results that repeat the one "
    "before, or of rounds in which the tiles were not mixed; and the number of results it takes to detect {sought} changed to one value."
)
CHANGED = words("changed", pt="alterados", zh="被改")
REPEATED = term("repeated")
NOT_MIXED = words("not mixed", pt="por baralhar", zh="未洗牌")
RESULTS_NEEDED = words("needed", pt="precisos", zh="所需結果")
NO_TEST_FINDS = (
    term(
        "No test of results can detect a good generator whose seed somebody knows. A Mersenne Twister seeded with 42 passes, and "
        "so does SHA-256 of a counter: without the seed, what they produce looks random."
    ),
    term(
        "What detects it, or makes it useless: commitments published before the bets and revealed afterwards, also for void rounds; "
        "banca audit verify, which shows what void rounds would have paid; digests of the journals kept by others; and two persons "
        "for anything that one person alone could abuse."
    ),
)
ASSESSMENTS = {"passed": term("passes"), "weak": term("weak"), "failed": term("fails")}
DIEHARDER = term("dieharder: {passed} passed, {weak} weak, {failed} failed")
BYTES_WRITTEN = plural("{count} random byte written to {file}", "{count} random bytes written to {file}")

FIRST_SUPERVISOR = term("first start: log in as {name} with the one-time password {password} and change it")
SERVING = term(
    "serving at {address} : open it in a browser; the API is described at {address}/schema ; stop with Ctrl-C"
)
WARNING = term("Note: {said}")
DOSSIER_WRITTEN = term("{file} written; SHA-256 of the proposal: {digest}")
TRIAL_TABLES = term("trial tables with a proposed bet: {tables}")
EMPTY_BANKS = term("their banks are empty until a supervisor funds them")
RESET = term("{name} can log in with the one-time password {password} and must change it; it is shown only once")
ADDED_BY_FILE = words(
    "{name} can log in with the one-time password in the file and must change it",
    pt="{name} pode entrar com a palavra-passe de uso único que está no ficheiro e tem de a alterar",
    zh="{name} 可用檔案內的一次性密碼登入，並須更改密碼",
)
MORE_USERS = words(
    "There are more: add --after {place}",
    pt="Há mais: acrescente --after {place}",
    zh="尚有其他：請加上 --after {place}",
)
FIRST_BY_FILE = words(
    "first start: log in as {name} with the one-time password in {file} and change it",
    pt="primeiro arranque: entre como {name} com a palavra-passe de uso único que está em {file} e altere-a",
    zh="首次啟動：請以 {name} 及 {file} 內的一次性密碼登入，並更改密碼",
)
RESTART_SERVERS = words(
    "Restart the servers of this house, and tell players, witnesses and auditors these keys.",
    pt="Reinicie os servidores desta casa e comunique estas chaves aos jogadores, às testemunhas e aos auditores.",
    zh="請重新啟動本場的伺服器，並將此等密鑰告知博彩者、見證方及審計人員。",
)
ROLE = term("role")
SUSPENDED = term("access suspended")
YES = term("yes")
ONE_PERSON = term(
    "Note: there is one supervisor and no inspector, so nobody can agree to anything. One person alone changes staff, makes large "
    "payments and voids rounds, and the audit says so. Add a second supervisor or an inspector."
)
NO_CHECKPOINT_OUTSIDE = words(
    "Note: nobody outside holds evidence of this house's past, so whoever has its database and its log key could rewrite it unseen. Append checkpoints to a file elsewhere (--checkpoints FILE), or name a witness (--witness).",
    pt="Nota: ninguém de fora guarda provas do passado desta casa, pelo que quem tiver a base de dados e a chave do registo de transparência o poderia reescrever sem se notar. Acrescente os pontos de controlo a um ficheiro noutro local (--checkpoints FICHEIRO), ou indique uma testemunha (--witness).",
    zh="注意：場外無人持有本場過往記錄的證據，持有資料庫及透明日誌密鑰者可在無人察覺下改寫。請將檢查點附加至他處的檔案（--checkpoints 檔案），或指定見證方（--witness）。",
)
DEMO_TABLES = term("demo tables, with play money: {tables}")

TABLE = term("table")
ENTRIES = term("entries")
HEAD = term("last digest")
FIRST_BAD = term("first error")
WEIGHTS = {
    "fault": term("fault"),
    "notice": term("notice"),
}
VOIDS = term(
    "{table}, void rounds: {rounds}; hidden result known: {known}; with it the players would have won {won} and lost {lost} of them, "
    "net {players}"
)
MORE_FINDINGS = plural("and {count} more finding", "and {count} more findings")
TABLES = plural("{count} table", "{count} tables")
ENTRIES_COUNTED = plural("{count} entry", "{count} entries")
STORE_INTACT = term("intact: {what}; every entry was decided again with the same result, and the accounts balance")
PART_INTACT = words(
    "no errors in what was checked: {what}; each of these entries was decided again with the same result",
    pt="sem erros no que foi verificado: {what}; cada um destes registos foi decidido de novo com o mesmo resultado",
    zh="所查核的內容沒有錯誤：{what}；此等記錄均重新判定，結果相同",
)
IMPORTED = term("imported: {what}")
