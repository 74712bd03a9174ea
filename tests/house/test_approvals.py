"""What takes two persons: nobody does it alone, and who agrees may do so in another process, where the table has moved on or is broken."""

from collections.abc import Iterator

import pytest

from banca.house.audit import verify
from banca.house.cage import CashIn, CashOut
from banca.house.commands import CommandRequest
from banca.house.desk import HouseClient
from banca.house.house import House
from banca.house.people import People
from banca.house.refusals import NOT_THE_SECOND
from banca.house.register import REGISTER, PersonAdded, Record
from banca.house.store import open_store
from banca.rules import Refusal
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import THE_HOUSE, Actor, Command, FundBank, Leave, ReturnBank, Role, VoidRound
from support.server import CHEAP, PASSWORD

SOFIA, RUI = Actor("sofia", Role.SUPERVISOR), Actor("rui", Role.SUPERVISOR)
RETURN = ReturnBank(stake=1000)


@pytest.fixture
def two(db: str) -> Iterator[tuple[People, People]]:
    """Two processes on one store, in which sofia has asked for something at table c1."""
    one = People(House(open_store(db)), hasher=CHEAP)
    for name in ("sofia", "rui"):
        one.add(name, Role.SUPERVISOR, PASSWORD)
    HouseClient(one.house).open_table("c1", "craps", bank=1_000_000)
    other = People(House(open_store(db)), hasher=CHEAP)
    other.house.table("c1")
    assert one.request_approval(SOFIA, "c1", "r1", RETURN).number == 1
    yield one, other
    for people in (one, other):
        people.house.store.close()


def test_the_table_has_moved_on_in_another_process(two: tuple[People, People]) -> None:
    one, other = two
    one.house.do(CommandRequest(table="c1", actor=SOFIA, id="f", command=FundBank(stake=500)))
    other.house.refresh_table(REGISTER)
    assert other.approve(RUI, 1) == ""
    assert other.house.balance("bank:c1") == 1_000_000 + 500 - 1000
    with pytest.raises(Refusal) as no:
        one.approve(RUI, 1)
    assert no.value.code == "nothing_asked"
    assert one.house.balance("bank:c1") == 1_000_000 + 500 - 1000


def test_a_table_that_breaks_stops_and_the_register_does_not(
    two: tuple[People, People], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = two
    monkeypatch.setattr(type(one.house.table("c1").engine), "decide", lambda *_: 1 // 0)
    with pytest.raises(Refusal) as no:
        one.approve(RUI, 1)
    assert no.value.code == "table_stopped"
    assert set(one.house.stopped) == {"c1"}
    assert one.log_in("sofia", PASSWORD).person.name == "sofia"


def code_of(house: House, name: str, command: Command, actor: Actor = SOFIA, table: str = "cage") -> str | None:
    (answer,) = house.do_all([CommandRequest(table=table, actor=actor, id=name, command=command)])
    return answer.code if isinstance(answer, Refusal) else None


def test_two_persons_void_the_round_of_a_stopped_table_and_it_goes_on_everywhere(
    two: tuple[People, People], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result that was called is paid otherwise, and never voided."""
    one, other = two
    for people in two:
        people.house.set_safeguards(two_persons=True)
    ana, carlos = Actor("ana", Role.PLAYER), Actor("carlos", Role.CROUPIER)
    read = one.house.table("c1").engine.codec.read
    assert code_of(one.house, "in", CashIn(player="ana", stake=5000)) is None
    for who, do, fields in (
        (ana, "sit", {}),
        (ana, "place_bet", {"bet": "pass_line", "stake": 1000}),
        (carlos, "offer_dice", {"offered": 5}),
        (ana, "throw", {}),
        (carlos, "call_result", {"outcome": "2-3"}),
    ):
        assert code_of(one.house, do, read({"do": do, **fields}), who, "c1") is None
    void = VoidRound(reason="the program failed")
    with monkeypatch.context() as patch:
        patch.setattr(ChanceEngine, "decide", lambda *_: 1 // 0)
        for people in two:
            people.house.refresh_table("c1")
            assert code_of(people.house, "leave", Leave(), ana, "c1") == "table_stopped"
    assert code_of(one.house, "house", void, THE_HOUSE, "c1") == "table_stopped"  # never by the program
    assert code_of(one.house, "ana", void, ana, "c1") == "not_your_act"
    assert code_of(one.house, "v", void, SOFIA, "c1") == "takes_two"
    asked = one.request_approval(SOFIA, "c1", "v", void)
    one.approve(RUI, asked.number)
    assert (one.house.balance("wallet:ana"), one.house.balance("stakes:c1")) == (5000, 0)
    other.house.refresh()
    for people in two:
        assert not people.house.stopped
    assert code_of(other.house, "leave", Leave(), ana, "c1") is None
    found = verify(one.house.store)
    assert found.is_whole, found.faults
    (done,) = [row for row in one.house.store.rows("c1") if b'"stopped":true' in row.body]
    assert b'"second":"rui"' in done.body


def test_nobody_pays_out_more_than_so_much_a_day_or_returns_a_bank_alone(two: tuple[People, People]) -> None:
    house = two[0].house
    house.set_safeguards(two_persons=True, cash_out=1000)

    assert code_of(house, "in", CashIn(player="ana", stake=5000)) is None
    assert code_of(house, "1", CashOut(player="ana", stake=600)) is None
    assert code_of(house, "2", CashOut(player="ana", stake=401)) == "takes_two"
    assert code_of(house, "3", CashOut(player="ana", stake=400)) is None
    assert code_of(house, "4", CashOut(player="ana", stake=1)) == "takes_two"
    both = [CashOut(player="ana", stake=1000), CashOut(player="ana", stake=1)]  # each by themselves, all at once
    answers = house.do_all(
        [CommandRequest(table="cage", actor=RUI, id=one.do + str(one.stake), command=one) for one in both]
    )
    assert [isinstance(answer, Refusal) for answer in answers] == [False, True]
    assert code_of(house, "6", RETURN, RUI, "c1") == "takes_two"
    assert (house.balance("wallet:ana"), house.balance("bank:c1")) == (3000, 1_000_000)
    house.set_safeguards(two_persons=False)
    assert code_of(house, "7", RETURN, RUI, "c1") is None


def test_nobody_is_the_second_person_of_their_own_request(two: tuple[People, People]) -> None:
    """Neither of one that names nobody, as a payout, nor of one that sets somebody's password."""
    one, _ = two
    house = one.house
    house.set_safeguards(two_persons=True, cash_out=1000)
    assert code_of(house, "in", CashIn(player="ana", stake=8_000_000)) is None
    payout = CashOut(player="ana", stake=8_000_000)
    assert code_of(house, "out", payout) == "takes_two"
    wishes: list[tuple[str, Command]] = [
        ("cage", payout),
        (REGISTER, Record(fact=PersonAdded(name="dora", role=Role.INSPECTOR))),
    ]
    for table, command in wishes:
        number = one.request_approval(SOFIA, table, "out", command).number
        with pytest.raises(Refusal) as no:
            one.approve(SOFIA, number)
        assert (no.value.code, no.value.about["allowed"]) == (NOT_THE_SECOND, ["rui"])
        assert number in house.register.asked
    assert house.balance("wallet:ana") == 8_000_000
    one.approve(RUI, 2)
    assert house.balance("wallet:ana") == 0
    (done,) = [row for row in house.store.rows("cage") if b'"second":' in row.body]
    assert b'"by":"sofia"' in done.body
    assert b'"second":"rui"' in done.body
