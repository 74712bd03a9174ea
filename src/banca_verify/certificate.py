"""Check a certificate of exact odds without trusting the program that wrote it: python3 certificate.py FILE

FILE is a certificate, or a dossier or the odds of a game as JSON with a `certificate` in it. It needs Python's standard library
only, and imports nothing of Banca. For every bet it checks, in whole numbers:
  rows        each state lists every outcome once, with the same positive weights, and the weights sum to the total;
  absorption  every state can reach a decision, so that the equations below have one solution only;
  equations   total * x = sum(weight * x(next)) + sum(weight * reward) for every state: one vector of chances per
              decision (reward 1 on it, else 0), and the mean number of rounds (reward 1 on every outcome);
  figures     a win nets above 0, a loss -1 to below 0, a tie 0; and every figure stated follows from the vectors;
  names       game, bets, clauses, options and the weights' total fit each other, as far as GAMES below goes;
  beside      every figure of a bet beside the certificate, in each form it is written in, is the certified one; a dossier's source,
              id and digests fit each other.
It prints how much it checked, and what it did not check. Unknown fields, other forms of numbers and repeated names are rejected.
Nothing here says that the rows are the regulation's, or that a clause says what it is cited for: read them.
"""

import json
import re
import sys
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from math import isclose, sqrt

KEYS = {*"bet cite rests_on weights_cite total decisions states rows chances rounds figures".split()}
SIGNS = {"win": lambda net: net > 0, "lose": lambda net: -1 <= net < 0, "push": lambda net: net == 0}

# A game's instrument, its readings' prefix, the sum of its device's weights, its options, and the ids of its bets.
GAMES = {
    "craps": ("53/2010", "R-craps", 36, "dice_offered shooter_change field_12 big_small_7 additional_multiple",
        "pass_line dont_pass come dont_come pass_odds dont_pass_odds come_odds dont_come_odds any_craps any_seven eleven "
        "ace_deuce aces boxcars horn field big small hard_way big_number"),
    "fantan": ("58/2004", "R-fantan", 4, "rod layouts", "fan kuoc nga nim se_sam_hong"),
    "fish_prawn_crab": ("59/2004", "R-fpc", 216, "drive boards lit_panel called_opening lit_result total_triples",
        "any_three_colour any_triple big figure one_colour small three_colour total triple two_colour"),
    "football_poker": ("41/2003", "R-fp", None, "decks post_opens shoe", "even lower odd post upper"),
    "roulette": ("60/2004", "R-roulette", 37, "zero plate_on plate",
        "black column corner dozen even high low odd red six_line split straight street"),
    "wheel": ("42/2003", "R-wheel", 52, "", "symbol"),
}  # fmt: skip
CLAUSE = re.compile(r"([a-z_]+) [A-Z0-9][A-Z0-9.-]*[a-z]?|(R-[a-z]+)-\d+[a-z]?")
FOR_EVERY_GAME = {"R-live", "R-money", "R-proposal"}

ODDS = {*"game title instrument caution options bets certificate remarks".split()}
DOSSIER = {
    *"id digest title game game_title instrument number dates figure_words is_granted asked_under minimum maximum chip".split(),
    *"options warnings bets families comparison format version language date regulation holds caution limits_named".split(),
    *"multiple_cite source layout rests_on certificate certificate_digest".split(),
}
STATED = {*"cite reads odds commission p_win p_lose p_push house_edge mean_rounds variance net sd states".split()}
STATED |= {"house_edge_resolved", "house_edge_per_round"}
TOLD = {*"id selection name family prize_cite prize_cites status pays commission_cite".split()}
PROVED = {
    *"key edge edge_per_round win lose push one_in rounds prizes results liability derivation at_options examples rounded".split()
}
ONLY_TOLD = {
    *"is_new description pays_before changes departs_from decided_by withdrawn place phase when line edge_before".split(),
    *"state_words sees simulation".split(),
}


def demand(holds, *about):
    if not holds:
        raise ValueError(": ".join(map(str, about)))


def rational(pair):
    is_pair = type(pair) is list and [type(part) for part in pair] == [int, int] and pair[1] > 0
    demand(is_pair and Fraction(*pair).denominator == pair[1], f"{pair} is no exact number in lowest terms")
    return Fraction(*pair)


def written(text):
    """A fraction as an answer writes it: 7/495, -1."""
    demand(type(text) is str and re.fullmatch(r"-?\d+(/\d+)?", text), f"{text!r} is no exact number")
    demand(str(Fraction(text)) == text, f"{text} is not in lowest terms")
    return Fraction(text)


