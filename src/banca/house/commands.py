"""Requests for tables: the terms to open one, commands, and the committed entry that answers them."""

from collections.abc import Callable, Mapping
from datetime import date
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct, structs

from banca.game import Game
from banca.games import find, rules_of
from banca.house.journal import Entry
from banca.house.refusals import BAD_TABLE, COMMAND_REPEATED
from banca.house.register import OUTSIDE_TABLES, ApprovalGiven, OfficeEngine, Record
from banca.law import Force, Language, law
from banca.proposals import SandboxLimits, read_proposal
from banca.record import FrozenStruct
from banca.rules import Defect, Limits, Proposal, Refusal, Rulebook, Rules, _, near, under
from banca.rules.rulebook import NONE, OPTION, choose
from banca.tables.chance import ChanceSource
from banca.tables.commands import Actor, Avos, Command, Word
from banca.tables.engine import TableEngine
from banca.tables.events import OUTSIDE, WALLET, BankFunded, Event, TableOpened, Title
from banca.version import VERSION

if TYPE_CHECKING:  # banca rng tests what tables draw, without any extra
    from sqlalchemy import Executable

# Opening a table: its game, options, limits, bank and source of chance are set now and kept for its life.

TableId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9][a-z0-9-]*$(?!\n)")]


class DealtBy(StrEnum):
    """Who does the croupier's acts."""

    CROUPIER = "croupier"
    """A person."""
    AUTOMATIC = "automatic"
    """The program, at a drawn table."""


class TableTerms(FrozenStruct, forbid_unknown_fields=True):
    """The terms of a new table, as a supervisor sets them; money in avos."""

    id: TableId
    game: Word
    options: Annotated[dict[Word, str | int], Meta(max_length=20)] = {}
    minimum: Avos = 100
    minimums: Annotated[dict[Word, Avos], Meta(max_length=100)] = {}
    """Kinds of bet with a minimum of their own, by the bet's id."""
    maximum: Avos = 100_000_000
    chip: Avos = 1
    player_maximum: Avos = 1_000_000_000
    bank: Avos = 0
    chance: ChanceSource = ChanceSource.OBSERVED
    conduct: DealtBy = DealtBy.CROUPIER
    title: Word | Title = ""


# A proposal in a journal was accepted once: it gets the same steps, and more time than the server gave it, so that a slow machine reads it.
READ_AGAIN = SandboxLimits(seconds=10.0)

MOST_PROPOSALS = 100
"""Files whose proposals are kept in memory."""


def open_terms(terms: TableTerms, proposals: Mapping[str, Proposal] = MappingProxyType({})) -> TableOpened:
    """Return the event that a table begins with; refused if the game, an option or a limit is not possible.

    A proposal is chosen by its id among `proposals`.
    """
    game, proposal = find(terms.game), proposals.get(str(terms.options.get(OPTION, "")))
    # Checks the limits against each other.
    limits = Limits(minimum=terms.minimum, maximum=terms.maximum, chip=terms.chip, minimums=terms.minimums)
    if game.rulebook and proposal:
        chosen = dict(_rules(game.rulebook, terms.options, proposal).chosen)
    else:
        options = {name: value for name, value in terms.options.items() if name != OPTION or value != NONE}
        chosen = dict(choose(game.rulebook.options if game.rulebook else game.options, options))
    if terms.minimums:
        _check_kinds(game, terms, proposal)
    if terms.player_maximum < limits.minimum:
        raise Refusal(BAD_TABLE, asked="player_maximum", allowed=_("it must be at least the minimum"))
    if terms.conduct is DealtBy.AUTOMATIC and terms.chance is not ChanceSource.DRAWN:
        raise Refusal(BAD_TABLE, asked="conduct", allowed=_("automatic is possible only where results are drawn"))
    instrument = law(terms.game).instrument
    return TableOpened(
        game=terms.game,
        instrument=instrument.name[Language.EN],
        options={name: str(value) for name, value in chosen.items()},
        minimum=limits.minimum,
        maximum=limits.maximum,
        chip=limits.chip,
        player_maximum=terms.player_maximum,
        chance=terms.chance,
        conduct=terms.conduct,
        version=VERSION,
        title=terms.title,
        minimums=dict(limits.minimums),
        proposal=proposal.source if proposal else "",
        procedure=game.procedure,
    )


def with_edition(opened: TableOpened, day: date) -> TableOpened:
    """Return the opening with whether the game's text applied on a day, and which newer instruments have not been read."""
    game_law = law(opened.game)
    force = game_law.force(day)
    others = game_law.applied(day) if force is Force.ENDED else game_law.amended(day)
    return structs.replace(opened, force=force.value, unseen=tuple(other.name[Language.EN] for other in others))


def _check_kinds(game: Game, terms: TableTerms, proposal: Proposal | None) -> None:
    """Refuse a minimum for a kind of bet that the table does not have."""
    if not game.rulebook:
        raise Refusal(BAD_TABLE, asked="minimums", allowed=_("none, as this game has no bets against the house"))
    rules = _rules(game.rulebook, terms.options, proposal)
    kinds = {bet.id for bet in rules.bets.values()}
    for bet in terms.minimums:
        if bet not in kinds:
            raise rules.unknown_bet(bet, near(bet, {kind: [kind] for kind in kinds}))


