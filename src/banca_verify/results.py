"""Work every drawn result of an exported journal out again: python3 results.py FILE.jsonl

It needs Python's standard library, imports nothing of Banca and knows no game: what can come up, with its weights, stands in the
journal. That it is chained and paid by the rules is for `banca audit verify`. docs/fair-results.md says what follows. Exit code 0 or 1.
"""

import hmac
import json
import sys
from bisect import bisect_right
from collections import Counter
from hashlib import sha256
from itertools import accumulate, count, product
from typing import Any

SEED, DRAW, HIDDEN, COMMITMENT = "banca seed 1", "banca draw 1", "banca hidden 1", "banca commitment 2"
FORM = 4  # entries of an older form have no seeds
Object = dict[str, Any]


def digest(*lines: object) -> str:
    return sha256("\n".join(map(str, lines)).encode()).hexdigest()


class Stream:
    """The bytes of one draw: HMAC-SHA256 blocks under the seed."""

    def __init__(self, kind: str, table: str, number: int, seed: str, nonces: list[list[str]]) -> None:
        key, head = bytes.fromhex(seed), f"{kind}\n{table}\n{number}"
        tail = "".join(f"{player}\n{nonce}\n" for player, nonce in nonces)
        self.blocks = (hmac.digest(key, f"{head}\n{block}\n{tail}".encode(), "sha256") for block in count())
        self.kept = b""

    def below(self, limit: int) -> int:
        """A whole number below a limit, all equally likely: what is too large is thrown away."""
        bits = (limit - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            while len(self.kept) < size:
                self.kept += next(self.blocks)
            taken, self.kept = self.kept[:size], self.kept[size:]
            if (number := int.from_bytes(taken) >> (8 * size - bits)) < limit:
                return number

    def draw(self, device: Object) -> str:
        """A weighted result, dice, or an order of all pieces (Fisher and Yates)."""
        if pieces := [*device.get("pieces", [])]:
            for place in range(len(pieces) - 1, 0, -1):
                other = self.below(place + 1)
                pieces[place], pieces[other] = pieces[other], pieces[place]
            return " ".join(pieces)
        dice = product("123456", repeat=device.get("dice", 0))
        results = device.get("results") or [("-".join(faces), 1) for faces in dice]
        ends = list(accumulate(weight for _, weight in results))
        return str(results[bisect_right(ends, self.below(ends[-1]))][0])


class Table:
    def __init__(self, name: str) -> None:
        self.name, self.faults = name, list[str]()
        self.form, self.seq, self.is_seeded = FORM, 0, False
        self.devices, self.seed = list[Object](), Object()
        self.pledges, self.nonces = dict[str, str](), dict[str, str]()
        self.outcome = self.part = ""  # drawn and not played yet; and what lies there of a result
        self.counts, self.withheld = Counter[str](), Counter[str]()

    def take(self, entry: Object) -> None:
        self.form, self.seq = entry["v"], entry["seq"]
        for event in entry["events"]:
            getattr(self, "on_" + event["event"], lambda _: None)(event)

    def demand(self, holds: object, fault: str) -> None:
        if not holds:
            self.faults.append(f"{self.name}, entry {self.seq}: {fault}")

    def on_devices_published(self, event: Object) -> None:
        self.devices = event["devices"]

    def on_seed_committed(self, event: Object) -> None:
        self.demand(not self.seed, "a seed is replaced that was never revealed")
        self.is_seeded, self.seed, self.pledges, self.nonces = True, event, {}, {}

    def on_pledged(self, event: Object) -> None:
        self.pledges[event["player"]] = event["pledge"]

    def on_revealed(self, event: Object) -> None:
        player, self.nonces[player] = event["player"], event["nonce"]
        is_it = sha256(bytes.fromhex(self.nonces[player])).hexdigest() == self.pledges.get(player)
        self.demand(is_it, f"{player} revealed another number than was pledged")

    def on_seed_lost(self, _: Object) -> None:
        self.demand(False, "a seed was never revealed")
        self.seed = {}

    def on_seed_opened(self, event: Object) -> None:
        """It is the seed that was committed to, and gives the result with the numbers that were revealed."""
        number, nonces, withheld = event["number"], event.get("nonces", []), event.get("withheld", [])
        is_it = digest(SEED, self.name, number, event["seed"]) == event["commitment"] == self.seed.get("commitment")
        self.demand(is_it, "the seed does not match the commitment to it")
        left_out = sorted(self.pledges.keys() - self.nonces)
        is_it = (nonces, withheld) == (sorted(map(list, self.nonces.items())), left_out)
        self.demand(is_it, "the numbers counted are not those that were revealed")
        self.withheld.update(withheld)
        self.seed, self.outcome = {}, event.get("outcome", "")
        if self.outcome:
            self.counts["draws"] += 1
            device = {"results": event["results"]} if "results" in event else self.devices[event.get("device", 0)]
            gives = Stream(DRAW, self.name, number, event["seed"], nonces).draw(device)
            self.demand(gives == self.outcome, f"seed and numbers give {gives}, but {self.outcome} was drawn")

    def on_result_called(self, event: Object) -> None:
        shown = event.get("written") or event.get("outcome") or "-".join(map(str, event["dice"]))
        follows = not self.is_seeded or shown in (self.outcome, self.part)
        self.demand(follows, f"{shown} was played, but no seed gives it")
        self.outcome, self.part = "", shown if event["event"] == "part_shown" else ""

    on_part_shown = on_dice_shaken = on_result_called

    def on_commitment_opened(self, event: Object) -> None:
        """A result that lay hidden before the bets is what was committed to, and follows from its nonce."""
        if self.form < FORM:
            return
        self.counts["hidden"] += 1
        number, nonce, outcome = event["round"], event["nonce"], event["outcome"]
        is_it = digest(COMMITMENT, self.name, number, nonce, outcome) == event["commitment"]
        self.demand(is_it, "the hidden result does not match its commitment")
        gives = Stream(HIDDEN, self.name, number, nonce, []).draw(self.devices[0])
        self.demand(gives == outcome, f"the nonce gives {gives}, but {outcome} was hidden")


def main(path: str) -> int:
    tables: dict[str, Table] = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)["entry"]
            tables.setdefault(entry["table"], Table(entry["table"])).take(entry)
    for name, table in tables.items():
        print(*table.faults, f"{name}: {dict(table.counts)}, withheld: {dict(table.withheld)}", sep="\n")
    wrong = sum(len(table.faults) for table in tables.values())
    print(f"{wrong} faults" if wrong else "every result follows from what was published")
    return min(wrong, 1)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
    except (OSError, ValueError, KeyError, IndexError) as fault:
        sys.exit(f"{sys.argv[1]} is no exported journal ({fault})")
