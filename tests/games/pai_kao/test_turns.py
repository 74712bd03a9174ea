"""The live table of Pai Kao: what a banker leaves on the table from one round to the next. Scenarios by clause."""

from collections.abc import Callable

import pytest

from banca.games.pai_kao.refusals import PRINCIPAL_REDUCED
from pai_kao_table import STRONG, Table, banking, deal

Refused = Callable[..., None]


def winning(table: Table) -> None:
    """Lei at gate 1 wins a stake of 500 from a player without a gate."""
    table.do("Side", "stake", gate=2, stake=500)
    deal(table, g1=STRONG)
    table.finish()
    table.do("croupier", "mix_and_stack")


@pytest.mark.clause("4.1", "4.9", "R-pk-13")
@pytest.mark.parametrize(("procedure", "is_bound"), [(2, True), (3, False)])
def test_R_pk_13_a_new_turn_begins_with_any_principal(  # noqa: N802
    refused: Refused,
    procedure: int,
    is_bound: bool,  # noqa: FBT001 - of the table's form
) -> None:
    table = banking("Lei", principal=1000, procedure=procedure)
    table.do("Side", "sit")
    winning(table)
    refused(lambda: table.do("Lei", "put_down_principal", stake=1000), PRINCIPAL_REDUCED, "pai_kao 4.9")
    table.do("Lei", "put_down_principal", stake=1480)
    winning(table)
    table.do("croupier", "pass_bank")
    table.do("Lei", "take_bank")
    if is_bound:
        refused(lambda: table.do("Lei", "put_down_principal", stake=100), PRINCIPAL_REDUCED, "pai_kao 4.9")
    else:
        table.do("Lei", "put_down_principal", stake=100)
    table.check_replay()


@pytest.mark.clause("4.9", "R-pk-13")
def test_4_9_to_pass_the_bank_after_one_round_and_take_it_back_is_to_bank_on(refused: Refused) -> None:
    table = banking("Lei", principal=1000)
    table.do("Side", "sit")
    winning(table)
    table.do("Lei", "pass_bank")
    assert table.live.banker == 0
    table.do("Lei", "take_bank")
    refused(lambda: table.do("Lei", "put_down_principal", stake=1000), PRINCIPAL_REDUCED, "pai_kao 4.9")
    table.do("Lei", "put_down_principal", stake=1480)
