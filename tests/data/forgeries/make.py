"""Forge the true documents: `python tests/data/forgeries/make.py` writes every forgery and `index.toml`, which says how each was made.

The forgeries were thought up from the documents (fair results, evidence, check a certificate), not from the checkers. Whatever a
forger can work out without a secret key is worked out anew: digests and chains of journals, commitments, figures that follow from others.
Standard library and `cryptography`; nothing of Banca.
"""

# fmt: off
# One forgery is one line, as in a table.

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from itertools import count, product
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

HERE = Path(__file__).parent
Json = Any
MADE: dict[str, dict[str, str]] = {"results": {}, "certificates": {}, "receipts": {}}


def written(document: Json) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def keep(kind: str, name: str, ending: str, base: str, how: str, text: str | bytes) -> None:
    """Write one forgery; `how` says in a line what was done to the true document."""
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    assert name not in MADE[kind], name
    assert raw != (HERE / kind / "true" / f"{base}.{ending}").read_bytes(), f"{name} changes nothing"
    (HERE / kind / f"{name}.{ending}").write_bytes(raw)
    MADE[kind][f"{name}.{ending}"] = f"{base}: {how}"


# Results ------------------------------------------------------------------------------------------------------------------------


class Journal:
    """The entries of one exported journal, in order."""

    def __init__(self, base: str) -> None:
        text = (HERE / "results" / "true" / f"{base}.jsonl").read_text(encoding="utf-8")
        self.lines = [json.loads(line) for line in text.splitlines()]
        assert self.text() == text, "the forger writes as the house does"

    @property
    def entries(self) -> list[Json]:
        return [line["entry"] for line in self.lines]

    def text(self) -> str:
        return "".join(written(line) + "\n" for line in self.lines)

    def at(self, kind: str, n: int = 0) -> tuple[Json, int]:
        """The nth entry with such an event, and the event's place in it; from the end where n is negative."""
        return [(entry, p) for entry in self.entries for p, event in enumerate(entry["events"]) if event["event"] == kind][n]

    def event(self, kind: str, n: int = 0) -> Json:
        entry, place = self.at(kind, n)
        return entry["events"][place]

    def strike(self, kind: str, n: int | None = None) -> Json:
        """Remove the nth event of a kind, or all of them; the last one removed is returned."""
        found = [n] if n is not None else list(range(sum(e["event"] == kind for x in self.entries for e in x["events"])))[::-1]
        event = None
        for one in found:
            entry, place = self.at(kind, one)
            event = entry["events"].pop(place)
        return event

    def index(self, entry: Json) -> int:
        return next(n for n, one in enumerate(self.entries) if one is entry)

    def bet(self) -> Json:
        """The entry of a bet, to be put where it does not belong."""
        return deepcopy(self.at("bet_placed")[0])

    def insert(self, place: int, entry: Json) -> None:
        self.lines.insert(place, {"digest": "", "entry": entry})

    def apply(self, change: Callable[["Journal"], None]) -> None:
        change(self)

    def rechain(self) -> None:
        """Numbers and digests as a house that rewrites its past makes them."""
        head: dict[str, tuple[int, str]] = {}
        for line in self.lines:
            seq, before = head.get(line["entry"]["table"], (0, "0" * 64))
            line["entry"]["seq"] = seq + 1
            line["digest"] = hashlib.sha256(f"{before}\n{written(line['entry'])}".encode()).hexdigest()
            head[line["entry"]["table"]] = seq + 1, line["digest"]


def sha(*lines: object) -> str:
    return hashlib.sha256("\n".join(map(str, lines)).encode()).hexdigest()


