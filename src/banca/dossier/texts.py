"""What the dossier says, in English; the catalogues have the other languages."""

from banca.rules import Lose, Push, _, _n

DECIDED: dict[type, str] = {Lose: _("the stake is lost"), Push: _("the stake is returned")}
LOST_IN_PART = _("{share} of the stake is lost")
WINS = _("wins {pays}")
WINS_ROW = _("wins {pays}: {row}")
STAYS = _("stays as it is")

# The prizes

CHANGED_PRIZE = _("{pays} on {on}, instead of {before}")
CHANGED_PRIZE_REVOKED = _("{pays} on {on}, instead of {before} in the revoked regulation")
UNCHANGED = _("the rest unchanged")
LESS_COMMISSION = _("{pays}, less a commission of {rate} of the prize")
LESS_COMMISSION_BOTH = _("{change}, less a commission of {rate} of the prize in both cases")
CONTENTS = _("Contents")
PAGE_OF = _("page {page} of {pages}")

# 1 Scope

SCOPE = _("Scope")
GAME = _("Game")
REGULATION = _("Regulation")
REVOKED_REGULATION = _("Revoked regulation")
NAMED_REGULATION = _("the regulation")
NAMED_REVOKED = _("the revoked regulation")
"""What the regulation is called within a sentence; in Portuguese an article stands before it."""
REQUESTED_UNDER = _("Requested under")
FILE_DIGEST = _("SHA-256 of the proposal file")
MADE_WITH = _("Calculated with")
NEW_BETS = _("New bets")
OTHER_PRIZES = _("Bets with different prizes")
LIMITS = _("Stake limits used in the calculations")
LIMITS_SAID = _("MOP {minimum} to MOP {maximum}; smallest chip: MOP {chip}")
BET = _("Bet")
PRIZE = _("Odds paid")
WINNING = _("Probability of winning")
ADVANTAGE = _("Casino's advantage")
ROUNDS = _("{number} to decision, mean")
HOUSE_OPTIONS = _("Options of the gaming table")
OPTION = _("Option")
VALUE = _("Choice")
BASIS = _("Basis")
LEFT_OPEN = _("choice of the concessionaire: {cite}")
NEEDS_AUTHORISATION = _("subject to authorisation: {cite}")
REMARKS = _("Remarks, for information")
ALIKE = _("{family} ({count} bets)")
ALIKE_SAID = _("These {count} bets have the same prizes and probabilities and are described together: {names}.")

# 2 Description

DESCRIPTION = _("Exact description of the bets")
NEW_DESCRIBED = _("New bets are described in the words of the proposal.")
DESCRIPTION_SAID = _(
    "A worked example is given for every way in which a bet can end: the shortest series of outcomes that leads there, with "
    "the minimum stake."
)
DESCRIBED = _("Description")
MAY_BE_PLACED = _("May be placed")
ANY_TIME = _("whenever bets are accepted")
WITHDRAWN = _("May be withdrawn")
BEFORE_MOVED = _("while no outcome has changed its state")
NOT_SAID = _("the articles consulted do not say")
IS_DECIDED = _("Is decided")
AT_ONCE = _("by the next outcome")
AFTER_SEVERAL = _n(
    "after {rounds} {many} on average; the bet has {states} state",
    "after {rounds} {many} on average; the bet has {states} states",
    by="states",
)
EXAMPLES = _("Worked examples")
EXAMPLES_OF = _("Worked examples: {bet}")
OUTCOMES = _("Outcomes, in order")
RESULT = _("Result of the bet")
RESULT_AND_PRIZE = _("Result of the bet and odds paid")
STAKE = _("Stake (MOP)")
RECEIVED = _("The player receives (MOP)")
NET = _("Net (MOP)")

# 3 Probabilities

