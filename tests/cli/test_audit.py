"""Journals go from one store to another unchanged, and tell their story; and all of it from the command line."""

import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import structs

from asked import answer
from asked import run as ask
from banca.answers.story import Teller, story
from banca.games import playable
from banca.house import journal
from banca.house.audit import entries, exchange, export, import_lines, verify
from banca.house.audit.exchange import BAD_LINE, STORE_IN_USE
from banca.house.audit.faults import BALANCE_NEGATIVE, DIGEST_DIFFERS, EVENT_DIFFERS, NOT_AN_ENTRY, SECRET_MISSING
from banca.house.audit.people import DONE_ALONE
from banca.house.audit.voids import VOID_OPENED
from banca.house.house import House
from banca.house.location import check_there, default_db, shown_place
from banca.house.register import OUTSIDE_TABLES
from banca.house.schema import USERS
from banca.house.store import Store, open_store
from banca.law import Language
from banca.live.bet_event import BetDecided
from banca.live.event import Acted
from banca.rulebook import Citation, Message, Refusal
from banca.words import speech
from forging import copied, run
from postgres import Postgres, missing
from recorded import Recorded, record

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    recorded = record(tmp_path_factory.mktemp("played") / "house.db")
    recorded.do("fantan-drawn", "supervisor", "void_round", reason="closing time")
    return recorded


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Store]:
    store = open_store(f"sqlite:///{tmp_path / 'other.db'}")
    yield store
    store.close()


def file_of(recorded: Recorded) -> Path:
    return Path(recorded.url.removeprefix("sqlite:///"))


# Out of one store and into another


@pytest.mark.parametrize("at_a_time", [7, 1000])
def test_what_is_exported_and_imported_is_the_same(
    played: Recorded, empty: Store, at_a_time: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "AT_A_TIME", at_a_time)
    lines = list(export(played.store))
    taken = import_lines(empty, lines)
    check_same(played, empty)
    assert sum(taken.values()) == len(lines)
    assert list(export(empty)) == lines


def check_same(played: Recorded, other: Store) -> None:
    assert other.heads() == played.store.heads()
    assert other.balances() == played.store.balances()
    assert [row for table in other.tables() for row in other.transfers(table)] == [
        row for table in played.store.tables() for row in played.store.transfers(table)
    ]
    house = House(other)
    for table in other.tables():
        assert house.table(table).state == played.house.table(table).state
    found = verify(other)
    assert found.is_whole
    assert {one.why.code for one in found.findings} == {VOID_OPENED, DONE_ALONE, SECRET_MISSING}  # seeds stay behind


@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.postgres
def test_postgresql_is_looked_through_and_takes_the_same_journals(played: Recorded) -> None:
    server = Postgres()
    try:
        other = open_store(server.database())
        import_lines(other, export(played.store))
        check_same(played, other)
        other.close()
    finally:
        server.end()


def test_lines_carry_the_very_bytes_of_the_journal(played: Recorded) -> None:
    (first, *_) = export(played.store, ["craps-drawn"])
    (row, *_) = played.store.rows("craps-drawn")
    assert row.body in first
    assert json.loads(first)["digest"] == row.digest


