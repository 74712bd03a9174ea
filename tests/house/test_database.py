"""The file of a store is nobody else's to read: it is made so, and refused where it is not."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from banca.house.audit import Weight, verify
from banca.house.desk import open_desk
from banca.house.store import Store, open_store
from banca.rules import Refusal
from support.houses import bare_store, cash

pytestmark = pytest.mark.skipif(os.name != "posix", reason="files have no modes here")


@pytest.fixture(params=[0o000, 0o777], ids=oct)
def mask(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever the process would take away from the modes of new files."""
    before = os.umask(request.param)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def refused(url: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        open_store(url)
    return caught.value


@pytest.mark.usefixtures("mask")
def test_a_new_store_is_ours_alone(tmp_path: Path) -> None:
    file = tmp_path / "house" / "house.db"
    desk = open_desk(f"sqlite:///{file}")
    desk.house.do(cash("1", "ana", 100))
    assert {one.name: mode(one) for one in (file.parent, *file.parent.iterdir())} == {
        "house": 0o700,
        "house.db": 0o600,
        "house.db-wal": 0o600,
        "house.db-shm": 0o600,
    }
    desk.close()
    open_store(f"sqlite:///{file}").close()


def test_a_wider_file_is_refused_with_what_to_type(tmp_path: Path) -> None:
    file = tmp_path / "the house.db"
    url = bare_store(file)
    for wide in (0o640, 0o604, 0o620, 0o601):
        file.chmod(wide)
        why = refused(url)
        assert (why.code, why.about["command"]) == ("store_not_private", f"chmod 600 '{file}'")
    file.chmod(0o600)
    store = open_store(url)
    assert not store.tables()
    log = tmp_path / "the house.db-wal"
    log.chmod(0o644)
    assert refused(url).about["command"] == f"chmod 600 '{log}'"
    store.close()


def test_a_folder_matters_where_others_may_put_another_file_there(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    for folder in (0o775, 0o757, 0o777):
        tmp_path.chmod(folder)
        why = refused(url)
        assert (why.code, why.about["command"]) == ("folder_not_private", f"chmod go-w {tmp_path}")
        assert not list(tmp_path.iterdir())
    for folder in (0o755, 0o1777):
        tmp_path.chmod(folder)
        open_store(url).close()
        assert mode(tmp_path) == folder


def test_who_only_looks_is_told(tmp_path: Path) -> None:
    """An inspector's copy may be as wide as they like; the report says so."""
    file = tmp_path / "house.db"
    open_desk(f"sqlite:///{file}").close()
    file.chmod(0o644)
    store = Store(f"sqlite:///{file}")
    found = verify(store)
    store.close()
    assert found.is_whole
    assert [(one.weight, one.why.code) for one in found.house.findings] == [(Weight.NOTICE, "store_not_private")]
