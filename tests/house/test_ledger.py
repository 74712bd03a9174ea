"""Somebody who can write the store, and has no key, changes the past: the house does not sign it, and does not pay it out."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from sqlalchemy import update

from banca.cli.audit import read_held
from banca.house.audit import BackgroundAudit, HeldEvidence, verify
from banca.house.cage import CAGE, CashedIn
from banca.house.database import Trouble
from banca.house.house import House
from banca.house.ledger import SignedLedger
from banca.house.log import HouseLog
from banca.house.register import REGISTER, KeyLost
from banca.house.schema import ACCOUNTS, JOURNAL
from banca.house.store import Store, open_store
from banca.i18n import translator
from banca.rules import Refusal
from banca.server.health import StoreWatch, is_evidence_alone
from banca.tables.commands import Actor
from banca.tables.events import BetDecided, Event, ResultCalled
from banca.transparency.checkpoint import Checkpoint, open_checkpoint
from banca.transparency.note import split
from support.forgery import copied, entries, forge, rewrite, rows, run
from support.houses import CROUPIER, SUPERVISOR, asked, bare_store, cash, code_of, opening, player
from support.lanes import Clock
from support.postgres import Postgres

TABLE = "t-roulette"
IN, STAKE = 1_000_000, 20_000


class Kept:
    """A house with its key in a folder of its own; ana has lost a bet at a table that is closed."""

    def __init__(self, folder: Path) -> None:
        self.file, self.key = folder / "house.db", folder / "keys" / "log.key"
        bare_store(self.file)
        self.stores: list[Store] = []
        self.house = self.open()
        self.house.do(opening(TABLE, "roulette", chance="observed", conduct="croupier"))
        self.house.do(cash("in", "ana", IN))
        self._do(player("ana"), "sit")
        self._do(player("ana"), "place_bet", bet="straight:18", stake=STAKE)
        for act in ("throw_ball", "call_no_more_bets"):
            self._do(CROUPIER, act)
        self._do(CROUPIER, "read_number", outcome="17")
        self._do(CROUPIER, "pay")
        self._do(player("ana"), "leave")
        self._do(SUPERVISOR, "close")
        self.log.remember()

    def open(self) -> House:
        store = open_store(f"sqlite:///{self.file}")
        self.stores.append(store)
        return House(store, log=HouseLog.open(store, self.key))

    def close(self) -> None:
        for store in self.stores:
            store.close()

    @property
    def log(self) -> HouseLog:
        assert self.house.log
        return self.house.log

    @property
    def memory(self) -> Path:
        (found,) = self.key.parent.glob("*.signed")
        return found

    def _do(self, actor: Actor, do: str, **fields: Any) -> None:
        self.house.do(asked(TABLE, actor, f"{do}-{actor.name}", do, **fields))


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    found = Kept(tmp_path)
    yield found
    found.close()


def eighteen(file: Path) -> None:
    """The number that ana had bet on came up: results, transfers, balances and log fit each other."""
    past = entries(file, TABLE)
    for place, entry in enumerate(past):
        events: list[Event] = []
        for event in entry.events:
            if isinstance(event, ResultCalled):
                events.append(structs.replace(event, outcome="18"))
            elif isinstance(event, BetDecided):
                events.append(structs.replace(event, verdict="win", received=36 * STAKE))
            else:
                events.append(event)
        past[place] = structs.replace(entry, events=tuple(events))
    rewrite(file, TABLE, past)


def twice_the_money(file: Path) -> None:
    forge(file, CAGE, CashedIn, lambda event: structs.replace(event, amount=2 * event.amount))


def without_the_log(file: Path) -> None:
    """The same, but the log's head stays as it was signed."""
    ((peaks,),) = rows(file, "SELECT peaks FROM log_head")
    twice_the_money(file)
    run(file, ("UPDATE log_head SET peaks = ?", (peaks,)))


def balance_alone(file: Path) -> None:
    run(file, ("UPDATE accounts SET balance = balance + ? WHERE name = 'wallet:ana'", (IN,)))


def transfer_and_balance(file: Path) -> None:
    run(
        file,
        ("UPDATE transfers SET amount = amount + ? WHERE target = 'wallet:ana' AND table_id = 'cage'", (IN,)),
        ("UPDATE accounts SET balance = balance - ? WHERE name = 'outside'", (IN,)),
    )
    balance_alone(file)


