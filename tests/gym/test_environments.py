"""The Gymnasium environments: they keep Gymnasium's rules and the regulations', to the avo."""

from collections import Counter
from math import sqrt
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from banca.games import of_chance, rulebook
from banca.games.pai_kao.exact import HAND_INDEX, HANDS, Seat, hand_of, policy, shipped_counts
from banca.games.pai_kao.hands import settings
from banca.games.pai_kao.tiles import KINDS
from banca.rules import KINDS as VERDICTS
from banca.rules import PLACED, Refusal, Slip, settle
from banca_gym import IDS, ChanceEnv
from banca_gym.chance import Device
from banca_gym.pai_kao import PaiKaoEnv, setting_by

pytestmark = pytest.mark.compiled

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in IDS),
    ("roulette", {"options": {"zero": "en_prison"}}),
    ("football_poker", {"options": {"post_opens": "on_post", "decks": 1}}),
    ("pai_kao", {"seat": "banker", "against": "balanced"}),
]
CHANCE = [(game, made.get("options", {})) for game, made in VARIANTS if game in of_chance()]
ROUNDS = 30
WHOLE = 60
"""A stake that every prize and commission divides into whole avos."""


def play(game: str, seed: int, **made: Any) -> list[Any]:
    env = gymnasium.make(IDS[game], **made)
    env.action_space.seed(seed)
    steps: list[Any] = [env.reset(seed=seed)]
    for _ in range(ROUNDS):
        steps.append(env.step(env.action_space.sample()))
        if steps[-1][2]:
            break
    return steps


def few_bets(env: ChanceEnv, rng: np.random.Generator) -> Any:
    """One or two units on a few bets, line bets before others, and always something on the last."""
    likely = [0.1 if bet.start == PLACED else 0.5 for bet in env.bets]
    action = rng.integers(1, 3, len(env.bets)) * (rng.random(len(env.bets)) < likely)
    action[-1] = 1
    return action


def worth(observation: dict[str, Any]) -> int:
    return int(observation["money"][0] + observation["standing"].sum())


def until_it_stands(env: ChanceEnv, **units: int) -> dict[str, Any]:
    """Sit down and bet until the first round leaves the bet standing."""
    for seed in range(100):
        env.reset(seed=seed)
        observation, *_ = env.step(env.action(units))
        if observation["standing"].any():
            return observation
    pytest.fail("most rounds leave it standing")


@pytest.mark.parametrize(("game", "made"), VARIANTS)
def test_gymnasium_finds_no_fault_and_the_same_seed_plays_the_same(game: str, made: dict[str, Any]) -> None:
    check_env(gymnasium.make(IDS[game], **made).unwrapped)
    assert repr(play(game, 7, **made)) == repr(play(game, 7, **made))
    assert repr(play(game, 7, **made)) != repr(play(game, 8, **made))


@pytest.mark.parametrize(("game", "options"), CHANCE)
def test_rewards_add_up_to_the_change_of_worth(game: str, options: dict[str, Any]) -> None:
    (first, _), *steps = play(game, 11, options=options, bankroll=5000)
    before = worth(first)
    for observation, reward, terminated, _, info in steps:
        assert round(100 * reward) == sum(bet["net"] for bet in info["decided"]) == worth(observation) - before
        assert terminated == (not observation["standing"].any() and observation["money"][0] < 100)
        before = worth(observation)
    assert 5000 * 100 + round(100 * sum(reward for _, reward, *_ in steps)) == before


@pytest.mark.parametrize(("game", "options"), CHANCE)
def test_rounds_are_settled_as_the_rulebook_settles_them(game: str, options: dict[str, Any]) -> None:
    env = ChanceEnv(game, options=options, unit=WHOLE, bankroll=10_000_000)
    rng = np.random.default_rng(5)
    slips, throws, decided, net = [], [], [], 0.0
    env.reset(seed=5)
    for number in range(1, ROUNDS + 1):
        action = few_bets(env, rng)
        observation, reward, *_, info = env.step(action)
        refused = {bet["bet"] for bet in info["refused"]}
        for bet, units in zip(env.bets, action, strict=True):
            if units and bet.key not in refused:
                slips.append(Slip(bet=bet, stake=int(units) * WHOLE * 100, at=number))
        throws.append(env.rules.rulebook.parse_throw(info["outcome"]))
        decided += [(number, bet["bet"], bet["verdict"]) for bet in info["decided"]]
        net += reward
    fates = settle(env.rules, slips, throws, env.limits)
    assert round(100 * net) == sum(fate.payment.net for fate in fates if fate.payment)
    assert observation["standing"].sum() == sum(fate.stake for fate in fates if fate.is_standing)
    settled = {
        (fate.events[-1].throw, fate.slip.bet.key, VERDICTS[type(fate.decision)]) for fate in fates if fate.decision
    }
    assert set(decided) == settled


