"""Reading a whole Pai Kao round from a TOML file; everything in it is checked before anything is settled."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import quote, unquote

from banca.entries import BAD_ENTRY, Entries, read_toml
from banca.games.pai_kao import Gate, Round, Stake, parse_setting, parse_tiles
from banca.games.pai_kao.bank import with_setters
from banca.games.pai_kao.procedure import check_second_round, check_stake_in_time
from banca.games.pai_kao.tiles import BOTH, COUNTING_SUPREME, HAND, PLAYERS
from banca.rules import Limits, Refusal, _, citing

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


SHAKEN = "*"
LIMITS = ("minimum", "maximum", "chip")
GATE_FORM = _("it must be like 4:6-6,4-5/1-1,2-3:Ana=200,Chan=50")
SHARE_FORM = _("it must be like Ana=200")
NUMBER_FORM = _("it must be like 4=1")
DICE_FORM = _("it must be like 2,5,1,4")
FIRST_FORM = _("it must be like 500,100")

Words = Iterable[tuple[str, str]]


def read_words(words: Words) -> dict[str, Any]:
    """What a round's file would say.

    >>> read_words([("banker", "3"), ("bank", "Lei=200"), ("gate", "4:6-6,4-5/1-1,2-3:Ana=150")])["gate"][0]["stake"]
    [{'who': 'Ana', 'amount': '150'}]
    """
    found: dict[str, Any] = {"bank": [], "gate": []}
    by_gate: list[tuple[str, str]] = []
    for name, text in words:
        match name:
            case "banker":
                found[name] = _whole(name, text.strip(), text, NUMBER_FORM)
            case "bank":
                found[name].append(_owned(name, text, "principal"))
            case "gate":
                found[name].append(_gate(text))
            case "dice":
                found[name] = [_whole(name, one, text, DICE_FORM) for one in _parts(text)]
            case "first_round":
                found[name] = dict(zip(("principal", "won"), _pair(name, text, ",", FIRST_FORM), strict=True))
            case "exposed" | "set_by":
                by_gate.append((name, text))
            case _:
                (found if name == "supreme" else found.setdefault("limits", {}))[name] = text
    for name, text in by_gate:
        number, value = _pair(name, text, "=", NUMBER_FORM)
        gate = next((one for one in found["gate"] if str(one["number"]) == number), None)
        if gate is None:
            _refuse(name, text, NUMBER_FORM)
        gate[name] = _whole(name, value, text, NUMBER_FORM) if name == "exposed" else unquote(value)
    return found


def write_words(asked: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What `read_words` reads: `read_words(write_words(asked))` is what was asked."""
    found = [("banker", str(asked["banker"]))]
    found += [("bank", _written(one, "principal")) for one in asked["bank"]]
    for gate in asked["gate"]:
        pairs = "/".join(",".join(pair) for pair in gate["pairs"])
        stakes = ",".join(_written(one, "amount") for one in gate.get("stake", []))
        found.append(("gate", f"{gate['number']}:{pairs}" + (f":{stakes}" if stakes else "")))
        if "exposed" in gate:
            found.append(("exposed", f"{gate['number']}={gate['exposed']}"))
        if "set_by" in gate:
            found.append(("set_by", f"{gate['number']}={quote(gate['set_by'])}"))
    if "supreme" in asked:
        found.append(("supreme", asked["supreme"]))
    if "dice" in asked:
        found.append(("dice", ",".join(map(str, asked["dice"]))))
    if "first_round" in asked:
        found.append(("first_round", f"{asked['first_round']['principal']},{asked['first_round']['won']}"))
    return found + [(name, str(value)) for name, value in asked.get("limits", {}).items()]


def _gate(text: str) -> dict[str, Any]:
    number, _, rest = text.partition(":")
    laid, _, stakes = rest.partition(":")
    pairs = [_parts(pair) for pair in laid.split("/")]
    if not laid:
        _refuse("gate", text, GATE_FORM)
    gate: dict[str, Any] = {
        "number": _whole("gate", number.strip(), text, GATE_FORM),
        "tiles": [tile for pair in pairs for tile in pair],
        "pairs": pairs,
    }
    owned = [_owned("gate", one, "amount") for one in stakes.split(",") if one.strip()]
    return gate | ({"stake": owned} if owned else {})


def _owned(name: str, text: str, key: str) -> dict[str, Any]:
    who, amount = _pair(name, text, "=", SHARE_FORM)
    shaken = {"after_shake": True} if amount.endswith(SHAKEN) else {}
    return {"who": unquote(who), key: amount.removesuffix(SHAKEN), **shaken}


def _written(one: Mapping[str, Any], key: str) -> str:
    return f"{quote(one['who'])}={one[key]}{SHAKEN if one.get('after_shake') else ''}"


def _parts(text: str) -> list[str]:
    """Tiles or dice, with commas or blanks between them."""
    return [one for one in re.split(r"[\s,]+", text) if one]


def _pair(name: str, text: str, between: str, form: str) -> tuple[str, str]:
    first, found, second = (part.strip() for part in text.rpartition(between))
    if not found or not first or not second:
        _refuse(name, text, form)
    return first, second


def _whole(name: str, digits: str, text: str, form: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", digits):
        _refuse(name, text, form)
    return int(digits)


def _refuse(name: str, text: str, because: str) -> NoReturn:
    raise Refusal(BAD_ENTRY, where=name, asked=text, because=because)
