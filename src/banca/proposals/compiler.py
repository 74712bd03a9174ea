"""From a proposal file to a Proposal: the file runs in a process of its own, and what comes back is checked piece by piece."""

import ast
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn
from unicodedata import category

from banca.games import find, names, rulebook
from banca.rules import (
    LOSE,
    PLACED,
    PROPOSED,
    PUSH,
    Bet,
    ChangedPrize,
    Citation,
    Code,
    Commission,
    Decided,
    Fact,
    Message,
    Odds,
    Outcome,
    Place,
    PrizeRow,
    Proposal,
    ProposedBet,
    Refusal,
    Rulebook,
    State,
    Stay,
    Text,
    Verdict,
    Win,
    _,
    explore,
    given_text,
    granted_by,
    refusal,
    tabled,
)
from banca.rules.refusal import NEEDS_EXTRA, UNKNOWN_PHASE

BAD_PROPOSAL = refusal("bad_proposal", _("{asked}, line {line}: {because}"))
UNKNOWN_EXAMPLE = refusal("unknown_example", _("there is no such file; the worked examples: {allowed}"))
PROPOSAL_TOO_LONG = refusal(
    "proposal_too_long",
    _("the file runs for more than {allowed} s, or takes more steps than a bet may need; shorten its loops"),
)
PROPOSAL_TOO_LARGE = refusal(
    "proposal_too_large", _("the file needs more than {allowed} MB of memory; keep its lists and texts short")
)
PROPOSAL_VALUE = refusal("proposal_value", _("{asked} cannot be {given}"))
BAD_BET_ID = refusal(
    "bad_bet_id",
    _("an id has only lower-case letters, digits and _, a selection only letters, digits and -; not {asked}"),
)
UNKNOWN_PLACE = refusal("unknown_place", _("place must say where the bet is on the layout: {allowed}; not {asked}"))
NO_PRIZES = refusal(
    "no_prizes",
    _('{asked} needs either pays = "7 to 6" or prizes = a table of rows such as {{"two": "30 to 1"}}, and not both'),
)
NEVER_WON = refusal("never_won", _("{bet} can never win: no outcome meets the condition"))

# Letters of a state, as a table's journal takes them.
MOST_LABEL = 80
# Text, a whole number, a truth value, nothing, or a tuple of them, as the sandbox allows.
StateValue = object


def state_labels(states: Sequence[str]) -> list[str]:
    """What each state is called: as the file writes it, without quotes and brackets; the first is the bet just placed."""
    plain = [_plain_state(state) for state in states]
    clashes = len(set(plain[1:]) | {PLACED}) < len(plain)
    names: list[str] = [PLACED]
    for number, (state, label) in enumerate(zip(states[1:], plain[1:], strict=True), start=1):
        written = state if clashes else label
        is_good = 0 < len(written) <= MOST_LABEL and written.isprintable() and "#" not in written
        names.append(written if is_good else f"#{number}")
    return names


def _plain_state(state: str) -> str:
    return re.sub(r"[()\"]", "", state).replace(" ", "").strip(",")


def state_values(states: Sequence[str]) -> Mapping[State, StateValue]:
    """What each state is made of, by its label; the first is the bet just placed and says nothing more.

    >>> state_values(["((), 0)", "((4,), 0)"])
    {'4,,0': ((4,), 0)}
    """
    return {label: _read_state(state) for state, label in zip(states[1:], state_labels(states)[1:], strict=True)}


def _read_state(state: str) -> StateValue:
    """A state as Starlark writes it, which Python reads; one that was cut short stays a text."""
    try:
        return ast.literal_eval(state)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return state


Json = dict[str, Any]

LANGUAGES = ("en", "pt", "zh")
MOST_NAME, MOST_STATES, MOST_DESCRIPTION = 60, 200, 2000
MOST_PRIZE = 1_000_000
# Prizes of one bet.
MOST_ROWS = 40
ODDS = re.compile(r"\s*([0-9]{1,9})\s+(to|for)\s+([0-9]{1,9})\s*")
ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
SELECTION = re.compile(r"[a-z0-9][a-z0-9-]{0,38}|")


