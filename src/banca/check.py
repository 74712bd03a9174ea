"""What is wrong with a game's package: every mistake in one line, each with its place.

`check_game` is what a package from outside has to pass in every process, so it looks at the rules as the defaults have them, and solves
nothing. `banca check` looks at everything.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from importlib.resources import files
from typing import Any

from msgspec.structs import fields

from banca.game import GAME_FAULTY, ID, Game, line_in
from banca.live.act import Does, onward
from banca.live.command import LABELS, Command, name_of
from banca.rules import (
    Automaton,
    Bet,
    Chosen,
    Citation,
    Code,
    Counted,
    Lose,
    Message,
    Odds,
    Option,
    Refusal,
    Rulebook,
    Rules,
    Space,
    State,
    Text,
    Verdict,
    Win,
    _,
    explore,
)
from banca.rules.options import choose
from banca.rules.text import LANGUAGES

LAW_FILE = "clauses.toml"
SHARED = "rulebook"
"""The game that readings for all games are cited under."""
BLANK = re.compile(r"\{(\w*)\}")

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
NO_WORDS = Code(
    "game_no_words",
    _("{place}: {asked} must be a text for people: _(…) with translations in the catalogue, or words(…, pt=…, zh=…)"),
)
NO_PAYMENT = Code("game_no_payment", _("{place}: no act leads to the payment"))
UNREACHED = Code("game_unreached", _("{place}: it cannot be reached from the first phase, {asked}"))
FAILED = Code("game_failed", _("{place}: it fails: {because}"))
AND_MORE = _("{first}; {count} more, see 'banca check {game}'")

Mistakes = Iterator[Message]
"""Each says its place: a file, or a bet, phase, act or option by its id."""


def check_game(game: Game) -> None:
    """Refuse a game of whose mistakes one would otherwise mislead, or fail in the middle of a round.

    Looked at are ids, acts and phases, options, the bets as the defaults have them by every outcome, how outcomes are written and read,
    what is seen in them, whether every clause cited is there, and the words of all these.

    Raises:
        Refusal: The first mistake, and how many more there are.
    """
    if found := once(mistakes(game)):
        first, *more = found
        because = AND_MORE.fill(first=first, count=len(more), game=game.id) if more else first
        raise Refusal(GAME_FAULTY, asked=game.id, because=because)


def mistakes(game: Game) -> list[Message]:
    """Everything that `check_game` would refuse."""
    found = [*tried(game, LAW_FILE, partial(_clauses, game)), *tried(game, "GAME", partial(_acts, game))]
    if (book := game.rulebook) is not None:
        found += tried(game, "rulebook", partial(_rulebook, game, book))
        found += tried(game, "bets", partial(bets, game, book, {}))
    return found


def once(found: Iterable[Message]) -> list[Message]:
    """Each mistake once, and one that all bets of a family have as one: `bet pair:1-2 … 5-6`."""
    alike: dict[str, list[Message]] = {}
    for message in found:
        family = str(message.about["place"]).partition(":")[0]
        alike.setdefault(str(Message(message.code, **{**message.about, "place": family})), []).append(message)
    return [_together(list({str(message): message for message in messages}.values())) for messages in alike.values()]


def _together(messages: list[Message]) -> Message:
    first, *more = messages
    if not more:
        return first
    last = str(more[-1].about["place"]).partition(":")[2]
    return Message(first.code, **{**first.about, "place": f"{first.about['place']} … {last}"})


def tried(game: Game, place: str, check: Callable[[], Mistakes]) -> Mistakes:
    """What a check finds; that it fails is a mistake too, and the other checks go on."""
    try:
        yield from check()
    except Exception as fault:  # a package of others' may fail in any way
        yield failed(game, place, fault)


def failed(game: Game, place: str, fault: Exception) -> Message:
    """That something of the package fails, with the line of the package where it does."""
    if isinstance(fault, Refusal):
        return Message(FAILED, place=place, because=fault.message)
    line = line_in(game.package, fault)
    said = " ".join(f"{type(fault).__name__}: {fault}".split())
    return Message(FAILED, place=place, because=f"{line}: {said}" if line else said)


# The law


@cache
def clauses_in(package: str) -> Mapping[str, Mapping[str, Any]]:
    """The clauses of a package as they stand in its file."""
    found: Mapping[str, Mapping[str, Any]] = tomllib.loads(files(package).joinpath(LAW_FILE).read_text("utf-8"))[
        "clauses"
    ]
    return found


def _clauses(game: Game) -> Mistakes:
    """Readings that clauses name; what else is wrong in the file `law` says when it is read."""
    for number, clause in clauses_in(game.package).items():
        cites = (Citation(game.id, reading) for reading in clause.get("readings", ()))
        yield from cited(game, f"{LAW_FILE}, clause {number}", *cites)


def cited(game: Game, place: str, *cites: Citation | None) -> Mistakes:
    """Citations that are none, or name no clause of the game and no reading for all games."""
    try:
        known = clauses_in(game.package)
    except Exception:  # that the file cannot be read is told once, by `_clauses`
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


# Words


def worded(place: str, /, **texts: object) -> Mistakes:
    """Texts that are not said in three languages, or not with the same blanks."""
    for name, text in texts.items():
        if not isinstance(text, Text):
            yield Message(NO_WORDS, place=place, asked=f"{name} {text!r}")
        elif missing := [language for language in LANGUAGES if not text.is_in(language)]:
            yield Message(
                "game_no_text", _("{place}: {asked} has no text in {missing}"), place=place, asked=name, missing=missing
            )
        else:
            yield from _blanks(place, name, text)


def _blanks(place: str, name: str, text: Text) -> Mistakes:
    blanks = {
        language: sorted(f"{{{blank}}}" for blank in BLANK.findall(text.template(language))) for language in LANGUAGES
    }
    for language, found in blanks.items():
        if found != blanks["en"]:
            yield Message(
                "game_blanks_differ",
                _("{place}: {asked} has the blanks {found} in {language}, but {allowed} in English"),
                place=place,
                asked=name,
                found=found,
                language=language,
                allowed=blanks["en"],
            )


# The order of acts


def _acts(game: Game) -> Mistakes:
    if not ID.fullmatch(game.id):
        yield Message(BAD_ID, place="GAME", asked=game.id)
    if not game.acts:
        yield Message(MISSING, place="GAME", asked="acts")
        return
    yield from _phases(game)
    for (name, phase), count in Counter((act.name, str(act.phase)) for act in game.acts).items():
        if count > 1:
            yield Message(REPEATED, place=f"act {name}", asked=f"phase {phase}")
    for act in game.acts:
        yield from cited(game, f"act {act.name}", act.cite)
        for field, rows in act.choices.items():
            yield from worded(f"act {act.name}", **{f"{field}={value}": said for value, said in rows})
    for kind in dict.fromkeys((*(act.takes for act in game.acts), *game.commands)):
        yield from _command(kind)
    for event in game.events:
        if event.says:
            yield from worded(f"event {event.__name__}", says=event.says)
    game.forms  # noqa: B018 - how commands and events are written is made when it is first asked for


def _phases(game: Game) -> Mistakes:
    for name, phase in game.phases.items():
        yield from worded(f"phase {name}", name=phase)
        if name not in onward(game.acts):
            yield Message(NO_PAYMENT, place=f"phase {name}")
    if game.rulebook is None:
        return  # the conduct of a game between players may lead elsewhere than its rows say
    first = str(game.acts[0].phase)
    reached, more = set[str](), {first}
    while more:
        reached |= more
        more = {str(act.then) for act in game.acts if act.phase in reached} - reached
    for phase in game.phases:
        if phase not in reached:
            yield Message(UNREACHED, place=f"phase {phase}", asked=first)
    for does in (Does.PLACE, Does.CALL):
        if all(act.does is not does for act in game.acts):
            yield Message(MISSING, place="acts", asked=str(does))


def _command(kind: type[Command]) -> Mistakes:
    labels = {**LABELS, **kind.labels}
    own = {field.name: labels.get(field.name, field.name) for field in fields(kind)}
    yield from worded(f"act {name_of(kind)}", says=kind.says, **own)


# The rulebook


def _rulebook(game: Game, book: Rulebook) -> Mistakes:
    if book.game != game.id:
        yield Message(WRONG_KIND, place="rulebook", asked=f"game={book.game!r}", allowed=repr(game.id))
    limits = book.limits
    cites = (book.bets_cite, *book.new_bets, *book.outcome_cites, book.converted_by)
    yield from cited(game, "rulebook", *cites, limits.multiple_cite, limits.minimums_cite)
    for amount in (limits.minimum, limits.maximum, limits.chip, *limits.minimums.values()):
        yield from _whole("limits", amount)
    given: dict[str, object] = {"push_word": book.push_word, "points": book.points}
    given |= {**book.fact_words, **book.fact_units, **book.table.phase_words}
    yield from worded("rulebook", **{name: text for name, text in given.items() if text is not None})
    for reason, null in book.nulls.items():
        yield from _id(f"null:{reason}", str(reason))
        yield from worded(f"null:{reason}", says=null.says)
        yield from cited(game, f"null:{reason}", *null.cites)
        if not null.cites:
            yield Message(MISSING, place=f"null:{reason}", asked="cite(…)")
    for name, count in Counter(option.name for option in book.options).items():
        if count > 1:
            yield Message(REPEATED, place=f"option {name}", asked=name)
    for option in book.options:
        yield from _option(game, option)


def _option(game: Game, option: Option[Any]) -> Mistakes:
    place, values = f"option {option.name}", list(map(str, option.values))
    yield from _id(place, option.name)
    yield from cited(game, place, option.cite, option.left_by, option.authorised_by, option.days_read)
    for value, count in Counter(values).items():
        if count > 1:
            yield Message(REPEATED, place=place, asked=value)
    for value in map(str, (option.default, *option.untaken, *option.says_value)):
        if value not in values:
            yield Message(NOT_THERE, place=place, asked=value, allowed=values)
    said = {value: option.says_value.get(str(value), "") for value in option.values if not isinstance(value, int)}
    yield from worded(place, says=option.says, **{str(value): text for value, text in said.items()})


# Bets


def bets(game: Game, book: Rulebook, options: Mapping[str, object]) -> Mistakes:
    """The bets under some options, by every outcome."""
    chosen = choose(book.options, options)
    made = list(book.bets(chosen))
    sound = [bet for bet in made if isinstance(bet, Bet) and isinstance(bet.space, Space)]
    yield from (_no_bet(bet) for bet in made if bet not in sound)
    if not sound:
        yield Message(MISSING, place="bets", asked="Bet(…)")
        return
    for key, count in Counter(bet.key for bet in sound).items():
        if count > 1:
            yield Message(REPEATED, place=f"bet {key}", asked=f"Bet {key}")
    owners = {
        bet.space: bet for bet in reversed(sound)
    }  # bets share a space: it is looked at once, at the first of them
    spaces = {space: list(tried(game, f"bet {bet.key}", partial(_space, bet))) for space, bet in owners.items()}
    for space, bet in owners.items():
        yield from spaces[space]
        yield from cited(game, f"bet {bet.key}", space.cite, *space.weighed_by)
    ids = {bet.id for bet in sound}
    for bet in sound:
        yield from tried(game, f"bet {bet.key}", partial(_row, game, book, bet, ids))
        if not spaces[bet.space]:
            yield from tried(game, f"bet {bet.key}", partial(_decided, game, bet))
    if not any(spaces.values()):
        rules = Rules(book, chosen, {bet.key: bet for bet in sound})
        yield from tried(game, "outcomes", partial(_outcomes, game, rules))
    yield from tried(game, "other_readings", partial(_other_readings, game, book, chosen))


def _no_bet(made: object) -> Message:
    if isinstance(made, Bet):
        return Message(WRONG_KIND, place=f"bet {made.key}", asked=f"space={made.space!r}", allowed="Space(…)")
    return Message(WRONG_KIND, place="bets", asked=repr(made), allowed="Bet(…)")


def _other_readings(game: Game, book: Rulebook, chosen: Chosen) -> Mistakes:
    for other in book.other_readings(chosen):
        yield from cited(game, f"bet {other.as_read.key}, other reading", other.cite)


def _row(game: Game, book: Rulebook, bet: Bet, ids: set[str]) -> Mistakes:
    place = f"bet {bet.key}"
    yield from _id(place, bet.id)
    if bet.selection != bet.selection.strip().lower() or ":" in bet.selection:
        yield Message(BAD_ID, place=place, asked=bet.selection)
    elif bet.selection and (found := book.canonical(bet.id, bet.selection)) != bet.selection:
        yield Message(READ_OTHERWISE, place=place, asked=bet.key, written=bet.selection, found=found)
    texts = {"name": bet.name, **{f"counts {number}": text for number, text in bet.counts.items()}}
    texts |= {name: text for name in ("label", "about", "wins") if (text := getattr(bet, name))}
    yield from worded(place, **texts)
    yield from cited(game, place, bet.cite, *bet.reads, bet.decided_by)
    if bet.cite is None:
        yield Message(MISSING, place=place, asked="cite(…)")
    if bet.added_to and bet.added_to not in ids:
        yield Message(NOT_THERE, place=place, asked=f"added_to={bet.added_to}", allowed=sorted(ids))
    if bet.commission:
        yield from cited(game, place, bet.commission.cite)
        yield from _share(place, bet.commission.rate)
    if taken_back := book.withdrawal(bet):
        yield from worded(place, when=taken_back.when)
        yield from cited(game, place, taken_back.cite)


def _space(bet: Bet) -> Mistakes:
    """The outcomes that a bet may meet: each once, with a weight."""
    place, space = f"bet {bet.key}", bet.space
    if not space.weights:
        yield Message(MISSING, place=place, asked=OUTCOMES)
    for outcome, count in Counter(outcome for outcome, _weight in space).items():
        if count > 1:
            yield Message(REPEATED, place=place, asked=f"outcome {outcome!r}")
    for outcome, weight in space:
        for found in _whole(place, weight, f"weight of {outcome!r}: "):
            yield found
            return  # of a thousand outcomes one is enough


def _decided(game: Game, bet: Bet) -> Mistakes:
    """What outcomes do to a bet: every step a verdict, every verdict exact and cited, and an end from every state."""
    place, verdicts, wrong = f"bet {bet.key}", dict[Verdict, None](), list[Message]()

    def step(state: State, outcome: object) -> Verdict:
        verdict = bet.step(state, outcome)
        if not isinstance(verdict, Verdict):
            wrong.append(
                Message(
                    "game_no_verdict",
                    _(
                        "{place}: its step gives {asked} for {outcome} in the state {state}; it must give Win, Lose, Push or Stay"
                    ),
                    place=place,
                    asked=repr(verdict),
                    outcome=repr(outcome),
                    state=str(state),
                )
            )
            return Lose()  # so that the other outcomes are looked at
        verdicts[verdict] = None
        return verdict

    automaton = explore(replace(bet, step=step))
    yield from wrong[:1]
    for verdict in verdicts:
        yield from cited(game, place, verdict.cite)
        if isinstance(verdict, Win):
            yield from _odds(place, verdict)
        if isinstance(verdict, Lose):
            yield from _share(place, verdict.share)
    if not wrong and (stuck := _stuck(automaton)):
        yield Message(
            "game_never_decided",
            _("{place}: from the state {asked}, the bet can never be decided"),
            place=place,
            asked=str(stuck[0]),
        )


def _stuck(automaton: Automaton) -> list[State]:
    """The states that lead to no decision."""
    ends = {place for place, row in enumerate(automaton.rows) if any(not isinstance(cell, int) for cell in row)}
    while more := {place for place, row in enumerate(automaton.rows) if place not in ends and not ends.isdisjoint(row)}:
        ends |= more
    return [state for place, state in enumerate(automaton.states) if place not in ends]


def _odds(place: str, win: Win) -> Mistakes:
    if win.cite is None:
        yield Message(MISSING, place=place, asked="Win(…, cite)")
    if not isinstance(win.odds, Odds):
        yield Message(WRONG_KIND, place=place, asked=repr(win.odds), allowed="Odds(…)")
        return
    for number in (win.odds.prize, win.odds.stake):
        yield from _whole(place, number, f"Odds({win.odds.prize!r}, {win.odds.stake!r}): ")


OUTCOMES = _("the list of outcomes")
WHOLE = _("a whole number above 0")
SHARE = _("a Fraction above 0 and at most 1")


def _whole(place: str, number: object, of: str = "") -> Mistakes:
    if not isinstance(number, int) or isinstance(number, bool) or number <= 0:
        yield Message(WRONG_KIND, place=place, asked=f"{of}{number!r}", allowed=WHOLE)


def _share(place: str, share: object) -> Mistakes:
    if not isinstance(share, int | Fraction) or not 0 < share <= 1:
        yield Message(WRONG_KIND, place=place, asked=repr(share), allowed=SHARE)


def _id(place: str, asked: str) -> Mistakes:
    if not ID.fullmatch(asked):
        yield Message(BAD_ID, place=place, asked=asked)


# Outcomes


def _outcomes(game: Game, rules: Rules) -> Mistakes:
    """How outcomes are written and read, and what is to be seen in them; of each kind of mistake the first."""
    book, possible = rules.rulebook, dict.fromkeys(outcome for outcome, _ in rules.space)
    for space, bet in {bet.space: bet for bet in rules.bets.values()}.items():
        if strange := [outcome for outcome, _ in space if outcome not in possible]:
            yield Message(NOT_THERE, place=f"bet {bet.key}", asked=repr(strange[0]), allowed=repr(rules.space))
    seen: dict[str, Message] = {}
    names = set[str]()
    for outcome in possible:
        for message in _written(book, outcome):
            seen.setdefault("written", message)
        found = book.facts(outcome)
        names = names or set(found)
        if set(found) != names:
            some = sorted(set(found) ^ names)
            seen.setdefault("names", Message(MISSING, place=f"facts of {outcome!r}", asked=some))
        for name, fact in found.items():
            if not _is_fact(fact):
                seen.setdefault(name, Message(NOT_A_FACT, place=f"fact {name}", asked=repr(fact)))
    yield from seen.values()
    for name in names:
        yield from _id(f"fact {name}", name)
    yield from _form(game, book, possible)


def _written(book: Rulebook, outcome: object) -> Mistakes:
    written = book.show(outcome)
    read = book.parse_throw(written)
    if not isinstance(read, Counted) or read.outcome != outcome:
        found = getattr(read, "outcome", read)
        yield Message(READ_OTHERWISE, place="show, parse", asked=repr(outcome), written=written, found=repr(found))


def _form(game: Game, book: Rulebook, possible: Collection[object]) -> Mistakes:
    place = f"outcome_form {str(book.outcome_form)!r}"
    try:
        read = book.parse_throw(book.outcome_form)
    except Exception as fault:  # a package of others' may fail in any way
        yield failed(game, place, fault)
        return
    if not isinstance(read, Counted) or read.outcome not in possible:
        found = getattr(read, "outcome", read)
        yield Message(NOT_THERE, place=place, asked=repr(found), allowed="Space(…)")


def _is_fact(value: object) -> bool:
    parts: Sequence[object] = value if isinstance(value, tuple) else (value,)
    return all(isinstance(part, int) for part in parts) or all(isinstance(part, str) for part in parts)
