"""What people may see of a table and of its entries; an inspector who looks at hidden results is recorded first."""

from collections import OrderedDict
from typing import Any

from banca.games import find
from banca.house.commands import LiveTable
from banca.house.house import House
from banca.house.journal import Entry
from banca.house.register import OUTSIDE_TABLES, HiddenSeen
from banca.law import Language
from banca.record import FrozenStruct
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import Actor, Role, VoidRound, command_name
from banca.tables.engine import AvailableAct
from banca.tables.events import Event
from banca.transparency.receipt import Receipt


class EntryView(FrozenStruct, omit_defaults=True):
    """An entry of the journal as a person may see it."""

    table: str
    seq: int
    at: str
    by: str
    events: tuple[Event, ...]
    said: tuple[str, ...] = ()
    """The events in words, one sentence for each, in a stream that was asked for them."""
    digest: str = ""
    """Of the entry behind the one before it: its place in the chain of its table."""
    leaf: int = -1
    """Its place in the log of the house."""
    receipt: Receipt | None = None
    """Of your own command: with it nobody can change or deny the entry later."""


class AwaitedAct(FrozenStruct):
    """A player whose act a table waits for."""

    player: str
    act: str


class View(FrozenStruct):
    """A table as a person may see it."""

    table: str
    game: str
    title: str
    seq: int
    phase: str
    round: int
    instrument: str
    options: dict[str, str]
    minimum: int
    minimums: dict[str, int]
    """Kinds of bet with a minimum of their own, by the bet's id."""
    maximum: int
    chip: int
    player_maximum: int
    chance: str
    conduct: str
    is_closed: bool
    seats: tuple[str, ...]
    practice: dict[str, str]
    can: tuple[AvailableAct, ...]
    open_bets: tuple[str, ...] = ()
    """The bets that this player may place now."""
    awaits: tuple[AwaitedAct, ...] = ()
    """Players whose acts the table waits for."""
    notes: tuple[dict[str, str], ...] = ()
    """Notes on the table, beside its phase."""
    state: dict[str, Any]
    """What the game has of its own: bets and what lies there; or gates, a bank, dice and tiles."""


def redact(entry: Entry, table: LiveTable, viewer: Actor | None = None, *, digest: str, leaf: int) -> EntryView:
    """Return an entry as a person may see it while the table stands as it does; without a viewer, as everybody may."""
    return EntryView(
        table=entry.table,
        seq=entry.seq,
        at=entry.at,
        by=entry.by,
        events=redact_events(entry, table, viewer),
        digest=digest,
        leaf=leaf,
    )


def redact_events(entry: Entry, table: LiveTable, viewer: Actor | None) -> tuple[Event, ...]:
    """Return the events of an entry as a person may see them."""
    if table.engine.is_public:
        return entry.events
    return tuple(table.engine.redact(event, table.state, viewer) for event in entry.events)


STOPPED = AvailableAct(do=command_name(VoidRound), takes=("reason",))
"""All that can be done at a stopped table."""


def view(table: LiveTable, viewer: Actor, language: Language = Language.EN, *, is_stopped: bool = False) -> View:
    """Return the table as a person may see it, with its title in their language."""
    opened, state, engine = table.opened, table.state, table.engine
    can = ((STOPPED,) if viewer.role is Role.SUPERVISOR else ()) if is_stopped else engine.available_acts(state, viewer)
    is_betting = viewer.role is Role.PLAYER and not is_stopped
    # Options, limits and the like as the table opened with them.
    terms = {name: getattr(opened, name) for name in View.__struct_fields__ if name in opened.__struct_fields__}
    return View(
        **terms | {"title": opened.titled(language)},
        table=table.id,
        seq=table.seq,
        phase=state.phase,
        round=state.round,
        is_closed=state.is_closed,
        seats=state.seats,
        practice=state.practice,
        can=can,
        open_bets=tuple(engine.open_bets(state, viewer.name))
        if is_betting and isinstance(engine, ChanceEngine)
        else (),
        awaits=tuple(AwaitedAct(player=player, act=act) for player, act in engine.awaited_acts(state)),
        notes=tuple(map(dict, engine.notes(state))),
        state=dict(engine.view(state, viewer)),
    )


MOST_KEPT = 10_000


def is_all_public(game: str) -> bool:
    """Tell whether nothing is hidden at the tables of a game, or in an office."""
    return game in OUTSIDE_TABLES or (bool(game) and find(game).conducted_by.is_public)


class HiddenAccessLog:
    """Records in the register which inspector looked at hidden results of which round, each once.

    The caller reads first, then records, then shows: so nothing is seen that was hidden after the look was recorded.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._noted: OrderedDict[tuple[str, str, int], None] = OrderedDict()

    def note(self, viewer: Actor, *names: str) -> None:
        """Record that a person looks at these tables, or at all, where they see more than a player may."""
        if viewer.role is not Role.INSPECTOR:
            return
        for name in names or list(self._house.games):
            if name in self._house.stopped or is_all_public(self._house.games.get(name, "")):
                continue
            self._house.refresh_table(name)
            self.note_at(viewer, self._house.table(name))

    def note_at(self, viewer: Actor, table: LiveTable) -> None:
        """Record that a person saw hidden results of a table."""
        key = viewer.name, table.id, table.state.round
        is_hidden = not table.engine.is_public and table.engine.is_informed(table.state)
        if viewer.role is not Role.INSPECTOR or not is_hidden or key in self._noted:
            return
        fact = HiddenSeen(table=table.id, round=table.state.round)
        self._house.record(fact, by=viewer, id=f"look-{table.id}-{table.state.round}")
        self._noted[key] = None
        if len(self._noted) > MOST_KEPT:
            self._noted.popitem(last=False)
