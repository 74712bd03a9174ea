"""The Python interface: `banca.game(NAME).bet(KEY).analysis().house_edge`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from banca.answers import bet_figures, figures_of, plain, settlement_answer
from banca.answers.settlement import SettlementAnswer
from banca.exact import Analysis, Together, analyse, certificate, together
from banca.exact.limited import worked_out
from banca.finder import find_bet, find_game, find_option, find_outcome
from banca.game import Game
from banca.games import of_chance, rulebook
from banca.law import Clause, Language, Status, clause, status_of
from banca.notebook import html_table
from banca.proposals import read_file
from banca.rulebook import (
    Bet,
    Code,
    Fate,
    Limits,
    Refusal,
    Rules,
    Slip,
    Standing,
    Throw,
    carrying,
    parse_patacas,
    settle,
    under,
)
from banca.rulebook.proposed import OPTION
from banca.words import speech

_PLACED_BET = re.compile(r"(?P<key>[^=@]+)(@(?P<at>[0-9]{1,6}))?")


def games() -> tuple[str, ...]:
    """The names of the games there are."""
    return of_chance()


def game(name: str, **options: object) -> "GameAtTable":
    """A game under the house's options; those not named keep their defaults."""
    found = find_game(name).value
    book = rulebook(found.id)
    return GameAtTable(under(book, _chosen(found, options)))


def proposed(file: str | Path, **options: object) -> "GameAtTable":
    """A game that carries the bets and prizes a file proposes, or one of the worked examples by its name.

    >>> proposed("all_tall_small").bet("all_small").analysis().house_edge
    Fraction(1687, 21736)
    """
    proposal = read_file(Path(file))
    rules = carrying(rulebook(proposal.game), proposal, options)
    worked_out(proposal, rules)
    return GameAtTable(rules)


def _chosen(game: Game, options: Mapping[str, object]) -> dict[str, object]:
    """Options as the rules write them, each once; a proposal is its own value."""
    chosen: dict[str, object] = {}
    for name, value in options.items():
        key, choice = (name, value) if name == OPTION else find_option(game, name, value).value
        if key in chosen:
            raise Refusal(Code.REPEATED_OPTION, asked=key)
        chosen[key] = choice
    return chosen


@dataclass(frozen=True, eq=False)
class GameAtTable:
    """A game at one table: its bets, their exact figures, and settlement."""

    rules: Rules

    @property
    def name(self) -> str:
        """The game's id, as `games()` names it."""
        return self.rules.rulebook.game

    @property
    def options(self) -> dict[str, object]:
        """The house's choices."""
        return dict(self.rules.chosen)

    @cached_property
    def bets(self) -> tuple["GameBet", ...]:
        """Every bet, in the regulation's order."""
        return tuple(GameBet(bet) for bet in self.rules.bets.values())

    def bet(self, key: str, selection: object = "") -> "GameBet":
        """One bet by its id, its name, or what people call it, with its selection in one text or two."""
        found = find_bet(self.rules, f"{key}:{selection}" if selection != "" else key)
        return GameBet(found.value, found.remark or "")

    def settle(
        self, bets: Mapping[str, object], outcomes: Sequence[str | int] | str, limits: Limits | None = None
    ) -> "Settlement":
        """Settle bets (stakes in patacas) over outcomes in order; `"come@3"` is placed before the third."""
        slips = [self.slip(key, stake) for key, stake in bets.items()]
        return self.settle_slips(slips, outcomes, limits or self.rules.rulebook.limits)

    def settle_slips(self, slips: Sequence[Slip], outcomes: Sequence[str | int] | str, limits: Limits) -> "Settlement":
        """The same for slips, where two may be on the same bet."""
        written = [outcomes] if isinstance(outcomes, str) else outcomes
        throws = tuple(find_outcome(self.rules, str(one)).value for one in written)
        return Settlement(self.rules, limits, throws, settle(self.rules, slips, throws, limits))

    def together(
        self, bets: Mapping[str, object], after: Sequence[str | int] | str = (), limits: Limits | None = None
    ) -> Together:
        """The exact distribution of the next round's net result, in avos, of the bets still standing `after` some outcomes."""
        limits = limits or self.rules.rulebook.limits
        return together(self.settle(bets, after, limits).all_standing(), limits.chip)

    def slip(self, key: str, stake: object) -> Slip:
        """A bet to settle, from `BET[@THROW]` and a stake in patacas: a number, or a plain one as text."""
        bet, at = self.placed(key)
        return Slip(bet=bet.terms, stake=parse_patacas(str(stake)), at=at)

    def placed(self, key: str) -> tuple["GameBet", int | None]:
        """The bet written `BET[@THROW]`, and before which throw it is placed."""
        written = _PLACED_BET.fullmatch(key.strip())
        if written is None:
            raise Refusal(Code.BAD_BET, self.rules.rulebook.bets_cite, asked=key)
        return self.bet(written["key"]), int(written["at"]) if written["at"] else None

    def clause(self, number: str) -> Clause:
        """One clause of the rulebook, or a reading, in three languages."""
        return clause(self.name, number)

    def certificate(self) -> dict[str, object]:
        """Every bet's table and solution in integers, for an independent check."""
        return certificate(self.rules)

    def __repr__(self) -> str:
        shown = ((name, str(value) if isinstance(value, str) else value) for name, value in self.rules.chosen)
        return f"banca.game({self.name!r}{''.join(f', {name}={value!r}' for name, value in shown)})"

    def _repr_html_(self) -> str:
        report = plain(figures_of(self.rules), speech())
        columns = ("name", "pays", "p_win", "p_lose", "p_push", "house_edge", "mean_rounds", "status", "cite")
        return html_table(f"{report['title']}, {report['instrument']}", columns, report["bets"])


