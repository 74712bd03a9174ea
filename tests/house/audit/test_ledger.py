"""The ledger once more: balances made anew out of the transfers, to the avo, beside what the accounts say."""

from typing import Any

import pytest

from banca.house.audit.ledger import Ledger, TransferReader, WalletTimes
from banca.house.audit.replay import SLACK
from banca.house.commands import transfers_of
from banca.house.journal import FORM, Entry
from banca.rules import NOTHING
from banca.tables.commands import Close
from banca.tables.events import BankFunded, Event

TRANSFERS = (
    (1, 0, "outside", "wallet:ana", 700),
    (2, 0, "wallet:ana", "stakes:t", 200),
    (3, 0, "stakes:t", "bank:t", 200),
    (3, 1, "bank:t", "wallet:ana", 50),
)
HOLDS = {"outside": -700, "wallet:ana": 550, "stakes:t": 0, "bank:t": 150}
"""What they come to, by hand."""


def compared(accounts: dict[str, Any], begins: dict[str, int] | None = None, **how: Any) -> list[tuple[str, Any]]:
    ledger = Ledger()
    ledger.begin(begins or {})
    for transfer in TRANSFERS:
        ledger.take(transfer)
    findings = list(ledger.compare(accounts, ["t"], **{"is_whole": True} | how))
    return [(one.why.code, one.why.about.get("asked", one.why.about["found"])) for one in findings]


@pytest.mark.parametrize("account", HOLDS)
@pytest.mark.parametrize("change", [1, -1])
def test_one_avo_more_or_less_anywhere_is_found_and_as_money_that_appears(account: str, change: int) -> None:
    assert compared(HOLDS) == []
    faults = compared(HOLDS | {account: HOLDS[account] + change})
    assert faults[0] == ("balance_differs", account)
    assert faults[-1] == ("money_appears", change)
    below_nothing = account == "stakes:t" and change < 0
    assert (("balance_negative", account) in faults) is below_nothing


def test_money_that_only_moved_is_found_at_both_accounts_and_one_that_is_missing_or_that_nobody_filled() -> None:
    moved = HOLDS | {"wallet:ana": 500, "bank:t": 200}
    assert compared(moved) == [("balance_differs", "bank:t"), ("balance_differs", "wallet:ana")]

    without = {name: holds for name, holds in HOLDS.items() if name != "stakes:t"}
    assert compared(without) == [("balance_differs", "stakes:t")]
    assert compared(HOLDS | {"wallet:eve": 0}) == [("balance_differs", "wallet:eve")]


def test_only_the_outside_may_owe() -> None:
    ledger = Ledger()
    ledger.take((1, 0, "wallet:ana", "outside", 1))
    faults = list(ledger.compare({"wallet:ana": -1, "outside": 1}, [], is_whole=True))
    assert [(one.why.code, one.why.about["found"]) for one in faults] == [("balance_negative", -1)]


def test_of_some_tables_only_their_own_accounts_are_compared() -> None:
    wrong = {name: holds + 1 for name, holds in HOLDS.items()}
    assert compared(wrong, is_whole=False) == [("balance_differs", "bank:t"), ("balance_differs", "stakes:t")]
    ledger = Ledger()
    (finding,) = ledger.compare({"bank:t": 1, "bank:other": 1}, ["t"], is_whole=False)
    assert finding.table == "t"


def test_a_piece_begins_with_what_accounts_held() -> None:
    begins = {"bank:t": 40, "stakes:t": 0, "cards:t": 0}
    accounts = HOLDS | {"bank:t": 190}
    assert compared(accounts, begins) == [("money_appears", 40)]  # which came in before the piece
    del accounts["stakes:t"]
    assert ("balance_differs", "stakes:t") not in compared(accounts, begins)  # no account holds as much as an empty one
    assert compared(HOLDS, begins)[0] == ("balance_differs", "bank:t")

    ledger = Ledger()
    ledger.take((1, 0, "outside", "bank:t", "much"))  # type: ignore[arg-type] # whatever the store holds
    assert list(ledger.compare({}, ["t"], is_whole=True)) == []  # what is no number counts nothing


class Moves(Event, frozen=True, kw_only=True):
    """Any transfers."""

    moved: tuple[tuple[str, str, int], ...]

    def transfers(self) -> tuple[tuple[str, str, int], ...]:
        return self.moved


def entry(*moved: tuple[str, str, int], at: str = "2026-03-02T12:00:00.000+00:00") -> Entry:
    """At table t."""
    events = (Moves(moved=moved), BankFunded(amount=5))
    return Entry(v=FORM, table="t", seq=2, at=at, by="x", role="croupier", id="i", command=Close(), events=events)


def test_a_tables_own_accounts_carry_its_name_and_nothing_is_no_transfer() -> None:
    moved = (("bank", "wallet:ana", 3), ("wallet:ana", "stakes", 2), ("outside", "bank", 0))
    assert transfers_of(entry(*moved)) == [
        ("bank:t", "wallet:ana", 3),
        ("wallet:ana", "stakes:t", 2),
        ("outside", "bank:t", 5),
    ]


@pytest.mark.parametrize(
    ("out", "back", "is_early"),
    [
        (("12:00", 100), ("12:00", 100), False),
        (("12:00", 100), ("12:01", 100), False),  # clocks may differ by a minute
        (("12:00", 100), ("12:02", 100), True),
        (("12:01", 100), ("12:00", 100), False),
        (("12:00", 101), ("12:00", 100), True),
    ],
)
def test_no_wallet_spends_before_it_is_filled(out: tuple[str, int], back: tuple[str, int], *, is_early: bool) -> None:
    assert SLACK.total_seconds() == 60
    purses = WalletTimes()
    at = "2026-03-02T{}:00.000+00:00"
    purses.take(entry(("wallet:ana", "stakes", out[1]), at=at.format(out[0])))
    purses.take(entry(("outside", "wallet:ana", back[1]), at=at.format(back[0])))
    purses.take(entry(("bank", "outside", 1), at="nonsense"))
    assert [one.why.code for one in purses.findings()] == ["spent_early"] * is_early


def test_a_finding_names_what_is_there_and_what_should_be_and_no_entry() -> None:
    ledger = Ledger()
    ledger.take((1, 0, "outside", "wallet:ana", 700))
    (missing, *_) = ledger.compare({"outside": -700}, [], is_whole=True)
    assert (missing.seq, missing.why.about["found"], missing.why.about["expected"]) == (0, NOTHING, 700)
    (planted,) = Ledger().compare({"wallet:eve": 0}, [], is_whole=True)
    assert (planted.why.about["found"], planted.why.about["expected"]) == (0, NOTHING)


def test_transfers_are_read_as_far_as_an_entry_goes_and_past_a_number_that_is_none() -> None:
    spoilt = ("3", 0, "outside", "bank:t", 1)
    ahead = TransferReader(iter((TRANSFERS[0], spoilt, *TRANSFERS[1:])))  # type: ignore[arg-type] # whatever the store holds
    assert list(ahead.until(0)) == []
    assert list(ahead.until(1)) == [TRANSFERS[0], spoilt]
    assert list(ahead.until(3)) == list(TRANSFERS[1:])
    assert list(ahead) == []


def test_an_amount_that_is_no_number_counts_nothing() -> None:
    ledger = Ledger()
    ledger.take((1, 0, "outside", "bank:t", "much"))  # type: ignore[arg-type] # likewise
    assert list(ledger.compare({}, ["t"], is_whole=True)) == []
