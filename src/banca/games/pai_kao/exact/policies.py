"""The policies that come with Banca: three plain ones, and the equilibrium of each seat."""

import hashlib
import json
from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from banca.games.pai_kao.exact.deals import CLASSES_OF, HANDS, WAYS
from banca.games.pai_kao.exact.policy import Policy, Seat
from banca.games.pai_kao.nouns import POLICIES_SAID, POLICIES_TYPED
from banca.games.pai_kao.refusals import UNKNOWN_POLICY
from banca.rules import Defect, Refusal, _, citing, plain

cite = citing("pai_kao")

EQUILIBRIUM = "equilibrium"
DESCRIBED = {
    "highest_front": _("the highest front, then the highest rear"),
    "highest_rear": _("the highest rear, then the highest front"),
    "balanced": _("the front and rear that together beat the most groups of a player who sets the highest rear"),
    EQUILIBRIUM: _("the mixed policy that no other beats by more than a hundred-thousandth of a stake"),
}


def _by(name: str, score: Callable[[tuple[int, int]], Any]) -> Policy:
    """The policy that takes the setting with the highest score."""
    scores = ([score(classes) for classes in options] for options in CLASSES_OF)
    return Policy.pure(name, (each.index(max(each)) for each in scores))


@cache
def highest_front() -> Policy:
    """As strong in front as the tiles allow."""
    return _by("highest_front", lambda classes: classes)


@cache
def highest_rear() -> Policy:
    """As strong behind as the tiles allow."""
    return _by("highest_rear", lambda classes: (classes[1], classes[0]))


@cache
def balanced() -> Policy:
    """The setting whose front and rear beat the most fronts and rears, added, of all hands set by their highest rear."""
    fronts, rears = [], []
    for options, weights, ways in zip(CLASSES_OF, highest_rear().weights, WAYS, strict=True):
        front, rear = options[weights.index(1)]
        fronts += [front] * ways
        rears += [rear] * ways
    fronts.sort()
    rears.sort()
    return _by("balanced", lambda classes: bisect_left(fronts, classes[0]) + bisect_left(rears, classes[1]))


@cache
def shipped() -> dict[str, Any]:
    """The equilibrium and the counts of all deals that come with Banca."""
    found: dict[str, Any] = json.loads(files(__package__).joinpath("equilibrium.json").read_text("utf-8"))
    return found


@cache
def equilibrium(seat: Seat) -> Policy:
    """The shipped equilibrium of one seat, checked against its digest."""
    return read_equilibrium(shipped(), seat)


def shipped_counts(player: str, banker: str) -> tuple[int, int, int]:
    """All deals between two policies: the exact weight that the player wins, ties and loses."""
    won, tied, lost = shipped()["deals"][f"{player} {banker}"]
    return won, tied, lost


def read_equilibrium(shipped: dict[str, Any], seat: Seat) -> Policy:
    """A policy from its compact form: one letter per hand for the setting taken, and the mixed hands in full."""
    part = shipped[seat]
    if digest(part) != part["sha256"]:
        raise Defect(f"the shipped equilibrium of the {seat} has been changed")  # a broken promise
    total = shipped["total"]
    weights = [tuple(total * (letter == place) for place in "012") for letter in part["pure"]]
    for hand, mixed in part["mixed"].items():
        weights[int(hand)] = tuple(mixed)
    if len(weights) != len(HANDS) or any(sum(one) != total for one in weights):
        raise Defect(f"the shipped equilibrium of the {seat} does not fit the hands")
    return Policy(f"{EQUILIBRIUM} ({seat})", tuple(weights), total)


def digest(part: dict[str, Any]) -> str:
    """What the policy's compact form amounts to."""
    text = json.dumps([part["pure"], part["mixed"]], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def policy_id(asked: str) -> str:
    """The id of the policy that somebody calls so, in any of the three languages.

    >>> policy_id("均衡"), policy_id("Maior grupo de trás")
    ('equilibrium', 'highest_rear')
    """
    found = POLICIES_TYPED.get(plain(asked))
    if found is None:
        raise Refusal(UNKNOWN_POLICY, cite("5.1"), asked=asked, allowed=list(POLICIES_SAID))
    return found


def policy(name: str, seat: Seat) -> Policy:
    """The policy called `name`, for a seat."""
    wanted = policy_id(name)
    if wanted == EQUILIBRIUM:
        return equilibrium(seat)
    return {"highest_front": highest_front, "highest_rear": highest_rear, "balanced": balanced}[wanted]()
