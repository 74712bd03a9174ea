"""Everything in the store once more, from the first entry on, or what was written since a moment. Nothing is believed that can be worked out again."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime

from banca.house.audit.auditor import Auditing, Auditor
from banca.house.audit.findings import Check, Evidence, Finding, TableVerified, Verification, Weight
from banca.house.audit.log import Held, LogAudit
from banca.house.audit.pieces import WHOLE, JournalPiece, piece_since, time_in
from banca.house.audit.snapshot import Snapshot, snapshot
from banca.house.audit.times import system_time
from banca.house.clock import write_time
from banca.house.refusals import UNKNOWN_TABLE
from banca.house.register import REGISTER
from banca.house.seal import Seal
from banca.house.store import Store
from banca.house.table_snapshot import own_accounts
from banca.house.watch import Watching
from banca.house.watch.check import derived_faults, kept_faults
from banca.rules import Message, Refusal, _


def verify(
    store: Store,
    tables: Iterable[str] | None = None,
    clock: Callable[[], datetime] = system_time,
    *,
    seal: Seal | None = None,
    since: datetime | None = None,
    held: Held = Held(),  # noqa: B008 - frozen
) -> Verification:
    """Look at all tables, the whole ledger and the log; or at some tables, and the accounts that are theirs alone.

    With the house's seal results that are still hidden are compared with their commitments too; what was shown needs no key. With
    `since`, each journal is looked at from the newest snapshot before that moment, and those that ended before it not at all. With what
    is `held` elsewhere, checkpoints and receipts, the log is compared with that, whatever else is looked at.
    """
    with snapshot(store) as seen:
        there = seen.tables()
        asked = list(there) if tables is None else list(dict.fromkeys(tables))
        for table in asked:
            if table not in there:
                raise Refusal(UNKNOWN_TABLE, asked=table, allowed=list(there))
        is_whole = tables is None and since is None
        auditing = Auditing(seen, clock(), seal)
        pieces = _pieces(auditing, asked, since)
        looked = {table: Auditor(auditing, there[table], piece).run() for table, piece in pieces}
        house = TableVerified("", "")
        for finding in _of_people(auditing, looked):
            looked[REGISTER].note(finding)
        if is_whole:
            _look_at_unlisted(auditing, house)
            _look_at_watch(store, house)
        accounts = seen.accounts(None if since is None else [one for table in looked for one in own_accounts(table)])
        for finding in auditing.ledger.compare(accounts, looked.keys(), is_whole=is_whole):
            looked.get(finding.table, house).note(finding)
        if is_whole and not any(one.first_bad for one in looked.values()):
            for finding in auditing.purses.findings():
                house.note(finding)
        evidence = _look_at_log(seen, held, house, is_whole=is_whole, is_since=since is not None)
        if exposed := store.file and store.file.exposure():
            house.note(Finding(weight=Weight.NOTICE, check=Check.STORE, table="", why=exposed))
        if since is not None:
            house.note(_only_since(since, looked.values(), len(asked)))
        return Verification(tuple(looked[table] for table in asked if table in looked), house, since, evidence)


def _pieces(auditing: Auditing, asked: Iterable[str], since: datetime | None) -> Iterator[tuple[str, JournalPiece]]:
    """What is to be looked at of which tables, the register first."""
    order = sorted(asked, key=lambda name: name != REGISTER)
    if since is None:
        yield from ((table, WHOLE) for table in order)
        return
    ended = {table for table, body in auditing.seen.newest_entries() if (at := time_in(body)) and at < since}
    opening = auditing.seen.page(REGISTER, 0, 1)
    began = time_in(opening[0].body) if opening else None
    auditing.registered.began = write_time(began) if began else ""
    for table in order:
        if table not in ended or table == REGISTER:
            yield table, piece_since(auditing.seen, table, since)


def _only_since(since: datetime, looked: Collection[TableVerified], tables: int) -> Finding:
    """What was not looked at."""
    before = sum(one.before for one in looked)
    why = Message(
        "only_since",
        _(
            "only entries written since {at} were checked; the {asked} entries before, {others} of the tables, and wallets, people and keys were not checked"
        ),
        at=write_time(since),
        asked=before,
        others=tables - len(looked),
    )
    return Finding(weight=Weight.NOTICE, check=Check.STORE, table="", why=why)


def _of_people(auditing: Auditing, looked: Mapping[str, TableVerified]) -> Iterator[Finding]:
    """People, keys and authorisations beside the register, where that was read from its beginning to its end."""
    if REGISTER in looked and not (looked[REGISTER].skipped or looked[REGISTER].before):
        yield from auditing.registered.compare(auditing.seen)


def _look_at_log(seen: Snapshot, held: Held, house: TableVerified, *, is_whole: bool, is_since: bool) -> Evidence:
    """The log, and the schema that it stands in, where all is looked at or something is held: neither is any one table's.

    Since a moment: from the checkpoint on up to which it was verified before, where there is one.
    """
    is_compared = bool(held.checkpoints or held.receipts)
    if not is_whole and not is_compared and not (is_since and seen.has_log):
        return Evidence()
    if not seen.has_log:
        weight = Weight.FAULT if is_compared else Weight.NOTICE
        house.note(
            Finding(
                weight=weight,
                check=Check.LOG,
                table="",
                why=Message(
                    "no_log",
                    _(
                        "this store was last opened by a version without a transparency log; start the server once to create the log"
                    ),
                ),
            )
        )
        return Evidence()
    audit = LogAudit(seen, held)
    if not (is_since and audit.go_on()) and not is_whole and not is_compared:
        return Evidence()
    for odd in seen.oddities(is_whole=is_whole):
        house.note(
            Finding(
                check=Check.STORE,
                table="",
                why=Message(
                    "schema_differs",
                    _("the database schema is not the one that the program creates: {asked}"),
                    asked=odd,
                ),
            )
        )
    for finding in audit.run():
        house.note(finding)
    return audit.evidence


def _look_at_unlisted(auditing: Auditing, house: TableVerified) -> None:
    """Rows of tables that are not among the tables; what they move is counted all the same."""
    for table in auditing.seen.unlisted():
        house.note(
            Finding(
                check=Check.CHAIN,
                table=table,
                why=Message(
                    "unlisted_table",
                    _("there are rows of table {asked}, which is not in the list of tables"),
                    asked=table,
                ),
            )
        )
        for transfer in auditing.seen.transfers(table):
            auditing.ledger.take(transfer)


def _look_at_watch(store: Store, house: TableVerified) -> None:
    """What the watch keeps beside the journals: all of it must follow from them."""
    watching = Watching(store)
    if not watching.rows.is_there:
        return
    kept = watching.rows.kept()
    found = {str(why): why for why in (*kept_faults(watching.rows, kept), *derived_faults(watching, kept))}
    for why in found.values():
        house.note(Finding(check=Check.WATCH, table="", why=why))
