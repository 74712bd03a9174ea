"""A house that forges draws: seeds, numbers, orders and results that do not follow are found. R-live-3."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from banca.house.audit.faults import (
    DRAW_DIFFERS,
    NUMBERS_DIFFER,
    SEED_DIFFERS,
    SEED_UNOPENED,
)
from banca.house.store import open_store
from banca.live.bet_event import ResultCalled
from banca.live.draw_event import Pledged, SeedOpened
from banca.live.event import Event
from banca.rulebook import Code
from banca_verify import results as checker
from drawn_table import At, checked
from forging import copied, entries, forge, rewrite, verified


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


# A house that forges


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("fair") / "house.db"
    at = At(file)
    at.round("ana", "rui")
    at.store.close()
    return file


def other_hex(written: str) -> str:
    return sha256(written.encode()).hexdigest()


FORGED: dict[str, tuple[type[Event], Callable[[Any], Event | None], Code]] = {
    "another seed": (SeedOpened, lambda one: structs.replace(one, seed=other_hex(one.seed)), SEED_DIFFERS),
    "a number less": (SeedOpened, lambda one: structs.replace(one, nonces=one.nonces[:1]), NUMBERS_DIFFER),
    "another order": (SeedOpened, lambda one: structs.replace(one, nonces=one.nonces[::-1]), NUMBERS_DIFFER),
    "another number": (
        SeedOpened,
        lambda one: structs.replace(one, nonces=(("ana", other_hex("")), one.nonces[1])),
        NUMBERS_DIFFER,
    ),
    "another result": (
        SeedOpened,
        lambda one: structs.replace(one, outcome=str((int(one.outcome) + 1) % 37)),
        DRAW_DIFFERS,
    ),
    "no seed": (SeedOpened, lambda _: None, SEED_UNOPENED),
}


@pytest.mark.parametrize("name", FORGED)
def test_R_live_3_a_forged_draw_is_found_though_the_chain_fits(name: str, played: Path, file: Path) -> None:  # noqa: N802
    kind, change, code = FORGED[name]
    copied(played, file)
    seq, _ = forge(file, "roulette-1", kind, change)
    found = [one for one in verified(file).faults if one.why.code == code]
    assert [one.seq for one in found] == [seq]


def test_R_live_3_a_result_and_its_seed_forged_together_do_not_follow(played: Path, file: Path, tmp_path: Path) -> None:  # noqa: N802
    """The house calls another number than its seed gives, and writes that number wherever it stands."""
    copied(played, file)

    def another(one: Any) -> Any:
        return structs.replace(one, outcome=str((int(one.outcome) + 1) % 37))

    seq, _ = forge(file, "roulette-1", SeedOpened, another)
    forge(file, "roulette-1", ResultCalled, another)
    assert (seq, DRAW_DIFFERS) in {(one.seq, one.why.code) for one in verified(file).faults}
    store = open_store(f"sqlite:///{file}")
    assert checked(store, tmp_path) == 1
    store.close()


def test_R_live_3_a_number_that_was_never_pledged_is_found(played: Path, file: Path, tmp_path: Path) -> None:  # noqa: N802
    copied(played, file)
    past = entries(file, "roulette-1")
    new = [
        structs.replace(
            entry,
            events=tuple(
                structs.replace(one, pledge=other_hex(one.pledge)) if isinstance(one, Pledged) else one
                for one in entry.events
            ),
        )
        for entry in past
    ]
    rewrite(file, "roulette-1", new)
    assert not verified(file).is_whole
    store = open_store(f"sqlite:///{file}")
    assert checked(store, tmp_path) == 1
    store.close()


def test_the_checker_is_one_short_file_that_needs_nothing() -> None:
    text = Path(checker.__file__).read_text()
    assert len(text.splitlines()) < 150
    assert "import banca" not in text
    assert "from banca" not in text
