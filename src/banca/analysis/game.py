"""The Python interface: `banca.game(NAME).bet(KEY).analysis().house_edge`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from banca.analysis.exact import Analysis, analyse, certificate, together
from banca.analysis.exact.odds import figures_of
from banca.analysis.settlement import Settlement, read_slip, settle_bets
from banca.game import Game
from banca.games import playable, rulebook
from banca.i18n import translator
from banca.i18n.answer import caution
from banca.i18n.lookup import find_bet, find_game, find_option
from banca.law import Clause, Status, clause, status_of
from banca.notebook import FrameSource, html_table
from banca.rules import (
    Bet,
    Limits,
    Proposal,
    Refusal,
    Rules,
    carrying,
    under,
)
from banca.rules.refusal import REPEATED_OPTION
from banca.rules.rulebook import OPTION
from banca.rules.text import MINUS

if TYPE_CHECKING:
    from banca.analysis.rounds import NextRound


def games() -> tuple[str, ...]:
    """Return the ids of all games; `game(id)` opens those of chance, and a game between players is `banca.<id>`."""
    return playable()


def game(name: str, **options: object) -> "GameAtTable":
    """Open a game under the house's options; those not named keep their defaults.

    Args:
        name: Its id, or a name that people use in any of the three languages.
        **options: The house's options by name; those not named keep their defaults.

    Returns:
        The game at a table, with its bets.

    Raises:
        Refusal: There is no such game, it is played between players, or an option or its value is unknown.
    """
    meant = find_game(name).value
    book = rulebook(meant.id)
    chosen = _chosen(meant, options)
    proposal = chosen.get(OPTION)
    return GameAtTable(under(book, chosen), proposal if isinstance(proposal, Proposal) else None)


def proposed(file: str | Path, **options: object) -> "GameAtTable":
    """Open a game with the bets and prizes that a file, or a worked example, proposes.

    Args:
        file: A file in Starlark, or the name of a worked example.
        **options: The house's options by name; those not named keep their defaults.

    Returns:
        The game with the proposed bets among its own.

    Raises:
        Refusal: The file cannot be read, describes no valid bet, or takes too much work.

    Examples:
        >>> proposed("all_tall_small").bet("all_small").analysis().house_edge
        Fraction(1687, 21736)
    """
    from banca.analysis.exact.proposals import solve_proposal  # only for a proposal, as below
    from banca.proposals import read_file

    proposal = read_file(Path(file))
    rules = carrying(rulebook(proposal.game), proposal, options)
    solve_proposal(proposal, rules)
    return GameAtTable(rules, proposal)


def _opened(name: str, options: Mapping[str, object]) -> "GameAtTable":
    return game(name, **options)


def _chosen(game: Game, options: Mapping[str, object]) -> dict[str, object]:
    """Options as the rules write them, each once; a proposal is its own value."""
    chosen: dict[str, object] = {}
    for name, value in options.items():
        key, choice = (name, value) if name == OPTION else find_option(game, name, value).value
        if key in chosen:
            raise Refusal(REPEATED_OPTION, asked=key)
        chosen[key] = choice
    return chosen


def _carrying(source: str, options: Mapping[str, object]) -> "GameAtTable":
    from banca.proposals import read_proposal

    proposal = read_proposal(source)
    return GameAtTable(carrying(rulebook(proposal.game), proposal, options), proposal)


@dataclass(frozen=True, eq=False)
class GameAtTable(FrameSource):
    """A game at one table: its bets, their exact figures, and settlement."""

    rules: Rules
    proposal: Proposal | None = None
    """The proposal that the table carries, if any."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameAtTable) and self._terms == other._terms

    def __hash__(self) -> int:
        return hash(self._terms)

    def __reduce__(self) -> tuple[Callable[..., "GameAtTable"], tuple[object, ...]]:
        """Its name, options and proposal: rules hold functions, which do not go from one process to another."""
        options = {name: value for name, value in self.rules.chosen if name != OPTION}
        if self.proposal:
            return _carrying, (self.proposal.source, options)
        return _opened, (self.name, options)

    @property
    def _terms(self) -> tuple[object, ...]:
        return self.name, tuple((name, str(value)) for name, value in self.rules.chosen)

    @property
    def name(self) -> str:
        """The game's id, as `games()` names it."""
        return self.rules.rulebook.game

    @property
    def caution(self) -> str | None:
        """What to know before relying on the game's text, in English; None if it is in force and unchanged, as far as is known."""
        about = caution(self.name)
        return translator().spell(about) if about else None

    @property
    def options(self) -> dict[str, object]:
        """The house's options with their values."""
        return dict(self.rules.chosen)

    @cached_property
    def bets(self) -> tuple["GameBet", ...]:
        """Every bet, in the regulation's order."""
        return tuple(GameBet(self, bet) for bet in self.rules.bets.values())

    def bet(self, key: str, selection: object = "") -> "GameBet":
        """Return a bet by its id, its name, or what people call it; the selection may be part of `key` or given apart.

        Args:
            key: Id with or without its selection, such as `hard_way:6`, or a name.
            selection: The selection, if `key` does not have it.

        Raises:
            Refusal: No bet, or more than one, has this name; the message lists similar ones.
        """
        match = find_bet(self.rules, f"{key}:{selection}" if selection != "" else key)
        return GameBet(self, match.value, str(match.remark or ""))

    def settle(
        self, bets: Mapping[str, object], outcomes: Sequence[str | int] | str, limits: Limits | None = None
    ) -> "Settlement":
        """Settle bets (stakes in patacas) over outcomes in order; `"come@3"` is placed before the third.

        Args:
            bets: Stakes in patacas by `BET` or `BET@THROW`.
            outcomes: Results in order, as people write them; `null` or `null:REASON` for a throw that does not count.
            limits: Minimum, maximum and chip of the table; by default those of the rulebook.

        Returns:
            The result of each bet.

        Raises:
            Refusal: A bet, stake or result cannot be read, or the rules do not allow the bet there.
        """
        slips = [read_slip(self.rules, key, stake) for key, stake in bets.items()]
        written = [outcomes] if isinstance(outcomes, str) else outcomes
        return settle_bets(self.rules, slips, written, limits or self.rules.rulebook.limits, self.proposal)

    def together(
        self, bets: Mapping[str, object], after: Sequence[str | int] | str = (), limits: Limits | None = None
    ) -> "NextRound":
        """Return the exact distribution of the next round's net result for the bets still standing `after` some outcomes.

        Args:
            bets: Stakes in patacas by `BET` or `BET@THROW`.
            after: The results so far, in order.
            limits: Minimum, maximum and chip of the table; by default those of the rulebook.

        Raises:
            Refusal: As `settle`; or a result has already decided one of the bets.
        """
        from banca.analysis.rounds import NextRound

        limits = limits or self.rules.rulebook.limits
        return NextRound(together(self.settle(bets, after, limits).all_standing(), limits.chip))

    def clause(self, number: str) -> Clause:
        """Return a clause of the rulebook, or a reading, in three languages.

        Args:
            number: As the program cites it: `5.2.3`, `R-money-1`.

        Raises:
            Refusal: There is no such clause.
        """
        return clause(self.name, number)

    def certificate(self) -> dict[str, object]:
        """Return every bet's table and solution in integers, for an independent check."""
        return certificate(self.rules)

    def __repr__(self) -> str:
        shown = ((name, str(value) if isinstance(value, str) else value) for name, value in self.rules.chosen)
        called = f"banca.game({self.name!r}{''.join(f', {name}={value!r}' for name, value in shown)})"
        return f"{called}  # its text is not the last: see .caution" if self.caution else called

    def rows(self) -> list[dict[str, object]]:
        """Return one row of figures for each bet, for a spreadsheet or a data frame."""
        return [figure_row(bet) for bet in figures_of(self.rules).bets]

    def _repr_html_(self) -> str:
        figures, say = figures_of(self.rules), translator()
        rows = [
            {
                "bet": bet.bet.key,
                "name": say(bet.name),
                "pays": say.odds(bet.pays),
                "house edge": say.percent(bet.house_edge),
                "exactly": say.exact(bet.house_edge),
                "wins": say.exact(bet.p_win),
                "loses": say.exact(bet.p_lose),
                "ties": say.exact(bet.p_push),
                "rounds": say.exact(bet.mean_rounds),
                "status": bet.status.value,
                "clause": str(bet.bet.cite),
            }
            for bet in figures.bets
        ]
        title = f"{say(figures.title)}, {say(figures.instrument)}"
        return html_table(f"{title}. {self.caution}" if self.caution else title, list(rows[0]), rows)


