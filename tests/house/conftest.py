"""Houses that were played in once for a whole run; every test changes a copy of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from banca.house.store import Store, open_store
from support.forgery import copied
from support.houses import bare_store, recorded_house


@pytest.fixture(scope="session")
def recorded_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every game, observed and drawn, with a void and a result that is still hidden; only to be read."""
    return recorded_house(tmp_path_factory.getbasetemp())


@pytest.fixture
def recorded_copy(recorded_file: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    return copied(recorded_file, tmp_path / "house.db")


@pytest.fixture
def db(tmp_path: Path) -> str:
    """The URL of an empty SQLite store; `store_url` is of either kind, for what differs between them."""
    return bare_store(tmp_path / "house.db")


@pytest.fixture
def store(db: str) -> Iterator[Store]:
    """The same, open."""
    opened = open_store(db)
    yield opened
    opened.close()


@pytest.fixture
def either_store(store_url: str) -> Iterator[Store]:
    """An empty store of either kind."""
    opened = open_store(store_url)
    yield opened
    opened.close()
