"""Journals that were written once are read, replayed and verified for ever after, to the same digests (tools/journals.py records them)."""

import gzip
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import structs

from banca.games import find, playable
from banca.house import audit, journal
from banca.house.audit.exchange import BAD_LINE, import_lines
from banca.house.store import IN_MEMORY, Store, open_store
from banca.live.bet_event import BetDecided
from banca.proposals import read_proposal
from banca.proposals.shelf import example_files
from banca.rulebook import Refusal
from banca.rulebook.proposed import OPTION
from journals import HEADS, JOURNALS, ROUNDS, kept_name

KEPT: dict[str, dict[str, str]] = json.loads(HEADS.read_text())

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=KEPT)
def kept(request: pytest.FixtureRequest) -> tuple[str, Store]:
    """What was kept: a game, or a game and a form of entries; and a store with its journals."""
    store = open_store(IN_MEMORY)
    import_lines(
        store, gzip.decompress((JOURNALS / f"{request.param}.jsonl.gz").read_bytes()).splitlines(keepends=True)
    )
    return request.param, store


def test_every_game_is_kept_in_the_form_of_today() -> None:
    assert {kept_name(game, journal.FORM) for game in playable()} <= KEPT.keys()


def test_it_is_read_replayed_and_verified_to_the_same_digests(kept: tuple[str, Store]) -> None:
    name, store = kept
    found = audit.verify(store)
    assert found.is_whole, found.faults
    assert {table: head for table, (_, head) in store.heads().items()} == KEPT[name]


def test_it_has_rounds_enough_with_nulls_voids_a_proposal_and_authorisations(kept: tuple[str, Store]) -> None:
    name, store = kept
    game = name.partition(".")[0]
    rulebook, tables = find(game).rulebook, [table for table in KEPT[name] if table not in ("cage", "register")]
    entries = [entry for table in (*tables, "register") for entry in audit.entries(store, table)]
    happened = Counter(type(event).__name__ for entry in entries for event in entry.events)
    assert happened["RoundEnded"] + happened["RoundVoided"] >= 2 * ROUNDS
    assert happened["RoundVoided"]
    assert bool(happened["NullDeclared"]) == bool(not rulebook or rulebook.nulls)
    opened: list[Any] = [entry.events[0] for entry in entries if type(entry.events[0]).__name__ == "Opened"]
    assert bool(happened["AuthorisationRecorded"]) == any(set(event.options) - {OPTION} for event in opened)
    proposed = {read_proposal(file.read_text()).game for file in example_files().values()}
    assert any(event.proposal for event in opened) == (game in proposed)


def test_an_older_form_is_compared_without_what_came_later(kept: tuple[str, Store]) -> None:
    name, store = kept
    form = int(name.partition(".")[2] or 1)
    for table in store.tables():
        for entry in audit.entries(store, table):
            assert entry.v == form
            assert all(journal.in_form(event, form) == event for event in entry.events)
    paid = BetDecided(player="a", bet="b", stake=5, on="", verdict="win", received=11, odds=(6, 5), prize="6", cites=())
    assert journal.in_form(paid, journal.FORM) is paid
    assert journal.in_form(paid, 1) == structs.replace(paid, odds=None)
    assert b"odds" not in msgspec.json.encode(journal.in_form(paid, 1))


def test_a_newer_form_is_refused_in_one_line(refused_line: Callable[[bytes], str]) -> None:
    line = gzip.decompress((JOURNALS / f"{next(iter(KEPT))}.jsonl.gz").read_bytes()).splitlines()[0]
    read = json.loads(line)
    read["entry"]["v"] = journal.FORM + 1
    body = json.dumps(read["entry"], separators=(",", ":"), ensure_ascii=False).encode()
    digest = journal.digest(journal.GENESIS, body)
    assert "`$.v`" in refused_line(b'{"digest":"' + digest.encode() + b'","entry":' + body + b"}\n")


@pytest.fixture
def refused_line() -> Callable[[bytes], str]:
    """Why a line is not taken into a store."""

    def why(line: bytes) -> str:
        with pytest.raises(Refusal) as caught:
            import_lines(open_store(IN_MEMORY), [line])
        assert caught.value.code == BAD_LINE
        return str(caught.value.about["because"])

    return why
