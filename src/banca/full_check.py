"""The whole check of a game's package, as `banca check` makes it: beyond what every process looks at, all that takes time.

A test of a package can ask for it: `assert not full_check("coin").mistakes`.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from importlib.resources import files
from importlib.util import find_spec
from itertools import islice, product
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from msgspec import Struct

from banca.analysis.exact import analyse
from banca.analysis.simulation.plan import make_plan
from banca.analysis.simulation.strategy import Strategy
from banca.analysis.simulation.strategy_file import read_strategy
from banca.check import (
    LAW_FILE,
    MISSING,
    NO_CLAUSE,
    NO_PAYMENT,
    NOT_THERE,
    REPEATED,
    UNREACHED,
    WRONG_KIND,
    Mistakes,
    bets,
    cited,
    clauses_in,
    failed,
    mistakes,
    once,
    tried,
    worded,
)
from banca.coach import own_steps
from banca.disputes import read_worked
from banca.drawing import Form, layout, parts_of, table_of
from banca.finder import read_talk
from banca.game import Game
from banca.games import leave_unchecked, load
from banca.i18n import translator
from banca.law import Language, law_faults
from banca.proposals import read_file
from banca.rules import (
    Bet,
    Citation,
    Code,
    Counted,
    Message,
    Option,
    Outcome,
    Refusal,
    Rulebook,
    Rules,
    Slip,
    State,
    Text,
    instead,
    settle,
)
from banca.rules.options import choose
from banca.training.drills import sightings

PARTS = ("felt", "watch", "exercises", "environment", "simulation", "practice", "python", "pages")
"""Modules of a game's folder that are read by their names."""
MOST_VALUES = 8
"""Of an option that are tried each; of one with more, the first, the middle and the last."""
MOST_CALLED = 2_000
"""Results that are called, each in three languages."""
ALONE = {NO_CLAUSE, NO_PAYMENT, UNREACHED}
"""Mistakes over which nothing else stumbles: behind any other, drawings and results would only repeat it in worse words."""


class FullCheck(Struct, frozen=True, kw_only=True):
    """What was looked at of a game, and every mistake."""

    game: str
    mistakes: tuple[Message, ...]
    checked: dict[str, int]
    """How many there were of each: clauses, acts, options, bets, drawings, strategies and so on."""
    is_whole: bool
    """Whether everything was looked at; with mistakes in bets, words or clauses there is nothing to draw, call or play."""


def full_check(name: str) -> FullCheck:
    """Look at everything in the package of a game, and go on behind a mistake.

    Raises:
        Refusal: There is no such game, or its package cannot be imported.
    """
    leave_unchecked(name)
    game = load(name)
    checked = {"acts": len(game.acts), "options": len(game.options)}
    found = [*mistakes(game), *_law(game, checked)]
    if game.rulebook is not None:
        found += _under_options(game, game.rulebook, found)
    is_whole = all(message.code in ALONE for message in found)
    for part in PARTS:
        found += tried(game, f"{part}.py", partial(_part, game, part))
    found += tried(game, "coach.toml", partial(_coach, game))
    found += tried(game, "sightings.toml", partial(_sightings, game))
    found += tried(game, "talk.toml", partial(_talk, game))
    found += _texts(game)
    if is_whole:
        rules = game.rulebook.under() if game.rulebook else None
        if rules:
            found += _bets(game, rules, checked)
            found += tried(game, "talk.toml", partial(_talk_names, game, rules))
        found += _drawings(game, rules, checked)
        found += _files(game, checked)
    return FullCheck(game=name, mistakes=tuple(once(found)), checked=checked, is_whole=is_whole)


def _law(game: Game, checked: dict[str, int]) -> Mistakes:
    for place, fault in law_faults(game.id):
        yield failed(game, f"{LAW_FILE}, {place}" if place else LAW_FILE, fault)
    with suppress(Exception):  # of a file that cannot be read there are none
        checked["clauses"] = len(clauses_in(game.package))