def refused(store: Store, lines: list[bytes]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        import_lines(store, lines)
    assert store.tables() == {}  # none of it
    assert store.balances() == {}
    assert caught.value.code == BAD_LINE
    return caught.value


def because(refusal: Refusal) -> str:
    why = refusal.about["because"]
    assert isinstance(why, Message)
    return why.code


def test_a_line_that_does_not_fit_is_refused_by_its_number_and_nothing_is_written(
    played: Recorded, empty: Store
) -> None:
    lines = list(export(played.store))
    for number, broken, code in (
        (40, lines[39][:-40], NOT_AN_ENTRY),
        (40, lines[39].replace(b'"at":"2', b'"at":"3'), DIGEST_DIFFERS),
        (40, b"[]", NOT_AN_ENTRY),
        (40, b"\xff\xfe", NOT_AN_ENTRY),
        (40, lines[40], DIGEST_DIFFERS),
    ):
        refusal = refused(empty, [*lines[: number - 1], broken, *lines[number:]])
        assert (refusal.about["asked"], because(refusal)) == (number, code)


def test_a_forged_line_is_refused_by_the_rules(played: Recorded, empty: Store) -> None:
    lines = list(export(played.store, ["cage"]))
    entry = entries(played.store, "cage")
    bodies = [journal.write(one).replace(b"cash_in", b"cash_out", 1) for one in entry]
    head, forged = journal.GENESIS, []
    for body in bodies:
        head = journal.digest(head, body)
        forged.append(b'{"digest":"' + head.encode() + b'","entry":' + body + b"}\n")
    refusal = refused(empty, forged)
    assert len(lines) == len(forged)
    assert (refusal.about["asked"], because(refusal)) == (2, EVENT_DIFFERS)


def test_wallets_need_the_tables_that_filled_them(played: Recorded, empty: Store) -> None:
    assert because(refused(empty, list(export(played.store, ["craps-drawn"])))) == BALANCE_NEGATIVE


def test_a_command_that_comes_twice_is_refused(played: Recorded, empty: Store) -> None:
    lines = list(export(played.store, ["cage"]))
    first, second = journal.read_first(json_body(lines[0])), journal.read(json_body(lines[1]), "cage", 2)
    again = journal.write(second).replace(b'"seq":2', b'"seq":3')
    head = journal.digest(json.loads(lines[1])["digest"], again)
    assert first.seq == 1
    refusal = refused(empty, [*lines[:2], b'{"digest":"' + head.encode() + b'","entry":' + again + b"}"])
    assert refusal.about["asked"] == "1-3"


def json_body(line: bytes) -> bytes:
    return line.partition(b'"entry":')[2].rstrip()[:-1]


@pytest.mark.parametrize("own", ["table", "house", "user"])
def test_money_from_elsewhere_is_not_put_into_wallets_of_the_same_name(
    own: str, played: Recorded, tmp_path: Path
) -> None:
    """Wallets go by name: a file in which ana is rich would make ana rich here."""
    if own == "table":
        victim = Recorded(f"sqlite:///{tmp_path / 'victim.db'}").store
    else:
        victim = open_store(f"sqlite:///{tmp_path / 'victim.db'}")
    if own == "house":
        House(victim)
    if own == "user":
        victim.execute(
            USERS.insert().values(name="ana", role="player", password="", must_change=False, is_disabled=False)
        )
    before = victim.counts(), victim.balances()
    attack = [line for line in export(played.store) if b'"table":"cage"' not in line]
    for lines in (attack, list(export(played.store))):
        with pytest.raises(Refusal) as caught:
            import_lines(victim, lines)
        assert caught.value.code == STORE_IN_USE
        assert (victim.counts(), victim.balances()) == before
    victim.close()


# The story


def test_every_kind_of_event_can_be_told() -> None:
    """But that something was done, which is told by its act."""
    kinds = {kind for journals in (*playable(), *OUTSIDE_TABLES) for kind in journal.forms_of(journals).events}
    assert {kind for kind in kinds if not kind.says} == {Acted}


@pytest.mark.parametrize("spoken", Language)
def test_the_story_of_every_table_is_told_in_every_language(played: Recorded, spoken: Language) -> None:
    for table in played.store.tables():
        told = list(story(entries(played.store, table), speech(spoken)))
        assert len(told) > len(list(played.store.rows(table)))
        assert not any("{" in line for line in told)


def test_the_story_names_who_what_when_how_much_and_the_clause(played: Recorded) -> None:
    told = "\n".join(story(entries(played.store, "fantan-observed"), speech()))
    assert "(player): Place a bet (fantan F-2)" in told
    assert "(croupier): Close the bets; phase: bets closed (fantan F-2)" in told
    assert "takes a seat" in told
    assert "; received" in told
    assert "Round 2: " in told
    pai_kao = "\n".join(story(entries(played.store, "pai-kao-drawn"), speech(), round=1))
    assert "puts_down" not in pai_kao
    assert "with a principal of" in pai_kao
    assert "R-pk-1" in pai_kao
    assert "Round 2" not in pai_kao


def test_a_bet_that_is_paid_says_its_odds(played: Recorded) -> None:
    for table in played.store.tables():
        for event in (event for entry in entries(played.store, table) for event in entry.events):
            if isinstance(event, BetDecided):
                assert bool(event.odds) == (event.verdict == "win")
                assert Fraction(event.prize) == event.stake * (Fraction(*event.odds) if event.odds else 0)


def test_the_story_works_a_payment_out_as_a_settlement_does(played: Recorded) -> None:
    opening = next(iter(entries(played.store, "fantan-drawn")))
    paid = BetDecided(
        player="ana",
        bet="fan:1",
        stake=100_00,
        on="",
        verdict="win",
        received=385_00,
        odds=(3, 1),
        prize="30000",
        commission="1500",
        cites=("fantan F-2", "fantan 9", "elsewhere 1"),
    )
    teller = Teller(speech(Language.PT))
    teller.tell(opening)
    _, line = teller.tell(structs.replace(opening, seq=2, events=(paid,)))
    assert line.text.endswith("100 × 3 para 1 = 300; comissão de 5% sobre 300 = 15 (elsewhere 1)")
    assert line.cites == (Citation("fantan", "F-2"), Citation("fantan", "9"))
    _, line = teller.tell(structs.replace(opening, seq=3, events=(structs.replace(paid, odds=None),)))
    assert line.text.endswith("; prémio 300, comissão 15, sobra 0 (elsewhere 1)")


def test_the_heading_of_a_round_adds_up(played: Recorded) -> None:
    report = answer("audit", "show", "wheel-drawn", "--db", played.url)
    for one in report["rounds"]:
        staked, paid, house = (float(one[name]) for name in ("staked", "paid", "house"))
        assert staked == paid + house  # every bet on the wheel is decided in its round


def test_a_story_shows_nothing_that_could_steer_a_terminal(tmp_path: Path) -> None:
    recorded = Recorded(f"sqlite:///{tmp_path / 'house.db'}")
    recorded.open("t", "fantan", "observed")
    recorded.do("t", "supervisor", "void_round", reason="\x1b[31mred")
    assert not any("\x1b" in line for line in story(entries(recorded.store, "t"), speech()))
    recorded.store.close()


# The command line


def test_verify_says_that_a_store_is_whole(played: Recorded) -> None:
    done = ask("audit", "verify", "--db", played.url)
    assert done.exit_code == 0
    assert "intact: 16 tables" in done.stdout.replace("\n", " ")
    report = answer("audit", "verify", "--db", played.url, "--table", "craps-drawn")
    assert (report["whole"], [one["table"] for one in report["tables"]]) == (True, ["craps-drawn"])


def test_verify_names_the_first_bad_event_and_ends_with_1(played: Recorded, tmp_path: Path) -> None:
    file = copied(file_of(played), tmp_path / "bad.db")
    run(file, "UPDATE journal SET digest = 'x' WHERE table_id = 'wheel-drawn' AND seq = 7")
    done = ask("audit", "verify", "--db", f"sqlite:///{file}")
    assert done.exit_code == 1
    assert done.stderr == "banca: the database is not intact; errors: 2, the first at wheel-drawn 7\n"
    assert "cannot be trusted" in " ".join(done.stdout.split())
    as_json = ask("audit", "verify", "--db", f"sqlite:///{file}", "--json")
    report = json.loads(as_json.stdout)
    (bad,) = (one["first_bad"] for one in report["tables"] if one["table"] == "wheel-drawn")
    assert (bad["code"], bad["seq"], bad["check"]) == ("digest_differs", 7, "chain")
    assert json.loads(as_json.stderr)["code"] == "not_whole"
    shown = ask("audit", "show", "wheel-drawn", "--db", f"sqlite:///{file}")
    assert (shown.exit_code, "entry 7" in shown.stderr) == (1, True)


def test_verify_a_part(played: Recorded) -> None:
    report = answer("audit", "verify", "--db", played.url, "--since", "2000-01-01")
    assert report["whole"]
    assert report["since"]
    done = ask("audit", "verify", "--db", played.url, "--last-day")
    assert done.exit_code == 0
    said = " ".join(done.stdout.split())
    assert "no errors in what was checked" in said
    assert "not wallets, people and keys" in said
    assert ask("audit", "verify", "--db", played.url, "--last-day", "--since", "2000-01-01").exit_code == 2


def test_tables_show_their_heads(played: Recorded) -> None:
    report = answer("audit", "tables", "--db", played.url)
    assert {one["table"]: (one["entries"], one["head"]) for one in report["tables"]} == played.store.heads()
    assert "craps-drawn" in ask("audit", "tables", "--db", played.url).stdout


def test_show_tells_a_round_or_all(played: Recorded) -> None:
    whole = ask("audit", "show", "craps-drawn", "--db", played.url).stdout
    one = ask("audit", "show", "craps-drawn", "--round", "2", "--db", played.url).stdout
    assert one in whole
    assert one.startswith("Round 2: ")
    assert ask("audit", "show", "cage", "--db", played.url).stdout.startswith("The cage")
    for words, said in ((["craps-drawn", "--round", "99"], "no round 99"), (["nowhere"], "no table nowhere")):
        refused = ask("audit", "show", *words, "--db", played.url)
        assert (refused.exit_code, said in refused.stderr) == (1, True)


def test_export_and_import_by_files(played: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = tmp_path / "lines.jsonl"
    assert ask("audit", "export", "--db", played.url, "-o", str(lines)).exit_code == 0
    printed = ask("audit", "export", "cage", "--db", played.url).stdout_bytes
    assert lines.read_bytes().startswith(printed)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("BANCA_DB", raising=False)
    done = ask("audit", "import", str(lines))
    assert (done.exit_code, "16 tables" in done.stdout) == (0, True)
    assert (tmp_path / "data" / "banca" / "house.db").is_file()
    assert answer("audit", "verify")["whole"]
    again = ask("audit", "import", str(lines))
    assert again.stderr == "banca: this store already has tables, money or people; import into an empty one\n"
    nothing = ask("audit", "import", str(tmp_path / "none"))
    assert (nothing.exit_code, "cannot read" in nothing.stderr) == (1, True)


def test_a_store_that_cannot_be_read_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "bad.db").write_text("no database")
    (tmp_path / "empty.db").write_bytes(b"")
    for url in (
        f"sqlite:///{tmp_path / 'none.db'}",
        f"sqlite:///{tmp_path / 'bad.db'}",
        f"sqlite:///{tmp_path / 'empty.db'}",
        "postgresql://house:hidden@127.0.0.1:1/banca?password=hidden",
        "postgresql://house:hidden@127.0.0.1:port/banca",
        "mysql://house:hidden@127.0.0.1/banca",
        "hidden",
    ):
        for command in (["verify"], ["tables"], ["show", "t"], ["export"]):
            done = ask("audit", *command, "--db", url)
            assert (done.exit_code, done.stderr.count("\n")) == (1, 1), (url, done.stderr)
            assert "hidden" not in done.stderr
    assert not (tmp_path / "none.db").exists()


def test_where_the_store_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("BANCA_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_db() == "sqlite:////data/banca/house.db"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/people/ana")
    assert default_db() == "sqlite:////people/ana/.local/share/banca/house.db"
    monkeypatch.setenv("BANCA_DB", "postgresql://db/banca")
    assert default_db() == "postgresql://db/banca"
    check_there("sqlite://")
    with pytest.raises(Refusal):
        check_there(f"sqlite:///{tmp_path}")
    assert shown_place("nothing") == "…"


def test_without_the_extra_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "banca.house.store", None)
    assert "banca[house]" in ask("audit", "verify").stderr


def test_the_program_starts_without_the_store() -> None:
    seen = (
        "import sys, banca.cli; print([name for name in ('sqlalchemy', 'alembic', 'litestar') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
