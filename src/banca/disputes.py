"""A dispute to be settled: the house's options, the bets in order, the throws in order, the table's limits.

It is what the command line, HTTP and the page of disputes ask alike. A game may ship worked ones, as the files of `disputes` in
its folder: what is asked there is a `Dispute`, or what the game itself settles where it is none of chance.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from banca.entries import CANNOT_READ, read_toml
from banca.games import find, rules_of
from banca.interface.settlement import Settlement, read_slip, settle_bets
from banca.law import clauses_of, law
from banca.rules import NamedLimits, Refusal, Rules, Slip, Text, given_text, parse_patacas

T = TypeVar("T")
MOST_BETS, MOST_THROWS = 200, 500
"""Of one dispute over HTTP: more than a full layout, and an evening's throws."""

ShortText = Annotated[str, Meta(max_length=80)]
Amount = Annotated[str, Meta(max_length=40, description="Patacas: 100, 12.50.")]


class DisputedBet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bet by its id and selection, its stake, and before which throw it was placed: as soon as the rules allow where none is named."""

    bet: ShortText
    stake: Amount
    at: Annotated[int, Meta(ge=1, le=MOST_THROWS + 1)] | None = None


class TableLimits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table's lowest and highest stake and its smallest chip; the game's own where none are said."""

    minimum: Amount | None = None
    maximum: Amount | None = None
    chip: Amount | None = None


class Dispute(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be settled: one player's bets. Throws are written as the game writes them, or `null`, or `null:REASON`."""

    bets: Annotated[list[DisputedBet], Meta(min_length=1, max_length=MOST_BETS)]
    outcomes: Annotated[list[ShortText], Meta(max_length=MOST_THROWS)] = []
    options: Annotated[dict[ShortText, ShortText], Meta(max_length=20)] = {}
    limits: TableLimits = TableLimits()


def settle_dispute(game: str, asked: Dispute, options: Mapping[str, object] | None = None) -> Settlement:
    """What becomes of the bets; `options` are those of the dispute, where one is a proposal that has been found."""
    chosen = asked.options if options is None else options
    rules = rules_of(game, tuple(sorted(chosen.items())))
    slips = [_slip(rules, bet) for bet in asked.bets]
    limits = limits_read(**msgspec.structs.asdict(asked.limits)).put_into(rules.rulebook.limits)
    return settle_bets(rules, slips, asked.outcomes, limits)


def _slip(rules: Rules, placed: DisputedBet) -> Slip:
    return replace(read_slip(rules, placed.bet, placed.stake), at=placed.at)


def limits_read(
    read: Callable[[str], int] = parse_patacas,
    *,
    minimum: str | None = None,
    maximum: str | None = None,
    chip: str | None = None,
) -> NamedLimits:
    """The limits that were typed, as `read` reads amounts."""
    typed = {"minimum": minimum, "maximum": maximum, "chip": chip}
    return NamedLimits(**{name: read(text) for name, text in typed.items() if text is not None})


class Expected(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a worked dispute comes to by hand: the net result, of each person where money is between players, and every clause."""

    net: str | dict[str, str]
    articles: tuple[str, ...]


class WorkedDispute(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A dispute that ships with a game: its title, what happened, what is asked, and what it comes to."""

    title: dict[str, str]
    about: dict[str, str]
    asked: dict[str, Any]
    expected: Expected

    @property
    def dispute(self) -> Dispute:
        """What is asked, of a game of chance; refused where it is none."""
        return _as(Dispute, self.asked, self.title["en"])

    def said(self) -> tuple[Text, Text]:
        """The title and what happened, in every language."""
        return given_text(self.title), given_text(self.about)


@cache
def worked(game: str) -> Mapping[str, WorkedDispute]:
    """The disputes that come with a game, by name: the files of `disputes` in its folder."""
    folder = Path(str(files(find(game).package))) / "disputes"
    return {file.stem: _with_places(game, read_worked(file)) for file in sorted(folder.glob("*.toml"))}


def _with_places(game: str, dispute: WorkedDispute) -> WorkedDispute:
    """With the clauses that it names written as their places."""
    numbering, known = law(game).numbering, clauses_of(game)
    about = {language: numbering.written(text, language, known) for language, text in dispute.about.items()}
    return msgspec.structs.replace(dispute, about=about)


def read_worked(file: Path) -> WorkedDispute:
    """The dispute in a file; refused where the file is none."""
    return _as(WorkedDispute, read_toml(file), file)


def _as(kind: type[T], entries: dict[str, Any], where: object) -> T:
    try:
        return msgspec.convert(entries, kind)
    except msgspec.ValidationError as fault:
        raise Refusal(CANNOT_READ, asked=where, because=str(fault)) from None
