"""Bets settled over a sequence of throws: each bet's fate with its arithmetic and articles. Money is in patacas, as it went in."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, field

from banca.files import CANNOT_READ, read_toml
from banca.games import find, rules_of
from banca.i18n import LocalizedText, Translator, translator
from banca.i18n.answer import AnswerStruct, Heading, Money, TableLimits, heading, plain
from banca.i18n.descriptions import RESULTS, describe_outcome, named_outcome, null_reason_name, result_words, step_text
from banca.i18n.lookup import find_outcome, find_placed_bet
from banca.law import Language, Status, clauses_of, law, status_of
from banca.notebook import FrameSource, html_table, patacas
from banca.record import FrozenStruct
from banca.rules import (
    KINDS,
    PLACED,
    Citation,
    Fate,
    Limits,
    Lose,
    NamedLimits,
    Null,
    Odds,
    Proposal,
    Refusal,
    Rules,
    Slip,
    Standing,
    State,
    Stay,
    Text,
    Throw,
    ThrowEffect,
    Win,
    _,
    _p,
    given_text,
    parse_patacas,
    settle,
)
from banca.rules.money import AVOS, ROUNDED, PaymentStep, steps_of

if TYPE_CHECKING:
    from banca.analysis.game import GameAtTable

T = TypeVar("T")
NULL_THROW = _p("of a result", "null")
NO_CAUSE = _("cause not given")
STANDS_ON = _("stays on {state}")


class ThrowShown(AnswerStruct, omit_defaults=True):
    """One throw: its outcome, or why it is null; what was written where another is counted for it."""

    throw: int
    null: bool
    text: LocalizedText = field(name="said")
    reason: str | None = None
    cites: tuple[Citation, ...] | None = None
    outcome: str | None = None
    written: str | None = None
    converted_by: Citation | None = None


class EffectShown(AnswerStruct, omit_defaults=True):
    """What a throw did to a bet, and by which clause."""

    throw: int
    does: str
    text: LocalizedText = field(name="said")
    cite: Citation | None = None
    state: LocalizedText | None = None
    share: Fraction | None = None


class StepShown(AnswerStruct, omit_defaults=True):
    """A step of the arithmetic, and the clause it goes by."""

    text: LocalizedText = field(name="said")
    cite: Citation | None = None


class PartPlaced(AnswerStruct):
    """One of several stakes on a bet, and before which throw it was placed."""

    stake: Money
    placed: int | None


def throw_text(say: Translator, throw: Throw, rules: Rules) -> str:
    """A throw in words: its result, or why it is null."""
    if isinstance(throw, Null):
        cause = null_reason_name(rules.rulebook.game, throw.reason, say) if throw.reason else say(NO_CAUSE)
        return say.labelled(say(NULL_THROW), cause)
    shown = rules.rulebook.show(throw.outcome)
    if rules.rulebook.converted_by and throw.written not in ("", shown):
        return f"{throw.written} → {named_outcome(rules, shown, say)}"
    return describe_outcome(rules, shown, say)


def effect_text(say: Translator, effect: ThrowEffect, game: str) -> str:
    """What a throw did to a bet, in the words of its game."""
    match effect.verdict:
        case None:
            return say(NULL_THROW)
        case Stay(state=state):
            return standing_text(say, state)
        case Lose(share=share) if share != 1:
            return say(_("loses {share} of the stake"), share=share)
        case verdict:
            return say(result_words(game)[KINDS[type(verdict)]])


def standing_text(say: Translator, state: State) -> str:
    """Where a bet stays: where it was placed, on a number, or in one of the regulation's words."""
    if state == PLACED:
        return say(RESULTS["stands"])
    return say(STANDS_ON if isinstance(state, int) else _("stays, {state}"), state=say.state(state))


