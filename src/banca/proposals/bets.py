"""What a file says of one bet, checked and put into the rulebook's own words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn

from banca.proposals.refusals import (
    BAD_BET_ID,
    BAD_PROPOSAL,
    CHANGED_PRIZE_NEVER_WON,
    NAME_WITHOUT_SELECTION,
    NEVER_WON,
    NO_PRIZES,
    NOT_TOLD,
    ONE_PRIZE,
    PROPOSAL_VALUE,
    ROW_NOT_NAMED,
    UNKNOWN_PLACE,
    UNKNOWN_ROW,
)
from banca.proposals.states import labels, values
from banca.rules import (
    LOSE,
    PLACED,
    PROPOSED,
    PUSH,
    Bet,
    ChangedPrize,
    Citation,
    Commission,
    Decided,
    Fact,
    Message,
    Odds,
    Outcome,
    Place,
    PrizeRow,
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
    tabled,
)
from banca.rules.refusal import UNKNOWN_PHASE

Json = dict[str, Any]

LANGUAGES = ("en", "pt", "zh")
MOST_NAME, MOST_STATES, MOST_DESCRIPTION = 60, 200, 2000
MOST_PRIZE = 1_000_000
MOST_ROWS = 40
"""Prizes of one bet."""
ODDS = re.compile(r"\s*([0-9]{1,9})\s+(to|for)\s+([0-9]{1,9})\s*")
ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
SELECTION = re.compile(r"[a-z0-9][a-z0-9-]{0,38}|")


@dataclass(frozen=True, slots=True)
class Reading:
    """The file being read."""

    name: str

    def refuse(self, line: int, because: Message) -> NoReturn:
        """Say no to the file, at a line."""
        raise Refusal(BAD_PROPOSAL, because.cite, asked=self.name, line=line, because=because)


def read_given(reading: Reading, line: int, key: str, value: object, most: int = MOST_NAME) -> Text:
    """A text in the three languages, printable and not too long."""
    told = value if isinstance(value, Mapping) else {}
    missing = [one for one in LANGUAGES if not isinstance(told.get(one), str) or not told[one].strip()]
    if missing:
        reading.refuse(line, Message(NOT_TOLD, asked=key, missing=missing))
    texts = {one: " ".join(told[one].split()) for one in LANGUAGES}
    for text in texts.values():
        if len(text) > most or not text.isprintable():
            reading.refuse(
                line,
                Message(
                    "text_too_long",
                    _("{asked} must be one line of at most {allowed} printable characters: {given}"),
                    asked=key,
                    given=_shown(text),
                    allowed=most,
                ),
            )
    return given_text(texts)


def read_odds(reading: Reading, line: int, key: str, value: object) -> Odds:
    """A prize as the regulation writes it, `7 to 6`, or as American layouts do, the stake included: `30 for 1`."""
    written = ODDS.fullmatch(value) if isinstance(value, str) else None
    if written is None:
        reading.refuse(
            line,
            Message(
                "bad_prize",
                _('{asked} must be text such as "7 to 6" or "30 for 1", in whole numbers; not {given}'),
                asked=key,
                given=_shown(value),
            ),
        )
    prize, stake = int(written[1]), int(written[3])
    if written[2] == "for":
        prize -= stake
    if prize <= 0 or stake <= 0 or prize > MOST_PRIZE * stake:
        reading.refuse(
            line,
            Message(
                "prize_out_of_range",
                _("{asked} pays nothing or more than {allowed} to 1: {given}"),
                asked=key,
                given=value,
                allowed=MOST_PRIZE,
            ),
        )
    return Odds(prize, stake)


def read_bet(reading: Reading, book: Rulebook, one: Json, taken: Sequence[str]) -> ProposedBet:
    """A new bet: its words, its prizes, and its table."""
    line, about = one["line"], one["about"]
    bet_id, selection = _read_key(reading, book, line, about, taken)
    prizes = _read_prizes(reading, line, bet_id, about)
    name = read_given(reading, line, "name", about["name"])
    if selection and any("{}" not in text for text in name.in_each_language.values()):
        reading.refuse(line, Message(NAME_WITHOUT_SELECTION, asked=bet_id, given=name))
    phases = phases_of(book)
    if about["phase"] not in ("", *phases):
        reading.refuse(line, Message(UNKNOWN_PHASE, game=book.game, asked=_shown(about["phase"]), allowed=phases))
    if about["place"] not in list(Place):
        reading.refuse(line, Message(UNKNOWN_PLACE, asked=_shown(about["place"]), allowed=list(Place)))
    space = book.under().space
    shown = dict(zip((outcome for outcome, _ in space), _columns(book, one), strict=True))
    columns: dict[Outcome, int] = {column: number for number, column in enumerate(dict.fromkeys(shown.values()))}
    granted = granted_by(book)
    bet = Bet(
        id=bet_id,
        name=name,
        selection=selection,
        label=read_given(reading, line, "label", about["label"]) if about["label"] is not None else "",
        cite=granted,
        reads=(*book.outcome_cites, PROPOSED),
        space=space,
        sees=shown.__getitem__,
        start=PLACED,
        about=read_given(reading, line, "description", about["description"], MOST_DESCRIPTION),
        place=Place(about["place"]),
        commission=_common_commission(book),
        step=partial(tabled, _table(reading, one, prizes, granted), columns),
    )
    return ProposedBet(
        bet=bet,
        prizes=prizes,
        phase=about["phase"],
        state_words=read_given(reading, line, "states", about["states"], MOST_STATES)
        if about["states"] is not None
        else None,
        state_values=values(one["states"]),
        sees=tuple(about["sees"] or ()),
        line=line,
    )


def read_change(reading: Reading, book: Rulebook, one: Json) -> ChangedPrize:
    """Another prize for a bet of the game's own, on the outcomes where it wins one."""
    line, about = one["line"], one["about"]
    rules = book.under()
    if not isinstance(about["bet"], str):
        reading.refuse(line, Message(PROPOSAL_VALUE, asked="bet", given=_shown(about["bet"])))
    try:
        bet = rules.bet(about["bet"])
    except Refusal as refusal:
        reading.refuse(line, refusal.message)
    met = frozenset(outcome for (outcome, _), is_met in zip(rules.space, one["met"], strict=True) if is_met)
    won = {
        outcome
        for state in explore(bet).states
        for outcome, _ in bet.space
        if isinstance(bet.verdict(state, outcome), Win)
    }
    if not met & won:
        reading.refuse(line, Message(CHANGED_PRIZE_NEVER_WON, bet.cite, bet=bet.key))
    return ChangedPrize(
        bet=bet.key, odds=read_odds(reading, line, "pays", about["pays"]), outcomes=met & won, line=line
    )


