"""The check of a game's package: every mistake in one line, with its place: a file, or a bet, phase, act or option by its id.

`check_game` is what a package from outside has to pass in every process, so it looks at the rules as the defaults have them, and solves
nothing. `full_check` is `banca check`: it looks at everything, and goes on behind a mistake.
"""

# What only the full check needs (figures, drawings, strategies, dossiers) is imported where it is used: every process that finds a game
# from outside imports this module.

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from importlib.resources import files
from importlib.util import find_spec
from itertools import islice, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from xml.etree.ElementTree import Element

from msgspec import Struct
from msgspec.structs import fields

from banca.game import GAME_FAULTY, ID, Game, line_in
from banca.games import leave_unchecked, load
from banca.rules import (
    Automaton,
    Bet,
    ChosenOptions,
    Citation,
    Code,
    Lose,
    Message,
    Odds,
    Option,
    Refusal,
    Rulebook,
    Rules,
    Slip,
    Space,
    State,
    Text,
    ValidThrow,
    Verdict,
    Win,
    _,
    explore,
    settle,
    suggestions,
)
from banca.rules.rulebook import choose
from banca.rules.text import LANGUAGES
from banca.tables.acts import ActKind, acts_towards_payment
from banca.tables.commands import LABELS, command_name

if TYPE_CHECKING:
    from banca.drawing import Form

T = TypeVar("T", bound=Hashable)

LAW_FILE = "clauses.toml"
SHARED = "rulebook"
"""The game that readings for all games are cited under."""
PARTS = ("felt", "watch", "exercises", "environment", "simulation", "practice", "python", "pages")
"""Modules of a game's folder that are read by their names."""
BLANK = re.compile(r"\{(\w*)\}")
MOST_VALUES = 8
"""Of an option that are tried each; of one with more, the first, the middle and the last."""
MOST_CALLED = 2_000
"""Results that are called, each in three languages."""

BAD_ID = Code(
    "game_bad_id", _("{place}: the id {asked} is not valid; use lower-case letters and digits, with _ between words")
)
REPEATED = Code("game_repeated", _("{place}: {asked} appears more than once; it may appear only once"))
WRONG_KIND = Code("game_wrong_kind", _("{place}: {asked} is not {allowed}"))
MISSING = Code("game_missing", _("{place}: {asked} is missing"))
NOT_THERE = Code("game_not_there", _("{place}: {asked} does not exist; possible: {allowed}"))
NO_CLAUSE = Code("game_no_clause", _("{place}: it cites {asked}, which is not in {file}"))
READ_OTHERWISE = Code("game_read_otherwise", _("{place}: {asked} is written {written}, but that is read as {found}"))
NOT_A_FACT = Code(
    "game_not_a_fact",
    _(
        "{place}: {asked} is not a fact; it must be a whole number, a text, True or False, or a tuple of whole numbers or of texts"
    ),
)
NO_TEXT = Code("game_no_text", _("{place}: {asked} has no text in {missing}"))
BLANKS_DIFFER = Code(
    "game_blanks_differ",
    _("{place}: {asked} has the blanks {found} in {language}, but {allowed} in English"),
)
NO_VERDICT = Code(
    "game_no_verdict",
    _("{place}: its step gives {asked} for {outcome} in the state {state}; it must give Win, Lose, Push or Stay"),
)
NEVER_DECIDED = Code("game_never_decided", _("{place}: from the state {asked}, the bet can never be decided"))
NO_WORDS = Code(
    "game_no_words",
    _("{place}: {asked} must be a text for people: _(…) with translations in the catalogue, or words(…, pt=…, zh=…)"),
)
NO_PAYMENT = Code("game_no_payment", _("{place}: no act leads to the payment"))
UNREACHED = Code("game_unreached", _("{place}: it cannot be reached from the first phase, {asked}"))
FAILED = Code("game_failed", _("{place}: it fails: {because}"))
HARMLESS = {NO_CLAUSE, NO_PAYMENT, UNREACHED}
"""Mistakes over which nothing else stumbles: behind any other, drawings and results would only repeat it in worse words."""
WHOLE = _("a whole number above 0")

