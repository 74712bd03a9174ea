"""Check every drawn result of an exported journal by working it out again: python3 results.py FILE.jsonl

It needs Python's standard library and imports nothing of Banca. docs/fair-results.md says what follows from what. It checks
  journal      every line is one entry, numbered from 1 at its table and chained to the one before by its digest; forms, fields and
               events that it does not know are refused;
  devices      what can come up, with its weights, is published when a table opens; lists that come with a draw follow from it, or
               from the cards that are left of the shoe;
  seeds        each is committed to before the bets, opened once and in order; its bytes and the numbers that players pledged before
               the bets closed, all of them and no other, give the result that was called;
  hidden       what is opened is what was committed to before the bets of that round; it follows from its nonce and was called, or,
               as an order of tiles, was dealt after the cuts from the gate that the dice name;
  bets         none is placed or taken down between the moment a result is known and the end of the round.
Not checked: that devices and payments are the rules' (`banca audit verify`); that the journal is the one other people saw (receipts).
Results that a croupier observed cannot be checked and are only counted. The exit code is 0 if at least one result was checked
and nothing is wrong, else 1.
"""

import hmac
import json
import re
import sys
from bisect import bisect_right
from collections import Counter
from hashlib import sha256
from itertools import accumulate, count, product
from typing import Any

SEED, DRAW, HIDDEN, COMMITMENT = "banca seed 1", "banca draw 1", "banca hidden 1", "banca commitment 2"
FORM = 4  # at a drawn table; entries of an older form have no seeds
Object = dict[str, Any]

LINE = re.compile(r'\{"digest":"([0-9a-f]{64})","entry":(\{.*\})\}')
HEX = re.compile("[0-9a-f]{64}")
ENTRY = {*"v table seq at by role id command events second state salt".split()}
OFFICES = ("cage", "register")  # their entries have no results
BETS = {*"bet_placed bet_taken_down stake_placed stake_withdrawn principal_put_down co_banked".split()}
# What decides a result, with the fields that it has and, behind the bar, those that it may have.
FIELDS = {
    "devices_published": "devices",
    "seed_committed": "number commitment",
    "pledged": "player number pledge",
    "pledges_closed": "number players",
    "revealed": "player number nonce",
    "seed_opened": "number commitment seed | outcome nonces withheld device results",
    "seed_lost": "number commitment",
    "committed": "commitment round",
    "commitment_opened": "commitment outcome nonce round",
    "part_shown": "outcome",
    "result_called": "outcome | written cocked",
    "dice_shaken": "dice first cites",
    "stacks_cut": "gate player lifted cite",
    "deal_declared": "stack cites",
    "tiles_dealt": "number first tiles setters cites",
    "tiles_set": "number gate who setting cites",
    "banker_turned": "gate setting",
    "gates_turned": "settings tiles",
    "round_ended": "number | table",
    "round_voided": "reason | commitment stopped",
}
AFTERWARDS = {*"result_corrected null_declared dice_corrected tiles_corrected deal_voided".split()}
# Change what came up: only where a croupier observes.
OTHERS = {  # change nothing of what comes up
    *"opened funded bank_reduced seated practice_seated left acted closed bet_decided bet_moved bet_offered offer_lapsed".split(),
    *"dice_passed dice_taken dice_waived shooter_named bank_freed bank_passed bank_settled bank_taken".split(),
    *"banking_agreed commission_taken gate_put_out gate_taken principal_returned setter_away".split(),
    *"stake_returned stake_settled tiles_exposed compensation_claimed".split(),
}
OBSERVED = {  # happen where a croupier observes too
    *"part_shown result_called dice_shaken stacks_cut deal_declared tiles_dealt tiles_set banker_turned gates_turned".split(),
    *"round_ended round_voided".split(),
}
RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
BEHIND_CUT_CARD = 26
GATES = 8


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


