"""What a settled round is said with, on the command line and on its page."""

from banca.rulebook import term

GATE_SET_BY = term("gate {gate}, set by {who}")
FIRST_DEALT = term("gate {gate} is dealt first")
VOID = term("two of the banker's tiles were exposed: the deal is void and is made again")
CLAIM = term(
    "gate {gate}: {owed_by} owes {owed_to} {amount}, as {better} would have done better; no money is moved for it"
)
RESULTS = {
    "win": term("the player wins front and rear"),
    "tie": term("one each: a tie"),
    "lose": term("the banker wins front and rear"),
    "out": term("two tiles exposed: the gate takes no part and stakes return"),
    "void": term("void: the deal is made again"),
}
