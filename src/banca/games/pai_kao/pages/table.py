"""What the page of a Pai Kao table says, and what its scripts are told of the game."""

from typing import Any

from banca.games.pai_kao.hands import LINES_CITE
from banca.games.pai_kao.live.state import CASINO
from banca.games.pai_kao.nouns import (
    BANKER,
    FRONT,
    GATE_WITHIN,
    POLICIES,
    PRINCIPAL,
    REAR,
    THE_CASINO,
    THE_HOUSE_WAY,
)
from banca.games.pai_kao.procedure import GATES
from banca.games.pai_kao.setters import HOUSE
from banca.games.pai_kao.tiles import COPIES_OF_FACE
from banca.i18n import Translator
from banca.live.seating import PRACTICE
from banca.rules import Text, _
from banca.rules.refusal import BAD_OUTCOME

WORDS: dict[str, Text] = {
    "gate": GATE_WITHIN,
    "banker": BANKER,
    "casino": THE_CASINO,
    "house_way_sets": THE_HOUSE_WAY,
    "front": FRONT,
    "rear": REAR,
    "principal": PRINCIPAL,
    "free_gate": _("free"),
    "no_gate": _("without a gate"),
    "program": _("program"),
    "face_down": _("face down"),
    "is_set": _("set"),
    "sets": _("sets the tiles"),
    "is_out": _("out of this round"),
    "nothing_staked": _("no stakes"),
    # what to do now
    "look_on_gates": _("You are watching. Press a free gate to sit there."),
    "gate_held": _("Gate {gate} is held by {player}. Press a free gate to sit there, or take a seat without a gate."),
    "you_hold": _("You hold gate {gate}."),
    "no_gate_yours": _("You have a seat without a gate."),
    "stand_up_first": _("Bets are not open now. To move to gate {gate}, choose “{act}”, then press the gate."),
    "bets_not_open": _("Bets open when the banker has put down the principal."),
    "bank_is_free": _("There is no banker. Take the bank or pass it."),
    "bank_is_free_for_gates": _("There is no banker. Only a player who holds a gate can take the bank."),
    "you_bank": _("You are the banker. Put down your principal, or pass the bank."),
    "you_shake": _("You are the banker. Shake the dice when all stakes are down."),
    "stake_now": _("Place your bets: choose a chip and press a gate."),
    "house_way": _("Tiles that are not set in time are set by the house way: the highest group in the rear (R-pk-11)."),
    "house_way_line": _("Tiles not set in time: the highest group in the rear (R-pk-11)"),
    "shake_waits": _("The banker shakes the dice again."),
    "set_now": _("Set your tiles at gate {gate}."),
    "waits_for_gates": _("Tiles still to be set: {gates}."),
    "turn_now": _("All tiles are set. Turn the banker's tiles."),
    "banks_next": _("{player} is the banker."),
    # setting
    "your_tiles": _("Your tiles at gate {gate}"),
    "tiles_came": _("Your tiles: {tiles}."),
    "tile": _("{name}, {line}"),
    "pick_tile": _("Press a tile, then one in the other group, to swap them; or drag it there."),
    "place_of": _("{place} of {of}"),
    "lower_goes_front": _("The rear group is the lower one: the dealer moves it to the front line."),
    "set_it": _("Set these groups"),
    "tiles_are_set": _("Your tiles are set. You may change them until the banker's tiles are turned."),
    "three_settings": _("Three settings"),
    "advice": _("Show their chances"),
    "wins": _("wins"),
    "ties": _("ties"),
    "loses": _("loses"),
    "value": _("value"),
    "best": _("best"),
    "take_this": _("Use this setting"),
    "take_setting": _("Use setting {number}: front {front}, rear {rear}"),
    # what the croupier enters
    "next_tile": _("Next: tile {number} of {of}, for gate {gate}"),
    "all_tiles": _("All {of} tiles are entered."),
    "tiles_left": _("{tile}: {count} left"),
    "bad_outcome": BAD_OUTCOME.says,
    "take_last_back": _("Remove the last tile"),
    "unknown_gate_line": _("“{line}” is neither a gate with an amount nor an act; for example: {examples}"),
}


def data(say: Translator) -> dict[str, Any]:
    """The gates, the tiles of the set, and what an act may choose from."""
    return {
        "gates": list(GATES),
        "casino": CASINO,
        "houseWay": HOUSE,
        "practice": PRACTICE,
        "copies": COPIES_OF_FACE,
        "linesCite": str(LINES_CITE),
        "policies": {name: say(said) for name, said in POLICIES.items()},
    }