Mistakes = Iterator[Message]


class FullCheck(Struct, frozen=True, kw_only=True):
    """What was looked at of a game, and every mistake."""

    game: str
    mistakes: tuple[Message, ...]
    checked: dict[str, int]
    """How many there were of each: clauses, acts, options, bets, drawings, strategies and so on."""
    is_whole: bool
    """Whether everything was looked at; with mistakes in bets, words or clauses there is nothing to draw, call or play."""


def check_game(game: Game) -> None:
    """Refuse a game whose mistakes would mislead, or fail in the middle of a round.

    Looked at are ids, acts and phases, options, the bets as the defaults have them by every outcome, how outcomes are written and read,
    what is seen in them, whether every clause cited is there, and the words of all these.

    Raises:
        Refusal: The first mistake, and how many more there are.
    """
    if mistakes := find_mistakes(game):
        first, *more = mistakes
        rest = _("{first}; {count} more, see 'banca check {game}'").fill(first=first, count=len(more), game=game.id)
        raise Refusal(GAME_FAULTY, asked=game.id, because=rest if more else first)


def full_check(name: str) -> FullCheck:
    """Look at everything in the package of a game, and go on behind a mistake.

    Raises:
        Refusal: There is no such game, or its package cannot be imported.
    """
    leave_unchecked(name)
    game = load(name)
    checked = {"acts": len(game.acts), "options": len(game.options)}
    mistakes = [*find_mistakes(game), *_check_law(game, checked)]
    if game.rulebook is not None:
        mistakes += _check_under_options(game, game.rulebook, mistakes)
    is_whole = all(mistake.code in HARMLESS for mistake in mistakes)
    for part in PARTS:
        mistakes += attempt(game, f"{part}.py", partial(_run, game.part, part))
    for file, check in (("coach", _check_coach), ("sightings", _check_sightings), ("talk", _check_talk)):
        mistakes += attempt(game, f"{file}.toml", partial(check, game))
    mistakes += _check_module_texts(game)
    if is_whole:
        rules = game.rulebook.under() if game.rulebook else None
        if rules:
            mistakes += _check_figures(game, rules, checked)
            mistakes += attempt(game, "talk.toml", partial(_check_talk_names, game, rules))
        mistakes += _check_drawings(game, rules, checked)
        mistakes += _check_files(game, checked)
    return FullCheck(game=name, mistakes=tuple(mistakes), checked=checked, is_whole=is_whole)


def find_mistakes(game: Game) -> list[Message]:
    """Return everything that `check_game` would refuse."""
    mistakes = [
        *attempt(game, LAW_FILE, partial(_check_clauses, game)),
        *attempt(game, "GAME", partial(_check_acts, game)),
    ]
    if (book := game.rulebook) is not None:
        mistakes += attempt(game, "rulebook", partial(_check_rulebook, game, book))
        mistakes += attempt(game, "bets", partial(_check_bets, game, book, {}))
    return mistakes


def attempt(game: Game, place: str, check: Callable[[], Mistakes]) -> Mistakes:
    """Yield what a check finds; that it fails is a mistake too, and the other checks go on."""
    try:
        yield from check()
    except Exception as fault:  # a package of others' may fail in any way
        yield failure(game, place, fault)


def failure(game: Game, place: str, fault: Exception) -> Message:
    """Say that something of the package fails, with the line of the package where it does."""
    if isinstance(fault, Refusal):
        return Message(FAILED, place=place, because=fault.message)
    line = line_in(game.package, fault)
    reason = " ".join(f"{type(fault).__name__}: {fault}".split())
    return Message(FAILED, place=place, because=f"{line}: {reason}" if line else reason)


def repeated(values: Iterable[T]) -> list[T]:
    """Return the values that come more than once."""
    return [value for value, count in Counter(values).items() if count > 1]


# The law


