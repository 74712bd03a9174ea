"""Strategies as TOML files: read, written where they play a policy, and the line of a file that a refusal is about."""

import json
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from banca.analysis.simulation.game_simulation import find_game_simulation
from banca.analysis.simulation.strategy import (
    BAD_POLICY,
    BAD_ROUNDS,
    BAD_STOP_LOSS,
    BAD_TARGET,
    BANKROLL_TOO_SMALL,
    FLAT,
    LONGEST_LINE,
    MOST_ROWS,
    NO_BANKROLL,
    OTHER_GAME,
    RESET,
    TOO_LARGE_TO_COUNT,
    UNKNOWN_PROGRESSION,
    UNKNOWN_STRATEGY,
    AnyStrategy,
    BetPolicy,
    Labouchere,
    Ladder,
    Play,
    PolicyCount,
    PolicyRow,
    Progression,
    Session,
    Strategy,
    dalembert,
    fibonacci,
    martingale,
    paroli,
    press,
)
from banca.files import CANNOT_READ, MUST_BE, Entries, read_toml
from banca.games import UNKNOWN_GAME, find, rulebook
from banca.law import Language, Texts, readable
from banca.rules import Limits, Message, Refusal, _, format_patacas, parse_patacas
from banca.rules.refusal import BAD_LIMITS, UNKNOWN_OPTION

POLICY_KEYS = ("counts", "left", "least", "rows")
COLUMNS = ("left", "table", "from", "below", "bet", "stake", "added")
ROW_FORM = _("a row is [left, table, from, below, bet, stake, {{additional bet = stake}}]")
WIDTH = len(COLUMNS)
BARE_KEY = re.compile(r"[\w-]+", re.ASCII)


def policy_strategy(
    policy: BetPolicy,
    *,
    game: str,
    session: Session,
    options: Mapping[str, object],
    limits: Limits | None,
    title: Texts,
) -> Strategy:
    """Return the strategy that plays a policy. Its plays only list the bets, each at its lowest stake."""
    # A plan needs a stake for each bet to ask the rulebook with; the policy says the real ones.
    lowest: dict[str, int] = {}
    for row in policy.rows:
        lowest[row.bet] = min(row.stake, lowest.get(row.bet, row.stake))
    plays = [Play(bet=key, stake=stake) for key, stake in lowest.items()]
    plays += [Play(bet=key, times=1) for key in policy.added]
    return Strategy(
        game=game, plays=tuple(plays), policy=policy, session=session, options=options, limits=limits, title=title
    )


def read_policy(table: object) -> BetPolicy:
    """Return the policy of the table `policy` of a file."""
    entries = Entries("policy", table, POLICY_KEYS)
    counts = entries.take("counts", str, PolicyCount.NOTHING.value)
    if counts not in tuple(PolicyCount):
        allowed = ", ".join(PolicyCount)
        entries.refuse("counts", _("one of: {allowed}").fill(allowed=allowed))
    count = PolicyCount(counts)
    rows = entries.take("rows", list)
    if len(rows) > MOST_ROWS:
        entries.refuse("rows", MUST_BE[list])
    is_money = count is PolicyCount.STAKES
    left = 0
    if count is not PolicyCount.NOTHING:
        left = entries.money("left") if is_money else entries.take("left", int)
    read = tuple(_row(number, row, is_money=is_money) for number, row in enumerate(rows, start=1))
    return BetPolicy(count=count, left=left, least=entries.money("least"), rows=read)


def _row(number: int, row: object, *, is_money: bool) -> PolicyRow:
    if not isinstance(row, list) or not WIDTH - 1 <= len(row) <= WIDTH:
        raise Refusal(BAD_POLICY, row=number, because=ROW_FORM)
    left, table, low, high, bet, stake, added = (*row, {})[:WIDTH]
    is_formed = isinstance(table, str) and isinstance(bet, str) and isinstance(added, dict)
    if not is_formed or not (is_money or type(left) is int):
        raise Refusal(BAD_POLICY, row=number, because=ROW_FORM)
    return PolicyRow(
        left=parse_patacas(str(left)) if is_money else left,
        table=table,
        low=parse_patacas(str(low)),
        high=parse_patacas(str(high)),
        bet=bet,
        stake=parse_patacas(str(stake)),
        added=tuple((key, parse_patacas(str(amount))) for key, amount in added.items()),
    )


