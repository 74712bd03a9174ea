"""Write the counts of the bank against seven gates, `games/pai_kao/exact/gates.json`, for every two policies.

python tools/pai_kao_gates.py KEPT.jsonl           # work out what is missing in KEPT.jsonl, then write what is whole
python tools/pai_kao_gates.py KEPT.jsonl --write   # only write

All of it takes about 40 minutes of one core. Each line that is kept is one hand and setting of the banker's, so it may be stopped at any time.
"""

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

from banca.games.pai_kao.exact import (
    CLASSES_OF,
    DESCRIBED,
    EQUILIBRIUM,
    HANDS,
    PLACES,
    WAYS,
    Orders,
    Policy,
    Seat,
    digest_of_policies,
    most_often,
    policy,
    whole_counts,
)
from banca.games.pai_kao.exact.compiled import LOSE, POWERS, WIN, Places, all_weights, grid, results, rows_of_seven

FILE = Path(__file__).parent.parent / "src/banca/games/pai_kao/exact/gates.json"
Line = tuple[str, int, int, int]
"""A policy of the gates, a hand of the banker's, and the classes of its front and rear."""


def work_out(path: Path) -> None:
    """Add to the file what it does not have yet, the banker's equilibrium first."""
    done = set(read(path))
    with path.open("a", encoding="utf-8") as file:
        for bankers in ([EQUILIBRIUM], list(DESCRIBED)):
            for player in DESCRIBED:
                gates = settings_of(player)
                for hand in range(len(HANDS)):
                    missing = {(player, hand, *classes) for classes in taken(hand, bankers)} - done
                    sets = grid(hand) if missing else None
                    for line in sorted(missing):
                        rows = rows_of_seven(sets, results(*line[2:], gates)) if sets else []
                        file.write(json.dumps([*line, [rows[a][b] for a, b in PLACES]]) + "\n")
                    done |= missing
                    file.flush()
                print(f"{player} against {', '.join(bankers)}", flush=True)


def taken(hand: int, bankers: list[str]) -> set[tuple[int, int]]:
    """The classes of the settings that some of these policies give a hand."""
    shares = [policy(name, Seat.BANKER).weights[hand] for name in bankers]
    return {classes for place, classes in enumerate(CLASSES_OF[hand]) if any(share[place] for share in shares)}


@cache
def settings_of(player: str) -> Places:
    """The setting that a gate takes of each hand."""
    return np.array([weights.index(1) for weights in most_often(policy(player, Seat.PLAYER)).weights])


def read(path: Path) -> dict[Line, list[int]]:
    """What is kept."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {(player, hand, front, rear): rows for player, hand, front, rear, rows in map(json.loads, lines)}


def whole(line: Line, kept: list[int]) -> Orders:
    """The counts of one hand and setting."""
    player, hand, front, rear = line
    rows = [[0] * POWERS for _ in range(POWERS)]
    for (a, b), count in zip(PLACES, kept, strict=True):
        rows[a][b] = count
    met, many = results(front, rear, settings_of(player)), all_weights()[hand]
    return whole_counts(rows, int(many[met == WIN].sum()), int(many[met == LOSE].sum()))


def added_up(counts: dict[Line, Orders], player: str, banker: Policy) -> Iterator[int]:
    """Over all hands of the banker's and its settings: the weight of each order of results."""
    for place in PLACES:
        yield sum(
            WAYS[hand] * share * counts[player, hand, *classes][place]
            for hand, shares in enumerate(banker.weights)
            for classes, share in zip(CLASSES_OF[hand], shares, strict=True)
            if share
        )


def write(path: Path) -> None:
    """Write every two policies of which nothing is missing."""
    counts = {line: whole(line, rows) for line, rows in read(path).items()}
    found = {}
    for player in DESCRIBED:
        for banker in DESCRIBED:
            if all((player, hand, *one) in counts for hand in range(len(HANDS)) for one in taken(hand, [banker])):
                own, theirs = most_often(policy(player, Seat.PLAYER)), policy(banker, Seat.BANKER)
                orders = list(added_up(counts, player, theirs))
                found[f"{player} {banker}"] = {"sha256": digest_of_policies(own, theirs), "orders": orders}
    FILE.write_text(json.dumps(found, indent=0, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{FILE.name}: {len(found)} of {len(DESCRIBED) ** 2}")


if __name__ == "__main__":
    if "--write" not in sys.argv:
        work_out(Path(sys.argv[1]))
    write(Path(sys.argv[1]))
