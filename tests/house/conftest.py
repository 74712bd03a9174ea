"""Houses that were played in once for a whole run; every test changes a copy of its own."""

from pathlib import Path

import pytest

from forging import copied
from recorded import recorded_house


@pytest.fixture(scope="session")
def recorded_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every game, observed and drawn, with a void and a result that is still hidden; only to be read."""
    return recorded_house(tmp_path_factory.getbasetemp())


@pytest.fixture
def recorded_copy(recorded_file: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    return copied(recorded_file, tmp_path / "house.db")
