"""Check a certificate of exact odds without trusting the program that wrote it.

    python3 verify_certificate.py FILE

Python's standard library is all this needs; it imports nothing of Banca. For every bet it checks, in whole numbers:

  rows        each state lists every outcome once, with the same positive weights, and the weights sum to the total;
  absorption  every state can reach a decision, so that the equations below have one solution only;
  equations   total * x = sum(weight * x(next)) + sum(weight * reward), for every state and each of win, lose, push
              (reward 1 on that decision), net (the player's gain per unit) and rounds (reward 1 on every outcome);
  figures     win + lose + push = 1, and the stated house edge is minus the net of the first state.

It prints what it checked and exits 0; the first thing that is wrong is named and it exits 1.
"""

import json
import sys
from fractions import Fraction


class Wrong(Exception):
    """The certificate does not hold."""


def demand(holds, *about):
    if not holds:
        raise Wrong(": ".join(map(str, about)))


def check_rows(name, bet):
    states, decisions, total = bet["states"], bet["decisions"], bet["total"]
    demand(len(bet["rows"]) == len(states), name, "not one row per state")
    space = {outcome: weight for outcome, weight, _ in bet["rows"][0]}
    for state, row in zip(states, bet["rows"]):
        where = f"row {state!r}"
        demand(all(type(weight) is int and weight > 0 for _, weight, _ in row), name, where, "a weight is not positive")
        demand(sum(weight for _, weight, _ in row) == total, name, where, f"weights do not sum to {total}")
        demand(len({outcome for outcome, _, _ in row}) == len(row) == len(space), name, where, "not every outcome once")
        demand(
            all(space.get(outcome) == weight for outcome, weight, _ in row), name, where, "another outcome or weight"
        )
        demand(all(-len(decisions) <= to < len(states) for _, _, to in row), name, where, "leads nowhere")


def check_absorption(name, bet):
    ends = {place for place, row in enumerate(bet["rows"]) if any(to < 0 for _, _, to in row)}
    grew = True
    while grew:
        more = {place for place, row in enumerate(bet["rows"]) if any(to in ends for _, _, to in row)} - ends
        grew = bool(more)
        ends |= more
    for place, state in enumerate(bet["states"]):
        demand(place in ends, name, f"row {state!r}", "never reaches a decision")


def check_equations(name, bet):
    nets = [Fraction(*decision["net"]) for decision in bet["decisions"]]
    kinds = [decision["kind"] for decision in bet["decisions"]]
    rewards = {kind: [Fraction(kind == other) for other in kinds] for kind in ("win", "lose", "push")}
    rewards |= {"net": nets, "rounds": [Fraction(0)] * len(nets)}
    demand(set(bet["solution"]) == set(rewards), name, "solution vectors are missing")
    for what, reward in rewards.items():
        x = [Fraction(*value) for value in bet["solution"][what]]
        demand(len(x) == len(bet["states"]), name, what, "not one value per state")
        for place, (state, row) in enumerate(zip(bet["states"], bet["rows"])):
            right = sum(weight * (x[to] if to >= 0 else reward[-1 - to]) for _, weight, to in row)
            right += bet["total"] if what == "rounds" else 0
            demand(bet["total"] * x[place] == right, name, f"row {state!r}", f"x = Px + r fails for {what}")


def check_figures(name, bet):
    start = {what: Fraction(*values[0]) for what, values in bet["solution"].items()}
    demand(start["win"] + start["lose"] + start["push"] == 1, name, "chances do not sum to 1")
    demand(Fraction(*bet["house_edge"]) == -start["net"], name, "the house edge stated is not the one solved")


def main(file):
    try:
        with open(file, encoding="utf-8") as opened:
            whole = json.load(opened)
        demand(whole["format"] == "banca certificate 1", "not a certificate this program knows")
        for bet in whole["bets"]:
            for check in (check_rows, check_absorption, check_equations, check_figures):
                check(bet["bet"], bet)
    except Wrong as wrong:
        sys.exit(f"REJECTED {file}: {wrong}")
    except (OSError, ValueError, KeyError, TypeError, IndexError, ZeroDivisionError, AttributeError) as error:
        sys.exit(f"REJECTED {file}: cannot be read as a certificate ({type(error).__name__}: {error})")
    rows = sum(len(bet["rows"]) for bet in whole["bets"])
    print(f"verified {whole['game']}: {len(whole['bets'])} bets, {rows} rows, every equation holds exactly")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