PROBABILITIES = _("Probabilities (odds)")
PROBABILITIES_SAID = _(
    "For every result of a bet, the odds at which it is paid and its probability are given. Every probability is an exact "
    "fraction, computed without rounding."
)
LONG_FIGURE = _(
    "A fraction that is too long for its table is shown as a decimal after ≈; the annex of exact figures gives it in full."
)
CHANCE = _("Probability")
PERCENT = _("In percent")
ONE_IN = _("Once in")
WAYS_SAID = _(
    "The device has {total} equally likely outcomes. For a bet decided {in_one}, the probability of a result is the "
    "number of outcomes that give it, divided by {total}."
)
EQUALLY_BY = _("The equal probability of the outcomes rests on {cites}.")
WEIGHED_BY = _("The distribution of these {total} outcomes rests on {cites}.")
ON = _("Outcomes")
WAYS = _("Number, out of {total}")
MORE = _("{shown} … and {count} more")
MORE_IN_FILE = _("{shown} … and {count} more, according to the condition in the proposal file (annex)")
OWN_ROW = _("prize “{row}”")
"""Of a prize whose row has no name: a number there may be anything."""
STATES_SAID = _(
    "A bet that lasts {several} passes through states. Let x(s) be the probability of a given result from the state s "
    "on. Every outcome o, in w(o) of N equally likely cases, either decides the bet or leads to a state, the same or "
    "another, so that"
)
FORMULA = "x(s) = Σ w(o) / N · x(s, o),"
FORMULA_SAID = _(
    "where x(s, o) is the value of the next state, or 1 if o decides the bet with that result and 0 if it decides it "
    "otherwise. These equations have one solution, computed in whole numbers without rounding; its value at the first state "
    "is the probability stated."
)
STATES_SHOWN = _("The first {shown} of {count} states; the certificate contains all of them")
ALL_STATES = _("States ({count} in all)")
STATE = _("State")
STATE_TELLS = _("The state records: {what}.")
OUTCOME_TELLS = _("Considered in each outcome: {what}.")
OUTCOMES_OF = _("Outcomes: {bet}")
STATES_OF = _("{caption}: {bet}")
NO_ITEMS = _("none")
MOVES = _("Outcomes (number, out of {total}) → next state or result")
SELECTIONS = _("Each selection")
WINS_ON = _("Wins on")

# 4 Prizes

PRIZES = _("Prizes to be paid")
PRIZES_SAID = _(
    "The prize is paid in addition to the stake, which is returned. For each prize the table shows its average as a share "
    "of the stake (its probability times the prize, less any commission), and the casino's advantage if that prize alone "
    "were one step lower or higher."
)
PRIZE_FOR = _("Prize for")
WINNING_ROW = _("a winning bet")
GIVES_BACK = _("Average prize")
ONE_LOWER = _("One step lower")
ONE_HIGHER = _("One step higher")
COMMISSION = _("{bet}: a commission of {rate} of the prize is deducted ({cite}).")

# 5 Advantage

ADVANTAGE_CALCULATED = _("Calculation of the casino's advantage")
ADVANTAGE_SAID = _(
    "The casino's advantage is its average gain per unit staked: the probability of each result of the bet times the "
    "player's net result, added up, with the sign reversed."
)
NETS = _("Net per unit staked")
TIMES = _("Probability × net")
SUM = _("Sum: the player's average net")
CHANGED = _("Prizes that change")
IN_ANNEX = _("≈ {percent} (the fraction is in the annex)")
EXACTLY = _("Casino's advantage, exact value")
PER_ROUND = _("Per {one} while the stake is on the table")
TIES_OUT = _("Not counting stakes that are returned")
AT_MINIMUM = _("For a stake of MOP {stake}, paid in chips of MOP {chip}")
HITS = _("Frequency of winning")
HITS_SAID = _("{percent}, once in {one_in} bets")
VOLATILITY = _("Standard deviation, in stakes")
WORST = _("Highest possible prize for one bet")
WORST_SAID = _("MOP {prize}, in addition to the stake of MOP {stake} ({pays}), with probability {percent}")
AT_OPTIONS = _("With the concessionaire's other choices")
SAME_AT_OPTIONS = _("the same with every choice of every option")
SIMULATED = _("Check by simulation")
SIMULATED_SAID = _("{edge} ± {error} (one standard error) in {rounds} {many} (seed {seed}): {compared}")
ABOVE = _("{z} standard errors above the exact value")
BELOW = _("{z} standard errors below the exact value")