@dataclass(frozen=True, slots=True)
class FileLine:
    """A line of the file being read, where what it says may be refused."""

    file: str
    line: int

    def refuse(self, code: Code | str, /, *rest: Any, **about: object) -> NoReturn:
        """Say no to the file at this line, with what a `Message` is made of."""
        self.refuse_because(Message(code, *rest, **about))

    def refuse_because(self, because: Message) -> NoReturn:
        """Say no as another part of the program has."""
        raise Refusal(BAD_PROPOSAL, because.cite, asked=self.file, line=self.line, because=because)


def read_words(at: FileLine, key: str, value: object, most: int = MOST_NAME) -> Text:
    """A text in the three languages, printable and not too long."""
    given = value if isinstance(value, Mapping) else {}
    missing = [code for code in LANGUAGES if not isinstance(given.get(code), str) or not given[code].strip()]
    if missing:
        at.refuse(
            "not_told",
            _("{asked} is missing in {missing}; write say(en = ..., pt = ..., zh = ...)"),
            asked=key,
            missing=missing,
        )
    texts = {code: " ".join(given[code].split()) for code in LANGUAGES}
    for text in texts.values():
        if len(text) > most or not text.isprintable():
            at.refuse(
                "text_too_long",
                _("{asked} must be one line of at most {allowed} printable characters: {given}"),
                asked=key,
                given=_quote(text),
                allowed=most,
            )
    return given_text(texts)


def read_odds(at: FileLine, key: str, value: object) -> Odds:
    """A prize as the regulation writes it, `7 to 6`, or as American layouts do, the stake included: `30 for 1`."""
    written = ODDS.fullmatch(value) if isinstance(value, str) else None
    if written is None:
        at.refuse(
            "bad_prize",
            _('{asked} must be text such as "7 to 6" or "30 for 1", in whole numbers; not {given}'),
            asked=key,
            given=_quote(value),
        )
    prize, stake = int(written[1]), int(written[3])
    if written[2] == "for":
        prize -= stake
    if prize <= 0 or stake <= 0 or prize > MOST_PRIZE * stake:
        at.refuse(
            "prize_out_of_range",
            _("{asked} pays nothing or more than {allowed} to 1: {given}"),
            asked=key,
            given=value,
            allowed=MOST_PRIZE,
        )
    return Odds(prize, stake)


def read_bet(at: FileLine, book: Rulebook, call: Json, taken: Sequence[str]) -> ProposedBet:
    """A new bet: its words, its prizes, and its table."""
    about = call["about"]
    bet_id, selection = _read_key(at, book, about, taken)
    prizes = _read_prizes(at, bet_id, about)
    name = read_words(at, "name", about["name"])
    if selection and any("{}" not in text for text in name.by_language.values()):
        at.refuse(
            "name_without_selection",
            _("the name of {asked}, which has selections, needs {{}} in their place: {given}"),
            asked=bet_id,
            given=name,
        )
    phases = phases_of(book)
    if about["phase"] not in ("", *phases):
        at.refuse(UNKNOWN_PHASE, game=book.game, asked=_quote(about["phase"]), allowed=phases)
    if about["place"] not in list(Place):
        at.refuse(UNKNOWN_PLACE, asked=_quote(about["place"]), allowed=list(Place))
    space = book.under().space
    shown = dict(zip((outcome for outcome, _ in space), _outcome_columns(book, call), strict=True))
    columns: dict[Outcome, int] = {column: number for number, column in enumerate(dict.fromkeys(shown.values()))}
    granted = granted_by(book)
    bet = Bet(
        id=bet_id,
        name=name,
        selection=selection,
        label=read_words(at, "label", about["label"]) if about["label"] is not None else "",
        cite=granted,
        reads=(*book.outcome_cites, PROPOSED),
        space=space,
        sees=shown.__getitem__,
        start=PLACED,
        about=read_words(at, "description", about["description"], MOST_DESCRIPTION),
        place=Place(about["place"]),
        commission=_common_commission(book),
        step=partial(tabled, _table(at, call, prizes, granted), columns),
    )
    return ProposedBet(
        bet=bet,
        prizes=prizes,
        phase=about["phase"],
        state_words=read_words(at, "states", about["states"], MOST_STATES) if about["states"] is not None else None,
        state_values=state_values(call["states"]),
        sees=tuple(about["sees"] or ()),
        line=at.line,
    )