def drawn(kind: str, device: Json, table: str, number: int, seed: str, nonces: Json = ()) -> str:
    """What a seed gives, worked out as the page says."""
    players = "".join(f"{player}\n{nonce}\n" for player, nonce in nonces)
    blocks = (hmac.digest(bytes.fromhex(seed), f"banca {kind} 1\n{table}\n{number}\n{block}\n{players}".encode(), "sha256") for block in count())
    stream = (byte for block in blocks for byte in block)

    def below(limit: int) -> int:
        bits = (limit - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            value = int.from_bytes(bytes(next(stream) for _ in range(size))) >> (8 * size - bits)
            if value < limit:
                return value

    if pieces := list(device.get("pieces", ())):
        for place in range(len(pieces) - 1, 0, -1):
            other = below(place + 1)
            pieces[place], pieces[other] = pieces[other], pieces[place]
        return " ".join(pieces)
    results = device.get("results") or [["-".join(map(str, dice)), 1] for dice in product(range(1, 7), repeat=device["dice"])]
    value = below(sum(weight for _, weight in results))
    for outcome, weight in results:
        value -= weight
        if value < 0:
            return str(outcome)
    raise AssertionError


def seeds() -> Any:
    """Numbers that a house may try one after the other."""
    return (hashlib.sha256(f"ground {n}".encode()).hexdigest() for n in count())


def redraw(journal: Journal, n: int, **changes: Json) -> None:
    """Change the nth opened seed and have its result, and what was called by it, follow."""
    entry, place = journal.at("seed_opened", n)
    event = entry["events"][place]
    event.update(changes)
    device = journal.event("devices_published")["devices"][event.get("device", 0)]
    event["outcome"] = drawn("draw", device, entry["table"], event["number"], event["seed"], event.get("nonces", ()))
    for other in entry["events"]:
        if other["event"] == "result_called":
            other["outcome"] = event["outcome"]


def grind_hidden(journal: Journal, n: int) -> None:
    """After the bets: a nonce for another result than the hidden one, with its own commitment, where the nth is opened."""
    entry, place = journal.at("commitment_opened", n)
    opened, device = entry["events"][place], journal.event("devices_published")["devices"][0]
    for nonce in seeds():
        outcome = drawn("hidden", device, entry["table"], opened["round"], nonce)
        if outcome != opened["outcome"]:
            break
    opened.update(nonce=nonce, outcome=outcome, commitment=sha("banca commitment 2", entry["table"], opened["round"], nonce, outcome))
    for event in entry["events"]:
        if event["event"] == "result_called":
            event["outcome"] = outcome


def other_result(journal: Journal, outcome: str) -> str:
    return next(str(name) for name, _ in journal.event("devices_published")["devices"][0]["results"] if name != outcome)


RESULTS: list[tuple[str, str, str, Callable[[Journal], Any], bool]] = []


def result(base: str, how: str, *, rechained: bool = True) -> Callable[[Callable[[Journal], Any]], None]:
    """Name a forgery of results after its function; digests and numbers are made anew unless they are what is forged."""
    return lambda change: RESULTS.append((change.__name__, base, how, change, rechained))


def row(name: str, base: str, how: str, change: Callable[[Journal], Any], *, rechained: bool = True) -> None:
    RESULTS.append((name, base, how, change, rechained))


@result("count", "after the bets a nonce was ground for another result, with a commitment of its own; what was committed is untouched")
def hidden_ground(j: Journal) -> None:
    grind_hidden(j, 0)


@result("fantan", "as hidden_ground, in the second round")
def hidden_ground_later(j: Journal) -> None:
    grind_hidden(j, 1)


@result("fantan", "as hidden_ground, where the void round shows what it would have been")
def hidden_ground_void(j: Journal) -> None:
    grind_hidden(j, 2)


@result("count", "the result that was called and paid is not the hidden one")
def hidden_called_other(j: Journal) -> None:
    j.event("result_called")["outcome"] = other_result(j, j.event("result_called")["outcome"])


@result("count", "the result called is another, and `written` has the hidden one")
def hidden_called_other_written(j: Journal) -> None:
    event = j.event("result_called")
    event["written"], event["outcome"] = event["outcome"], other_result(j, event["outcome"])


@result("count", "the result called is the hidden one, and `written` has another")
def hidden_written_other(j: Journal) -> None:
    j.event("result_called")["written"] = other_result(j, j.event("result_called")["outcome"])


@result("count", "the commitment published before the bets is exchanged for another digest")
def hidden_committed_other(j: Journal) -> None:
    j.event("committed")["commitment"] = sha("another")


row("hidden_uncommitted", "count", "the commitment published before the bets is struck out", lambda j: j.strike("committed", 0))
row("hidden_unopened", "count", "the opening is struck out; the result is only called", lambda j: j.strike("commitment_opened", 0))


@result("count", "commitment and opening of one round are struck out; another result is called")
def hidden_round_struck(j: Journal) -> None:
    j.strike("committed", 0)
    j.strike("commitment_opened", 0)
    hidden_called_other_of(j)


def hidden_called_other_of(j: Journal) -> None:
    j.event("result_called")["outcome"] = other_result(j, j.event("result_called")["outcome"])


@result("count", "all commitments and openings are struck out")
def hidden_all_struck(j: Journal) -> None:
    j.strike("committed")
    j.strike("commitment_opened")


@result("count", "all commitments, openings and devices are struck out and every entry says form 3, which had none of it for hidden results")
def hidden_all_struck_form_3(j: Journal) -> None:
    j.strike("committed")
    j.strike("commitment_opened")
    j.strike("devices_published")
    for entry in j.entries:
        entry["v"] = 3


@result("count", "the whole journal says form 3, and a result that does not follow from its nonce was committed to and opened")
def hidden_form_3(j: Journal) -> None:
    hidden_not_from_nonce_of(j)
    for entry in j.entries:
        entry["v"] = 3


def hidden_not_from_nonce_of(j: Journal) -> None:
    committed, (entry, place) = j.event("committed"), j.at("commitment_opened")
    opened = entry["events"][place]
    opened["outcome"] = other_result(j, opened["outcome"])
    opened["commitment"] = sha("banca commitment 2", entry["table"], opened["round"], opened["nonce"], opened["outcome"])
    committed["commitment"] = opened["commitment"]
    j.event("result_called")["outcome"] = opened["outcome"]


@result("count", "the house chose the result and committed to it: it does not follow from the nonce")
def hidden_not_from_nonce(j: Journal) -> None:
    hidden_not_from_nonce_of(j)


@result("count", "the hidden result is one that the device cannot show, committed to and opened in good order")
def hidden_impossible(j: Journal) -> None:
    entry, place = j.at("commitment_opened")
    opened = entry["events"][place]
    opened["outcome"] = "5"
    opened["commitment"] = sha("banca commitment 2", entry["table"], opened["round"], opened["nonce"], "5")
    j.event("committed")["commitment"] = opened["commitment"]
    j.event("result_called")["outcome"] = "5"


@result("count", "the opening shows another outcome under the old commitment")
def hidden_opened_other(j: Journal) -> None:
    event = j.event("commitment_opened")
    event["outcome"] = other_result(j, event["outcome"])


@result("count", "opening and call show another outcome under the old commitment")
def hidden_opened_and_called_other(j: Journal) -> None:
    event = j.event("commitment_opened")
    event["outcome"] = other_result(j, event["outcome"])
    j.event("result_called")["outcome"] = event["outcome"]


row("hidden_nonce_other", "count", "another nonce", lambda j: j.event("commitment_opened").update(nonce=sha("x")))
row("hidden_nonce_upper", "count", "the nonce in upper case, commitments made to fit", lambda j: j.apply(_upper_nonce))


def _upper_nonce(j: Journal) -> None:
    entry, place = j.at("commitment_opened")
    opened = entry["events"][place]
    opened["nonce"] = opened["nonce"].upper()
    opened["commitment"] = sha("banca commitment 2", entry["table"], opened["round"], opened["nonce"], opened["outcome"])
    j.event("committed")["commitment"] = opened["commitment"]


@result("count", "a nonce of 16 bytes that was easy to find, commitments made to fit, and the result follows")
def hidden_nonce_short(j: Journal) -> None:
    entry, place = j.at("commitment_opened")
    opened, device = entry["events"][place], j.event("devices_published")["devices"][0]
    opened["nonce"] = opened["nonce"][:32]
    opened["outcome"] = drawn("hidden", device, entry["table"], opened["round"], opened["nonce"])
    opened["commitment"] = sha("banca commitment 2", entry["table"], opened["round"], opened["nonce"], opened["outcome"])
    j.event("committed")["commitment"] = opened["commitment"]
    j.event("result_called")["outcome"] = opened["outcome"]


row("hidden_opened_round", "count", "the opening names another round", lambda j: j.event("commitment_opened").update(round=7))
row("hidden_committed_round", "count", "the commitment names another round", lambda j: j.event("committed").update(round=7))


@result("count", "commitment and opening both name round 7, and everything follows for round 7")
def hidden_other_round(j: Journal) -> None:
    entry, place = j.at("commitment_opened")
    opened, device = entry["events"][place], j.event("devices_published")["devices"][0]
    opened["round"] = j.event("committed")["round"] = 7
    opened["outcome"] = drawn("hidden", device, entry["table"], 7, opened["nonce"])
    opened["commitment"] = sha("banca commitment 2", entry["table"], 7, opened["nonce"], opened["outcome"])
    j.event("committed")["commitment"] = opened["commitment"]
    j.event("result_called")["outcome"] = opened["outcome"]


@result("count", "a second commitment of the same round before the opening; the later one is opened")
def hidden_committed_twice(j: Journal) -> None:
    entry, place = j.at("committed")
    entry["events"].insert(place, {**entry["events"][place], "commitment": sha("first choice")})


@result("count", "two commitments of the same round; the earlier one is opened")
def hidden_committed_twice_first(j: Journal) -> None:
    entry, place = j.at("committed")
    entry["events"].append({**entry["events"][place], "commitment": sha("second choice")})


@result("count", "the commitment is opened twice, each time to another outcome; the second fits the call")
def hidden_opened_twice(j: Journal) -> None:
    entry, place = j.at("commitment_opened")
    entry["events"].insert(place, deepcopy(entry["events"][place]))
    entry["events"][place]["outcome"] = other_result(j, entry["events"][place]["outcome"])


@result("fantan", "the openings of two rounds are exchanged")
def hidden_openings_swapped(j: Journal) -> None:
    (one, p), (two, q) = j.at("commitment_opened", 0), j.at("commitment_opened", 1)
    one["events"][p], two["events"][q] = two["events"][q], one["events"][p]


@result("count", "the commitment stands in the entry that closes the bets, after the bet")
def hidden_committed_late(j: Journal) -> None:
    event = j.strike("committed", 0)
    next(e for e in j.entries if e["command"]["do"] == "close_bets")["events"].append(event)


@result("count", "the commitment stands in the entry that opens it")
def hidden_committed_at_opening(j: Journal) -> None:
    event = j.strike("committed", 0)
    entry, place = j.at("commitment_opened")
    entry["events"].insert(place, event)


@result("count", "the commitment is opened before the bet, which is placed in full knowledge")
def hidden_opened_early(j: Journal) -> None:
    event = j.strike("commitment_opened", 0)
    j.at("committed")[0]["events"].append(event)


@result("count", "a bet is placed after the opening and before the payment")
def hidden_bet_after_opening(j: Journal) -> None:
    j.insert(j.index(j.at("result_called")[0]) + 1, j.bet())


@result("count", "the commitment was made for another table")
def hidden_other_table(j: Journal) -> None:
    opened = j.event("commitment_opened")
    opened["commitment"] = sha("banca commitment 2", "count-2", opened["round"], opened["nonce"], opened["outcome"])
    j.event("committed")["commitment"] = opened["commitment"]


@result("count", "commitment by the old form of the text (banca commitment 1)")
def hidden_old_text(j: Journal) -> None:
    opened = j.event("commitment_opened")
    opened["commitment"] = sha("banca commitment 1", opened["nonce"], opened["outcome"])
    j.event("committed")["commitment"] = opened["commitment"]


row("hidden_void_unopened", "fantan", "the void round does not show what lay hidden", lambda j: j.strike("commitment_opened", 2))


@result("fantan", "the round is paid to its end and its commitment never opened; the next round commits anew")
def hidden_never_opened(j: Journal) -> None:
    j.strike("commitment_opened", 1)
    j.event("result_called", 1)["outcome"] = "1"


@result("count", "two results are called in one round, the second is paid")
def hidden_called_twice(j: Journal) -> None:
    entry, place = j.at("result_called")
    entry["events"].append({"event": "result_called", "outcome": other_result(j, entry["events"][place]["outcome"])})


@result("count", "the result is corrected after the call, as only observed tables may")
def hidden_corrected(j: Journal) -> None:
    entry, place = j.at("result_called")
    before = entry["events"][place]["outcome"]
    event = {"event": "result_corrected", "before": before, "outcome": other_result(j, before), "reason": "mistyped", "cite": "R-live-2"}
    entry["events"].append(event)


@result("fantan", "the hidden result is declared null after it was seen, and another is committed to in the same round")
def hidden_null(j: Journal) -> None:
    entry = j.at("result_called")[0]
    j.strike("result_called", 0)
    entry["events"].append({"event": "null_declared", "reason": "spoiled", "cites": ["fantan F-2"]})


@result("fantan", "the second round is struck out as a whole and the numbers of entries closed up")
def hidden_round_removed(j: Journal) -> None:
    first, last = j.index(j.at("committed", 1)[0]), j.index(j.at("round_ended", 1)[0])
    del j.lines[first : last + 1]


@result("count", "the first round stands twice: same commitment, same nonce, same result")
def hidden_round_repeated(j: Journal) -> None:
    first, last = j.index(j.at("committed")[0]), j.index(j.at("round_ended")[0])
    j.lines[last + 1 : last + 1] = deepcopy(j.lines[first : last + 1])


@result("count", "the round is void after its result was called, instead of being paid")
def hidden_void_after_call(j: Journal) -> None:
    entry = j.at("round_ended")[0]
    entry.update(by="supervisor", role="supervisor", command={"do": "void_round", "reason": "not liked"})
    entry["events"] = [{"event": "round_voided", "reason": "not liked"}]


row("round_number_jumps", "count", "a round's end says round 5", lambda j: j.event("round_ended").update(number=5))
row("devices_struck", "count", "what can be drawn is not published", lambda j: j.strike("devices_published"))
row("device_weight_raised", "count", "one weight of the published device is raised; the results stay", lambda j: j.event("devices_published")["devices"][0]["results"][0].__setitem__(1, 10**9))
row("device_weight_negative", "count", "a result of weight -1 is put behind the others, where the sum still allows every draw", lambda j: j.event("devices_published")["devices"][0]["results"].append(["5", -1]))
row("device_weight_decimal", "count", "weights as decimal numbers", lambda j: j.event("devices_published")["devices"][0].update(results=[[name, float(weight)] for name, weight in j.event("devices_published")["devices"][0]["results"]]))
row("device_named_twice", "count", "one result is listed twice, once with no weight", lambda j: j.event("devices_published")["devices"][0]["results"].append(["1", 0]))


@result("fantan", "another device is published before the second round")
def device_replaced(j: Journal) -> None:
    event = deepcopy(j.event("devices_published"))
    event["devices"][0]["results"].reverse()
    j.at("committed", 1)[0]["events"].insert(0, event)


@result("count", "the device is turned round after the opening entry; results are made to follow from it, commitments too")
def device_published_late(j: Journal) -> None:
    event = j.strike("devices_published")
    j.entries[1]["events"].append(event)


# Seeds


@result("spin", "after the bets a seed was ground for another number, with a commitment of its own")
def seed_ground(j: Journal) -> None:
    entry, place = j.at("seed_opened")
    before = entry["events"][place]["outcome"]
    for seed in seeds():
        redraw(j, 0, seed=seed, commitment=sha("banca seed 1", entry["table"], 1, seed))
        if entry["events"][place]["outcome"] != before:
            return


@result("spin", "as seed_ground, under the old commitment")
def seed_ground_old_commitment(j: Journal) -> None:
    redraw(j, 0, seed=sha("another"))


row("seed_digit", "spin", "one digit of the seed is another", lambda j: j.apply(_seed_digit))


def _seed_digit(j: Journal) -> None:
    event = j.event("seed_opened")
    event["seed"] = ("0" if event["seed"][0] != "0" else "1") + event["seed"][1:]


@result("spin", "the drawn outcome is another, and called so")
def seed_outcome_other(j: Journal) -> None:
    entry, place = j.at("seed_opened")
    outcome = other_result(j, entry["events"][place]["outcome"])
    entry["events"][place]["outcome"] = j.event("result_called")["outcome"] = outcome


row("seed_called_other", "spin", "the number called and paid is not the one drawn", lambda j: j.event("result_called").update(outcome=other_result(j, j.event("result_called")["outcome"])))
row("seed_outcome_missing", "spin", "the drawn outcome is left out; a number is called", lambda j: j.event("seed_opened").pop("outcome"))
row("seed_committed_other", "spin", "the commitment published before the bets is exchanged", lambda j: j.event("seed_committed").update(commitment=sha("x")))
row("seed_uncommitted", "spin", "the first commitment is struck out", lambda j: j.strike("seed_committed", 0))
row("seed_uncommitted_later", "roulette", "the second commitment is struck out", lambda j: j.strike("seed_committed", 1))
row("seed_unopened", "spin", "one opening is struck out; the number is only called", lambda j: j.strike("seed_opened", 0))
row("seed_void_unopened", "roulette", "the void round does not open its seed", lambda j: j.strike("seed_opened", 2))
row("seed_close_unopened", "roulette", "the table closes without opening its last seed", lambda j: j.strike("seed_opened", -1))


@result("roulette", "commitment and opening of one draw are struck out, and another number is called")
def seed_draw_struck(j: Journal) -> None:
    j.strike("seed_committed", 1)
    j.strike("seed_opened", 1)
    j.event("result_called", 1)["outcome"] = "17"


@result("roulette", "all seeds, pledges and reveals are struck out")
def seed_all_struck(j: Journal) -> None:
    for kind in ("seed_committed", "seed_opened", "pledged", "pledges_closed", "revealed"):
        j.strike(kind)
    j.lines = [line for line in j.lines if line["entry"]["events"]]


@result("roulette", "all seeds, pledges, reveals and devices are struck out, and the entries say form 3")
def seed_all_struck_form_3(j: Journal) -> None:
    for kind in ("seed_committed", "seed_opened", "pledged", "pledges_closed", "revealed", "devices_published"):
        j.strike(kind)
    j.lines = [line for line in j.lines if line["entry"]["events"]]
    for entry in j.entries:
        entry["v"] = 3


@result("spin", "one round's entries say form 3, and its seed is struck out")
def seed_form_3_round(j: Journal) -> None:
    j.strike("seed_opened", 0)
    j.at("result_called")[0]["v"] = 3


@result("roulette", "all seeds, pledges, reveals and devices are struck out, and the table says that results are observed")
def drawn_called_observed(j: Journal) -> None:
    for kind in ("seed_committed", "seed_opened", "pledged", "pledges_closed", "revealed", "devices_published"):
        j.strike(kind)
    j.lines = [line for line in j.lines if line["entry"]["events"]]
    j.event("opened")["chance"] = "observed"


row("seeds_observed", "spin", "the table says that results are observed; seeds stand as they were", lambda j: j.event("opened").update(chance="observed"))
row("chance_unknown", "spin", "the opening says chance: beacon", lambda j: j.event("opened").update(chance="beacon"))


@result("roulette", "the draw that was not liked is struck out, with its round: numbers of draws jump from 1 to 3")
def seed_draw_removed(j: Journal) -> None:
    first = j.index(j.at("bet_placed", 1)[0])
    last = j.index(j.at("round_ended", 1)[0])
    next_seed = j.event("seed_committed", 2)
    j.event("seed_committed", 1).update(next_seed)
    del j.lines[first : last + 1]


@result("roulette", "the second draw uses the first seed again, which everybody knows by then; commitment and result fit it")
def seed_reused(j: Journal) -> None:
    seed = j.event("seed_opened")["seed"]
    commitment = sha("banca seed 1", "roulette-1", 2, seed)
    j.event("seed_committed", 1)["commitment"] = commitment
    redraw(j, 1, seed=seed, commitment=commitment)


@result("roulette", "the second draw is numbered 1 again, with the first seed, commitment and result")
def seed_number_repeated(j: Journal) -> None:
    first = j.event("seed_opened")
    j.event("seed_committed", 1).update(number=1, commitment=first["commitment"])
    j.event("seed_opened", 1).update(number=1, commitment=first["commitment"], seed=first["seed"])
    redraw(j, 1)


@result("spin", "the seed is committed to in the entry that opens it, after the bets")
def seed_committed_late(j: Journal) -> None:
    event = j.strike("seed_committed", 0)
    entry, place = j.at("seed_opened")
    entry["events"].insert(place, event)


@result("spin", "the seed is opened while bets are open, before the first bet")
def seed_opened_early(j: Journal) -> None:
    event = j.strike("seed_opened", 0)
    entry = j.at("bet_placed")[0]
    entry["events"].insert(0, event)


@result("spin", "two commitments for the first draw; the second is opened")
def seed_committed_twice(j: Journal) -> None:
    entry, place = j.at("seed_committed")
    entry["events"].insert(place, {**entry["events"][place], "commitment": sha("first choice")})


@result("roulette", "the seed of the first draw is lost, and another is opened in its place with the number that was wanted")
def seed_lost(j: Journal) -> None:
    entry, place = j.at("seed_opened")
    old = deepcopy(entry["events"][place])
    seed = sha("the next one")
    fresh = sha("banca seed 1", entry["table"], 2, seed)
    entry["events"][place : place + 1] = [{"event": "seed_lost", "number": 1, "commitment": old["commitment"]}, {"event": "seed_committed", "number": 2, "commitment": fresh}, {**old, "number": 2, "commitment": fresh, "seed": seed}]
    redraw(j, 0)
    for kind, first in (("seed_committed", 2), ("seed_opened", 1)):
        for n in range(first, 4):
            j.event(kind, n)["number"] += 1


@result("spin", "the seed is upper case, with commitment and result made to fit")
def seed_upper(j: Journal) -> None:
    seed = j.event("seed_opened")["seed"].upper()
    commitment = sha("banca seed 1", "spin-1", 1, seed)
    j.event("seed_committed")["commitment"] = commitment
    redraw(j, 0, seed=seed, commitment=commitment)


@result("spin", "a seed of two bytes that was tried through, with commitment and result made to fit")
def seed_short(j: Journal) -> None:
    commitment = sha("banca seed 1", "spin-1", 1, "0a0b")
    j.event("seed_committed")["commitment"] = commitment
    redraw(j, 0, seed="0a0b", commitment=commitment)


# Numbers of the players


@result("spin", "a number that was revealed is left out and called withheld; the result is drawn without it")
def number_left_out(j: Journal) -> None:
    event = j.event("seed_opened")
    redraw(j, 0, nonces=[one for one in event["nonces"] if one[0] != "ana"], withheld=["ana"])


@result("spin", "all numbers are left out; the seed alone decides")
def numbers_left_out(j: Journal) -> None:
    redraw(j, 0, nonces=[], withheld=["ana", "rui"])


@result("spin", "all numbers are left out without a word; the seed alone decides")
def numbers_forgotten(j: Journal) -> None:
    j.event("seed_opened").pop("nonces")
    redraw(j, 0)


row("withheld_unsaid", "roulette", "the player who withheld is not named", lambda j: j.event("seed_opened", 1).pop("withheld"))
row("withheld_other", "roulette", "somebody who pledged nothing is named as withholding", lambda j: j.event("seed_opened", 1).update(withheld=["eve"]))


@result("spin", "a number of somebody who pledged none goes in, and decides")
def number_unpledged(j: Journal) -> None:
    redraw(j, 0, nonces=[*j.event("seed_opened")["nonces"], ["shill", "0c" * 32]])


@result("spin", "another number than the one revealed goes in")
def number_exchanged(j: Journal) -> None:
    redraw(j, 0, nonces=[["ana", "0d" * 32], j.event("seed_opened")["nonces"][1]])


@result("spin", "reveal and draw have another number than was pledged")
def number_not_as_pledged(j: Journal) -> None:
    next(e for e in j.entries if e["command"] == {"do": "reveal", "nonce": "0a" * 32})["command"]["nonce"] = "0d" * 32
    for n in (0, 1):
        if j.event("revealed", n)["player"] == "ana":
            j.event("revealed", n)["nonce"] = "0d" * 32
    redraw(j, 0, nonces=[["ana", "0d" * 32], j.event("seed_opened")["nonces"][1]])


row("pledge_exchanged", "spin", "a pledge is exchanged; the reveal stays", lambda j: j.event("pledged").update(pledge=sha("x")))


@result("spin", "a pledge is struck out; its number goes in all the same")
def pledge_struck(j: Journal) -> None:
    entry = j.at("pledged")[0]
    del j.lines[j.index(entry)]


@result("spin", "a pledge and its reveal are struck out; the draw still has the number, ground after the bets")
def pledge_and_reveal_struck(j: Journal) -> None:
    j.lines = [line for line in j.lines if line["entry"]["by"] != "rui" or line["entry"]["command"]["do"] not in ("pledge", "reveal")]
    redraw(j, 0, nonces=[["ana", "0a" * 32], ["rui", "0e" * 32]])


@result("spin", "a number is pledged after the pledges were closed, and revealed at once")
def pledge_late(j: Journal) -> None:
    place = j.index(j.at("seed_opened")[0])
    pledge = deepcopy(j.at("pledged")[0])
    nonce = "0f" * 32
    digest = hashlib.sha256(bytes.fromhex(nonce)).hexdigest()
    pledge.update(by="shill", id="late-1", command={"do": "pledge", "pledge": digest})
    pledge["events"] = [{"event": "pledged", "player": "shill", "number": 1, "pledge": digest}]
    reveal = deepcopy(pledge)
    reveal.update(id="late-2", command={"do": "reveal", "nonce": nonce})
    reveal["events"] = [{"event": "revealed", "player": "shill", "number": 1, "nonce": nonce}]
    j.insert(place, reveal)
    j.insert(place, pledge)
    redraw(j, 0, nonces=[*j.event("seed_opened")["nonces"], ["shill", nonce]])


@result("spin", "a number is revealed before the bets are closed")
def reveal_early(j: Journal) -> None:
    line = j.lines.pop(j.index(j.at("revealed")[0]))
    j.lines.insert(j.index(j.at("pledges_closed")[0]), line)


@result("spin", "a number is revealed in the entry after the draw")
def reveal_late(j: Journal) -> None:
    line = j.lines.pop(j.index(j.at("revealed")[0]))
    j.lines.insert(j.index(j.at("seed_opened")[0]) + 1, line)


@result("spin", "one player pledges twice and reveals the second number")
def pledge_twice(j: Journal) -> None:
    entry = deepcopy(j.at("pledged")[0])
    entry["id"] = "again"
    entry["events"][0]["pledge"] = entry["command"]["pledge"] = sha("first choice")
    j.insert(j.index(j.at("pledged")[0]), entry)


@result("spin", "the numbers go in in another order of the players, and the result follows")
def numbers_reordered(j: Journal) -> None:
    redraw(j, 0, nonces=j.event("seed_opened")["nonces"][::-1])


@result("spin", "one player's number goes in twice")
def number_twice(j: Journal) -> None:
    nonces = j.event("seed_opened")["nonces"]
    redraw(j, 0, nonces=[nonces[0], *nonces])


row("pledges_never_closed", "spin", "the pledges are never closed", lambda j: j.strike("pledges_closed", 0))
row("pledges_closed_without_one", "spin", "the closing names one of the two who pledged", lambda j: j.event("pledges_closed").update(players=["ana"]))
row("pledges_closed_number", "spin", "the closing is that of another draw", lambda j: j.event("pledges_closed").update(number=9))
row("pledge_number", "spin", "the pledge is for another draw", lambda j: j.event("pledged").update(number=9))


@result("spin", "a bet is placed after the numbers are revealed")
def bet_after_reveal(j: Journal) -> None:
    j.insert(j.index(j.at("seed_opened")[0]), j.bet())


@result("spin", "a bet is placed after the number was called")
def bet_after_call(j: Journal) -> None:
    j.insert(j.index(j.at("result_called")[0]) + 1, j.bet())


@result("spin", "a losing bet is taken down after the number was called")
def bet_withdrawn_after_call(j: Journal) -> None:
    entry = j.bet()
    event = {**entry["events"][0], "event": "bet_taken_down"}
    entry.update(command={"do": "withdraw_bet", "bet": "red"}, events=[event])
    j.insert(j.index(j.at("result_called")[0]) + 1, entry)


@result("spin", "the reveal has a line feed and a further player in its name")
def number_of_two_names(j: Journal) -> None:
    nonces = j.event("seed_opened")["nonces"]
    j.event("seed_opened")["nonces"] = [["ana\n" + nonces[0][1] + "\nrui", nonces[1][1]]]


# What a draw is out of


@result("spin", "the draw brings its own list of results, in an order that gives the number that was wanted")
def list_of_its_own(j: Journal) -> None:
    event, results = j.event("seed_opened"), j.event("devices_published")["devices"][0]["results"]
    place = next(n for n, (name, _) in enumerate(results) if name == event["outcome"])
    turned = deepcopy(results)
    turned[place], turned[17 if place != 17 else 18] = turned[17 if place != 17 else 18], turned[place]
    event["results"], event["outcome"] = turned, turned[place][0]
    j.event("result_called")["outcome"] = event["outcome"]


@result("spin", "the draw brings a list of one result")
def list_of_one(j: Journal) -> None:
    j.event("seed_opened").update(results=[["17", 1]], outcome="17")
    j.event("result_called")["outcome"] = "17"


@result("spin", "no device is published; every draw brings its list, and the result follows")
def list_for_device(j: Journal) -> None:
    device = j.strike("devices_published")["devices"][0]
    j.event("seed_opened")["results"] = device["results"]


row("device_missing", "spin", "the draw is out of device 5, which is not there", lambda j: j.event("seed_opened").update(device=5))
row("device_from_behind", "spin", "the draw is out of device -1", lambda j: j.event("seed_opened").update(device=-1))
row("shoe_weights", "shoe", "the list of a deal has one weight raised so that another hand comes out; the hand is called so", lambda j: j.apply(_shoe_weights))


def _shoe_weights(j: Journal) -> None:
    entry, place = j.at("seed_opened")
    event = entry["events"][place]
    event["results"][0][1] *= 40
    event["outcome"] = drawn("draw", event, entry["table"], event["number"], event["seed"])
    j.event("part_shown")["outcome"] = event["outcome"]


@result("shoe", "the second hand is dealt from a full shoe again, and the result follows")
def shoe_full_again(j: Journal) -> None:
    first, (entry, place) = j.event("seed_opened"), j.at("seed_opened", -1)
    for n in range(1, 20):
        entry, place = j.at("seed_opened", n)
        event = entry["events"][place]
        if event["outcome"].count("-") == 1:
            break
    event["results"] = deepcopy(first["results"])
    event["outcome"] = drawn("draw", event, entry["table"], event["number"], event["seed"])
    next(one for one in entry["events"] if one["event"] == "part_shown")["outcome"] = event["outcome"]


row("shoe_part_other", "shoe", "the two cards shown are not those drawn", lambda j: j.event("part_shown").update(outcome="K-Q"))


@result("shoe", "a hand that stands is called as another than was shown")
def shoe_stand_other(j: Journal) -> None:
    entry = next(e for e in j.entries if e["command"]["do"] == "stand")
    event = next(e for e in entry["events"] if e["event"] == "result_called")
    event["outcome"] = "-".join(event["outcome"].split("-")[::-1]) if len(set(event["outcome"].split("-"))) > 1 else "2-3"


@result("shoe", "the third card is drawn for other first cards than were shown")
def shoe_third_other(j: Journal) -> None:
    entry = next(e for e in j.entries if e["command"]["do"] == "deal_third_card")
    event = next(e for e in entry["events"] if e["event"] == "seed_opened")
    shown = event["outcome"].rsplit("-", 1)[0]
    other = "K-K" if shown != "K-K" else "Q-Q"
    event["results"] = [[f"{other}-{name.rsplit('-', 1)[1]}", weight] for name, weight in event["results"]]
    event["outcome"] = f"{other}-{event['outcome'].rsplit('-', 1)[1]}"
    next(e for e in entry["events"] if e["event"] == "result_called")["outcome"] = event["outcome"]


@result("football_poker", "a list of the deal is not what the published device gives: two hands have changed places")
def list_not_of_device(j: Journal) -> None:
    event = j.event("seed_opened")
    names = [name for name, _ in event["results"]]
    a, b = names.index(event["outcome"]), names.index("A-2" if event["outcome"] != "A-2" else "A-3")
    event["results"][a], event["results"][b] = event["results"][b], event["results"][a]
    event["outcome"] = drawn("draw", event, "football-1", event["number"], event["seed"])
    j.event("part_shown")["outcome"] = event["outcome"]


row("dice_other", "craps", "the dice called are not those drawn", lambda j: j.event("result_called").update(outcome="6-6" if j.event("result_called")["outcome"] != "6-6" else "5-5"))


# Thought of after the checker was rewritten


def _burn(j: Journal, shown: Json) -> None:
    """The draw that was not liked is shown as something that does not end the round, and the next seed decides."""
    entry = j.at("result_called")[0]
    again = deepcopy(entry)
    entry["events"] = [shown if event["event"] == "result_called" else event for event in entry["events"]]
    seed, following = sha("second seed"), sha("banca seed 1", entry["table"], 3, sha("third seed"))
    j.event("seed_committed", 1)["commitment"] = sha("banca seed 1", entry["table"], 2, seed)
    again["events"][0] = {"event": "seed_opened", "number": 2, "commitment": j.event("seed_committed", 1)["commitment"], "seed": seed}
    again["events"][-1] = {"event": "seed_committed", "number": 3, "commitment": following}
    j.insert(j.index(entry) + 1, again)
    redraw(j, 1)


row("draw_burnt_as_part", "craps", "the draw that was not liked is shown as a part of a result, and the next seed decides", lambda j: _burn(j, {"event": "part_shown", "outcome": j.event("result_called")["outcome"]}))
row("draw_burnt_as_dice", "craps", "the draw that was not liked is shown as dice of Pai Kao, and the next seed decides", lambda j: _burn(j, {"event": "dice_shaken", "dice": [int(n) for n in j.event("result_called")["outcome"].split("-")], "first": (sum(map(int, j.event("result_called")["outcome"].split("-"))) - 2) % 8 + 1, "cites": []}))


@result("spin", "the result lay hidden before the bets, in good order; the seed and the players' numbers are passed over")
def seed_passed_over(j: Journal) -> None:
    entry, place = j.at("seed_opened")
    device, nonce = j.event("devices_published")["devices"][0], sha("hidden instead")
    outcome = drawn("hidden", device, entry["table"], 1, nonce)
    commitment = sha("banca commitment 2", entry["table"], 1, nonce, outcome)
    j.entries[1]["events"].append({"event": "committed", "commitment": commitment, "round": 1})
    entry["events"][place] = {"event": "commitment_opened", "commitment": commitment, "outcome": outcome, "nonce": nonce, "round": 1}
    j.event("result_called")["outcome"] = outcome
    j.strike("seed_committed", 1)


@result("house", "beside a true drawn table, seeds and devices of another are struck out, and it says that results are observed")
def one_table_called_observed(j: Journal) -> None:
    for entry in j.entries:
        if entry["table"] == "craps-1":
            entry["events"] = [event for event in entry["events"] if event["event"] not in ("devices_published", "seed_committed", "seed_opened")]
            if entry["seq"] == 1:
                entry["events"][0]["chance"] = "observed"


row("opened_twice_at_once", "craps", "the opening entry has a second opening, which says that results are observed", lambda j: j.entries[0]["events"].insert(1, {**j.event("opened"), "chance": "observed"}))
row("tiles_turned_other", "pai_kao", "a gate turns other tiles than it was dealt", lambda j: j.event("gates_turned")["tiles"].update({next(iter(j.event("gates_turned")["tiles"])): ["6-6", "6-6", "1-1", "1-1"]}))
row("tiles_set_other", "pai_kao", "a gate sets other tiles than it was dealt", lambda j: j.event("tiles_set").update(setting="6-6 6-6 / 1-1 1-1"))
row("tiles_of_another_round", "pai_kao", "the deal names another round", lambda j: j.event("tiles_dealt").update(number=2))


# Pai Kao: the order of the tiles is hidden, the dice are drawn

row("tiles_dice_other", "pai_kao", "the dice shaken are not those drawn", lambda j: j.event("dice_shaken").update(dice=[1, 1, 1, 1]))


@result("pai_kao", "two gates have exchanged a tile between stacking and deal")
def tiles_exchanged(j: Journal) -> None:
    tiles = j.event("tiles_dealt")["tiles"]
    tiles["1"][0], tiles["2"][0] = tiles["2"][0], tiles["1"][0]


@result("pai_kao", "the deal begins at another gate than the dice name")
def tiles_first_other(j: Journal) -> None:
    event = j.event("tiles_dealt")
    gates = sorted(event["tiles"], key=int)
    event["tiles"] = {gate: event["tiles"][gates[place - 1]] for place, gate in enumerate(gates)}
    event["first"] = event["first"] % 8 + 1


@result("pai_kao", "dice and deal begin at another gate than the drawn dice name")
def tiles_first_other_dice(j: Journal) -> None:
    tiles_first_other_of(j)
    j.event("dice_shaken")["first"] = j.event("tiles_dealt")["first"]


def tiles_first_other_of(j: Journal) -> None:
    event = j.event("tiles_dealt")
    gates = sorted(event["tiles"], key=int)
    event["tiles"] = {gate: event["tiles"][gates[place - 1]] for place, gate in enumerate(gates)}
    event["first"] = event["first"] % 8 + 1


row("tiles_cut_other", "pai_kao", "the cut lifted another number of stacks than the deal shows", lambda j: j.event("stacks_cut").update(lifted=5))
row("tiles_cut_struck", "pai_kao", "the cut is struck out", lambda j: j.lines.pop(j.index(j.at("stacks_cut")[0])))
row("tiles_dealt_from_other", "pai_kao", "the banker declared the other end of the stacks", lambda j: j.event("deal_declared").update(stack=8))
row("tiles_dealt_struck", "pai_kao", "the deal is struck out; what was turned is all there is", lambda j: j.strike("tiles_dealt"))


@result("pai_kao", "after the setting another order of the tiles is opened under a commitment of its own")
def tiles_ground(j: Journal) -> None:
    entry, place = j.at("commitment_opened")
    opened, device = entry["events"][place], j.event("devices_published")["devices"][0]
    nonce = sha("other tiles")
    outcome = drawn("hidden", device, entry["table"], 1, nonce)
    opened.update(nonce=nonce, outcome=outcome, commitment=sha("banca commitment 2", entry["table"], 1, nonce, outcome))


row("tiles_unopened", "pai_kao", "the order of the tiles is never opened", lambda j: j.strike("commitment_opened"))


# The journal itself

row("form_3", "craps", "every entry says form 3", lambda j: [entry.update(v=3) for entry in j.entries])
row("form_5", "craps", "every entry says form 5, which nobody has", lambda j: [entry.update(v=5) for entry in j.entries])
row("form_text", "craps", 'an entry says form "4"', lambda j: j.entries[3].update(v="4"))
row("form_decimal", "craps", "an entry says form 4.0", lambda j: j.entries[3].update(v=4.0))
row("form_true", "craps", "an entry says form true", lambda j: j.entries[3].update(v=True))
row("form_missing", "craps", "an entry says no form", lambda j: j.entries[3].pop("v"))
row("event_unknown", "craps", "an event that no journal knows", lambda j: j.entries[3]["events"].append({"event": "result_adjusted", "outcome": "17"}))
row("event_unnamed", "craps", "an event without a name", lambda j: j.entries[3]["events"].append({"outcome": "17"}))
row("event_other_game", "craps", "tiles are dealt at a craps table", lambda j: j.entries[3]["events"].append({"event": "tiles_dealt", "number": 1, "first": 1, "tiles": {}, "setters": {}, "cites": []}))
row("field_unknown", "craps", "the opened seed has a further field", lambda j: j.event("seed_opened").update(counts_as="17"))
row("called_field_unknown", "craps", "the call has a further field", lambda j: j.event("result_called").update(paid_as="17"))
row("entry_field_unknown", "craps", "an entry has a further field", lambda j: j.entries[3].update(result="17"))
row("line_field_unknown", "craps", "a line has a further field", lambda j: j.lines[3].update(note="17"))
row("opened_missing", "craps", "the opening entry is cut off, numbers closed up", lambda j: j.lines.pop(0))
row("beginning_cut_off", "craps", "the journal begins at entry 4, as it stands", lambda j: j.lines.__delitem__(slice(0, 3)), rechained=False)
row("entry_removed", "craps", "one entry is gone, the others as they stand", lambda j: j.lines.pop(5), rechained=False)
row("entry_repeated", "craps", "one entry stands twice, as it is", lambda j: j.lines.insert(5, deepcopy(j.lines[5])), rechained=False)
row("entries_swapped", "craps", "two entries have changed places", lambda j: j.lines.insert(5, j.lines.pop(6)), rechained=False)
row("digest_other", "craps", "one digest is another", lambda j: j.lines[5].update(digest=sha("x")), rechained=False)
row("digest_last_other", "craps", "the last digest is another", lambda j: j.lines[-1].update(digest=sha("x")), rechained=False)
row("digest_missing", "craps", "a line has no digest", lambda j: j.lines[5].pop("digest"), rechained=False)
row("digests_zero", "craps", "all digests are zeros", lambda j: [line.update(digest="0" * 64) for line in j.lines], rechained=False)
row("digests_without_chain", "craps", "every digest is that of its entry alone", lambda j: [line.update(digest=sha(written(line["entry"]))) for line in j.lines], rechained=False)
row("stake_changed", "craps", "a stake is another; digests as they were", lambda j: j.event("bet_placed").update(stake=9000), rechained=False)
row("seq_text", "craps", "numbers of entries are text", lambda j: [entry.update(seq=str(entry["seq"])) for entry in j.entries], rechained=False)
row("opened_twice", "craps", "the table opens a second time in its course", lambda j: j.entries[6]["events"].insert(0, deepcopy(j.event("opened"))))
row("after_close", "roulette", "a round is played after the table closed", lambda j: j.lines.extend(deepcopy(j.lines[3:12])))


def raw_results() -> None:
    """What is wrong with the text, not with the entries."""
    text = (HERE / "results" / "true" / "craps.jsonl").read_text(encoding="utf-8")
    lines = text.splitlines()
    called = next(n for n, line in enumerate(lines) if "result_called" in line)

    def made(name: str, how: str, new: str) -> None:
        keep("results", name, "jsonl", "craps", how, new)

    made("empty", "nothing", "")
    made("blank", "blank lines alone", "\n\n")
    made("text", "a sentence", "every result follows\n")
    made("null", "null on a line", "null\n")
    made("list", "all entries as one list", "[" + ",".join(lines) + "]\n")
    made("line_of_text", "a line of text at the end", text + "# verified\n")
    made("line_of_text_between", "a line of text between two entries", "\n".join([*lines[:4], "# verified", *lines[4:]]) + "\n")
    made("line_cut", "the last line is cut short", text[:-40])
    made("two_on_a_line", "two entries on one line", text.replace("\n", " ", 1))
    made("result_given_twice", 'the call has two outcomes: "outcome" stands twice', _twice(lines, called))
    made("digest_given_twice", "a line has two digests", text.replace('{"digest":', '{"digest":"' + "0" * 64 + '","digest":', 1))
    made("entry_given_twice", "a line has two entries, the first of them false", _entry_twice(lines))
    made("not_a_number", "a stake is NaN", text.replace('"stake":1000', '"stake":NaN', 1))
    made("number_in_thousands", "a stake is 1e3; digests are made to fit", _rechained_text(text.replace('"stake":1000', '"stake":1e3', 1)))
    made("observed_alone", "the entries of an observed table alone", _observed())
    made("cage_alone", "the entries of the cage alone", _cage())


def _twice(lines: list[str], called: int) -> str:
    changed = lines[called].replace('{"event":"result_called",', '{"event":"result_called","outcome":"17",')
    return _rechained_text("\n".join([*lines[:called], changed, *lines[called + 1 :]]) + "\n")


def _entry_twice(lines: list[str]) -> str:
    at = next(n for n, line in enumerate(lines) if '"bet_placed"' in line)
    false = lines[at].replace('"stake":1000', '"stake":9000')
    entry = false[false.index('"entry":') : -1]
    return "\n".join([*lines[:at], lines[at].replace('"entry":', entry + ',"entry":', 1), *lines[at + 1 :]]) + "\n"


def _rechained_text(text: str) -> str:
    """Digests of the entries' own bytes, whatever they say."""
    before, new = "0" * 64, []
    for line in text.splitlines():
        body = line[line.index('"entry":') + len('"entry":') : -1]
        before = hashlib.sha256(f"{before}\n{body}".encode()).hexdigest()
        new.append(f'{{"digest":"{before}","entry":{body}}}')
    return "\n".join(new) + "\n"


def _observed() -> str:
    lines = (HERE / "results" / "true" / "house.jsonl").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if '"table":"observed-1"' in line) + "\n"


