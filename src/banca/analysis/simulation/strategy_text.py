"""A strategy written in a page: read from its text, and where it is refused, the line that is meant."""

import re
import tomllib
from collections.abc import Collection, Iterator

from banca.analysis.simulation.refusals import (
    BAD_ROUNDS,
    BAD_STOP_LOSS,
    BAD_TARGET,
    BANKROLL_TOO_SMALL,
    NO_BANKROLL,
    TOO_LARGE_TO_COUNT,
    UNKNOWN_PROGRESSION,
)
from banca.analysis.simulation.strategy import AnyStrategy
from banca.analysis.simulation.strategy_file import parse_strategy
from banca.entries import CANNOT_READ
from banca.games import UNKNOWN_GAME
from banca.rules import Refusal, _
from banca.rules.refusal import BAD_LIMITS, UNKNOWN_OPTION

WRITTEN = _("the text")
AT_LINE = re.compile(r" ?\(at line (\d+), column \d+\)$")
HEADER = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]")
KEY = re.compile(r"\s*\"?([\w-]+)\"?\s*=")
WHOLE = "strategy"
"""What a refusal calls what stands before the first table."""
KEY_OF: dict[str, str] = {
    UNKNOWN_GAME: "game",
    BAD_ROUNDS: "rounds",
    BANKROLL_TOO_SMALL: "bankroll",
    TOO_LARGE_TO_COUNT: "bankroll",
    BAD_TARGET: "target",
    BAD_STOP_LOSS: "stop_loss",
    NO_BANKROLL: "session",
    BAD_LIMITS: "limits",
    UNKNOWN_PROGRESSION: "progression",
}
"""What a refusal that names no key is about."""

Place = tuple[int, str, str]
"""A line, the table it stands in and the key on it: empty on the line that begins the table."""


def read_text(text: str) -> AnyStrategy:
    """The strategy that a text says."""
    try:
        whole = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal(CANNOT_READ, asked=WRITTEN, because=str(error)) from None
    return parse_strategy(whole)


def network_of(text: str, refusal: Refusal, *, apart_from: Collection[str] = ()) -> int | None:
    r"""The line that a refusal is about; None where it is about none, or about a key that something else has overruled.

    >>> from banca.rules.refusal import UNKNOWN_BET
    >>> network_of('game = "any"\n[[bet]]\nbet = "feild"', Refusal(UNKNOWN_BET, asked="feild"))
    3
    """
    if refusal.code == CANNOT_READ:
        return _told(text, str(refusal.about["because"]))
    places = list(_places(text))
    asked, where, option = (str(refusal.about.get(name, "")) for name in ("asked", "where", "option"))
    if where:
        return _find(places, where, asked) or _find(places, "", where) or _find(places, "", asked) or 1
    key = option or (asked if refusal.code == UNKNOWN_OPTION else KEY_OF.get(refusal.code, ""))
    if key:
        return None if key in apart_from else _find(places, "", key)
    wanted = [str(refusal.about[name]) for name in ("asked", "bet") if name in refusal.about]
    return _holding(text, [*wanted, *(one.partition(":")[0] for one in wanted)])


def _told(text: str, because: str) -> int:
    """The line that the reader of TOML tells; it may be the end."""
    found = AT_LINE.search(because)
    return int(found[1]) if found else text.count("\n") + 1


def _places(text: str) -> Iterator[Place]:
    """Every line with a key, or that begins a table."""
    table, bets = WHOLE, 0
    for number, line in enumerate(text.splitlines(), start=1):
        if header := HEADER.match(line):
            bets += header[1] == "[["
            table = f"{header[2]} {bets}" if header[1] == "[[" else header[2]
            yield number, table, ""
        elif key := KEY.match(line):
            yield number, table, key[1]


def _find(places: list[Place], table: str, key: str) -> int | None:
    """The line of a key of a table, or where the table begins; without a table, of a key or a table of that name."""
    for number, at, found in places:
        if table in {"", at} and found == key:
            return number
    return next((number for number, at, found in places if not found and at == (table or key)), None)


def _holding(text: str, wanted: list[str]) -> int | None:
    """The first line on which one of these is a value: quoted, or by itself."""
    for one in wanted:
        is_there = re.compile(rf"(?<![\w:.]){re.escape(one)}(?![\w:.])")
        for number, line in enumerate(text.splitlines(), start=1):
            if one and is_there.search(line.partition("#")[0].partition("=")[2]):
                return number
    return None
