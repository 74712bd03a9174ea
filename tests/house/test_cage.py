"""The cage decides: a supervisor alone, no less than an avo, and no more out than the wallet holds."""

import pytest

from banca.house.cage import CAGE, CashedIn, CashedOut, CashIn, CashOut
from banca.house.commands import open_office
from banca.house.register import Office, OfficeEngine
from banca.rules import Refusal
from banca.tables.commands import Actor, Command, Role, Sit
from banca.tables.state import Funds

CONDUCT = OfficeEngine(open_office(CAGE))
SOFIA = Actor("sofia", Role.SUPERVISOR)


def decide(command: Command, actor: Actor = SOFIA, wallet: int = 500) -> tuple[object, ...]:
    return CONDUCT.decide(Office(), command, actor, Funds(wallet=wallet, bank=0))


def test_money_comes_in_and_goes_out_to_the_last_avo() -> None:
    assert decide(CashIn(player="ana", stake=1)) == (CashedIn(player="ana", amount=1),)
    assert decide(CashOut(player="ana", stake=500)) == (CashedOut(player="ana", amount=500),)
    assert list(CashedIn(player="ana", amount=7).transfers()) == [("outside", "wallet:ana", 7)]
    assert list(CashedOut(player="ana", amount=7).transfers()) == [("wallet:ana", "outside", 7)]


@pytest.mark.parametrize("command", [CashIn(player="ana", stake=100), CashOut(player="ana", stake=100)])
@pytest.mark.parametrize("role", [role for role in Role if role is not Role.SUPERVISOR])
def test_nobody_but_a_supervisor_is_served(command: Command, role: Role) -> None:
    with pytest.raises(Refusal) as refusal:
        decide(command, Actor("eve", role))
    assert refusal.value.code == "not_your_act"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (CashIn(player="ana", stake=0), "amount_not_positive"),
        (CashOut(player="ana", stake=-1), "amount_not_positive"),
        (CashOut(player="ana", stake=501), "not_enough_money"),
        (Sit(), "unknown_act"),
    ],
)
def test_what_the_cage_does_not_do(command: Command, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        decide(command)
    assert refusal.value.code == code
