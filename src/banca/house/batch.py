"""Commands decided one after another and not yet written: each sees what those before it came to."""

from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from itertools import chain
from typing import Protocol

from msgspec import MsgspecError, structs

from banca.house import journal
from banca.house.authorisation import check_authorised, macau_day, with_references
from banca.house.balances import Balances
from banca.house.cage import CAGE, CashIn, CashOut
from banca.house.chance import Source
from banca.house.chances import TableChances
from banca.house.journal import FORM, Entry, EntryOf
from banca.house.opening import conduct_of, office_opening, opening, with_edition
from banca.house.practice import OF_PRACTICE, at_the_cage, check_play_money
from banca.house.refusals import BAD_TABLE, COMMAND_REPEATED, SHUT_OUT, STALE_SEQUENCE, TABLE_EXISTS, TABLE_STOPPED
from banca.house.register import OUTSIDE_TABLES, REGISTER, RegisterState
from banca.house.register.conduct import PROGRAM
from banca.house.register.event import Record
from banca.house.request import CommandRequest, LiveTable, Logged, Published, after, same, transfers_of
from banca.house.seal import Seal
from banca.house.seconds import MAY_TAKE_TWO, check_second, in_time, paid_alone
from banca.house.signed_ledger import SignedLedger
from banca.house.store import Store
from banca.house.store_errors import StoreConflictError
from banca.house.table_snapshot import body_after, bound_by, digest_of, is_due
from banca.house.writing import Row, Writing
from banca.live.command import THE_HOUSE, Actor, OpenTable, Role, VoidRound
from banca.live.event import BANK, OUTSIDE, Event, Funded, Opened, wallet
from banca.live.kinds import KindOf
from banca.live.refusals import BAD_REQUEST
from banca.live.seating import check_role
from banca.live.table import Funds
from banca.rules import Defect, Proposal, Refusal, _, format_patacas
from banca.rules.refusal import BAD_STAKE

OPENS_TABLE, RECORDS = KindOf(OpenTable), KindOf(Record)
SALT_BYTES = 16
AT_HAND = 2
"""Accounts whose money a command usually moves: these were read before it was decided. Where it is more, they are read at once."""
MOST_HELD = 2**62
"""The most that an account may hold, in avos: the store counts no further than twice that."""


class Base(Protocol):
    """What a draft starts from: the house as it stands."""

    store: Store
    seal: Seal
    is_strict: bool
    is_play_money: bool
    source: Source
    games: dict[str, str]
    stopped: dict[str, str]
    balances: Balances
    ledger: SignedLedger | None
    proposals: dict[str, Proposal]

    def table(self, table_id: str) -> LiveTable:
        """One table as it stands."""
        ...

    def renew(self, table_id: str) -> None:
        """Take in what another process has written to a table."""
        ...


def is_for_everybody(table: LiveTable) -> bool:
    """Whether all that is written there may be seen by everybody in the house: not the cage, the register, or where tiles are hidden."""
    return table.id not in OUTSIDE_TABLES and table.conduct.is_public