def each_once(pairs):
    demand(len(dict(pairs)) == len(pairs), "a name stands twice")
    return dict(pairs)


def no_number(text):
    raise ValueError(f"{text} is no number")


def whole(text):
    demand(text != "-0", "-0 is no number")
    return int(text)


def check_rows(name, bet):
    states, total, ends = bet["states"], bet["total"], len(bet["decisions"])
    demand(all(type(state) is str for state in states), name, "a state has no name")
    demand(len(set(states)) == len(states) == len(bet["rows"]) > 0, name, "not one row per state")
    space = {outcome: weight for outcome, weight, _ in bet["rows"][0]}
    for state, row in zip(states, bet["rows"]):
        at = f"{name}: row {state!r}"
        demand(all(type(weight) is int and weight > 0 for _, weight, _ in row), at, "a weight is not positive")
        demand(all(type(outcome) is str for outcome, _, _ in row), at, "an outcome has no name")
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
    demand(
        all(set(decision) == {"kind", "net", "cite"} for decision in bet["decisions"]),
        name,
        "a decision has other fields",
    )
    used = {-1 - to for row in bet["rows"] for _, _, to in row if to < 0}
    demand(used == set(range(len(bet["decisions"]))), name, "a decision that nothing leads to")
    ends = [(d["kind"], rational(d["net"]), rational(x[0])) for d, x in zip(bet["decisions"], bet["chances"])]
    demand(all(kind in SIGNS and SIGNS[kind](net) for kind, net, _ in ends), name, "a decision is miscalled")
    demand(sum(chance for _, _, chance in ends) == 1, name, "chances do not sum to 1")
    true = {f"p_{kind}": sum(chance for other, _, chance in ends if other == kind) for kind in SIGNS}
    true["house_edge"], true["mean_rounds"] = -sum(net * chance for _, net, chance in ends), rational(bet["rounds"][0])
    true["variance"] = sum(net**2 * chance for _, net, chance in ends) - true["house_edge"] ** 2
    stated = {figure: rational(pair) for figure, pair in bet["figures"].items()}
    for figure in sorted(true.keys() | stated.keys()):
        demand(stated.get(figure) == true.get(figure), name, f"{figure} is {true.get(figure)}")


# Names


def clause_of(game, clause, name):
    demand(type(clause) is str and CLAUSE.fullmatch(clause), name, f"{clause!r} is no clause")
    of, reading = CLAUSE.findall(clause)[0]
    readings = {GAMES[game][1]} if game in GAMES else {reading}
    demand(of == game or reading in FOR_EVERY_GAME | readings, name, f"{clause} is no clause of {game}")


def check_names(certificate):
    """Game, clauses, options, ids and device fit each other; what a row shows of an option is what the option says."""
    demand(set(certificate) == {"format", "game", "options", "bets"}, "parts are missing or unknown")
    game, options = certificate["game"], certificate["options"]
    demand(type(game) is str and re.fullmatch("[a-z][a-z_0-9]*", game), f"{game!r} is no name of a game")
    demand(type(options) is dict and all(type(value) in (str, int) for value in options.values()), "no options")
    for other, (_, _, _, theirs, _) in GAMES.items():
        foreign = options.keys() & {*theirs.split()} if other != game and game in GAMES else ()
        demand(not foreign, f"{', '.join(foreign)}: an option of {other}, not of {game}")
    for bet in certificate["bets"]:
        name = bet["bet"]
        demand(type(name) is str and re.fullmatch(r"[a-z][a-z_0-9]*(:[\w-]+)?", name), f"{name!r} is no name of a bet")
        demand(type(bet["rests_on"]) is list and type(bet["weights_cite"]) is str, name, "no clauses")
        weighed = [bet["weights_cite"]] if bet["weights_cite"] else []
        for clause in (bet["cite"], *weighed, *bet["rests_on"], *(decision["cite"] for decision in bet["decisions"])):
            clause_of(game, clause, name)
        if game in GAMES:
            _, _, total, _, ids = GAMES[game]
            cards = 52 * options["decks"] if game == "football_poker" else 0
            total = total or cards * (cards - 1) * (cards - 2)
            is_part = options.get("post_opens") == "on_post" and name == "post"  # of two cards that make 0 or 9
            demand(bet["total"] < total if is_part else bet["total"] == total, name, f"not the weights of {game}")
            demand("proposal" in options or name.split(":")[0] in ids.split(), name, f"no bet of {game}")
            check_options(game, options, name, bet)