def _throw(rules: Rules, number: int, throw: Throw) -> ThrowShown:
    text = LocalizedText(throw_text, throw, rules)
    if isinstance(throw, Null):
        return ThrowShown(throw=number, null=True, text=text, reason=throw.reason, cites=throw.cites)
    outcome = rules.rulebook.show(throw.outcome)
    by = rules.rulebook.converted_by if throw.written not in ("", outcome) else None
    written = throw.written if by else None
    return ThrowShown(throw=number, null=False, text=text, outcome=outcome, written=written, converted_by=by)


def _effect(fate: Fate, event: ThrowEffect) -> EffectShown:
    """What the throw did; the clause is the bet's own unless another decided."""
    bet = fate.slip.bet
    text = LocalizedText(effect_text, event, bet.cite.game)
    if event.verdict is None:
        return EffectShown(throw=event.throw, does="null", text=text)
    # A win is shown by the clause of the bet: that of its prize stands with the arithmetic.
    named = None if isinstance(event.verdict, Win) else event.verdict.cite
    share = event.verdict.share if isinstance(event.verdict, Lose) else Fraction(1)
    return EffectShown(
        throw=event.throw,
        does=KINDS[type(event.verdict)],
        text=text,
        cite=named or bet.decided_by or bet.cite,
        state=LocalizedText(Translator.state, event.verdict.state) if isinstance(event.verdict, Stay) else None,
        share=share if share != 1 else None,
    )


def step_shown(step: PaymentStep) -> StepShown:
    """A step with the clause it goes by, where it has one."""
    return StepShown(text=LocalizedText(step_text, step), cite=step.cite)


PAID = ("prize", "commission", "breakage", "received", "net")
"""The amounts of a payment."""


class SettledBet(AnswerStruct, omit_defaults=True):
    """One bet's way through the throws, with its words; the figures of a payment are there once it is decided."""

    fate: Fate
    name: LocalizedText
    stake: Money
    """All stakes on it."""
    events: tuple[EffectShown, ...]
    """What each throw did to it."""
    result: str
    """`win`, `lose`, `push`, or `stay`."""
    state: LocalizedText
    """Where it stays, or was when it was decided."""
    status: Status
    """How firm its clauses are."""
    steps: tuple[StepShown, ...]
    """The arithmetic of its payment."""
    parts: tuple[PartPlaced, ...] | None = None
    """Where it is made of several stakes: they are one bet, and paid as one. R-money-1."""
    odds: LocalizedText | None = None
    """The odds at which it won, in words."""
    odds_ratio: Odds | None = None
    prize_cite: Citation | None = None
    commission_rate: Fraction | None = None
    """What the house keeps of its prize."""
    commission_cite: Citation | None = None
    breakage_cite: Citation | None = None
    """The rule by which a payment is rounded."""
    prize: Money | None = None
    """The prize before commission."""
    commission: Money | None = None
    breakage: Money | None = None
    """What rounding takes away."""
    received: Money | None = None
    net: Money | None = None
    """The player's gain."""
    cites: tuple[Citation, ...] | None = None
    """Every clause that the payment rests on."""

    JSON = (
        *(("bet", "fate.slip.bet.key"), "name", "stake", ("placed", "fate.placed"), "events", "result", "state"),
        *("status", ("reads", "fate.slip.bet.reads"), "steps", "parts", "odds", "odds_ratio", "prize_cite"),
        *("commission_rate", "commission_cite", "breakage_cite", *PAID, "cites"),
    )


