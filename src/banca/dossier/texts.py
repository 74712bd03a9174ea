"""What the dossier says, in English; the catalogues have the other languages."""

from banca.rulebook import Lose, Push, term, words

DECIDED: dict[type, str] = {Lose: term("the stake is lost"), Push: term("the stake comes back")}
WINS = term("wins {pays}")
WINS_ROW = term("wins {pays}: {row}")
STAYS = term("stays as it is")

# The cover

APPLICATION = term("Application for new bets and prizes")
NO_APPLICATION = term("Proposal for new bets and prizes")
GAME = term("Game")
REGULATION = term("Regulation")
ASKED_UNDER = term("Asked for under")
FILE_DIGEST = term("SHA-256 of the proposal file")
MADE_WITH = term("Worked out with")
APPLICANT = term("Applicant")
OFFICE = term("Signed by (name and office)")
SIGNATURE = term("Signature")
DATE = term("Date")
CONTENTS = term("Contents")
PAGE_OF = term("page {page} of {pages}")

# 1 Summary

SUMMARY = term("Summary")
NEW_BETS = term("New bets")
OTHER_PRIZES = term("Bets with other prizes")
LIMITS = term("Stakes at the table")
LIMITS_SAID = term("MOP {minimum} to MOP {maximum}; the smallest chip is MOP {chip}")
HOUSE_OPTIONS = term("The house's choices")
BET = term("Bet")
PAYS = term("Pays")
WINNING = term("Chance of winning")
ADVANTAGE = term("Casino's advantage")
ROUNDS = term("Rounds to decision, mean")
NOTICED = term("What an examiner should look at")
NOTHING_NOTICED = term(
    "Nothing stands out: the casino has the advantage in every bet, every prize can be won, no bet takes long to decide, "
    "and rounding costs the players nothing."
)
ALIKE = term("{family} ({count} bets)")
ALIKE_SAID = term("{count} bets with the same prizes and the same chances are described together: {names}.")

# 2 Description

DESCRIPTION = term("Exact description")
DESCRIPTION_SAID = term(
    "Each bet in the words of the proposal file, and a worked example for every way in which it can end: the shortest "
    "run of outcomes that leads there, with a stake at the table's minimum."
)
OWN_BET = term("A bet that the game has ({cite}); the proposal changes its prizes and nothing else.")
MAY_BE_PLACED = term("May be placed")
ANY_TIME = term("whenever bets are taken")
TAKEN_BACK = term("May be taken back")
BEFORE_MOVED = term("until an outcome has moved it (R-proposal-1)")
AS_BEFORE = term("as the regulation has it")
IS_DECIDED = term("Is decided")
AT_ONCE = term("by the next outcome")
AFTER_SEVERAL = term("after {rounds} rounds on average; it passes through {states} states")
RESTS_ON = term("Rests on")
EXAMPLES = term("Worked examples")
OUTCOMES = term("Outcomes, in order")
HAPPENS = term("What happens")
STAKE = term("Stake (MOP)")
RECEIVED = term("The player receives (MOP)")
NET = term("Net (MOP)")

# 3 Probabilities

PROBABILITIES = term("Probabilities and their derivation")
PROBABILITIES_SAID = term("Every chance is an exact fraction; nothing is rounded on the way to it.")
LONG_FIGURE = term(
    "≈ stands before the decimal of a fraction that is too long for its table; the annex of exact figures has it whole."
)
CHANCE = term("Chance")
PERCENT = term("In percent")
ONE_IN = term("Once in")
WAYS_SAID = term(
    "The device can fall in {total} equally likely ways. Where one round decides, the chance of a result is the number of "
    "its ways divided by {total}."
)
ON = term("On")
WAYS = term("Ways of {total}")
MORE = term("… and {count} more")
STATES_SAID = term(
    "A bet that lasts several rounds passes through states. For a state s let x(s) be the chance of a result from there "
    "on; every outcome o, with w(o) of N equally likely ways, either decides the bet or leads to another state, so that"
)
FORMULA = "x(s) = Σ w(o) / N · x(s, o),"
FORMULA_SAID = term(
    "where x(s, o) is the value of the state that follows, or 1 where o decides for the result and 0 where it decides "
    "otherwise. These equations have one solution, found in whole numbers without rounding; the value at the first state "
    "is the chance stated."
)
STATES_SHOWN = term("The first {shown} of {count} states, in the order of discovery; the certificate has them all")
ALL_STATES = term("All {count} states")
STATE = term("State")
MOVES = term("Outcomes (ways of {total}) → what follows")
SELECTIONS = term("The same for each selection")
WINS_ON = term("Wins on")

# 4 Prizes

PRIZES = term("Prizes")
PRIZES_SAID = term(
    "A prize is paid beside the stake, which the winner keeps. Beside each prize stands what it gives back of every "
    "stake on average, and what the casino's advantage would be if that prize alone were one step lower or higher."
)
PRIZE_FOR = term("Prize for")
WINNING_ROW = term("winning")
WINNING_ON = term("winning on {seen}")
GIVES_BACK = term("Gives back")
ONE_LOWER = term("One step lower")
ONE_HIGHER = term("One step higher")
COMMISSION = term("{bet}: a commission of {rate} of the prize is kept ({cite}).")

