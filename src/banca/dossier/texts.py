"""What the dossier says, in English; the catalogues have the other languages."""

from banca.rulebook import Lose, Push, term, words

DECIDED: dict[type, str] = {Lose: term("the stake is lost"), Push: term("the stake is returned")}
WINS = term("wins {pays}")
WINS_ROW = term("wins {pays}: {row}")
STAYS = term("stays as it is")

# The application

ADDRESSEE = term("To the Director of the Gaming Inspection and Coordination Bureau (DICJ)")
APPLICATION = term("Application for authorisation of new bets and prizes")
NO_APPLICATION = term("Proposal for new bets and prizes")
SUBJECT = term("Subject")
APPLICANT = term("Applicant (concessionaire)")
PROPONENT = term("Submitted by")
REPRESENTATIVE = term("Representative (name and capacity)")
SIGNED_ORDER = term("{order} of {date}")
ORDER_IN_FORCE = term("{order}, in force since {date}")
REQUESTS = term("The applicant applies, under {article} (regulation approved by {order}), for authorisation of {what}:")
PROPOSES = term("The undersigned proposes, for the game {game}, whose regulation was approved by {order}, {what}:")
NEW_ONLY = term("the following new bets")
PRIZES_ONLY = term("the following prizes, different from those in the regulation")
BETS_AND_PRIZES = term("the following new bets, and prizes different from those in the regulation")
NEW_ITEM = term("{bet}: prize of {pays}")
CHANGED_ITEM = term("{bet}: prize of {pays}, instead of {before}")
MANY_ITEMS = term("the {count} bets described in section {section}")
NO_ARTICLE = term(
    "No article of that regulation seen here provides for the authorisation of new bets or different prizes. The proposal "
    "has no legal effect in itself."
)
CARRIES = term("As required by {article}, the application contains:")
CONTAINS = term("The proposal contains:")
PART = term("{title} (section {section})")
CONDITIONS_ASKED = term(
    "For the purposes of {article}, section {section} proposes special conditions of operation and of publication to "
    "players."
)
CLOSING = term("The applicant requests that the application be granted.")
PROPOSAL_CLOSING = term("Submitted for consideration.")
PLACE = term("Place")
DATE = term("Date")
SIGNATURE = term("Signature")
CONTENTS = term("Contents")
PAGE_OF = term("page {page} of {pages}")

# 1 Scope

SCOPE = term("Scope")
GAME = term("Game")
REGULATION = term("Regulation")
REQUESTED_UNDER = term("Requested under")
FILE_DIGEST = term("SHA-256 of the proposal file")
MADE_WITH = term("Calculated with")
NEW_BETS = term("New bets")
OTHER_PRIZES = term("Bets with different prizes")
LIMITS = term("Stake limits used in the calculations")
LIMITS_SAID = term("MOP {minimum} to MOP {maximum}; smallest chip: MOP {chip}")
BET = term("Bet")
PRIZE = term("Odds paid")
WINNING = term("Probability of winning")
ADVANTAGE = term("Casino's advantage")
ROUNDS = term("Rounds to decision, mean")
HOUSE_OPTIONS = term("Options chosen by the concessionaire")
OPTION = term("Option")
VALUE = term("Choice")
BASIS = term("Basis")
LEFT_OPEN = term("choice of the concessionaire: {cite}")
NEEDS_AUTHORISATION = term("subject to authorisation: {cite}")
REMARKS = term("Remarks, for information")
ALIKE = term("{family} ({count} bets)")
ALIKE_SAID = term("These {count} bets have the same prizes and probabilities and are described together: {names}.")

# 2 Description