def _cage() -> str:
    lines = (HERE / "results" / "true" / "house.jsonl").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if '"table":"cage"' in line) + "\n"


def make_results() -> None:
    for name, base, how, change, rechained in RESULTS:
        journal = Journal(base)
        change(journal)
        if rechained:
            journal.rechain()
        keep("results", name, "jsonl", base, how, journal.text())
    raw_results()


# Certificates -------------------------------------------------------------------------------------------------------------------


def true_json(kind: str, base: str) -> Json:
    return json.loads((HERE / kind / "true" / f"{base}.json").read_bytes())


def cert(name: str, base: str, how: str, change: Callable[[Json], Any]) -> None:
    document = true_json("certificates", base)
    changed = change(document)
    keep("certificates", name, "json", base, how, written(document if changed is None else changed) + "\n")


def put(value: Json, *path: Json) -> Callable[[Json], None]:
    """Set what stands at a path."""

    def change(document: Json) -> None:
        for step in path[:-1]:
            document = document[step]
        document[path[-1]] = value

    return change


def drop(*path: Json) -> Callable[[Json], None]:
    def change(document: Json) -> None:
        for step in path[:-1]:
            document = document[step]
        del document[path[-1]]

    return change


def both(*changes: Callable[[Json], Any]) -> Callable[[Json], None]:
    def change(document: Json) -> None:
        for one in changes:
            one(document)

    return change


