"""What a form still lacks or has wrong, each at its field: all of it at once."""

from collections.abc import Iterator
from dataclasses import dataclass

from banca.games import rulebook
from banca.proposals.bets import ID, MOST_DESCRIPTION, MOST_NAME, MOST_PRIZE, phases_of
from banca.proposals.builder.form import BuiltBet, BuiltChange, BuiltProposal, BuiltRow, Told, ids_of
from banca.proposals.builder.writer import marks_of, seen_in
from banca.proposals.refusals import UNKNOWN_PLACE
from banca.rules import Message, Place, Refusal, Win, _, explore, refusal
from banca.rules.refusal import UNKNOWN_PHASE

FIELD_BLANK = refusal("field_blank", _("Still missing."))
NO_PRIZE_YET = refusal("no_prize_yet", _("Write a prize."))
ROW_WITHOUT_OUTCOMES = refusal("row_without_outcomes", _("Mark at least one outcome that wins this prize."))
NOTHING_BUILT = refusal("nothing_built", _("Add a bet or a changed prize."))
MISSING = (FIELD_BLANK, NO_PRIZE_YET, ROW_WITHOUT_OUTCOMES, NOTHING_BUILT)
"""What is not wrong, but not done yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormFault:
    """What is wrong, and the field: `bets.0.rows.1.prize`, `title.pt`; the form as a whole where it is blank."""

    path: str
    because: Message


def faults_of(form: BuiltProposal) -> list[FormFault]:
    """Every fault of a form; none means that its file is right."""
    return [FormFault(path=path, because=because) for path, because in _all(form)]


Found = Iterator[tuple[str, Message]]


def _all(form: BuiltProposal) -> Found:
    yield from _told("title", form.title, MOST_NAME)
    if not form.bets and not form.changes:
        yield "", Message(NOTHING_BUILT)
    taken = {bet.id for bet in rulebook(form.game).under().bets.values()}
    for number, (bet, bet_id) in enumerate(zip(form.bets, ids_of(form), strict=True)):
        path = f"bets.{number}"
        yield from _bet(form.game, path, bet)
        if not ID.fullmatch(bet_id):
            yield (
                f"{path}.id",
                Message("field_id", _("Begin with a letter; then lower-case letters, digits and _ only.")),
            )
        elif bet_id in taken:
            yield (
                f"{path}.id",
                Message("field_id_taken", _("Another bet has the id {asked}; give this one another."), asked=bet_id),
            )
        taken.add(bet_id)
    for number, change in enumerate(form.changes):
        yield from _change(form.game, f"changes.{number}", change)


def _told(path: str, told: Told, most: int) -> Found:
    for language, text in told.by_language().items():
        if not text:
            yield f"{path}.{language}", Message(FIELD_BLANK)
        elif len(text) > most or not text.isprintable():
            yield (
                f"{path}.{language}",
                Message("field_too_long", _("At most {allowed} printable characters."), allowed=most),
            )


def _prize(path: str, row: BuiltRow | BuiltChange) -> Found:
    if not row.prize:
        yield f"{path}.prize", Message(NO_PRIZE_YET)
    elif not row.stake or row.prize > MOST_PRIZE * row.stake:
        yield (
            f"{path}.prize",
            Message(
                "field_prize",
                _("Write the prize and the stake in whole numbers, at most {allowed} to 1."),
                allowed=MOST_PRIZE,
            ),
        )


def _bet(game: str, path: str, bet: BuiltBet) -> Found:
    yield from _told(f"{path}.name", bet.name, MOST_NAME)
    yield from _told(f"{path}.description", bet.description, MOST_DESCRIPTION)
    phases = phases_of(book := rulebook(game))
    if bet.phase not in ("", *phases):
        yield f"{path}.phase", Message(UNKNOWN_PHASE, game=book.game, asked=bet.phase, allowed=phases)
    if bet.place not in list(Place):
        yield f"{path}.place", Message(UNKNOWN_PLACE, asked=bet.place, allowed=list(Place))
    if not bet.rows:
        yield f"{path}.rows", Message(NO_PRIZE_YET)
    marked = set(marks_of(seen_in(game), bet).values())
    for number, row in enumerate(bet.rows):
        if len(bet.rows) > 1:
            yield from _told(f"{path}.rows.{number}.name", row.name, MOST_NAME)
        yield from _prize(f"{path}.rows.{number}", row)
        if number not in marked:
            yield f"{path}.rows.{number}", Message(ROW_WITHOUT_OUTCOMES)
    if any(isinstance(mark, int) and mark >= len(bet.rows) for mark in marked) and bet.rows:
        yield f"{path}.rows", Message(NO_PRIZE_YET)


def _change(game: str, path: str, change: BuiltChange) -> Found:
    yield from _prize(path, change)
    try:
        won = won_by(game, change.bet)
    except Refusal as refused:
        yield f"{path}.bet", refused.message
        return
    if change.outcomes and not won & frozenset(map(seen_in(game).number, change.outcomes)):
        yield f"{path}.outcomes", Message("change_never_won", _("This bet wins on none of the outcomes chosen."))


def won_by(game: str, key: str) -> frozenset[int]:
    """The classes of outcomes on which a bet of the game can win."""
    seen, bet = seen_in(game), rulebook(game).under().bet(key)
    states = explore(bet).states
    return frozenset(
        seen.of(outcome)
        for outcome, _ in bet.space
        if any(isinstance(bet.verdict(state, outcome), Win) for state in states)
    )
