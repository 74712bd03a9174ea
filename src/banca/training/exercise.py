"""Exercises: what names one, a layout that play could have led to, and an outcome that decides something on it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from random import Random

from banca.games import rulebook, rules_of
from banca.rules import (
    KINDS,
    Bet,
    Counted,
    Defect,
    Fate,
    Layout,
    Limits,
    Lose,
    Outcome,
    Refusal,
    Rules,
    Slip,
    Space,
    Standing,
    State,
    Stay,
    Win,
    explore,
    settle,
)
from banca.rules.payment import pay

MOST_SEED = 2**31 - 1
MOST_WEIGHT = 9


class ExerciseKind(StrEnum):
    """What an exercise asks for."""

    BETS = "bets"
    """What becomes of each bet, and what it is paid."""
    PICTURE = "picture"
    """Several bets of one player on one result, paid as one sum."""
    CUTTING = "cutting"
    """An amount in the fewest chips."""
    PAYOUT = "payout"
    """Chips that are handed over for a winning bet: right, too little, too much."""
    NULL = "null"
    """What was seen of a throw: whether it counts, and by which article it is null."""
    EXPOSURE = "exposure"
    """What the house may have to pay at most on the next result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How much lies on the layout."""

    bets: int
    players: int
    chips: tuple[int, ...]
    """What the table's smallest chip may be, in avos."""
    has_breakage: bool
    """Stakes whose prizes need rounding are taken too."""


LEVELS = {
    1: Level(bets=1, players=1, chips=(100,), has_breakage=False),
    2: Level(bets=3, players=1, chips=(100,), has_breakage=False),
    3: Level(bets=6, players=3, chips=(50, 100, 500), has_breakage=True),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedExercise:
    """Made again from the same, an exercise is the same: nobody has to remember it."""

    game: str
    kind: ExerciseKind = ExerciseKind.BETS
    level: int = 1
    seed: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    weights: Mapping[str, int] = field(default_factory=dict)
    """How much each family of bets is to be practised, from 1 up; those not named count 1."""

    @property
    def terms(self) -> Level:
        """How much lies on the layout."""
        return LEVELS[self.level]

    def chance(self) -> Random:
        """The exercise's own source of chance, for nothing but exercises."""
        named = (
            self.game,
            self.level,
            self.seed,
            sorted((name, str(value)) for name, value in self.options.items()),
            sorted(self.weights.items()),
            *([] if self.kind == ExerciseKind.BETS else [str(self.kind)]),
        )
        return Random(repr(named))  # no money hangs on it

    def weight(self, families: Iterable[str]) -> int:
        """How much the most wanted of these families is to be practised."""
        return max(self.weights.get(family, 1) for family in families)


MINIMUM = 1000
"""The lowest stake of the tables that are shown, in avos."""
UNITS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20, 24, 25, 30, 36, 40, 50, 60, 80, 100)
STAKES = tuple(unit * MINIMUM for unit in UNITS)
"""What is staked, as piles of chips make it."""
TRIES = 60
MOST_BEFORE = 5
"""Rounds that may have been played before the one that is asked about."""
FLAT, ADDITIONAL = 3, 8
"""Bets that others can be added to are wanted so much more than the rest, and those additional bets when their time comes."""
SHARES = {"win": 7, "push": 2, "lose": 1}
"""How often the outcome is one that does this to the bet it is chosen for."""
KEPT, KEPT_BETS = 100, 5000
"""Games under options whose rules are at hand, and bets whose stakes are."""


@dataclass(slots=True, eq=False)
class HeldBet:
    """A bet that somebody has on the layout: placed before throw `at`, standing in `state` now."""

    player: int
    bet: Bet
    stake: int
    at: int
    state: State

    @property
    def standing(self) -> Standing:
        """As the rulebook sees it."""
        return Standing(self.bet, self.stake, self.state)

    def lies_with(self, other: "HeldBet") -> bool:
        """Whether both are one player's stakes on one bet in one state: they would be one bet. R-money-1."""
        return (self.player, self.bet, self.state) == (other.player, other.bet, other.state)

    @property
    def slip(self) -> Slip:
        """The bet as a slip, the form that settling takes."""
        return Slip(bet=self.bet, stake=self.stake, at=self.at)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Exercise:
    """What a trainee is shown: the bets as they lie before the last of the throws."""

    rules: Rules
    limits: Limits
    held: tuple[HeldBet, ...]
    throws: tuple[Counted, ...]
    table: State
    """What the table remembers before the last throw."""

    def fates(self) -> tuple[Fate, ...]:
        """What becomes of each bet, by the rulebook; additional bets are added to their own player's."""
        found: dict[int, Fate] = {}
        for player in {one.player for one in self.held}:
            own = [one for one in self.held if one.player == player]
            fates = settle(self.rules, [one.slip for one in own], self.throws, self.limits)
            found |= {id(one): fate for one, fate in zip(own, fates, strict=True)}
        return tuple(found[id(one)] for one in self.held)