def write_policy(strategy: Strategy, policy: BetPolicy) -> str:
    """Return a strategy file with everything that playing the policy needs."""
    session, limits = strategy.session, strategy.limits
    amounts = {name: getattr(session, name) for name in SESSION_KEYS[:3]}
    head: dict[str, object] = {"game": strategy.game, "title": {str(key): text for key, text in strategy.title.items()}}
    if strategy.options:
        head["options"] = strategy.options
    if limits is not None:
        head["limits"] = {name: _money(getattr(limits, name)) for name in ("minimum", "maximum", "chip")}
    money = {name: _money(amount) for name, amount in amounts.items() if amount is not None}
    head["session"] = {**money, "rounds": session.rounds}
    about: dict[str, object] = {"counts": policy.count.value}
    count = _money if policy.count is PolicyCount.STAKES else int
    if policy.count is not PolicyCount.NOTHING:
        about["left"] = count(policy.left)
    about["least"] = _money(policy.least)
    rows = [
        [count(row.left), row.table, _money(row.low), _money(row.high), row.bet, _money(row.stake)]
        + ([{key: _money(stake) for key, stake in row.added}] if row.added else [])
        for row in policy.rows
    ]
    lines = [
        *(f"{key} = {_toml(value)}" for key, value in head.items()),
        *("", "[policy]"),
        *(f"{key} = {_toml(value)}" for key, value in about.items()),
        *(f"# {', '.join(COLUMNS)}", "rows = ["),
        *(f"  {_toml(row)}," for row in rows),
        *("]", ""),
    ]
    return "\n".join(lines)