def everywhere(old: str, new: str) -> Callable[[Json], Json]:
    return lambda document: json.loads(written(document).replace(old, new))


def sealed(change: Callable[[Json], Any]) -> Callable[[Json], None]:
    """Change a dossier and have the digest of its certificate follow."""

    def whole(document: Json) -> None:
        change(document)
        text = json.dumps(document["certificate"], sort_keys=True).encode()
        document["certificate_digest"] = hashlib.sha256(text).hexdigest()

    return whole


PASS, FIELD = range(2)


def make_figures() -> None:
    """Figures that do not follow from the rows."""
    for name in ("p_win", "p_lose", "p_push", "house_edge", "mean_rounds", "variance"):
        cert(f"figure_{name}", "craps", f"{name} of the pass line is 1/50", put([1, 50], "bets", PASS, "figures", name))
    cert("edge_sign", "craps", "the edge of the pass line has another sign", put([-7, 495], "bets", PASS, "figures", "house_edge"))
    cert("edge_nothing", "craps", "every edge is 0", lambda d: [put([0, 1], "figures", "house_edge")(bet) for bet in d["bets"]] and None)
    cert("win_and_lose_swapped", "craps", "p_win and p_lose have changed places", lambda d: _swap(d["bets"][PASS]["figures"], "p_win", "p_lose"))
    cert("figures_of_another_bet", "craps", "two bets have changed their figures", lambda d: _swap_in(d["bets"], PASS, FIELD, "figures"))
    cert("chance_and_figure", "craps", "chance of winning and figure agree on 1/2, the rows do not", _even_chance)
    cert("chance_of_a_later_state", "craps", "one chance of a state after the first is another", put([1, 2], "bets", PASS, "chances", 1, 3))
    cert("rounds_and_figure", "craps", "mean rounds 4 in solution and figure", both(put([4, 1], "bets", PASS, "rounds", 0), put([4, 1], "bets", PASS, "figures", "mean_rounds")))
    cert("rounds_of_a_later_state", "craps", "the rounds of a later state are another", put([5, 1], "bets", PASS, "rounds", 2))
    cert("net_raised", "craps", "a win pays 2 to 1, figures untouched", put([2, 1], "bets", PASS, "decisions", 1, "net"))
    cert("net_lowered", "roulette", "the number pays 34 to 1, figures untouched", put([34, 1], "bets", 0, "decisions", _winning("roulette", 0), "net"))
    cert("kind_win_for_lose", "craps", "losing is called winning, figures untouched", put("win", "bets", PASS, "decisions", 0, "kind"))
    cert("kinds_swapped", "craps", "win and lose have changed names, and so have p_win and p_lose; nets as they were", _kinds_swapped)
    cert("kind_unknown", "craps", "a decision of kind barred", put("barred", "bets", PASS, "decisions", 0, "kind"))
    cert("push_that_costs", "craps", "a loss is called a tie, figures worked out anew", _push_that_costs)
    cert("loses_more_than_staked", "craps", "a loss of twice the stake, figures worked out anew", lambda d: _net_and_figures(d["bets"][FIELD], "lose", Fraction(-2)))
    cert("loses_nothing", "craps", "a loss that costs nothing, figures worked out anew", lambda d: _net_and_figures(d["bets"][FIELD], "lose", Fraction(0)))
    cert("win_that_costs", "craps", "a win that costs a tenth, figures worked out anew", lambda d: _net_and_figures(d["bets"][FIELD], "win", Fraction(-1, 10)))