def make(wanted: WantedExercise) -> Exercise:
    """The exercise of this name: a table is played with bets that the rules allow until enough lies on it."""
    rules = rules_of(wanted.game, tuple(sorted(wanted.options.items())))
    chance = wanted.chance()
    for _ in range(TRIES):
        table = _Dealt(rules, wanted, chance)
        if table.play():
            return table.exercise()
    raise Defect(f"no exercise: {wanted}")  # cannot happen while bets can be placed


def families(rules: Rules) -> dict[str, list[Bet]]:
    """Bets that are learned together: those of one id, or each by itself where the rulebook says so."""
    found: dict[str, list[Bet]] = {}
    for bet in rules.bets.values():
        found.setdefault(family_of(rules, bet), []).append(bet)
    return found


def family_of(rules: Rules, bet: Bet) -> str:
    """The family of a bet."""
    return bet.key if bet.id in rules.rulebook.one_by_one else bet.id


@lru_cache(KEPT)
def possible_results(rules: Rules) -> tuple[str, ...]:
    """What can become of a bet in this game, in the order of `KINDS`."""
    cells = {cell for bet in rules.bets.values() for row in explore(bet).rows for cell in row}
    found = {KINDS[Stay if isinstance(cell, int) else type(cell)] for cell in cells}
    return tuple(kind for kind in KINDS.values() if kind in found)


@lru_cache(KEPT_BETS)
def can_return(bet: Bet) -> bool:
    """Whether losing the bet may give a part of its stake back."""
    return any(isinstance(cell, Lose) and cell.share != 1 for row in explore(bet).rows for cell in row)


@lru_cache(KEPT)
def deciding_options(game: str) -> dict[str, tuple[str, ...]]:
    """The options of a game by which a bet may fare otherwise, with their values, the default first."""
    found = {}
    for option in rulebook(game).options:
        values = sorted(map(str, option.values), key=lambda value: value != str(option.default))
        fares = {_fares(rules_of(game, ((option.name, value),))) for value in values}
        if len(fares) > 1:
            found[option.name] = tuple(values)
    return found


def _fares(rules: Rules) -> tuple[object, ...]:
    return tuple((bet.key, explore(bet).rows) for bet in rules.bets.values())


