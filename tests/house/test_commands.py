"""The house on either store: nothing is lost, nothing is applied twice, and what is replayed is what was."""

import random
from typing import Any

import pytest
from sqlalchemy import text

from banca.games import of_chance
from banca.house.cage import CashIn
from banca.house.chance import Source
from banca.house.chances import COMMITMENT_LOST
from banca.house.house import House
from banca.house.refusals import COMMAND_REPEATED, STALE_SEQUENCE, TABLE_EXISTS, TABLE_STOPPED, UNKNOWN_TABLE
from banca.house.request import CommandRequest, Published
from banca.house.store import Store, open_store
from banca.house.writing import Writing
from banca.live import event as happened
from banca.live.command import MOST_AVOS, PlaceBet
from banca.live.refusals import BAD_REQUEST, NOT_ENOUGH_MONEY
from banca.rulebook import Code, Defect, Refusal
from banca.rulebook.refusals import BAD_STAKE
from house_drive import (
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
    return House(store, source=Source(random.Random(1).randbytes))  # noqa: S311


def bet(name: str = "b1", who: str = "ana", seq: int | None = None, **fields: Any) -> CommandRequest:
    given = {"bet": "symbol:1", "stake": MINIMUM} | fields
    return asked(WHEEL, player(who), name, "place_bet", seq=seq, **given)


def at_wheel(house: House) -> Drive:
    """A wheel; it opens with its bets open."""
    return Drive(house).open_all(["wheel"])


def count_writes(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries each write holds, from now on."""
    writes: list[int] = []
    write = store.write

    def counted(writing: Writing) -> None:
        write(writing)
        writes.append(len(writing.rows))

    monkeypatch.setattr(store, "write", counted)
    return writes


class TestOnce:
    """Sent twice, applied once, same answer."""

    def test_the_same_command_gets_the_same_answer(self, house: House) -> None:
        at_wheel(house)
        first = house.do(bet())
        house.do(bet("b2"))
        assert house.do(bet()).entry == first.entry
        assert wallet_of(house, "ana") == MONEY - 2 * MINIMUM

    def test_another_command_under_a_used_id_is_refused(self, house: House) -> None:
        at_wheel(house)
        house.do(bet())
        assert code_of(house, bet(stake=2 * MINIMUM)) == COMMAND_REPEATED
        assert wallet_of(house, "ana") == MONEY - MINIMUM

    def test_an_id_is_of_one_person_at_one_table(self, house: House) -> None:
        at_wheel(house)
        answers = [house.do(bet(who=who)) for who in ("ana", "rui", "mei")]
        assert len({answer.entry.seq for answer in answers}) == 3

    def test_twice_in_one_batch(self, house: House) -> None:
        at_wheel(house)
        one, two, three, four = house.do_all([bet(), bet(), bet(stake=2 * MINIMUM), bet("b2")])
        assert isinstance(one, Published)
        assert isinstance(four, Published)
        assert outcome(two) == one.entry
        assert outcome(three) == COMMAND_REPEATED
        assert four.entry.seq == one.entry.seq + 1
        assert wallet_of(house, "ana") == MONEY - 2 * MINIMUM

    def test_repeated_among_new_ones(self, house: House) -> None:
        at_wheel(house)
        first = house.do(bet())
        new, old, other, newer = house.do_all([bet("b2"), bet(), bet(stake=2 * MINIMUM), bet("b3")])
        assert outcome(old) == first.entry
        assert outcome(other) == COMMAND_REPEATED
        assert isinstance(new, Published)
        assert isinstance(newer, Published)
        assert wallet_of(house, "ana") == MONEY - 3 * MINIMUM

    def test_after_a_restart_and_after_the_round(self, house: House, store: Store) -> None:
        drive = at_wheel(house)
        first = house.do(bet())
        anew = House(store)
        assert anew.do(bet()).entry == first.entry
        assert code_of(anew, bet(bet="symbol:2")) == COMMAND_REPEATED
        drive.house = anew
        drive.play(30, ["wheel"], batch=1)
        assert anew.do(bet()).entry == first.entry
        check_books(store)

    def test_with_the_sequence_it_was_sent_with(self, house: House) -> None:
        at_wheel(house)
        seq = house.table(WHEEL).seq
        first = house.do(bet(seq=seq))
        assert house.do(bet(seq=seq)).entry == first.entry
        assert code_of(house, bet("b2", seq=seq)) == STALE_SEQUENCE
        assert code_of(house, bet("b2", seq=seq + 2)) == STALE_SEQUENCE
        house.do(bet("b2", seq=seq + 1))

    def test_opening_a_table(self, house: House, store: Store) -> None:
        first = house.do(opening("one", "craps"))
        for one in (house, House(store)):
            assert one.do(opening("one", "craps")).entry == first.entry
            for other in ({"minimum": 2 * MINIMUM}, {"bank": 2 * BANK}, {"bank": 0}, {"title": "Another"}):
                assert code_of(one, opening("one", "craps", **other)) == COMMAND_REPEATED, other
            assert code_of(one, opening("one", "craps", name="again")) == TABLE_EXISTS
        assert house.balance("bank:one") == BANK

    def test_money_over_the_counter(self, house: House, store: Store) -> None:
        for one in (house, house, House(store)):
            one.do(cash("in", "ana", 500))
        assert wallet_of(house, "ana") == 500
        assert code_of(house, cash("in", "ana", 501)) == COMMAND_REPEATED
        assert code_of(house, cash("out", "ana", 501, "cash_out")) == NOT_ENOUGH_MONEY

    def test_a_refused_command_leaves_its_id_free(self, house: House) -> None:
        at_wheel(house)
        assert code_of(house, bet(stake=1)) is not None
        house.do(bet())


class TestRefused:
    def test_unknown_tables(self, house: House) -> None:
        assert code_of(house, asked("none", player("ana"), "1", "sit")) == UNKNOWN_TABLE

    def test_one_in_a_batch_does_not_concern_the_others(self, house: House) -> None:
        at_wheel(house)
        requests = [bet("1"), bet("2", stake=1), asked("none", player("ana"), "3", "sit"), bet("4", seq=1), bet("5")]
        answers = house.do_all(requests)
        codes = [UNKNOWN_TABLE, STALE_SEQUENCE]
        assert [outcome(one) for one in answers[2:4]] == codes
        assert [isinstance(one, Published) for one in answers] == [True, False, False, False, True]

    def test_the_same_wallet_in_one_batch(self, house: House) -> None:
        """Each command finds the money that the one before has left."""
        Drive(house, players=("rui",)).open_all(["wheel", "fantan"])
        house.do_all([asked(WHEEL, player("ana"), "sit", "sit"), cash("in", "ana", 3 * MINIMUM)])
        answers = house.do_all([bet("1", stake=2 * MINIMUM), bet("2", stake=2 * MINIMUM), bet("3")])
        assert [isinstance(one, Published) for one in answers] == [True, False, True]
        assert outcome(answers[1]) == NOT_ENOUGH_MONEY
        assert wallet_of(house, "ana") == 0

    def test_more_money_than_can_be_counted(self, house: House, store: Store) -> None:
        answers = house.do_all([cash(f"in-{number}", "ana", MOST_AVOS) for number in range(1100)])
        assert outcome(answers[-1]) == BAD_STAKE
        assert wallet_of(house, "ana") < 2**63
        check_books(store)


def test_many_commands_share_one_write(house: House, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    at_wheel(house)
    writes = count_writes(store, monkeypatch)
    before = house.table(WHEEL).seq
    answers = house.do_all([bet(f"b{number}") for number in range(200)])
    assert writes == [200]
    assert [one.entry.seq for one in answers if isinstance(one, Published)] == list(range(before + 1, before + 201))
    house.do_all([bet("no", stake=1), bet("b1")])
    assert writes == [200]
    check_books(store)


def test_nobody_is_told_before_it_is_written(house: House, store: Store) -> None:
    at_wheel(house)
    told: list[int] = []

    def hear(published: list[Published]) -> None:
        told.extend(one.entry.seq for one in published)
        assert store.seq(WHEEL) >= told[-1]

    house.listeners.append(hear)
    house.do_all([bet("b1"), bet("b2"), bet("b1")])
    house.do(bet("b1"))
    assert told == [house.table(WHEEL).seq - 1, house.table(WHEEL).seq]


def test_what_is_replayed_is_what_was(house: House, store: Store, store_url: str) -> None:
    drive = Drive(house).open_all()
    told = drive.play(500)
    assert sum(isinstance(answer, Published) for _, answer in told) > 200
    assert all(house.table(table_of(game)).state.round > 1 for game in ALL)
    before = as_it_stands(house)
    check_books(store)
    check_stakes(house)
    other = open_store(store_url)
    anew = House(other)
    assert as_it_stands(anew) == before
    for request, answer in told[::7]:
        if isinstance(answer, Published):
            assert anew.do(request).entry == answer.entry
    drive.house = anew
    drive.play(50)
    check_books(other)
    other.close()
    assert not anew.stopped


class TestCommitments:
    """A hidden result is kept; where it is lost it is never replaced."""

    def shaken(self, house: House) -> str:
        """A Fantan table whose result exists and is hidden."""
        Drive(house).open_all(["fantan"])
        for number in range(10):
            if house.table(FANTAN).state.commitment:
                break
            for act in house.table(FANTAN).conduct.acts_now(house.table(FANTAN).state, CROUPIER.role):
                if code_of(house, asked(FANTAN, CROUPIER, f"{act.name}-{number}", act.name)) is None:
                    break
        commitment: str = house.table(FANTAN).state.commitment
        assert commitment
        return commitment

    def until_opened(self, house: House) -> Code | None:
        """The croupier goes on until the result must be opened; why it is refused, if it is."""
        house.do(asked(FANTAN, player("ana"), "bet", "place_bet", bet="fan:1", stake=MINIMUM))
        for number in range(10):
            table = house.table(FANTAN)
            for act in table.conduct.acts_now(table.state, CROUPIER.role):
                (answer,) = house.do_all([asked(FANTAN, CROUPIER, f"on-{act.name}-{number}", act.name)])
                if outcome(answer) == COMMITMENT_LOST:
                    return COMMITMENT_LOST
                if isinstance(answer, Published):
                    if any(isinstance(one, happened.CommitmentOpened) for one in answer.entry.events):
                        return None
                    break
        raise AssertionError(house.table(FANTAN).state.phase)

    def test_it_is_opened_after_a_restart(self, house: House, store: Store) -> None:
        self.shaken(house)
        assert self.until_opened(House(store)) is None
        check_books(store)

    def test_one_that_is_lost_is_not_replaced(self, house: House, store: Store) -> None:
        commitment = self.shaken(house)
        with store.engine.begin() as connection:
            connection.execute(text("DELETE FROM secrets"))
        assert self.until_opened(house) == COMMITMENT_LOST
        assert house.table(FANTAN).state.commitment == commitment
        house.do(asked(FANTAN, SUPERVISOR, "void", "void_round", reason="lost"))
        assert not house.table(FANTAN).state.commitment
        assert wallet_of(house, "ana") == MONEY
        assert not house.stopped

    def test_one_that_was_exchanged_is_not_believed(self, house: House, store: Store) -> None:
        self.shaken(house)
        with store.engine.begin() as connection:
            connection.execute(text("UPDATE secrets SET outcome = '1', nonce = 'other'"))
        assert self.until_opened(house) == COMMITMENT_LOST

    def test_a_refused_shake_hides_nothing(self, house: House, store: Store) -> None:
        """A player who asks for the croupier's act leaves no secret behind, even in a batch that is written."""
        Drive(house).open_all(["fantan"])
        state = house.table(FANTAN).state
        for act in house.table(FANTAN).conduct.acts_now(state, CROUPIER.role):
            wrong = asked(FANTAN, player("ana"), f"no-{act.name}", act.name)
            answers = house.do_all([wrong, cash(f"in-{act.name}", "ana", 100)])
            assert isinstance(answers[0], Refusal)
            assert isinstance(answers[1], Published)
        check_books(store)


class TestDefects:
    """A broken promise stops its table, and no other."""

    @pytest.fixture(params=["defect", "fault"])
    def broken(self, request: pytest.FixtureRequest, house: House, monkeypatch: pytest.MonkeyPatch) -> Drive:
        drive = Drive(house).open_all(["wheel", "craps"])
        fault = Defect("two and two is five") if request.param == "defect" else KeyError("five")

        def decide(*_: object) -> None:
            raise fault

        monkeypatch.setattr(house.table(WHEEL).conduct, "decide", decide)
        return drive

    def test_it_stops_its_table_alone(self, broken: Drive, house: House, store: Store) -> None:
        answers = house.do_all([bet(), asked(CRAPS, player("ana"), "leave", "leave"), cash("more", "ana", 500)])
        assert outcome(answers[0]) == TABLE_STOPPED
        assert isinstance(answers[1], Published)
        assert isinstance(answers[2], Published)
        assert list(house.stopped) == [WHEEL]
        assert code_of(house, bet("b2")) == TABLE_STOPPED
        broken.play(20, ["craps"])
        check_books(store)

    def test_what_was_done_there_before_is_still_answered(self, broken: Drive, house: House) -> None:
        assert code_of(house, bet("b9")) == TABLE_STOPPED
        done = asked(WHEEL, player("ana"), "sit", "sit")
        assert house.do(done).entry.command == done.command
        assert broken.house is house

    def test_a_journal_that_cannot_be_read_stops_its_table_alone(self, house: House, store: Store) -> None:
        Drive(house).open_all(["wheel", "craps"])
        with store.engine.begin() as connection:
            spoil = text("UPDATE journal SET body = :body WHERE table_id = :table AND seq = 2")
            connection.execute(spoil, {"body": b"{", "table": WHEEL})
        anew = House(store)
        answers = anew.do_all([bet(), asked(CRAPS, player("ana"), "leave", "leave")])
        assert outcome(answers[0]) == TABLE_STOPPED
        assert isinstance(answers[1], Published)


def test_money_lies_where_it_should_at_any_moment(house: House, store: Store) -> None:
    drive = Drive(house, seed=5).open_all(of_chance())
    for _ in range(10):
        drive.play(20, of_chance())
        check_stakes(house)
        assert sum(store.balances().values()) == 0
        assert store.balances() == {name: house.balance(name) for name in store.balances()}


def test_an_entry_that_could_not_be_read_again_is_not_written(house: House, store: Store) -> None:
    """Where somebody makes a command by hand."""
    at_wheel(house)
    half = CashIn(player="ana", stake=0.5)  # type: ignore[arg-type]  # it is refused
    broken = PlaceBet(bet="symbol:1", stake=MINIMUM + 0.0)  # type: ignore[arg-type]
    for table, who, command in (("cage", SUPERVISOR, half), (WHEEL, player("ana"), broken)):
        assert code_of(house, CommandRequest(table=table, actor=who, id="by hand", command=command)) == BAD_REQUEST
    assert not house.stopped
    check_books(store)
