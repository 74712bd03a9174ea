"""Somebody who reads the store and a supervisor who voids: the one sees nothing that is hidden, the other is seen by what he voids."""

import re
from itertools import product
from pathlib import Path

import pytest

from asked import answer
from asked import run as banca
from banca.games.fish_prawn_crab.device import Figure
from banca.house import seeds
from banca.house.chance import Source, result
from banca.live.event import CommitmentOpened, RoundVoided
from banca.live.results import Possible
from banca.rulebook import format_patacas
from forging import connected
from recorded import Recorded

TABLE = "fish-1"
STAKE = 10_00
ROUNDS, VOIDS = 12, 5
FIGURES = [figure.value for figure in Figure]
RESULTS = {"-".join(faces) for faces in product(FIGURES, repeat=3)}


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the house has drawn, as only the house knows it."""
    found: list[str] = []

    def spied(possible: Possible, source: Source) -> str:
        found.append(result(possible, source))
        return found[-1]

    monkeypatch.setattr(seeds, "result", spied)
    return found


@pytest.fixture
def played(tmp_path: Path) -> Recorded:
    recorded = Recorded(f"sqlite:///{tmp_path / 'house.db'}", seed=6)
    recorded.open(TABLE, "fish_prawn_crab", "drawn")
    recorded.do(TABLE, "ana", "sit")
    return recorded


def shake(played: Recorded) -> None:
    played.do(TABLE, "croupier", "cover", latched=True)
    played.do(TABLE, "croupier", "shake", presses=3)


def pay(played: Recorded) -> None:
    for act in ("ring_bell", "lift_cover", "call_result", "pay"):
        played.do(TABLE, "croupier", act)


def everything(file: Path) -> set[object]:
    """Every value of every table of the store."""
    with connected(file) as raw:
        tables = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {cell for table in tables for row in raw.execute(f"SELECT * FROM {table}") for cell in row}  # noqa: S608


def play_and_void(played: Recorded, drawn: list[str]) -> int:
    """The five rounds that ana would have won are voided, the seven that she loses are played; what she would have won."""
    missed = 0
    for number in range(ROUNDS):
        shake(played)
        faces = drawn[-1].split("-")
        would_win = number % 2 and number // 2 < VOIDS
        other = next(figure for figure in FIGURES if figure not in faces)
        played.do(TABLE, "ana", "place_bet", bet=f"figure:{faces[0] if would_win else other}", stake=STAKE)
        if would_win:
            missed += faces.count(faces[0]) * STAKE  # fish_prawn_crab 6.3: one, two or three to one
            played.do(TABLE, "supervisor", "void_round", reason="latch loose")
        else:
            pay(played)
    return missed


def test_who_reads_the_store_does_not_see_what_is_hidden(played: Recorded, drawn: list[str], tmp_path: Path) -> None:
    for _ in range(ROUNDS):
        shake(played)
        assert drawn[-1] in RESULTS
        assert not RESULTS & everything(tmp_path / "house.db")
        pay(played)


def test_no_file_of_the_store_has_it_before_it_is_shown(played: Recorded, drawn: list[str], tmp_path: Path) -> None:
    shake(played)
    written = b"".join(file.read_bytes() for file in tmp_path.glob("house.db*"))
    assert drawn[-1] in RESULTS
    assert not re.search(rb'(?<!\[")' + drawn[-1].encode(), written)  # but in the list of what can come up


def test_a_void_shows_what_lay_hidden(played: Recorded, drawn: list[str]) -> None:
    shake(played)
    commitment = played.house.table(TABLE).state.commitment
    shown, voided = played.do(TABLE, "supervisor", "void_round", reason="latch loose").entry.events
    assert isinstance(shown, CommitmentOpened)
    assert (shown.commitment, shown.outcome) == (commitment, drawn[-1])
    assert isinstance(voided, RoundVoided)
    assert not voided.commitment
    told = banca("audit", "show", TABLE, "--db", played.url, columns=400).stdout
    assert f"the commitment {commitment} is revealed: {drawn[-1]}, nonce {shown.nonce}" in told


def test_voids_are_told_against_what_they_would_have_paid(played: Recorded, drawn: list[str], tmp_path: Path) -> None:
    missed = play_and_void(played, drawn)
    url = f"sqlite:///{tmp_path / 'house.db'}"
    report = answer("audit", "verify", "--db", url)
    (table,) = (one for one in report["tables"] if one["table"] == TABLE)
    in_all = format_patacas(missed)
    assert table["voids"] == {"rounds": VOIDS, "known": VOIDS, "won": VOIDS, "lost": 0, "players": in_all}
    codes = [one["code"] for one in report["findings"]]
    assert codes == ["done_alone", "void_opened"] * VOIDS + ["voids_one_sided"]
    assert report["whole"]
    said = " ".join(banca("audit", "verify", "--db", url, columns=300).stdout.split())
    assert f"{TABLE}, void rounds: 5; hidden result known: 5; with it the players would have won 5 and lost 0" in said