@pytest.mark.parametrize("game", ["craps", "roulette"])
def test_what_can_be_placed_is_placed_and_nothing_else(game: str) -> None:
    env = ChanceEnv(game, bankroll=40)
    rng = np.random.default_rng(2)
    env.reset(seed=2)
    for _ in range(ROUNDS):
        can = env.can_place()
        assert [(mask.sum() - 1) / env.most_units for mask in env.action_mask()] == can.tolist()
        chosen = rng.integers(len(env.bets))
        *_, info = env.step(np.eye(len(env.bets), dtype=np.int64)[chosen])
        assert bool(info["refused"]) != can[chosen]
        assert env.action_space.contains(env.action_space.sample(env.action_mask()))


def test_refusals_name_their_clause() -> None:
    env = ChanceEnv("craps")
    point = env.table_states[until_it_stands(env, pass_line=1)["table"]]
    odds, lay = f"pass_odds:{point}", f"dont_pass_odds:{point}"
    *_, info = env.step(env.action({"pass_line": 1, "dont_pass": 1, odds: 4, lay: 1}))
    assert info["refused"] == [
        {"bet": "pass_line", "stake": 100, "code": "point_stands", "cite": "R-craps-7"},
        {"bet": "dont_pass", "stake": 100, "code": "point_stands", "cite": "R-craps-7"},
        {"bet": odds, "stake": 400, "code": "additional_too_large", "cite": "R-craps-9"},
        {"bet": lay, "stake": 100, "code": "no_flat_bet", "cite": "craps 5.2.4"},
    ]


class Tickets:
    """Stands for the generator: gives every number below the total once."""

    def __init__(self) -> None:
        self.given = -1

    def integers(self, total: int) -> int:
        self.total = total
        self.given += 1
        return self.given


def test_outcomes_and_settings_are_drawn_by_their_weights_exactly() -> None:
    space, every_ticket = rulebook("craps").under().space, Tickets()
    device = Device.of(space)
    drawn = Counter(device.draw(every_ticket) for _ in range(space.total))  # type: ignore[arg-type]  # stands for the generator
    assert (every_ticket.total, drawn) == (space.total, dict(space.weights))
    mixed = policy("equilibrium", Seat.BANKER)
    hand = next(hand for hand, weights in enumerate(mixed.weights) if sum(weight > 0 for weight in weights) > 1)
    tiles = tuple(KINDS[kind].faces[0] for kind in HANDS[hand])
    assert hand_of(tiles) == hand
    first = 0
    for setting, weight in zip(settings(tiles), mixed.weights[hand], strict=True):
        for ticket in {first, first + weight - 1} if weight else set():
            tickets = Tickets()
            tickets.given = ticket - 1
            assert setting_by(mixed, tiles, tickets) == setting  # type: ignore[arg-type]  # as above
            assert tickets.total == mixed.total
        first += weight
    assert PaiKaoEnv().against is mixed
    assert PaiKaoEnv(seat="banker").against is policy("equilibrium", Seat.PLAYER)


@pytest.mark.parametrize("seat", list(Seat))
def test_pai_kao_comes_to_its_exact_value(seat: Seat) -> None:
    mine, other = ("balanced", "equilibrium") if seat is Seat.PLAYER else ("balanced", "highest_rear")
    env = PaiKaoEnv(seat=seat, against=other)
    followed = policy(mine, seat)
    rewards = []
    hand, _ = env.reset(seed=2024)
    for _ in range(5000):
        weights = followed.weights[HAND_INDEX[tuple(hand.tolist())]]
        _, reward, terminated, truncated, info = env.step(np.int64(weights.index(1)))
        assert (terminated, truncated) == (True, False)
        assert reward == {"win": 0.96, "tie": 0, "lose": -1}[info["result"]]
        rewards.append(reward)
        hand, _ = env.reset()
    won, tied, lost = shipped_counts(mine, other) if seat is Seat.PLAYER else reversed(shipped_counts(other, mine))
    whole = won + tied + lost
    value = (0.96 * won - lost) / whole
    error = sqrt(((0.96**2 * won + lost) / whole - value**2) / len(rewards))
    assert np.mean(rewards) == pytest.approx(value, abs=4 * error)


@pytest.mark.parametrize(
    ("game", "made", "code", "cite"),
    [
        ("craps", {"unit": "0.50"}, "stake_not_multiple", "craps 5.6"),
        ("craps", {"unit": 20, "bankroll": 19}, "bankroll_too_small", "None"),
        ("pai_kao", {"against": "reckless"}, "unknown_policy", "pai_kao 5.1"),
    ],
)
def test_a_wrong_table_is_refused(game: str, made: dict[str, Any], code: str, cite: str) -> None:
    with pytest.raises(Refusal) as refused:
        gymnasium.make(IDS[game], **made)
    assert (refused.value.code, str(refused.value.cite)) == (code, cite)
