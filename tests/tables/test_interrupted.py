"""The rule for interrupted rounds, at every game, in every phase, by every way out: R-live-1."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banca.games import of_chance
from banca.games.craps.table import ShooterNamed
from banca.rules import Refusal
from banca.tables.commands import Role
from banca.tables.events import BetTakenDown, wallet
from support.lanes import many
from support.tables import At, filled

Refused = Callable[..., None]
STAKE = 1000


ADDITIONAL = [f"{line}_odds" for line in ("pass", "come", "dont_pass", "dont_come")]
TAKEN_BACK = ("dont_pass", "dont_come", *ADDITIONAL, "hard_way", "big_number")
"""Craps: bets that their player may take back between any two throws. R-craps-8, R-craps-11."""


class Known(NamedTuple):
    """A phase: whether the player may take the bet back, and when something is known."""

    may_withdraw: bool = False
    is_seen: bool = False
    """At an observed table the result may lie there already, not yet called."""
    is_shown: bool = False
    """A part of the result, or a number that the bet stands on, is out."""
    is_called: bool = False


OPEN = Known(may_withdraw=True)
CLOSED = Known()
SEEN = Known(is_seen=True)
SHOWN = Known(is_seen=True, is_shown=True)
CALLED = Known(is_seen=True, is_shown=True, is_called=True)
PHASES = {
    "craps": {"between throws": OPEN, "dice offered": OPEN, "thrown": SEEN, "called": CALLED},
    "fish_prawn_crab": {"bets open": OPEN, "bets closed": CLOSED, "revealed": SEEN, "called": CALLED},
    "wheel": {"bets open": OPEN, "bets closed": CLOSED, "turning": SEEN, "decided": CALLED},
    "fantan": {"bets open": OPEN, "bets closed": SEEN, "counted": CALLED},
    "football_poker": {"bets open": OPEN, "two cards": SHOWN, "decided": CALLED},
    "roulette": {"bets open": OPEN, "ball thrown": OPEN, "bets closed": SEEN, "decided": CALLED},
}
"""Every phase in which a bet can lie there, in order."""
BETS = {
    "craps": "field",
    "fish_prawn_crab": "small",
    "wheel": "symbol:1",
    "fantan": "fan:1",
    "football_poker": "even",
    "roulette": "red",
}


def ways_out(bet: str, on: str = "") -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Everything by which a stake might come back: who asks for it, and how."""
    yield "ana", "withdraw_bet", {"bet": bet} | ({"on": on} if on else {})
    yield "ana", "leave", {}
    for who in ("croupier", "supervisor"):
        yield who, "unseat", {"player": "ana"}
        yield who, "close", {}
        yield who, "void_round", {"reason": "ana has gone"}


def accepted(table: At, bet: str, on: str = "") -> set[str]:
    """The ways by which ana's stake would come back now."""
    found = set()
    for who, do, fields in ways_out(bet, on):
        try:
            events = table.ask(who, do, **fields)
        except Refusal:
            continue
        moved = [amount for event in events for _, target, amount in event.transfers() if target == wallet("ana")]
        assert sum(moved) == STAKE, (do, events)
        found.add(do)
    return found


def expected(known: Known, chance: str) -> tuple[set[str], bool]:
    """What gives the stake back, and whether something is known."""
    informed = known.is_shown or (known.is_seen and chance == "observed")
    void = not known.is_called and not (informed and chance == "drawn")
    return ways(may_withdraw=known.may_withdraw, may_void=void), informed


def ways(*, may_withdraw: bool, may_void: bool) -> set[str]:
    return {way for way, may in (("withdraw_bet", may_withdraw), ("void_round", may_void)) if may}


def seated(name: str, chance: str, bet: str, **options: str) -> At:
    """Ana's bet lies on the table."""
    table = At(name, chance, options=options).seat("ana", "rui")
    for _ in range(3):
        if table.can("ana", "place_bet", bet=bet, stake=STAKE):
            break
        step(table)
    table.do("ana", "place_bet", bet=bet, stake=STAKE)
    return table


