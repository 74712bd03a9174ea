"""What a command line wants simulated: strategies by name, file or bets, numbers, engines, files to write."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from banca.analysis.simulation.session import Session
from banca.analysis.simulation.strategy import AnyStrategy, Play, Strategy
from banca.analysis.simulation.strategy_file import find_strategy, library, read_strategy
from banca.cli import texts
from banca.cli.face import Face
from banca.cli.session_options import ENGINES, SessionOptions, SittingOptions
from banca.disputes import limits_read
from banca.entries import NOT_A_FILE
from banca.files import check_writable, is_special
from banca.finder import find_bet, find_game
from banca.games import find, playable, rulebook
from banca.i18n import Translator
from banca.law import Language
from banca.rules import Refusal, _, under

if TYPE_CHECKING:
    from banca.analysis.simulation.run import Engine
from banca.analysis.simulation.refusals import UNKNOWN_STRATEGY
from banca.files import BAD_CHART, CANNOT_WRITE
from banca.interface.table import BAD_BET
from banca.rules.refusal import NEEDS_EXTRA

CHARTS = (".svg", ".png")
MOST_WORKERS = 1024
ENDLESS = "none"
"""In place of an amount: there is none."""
NUMBER = re.compile(r"(?P<digits>[0-9][0-9_]*)(e(?P<zeros>[0-9]{1,2}))?", re.IGNORECASE)


def complete_any_strategy() -> list[str]:
    """For the shell: every shipped strategy as GAME/NAME."""
    return [f"{game}/{name}" for game in playable() for name in library(game)]


def named_strategy(asked: str) -> AnyStrategy:
    """A strategy by its file, or by game and name."""
    game, slash, name = asked.partition("/")
    if slash and not asked.endswith(".toml"):
        return find_strategy(find_game(game).value.id, name)
    if not asked.endswith(".toml"):
        raise Refusal(UNKNOWN_STRATEGY, asked=asked, allowed=[*complete_any_strategy()[:1], "…"])
    return read_strategy(Path(asked))


def asked_strategy(
    face: Face, game: str, strategy: str | None, bets: Sequence[str], options: Mapping[str, object]
) -> AnyStrategy:
    """The strategy named, or the flat bets of the command line."""
    if strategy is not None and not bets:
        return find_strategy(game, strategy)
    names = list(library(game))
    if strategy is not None or not bets:
        raise Refusal(
            "no_strategy",
            _("choose what to play, exactly one of: a strategy ({allowed}), a .toml file or --bet ID=STAKE"),
            allowed=names,
        )
    book = rulebook(game)
    rules = under(book, options)
    families = {bet.id for bet in rules.bets.values() if bet.added_to}
    plays = []
    for bet in bets:
        name, equals, stake = bet.partition("=")
        if not equals:
            raise Refusal(BAD_BET, book.bets_cite, asked=bet)
        key = name
        if name not in families:
            found = find_bet(rules, name)
            face.note(found.remark or "")
            key = found.value.key
        plays.append(Play(bet=key, stake=face.patacas(stake)))
    title = ", ".join(bets)
    return Strategy(title=dict.fromkeys(Language, title), game=game, plays=tuple(plays), limits=book.limits)


def with_changes(
    face: Face, strategy: AnyStrategy, options: Mapping[str, object], session: SessionOptions | SittingOptions
) -> AnyStrategy:
    """A strategy with what the command line says put over its own."""
    own = strategy.limits or find(strategy.game).limits
    return replace(
        strategy,
        session=_changed(face, strategy.session, session),
        limits=limits_read(face.patacas, minimum=session.minimum, maximum=session.maximum, chip=session.chip).put_into(
            own
        ),
        options={**strategy.options, **options},
    )


def _changed(face: Face, own: Session, asked: SessionOptions | SittingOptions) -> Session:
    """A session with what the command line says put over its rules; with endless money, only rules that it says."""
    is_endless = asked.bankroll == ENDLESS
    return Session(
        bankroll=_amount(face, asked.bankroll, own.bankroll),
        target=_amount(face, asked.target, None if is_endless else own.target),
        stop_loss=_amount(face, asked.stop_loss, None if is_endless else own.stop_loss),
        rounds=own.rounds if asked.rounds is None else whole_number(asked.rounds, "--rounds"),
    )


def _amount(face: Face, text: str | None, own: int | None) -> int | None:
    if text is None:
        return own
    return None if text == ENDLESS else face.patacas(text)


def whole_number(text: str, what: str) -> int:
    """A whole number as people write large ones.

    >>> whole_number("1e6", "--sessions"), whole_number("10_000", "--sessions")
    (1000000, 10000)
    """
    written = NUMBER.fullmatch(text.strip())
    if not written:
        raise Refusal(
            "bad_number",
            _("{what} must be a whole number, not {asked}; write it like 1000, 10_000 or 1e6"),
            asked=text,
            what=what,
        )
    return int(written["digits"] + "0" * int(written["zeros"] or 0))


def chosen_engine(say: Translator, name: str, workers: str | None, scheduler: str | None) -> "Engine":
    """Where the work is done; refused where there is no such engine."""
    from banca.analysis.simulation.run import Engine

    if name not in ENGINES:
        raise Refusal(
            "unknown_engine", _("there is no engine {asked}; available: {allowed}"), asked=name, allowed=ENGINES
        )
    if scheduler is not None and name != "dask":
        raise typer.BadParameter(say(texts.SCHEDULER_NEEDS_DASK))
    if name == "dask":
        try:
            import distributed  # noqa: F401 - to see that it is there
        except ImportError:
            raise Refusal(NEEDS_EXTRA, asked="--engine dask", allowed="cluster") from None
    count = (os.cpu_count() or 1) if workers is None else whole_number(workers, "--workers")
    if not 1 <= count <= MOST_WORKERS:
        raise Refusal(
            "bad_workers", _("cannot use {asked} workers; possible: 1 to {allowed}"), asked=count, allowed=MOST_WORKERS
        )
    return Engine(name=name, workers=count, scheduler=scheduler)


def check_files(kept_in: Path | None, chart: Path | None, titles: Sequence[str], say: Translator) -> None:
    """Refuse what could not be written in the end, before anything runs."""
    if kept_in is not None:
        if is_special(kept_in):
            raise Refusal(CANNOT_WRITE, asked=kept_in, because=NOT_A_FILE)
        check_writable(kept_in)
    if chart is None:
        return
    if chart.suffix not in CHARTS:
        raise Refusal(BAD_CHART, asked=chart, allowed=CHARTS)
    try:
        from banca.answers.chart import check_drawable

        check_drawable(titles, chart.suffix[1:], say)
    except ImportError:
        raise Refusal(NEEDS_EXTRA, asked="--chart", allowed="charts") from None
    check_writable(chart)
