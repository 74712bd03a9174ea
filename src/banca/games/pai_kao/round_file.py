"""Reading a whole Pai Kao round from a TOML file; everything in it is checked before anything is settled."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from banca.entries import Entries, read_toml
from banca.games.pai_kao import Gate, Round, Stake, parse_setting, parse_tiles
from banca.games.pai_kao.bank import with_setters
from banca.games.pai_kao.pairs import BOTH, COUNTING_SUPREME, PLAYERS
from banca.games.pai_kao.procedure import check_second_round, check_stake_in_time
from banca.games.pai_kao.tiles import HAND
from banca.rules import Limits, _, citing

cite = citing("pai_kao")

ROUND_KEYS = {"banker", "dice", "limits", "bank", "gate", "first_round", "supreme"}
GATE_KEYS = {"number", "tiles", "pairs", "exposed", "set_by", "stake"}
STAKE_KEYS = {"who", "amount", "after_shake"}
BANK_KEYS = {"who", "principal", "after_shake"}
FIRST_ROUND_KEYS = {"principal", "won"}


@dataclass(frozen=True, slots=True)
class RoundFile:
    """What the file says: the round, the dice, and the table's limits."""

    table: Round
    dice: tuple[int, ...] | None
    limits: Limits


def read_round(file: Path) -> RoundFile:
    """The round in a file; refused with the key that is wrong."""
    return parse_round(read_toml(file))


def parse_round(whole: dict[str, Any]) -> RoundFile:
    """The round in a file's data."""
    entries = Entries("the round", whole, ROUND_KEYS)
    limits = entries.limits("limits", Limits())
    number = entries.take("banker", int)
    players_only = COUNTING_SUPREME.parse(entries.take("supreme", str, BOTH)) == PLAYERS
    gates = [parse_gate(one, banker_by_face_value=number if players_only else 0) for one in entries.take("gate", list)]
    bank = tuple(parse_share(one) for one in entries.take("bank", list))
    banker = next((gate for gate in gates if gate.number == number), None)
    if banker is None or not bank:
        missing = _("its gate is not in the file") if banker is None else _("its principal is not in the file")
        entries.refuse("banker", missing, cite("4.4"))
    if "first_round" in entries:
        first = Entries("first_round", entries.take("first_round", dict), FIRST_ROUND_KEYS)
        check_second_round(principal=first.money("principal"), won=first.money("won"), new_principal=bank[0].amount)
    players = tuple(gate for gate in gates if gate is not banker)
    table = with_setters(Round(banker=banker, bank=bank, gates=players, banker_face_value=players_only))
    dice = tuple(entries.take("dice", list)) if "dice" in entries else None
    return RoundFile(table, dice, limits)


def parse_gate(entry: dict[str, Any], *, banker_by_face_value: int = 0) -> Gate:
    """One gate: its tiles, the two pairs as laid, and its stakes in the order they were placed.

    The gate of a banker who may not count 3 or 6 lies by face value. R-pk-16.
    """
    entries = Entries("gate", entry, GATE_KEYS)
    tiles = parse_tiles(entries.take("tiles", list), count=HAND)
    pairs = entries.take("pairs", list)
    if not all(isinstance(pair, list) for pair in pairs):
        entries.refuse(
            "pairs",
            _('it must be like [["6-6", "4-5"], ["1-1", "2-3"]]'),
            cite("5.1"),
        )
    exposed = entries.take("exposed", int, 0)
    if exposed not in range(HAND + 1):
        entries.refuse("exposed", _("it must be 0 to 4"), cite("2.3"))
    number = entries.take("number", int)
    return Gate(
        number=number,
        tiles=tiles,
        setting=parse_setting(tiles, pairs, face_value=number == banker_by_face_value),
        stakes=tuple(parse_stake(one) for one in entries.take("stake", list, [])),
        exposed=exposed,
        named_setter=entries.name("set_by") if "set_by" in entries else "",
    )


def parse_stake(entry: dict[str, Any]) -> Stake:
    """A player's stake."""
    entries = Entries("stake", entry, STAKE_KEYS)
    check_stake_in_time(shaken=entries.take("after_shake", bool, default=False))
    return Stake(entries.name("who"), entries.money("amount"))


def parse_share(entry: dict[str, Any]) -> Stake:
    """A principal of the bank."""
    entries = Entries("bank", entry, BANK_KEYS)
    check_stake_in_time(shaken=entries.take("after_shake", bool, default=False))
    return Stake(entries.name("who"), entries.money("principal"))
