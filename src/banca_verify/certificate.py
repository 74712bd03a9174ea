"""Check a certificate of exact odds without trusting the program that wrote it: python3 certificate.py FILE

Python's standard library is all this needs; it imports nothing of Banca. For every bet it checks, in whole numbers:
  rows        each state lists every outcome once, with the same positive weights, and the weights sum to the total;
  absorption  every state can reach a decision, so that the equations below have one solution only;
  equations   total * x = sum(weight * x(next)) + sum(weight * reward) for every state: one vector of chances per
              decision (reward 1 on it, else 0), and the mean number of rounds (reward 1 on every outcome);
  figures     a win nets above 0, a loss -1 to below 0, a tie 0; and every figure stated follows from the vectors.
"""

import json
import sys
from fractions import Fraction

KEYS = {*"bet cite rests_on weights_cite total decisions states rows chances rounds figures".split()}
SIGNS = {"win": lambda net: net > 0, "lose": lambda net: -1 <= net < 0, "push": lambda net: net == 0}


def demand(holds, *about):
    if not holds:
        raise ValueError(": ".join(map(str, about)))


def rational(pair):
    demand([type(part) for part in pair] == [int, int] and pair[1] > 0, f"{pair} is no exact number")
    return Fraction(*pair)


def each_once(pairs):
    demand(len(dict(pairs)) == len(pairs), "a name stands twice")
    return dict(pairs)


def check_rows(name, bet):
    states, total, ends = bet["states"], bet["total"], len(bet["decisions"])
    demand(len(set(states)) == len(states) == len(bet["rows"]) > 0, name, "not one row per state")
    space = {outcome: weight for outcome, weight, _ in bet["rows"][0]}
    for state, row in zip(states, bet["rows"]):
        at = f"{name}: row {state!r}"
        demand(all(type(weight) is int and weight > 0 for _, weight, _ in row), at, "a weight is not positive")
        demand(sum(weight for _, weight, _ in row) == total, at, f"weights do not sum to {total}")
        demand(len({outcome for outcome, _, _ in row}) == len(row) == len(space), at, "not every outcome once")
        demand(all(space.get(outcome) == weight for outcome, weight, _ in row), at, "another outcome or weight")
        demand(all(type(to) is int and -ends <= to < len(states) for _, _, to in row), at, "leads nowhere")


def check_absorption(name, bet):
    ends, more = set(), {place for place, row in enumerate(bet["rows"]) if any(to < 0 for _, _, to in row)}
    while more:
        ends |= more
        more = {place for place, row in enumerate(bet["rows"]) if any(to in ends for _, _, to in row)} - ends
    for place, state in enumerate(bet["states"]):
        demand(place in ends, name, f"row {state!r}", "never reaches a decision")


def check_equations(name, bet):
    total, decisions = bet["total"], len(bet["decisions"])
    demand(type(total) is int and len(bet["chances"]) == decisions, name, "not one vector per decision")
    for number, vector in enumerate([*bet["chances"], bet["rounds"]]):
        x = [rational(pair) for pair in vector]
        demand(len(x) == len(bet["states"]), name, "not one value per state")
        for place, (state, row) in enumerate(zip(bet["states"], bet["rows"])):
            right = sum(weight * (x[to] if to >= 0 else -1 - to == number) for _, weight, to in row)
            right += total * (number == decisions)
            what = f"decision {number}" if number < decisions else "rounds"
            demand(total * x[place] == right, name, f"row {state!r}", f"x = Px + r fails for {what}")


def check_figures(name, bet):
    ends = [(d["kind"], rational(d["net"]), rational(x[0])) for d, x in zip(bet["decisions"], bet["chances"])]
    demand(all(kind in SIGNS and SIGNS[kind](net) for kind, net, _ in ends), name, "a decision is miscalled")
    demand(sum(chance for _, _, chance in ends) == 1, name, "chances do not sum to 1")
    true = {f"p_{kind}": sum(chance for other, _, chance in ends if other == kind) for kind in SIGNS}
    true["house_edge"], true["mean_rounds"] = -sum(net * chance for _, net, chance in ends), rational(bet["rounds"][0])
    true["variance"] = sum(net**2 * chance for _, net, chance in ends) - true["house_edge"] ** 2
    stated = {figure: rational(pair) for figure, pair in bet["figures"].items()}
    for figure in sorted(true.keys() | stated.keys()):
        demand(stated.get(figure) == true.get(figure), name, f"{figure} is {true.get(figure)}")


def main(file):
    try:
        with open(file, encoding="utf-8") as opened:
            whole = json.load(opened, object_pairs_hook=each_once)
        whole = whole.get("certificate", whole)  # a dossier carries its own
        bets = {bet["bet"]: bet for bet in whole["bets"]}
        demand(whole["format"] == "banca certificate 1", "not a certificate this program knows")
        demand(len(bets) == len(whole["bets"]) > 0, "no bets, or a bet twice")
        for name, bet in bets.items():
            demand(set(bet) == KEYS, name, "parts are missing or unknown")
            for check in (check_rows, check_absorption, check_equations, check_figures):
                check(name, bet)
        print(f"verified {whole['game']}: {len(bets)} bets, {sum(len(bet['rows']) for bet in bets.values())} rows")
    except Exception as error:
        sys.exit(f"REJECTED {file}: {error if isinstance(error, ValueError) else f'no certificate ({error!r})'}")


if __name__ == "__main__":
    sys.exit(__doc__) if len(sys.argv) != 2 else main(sys.argv[1])