def read_change(at: FileLine, book: Rulebook, call: Json) -> ChangedPrize:
    """Another prize for a bet of the game's own, on the outcomes where it wins one."""
    about, rules = call["about"], book.under()
    if not isinstance(about["bet"], str):
        at.refuse(PROPOSAL_VALUE, asked="bet", given=_quote(about["bet"]))
    try:
        bet = rules.bet(about["bet"])
    except Refusal as refusal:
        at.refuse_because(refusal.message)
    met = frozenset(outcome for (outcome, _), is_met in zip(rules.space, call["met"], strict=True) if is_met)
    won = {
        outcome
        for state in explore(bet).states
        for outcome, _ in bet.space
        if isinstance(bet.verdict(state, outcome), Win)
    }
    if not met & won:
        at.refuse(
            "changed_prize_never_won",
            _("{bet} wins on no outcome that meets the condition, so this prize could never be won"),
            bet.cite,
            bet=bet.key,
        )
    return ChangedPrize(bet=bet.key, odds=read_odds(at, "pays", about["pays"]), outcomes=met & won, line=at.line)


def _read_key(at: FileLine, book: Rulebook, about: Json, taken: Sequence[str]) -> tuple[str, str]:
    """The id and selection: lower_snake, not one that the game has, and once only."""
    bet_id, selection = about["id"], about["selection"]
    if not isinstance(bet_id, str) or not ID.fullmatch(bet_id):
        at.refuse(BAD_BET_ID, asked=_quote(bet_id))
    if not isinstance(selection, str) or not SELECTION.fullmatch(selection):
        at.refuse(BAD_BET_ID, asked=_quote(selection))
    key = f"{bet_id}:{selection}" if selection else bet_id
    if bet_id in {bet.id for bet in book.under().bets.values()} or key in taken:
        at.refuse(
            "bet_there",
            _(
                "bet {asked} already exists; give the new bet another id, or change the existing one with change(bet = ...)"
            ),
            asked=key,
        )
    return bet_id, selection


def _read_prizes(at: FileLine, key: str, about: Json) -> tuple[PrizeRow, ...]:
    """One prize (`pays`), or a row of prizes for each key that the bet wins by."""
    if about["pays"] is not None and about["prizes"] is None:
        return (
            PrizeRow(key="", name=given_text(dict.fromkeys(LANGUAGES, "")), odds=read_odds(at, "pays", about["pays"])),
        )
    if about["pays"] is not None or not isinstance(about["prizes"], list) or not about["prizes"]:
        at.refuse(NO_PRIZES, asked=key)
    rows: dict[str, PrizeRow] = {}
    for row in about["prizes"]:
        if not isinstance(row, list) or len(row) != 2:
            at.refuse(NO_PRIZES, asked=key)
        written, value = row
        if not isinstance(written, str | int) or isinstance(written, bool) or str(written) in rows:
            at.refuse(PROPOSAL_VALUE, asked="prizes", given=_quote(written))
        rows[str(written)] = _read_row(at, str(written), value)
    if len(rows) > MOST_ROWS:
        at.refuse(PROPOSAL_VALUE, asked="prizes", given=f"{len(rows)} > {MOST_ROWS}")
    return tuple(rows.values())


