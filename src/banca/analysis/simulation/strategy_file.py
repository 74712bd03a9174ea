"""Reading a strategy from TOML: the shipped ones and anybody's own. What the rules think of it is the plan's business."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from banca.analysis.simulation import progressions
from banca.analysis.simulation.part import part_of
from banca.analysis.simulation.policy_file import policy_strategy, read_policy
from banca.analysis.simulation.progressions import FLAT, LONGEST_LINE, RESET, Labouchere, Ladder, Progression
from banca.analysis.simulation.refusals import OTHER_GAME, UNKNOWN_PROGRESSION, UNKNOWN_STRATEGY
from banca.analysis.simulation.session import Session
from banca.analysis.simulation.strategy import AnyStrategy, Play, Strategy
from banca.entries import Entries, read_toml
from banca.games import find, rulebook
from banca.law import Language, Texts, readable
from banca.rules import Message, Refusal, _

SHARED_KEYS = ("title", "game", "limits", "session")
KEYS = ("options", "unit", "bet", "policy")
"""Of a strategy that is a list of bets."""
SESSION_KEYS = ("bankroll", "target", "stop_loss", "rounds")
BET_KEYS = ("bet", "stake", "units", "times", "when", "down", "count", "progression")
LADDER_KEYS = ("name", "steps", "win", "lose", "past_top")
BY_NUMBER = {
    "martingale": progressions.martingale,
    "paroli": progressions.paroli,
    "dalembert": progressions.dalembert,
    "fibonacci": progressions.fibonacci,
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
    """The games whose strategies cannot be read, or not simulated, and why; a game whose law cannot be read is not among them."""
    found = {}
    for game in readable():
        try:
            part_of(game)
            for file in library(game).values():
                read_strategy(file)
        except Refusal as refusal:
            found[game] = refusal.message
    return found


def simulated() -> tuple[str, ...]:
    """The ids of the games that can be simulated."""
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
    part = part_of(str(whole.get("game")))
    entries = Entries("strategy", whole, (*SHARED_KEYS, *(KEYS if part is None else part.KEYS)))
    game = entries.take("game", str)
    title = _title(entries)
    session = _session(entries)
    if part is not None:
        found: AnyStrategy = part.read(entries, title, session)
        return found
    limits = entries.limits("limits", rulebook(game).limits)
    if "policy" in entries:
        policy, options = read_policy(entries.take("policy", dict)), dict(entries.take("options", dict, {}))
        return policy_strategy(policy, game=game, session=session, options=options, limits=limits, title=title)
    unit = entries.money("unit") if "unit" in entries else limits.minimum
    listed = entries.take("bet", list, [])
    bets = [Entries(f"bet {number}", one, BET_KEYS) for number, one in enumerate(listed, start=1)]
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
    said = entries.entries.get("title", {})
    if isinstance(said, str):
        return dict.fromkeys(Language, said)
    titles = Entries("title", said, Language)
    known = {language: titles.take(language, str) for language in Language if language in titles}
    return {language: known.get(language) or next(iter(known.values())) for language in Language} if known else {}


def _session(entries: Entries) -> Session:
    said = Entries("session", entries.take("session", dict, {}), SESSION_KEYS)
    amounts = {name: said.money(name) for name in SESSION_KEYS[:3] if name in said}
    return Session(**amounts, rounds=said.take("rounds", int, Session().rounds))


def _plays(bet: Entries, unit: int) -> list[Play]:
    """One play for each bet that the entry names."""
    named = bet.texts("bet")
    if not named:
        bet.refuse(
            "bet",
            _("it must be a bet or a list of bets"),
        )
    if "stake" in bet and "units" in bet:
        bet.refuse(
            "units",
            _("write stake or units, not both"),
        )
    stake = 0
    if "stake" in bet:
        stake = bet.money("stake")
    elif "units" in bet:
        stake = bet.take("units", int) * unit
    elif "times" not in bet:
        stake = unit
    return [
        Play(
            bet=one,
            stake=stake,
            times=bet.take("times", int, 0),
            when=bet.texts("when"),
            down=bet.texts("down"),
            count=bet.take("count", int, 1),
            progression=_progression(bet),
        )
        for one in named
    ]


def _progression(bet: Entries) -> Progression:
    """A progression by its name, or a table with its name and what it takes."""
    said = bet.entries.get("progression")
    if said is None:
        return FLAT
    name = said if isinstance(said, str) else said.get("name") if isinstance(said, dict) else None
    if name not in NAMES:
        raise Refusal(UNKNOWN_PROGRESSION, asked=name or said, allowed=list(NAMES))
    keys = LADDER_KEYS if name == "ladder" else ("name", "line") if name == "labouchere" else ("name", "steps")
    entries = Entries("progression", {"name": name} if isinstance(said, str) else said, keys)
    if name == "labouchere":
        return Labouchere(line=_steps(entries, "line") if "line" in entries else (1, 2, 3, 4))
    if name == "press":
        return progressions.press(_steps(entries, "steps")) if "steps" in entries else progressions.press()
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
