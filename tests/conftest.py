from collections.abc import Callable

import pytest

from banca import Refusal
from banca.interface import Game, game
from banca.rulebook import Code


@pytest.fixture
def craps() -> Game:
    return game("craps")


@pytest.fixture
def refused() -> Callable[..., None]:
    """Assert that an action is refused with a code and a clause."""

    def check(action: Callable[[], object], code: Code, cite: str) -> None:
        with pytest.raises(Refusal) as caught:
            action()
        assert (caught.value.code, str(caught.value.cite)) == (code, cite)

    return check
