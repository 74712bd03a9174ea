"""A game's rulebook: its bets, the choices it leaves to the house, the rules when these are chosen, and proposals for it.

A proposed bet has been explored already: it is its finite table, and nothing of the file that described it runs again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any, Generic, TypeVar

from banca.record import FrozenStruct
from banca.rules.bet import Bet, Fact, Odds, Outcome, Space, State, Verdict, Win, Withdrawal, whole
from banca.rules.layout import Layout, Null, NullReason, Table, Throw, ValidThrow
from banca.rules.money import Limits
from banca.rules.refusal import (
    BETS_CLOSED,
    CANNOT_TAKE_DOWN,
    UNKNOWN_BET,
    UNKNOWN_NULL,
    UNKNOWN_OPTION,
    UNKNOWN_VALUE,
    NotNow,
    Refusal,
    refusal,
)
from banca.rules.spelling import near, suggestions
from banca.rules.text import Citation, Text, _, _n, citing

T = TypeVar("T")


class Option(FrozenStruct, Generic[T]):
    """A choice the rules leave to the house; it has the values they grant and no others."""

    name: str
    values: tuple[T, ...]
    default: T
    cite: Citation
    left_by: Citation | None = None
    """The reading that leaves the choice to the concessionaire, if the clause that grants it does not say whose it is."""
    authorised_by: Citation | None = None
    """The clause that asks for the regulator's prior authorisation of the choice."""
    untaken: tuple[T, ...] = ()
    """The values that add nothing, such as no lit panel: they need no authorisation."""
    working_days: int = 0
    """How many whole working days must lie between the day of the request and the planned day."""
    days_read: Citation | None = None
    """The reading that says how these days are counted."""
    says: str
    """What the option is about, in words."""
    says_value: Mapping[str, str] = {}
    """The words for its values, by how they are written; a number needs none."""

    def parse(self, asked: object) -> T:
        """Return the granted value written `asked`."""
        for value in self.values:
            if str(value) == str(asked):
                return value
        raise self.unknown_value(asked)

    def unknown_value(self, asked: object) -> Refusal:
        """Return the refusal of a value that the option does not have."""
        return Refusal(UNKNOWN_VALUE, self.cite, option=self.name, asked=asked, allowed=self.spelled())

    def spelled(self) -> tuple[str, ...]:
        """Return the values as a person reads them; long runs of whole numbers are shortened.

        >>> Option(name="n", values=(1, 2, 3, 4, 5, "none"), default=1, cite=Citation("g", "1"), says="").spelled()
        ('1-5', 'none')
        >>> Option(name="n", values=(1, 2, 3), default=1, cite=Citation("g", "1"), says="").spelled()
        ('1-3',)
        """
        numbers = [value for value in self.values if isinstance(value, int)]
        words = [str(value) for value in self.values if not isinstance(value, int)]
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return (f"{numbers[0]}-{numbers[-1]}", *words)
        return tuple(map(str, self.values))

    def earliest(self, asked: date, is_working_day: Callable[[date], bool]) -> date:
        """Return the first day for which it may be planned when it is requested on this day."""
        if not self.working_days:
            return asked
        day, left = asked, self.working_days
        while left:
            day += timedelta(days=1)
            left -= is_working_day(day)
        return day + timedelta(days=1)

    def check_in_time(self, *, asked: date, planned: date, is_working_day: Callable[[date], bool]) -> None:
        """Refuse a planned day that is too soon after the day of the request."""
        earliest = self.earliest(asked, is_working_day)
        if planned >= earliest:
            return
        if not self.working_days:
            raise Refusal(
                "planned_before_asked",
                _("the request date {asked} is later than the planned date {planned}"),
                self.cite,
                asked=asked,
                planned=planned,
            )
        between = (asked + timedelta(days=n) for n in range(1, (planned - asked).days))
        raise Refusal(
            "asked_too_late",
            _n(
                "requested on {asked} for {planned}: {found} working day's notice, and at least {allowed} are required, as {by} counts them; the earliest possible date is {earliest}",
                "requested on {asked} for {planned}: {found} working days' notice, and at least {allowed} are required, as {by} counts them; the earliest possible date is {earliest}",
                by="found",
            ),
            self.authorised_by or self.cite,
            asked=asked,
            planned=planned,
            found=sum(map(is_working_day, between)),
            allowed=self.working_days,
            by=self.days_read,
            earliest=earliest,
        )