def _winning(base: str, bet: int) -> int:
    decisions = true_json("certificates", base)["bets"][bet]["decisions"]
    return next(n for n, one in enumerate(decisions) if one["kind"] == "win")


def _swap(values: Json, a: Json, b: Json) -> None:
    values[a], values[b] = values[b], values[a]


def _swap_in(bets: Json, a: int, b: int, name: str) -> None:
    bets[a][name], bets[b][name] = bets[b][name], bets[a][name]


def _pair(value: Fraction) -> list[int]:
    return [value.numerator, value.denominator]


def _figures(bet: Json) -> None:
    """Figures as they follow from chances and nets."""
    nets = [Fraction(*one["net"]) for one in bet["decisions"]]
    chances = [Fraction(*vector[0]) for vector in bet["chances"]]
    mean = sum((c * n for c, n in zip(chances, nets, strict=True)), Fraction(0))
    square = sum((c * n * n for c, n in zip(chances, nets, strict=True)), Fraction(0))
    for kind, name in (("win", "p_win"), ("lose", "p_lose"), ("push", "p_push")):
        of = (c for c, one in zip(chances, bet["decisions"], strict=True) if one["kind"] == kind)
        bet["figures"][name] = _pair(sum(of, Fraction(0)))
    bet["figures"].update(house_edge=_pair(-mean), variance=_pair(square - mean * mean), mean_rounds=bet["rounds"][0])


def _even_chance(document: Json) -> None:
    bet = document["bets"][PASS]
    bet["chances"][0][0] = bet["chances"][1][0] = [1, 2]
    _figures(bet)


def _kinds_swapped(document: Json) -> None:
    bet = document["bets"][PASS]
    for one in bet["decisions"]:
        one["kind"] = {"win": "lose", "lose": "win"}[one["kind"]]
    _figures(bet)


def _push_that_costs(document: Json) -> None:
    bet = document["bets"][FIELD]
    next(one for one in bet["decisions"] if one["kind"] == "lose")["kind"] = "push"
    _figures(bet)


def _net_and_figures(bet: Json, kind: str, net: Fraction) -> None:
    next(one for one in bet["decisions"] if one["kind"] == kind)["net"] = _pair(net)
    _figures(bet)


def make_rows() -> None:
    """Rows that are no rows."""
    cell = ("bets", FIELD, "rows", 0, 0)
    cert("weight_raised", "craps", "one weight is higher; the total stays", put(2, *cell, 1))
    cert("total_raised", "craps", "the total is 37", put(37, "bets", FIELD, "total"))
    cert("total_text", "craps", "the total is text", put("36", "bets", FIELD, "total"))
    cert("total_nothing", "craps", "total and weights are 0", _no_weights)
    cert("weight_negative", "craps", "a weight of -1, another raised by 2", both(put(-1, *cell, 1), put(4, "bets", FIELD, "rows", 0, 1, 1)))
    cert("weight_decimal", "craps", "a weight of 1.0", put(1.0, *cell, 1))
    cert("weight_text", "craps", "a weight as text", put("1", *cell, 1))
    cert("weight_true", "craps", "a weight true", put(True, *cell, 1))
    cert("target_no_state", "craps", "a row leads to a state that is not there", put(9, "bets", PASS, "rows", 0, 2, 2))
    cert("target_no_decision", "craps", "a row leads to a decision that is not there", put(-9, "bets", PASS, "rows", 0, 0, 2))
    cert("target_true", "craps", "a row leads to state true", put(True, "bets", PASS, "rows", 0, 2, 2))
    cert("target_decimal", "craps", "a row leads to state 1.0", put(1.0, "bets", PASS, "rows", 0, 2, 2))
    cert("target_other", "craps", "7 after the first throw wins; solution and figures untouched", put(-2, "bets", PASS, "rows", 1, 5, 2))
    cert("outcome_removed", "craps", "a row has one outcome less", drop("bets", PASS, "rows", 1, 0))
    cert("outcome_twice", "craps", "an outcome stands twice in one row, its weight split", _outcome_twice)
    cert("outcome_renamed", "craps", "one row has another outcome than the rest", put("13", "bets", PASS, "rows", 1, 0, 0))
    cert("outcomes_of_other_weight", "craps", "in one state 2 and 3 have changed weights, which changes no figure", lambda d: _swap_weights(d["bets"][PASS]["rows"][1]))
    cert("cell_short", "craps", "a cell of two values", drop("bets", FIELD, "rows", 0, 0, 2))
    cert("cell_long", "craps", "a cell of four values", lambda d: d["bets"][FIELD]["rows"][0][0].append("pays 2") or None)
    cert("row_missing", "craps", "one row less than states", drop("bets", PASS, "rows", 6))
    cert("row_more", "craps", "one row more than states", lambda d: d["bets"][PASS]["rows"].append(d["bets"][PASS]["rows"][0]) or None)
    cert("state_without_row", "craps", "one state more than rows", lambda d: d["bets"][PASS]["states"].append("11") or None)
    cert("state_named_twice", "craps", "two states have one name", put("4", "bets", PASS, "states", 2))
    cert("state_number", "craps", "a state's name is a number", put(4, "bets", PASS, "states", 1))
    cert("chances_missing", "craps", "one decision has no chances", drop("bets", PASS, "chances", 1))
    cert("chances_short", "craps", "a vector of chances is one state short", drop("bets", PASS, "chances", 1, 6))
    cert("rounds_long", "craps", "the vector of rounds is one state too long", lambda d: d["bets"][PASS]["rounds"].append([1, 1]) or None)
    cert("never_decided", "craps", "every outcome leads back, and the chances are a solution all the same", _never_decided)
    cert("trap", "craps", "a point leads to itself for ever; chances of 1/3 there solve the equations", _trap)
    cert("decision_twice", "craps", "a decision stands twice and shares its chances", _decision_twice)
    cert("decision_unused", "craps", "a decision that nothing leads to, of a win of 1000 to 1", _decision_unused)
    cert("no_rows", "craps", "a bet without states and rows", put([], "bets", FIELD, "rows"))
    cert("no_bets", "craps", "no bets", put([], "bets"))
    cert("bet_twice", "craps", "a bet stands twice", lambda d: d["bets"].append(d["bets"][0]) or None)
    cert("bet_unnamed", "craps", "a bet without an id", put("", "bets", 0, "bet"))