# 6 Layout

LAYOUT = _("Layout of the gaming table")
LAYOUT_SAID = _(
    "The layout of the gaming table. Bets of this proposal that have a place of their own are shown with a dashed outline; prizes that are not shown in a place are listed below it."
)
LAYOUT_OF = _("Layout of {game} with the proposed bets: {names}")

# 7 Conditions

PUBLICATION = _("Special conditions of operation and of publication to players")
PUBLICATION_ASKED = _("The applicant proposes the following conditions; the authorisation may set others ({cite}).")
PUBLICATION_SAID = _("The following conditions are proposed.")
CONDITIONS = _("Conditions of operation")
PHASE_CONDITION = _("{bet}: may be placed {when}.")
LIMIT_CONDITION = _(
    "Each stake is a whole multiple of MOP {minimum} ({multiple}) and at most MOP {maximum} (house rule R-money-3)."
)
BLANK = "________"
"""What the applicant has not said and fills in."""
BREAKAGE_CONDITION = _("Payments are rounded down to MOP {chip} (house rule R-money-1).")
BACK_CONDITION = _(
    "A new bet may be withdrawn only where the rules of the game allow it, and only while no outcome has changed its state "
    "(reading R-proposal-1)."
)
NOTICE_CONDITION = _("The notice below is displayed at every gaming table where the bets are offered.")
NOTICE = _("Publication to players")
NOTICE_SAID = _("Text proposed for the notice to players:")
NOTICE_CHANCE = _("wins once in {one_in} bets on average")
NOTICE_COMMISSION = _("A commission of {rate} of the prize is deducted.")
NOTICE_KEEPS = _("Of every MOP 100 staked, the casino keeps MOP {kept} on average.")
NOTICE_GIVES = _("Of every MOP 100 staked, the players gain MOP {kept} on average.")
NOTICE_KEEPS_UNROUNDED = _("Of every MOP 100 staked, the casino keeps MOP {kept} on average, before rounding.")
NOTICE_GIVES_UNROUNDED = _("Of every MOP 100 staked, the players gain MOP {kept} on average, before rounding.")
NOTICE_KEEPS_ROUNDED = _("On stakes of MOP {stake}, the casino keeps MOP {kept} of every 100 on average.")
NOTICE_GIVES_ROUNDED = _("On stakes of MOP {stake}, the players gain MOP {kept} for every 100 on average.")
NOTICE_PLACED = _("May be placed {when}.")

# 8 Annexes

ANNEX = _("Annexes")
COMPARISON = _("Comparison with the other bets of the table")
COMPARISON_SAID = _(
    "All bets of the gaming table with the options chosen, in ascending order of the casino's advantage. Equal bets of one kind share a row."
)
CLAUSE = _("Provision")
CHART = _("Casino's advantage of each bet, as a percentage of the stake")
CERTIFICATE = _("Verification of the figures")
CERTIFICATE_SAID = _(
    "The JSON version of this document contains a certificate: for every bet, the full table of states and outcomes in whole "
    "numbers, and the solution of its equations. Any figure can be checked without the program that computed it:"
)
CERTIFICATE_COMMAND = "banca-verify certificate dossier.json"
CERTIFICATE_TOOL = _(
    "The checker (banca_verify/certificate.py in the package Banca) is one page of Python without dependencies. It substitutes the solution into every equation, compares every figure, and prints “verified” or the row that does not agree."
)
CERTIFICATE_DIGEST = _("SHA-256 of the certificate (JSON, sorted keys)")
CLAUSES_ANNEX = _("Provisions and readings")
CLAUSES_SAID = _(
    "The provisions on which the figures are based, in summary; only the text published in the Official Gazette is "
    "authentic. A number that begins with R- is a reading, adopted where the text is silent or unclear."
)
FILE_ANNEX = _("Proposal file")
FILE_SAID = _(
    "The figures of the proposed bets are computed from this file, and from the limits and options in section 1."
)
SEEN_OF_IT = _("Parts of {regulation} consulted")
FILE_ESCAPED = _(
    "No Chinese font was available when this was printed: Chinese characters are shown as their Unicode numbers."
)
FIGURES_ANNEX = _("Exact figures")
FIGURES_SAID = _("The figures whose fractions are too long for the tables above.")
CHINESE = _("Chinese")

