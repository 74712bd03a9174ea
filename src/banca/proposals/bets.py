"""What a file says of one bet, checked and put into the rulebook's own words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn

from banca.rulebook import (
    GRANTED,
    LOSE,
    PLACED,
    PROPOSED,
    PUSH,
    Bet,
    ChangedPrize,
    Citation,
    Code,
    Decided,
    Given,
    Odds,
    Outcome,
    Place,
    PrizeRow,
    ProposedBet,
    Refusal,
    Rulebook,
    State,
    Stay,
    Verdict,
    Win,
    explore,
    tabled,
)

Json = dict[str, Any]

LANGUAGES = ("en", "pt", "zh")
MOST_NAME, MOST_DESCRIPTION = 60, 2000
MOST_LABEL = 80
"""Letters of a state, as a table's journal takes them."""
MOST_PRIZE = 1_000_000
ODDS = re.compile(r"\s*(\d{1,9})\s+(to|for)\s+(\d{1,9})\s*")
ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
SELECTION = re.compile(r"[a-z0-9][a-z0-9-]{0,39}|")


@dataclass(frozen=True, slots=True)
class Reading:
    """The file being read."""

    name: str

    def refuse(self, line: int, because: Refusal) -> NoReturn:
        """Say no to the file, at a line."""
        raise Refusal(Code.BAD_PROPOSAL, because.cite, asked=self.name, line=line, because=because)


def read_given(reading: Reading, line: int, key: str, value: object, most: int = MOST_NAME) -> Given:
    """A text in the three languages, printable and not too long."""
    told = value if isinstance(value, Mapping) else {}
    missing = [one for one in LANGUAGES if not isinstance(told.get(one), str) or not told[one].strip()]
    if missing:
        reading.refuse(line, Refusal(Code.NOT_TOLD, asked=key, missing=missing))
    texts = {one: " ".join(told[one].split()) for one in LANGUAGES}
    for text in texts.values():
        if len(text) > most or not text.isprintable():
            reading.refuse(line, Refusal(Code.TEXT_TOO_LONG, asked=key, given=_shown(text), allowed=most))
    return Given(texts)


def read_odds(reading: Reading, line: int, key: str, value: object) -> Odds:
    """A prize as the regulation writes it, `7 to 6`, or as American layouts do, the stake included: `30 for 1`."""
    written = ODDS.fullmatch(value) if isinstance(value, str) else None
    if written is None:
        reading.refuse(line, Refusal(Code.BAD_PRIZE, asked=key, given=_shown(value)))
    prize, stake = int(written[1]), int(written[3])
    if written[2] == "for":
        prize -= stake
    if prize <= 0 or stake <= 0 or prize > MOST_PRIZE * stake:
        reading.refuse(line, Refusal(Code.PRIZE_OUT_OF_RANGE, asked=key, given=value, allowed=MOST_PRIZE))
    return Odds(prize, stake)


def read_bet(reading: Reading, book: Rulebook, one: Json, taken: Sequence[str]) -> ProposedBet:
    """A new bet: its words, its prizes, and its table."""
    line, about = one["line"], one["about"]
    bet_id, selection = _read_key(reading, book, line, about, taken)
    prizes = _read_prizes(reading, line, about)
    name = read_given(reading, line, "name", about["name"])
    if selection and any("{}" not in text for text in name.told.values()):
        reading.refuse(line, Refusal(Code.NAME_WITHOUT_SELECTION, asked=bet_id, given=name))
    phases = _phases(book)
    if about["phase"] not in ("", *phases):
        reading.refuse(line, Refusal(Code.UNKNOWN_PHASE, asked=_shown(about["phase"]), allowed=phases))
    if about["place"] not in list(Place):
        reading.refuse(line, Refusal(Code.UNKNOWN_PLACE, asked=_shown(about["place"]), allowed=list(Place)))
    space = book.under().space
    shown = dict(zip((outcome for outcome, _ in space), _columns(book, one), strict=True))
    granted = GRANTED.get(book.game, PROPOSED)
    bet = Bet(
        id=bet_id,
        name=name,
        selection=selection,
        label=read_given(reading, line, "label", about["label"]) if about["label"] is not None else "",
        cite=granted,
        reads=(PROPOSED,),
        space=space,
        sees=shown.__getitem__,
        start=PLACED,
        place=Place(about["place"]),
        step=partial(tabled, _cells(reading, one, list(dict.fromkeys(shown.values())), prizes, granted)),
    )
    return ProposedBet(
        bet=bet,
        description=read_given(reading, line, "description", about["description"], MOST_DESCRIPTION),
        prizes=prizes,
        phase=about["phase"],
        line=line,
    )


