"""What is said of each bet: its description, chances, prizes and advantage. Equal bets of a family share a chapter."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from banca.dossier import texts
from banca.dossier.blocks import LEFT, RIGHT, WIDE, Block, facts, quote, table, text
from banca.dossier.writing import FEW_SEEN, MOST_SEEN, NONE, DossierWriter, Json, is_long, signed

MOST_NAMES = 3
"""Bets that a title names one by one."""
MOST_UNBROKEN = 40
"""Letters that stay on one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BetChapter:
    """Bets of one family with the same prizes and chances; the first speaks for all."""

    bets: Sequence[Json]
    title: str

    @property
    def bet(self) -> Json:
        """The one that speaks for all."""
        return self.bets[0]

    @property
    def is_one_round(self) -> bool:
        """Whether the next outcome decides."""
        return bool(self.bet["rounds"]["exact"] == "1")


def chapters(report: Json, write: DossierWriter) -> list[BetChapter]:
    """The bets of the proposal, equal ones together."""
    alike: dict[str, list[Json]] = {}
    for bet in report["bets"]:
        alike.setdefault(_equal(bet), []).append(bet)
    return [BetChapter(bets=bets, title=_title(bets, write)) for bets in alike.values()]


def _equal(bet: Json) -> str:
    results = sorted([one["said"], one["chance"]["exact"]] for one in bet["results"])
    return json.dumps(
        [bet["id"], bet["phase"], bet["rounds"]["exact"], bet["derivation"]["of"], bet["prizes"], results]
    )


def _title(bets: Sequence[Json], write: DossierWriter) -> str:
    if len(bets) <= MOST_NAMES:
        return ", ".join(bet["name"] for bet in bets)
    return write(texts.ALIKE, family=bets[0]["family"], count=len(bets))


def when_placed(bet: Json, write: DossierWriter) -> str:
    """The phase in which it may be placed."""
    return str(bet["when"]) or write(texts.ANY_TIME)


# 2 Description


def description(chapter: BetChapter, write: DossierWriter) -> Iterator[Block]:
    """The proposal's own words, how the bet is played, and an example of every ending."""
    bet = chapter.bet
    words = list(dict.fromkeys(one["description"] for one in chapter.bets))
    if not bet["is_new"]:
        yield text(write(texts.OWN_BET, cite=bet["cite"]))
    if len(words) == 1:
        yield quote(words[0])
    if len(chapter.bets) > MOST_NAMES and len(words) == 1:
        names = ", ".join(one["name"] for one in chapter.bets)
        yield text(write(texts.ALIKE_SAID, count=len(chapter.bets), names=names))
    if len(words) > 1:
        columns = [(write(texts.BET), LEFT), (write(texts.DESCRIPTION), WIDE)]
        yield table(columns, [[one["name"], one["description"]] for one in chapter.bets])
    several = write(
        texts.AFTER_SEVERAL, rounds=write.decimal(bet["rounds"]), states=write.number(bet["derivation"]["of"])
    )
    yield facts(
        (write(texts.PAYS_NOW), bet["pays"]),
        (write(texts.PAID_BEFORE), bet["pays_before"]) if bet["pays_before"] else None,
        (write(texts.MAY_BE_PLACED), when_placed(bet, write)) if bet["is_new"] else None,
        (write(texts.TAKEN_BACK), write(texts.BEFORE_MOVED if bet["is_new"] else texts.AS_BEFORE)),
        (write(texts.IS_DECIDED), write(texts.AT_ONCE) if chapter.is_one_round else several),
        (write(texts.RESTS_ON), ", ".join(dict.fromkeys([bet["cite"], *bet["reads"]]))),
    )
    yield table(
        [
            (write(texts.OUTCOMES), WIDE),
            (write(texts.HAPPENS), WIDE),
            (write(texts.STAKE), RIGHT),
            (write(texts.RECEIVED), RIGHT),
            (write(texts.NET), RIGHT),
        ],
        [
            [
                ", ".join(one["outcomes"]),
                one["said"],
                write.number(one["stake"]),
                write.number(one["received"]),
                f"{'+' * (one['net'] != '0' and one['net'][0] != '-')}{write.number(one['net'])}",
            ]
            for one in bet["examples"]
        ],
        caption=f"{write(texts.EXAMPLES)}: {bet['name']}" if len(chapter.bets) > 1 else write(texts.EXAMPLES),
    )


# 3 Probabilities


def probabilities(chapter: BetChapter, write: DossierWriter) -> Iterator[Block]:
    """The chance of every result, and how it comes about."""
    bet = chapter.bet
    yield table(
        [
            (write(texts.RESULT), WIDE),
            (write(texts.CHANCE), RIGHT),
            (write(texts.PERCENT), RIGHT),
            (write(texts.ONE_IN), RIGHT),
        ],
        [
            [one["said"], write.exact(one["chance"]), write.percent(one["chance"]), _once_in(one["chance"], write)]
            for one in bet["results"]
        ],
    )
    yield from _at_once(chapter, write) if chapter.is_one_round else _by_states(chapter, write)