@cache
def clauses_in(package: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the clauses of a package as they stand in its file."""
    clauses: Mapping[str, Mapping[str, Any]] = _law_file(package)["clauses"]
    return clauses


def _law_file(package: str) -> dict[str, Any]:
    return tomllib.loads(files(package).joinpath(LAW_FILE).read_text("utf-8"))


def _check_clauses(game: Game) -> Mistakes:
    """Readings that clauses name; what else is wrong in the file `law` says when it is read."""
    for number, clause in clauses_in(game.package).items():
        cites = (Citation(game.id, reading) for reading in clause.get("readings", ()))
        yield from check_cites(game, f"{LAW_FILE}, clause {number}", *cites)


def _check_law(game: Game, checked: dict[str, int]) -> Mistakes:
    from banca.law import law_faults

    for place, fault in law_faults(game.id):
        yield failure(game, f"{LAW_FILE}, {place}" if place else LAW_FILE, fault)
    with suppress(Exception):  # of a file that cannot be read there are none
        checked["clauses"] = len(clauses_in(game.package))
        # Without it a citation names the regulation by the game's title, "article 2 of Coin", which no jurist writes.
        if "regulation" not in _law_file(game.package)["instrument"]:
            yield Message(MISSING, place=f"{LAW_FILE}, instrument", asked="[instrument.regulation]")


def check_cites(game: Game, place: str, *cites: Citation | None) -> Mistakes:
    """Yield citations that are none, or name no clause of the game and no reading for all games."""
    try:
        known = clauses_in(game.package)
    except Exception:  # that the file cannot be read is told once, by `_check_clauses`
        return
    for cite in cites:
        if cite is None:
            continue
        if not isinstance(cite, Citation):
            yield Message(WRONG_KIND, place=place, asked=repr(cite), allowed="cite(…)")
        elif cite.clause in clauses_in("banca.rules") and cite.game in (game.id, SHARED):
            continue
        elif cite.game != game.id or cite.clause not in known:
            yield Message(NO_CLAUSE, place=place, asked=f"{cite.game} {cite.clause}", file=LAW_FILE)


# Words and citations, wherever they stand


CITES = {"cite", "bets_cite", "cites"}
"""Fields that must have a citation."""
MAY_CITE = {
    "reads",
    "decided_by",
    "left_by",
    "authorised_by",
    "days_read",
    "new_bets",
    "outcome_cites",
    "converted_by",
    "weighed_by",
}
WORDS = {"name", "label", "about", "wins", "says", "when", "push_word", "points"}
"""Fields that people read; and mappings of such texts:"""
MAPS = {"counts", "fact_words", "fact_units"}


def check_fields(game: Game, place: str, value: Any) -> Mistakes:  # a bet, an option or another part of a rulebook
    """Yield citations and words that are wrong in the fields of a dataclass or Struct."""
    names = value.__struct_fields__ if isinstance(value, Struct) else value.__dataclass_fields__
    for name in names:
        part = getattr(value, name)
        if name in CITES | MAY_CITE:
            if name in CITES and not part:
                yield Message(MISSING, place=place, asked="cite(…)")
            yield from check_cites(game, place, *(part if isinstance(part, tuple) else (part,)))
        elif name in WORDS and part:
            yield from check_texts(place, **{name: part})
        elif name in MAPS:
            yield from check_texts(place, **{f"{name} {key}": text for key, text in part.items()})


def check_texts(place: str, /, **texts: object) -> Mistakes:
    """Yield texts that are not given in three languages, or not with the same blanks."""
    for name, text in texts.items():
        if not isinstance(text, Text):
            yield Message(NO_WORDS, place=place, asked=f"{name} {text!r}")
        elif missing := [language for language in LANGUAGES if not text.is_in(language)]:
            yield Message(NO_TEXT, place=place, asked=name, missing=missing)
        else:
            english, *others = (
                sorted(f"{{{blank}}}" for blank in BLANK.findall(text.template(language))) for language in LANGUAGES
            )
            for language, blanks in zip(LANGUAGES[1:], others, strict=True):
                if blanks != english:
                    yield Message(
                        BLANKS_DIFFER, place=place, asked=name, found=blanks, language=language, allowed=english
                    )


def _check_module_texts(game: Game) -> Mistakes:
    """The texts that stand in the modules themselves, such as what a refusal says."""
    for name, module in sorted(sys.modules.items()):
        if name == game.package or name.startswith(f"{game.package}."):
            place = f"{name.removeprefix(game.package).lstrip('.') or '__init__'}.py"
            texts = {variable: getattr(value, "says", value) for variable, value in vars(module).items()}
            yield from check_texts(
                place, **{variable: text for variable, text in texts.items() if isinstance(text, Text)}
            )


# The order of acts


def _check_acts(game: Game) -> Mistakes:
    yield from _check_id("GAME", game.id)
    if not game.acts:
        yield Message(MISSING, place="GAME", asked="acts")
        return
    yield from _check_phases(game)
    for name, phase in repeated((act.name, str(act.phase)) for act in game.acts):
        yield Message(REPEATED, place=f"act {name}", asked=f"phase {phase}")
    for act in game.acts:
        yield from check_cites(game, f"act {act.name}", act.cite)
        for field, rows in act.choices.items():
            yield from check_texts(f"act {act.name}", **{f"{field}={value}": text for value, text in rows})
    for kind in dict.fromkeys((*(act.takes for act in game.acts), *game.commands)):
        labels = {**LABELS, **kind.labels}
        own = {field.name: labels.get(field.name, field.name) for field in fields(kind)}
        yield from check_texts(f"act {command_name(kind)}", says=kind.says, **own)
    for event in game.events:
        if event.says:
            yield from check_texts(f"event {event.__name__}", says=event.says)
    game.codec  # noqa: B018 - how commands and events are written is made when it is first asked for


def _check_phases(game: Game) -> Mistakes:
    for name, phase in game.phases.items():
        yield from check_texts(f"phase {name}", name=phase)
        if name not in acts_towards_payment(game.acts):
            yield Message(NO_PAYMENT, place=f"phase {name}")
    if game.rulebook is None:
        return  # the conduct of a game between players may lead elsewhere than its rows say
    first = str(game.acts[0].phase)
    reached, more = set[str](), {first}
    while more:
        reached |= more
        more = {str(act.then) for act in game.acts if act.phase in reached} - reached
    for phase in game.phases.keys() - reached:
        yield Message(UNREACHED, place=f"phase {phase}", asked=first)
    for does in {ActKind.PLACE, ActKind.CALL} - {act.does for act in game.acts}:
        yield Message(MISSING, place="acts", asked=str(does))


# The rulebook


def _check_rulebook(game: Game, book: Rulebook) -> Mistakes:
    if book.game != game.id:
        yield Message(WRONG_KIND, place="rulebook", asked=f"game={book.game!r}", allowed=repr(game.id))
    yield from check_fields(game, "rulebook", book)
    yield from check_texts("rulebook", **book.table.phase_words)
    limits = book.limits
    yield from check_cites(game, "rulebook", limits.multiple_cite, limits.minimums_cite)
    for amount in (limits.minimum, limits.maximum, limits.chip, *limits.minimums.values()):
        yield from _check_whole("limits", amount)
    for reason, null in book.nulls.items():
        yield from _check_id(f"null:{reason}", str(reason))
        yield from check_fields(game, f"null:{reason}", null)
    for name in repeated(option.name for option in book.options):
        yield Message(REPEATED, place=f"option {name}", asked=name)
    for option in book.options:
        yield from _check_option(game, option)


def _check_option(game: Game, option: Option[Any]) -> Mistakes:
    place, values = f"option {option.name}", list(map(str, option.values))
    yield from _check_id(place, option.name)
    # Its name is an id; what it is about are the words.
    yield from (
        mistake for mistake in check_fields(game, place, option) if mistake.about["asked"] != f"name {option.name!r}"
    )
    for value in repeated(values):
        yield Message(REPEATED, place=place, asked=value)
    for value in map(str, (option.default, *option.untaken, *option.says_value)):
        if value not in values:
            yield Message(NOT_THERE, place=place, asked=value, allowed=values)
    texts = {str(value): option.says_value.get(str(value), "") for value in option.values if not isinstance(value, int)}
    yield from check_texts(place, **texts)


# Bets


def _check_bets(game: Game, book: Rulebook, options: Mapping[str, object]) -> Mistakes:
    """The bets under some options, by every outcome."""
    chosen = choose(book.options, options)
    bets = list[Bet]()
    for bet in book.bets(chosen):
        if not isinstance(bet, Bet):
            yield Message(WRONG_KIND, place="bets", asked=repr(bet), allowed="Bet(…)")
        elif not isinstance(bet.space, Space):
            yield Message(WRONG_KIND, place=f"bet {bet.key}", asked=f"space={bet.space!r}", allowed="Space(…)")
        else:
            bets.append(bet)
    if not bets:
        yield Message(MISSING, place="bets", asked="Bet(…)")
        return
    for key in repeated(bet.key for bet in bets):
        yield Message(REPEATED, place=f"bet {key}", asked=f"Bet {key}")
    # Bets share a space: it is looked at once, at the first of them.
    owners = {bet.space: bet for bet in reversed(bets)}
    spaces = {
        space: list(attempt(game, f"bet {bet.key}", partial(_check_space, game, bet))) for space, bet in owners.items()
    }
    for mistakes in spaces.values():
        yield from mistakes
    ids = {bet.id for bet in bets}
    for bet in bets:
        yield from attempt(game, f"bet {bet.key}", partial(_check_row, game, book, bet, ids))
        if not spaces[bet.space]:
            yield from attempt(game, f"bet {bet.key}", partial(_check_verdicts, game, bet))
    if not any(spaces.values()):
        rules = Rules(book, chosen, {bet.key: bet for bet in bets})
        yield from attempt(game, "outcomes", partial(_check_outcomes, game, rules))
    yield from attempt(game, "other_readings", partial(_check_other_readings, game, book, chosen))


def _check_other_readings(game: Game, book: Rulebook, chosen: ChosenOptions) -> Mistakes:
    for other in book.other_readings(chosen):
        yield from check_cites(game, f"bet {other.as_read.key}, other reading", other.cite)


def _check_row(game: Game, book: Rulebook, bet: Bet, ids: set[str]) -> Mistakes:
    place = f"bet {bet.key}"
    yield from _check_id(place, bet.id)
    if bet.selection != bet.selection.strip().lower() or ":" in bet.selection:
        yield Message(BAD_ID, place=place, asked=bet.selection)
    elif bet.selection and (spelling := book.canonical(bet.id, bet.selection)) != bet.selection:
        yield Message(READ_OTHERWISE, place=place, asked=bet.key, written=bet.selection, found=spelling)
    yield from check_fields(game, place, bet)
    if bet.added_to and bet.added_to not in ids:
        yield Message(NOT_THERE, place=place, asked=f"added_to={bet.added_to}", allowed=sorted(ids))
    if bet.commission:
        yield from check_fields(game, place, bet.commission)
        yield from _check_share(place, bet.commission.rate)
    if withdrawal := book.withdrawal(bet):
        yield from check_fields(game, place, withdrawal)


def _check_space(game: Game, bet: Bet) -> Mistakes:
    """The outcomes that a bet may meet: each once, with a weight."""
    place, space = f"bet {bet.key}", bet.space
    yield from check_cites(game, place, space.cite, *space.weighed_by)
    if not space.weights:
        yield Message(MISSING, place=place, asked=_("the list of outcomes"))
    for outcome in repeated(outcome for outcome, _weight in space):
        yield Message(REPEATED, place=place, asked=f"outcome {outcome!r}")
    wrong = (
        mistake for outcome, weight in space for mistake in _check_whole(place, weight, f"weight of {outcome!r}: ")
    )
    yield from islice(wrong, 1)  # of a thousand outcomes one is enough


def _check_verdicts(game: Game, bet: Bet) -> Mistakes:
    """What outcomes do to a bet: every step a verdict, every verdict exact and cited, and an end from every state."""
    place, verdicts, wrong = f"bet {bet.key}", dict[Verdict, None](), list[Message]()

    def step(state: State, outcome: object) -> Verdict:
        verdict = bet.step(state, outcome)
        if isinstance(verdict, Verdict):
            verdicts[verdict] = None
            return verdict
        about = {"asked": repr(verdict), "outcome": repr(outcome), "state": str(state)}
        wrong.append(Message(NO_VERDICT, place=place, **about))
        return Lose()  # so that the other outcomes are looked at

    automaton = explore(replace(bet, step=step))
    yield from wrong[:1]
    for verdict in verdicts:
        yield from check_cites(game, place, verdict.cite)
        if isinstance(verdict, Win):
            yield from _check_odds(place, verdict)
        if isinstance(verdict, Lose):
            yield from _check_share(place, verdict.share)
    if not wrong and (endless := _endless_states(automaton)):
        yield Message(NEVER_DECIDED, place=place, asked=str(endless[0]))


def _endless_states(automaton: Automaton) -> list[State]:
    """Return the states that lead to no decision."""
    rows = automaton.rows  # a whole number in a row is the state that follows; anything else decides the bet
    ends = {number for number, row in enumerate(rows) if any(not isinstance(cell, int) for cell in row)}
    while more := {number for number, row in enumerate(rows) if number not in ends and not ends.isdisjoint(row)}:
        ends |= more
    return [state for number, state in enumerate(automaton.states) if number not in ends]


def _check_odds(place: str, win: Win) -> Mistakes:
    if win.cite is None:
        yield Message(MISSING, place=place, asked="Win(…, cite)")
    if not isinstance(win.odds, Odds):
        yield Message(WRONG_KIND, place=place, asked=repr(win.odds), allowed="Odds(…)")
        return
    for number in (win.odds.prize, win.odds.stake):
        yield from _check_whole(place, number, f"Odds({win.odds.prize!r}, {win.odds.stake!r}): ")


def _check_whole(place: str, number: object, of: str = "") -> Mistakes:
    if not isinstance(number, int) or isinstance(number, bool) or number <= 0:
        yield Message(WRONG_KIND, place=place, asked=f"{of}{number!r}", allowed=WHOLE)


def _check_share(place: str, share: object) -> Mistakes:
    if not isinstance(share, int | Fraction) or not 0 < share <= 1:
        allowed = _("a Fraction above 0 and at most 1")
        yield Message(WRONG_KIND, place=place, asked=repr(share), allowed=allowed)


def _check_id(place: str, name: str) -> Mistakes:
    if not ID.fullmatch(name):
        yield Message(BAD_ID, place=place, asked=name)


# Outcomes


def _check_outcomes(game: Game, rules: Rules) -> Mistakes:
    """How outcomes are written and read, and what is to be seen in them; of each kind of mistake the first."""
    book, possible = rules.rulebook, dict.fromkeys(outcome for outcome, _ in rules.space)
    for space, bet in {bet.space: bet for bet in rules.bets.values()}.items():
        if strange := [outcome for outcome, _ in space if outcome not in possible]:
            yield Message(NOT_THERE, place=f"bet {bet.key}", asked=repr(strange[0]), allowed=repr(rules.space))
    first: dict[str, Message] = {}
    names = set[str]()
    for outcome in possible:
        for mistake in _check_spelling(book, outcome):
            first.setdefault("written", mistake)
        facts = book.facts(outcome)
        names = names or set(facts)
        if set(facts) != names:
            some = sorted(set(facts) ^ names)
            first.setdefault("names", Message(MISSING, place=f"facts of {outcome!r}", asked=some))
        for name, fact in facts.items():
            if not _is_fact(fact):
                first.setdefault(name, Message(NOT_A_FACT, place=f"fact {name}", asked=repr(fact)))
    yield from first.values()
    for name in names:
        yield from _check_id(f"fact {name}", name)
    place = f"outcome_form {str(book.outcome_form)!r}"
    yield from attempt(game, place, partial(_check_form, place, book, rules.space))


def _check_spelling(book: Rulebook, outcome: object) -> Mistakes:
    written = book.show(outcome)
    throw = book.parse_throw(written)
    if not isinstance(throw, ValidThrow) or throw.outcome != outcome:
        read = repr(getattr(throw, "outcome", throw))
        yield Message(READ_OTHERWISE, place="show, parse", asked=repr(outcome), written=written, found=read)


def _check_form(place: str, book: Rulebook, space: Space) -> Mistakes:
    throw = book.parse_throw(book.outcome_form)
    if not isinstance(throw, ValidThrow) or space.find(throw.outcome) is None:
        yield Message(NOT_THERE, place=place, asked=repr(getattr(throw, "outcome", throw)), allowed="Space(…)")


def _is_fact(value: object) -> bool:
    parts: Sequence[object] = value if isinstance(value, tuple) else (value,)
    return all(isinstance(part, int) for part in parts) or all(isinstance(part, str) for part in parts)


def _check_under_options(game: Game, book: Rulebook, mistakes: list[Message]) -> Mistakes:
    """The bets under each value of each option; said once, with the option where it is not so by default."""
    known = set(map(str, mistakes))
    for option in book.options:
        values = list(option.values)
        if len(values) > MOST_VALUES:
            values = [values[0], values[len(values) // 2], values[-1]]
        for value in values:
            for mistake in attempt(game, "bets", partial(_check_bets, game, book, {option.name: value})):
                if str(mistake) not in known:
                    known.add(str(mistake))
                    place = f"{mistake.about['place']} ({option.name}={value})"
                    yield Message(mistake.code, **{**mistake.about, "place": place})


# The files of the folder that are read by their names


def _check_coach(game: Game) -> Mistakes:
    from banca.coach import own_steps

    for number, step in enumerate(own_steps(game), start=1):
        place = f"coach.toml, step {number}"
        yield from check_texts(place, says=step.says)
        yield from check_cites(game, place, Citation(game.id, step.cite) if step.cite else None)


def _check_sightings(game: Game) -> Mistakes:
    from banca.training.drills import sightings

    for number, sighting in enumerate(sightings(game.id), start=1):
        place = f"sightings.toml, row {number}"
        yield from check_texts(place, says=sighting.says)
        yield from check_cites(game, place, *sighting.by(game))


def _check_talk(game: Game) -> Mistakes:
    from banca.i18n.lookup import read_talk

    for name, similar in read_talk(game.id).similar.items():
        yield from check_texts(f"talk.toml, likened {name}", remark=similar.remark)


def _check_talk_names(game: Game, rules: Rules) -> Mistakes:
    """What other names of bets and options stand for: of bets, under any option."""
    from banca.i18n.lookup import read_talk

    book, bets = rules.rulebook, list(rules.bets.values())
    for option in book.options:
        for value in option.values:
            bets += book.bets(choose(book.options, {option.name: value}))
    every = {name for bet in bets for name in (bet.id, bet.key)}
    talk = read_talk(game.id)
    named = {"talk.toml, bets": talk.bets, "talk.toml, likened": talk.similar, "one_by_one": book.one_by_one}
    for place, names in named.items():
        for name in names:
            if name not in every:
                allowed = suggestions((), sorted(every), f"banca games {game.id}")
                yield Message(NOT_THERE, place=place, asked=name, allowed=allowed)
    options = {option.name: set(map(str, option.values)) for option in book.options}
    for written in talk.options:
        name, equals, value = written.partition("=")
        if name not in options or (equals and value not in options[name]):
            yield Message(NOT_THERE, place="talk.toml, options", asked=written, allowed=list(options))


# Figures, drawings and files: with sound rules alone


def _check_figures(game: Game, rules: Rules, checked: dict[str, int]) -> Mistakes:
    """Every bet is solved and settled, and every result called in three languages."""
    from banca.analysis.exact import analyse

    book = rules.rulebook
    checked["bets"] = len(rules.bets)
    for key, bet in rules.bets.items():
        yield from attempt(game, f"bet {key}", partial(_run, _solve_and_settle, rules, bet))
    for other in book.other_readings(rules.chosen):
        place = f"bet {other.as_read.key}, other reading"
        yield from attempt(game, place, partial(_run, analyse, other.otherwise))
    states = book.table.states(rules.space)
    calls = list(islice(product(states, (outcome for outcome, _ in rules.space)), MOST_CALLED))
    checked["results"] = len(calls)
    yield from attempt(game, "called", partial(_check_calls, rules, calls))


def _run(function: Callable[..., object], *arguments: object) -> Mistakes:
    """Run what can only fail."""
    function(*arguments)
    yield from ()


def _solve_and_settle(rules: Rules, bet: Bet) -> None:
    from banca.analysis.exact import analyse

    analyse(bet)
    outcome = bet.space.weights[0][0]
    throw = ValidThrow(outcome, written=rules.rulebook.show(outcome))
    limits = rules.rulebook.limits
    with suppress(Refusal):  # it may not be placed before a first round
        settle(rules, [Slip(bet=bet, stake=limits.minimum_of(bet.id))], [throw], limits)


def _check_calls(rules: Rules, calls: Iterable[tuple[State, Hashable]]) -> Mistakes:
    for state, outcome in calls:
        call = rules.rulebook.called(rules, outcome, state)
        yield from check_texts(f"called, {rules.rulebook.show(outcome)}", text=call)
        for language in LANGUAGES:
            call.in_language(language)


def _check_drawings(game: Game, rules: Rules | None, checked: dict[str, int]) -> Mistakes:
    """The layout in every form: each bet has one region."""
    from banca.drawing import Form, layout, parts_of, table_of
    from banca.i18n import translator
    from banca.law import Language

    if rules is None:
        yield from attempt(game, "felt.py", partial(_run, table_of, game.id, {}, translator()))
        checked["drawings"] = 1
        return

    def check_boards() -> Mistakes:
        boards = [partial(layout, rules, translator(), Form.BOARD, part.id) for part in parts_of(rules)]
        yield from _check_regions(rules, boards, Form.BOARD)

    checks: list[Callable[[], Mistakes]] = [
        partial(_check_regions, rules, [partial(layout, rules, translator(language), form)], form)
        for form, language in product((Form.WIDE, Form.TALL), Language)
    ]
    for check in (*checks, check_boards):
        yield from attempt(game, "felt.py", check)
    checked["drawings"] = len(checks) + 1


def _check_regions(rules: Rules, drawings: Iterable[Callable[[], Element]], form: "Form") -> Mistakes:
    regions = Counter(key for draw in drawings for shape in draw().iter() if (key := shape.get("data-bet")))
    for key in rules.bets:
        if regions[key] != 1:
            code = REPEATED if regions[key] else MISSING
            yield Message(code, place=f"felt.py, bet {key}", asked=f"region ({form})")


def _check_files(game: Game, checked: dict[str, int]) -> Mistakes:
    from banca.analysis.settlement import read_worked

    kinds: dict[str, tuple[str, Callable[[Path], Mistakes]]] = {
        "strategies": ("*.toml", partial(_check_strategy, game)),
        "disputes": ("*.toml", partial(_run, read_worked)),
        "proposals": ("*.star", partial(_check_proposal, game)),
    }
    if find_spec("starlark") is None:  # without the extra `propose` no proposal can be read, and none is counted
        del kinds["proposals"]
    folder = Path(str(files(game.package)))
    for kind, (pattern, check) in kinds.items():
        paths = sorted((folder / kind).glob(pattern))
        checked[kind] = len(paths)
        for path in paths:
            yield from attempt(game, f"{kind}/{path.name}", partial(check, path))


def _check_strategy(game: Game, path: Path) -> Mistakes:
    from banca.analysis.simulation.plan import make_plan
    from banca.analysis.simulation.strategy import Strategy
    from banca.analysis.simulation.strategy_file import read_strategy

    strategy = read_strategy(path)
    if strategy.game != game.id:
        yield Message(WRONG_KIND, place=f"strategies/{path.name}", asked=f"game = {strategy.game}", allowed=game.id)
    elif isinstance(strategy, Strategy):
        make_plan(strategy)


def _check_proposal(game: Game, path: Path) -> Mistakes:
    from banca.proposals import read_file

    proposal = read_file(path)
    if proposal.game != game.id:
        yield Message(WRONG_KIND, place=f"proposals/{path.name}", asked=f"game = {proposal.game}", allowed=game.id)
