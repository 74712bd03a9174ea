"""The live table of Cussec: rounds as a croupier conducts them and as the program draws them, to the avo what `settle` pays."""

from collections.abc import Callable, Iterator

import pytest
from banca import Refusal, game
from banca.house import audit
from banca.house.commands import CommittedEntry, LiveTable
from banca.house.dealer import deal_next
from banca.house.desk import Player, open_desk
from banca.rules.refusal import IMPOSSIBLE_OUTCOME, STAKE_NOT_MULTIPLE, UNKNOWN_BET
from banca.tables.acts import DRAWN_COUNTS, FIELD_MISSING, NOT_YOUR_ACT, OUT_OF_PHASE
from banca.tables.commands import THE_HOUSE, Actor, Role
from banca.tables.engine import AvailableAct
from banca.tables.events import BetDecided, CommitmentOpened, Event, NullDeclared, ResultCalled, ResultCommitted

from banca_cussec.procedure import LEVER_PRESSES, SHAKER_NOT_STARTED

ID = "cussec-1"
MONEY = 1_000_000
CARLOS, ANA, BENTO = Actor("carlos", Role.CROUPIER), Actor("ana", Role.PLAYER), Actor("bento", Role.PLAYER)


class Table:
    """A table of Cussec in a house of its own; ana and bento sit there."""

    def __init__(self, **terms: object) -> None:
        self.desk = open_desk()
        self.happened: list[Event] = []
        self.desk.house.listeners.append(self.hear)
        self.desk.open_table(ID, "cussec", bank=100 * MONEY, **terms)
        for player in (ANA, BENTO):
            self.desk.cash_in(player.name, MONEY)
            self.do(player, "sit")

    def hear(self, published: list[CommittedEntry]) -> None:
        """Keep what happened at the table."""
        self.happened += [event for one in published if one.table.id == ID for event in one.entry.events]

    @property
    def now(self) -> LiveTable:
        return self.desk.house.table(ID)

    def do(self, who: Actor, act: str, **fields: object) -> tuple[Event, ...]:
        """What somebody's act came to."""
        return Player(self.desk, who).do(ID, act, **fields)

    def refuses(self, code: str, cite: str, who: Actor, act: str, **fields: object) -> str:
        """Why it is refused, in words."""
        with pytest.raises(Refusal) as caught:
            self.do(who, act, **fields)
        assert (caught.value.code, str(caught.value.cite)) == (code, cite)
        return str(caught.value)

    def can(self, who: Actor) -> dict[str, AvailableAct]:
        """The acts of a round that somebody may do now."""
        return {one.do: one for one in self.now.engine.available_acts(self.now.state, who) if one.cite}

    def go_on(self) -> None:
        """The automatic croupier's next act."""
        deal_next(self.desk.house, ID)

    def net(self, who: Actor) -> int:
        return self.desk.wallet(who.name) - MONEY


Opens = Callable[..., Table]


@pytest.fixture
def opened() -> Iterator[Opens]:
    """Open a table; when the test is over its journal is audited."""
    tables: list[Table] = []

    def open_table(**terms: object) -> Table:
        tables.append(Table(**terms))
        return tables[-1]

    yield open_table
    for table in tables:
        found = audit.verify(table.desk.house.store)
        assert found.is_whole, found.faults
        table.desk.close()


@pytest.mark.clause("C-1", "C-2", "C-3", "C-4", "C-5", "N-2", "N-4", "R-cussec-6", "R-cussec-7")
def test_an_observed_round_with_a_null_one_before_it_pays_what_settle_pays(opened: Opens) -> None:
    table = opened()
    assert set(table.can(CARLOS)) == {"cover"}
    assert not table.can(ANA)
    table.do(CARLOS, "cover")
    table.refuses(OUT_OF_PHASE, "R-cussec-6", ANA, "place_bet", bet="small", stake=1000)
    table.do(CARLOS, "shake", presses=3)
    assert set(table.can(ANA)) == {"place_bet"}
    table.do(ANA, "place_bet", bet="small", stake=10_000)
    table.do(ANA, "place_bet", bet="pair:3-2", stake=1000)
    table.do(ANA, "place_bet", bet="triple:4", stake=5000)
    assert set(table.can(ANA)) == {"place_bet", "withdraw_bet"}
    table.do(ANA, "withdraw_bet", bet="triple:4")
    table.do(BENTO, "place_bet", bet="big", stake=2000)
    assert set(table.can(CARLOS)) == {"ring_bell"}
    table.do(CARLOS, "ring_bell")
    assert not table.can(ANA)
    table.refuses(OUT_OF_PHASE, "cussec C-4", CARLOS, "call_result", outcome="2-3-2")
    table.do(CARLOS, "lift_cover")
    assert set(table.can(CARLOS)) == {"declare_null", "call_result"}

    declared = [one for one in table.do(CARLOS, "declare_null", reason="leaning") if isinstance(one, NullDeclared)]
    assert [(one.reason, one.cites) for one in declared] == [("leaning", ("cussec N-2",))]
    table.do(CARLOS, "cover")
    table.do(CARLOS, "shake", presses=3)
    assert set(table.can(ANA)) == {"place_bet"}
    table.refuses(OUT_OF_PHASE, "cussec C-2", ANA, "withdraw_bet", bet="small")
    table.do(ANA, "place_bet", bet="double:2", stake=1000)
    table.do(CARLOS, "ring_bell")
    table.do(CARLOS, "lift_cover")
    table.refuses(FIELD_MISSING, "cussec C-4", CARLOS, "call_result")
    table.refuses(IMPOSSIBLE_OUTCOME, "cussec M-1", CARLOS, "call_result", outcome="2-3-7")
    table.do(CARLOS, "call_result", outcome="2-3-2")
    table.refuses(OUT_OF_PHASE, "cussec C-5", CARLOS, "cover")
    paid = table.do(CARLOS, "pay")

    throws = ["null:leaning", "2-3-2"]
    cussec = game("cussec")
    assert (
        table.net(ANA)
        == cussec.settle({"small": 100, "pair:2-3": 10, "double:2@2": 10}, throws).answer().net.avos
        == 23_000
    )
    assert table.net(BENTO) == cussec.settle({"big": 20}, throws).answer().net.avos == -2000
    won = {one.bet: one.cites for one in paid if isinstance(one, BetDecided) and one.player == "ana"}
    assert "cussec P-1" in won["small"]
    assert "cussec P-5" in won["double:2"]
    assert set(table.can(CARLOS)) == {"cover"}
    assert table.now.state.results[-1] == "2-3-2"