class ChosenOptions:
    """One value per option of a game; `chosen[FIELD_12]` has the option's own type."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = dict(values)

    def __getitem__(self, option: Option[T]) -> T:
        return self._values[option.name]  # type: ignore[return-value]  # choose() put an option's own value there

    def __iter__(self) -> Iterator[tuple[str, object]]:
        return iter(self._values.items())


def unknown_option(asked: str, options: Iterable[Option[Any]]) -> Refusal:
    """Return the refusal of an unknown option, with those that exist."""
    every = [option.name for option in options]
    meant = near(asked, {name: [name] for name in every})
    return Refusal(UNKNOWN_OPTION, asked=asked, allowed=suggestions(meant, every))


def choose(options: Sequence[Option[Any]], asked: Mapping[str, object]) -> ChosenOptions:
    """The defaults, with what was asked for put in; an unknown name or value is refused."""
    by_name = {option.name: option for option in options}
    for name in asked:
        if name not in by_name:
            raise unknown_option(name, options)
    values = {name: option.parse(asked.get(name, option.default)) for name, option in by_name.items()}
    return ChosenOptions(values)


UNKNOWN_SELECTION = refusal("unknown_selection", _("{bet} needs one of its selections, not {asked}; {allowed}"))

NULL = "null"


def closed_after_null(clause: Citation) -> Callable[[ChosenOptions, Bet, int, Layout], None]:
    """Return the check of a game that takes no bet between a null throw and its repetition, because bets closed before it."""

    def check(chosen: ChosenOptions, bet: Bet, stake: int, layout: Layout) -> None:
        if layout.after_null:
            raise NotNow(BETS_CLOSED, clause, bet=bet.key)

    return check


class OtherReading(FrozenStruct, kw_only=False, eq=False):
    """A bet as Banca reads the source, and under the other reading: the arithmetic behind a choice."""

    cite: Citation
    as_read: Bet
    otherwise: Bet


RESULT = _("{outcome}")


def called_as_written(rules: "Rules", outcome: Outcome, table: State) -> Text:  # the shape of Rulebook.called
    """A game whose results have no words of their own."""
    return RESULT.fill(outcome=rules.rulebook.show(outcome))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rulebook:
    """What one regulation says; each game folder makes exactly one."""

    game: str
    options: tuple[Option[Any], ...] = ()
    bets: Callable[[ChosenOptions], Iterable[Bet]]
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
    outcome_names: Callable[["Rules"], Mapping[str, tuple[str | Bet, ...]]] = lambda _rules: {}
    """Names of results, or of parts of them, that are more than how they are written: words, and names of bets."""
    called: Callable[["Rules", Any, State], Text] = called_as_written
    """How a result is called at the table, given the table's state before it: "6, easy way; the point is 6"."""
    converted_by: Citation | None = None
    """The clause that turns an outcome written in another way (a section, a heap of buttons) into this one."""
    nulls: Mapping[str, NullReason] = field(default_factory=dict)
    """Why a throw may be null, by how it is written behind `null:`."""
    canonical: Callable[[str, str], str] = lambda _bet, selection: selection
    """Turns another spelling of a selection into the rulebook's own."""
    check_placing: Callable[[ChosenOptions, Bet, int, Layout], None] = lambda *_: None
    """Refuses a bet that may not be placed on this layout now; by default every bet is taken before every round."""
    check_taking_down: Callable[[Bet, State, Layout], None] = lambda *_: None
    """Refuses to give back a bet that must stay until it is decided; by default any may be taken back between rounds."""
    withdrawal: Callable[[Bet], Withdrawal | None] = lambda _bet: None
    """When a bet may be taken back, as a clause or a reading says; None if the articles seen do not say."""
    additional_unit: Callable[[Bet], Fraction] = lambda _bet: Fraction(1)
    """The stake of an additional bet of "once the flat bet", per unit of the flat bet."""
    table: Table = field(default_factory=Table)
    """What the table remembers between rounds."""
    other_readings: Callable[[ChosenOptions], Iterable[OtherReading]] = lambda _chosen: ()
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
            return ValidThrow(self.parse(text), written=text)
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
    chosen: ChosenOptions
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


ONLY_IN_PHASE = refusal("only_in_phase", _("{bet} can be placed only in phase {allowed}"))

DIGITS = 32
"""Of a digest, as far as nobody can make two files that share them."""
OPTION = "proposal"
"""The option by which a table carries a proposal."""
NONE = "none"

cite = citing("rulebook")

PROPOSED = cite("R-proposal-1")
"""The citation of a proposed bet, which rests on its file and on no law."""


def granted_by(book: Rulebook) -> Citation:
    """Return the clause that lets the regulator authorise new bets, or the reading if the regulation has none."""
    return book.new_bets[0] if book.new_bets else PROPOSED


class PrizeRow(FrozenStruct):
    """One row of a proposed bet's prizes."""

    key: str
    name: Text
    odds: Odds


class ProposedBet(FrozenStruct, eq=False):
    """A new bet, as its file describes it."""

    bet: Bet
    prizes: tuple[PrizeRow, ...]
    phase: str
    """The only phase of the table in which it may be placed, if there is one."""
    state_words: Text | None = None
    """The words for a state, if the file has any."""
    state_values: Mapping[State, object] = {}
    """The value of each state, by its label: tuples of texts and numbers."""
    sees: tuple[str, ...] = ()
    """The facts of an outcome that it looks at; empty if it looks at the outcome itself."""
    line: int
    """The line of the file that proposes it."""


class ChangedPrize(FrozenStruct, eq=False):
    """Another prize for a bet of the game: `odds` whenever it wins on one of the outcomes."""

    bet: str
    odds: Odds
    outcomes: frozenset[Outcome]
    line: int


