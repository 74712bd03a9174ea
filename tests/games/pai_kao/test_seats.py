"""The live table of Pai Kao: seats, sight, drawn tables, practice."""

from collections.abc import Callable

import pytest

from banca.games.pai_kao import settings as three_settings
from banca.games.pai_kao.acts import TakeBank
from banca.games.pai_kao.exact.policies import DESCRIBED
from banca.games.pai_kao.hands import format_setting
from banca.games.pai_kao.live import CASINO, POLICIES, Owed, owed_by_practice
from banca.games.pai_kao.live.tile_event import TilesDealt, TilesSet
from banca.games.pai_kao.procedure import first_gate_dealt
from banca.games.pai_kao.refusals import NO_GATE, UNKNOWN_POLICY, WRONG_GATE
from banca.games.pai_kao.tiles import TILES
from banca.live.command import Actor, Role
from banca.live.event import CommitmentOpened, wallet
from banca.live.refusals import ALREADY_SEATED, DRAWN_COUNTS, NOT_YOUR_TURN, ROUND_UNDER_WAY, TABLE_CLOSED
from banca.live.results import Want
from banca.rulebook import Refusal
from pai_kao_table import DICE, Table, banking, seated, sees, viewer

Refused = Callable[..., None]


def test_seats_and_gates(refused: Refused) -> None:
    table = Table()
    table.do("Ana", "sit", gate=3)
    refused(lambda: table.do("Ana", "sit"), ALREADY_SEATED, "None")
    refused(lambda: table.do("Rui", "sit", gate=3), WRONG_GATE, "None")
    table.do("Rui", "sit")
    refused(lambda: table.do("Rui", "take_bank"), NO_GATE, "pai_kao 4.1")
    table.do("Wong", "sit", gate=5)
    table.do("Ana", "take_bank")
    refused(lambda: table.do("Wong", "take_bank"), NOT_YOUR_TURN, "pai_kao 4.1")
    table.do("Ana", "leave")
    assert (table.live.banker_name, table.live.seats) == ("Wong", ("Rui", "Wong"))
    table.do("Wong", "leave")
    assert table.live.banker == 0
    table.do("croupier", "mix_and_stack")
    refused(lambda: table.do("supervisor", "close"), ROUND_UNDER_WAY, "None")
    table.do("supervisor", "void_round", reason="nobody left")
    table.do("supervisor", "close")
    refused(lambda: table.do("Rui", "leave"), TABLE_CLOSED, "None")


@pytest.mark.clause("7.1", "3.4")
def test_7_1_nobody_sees_anothers_tiles_before_they_are_turned() -> None:
    table = banking("Lei", "Ana", "Rui", principal=500, casino=900)
    table.do("Ana", "stake", gate=2, stake=400)
    table.do("Rui", "stake", gate=2, stake=100)
    table.do("Lei", "shake", dice=DICE)
    dealt = table.do("croupier", "deal", tiles=TILES)[-1]
    visible = {who: sees(table, who) for who in ("Lei", "Ana", "Rui", CASINO, "", "nobody")}
    assert visible == {"Lei": {1}, "Ana": {2}, "Rui": set(), CASINO: {1}, "": set(), "nobody": set()}
    for who, gates in visible.items():
        shown = table.conduct.seen(dealt, table.live, viewer(who))
        assert isinstance(shown, TilesDealt)
        assert {gate for gate, tiles in shown.tiles.items() if tiles} == gates
    written = format_setting(three_settings(table.live.tiles[2])[0])
    (laid,) = table.do("Ana", "set_tiles", gate=2, setting=written)
    received = {who: table.conduct.seen(laid, table.live, viewer(who)) for who in visible}
    assert {who for who, shown in received.items() if isinstance(shown, TilesSet) and shown.setting} == {"Ana"}
    assert table.conduct.seen(laid, table.live, Actor("Rui", Role.INSPECTOR)) == laid
    table.set_all()
    table.do("croupier", "turn_banker")
    assert sees(table, "Rui") == {1}
    table.do("croupier", "turn_gates")
    assert sees(table, "Rui") == set(range(1, 9))
    assert table.conduct.seen(laid, table.live, viewer("Rui")) == laid
    table.do("croupier", "settle")
    assert table.conduct.seen(laid, table.live, viewer("Rui")) != laid  # the turning has shown it


