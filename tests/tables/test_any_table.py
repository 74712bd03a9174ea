"""Live tables of chance, whatever anybody asks for: money, replay, refusals; and the same money as `settle`."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from banca.analysis.game import game
from banca.games import of_chance
from banca.rules import Code, Refusal
from banca.tables.commands import Role
from banca.tables.events import ResultCalled
from support.lanes import many
from support.tables import At, filled, step

TABLES: list[tuple[str, dict[str, str]]] = [
    *((name, {}) for name in of_chance()),
    ("craps", {"shooter_change": "either", "additional_multiple": "none"}),
    ("football_poker", {"post_opens": "on_post"}),
    ("roulette", {"zero": "en_prison"}),
]


class Anybody(RuleBasedStateMachine):
    """Random people ask a table for random things."""

    def __init__(self) -> None:
        super().__init__()
        self.table: At | None = None

    @initialize(
        opened=st.sampled_from(TABLES),
        chance=st.sampled_from(["drawn", "observed"]),
        seed=st.integers(0, 9),
        bank=st.sampled_from([20_000, 10_000_000]),
    )
    def open(self, opened: tuple[str, dict[str, str]], chance: str, seed: int, bank: int) -> None:
        game, options = opened
        self.table = At(game, chance, seed, bank, options=options).seat("ana", "rui", money=500_000)

    @rule(who=st.sampled_from(["ana", "rui", "eva"]), place=st.integers(0, 200), units=st.integers(0, 30))
    def bet(self, who: str, place: int, units: int) -> None:
        if self.table:
            bets = list(self.table.engine.rules.bets)
            self.ask(who, "place_bet", bet=bets[place % len(bets)], stake=units * 500)

    @rule(who=st.sampled_from(["ana", "rui"]), place=st.integers(0, 5))
    def withdraw(self, who: str, place: int) -> None:
        if self.table and (own := list(self.table.live.bets.get(who, {}))):
            bet, on = own[place % len(own)]
            self.ask(who, "withdraw_bet", bet=bet, **({"on": on} if on else {}))

    @rule(place=st.integers(0, 10), who=st.sampled_from(["croupier", "croupier", "croupier", "ana", "supervisor"]))
    def conduct(self, place: int, who: str) -> None:
        if self.table:
            acts = [
                act for act in self.table.engine.acts_now(self.table.live, Role.CROUPIER) if act.name != "place_for"
            ]
            act = acts[place % len(acts)]
            self.ask(who, act.name, **filled(self.table, act))

    @rule(
        who=st.sampled_from(["ana", "rui", "croupier", "supervisor", "inspector"]),
        do=st.sampled_from(
            ["sit", "leave", "waive_dice", "take_dice", "throw", "confirm_bet", "place_for", "void_round", "fund_bank"]
        ),
        fields=st.fixed_dictionaries(
            {},
            optional={
                "bet": st.sampled_from(["symbol:1", "pass_line", "red", "nothing"]),
                "stake": st.sampled_from([0, 1000, 1500]),
                "reason": st.just("why not"),
                "player": st.just("ana"),
            },
        ),
    )
    def anything(self, who: str, do: str, fields: dict[str, Any]) -> None:
        if self.table:
            self.ask(who, do, **fields)

    def ask(self, who: str, do: str, **fields: Any) -> None:
        """`can` agrees with `do`, what is done was offered, a refusal says why, and changes nothing."""
        assert self.table
        before, can, offers = self.table.live, self.table.can(who, do, **fields), self.table.offers(who)
        try:
            self.table.do(who, do, **fields)
        except Refusal as refusal:
            assert not can
            assert isinstance(refusal.code, Code)  # noqa: PT017 - both ends are right
            assert self.table.live is before
        else:
            assert can
            assert do in offers

    @invariant()
    def money_and_replay(self) -> None:
        if self.table:
            self.table.check_money()
            self.table.check_replay()
            scale = self.table.engine.exposure.scale
            standing: Counter[Any] = Counter()
            for own in self.table.live.bets.values():
                for (key, on), stake in own.items():
                    standing[self.table.engine.rules.bets[key], self.table.engine.bet_state(key, on)] += stake
            assert self.table.engine.exposure.worst(standing) <= self.table.books["bank"] * scale


Anybody.TestCase.settings = settings(max_examples=many(30), stateful_step_count=30)
TestAnybody = Anybody.TestCase


@pytest.mark.parametrize("name", of_chance())
def test_a_live_table_pays_what_settle_pays(name: str) -> None:
    for seed in range(3):
        table = At(name, "drawn", seed).seat("ana")
        first = [bet for bet in table.engine.rules.bets.values() if not bet.added_to][: 3 + seed]
        placed: dict[str, int] = {}
        while not placed:
            for bet in first:
                if table.can("ana", "place_bet", bet=bet.key, stake=3000):
                    table.do("ana", "place_bet", bet=bet.key, stake=3000)
                    placed[bet.key] = 30
            if not placed:
                step(table)
        outcomes: list[str] = []
        while table.live.bets and len(outcomes) < 200:
            before = table.live.round
            while table.live.round == before:
                outcomes += [event.outcome for event in step(table) if isinstance(event, ResultCalled)]
        settled = game(name).settle(placed, outcomes)
        standing = sum(one.stake for one in settled.standing)
        assert table.net("ana") == settled.answer().net.avos
        assert table.live.money_of("ana") == standing