def settled_bet(fate: Fate) -> SettledBet:
    """Return what became of a bet, in words and figures."""
    bet, decision, payment = fate.slip.bet, fate.decision, fate.payment
    figures: dict[str, Any] = {}
    if isinstance(decision, Win):
        figures = {"odds": LocalizedText(Translator.odds, (decision.odds,)), "odds_ratio": decision.odds}
        figures["prize_cite"] = decision.cite
        if bet.commission:
            figures |= {"commission_rate": bet.commission.rate, "commission_cite": bet.commission.cite}
    if payment:
        figures |= {name: Money(getattr(payment, name)) for name in PAID}
        rounded_by = figures["breakage_cite"] = ROUNDED if payment.breakage else None
        decided_by = decision.cite if decision else None
        cites = (bet.cite, *bet.reads, bet.decided_by, decided_by, figures.get("commission_cite"), rounded_by)
        figures["cites"] = tuple(dict.fromkeys(filter(None, cites)))
    if fate.joined:
        figures["parts"] = tuple(PartPlaced(stake=Money(part.slip.stake), placed=part.placed) for part in fate.parts)
    return SettledBet(
        fate=fate,
        name=LocalizedText(Translator.bet, bet),
        stake=Money(fate.stake),
        events=tuple(_effect(fate, event) for event in fate.events),
        result=KINDS[type(decision) if decision else Stay],
        state=LocalizedText(Translator.state, fate.state),
        status=status_of(bet),
        steps=tuple(map(step_shown, steps_of(bet, decision, payment, fate.stake))),
        **figures,
    )


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Settlement(FrameSource):
    """Bets settled over a sequence of throws."""

    rules: Rules
    """The rules by which the bets were settled."""
    limits: Limits
    throws: tuple[Throw, ...]
    fates: tuple[Fate, ...]
    proposal: Proposal | None = None
    """The proposal that the table carries, if any."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settlement) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash(self.__reduce__())

    def __reduce__(self) -> tuple[Callable[..., "Settlement"], tuple[object, ...]]:
        # The bets, the throws and the limits, to be settled again: bets hold functions, which do not go to another process.
        parts = (part.slip for fate in self.fates for part in fate.parts)
        slips = tuple((slip.bet.key, slip.stake, slip.at) for slip in parts)
        return _settled_again, (self.game, slips, tuple(map(self._written, self.throws)), self.limits)

    def _written(self, throw: Throw) -> str:
        if isinstance(throw, Null):
            return f"null:{throw.reason}" if throw.reason else "null"
        return throw.written or self.rules.rulebook.show(throw.outcome)

    @property
    def game(self) -> "GameAtTable":
        """The game at the table."""
        from banca.analysis.game import GameAtTable  # which settles by means of this module

        return GameAtTable(self.rules, self.proposal)

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
    def received(self) -> Decimal:
        """What the player receives, in patacas: returned stakes, and prizes."""
        return patacas(sum(fate.payment.received for fate in self.fates if fate.payment))

    @property
    def net(self) -> Decimal:
        """The player's gain on the bets decided, in patacas."""
        return patacas(sum(fate.payment.net for fate in self.fates if fate.payment))

    @property
    def bets(self) -> tuple[SettledBet, ...]:
        """Each bet with its words, arithmetic and articles."""
        return tuple(map(settled_bet, self.fates))

    def answer(self) -> "SettlementAnswer":
        """Return the settlement under its heading, as JSON has it: the throws, each bet with its arithmetic and articles, the money."""
        amounts = {
            "staked": (fate.stake for fate in self.fates),
            "standing": (fate.stake for fate in self.fates if not fate.payment),
            "received": (fate.payment.received for fate in self.fates if fate.payment),
            "net": (fate.payment.net for fate in self.fates if fate.payment),
        }
        figures: dict[str, Any] = {name: Money(sum(parts)) for name, parts in amounts.items()}
        return SettlementAnswer(
            **heading(self.rules),
            limits=TableLimits.of(self.limits),
            throws=tuple(_throw(self.rules, number, throw) for number, throw in enumerate(self.throws, start=1)),
            bets=self.bets,
            **figures,
        )

    def report(self, spoken: Language = Language.EN) -> dict[str, Any]:
        """Return the settlement as plain data, as `banca settle --json` prints it.

        Args:
            spoken: The language of its sentences.
        """
        report: dict[str, Any] = plain(self.answer(), translator(spoken))
        return report

    def rows(self) -> list[dict[str, object]]:
        """Return one row for each bet; amounts in patacas."""
        # The columns are those of JSON, so that a frame and a report can be laid side by side.
        columns = ("stake", "result", "odds_ratio", *PAID)
        return [
            {"bet": bet.fate.slip.bet.key}
            | {name: getattr(bet, name) for name in columns}
            | {"status": bet.status.value, "clauses": bet.cites or ()}
            for bet in self.bets
        ]

    def __repr__(self) -> str:
        fates = ", ".join(f"{bet.fate.slip.bet.key} {bet.result}" for bet in self.bets)
        return f"<settlement of {self.rules.rulebook.game}: {fates}; net {translator().signed(int(self.net * AVOS))}>"

    def _repr_html_(self) -> str:
        say, answer = translator(), self.answer()
        rows = [
            {
                "bet": bet.fate.slip.bet.key,
                "name": say(bet.name),
                "stake": say.money(bet.stake.avos),
                "result": bet.result,
                "arithmetic": "; ".join(say(step.text) for step in bet.steps),
                "status": bet.status.value,
                "clauses": say.list(bet.cites or ()),
            }
            for bet in self.bets
        ]
        columns = ("bet", "name", "stake", "result", "arithmetic", "status", "clauses")
        return html_table(f"{say(answer.title)}: net {say.signed(answer.net.avos)}", columns, rows)


