"""What the page of a Pai Kao table says, and what its scripts are told of the game."""

from typing import Any

from banca.games.pai_kao.hands import LINES_CITE
from banca.games.pai_kao.live.practice import POLICIES
from banca.games.pai_kao.live.state import CASINO
from banca.games.pai_kao.procedure import GATES, NULL_SHAKES
from banca.games.pai_kao.tiles import COPIES_OF_FACE
from banca.live.seating import PRACTICE
from banca.rulebook import Given, Term, term
from banca.rulebook.refusals import BAD_OUTCOME
from banca.words import Speech

WORDS: dict[str, Term | Given] = {
    "less_commission": term("less commission {amount}"),
    "rounded": term("{amount} not paid: less than a chip"),
    "gate": term("gate {gate}"),
    "banker": term("banker"),
    "bank": term("bank"),
    "casino": term("the casino"),
    "front": term("front"),
    "rear": term("rear"),
    "principal": term("principal"),
    "free_gate": term("free"),
    "no_gate": term("without a gate"),
    "program": term("program"),
    "face_down": term("face down"),
    "is_set": term("set"),
    "sets": term("sets the tiles"),
    "is_out": term("out of this round"),
    "nothing_staked": term("nothing was staked"),
    # what to do now
    "look_on_gates": term("You look on. Press a free gate to sit there."),
    "gate_held": term("Gate {gate} is held by {player}. Press a free gate to sit there, or take a seat without one."),
    "bank_is_free": term("The bank is free: take it, or pass it on."),
    "bank_is_free_for_gates": term("The bank is free; only who holds a gate can take it."),
    "you_bank": term("You bank: put down your principal, or pass the bank on."),
    "you_shake": term("You bank: stakes are being put down. Shake when they lie."),
    "stake_now": term("Stake now: press a gate with the chip in hand."),
    "house_way": term("Tiles that are not set in time are set by the house way: the highest pair behind (R-pk-11)."),
    "shake_waits": term("The banker shakes again."),
    "set_now": term("Set your tiles of gate {gate} as two pairs."),
    "waits_for_gates": term("Tiles are still to be set at gate {gates}."),
    "turn_now": term("All tiles are set: turn the banker's."),
    "banks_next": term("{player} banks."),
    # setting
    "your_tiles": term("Your tiles at gate {gate}"),
    "tiles_came": term("Your tiles: {tiles}."),
    "tile": term("{name}, {line}"),
    "pick_tile": term("Press a tile, then one of the other pair: they change places. Or drag it there."),
    "place_of": term("{place} of {of}"),
    "lower_goes_front": term("The pair laid behind is the lower one: the croupier moves it to the front."),
    "set_it": term("Set these pairs"),
    "tiles_are_set": term("Your tiles are set. You may change them until the banker's are turned."),
    "three_settings": term("Three settings"),
    "advice": term("Show their chances"),
    "wins": term("wins"),
    "ties": term("ties"),
    "loses": term("loses"),
    "value": term("value"),
    "best": term("best"),
    "take_this": term("Take this one"),
    "take_setting": term("Lay setting {number}: {front} in front, {rear} behind"),
    # what it came to
    "covers": term("the bank covers {covered} of {stake}"),
    "gross": term("result {amount}"),
    "claim": term(
        "{owed_by} owes {owed_to} {amount} at gate {gate}: {better} would have done better. No money is moved."
    ),
    # what the croupier enters
    "next_tile": term("Next: tile {number} of {of}, for gate {gate}"),
    "all_tiles": term("All {of} tiles are entered."),
    "tiles_left": term("{tile}: {count} left"),
    "bad_outcome": BAD_OUTCOME.says,
    "take_last_back": term("Take the last one back"),
    "unknown_gate_line": term("“{line}” is neither a gate with an amount nor an act; for example: {examples}"),
}


def data(say: Speech) -> dict[str, Any]:
    """The gates, the tiles of the set, and what an act may choose from."""
    reasons = {name: say(null.says) for name, null in NULL_SHAKES.items()}
    return {
        "gates": list(GATES),
        "casino": CASINO,
        "practice": PRACTICE,
        "copies": COPIES_OF_FACE,
        "linesCite": str(LINES_CITE),
        "reasons": reasons,
        "policies": {name: say(said) for name, said in POLICIES.items()},
    }