def hands(left: dict[str, int]) -> list[list[Any]]:
    """Every hand of football poker that these cards can make, with its ways: a third card where two make 0 or 9."""
    cards, listed = sum(left.values()), []
    points = {rank: place + 1 if place < 9 else 0 for place, rank in enumerate(RANKS)}
    for first, second in product(RANKS, repeat=2):
        ways = left[first] * (left[second] - (first == second))
        if (points[first] + points[second]) % 10 in (0, 9):
            thirds = ((third, left[third] - (third == first) - (third == second)) for third in RANKS)
            listed += [[f"{first}-{second}-{third}", ways * number] for third, number in thirds]
        else:
            listed.append([f"{first}-{second}", ways * (cards - 2)])
    return [[hand, ways] for hand, ways in listed if ways]


def as_dealt(order: str, lifted: int, stack: int, first: int) -> Object:
    """The tiles before each gate: stacks of four, cut, taken from one end, dealt gate by gate from the first."""
    tiles = order.split(" ")
    stacks = [tiles[place : place + 4] for place in range(0, len(tiles), 4)]
    stacks = stacks[lifted:] + stacks[:lifted]
    stacks = stacks[::-1] if stack == GATES else stacks
    return {str((first - 1 + step) % GATES + 1): four for step, four in enumerate(stacks)}


class Round:
    """What is known of a round until it ends."""

    def __init__(self) -> None:
        self.bets = self.results = self.lifted = self.banker = self.first = 0
        self.part = self.known = ""  # the part of a result that is shown; and by what the result is known
        self.stack, self.tiles = 1, Object()