def check_options(game, options, name, bet):
    """The two options that a row shows: what the field pays on 12, and what becomes of even chances on zero."""
    to = {outcome: target for outcome, _, target in bet["rows"][0]}
    net = {outcome: rational(bet["decisions"][-1 - target]["net"]) for outcome, target in to.items() if target < 0}
    if "proposal" in options:
        return
    if game == "craps" and name == "field":
        demand(net["12"] == options["field_12"], name, f"12 pays {net['12']}, not field_12={options['field_12']}")
    if game == "roulette" and name in ("red", "black", "even", "odd", "low", "high"):
        on_zero = {"lose": -1, "half_back": Fraction(-1, 2), "en_prison": None}[options["zero"]]
        demand(net.get("zero" if "zero" in to else "0") == on_zero, name, f"zero is not {options['zero']}")


# Beside the certificate


def check_forms(value, counts):
    """A figure written in several forms says the same in each: exact, rounded, in hundredths, and in words."""
    if isinstance(value, list):
        for part in value:
            check_forms(part, counts)
    elif isinstance(value, dict):
        for part in value.values():
            check_forms(part, counts)
        if "exact" in value:
            demand(set(value) == {"exact", "decimal", "percent", "said"}, f"a figure has other forms: {value}")
            exact = written(value["exact"])
            for form, number, digits in (("decimal", exact, 6), ("percent", exact * 100, 4)):
                demand(
                    abs(Fraction(value[form]) - number) * 10**digits <= Fraction(1, 2), f"{exact} is not {value[form]}"
                )
            sign, decimals = -1 if value["said"][0] in "-\u2212" else 1, re.findall(r"[.,](\d+)\D*$", value["said"])
            places = len(decimals[0]) if decimals else 0
            shown = sign * Fraction(int("".join(re.findall(r"\d", value["said"]))), 10**places)
            off = abs(shown - exact * (100 if "%" in value["said"] else 1)) * 10**places
            demand(off <= Fraction(1, 2), f"{exact} is not said as {value['said']}")
            counts["forms"] += 1


def numbers_in(text):
    """The whole numbers of a text such as 9 to 1, whatever its language, in order of size."""
    return sorted(map(int, re.findall(r"\d+", re.sub(r"(?<=\d)[.,\s](?=\d{3}(?!\d))", "", text))))


def pays(text, *odds):
    """Whether a text says these odds: 2 to 1, 3 to 1; or with one second number for several in a row: 2, 3 to 1."""
    below = [ratio.denominator for ratio in odds]
    shared = [number for number, after in zip(below, [*below[1:], 0]) if number != after]
    above = [ratio.numerator for ratio in odds]
    return numbers_in(text) in (sorted(above + below), sorted(above + shared))


def ends_of(bet, place=0):
    return [
        (decision["kind"], rational(decision["net"]), rational(x[place]))
        for decision, x in zip(bet["decisions"], bet["chances"])
    ]


def nets_of(ends, *kinds):
    nets: Counter[Fraction] = Counter()
    for kind, net, chance in ends:
        if kind in kinds or not kinds:
            nets[net] += chance
    return nets


def check_stated(name, stated, bet):
    """The figures of a bet in an answer of `banca odds --json` are those of the certificate."""
    ends, true = ends_of(bet), {figure: rational(pair) for figure, pair in bet["figures"].items()}
    true["house_edge_per_round"] = true["house_edge"] / true["mean_rounds"]
    true["house_edge_resolved"] = true["house_edge"] / (1 - true["p_push"])
    for figure, value in true.items():
        demand(written(stated[figure]) == value, name, f"{figure} is {value}, not {stated[figure]}")
    nets = {written(result["net"]): written(result["chance"]) for result in stated["net"]}
    demand(nets == nets_of(ends) and len(nets) == len(stated["net"]), name, "the net results are others")
    demand(isclose(stated["sd"], sqrt(true["variance"]), rel_tol=1e-9), name, "the standard deviation is another")
    demand(type(stated["states"]) is int and stated["states"] == len(bet["states"]), name, "the states are others")
    demand((stated["cite"], sorted(stated["reads"])) == (bet["cite"], sorted(bet["rests_on"])), name, "other clauses")
    commission, odds = written(stated["commission"]), [rational(pair) for pair in stated["odds"]]
    nets_won = {ratio * (1 - commission) for ratio in odds}
    demand(nets_won == set(nets_of(ends, "win")), name, "odds and commission are not those of the decisions")
    demand(pays(stated["pays"], *odds), name, f"does not pay {stated['pays']}")