# 5 Advantage

ADVANTAGE_CALCULATED = term("Calculation of the casino's advantage")
ADVANTAGE_SAID = term(
    "The casino's advantage is what it gains on average of every unit staked: the chance of each result times what the "
    "player nets by it, added up, with the sign changed."
)
RESULT = term("Result")
NETS = term("Net of 1 staked")
TIMES = term("Chance × net")
SUM = term("Sum: the player's mean net")
PAYS_NOW = term("Pays")
PAID_BEFORE = term("Paid before the change")
IN_ANNEX = term("(the fraction stands in the annex)")
EXACTLY = term("Casino's advantage, exactly")
BEFORE = term("Before the change")
PER_ROUND = term("Per round that the stake stands")
TIES_OUT = term("Ties left out")
AT_MINIMUM = term("At a stake of MOP {stake}, paid in chips of MOP {chip}")
HITS = term("How often it wins")
HITS_SAID = term("{percent}, once in {one_in} bets")
VOLATILITY = term("Standard deviation, in stakes")
WORST = term("The most the casino can owe for one bet")
WORST_SAID = term("MOP {prize} beside the stake of MOP {stake} ({pays}), with chance {percent}")
AT_OPTIONS = term("At the house's other choices")
SAME_AT_OPTIONS = term("the same at every value of every option")
OPTION = term("Option")
VALUE = term("Value")
SIMULATED = term("Simulated, as a second opinion")
SIMULATED_SAID = term("{edge} ± {error} in {rounds} rounds (seed {seed}): {z} standard errors from the exact figure")
CERTIFICATE = term("Certificate")
CERTIFICATE_SAID = term(
    "The dossier as JSON carries a certificate: for every bet the whole table of states and outcomes, in whole numbers, "
    "and the solution of its equations. Whoever doubts a figure can check it without this program:"
)
CERTIFICATE_COMMAND = "python3 verify_certificate.py dossier.json"
CERTIFICATE_TOOL = term(
    "The checker (tools/verify_certificate.py in Banca's source) is a page of Python that needs nothing else; it puts "
    "the solution into every equation and compares every figure. It answers with “verified” or with the row that fails."
)
CERTIFICATE_DIGEST = term("SHA-256 of the certificate (JSON, keys in order)")

# 6 Comparison

COMPARISON = term("Comparison with the bets of the game")
COMPARISON_SAID = term(
    "All bets of the table under the house's choices, from the lowest advantage to the highest; equal bets of one kind "
    "stand in one row. § proposed; † rests on a reading of the regulation; ‡ reconstructed, not in the source."
)
CLAUSE = term("Clause")
CHART = term("Casino's advantage of each bet, in percent of the stake")

# 7 Layout

LAYOUT = term("Layout")
LAYOUT_SAID = term(
    "The layout of the table with the proposed regions, in a dashed line, among those that the regulation has."
)
LAYOUT_OF = term("Layout of {game} with the proposed bets: {names}")

# 8 Publication

PUBLICATION = term("Conditions of operation and publication")
PUBLICATION_SAID = term("The applicant proposes these conditions; the regulator may set others.")
CONDITIONS = term("Conditions of operation")
PHASE_CONDITION = term("{bet}: may be placed {when}.")
LIMIT_CONDITION = term("A stake is a whole multiple of MOP {minimum} and at most MOP {maximum} (R-money-2, R-money-3).")
BREAKAGE_CONDITION = term("What is paid is rounded down to MOP {chip} (R-money-1).")
BACK_CONDITION = term("A bet may be taken back until an outcome has moved it, and not after (R-proposal-1).")
TOLD_CONDITION = term("The notice below is shown at every table that carries the bets, in the languages of the house.")
NOTICE = term("Notice to players")
NOTICE_CHANCE = term("wins once in {one_in} bets on average")
NOTICE_KEEPS = term("Of every MOP 100 staked the casino keeps MOP {kept} on average.")
NOTICE_GIVES = term("Of every MOP 100 staked the players gain MOP {kept} on average.")
NOTICE_PLACED = term("May be placed {when}.")

# Annexes

ANNEX = term("Annexes")
FILE_ANNEX = term("The proposal file")
FILE_SAID = term("Everything in this dossier follows from this file.")
FILE_ESCAPED = term("No Chinese font was found where this was printed: Chinese letters stand as their Unicode numbers.")
CLAUSES_ANNEX = term("Clauses and readings")
CLAUSES_SAID = term("What the figures rest on, in Banca's words; the law is the text in the gazette.")
FIGURES_ANNEX = term("Exact figures")
FIGURES_SAID = term("The figures whose fractions are too long for the tables above.")
CHINESE = words("Chinese", pt="chinês", zh="中文")