def _no_weights(document: Json) -> None:
    bet = document["bets"][FIELD]
    bet["total"] = 0
    for row in bet["rows"]:
        for cell in row:
            cell[1] = 0


def _outcome_twice(document: Json) -> None:
    row = document["bets"][PASS]["rows"][0]
    seven = next(cell for cell in row if cell[0] == "7")
    seven[1] -= 1
    row.append(["7", 1, seven[2]])


def _swap_weights(row: Json) -> None:
    row[0][1], row[1][1] = row[1][1], row[0][1]


def _never_decided(document: Json) -> None:
    bet = document["bets"][FIELD]
    for cell in bet["rows"][0]:
        cell[2] = 0


def _trap(document: Json) -> None:
    bet = document["bets"][PASS]
    for cell in bet["rows"][1]:
        cell[2] = 1


def _decision_twice(document: Json) -> None:
    bet = document["bets"][FIELD]
    bet["decisions"].append(deepcopy(bet["decisions"][0]))
    bet["chances"].append([[0, 1]])


def _decision_unused(document: Json) -> None:
    bet = document["bets"][FIELD]
    bet["decisions"].append({"kind": "win", "net": [1000, 1], "cite": "craps 6.10"})
    bet["chances"].append([[0, 1]])


def make_numbers() -> None:
    """Numbers in other forms than the certificate's."""
    at = ("bets", PASS, "figures", "house_edge")
    for name, value, how in (
        ("fraction_not_lowest", [14, 990], "not in lowest terms"),
        ("fraction_negative_below", [-7, -495], "with a negative denominator"),
        ("fraction_zero_below", [7, 0], "over 0"),
        ("fraction_text", "7/495", "as text"),
        ("fraction_texts", ["7", "495"], "as two texts"),
        ("fraction_decimal", [7.0, 495.0], "of decimal numbers"),
        ("fraction_one", [0.01414141414], "as one decimal number in a list"),
        ("fraction_number", 0.01414141414, "as a decimal number"),
        ("fraction_three", [7, 495, 1], "of three numbers"),
        ("fraction_null", None, "null"),
    ):
        cert(name, "craps", f"the edge of the pass line {how}", put(value, *at))
    cert("fraction_true", "craps", "a chance of [true, 1]", put([True, 1], "bets", FIELD, "rounds", 0))


def make_names() -> None:
    """What the figures are said to be of."""
    cert("game_renamed", "craps", "the game is called roulette; clauses say craps", put("roulette", "game"))
    cert("game_renamed_with_clauses", "craps", "game and clauses say roulette; the bets are those of craps", lambda d: json.loads(written(d).replace("craps", "roulette")))
    cert("game_renamed_with_bets", "craps", "game, clauses and ids say roulette; the weights are those of two dice", _as_roulette)
    cert("game_empty", "craps", "the game has no name", put("", "game"))
    cert("game_number", "craps", "the game is a number", put(7, "game"))
    cert("game_missing", "craps", "there is no game", drop("game"))
    cert("bet_of_another_game", "craps", "a bet is called red, which craps has not", put("red", "bets", FIELD, "bet"))
    cert("clause_of_another_game", "craps", "a bet cites a clause of roulette", put("roulette L-4", "bets", FIELD, "cite"))
    cert("decision_clause_of_another_game", "craps", "a decision cites a clause of fantan", put("fantan 3.1", "bets", FIELD, "decisions", 0, "cite"))
    cert("weights_clause_of_another_game", "craps", "the weights are said to be those of fantan 1.2", put("fantan 1.2", "bets", FIELD, "weights_cite"))
    cert("reading_of_another_game", "craps", "a bet rests on a reading of Pai Kao", put(["R-pk-1"], "bets", FIELD, "rests_on"))
    cert("clause_number", "craps", "a clause is a number", put(5.2, "bets", FIELD, "cite"))
    cert("clause_empty", "craps", "a bet cites nothing", put("", "bets", FIELD, "cite"))
    cert("clause_sentence", "craps", "a clause is a sentence", put("craps as approved by the DICJ", "bets", FIELD, "cite"))
    cert("options_list", "craps", "the options are a list", put(["field_12"], "options"))
    cert("options_missing", "craps", "there are no options", drop("options"))
    cert("option_nested", "craps", "an option's value is an object", put({"value": 3}, "options", "field_12"))
    cert("option_of_another_game", "craps", "an option of roulette is added", put("half_back", "options", "zero"))
    cert("option_field_12", "craps", "the field is said to pay 12 three to one; the rows pay two", put(3, "options", "field_12"))
    cert("option_zero", "roulette", "zero is said to lose all; the rows give half back", put("lose", "options", "zero"))
    cert("format_next", "craps", "format: banca certificate 2", put("banca certificate 2", "format"))
    cert("format_missing", "craps", "there is no format", drop("format"))
    cert("format_dossier", "craps", "a certificate that says it is a dossier", put("banca dossier 1", "format"))
    for level, path in {"top": (), "bet": ("bets", 0), "figures": ("bets", 0, "figures"), "decision": ("bets", 0, "decisions", 0)}.items():
        cert(f"unknown_field_{level}", "craps", f"an unknown field at the level {level}", put("approved", *path, "status"))
    for name in ("total", "decisions", "states", "rows", "chances", "rounds", "figures", "cite", "rests_on", "weights_cite"):
        cert(f"missing_{name}", "craps", f"a bet without {name}", drop("bets", 0, name))
    cert("missing_figure", "craps", "a bet without its variance", drop("bets", 0, "figures", "variance"))
    cert("list_of_certificates", "craps", "the certificate in a list", lambda d: [d])
    cert("certificate_deep", "craps", "the certificate two levels down, false figures above", lambda d: {"answer": {"certificate": d}, "bets": [{"id": "pass_line", "house_edge": "0"}]})


def _as_roulette(document: Json) -> Json:
    names = {"pass_line": "red", "field": "even"}
    document = json.loads(written(document).replace("craps", "roulette"))
    document["options"] = {"zero": "lose", "plate_on": "pivot", "plate": "smooth"}
    for bet in document["bets"]:
        bet["bet"] = names[bet["bet"]]
    return document


def make_beside() -> None:
    """Figures beside a true certificate."""
    for name, value in {
        "house_edge": "0", "p_win": "1/2", "p_lose": "1/2", "p_push": "1/36", "house_edge_resolved": "0", "house_edge_per_round": "0",
        "mean_rounds": "1", "variance": "1", "sd": 1.0, "states": 1,
    }.items():  # fmt: skip
        cert(f"odds_{name}", "odds", f"{name} of the pass line is {value} beside a true certificate", put(value, "bets", PASS, name))
    cert("odds_all_edges", "odds", "every edge is 0 beside a true certificate", lambda d: [put("0", "house_edge")(bet) for bet in d["bets"]] and None)
    cert("odds_net", "odds", "the net results are others beside a true certificate", put([{"net": "-1", "chance": "1/2"}, {"net": "1", "chance": "1/2"}], "bets", PASS, "net"))
    cert("odds_pays", "odds", "the pass line is said to pay 2 to 1", both(put("2 to 1", "bets", PASS, "pays"), put([[2, 1]], "bets", PASS, "odds")))
    cert("odds_pays_in_words", "odds", "the field is said to pay 2 to 1 throughout; its odds stay", put("2, 2 to 1", "bets", FIELD, "pays"))
    cert("odds_commission", "odds", "a commission of 1/20 that the decisions do not have", put("1/20", "bets", PASS, "commission"))
    cert("odds_cite", "odds", "the bet beside the certificate cites another clause", put("craps 5.4.1", "bets", PASS, "cite"))
    cert("odds_reads", "odds", "the bet beside the certificate rests on no reading", _no_reads)
    cert("odds_game", "odds", "the answer is called roulette", put("roulette", "game"))
    cert("odds_options", "odds", "the answer has another option than the certificate", put(3, "options", "field_12"))
    cert("odds_bet_more", "odds", "a bet that the certificate has not", lambda d: d["bets"].append({**d["bets"][0], "id": "come"}) or None)
    cert("odds_bet_renamed", "odds", "the figures of the field are called those of a selection of it", put("6", "bets", FIELD, "selection"))
    cert("odds_bets_swapped", "odds", "two bets have changed their ids", _ids_swapped)
    cert("odds_unknown", "odds", "a further field beside the certificate", put("authorised", "approval"))
    cert("odds_bet_unknown", "odds", "a further field of a bet beside the certificate", put("0 %", "bets", PASS, "edge_net"))
    cert("odds_own_format", "odds", "the answer says that it is a certificate itself", put("banca certificate 1", "format"))
    for name, path, value in (
        ("dossier_house_edge", ("house_edge",), "1/50"),
        ("dossier_edge_exact", ("edge", "exact"), "1/50"),
        ("dossier_edge_decimal", ("edge", "decimal"), "0.020000"),
        ("dossier_edge_percent", ("edge", "percent"), "2.0000"),
        ("dossier_edge_said", ("edge", "said"), "2.0000%"),
        ("dossier_win", ("win",), {"exact": "1/2", "decimal": "0.500000", "percent": "50.0000", "said": "50.0000%"}),
        ("dossier_one_in", ("one_in",), "2.00"),
        ("dossier_rounds", ("rounds", "exact"), "2"),
        ("dossier_result_chance", ("results", 1, "chance", "exact"), "1/2"),
        ("dossier_result_net", ("results", 1, "net"), "7"),
        ("dossier_prize_chance", ("prizes", 0, "chance", "exact"), "1/2"),
        ("dossier_prize_returns", ("prizes", 0, "returns", "exact"), "1"),
        ("dossier_prize_pays", ("prizes", 0, "pays"), "3 to 1"),
        ("dossier_edge_per_round", ("edge_per_round", "exact"), "0"),
        ("dossier_liability", ("liability", "chance", "exact"), "1/1000"),
        ("dossier_derivation_total", ("derivation", "total"), 36),
        ("dossier_derivation_win", ("derivation", "states", 0, "win", "exact"), "1/2"),
        ("dossier_key", ("key",), "hornets"),
        ("dossier_cite", ("cite",), "roulette L-4"),
    ):  # fmt: skip
        cert(name, "dossier", f"{'.'.join(map(str, path))} of the first bet is {value if not isinstance(value, dict) else '1/2'} beside a true certificate", put(value, "bets", 0, *path))
    cert("dossier_edge_whole", "dossier", "every form of the first bet's edge says 1/50, certificate untouched", _edge_whole)
    whole = {"exact": "1/50", "decimal": "0.020000", "percent": "2.0000", "said": "2.0000%"}
    cert("dossier_rounded_edge", "dossier", "the edge at a stake is 1/50 in every form", put(whole, "bets", 0, "rounded", "edge"))
    cert("dossier_edge_lower", "dossier", "the edge at a lower prize is 1/50 in every form", put(whole, "bets", 0, "prizes", 0, "edge_lower"))
    cert("dossier_highest_prize", "dossier", "the highest prize is ten times as much", lambda d: d["bets"][0]["liability"].update(prize=d["bets"][0]["liability"]["prize"] + "0"))
    cert("dossier_example", "dossier", "an example is paid more", put("9", "bets", 0, "examples", 0, "received"))
    cert("dossier_family", "dossier", "the families name another bet", put("low_9", "families", 0, 0))
    cert("dossier_decided", "dossier", "an outcome that decides is said not to", put(False, "bets", 0, "derivation", "states", 0, "moves", 0, "is_decided"))
    cert("dossier_game", "dossier", "the dossier is called one of craps", put("craps", "game"))
    cert("dossier_option", "dossier", "an option stands otherwise than in the certificate", put("half_back", "options", 0, "value"))
    cert("dossier_id", "dossier", "the dossier has another id", put("low_1-" + "0" * 32, "id"))
    cert("dossier_source", "dossier", "one prize in the source is another", lambda d: put(d["source"].replace("5 to 1", "6 to 1"), "source")(d))
    cert("dossier_digest", "dossier", "the digest is that of another source", put("0" * 64, "digest"))
    cert("dossier_source_and_digest", "dossier", "another source with its digest; the certificate is of the old one", _source_and_digest)
    cert("dossier_certificate_digest", "dossier", "the certificate's digest is another", put("0" * 64, "certificate_digest"))
    cert("dossier_certificate_of_another", "dossier", "the certificate of craps under a dossier of roulette", sealed(lambda d: d.update(certificate=true_json("certificates", "craps"))))
    cert("dossier_certificate_changed", "dossier", "certificate and dossier agree on 1/50, the rows do not", sealed(_agreed_edge))
    cert("dossier_bet_uncertified", "dossier_two", "the certificate has one bet less", sealed(lambda d: d["certificate"]["bets"].pop()))
    cert("dossier_bet_missing", "dossier_two", "the dossier has one bet less than its certificate", lambda d: d["bets"].pop() and None)
    cert("dossier_no_certificate", "dossier", "the certificate is left out", drop("certificate"))
    cert("dossier_null_certificate", "dossier", "the certificate is null", put(None, "certificate"))
    cert("dossier_unknown", "dossier", "a further field", put("granted", "decision"))
    cert("dossier_format", "dossier", "format: banca dossier 2", put("banca dossier 2", "format"))


