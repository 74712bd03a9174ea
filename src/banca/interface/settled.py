"""Bets settled, and what the next round may do to those that stand. Money is in patacas, as it went in."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Protocol

from banca.analysis.exact import Together
from banca.answers import settlement_answer
from banca.answers.settlement import SettlementAnswer
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.interface.frame import patacas, to_frame
from banca.interface.rounds import ManyRounds
from banca.law import Language
from banca.notebook import html_table
from banca.rules import Fate, Limits, Null, Refusal, Rules, Slip, Standing, Throw, _
from banca.rules.money import AVOS
from banca.rules.refusal import NEEDS_EXTRA


class Settles(Protocol):
    """A game at a table, as far as a settlement needs it."""

    @property
    def rules(self) -> Rules:
        """The rules of the table."""

    def settle_slips(self, slips: Sequence[Slip], outcomes: Sequence[str | int] | str, limits: Limits) -> "Settlement":
        """Settle bets over outcomes."""


@dataclass(frozen=True, eq=False)
class Settlement:
    """Bets settled over a sequence of throws."""

    game: Settles
    limits: Limits
    throws: tuple[Throw, ...]
    fates: tuple[Fate, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settlement) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash(self.__reduce__())

    def __reduce__(self) -> tuple[Callable[..., "Settlement"], tuple[object, ...]]:
        """The bets, the throws and the limits, to be settled again: bets hold functions, which do not go elsewhere."""
        parts = (part.slip for fate in self.fates for part in fate.parts)
        slips = tuple((slip.bet.key, slip.stake, slip.at) for slip in parts)
        return _settled, (self.game, slips, tuple(map(self._written, self.throws)), self.limits)

    def _written(self, throw: Throw) -> str:
        if isinstance(throw, Null):
            return f"null:{throw.reason}" if throw.reason else "null"
        return throw.written or self.rules.rulebook.show(throw.outcome)

    @property
    def rules(self) -> Rules:
        """The rules by which the bets were settled."""
        return self.game.rules

    @property
    def standing(self) -> tuple[Standing, ...]:
        """The bets that no throw has decided."""
        return tuple(fate.standing for fate in self.fates if fate.is_standing)

    def all_standing(self) -> tuple[Standing, ...]:
        """Return the bets if all of them still stand.

        Raises:
            Refusal: A throw has already decided one of them.
        """
        for fate in self.fates:
            if not fate.is_standing:
                key, after = fate.slip.bet.key, len(self.throws) + 1
                raise Refusal(
                    "already_decided",
                    _("{bet} is already decided by throw {asked}; to place it after the throws, write {bet}@{allowed}"),
                    fate.slip.bet.cite,
                    bet=key,
                    asked=fate.events[-1].throw,
                    allowed=after,
                )
        return self.standing

    @property
    def net(self) -> Decimal:
        """The player's gain on the bets decided, in patacas."""
        return patacas(sum(fate.payment.net for fate in self.fates if fate.payment))

    @property
    def received(self) -> Decimal:
        """What the player receives, in patacas: returned stakes, and prizes."""
        return patacas(sum(fate.payment.received for fate in self.fates if fate.payment))

    def answer(self) -> SettlementAnswer:
        """Return the whole settlement, typed: each bet's fate, the steps of its payment, the articles."""
        return settlement_answer(self.rules, self.limits, self.throws, self.fates)

    def report(self, spoken: Language = Language.EN) -> dict[str, Any]:
        """Return the answer as plain data, as `banca settle --json` prints it.

        Args:
            spoken: The language of its sentences.
        """
        found: dict[str, Any] = plain(self.answer(), translator(spoken))
        return found

    def rows(self) -> list[dict[str, object]]:
        """Return one row for each bet; amounts in patacas."""
        columns = ("bet", "stake", "result", "odds_ratio", "prize", "commission", "breakage", "received", "net")
        return [
            {name: getattr(bet, name) for name in columns} | {"status": bet.status.value, "clauses": bet.cites or ()}
            for bet in self.answer().bets
        ]

    def to_frame(self, library: str | None = None) -> Any:  # a frame of whichever library there is
        """Return the rows as a data frame of pandas or polars.

        Args:
            library: `pandas` or `polars`; by default the first that is installed.

        Raises:
            Refusal: Neither is installed, or the library is not one of them.
        """
        return to_frame(self.rows(), library)

    def __repr__(self) -> str:
        fates = ", ".join(f"{bet.bet} {bet.result}" for bet in self.answer().bets)
        return f"<settlement of {self.rules.rulebook.game}: {fates}; net {translator().signed(int(self.net * AVOS))}>"

    def _repr_html_(self) -> str:
        answer, say = self.answer(), translator()
        rows = [
            {
                "bet": bet.bet,
                "name": say(bet.name),
                "stake": say.money(bet.stake.avos),
                "result": bet.result,
                "arithmetic": "; ".join(say(step.said) for step in bet.steps),
                "status": bet.status.value,
                "clauses": say.list(bet.cites or ()),
            }
            for bet in answer.bets
        ]
        columns = ("bet", "name", "stake", "result", "arithmetic", "status", "clauses")
        return html_table(f"{say(answer.title)}: net {say.signed(answer.net.avos)}", columns, rows)


