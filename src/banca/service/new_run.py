"""The request for a run of the lab, and the strategies that it names."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated

from msgspec import Meta, Struct

from banca.analysis.simulation.strategy import OTHER_GAME, UNKNOWN_STRATEGY, AnyStrategy, chosen_by
from banca.analysis.simulation.strategy_file import library, line_of_refusal, read_strategy, read_text
from banca.games import find
from banca.live.command import MOST_AVOS
from banca.rules import Refusal

MOST_SESSIONS = 1_000_000
MOST_ROUNDS = 100_000
MOST_LETTERS = 24_000
"""Of a strategy that somebody writes; a policy has a row for every amount of money."""

Word = Annotated[str, Meta(max_length=60)]


class StrategyChoice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A strategy to play: a shipped strategy by game and name, or one's own as TOML."""

    game: Word = ""
    name: Word = ""
    text: Annotated[str, Meta(max_length=MOST_LETTERS)] = ""

    def __post_init__(self) -> None:
        """Refuse neither, and both."""
        if bool(self.text) == bool(self.game and self.name):
            raise ValueError("a strategy has game and name, or a text")


class NewRun(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One strategy, or two of the same game over the same outcomes. Settings given here take precedence over those of a strategy."""

    strategies: Annotated[list[StrategyChoice], Meta(min_length=1, max_length=2)]
    options: Annotated[dict[Word, str | int], Meta(max_length=20)] = {}
    bankroll: Annotated[int, Meta(ge=0, le=MOST_AVOS)] | None = None
    """In avos; 0 for money without end."""
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    sessions: Annotated[int, Meta(ge=1, le=MOST_SESSIONS)] = 10_000
    seed: Annotated[int, Meta(ge=0, le=MOST_AVOS)] | None = None


class StrategyRefusal(Refusal):
    """A refusal with its place."""

    def __init__(self, refusal: Refusal, strategy: int, line: int | None) -> None:
        super().__init__(refusal.code, refusal.cite, **refusal.about)
        self.strategy, self.line = strategy, line


def strategies_of(asked: NewRun) -> list[AnyStrategy]:
    """The strategies of a run, with what was asked put over their own; refused with their place and line."""
    strategies: list[AnyStrategy] = []
    for number, choice in enumerate(asked.strategies):
        with at_strategy(number, asked):
            strategy = _changed(_read(choice), asked)
            if strategies and strategy.game != strategies[0].game:
                raise Refusal(OTHER_GAME, asked=choice.name, found=strategy.game, game=strategies[0].game)
            strategies.append(strategy)
    return strategies


@contextmanager
def at_strategy(number: int, asked: NewRun) -> Iterator[None]:
    """What is refused here is about one strategy, and about a line of it unless the request has overruled that."""
    try:
        yield
    except Refusal as refusal:
        settings = {"bankroll": asked.bankroll, "rounds": asked.rounds, **asked.options}
        overruled = [name for name, value in settings.items() if value is not None]
        line = line_of_refusal(asked.strategies[number].text, refusal, apart_from=overruled)
        raise StrategyRefusal(refusal, number, line) from None


def _read(choice: StrategyChoice) -> AnyStrategy:
    if choice.text:
        return read_text(choice.text)
    find(choice.game)
    known = library(choice.game)
    if choice.name not in known:
        raise Refusal(UNKNOWN_STRATEGY, game=choice.game, asked=choice.name, allowed=list(known))
    return read_strategy(known[choice.name])


def _changed(strategy: AnyStrategy, asked: NewRun) -> AnyStrategy:
    """A strategy with what was asked put over its own."""
    session = strategy.session
    if asked.rounds is not None:
        session = replace(session, rounds=asked.rounds)
    if asked.bankroll:
        session = replace(session, bankroll=asked.bankroll)
    elif asked.bankroll == 0:
        session = replace(session, bankroll=None, target=None, stop_loss=None)
    changed = replace(strategy, session=session, options={**strategy.options, **asked.options})
    return replace(changed, options=chosen_by(changed))
