"""What every test of this package starts from."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from banca.house.seal import KEY_VARIABLE

os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).parents[1] / ".compiled"))
"""Compiled code is kept beside the package: tests neither read nor write anybody's own."""


@pytest.fixture(autouse=True, scope="session")
def house_key(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The key of every house here lies in a folder of its own, not among the settings of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEY_VARIABLE, str(tmp_path_factory.mktemp("key") / "house.key"))
        yield