class Table:
    def __init__(self, name: str) -> None:
        self.name, self.faults = name, list[str]()
        self.seq, self.head, self.event, self.entry, self.is_known = 0, "0" * 64, "", Object(), True
        self.opened, self.is_closed, self.is_drawn = Object(), False, False
        self.devices, self.left = list[Object](), dict[str, int]()
        self.seed, self.hidden, self.draws = Object(), Object(), 0
        self.pledges, self.nonces, self.awaited = dict[str, str](), dict[str, str](), False
        self.number, self.round, self.used = 1, Round(), set[str]()
        self.outcome = self.shown = ""  # drawn, or opened, and not called yet
        self.counts, self.withheld = Counter[str](), Counter[str]()

    def demand(self, holds: object, fault: str) -> None:
        if not holds:
            self.faults.append(f"{self.name}, entry {self.seq}: {fault}")

    def take(self, written: str, entry: Object, chained: str) -> None:
        self.seq, self.entry = self.seq + 1, entry
        self.demand(entry["seq"] == self.seq and type(entry["seq"]) is int, f"is numbered {entry['seq']!r}")
        self.head = sha256(f"{self.head}\n{written}".encode()).hexdigest()
        self.demand(self.head == chained, "the digest is not that of the entry behind the one before")
        self.head = chained
        self.demand(
            not (extra := entry.keys() - ENTRY), f"has fields that are not known here: {', '.join(sorted(extra))}"
        )
        events = entry["events"]
        openings = [event["event"] for event in events].count("opened")
        self.demand(openings == (self.seq == 1), "the first entry, and no other, opens the table")
        self.demand(not self.is_closed, "the table is closed")
        if self.seq == 1 and events and events[0]["event"] == "opened":
            self.opened = events[0]
            self.is_drawn = self.opened["chance"] == "drawn"
            self.demand(self.opened["chance"] in ("drawn", "observed"), f"results are {self.opened['chance']!r}")
            self.left = self.full_shoe()
        forms = (FORM,) if self.is_drawn else (1, 2, 3, FORM)
        if self.is_known and not (type(entry["v"]) is int and entry["v"] in forms):
            why = (
                f"drawn results of another form than {FORM} cannot be worked out again"
                if self.is_drawn
                else "not known here"
            )
            self.demand(False, f"the entry is of form {entry['v']!r}: {why}; nothing behind it was read")
            self.is_known = False
        self.counts["entries"] += 1
        if not self.is_known:
            return
        if self.opened.get("game") in OFFICES:
            decides = [event["event"] for event in events if event["event"] in FIELDS.keys() | AFTERWARDS]
            self.demand(not decides, f"{', '.join(decides)} where nothing is played")
            return
        for self.event in (event["event"] for event in events):
            self.demand(self.event in FIELDS.keys() | AFTERWARDS | BETS | OTHERS, f"{self.event} is not known here")
        for event in events:
            self.event = event["event"]
            if self.is_drawn:
                self.follow(event)
            else:
                self.count_observed()
        if self.is_drawn:
            self.demand(not self.outcome and not self.shown, f"{self.outcome or self.shown} came up and was not called")
            self.outcome = self.shown = ""
            if self.draws:
                self.demand(self.seed or self.is_closed, "no seed is committed to for the next draw")

    def count_observed(self) -> None:
        self.counts["observed"] += self.event in ("result_called", "tiles_dealt")
        decides = FIELDS.keys() - OBSERVED
        self.demand(self.event not in decides, f"{self.event} where results are observed")
        if self.event in (
            "part_shown",
            "result_called",
            "dice_shaken",
            "tiles_dealt",
        ):  # somebody entered it, or a part of it
            is_entered = self.entry["command"].keys() & {"outcome", "dice", "tiles"}
            self.demand(is_entered or self.round.part, f"{self.event} that nobody entered, where results are observed")
            self.round.part = self.event if self.event == "part_shown" else ""
        self.counts["rounds"] += self.event in ("round_ended", "round_voided")

    def follow(self, event: Object) -> None:
        self.demand(self.event not in AFTERWARDS, f"{self.event} where results are drawn")
        if self.event in FIELDS:
            has, _, may = FIELDS[self.event].partition("|")
            given, must = event.keys() - {"event"}, {*has.split()}
            self.demand(must <= given <= must | {*may.split()}, f"{self.event} has not the fields that are known here")
            numbers = [event[name] for name in ("number", "round") if name in event]
            self.demand(all(type(number) is int for number in numbers), f"{self.event} has no whole number")
            getattr(self, "on_" + self.event)(event)
        elif self.event in BETS:
            self.on_bet(event)
        elif self.event == "closed":
            self.demand(not self.seed and not self.hidden, "the table closes on a seed or a result that is not opened")
            self.is_closed = True

    # What can come up

    def full_shoe(self) -> dict[str, int]:
        options = self.opened.get("options", {})
        deals_on = self.opened.get("game") == "football_poker" and options.get("shoe") == "to_cut_card"
        return dict.fromkeys(RANKS, 4 * int(options["decks"])) if deals_on else {}

    def on_devices_published(self, event: Object) -> None:
        self.demand(self.seq == 1 and not self.devices, "devices are published when the table opens, once")
        self.devices = event["devices"]
        for device in self.devices:
            results, pieces, dice = device.get("results", []), device.get("pieces", []), device.get("dice", 0)
            names = [name for name, _ in results]
            is_one = sum((bool(results), bool(pieces), dice > 0)) == 1 and not device.keys() - {
                "results",
                "pieces",
                "dice",
            }
            is_weighted = all(type(weight) is int and weight > 0 for _, weight in results)
            is_named = all(type(name) is str for name in [*names, *pieces]) and len(set(names)) == len(names)
            self.demand(is_one and is_weighted and is_named and type(dice) is int, "a device is not known here")

    def results_now(self, listed: list[list[Any]]) -> list[list[Any]]:
        """What a list that comes with a draw has to be: the published results, or those of the shoe, as far as they are not dealt."""
        is_void = any(event["event"] == "round_voided" for event in self.entry["events"])
        left = self.full_shoe() if is_void else self.left
        devices = self.devices or [{}]
        whole = hands(left) if left else devices[0].get("results", [])
        if self.round.part:
            return [[name, weight] for name, weight in whole if name.startswith(f"{self.round.part}-")]
        if is_void:
            return whole
        parts, sums = listed[0][0].count("-") + 1, Counter[str]()
        for name, weight in whole:
            sums["-".join(name.split("-")[:parts])] += weight
        return [[name, weight] for name, weight in sums.items()]

    def device_of(self, event: Object) -> Object:
        if "results" in event:
            self.demand(
                event["results"] == self.results_now(event["results"]), "the list of a draw is not what can come up"
            )
            return {"results": event["results"]}
        self.demand(not self.round.part, "a part of the result is shown, and another is drawn")
        device = event.get("device", 0)
        is_there = type(device) is int and 0 <= device < len(self.devices)
        self.demand(is_there, f"device {device!r} is not among those that were published")
        return self.devices[device] if is_there else {"dice": 1}

    # Seeds and the players' numbers

    def on_seed_committed(self, event: Object) -> None:
        self.demand(not self.seed, "a seed is replaced that was never opened")
        self.demand(event["number"] == self.draws + 1, f"the seed of draw {event['number']} follows draw {self.draws}")
        others = [other["event"] for other in self.entry["events"]]
        self.demand(self.seq == 1 or "seed_opened" in others, "a seed is committed to after bets were open")
        self.draws, self.seed = self.draws + 1, {**event, "seq": self.seq}
        self.pledges, self.nonces, self.awaited = {}, {}, False

    def on_pledged(self, event: Object) -> None:
        player = event["player"]
        self.demand(event["number"] == self.draws and self.seed, f"{player} pledges for another draw")
        self.demand(not self.awaited and player not in self.pledges, f"{player} pledges too late, or twice")
        self.demand("\n" not in player, "a name has a line feed")
        self.pledges[player] = event["pledge"]
        self.counts["pledged"] += 1

    def on_pledges_closed(self, event: Object) -> None:
        is_it = (event["number"], event["players"]) == (self.draws, sorted(self.pledges)) and not self.awaited
        self.demand(is_it, "the pledges that are closed are not those that were made")
        self.awaited = True

    def on_revealed(self, event: Object) -> None:
        player, nonce = event["player"], event["nonce"]
        is_now = self.awaited and event["number"] == self.draws and self.seed and player not in self.nonces
        self.demand(is_now, f"{player} reveals a number when none is awaited")
        is_it = HEX.fullmatch(nonce) and sha256(bytes.fromhex(nonce)).hexdigest() == self.pledges.get(player)
        self.demand(is_it, f"{player} revealed another number than was pledged")
        self.nonces[player] = nonce
        self.counts["revealed"] += 1

    def on_seed_lost(self, _: Object) -> None:
        self.demand(False, "a seed was never opened")
        self.seed = {}

    def on_seed_opened(self, event: Object) -> None:
        """It is the seed that was committed to, and gives the result with the numbers that were revealed."""
        seed, number, commitment = event["seed"], event["number"], event["commitment"]
        stands = (self.seed.get("number"), self.seed.get("commitment")) == (number, commitment)
        self.demand(stands and self.seed["seq"] < self.seq, "the seed is not the one committed to before the bets")
        is_it = HEX.fullmatch(seed) and digest(SEED, self.name, number, seed) == commitment
        self.demand(is_it, "the seed does not match the commitment to it")
        self.demand(seed not in self.used, "the seed was used before")
        nonces, withheld = event.get("nonces", []), event.get("withheld", [])
        left_out = sorted(self.pledges.keys() - self.nonces)
        is_it = (nonces, withheld) == (sorted(map(list, self.nonces.items())), left_out)
        self.demand(is_it, "the numbers counted are not those that were revealed")
        self.withheld.update(withheld)
        ends = {other["event"] for other in self.entry["events"]} & {"round_voided", "closed"}
        self.demand(self.awaited or not self.pledges or ends, "the draw comes before the pledges are closed")
        self.used.add(seed)
        self.seed, self.outcome = {}, event.get("outcome", "")
        self.counts["seeds opened"] += 1
        if self.outcome and HEX.fullmatch(seed):
            gives = Stream(DRAW, self.name, number, seed, nonces).draw(self.device_of(event))
            self.demand(gives == self.outcome, f"seed and numbers give {gives}, but {self.outcome} was drawn")

    # Hidden results

    def on_committed(self, event: Object) -> None:
        self.demand(not self.hidden, "a commitment is replaced that was never opened")
        self.demand(event["round"] == self.number, f"the commitment names round {event['round']!r}, not {self.number}")
        self.demand(not self.round.bets and not self.round.known, "a result is committed to after bets were placed")
        self.hidden = {**event, "seq": self.seq}

    def on_commitment_opened(self, event: Object) -> None:
        """A result that lay hidden before the bets is what was committed to, and follows from its nonce."""
        nonce, outcome = event["nonce"], event["outcome"]
        stands = (self.hidden.get("commitment"), self.hidden.get("round")) == (event["commitment"], event["round"])
        self.demand(
            stands and self.hidden["seq"] < self.seq, "what is opened is not what was committed to before the bets"
        )
        is_it = (
            HEX.fullmatch(nonce)
            and digest(COMMITMENT, self.name, event["round"], nonce, outcome) == event["commitment"]
        )
        self.demand(is_it, "the hidden result does not match its commitment")
        self.demand(nonce not in self.used, "the nonce was used before")
        self.used.add(nonce)
        self.hidden = {}
        self.counts["commitments opened"] += 1
        if HEX.fullmatch(nonce):
            gives = Stream(HIDDEN, self.name, self.number, nonce, []).draw(self.device_of({}))
            self.demand(gives == outcome, f"the nonce gives {gives}, but {outcome} was hidden")
        if self.round.tiles:
            dealt = as_dealt(outcome, self.round.lifted, self.round.stack, self.round.first)
            self.demand(self.round.tiles == dealt, "the tiles dealt are not those that lay hidden")
            self.counts["hidden"] += 1
        else:
            self.round.known, self.shown = "the opening", outcome

    # What is called

    def on_part_shown(self, event: Object) -> None:
        self.play(event["outcome"])
        self.round.part = event["outcome"]

    def on_result_called(self, event: Object) -> None:
        is_plain = event.get("written", event["outcome"]) == event["outcome"] and not event.get("cocked")
        self.demand(is_plain, "a drawn result is called as something else")
        self.demand(not self.round.results, "a second result is called in one round")
        self.round.results, self.round.known = 1, "the call"
        self.play(event["outcome"])
        if self.left:
            self.left = {rank: number - event["outcome"].split("-").count(rank) for rank, number in self.left.items()}

    def play(self, shown: str) -> None:
        """What comes up was drawn just now, or lay hidden, or is the part that lies there already."""
        self.demand(not self.shown or not self.draws, "a hidden result is called where results are drawn from seeds")
        source = self.outcome or self.shown or self.round.part
        self.demand(shown == source, f"{shown} was played, but {source or 'nothing'} was drawn")
        self.counts["hidden" if self.shown else "drawn" if self.outcome else "standing"] += 1
        self.outcome = self.shown = ""

    def on_dice_shaken(self, event: Object) -> None:
        self.demand(self.hidden and not self.round.known, "dice are shaken for no tiles, or twice")
        self.play("-".join(map(str, event["dice"])))
        self.round.first = (self.round.banker + sum(event["dice"]) - 2) % GATES + 1
        self.demand(event["first"] == self.round.first, f"the dice name gate {self.round.first}")
        self.round.known = "the dice"

    def on_stacks_cut(self, event: Object) -> None:
        self.demand(not self.round.known, "tiles are cut after the dice")
        self.round.lifted = (self.round.lifted + event["lifted"]) % GATES

    def on_deal_declared(self, event: Object) -> None:
        self.demand(not self.round.known and event["stack"] in (1, GATES), "the end of the stacks is declared too late")
        self.round.stack = event["stack"]

    def on_tiles_dealt(self, event: Object) -> None:
        is_due = self.hidden and self.round.known and not self.round.results
        is_it = (event["first"], event["number"]) == (self.round.first, self.number)
        self.demand(is_due and is_it, "tiles are dealt that no dice and no commitment name")
        self.round.results, self.round.tiles = 1, event["tiles"]

    def on_tiles_set(self, event: Object) -> None:
        self.check_tiles({str(event["gate"]): event["setting"]})

    on_banker_turned = on_tiles_set

    def on_gates_turned(self, event: Object) -> None:
        self.check_tiles(event["settings"])
        self.check_tiles({gate: " ".join(tiles) for gate, tiles in event["tiles"].items()})

    def check_tiles(self, turned: dict[str, str]) -> None:
        for gate, tiles in turned.items():
            is_it = sorted(re.findall(r"\d-\d", tiles)) == sorted(self.round.tiles.get(gate, []))
            self.demand(is_it, f"gate {gate} turns other tiles than it was dealt")

    # Bets and rounds

    def on_bet(self, event: Object) -> None:
        is_void = any(other["event"] == "round_voided" for other in self.entry["events"])
        known = self.round.known or (self.awaited and self.seed and "the closing of the bets")
        self.demand(is_void or not known, f"{self.event} after {known}")
        self.round.bets += 1
        if self.event == "principal_put_down":
            self.round.banker = event["gate"]

    def on_round_ended(self, event: Object) -> None:
        self.demand(
            event["number"] == self.number, f"round {event['number']!r} ends, but round {self.number} was played"
        )
        self.demand(self.round.results, "a round ends without a result")
        self.demand(not self.hidden, "a round ends whose hidden result was never opened")
        if self.left and sum(self.left.values()) <= BEHIND_CUT_CARD:
            self.left = self.full_shoe()
        self.next_round()

    def on_round_voided(self, event: Object) -> None:
        self.demand(not self.round.results, "a round is void whose result is known")
        lost = event.get("commitment", "")
        self.demand(lost == self.hidden.get("commitment", ""), "a void round does not open, or name, what lay hidden")
        self.counts["never opened"] += bool(lost)
        self.demand(not self.seed, "a void round does not open its seed")
        self.counts["voided"] += 1
        self.counts["void"] += bool(self.outcome or self.shown)
        self.outcome = self.shown = ""
        self.next_round()

    def next_round(self) -> None:
        self.counts["rounds"] += 1
        self.number, self.round, self.hidden = self.number + 1, Round(), {}

    def summary(self) -> str:
        of = self.counts
        if self.opened.get("game") in OFFICES:
            return f"{self.name}: {of['entries']} entries chained, no results"
        what = [f"{of['entries']} entries chained", f"{of['rounds']} rounds"]
        what[1] += f" ({of['voided']} void)" if of["voided"] else ""
        if self.is_drawn:
            names = "seeds opened", "commitments opened", "never opened"
            what += [f"{of[name]} {name}" for name in names if of[name]]
            what += [f"{of['pledged']} numbers pledged, {of['revealed']} revealed"] if of["pledged"] else []
            what += [f"withheld by {player}: {times}" for player, times in sorted(self.withheld.items())]
            what += [f"{of['void']} results of void rounds checked"] if of["void"] else []
            what += [f"{of['drawn']} results drawn and {of['hidden']} hidden results checked"]
        else:
            what.append(f"{of['observed']} results observed, which cannot be checked")
        return f"{self.name}: {', '.join(what)}"