def loss_removed(file: Path) -> None:
    """The newest entries are cut off, and with them the bet that was lost."""
    rewrite(file, TABLE, entries(file, TABLE)[:2])


CHANGES: dict[str, Callable[[Path], None]] = {
    one.__name__: one
    for one in (eighteen, twice_the_money, without_the_log, balance_alone, transfer_and_balance, loss_removed)
}
IN_THE_LOG = {"eighteen", "twice_the_money", "without_the_log", "loss_removed"}
"""Those that change entries; the others change only what follows from entries."""


@pytest.mark.parametrize("change", CHANGES)
def test_a_past_that_is_changed_while_the_house_runs_is_neither_signed_nor_paid(kept: Kept, change: str) -> None:
    kept.house.record(KeyLost())
    before = kept.log.newest()  # signed, and not remembered yet
    CHANGES[change](kept.file)
    assert code_of(kept.house, cash("out", "ana", IN - STAKE + 1, "cash_out")) == "record_differs"
    with pytest.raises(Refusal, match="does not match what was signed"):
        kept.log.newest()
    done = kept.house.do(cash("more", "ana", 100))  # tables and deposits go on; nothing of it is signed
    assert not done.checkpoint
    kept.log.remember()
    remembered = open_checkpoint(kept.memory.read_text(), kept.log.verifiers).checkpoint
    assert (remembered.size, remembered.root) == (before.tree.size, before.tree.root)
    watch = StoreWatch(kept.house, Clock())
    watch.look()
    health = watch.health(is_draining=False)
    assert health.troubles == [Trouble.RECORD_DIFFERS]  # though the write that was just tried went well
    assert health.record


@pytest.mark.parametrize("change", CHANGES)
def test_one_that_is_changed_while_it_stands_still_is_not_signed_at_the_next_start(kept: Kept, change: str) -> None:
    kept.close()
    CHANGES[change](kept.file)
    if change in IN_THE_LOG:
        with pytest.raises(Refusal, match=str(kept.memory)):
            kept.open()
        return
    kept.house = kept.open()
    assert kept.house.ledger
    with pytest.raises(Refusal, match="does not match what was signed"):
        kept.house.ledger.go_on()
    assert code_of(kept.house, cash("out", "ana", 100, "cash_out")) == "record_differs"


def test_the_background_finds_it_before_anybody_asks(kept: Kept) -> None:
    ledger = kept.house.ledger
    assert ledger
    assert (ledger.go_on(), kept.log.fault) == (0, "")
    ledger.read_again()
    without_the_log(kept.file)  # of entries that have been read
    assert (ledger.go_on(), kept.log.fault) == (0, "")
    with pytest.raises(Refusal):
        ledger.read_again()
    assert kept.log.fault == "log 14"
    background = BackgroundAudit(kept.house.store, signed=kept.log.newest)
    assert (background.log_step(), set(background.faults)) == (0, {"log"})
    for language in ("en", "pt", "zh"):
        assert kept.log.fault in translator(language).message(background.faults["log"].why)


def test_an_honest_house_pays_what_was_won_and_starts_again_after_every_kill(kept: Kept) -> None:
    assert code_of(kept.house, cash("out", "ana", IN - STAKE, "cash_out")) is None
    kept.close()  # killed before what it signed last was kept: the file is behind, never ahead
    kept.house = kept.open()
    assert kept.house.ledger
    assert (kept.house.ledger.go_on(), kept.log.fault, kept.log.is_head_missing) == (0, "", False)
    assert code_of(kept.house, cash("too much", "ana", 1, "cash_out")) == "not_enough_money"


def test_a_signer_that_forgot_what_it_signed_says_so_in_the_register_and_in_health(kept: Kept) -> None:
    kept.close()
    kept.memory.unlink()
    kept.house = kept.open()
    (fact,) = entries(kept.file, REGISTER)[-1].events
    assert type(fact).__name__ == "LogHeadMissing"
    assert Trouble.HEAD_MISSING in StoreWatch(kept.house, Clock()).troubles
    assert kept.memory.exists()
    kept.close()
    kept.house = kept.open()
    assert not kept.log.is_head_missing  # it is said once, and stands in the register for good


