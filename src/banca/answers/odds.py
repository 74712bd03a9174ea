"""The exact figures of a game's bets."""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import TypeVar

from banca.analysis.exact import Analysis, analysed
from banca.games import find
from banca.i18n import Localized, Translator
from banca.i18n.answer import AnswerStruct, Clauses, Heading, heading
from banca.law import Status, status_of
from banca.rules import Bet, Citation, Odds, Rules, Win

NONE = Fraction(0)


class NetChance(AnswerStruct, frozen=True, kw_only=True):
    """One net result per unit staked, and its chance."""

    net: Fraction
    chance: Fraction


class BetFigures(AnswerStruct, frozen=True, kw_only=True):
    """One bet: what it rests on, what it pays, and every figure of it. Only `sd` is rounded."""

    id: str
    selection: str
    name: Localized
    family: Localized
    cite: Citation
    prize_cite: Clauses
    prize_cites: tuple[Citation, ...]
    status: Status
    reads: tuple[Citation, ...]
    pays: Localized
    odds: tuple[Odds, ...]
    commission: Fraction
    commission_cite: Clauses
    """None where the house keeps nothing of a prize."""
    p_win: Fraction
    p_lose: Fraction
    p_push: Fraction
    house_edge: Fraction
    house_edge_resolved: Fraction
    house_edge_per_round: Fraction
    mean_rounds: Fraction
    net: tuple[NetChance, ...]
    variance: Fraction
    sd: float
    states: int

    @property
    def key(self) -> str:
        """The id with its selection."""
        return f"{self.id}:{self.selection}" if self.selection else self.id

    @property
    def results(self) -> tuple[object, ...]:
        """What it pays and how often: bets for which this is equal have the same figures."""
        return self.odds, self.commission, self.net, self.mean_rounds

    @property
    def cites(self) -> tuple[Citation, ...]:
        """The clauses of the bet and of its prizes."""
        return tuple(dict.fromkeys((self.cite, *self.prize_cites)))


AnyBet = TypeVar("AnyBet", bound=BetFigures)


class GameFigures(Heading, frozen=True, kw_only=True):
    """The bets of a game under the house's options."""

    bets: tuple[BetFigures, ...]


class AllFigures(AnswerStruct, frozen=True, kw_only=True):
    """The bets of every game."""

    games: tuple[GameFigures, ...]


def figures_of(rules: Rules, bets: Iterable[Bet] | None = None) -> GameFigures:
    """Return one row per bet and selection, in the regulation's order; all of them unless some are named."""
    shown = rules.bets.values() if bets is None else bets
    with find(rules.rulebook.game).blamed("bets"):  # a package is checked under its default options alone
        return GameFigures(**heading(rules), bets=tuple(bet_figures(bet) for bet in shown))


def bet_figures(bet: Bet, known: Analysis | None = None) -> BetFigures:
    """Return the figures of a bet; `known` is its analysis, if there is one already."""
    figures = known or analysed(bet)
    prizes = dict.fromkeys(result.verdict.cite for result in figures.results if isinstance(result.verdict, Win))
    return BetFigures(
        id=bet.id,
        selection=bet.selection,
        name=Localized(Translator.bet, bet),
        family=Localized(Translator.family, bet),
        cite=bet.cite,
        prize_cite=Clauses(tuple(prizes)),
        prize_cites=tuple(prizes),
        status=status_of(bet, *prizes),
        reads=bet.reads,
        pays=Localized(Translator.odds, figures.pays),
        odds=figures.pays,
        commission=bet.commission.rate if bet.commission else NONE,
        commission_cite=Clauses((bet.commission.cite,) if bet.commission else ()),
        p_win=figures.p_win,
        p_lose=figures.p_lose,
        p_push=figures.p_push,
        house_edge=figures.house_edge,
        house_edge_resolved=figures.house_edge_resolved,
        house_edge_per_round=figures.house_edge_per_round,
        mean_rounds=figures.mean_rounds,
        net=tuple(NetChance(net=net, chance=chance) for net, chance in figures.net_distribution.items()),
        variance=figures.variance,
        sd=figures.sd,
        states=figures.states,
    )


def families(bets: Iterable[AnyBet], apart: Callable[[AnyBet], Hashable] = lambda _: None) -> list[tuple[AnyBet, ...]]:
    """Group bets that differ only in their selection; everything else about them is equal, and so is what `apart` returns."""
    found: dict[tuple[object, ...], list[AnyBet]] = {}
    for bet in bets:
        unordered = (frozenset(bet.cites), frozenset(bet.reads), frozenset(bet.results))
        alike = (bet.id, bet.status, *unordered, apart(bet))
        found.setdefault(alike, []).append(bet)
    return [tuple(group) for group in found.values()]