ADDRESSEE = _("To the Director of the Gaming Inspection and Coordination Bureau (DICJ)")
APPLICATION = _("Application for authorisation of {what}")
NO_APPLICATION = _("Proposal for {what}")
NEW_BETS_TITLE = _("new bets")
PRIZES_TITLE = _("different prizes")
BETS_AND_PRIZES_TITLE = _("new bets and different prizes")
SUBJECT = _("Subject")
APPLICANT = _("Applicant (concessionaire or subconcessionaire)")
PROPONENT = _("Submitted by")
REPRESENTATIVE = _("Representative (name and capacity)")
SIGNED_ORDER = _("{order} of {date}")
"""A Portuguese order has its year in its number."""
ORDER_IN_FORCE = _("{order}, in force since {date}")
REQUESTS = _("The applicant applies, under {article} (regulation approved by {order}), for authorisation of {what}:")
PROPOSES = _("The undersigned proposes, for the game {game}, whose regulation was approved by {order}, {what}:")
PROPOSES_REVOKED = _(
    "The undersigned proposes, for the game {game}, on the basis of the regulation approved by {order}, since revoked, which was in force until {last}, {what}:"
)
NEW_ONLY = _("the following new bets")
ONE_NEW = _("the following new bet")
PRIZES_ONLY = _("the following prizes, different from those in {regulation}")
BETS_AND_PRIZES = _("the following new bets, and prizes different from those in {regulation}")
PRIZES_ONLY_RECONSTRUCTED = _(
    "the following prizes, different from those reconstructed here (the articles of the regulation on bets and prizes have not been consulted)"
)
BETS_AND_PRIZES_RECONSTRUCTED = _(
    "the following new bets, and prizes different from those reconstructed here (the articles of the regulation on bets and prizes have not been consulted)"
)
PRIZES_ONLY_MIXED = _(
    "the following prizes, different from those in {regulation} or reconstructed here (the articles of the regulation on bets and prizes have not been consulted)"
)
BETS_AND_PRIZES_MIXED = _(
    "the following new bets, and prizes different from those in {regulation} or reconstructed here (the articles of the regulation on bets and prizes have not been consulted)"
)
NEW_ITEM = _("{bet}: prize of {pays}")
CHANGED_ITEM = _("{bet}: prize of {pays}, instead of {before}")
CHANGED_ITEM_REVOKED = _("{bet}: prize of {pays}, instead of {before} in the revoked regulation")
CHANGED_ITEM_EARLIER = _("{bet}: prize of {pays}, instead of {before} in the earlier regulation")
MANY_ITEMS = _("the {count} bets described in section {section}")
MANY_OF_BOTH = _("the {new} new bets, and the prizes of the other {count} bets, described in section {section}")
MANY_PRIZES = _("the prizes of the {count} bets described in section {section}")
NO_ARTICLE = _(
    "None of the articles of that regulation consulted provides for the authorisation of new bets or different prizes. The proposal has no legal effect in itself."
)
CARRIES = _("As required by {article}, the application contains:")
CONTAINS = _("The proposal contains:")
PART = _("{title} (section {section})")
CONDITIONS_ASKED = _(
    "For the purposes of {article}, section {section} proposes special conditions of operation and of publication to "
    "players."
)
CLOSING = _("The applicant requests that the application be granted.")
PROPOSAL_CLOSING = _("Submitted for consideration.")
PLACE = _("Place")
DATE = _("Date")
SIGNATURE = _("Signature")