def read_change(reading: Reading, book: Rulebook, one: Json) -> ChangedPrize:
    """Another prize for a bet of the game's own, on the outcomes where it wins one."""
    line, about = one["line"], one["about"]
    rules = book.under()
    if not isinstance(about["bet"], str):
        reading.refuse(line, Refusal(Code.PROPOSAL_VALUE, asked="bet", given=_shown(about["bet"])))
    try:
        bet = rules.bet(about["bet"])
    except Refusal as refusal:
        reading.refuse(line, refusal)
    if not all(isinstance(met, bool) for met in one["met"]):
        reading.refuse(line, Refusal(Code.PROPOSAL_VALUE, asked="when", given=_shown(one["met"][0])))
    met = frozenset(outcome for (outcome, _), is_met in zip(rules.space, one["met"], strict=True) if is_met)
    won = {
        outcome
        for state in explore(bet).states
        for outcome, _ in bet.space
        if isinstance(bet.verdict(state, outcome), Win)
    }
    if not met & won:
        reading.refuse(line, Refusal(Code.NEVER_WON, bet.cite, bet=bet.key))
    return ChangedPrize(
        bet=bet.key, odds=read_odds(reading, line, "pays", about["pays"]), outcomes=met & won, line=line
    )


def _read_key(reading: Reading, book: Rulebook, line: int, about: Json, taken: Sequence[str]) -> tuple[str, str]:
    """The id and selection: lower_snake, not one that the game has, and once only."""
    bet_id, selection = about["id"], about["selection"]
    if not isinstance(bet_id, str) or not ID.fullmatch(bet_id):
        reading.refuse(line, Refusal(Code.BAD_BET_ID, asked=_shown(bet_id)))
    if not isinstance(selection, str) or not SELECTION.fullmatch(selection):
        reading.refuse(line, Refusal(Code.BAD_BET_ID, asked=_shown(selection)))
    key = f"{bet_id}:{selection}" if selection else bet_id
    if bet_id in {bet.id for bet in book.under().bets.values()} or key in taken:
        reading.refuse(line, Refusal(Code.BET_THERE, asked=key))
    return bet_id, selection


def _read_prizes(reading: Reading, line: int, about: Json) -> tuple[PrizeRow, ...]:
    """One prize (`pays`), or a row of prizes for each key that the bet wins by."""
    if (about["pays"] is None) == (about["prizes"] is None):
        reading.refuse(line, Refusal(Code.NO_PRIZES))
    written = about["prizes"] if about["pays"] is None else {"": about["pays"]}
    if not isinstance(written, dict) or not written:
        reading.refuse(line, Refusal(Code.NO_PRIZES))
    rows = []
    for key, value in written.items():
        told = value if isinstance(value, dict) else {"pays": value, "name": None}
        name = told.get("name")
        rows.append(
            PrizeRow(
                key=str(key),
                name=read_given(reading, line, f"prizes[{key}]", name)
                if name
                else Given(dict.fromkeys(LANGUAGES, str(key))),
                odds=read_odds(reading, line, f"prizes[{key}]" if key != "" else "pays", told.get("pays")),
            )
        )
    return tuple(rows)


def _columns(book: Rulebook, one: Json) -> list[str]:
    """How the bet sees each outcome of the device: the outcome as it is written, or only the facts that it looks at."""
    sees = one["about"]["sees"]
    outcomes = [outcome for outcome, _ in book.under().space]
    if sees is None:
        return [book.show(outcome) for outcome in outcomes]
    return ["/".join(_fact(book.facts(outcome)[name]) for name in sees) for outcome in outcomes]


def _fact(value: object) -> str:
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _cells(
    reading: Reading, one: Json, columns: Sequence[str], prizes: Sequence[PrizeRow], cite: Citation
) -> dict[tuple[State, Outcome], Verdict]:
    """The whole table: what each outcome does in each state. A bet that can never win is refused."""
    odds = {row.key: row.odds for row in prizes}
    decisions: list[Decided] = []
    for kind, row in one["decisions"]:
        if kind == "win" and row not in odds:
            reading.refuse(one["line"], Refusal(Code.UNKNOWN_ROW, asked=row, allowed=list(odds)))
        decisions.append(Win(odds[row], cite, row) if kind == "win" else PUSH if kind == "push" else LOSE)
    if not any(isinstance(decision, Win) for decision in decisions):
        reading.refuse(one["line"], Refusal(Code.NEVER_WON, bet=one["about"]["id"]))
    states = _labels(one["states"])
    return {
        (state, column): decisions[-1 - cell] if cell < 0 else Stay(states[cell])
        for state, row in zip(states, one["rows"], strict=True)
        for column, cell in zip(columns, row, strict=True)
    }


def _labels(states: Sequence[str]) -> list[str]:
    """What each state is called: as the file writes it, without quotes and brackets; the first is the bet just placed."""
    plain = [_label(state) for state in states]
    clashes = len(set(plain[1:]) | {PLACED}) < len(plain)
    labels = [PLACED]
    for number, (state, label) in enumerate(zip(states[1:], plain[1:], strict=True), start=1):
        written = state if clashes else label
        labels.append(written if 0 < len(written) <= MOST_LABEL and written != PLACED else f"#{number}")
    return labels


def _label(state: str) -> str:
    return re.sub(r"[()\"]", "", state).replace(" ", "").strip(",")


def _phases(book: Rulebook) -> list[str]:
    """The phases that a bet may be held to."""
    states = book.table.states(book.under().space)
    return list(dict.fromkeys(phase for state in states for phase in book.table.phases(state)))


def _shown(value: object) -> str:
    """What a file gave, short enough for a line."""
    return repr(value)[:60]