@dataclass(slots=True, eq=False)
class _Dealt:
    """A table being played."""

    rules: Rules
    wanted: WantedExercise
    chance: Random
    held: list[HeldBet] = field(default_factory=list)
    throws: list[Outcome] = field(default_factory=list)
    limits: Limits = field(init=False)
    state: State = field(init=False)
    families: Mapping[str, list[Bet]] = field(init=False)

    def __post_init__(self) -> None:
        chip = self.chance.choice(self.wanted.terms.chips)
        self.limits = replace(self.rules.rulebook.limits, minimum=MINIMUM, chip=chip)
        self.state = self.rules.rulebook.table.start
        self.families = families(self.rules)

    def play(self) -> bool:
        """Some rounds where bets outlive one, then bets until enough lie there, then the outcome; False where it came to nothing."""
        most, has_past = self.wanted.terms.bets, KINDS[Stay] in possible_results(self.rules)
        for _ in range(self.chance.randint(most > 1, MOST_BEFORE) if has_past else 0):
            while len(self.held) <= most // 2 and self.chance.random() < 0.7 and self.place():
                pass
            self.throw(self.moving_outcome())
        while len(self.held) < most:
            if not self.place():
                return False
        self.throws.append(self.deciding_outcome())
        return True

    def place(self) -> bool:
        """One more bet of somebody, of those that the rules allow now."""
        open_now: dict[tuple[int, str], list[Bet]] = {}
        for player in range(self.wanted.terms.players):
            for family, bets in self.families.items():
                if allowed := [bet for bet in bets if any(self.stakes(player, bet))]:
                    open_now[player, family] = allowed
        if not open_now:
            return False
        room = [self.wanted.terms.bets - sum(one.player == player for one in self.held) for player, _ in open_now]
        weights = [self.weight(bets[0]) * free**2 for bets, free in zip(open_now.values(), room, strict=True)]
        (spot,) = self.chance.choices(list(open_now), weights)
        bet = self.chance.choice(open_now[spot])
        stake = self.chance.choice(list(self.stakes(spot[0], bet)))
        self.held.append(HeldBet(spot[0], bet, stake, len(self.throws) + 1, bet.start))
        return True

    def weight(self, bet: Bet) -> int:
        """How much a bet is wanted; a flat bet as much as what can be added to it."""
        added = [other for other in self.rules.bets.values() if other.added_to == bet.id]
        wanted = self.wanted.weight(family_of(self.rules, one) for one in (bet, *added))
        return wanted * (ADDITIONAL if bet.added_to else FLAT if added else 1)

    def stakes(self, player: int, bet: Bet) -> Iterator[int]:
        """What the player may stake on the bet now, the lowest first; nothing on a bet that lies there already."""
        own = [one for one in self.held if one.player == player]
        if any(one.bet is bet and one.state == bet.start for one in own):
            return
        layout = Layout(tuple(one.standing for one in own), self.state)
        for stake in STAKES if self.wanted.terms.has_breakage else stakes_without_breakage(bet, self.limits.chip):
            if not self._is_allowed(bet, stake, layout):
                return
            yield stake

    def _is_allowed(self, bet: Bet, stake: int, layout: Layout) -> bool:
        try:
            self.rules.rulebook.check_placing(self.rules.chosen, bet, stake, layout)
            self.limits.check(stake)
        except Refusal:
            return False
        return True

    def throw(self, outcome: Outcome) -> None:
        """Play a round: what it decides is off the layout, and of two stakes that come to be one bet the later."""
        self.throws.append(outcome)
        self.state = self.rules.rulebook.table.after(self.state, outcome)
        left: list[HeldBet] = []
        for one in self.held:
            verdict = one.bet.verdict(one.state, outcome)
            if isinstance(verdict, Stay):
                one.state = verdict.state
                if not any(one.lies_with(other) for other in left):
                    left.append(one)
        self.held = left

    def moving_outcome(self) -> Outcome:
        """Any outcome; more often than not one that moves a bet, where there is one."""
        space = self.rules.space
        moving = space.given(lambda outcome: any(_moves(one, outcome) for one in self.held))
        return self._draw(moving if len(moving) and self.chance.random() < 0.7 else space)

    def deciding_outcome(self) -> Outcome:
        """An outcome that decides one of the bets, more often for the player than chance would."""
        (target,) = self.chance.choices(self.held, [self.weight(one.bet) for one in self.held])
        space = min((one.bet.space for one in self.held), key=len)
        kinds = {outcome: KINDS[type(target.bet.verdict(target.state, outcome))] for outcome, _ in space}
        possible = [kind for kind in SHARES if kind in kinds.values()]
        (kind,) = self.chance.choices(possible, [SHARES[kind] for kind in possible])
        return self._draw(space.given(lambda outcome: kinds[outcome] == kind))

    def _draw(self, space: Space) -> Outcome:
        outcomes, weights = zip(*space, strict=True)
        drawn: Sequence[Outcome] = self.chance.choices(outcomes, weights)
        return drawn[0]

    def exercise(self) -> Exercise:
        """What was played, each player's bets together."""
        show = self.rules.rulebook.show
        return Exercise(
            rules=self.rules,
            limits=self.limits,
            held=tuple(sorted(self.held, key=lambda one: one.player)),
            throws=tuple(Counted(outcome, show(outcome)) for outcome in self.throws),
            table=self.state,
        )


def _moves(one: HeldBet, outcome: Outcome) -> bool:
    verdict = one.bet.verdict(one.state, outcome)
    return isinstance(verdict, Stay) and verdict.state != one.state


@lru_cache(KEPT_BETS)
def stakes_without_breakage(bet: Bet, chip: int) -> tuple[int, ...]:
    """Stakes none of whose prizes needs rounding."""
    prizes = {cell for row in explore(bet).rows for cell in row if isinstance(cell, Win)}
    return tuple(
        stake for stake in STAKES if not any(pay(stake, prize, bet.commission, chip).breakage for prize in prizes)
    )
