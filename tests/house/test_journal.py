"""The journal: entries chained by digest, written as JSON, read back as they were; and one of every game, kept for ever (tools/journals.py records them)."""

import gzip
import json
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from banca.games import playable
from banca.house import audit, journal
from banca.house.audit.exchange import import_lines
from banca.house.cage import CAGE, CashedIn, CashIn
from banca.house.commands import open_office
from banca.house.journal import FIRST_ENTRY, FORM, GENESIS, Entry
from banca.house.store import IN_MEMORY, open_store
from banca.tables.commands import OpenTable, Role
from banca.tables.events import BankFunded
from journals import HEADS, JOURNALS, kept_name
from support.forgery import rows

KEPT: dict[str, dict[str, str]] = json.loads(HEADS.read_text())
OPENING = Entry(
    v=FORM,
    table=CAGE,
    seq=1,
    at="2026-01-01T00:00:00.000+00:00",
    by="house",
    role=Role.SUPERVISOR,
    id="open",
    command=OpenTable(),
    events=(open_office(CAGE),),
)
SECOND = structs.replace(
    OPENING,
    seq=2,
    id="in",
    command=CashIn(player="ana", stake=500),
    events=(CashedIn(player="ana", amount=500),),
    second="rui",
    state="ab" * 32,
    salt="cd" * 16,
)


def test_a_digest_is_of_the_digest_before_and_the_bytes_of_the_entry() -> None:
    body = journal.write(OPENING)
    assert GENESIS == "0" * 64
    assert journal.digest(GENESIS, body) == sha256(b"0" * 64 + b"\n" + body).hexdigest()
    assert journal.digest("0" * 63, b"0\n") != journal.digest(GENESIS, b"\n")
    head = journal.digest(GENESIS, body)
    assert journal.digest(head, journal.write(SECOND)) != journal.digest(GENESIS, journal.write(SECOND))


def test_a_journal_is_chained_from_nothing_to_the_head_of_its_table(recorded_file: Path) -> None:
    """By hand, beside the audit."""
    for table, seq, head in rows(recorded_file, "SELECT id, seq, head FROM tables"):
        digest = GENESIS
        told = rows(recorded_file, "SELECT seq, body, digest FROM journal WHERE table_id = ? ORDER BY seq", table)
        for body, kept in ((body, kept) for _, body, kept in told):
            digest = sha256(f"{digest}\n".encode() + body).hexdigest()
            assert digest == kept
        assert ([one for one, _, _ in told], digest) == (list(range(1, seq + 1)), head)


def test_an_entry_is_read_as_it_was_written() -> None:
    first, second = journal.write(OPENING), journal.write(SECOND)
    assert journal.read_first(first) == journal.read(first, CAGE, 1) == OPENING
    assert journal.game_of(OPENING) == CAGE
    assert journal.read(second, CAGE, 2) == SECOND
    assert journal.write(journal.read(second, CAGE, 2)) == second
    assert journal.game_of(SECOND) == journal.game_of(structs.replace(OPENING, events=())) == FIRST_ENTRY
    assert set(json.loads(first)) == {"v", "table", "seq", "at", "by", "role", "id", "command", "events"}


@pytest.mark.parametrize(
    ("body", "seq"),
    [
        (journal.write(SECOND), 1),  # no table begins with money
        (journal.write(OPENING), 2),  # nor is opened twice
        (
            journal.write(structs.replace(SECOND, events=(BankFunded(amount=5),))),
            2,
        ),  # an event of tables, not of the cage
        (journal.write(structs.replace(SECOND, v=FORM + 1)), 2),
        (journal.write(structs.replace(SECOND, v=FORM - 1)), 2),
        (journal.write(SECOND)[:-1], 2),
    ],
)
def test_what_is_no_entry_there_is_not_read(body: bytes, seq: int) -> None:
    with pytest.raises(msgspec.MsgspecError):
        journal.read(body, CAGE, seq)


def test_every_game_is_kept_in_the_form_of_today() -> None:
    assert {kept_name(game, FORM) for game in playable()} <= KEPT.keys()


@pytest.mark.slow
@pytest.mark.parametrize("name", KEPT)
def test_a_kept_journal_is_replayed_and_verified_to_the_same_digests(name: str) -> None:
    """It is decided again entry by entry when it is read in, and its money added up when it is verified."""
    store = open_store(IN_MEMORY)
    import_lines(store, gzip.decompress((JOURNALS / f"{name}.jsonl.gz").read_bytes()).splitlines(keepends=True))
    assert {table: row.head for table, row in store.tables().items()} == KEPT[name]
    found = audit.verify(store)
    assert found.is_whole, found.faults
    store.close()
