"""A house over HTTP for the tests of a module that do not mind each other."""

from collections.abc import Iterator

import pytest

from support.server import Service


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("house")) as found:
        yield found