NO_STEP = ("place_for", "take_back_dice", "declare_null", "declare_off_board", "call_invalid")


def step(table: At) -> bool:
    """Whether the croupier could go on, nearer to the payment."""
    for act in table.engine.acts_now(table.live, Role.CROUPIER):
        if act.name not in NO_STEP and table.can("croupier", act.name, **filled(table, act)):
            table.do("croupier", act.name, **filled(table, act))
            return True
    return False


@pytest.mark.parametrize("chance", ["observed", "drawn"])
@pytest.mark.parametrize("name", of_chance())
def test_R_live_1_every_way_out_in_every_phase(name: str, chance: str) -> None:  # the reading's own id
    table = seated(name, chance, BETS[name])
    for phase, known in PHASES[name].items():
        assert table.live.phase == phase
        found, informed = expected(known, chance)
        assert table.engine.is_informed(table.live) == informed, phase
        assert accepted(table, BETS[name]) == found, phase
        step(table)
    assert not table.live.bets


@pytest.mark.parametrize("chance", ["observed", "drawn"])
@pytest.mark.parametrize(
    ("name", "options", "bet", "outcome", "on"),
    [
        ("craps", {}, "pass_line", "2-2", "4"),
        ("craps", {}, "dont_pass", "2-2", "4"),
        ("roulette", {"zero": "en_prison"}, "red", "0", "in prison"),
    ],
)
def test_R_live_1_a_bet_that_stands_on_a_number_stays(
    name: str, options: dict[str, str], bet: str, outcome: str, on: str, chance: str
) -> None:
    table = standing(name, options, bet, outcome, chance)
    assert table.live.bets["ana"] == {(bet, on): STAKE}
    assert table.engine.is_informed(table.live)
    found = ways(may_withdraw=bet in TAKEN_BACK, may_void=chance == "observed")
    assert accepted(table, bet, on) == found


def standing(name: str, options: dict[str, str], bet: str, outcome: str, chance: str) -> At:
    """Ana's bet after a throw that has moved it."""
    for seed in range(1000):
        table = At(name, chance, seed, options=options).seat("ana", "rui")
        table.do("ana", "place_bet", bet=bet, stake=STAKE)
        while table.live.round == 1:
            step(table)
        if table.live.results == (outcome,):
            return table
    raise AssertionError(outcome)


def test_R_live_1_a_refused_void_says_by_which_rule(refused: Refused) -> None:
    table = seated("football_poker", "drawn", "even")
    step(table)
    void = lambda: table.do("supervisor", "void_round", reason="ana has gone")  # noqa: E731
    refused(void, "round_stands", "R-live-1")
    step(table)
    refused(void, "result_stands", "football_poker 10.2")


@pytest.mark.parametrize(
    ("name", "null"),
    [
        ("fish_prawn_crab", "declare_null"),
        ("wheel", "call_invalid"),
        ("roulette", "declare_null"),
        ("craps", "declare_null"),
    ],
)
def test_R_live_1_a_null_throw_gives_nothing_back(name: str, null: str) -> None:
    """It is repeated with the bets as they lie; in craps the bets of one throw may be taken back before the next, as before any."""
    table = seated(name, "observed", BETS[name])
    while table.live.phase == "ball thrown" or not (
        acts := [act for act in table.engine.acts_now(table.live, Role.CROUPIER) if act.name == null]
    ):
        step(table)
    table.do("croupier", null, **filled(table, acts[0]))
    assert table.live.money_of("ana") == STAKE
    assert not table.engine.is_informed(table.live)
    assert ("withdraw_bet" in accepted(table, BETS[name])) == (name == "craps")
    while table.live.bets:
        assert step(table)