def _ids_swapped(document: Json) -> None:
    _swap_in(document["bets"], PASS, FIELD, "id")


def _no_reads(document: Json) -> None:
    for bet in document["bets"]:
        bet["reads"] = ["R-craps-4"] if not bet["reads"] else []


def _edge_whole(document: Json) -> None:
    bet, edge = document["bets"][0], {"exact": "1/50", "decimal": "0.020000", "percent": "2.0000", "said": "2.0000%"}
    bet.update(house_edge="1/50", house_edge_resolved="1/50", house_edge_per_round="1/50", edge=edge, edge_per_round=edge)


def _source_and_digest(document: Json) -> None:
    document["source"] += "\n"
    document["digest"] = hashlib.sha256(document["source"].encode()).hexdigest()
    document["id"] = f"low_1-{document['digest'][:32]}"


def _agreed_edge(document: Json) -> None:
    _edge_whole(document)
    document["certificate"]["bets"][0]["figures"]["house_edge"] = [1, 50]


def make_certificate_texts() -> None:
    text = (HERE / "certificates" / "true" / "craps.json").read_text(encoding="utf-8")

    def made(name: str, how: str, new: str | bytes) -> None:
        keep("certificates", name, "json", "craps", how, new)

    made("empty", "nothing", "")
    made("null", "null", "null\n")
    made("sentence", "a text", '"verified"\n')
    made("cut", "cut short", text[:-20])
    made("garbage_behind", "a line of text behind", text + "approved by the DICJ\n")
    made("two_documents", "a second certificate behind", text + text)
    made("comment", "a comment in front", "// approved\n" + text)
    made("edge_given_twice", "the edge stands twice, first as 0", text.replace('"house_edge":', '"house_edge":[0,1],"house_edge":', 1))
    made("game_given_twice", "the game stands twice, first as roulette", text.replace('"game":', '"game":"roulette","game":', 1))
    made("bets_given_twice", "the bets stand twice, first as none", text.replace('"bets":', '"bets":[],"bets":', 1))
    made("not_a_number", "a weight is NaN", text.replace('["2",1,-1]', '["2",NaN,-1]', 1))
    made("infinite", "rounds of Infinity", text.replace("[557,165]", "[Infinity,1]", 1))
    made("in_tens", "a total of 3.6e1", text.replace('"total":36', '"total":3.6e1', 1))
    made("minus_nothing", "a tie's chance of -0", text.replace('"p_push":[0,1]', '"p_push":[-0,1]', 1))
    made("mark_in_front", "a byte order mark in front", "\ufeff" + text)
    odds = (HERE / "certificates" / "true" / "odds.json").read_text(encoding="utf-8")
    false = odds.replace('"certificate":', '"certificate":null,"certificate":', 1)
    keep("certificates", "certificate_given_twice", "json", "odds", "the certificate stands twice, first as null", false)


# Receipts -----------------------------------------------------------------------------------------------------------------------

ORIGIN = "casino.example/log"
HOUSE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32))
WITNESS_NAME = "dicj.example/w"


def receipt(name: str, base: str, how: str, change: Callable[[Json], Any]) -> None:
    document = true_json("receipts", base)
    changed = change(document)
    keep("receipts", name, "json", base, how, written(document if changed is None else changed) + "\n")


def note_line(text: str, key: Ed25519PrivateKey, name: str = ORIGIN, key_id: bytes | None = None) -> str:
    public = key.public_key().public_bytes_raw()
    made = hashlib.sha256(name.encode() + b"\n\x01" + public).digest()[:4]
    return f"— {name} {base64.b64encode((key_id or made) + key.sign(text.encode())).decode()}\n"


def leaf(document: Json) -> bytes:
    return hashlib.sha256(f"\0banca entry 1\n{document['table']}\n{document['seq']}\n{document['digest']}\n".encode()).digest()


def root(document: Json, size: int) -> bytes:
    place, last, value = document["index"], size - 1, leaf(document)
    for beside in map(base64.b64decode, document["proof"]):
        if place & 1 or place == last:
            value = hashlib.sha256(b"\1" + beside + value).digest()
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            value = hashlib.sha256(b"\1" + value + beside).digest()
        place, last = place >> 1, last >> 1
    return value


def rechained(document: Json) -> None:
    document["digest"] = hashlib.sha256(f"{document['before']}\n{document['body']}".encode()).hexdigest()


def resigned(document: Json, key: Ed25519PrivateKey | None = None, key_id: bytes | None = None) -> None:
    """A checkpoint with the root that the proof leads to; under the old signature where no key is given."""
    text, lines = document["checkpoint"].split("\n\n", 1)
    size = int(text.split("\n")[1])
    text = f"{ORIGIN}\n{size}\n{base64.b64encode(root(document, size)).decode()}\n"
    document["checkpoint"] = text + "\n" + (note_line(text, key, key_id=key_id) if key else lines)


def other_stake(document: Json) -> None:
    document["body"] = document["body"].replace('"stake":1000', '"stake":9000')


def noted(change: Callable[[str, str], str]) -> Callable[[Json], None]:
    """Change a checkpoint, given as its text and its lines of signatures."""

    def whole(document: Json) -> None:
        text, lines = document["checkpoint"].split("\n\n", 1)
        document["checkpoint"] = change(text + "\n", lines)

    return whole


def raw_line(line: str, change: Callable[[bytes], bytes]) -> str:
    dash, name, encoded = line.rstrip("\n").split(" ")
    return f"{dash} {name} {base64.b64encode(change(base64.b64decode(encoded))).decode()}\n"


