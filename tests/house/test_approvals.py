"""What takes two persons: nobody does it alone, and who agrees may do so in another process, where the table has moved on or is broken."""

from collections.abc import Iterator

import pytest

from banca.house.cage import CashIn, CashOut
from banca.house.desk import Desk
from banca.house.house import House
from banca.house.people import People
from banca.house.register import REGISTER
from banca.house.request import CommandRequest
from banca.house.store import open_store
from banca.live.command import Actor, Command, FundBank, ReturnBank, Role
from banca.rulebook import Refusal
from support.server import CHEAP, PASSWORD

SOFIA, RUI = Actor("sofia", Role.SUPERVISOR), Actor("rui", Role.SUPERVISOR)
RETURN = ReturnBank(stake=1000)


@pytest.fixture
def two(db: str) -> Iterator[tuple[People, People]]:
    """Two processes on one store, in which sofia has asked for something at table c1."""
    one = People(House(open_store(db)), hasher=CHEAP)
    for name in ("sofia", "rui"):
        one.add(name, Role.SUPERVISOR, PASSWORD)
    Desk(one.house).open_table("c1", "craps", bank=1_000_000)
    other = People(House(open_store(db)), hasher=CHEAP)
    other.house.table("c1")
    assert one.ask_second(SOFIA, "c1", "r1", RETURN).number == 1
    yield one, other
    for people in (one, other):
        people.house.store.close()


def test_the_table_has_moved_on_in_another_process(two: tuple[People, People]) -> None:
    one, other = two
    one.house.do(CommandRequest(table="c1", actor=SOFIA, id="f", command=FundBank(stake=500)))
    other.house.renew(REGISTER)
    assert other.agree(RUI, 1).asked.table == "c1"
    assert other.house.balance("bank:c1") == 1_000_000 + 500 - 1000
    with pytest.raises(Refusal) as no:
        one.agree(RUI, 1)
    assert no.value.code == "nothing_asked"
    assert one.house.balance("bank:c1") == 1_000_000 + 500 - 1000


def test_a_table_that_breaks_stops_and_the_register_does_not(
    two: tuple[People, People], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = two
    monkeypatch.setattr(type(one.house.table("c1").conduct), "decide", lambda *_: 1 // 0)
    with pytest.raises(Refusal) as no:
        one.agree(RUI, 1)
    assert no.value.code == "table_stopped"
    assert set(one.house.stopped) == {"c1"}
    assert one.log_in("sofia", PASSWORD).person.name == "sofia"


def test_nobody_pays_out_more_than_so_much_a_day_or_returns_a_bank_alone(two: tuple[People, People]) -> None:
    house = two[0].house
    house.ask_of_staff(two_persons=True, cash_out=1000)

    def code_of(name: str, command: Command, actor: Actor = SOFIA, table: str = "cage") -> str | None:
        (answer,) = house.do_all([CommandRequest(table=table, actor=actor, id=name, command=command)])
        return answer.code if isinstance(answer, Refusal) else None

    assert code_of("in", CashIn(player="ana", stake=5000)) is None
    assert code_of("1", CashOut(player="ana", stake=600)) is None
    assert code_of("2", CashOut(player="ana", stake=401)) == "takes_two"
    assert code_of("3", CashOut(player="ana", stake=400)) is None
    assert code_of("4", CashOut(player="ana", stake=1)) == "takes_two"
    both = [CashOut(player="ana", stake=1000), CashOut(player="ana", stake=1)]  # each by themselves, all at once
    answers = house.do_all(
        [CommandRequest(table="cage", actor=RUI, id=one.do + str(one.stake), command=one) for one in both]
    )
    assert [isinstance(answer, Refusal) for answer in answers] == [False, True]
    assert code_of("6", RETURN, RUI, "c1") == "takes_two"
    assert (house.balance("wallet:ana"), house.balance("bank:c1")) == (3000, 1_000_000)
    house.ask_of_staff(two_persons=False)
    assert code_of("7", RETURN, RUI, "c1") is None