def test_R_live_1_where_all_waive_the_dice_a_point_is_thrown_for_all_the_same(refused: Refused) -> None:
    table = At("craps", "drawn", seed=3).seat("ana", "rui")
    table.do("ana", "place_bet", bet="pass_line", stake=STAKE)
    table.do("ana", "waive_dice")
    refused(lambda: table.do("croupier", "offer_dice"), "no_shooter", "craps 2.3")  # nothing is known yet
    table.do("ana", "take_dice")
    table = standing("craps", {}, "pass_line", "2-2", "drawn")
    table.do("ana", "waive_dice")
    table.do("croupier", "offer_dice")
    assert table.live.shooter == "ana"
    table.do("croupier", "throw")
    rui = standing("craps", {}, "pass_line", "2-2", "drawn")
    rui.do("ana", "waive_dice")
    rui.do("rui", "place_bet", bet="field", stake=STAKE)
    assert rui.do("croupier", "offer_dice")[-1] == ShooterNamed(player="rui", cite="craps 4.1")


# Whatever anybody does


acts = st.lists(
    st.tuples(
        st.sampled_from(
            ["go on"] * 6 + ["bet", "bet", "withdraw", "void", "leave", "unseat", "close", "waive", "take", "throw"]
        ),
        st.integers(0, 400),
    ),
    min_size=5,
    max_size=60,
)


TABLES: list[tuple[str, dict[str, str]]] = [
    *((name, {}) for name in of_chance()),
    ("roulette", {"zero": "en_prison"}),
    ("football_poker", {"post_opens": "on_post"}),
]


@settings(max_examples=many(80))
@given(opened=st.sampled_from(TABLES), acts=acts, seed=st.integers(0, 999))
def test_R_live_1_once_something_is_known_only_the_rules_give_money(
    opened: tuple[str, dict[str, str]], acts: list[tuple[str, int]], seed: int
) -> None:
    name, options = opened
    table = At(name, "drawn", seed, options=options).seat("ana", "rui")
    for act, place in acts:
        informed, phase = table.engine.is_informed(table.live), table.live.phase
        for event in done(table, act, place):
            if isinstance(event, BetTakenDown) and informed:
                assert act == "withdraw", (act, event)
                assert phase in ("between throws", "dice offered", "bets open", "ball thrown")
                assert not event.on or event.bet.partition(":")[0] in TAKEN_BACK


def done(table: At, act: str, place: int) -> tuple[Any, ...]:
    """What an act comes to: nothing where it is refused."""
    own = list(table.live.bets.get("ana", {}))
    bets = list(table.engine.rules.bets)
    bet, on = own[place % len(own)] if own else (bets[0], "")
    asked: dict[str, tuple[str, str, dict[str, Any]]] = {
        "bet": ("ana", "place_bet", {"bet": bets[place % len(bets)], "stake": STAKE}),
        "withdraw": ("ana", "withdraw_bet", {"bet": bet} | ({"on": on} if on else {})),
        "void": ("supervisor", "void_round", {"reason": "somebody is away"}),
        "leave": ("ana", "leave", {}),
        "unseat": ("croupier", "unseat", {"player": "ana"}),
        "close": ("supervisor", "close", {}),
        "waive": ("ana", "waive_dice", {}),
        "take": ("ana", "take_dice", {}),
        "throw": ("ana", "throw", {}),
    }
    before = len(table.events)
    try:
        if act == "go on":
            step(table)
        else:
            who, do, fields = asked[act]
            table.do(who, do, **fields)
    except Refusal:
        pass
    return tuple(table.events[before:])


@pytest.mark.parametrize("name", of_chance())
def test_R_live_1_the_croupier_alone_plays_every_drawn_round_to_its_end(name: str) -> None:
    for bet in {bet.id: key for key, bet in At(name).engine.rules.bets.items() if not bet.added_to}.values():
        table = seated(name, "drawn", bet) if bet not in ("come", "dont_come") else standing_come(bet)
        while table.live.bets.get("ana"):
            assert step(table), table.live


def standing_come(bet: str) -> At:
    """Ana's line bet stands on 4, and a bet of hers is about to."""
    table = standing("craps", {}, "pass_line", "2-2", "drawn")
    table.do("ana", "place_bet", bet=bet, stake=STAKE)
    return table