class SettlementAnswer(Heading):
    """A settlement with its heading and in words."""

    limits: TableLimits
    throws: tuple[ThrowShown, ...]
    bets: tuple[SettledBet, ...]
    staked: Money
    standing: Money
    """The stakes on bets that no throw has decided."""
    received: Money
    """What the player receives: returned stakes, and prizes."""
    net: Money
    """The player's gain on the bets decided."""


def read_slip(rules: Rules, key: str, stake: object) -> Slip:
    """Return a bet to settle, from `BET[@THROW]` and a stake in patacas: a number, or its plain digits as text."""
    bet, at = find_placed_bet(rules, key)
    return Slip(bet=bet.value, stake=parse_patacas(str(stake)), at=at)


def settle_bets(
    rules: Rules,
    slips: Sequence[Slip],
    outcomes: Iterable[str | int],
    limits: Limits,
    proposal: Proposal | None = None,
) -> Settlement:
    """Settle bets over outcomes as people write them; several on the same bet in the same state are one bet."""
    throws = tuple(find_outcome(rules, str(outcome)).value for outcome in outcomes)
    fates = settle(rules, slips, throws, limits)
    return Settlement(rules=rules, limits=limits, throws=throws, fates=fates, proposal=proposal)


def _settled_again(
    game: "GameAtTable", slips: Sequence[tuple[str, int, int | None]], throws: Sequence[str], limits: Limits
) -> Settlement:
    bets = [Slip(bet=game.rules.bet(key), stake=stake, at=at) for key, stake, at in slips]
    return settle_bets(game.rules, bets, throws, limits, game.proposal)


def settlement_answer(rules: Rules, limits: Limits, throws: Sequence[Throw], fates: Sequence[Fate]) -> SettlementAnswer:
    """Return the result of every bet, and of the money."""
    return Settlement(rules=rules, limits=limits, throws=tuple(throws), fates=tuple(fates)).answer()


# A dispute to be settled: what the command line, HTTP and the page of disputes ask alike

MOST_BETS, MOST_THROWS = 200, 500
"""Of one dispute over HTTP: more than a full layout, and an evening's throws."""

ShortText = Annotated[str, Meta(max_length=80)]
Amount = Annotated[str, Meta(max_length=40, description="Patacas: 100, 12.50.")]


class DisputedBet(FrozenStruct, forbid_unknown_fields=True):
    """A bet by its id and selection, its stake, and before which throw it was placed: as soon as the rules allow where none is named."""

    bet: ShortText
    stake: Amount
    at: Annotated[int, Meta(ge=1, le=MOST_THROWS + 1)] | None = None