def check_proved(name, proved, bet):
    """What a dossier says more of a bet."""
    ends, edge = ends_of(bet), rational(bet["figures"]["house_edge"])
    demand(proved["key"] == name, name, "the key is another")
    per_round = edge / rational(bet["figures"]["mean_rounds"])
    figures = {"edge": edge, "edge_per_round": per_round, "rounds": rational(bet["figures"]["mean_rounds"])}
    figures |= {kind: rational(bet["figures"][f"p_{kind}"]) for kind in SIGNS}
    for figure, value in figures.items():
        demand(written(proved[figure]["exact"]) == value, name, f"{figure} is {value}")
    check_one_in(name, proved["one_in"], figures["win"])
    results = [
        (result["kind"], written(result["net"]), written(result["chance"]["exact"])) for result in proved["results"]
    ]
    demand(sorted(results) == sorted(ends), name, "results are not the decisions")
    shares = [written(result["share"]["exact"]) for result in proved["results"]]
    demand(shares == [net * chance for _, net, chance in results], name, "a share is another")
    prizes: Counter[Fraction] = Counter()
    for prize in proved["prizes"]:
        chance = written(prize["chance"]["exact"])
        check_one_in(name, prize["one_in"], chance)
        net = written(prize["returns"]["exact"]) / chance
        prizes[net] += chance
        kept = 1 - written(proved["commission"])
        demand(pays(prize["pays"], net / kept), name, f"a prize does not pay {prize['pays']}")
        for other in ("lower", "higher"):
            change = (edge - written(prize[f"edge_{other}"]["exact"])) / chance if prize[other] else 0
            demand(not prize[other] or pays(prize[other], (net + change) / kept), name, f"the {other} prize is another")
    wins = nets_of(ends, "win")
    demand(prizes == wins, name, "the prizes are not those of the decisions")
    demand(
        written(proved["liability"]["chance"]["exact"]) == wins[max(wins)], name, "the highest prize has another chance"
    )
    check_money(name, proved, ends, edge)
    derivation = proved["derivation"]
    is_it = (derivation["total"], derivation["of"]) == (bet["total"], len(bet["states"]))
    demand(is_it and derivation["weights_cite"] == bet["weights_cite"], name, "derived from other rows")
    for place, state in enumerate(derivation["states"]):  # the first ones, each in words
        there = ends_of(bet, place)
        values = sum(nets_of(there, "win").values()), sum(net * chance for _, net, chance in there)
        figures_there = tuple(written(state[figure]["exact"]) for figure in ("win", "mean", "rounds"))
        demand(
            figures_there == (*values, rational(bet["rounds"][place])),
            name,
            f"state {state['state']!r} has other figures",
        )
        demand(sum(move["ways"] for move in state["moves"]) == bet["total"], name, "moves are not the weights")
        decided = sum(weight for _, weight, to in bet["rows"][place] if to < 0)
        shown = sum(move["ways"] for move in state["moves"] if move["is_decided"])
        demand(shown == decided, name, f"state {state['state']!r} is decided by other weights")