def _once_in(chance: Json, write: DossierWriter) -> str:
    value = Fraction(chance["exact"])
    return write.number(f"{float(1 / value):.2f}") if value else NONE


def _at_once(chapter: BetChapter, write: DossierWriter) -> Iterator[Block]:
    """One round: ways counted."""
    derivation = chapter.bet["derivation"]
    total = write.number(derivation["total"])
    columns = [(write(texts.HAPPENS), WIDE), (write(texts.ON), WIDE), (write(texts.WAYS, total=total), RIGHT)]
    yield table(
        columns,
        [
            [move["to"], _seen(move["seen"], write), write.number(move["ways"])]
            for move in derivation["states"][0]["moves"]
        ],
    )
    if len(chapter.bets) > 1:
        rows = [[one["name"], *_wins_on(one, write)] for one in chapter.bets]
        columns = [(write(texts.BET), WIDE), (write(texts.WINS_ON), WIDE), (write(texts.WAYS, total=total), RIGHT)]
        yield table(columns, rows, caption=write(texts.SELECTIONS))


def _wins_on(bet: Json, write: DossierWriter) -> tuple[str, str]:
    won = {one["said"] for one in bet["results"] if one["kind"] == "win"}
    moves = [move for move in bet["derivation"]["states"][0]["moves"] if move["to"] in won]
    seen = [one for move in moves for one in move["seen"]]
    return _seen(seen, write, FEW_SEEN), write.number(sum(move["ways"] for move in moves))


def _seen(seen: Sequence[str], write: DossierWriter, most: int = MOST_SEEN) -> str:
    """The outcomes, consecutive numbers as `4–6`, and no more of them than can be read."""
    runs = _runs(seen)
    shown, left = ", ".join(runs[:most]), len(runs) - most
    return f"{shown} {write(texts.MORE, count=write.number(left))}" if left > 0 else shown


def _runs(seen: Sequence[str]) -> list[str]:
    """Three consecutive numbers and more as a range.

    >>> _runs(["2", "4", "5", "6", "8", "9"])
    ['2', '4–6', '8', '9']
    """
    runs: list[list[str]] = []
    for one in seen:
        if runs and one.isdigit() and runs[-1][-1].isdigit() and int(one) == int(runs[-1][-1]) + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return [said for run in runs for said in (run if len(run) < 3 else [f"{run[0]}–{run[-1]}"])]


def _by_states(chapter: BetChapter, write: DossierWriter) -> Iterator[Block]:
    """Several rounds: the first states of the chain."""
    derivation = chapter.bet["derivation"]
    shown = derivation["states"]
    count = write.number(derivation["of"])
    yield table(
        [
            (write(texts.STATE), LEFT),
            (write(texts.MOVES, total=write.number(derivation["total"])), WIDE),
            (write(texts.WINNING), RIGHT),
            (write(texts.ROUNDS), RIGHT),
        ],
        [
            [state["state"], _moves(state, write), write.percent(state["win"]), write.decimal(state["rounds"])]
            for state in shown
        ],
        caption=write(texts.ALL_STATES, count=count)
        if derivation["of"] == len(shown)
        else write(texts.STATES_SHOWN, shown=len(shown), count=count),
    )


def _moves(state: Json, write: DossierWriter) -> str:
    """`3 (2) → 2,3`: on a 3, in 2 ways, to the state 2,3; a short one is never broken."""
    moves = (f"{_seen(move['seen'], write)} ({write.number(move['ways'])}) → {move['to']}" for move in state["moves"])
    return ";  ".join(move.replace(" ", "\N{NO-BREAK SPACE}") if len(move) <= MOST_UNBROKEN else move for move in moves)


# 4 Prizes


def prize_name(bet: Json, prize: Json, write: DossierWriter) -> str:
    """What a prize is for: the name of its row, or the outcomes that win it at once."""
    if prize["name"]:
        return str(prize["name"])
    derivation = bet["derivation"]
    if len(bet["prizes"]) > 1 and derivation["of"] == 1:
        wins = write(texts.WINS, pays=prize["pays"])
        for move in derivation["states"][0]["moves"]:
            if move["to"] == wins:
                return write(texts.WINNING_ON, seen=_seen(move["seen"], write))
    return write(texts.WINNING_ROW)


def prize_table(bets: Sequence[BetChapter], write: DossierWriter) -> Block:
    """Every prize of every bet, with what it gives back and one step to either side."""
    return table(
        [
            (write(texts.BET), WIDE),
            (write(texts.PRIZE_FOR), WIDE),
            (write(texts.PAYS), RIGHT),
            (write(texts.CHANCE), RIGHT),
            (write(texts.GIVES_BACK), RIGHT),
            (write(texts.ONE_LOWER), RIGHT),
            (write(texts.ONE_HIGHER), RIGHT),
        ],
        [
            [
                "" if number else chapter.title,
                prize_name(chapter.bet, one, write),
                one["pays"],
                write.percent(one["chance"]),
                write.percent(one["returns"]),
                _step(one["lower"], one["edge_lower"], write),
                _step(one["higher"], one["edge_higher"], write),
            ]
            for chapter in bets
            for number, one in enumerate(chapter.bet["prizes"])
        ],
    )


