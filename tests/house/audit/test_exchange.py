"""Files that were made to break the import: each ends with one line that names the line, and nothing is written."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import MsgspecError

from asked import run
from banca.house import journal, opening
from banca.house.audit import exchange, export, import_lines, verify
from banca.house.audit.exchange import BAD_LINE, MOST_LINE, TOO_MANY_READ
from banca.house.cage import CashIn
from banca.house.demo import open_trial
from banca.house.house import House
from banca.house.refusals import TABLE_STOPPED
from banca.house.register import OUTSIDE_TABLES
from banca.house.request import CommandRequest, Published
from banca.house.store import Store, open_store
from banca.live.command import THE_HOUSE, Actor, Role, Sit
from banca.proposals import SandboxLimits, read_file, read_proposal
from banca.proposals.refusals import PROPOSAL_TOO_LONG
from banca.rulebook import Message, Refusal
from banca.service.limits import ServiceLimits
from forging import connected
from recorded import record
from soak import many

pytestmark = pytest.mark.slow

DEEP = "[" * 5000 + "]" * 5000


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    recorded = record(tmp_path_factory.mktemp("played") / "house.db", rounds=1)
    found = list(export(recorded.store))
    recorded.store.close()
    return found


@pytest.fixture(scope="module")
def empty() -> Iterator[Store]:
    store = open_store("sqlite://")
    yield store
    store.close()


def refused(empty: Store, given_lines: list[bytes]) -> Refusal | None:
    """The refusal, if any; nothing else may come of it, and nothing is written then."""
    found = None
    try:
        import_lines(empty, given_lines)
    except Refusal as refusal:
        found = refusal
    if found:
        assert found.code == BAD_LINE
        assert not any(empty.counts().values())
        return found
    with empty.engine.begin() as connection:
        for table in ("tables", "journal", "transfers", "accounts", "secrets"):
            connection.exec_driver_sql(f"DELETE FROM {table}")  # noqa: S608 - our own names
    return None


def chained(bodies: list[bytes]) -> list[bytes]:
    """Entries of one table as lines, each behind the digest that is right for it."""
    head, made = journal.GENESIS, []
    for body in bodies:
        head = journal.digest(head, body)
        made.append(b'{"digest":"' + head.encode() + b'","entry":' + body + b"}\n")
    return made


def body_of(line: bytes) -> bytes:
    return line.partition(b'"entry":')[2].rstrip()[:-1]


def by_table(found: list[bytes]) -> dict[str, list[bytes]]:
    tables: dict[str, list[bytes]] = {}
    for line in found:
        body = body_of(line)
        tables.setdefault(json.loads(body)["table"], []).append(body)
    return tables


# By any bytes


@given(junk=st.binary(max_size=300), place=st.integers(0, 60))
@settings(max_examples=many(60))
def test_any_bytes_are_refused_by_their_line(lines: list[bytes], empty: Store, junk: bytes, place: int) -> None:
    refusal = refused(empty, [*lines[:place], junk, *lines[place:]])
    assert refusal is None or refusal.about["asked"] == place + 1 or not junk.strip()


@pytest.mark.parametrize(
    "line",
    [
        DEEP.encode(),
        b'{"digest":"x","entry":' + DEEP.encode() + b"}",
        b'{"digest":"x","entry":{"table":"t","by":"b","id":"i","saw":' + DEEP.encode() + b"}}",
        b"\0" * 100,
        b'{"digest":"x","entry":{"table":"\\u0000","by":"b","id":"i"}}',
        b'{"digest":"x","entry":{"table":"\\ud800","by":"b","id":"i"}}',
        b'{"digest":"x","entry":{"table":"t","by":"' + b"b" * 121 + b'","id":"i"}}',
        b'{"digest":"x","entry":{"table":"t","by":"b","id":"i","seq":NaN}}',
        b'{"digest":"x","digest":"y","entry":{"table":"t","by":"b","id":"i"}}',
        b'{"digest":1,"entry":{"table":"t","by":"b","id":"i","seq":' + b"9" * 5000 + b"}}",
        b'{"digest":"x","entry":"' + b"x" * MOST_LINE + b'"}',
        "\ufeff{}".encode("utf-16"),
    ],
    ids=range(12),
)
def test_hostile_lines_end_with_one_line_and_exit_code_1(line: bytes, tmp_path: Path) -> None:
    file, db = tmp_path / "hostile.jsonl", f"sqlite:///{tmp_path / 'h.db'}"
    file.write_bytes(b"\n" + line + b"\n")
    done = run("audit", "import", str(file), "--db", db)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.exception
    assert done.stderr.startswith("banca: line 2: ")
    assert len(done.stderr) < 1000
    store = open_store(db)
    assert not any(store.counts().values())
    store.close()


def test_a_line_without_an_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "endless").symlink_to("/dev/zero")
    done = run("audit", "import", str(tmp_path / "endless"), "--db", f"sqlite:///{tmp_path / 'h.db'}")
    assert (done.exit_code, done.stderr) == (1, f"banca: line 1: longer than {MOST_LINE} bytes\n")


# By entries that are chained as they should be

HOSTILE: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 2**63, -(2**63), 10**30, 0.5, "", "\0", "1/0", "nobody", "x" * 500, [], [[]], {}, [-1], [99]]
)


@st.composite
def spoilt(draw: st.DrawFn, value: Any) -> Any:
    """Some value within a value changed, left out or doubled."""
    if isinstance(value, dict) and value and draw(st.integers(0, 5)):
        key = draw(st.sampled_from(sorted(value)))
        rest = {name: one for name, one in value.items() if name != key}
        if not draw(st.integers(0, 5)):
            return rest
        return {**value, key: draw(spoilt(value[key]))}
    if isinstance(value, list) and value and draw(st.integers(0, 5)):
        place = draw(st.integers(0, len(value) - 1))
        doubled = [value[place]] if not draw(st.integers(0, 5)) else []
        return [*value[:place], draw(spoilt(value[place])), *doubled, *value[place + 1 :]]
    return draw(HOSTILE)


def spoil(bodies: list[bytes], data: st.DataObject) -> None:
    """One entry changed, and written as the journal writes where that is possible."""
    game = journal.game_of(journal.read_first(bodies[0]))
    place = data.draw(st.integers(0, len(bodies) - 1), "place")
    body = json.dumps(data.draw(spoilt(json.loads(bodies[place]))), separators=(",", ":")).encode()
    with suppress(MsgspecError):
        body = journal.write(journal.read(body, game, place + 1))
    bodies[place] = body


@given(data=st.data())
@settings(max_examples=many(150))
def test_spoilt_entries_are_refused_by_their_line(lines: list[bytes], empty: Store, data: st.DataObject) -> None:
    tables = by_table(lines)
    name = data.draw(st.sampled_from(sorted(tables)), "table")
    spoil(tables[name], data)
    refused(empty, [line for one in tables.values() for line in chained(one)])


@given(data=st.data())
@settings(max_examples=many(60))
def test_a_store_of_spoilt_entries_is_verified_to_its_end(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], data: st.DataObject
) -> None:
    """What an import refuses may stand in a store all the same: the audit says so, and goes on."""
    tables = by_table(lines)
    name = data.draw(st.sampled_from(sorted(tables)), "table")
    bodies = tables[name]
    spoil(bodies, data)
    file = tmp_path_factory.mktemp("spoilt") / "house.db"
    open_store(f"sqlite:///{file}").close()
    rows = [json.loads(line)["digest"] for line in chained(bodies)]
    with connected(file) as raw:
        row: tuple[object, ...] = (name, "", len(bodies), rows[-1])
        raw.execute("INSERT INTO tables (id, game, seq, head) VALUES (?, ?, ?, ?)", row)
        for seq, (body, digest) in enumerate(zip(bodies, rows, strict=True), start=1):
            row = (name, seq, "", str(seq), body, digest, seq - 1)
            raw.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    store = Store(f"sqlite:///{file}")
    assert not verify(store).is_whole  # the ledger's rows are missing at the least
    store.close()


# By proposals that take long to read


@pytest.fixture
def carrying(tmp_path: Path) -> Iterator[Store]:
    """A store with a table that carries a proposal, as a program finds it that has just started."""
    store = open_store(f"sqlite:///{tmp_path / 'trial.db'}")
    open_trial(House(store), read_file(Path("all_tall_small")), is_demo=True)
    opening.proposal_in.cache_clear()
    yield store
    store.close()


def test_a_proposal_in_a_journal_gets_little_more_time_than_the_door_gives(
    carrying: Store, empty: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_limits = []

    def read(source: str, *, limits: Any) -> Any:
        given_limits.append(limits)
        return read_proposal(source, limits=limits)

    monkeypatch.setattr(opening, "read_proposal", read)
    assert refused(empty, list(export(carrying))) is None
    opening.proposal_in.cache_clear()
    assert verify(carrying).is_whole
    door = ServiceLimits().file_seconds
    assert len(given_limits) == 2
    assert all(one.seconds <= 3 * door and one.steps <= SandboxLimits().steps for one in given_limits)


def test_nobody_waits_for_a_proposal_that_is_read_when_its_table_is_loaded(
    carrying: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = []
    house = House(carrying)

    def read(source: str, *, limits: Any) -> Any:
        held.append(house._lock._is_owned())  # type: ignore[attr-defined] # noqa: SLF001 - whether others would wait
        return read_proposal(source, limits=limits)

    monkeypatch.setattr(opening, "read_proposal", read)
    (table,) = house.games.keys() - set(OUTSIDE_TABLES)
    house.do(CommandRequest(table=table, actor=Actor("ana", Role.PLAYER), id="1", command=Sit()))
    opening.proposal_in.cache_clear()
    house = House(carrying)
    house.table(table)
    assert held == [False, False]


def test_a_table_whose_proposal_cannot_be_read_is_stopped_and_no_other(
    carrying: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def read(source: str, *, limits: Any) -> Any:
        asked.append(len(source))
        raise Refusal(PROPOSAL_TOO_LONG, allowed=limits.seconds)

    monkeypatch.setattr(opening, "read_proposal", read)
    house = House(carrying)
    (table,) = house.games.keys() - set(OUTSIDE_TABLES)
    sit = CommandRequest(table=table, actor=Actor("ana", Role.PLAYER), id="1", command=Sit())
    cash = CommandRequest(table="cage", actor=THE_HOUSE, id="2", command=CashIn(player="ana", stake=100))
    answers = house.do_all([sit, cash])
    again = house.do_all([sit])
    for answer in (answers[0], again[0]):
        assert isinstance(answer, Refusal)
        assert answer.code == TABLE_STOPPED
    assert isinstance(answers[1], Published)
    assert len(asked) == 1  # not once for each command


def test_a_file_has_so_many_tables_and_proposals_and_no_more(
    lines: list[bytes], carrying: Store, empty: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit, found in (("MOST_TABLES", lines), ("MOST_PROPOSALS", list(export(carrying)))):
        with monkeypatch.context() as patched:
            patched.setattr(exchange, limit, 0)
            refusal = refused(empty, found)
        assert refusal is not None
        why = refusal.about["because"]
        assert isinstance(why, Message)
        assert why.code == TOO_MANY_READ