def figure_row(bet: Analysis) -> dict[str, object]:
    """A bet's figures under their names; words in English."""
    say = translator()
    row: dict[str, object] = {"bet": bet.bet.key, "name": say(bet.name), "pays": say.odds(bet.pays)}
    figures = ("house_edge", "house_edge_resolved", "house_edge_per_round", "p_win", "p_lose", "p_push", "mean_rounds")
    row |= {name: getattr(bet, name) for name in (*figures, "variance", "sd")}
    return row | {"status": bet.status.value, "clause": str(bet.bet.cite), "readings": bet.bet.reads}


@dataclass(frozen=True, eq=False)
class GameBet(FrameSource):
    """One bet of a game."""

    game: GameAtTable
    terms: Bet
    remark: str = ""
    """A remark, if it was found by the name of a similar bet."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameBet) and (self.game, self.key) == (other.game, other.key)

    def __hash__(self) -> int:
        return hash((self.game, self.key))

    def __reduce__(self) -> tuple[Callable[..., "GameBet"], tuple[object, ...]]:
        return GameAtTable.bet, (self.game, self.key)

    @property
    def key(self) -> str:
        """The id with its selection: `pass_line`, `hard_way:6`."""
        return self.terms.key

    @property
    def name(self) -> str:
        """The bet's English name."""
        return translator().bet(self.terms)

    def analysis(self) -> Analysis:
        """Return the exact figures of the bet."""
        return analyse(self.terms)

    @property
    def status(self) -> Status:
        """Gazetted, reading or reconstructed: the least firm of the clauses it rests on."""
        return status_of(self.terms)

    def __repr__(self) -> str:
        return f"<bet {self.key}: {self.name} ({self.terms.cite}, {self.status})>"

    def rows(self) -> list[dict[str, object]]:
        """Return every net result per unit staked, with its chance."""
        return [{"net": net, "chance": chance} for net, chance in self.analysis().net_distribution.items()]

    def _repr_html_(self) -> str:
        say, figures = translator(), figure_row(self.analysis())
        rows = [{"figure": name, "value": _shown(value), "≈": _rounded(name, value)} for name, value in figures.items()]
        rows += [
            {"figure": f"net {say.exact(net)}", "value": say.exact(chance), "≈": say.percent(chance)}
            for net, chance in self.analysis().net_distribution.items()
        ]
        return html_table(self.name, ("figure", "value", "≈"), rows)


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value).replace("-", MINUS)


def _rounded(name: str, value: object) -> str:
    """Chances and shares of a stake in per cent, anything else as a number."""
    if not isinstance(value, Fraction):
        return ""
    return (
        translator().percent(value) if name.startswith(("p_", "house_edge")) else translator().decimal(float(value), 6)
    )