class Batch:
    """What is to be written, all or nothing, and how things stand then."""

    def __init__(self, base: Base, at: str) -> None:
        self._base = base
        self.at = at
        """When the commands are carried out: together; never before what a table has seen."""
        self.tables: dict[str, LiveTable] = {}
        self._begun: dict[str, int] = {}
        """How far the journal of each went before."""
        self.deltas: dict[str, int] = {}
        """How much more, or less, each account holds then."""
        self.chances = TableChances(base.store, base.seal, base.source)
        self.done: dict[tuple[str, str, str], Published] = {}
        self.writing = Writing()
        self.published: list[Published] = []
        self.register: RegisterState | None = base.table(REGISTER).state if REGISTER in base.games else None
        """Who is in the house, as this draft leaves it; none while the house opens its own journals."""

    def decide(self, request: CommandRequest) -> Published:
        """What a command comes to here; raises the refusal."""
        done = self.done.get((request.table, request.actor.name, request.id))
        if done is not None:
            return same(done, request)
        self._check_in(request)
        kind = type(request.command)
        if OPENS_TABLE[kind]:
            return self._begin(request)
        is_stopped = request.table in self._base.stopped
        if is_stopped and (not isinstance(request.command, VoidRound) or request.actor.name in PROGRAM):
            raise Refusal(TABLE_STOPPED, asked=request.table)
        table, command = self.tables.get(request.table) or self._base.table(request.table), request.command
        if request.seq is not None and request.seq != table.seq:
            raise Refusal(STALE_SEQUENCE, asked=request.seq, allowed=table.seq)
        if RECORDS[kind] and (number := request.gives_second) is not None:
            return self._agree(request, number)
        events = self._events(table, request, is_stopped=is_stopped)
        if self._base.ledger and isinstance(command, CashOut):
            self._check_signed(self._base.ledger, request.purse)
        if self.register and MAY_TAKE_TWO[kind]:
            check_second(table, request, self.register, self._paid_alone(request), is_stopped=is_stopped)
        for event in events:
            if OF_PRACTICE[type(event)]:
                return self._add_practice(table, request, events)
        return self._add(table, request, events)

    def _events(self, table: LiveTable, request: CommandRequest, *, is_stopped: bool) -> tuple[Event, ...]:
        """What a command comes to at its table; a stopped one takes nothing but the void of its round."""
        command, chance = request.command, self.chances.given(table, request.command)
        if is_stopped and isinstance(command, VoidRound):
            return table.conduct.void_stopped(table.state, command, request.actor, chance)
        funds = Funds(wallet=self.holds(request.purse), bank=self.holds(f"{BANK}:{request.table}"))
        return table.conduct.decide(table.state, command, request.actor, funds, chance)

    def _add_practice(self, table: LiveTable, request: CommandRequest, events: tuple[Event, ...]) -> Published:
        """Seats that the program plays come and go with money of their own."""
        check_play_money(events, is_play_money=self._base.is_play_money)
        published = self._add(table, request, events)
        for command in at_the_cage(table, events, self.holds):
            self._at_cage(command, published.entry)
        return published

    def _at_cage(self, command: CashIn | CashOut, because: Entry) -> None:
        """An entry of the house's own in the journal of the cage, together with the one that needs it."""
        self._base.renew(CAGE)
        cage = self._stands(CAGE)
        name = f"{because.table}-{because.seq}-{command.player}"
        request = CommandRequest(table=CAGE, actor=THE_HOUSE, id=name, command=command)
        funds = Funds(wallet=self.holds(wallet(command.player)))
        self._add(cage, request, cage.conduct.decide(cage.state, command, THE_HOUSE, funds))

    def _stands(self, table_id: str) -> LiveTable:
        """A table as this draft leaves it."""
        return self.tables.get(table_id) or self._base.table(table_id)

    def _check_in(self, request: CommandRequest) -> None:
        """Refuse somebody who has been shut out, in whatever process; and what does not fit the people there are."""
        if self.register:
            out = self.register.out
            if request.actor.name in out:
                raise Refusal(SHUT_OUT, asked=request.actor.name)
            if request.second and request.second.name in out:
                raise Refusal(SHUT_OUT, asked=request.second.name)
        if request.check:
            request.check()

    def _check_signed(self, ledger: SignedLedger, account: str) -> None:
        """Nothing leaves the house but what the signed entries say: the account's row alone could be anybody's."""
        balances = self._base.balances
        if ledger.balance(account) != balances[account]:
            balances.forget([account])
            raise StoreConflictError(account)  # another process has moved money: it is decided anew

    def _paid_alone(self, request: CommandRequest) -> int:
        """What whoever cashes out has paid out alone today, in this draft and before."""
        if request.table != CAGE or not isinstance(request.command, CashOut):
            return 0
        by = request.actor.name
        new = [one.entry for one in reversed(self.published) if one.entry.table == CAGE]
        with closing(self._base.store.rows_of(CAGE, by)) as rows:
            return paid_alone(chain(new, (journal.read(row.body, CAGE, row.seq) for row in rows)), by, self.at)

    def _agree(self, request: CommandRequest, number: int) -> Published:
        """A second person agrees, if they may: what was asked is done under both names, and then it is put down."""
        register = self._stands(REGISTER)
        given = register.conduct.decide(register.state, request.command, request.actor, Funds())
        asked = register.state.find_asked(number)
        used = self._base.store.find([(asked.table, asked.by, asked.id)])
        for row in used.values():
            raise Refusal(COMMAND_REPEATED, asked=asked.id, seq=row.seq)
        in_time(self._stands(asked.table), asked, self.at)
        self.decide(
            CommandRequest(
                table=asked.table,
                actor=Actor(asked.by, asked.role),
                id=asked.id,
                command=asked.command,
                second=request.actor,
                also=request.also,
            )
        )
        return self._add(self._stands(REGISTER), structs.replace(request, also=()), given)

    def _begin(self, request: CommandRequest) -> Published:
        """A table opens with its terms and its bank."""
        asked = request.opening
        if request.table in self._base.games or request.table in self.tables or self._base.store.seq(request.table):
            raise Refusal(TABLE_EXISTS, asked=request.table)
        check_role(request.command, request.actor, Role.SUPERVISOR)
        if asked is None and request.table not in OUTSIDE_TABLES:
            raise Refusal(BAD_TABLE, asked=request.table, allowed=_("its terms must be given to open it"))
        opened = self._authorised(opening(asked, self._base.proposals)) if asked else office_opening(request.table)
        events: tuple[Event, ...] = (opened, Funded(amount=asked.bank)) if asked and asked.bank else (opened,)
        conduct = conduct_of(opened)
        table = LiveTable(request.table, conduct, conduct.start, 0, journal.GENESIS)
        published = self._add(table, request, (*events, *self.chances.beginning(table)))
        self.writing.opened.append((request.table, opened.game))
        return published

    def _authorised(self, opened: Opened) -> Opened:
        """The opening with today's edition of the rules and the authorisations on record; refused, in a strict house, where one is lacking."""
        day = macau_day(datetime.fromisoformat(self.at))
        opened = with_references(with_edition(opened, day), self._base.store.authorisations(opened.game), day)
        if self._base.is_strict:
            check_authorised(opened)
        return opened

    def _add(self, table: LiveTable, request: CommandRequest, events: tuple[Event, ...]) -> Published:
        """Write an entry into the draft, with the money it moves."""
        name, actor = table.id, request.actor
        entry: Entry = EntryOf(
            v=FORM,
            table=name,
            seq=table.seq + 1,
            at=max(table.at, self.at),
            by=actor.name,
            role=actor.role,
            id=request.id,
            command=request.command,
            events=events,
            second=request.second.name if request.second else "",
            salt="" if is_for_everybody(table) else self._base.source.salt(SALT_BYTES).hex(),
        )
        transfers = transfers_of(entry)
        moved = after(table, entry, "") if is_due(table, entry) else None
        snapshot = body_after(moved, transfers, self.holds) if moved else None
        if snapshot is not None:
            entry = structs.replace(entry, state=digest_of(snapshot))
        body = journal.write(entry)
        if not request.is_read:
            _check_readable(body, table.opened.game, entry.seq)
        head = journal.digest(table.head, body)
        moved = bound_by(moved, entry, head) if moved else after(table, entry, head)
        self._move(entry, transfers)
        writing = self.writing
        if request.also:
            writing.also += request.also
        writing.rows.append(Row(name, entry.seq, actor.name, request.id, body, head))
        if snapshot is not None:
            writing.snapshots.append((name, entry.seq, snapshot))
        writing.secrets += self.chances.sealed(name, events)
        self._begun.setdefault(name, table.seq)
        self.tables[name] = moved
        if name == REGISTER:
            self.register = moved.state
        published = Published(entry, moved, Logged(table.head, head, body))
        self.published.append(published)
        self.done[name, actor.name, request.id] = published
        return published

    def _move(self, entry: Entry, moved: Sequence[tuple[str, str, int]]) -> None:
        """The money of an entry: all of it, or a defect and none."""
        balances, deltas = self._base.balances, self.deltas
        changed: dict[str, int] = {}
        for source, target, amount in moved:
            changed[source] = (changed if source in changed else deltas).get(source, 0) - amount
            changed[target] = (changed if target in changed else deltas).get(target, 0) + amount
        if len(changed) > AT_HAND:
            balances.read(changed)
        for account, delta in changed.items():
            if not 0 <= (balance := balances[account] + delta) <= MOST_HELD:
                _check_holds(account, balance)
        deltas.update(changed)
        rows = self.writing.transfers
        for place, (source, target, amount) in enumerate(moved):
            rows.append((entry.table, entry.seq, place, source, target, amount))

    def finished(self) -> Writing:
        """All that is to be written, with what it does to the balances."""
        self.writing.heads = {name: (self._begun[name], one.seq, one.head) for name, one in self.tables.items()}
        self.writing.closed = [name for name, one in self.tables.items() if one.state.is_closed]
        self.writing.deltas = self.deltas
        self.writing.new_accounts = self._base.balances.lack(self.deltas)
        if REGISTER in self._base.games:
            self.writing.register = self._base.table(REGISTER).seq
        return self.writing

    def holds(self, account: str) -> int:
        """What an account holds when all this is done."""
        return self._base.balances[account] + self.deltas.get(account, 0)


def _check_holds(account: str, balance: int) -> None:
    """Refuse more money than can be counted; only what is outside the house may be owed."""
    if balance < 0 and account != OUTSIDE:
        raise Defect(f"{account} would hold {balance}")
    if abs(balance) > MOST_HELD:
        raise Refusal(BAD_STAKE, asked=format_patacas(abs(balance)))


def _check_readable(body: bytes, game: str, seq: int) -> None:
    """Refuse an entry that could not be read again: so may be one of a command that was made and not read."""
    try:
        journal.read(body, game, seq)
    except MsgspecError as fault:
        raise Refusal(BAD_REQUEST, asked=str(fault)) from None