def _read_row(at: FileLine, key: str, value: object) -> PrizeRow:
    """`"30 to 1"` or prize("30 to 1", en = ..., pt = ..., zh = ...)."""
    argument = f"prizes[{_quote(key)}]"
    given = value if isinstance(value, dict) else {"pays": value}
    name = given["name"] if "name" in given else dict.fromkeys(LANGUAGES, key)
    return PrizeRow(
        key=key,
        name=read_words(at, argument, name),
        odds=read_odds(at, argument, given.get("pays")),
    )


def _outcome_columns(book: Rulebook, call: Json) -> list[str]:
    """How the bet sees each outcome of the device: the outcome as it is written, or only the facts that it looks at."""
    sees = call["about"]["sees"]
    outcomes = [outcome for outcome, _ in book.under().space]
    if sees is None:
        alike: dict[tuple[tuple[str, Fact], ...], str] = {}
        return [alike.setdefault(tuple(book.facts(outcome).items()), book.show(outcome)) for outcome in outcomes]
    return [", ".join(_fact(book.facts(outcome)[name]) for name in sees) for outcome in outcomes]


def _fact(value: object) -> str:
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _table(at: FileLine, call: Json, prizes: Sequence[PrizeRow], cite: Citation) -> Mapping[State, tuple[Verdict, ...]]:
    """A row per state: what the outcomes do there. A bet that can never win is refused."""
    won = {row.key: Win(row.odds, cite, row.key) for row in prizes}
    decisions: list[Decided] = []
    for kind, key in call["decisions"]:
        if kind == "win" and key not in won:
            code = (
                refusal(
                    "one_prize",
                    _("the bet wins by the row “{asked}”, but has only one prize: write win(), or give it prizes"),
                )
                if list(won) == [""]
                else refusal(
                    "unknown_row", _("the bet wins by the row “{asked}”, which is not among its prizes: {allowed}")
                )
                if key
                else refusal("row_not_named", _("the bet wins without naming one of its rows of prizes: {allowed}"))
            )
            at.refuse(code, asked=key, allowed=list(won))
        decisions.append(won[key] if kind == "win" else PUSH if kind == "push" else LOSE)
    if not any(isinstance(decision, Win) for decision in decisions):
        at.refuse(NEVER_WON, bet=call["about"]["id"])
    states = state_labels(call["states"])
    verdicts = [*(Stay(state) for state in states), *reversed(decisions)]
    return {state: tuple(verdicts[cell] for cell in row) for state, row in zip(states, call["rows"], strict=True)}


def _common_commission(book: Rulebook) -> Commission | None:
    """What the regulation keeps of every prize, whatever the bet; one that only some bets pay is theirs alone."""
    first, *others = (bet.commission for bet in book.under().bets.values())
    return first if all(other == first for other in others) else None


def phases_of(book: Rulebook) -> list[str]:
    """The phases that a bet may be held to."""
    states = book.table.states(book.under().space)
    return list(dict.fromkeys(phase for state in states for phase in book.table.phases(state)))


def _quote(value: object) -> str:
    """What a file gave, short enough for a line."""
    return repr(value)[:60]


SANDBOX = Path(__file__).with_name("sandbox.py")
# What some editors begin a file with.
BYTE_ORDER_MARK = "\ufeff"
# Of a file.
MOST_LETTERS = 200_000
# Bets of a file, and changes.
MOST_CALLS = 60
# Of all its tables together.
MOST_CELLS = 2_000_000
# Proposals at hand that have been read.
CACHED = 16
# Kinds of letters that a file may not have, but for the ends of its lines and tabs.
INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn")
# A process that has not ended after so many times its limit, by the clock on the wall, is ended from outside.
SLOWER = 10
# Seconds that it may take beyond that to start, however busy the machine is.
GRACE = 10.0
# Seconds of the processor's time to find the line at which a process died.
TRACED = 0.9

