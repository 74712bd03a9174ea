"""The house from Python, without a server, on either store."""

from typing import Any

import pytest

from banca.house.desk import open_desk
from banca.house.house import House
from banca.live.bet_event import BetDecided, BetPlaced
from banca.rulebook import Refusal
from house_drive import BANK, MINIMUM, check_books


def test_an_evening(store_url: str) -> None:
    desk = open_desk(store_url)
    desk.open_table("t1", "craps", minimum=MINIMUM, bank=BANK)
    desk.cash_in("ana", 100_000)
    ana, rui = desk.player("ana"), desk.croupier("rui")
    ana.do("t1", "sit")
    assert ana.do("t1", "place_bet", bet="pass_line", stake=2000) == (
        BetPlaced(player="ana", bet="pass_line", stake=2000),
    )
    rui.do("t1", "offer_dice")
    desk.close()
    again = open_desk(store_url)  # the round goes on where it stood
    rui = again.croupier("rui")
    rui.do("t1", "throw")
    rui.do("t1", "call_result", outcome="5-6")
    settled = rui.do("t1", "settle")
    assert [event.cites for event in settled if isinstance(event, BetDecided)] == [("craps 5.2.1", "craps 6.1")]
    assert again.wallet("ana") == 102_000
    again.cash_out("ana", 102_000)
    check_books(again.house.store)
    again.close()


@pytest.mark.parametrize("amount", [20.5, 2000.5, "2000", 2**80, -1])
def test_what_is_no_amount_of_money_is_never_written(store_url: str, amount: Any) -> None:
    desk = open_desk(store_url)
    desk.open_table("t1", "wheel", minimum=MINIMUM, bank=BANK)
    desk.cash_in("ana", 100_000)
    ana = desk.player("ana")
    ana.do("t1", "sit")
    for act in (
        lambda: desk.cash_in("ana", amount),
        lambda: ana.do("t1", "place_bet", bet="symbol:1", stake=amount),
    ):
        with pytest.raises(Refusal):
            act()
    assert not desk.house.stopped
    assert House(desk.house.store).table("t1").seq == 2
    check_books(desk.house.store)
    desk.close()