def _rules(book: Rulebook, options: Mapping[str, object], proposal: Proposal | None) -> Rules:
    return under(book, {**options, OPTION: proposal} if proposal else options)


def open_office(name: str) -> TableOpened:
    """Return the event that the cage or the register begins with."""
    return TableOpened(
        game=name,
        instrument="",
        options={},
        minimum=1,
        maximum=1,
        chip=1,
        player_maximum=1,
        chance=ChanceSource.OBSERVED,
        conduct=DealtBy.CROUPIER,
        version=VERSION,
    )


def engine_of(opened: Event) -> TableEngine[Any]:
    """Return what conducts a table with this opening."""
    if not isinstance(opened, TableOpened):
        raise Defect("a journal begins with the opening of its table")
    if opened.game in OUTSIDE_TABLES:
        return OfficeEngine(opened)
    game = find(opened.game)
    return game.conduct(opened, rules_at(opened) if game.rulebook else None)


def rules_at(opened: TableOpened) -> Rules:
    """Return the rules of a table of chance, with the proposal that it carries."""
    options: dict[str, object] = dict(opened.options)
    if opened.proposal:
        options[OPTION] = proposal_in(opened.proposal)
    return rules_of(opened.game, tuple(sorted(options.items())))


@lru_cache(MOST_PROPOSALS)
def proposal_in(source: str) -> Proposal:
    """Read the proposal of a file in a journal, once for all tables that carry it."""
    return read_proposal(source, limits=READ_AGAIN)


class LiveTable(Struct, frozen=True):
    """A table as it stands."""

    id: str
    engine: TableEngine[Any]
    state: Any
    """A `TableState`: each game has its own."""
    seq: int
    head: str
    at: str = ""
    """When its last entry was written."""
    snapshot: int = 0
    """Its last entry that binds a snapshot."""

    @property
    def opened(self) -> TableOpened:
        """Its opening, with all its terms."""
        return self.engine.opened


class CommandRequest(FrozenStruct):
    """A command for a table."""

    table: str
    actor: Actor
    id: str
    command: Command
    seq: int | None = None
    """Refuse the command if the table has moved on from this entry."""
    opening: TableTerms | None = None
    second: Actor | None = None
    """The person who agrees, where it takes two."""
    check: Callable[[], None] | None = None
    """Refuses what does not fit the people and keys in the store, each time the command is decided."""
    writes: "tuple[Executable, ...]" = ()
    """Changes to people and keys, for the same transaction."""
    is_read: bool = False
    """Whether the command was decoded with the types of its table's game. Then its entry can be read again, and that need not be tried."""

    @property
    def approves(self) -> int | None:
        """The number of the request that a second person approves by it."""
        command = self.command
        return command.fact.number if isinstance(command, Record) and isinstance(command.fact, ApprovalGiven) else None

    @property
    def purse(self) -> str:
        """The wallet concerned."""
        return f"{WALLET}{self.command.concerns or self.actor.name}"


class CommittedEntry(Struct):
    """An entry that is on disk, the table after it, and where it stands in the chain of its table and in the log."""

    entry: Entry
    table: LiveTable
    digest: str
    body: bytes
    before: str = ""
    """The digest of the entry before it at its table; blank if that was not looked up."""
    leaf: int = -1
    """Its place in the log; not known until it is on disk."""
    proof: tuple[str, ...] = ()
    """The inclusion proof in the log."""
    origin: str = ""
    """The log; blank where nobody signs."""
    checkpoint: str = ""
    """Signed, of the log up to this entry or further."""


Answer = CommittedEntry | Refusal


def apply_entry(table: LiveTable, entry: Entry, digest: str) -> LiveTable:
    """Return the table after an entry."""
    state = table.state
    for event in entry.events:
        state = table.engine.evolve(state, event)
    snapshot = entry.seq if entry.state else table.snapshot
    return LiveTable(table.id, table.engine, state, entry.seq, digest, entry.at, snapshot)


def check_idempotent(done: CommittedEntry, request: CommandRequest) -> CommittedEntry:
    """Return the answer for a repeated command; another command under a used id is refused."""
    is_same = done.entry.command == request.command
    if request.opening is not None:
        first, *more = done.entry.events
        funded = [event for event in more if isinstance(event, BankFunded)]
        carries = proposal_in(first.proposal) if isinstance(first, TableOpened) and first.proposal else None
        is_same = (
            is_same
            and _terms(open_terms(request.opening, {carries.id: carries} if carries else {})) == _terms(first)
            and funded == ([BankFunded(amount=request.opening.bank)] if request.opening.bank else [])
        )
    if not is_same:
        raise Refusal(COMMAND_REPEATED, asked=request.id, seq=done.entry.seq)
    return done


def _terms(opened: Event) -> Event:
    # Without what is not asked for but found when a table opens: it may differ when the same request comes again.
    return structs.replace(opened, version="", instrument="", unseen=(), force="", authorised={}, unauthorised=())


def transfers_of(entry: Entry) -> list[tuple[str, str, int]]:
    """Return the money that an entry moves, as source, target and amount; a table's own accounts carry its name."""
    own = f":{entry.table}"
    return [
        (
            source if ":" in source or source == OUTSIDE else source + own,
            target if ":" in target or target == OUTSIDE else target + own,
            amount,
        )
        for event in entry.events
        for source, target, amount in event.transfers()
        if amount
    ]