def _settled(
    game: Settles, slips: Sequence[tuple[str, int, int | None]], throws: Sequence[str], limits: Limits
) -> Settlement:
    bets = [Slip(bet=game.rules.bet(key), stake=stake, at=at) for key, stake, at in slips]
    return game.settle_slips(bets, throws, limits)


@dataclass(frozen=True, slots=True)
class NextRound:
    """The exact net results of the next round for the bets that stand. A bet that it does not decide counts 0."""

    found: Together

    @property
    def chances(self) -> dict[Decimal, Fraction]:
        """Net results in patacas, lowest first, with their chances."""
        return {patacas(net): chance for net, chance in self.found.chances.items()}

    @property
    def undecided(self) -> Fraction:
        """The chance that the round leaves at least one of the bets standing."""
        return self.found.undecided

    @property
    def mean(self) -> Fraction:
        """The player's mean net result, in patacas."""
        return self.found.mean / AVOS

    @property
    def variance(self) -> Fraction:
        """Its variance, in patacas squared."""
        return self.found.variance / AVOS**2

    @property
    def sd(self) -> float:
        """Its standard deviation, in patacas."""
        return math.sqrt(self.variance)

    def after(self, rounds: int, *, exact: bool | None = None) -> ManyRounds:
        """Return the sum of a number of rounds of the same bets; by default exact if that is small.

        Args:
            rounds: The number of rounds.
            exact: True for fractions, False for floats with a proven bound.

        Raises:
            Refusal: The extra `fast` is not installed.
        """
        try:
            from banca.analysis.sessions.many_rounds import sum_rounds  # the extra `fast`
        except ModuleNotFoundError:
            raise Refusal(NEEDS_EXTRA, asked="after()", allowed="fast") from None
        return ManyRounds(rounds, sum_rounds(self.found, rounds, exact=exact))

    def rows(self) -> list[dict[str, object]]:
        """Return one row for each net result."""
        return [{"net": net, "chance": chance} for net, chance in self.chances.items()]

    def to_frame(self, library: str | None = None) -> Any:  # a frame of whichever library there is
        """Return the rows as a data frame of pandas or polars.

        Args:
            library: `pandas` or `polars`; by default the first that is installed.

        Raises:
            Refusal: Neither is installed, or the library is not one of them.
        """
        return to_frame(self.rows(), library)

    def _repr_html_(self) -> str:
        say = translator()
        rows = [
            {"net": say.money(net), "chance": say.exact(chance), "≈": say.percent(chance)}
            for net, chance in self.found.chances.items()
        ]
        return html_table(f"mean {say.exact(self.mean)} patacas", ("net", "chance", "≈"), rows)