@pytest.mark.clause("R-cussec-6", "C-4", "C-5")
def test_drawn_rounds_are_committed_to_before_the_bets_and_pay_what_settle_pays(opened: Opens) -> None:
    table = opened(chance="drawn", conduct="automatic")
    placed = {"small": 20, "total:10": 10, "single:5": 10, "pair:1-6": 10, "any_triple": 10}
    for _ in range(5):
        before = table.net(ANA)
        while "place_bet" not in table.can(ANA):
            table.go_on()
        assert table.now.state.commitment
        for bet, stake in placed.items():
            table.do(ANA, "place_bet", bet=bet, stake=100 * stake)
        while table.now.state.bets:
            table.go_on()
        assert table.net(ANA) - before == game("cussec").settle(placed, [table.now.state.results[-1]]).answer().net.avos
    sealed = [one.commitment for one in table.happened if isinstance(one, ResultCommitted)]
    shown = {one.commitment: one.outcome for one in table.happened if isinstance(one, CommitmentOpened)}
    called = [one.outcome for one in table.happened if isinstance(one, ResultCalled)]
    assert [shown[seal] for seal in sealed] == called
    assert len(called) == 5


@pytest.mark.clause("N-4")
def test_what_the_program_draws_is_never_null(opened: Opens) -> None:
    table = opened(chance="drawn")
    for act in ("cover", "shake", "ring_bell", "lift_cover"):
        table.do(CARLOS, act, **({"presses": 3} if act == "shake" else {}))
    assert set(table.can(CARLOS)) == {"call_result"}
    table.refuses(DRAWN_COUNTS, "cussec N-4", CARLOS, "declare_null", reason="stacked")
    table.refuses(DRAWN_COUNTS, "cussec C-4", CARLOS, "call_result", outcome="1-1-1")
    table.do(CARLOS, "call_result")
    assert table.now.state.phase == "called"


@pytest.mark.clause("M-2", "C-1")
def test_the_croupier_says_how_the_house_s_device_shook_the_dice(opened: Opens) -> None:
    table = opened()
    table.do(CARLOS, "cover")
    shake = table.can(CARLOS)["shake"]
    assert (shake.takes, shake.usual) == (("presses",), {"presses": 3})
    said = table.refuses(LEVER_PRESSES, "cussec C-1", CARLOS, "shake", presses=2)
    assert said == "the lever was pressed 2 times; 3 in a row are required (cussec C-1)"
    table.do(CARLOS, "shake", presses=3)


@pytest.mark.clause("M-2", "C-1")
def test_an_electronic_shaker_is_started(opened: Opens) -> None:
    table = opened(options={"drive": "electronic"})
    table.do(CARLOS, "cover")
    shake = table.can(CARLOS)["shake"]
    assert (shake.takes, shake.usual) == (("started",), {"started": True})
    said = table.refuses(SHAKER_NOT_STARTED, "cussec C-1", CARLOS, "shake", presses=3)
    assert said == "the electronic shaker was not started (cussec C-1)"
    table.do(CARLOS, "shake", started=True)


@pytest.mark.clause("S-1", "M-3")
def test_the_table_keeps_to_its_limits_and_its_layout(opened: Opens) -> None:
    table = opened()
    table.do(CARLOS, "cover")
    table.do(CARLOS, "shake", presses=3)
    table.refuses(STAKE_NOT_MULTIPLE, "cussec S-1", ANA, "place_bet", bet="small", stake=150)
    table.refuses(UNKNOWN_BET, "cussec M-3", ANA, "place_bet", bet="odd", stake=100)
    table.refuses(NOT_YOUR_ACT, "cussec C-3", ANA, "ring_bell")


def test_a_round_that_is_broken_off_before_the_reveal_gives_every_stake_back(opened: Opens) -> None:
    table = opened()
    table.do(CARLOS, "cover")
    table.do(CARLOS, "shake", presses=3)
    table.do(ANA, "place_bet", bet="big", stake=5000)
    table.do(THE_HOUSE, "void_round", reason="the shaker is broken")
    assert table.net(ANA) == 0
    assert set(table.can(CARLOS)) == {"cover"}