@dataclass(frozen=True, eq=False)
class GameBet:
    """One bet of a game."""

    terms: Bet
    remark: str = ""
    """What to know of it, where it was found by the name of another bet."""

    @property
    def key(self) -> str:
        """`pass_line`, `hard_way:6`."""
        return self.terms.key

    @property
    def name(self) -> str:
        """Its English name."""
        return speech().bet(self.terms)

    def analysis(self) -> Analysis:
        """Its exact figures."""
        return analyse(self.terms)

    @property
    def status(self) -> Status:
        """Gazetted, reading or reconstructed: the least firm of the clauses it rests on."""
        return status_of(self.terms)

    def __repr__(self) -> str:
        return f"<bet {self.key}: {self.name} ({self.terms.cite}, {self.status})>"

    def _repr_html_(self) -> str:
        report = plain(bet_figures(self.terms), speech())
        report["reads"] = ", ".join(report["reads"])
        rows = [{"figure": name, "value": value} for name, value in report.items() if name != "net"]
        rows += [{"figure": f"net {one['net']}", "value": one["chance"]} for one in report["net"]]
        return html_table(self.name, ("figure", "value"), rows)


@dataclass(frozen=True, eq=False)
class Settlement:
    """Bets settled over a sequence of throws."""

    rules: Rules
    limits: Limits
    throws: tuple[Throw, ...]
    fates: tuple[Fate, ...]

    @property
    def standing(self) -> tuple[Standing, ...]:
        """The bets that no throw has decided."""
        return tuple(fate.standing for fate in self.fates if fate.is_standing)

    def all_standing(self) -> tuple[Standing, ...]:
        """The same, refused where a throw has already decided one of the bets."""
        for fate in self.fates:
            if not fate.is_standing:
                key, after = fate.slip.bet.key, len(self.throws) + 1
                raise Refusal(
                    Code.ALREADY_DECIDED, fate.slip.bet.cite, bet=key, asked=fate.events[-1].throw, allowed=after
                )
        return self.standing

    @property
    def net_avos(self) -> int:
        """The player's gain on the bets decided, in avos (hundredths of a pataca)."""
        return sum(fate.payment.net for fate in self.fates if fate.payment)

    def answer(self) -> SettlementAnswer:
        """Everything about it, typed: each bet's fate, the steps of its payment, the articles."""
        return settlement_answer(self.rules, self.limits, self.throws, self.fates)

    def report(self, spoken: Language = Language.EN) -> dict[str, Any]:
        """The answer as plain data, as `banca settle --json` prints it."""
        found: dict[str, Any] = plain(self.answer(), speech(spoken))
        return found

    def __repr__(self) -> str:
        report = self.report()
        fates = ", ".join(f"{bet['bet']} {bet['result']}" for bet in report["bets"])
        return f"<settlement of {report['game']}: {fates}; net {report['net']}>"

    def _repr_html_(self) -> str:
        report = self.report()
        columns = [
            "bet",
            "stake",
            "result",
            "odds",
            "prize",
            "commission",
            "breakage",
            "received",
            "net",
            "status",
            "cites",
        ]
        rows = [bet | {"cites": ", ".join(bet.get("cites", ()))} for bet in report["bets"]]
        return html_table(f"{report['title']}: net {report['net']}", columns, rows)
