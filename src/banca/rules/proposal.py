"""A proposal: new bets and other prizes for a game, and the rulebook that carries them beside its own.

A proposed bet has been explored already: it is its finite table, and nothing of the file that described it runs again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from banca.rules.bet import Bet, Odds, Outcome, State, Verdict, Win, whole
from banca.rules.citation import Citation, citing
from banca.rules.layout import Layout
from banca.rules.options import Chosen, Option
from banca.rules.refusal import CANNOT_TAKE_DOWN, NotNow, Refusal, refusal
from banca.rules.rulebook import Rulebook, Rules
from banca.rules.text import Text, _

ONLY_IN_PHASE = refusal("only_in_phase", _("{bet} can be placed only in phase {allowed}"))

DIGITS = 32
"""Of a digest, as far as nobody can make two files that share them."""
OPTION = "proposal"
"""The option by which a table carries a proposal."""
NONE = "none"
ON_TRIAL = _("Proposed bets and prizes on trial")
NO_PROPOSAL = _("none: the game as in its regulation")

cite = citing("rulebook")

PROPOSED = cite("R-proposal-1")
"""The citation of a proposed bet, which rests on its file and on no law."""


def granted_by(book: Rulebook) -> Citation:
    """Return the clause that lets the regulator authorise new bets, or the reading if the regulation has none."""
    return book.new_bets[0] if book.new_bets else PROPOSED


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeRow:
    """One row of a proposed bet's prizes."""

    key: str
    name: Text
    odds: Odds


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ProposedBet:
    """A new bet, as its file describes it."""

    bet: Bet
    prizes: tuple[PrizeRow, ...]
    phase: str
    """The only phase of the table in which it may be placed, if there is one."""
    state_words: Text | None = None
    """The words for a state, if the file has any."""
    state_values: Mapping[State, object] = field(default_factory=dict)
    """The value of each state, by its label: tuples of texts and numbers."""
    sees: tuple[str, ...] = ()
    """The facts of an outcome that it looks at; empty if it looks at the outcome itself."""
    line: int
    """The line of the file that proposes it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ChangedPrize:
    """Another prize for a bet of the game: `odds` whenever it wins on one of the outcomes."""

    bet: str
    odds: Odds
    outcomes: frozenset[Outcome]
    line: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Proposal:
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
        says=ON_TRIAL,
        says_value={NONE: NO_PROPOSAL} | {proposal.id: proposal.title for proposal in known.values()},
    )

    def bets(chosen: Chosen) -> Iterator[Bet]:
        own = tuple(book.bets(chosen))
        proposal = known.get(chosen[option])
        return carried(own, proposal, granted) if proposal else iter(own)

    def check_placing(chosen: Chosen, bet: Bet, stake: int, layout: Layout) -> None:
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