DESCRIPTION = term("Exact description of the bets")
DESCRIPTION_SAID = term(
    "Each bet is described in the words of the proposal. A worked example is given for every way in which it can end: the "
    "shortest series of outcomes that leads there, with the minimum stake."
)
DESCRIBED = term("Description")
OWN_BET = term("This bet is in the regulation ({cite}); only its prizes change.")
MAY_BE_PLACED = term("May be placed")
ANY_TIME = term("whenever bets are accepted")
WITHDRAWN = term("May be withdrawn")
BEFORE_MOVED = term("while no outcome has changed its state (R-proposal-1)")
AS_BEFORE = term("as the regulation provides")
IS_DECIDED = term("Is decided")
AT_ONCE = term("by the next outcome")
AFTER_SEVERAL = term("after {rounds} rounds on average; the bet has {states} states")
EXAMPLES = term("Worked examples")
EXAMPLES_OF = term("Worked examples: {bet}")
OUTCOMES = term("Outcomes, in order")
RESULT = term("Result of the bet")
RESULT_AND_PRIZE = term("Result of the bet and odds paid")
STAKE = term("Stake (MOP)")
RECEIVED = term("The player receives (MOP)")
NET = term("Net (MOP)")

# 3 Probabilities

PROBABILITIES = term("Probabilities (odds)")
PROBABILITIES_SAID = term(
    "For every result of a bet, the odds at which it is paid and its probability are given. Every probability is an exact "
    "fraction, computed without rounding."
)
LONG_FIGURE = term(
    "A fraction that is too long for its table is shown as a decimal after ≈; the annex of exact figures gives it in full."
)
CHANCE = term("Probability")
PERCENT = term("In percent")
ONE_IN = term("Once in")
WAYS_SAID = term(
    "The device has {total} equally likely outcomes. For a bet decided in one round, the probability of a result is the "
    "number of outcomes that give it, divided by {total}."
)
ON = term("Outcomes")
WAYS = term("Number, out of {total}")
MORE = term("{shown} … and {count} more")
STATES_SAID = term(
    "A bet that lasts several rounds passes through states. Let x(s) be the probability of a given result from the state s "
    "on. Every outcome o, in w(o) of N equally likely cases, either decides the bet or leads to another state, so that"
)
FORMULA = "x(s) = Σ w(o) / N · x(s, o),"
FORMULA_SAID = term(
    "where x(s, o) is the value of the next state, or 1 if o decides the bet with that result and 0 if it decides it "
    "otherwise. These equations have one solution, computed in whole numbers without rounding; its value at the first state "
    "is the probability stated."
)
STATES_SHOWN = term("The first {shown} of {count} states; the certificate contains all of them")
ALL_STATES = term("States ({count} in all)")
STATE = term("State")
MOVES = term("Outcomes (number, out of {total}) → what follows")
SELECTIONS = term("Each selection")
WINS_ON = term("Wins on")

# 4 Prizes

PRIZES = term("Prizes to be paid")
PRIZES_SAID = term(
    "The prize is paid in addition to the stake, which is returned. For each prize the table shows its average as a share "
    "of the stake, and the casino's advantage if that prize alone were one step lower or higher."
)
PRIZE_FOR = term("Prize for")
WINNING_ROW = term("a winning bet")
GIVES_BACK = term("Average prize")
ONE_LOWER = term("One step lower")
ONE_HIGHER = term("One step higher")
COMMISSION = term("{bet}: a commission of {rate} of the prize is deducted ({cite}).")

# 5 Advantage

ADVANTAGE_CALCULATED = term("Calculation of the casino's advantage")
ADVANTAGE_SAID = term(
    "The casino's advantage is its average gain per unit staked: the probability of each result of the bet times the "
    "player's net result, added up, with the sign reversed."
)
NETS = term("Net per unit staked")
TIMES = term("Probability × net")
SUM = term("Sum: the player's average net")
PAID_BEFORE = term("Odds under the regulation")
IN_ANNEX = term("≈ {percent} (the fraction is in the annex)")
EXACTLY = term("Casino's advantage, exact value")
BEFORE = term("With the prizes in the regulation")
PER_ROUND = term("Per round while the stake is on the table")
TIES_OUT = term("Not counting ties")
AT_MINIMUM = term("For a stake of MOP {stake}, paid in chips of MOP {chip}")
HITS = term("Frequency of winning")
HITS_SAID = term("{percent}, once in {one_in} bets")
VOLATILITY = term("Standard deviation, in stakes")
WORST = term("Highest possible prize for one bet")
WORST_SAID = term("MOP {prize}, in addition to the stake of MOP {stake} ({pays}), with probability {percent}")
AT_OPTIONS = term("With the concessionaire's other choices")
SAME_AT_OPTIONS = term("the same with every choice of every option")
SIMULATED = term("Check by simulation")
SIMULATED_SAID = term("{edge} ± {error} in {rounds} rounds (seed {seed}): {z} standard errors from the exact value")

