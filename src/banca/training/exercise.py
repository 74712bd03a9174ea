"""What names an exercise, and how bets are dealt for one: a layout that play could have led to, and an outcome that decides something on it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from random import Random
from typing import Annotated, Any

from msgspec import Meta, Struct

from banca.games import rulebook, rules_of
from banca.rules import (
    KINDS,
    Bet,
    Decided,
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
    ValidThrow,
    Win,
    explore,
    settle,
)
from banca.rules.money import pay

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
    """How much lies on the layout, and how much is asked."""

    bets: int
    players: int
    chips: tuple[int, ...]
    """What the table's smallest chip may be, in avos."""
    has_breakage: bool
    """Stakes whose prizes need rounding are taken too."""
    largest_amount: int
    """The largest amount to be made up of chips, in lowest stakes."""
    winners: int
    """Bets that win together, where the game has so many on one result."""
    losers: int
    """Bets that lose beside them."""
    other_articles: int
    """Articles to choose from that are not the right one."""


LEVELS = {
    1: Level(
        bets=1, players=1, chips=(100,), has_breakage=False, largest_amount=40, winners=2, losers=0, other_articles=2
    ),
    2: Level(
        bets=3, players=1, chips=(100,), has_breakage=False, largest_amount=400, winners=3, losers=0, other_articles=3
    ),
    3: Level(
        bets=6,
        players=3,
        chips=(50, 100, 500),
        has_breakage=True,
        largest_amount=4000,
        winners=4,
        losers=2,
        other_articles=4,
    ),
}
LevelNumber = Annotated[int, Meta(ge=min(LEVELS), le=max(LEVELS))]


Name = Annotated[str, Meta(min_length=1, max_length=40)]
Seed = Annotated[int, Meta(ge=0, le=MOST_SEED)]


class ExerciseRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An exercise to be made: of a level, with more of the families whose weight is higher; without a seed, a new one."""

    kind: ExerciseKind = ExerciseKind.BETS
    level: LevelNumber = 1
    seed: Seed | None = None
    options: Annotated[dict[Name, Name], Meta(max_length=10)] = {}
    weights: Annotated[dict[Name, Annotated[int, Meta(ge=1, le=MOST_WEIGHT)]], Meta(max_length=40)] = {}
    """How much each family of bets is to be practised, from 1 up; those not named count 1."""


class WantedExercise(ExerciseRequest, frozen=True, kw_only=True):
    """What names an exercise: made again from the same name it is the same, so that links and exams keep nothing else."""

    game: str
    # An exam's seeds lie above those that may be asked for, and a proposal is an option that is no text.
    seed: int = 0
    options: Mapping[str, Any] = {}  # type: ignore[assignment]

    @property
    def terms(self) -> Level:
        """The level."""
        return LEVELS[self.level]

    def chance(self) -> Random:
        """Return the exercise's own source of chance, which is for nothing but exercises."""
        # Links and exams of earlier versions name exercises by this text: what is in it, and its order, must not change.
        # The kind came later than the rest, so bets go without it.
        name = (
            self.game,
            self.level,
            self.seed,
            sorted((name, str(value)) for name, value in self.options.items()),
            sorted(self.weights.items()),
            *([] if self.kind == ExerciseKind.BETS else [str(self.kind)]),
        )
        return Random(repr(name))  # no money hangs on it

    def weight(self, families: Iterable[str]) -> int:
        """Return how much the most wanted of these families is to be practised."""
        return max(self.weights.get(family, 1) for family in families)


# The lowest stake of the tables that are shown, in avos.
MINIMUM = 1000
UNITS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20, 24, 25, 30, 36, 40, 50, 60, 80, 100)
# What is staked, as piles of chips make it.
STAKES = tuple(unit * MINIMUM for unit in UNITS)
TRIES = 60
# Rounds that may have been played before the one that is asked about.
MOST_BEFORE = 5
# Bets that others can be added to are wanted so much more than the rest, and those additional bets when their time comes.
FLAT, ADDITIONAL = 3, 8
# How often the outcome is one that does this to the bet it is chosen for.
SHARES = {"win": 7, "push": 2, "lose": 1}
# Games under options, and bets, of which what was worked out is cached.
CACHED_RULES, CACHED_BETS = 100, 5000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HeldBet(Slip):
    """A slip of somebody's whose bet is on the layout, in `state` now."""

    player: int
    at: int
    state: State

    @property
    def standing(self) -> Standing:
        """As the rulebook sees it."""
        return Standing(self.bet, self.stake, self.state)


