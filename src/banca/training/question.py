"""What a trainee is shown of an exercise: the bets on the layout, what lies there beside them, and the result."""

import json
from enum import StrEnum

from msgspec import Struct

from banca.i18n import Translator
from banca.i18n.descriptions import outcome_name
from banca.rules import Bet, State, _
from banca.training.exercise import Exercise, can_return, results_of
from banca.training.wanted import ExerciseKind

PLAYER = _("Player {number}")
ON = _("on {state}")
RESULT = _("Result: {outcome}")
SETTLE = _(
    "What happens to each bet, and how much is paid? The amount paid is the prize only: the stake is returned separately."
)


class Piece(Struct, frozen=True, kw_only=True):
    """One of the pieces that decide: a symbol of the game's device, and how it is written."""

    symbol: str
    name: str


class PieceGroup(Struct, frozen=True, kw_only=True):
    """Pieces that count together; what they make is told when the answers are marked."""

    name: str
    pieces: list[Piece]
    makes: str


class Opponent(Struct, frozen=True, kw_only=True):
    """What every bet is compared with."""

    name: str
    lines: list[PieceGroup]


class Laid(Struct, frozen=True, kw_only=True):
    """A symbol of the device on a place of the layout, which a CSS selector finds: see `where`."""

    at: str
    symbol: str


class Inscription(Struct, frozen=True, kw_only=True):
    """Words where chips would lie on a part of the layout, which a CSS selector finds; the title says what they are."""

    at: str
    text: str
    title: str


class AskedBet(Struct, frozen=True, kw_only=True):
    """A bet on the layout: its region, and the state it moved to."""

    name: str
    region: str
    player: int
    player_name: str
    stake: int
    on: str | None = None
    on_name: str = ""
    can_return: bool
    """Whether a loser may get a part of the stake back."""
    lines: list[PieceGroup] = []
    """The pieces that decide this bet alone."""


class AnswerForm(StrEnum):
    """How a question is answered."""

    BETS = "bets"
    """A result for each bet, and what it is paid."""
    AMOUNT = "amount"
    """One amount."""
    CHIPS = "chips"
    """How many chips of each denomination."""
    CHOICE = "choice"
    """One of the choices."""


class ShownChoice(Struct, frozen=True, kw_only=True):
    """Something to choose: its id, how it is said, and what it means."""

    id: str
    name: str
    text: str = ""


class ChipCount(Struct, frozen=True, kw_only=True):
    """So many chips of one worth, in avos."""

    worth: int
    count: int


class Question(Struct, frozen=True, kw_only=True):
    """An exercise as a trainee sees it. Money is in avos."""

    kind: ExerciseKind = ExerciseKind.BETS
    form: AnswerForm = AnswerForm.BETS
    asks: str = ""
    """What is asked, in a sentence."""
    minimum: int
    chip: int
    amount: int | None = None
    """What is to be made up of chips."""
    denominations: list[int] = []
    """The chips there are, the largest first."""
    handed: list[ChipCount] = []
    """The chips that are handed over."""
    choices: list[ShownChoice] = []
    results: list[str]
    """What can become of a bet in this game."""
    before: list[str] = []
    """The outcomes since the first of these bets was placed."""
    outcome: str
    """Nothing where no result is shown."""
    outcome_name: str
    said: str
    """The result, or what was seen, in a sentence."""
    point: str | None = None
    """What the table remembers, where it remembers something."""
    facts: list[str] = []
    """What else there is to know, in sentences."""
    attribute: str = "bet"
    """Which datum of the layout names a region: `data-bet`."""
    bets: list[AskedBet]
    opponent: Opponent | None = None
    laid: list[Laid] = []
    inscriptions: list[Inscription] = []
    lit: list[str] = []
    """CSS selectors of the marks on the layout that are on, such as a puck; all others are off."""


def question(made: Exercise, say: Translator) -> Question:
    """What is asked in an exercise of a game of chance."""
    rules = made.rules
    start = rules.rulebook.table.start
    first = min(one.at for one in made.held)
    last = made.throws[-1].written
    name = outcome_name(rules, last, say)
    return Question(
        asks=say(SETTLE),
        minimum=made.limits.minimum,
        chip=made.limits.chip,
        results=list(results_of(rules)),
        before=[outcome_name(rules, throw.written, say) for throw in made.throws[first - 1 : -1]],
        outcome=last,
        outcome_name=name,
        said=say(RESULT, outcome=name),
        point=None if made.table == start else say.state(made.table),
        bets=[
            AskedBet(
                name=say.bet(one.bet),
                region=one.bet.key,
                player=one.player + 1,
                player_name=say(PLAYER, number=one.player + 1),
                stake=one.stake,
                on=None if one.state == one.bet.start else str(one.state),
                on_name=_on(one.bet, one.state, say),
                can_return=can_return(one.bet),
            )
            for one in made.held
        ],
        lit=[where("puck", point="" if made.table == start else made.table)],
    )


def where(class_: str, **data: object) -> str:
    """A CSS selector of a part of a layout by its class and its data.

    >>> where("place", line="front", index=0)
    '.place[data-line="front"][data-index="0"]'
    """
    written = (f"[data-{name}={json.dumps(str(value), ensure_ascii=False)}]" for name, value in data.items())
    return f".{class_}{''.join(written)}"


def _on(bet: Bet, state: State, say: Translator) -> str:
    """Where a bet has moved, in words."""
    if state == bet.start:
        return ""
    return say(ON, state=state) if isinstance(state, int) else say.state(state)
