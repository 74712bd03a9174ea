"""A game's rulebook, and the rules that are left when the house has chosen its options."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from banca.rules.bet import Bet, Fact, Outcome, Space, State, Withdrawal
from banca.rules.citation import Citation
from banca.rules.layout import Counted, Layout, Null, NullReason, Table, Throw
from banca.rules.money import Limits
from banca.rules.options import Chosen, Option, choose
from banca.rules.refusal import BETS_CLOSED, UNKNOWN_BET, UNKNOWN_NULL, NotNow, Refusal, refusal
from banca.rules.spelling import near, suggestions
from banca.rules.text import Text, _

UNKNOWN_SELECTION = refusal("unknown_selection", _("{bet} needs one of its selections, not {asked}; {allowed}"))

NULL = "null"


def as_written(bet: str, selection: str) -> str:  # the shape of Rulebook.canonical
    """A game whose selections have one spelling each."""
    return selection


def any_time(chosen: Chosen, bet: Bet, stake: int, layout: Layout) -> None:
    """A game that takes every bet before every round."""


def removable(bet: Bet, state: State, layout: Layout) -> None:
    """A game in which any bet may be taken back between rounds."""


def not_said(bet: Bet) -> Withdrawal | None:
    """A game whose articles, as far as they have been seen, do not say when a bet may be taken back."""


def as_the_flat_bet(bet: Bet) -> Fraction:  # the shape of Rulebook.additional_unit
    """A game that measures additional bets by the stake of the flat bet."""
    return Fraction(1)


def closed_after_null(clause: Citation) -> Callable[[Chosen, Bet, int, Layout], None]:
    """Return the check of a game that takes no bet between a null throw and its repetition, because bets closed before it."""

    def check(chosen: Chosen, bet: Bet, stake: int, layout: Layout) -> None:  # as any_time
        if layout.after_null:
            raise NotNow(BETS_CLOSED, clause, bet=bet.key)

    return check


@dataclass(frozen=True, slots=True, eq=False)
class OtherReading:
    """A bet as Banca reads the source, and under the other reading: the arithmetic behind a choice."""

    cite: Citation
    as_read: Bet
    otherwise: Bet


def none(chosen: Chosen) -> Iterable[OtherReading]:  # the shape of Rulebook.other_readings
    """A game whose readings decide no chance and no prize."""
    return ()


def as_shown(rules: "Rules") -> Mapping[str, tuple[str | Bet, ...]]:  # the shape of Rulebook.outcome_names
    """A game whose results are called as they are written."""
    return {}


RESULT = _("{outcome}")


def called_as_written(rules: "Rules", outcome: Outcome, table: State) -> Text:  # the shape of Rulebook.called
    """A game whose results have no words of their own."""
    return RESULT.fill(outcome=rules.rulebook.show(outcome))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rulebook:
    """What one regulation says; each game folder makes exactly one."""

    game: str
    options: tuple[Option[Any], ...] = ()
    bets: Callable[[Chosen], Iterable[Bet]]
    bets_cite: Citation
    """The clause that lists the bets."""
    new_bets: tuple[Citation, ...] = ()
    """The clauses on new bets and different prizes, where the regulation has any: who may authorise them, what the application
    contains, which conditions may be set."""
    parse: Callable[[str], Outcome]
    """Reads one outcome as a croupier writes it; refuses what the device cannot show."""
    show: Callable[[Any], str]
    """Writes it back: `parse(show(outcome)) == outcome`."""
    facts: Callable[[Any], Mapping[str, Fact]]
    """The facts of an outcome by name, which a proposed bet may look at."""
    fact_words: Mapping[str, str] = field(default_factory=dict)
    """The facts' names in words."""
    outcome_cites: tuple[Citation, ...] = ()
    """The clauses behind the facts of an outcome, in addition to those of its weights: a proposed bet rests on them too."""
    outcome_form: str
    """An example of a written outcome; in every language, if its parts have names."""
    outcome_names: Callable[["Rules"], Mapping[str, tuple[str | Bet, ...]]] = as_shown
    """Names of results, or of parts of them, that are more than how they are written: words, and names of bets."""
    called: Callable[["Rules", Any, State], Text] = called_as_written
    """How a result is called at the table, given the table's state before it: "6, easy way; the point is 6"."""
    converted_by: Citation | None = None
    """The clause that turns an outcome written in another way (a section, a heap of buttons) into this one."""
    nulls: Mapping[str, NullReason] = field(default_factory=dict)
    """Why a throw may be null, by how it is written behind `null:`."""
    canonical: Callable[[str, str], str] = as_written
    """Turns another spelling of a selection into the rulebook's own."""
    check_placing: Callable[[Chosen, Bet, int, Layout], None] = any_time
    """Refuses a bet that may not be placed on this layout now."""
    check_taking_down: Callable[[Bet, State, Layout], None] = removable
    """Refuses to give back a bet that must stay until it is decided."""
    withdrawal: Callable[[Bet], Withdrawal | None] = not_said
    """When a bet may be taken back, as a clause or a reading says; None if the articles seen do not say."""
    additional_unit: Callable[[Bet], Fraction] = as_the_flat_bet
    """The stake of an additional bet of "once the flat bet", per unit of the flat bet."""
    table: Table = field(default_factory=Table)
    """What the table remembers between rounds."""
    other_readings: Callable[[Chosen], Iterable[OtherReading]] = none
    """If a reading decides figures: both readings, for comparison."""
    push_word: Text | None = None
    """The regulation's word for a bet whose stake is returned, if it does not call that a tie."""
    points: Text | None = None
    """How a number that its own bets look at is written, if it has a unit: "{number} points"."""
    fact_units: Mapping[str, Text] = field(default_factory=dict)
    """The same for facts that a proposed bet may look at, by name."""
    limits: Limits = field(default_factory=Limits)
    one_by_one: tuple[str, ...] = ()
    """Ids of families whose bets are learned one by one; those of any other family are learned together."""

    def under(self, /, **asked: object) -> "Rules":
        """Return the rules of a house that chose these options."""
        chosen = choose(self.options, asked)
        return Rules(self, chosen, {bet.key: bet for bet in self.bets(chosen)})

    def parse_throw(self, text: str) -> Throw:
        """Read an outcome, `null`, or `null:REASON`, in any case and with blanks around it."""
        text = str(text).strip().lower()
        kind, _, reason = text.partition(":")
        if kind != NULL:
            return Counted(self.parse(text), written=text)
        if kind == text:
            return Null()
        if reason not in self.nulls:
            cite = next((known.cites[0] for known in self.nulls.values()), None)
            allowed = [NULL, *(f"{NULL}:{known}" for known in self.nulls)]
            raise Refusal(UNKNOWN_NULL, cite, asked=text, allowed=allowed)
        return Null(reason, self.nulls[reason].by)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Rules:
    """A rulebook with all options chosen: the bets as they are at one table."""

    rulebook: Rulebook
    chosen: Chosen
    bets: dict[str, Bet]

    def __repr__(self) -> str:
        return f"<rules of {self.rulebook.game}>"

    @property
    def space(self) -> Space:
        """The device's whole space; a bet that is in play only on some outcomes names a part of it."""
        return max((bet.space for bet in self.bets.values()), key=len)

    def bet(self, key: str) -> Bet:
        """Return the bet written `id` or `id:selection`; an unknown one is refused with what exists instead."""
        if key in self.bets:
            return self.bets[key]
        bet_id, colon, selection = key.strip().lower().partition(":")
        selection = self.rulebook.canonical(bet_id, selection)
        bet = self.bets.get(f"{bet_id}{colon}{selection}")
        if bet is not None:
            return bet
        family = [bet for bet in self.bets.values() if bet.id == bet_id]
        if not family:
            raise self.unknown_bet(key, near(bet_id, {bet.id: [bet.id] for bet in self.bets.values()}))
        raise self.unknown_selection(key, family, selection)

    def unknown_bet(self, asked: str, meant: Sequence[str]) -> Refusal:
        """Return the refusal of an unknown bet, with similar ones."""
        every = list(dict.fromkeys(bet.id for bet in self.bets.values()))
        game = self.rulebook.game
        allowed = suggestions(meant, every, f"banca games {game}")
        return Refusal(UNKNOWN_BET, self.rulebook.bets_cite, game=game, asked=asked, allowed=allowed)

    def unknown_selection(self, asked: str, family: Sequence[Bet], selection: str) -> Refusal:
        """Return the refusal of a selection that the bets of this id do not have."""
        bet, every = family[0], [bet.selection for bet in family if bet.selection]
        if not every:
            return Refusal(
                "no_selection",
                _("{bet} takes no selection, so {asked} is not valid; write {bet}"),
                bet.cite,
                asked=asked,
                bet=bet.id,
            )
        meant = near(selection, {known: [known] for known in every})
        allowed = suggestions(meant, every, f"banca games {self.rulebook.game}")
        return Refusal(UNKNOWN_SELECTION, bet.cite, asked=asked, bet=bet.id, allowed=allowed)