class RequestedLimits(FrozenStruct, forbid_unknown_fields=True):
    """The table's lowest and highest stake and its smallest chip; the game's own where none are said."""

    minimum: Amount | None = None
    maximum: Amount | None = None
    chip: Amount | None = None


class Dispute(FrozenStruct, forbid_unknown_fields=True):
    """What is to be settled: one player's bets. Throws are written as the game writes them, or `null`, or `null:REASON`."""

    bets: Annotated[list[DisputedBet], Meta(min_length=1, max_length=MOST_BETS)]
    outcomes: Annotated[list[ShortText], Meta(max_length=MOST_THROWS)] = []
    options: Annotated[dict[ShortText, ShortText], Meta(max_length=20)] = {}
    limits: RequestedLimits = RequestedLimits()


def settle_dispute(game: str, asked: Dispute, options: Mapping[str, object] | None = None) -> Settlement:
    """What becomes of the bets; `options` are those of the dispute, where one is a proposal that has been found."""
    chosen = asked.options if options is None else options
    rules = rules_of(game, tuple(sorted(chosen.items())))
    slips = [_slip(rules, bet) for bet in asked.bets]
    limits = limits_read(**msgspec.structs.asdict(asked.limits)).put_into(rules.rulebook.limits)
    return settle_bets(rules, slips, asked.outcomes, limits)


def _slip(rules: Rules, placed: DisputedBet) -> Slip:
    return replace(read_slip(rules, placed.bet, placed.stake), at=placed.at)


def limits_read(
    read: Callable[[str], int] = parse_patacas,
    *,
    minimum: str | None = None,
    maximum: str | None = None,
    chip: str | None = None,
) -> NamedLimits:
    """The limits that were typed, as `read` reads amounts."""
    typed = {"minimum": minimum, "maximum": maximum, "chip": chip}
    return NamedLimits(**{name: read(text) for name, text in typed.items() if text is not None})


class ExpectedResult(FrozenStruct, forbid_unknown_fields=True):
    """What a worked dispute comes to by hand: the net result, of each person where money is between players, and every clause."""

    net: str | dict[str, str]
    articles: tuple[str, ...]


class WorkedDispute(FrozenStruct, forbid_unknown_fields=True):
    """A dispute that ships with a game: its title, what happened, what is asked, and what it comes to."""

    title: dict[str, str]
    about: dict[str, str]
    request: dict[str, Any] = field(name="asked")
    """What is asked, as a file has it."""
    expected: ExpectedResult

    @property
    def dispute(self) -> Dispute:
        """What is asked, of a game of chance; refused where it is none."""
        return _as(Dispute, self.request, self.title["en"])

    def texts(self) -> tuple[Text, Text]:
        """The title and what happened, in every language."""
        return given_text(self.title), given_text(self.about)


@cache
def worked(game: str) -> Mapping[str, WorkedDispute]:
    """The disputes that come with a game, by name: the files of `disputes` in its folder."""
    folder = Path(str(files(find(game).package))) / "disputes"
    return {file.stem: _with_places(game, read_worked(file)) for file in sorted(folder.glob("*.toml"))}


def _with_places(game: str, dispute: WorkedDispute) -> WorkedDispute:
    numbering, known = law(game).numbering, clauses_of(game)
    # A dispute names clauses by id, as the code does; people read places.
    about = {language: numbering.written(text, language, known) for language, text in dispute.about.items()}
    return msgspec.structs.replace(dispute, about=about)


def read_worked(file: Path) -> WorkedDispute:
    """The dispute in a file; refused where the file is none."""
    return _as(WorkedDispute, read_toml(file), file)


def _as(kind: type[T], entries: dict[str, Any], where: object) -> T:
    try:
        return msgspec.convert(entries, kind)
    except msgspec.ValidationError as fault:
        raise Refusal(CANNOT_READ, asked=where, because=str(fault)) from None