def _read_key(reading: Reading, book: Rulebook, line: int, about: Json, taken: Sequence[str]) -> tuple[str, str]:
    """The id and selection: lower_snake, not one that the game has, and once only."""
    bet_id, selection = about["id"], about["selection"]
    if not isinstance(bet_id, str) or not ID.fullmatch(bet_id):
        reading.refuse(line, Message(BAD_BET_ID, asked=_shown(bet_id)))
    if not isinstance(selection, str) or not SELECTION.fullmatch(selection):
        reading.refuse(line, Message(BAD_BET_ID, asked=_shown(selection)))
    key = f"{bet_id}:{selection}" if selection else bet_id
    if bet_id in {bet.id for bet in book.under().bets.values()} or key in taken:
        reading.refuse(
            line,
            Message(
                "bet_there",
                _(
                    "bet {asked} already exists; give the new bet another id, or change the existing one with change(bet = ...)"
                ),
                asked=key,
            ),
        )
    return bet_id, selection


def _read_prizes(reading: Reading, line: int, key: str, about: Json) -> tuple[PrizeRow, ...]:
    """One prize (`pays`), or a row of prizes for each key that the bet wins by."""
    if about["pays"] is not None and about["prizes"] is None:
        return (PrizeRow(key="", name=_same(""), odds=read_odds(reading, line, "pays", about["pays"])),)
    if about["pays"] is not None or not isinstance(about["prizes"], list) or not about["prizes"]:
        reading.refuse(line, Message(NO_PRIZES, asked=key))
    rows: dict[str, PrizeRow] = {}
    for row in about["prizes"]:
        if not isinstance(row, list) or len(row) != 2:
            reading.refuse(line, Message(NO_PRIZES, asked=key))
        written, value = row
        if not isinstance(written, str | int) or isinstance(written, bool) or str(written) in rows:
            reading.refuse(line, Message(PROPOSAL_VALUE, asked="prizes", given=_shown(written)))
        rows[str(written)] = _read_row(reading, line, str(written), value)
    if len(rows) > MOST_ROWS:
        reading.refuse(line, Message(PROPOSAL_VALUE, asked="prizes", given=f"{len(rows)} > {MOST_ROWS}"))
    return tuple(rows.values())


