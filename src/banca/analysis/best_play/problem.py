"""A problem for the best play: the bankroll, the goal and the bets that may be used; and the ways that its answer is compared with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from banca.analysis.sessions.distribution import Interval
from banca.analysis.simulation.plan import NO_BETS
from banca.analysis.simulation.strategy import BAD_ROUNDS, Session, check_session
from banca.games import rulebook
from banca.i18n import LocalizedText, Translator
from banca.i18n.answer import AnswerStruct
from banca.rules import Bet, Limits, Refusal, Rules, Text, _, format_patacas, refusal, under
from banca.rules.refusal import DIFFERENT_SPACES

GOAL_NEEDS = refusal("goal_needs", _("the goal {goal} needs {asked}"))
UNKNOWN_GOAL = refusal("unknown_goal", _("there is no goal {asked}; available: {allowed}"))

MOST_ROUNDS = 10_000


class PlayGoal(StrEnum):
    """The goal that a bankroll is played for."""

    TARGET = "target"
    """Reach the target, within the rounds if they are limited."""
    LAST = "last"
    """Play all rounds, with a bet on the layout in each."""
    STAKE = "stake"
    """Stake the turnover in all, and lose least."""


def parse_goal(name: str) -> PlayGoal:
    """Return a goal by its name; refused where there is none."""
    if name not in tuple(PlayGoal):
        raise Refusal(UNKNOWN_GOAL, asked=name, allowed=tuple(PlayGoal))
    return PlayGoal(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayProblem:
    """A bankroll and a goal. Amounts in avos; without bets or stakes, all that the rules and the limits allow."""

    game: str
    goal: PlayGoal
    bankroll: int
    target: int | None = None
    rounds: int | None = None
    turnover: int | None = None
    """The total to stake."""
    bets: tuple[str, ...] = ()
    """The only bets that may be used; additional ones are named with their flat bets, one by one or all by their id."""
    stakes: tuple[int, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    limits: Limits | None = None

    @property
    def rules(self) -> Rules:
        """The house's rules."""
        return under(rulebook(self.game), self.options)

    @property
    def table_limits(self) -> Limits:
        """The table's limits; by default the game's own."""
        return self.limits or rulebook(self.game).limits

    @property
    def is_timed(self) -> bool:
        """Whether rounds are counted."""
        return self.rounds is not None


def flat_bets(problem: PlayProblem, rules: Rules) -> tuple[Bet, ...]:
    """The bets that may be placed by themselves, those that are added to another left out."""
    if not problem.bets:
        return tuple(bet for bet in rules.bets.values() if not bet.added_to and bet.space == rules.space)
    named = _named(problem, rules)
    flats = tuple(bet for bet in named if not bet.added_to)
    for bet in named:
        # An additional bet cannot stand by itself; its flat bet must be among those named.
        if bet.added_to and bet.added_to not in {flat.id for flat in flats}:
            raise Refusal(
                "not_flat", _("{bet} is added to {flat}; name {flat} too"), bet.cite, bet=bet.key, flat=bet.added_to
            )
    if len({bet.space for bet in flats}) > 1:
        raise Refusal(DIFFERENT_SPACES, bets=[bet.key for bet in flats])
    return flats


def additional_bets(problem: PlayProblem, rules: Rules) -> tuple[Bet, ...]:
    """The bets that may be added to another: all where no bets are named, else those that are."""
    bets = _named(problem, rules) if problem.bets else rules.bets.values()
    return tuple(bet for bet in bets if bet.added_to)


def all_additional(rules: Rules, name: str) -> tuple[Bet, ...]:
    """The additional bets of an id, such as those behind the Pass Line on any number; none where it is no such id."""
    return tuple(bet for bet in rules.bets.values() if bet.added_to and bet.id == name)


def _named(problem: PlayProblem, rules: Rules) -> tuple[Bet, ...]:
    bets = (bet for key in problem.bets for bet in all_additional(rules, key) or (rules.bet(key),))
    return tuple(dict.fromkeys(bets))


def check_problem(problem: PlayProblem, bets: tuple[Bet, ...]) -> None:
    """Refuse a problem that cannot begin, or that does not say what its goal needs."""
    if not bets:
        raise Refusal(NO_BETS, problem.rules.rulebook.bets_cite, game=problem.game)
    limits = problem.table_limits
    if problem.goal is PlayGoal.TARGET and problem.target is None:
        raise Refusal(GOAL_NEEDS, goal=problem.goal, asked="target")
    if problem.goal is PlayGoal.LAST and problem.rounds is None:
        raise Refusal(GOAL_NEEDS, goal=problem.goal, asked="rounds")
    if problem.goal is PlayGoal.STAKE:
        if problem.turnover is None:
            raise Refusal(GOAL_NEEDS, goal=problem.goal, asked="turnover")
        if problem.rounds is not None:
            raise Refusal("goal_without_rounds", _("the goal {goal} takes no number of rounds"), goal=problem.goal)
        if problem.turnover < limits.minimum:
            minimum = format_patacas(limits.minimum)
            raise Refusal(
                "bad_turnover",
                _("a total stake of {asked} is too low; the minimum of one bet is {minimum}"),
                asked=format_patacas(problem.turnover),
                minimum=minimum,
            )
    if problem.rounds is not None and not 1 <= problem.rounds <= MOST_ROUNDS:
        raise Refusal(BAD_ROUNDS, asked=problem.rounds, allowed=MOST_ROUNDS)
    for stake in problem.stakes:
        limits.check(stake)
    least = min(problem.stakes, default=limits.minimum)
    target = problem.target if problem.goal is PlayGoal.TARGET else None
    session = Session(bankroll=problem.bankroll, target=target, rounds=problem.rounds or 1)
    check_session(session, limits, bet=bets[0].key, stake=least)


def way_text(say: Translator, title: Text, bet: Bet | None = None) -> str:
    """Return the title of a strategy, or what is done with one bet."""
    return say(title) if bet is None else say(title, bet=say.bet(bet))


class OtherWay(AnswerStruct, frozen=True, kw_only=True):
    """Another way of playing for the same goal: with one bet, or a strategy that comes with the game."""

    title: LocalizedText
    bet: str = ""
    strategy: str = ""
    chance: Interval | None = None
    loss: Interval
    """The mean loss, in patacas."""