def make_receipts() -> None:  # a list
    whole = true_json("receipts", "whole")
    witnessed = true_json("receipts", "witnessed")
    size, index = whole["checkpoint"].split("\n")[1], whole["index"]
    key_id = base64.b64decode(whole["checkpoint"].split(" ")[-1])[:4]
    receipt("stake", "whole", "another stake in the entry", other_stake)
    receipt("stake_digest", "whole", "another stake, with the digest of it", both(other_stake, rechained))
    receipt("stake_digest_root", "whole", "another stake, digest and root made anew, the old signature", both(other_stake, rechained, resigned))
    receipt("stake_other_key", "whole", "another stake, everything made anew and signed with another key", both(other_stake, rechained, lambda d: resigned(d, OTHER)))
    receipt("stake_other_key_same_id", "whole", "as stake_other_key, under the id of the house's key", both(other_stake, rechained, lambda d: resigned(d, OTHER, key_id)))
    receipt("entry_spaces", "whole", "the entry written with blanks", lambda d: d.update(body=json.dumps(json.loads(d["body"]))))
    receipt("entry_object", "whole", "the entry as an object", lambda d: d.update(body=json.loads(d["body"])))
    receipt("entry_of_another", "whole", "the entry of another receipt", lambda d: d.update(body=witnessed["body"]))
    receipt("entry_of_another_digest", "whole", "entry and digest of another receipt", lambda d: d.update({k: witnessed[k] for k in ("body", "before", "digest")}))
    receipt("entry_number", "whole", "the entry is a number", put(7, "body"))
    receipt("entry_null", "whole", "the entry is null", put(None, "body"))
    receipt("entry_list", "whole", "the entry is a list of letters", lambda d: d.update(body=list(d["body"])))
    receipt("table_in_entry", "whole", "the house signs a leaf of one table over an entry of another", both(lambda d: d.update(body=d["body"].replace("fantan-1", "fantan-2")), rechained, lambda d: resigned(d, HOUSE)))
    receipt("seq_in_entry", "whole", "the house signs a leaf of one number over an entry of another", both(lambda d: d.update(body=d["body"].replace('"seq":4', '"seq":5')), rechained, lambda d: resigned(d, HOUSE)))
    receipt("entry_no_json", "whole", "the house signs an entry that is a sentence", both(put("ana has lost", "body"), rechained, lambda d: resigned(d, HOUSE)))
    receipt("entry_stake_twice", "whole", "the house signs an entry in which the stake stands twice", both(lambda d: d.update(body=d["body"].replace('"stake":1000', '"stake":1000,"stake":9000')), rechained, lambda d: resigned(d, HOUSE)))
    receipt("first_with_before", "whole", "the house signs entry 1 of a table behind another entry", both(lambda d: d.update(seq=1, body=d["body"].replace('"seq":4', '"seq":1')), rechained, lambda d: resigned(d, HOUSE)))
    receipt("before_other", "whole", "another digest of the entry before", put("ab" * 32, "before"))
    receipt("before_zeros", "whole", "the entry before is none", put("0" * 64, "before"))
    receipt("before_missing", "whole", "nothing of the entry before", drop("before"))
    receipt("before_upper", "whole", "the entry before in upper case, digest and root made anew, signed by the house", both(lambda d: d.update(before=d["before"].upper()), rechained, lambda d: resigned(d, HOUSE)))
    for name, value in {"other": "1" * 64, "short": whole["digest"][:-1], "upper": whole["digest"].upper(), "empty": "", "number": 7, "line_feed": whole["digest"] + "\n"}.items():
        receipt(f"digest_{name}", "without_entry", f"the digest: {name}", put(value, "digest"))
    for name, value in {"other": 5, "text": "4", "decimal": 4.0, "true": True, "negative": -4, "null": None, "zero": 0}.items():
        receipt(f"seq_{name}", "without_entry", f"the entry's number: {name}", put(value, "seq"))
    for name, value in {"other": "fantan-2", "line_feed": "fantan-1\n4", "blank": "fantan-1 ", "number": 1, "empty": "", "list": ["fantan-1"]}.items():
        receipt(f"table_{name}", "without_entry", f"the table: {name}", put(value, "table"))
    for name, value in {"next": index + 1, "before": index - 1, "negative": -1, "beyond": 64, "huge": 2**70, "text": str(index), "decimal": float(index), "true": True}.items():
        receipt(f"index_{name}", "whole", f"the place in the log: {name}", put(value, "index"))
    proof = whole["proof"]
    for name, value in {
        "short": proof[:-1], "long": [*proof, proof[0]], "reversed": proof[::-1], "changed": ["A" * 43 + "=", *proof[1:]], "empty": [], "text": proof[0], "null": None,
        "no_base64": ["!" * 44, *proof[1:]], "line_feed": [proof[0] + "\n", *proof[1:]], "url_letters": [one.replace("+", "-").replace("/", "_") for one in proof],
        "31_bytes": [base64.b64encode(base64.b64decode(proof[0])[:-1]).decode(), *proof[1:]], "33_bytes": [base64.b64encode(base64.b64decode(proof[0]) + b"a").decode(), *proof[1:]],
        "loose_bits": [proof[0][:-2] + chr(ord(proof[0][-2]) + 1) + "=", *proof[1:]], "numbers": [1, 2, 3, 4],
    }.items():  # fmt: skip
        receipt(f"proof_{name}", "whole", f"the proof: {name}", put(value, "proof"))
    for name in ("origin", "table", "seq", "digest", "index", "proof", "checkpoint"):
        receipt(f"missing_{name}", "without_entry", f"without {name}", drop(name))
    receipt("origin_other", "whole", "the receipt names another log", put("other.example/log", "origin"))
    receipt("origin_both", "whole", "receipt and checkpoint name another log", both(put("other.example/log", "origin"), noted(lambda t, l: t.replace(ORIGIN, "other.example/log") + "\n" + l)))
    receipt("size_other", "whole", "the checkpoint says another size", noted(lambda t, l: t.replace(f"\n{size}\n", f"\n{int(size) + 1}\n") + "\n" + l))
    receipt("size_zero_in_front", "whole", "the size is written with a 0 in front, signed by the house", noted(lambda t, l: _sign(t.replace(f"\n{size}\n", f"\n0{size}\n"))))
    receipt("size_plus", "whole", "the size is written with a plus, signed by the house", noted(lambda t, l: _sign(t.replace(f"\n{size}\n", f"\n+{size}\n"))))
    receipt("root_other", "whole", "the checkpoint says another root", noted(lambda t, l: "\n".join([*t.split("\n")[:2], "A" * 43 + "=", ""]) + "\n" + l))
    receipt("unsigned", "whole", "the checkpoint without signatures", noted(lambda t, l: t + "\n"))
    receipt("unsigned_text", "whole", "the checkpoint's text alone", noted(lambda t, l: t))
    receipt("signature_short", "whole", "a signature of 63 bytes", noted(lambda t, l: t + "\n" + raw_line(l, lambda r: r[:-1])))
    receipt("signature_long", "whole", "a signature with a byte more", noted(lambda t, l: t + "\n" + raw_line(l, lambda r: r + b"\0")))
    receipt("signature_bit", "whole", "one bit of the signature", noted(lambda t, l: t + "\n" + raw_line(l, lambda r: r[:10] + bytes([r[10] ^ 1]) + r[11:])))
    receipt("signature_key_id", "whole", "the signature names another key", noted(lambda t, l: t + "\n" + raw_line(l, lambda r: b"abcd" + r[4:])))
    receipt("signature_name", "whole", "the signature stands under another name", noted(lambda t, l: t + "\n" + l.replace(f"— {ORIGIN}", "— other.example/log")))
    receipt("signature_of_another", "whole", "the signature of another checkpoint of the same log", lambda d: d.update(checkpoint=d["checkpoint"].split("\n\n")[0] + "\n\n" + witnessed["checkpoint"].split("\n\n")[1].split("\n")[0] + "\n"))
    receipt("signature_good_and_bad", "whole", "a second line of the house's key that does not fit", noted(lambda t, l: t + "\n" + l + raw_line(l, lambda r: r[:10] + bytes([r[10] ^ 1]) + r[11:])))
    receipt("checkpoint_of_another", "whole", "the checkpoint of another receipt", lambda d: d.update(checkpoint=witnessed["checkpoint"].split("\n\n")[0] + "\n\n" + witnessed["checkpoint"].split("\n\n")[1].split("\n")[0] + "\n"))
    receipt("checkpoint_line_more", "whole", "a line more in the signed text, under the old signature", noted(lambda t, l: t + "approved by the DICJ\n\n" + l))
    receipt("checkpoint_garbage_behind", "whole", "a line of text behind the signature", noted(lambda t, l: t + "\n" + l + "approved by the DICJ\n"))
    receipt("checkpoint_garbage_dash", "whole", "a line behind the signature that begins like one", noted(lambda t, l: t + "\n" + l + "— approved\n"))
    receipt("checkpoint_blank_behind", "whole", "a blank line behind the signature", noted(lambda t, l: t + "\n" + l + "\n"))
    receipt("checkpoint_no_end", "whole", "the last line feed is missing", noted(lambda t, l: t + "\n" + l.rstrip("\n")))
    receipt("checkpoint_carriage_returns", "whole", "lines end with CR LF", noted(lambda t, l: (t + "\n" + l).replace("\n", "\r\n")))
    receipt("checkpoint_two", "whole", "a false checkpoint in front of the true one", noted(lambda t, l: t.replace(f"\n{size}\n", "\n99\n") + "\n" + t + "\n" + l))
    receipt("checkpoint_number", "whole", "the checkpoint is a number", put(7, "checkpoint"))
    receipt("unknown_field", "whole", "a further field", put("9000", "paid"))
    receipt("unknown_verified", "whole", "a field that says it was verified", put(True, "verified"))
    receipt("list_with_false", "list", "one of two is false", lambda d: other_stake(d[1]))
    receipt("list_empty", "list", "a list of none", lambda d: [])
    receipt("list_in_list", "list", "a list in a list", lambda d: [d])
    receipt("list_with_null", "list", "null beside true receipts", lambda d: d.append(None))
    receipt("list_with_text", "list", "a sentence beside true receipts", lambda d: d.append("all verified"))
    log_line, witness_line = witnessed["checkpoint"].split("\n\n")[1].splitlines(keepends=True)
    receipt("witness_missing", "witnessed", "the witness's line is struck out", noted(lambda t, l: t + "\n" + log_line))
    receipt("witness_time", "witnessed", "the witness's line names another time", noted(lambda t, l: t + "\n" + log_line + raw_line(witness_line, lambda r: r[:4] + bytes(8) + r[12:])))
    receipt("witness_other_key", "witnessed", "another key signs under the witness's name and id", noted(lambda t, l: t + "\n" + log_line + _cosign(t, OTHER, base64.b64decode(witness_line.split(" ")[-1])[:4])))
    receipt("witness_of_another", "witnessed", "the witness's line was for another checkpoint", lambda d: d.update(checkpoint=whole["checkpoint"] + witness_line, **{k: whole[k] for k in ("body", "before", "digest", "index", "proof", "seq")}))
    receipt("witness_plain", "witnessed", "the witness's line is the house's signature under the witness's name", noted(lambda t, l: t + "\n" + log_line + log_line.replace(f"— {ORIGIN}", f"— {WITNESS_NAME}")))
    receipt("witness_alone", "witnessed", "the house's own signature is struck out", noted(lambda t, l: t + "\n" + witness_line))
    make_receipt_texts(whole)
    make_codes()


def _sign(text: str) -> str:
    return text + "\n" + note_line(text, HOUSE)


def _cosign(text: str, key: Ed25519PrivateKey, key_id: bytes) -> str:
    signed = key.sign(f"cosignature/v1\ntime 1772452800\n{text}".encode())
    return f"— {WITNESS_NAME} {base64.b64encode(key_id + (1772452800).to_bytes(8) + signed).decode()}\n"


def make_receipt_texts(whole: Json) -> None:
    text = (HERE / "receipts" / "true" / "whole.json").read_text(encoding="utf-8")

    def made(name: str, how: str, new: str | bytes) -> None:
        keep("receipts", name, "json", "whole", how, new)

    made("empty", "nothing", "")
    made("blank", "a blank line", "\n")
    made("null", "null", "null\n")
    made("sentence", "a text", '"verified"\n')
    made("cut", "cut short", text[:-20])
    made("garbage_behind", "a line of text behind", text + "approved by the DICJ\n")
    made("two_documents", "two receipts behind each other", text + text)
    made("entry_given_twice", "the entry stands twice, first with another stake", text.replace('"body":', '"body":' + json.dumps(whole["body"].replace("1000", "9000")) + ',"body":', 1))
    made("seq_given_twice", "the number stands twice, first as 5", text.replace('"seq":', '"seq":5,"seq":', 1))
    made("index_in_tens", "the place is written with an exponent", text.replace(f'"index":{whole["index"]}', f'"index":{whole["index"]}e0', 1))
    made("index_not_a_number", "the place is NaN", text.replace(f'"index":{whole["index"]}', '"index":NaN', 1))
    made("mark_in_front", "a byte order mark in front", "\ufeff" + text)


LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"


def unpacked(code: str) -> bytes:
    data = b""
    for at in range(0, len(code), 3):
        letters = code[at : at + 3]
        data += sum(LETTERS.index(letter) * 45**power for power, letter in enumerate(letters)).to_bytes(len(letters) - 1)
    return data


def packed(data: bytes) -> str:
    code = ""
    for at in range(0, len(data), 2):
        number = int.from_bytes(data[at : at + 2])
        for _ in range(3 if at + 1 < len(data) else 2):
            number, letter = divmod(number, 45)
            code += LETTERS[letter]
    return "BANCA1:" + code + "\n"


def make_codes() -> None:
    text = (HERE / "receipts" / "true" / "qr.txt").read_text(encoding="utf-8")
    data = unpacked(text.strip("\n").removeprefix("BANCA1:"))
    table = len(ORIGIN) + 2
    seq = table + len("fantan-1")

    def made(name: str, how: str, new: str) -> None:
        keep("receipts", f"code_{name}", "txt", "qr", how, new)

    made("letter", "one letter of the code is another", text[:100] + ("A" if text[100] != "A" else "B") + text[101:])
    made("table", "the code says another table", packed(data[:table] + b"fantan-2" + data[seq:]))
    made("seq", "the code says another number", packed(data[:seq] + b"\5" + data[seq + 1 :]))
    made("index", "the code says another place", packed(data[: seq + 1] + b"\4" + data[seq + 2 :]))
    made("size", "the code says another size", packed(data[: seq + 2] + b"\x29" + data[seq + 3 :]))
    made("digest", "the code has another digest", packed(data[: seq + 3] + bytes(32) + data[seq + 35 :]))
    made("number_long", "the number is written in two bytes for one", packed(data[:seq] + b"\x84\0" + data[seq + 1 :]))
    made("hash_more", "the code has a hash more", packed(data + bytes(32)))
    made("hash_less", "the code has a hash less", packed(data[:-32]))
    made("byte_more", "the code has a byte more", packed(data + b"\0"))
    made("lower", "lower case", text.lower())
    made("mark", "BANCA2:", text.replace("BANCA1:", "BANCA2:"))
    made("cut", "cut short", text[:200] + "\n")
    made("too_large", "three letters that are more than two bytes", text.rstrip("\n") + ":::\n")
    made("garbage_behind", "a line of text behind", text + "approved by the DICJ\n")
    made("two", "a second, false code behind", text + text[:100] + "A" + text[101:])
    made("blank_inside", "a line feed inside", text[:100] + "\n" + text[100:])
    made("empty", "the mark alone", "BANCA1:\n")


def make() -> None:
    for kind, ending in (("results", "jsonl"), ("certificates", "json"), ("receipts", "json"), ("receipts", "txt")):
        for old in (HERE / kind).glob(f"*.{ending}"):
            old.unlink()
    make_results()
    for part in (make_figures, make_rows, make_numbers, make_names, make_beside, make_certificate_texts, make_receipts):
        part()
    lines = ["# How each forgery was made: the true document, and what was done to it. Written by make.py.\n"]
    for kind, made in MADE.items():
        lines.append(f"\n[{kind}]\n")
        lines += [f"{json.dumps(name)} = {json.dumps(how, ensure_ascii=False)}\n" for name, how in made.items()]
    (HERE / "index.toml").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    make()
    print({kind: len(made) for kind, made in MADE.items()})