@dataclass(slots=True, kw_only=True, eq=False)
class BetExercise:
    """What a trainee is shown of a game of chance: the bets as they lie before the last of the throws."""

    rules: Rules
    limits: Limits
    table: State
    """What the table remembers before the last throw."""
    held: list[HeldBet] = field(default_factory=list)
    throws: list[ValidThrow] = field(default_factory=list)

    def fates(self) -> tuple[Fate, ...]:
        """Return what becomes of each bet, by the rulebook."""
        fates: dict[int, Fate] = {}
        # Player by player, because an additional bet is added to the bet of its own player.
        for player in {bet.player for bet in self.held}:
            own = [bet for bet in self.held if bet.player == player]
            settled = settle(self.rules, own, self.throws, self.limits)
            fates |= {id(bet): fate for bet, fate in zip(own, settled, strict=True)}
        return tuple(fates[id(bet)] for bet in self.held)


def deal_bets(wanted: WantedExercise) -> BetExercise:
    """Return the exercise of this name: a table is played with bets that the rules allow until enough lies on it."""
    rules = rules_of(wanted.game, tuple(sorted(wanted.options.items())))
    chance = wanted.chance()
    for _ in range(TRIES):
        start = rules.rulebook.table.start
        dealt = BetExercise(rules=rules, limits=practice_limits(rules, wanted, chance), table=start)
        if PracticeTable(dealt, wanted, chance, families(rules)).play():
            return dealt
    raise Defect(f"no exercise: {wanted}")  # cannot happen while bets can be placed


def practice_limits(rules: Rules, wanted: WantedExercise, chance: Random) -> Limits:
    """Return the limits of the table that is shown."""
    return replace(rules.rulebook.limits, minimum=MINIMUM, chip=chance.choice(wanted.terms.chips))


def families(rules: Rules) -> dict[str, list[Bet]]:
    """Return the bets that are learned together: those of one id, or each by itself where the rulebook says so."""
    bets_of: dict[str, list[Bet]] = {}
    for bet in rules.bets.values():
        bets_of.setdefault(family_of(rules, bet), []).append(bet)
    return bets_of


def family_of(rules: Rules, bet: Bet) -> str:
    """Return the family that a bet is learned with."""
    return bet.key if bet.id in rules.rulebook.one_by_one else bet.id


@lru_cache(CACHED_BETS)
def cells_of(bet: Bet) -> set[int | Decided]:
    """Return all that outcomes do to a bet: they decide it, or move it to the state of this number."""
    return {cell for row in explore(bet).rows for cell in row}


@lru_cache(CACHED_RULES)
def possible_results(rules: Rules) -> tuple[str, ...]:
    """Return what can become of a bet in this game, in the order of `KINDS`."""
    cells = {cell for bet in rules.bets.values() for cell in cells_of(bet)}
    kinds = {KINDS[Stay if isinstance(cell, int) else type(cell)] for cell in cells}
    return tuple(kind for kind in KINDS.values() if kind in kinds)


def can_return(bet: Bet) -> bool:
    """Return whether losing the bet may give a part of its stake back."""
    return any(isinstance(cell, Lose) and cell.share != 1 for cell in cells_of(bet))


@lru_cache(CACHED_RULES)
def deciding_options(game: str) -> dict[str, tuple[str, ...]]:
    """Return the options of a game by which a bet may fare otherwise, with their values, the default first."""
    deciding = {}
    for option in rulebook(game).options:
        values = sorted(map(str, option.values), key=lambda value: value != str(option.default))
        rules_by_value = [rules_of(game, ((option.name, value),)) for value in values]
        if len({tuple((bet.key, explore(bet).rows) for bet in rules.bets.values()) for rules in rules_by_value}) > 1:
            deciding[option.name] = tuple(values)
    return deciding


def is_allowed(rules: Rules, limits: Limits, bet: Bet, stake: int, layout: Layout) -> bool:
    """Return whether a player with this layout may place the bet."""
    try:
        rules.rulebook.check_placing(rules.chosen, bet, stake, layout)
        limits.check(stake)
    except Refusal:
        return False
    return True


