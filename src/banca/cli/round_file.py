"""Reading a whole Pai Kao round from a TOML file; everything in it is checked before anything is settled."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from banca.games.pai_kao import Gate, Round, Stake, parse_setting, parse_tiles
from banca.games.pai_kao.procedure import check_second_round, check_stake_in_time
from banca.rulebook import Code, Limits, Refusal, citing, parse_patacas, term

cite = citing("pai_kao")
T = TypeVar("T")

HAND = 4
ROUND_KEYS = {"banker", "dice", "limits", "bank", "gate", "first_round"}
GATE_KEYS = {"number", "tiles", "pairs", "exposed", "set_by", "stake"}
STAKE_KEYS = {"who", "amount", "after_shake"}
BANK_KEYS = {"who", "principal", "after_shake"}
FIRST_ROUND_KEYS = {"principal", "won"}
LIMIT_KEYS = {"minimum", "maximum", "chip"}


@dataclass(frozen=True, slots=True)
class RoundFile:
    """What the file says: the round, the dice, and the table's limits."""

    table: Round
    dice: tuple[int, ...] | None
    limits: Limits


def read_round(file: Path) -> RoundFile:
    """The round in a file; refused with the key that is wrong."""
    try:
        whole = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise Refusal(Code.CANNOT_READ, asked=file, because=error.strerror) from None
    except (ValueError, RecursionError) as error:
        raise Refusal(Code.CANNOT_READ, asked=file, because=error) from None
    return parse_round(whole)


def parse_round(whole: dict[str, Any]) -> RoundFile:
    """The round in a file's data."""
    check_keys("the round", whole, ROUND_KEYS)
    limits = parse_limits(take(whole, "limits", dict, {}))
    gates = [parse_gate(one) for one in take(whole, "gate", list)]
    bank = tuple(parse_share(one) for one in take(whole, "bank", list))
    number = take(whole, "banker", int)
    banker = next((gate for gate in gates if gate.number == number), None)
    if banker is None or not bank:
        missing = term("its gate is not in the file") if banker is None else term("its principal is not in the file")
        raise Refusal(Code.BAD_ROUND, cite("4.4"), asked="banker", because=missing)
    if "first_round" in whole:
        first = take(whole, "first_round", dict)
        check_keys("first_round", first, FIRST_ROUND_KEYS)
        check_second_round(principal=money(first, "principal"), won=money(first, "won"), new_principal=bank[0].amount)
    table = Round(banker=banker, bank=bank, gates=tuple(gate for gate in gates if gate is not banker))
    dice = tuple(take(whole, "dice", list)) if "dice" in whole else None
    return RoundFile(table, dice, limits)


def parse_limits(entry: dict[str, Any]) -> Limits:
    """The table's limits, in patacas."""
    check_keys("limits", entry, LIMIT_KEYS)
    own = Limits()
    amounts = {name: money(entry, name) if name in entry else getattr(own, name) for name in sorted(LIMIT_KEYS)}
    return Limits(minimum=amounts["minimum"], maximum=amounts["maximum"], chip=amounts["chip"])


def parse_gate(entry: dict[str, Any]) -> Gate:
    """One gate: its tiles, the two pairs as laid, and its stakes in the order they were placed."""
    check_keys("gate", entry, GATE_KEYS)
    tiles = parse_tiles(take(entry, "tiles", list), count=HAND)
    pairs = take(entry, "pairs", list)
    if not all(isinstance(pair, list) for pair in pairs):
        raise Refusal(
            Code.BAD_ROUND, cite("5.1"), asked="pairs", because=term('it must be like [["6-6", "4-5"], ["1-1", "2-3"]]')
        )
    exposed = take(entry, "exposed", int, 0)
    if exposed not in range(HAND + 1):
        raise Refusal(Code.BAD_ROUND, cite("2.3"), asked="exposed", because=term("it must be 0 to 4"))
    return Gate(
        number=take(entry, "number", int),
        tiles=tiles,
        setting=parse_setting(tiles, pairs),
        stakes=tuple(parse_stake(one) for one in take(entry, "stake", list, [])),
        exposed=exposed,
        named_setter=name(entry, "set_by") if "set_by" in entry else "",
    )


def parse_stake(entry: dict[str, Any]) -> Stake:
    """A player's stake."""
    check_keys("stake", entry, STAKE_KEYS)
    check_stake_in_time(shaken=take(entry, "after_shake", bool, default=False))
    return Stake(name(entry, "who"), money(entry, "amount"))


def parse_share(entry: dict[str, Any]) -> Stake:
    """A principal of the bank."""
    check_keys("bank", entry, BANK_KEYS)
    check_stake_in_time(shaken=take(entry, "after_shake", bool, default=False))
    return Stake(name(entry, "who"), money(entry, "principal"))


def check_keys(where: str, entry: object, known: set[str]) -> None:
    """A table with known keys only."""
    if not isinstance(entry, dict):
        raise Refusal(Code.BAD_ROUND, asked=where, because=MUST_BE[dict])
    for key in entry:
        if key not in known:
            raise Refusal(Code.UNKNOWN_KEY, where=where, asked=key, allowed=sorted(known))


MUST_BE: dict[type, str] = {
    dict: term("it must be a table"),
    list: term("it must be a list"),
    str: term("it must be text"),
    int: term("it must be a whole number"),
    bool: term("it must be true or false"),
}
MISSING = term("it is missing")


def take(entry: dict[str, Any], key: str, kind: type[T], default: T | None = None) -> T:
    """The value of a key, of the right kind."""
    value = entry.get(key, default)
    if value is None:
        raise Refusal(Code.BAD_ROUND, asked=key, because=MISSING)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Refusal(Code.BAD_ROUND, asked=key, because=MUST_BE[kind])
    return value


def name(entry: dict[str, Any], key: str) -> str:
    """Somebody's name: printable, and not empty."""
    text = take(entry, key, str).strip()
    if not text or not text.isprintable():
        raise Refusal(Code.BAD_ROUND, asked=key, because=term("it must be a name on one line"))
    return text


def money(entry: dict[str, Any], key: str) -> int:
    """An amount in patacas: a whole number, or text such as "12.50"."""
    if key not in entry:
        raise Refusal(Code.BAD_ROUND, asked=key, because=MISSING)
    return parse_patacas(str(entry[key]))