class Proposal(FrozenStruct, eq=False):
    """What one file asks the regulator for."""

    source: str
    digest: str
    game: str
    title: Text
    bets: tuple[ProposedBet, ...]
    changes: tuple[ChangedPrize, ...]
    file: str
    """The name of the file."""

    def __str__(self) -> str:
        return self.id

    @property
    def id(self) -> str:
        """Its name as an option: its first bet, and enough of the digest to tell it from another draft."""
        first = self.bets[0].bet.id if self.bets else self.changes[0].bet.partition(":")[0]
        return f"{first}-{self.digest[:DIGITS]}"

    def line(self, key: str) -> int:
        """Return the line on which the file proposes this bet, or first changes it."""
        lines = [new.line for new in self.bets if new.bet.key == key]
        return (lines + [change.line for change in self.changes if change.bet == key])[0]

    @property
    def keys(self) -> tuple[str, ...]:
        """The bets it adds or changes."""
        return (*(new.bet.key for new in self.bets), *dict.fromkeys(change.bet for change in self.changes))


def extended(book: Rulebook, proposals: Iterable[Proposal]) -> Rulebook:
    """Return the rulebook with one more option: which of these proposals a table carries, if any."""
    known = {proposal.id: proposal for proposal in proposals}
    granted = granted_by(book)
    option = Option(
        name=OPTION,
        values=(NONE, *known),
        default=NONE,
        cite=granted,
        authorised_by=granted,
        untaken=(NONE,),
        says=_("Proposed bets and prizes on trial"),
        says_value={NONE: _("none: the game as in its regulation")}
        | {proposal.id: proposal.title for proposal in known.values()},
    )

    def bets(chosen: ChosenOptions) -> Iterator[Bet]:
        own = tuple(book.bets(chosen))
        proposal = known.get(chosen[option])
        return carried(own, proposal, granted) if proposal else iter(own)

    def check_placing(chosen: ChosenOptions, bet: Bet, stake: int, layout: Layout) -> None:
        book.check_placing(chosen, bet, stake, layout)
        new = _find(known.get(chosen[option]), bet)
        if new and new.phase and new.phase not in book.table.phases(layout.table):
            raise NotNow(ONLY_IN_PHASE, bet.cite, bet=bet.key, allowed=new.phase)

    def check_taking_down(bet: Bet, state: State, layout: Layout) -> None:
        if not any(_find(proposal, bet) for proposal in known.values()):
            book.check_taking_down(bet, state, layout)
        elif state != bet.start:
            raise Refusal(CANNOT_TAKE_DOWN, PROPOSED, bet=bet.key, number=state)

    return replace(
        book,
        options=(*book.options, option),
        bets=bets,
        check_placing=check_placing,
        check_taking_down=check_taking_down,
    )


def carrying(book: Rulebook, proposal: Proposal, options: Mapping[str, object]) -> Rules:
    """Return the rules of a table that carries a proposal."""
    return extended(book, [proposal]).under(**{**options, OPTION: proposal.id})


def under(book: Rulebook, options: Mapping[str, object]) -> Rules:
    """Return the rules for the chosen options. `options["proposal"]` may be a `Proposal`."""
    proposal = options.get(OPTION, NONE)
    if isinstance(proposal, Proposal):
        return carrying(book, proposal, options)
    return book.under(**{name: value for name, value in options.items() if name != OPTION or value != NONE})


def carried(own: tuple[Bet, ...], proposal: Proposal, granted: Citation) -> Iterator[Bet]:
    """A game's own bets with the prizes changed, then the new ones."""
    for bet in own:
        changes = [change for change in proposal.changes if change.bet == bet.key]
        yield _repriced(bet, changes, granted) if changes else bet
    space = max((bet.space for bet in own), key=len)
    for new in proposal.bets:
        yield replace(new.bet, space=space)


def _repriced(bet: Bet, changes: Iterable[ChangedPrize], granted: Citation) -> Bet:
    """The bet with other prizes, the last change first; it looks closer at the outcome only where the changes need it."""
    wins = [(change.outcomes, Win(change.odds, granted)) for change in changes]
    outcomes = [outcome for outcome, _ in bet.space]
    is_fine = any(
        {bet.sees(outcome) for outcome in outcomes if outcome in paid}
        & {bet.sees(outcome) for outcome in outcomes if outcome not in paid}
        for paid, _ in wins
    )
    sees = whole if is_fine else bet.sees
    won = {sees(outcome): win for paid, win in wins for outcome in paid}

    def step(state: State, seen: Outcome) -> Verdict:
        verdict = bet.step(state, bet.sees(seen) if is_fine else seen)
        return won.get(seen, verdict) if isinstance(verdict, Win) else verdict

    return replace(bet, sees=sees, shows=bet.sees if is_fine else None, step=step, reads=(*bet.reads, PROPOSED))


def _find(proposal: Proposal | None, bet: Bet) -> ProposedBet | None:
    return next((new for new in proposal.bets if new.bet.key == bet.key), None) if proposal else None


def tabled(
    rows: Mapping[State, tuple[Verdict, ...]], columns: Mapping[Outcome, int], state: State, seen: Outcome
) -> Verdict:
    """Return the step function of a bet that is given by its table."""
    return rows[state][columns[seen]]
