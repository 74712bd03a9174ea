"""Everything in the store once more, from the first entry on. Nothing is believed that can be worked out again."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import chain, zip_longest
from typing import Any

from banca.house.audit.chain import BrokenLinkError, read_link, unlike_columns
from banca.house.audit.commitments import Commitments
from banca.house.audit.corrections import Corrections
from banca.house.audit.faults import (
    BALANCE_DIFFERS,
    BALANCE_NEGATIVE,
    COLUMN_DIFFERS,
    HEAD_DIFFERS,
    MONEY_APPEARS,
    NOT_LOOKED_AT,
    SECRET_STRAY,
    TRANSFER_DIFFERS,
    UNLISTED_TABLE,
    missing,
)
from banca.house.audit.findings import Check, Finding, TableVerified, Verification, Weight
from banca.house.audit.people import Registered
from banca.house.audit.replay import CannotGoOnError, Replay, other_version
from banca.house.audit.snapshot import Snapshot, snapshot
from banca.house.audit.times import Purses, Times, system_time
from banca.house.audit.voids import VoidCount
from banca.house.journal import FIRST_ENTRY, GENESIS, Entry, game_of
from banca.house.refusals import UNKNOWN_TABLE
from banca.house.register import REGISTER
from banca.house.request import transfers_of
from banca.house.seal import Seal
from banca.house.store import Store
from banca.live.event import OUTSIDE
from banca.rulebook import NOTHING, Message, Refusal

Transfers = Iterator[tuple[int, int, str, str, int]]


def verify(
    store: Store,
    tables: Iterable[str] | None = None,
    clock: Callable[[], datetime] = system_time,
    *,
    seal: Seal | None = None,
) -> Verification:
    """Look at all tables and the whole ledger; or at some tables, and the accounts that are theirs alone.

    With the house's seal results that are still hidden are compared with their commitments too; what was shown needs no key.
    """
    with snapshot(store) as seen:
        there = seen.tables()
        asked = list(there) if tables is None else list(dict.fromkeys(tables))
        for table in asked:
            if table not in there:
                raise Refusal(UNKNOWN_TABLE, asked=table, allowed=list(there))
        auditing = Auditing(seen, clock(), seal)
        looked = {
            table: _Auditor(auditing, table, *there[table]).run()
            for table in sorted(asked, key=lambda name: name != REGISTER)
        }
        house = TableVerified("", "")
        for finding in _of_people(auditing, looked):
            looked[REGISTER].note(finding)
        if tables is None:
            _look_at_unlisted(auditing, house)
        for finding in auditing.ledger.compare(seen.accounts(), looked.keys(), is_whole=tables is None):
            looked.get(finding.table, house).note(finding)
        if tables is None and not any(one.first_bad for one in looked.values()):
            for finding in auditing.purses.findings():
                house.note(finding)
        if exposed := store.file and store.file.exposure():
            house.note(Finding(weight=Weight.NOTICE, check=Check.STORE, table="", why=exposed))
        return Verification(tuple(looked[table] for table in asked), house)


def _of_people(auditing: "Auditing", looked: Mapping[str, TableVerified]) -> Iterator[Finding]:
    """People, keys and authorisations beside the register, where that was read to its end."""
    if REGISTER in looked and not looked[REGISTER].skipped:
        yield from auditing.registered.compare(auditing.seen)


def _look_at_unlisted(auditing: "Auditing", house: TableVerified) -> None:
    """Rows of tables that are not among the tables; what they move is counted all the same."""
    for table in auditing.seen.unlisted():
        house.note(Finding(check=Check.CHAIN, table=table, why=Message(UNLISTED_TABLE, asked=table)))
        for transfer in auditing.seen.transfers(table):
            auditing.ledger.take(transfer)


class Ledger:
    """All balances, made anew out of the transfers."""

    def __init__(self) -> None:
        self._holds: dict[str, int] = {}

    def take(self, transfer: tuple[int, int, str, str, int]) -> None:
        """Add up one transfer."""
        _, _, source, target, amount = transfer
        if isinstance(amount, int):
            self._holds[source] = self._holds.get(source, 0) - amount
            self._holds[target] = self._holds.get(target, 0) + amount

    def compare(self, accounts: dict[str, int], tables: Collection[str], *, is_whole: bool) -> Iterator[Finding]:
        """Accounts that hold something else than the transfers make, or less than nothing."""
        for account in sorted(self._holds.keys() | accounts.keys(), key=str):
            owner = _owner(account, tables)
            if not is_whole and not owner:
                continue
            holds, made = accounts.get(account), self._holds.get(account)
            if holds != made:
                found, expected = (NOTHING if one is None else one for one in (holds, made))
                yield _of_ledger(owner, Message(BALANCE_DIFFERS, asked=account, found=found, expected=expected))
            if isinstance(holds, int) and holds < 0 and account != OUTSIDE:
                yield _of_ledger(owner, Message(BALANCE_NEGATIVE, asked=account, found=holds))
        total = sum(holds for holds in accounts.values() if isinstance(holds, int))
        if is_whole and total:
            yield _of_ledger("", Message(MONEY_APPEARS, found=total))


class Auditing:
    """What one audit has in common for all tables: the store at one moment, the money, the purses, the people, the time."""

    def __init__(self, seen: Snapshot, now: datetime, seal: Seal | None) -> None:
        self.seen, self.now, self.seal = seen, now, seal
        self.ledger, self.purses, self.registered = Ledger(), Purses(), Registered()


class _Auditor:
    """Looks at one table, entry by entry."""

    def __init__(self, auditing: Auditing, table: str, game: str, seq: int, head: str) -> None:
        seen = self._seen = auditing.seen
        self._registered, self._ledger, self._purses = auditing.registered, auditing.ledger, auditing.purses
        self._times = Times(table, auditing.now)
        self._stands = (game, seq, head)
        self._transfers = Ahead(seen.transfers(table))
        self._commitments = Commitments(table, lambda asked: seen.secrets(table, asked), auditing.seal)
        self.table = table
        self.replay = Replay(table)
        self.verified = TableVerified(table, game, head=GENESIS)
        self._voids, self._corrections = VoidCount(table, self.verified.voids), Corrections(table)

    def run(self) -> TableVerified:
        """The table from its first entry to the last, or to where the chain breaks."""
        last = None
        try:
            for last in self._entries():  # noqa: B007 - wanted behind the loop
                pass
        except (BrokenLinkError, CannotGoOnError) as broken:
            if isinstance(broken, BrokenLinkError):
                self.verified.note(broken.finding)
            self._give_up()
        else:
            self._end(last)
        for rest in self._transfers:
            self._ledger.take(rest)
        return self.verified

    def _entries(self) -> Iterator[Entry]:
        verified, note, game = self.verified, self.verified.note, FIRST_ENTRY
        for row in self._seen.rows(self.table):
            entry = read_link(self.table, verified.entries + 1, verified.head, row, game)
            game = game or game_of(entry)
            for finding in unlike_columns(row, entry):
                note(finding)
            if not verified.entries and (other := other_version(entry)):
                note(other)
            for finding in self._commitments.take(entry, self.replay.conduct, self.replay.state):
                note(finding)
            for finding in self._registered.check_alone(entry, self.replay):
                note(finding)
            told = (one.take(entry, self.replay.conduct, self.replay.state) for one in (self._voids, self._corrections))
            for finding in chain.from_iterable(told):
                note(finding)
            for finding in self.replay.take(entry):
                note(finding)
            if self.table == REGISTER:
                self._registered.take(entry)
                self._registered.state = self.replay.state
            for finding in (*self._compare_transfers(entry), *self._times.take(entry)):
                note(finding)
            self._purses.take(entry)
            verified.entries += 1
            verified.head = row.digest
            yield entry

    def _compare_transfers(self, entry: Entry) -> Iterator[Finding]:
        """The ledger's rows for an entry are those that the entry makes, one by one."""
        makes = [(place, *one) for place, one in enumerate(transfers_of(entry))]
        found = []
        for transfer in self._transfers.until(entry.seq):
            self._ledger.take(transfer)
            found.append(transfer)
        for by_entry, by_ledger in zip_longest(makes, found):
            if by_ledger is None or (entry.seq, *(by_entry or ())) != by_ledger:
                yield self._of_transfer(entry.seq, by_entry, by_ledger)
                return

    def _give_up(self) -> None:
        """Behind a break nothing is trusted: how much that is."""
        verified = self.verified
        for finding in self._commitments.look_up():
            verified.note(finding)
        verified.skipped = self._seen.rows_after(self.table, verified.entries + 1)
        if verified.skipped:
            why = Message(NOT_LOOKED_AT, asked=verified.skipped)
            where = verified.entries + 1
            verified.note(Finding(weight=Weight.NOTICE, check=Check.CHAIN, table=self.table, seq=where, why=why))

    def _end(self, last: Entry | None) -> None:
        """What must be so when the journal has been read to its end."""
        verified, note = self.verified, self.verified.note
        game, seq, head = self._stands
        opened = self.replay.conduct.opened.game if self.replay.conduct else game
        if last is None:
            note(self._of_chain(1, missing(1, None)))
            return
        if (seq, head) != (verified.entries, verified.head):
            where = max(seq, verified.entries) if isinstance(seq, int) else verified.entries
            stands, ends = f"{seq} {head}", f"{verified.entries} {verified.head}"
            note(self._of_chain(where, Message(HEAD_DIFFERS, found=stands, expected=ends)))
        if game != opened:
            note(self._of_chain(1, Message(COLUMN_DIFFERS, column="game", found=game, expected=opened)))
        for finding in self.replay.check_stakes(last):
            note(finding)
        for finding in (*self._commitments.end(), *self._voids.end()):
            note(finding)
        if (stray := self._seen.secret_count(self.table) - self._commitments.found) > 0:
            why = Message(SECRET_STRAY, asked=stray)
            note(Finding(check=Check.COMMITMENT, table=self.table, why=why))
        beyond = next(self._transfers, None)
        if beyond is not None:
            self._ledger.take(beyond)
            note(self._of_transfer(beyond[0], None, beyond))

    def _of_transfer(self, seq: int, by_entry: tuple[Any, ...] | None, by_ledger: tuple[Any, ...] | None) -> Finding:
        expected, found = _spelled(by_entry), _spelled(by_ledger and by_ledger[1:])
        return _of_ledger(self.table, Message(TRANSFER_DIFFERS, expected=expected, found=found), seq)

    def _of_chain(self, seq: int, why: Message) -> Finding:
        return Finding(check=Check.CHAIN, table=self.table, seq=seq, why=why)


class Ahead:
    """A table's transfers, read as far as an entry goes and no further."""

    def __init__(self, transfers: Transfers) -> None:
        self._transfers = transfers
        self._next = next(transfers, None)

    def __iter__(self) -> Transfers:
        return self

    def __next__(self) -> tuple[int, int, str, str, int]:
        given = self._next
        if given is None:
            raise StopIteration
        self._next = next(self._transfers, None)
        return given

    def until(self, seq: int) -> Transfers:
        """Those up to an entry."""
        while self._next is not None and not (isinstance(self._next[0], int) and self._next[0] > seq):
            yield next(self)


def _owner(account: Any, tables: Collection[str]) -> str:  # noqa: ANN401 - whatever the store holds
    """The table that an account belongs to; none for a wallet or the outside."""
    name, _, owner = str(account).partition(":")
    return owner if name != "wallet" and owner in tables else ""


def _of_ledger(table: str, why: Message, seq: int = 0) -> Finding:
    return Finding(check=Check.LEDGER, table=table, seq=seq, why=why)


def _spelled(transfer: tuple[Any, ...] | None) -> object:
    """A transfer in one line."""
    if transfer is None:
        return NOTHING
    place, source, target, amount = transfer
    return f"{place}: {source} > {target} {amount}"
