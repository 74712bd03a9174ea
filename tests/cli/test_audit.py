"""`banca audit`: verify, tables, show, export and import from the command line, and where the store is."""

import json
from pathlib import Path

import pytest

from banca.house.files import default_db
from banca.house.seal import default_key
from support.commands import answer
from support.commands import run as ask
from support.forgery import copied, rows, run
from support.houses import recorded_house

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded_house(tmp_path_factory.getbasetemp())


def url(file: Path) -> str:
    return f"sqlite:///{file}"


def test_verify_says_that_a_store_is_whole(played: Path) -> None:
    done = ask("audit", "verify", "--db", url(played))
    assert done.exit_code == 0
    assert "intact: 16 tables" in done.stdout.replace("\n", " ")
    report = answer("audit", "verify", "--db", url(played), "--table", "craps-drawn")
    assert (report["whole"], [one["table"] for one in report["tables"]]) == (True, ["craps-drawn"])


def test_verify_names_the_first_bad_event_and_ends_with_1(played: Path, tmp_path: Path) -> None:
    file = copied(played, tmp_path / "bad.db")
    run(file, "UPDATE journal SET digest = 'x' WHERE table_id = 'wheel-drawn' AND seq = 7")
    done = ask("audit", "verify", "--db", url(file))
    assert (done.exit_code, "the first at wheel-drawn 7\n" in done.stderr) == (1, True)
    as_json = ask("audit", "verify", "--db", url(file), "--json")
    report = json.loads(as_json.stdout)
    (bad,) = (one["first_bad"] for one in report["tables"] if one["table"] == "wheel-drawn")
    assert (bad["code"], bad["seq"], bad["check"]) == ("digest_differs", 7, "chain")
    assert json.loads(as_json.stderr)["code"] == "not_whole"
    shown = ask("audit", "show", "wheel-drawn", "--db", url(file))
    assert (shown.exit_code, "entry 7" in shown.stderr) == (1, True)


def test_verify_a_part(played: Path) -> None:
    report = answer("audit", "verify", "--db", url(played), "--since", "2000-01-01")
    assert (report["whole"], bool(report["since"])) == (True, True)
    done = ask("audit", "verify", "--db", url(played), "--last-day")
    assert (done.exit_code, "wallets, people and keys" in " ".join(done.stdout.split())) == (0, True)
    assert ask("audit", "verify", "--db", url(played), "--last-day", "--since", "2000-01-01").exit_code == 2


def test_tables_show_their_heads(played: Path) -> None:
    report = answer("audit", "tables", "--db", url(played))
    shown = {(one["table"], one["entries"], one["head"]) for one in report["tables"]}
    assert shown == set(rows(played, "SELECT id, seq, head FROM tables"))


def test_show_tells_a_round_or_all(played: Path) -> None:
    whole = ask("audit", "show", "craps-drawn", "--db", url(played)).stdout
    one = ask("audit", "show", "craps-drawn", "--round", "2", "--db", url(played)).stdout
    assert one in whole
    assert one.startswith("Round 2: ")
    assert ask("audit", "show", "cage", "--db", url(played)).stdout.startswith("The cage")
    for words, said in ((["craps-drawn", "--round", "99"], "no round 99"), (["nowhere"], "no table nowhere")):
        refused = ask("audit", "show", *words, "--db", url(played))
        assert (refused.exit_code, said in refused.stderr) == (1, True)


def test_export_and_import_by_files(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = tmp_path / "lines.jsonl"
    assert ask("audit", "export", "--db", url(played), "-o", str(lines)).exit_code == 0
    printed = ask("audit", "export", "cage", "--db", url(played)).stdout_bytes
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
    for db in (
        url(tmp_path / "none.db"),
        url(tmp_path / "bad.db"),
        url(tmp_path / "empty.db"),
        "postgresql://house:hidden@127.0.0.1:1/banca?password=hidden",
        "postgresql://house:hidden@127.0.0.1:port/banca",
        "mysql://house:hidden@127.0.0.1/banca",
        "hidden",
    ):
        done = ask("audit", "verify", "--db", db)
        assert (done.exit_code, done.stderr.count("\n")) == (1, 1), (db, done.stderr)
        assert "hidden" not in done.stderr
    for command in (["tables"], ["show", "t"], ["export"]):
        assert ask("audit", *command, "--db", url(tmp_path / "none.db")).exit_code == 1
    assert not (tmp_path / "none.db").exists()


def test_where_the_store_and_its_key_are(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BANCA_DB", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "BANCA_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/people/ana")
    assert default_db() == "sqlite:////people/ana/.local/share/banca/house.db"
    assert default_key() == Path("/people/ana/.config/banca/house.key")  # away from the store
    monkeypatch.setenv("BANCA_DB", "postgresql://db/banca")
    assert default_db() == "postgresql://db/banca"