def _part(game: Game, name: str) -> Mistakes:
    game.part(name)
    yield from ()


def _coach(game: Game) -> Mistakes:
    for number, step in enumerate(own_steps(game), start=1):
        yield from worded(f"coach.toml, step {number}", says=step.says)
        yield from cited(game, f"coach.toml, step {number}", Citation(game.id, step.cite) if step.cite else None)


def _sightings(game: Game) -> Mistakes:
    for number, sighting in enumerate(sightings(game.id), start=1):
        yield from worded(f"sightings.toml, row {number}", says=sighting.says)
        yield from cited(game, f"sightings.toml, row {number}", *sighting.by)


def _talk(game: Game) -> Mistakes:
    for name, similar_bet in read_talk(game.id).similar.items():
        yield from worded(f"talk.toml, likened {name}", remark=similar_bet.remark)


def _texts(game: Game) -> Mistakes:
    """The texts that stand in the modules themselves, such as what a refusal says."""
    for name, module in sorted(sys.modules.items()):
        if name == game.package or name.startswith(f"{game.package}."):
            place = f"{name.removeprefix(game.package).lstrip('.') or '__init__'}.py"
            for variable, value in vars(module).items():
                text = value.says if isinstance(value, Code) else value
                if isinstance(text, Text):
                    yield from worded(place, **{variable: text})


def _under_options(game: Game, book: Rulebook, found: list[Message]) -> Mistakes:
    """The bets under each value of each option; said once, with the option where it is not so by default."""
    known = set(map(str, found))
    for option in book.options:
        for value in _some(option):
            for message in tried(game, "bets", partial(bets, game, book, {option.name: value})):
                if str(message) not in known:
                    known.add(str(message))
                    place = f"{message.about['place']} ({option.name}={value})"
                    yield Message(message.code, **{**message.about, "place": place})


