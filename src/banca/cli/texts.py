"""The command line's own words, marked for translation."""

from banca.law import Kind, Status
from banca.rulebook import term

LEGEND = {
    Status.READING: term("the source is silent or contradicts itself; see 'banca rules GAME --clause ID'"),
    Status.RECONSTRUCTED: term("the article is not in the source; filled from public knowledge"),
}
KINDS = {
    Kind.COMPUTED: term("computed"),
    Kind.PROCEDURAL: term("procedural"),
    Kind.DEFINITIONAL: term("definitional"),
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

FIGURES = {
    "cite": term("clause"),
    "prize_cite": term("prize"),
    "reads": term("rests on"),
    "pays": term("pays"),
    "commission": term("commission"),
    "commission_cite": term("commission by"),
    "p_win": term("wins"),
    "p_lose": term("loses"),
    "p_push": term("ties"),
    "house_edge": term("house edge, per unit staked"),
    "house_edge_resolved": term("house edge, ties left out"),
    "house_edge_per_round": term("house edge, per round"),
    "mean_rounds": term("rounds to decision, mean"),
    "variance": term("variance"),
    "states": term("states"),
}

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
OUTCOMES = term("Outcomes are written like {form}; a throw that does not count: {nulls}")
SELECTIONS = term("selections")
DATES = {
    "signed": term("signed {date}"),
    "published": term("published {date}"),
    "gazette": term("in {date}"),
    "in_force": term("in force {date}"),
}
LOSES_SHARE = term("loses {share} of the stake")
UNDECIDED = term("undecided, the stake of {stake} stays on the layout")
RETURNED = term("the stake of {stake} is returned")
RECEIVES = term("receives {received}, net {net}")
COMMISSION_OF = term("commission {rate} of {prize}")
BREAKAGE = term("breakage {breakage}, rounded down to the chip")
TOTAL = term("staked {staked}, received {received}, net {net}")
STILL_STANDING = term("still on the layout: {standing}")
REST_ON = term("rests on {readings}")
SD = term("standard deviation")
NET_IS = term("chance of net {net}")
MEAN = term("mean of the round {mean}, standard deviation {sd}")
WRITTEN = term("certificate of {count} bets written to {file}")
BEARS_ON = term("bears on the bets {bets}")
NOT_COMPUTED = term("not computed: {reason}")