def commissions(bets: Sequence[BetChapter], write: DossierWriter) -> list[str]:
    """What is kept of prizes."""
    return [
        write(texts.COMMISSION, bet=one.title, rate=one.bet["commission"], cite=one.bet["commission_cite"])
        for one in bets
        if one.bet["commission"] != "0"
    ]


def _step(pays: str, edge: Json | None, write: DossierWriter) -> str:
    return f"{pays}\n{write.percent(edge)}" if edge else NONE


# 5 Advantage


def advantage(chapter: BetChapter, write: DossierWriter) -> Iterator[Block]:
    """The sum line by line, and what else is asked about it."""
    bet = chapter.bet
    mean = {form: _negated(figure) for form, figure in bet["edge"].items()}
    rows = [
        [
            one["said"],
            write.exact(one["chance"]),
            signed(one["net"]),
            write.exact(one["share"]),
            write.percent(one["share"]),
        ]
        for one in bet["results"]
    ]
    yield table(
        [
            (write(texts.RESULT), WIDE),
            (write(texts.CHANCE), RIGHT),
            (write(texts.NETS), RIGHT),
            (write(texts.TIMES), RIGHT),
            (write(texts.PERCENT), RIGHT),
        ],
        [*rows, [write(texts.SUM), "", "", write.exact(mean), write.percent(mean)]],
        total=True,
    )
    yield facts(*_figures(bet, write))
    rows = [
        [one["name"], one["said"], write.exact(one["edge"]), write.percent(one["edge"])]
        for one in _that_matter(bet["at_options"])
    ]
    if rows:
        columns = [
            (write(texts.OPTION), WIDE),
            (write(texts.VALUE), WIDE),
            (write(texts.ADVANTAGE), RIGHT),
            (write(texts.PERCENT), RIGHT),
        ]
        yield table(columns, rows, caption=write(texts.AT_OPTIONS))


def _negated(plain: str) -> str:
    """The same figure with the other sign; nothing has none."""
    if not Fraction(plain):
        return plain
    return plain[1:] if plain.startswith("-") else f"-{plain}"


def _that_matter(at_options: Sequence[Json]) -> list[Json]:
    """The values of those options that change the figure."""
    edges: dict[str, set[str]] = {}
    for one in at_options:
        edges.setdefault(one["option"], set()).add(one["edge"]["exact"])
    return [one for one in at_options if len(edges[one["option"]]) > 1]


def _figures(bet: Json, write: DossierWriter) -> Iterator[tuple[str, str]]:
    exact, percent = write.exact(bet["edge"]), write.percent(bet["edge"])
    yield (
        write(texts.EXACTLY),
        f"{exact} ≈ {percent}" if not is_long(bet["edge"]) else f"≈ {percent} {write(texts.IN_ANNEX)}",
    )
    if bet["edge_before"]:
        yield write(texts.BEFORE), write.percent(bet["edge_before"])
    if bet["push"]["exact"] != "0":
        resolved = float(Fraction(bet["house_edge_resolved"])) * 100
        yield write(texts.TIES_OUT), f"{write.number(f'{resolved:.4f}')}%"
    yield write(texts.PER_ROUND), write.percent(bet["edge_per_round"])
    rounded, most = bet["rounded"], bet["liability"]
    stake, chip = write.number(rounded["stake"]), write.number(rounded["chip"])
    yield write(texts.AT_MINIMUM, stake=stake, chip=chip), write.percent(rounded["edge"])
    one_in = write.number(bet["one_in"])
    yield write(texts.HITS), write(texts.HITS_SAID, percent=write.percent(bet["win"]), one_in=one_in)
    yield write(texts.VOLATILITY), write.number(f"{bet['sd']:.4f}")
    yield (
        write(texts.WORST),
        write(
            texts.WORST_SAID,
            prize=write.number(most["prize"]),
            stake=write.number(most["stake"]),
            pays=most["pays"],
            percent=write.percent(most["chance"]),
        ),
    )
    if bet["at_options"] and not _that_matter(bet["at_options"]):
        yield write(texts.AT_OPTIONS), write(texts.SAME_AT_OPTIONS)
    if bet["simulation"]:
        yield write(texts.SIMULATED), _simulated(bet["simulation"], write)


def _simulated(simulation: Json, write: DossierWriter) -> str:
    edge, error, z = (float(simulation[name]) for name in ("edge", "error", "z"))
    return write(
        texts.SIMULATED_SAID,
        edge=f"{write.number(f'{edge * 100:.4f}')}%",
        error=f"{write.number(f'{error * 100:.4f}')}%",
        rounds=write.number(simulation["rounds"]),
        seed=simulation["seed"],
        z=write.number(f"{z:.2f}"),
    )