def _some(option: Option[Any]) -> list[Any]:
    values = list(option.values)
    return values if len(values) <= MOST_VALUES else [values[0], values[len(values) // 2], values[-1]]


# With sound rules


def _bets(game: Game, rules: Rules, checked: dict[str, int]) -> Mistakes:
    """Every bet is solved and settled, and every result called in three languages."""
    book = rules.rulebook
    checked["bets"] = len(rules.bets)
    for key, bet in rules.bets.items():
        yield from tried(game, f"bet {key}", partial(_solved, rules, bet))
    for other in book.other_readings(rules.chosen):
        yield from tried(game, f"bet {other.as_read.key}, other reading", partial(_analysed, other.otherwise))
    states = book.table.states(rules.space)
    calls = list(islice(product(states, (outcome for outcome, _ in rules.space)), MOST_CALLED))
    checked["results"] = len(calls)
    yield from tried(game, "called", partial(_called, rules, calls))
    yield from tried(game, "outcome_names", partial(_named, rules))


def _solved(rules: Rules, bet: Bet) -> Mistakes:
    yield from _analysed(bet)
    outcome = bet.space.weights[0][0]
    throw = Counted(outcome, written=rules.rulebook.show(outcome))
    limits = rules.rulebook.limits
    with suppress(Refusal):  # it may not be placed before a first round
        settle(rules, [Slip(bet=bet, stake=limits.minimum_of(bet.id))], [throw], limits)


def _analysed(bet: Bet) -> Mistakes:
    analyse(bet)
    yield from ()


def _called(rules: Rules, calls: Iterable[tuple[State, Outcome]]) -> Mistakes:
    for state, outcome in calls:
        said = rules.rulebook.called(rules, outcome, state)
        yield from worded(f"called, {rules.rulebook.show(outcome)}", text=said)
        for language in Language:
            said.in_language(language)


def _named(rules: Rules) -> Mistakes:
    for written, parts in rules.rulebook.outcome_names(rules).items():
        for part in parts:
            if isinstance(part, Text):  # another text is the same in every language, such as a number
                yield from worded(f"outcome_names {written}", name=part)


def _talk_names(game: Game, rules: Rules) -> Mistakes:
    """What other names of bets and options stand for: of bets, under any option."""
    book, every = rules.rulebook, set[str]()
    for option in book.options:
        for value in option.values:
            every |= {
                name for bet in book.bets(choose(book.options, {option.name: value})) for name in (bet.id, bet.key)
            }
    every |= {name for bet in rules.bets.values() for name in (bet.id, bet.key)}
    talk = read_talk(game.id)
    named = {"talk.toml, bets": talk.bets, "talk.toml, likened": talk.similar, "one_by_one": book.one_by_one}
    for place, names in named.items():
        for name in names:
            if name not in every:
                yield Message(
                    NOT_THERE, place=place, asked=name, allowed=instead((), sorted(every), f"banca games {game.id}")
                )
    options = {option.name: set(map(str, option.values)) for option in book.options}
    for written in talk.options:
        name, equals, value = written.partition("=")
        if name not in options or (equals and value not in options[name]):
            yield Message(NOT_THERE, place="talk.toml, options", asked=written, allowed=list(options))


# Drawings and files


def _drawings(game: Game, rules: Rules | None, checked: dict[str, int]) -> Mistakes:
    """The layout in every form: each bet has one region."""
    checked["drawings"] = 0
    if rules is None:
        yield from tried(game, "felt.py", partial(_table, game))
        checked["drawings"] += 1
        return
    for form, language in product((Form.WIDE, Form.TALL), Language):
        yield from tried(
            game, "felt.py", partial(_regions, rules, [partial(layout, rules, translator(language), form)], form)
        )
        checked["drawings"] += 1
    yield from tried(game, "felt.py", partial(_boards, rules))
    checked["drawings"] += 1


def _table(game: Game) -> Mistakes:
    table_of(game.id, {}, translator())
    yield from ()


def _boards(rules: Rules) -> Mistakes:
    drawings = [partial(layout, rules, translator(), Form.BOARD, part.id) for part in parts_of(rules)]
    yield from _regions(rules, drawings, Form.BOARD)


def _regions(rules: Rules, drawings: Iterable[Callable[[], Element]], form: Form) -> Mistakes:
    regions = Counter(key for draw in drawings for shape in draw().iter() if (key := shape.get("data-bet")))
    for key in rules.bets:
        if not regions[key]:
            yield Message(MISSING, place=f"felt.py, bet {key}", asked=f"region ({form})")
        elif regions[key] > 1:
            yield Message(REPEATED, place=f"felt.py, bet {key}", asked=f"region ({form})")


def _files(game: Game, checked: dict[str, int]) -> Mistakes:
    folder = Path(str(files(game.package)))
    kinds = {"strategies": ("*.toml", _strategy), "disputes": ("*.toml", _dispute), "proposals": ("*.star", _proposal)}
    if find_spec("starlark") is None:  # without the extra `propose` no proposal can be read, and none is counted
        del kinds["proposals"]
    for kind, (pattern, read) in kinds.items():
        checked[kind] = 0
        for file in sorted((folder / kind).glob(pattern)):
            yield from tried(game, f"{kind}/{file.name}", partial(read, game, file))
            checked[kind] += 1


def _strategy(game: Game, file: Path) -> Mistakes:
    strategy = read_strategy(file)
    if strategy.game != game.id:
        yield Message(WRONG_KIND, place=f"strategies/{file.name}", asked=f"game = {strategy.game}", allowed=game.id)
    elif isinstance(strategy, Strategy):
        make_plan(strategy)


def _dispute(_: Game, file: Path) -> Mistakes:
    read_worked(file)
    yield from ()


def _proposal(game: Game, file: Path) -> Mistakes:
    proposal = read_file(file)
    if proposal.game != game.id:
        yield Message(WRONG_KIND, place=f"proposals/{file.name}", asked=f"game = {proposal.game}", allowed=game.id)
