"""Commands to the house: nothing is lost, nothing is applied twice, and what is replayed is what was."""

import random
from typing import Any
from unittest.mock import Mock

import pytest

from banca.house import house as house_module
from banca.house import journal
from banca.house.cage import CAGE, CashedIn, CashedOut, CashIn
from banca.house.commands import CommandRequest, CommittedEntry
from banca.house.desk import open_desk
from banca.house.house import MOST_HELD, House, _check_balance
from banca.house.rng import Source
from banca.house.store import Store, open_store
from banca.rules import Defect, Refusal
from banca.tables.commands import MOST_AVOS, PlaceBet
from banca.tables.engine import PRACTICE_MONEY
from banca.tables.events import OUTSIDE, wallet
from support.houses import (
    ALL,
    BANK,
    CROUPIER,
    MINIMUM,
    MONEY,
    SUPERVISOR,
    Drive,
    as_it_stands,
    asked,
    cash,
    check_books,
    check_stakes,
    code_of,
    opening,
    outcome,
    player,
    table_of,
    wallet_of,
)

CRAPS, FANTAN, WHEEL = (table_of(game) for game in ("craps", "fantan", "wheel"))


@pytest.fixture
def house(store: Store) -> House:
    """A house whose luck repeats itself."""
    return House(store, source=Source(random.Random(1).randbytes))


def bet(name: str = "b1", who: str = "ana", seq: int | None = None, **fields: Any) -> CommandRequest:
    given = {"bet": "symbol:1", "stake": MINIMUM} | fields
    return asked(WHEEL, player(who), name, "place_bet", seq=seq, **given)


def at_wheel(house: House) -> Drive:
    """A wheel; it opens with its bets open."""
    return Drive(house).open_all(["wheel"])


class TestOnce:
    """Sent twice, applied once, same answer."""

    def test_the_same_command_gets_the_same_answer(self, house: House) -> None:
        at_wheel(house)
        assert code_of(house, bet(stake=1)) is not None  # a refused command leaves its id free
        first = house.do(bet())
        house.do(bet("b2"))
        assert house.do(bet()).entry == first.entry
        assert code_of(house, bet(stake=2 * MINIMUM)) == "command_repeated"
        assert wallet_of(house, "ana") == MONEY - 2 * MINIMUM
        others = [house.do(bet(who=who)) for who in ("rui", "mei")]  # an id is of one person
        assert len({answer.entry.seq for answer in (first, *others)}) == 3

    def test_twice_in_one_batch(self, house: House) -> None:
        at_wheel(house)
        one, two, three, four = house.do_all([bet(), bet(), bet(stake=2 * MINIMUM), bet("b2")])
        assert isinstance(one, CommittedEntry)
        assert isinstance(four, CommittedEntry)
        assert outcome(two) == one.entry
        assert outcome(three) == "command_repeated"
        assert four.entry.seq == one.entry.seq + 1
        assert wallet_of(house, "ana") == MONEY - 2 * MINIMUM

    def test_after_a_restart_and_after_the_round(self, house: House, store: Store) -> None:
        drive = at_wheel(house)
        first = house.do(bet())
        anew = House(store)
        assert anew.do(bet()).entry == first.entry
        assert code_of(anew, bet(bet="symbol:2")) == "command_repeated"
        drive.house = anew
        drive.play(10, ["wheel"], batch=1)
        assert anew.do(bet()).entry == first.entry
        check_books(store)

    def test_with_the_sequence_it_was_sent_with(self, house: House) -> None:
        at_wheel(house)
        seq = house.table(WHEEL).seq
        first = house.do(bet(seq=seq))
        assert house.do(bet(seq=seq)).entry == first.entry
        assert code_of(house, bet("b2", seq=seq)) == "stale_sequence"
        assert code_of(house, bet("b2", seq=seq + 2)) == "stale_sequence"
        house.do(bet("b2", seq=seq + 1))

    def test_opening_a_table(self, house: House, store: Store) -> None:
        first = house.do(opening("one", "craps"))
        for one in (house, House(store)):
            assert one.do(opening("one", "craps")).entry == first.entry
            for other in ({"minimum": 2 * MINIMUM}, {"bank": 2 * BANK}, {"bank": 0}, {"title": "Another"}):
                assert code_of(one, opening("one", "craps", **other)) == "command_repeated", other
            assert code_of(one, opening("one", "craps", name="again")) == "table_exists"
        assert house.balance("bank:one") == BANK

    def test_money_over_the_counter(self, house: House, store: Store) -> None:
        for one in (house, house, House(store)):
            one.do(cash("in", "ana", 500))
        assert wallet_of(house, "ana") == 500
        assert code_of(house, cash("in", "ana", 501)) == "command_repeated"
        assert code_of(house, cash("out", "ana", 501, "cash_out")) == "not_enough_money"