@dataclass(slots=True, eq=False)
class PracticeTable:
    """A table being played until enough lies on it."""

    dealt: BetExercise
    """What lies on it so far."""
    wanted: WantedExercise
    chance: Random
    families: Mapping[str, list[Bet]]

    def play(self) -> bool:
        """Play some rounds where bets outlive one, then bets until enough lie there, then the outcome; False where it came to nothing."""
        dealt, most, has_past = self.dealt, self.wanted.terms.bets, KINDS[Stay] in possible_results(self.dealt.rules)
        for _ in range(self.chance.randint(most > 1, MOST_BEFORE) if has_past else 0):
            while len(dealt.held) <= most // 2 and self.chance.random() < 0.7 and self.place():
                pass
            self.throw(self.moving_outcome())
        while len(dealt.held) < most:
            if not self.place():
                return False
        dealt.throws.append(self._valid(self.deciding_outcome()))
        dealt.held.sort(key=lambda bet: bet.player)  # each player's bets together
        return True

    def place(self) -> bool:
        """Place one more bet of somebody, of those that the rules allow now; False where there is none."""
        open_now: dict[tuple[int, str], list[Bet]] = {}
        for player in range(self.wanted.terms.players):
            for family, bets in self.families.items():
                if allowed := [bet for bet in bets if any(self.stakes(player, bet))]:
                    open_now[player, family] = allowed
        if not open_now:
            return False
        room = [self.wanted.terms.bets - sum(bet.player == player for bet in self.dealt.held) for player, _ in open_now]
        # Squared, so that the bets of an exercise are spread over its players.
        weights = [self.weight(bets[0]) * free**2 for bets, free in zip(open_now.values(), room, strict=True)]
        (spot,) = self.chance.choices(list(open_now), weights)
        bet = self.chance.choice(open_now[spot])
        stake = self.chance.choice(list(self.stakes(spot[0], bet)))
        at = len(self.dealt.throws) + 1
        self.dealt.held.append(HeldBet(player=spot[0], bet=bet, stake=stake, at=at, state=bet.start))
        return True

    def weight(self, bet: Bet) -> int:
        """Return how much a bet is wanted; a flat bet as much as what can be added to it."""
        added = [other for other in self.dealt.rules.bets.values() if other.added_to == bet.id]
        wanted = self.wanted.weight(family_of(self.dealt.rules, other) for other in (bet, *added))
        return wanted * (ADDITIONAL if bet.added_to else FLAT if added else 1)

    def stakes(self, player: int, bet: Bet) -> Iterator[int]:
        """Yield what the player may stake on the bet now, the lowest first; nothing on a bet that lies there already."""
        own = [held for held in self.dealt.held if held.player == player]
        if any(held.bet is bet and held.state == bet.start for held in own):
            return
        layout = Layout(tuple(held.standing for held in own), self.dealt.table)
        for stake in usual_stakes(self.wanted, bet, self.dealt.limits):
            # Stakes rise: above the first that is too high, no other is allowed.
            if not is_allowed(self.dealt.rules, self.dealt.limits, bet, stake, layout):
                return
            yield stake

    def throw(self, outcome: Outcome) -> None:
        """Play a round: the bets that it decides are off the layout."""
        self.dealt.throws.append(self._valid(outcome))
        self.dealt.table = self.dealt.rules.rulebook.table.after(self.dealt.table, outcome)
        left: dict[tuple[int, str, State], HeldBet] = {}
        for bet in self.dealt.held:
            verdict = bet.bet.verdict(bet.state, outcome)
            if isinstance(verdict, Stay):
                # Two stakes of a player on one bet in one state would be one bet: the later is taken away. R-money-1.
                left.setdefault((bet.player, bet.bet.key, verdict.state), replace(bet, state=verdict.state))
        self.dealt.held = list(left.values())

    def _valid(self, outcome: Outcome) -> ValidThrow:
        return ValidThrow(outcome, self.dealt.rules.rulebook.show(outcome))

    def moving_outcome(self) -> Outcome:
        """Return any outcome; more often than not one that moves a bet, where there is one."""
        space = self.dealt.rules.space
        moving = space.given(lambda outcome: any(_moves(bet, outcome) for bet in self.dealt.held))
        return self._draw(moving if len(moving) and self.chance.random() < 0.7 else space)

    def deciding_outcome(self) -> Outcome:
        """Return an outcome that decides one of the bets, more often for the player than chance would."""
        (target,) = self.chance.choices(self.dealt.held, [self.weight(bet.bet) for bet in self.dealt.held])
        space = smallest_space(self.dealt.held)
        kinds = {outcome: KINDS[type(target.bet.verdict(target.state, outcome))] for outcome, _ in space}
        possible = [kind for kind in SHARES if kind in kinds.values()]
        (kind,) = self.chance.choices(possible, [SHARES[kind] for kind in possible])
        return self._draw(space.given(lambda outcome: kinds[outcome] == kind))

    def _draw(self, space: Space) -> Outcome:
        outcomes, weights = zip(*space, strict=True)
        drawn: Sequence[Outcome] = self.chance.choices(outcomes, weights)
        return drawn[0]


def smallest_space(held: Sequence[HeldBet]) -> Space:
    """Return the outcomes among which all of these bets can be decided: a bet may take fewer of them than the game has."""
    return min((bet.bet.space for bet in held), key=len)


def _moves(bet: HeldBet, outcome: Outcome) -> bool:
    verdict = bet.bet.verdict(bet.state, outcome)
    return isinstance(verdict, Stay) and verdict.state != bet.state


def usual_stakes(wanted: WantedExercise, bet: Bet, limits: Limits) -> tuple[int, ...]:
    """Return the stakes that an exercise of this level may have on the bet, the lowest first."""
    return STAKES if wanted.terms.has_breakage else stakes_without_breakage(bet, limits.chip)


@lru_cache(CACHED_BETS)
def stakes_without_breakage(bet: Bet, chip: int) -> tuple[int, ...]:
    """Return the stakes none of whose prizes needs rounding."""
    prizes = [cell for cell in cells_of(bet) if isinstance(cell, Win)]
    return tuple(
        stake for stake in STAKES if not any(pay(stake, prize, bet.commission, chip).breakage for prize in prizes)
    )