def _toml(value: object) -> str:
    """A value as TOML writes it: only Python's reader comes with Python. The escapes in its quotes are those of JSON."""
    match value:
        case Mapping():
            return "{ " + ", ".join(f"{_key(key)} = {_toml(part)}" for key, part in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case int() if not isinstance(value, bool):
            return str(value)
        case _:
            return json.dumps(str(value), ensure_ascii=False)


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _money(avos: int) -> int | str:
    """Whole patacas as a number, others as text."""
    return avos // 100 if avos % 100 == 0 else str(format_patacas(avos))


SHARED_KEYS = ("title", "game", "limits", "session")
KEYS = ("options", "unit", "bet", "policy")
"""Of a strategy that is a list of bets."""
SESSION_KEYS = ("bankroll", "target", "stop_loss", "rounds")
BET_KEYS = ("bet", "stake", "units", "times", "when", "down", "count", "progression")
LADDER_KEYS = ("name", "steps", "win", "lose", "past_top")
BY_NUMBER = {
    "martingale": martingale,
    "paroli": paroli,
    "dalembert": dalembert,
    "fibonacci": fibonacci,
}
NAMES = (*BY_NUMBER, "press", "ladder", "labouchere")


def library(game: str) -> dict[str, Path]:
    """Return the strategies that come with a game, by name: the files of `strategies` in its folder.

    Args:
        game: Its id.

    Raises:
        Refusal: There is no such game.
    """
    folder = Path(str(files(find(game).package))) / "strategies"
    return {file.stem: file for file in sorted(folder.glob("*.toml"))}


@cache
def unreadable_strategies() -> Mapping[str, Message]:
    """Return the games whose strategies cannot be read, and why; a game whose law cannot be read is not among them."""
    unreadable = {}
    for game in readable():
        try:
            find_game_simulation(game)
            for file in library(game).values():
                read_strategy(file)
        except Refusal as refusal:
            unreadable[game] = refusal.message
    return unreadable


def simulated_games() -> tuple[str, ...]:
    """Return the ids of the games that can be simulated."""
    return tuple(game for game in readable() if game not in unreadable_strategies())


def find_strategy(game: str, asked: str) -> AnyStrategy:
    """Return the strategy in a file, or the shipped one of that name; it must be for the game.

    Args:
        game: Its id.
        asked: The name of a strategy that ships, or a TOML file.

    Raises:
        Refusal: There is none of that name, the file cannot be read, or it is for another game.
    """
    shipped = library(game)
    if asked not in shipped and not asked.endswith(".toml"):
        raise Refusal(UNKNOWN_STRATEGY, asked=asked, allowed=list(shipped))
    strategy = read_strategy(shipped.get(asked, Path(asked)))
    if strategy.game != game:
        raise Refusal(OTHER_GAME, asked=asked, found=strategy.game, game=game)
    return strategy


def read_strategy(file: Path) -> AnyStrategy:
    """Read the strategy in a file, named after the file if it has no title.

    Args:
        file: A TOML file.

    Raises:
        Refusal: The file cannot be read, or an entry is unknown.
    """
    strategy = parse_strategy(read_toml(file))
    return strategy if strategy.title else replace(strategy, title=dict.fromkeys(Language, file.stem))


def parse_strategy(whole: Mapping[str, Any]) -> AnyStrategy:
    """Return the strategy that a dictionary describes, with the same entries as a file.

    Args:
        whole: The contents of a strategy file.

    Raises:
        Refusal: An entry is missing, unknown or of the wrong kind.
    """
    part = find_game_simulation(str(whole.get("game")))
    entries = Entries("strategy", whole, (*SHARED_KEYS, *(KEYS if part is None else part.KEYS)))
    game = entries.take("game", str)
    title = _title(entries)
    session = _session(entries)
    if part is not None:
        strategy: AnyStrategy = part.read(entries, title, session)
        return strategy
    limits = entries.limits("limits", rulebook(game).limits)
    if "policy" in entries:
        policy, options = read_policy(entries.take("policy", dict)), dict(entries.take("options", dict, {}))
        return policy_strategy(policy, game=game, session=session, options=options, limits=limits, title=title)
    unit = entries.money("unit") if "unit" in entries else limits.minimum
    listed = entries.take("bet", list, [])
    bets = [Entries(f"bet {number}", table, BET_KEYS) for number, table in enumerate(listed, start=1)]
    return Strategy(
        title=title,
        game=game,
        plays=tuple(play for bet in bets for play in _plays(bet, unit)),
        session=session,
        options=dict(entries.take("options", dict, {})),
        limits=limits,
    )


def _title(entries: Entries) -> Texts:
    """A text, or a table of texts by language; a language left out takes another's."""
    title = entries.entries.get("title", {})
    if isinstance(title, str):
        return dict.fromkeys(Language, title)
    titles = Entries("title", title, Language)
    known = {language: titles.take(language, str) for language in Language if language in titles}
    return {language: known.get(language) or next(iter(known.values())) for language in Language} if known else {}


def _session(entries: Entries) -> Session:
    rules = Entries("session", entries.take("session", dict, {}), SESSION_KEYS)
    amounts = {name: rules.money(name) for name in SESSION_KEYS[:3] if name in rules}
    return Session(**amounts, rounds=rules.take("rounds", int, Session().rounds))


def _plays(bet: Entries, unit: int) -> list[Play]:
    """One play for each bet that the entry names."""
    keys = bet.texts("bet")
    if not keys:
        bet.refuse("bet", _("it must be a bet or a list of bets"))
    if "stake" in bet and "units" in bet:
        bet.refuse("units", _("write stake or units, not both"))
    stake = 0
    if "stake" in bet:
        stake = bet.money("stake")
    elif "units" in bet:
        stake = bet.take("units", int) * unit
    elif "times" not in bet:
        stake = unit
    return [
        Play(
            bet=key,
            stake=stake,
            times=bet.take("times", int, 0),
            when=bet.texts("when"),
            down=bet.texts("down"),
            count=bet.take("count", int, 1),
            progression=_progression(bet),
        )
        for key in keys
    ]


def _progression(bet: Entries) -> Progression:
    """A progression by its name, or a table with its name and what it takes."""
    table = bet.entries.get("progression")
    if table is None:
        return FLAT
    name = table if isinstance(table, str) else table.get("name") if isinstance(table, dict) else None
    if name not in NAMES:
        raise Refusal(UNKNOWN_PROGRESSION, asked=name or table, allowed=list(NAMES))
    keys = LADDER_KEYS if name == "ladder" else ("name", "line") if name == "labouchere" else ("name", "steps")
    entries = Entries("progression", {"name": name} if isinstance(table, str) else table, keys)
    if name == "labouchere":
        return Labouchere(line=_steps(entries, "line") if "line" in entries else (1, 2, 3, 4))
    if name == "press":
        return press(_steps(entries, "steps")) if "steps" in entries else press()
    if name == "ladder":
        return _ladder(entries)
    if "steps" not in entries:
        return BY_NUMBER[name]()
    steps = entries.take("steps", int)
    if not 1 <= steps < LONGEST_LINE:
        entries.refuse("steps", _("it must be 1 to 199"))
    return BY_NUMBER[name](steps)


def _ladder(entries: Entries) -> Ladder:
    past_top = entries.take("past_top", str, "stay")
    if past_top not in ("stay", "restart"):
        entries.refuse("past_top", _("it must be stay or restart"))
    return Ladder(
        steps=_steps(entries, "steps"),
        win=_move(entries, "win"),
        lose=_move(entries, "lose"),
        restarts=past_top == "restart",
    )


def _move(entries: Entries, key: str) -> int:
    """So many steps up, or down below zero, or back to the bottom."""
    if entries.entries.get(key) == "reset":
        return RESET
    return entries.take(key, int, 0)


def _steps(entries: Entries, key: str) -> tuple[int, ...]:
    return tuple(entries.take(key, list))


FROM_TEXT = _("the text")
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

KeyLine = tuple[int, str, str]
"""A line, the table it stands in and the key on it: empty on the line that begins the table."""


def read_text(text: str) -> AnyStrategy:
    """Return the strategy that a text describes."""
    try:
        whole = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal(CANNOT_READ, asked=FROM_TEXT, because=str(error)) from None
    return parse_strategy(whole)


def line_of_refusal(text: str, refusal: Refusal, *, apart_from: Collection[str] = ()) -> int | None:
    r"""Return the line that a refusal is about; None where it is about none, or about a key that something else has overruled.

    >>> from banca.rules.refusal import UNKNOWN_BET
    >>> line_of_refusal('game = "any"\n[[bet]]\nbet = "feild"', Refusal(UNKNOWN_BET, asked="feild"))
    3
    """
    # TOML could not be read at all, so there are no keys to look for.
    if refusal.code == CANNOT_READ:
        at_line = AT_LINE.search(str(refusal.about["because"]))  # the reader of TOML says it, but for the end
        return int(at_line[1]) if at_line else text.count("\n") + 1
    keys = list(_keys(text))
    value, where, option = (str(refusal.about.get(name, "")) for name in ("asked", "where", "option"))
    if where:
        return _line_of_key(keys, where, value) or _line_of_key(keys, "", where) or _line_of_key(keys, "", value) or 1
    key = option or (value if refusal.code == UNKNOWN_OPTION else KEY_OF.get(refusal.code, ""))
    if key:
        return None if key in apart_from else _line_of_key(keys, "", key)
    # The refusal names no key: look for what it is about as a value, with and without its selection.
    values = [str(refusal.about[name]) for name in ("asked", "bet") if name in refusal.about]
    return _line_of_value(text, [*values, *(bet.partition(":")[0] for bet in values)])


def _keys(text: str) -> Iterator[KeyLine]:
    """Every line with a key, or that begins a table."""
    table, bets = WHOLE, 0
    for number, line in enumerate(text.splitlines(), start=1):
        if header := HEADER.match(line):
            bets += header[1] == "[["
            table = f"{header[2]} {bets}" if header[1] == "[[" else header[2]
            yield number, table, ""
        elif key := KEY.match(line):
            yield number, table, key[1]


def _line_of_key(keys: list[KeyLine], table: str, key: str) -> int | None:
    """The line of a key of a table, or where the table begins; without a table, of a key or a table of that name."""
    for number, in_table, name in keys:
        if table in {"", in_table} and name == key:
            return number
    return next((number for number, in_table, name in keys if not name and in_table == (table or key)), None)


def _line_of_value(text: str, values: list[str]) -> int | None:
    """The first line on which one of these is a value: quoted, or by itself."""
    for value in values:
        is_there = re.compile(rf"(?<![\w:.]){re.escape(value)}(?![\w:.])")
        for number, line in enumerate(text.splitlines(), start=1):
            if value and is_there.search(line.partition("#")[0].partition("=")[2]):
                return number
    return None