def check_money(name, proved, ends, edge):
    """Amounts of money: a prize is paid down to whole chips, and so are the edge at a stake, the examples, the highest prize."""
    rounded, liability = proved["rounded"], proved["liability"]
    stake, chip = Fraction(rounded["stake"]), Fraction(rounded["chip"])
    received = [(kind, chance, stake * (1 + net) // chip * chip) for kind, net, chance in ends]
    at_stake = 1 - sum(chance * amount for _, chance, amount in received) / stake
    shown = written(rounded["edge"]["exact"]), written(rounded["costs"]["exact"])
    demand(shown == (at_stake, at_stake - edge), name, f"the edge at a stake of {stake} is {at_stake}")
    for example in proved["examples"]:
        paid = example["kind"], Fraction(example["received"])
        is_one = Fraction(example["stake"]) == stake and paid in {(kind, amount) for kind, _, amount in received}
        demand(is_one and Fraction(example["net"]) == paid[1] - stake, name, "an example is paid otherwise")
    most, kept = max(net for _, net, _ in ends), 1 - written(proved["commission"])
    prize = Fraction(liability["stake"]) * most // chip * chip
    is_it = Fraction(liability["prize"]) == prize and pays(liability["pays"], most / kept)
    demand(is_it, name, "the highest prize is another")


def check_one_in(name, text, chance):
    demand(abs(Fraction(text.replace(",", "")) * chance - 1) <= chance / 100, name, f"{chance} is not one in {text}")


def check_beside(document, counts):
    """What stands beside a certificate in an answer or a dossier; what of it could not be compared with the certificate."""
    certificate, is_dossier = document["certificate"], "format" in document
    known = DOSSIER if is_dossier else ODDS
    demand(not document.keys() - known and known - document.keys() <= {"remarks"}, "parts are missing or unknown")
    game, options = certificate["game"], certificate["options"]
    demand(document["game"] == game, f"the certificate is one of {game}, not of {document['game']}")
    demand(game not in GAMES or GAMES[game][0] in document["instrument"], f"{document['instrument']} is not of {game}")
    bets = {bet["bet"]: bet for bet in certificate["bets"]}
    keys = [f"{bet['id']}:{bet['selection']}" if bet["selection"] else bet["id"] for bet in document["bets"]]
    demand(len(set(keys)) == len(keys) > 0 and not set(keys) - set(bets), "bets that have no certificate, or no bets")
    for name, stated in zip(keys, document["bets"]):
        allowed = STATED | TOLD | (PROVED | ONLY_TOLD if is_dossier else set())
        demand(set(stated) == allowed, name, "parts are missing or unknown beside the certificate")
        check_stated(name, stated, bets[name])
        if is_dossier:
            check_proved(name, stated, bets[name])
    check_forms({key: value for key, value in document.items() if key != "certificate"}, counts)
    counts["bets"] = len(keys)
    if not is_dossier:
        demand(document["options"] == options, "the options are others than the certificate's")
        return "names, prizes in words"
    demand(document["format"] == "banca dossier 1", "not a dossier this program knows")
    demand(set(keys) == set(bets), "the certificate has other bets")
    options = {option: str(value) for option, value in options.items()}  # as a dossier writes them
    chosen = {choice["option"]: str(choice["value"]) for choice in document["options"]}
    demand(chosen.items() <= options.items(), "the options are others than the certificate's")
    for name, bet in zip(keys, document["bets"]):
        edges = [row["edge"] for row in bet["at_options"] if options.get(row["option"]) == str(row["value"])]
        demand(all(edge == bet["edge"] for edge in edges), name, "the edge at the chosen options is another")
    families = [key for family in document["families"] for key in family]
    demand(sorted(families) == sorted(keys), "the families are of other bets")
    proposed = {(bet["id"], bet["edge"]["exact"]) for bet in document["bets"]}
    compared = {(other["id"], other["edge"]["exact"]) for other in document["comparison"] if other["is_proposed"]}
    demand(compared <= proposed, "a bet is compared by another edge")
    digest = sha256(document["source"].encode()).hexdigest()
    demand(document["digest"] == digest, "the digest is not that of the source")
    demand(document["id"] == options["proposal"] and document["id"].endswith(f"-{digest[:32]}"), "the id is another")
    sealed = sha256(json.dumps(certificate, sort_keys=True).encode()).hexdigest()
    demand(document["certificate_digest"] == sealed, "the certificate's digest is another")
    demand(game not in GAMES or document["number"] == GAMES[game][0], f"{document['number']} is not of {game}")
    return "texts, limits, layout, simulation, what other bets and other options come to"


def main(file):
    try:
        with open(file, encoding="utf-8") as opened:
            document = json.load(opened, object_pairs_hook=each_once, parse_int=whole, parse_constant=no_number)
        demand(type(document) is dict, "not a certificate this program knows")
        counts: Counter[str] = Counter()
        certificate, unread = document.get("certificate", document), ""
        bets = {bet["bet"]: bet for bet in certificate["bets"]}
        demand(certificate["format"] == "banca certificate 1", "not a certificate this program knows")
        demand(len(bets) == len(certificate["bets"]) > 0, "no bets, or a bet twice")
        for name, bet in bets.items():
            demand(set(bet) == KEYS, name, "parts are missing or unknown")
            for check in (check_rows, check_absorption, check_equations, check_figures):
                check(name, bet)
        check_names(certificate)
        if certificate is not document:
            unread = check_beside(document, counts)
    except Exception as error:
        sys.exit(f"REJECTED {file}: {error if type(error) is ValueError else f'no certificate ({error!r})'}")
    game, rows = certificate["game"], sum(len(bet["rows"]) for bet in bets.values())
    print(f"verified {game}: {len(bets)} bets, {rows} rows, {6 * len(bets)} figures")
    if counts:
        print(f"beside the certificate: {counts['bets']} bets with the certified figures")
        print(f"figures that say the same exactly, rounded and in words: {counts['forms']}")
    if game not in GAMES:
        print(f"{game} is no game that this program knows: its name, bets and weights were not compared")
    print(f"not checked: that the rows are those of the regulation, and what the clauses say{unread and f'; {unread}'}")


if __name__ == "__main__":
    sys.exit(__doc__) if len(sys.argv) != 2 else main(sys.argv[1])
