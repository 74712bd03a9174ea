"""What every test of this package starts from."""

from collections.abc import Iterator

import pytest
from banca.house.key import VARIABLE


@pytest.fixture(autouse=True, scope="session")
def house_key(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The key of every house here lies in a folder of its own, not among the settings of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(tmp_path_factory.mktemp("key") / "house.key"))
        yield
