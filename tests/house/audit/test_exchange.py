"""Journals go from one store to another unchanged; what does not fit is refused by its line, and nothing of it is written."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import MsgspecError

from banca.house import commands, journal
from banca.house.audit import entries, exchange, export, import_lines, verify
from banca.house.audit.exchange import MOST_LINE
from banca.house.demo import open_trial
from banca.house.house import House
from banca.house.schema import USERS
from banca.house.store import IN_MEMORY, Store, open_store
from banca.proposals import SandboxLimits, read_file, read_proposal
from banca.rules import Message, Refusal
from banca.server.limits import ServiceLimits
from support.commands import run
from support.forgery import connected, copied
from support.houses import cash, made_once, transfers
from support.lanes import many

DEEP = b"[" * 5000 + b"]" * 5000


@pytest.fixture(scope="module")
def played(recorded_file: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{recorded_file}")
    yield store
    store.close()


@pytest.fixture(scope="module")
def lines(played: Store) -> list[bytes]:
    return list(export(played))


@pytest.fixture(scope="module")
def empty() -> Iterator[Store]:
    """For what is refused; what is taken in after all is wiped out."""
    store = open_store(IN_MEMORY)
    yield store
    store.close()


def refusal_of(empty: Store, given_lines: list[bytes]) -> Refusal | None:
    """The refusal, if any; nothing else may come of it, and nothing is written then."""
    refusal = None
    try:
        import_lines(empty, given_lines)
    except Refusal as caught:
        refusal = caught
    if refusal:
        assert refusal.code == "bad_line"
        assert not any(empty.counts().values())
        return refusal
    with empty.engine.begin() as connection:
        for table in ("tables", "journal", "transfers", "accounts", "secrets"):
            connection.exec_driver_sql(f"DELETE FROM {table}")  # noqa: S608 - our own names
    return None


def refused(empty: Store, given_lines: list[bytes]) -> tuple[object, str]:
    """The line at which it is refused, and why."""
    refusal = refusal_of(empty, given_lines)
    assert refusal is not None
    why = refusal.about["because"]
    return refusal.about["asked"], why.code if isinstance(why, Message) else ""


def chained(bodies: list[bytes]) -> list[bytes]:
    """Entries of one table as lines, each behind the digest that is right for it."""
    head, made = journal.GENESIS, []
    for body in bodies:
        head = journal.digest(head, body)
        made.append(b'{"digest":"' + head.encode() + b'","entry":' + body + b"}\n")
    return made


def body_of(line: bytes) -> bytes:
    return line.partition(b'"entry":')[2].rstrip()[:-1]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_is_exported_and_imported_is_the_same(
    kind: str, played: Store, lines: list[bytes], request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "AT_A_TIME", 7)
    other = open_store(IN_MEMORY if kind == "sqlite" else request.getfixturevalue("postgres").database())
    assert sum(import_lines(other, lines).values()) == len(lines)
    assert other.tables() == played.tables()
    assert other.balances() == played.balances()
    assert list(export(other)) == lines
    house, before = House(other), House(played)
    for table in other.tables():
        assert transfers(other, table) == transfers(played, table)
        assert house.table(table).state == before.table(table).state
    found = verify(other)
    assert found.is_whole
    left_behind = {"commitment_hidden", "secret_missing"}  # hidden results and seeds
    assert {one.why.code for one in found.findings} == {"void_opened", "done_alone", *left_behind}
    other.close()
    (row, *_) = played.rows("craps-drawn")
    (first,) = (line for line in lines if row.digest.encode() in line)
    assert body_of(first) == row.body  # to the byte


def test_a_line_that_does_not_fit_is_refused_by_its_number(lines: list[bytes], empty: Store) -> None:
    for broken, code in (
        (lines[39][:-40], "not_an_entry"),
        (lines[39].replace(b'"at":"2', b'"at":"3'), "digest_differs"),
        (b"[]", "not_an_entry"),
        (b"\xff\xfe", "not_an_entry"),
        (lines[40], "digest_differs"),
    ):
        assert refused(empty, [*lines[:39], broken, *lines[40:]]) == (40, code)


def test_a_forged_line_is_refused_by_the_rules_and_wallets_need_the_tables_that_filled_them(
    played: Store, empty: Store
) -> None:
    bodies = [journal.write(one).replace(b"cash_in", b"cash_out", 1) for one in entries(played, "cage")]
    assert refused(empty, chained(bodies)) == (2, "event_differs")
    assert refused(empty, list(export(played, ["craps-drawn"])))[1] == "balance_negative"
    first, second, *_ = map(body_of, export(played, ["cage"]))
    again = second.replace(b'"seq":2', b'"seq":3')  # a command that comes twice
    assert refused(empty, chained([first, second, again]))[0] == "1-3"


def test_more_money_than_can_be_counted_is_refused(
    played: Store, lines: list[bytes], empty: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = max(map(abs, played.balances().values()))
    monkeypatch.setattr(exchange, "MOST_HELD", most - 1)
    assert refused(empty, lines)[1] == "bad_stake"
    monkeypatch.setattr(exchange, "MOST_HELD", most)
    assert refusal_of(empty, lines) is None


@pytest.mark.parametrize("own", ["table", "money", "user"])
def test_money_from_elsewhere_is_not_put_into_wallets_of_the_same_name(own: str, lines: list[bytes]) -> None:
    """Wallets go by name: a file in which ana is rich would make ana rich here."""
    victim = open_store(IN_MEMORY)
    if own == "user":
        user = {"name": "ana", "role": "player", "password": "", "must_change": False, "is_disabled": False}
        victim.execute(USERS.insert().values(**user))
    else:
        house = House(victim)
        if own == "money":
            house.do(cash("in", "ana", 100))
    before = victim.counts(), victim.balances()
    for given_lines in ([line for line in lines if b'"table":"cage"' not in line], lines):
        with pytest.raises(Refusal) as caught:
            import_lines(victim, given_lines)
        assert caught.value.code == "store_in_use"
        assert (victim.counts(), victim.balances()) == before
    victim.close()


@given(junk=st.binary(max_size=300), place=st.integers(0, 19))
@settings(max_examples=many(30))
def test_any_bytes_are_refused_by_their_line(lines: list[bytes], empty: Store, junk: bytes, place: int) -> None:
    refusal = refusal_of(empty, [*lines[:place], junk, *lines[place:20]])
    assert refusal is None or refusal.about["asked"] in (place + 1, "1-21") or not junk.strip()


NAMED = b'{"digest":"x","entry":{"table":"t","by":"b","id":"i",'
HOSTILE_LINES = [
    DEEP,
    b'{"digest":"x","entry":' + DEEP + b"}",
    NAMED + b'"saw":' + DEEP + b"}}",
    b"\0" * 100,
    b'{"digest":"x","entry":{"table":"\\u0000","by":"b","id":"i"}}',
    b'{"digest":"x","entry":{"table":"\\ud800","by":"b","id":"i"}}',
    b'{"digest":"x","entry":{"table":"t","by":"' + b"b" * 121 + b'","id":"i"}}',
    NAMED + b'"seq":NaN}}',
    b'{"digest":"x","digest":"y","entry":{"table":"t","by":"b","id":"i"}}',
    b'{"digest":1,"entry":{"table":"t","by":"b","id":"i","seq":' + b"9" * 5000 + b"}}",
    b'{"digest":"x","entry":"' + b"x" * MOST_LINE + b'"}',
    "\ufeff{}".encode("utf-16"),
]


def test_hostile_lines_are_refused_shortly(empty: Store) -> None:
    for place, line in enumerate(HOSTILE_LINES):
        refusal = refusal_of(empty, [b"\n", line])
        assert refusal is not None, place
        assert refusal.about["asked"] == 2, place
        assert len(str(refusal)) < 1000, place


def test_the_command_ends_with_one_line_and_exit_code_1(tmp_path: Path) -> None:
    file, db = tmp_path / "hostile.jsonl", f"sqlite:///{tmp_path / 'h.db'}"
    file.write_bytes(b"\n" + DEEP + b"\n")
    done = run("audit", "import", str(file), "--db", db)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.exception
    assert done.stderr.startswith("banca: line 2: ")
    (tmp_path / "endless").symlink_to("/dev/zero")  # a line without an end is not read to its end
    done = run("audit", "import", str(tmp_path / "endless"), "--db", db)
    assert (done.exit_code, done.stderr) == (1, f"banca: line 1: longer than {MOST_LINE} bytes\n")


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


def spoilt_table(lines: list[bytes], data: st.DataObject) -> tuple[str, list[bytes]]:
    """A table with one entry changed, written as the journal writes where that is possible."""
    tables = [json.loads(line)["entry"]["table"] for line in lines]
    name = data.draw(st.sampled_from(sorted(set(tables))), "table")
    bodies = [body_of(line) for table, line in zip(tables, lines, strict=True) if table == name]
    game = journal.game_of(journal.read_first(bodies[0]))
    place = data.draw(st.integers(0, len(bodies) - 1), "place")
    body = json.dumps(data.draw(spoilt(json.loads(bodies[place]))), separators=(",", ":")).encode()
    with suppress(MsgspecError):
        body = journal.write(journal.read(body, game, place + 1))
    bodies[place] = body
    return name, bodies


@given(data=st.data())
@settings(max_examples=many(40))
def test_spoilt_entries_are_refused_by_their_line(lines: list[bytes], empty: Store, data: st.DataObject) -> None:
    refusal_of(empty, chained(spoilt_table(lines, data)[1]))


@pytest.mark.slow
@given(data=st.data())
@settings(max_examples=many(25))
def test_a_store_of_spoilt_entries_is_verified_to_its_end(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], data: st.DataObject
) -> None:
    """What an import refuses may stand in a store all the same: the audit says so, and goes on."""
    name, bodies = spoilt_table(lines, data)
    base = tmp_path_factory.getbasetemp()
    bare = made_once(base, "bare.db", lambda file: open_store(f"sqlite:///{file}").close())
    file = copied(bare, tmp_path_factory.mktemp("spoilt") / "house.db")
    digests = [json.loads(line)["digest"] for line in chained(bodies)]
    with connected(file) as raw:
        row: tuple[object, ...] = (name, "", len(bodies), digests[-1])
        raw.execute("INSERT INTO tables (id, game, seq, head) VALUES (?, ?, ?, ?)", row)
        for seq, (body, digest) in enumerate(zip(bodies, digests, strict=True), start=1):
            row = (name, seq, "", str(seq), body, digest, seq - 1)
            raw.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    store = Store(f"sqlite:///{file}")
    assert not verify(store).is_whole  # the ledger's rows are missing at the least
    store.close()


@pytest.fixture(scope="module")
def carrying() -> Iterator[Store]:
    """A store with a table that carries a proposal; nobody writes there but who sits down."""
    store = open_store(IN_MEMORY)
    open_trial(House(store), read_file(Path("all_tall_small")), is_demo=True)
    yield store
    store.close()


@pytest.fixture(autouse=True)
def nothing_read_yet() -> None:
    """As in a program that has just started."""
    commands.proposal_in.cache_clear()


@pytest.mark.slow
def test_a_proposal_in_a_journal_gets_little_more_time_than_the_service_gives(
    carrying: Store, empty: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_limits = []

    def read(source: str, *, limits: Any) -> Any:
        given_limits.append(limits)
        return read_proposal(source, limits=limits)

    monkeypatch.setattr(commands, "read_proposal", read)
    assert refusal_of(empty, list(export(carrying))) is None
    commands.proposal_in.cache_clear()
    assert verify(carrying).is_whole
    service = ServiceLimits().file_seconds
    assert len(given_limits) == 2
    assert all(one.seconds <= 3 * service and one.steps <= SandboxLimits().steps for one in given_limits)


@pytest.mark.parametrize(("limit", "first"), [("MOST_TABLES", b""), ("MOST_PROPOSALS", b'"proposal":"')])
def test_a_file_has_so_many_tables_and_proposals_and_no_more(
    limit: str, first: bytes, carrying: Store, empty: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, limit, 0)
    given_lines = list(export(carrying))
    place = next(number for number, line in enumerate(given_lines, start=1) if first in line)
    assert refused(empty, given_lines) == (place, "too_many_read")