class TestRefused:
    def test_one_in_a_batch_does_not_concern_the_others(self, house: House) -> None:
        at_wheel(house)
        requests = [bet("1"), bet("2", stake=1), asked("none", player("ana"), "3", "sit"), bet("4", seq=1), bet("5")]
        answers = house.do_all(requests)
        codes = ["unknown_table", "stale_sequence"]
        assert [outcome(one) for one in answers[2:4]] == codes
        assert [isinstance(one, CommittedEntry) for one in answers] == [True, False, False, False, True]

    def test_the_same_wallet_in_one_batch(self, house: House) -> None:
        """Each command finds the money that the one before has left."""
        Drive(house, players=("rui",)).open_all(["wheel", "fantan"])
        house.do_all([asked(WHEEL, player("ana"), "sit", "sit"), cash("in", "ana", 3 * MINIMUM)])
        answers = house.do_all([bet("1", stake=2 * MINIMUM), bet("2", stake=2 * MINIMUM), bet("3")])
        assert [isinstance(one, CommittedEntry) for one in answers] == [True, False, True]
        assert outcome(answers[1]) == "not_enough_money"
        assert wallet_of(house, "ana") == 0

    def test_more_money_than_can_be_counted(self, house: House, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        assert MOST_HELD == 2**62
        monkeypatch.setattr(house_module, "MOST_HELD", 3 * MOST_AVOS)
        answers = house.do_all([cash(f"in-{number}", "ana", MOST_AVOS) for number in range(4)])
        assert [outcome(one) for one in answers if isinstance(one, Refusal)] == ["bad_stake"]
        assert outcome(answers[-1]) == "bad_stake"
        assert wallet_of(house, "ana") == 3 * MOST_AVOS
        check_books(store)


def test_nobody_is_told_before_it_is_written(house: House, store: Store) -> None:
    at_wheel(house)
    told: list[int] = []

    def hear(published: list[CommittedEntry]) -> None:
        told.extend(one.entry.seq for one in published)
        assert store.seq(WHEEL) >= told[-1]

    house.listeners.append(hear)
    house.do_all([bet("b1"), bet("b2"), bet("b1")])
    house.do(bet("b1"))
    assert told == [house.table(WHEEL).seq - 1, house.table(WHEEL).seq]


@pytest.mark.slow
def test_what_is_replayed_is_what_was(either_store: Store, store_url: str) -> None:
    """On either store: every game, all that was answered, and the money."""
    store = either_store
    house = House(store, source=Source(random.Random(1).randbytes))
    drive = Drive(house).open_all()
    told = drive.play(450)
    assert sum(isinstance(answer, CommittedEntry) for _, answer in told) > 150
    assert all(house.table(table_of(game)).state.round > 1 for game in ALL)
    before = as_it_stands(house)
    check_books(store)
    check_stakes(house)
    assert store.balances() == {name: house.balance(name) for name in store.balances()}
    other = open_store(store_url)
    anew = House(other)
    assert as_it_stands(anew) == before
    for request, answer in told[::7]:
        if isinstance(answer, CommittedEntry):
            assert anew.do(request).entry == answer.entry
    drive.house = anew
    drive.play(20)
    check_books(other)
    assert not anew.stopped
    other.close()


def test_a_refused_shake_hides_nothing(house: House, store: Store) -> None:
    """A player who asks for the croupier's act leaves no secret behind, even in a batch that is written."""
    Drive(house).open_all(["fantan"])
    state = house.table(FANTAN).state
    for act in house.table(FANTAN).engine.acts_now(state, CROUPIER.role):
        wrong = asked(FANTAN, player("ana"), f"no-{act.name}", act.name)
        answers = house.do_all([wrong, cash(f"in-{act.name}", "ana", 100)])
        assert isinstance(answers[0], Refusal)
        assert isinstance(answers[1], CommittedEntry)
    check_books(store)


@pytest.mark.parametrize("fault", [Defect("two and two is five"), KeyError("five")])
def test_a_defect_stops_its_table_alone(
    house: House, store: Store, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    drive = Drive(house).open_all(["wheel", "craps"])
    monkeypatch.setattr(house.table(WHEEL).engine, "decide", Mock(side_effect=fault))
    answers = house.do_all([bet(), asked(CRAPS, player("ana"), "leave", "leave"), cash("more", "ana", 500)])
    assert outcome(answers[0]) == "table_stopped"
    assert isinstance(answers[1], CommittedEntry)
    assert isinstance(answers[2], CommittedEntry)
    assert list(house.stopped) == [WHEEL]
    assert code_of(house, bet("b2")) == "table_stopped"
    done = asked(WHEEL, player("ana"), "sit", "sit")  # what was done there before is still answered
    assert house.do(done).entry.command == done.command
    drive.play(10, ["craps"])
    check_books(store)


def test_practice_seats_bring_no_money_past_the_cage(store: Store) -> None:
    house = House(store)

    def seat(name: str) -> None:
        house.do(asked(WHEEL, SUPERVISOR, name, "seat_practice", player="two", policy="symbol:1"))

    Drive(house).open_all(["wheel"])
    with pytest.raises(Refusal) as refusal:
        seat("in")
    assert refusal.value.code == "practice_needs_play_money"
    assert not house.table(WHEEL).state.practice
    house.is_play_money = True
    own, outside = wallet("practice:two"), house.balance(OUTSIDE)
    for turn in range(2):
        seat(f"in-{turn}")
        assert house.balance(own) == PRACTICE_MONEY
        house.do(asked(WHEEL, SUPERVISOR, f"out-{turn}", "unseat", player="practice:two"))
        assert house.balance(own) == 0
    assert house.balance(OUTSIDE) == outside
    rows = list(store.rows(CAGE))[-4:]
    moved = [event for row in rows for event in journal.read(row.body, CAGE, row.seq).events]
    there = CashedIn(player="practice:two", amount=PRACTICE_MONEY)
    back = CashedOut(player="practice:two", amount=PRACTICE_MONEY)
    assert moved == [there, back] * 2
    seat("in-again")
    house.do(asked(WHEEL, SUPERVISOR, "close", "close"))  # which sends it back too
    assert house.balance(own) == 0
    check_books(store)


def test_what_is_no_amount_of_money_is_never_written(db: str) -> None:
    desk = open_desk(db)
    desk.open_table("t1", "wheel", minimum=MINIMUM, bank=BANK)
    desk.cash_in("ana", 100_000)
    ana = desk.player("ana")
    ana.do("t1", "sit")
    half = CashIn(player="ana", stake=0.5)  # type: ignore[arg-type]  # made by hand
    broken = PlaceBet(bet="symbol:1", stake=MINIMUM + 0.0)  # type: ignore[arg-type]
    for table, who, command in (("cage", SUPERVISOR, half), ("t1", player("ana"), broken)):
        request = CommandRequest(table=table, actor=who, id="by hand", command=command)
        assert code_of(desk.house, request) == "bad_request"
    for amount in (20.5, 2000.5, "2000", 2**80, -1):
        wrong: Any = amount
        with pytest.raises(Refusal):
            desk.cash_in("ana", wrong)
        with pytest.raises(Refusal):
            ana.do("t1", "place_bet", bet="symbol:1", stake=wrong)
    assert not desk.house.stopped
    assert House(desk.house.store).table("t1").seq == 2
    check_books(desk.house.store)
    desk.close()


def test_tables_at_which_nothing_goes_on_rest_and_still_hear_of_others(
    db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_module, "MOST_CACHED", 10)
    one, other = (House(open_store(db)) for _ in range(2))
    names = [f"t{number}" for number in range(16)]
    for name in names:
        one.do(opening(name, "roulette", name))
    other.refresh()
    other.do_all([cash("in", "ana", 100_000), asked("t3", player("ana"), "sit", "sit")])
    assert all(other.table(name).seq >= 1 for name in names)
    assert other.is_put_away("t0")
    assert other.cached("t3")  # somebody sits there
    heard: list[int] = []
    other.listeners.append(lambda published: heard.extend(news.entry.seq for news in published))
    one.do(asked("t0", SUPERVISOR, "fund", "fund_bank", stake=100_00))
    other.refresh()
    assert heard == [other.table("t0").seq] == [2]
    for house in (one, other):
        house.store.close()


def test_no_account_but_the_outside_is_ever_below_nothing() -> None:
    for account, balance in (("outside", -1), ("bank:t", 0), ("wallet:ana", MOST_HELD)):
        _check_balance(account, balance)
    for account in ("bank:t", "stakes:t", "wallet:ana"):
        with pytest.raises(Defect):
            _check_balance(account, -1)
    with pytest.raises(Refusal):
        _check_balance("outside", -MOST_HELD - 1)
