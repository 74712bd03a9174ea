"""What each refusal says: what was asked, why not, what is allowed. One line each; the clause is added behind it.

What one game alone refuses is said where that game declares it (`banca.rulebook.refusal`).
"""

from banca.rulebook import Code, term

SENTENCES = {
    Code.UNKNOWN_GAME: term("there is no game {asked}; {allowed}"),
    Code.UNKNOWN_LANGUAGE: term("there is no language {asked}; the languages are {allowed}"),
    Code.UNKNOWN_CLAUSE: term("{game} has no clause {asked}; its articles are {allowed}"),
    Code.GAME_FAULTY: term("the package of the game {asked} is faulty and is left out: {because}"),
    Code.UNKNOWN_OPTION: term("there is no option {asked}; {allowed}"),
    Code.UNKNOWN_VALUE: term("option {option} cannot be {asked}; it can be {allowed}"),
    Code.UNKNOWN_BET: term("{game} has no bet {asked}; {allowed}"),
    Code.UNKNOWN_SELECTION: term("{bet} needs one of its selections, not {asked}; {allowed}"),
    Code.NO_SELECTION: term("{bet} takes no selection, so {asked} means nothing; write {bet}"),
    Code.BAD_OPTION: term("cannot read option {asked}; write NAME=VALUE"),
    Code.REPEATED_OPTION: term("option {asked} is given twice"),
    Code.BAD_BET: term("cannot read bet {asked}; write ID=STAKE, ID:SELECTION=STAKE or ID@THROW=STAKE"),
    Code.BAD_STAKE: term("cannot read amount {asked}; write patacas such as 100 or 12.50"),
    Code.BAD_LIMITS: term(
        "limits do not fit: chip {chip}, minimum {minimum}, maximum {maximum}; "
        "the minimum is a whole number of chips and at most the maximum"
    ),
    Code.STAKE_NOT_POSITIVE: term("a stake of {asked} is not a bet; stakes are whole multiples of {minimum}"),
    Code.STAKE_NOT_MULTIPLE: term("a stake of {asked} is not a whole multiple of the minimum {minimum}"),
    Code.STAKE_TOO_LARGE: term("a stake of {asked} is above the table's maximum {maximum}"),
    Code.BAD_OUTCOME: term("cannot read outcome {asked}; write it like {form}"),
    Code.IMPOSSIBLE_OUTCOME: term("{asked} cannot come up; possible: {allowed}"),
    Code.UNKNOWN_NULL: term("{asked} is no cause for a null throw; possible: {allowed}"),
    Code.SEQUENCE_ENDED: term("{asked} outcomes given, but every bet was decided after {allowed}; leave out the rest"),
    Code.NO_SUCH_THROW: term("{bet} cannot be placed before throw {asked}; possible: 1 to {allowed}"),
    Code.ALREADY_DECIDED: term(
        "{bet} was decided by throw {asked}; to place it after the throws write {bet}@{allowed}"
    ),
    Code.BETS_CLOSED: term("{bet} comes too late: no more bets after the call, and a null throw does not reopen them"),
    Code.OUT_OF_PHASE: term("{asked} is not possible in phase {phase}; possible: {allowed}"),
    Code.CANNOT_TAKE_DOWN: term("{bet} stands on {number} and stays until it is decided"),
    Code.ASKED_IN_FUTURE: term("{asked} is still to come; the day it was asked for is {allowed} or earlier"),
    Code.UNSEEN_LETTER: term("there is a letter that nobody sees, {asked}; leave it out"),
    Code.ASKED_TOO_LATE: term(
        "asked {asked} for {planned}: {found} working days lie between, at least {allowed} must ({by}); "
        "the earliest day is {earliest}"
    ),
    Code.PLANNED_BEFORE_ASKED: term("asked {asked} for {planned}: nothing is asked for after the day planned"),
    Code.NOT_AUTHORISED: term("no authorisation is on record for {asked}; to record one: {command}"),
    Code.BEYOND_CALENDAR: term("the working days of {asked} are not known; those of {least} to {most} are"),
    Code.NOT_IN_FORCE: term("no rules of {game} for {asked}, {edition}: {because}"),
    Code.BAD_DATE: term("cannot read date {asked}; write it like 2026-11-16"),
    Code.DIFFERENT_SPACES: term("no bets stand together on the same outcomes here: {bets}"),
    Code.NEVER_ENDS: term("{bet} might never be decided"),
    Code.TOO_MANY_STATES: term("{bet} has more than {allowed} states"),
    Code.UNKNOWN_EXAMPLE: term("there is no such file, and the worked examples are {allowed}"),
    Code.OTHER_GAME_PROPOSED: term("{asked} is a proposal for {game}, not for {allowed}"),
    Code.BAD_PROPOSAL: term("{asked}, line {line}: {because}"),
    Code.STARLARK: term("Starlark says: {because}"),
    Code.PROPOSAL_TOO_LONG: term(
        "the file runs longer than {allowed} s or than a bet can need; make its loops shorter"
    ),
    Code.PROPOSAL_TOO_LARGE: term("the file asks for more memory than {allowed} MB; keep its lists and texts short"),
    Code.PROPOSAL_STATES: term(
        "the bet comes to more than {allowed} states; keep in its state only what its outcome depends on"
    ),
    Code.PROPOSAL_TANGLED: term(
        "{asked} states lead back to each other, which takes too long to solve exactly; at most {allowed} may"
    ),
    Code.PROPOSAL_CALLS: term("a file may call {asked} at most {allowed} times; make several files"),
    Code.BAD_STATE: term(
        "a state is text, a whole number, True, False, None or a tuple of these, so that it can be told from others; not {given}"
    ),
    Code.ANALYSIS_TOO_LONG: term(
        "the exact figures of {bet} take longer than {allowed} s; keep in its state only what its outcome depends on"
    ),
    Code.FIGURES_TOO_LONG: term(
        "the exact figures of {bet} are fractions of more than {allowed} digits; give it fewer states"
    ),
    Code.PROPOSAL_ONCE: term(
        "say once which game it is for: proposal(game = ..., title = say(en = ..., pt = ..., zh = ...))"
    ),
    Code.PROPOSAL_VALUE: term("{asked} may not be {given}"),
    Code.NOTHING_PROPOSED: term("the file proposes nothing; call bet(...) or change(...)"),
    Code.FILE_TOO_LONG: term("a proposal has at most {allowed} letters, and this has more"),
    Code.WINS_OR_STEP: term(
        "a bet needs either wins = (a condition on the outcome) or step = (a function of state and outcome)"
    ),
    Code.WINS_AND_TIES: term("the outcome {outcome} both wins and ties; only one may hold"),
    Code.STEP_NONSENSE: term(
        "for state {state} and outcome {outcome} the bet gave {gave}; give win(...), lose(), push() or stay(state)"
    ),
    Code.UNKNOWN_FACT: term("sees is a list of what there is to see in this game: {allowed}"),
    Code.ROW_NOT_NAMED: term("the bet wins without saying by which of its rows of prizes: {allowed}"),
    Code.ONE_PRIZE: term("the bet wins by the row '{asked}', but has one prize only: write win(), or give it prizes"),
    Code.NOT_CALLED: term("write {asked}() with its brackets"),
    Code.NO_SUCH_FACT: term("an outcome has no {asked} here; there is: {allowed}"),
    Code.NOT_A_FUNCTION: term("{asked} must be a function such as lambda o: o.total == 7; not {given}"),
    Code.HIGHER_THAN_ANY: term(
        "{bet}: at {asked} it takes more than any bet of the regulation, the highest of which takes {allowed}"
    ),
    Code.UNKNOWN_ROW: term("the bet wins by the row '{asked}', which its prizes do not have: {allowed}"),
    Code.UNKNOWN_PLACE: term("place is where the bet lies on the layout: {allowed}; not {asked}"),
    Code.NOT_TOLD: term("{asked} is missing in {missing}; write say(en = ..., pt = ..., zh = ...)"),
    Code.TEXT_TOO_LONG: term("{asked} must be one line of at most {allowed} printable letters: {given}"),
    Code.NAME_WITHOUT_SELECTION: term("the name of {asked}, which has selections, needs {{}} where they go: {given}"),
    Code.BAD_BET_ID: term(
        "an id is lower-case letters, digits and _, and a selection letters, digits and -; not {asked}"
    ),
    Code.BET_THERE: term(
        "there is already a bet {asked}; give the new one another id, or change(bet = ...) the old one"
    ),
    Code.NO_PRIZES: term(
        '{asked} needs either pays = "7 to 6" or prizes = a table of rows such as {{"two": "30 to 1"}}, and not both'
    ),
    Code.BAD_PRIZE: term('{asked} must be text such as "7 to 6" or "30 for 1", in whole numbers; not {given}'),
    Code.PRIZE_OUT_OF_RANGE: term("{asked} pays nothing or more than {allowed} to 1: {given}"),
    Code.NEVER_WON: term("{bet} can never win so; no outcome meets the condition"),
    Code.PLAYER_AHEAD: term("{bet}: the player has the advantage, {asked} of the stake"),
    Code.NOBODY_AHEAD: term("{bet}: nobody has an advantage; the house gains nothing by it"),
    Code.ROW_NEVER_WON: term("{bet}: the prize for '{asked}' can never be won"),
    Code.LONG_BET: term("{bet}: it takes {asked} rounds to decide on average; a player may leave before it ends"),
    Code.ROUNDING_COSTS: term("{bet}: rounding what is paid down to the chip costs {asked} of a stake at the minimum"),
    Code.NO_ARTICLE_7: term(
        "the regulation of {asked} has no article that provides for new bets; it would have to change"
    ),
    Code.ONLY_IN_PHASE: term("{bet} may only be placed in the phase {allowed}"),
    Code.NO_FONT: term("no font for {asked} was found; install one such as {allowed}, or name its folder with --fonts"),
    Code.CANNOT_WRITE: term("cannot write {asked}: {because}"),
    Code.CANNOT_READ: term("cannot read {asked}: {because}"),
    Code.NOT_A_GAME_OF_CHANCE: term(
        "{asked} has no bets against the house; use 'banca {command}' and 'banca rules {asked}'. Games of chance: {allowed}"
    ),
    Code.BAD_ENTRY: term("cannot use {asked} in {where}: {because}"),
    Code.UNKNOWN_KEY: term("{where} has no key {asked}; it has {allowed}"),
    Code.NO_BETS: term("the strategy for {game} makes no bets; it needs at least one"),
    Code.TOO_MANY_BETS: term("the strategy comes to {asked} bets at once; at most {allowed}"),
    Code.NOT_ADDITIONAL: term("{bet} is added to no other bet; give its stake as an amount, not as a multiple"),
    Code.NEEDS_TIMES: term(
        "{bet} is an additional bet; write times = 1 to {allowed}, a multiple of its flat bet, and no stake or progression"
    ),
    Code.WRONG_COUNT: term("{asked} of {bet} cannot stand at once; at most {allowed} here"),
    Code.UNKNOWN_PHASE: term("{game} has no phase {asked}; its phases are {allowed}"),
    Code.BET_TWICE: term("{bet} is there twice; a bet with a progression or a multiple may be there once"),
    Code.BAD_ROUNDS: term("a session cannot have {asked} rounds; possible: 1 to {allowed}"),
    Code.NO_BANKROLL: term("a target or a stop-loss needs a bankroll"),
    Code.BANKROLL_TOO_SMALL: term("a bankroll of {asked} does not pay for the first bet, {bet} at {stake}"),
    Code.BAD_TARGET: term(
        "a target of {asked} is reached before the first round; it must be above the bankroll {bankroll}"
    ),
    Code.BAD_STOP_LOSS: term(
        "a stop-loss of {asked} is not possible; it must be above 0 and at most the bankroll {bankroll}"
    ),
    Code.UNKNOWN_STRATEGY: term(
        "there is no strategy {asked} for {game}; write a file ending in .toml, or one of {allowed}"
    ),
    Code.OTHER_GAME: term("{asked} is a strategy for {found}, not for {game}"),
    Code.OTHER_OUTCOMES: term(
        "the strategies cannot be played over the same outcomes; give them the same options and the same number of gates"
    ),
    Code.UNKNOWN_PROGRESSION: term("there is no progression {asked}; the progressions are {allowed}"),
    Code.BAD_NUMBER: term("cannot read {asked} as a whole number for {what}; write 1000, 10_000 or 1e6"),
    Code.BAD_SESSIONS: term("cannot play {asked} sessions; possible: 1 to {allowed}"),
    Code.BAD_SEED: term("a seed cannot be {asked}; possible: 0 to {allowed}"),
    Code.BAD_WORKERS: term("cannot use {asked} workers; possible: 1 to {allowed}"),
    Code.NOTHING_DONE: term("cut short before anything was done"),
    Code.WORKER_FAILED: term("a worker failed: {because}"),
    Code.UNKNOWN_ENGINE: term("there is no engine {asked}; the engines are {allowed}"),
    Code.BAD_CHART: term("cannot write {asked}; its name must end in {allowed}"),
    Code.NO_STRATEGY: term("say what to play: a strategy ({allowed}), a file ending in .toml, or --bet ID=STAKE"),
    Code.BAD_CHECKPOINT: term("{asked} is not a checkpoint of this run: {because}"),
    Code.NO_SCHEDULER: term("cannot use the Dask scheduler at {asked}: {because}"),
    Code.TOO_LARGE_TO_COUNT: term(
        "amounts of {asked} over {rounds} rounds are too large to be counted exactly; use smaller ones or fewer rounds"
    ),
    Code.NEEDS_EXTRA: term("{asked} needs the extra {allowed}: pip install 'banca[{allowed}]'"),
    Code.UNKNOWN_ACT: term("nothing here is called {asked}; what can be done: {allowed}"),
    Code.NOT_YOUR_ACT: term("{asked} is for: {allowed}"),
    Code.FIELD_MISSING: term("{asked} needs {missing}"),
    Code.FIELD_NOT_TAKEN: term("{asked} does not take {beside}; it takes {allowed}"),
    Code.ALREADY_SEATED: term("{asked} has a seat at this table"),
    Code.NOT_SEATED: term("{asked} has no seat at this table; sit down first"),
    Code.NO_SEAT_LEFT: term("all {allowed} seats are taken"),
    Code.BETS_STAND: term("{asked} has {allowed} on the table; bets are decided or taken back before one leaves"),
    Code.NO_SUCH_BET: term("there is no {asked} to take back; there is {allowed}"),
    Code.NOTHING_OFFERED: term("no {asked} was laid out for confirmation; there is {allowed}"),
    Code.PLAYER_LIMIT: term("{asked} in all is above what one player may have on this table: {allowed}"),
    Code.BANK_TOO_SMALL: term("the house might come to owe {asked}, and the table's bank covers {allowed}"),
    Code.NOT_ENOUGH_MONEY: term("{asked} is more than the wallet holds: {allowed}"),
    Code.DRAWN_COUNTS: term("{asked}: this table draws its results, and what is drawn counts"),
    Code.THROW_COUNTS: term("this throw counts"),
    Code.COMMITMENT_LOST: term(
        "the hidden result of {asked} cannot be opened: it is gone, or sealed under another key; a supervisor must void the round"
    ),
    Code.KEY_MISSING: term(
        "{asked}, the key that this store is sealed under, is not there; put it back or name it with --key; if it is lost for "
        "good, start with --key-lost: results hidden under it are never opened, and their rounds must be voided"
    ),
    Code.KEY_DIFFERS: term(
        "{asked} is not the key that this store is sealed under; name the right one with --key; if it is lost for good, start "
        "with --key-lost: results hidden under it are never opened, and their rounds must be voided"
    ),
    Code.BAD_KEY: term("{asked} is no key of a house: it holds 64 hexadecimal digits"),
    Code.NOT_PRIVATE: term("others on this machine may get at {asked} (mode {found}); type: {allowed}"),
    Code.TABLE_CLOSED: term("this table is closed"),
    Code.ROUND_UNDER_WAY: term("{asked} must wait: a round is under way ({phase}), or bets stand"),
    Code.NOT_YOUR_TURN: term("it is not the turn of {asked} but of {allowed}"),
    Code.NOTHING_CHANGES: term("{asked} changes nothing"),
    Code.OUT_OF_RANGE: term("{what} cannot be {asked}; possible: {least} to {most}"),
    Code.BYTES_TO_TERMINAL: term("raw bytes are not for a terminal; write them to a file with -o, or pipe them on"),
    Code.NOT_INSTALLED: term("{asked} needs the program {allowed}, which is not installed here"),
    Code.PROGRAM_FAILED: term("{asked} ended without a result (exit code {status})"),
    Code.NOT_RANDOM: term("chance does not explain {asked}"),
    Code.TOO_FEW_RESULTS: term("there is nothing to test yet: no game has {allowed} results"),
    Code.NOT_BOTH: term("{asked} and {other} do not go together"),
    Code.NEEDS_OPTION: term("{asked} needs {allowed}"),
    Code.BAD_STORE: term("no store can be opened by {asked}; write {allowed}"),
    Code.STORE_NOT_PRIVATE: term("others on this machine may read the store ({asked}); type: {command}"),
    Code.FOLDER_NOT_PRIVATE: term(
        "others on this machine may put another file in the place of the store (folder {asked}); type: {command}"
    ),
    Code.UNKNOWN_TABLE: term("there is no table {asked}; the tables are {allowed}"),
    Code.TABLE_EXISTS: term("there is a table {asked} already"),
    Code.BAD_TABLE: term("{asked} does not fit: {allowed}"),
    Code.COMMAND_REPEATED: term("the id {asked} was used for another command (entry {seq}); give each command its own"),
    Code.STALE_SEQUENCE: term("the table has moved on from {asked} to {allowed}; look again and decide anew"),
    Code.TABLE_STOPPED: term("table {asked} is stopped: a check of the program failed there; a supervisor must look"),
    Code.NAME_TAKEN: term("somebody is called {asked} already"),
    Code.UNKNOWN_USER: term("nobody is called {asked}"),
    Code.WRONG_PASSWORD: term("name or password is wrong"),
    Code.SAME_PASSWORD: term("the new password is the old one"),
    Code.TOO_MANY_TRIES: term("too many tries; try again in {asked} seconds"),
    Code.NOT_LOGGED_IN: term("log in first, or send a bearer token"),
    Code.PASSWORD_MUST_CHANGE: term("the one-time password must be changed first (POST /api/v1/password)"),
    Code.NO_CSRF_TOKEN: term("the header X-CSRF-Token is missing or wrong; GET /api/v1/me tells the right one"),
    Code.BAD_REQUEST: term("cannot read the request: {asked}"),
    Code.NOT_FOUND: term("there is nothing at {asked}"),
    Code.METHOD_NOT_ALLOWED: term("{asked} is not possible here; possible: {allowed}"),
    Code.STORE_DOWN: term("the store does not answer ({because}); ask again with the same command id"),
    Code.DRAINING: term("the server is shutting down; ask again with the same command id"),
    Code.DEFECT: term("a fault of the program, not yours; it has been logged under {asked}"),
    Code.NO_DEMO: term("this house has no demo; ask a supervisor for an account"),
    Code.CANNOT_LISTEN: term("cannot listen at {asked}: {because}"),
    Code.ENTRY_MISSING: term("entry {asked} is missing; the next is {found}"),
    Code.DIGEST_DIFFERS: term("the digest is not that of this entry behind the one before"),
    Code.NOT_AN_ENTRY: term("this is no entry of a journal: {because}"),
    Code.COLUMN_DIFFERS: term("the column {column} says {found}, the entry says {expected}"),
    Code.HEAD_DIFFERS: term("the table stands at {found}, its journal ends at {expected}"),
    Code.UNLISTED_TABLE: term("there are rows of a table {asked}, which is not among the tables"),
    Code.NOT_LOOKED_AT: term("{asked} entries behind this one are not trusted and were not looked at"),
    Code.RULES_REFUSE: term("the rules refuse {asked}: {because}"),
    Code.CANNOT_DECIDE: term("{asked} cannot be decided again: {because}"),
    Code.EVENT_DIFFERS: term("by the rules {expected}, in the journal {found}"),
    Code.EVENT_BEYOND: term("by the rules nothing more happens here, in the journal {asked}"),
    Code.EVENT_LACKING: term("by the rules {expected} happens here, in the journal nothing"),
    Code.NOT_DRAWABLE: term("{asked} cannot come up at this moment"),
    Code.OTHER_VERSION: term("opened by version {asked} of the program, decided again by {found}"),
    Code.TRANSFER_DIFFERS: term("by the entry the transfer {expected}, in the ledger {found}"),
    Code.BALANCE_DIFFERS: term("{asked} holds {found} avos, its transfers make {expected}"),
    Code.BALANCE_NEGATIVE: term("{asked} holds {found} avos, less than nothing"),
    Code.MONEY_APPEARS: term("all accounts together hold {found} avos instead of 0"),
    Code.STAKES_DIFFER: term("the account of the stakes holds {found} avos, and {expected} lie on the table"),
    Code.COMMITMENT_BROKEN: term("what is shown does not open the commitment {asked}"),
    Code.COMMITMENT_REPLACED: term(
        "it takes the place of the commitment {asked} (entry {seq}), which was never opened"
    ),
    Code.COMMITMENT_VOIDED: term("the commitment {asked} was never opened: {by} voided the round, saying {because}"),
    Code.COMMITMENT_HIDDEN: term("the commitment {asked} is not opened yet: the round is under way"),
    Code.COMMITMENT_UNOPENED: term("the round ended, and its commitment {asked} was never opened"),
    Code.COMMITMENT_MISPLACED: term("the commitment {asked} is for round {found}; round {expected} was played"),
    Code.VOID_OPENED: term(
        "{by} voided the round, saying {because}; {found} lay hidden: the players' result would have been {players}"
    ),
    Code.VOIDS_ONE_SIDED: term(
        "of {asked} voided rounds the players would have won {won} and lost {lost}: {players} in all"
    ),
    Code.OTHER_RESULT: term("the commitment was to {expected}, and {found} was played"),
    Code.SECRET_MISSING: term("the hidden result of {asked} is not in the store"),
    Code.SECRET_DIFFERS: term("the hidden result of {asked} in the store is not the one committed to"),
    Code.SECRET_STRAY: term("the store has {asked} hidden results that no entry committed to"),
    Code.PERSON_DIFFERS: term("{asked} is {found} in the store and {expected} by the register"),
    Code.KEY_STRAY: term("{asked} holds key {found}, of which the register says something else or nothing"),
    Code.ENTRANCE_DIFFERS: term("what {asked} comes in by is not what the register says was set last"),
    Code.AUTHORISATION_DIFFERS: term("an authorisation says {found}, and the register {expected}"),
    Code.DONE_ALONE: term("{asked} takes two persons, and {by} did it alone"),
    Code.TIME_UNREADABLE: term("its time is not written as the journal writes: {asked}"),
    Code.TIME_BACKWARDS: term("it is dated {asked}, before an earlier entry of {found}"),
    Code.TIME_TO_COME: term("it is dated {asked}, and now it is {found}"),
    Code.SPENT_EARLY: term("by {at} {found} avos had gone out of {asked}, and {expected} had come in"),
    Code.NOT_WHOLE: term("the store is not whole; faults: {asked}, the first at {where}"),
    Code.BROKEN_AT: term("table {table}, entry {asked}: {because}"),
    Code.BAD_LINE: term("line {asked}: {because}"),
    Code.LINE_TOO_LONG: term("longer than {allowed} bytes"),
    Code.TOO_MANY_READ: term("more than {allowed} {asked}"),
    Code.STORE_IN_USE: term("this store has tables, money or people of its own; import into an empty one"),
    Code.UNKNOWN_ROUND: term("table {table} has no round {asked}; its rounds are 1 to {allowed}"),
    Code.UNKNOWN_RUN: term("there is no simulation {asked} of yours; those done long ago are not kept"),
    Code.TOO_MANY_DRAFTS: term(
        "{allowed} people are having proposals worked out already; try again in {seconds} seconds"
    ),
    Code.TOO_OFTEN: term("no more than {allowed} a minute ({limit}); try again in {seconds} seconds"),
    Code.TOO_BUSY: term("too many are waiting for this already ({limit}); try again in {seconds} seconds"),
    Code.LIMIT_NOT_WHOLE: term("{limit} cannot be {asked}: it is a whole number above 0"),
    Code.LIMIT_NOT_ABOVE_ZERO: term("{limit} cannot be {asked}: it is a number of seconds above 0"),
    Code.SUPERSEDED: term("you have asked again meanwhile, and that is worked out instead"),
    Code.TOO_MANY_STREAMS: term(
        "no more than {allowed} streams of one person or address may be open at once; close one, or try again in {seconds} seconds"
    ),
    Code.TOO_FAR_BEHIND: term(
        "entries up to {allowed} are not sent again; follow with after={allowed}, or look at the table and follow it from there"
    ),
    Code.TOO_MANY_EXPORTS: term(
        "no more than {allowed} exports and audits may go on at once; try again in {seconds} seconds"
    ),
    Code.TOO_MANY_RUNS: term("no more than {allowed} simulations may wait or run at once; try again when one is done"),
    Code.NOT_YOURSELF: term("{asked} cannot be shut out by themselves; another supervisor can"),
    Code.SHUT_OUT: term("{asked} is shut out"),
    Code.TAKES_TWO: term("{asked} takes two persons; one of these must agree: {allowed}"),
    Code.WISH_TOO_OLD: term("number {asked} has waited too long, it was good until {until}; ask again"),
    Code.TOO_MANY_WISHES: term("{asked} of your wishes wait for a second person; take one back first"),
    Code.SESSION_NEEDED: term("a token cannot do this; log in with your password"),
    Code.NOT_THE_SECOND: term("{asked} has asked for it and cannot be the second person; these can: {allowed}"),
    Code.NOTHING_ASKED: term("nothing waits for a second person under number {asked}; there are: {allowed}"),
    Code.ROUND_IS_OVER: term("it was about round {asked}; the table is at round {allowed} now"),
    Code.HALF_LOST: term("half of the one-time password of number {asked} cannot be opened with this key; ask again"),
    Code.CODE_NEEDED: term("the code of your second factor is needed too"),
    Code.WRONG_CODE: term("the code is wrong, or was used before; wait for the next one"),
    Code.FACTOR_LOST: term(
        "the second factor of {asked} cannot be opened with this key; a reset of the password removes it"
    ),
    Code.FACTOR_MUST_BE_SET: term("staff of this house need a second factor; set yours first"),
    Code.TOO_MANY_TOKENS: term("you hold {asked} tokens, and {allowed} is the most; end one first"),
    Code.NO_SUCH_KEY: term("you hold no key {asked}"),
    Code.AMOUNT_NOT_POSITIVE: term("an amount of {asked} moves nothing; it must be above 0"),
    Code.BANK_OWED: term("{asked} cannot be taken out: the house may come to owe it; {allowed} can"),
    Code.RESULT_STANDS: term("the result {asked} has been called and is paid, not voided"),
    Code.ROUND_STANDS: term("something of this round is known, so it is played to its end and nothing goes back"),
    Code.PRACTICE_NEEDS_PLAY_MONEY: term(
        "practice seats play only where all money is play money, as in a house started with --demo"
    ),
    Code.PRACTICE_PAST_CAGE: term("{asked} brought play money past the cage, as in earlier versions"),
    Code.NOT_A_PLAYER: term("{asked} is no player, and only players have wallets"),
}