# What the sandbox finds, and what is said of it.
FAULTS: Mapping[str, Code] = {
    "starlark": refusal("starlark", _("Starlark reports: {because}")),
    "too_long": PROPOSAL_TOO_LONG,
    "proposal_once": refusal(
        "proposal_once", _("name the game once: proposal(game = ..., title = say(en = ..., pt = ..., zh = ...))")
    ),
    "wins_or_step": refusal(
        "wins_or_step",
        _("a bet needs either wins = (a condition on the outcome) or step = (a function of state and outcome)"),
    ),
    "sees": refusal("unknown_fact", _("sees must be a list of properties of an outcome in this game: {allowed}")),
    "nonsense": refusal(
        "step_nonsense",
        _(
            "in state {state} with outcome {outcome} the bet returned {gave}; return win(...), lose(), push() or stay(state)"
        ),
    ),
    "both": refusal("wins_and_ties", _("the outcome {outcome} both wins and ties; it can do only one")),
    "not_called": refusal("not_called", _("write {asked}() with brackets")),
    "fact": refusal("no_such_fact", _("an outcome has no {asked} here; available: {allowed}")),
    "function": refusal("not_a_function", _("{asked} must be a function such as lambda o: o.total == 7; not {given}")),
    "state": refusal(
        "bad_state",
        _(
            "a state must be text, a whole number, True, False, None or a tuple of these, so that states can be compared; not {given}"
        ),
    ),
    "value": PROPOSAL_VALUE,
    "calls": refusal(
        "proposal_calls", _("a file may call {asked} at most {allowed} times; split it into several files")
    ),
    "states": refusal(
        "proposal_states",
        _("the bet has more than {allowed} states; keep in its state only the data that decides the bet"),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxLimits:
    """The resources that a file may use."""

    seconds: float = 10.0
    """Processor time."""
    steps: int = 200_000
    """Steps of Starlark, in thousands."""
    states: int = 20_000
    """The states of one bet."""
    megabytes: int = 1000
    """Memory of the process, including the interpreter."""


@lru_cache(CACHED)
def read_proposal(source: str, name: str = "proposal.star", limits: SandboxLimits = SandboxLimits()) -> Proposal:  # noqa: B008 - frozen
    """Read a proposal from the text of a file; a mistake is refused at its line, with what to do.

    Args:
        source: The text of the file.
        name: What messages call it.
        limits: How much time and memory it may take.

    Raises:
        Refusal: The text describes no valid bet, or exceeds the limits.
    """
    if find_spec("starlark") is None:
        raise Refusal(NEEDS_EXTRA, asked=name, allowed="propose")
    if len(source) > MOST_LETTERS:
        FileLine(name, 1).refuse(
            "file_too_long",
            _("a proposal has at most {allowed} characters, and this one has more"),
            allowed=MOST_LETTERS,
        )
    text = source.removeprefix(BYTE_ORDER_MARK)
    check_letters(text, name)
    answer = _ask_sandbox(text, limits, name)
    at = FileLine(name, answer["line"])
    game = answer["about"]["game"]
    book = rulebook(game)
    title = read_words(at, "title", answer["about"]["title"])
    bets: list[ProposedBet] = []
    for call in answer["bets"]:
        bets.append(read_bet(FileLine(name, call["line"]), book, call, taken=[new.bet.key for new in bets]))
    changes = tuple(read_change(FileLine(name, call["line"]), book, call) for call in answer["changes"])
    if not bets and not changes:
        at.refuse("nothing_proposed", _("the file proposes nothing; call bet(...) or change(...)"))
    return Proposal(
        file=name,
        source=source,
        digest=hashlib.sha256(source.encode()).hexdigest(),
        game=game,
        title=title,
        bets=tuple(bets),
        changes=changes,
    )


def check_letters(text: str, file: str) -> None:
    """Refuse what would make the file look other than it is: letters that turn the writing round, or that nobody sees."""
    for index, letter in enumerate(text):
        if category(letter) in INVISIBLE and letter not in "\n\r\t":
            FileLine(file, text.count("\n", 0, index) + 1).refuse(
                "unseen_letter",
                _("there is an invisible character, {asked}; remove it"),
                asked=f"U+{ord(letter):04X}",
            )


def _ask_sandbox(source: str, limits: SandboxLimits, file: str, games: Collection[str] = ()) -> Any:  # JSON
    """Let the sandbox run the file; a death of its process is told at the line where it was.

    A file says for which game it is only when it runs. To send the outcomes of every game would import every game, so the sandbox gets
    those of the games that the text names, or of `games`.
    """
    sent = games or [game for game in names() if game in source and has_bets(game)]
    request = {
        "source": source,
        "outcomes": {game: outcome_facts(game) for game in sent},
        "seconds": limits.seconds,
        "steps": limits.steps,
        "states": limits.states,
        "cells": MOST_CELLS,
        "calls": MOST_CALLS,
        "memory": limits.megabytes << 20,
    }
    answer, line, is_late = _run_sandbox({**request, "trace": False})
    if answer is None:
        if not line:
            line = _run_sandbox({**request, "trace": True, "seconds": TRACED})[1]
        code = PROPOSAL_TOO_LONG if is_late else PROPOSAL_TOO_LARGE
        FileLine(file, line or 1).refuse(code, allowed=f"{limits.seconds:g}" if is_late else limits.megabytes)
    if "fault" not in answer:
        return answer
    fault = answer["fault"]
    if fault["kind"] == "game" and not games:
        try:
            rulebook(fault["asked"])
        except Refusal as refusal:
            FileLine(file, fault["line"]).refuse_because(refusal.message)
        return _ask_sandbox(source, limits, file, [fault["asked"]])  # the file puts the name together
    return _refuse(file, limits, **fault)


def _run_sandbox(request: Mapping[str, Any]) -> tuple[Any, int, bool]:
    """What the process answers, or nothing; the line it was at; whether it had to be stopped."""
    # A process of its own, and not a thread: an endless loop in native code or all the memory ends it and nothing else. It starts with
    # an empty environment, without site-packages of the user (-I), outside the house's folder, and holds itself to its limits (setrlimit).
    # The time on the wall is the last resort: processor time is what counts, so that a busy machine makes no file too long.
    try:
        done = subprocess.run(  # our own program, isolated from everything around it
            [sys.executable, "-I", str(SANDBOX)],
            input=json.dumps(request),
            capture_output=True,
            text=True,
            timeout=request["seconds"] * SLOWER + GRACE,
            check=False,
            cwd="/",
            env={"PATH": os.defpath},
        )
    except subprocess.TimeoutExpired as late:
        return None, _last_line(late.stderr), True
    is_late = done.returncode == -signal.SIGXCPU
    return json.loads(done.stdout) if done.returncode == 0 else None, _last_line(done.stderr), is_late


def _last_line(output: str | bytes | None) -> int:
    text = output.decode(errors="replace") if isinstance(output, bytes) else output or ""
    lines = re.findall(r"^at (\d+)$", text, re.MULTILINE)
    return int(lines[-1]) if lines else 0


def _refuse(file: str, limits: SandboxLimits, line: int, kind: str, **about: Any) -> NoReturn:  # JSON
    if kind == "too_long":
        about = {"allowed": f"{limits.seconds:g}"}
    FileLine(file, line or 1).refuse(FAULTS[kind], **about)


def has_bets(game: str) -> bool:
    """Whether a game can be played, and is one of chance; only this game is imported to see it."""
    try:
        return find(game).rulebook is not None
    except Refusal:
        return False


@cache
def outcome_facts(game: str) -> list[dict[str, Fact]]:
    """What there is to see in every outcome of a game, in the order of its space."""
    book = rulebook(game)
    return [dict(book.facts(outcome)) for outcome, _weight in book.under().space]