def test_1_1_a_drawn_order_is_hidden_cut_and_opened_last(refused: Refused) -> None:
    table = seated("Lei", "Ana", chance="drawn")
    committed = table.live.commitment
    assert committed
    table.do("Lei", "put_down_principal", stake=1000)
    table.do("Ana", "cut", one_hand=True, picked=5)
    table.do("Lei", "cut", one_hand=True, picked=4)
    table.do("Ana", "stake", gate=2, stake=100)
    refused(lambda: table.do("Lei", "shake", dice=DICE), DRAWN_COUNTS, "pai_kao 4.4")
    table.do("Lei", "shake")
    refused(lambda: table.do("croupier", "null_shake", reason="cocked"), DRAWN_COUNTS, "pai_kao 1.5")
    refused(lambda: table.do("croupier", "deal", tiles=TILES), DRAWN_COUNTS, "pai_kao 1.4")
    dealt = table.do("croupier", "deal")
    assert not any(isinstance(event, CommitmentOpened) for event in dealt)
    first, _ = first_gate_dealt(1, table.live.dice)
    assert table.live.tiles[first] == tuple(table.hidden.split()[4:8])  # nine stacks cut is one
    refused(lambda: table.do("croupier", "expose", gate=2, exposed=2), DRAWN_COUNTS, "pai_kao 2.2")
    events = table.finish()
    (opened,) = [event for event in events if isinstance(event, CommitmentOpened)]
    assert (opened.commitment, opened.outcome) == (committed, table.hidden)
    assert table.live.commitment == ""


def test_every_shake_is_as_likely() -> None:
    table = banking("Lei", chance="drawn")
    shake, stake = table.command("shake"), table.command("stake", gate=2, stake=100)
    wanted = table.conduct.wants(table.live, shake)
    assert wanted is not None
    results = wanted.possible.results
    assert (wanted.want, len(set(results)), {weight for _, weight in results}) == (Want.DRAW, 6**4, {1})
    assert table.conduct.wants(table.live, stake) is None
    assert Table().conduct.wants(table.live, shake) is None


def test_practice_seats_play_whole_rounds(refused: Refused) -> None:
    table = Table("drawn")
    assert set(POLICIES) == set(DESCRIBED)
    for gate, policy in enumerate((*POLICIES, *POLICIES), 1):
        refused(
            lambda gate=gate: table.do("supervisor", "seat_practice", player=f"p{gate}", gate=gate, policy="wild"),
            UNKNOWN_POLICY,
            "None",
        )
        table.do("supervisor", "seat_practice", player=f"p{gate}", gate=gate, policy=policy)
    bankers = []
    for _ in range(6):
        table.do("croupier", "mix_and_stack")
        follow(table)
        bankers.append(table.live.banker)
        table.do("croupier", "deal")
        follow(table)
        table.do("croupier", "turn_gates")
        table.do("croupier", "settle")
    assert bankers == [1, 1, 2, 2, 3, 3]


def follow(table: Table) -> None:
    """Do what the practice seats owe until they owe nothing."""
    while owed := owed_by_practice(table.live, table.opened):
        move = owed[0]
        if move.command is None:
            setting = format_setting(three_settings(table.live.tiles[move.sets])[0])
            table.do(move.player, "set_tiles", gate=move.sets, setting=setting)
        else:
            table.do(move.player, move.command.do, **move.command.given())


def test_a_practice_seat_leaves_a_free_bank_to_others_first() -> None:
    table = Table()
    table.do("Ana", "sit", gate=1)
    table.do("supervisor", "seat_practice", player="p", gate=2, policy="balanced")
    assert table.live.gates == {1: "Ana", 2: "practice:p"}
    assert owed_by_practice(table.live, table.opened) == []
    table.do("Ana", "pass_bank")
    assert owed_by_practice(table.live, table.opened) == [Owed("practice:p", TakeBank())]
    table.do("practice:p", "take_bank")
    assert owed_by_practice(table.live, table.opened) == []


def test_practice_seats_that_cannot_pay_let_the_bank_go() -> None:
    table = Table(minimum=100_000, maximum=100_000)
    for gate in (1, 2):
        table.do("supervisor", "seat_practice", player=f"p{gate}", gate=gate, policy="balanced")
        table.books[wallet(f"practice:p{gate}")] = 0
    table.do("croupier", "mix_and_stack")
    for who in ("practice:p1", "practice:p2"):
        assert owed_by_practice(table.live, table.opened) == [Owed(who, TakeBank())]
        table.do(who, "take_bank")
        assert [owed.command and owed.command.do for owed in owed_by_practice(table.live, table.opened)] == [
            "put_down_principal",
            "pass_bank",
        ]
        with pytest.raises(Refusal):
            table.do(who, "put_down_principal", stake=2_000_000)
        table.do(who, "pass_bank")
    assert owed_by_practice(table.live, table.opened) == []