def test_the_cage_waits_until_a_long_record_has_been_read(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banca.house.ledger.MOST_AT_ONCE", 6)
    monkeypatch.setattr("banca.house.ledger.MOST_WHILE_DECIDING", 2)
    assert code_of(kept.house, cash("out", "ana", 100, "cash_out")) == "record_unread"
    assert code_of(kept.house, cash("out", "ana", 100, "cash_out")) is None


@pytest.mark.postgres
def test_two_processes_sign_one_log_and_each_finds_a_past_that_was_changed(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    stores = [open_store(url) for _ in range(2)]
    for store in stores:
        store.idle_milliseconds = 0  # however slow this machine is
    houses = [House(store, log=HouseLog.open(store, tmp_path / "log.key")) for store in stores]
    for number in range(6):
        done = houses[number % 2].do(cash(f"in{number}", "ana", 100))
        assert done.checkpoint
        for house in houses:
            assert house.log
            house.log.remember()
    for number in range(4):
        assert code_of(houses[number % 2], cash(f"out{number}", "ana", 100, "cash_out")) is None
    with stores[0].transaction() as connection:
        connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.name == "wallet:ana").values(balance=10_000))
    for number, house in enumerate(houses):
        assert code_of(house, cash(f"stolen{number}", "ana", 5000, "cash_out")) == "record_differs"
    again = SignedLedger(HouseLog.open(stores[0], tmp_path / "log.key"))
    with pytest.raises(Refusal, match="wallet:ana"):
        again.go_on()
    with stores[0].transaction() as connection:
        connection.execute(update(JOURNAL).where(JOURNAL.c.leaf == 1).values(digest="0" * 64))
    stores.append(open_store(url))
    with pytest.raises(Refusal, match=r"signed checkpoint|signed last"):
        HouseLog.open(stores[-1], tmp_path / "log.key")
    for store in stores:
        store.close()


def test_checkpoints_are_handed_out_and_a_past_rewritten_with_the_key_is_refused_by_them(
    kept: Kept, tmp_path: Path
) -> None:
    outside = tmp_path / "elsewhere" / "checkpoints"
    outside.parent.mkdir()
    assert is_evidence_alone(kept.house)
    kept.log.keep_outside(outside)
    for number in range(2):
        kept.log.hand_out()  # nothing new
        kept.house.do(cash(f"in{number}", "ana", 100))
        kept.log.hand_out()
    kept.log.remember()
    assert not is_evidence_alone(kept.house)
    notes = read_held([outside], [], []).checkpoints
    assert [Checkpoint.read(split(note)[0]).size for _, note in notes] == [14, 15, 16]
    found = verify(kept.house.store, held=HeldEvidence(notes))
    assert (found.evidence.checkpoints, found.evidence.covered) == (3, 16)
    kept.close()
    twice_the_money(kept.file)
    kept.memory.unlink()  # whoever has the key has this too
    store = open_store(f"sqlite:///{kept.file}")
    kept.stores.append(store)
    with pytest.raises(Refusal, match=str(outside)):
        HouseLog.open(store, kept.key).keep_outside(outside)


def test_a_file_outside_that_cannot_be_written_is_told(kept: Kept, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="cannot read"):
        kept.log.keep_outside(tmp_path)  # a folder
    kept.log.keep_outside(tmp_path / "checkpoints")
    kept.log.outside = tmp_path
    kept.house.do(cash("more", "ana", 100))
    with pytest.raises(Refusal, match="cannot write"):
        kept.log.hand_out()
    assert Trouble.CHECKPOINT_UNWRITTEN in StoreWatch(kept.house, Clock()).troubles


def test_the_audit_compares_what_the_signer_remembers_which_is_no_evidence(kept: Kept) -> None:
    own = (str(kept.memory), kept.memory.read_text())
    found = verify(kept.house.store, held=HeldEvidence(own=own))
    assert (found.is_whole, found.evidence.checkpoints) == (True, 0)
    copy = open_store(f"sqlite:///{copied(kept.file, kept.file.with_name('copy.db'))}")
    kept.stores.append(copy)
    kept.house.record(KeyLost())
    kept.log.remember()
    newer = verify(copy, held=HeldEvidence(own=(str(kept.memory), kept.memory.read_text())))
    assert (newer.is_whole, newer.findings[-1].why.code) == (True, "signer_ahead")
    kept.close()
    twice_the_money(kept.file)
    store = open_store(f"sqlite:///{kept.file}")
    kept.stores.append(store)
    told = [
        {one.why.code for one in verify(store, held=held).faults} for held in (HeldEvidence(), HeldEvidence(own=own))
    ]
    assert told[1] - told[0] == {"log_rewritten"}  # the log alone fits
