"""A round in a line of words, as the command line takes it and a link carries it; the same as a round's file, key by key.

A gate is written `NUMBER:TILE,TILE/TILE,TILE:WHO=STAKE,WHO=STAKE`; a stake or principal that came after the shake ends in `*`.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn
from urllib.parse import quote, unquote

from banca.entries import BAD_ENTRY
from banca.rules import Refusal, _

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
