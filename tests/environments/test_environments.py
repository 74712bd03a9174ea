"""The Gymnasium environments: they keep Gymnasium's rules and the regulations', to the avo."""

from collections import Counter
from math import sqrt
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import FlattenObservation

from banca.environments import IDS, ChanceEnv
from banca.environments.chance import Device
from banca.games import of_chance, rulebook
from banca.games.pai_kao import KINDS, settings
from banca.games.pai_kao.environment import PaiKaoEnv, setting_by
from banca.games.pai_kao.exact import Seat, policy
from banca.games.pai_kao.exact.deals import HAND_INDEX, HANDS, hand_of
from banca.games.pai_kao.exact.policies import shipped_counts
from banca.rulebook import KINDS as VERDICTS
from banca.rulebook import PLACED, Refusal, Slip, settle

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
    env.reset()
    *_, info = env.step(env.action(come=1))
    assert [(bet["code"], bet["cite"]) for bet in info["refused"]] == [("no_point", "craps 5.2.5")]
    rich = ChanceEnv("craps", unit=10_000_000, bankroll=150_000_000)
    until_it_stands(rich, **{"hard_way:4": 10})
    *_, info = rich.step(rich.action({"hard_way:4": 1, "hard_way:6": 6, "hard_way:8": 5}))
    assert [(bet["bet"], bet["code"], bet["cite"]) for bet in info["refused"]] == [
        ("hard_way:4", "stake_too_large", "R-money-3"),
        ("hard_way:6", "bankroll_too_small", ""),
    ]


def test_a_stake_in_prison_is_seen() -> None:
    env = ChanceEnv("roulette", options={"zero": "en_prison"}, bankroll=10_000)
    assert env.cells == tuple((bet, "in prison") for bet in ("red", "black", "even", "odd", "low", "high"))
    env.reset(seed=1)
    for _ in range(1000):
        observation, reward, *_, info = env.step(env.action(red=1))
        if info["outcome"] == "0":
            assert (observation["standing"][0], reward) == (100, 0)
            return
    pytest.fail("zero falls once in 37")


def test_decisions_name_their_clauses() -> None:
    """A Post bet that never opened comes back; prizes, ties and losses cite what decided them."""
    late = ChanceEnv("football_poker", options={"post_opens": "on_post"})
    assert late.rules.space is late.rules.bet("upper").space  # the device is whole, even where a bet's is not
    late.reset(seed=1)
    seen = set()
    for _ in range(100):
        *_, info = late.step(late.action(post=1))
        (bet,) = info["decided"]
        opened = info["outcome"].count("-") == 2
        seen.add(opened)
        assert (bet["verdict"] == "push") == (not opened)
        assert opened or bet["cites"] == ["R-fp-1"]
    assert seen == {True, False}
    env = ChanceEnv("football_poker")
    env.reset(seed=1)
    cites: dict[tuple[str, str], list[str]] = {}
    for _ in range(200):
        *_, info = env.step(env.action(upper=1, even=1))
        cites |= {(bet["bet"], bet["verdict"]): bet["cites"] for bet in info["decided"]}
    assert cites["upper", "win"] == ["football_poker A-2", "football_poker 11.1", "football_poker 12"]
    assert cites["upper", "push"] == ["football_poker 10.2"]
    assert cites["upper", "lose"] == ["football_poker A-2"]
    assert cites["even", "win"] == ["football_poker A-3", "football_poker 11.1"]


def test_a_player_without_a_unit_is_done() -> None:
    env = ChanceEnv("wheel", bankroll=1)
    env.reset(seed=1)
    assert env.step(env.action())[1:4] == (0, False, False)
    for seed in range(100):
        env.reset(seed=seed)
        observation, reward, terminated, truncated, _ = env.step(env.action({"symbol:7": 1}))
        assert terminated == (reward < 0) == (observation["money"][0] == 0)
        assert not truncated
        if terminated:
            return
    pytest.fail("symbol 7 has one section of 52")


class Tickets:
    """Stands for the generator: gives every number below the total once."""

    def __init__(self) -> None:
        self.given = -1

    def integers(self, total: int) -> int:
        self.total = total
        self.given += 1
        return self.given


@pytest.mark.parametrize(("game", "options"), [("craps", {}), ("football_poker", {"decks": 1})])
def test_outcomes_are_drawn_by_their_weights_exactly(game: str, options: dict[str, Any]) -> None:
    space = rulebook(game).under(**options).space
    device, tickets = Device.of(space), Tickets()
    drawn = Counter(device.draw(tickets) for _ in range(space.total))  # type: ignore[arg-type]  # stands for the generator
    assert tickets.total == space.total
    assert drawn == dict(space.weights)


def test_a_policy_is_followed_by_its_weights_exactly() -> None:
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
        ("wheel", {"most_units": 0}, "stake_not_positive", "R-money-2"),
        ("roulette", {"unit": 20_000_000}, "stake_too_large", "R-money-3"),
        ("roulette", {"options": {"zero": "win"}}, "unknown_value", "roulette L-5"),
        ("pai_kao", {"against": "reckless"}, "unknown_policy", "pai_kao 5.1"),
    ],
)
def test_a_wrong_table_is_refused(game: str, made: dict[str, Any], code: str, cite: str) -> None:
    with pytest.raises(Refusal) as refused:
        gymnasium.make(IDS[game], **made)
    assert (refused.value.code, str(refused.value.cite)) == (code, cite)


def test_a_table_and_a_hand_can_be_read() -> None:
    env = ChanceEnv("craps", unit=10, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "craps, no round yet, come_out\nin hand 1000"
    point = env.table_states[until_it_stands(env, pass_line=1)["table"]]
    assert f", point {point}\nin hand 990\npass_line ({point}) 10" in str(env.render())
    assert ChanceEnv("craps").render() is None
    hand = PaiKaoEnv(render_mode="ansi")
    _, info = hand.reset(seed=1)
    assert hand.render() == " ".join(info["tiles"])
    *_, info = hand.step(np.int64(1))
    assert hand.render() == f"{info['settings'][1]}, against {info['against']}: {info['result']}"
    assert set(info["cites"]) <= {"pai_kao 6.1", "pai_kao 6.2", "pai_kao 6.3", "pai_kao 6.4"}


def test_wrappers_take_the_games_and_an_episode_ends_after_a_thousand_rounds() -> None:
    flat = FlattenObservation(gymnasium.make(IDS["craps"]))
    assert flat.observation_space.contains(flat.reset(seed=1)[0])
    env = gymnasium.make(IDS["wheel"])
    env.reset(seed=1)
    assert env.action_space.shape is not None
    nothing = np.zeros(env.action_space.shape, dtype=np.int64)
    assert [env.step(nothing)[3] for _ in range(1000)] == [False] * 999 + [True]