def _read_row(reading: Reading, line: int, key: str, value: object) -> PrizeRow:
    """`"30 to 1"` or prize("30 to 1", en = ..., pt = ..., zh = ...)."""
    asked = f"prizes[{_shown(key)}]"
    told = value if isinstance(value, dict) else {"pays": value}
    name = told["name"] if "name" in told else dict.fromkeys(LANGUAGES, key)
    return PrizeRow(
        key=key,
        name=read_given(reading, line, asked, name),
        odds=read_odds(reading, line, asked, told.get("pays")),
    )


def _same(text: str) -> Text:
    return given_text(dict.fromkeys(LANGUAGES, text))


def _columns(book: Rulebook, one: Json) -> list[str]:
    """How the bet sees each outcome of the device: the outcome as it is written, or only the facts that it looks at."""
    sees = one["about"]["sees"]
    outcomes = [outcome for outcome, _ in book.under().space]
    if sees is None:
        alike: dict[tuple[tuple[str, Fact], ...], str] = {}
        return [alike.setdefault(tuple(book.facts(outcome).items()), book.show(outcome)) for outcome in outcomes]
    return [", ".join(_fact(book.facts(outcome)[name]) for name in sees) for outcome in outcomes]


def _fact(value: object) -> str:
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _table(
    reading: Reading, one: Json, prizes: Sequence[PrizeRow], cite: Citation
) -> Mapping[State, tuple[Verdict, ...]]:
    """A row per state: what the outcomes do there. A bet that can never win is refused."""
    won = {row.key: Win(row.odds, cite, row.key) for row in prizes}
    decisions: list[Decided] = []
    for kind, key in one["decisions"]:
        if kind == "win" and key not in won:
            code = ONE_PRIZE if list(won) == [""] else UNKNOWN_ROW if key else ROW_NOT_NAMED
            reading.refuse(one["line"], Message(code, asked=key, allowed=list(won)))
        decisions.append(won[key] if kind == "win" else PUSH if kind == "push" else LOSE)
    if not any(isinstance(decision, Win) for decision in decisions):
        reading.refuse(one["line"], Message(NEVER_WON, bet=one["about"]["id"]))
    states = labels(one["states"])
    verdicts = [*(Stay(state) for state in states), *reversed(decisions)]
    return {state: tuple(verdicts[cell] for cell in row) for state, row in zip(states, one["rows"], strict=True)}


def _common_commission(book: Rulebook) -> Commission | None:
    """What the regulation keeps of every prize, whatever the bet; one that only some bets pay is theirs alone."""
    first, *others = (bet.commission for bet in book.under().bets.values())
    return first if all(other == first for other in others) else None


def phases_of(book: Rulebook) -> list[str]:
    """The phases that a bet may be held to."""
    states = book.table.states(book.under().space)
    return list(dict.fromkeys(phase for state in states for phase in book.table.phases(state)))


def _shown(value: object) -> str:
    """What a file gave, short enough for a line."""
    return repr(value)[:60]
