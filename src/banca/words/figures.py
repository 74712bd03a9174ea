"""The figures of a bet, and what is said of clauses and instruments, by the names that the reports give them."""

from banca.law import ClauseKind, Status
from banca.rulebook import Term, term

FIGURES: dict[str, Term] = {
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
DATES: dict[str, Term] = {
    "signed": term("signed {date}"),
    "published": term("published {date}"),
    "gazette": term("in {date}"),
    "in_force": term("in force {date}"),
}
KINDS = {
    ClauseKind.COMPUTED: term("computed"),
    ClauseKind.PROCEDURAL: term("procedural"),
    ClauseKind.DEFINITIONAL: term("definitional"),
}
MARKS = {Status.GAZETTED: "", Status.READING: "†", Status.RECONSTRUCTED: "‡", Status.PROPOSED: "§"}
"""What is not simply the gazette's is never without its mark."""