# 6 Layout

LAYOUT = term("Layout of the gaming table")
LAYOUT_SAID = term("The layout of the gaming table; the proposed bets have a dashed outline.")
LAYOUT_OF = term("Layout of {game} with the proposed bets: {names}")

# 7 Conditions

PUBLICATION = term("Special conditions of operation and of publication to players")
PUBLICATION_ASKED = term("The applicant proposes the following conditions; the authorisation may set others ({cite}).")
PUBLICATION_SAID = term("The following conditions are proposed.")
CONDITIONS = term("Conditions of operation")
PHASE_CONDITION = term("{bet}: may be placed {when}.")
LIMIT_CONDITION = term(
    "Each stake is a whole multiple of MOP {minimum} ({multiple}) and at most MOP {maximum} (R-money-3)."
)
BREAKAGE_CONDITION = term("Payments are rounded down to MOP {chip} (R-money-1).")
BACK_CONDITION = term("A new bet may be withdrawn only while no outcome has changed its state (R-proposal-1).")
NOTICE_CONDITION = term("The notice below is displayed at every gaming table where the bets are offered.")
NOTICE = term("Publication to players")
NOTICE_SAID = term("Text proposed for the notice to players:")
NOTICE_CHANCE = term("wins once in {one_in} bets on average")
NOTICE_KEEPS = term("Of every MOP 100 staked, the casino keeps MOP {kept} on average.")
NOTICE_GIVES = term("Of every MOP 100 staked, the players gain MOP {kept} on average.")
NOTICE_PLACED = term("May be placed {when}.")

# 8 Annexes

ANNEX = term("Annexes")
COMPARISON = term("Comparison with the bets in the regulation")
COMPARISON_SAID = term(
    "All bets of the gaming table with the options chosen, from the lowest casino's advantage to the highest. Equal bets of "
    "one kind share a row."
)
CLAUSE = term("Provision")
CHART = term("Casino's advantage of each bet, as a percentage of the stake")
CERTIFICATE = term("Verification of the figures")
CERTIFICATE_SAID = term(
    "The JSON version of this document contains a certificate: for every bet, the full table of states and outcomes in whole "
    "numbers, and the solution of its equations. Any figure can be checked without the program that computed it:"
)
CERTIFICATE_COMMAND = "python3 verify_certificate.py dossier.json"
CERTIFICATE_TOOL = term(
    "The checker (tools/verify_certificate.py in the source of Banca) is one page of Python that needs nothing else. It puts "
    "the solution into every equation, compares every figure, and prints “verified” or the row that does not agree."
)
CERTIFICATE_DIGEST = term("SHA-256 of the certificate (JSON, sorted keys)")
CLAUSES_ANNEX = term("Provisions and readings")
CLAUSES_SAID = term(
    "The provisions on which the figures are based, in summary; only the text published in the Official Gazette is "
    "authentic. A number that begins with R- is a reading, adopted where the text is silent or unclear."
)
FILE_ANNEX = term("Proposal file")
FILE_SAID = term("All figures in this document are computed from this file.")
FILE_ESCAPED = term(
    "No Chinese font was available when this was printed: Chinese characters are shown as their Unicode numbers."
)
FIGURES_ANNEX = term("Exact figures")
FIGURES_SAID = term("The figures whose fractions are too long for the tables above.")
CHINESE = words("Chinese", pt="chinês", zh="中文")