def each_once(pairs: list[tuple[str, Any]]) -> Object:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice")
    return dict(pairs)


def refuse(number: str) -> int:
    raise ValueError(f"{number} is no whole number")


def whole(number: str) -> int:
    return int(number) if number != "-0" else refuse(number)


def main(path: str) -> int:
    tables: dict[str, Table] = {}
    with open(path, encoding="utf-8", newline="\n") as lines:
        for place, line in enumerate(lines, 1):
            try:
                if not (parts := LINE.fullmatch(line.removesuffix("\n"))):
                    raise ValueError("no entry behind its digest")
                entry = json.loads(
                    parts[2], object_pairs_hook=each_once, parse_int=whole, parse_float=refuse, parse_constant=refuse
                )
                name = entry["table"]
                tables.setdefault(name, Table(name)).take(parts[2], entry, parts[1])
            except (ValueError, KeyError, IndexError, TypeError, AttributeError) as fault:
                print(f"line {place} cannot be read as an entry of a journal: {fault!r}")
                return 1
    for table in tables.values():
        print(*table.faults, table.summary(), sep="\n")
    wrong = sum(len(table.faults) for table in tables.values())
    checked = sum(table.counts[name] for table in tables.values() for name in ("drawn", "hidden", "void"))
    observed = sum(table.counts["observed"] for table in tables.values())
    if wrong:
        print(f"REJECTED: {wrong} faults")
    elif not checked:
        print(f"NOTHING CHECKED: no result here was drawn ({observed} were observed)")
    else:
        print(
            f"every drawn result follows from what was published: {checked} checked; {observed} observed, not checked"
        )
        print("not checked: that devices and payments are the rules', that this is the journal which others saw")
    return 0 if checked and not wrong else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
    except (OSError, UnicodeDecodeError) as fault:
        sys.exit(f"{sys.argv[1]} is no exported journal ({fault})")
