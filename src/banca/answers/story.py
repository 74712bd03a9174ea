"""The story of a table, for people: round by round, who did what when, by which clause, and what it came to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from banca.answers import story_texts as texts
from banca.answers.opening_words import authorisations, text_applied
from banca.answers.register import wanted
from banca.answers.rule_words import chosen_said, named_outcome
from banca.answers.story_fields import EXACT, field_said
from banca.games import find
from banca.house.journal import Entry
from banca.house.opening import rules_at
from banca.house.register import OUTSIDE_TABLES
from banca.house.register import event as register
from banca.i18n import Translator, printable
from banca.i18n.answer import AnswerStruct, Money
from banca.i18n.payment_steps import step_text
from banca.law import clauses_of
from banca.live.act import Act
from banca.live.bet_event import BetDecided, BetMoved, ResultCalled, ResultCorrected
from banca.live.command import LABELS, ROLES, Command, Role
from banca.live.event import (
    BANK,
    BREAKAGE,
    COMMISSION,
    OUTSIDE,
    STAKES,
    Acted,
    Event,
    Opened,
    RoundEnded,
    RoundVoided,
    owner_of,
)
from banca.rules import Bet, Citation, Odds, Rules, State, explore
from banca.rules.payment_steps import BreakageStep, CommissionStep, PaymentStep, PrizeStep

INDENT = "    "
UNBROKEN = "\N{NO-BREAK SPACE}"
"""Between the thousands of an amount: not printable for Python, and harmless."""
HOUSE = (BANK, COMMISSION, BREAKAGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryLine:
    """One line of a story: what somebody did, or what came of it; and the clauses that it goes by."""

    text: str
    is_event: bool
    cites: tuple[Citation, ...] = ()

    def said(self, say: Translator) -> str:
        """As a terminal shows it."""
        said = say.by(self.text, self.cites)
        return INDENT + said if self.is_event else said


class RoundStory(AnswerStruct, frozen=True, kw_only=True):
    """One round: what it came to, and its lines."""

    round: int
    result: str
    staked: Money
    paid: Money
    house: Money
    lines: tuple[str, ...]


class TableStory(AnswerStruct, frozen=True, kw_only=True):
    """The rounds of a table that were asked for."""

    table: str
    game: str
    rounds: tuple[RoundStory, ...]


@dataclass(slots=True)
class PlayerSums:
    """What a player put down, less what was taken back, and what came back when bets were decided; in avos."""

    staked: int = 0
    received: int = 0

    @property
    def net(self) -> int:
        """What the player won, below nothing what was lost."""
        return self.received - self.staked


@dataclass(slots=True)
class Chapter:
    """One round: what was done, what came up, and the money in avos."""

    number: int
    """0 at the cage and in the register, which have no rounds."""
    where: str = ""
    """Which of the two it is."""
    lines: list[StoryLine] = field(default_factory=list)
    shown: str = ""
    rules: Rules | None = None
    """Of a table of chance: they name what was shown."""
    is_over: bool = False
    is_void: bool = False
    staked: int = 0
    """Put down, less what was taken back."""
    paid: int = 0
    """What players took from the table when bets were decided, stakes included."""
    house: int = 0
    """What the house won, below nothing what it lost."""
    players: dict[str, PlayerSums] = field(default_factory=dict)
    """The same for each player whose money moved."""

    def take(self, event: Event) -> None:
        """The money and the result of an event."""
        for source, target, amount in event.transfers():
            if OUTSIDE in (source, target):
                continue
            self._count(source, target, amount, is_back=event.gives_back)
            self.house += amount * ((target in HOUSE) - (source in HOUSE))
            if target == STAKES:
                self.staked += amount
            elif event.gives_back:
                self.staked -= amount
            elif target not in HOUSE:
                self.paid += amount
        if event.shows is not None:
            self.shown = event.shows
        if isinstance(event, RoundEnded | RoundVoided):
            self.is_over = True
            self.is_void = isinstance(event, RoundVoided)

    def _count(self, source: str, target: str, amount: int, *, is_back: bool) -> None:
        """A player's part of it."""
        if (name := owner_of(source)) is not None:
            self.players.setdefault(name, PlayerSums()).staked += amount
        if (name := owner_of(target)) is not None:
            sums = self.players.setdefault(name, PlayerSums())
            sums.staked -= amount * is_back
            sums.received += amount * (not is_back)

    def result(self, say: Translator) -> str:
        """What came up, as it is written; or that it is void, or not over."""
        if self.is_void:
            return say(texts.VOID)
        return printable(self.shown) or say(texts.ENDED if self.is_over else texts.UNDER_WAY)

    def result_named(self, say: Translator) -> str:
        """What came up by its name, where the rules of the table are known."""
        if self.shown and self.rules and not self.is_void:
            return printable(named_outcome(self.rules, self.shown, say))
        return self.result(say)

    def heading(self, say: Translator) -> str:
        """The round in one line."""
        if not self.number:
            return say(texts.OUTSIDE_TABLES[self.where])
        money = {"staked": say.money(self.staked), "paid": say.money(self.paid), "house": say.money(self.house)}
        return say(texts.ROUND, number=say.count(self.number), result=self.result_named(say), **money)

    def answer(self, say: Translator) -> RoundStory:
        """The round as data."""
        return RoundStory(
            round=self.number,
            result=self.result(say),
            staked=Money(self.staked),
            paid=Money(self.paid),
            house=Money(self.house),
            lines=tuple(line.said(say) for line in self.lines),
        )


def story(entries: Iterable[Entry], translator: Translator, round: int | None = None) -> Iterator[str]:  # noqa: A002 - the game's word
    """The whole journal of a table, or one round of it, line by line; `entries` begin with the table's first."""
    for chapter in chapters(entries, translator):
        if round in (None, chapter.number):
            yield chapter.heading(translator)
            yield from (line.said(translator) for line in chapter.lines)
        if chapter.number == round:
            return


def chapters(entries: Iterable[Entry], say: Translator) -> Iterator[Chapter]:
    """Round after round; what lies between two rounds belongs to the second."""
    teller = Teller(say)
    chapter = Chapter(1)
    for entry in entries:
        if chapter.is_over:
            yield chapter
            chapter = Chapter(chapter.number + 1)
        chapter.lines += teller.tell(entry)
        chapter.rules = teller.rules
        if entry.table in OUTSIDE_TABLES:
            chapter.number, chapter.where = 0, entry.table
        for event in entry.events:
            chapter.take(event)
    yield chapter


class Teller:
    """Tells the entries of one table, one after another."""

    def __init__(self, say: Translator) -> None:
        self.rules: Rules | None = None
        self._say = say
        self._acts: Sequence[Act] = ()
        self._bets: Mapping[str, Bet] = {}
        self._phases: Mapping[str, str] = {}
        self._reasons: Mapping[str, str] = {}
        self._states: dict[str, dict[str, State]] = {}
        self._known: Mapping[str, Citation] = {}
        self._phase = ""

    def tell(self, entry: Entry) -> list[StoryLine]:
        """Who did what when, and everything that came of it."""
        for event in entry.events:
            if isinstance(event, Opened):
                self.open(event)
        role = self._say(ROLES[Role(entry.role)]) if entry.role in list(Role) else entry.role
        act = self._say(entry.command.says or texts.ACTS.get(entry.command.do, "")) or entry.command.do
        who = {"seq": entry.seq, "at": self._say.moment(entry.at), "by": entry.by, "role": role, "act": act}
        cites = self._clauses(entry.command.do)
        did, lines = self._say(texts.DID, **who), []
        if entry.second:
            did = self._say(texts.AGREED, did=did, second=entry.second)
        for event in entry.events:
            if isinstance(event, Acted):
                did = self._say(texts.THEN, did=did, phase=self._phase_said(event.phase))
                did = self._say.items([did, *self._saw(entry.command, event.saw)])
                cites = (event.cite,)
            else:
                lines.append(self.sentence(event))
            if isinstance(event, RoundVoided) and self._acts:
                self._phase = self._acts[0].phase
            self._phase = event.leads_to or self._phase
        return [self._line(did, cites, is_event=False), *lines]

    def _line(self, text: str, cites: Sequence[str], *, is_event: bool) -> StoryLine:
        """A line with its clauses; what is cited and is no clause of the game stays in the text."""
        known = tuple(self._known[one] for one in cites if one in self._known)
        unknown = self._say.list(one for one in cites if one not in self._known)
        said = self._say.in_brackets(text, unknown) if unknown else text
        shown = UNBROKEN.join(map(printable, said.split(UNBROKEN)))
        return StoryLine(text=shown, is_event=is_event, cites=known)

    def _saw(self, command: Command, saw: Mapping[str, object]) -> Iterator[str]:
        """What was observed, under the names that the command gives it."""
        labels = {**LABELS, **command.labels}
        for name, one in saw.items():
            yield self._say.labelled(self._say(labels.get(name, name)), field_said(name, one, self.rules, self._say))

    def open(self, opened: Opened) -> None:
        """Tell of this table from now on."""
        if opened.game not in OUTSIDE_TABLES:
            self._say = self._say.of(opened.game)
            game = find(opened.game)
            self.rules = rules_of(opened)
            self._acts, self._bets = game.acts, self.rules.bets if self.rules else {}
            self._phases = game.phases
            self._reasons = dict(row for act in game.acts for row in act.choices.get("reason", ()))
            self._known = {str(one.cite): one.cite for one in clauses_of(opened.game).values()}
        self._phase = self._acts[0].phase if self._acts else ""

    def _phase_said(self, phase: str) -> str:
        return self._say(self._phases[phase]) if phase in self._phases else phase

    def _clauses(self, name: str) -> tuple[str, ...]:
        """The clause of an act in the table's phase; seats and banks have none."""
        return tuple(str(act.cite) for act in self._acts if (act.name, act.phase) == (name, self._phase))[:1]

    def sentence(self, event: Event) -> StoryLine:
        """What came of something that was done; an act is told by its name and the phase it leads to."""
        if isinstance(event, Acted):
            said = next((act.takes.says for act in self._acts if act.name == event.act), "") or event.act
            return self._line(self._say.labelled(self._say(said), self._phase_said(event.phase)), (), is_event=True)
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        cites = fields.pop("cites", ()) or tuple(filter(None, [fields.pop("cite", "")]))
        about = {name: field_said(name, value, self.rules, self._say) for name, value in fields.items()}
        if isinstance(event, Opened) and event.game not in OUTSIDE_TABLES:
            about["options"] = self._say.items(chosen_said(event.game, event.options, self._say)) or "-"
        if fields.get("reason") in self._reasons:
            about["reason"] = self._say(self._reasons[fields["reason"]])
        if "until" in fields:
            about["until"] = self._say.moment(fields["until"])
        if isinstance(event, register.SecondAsked):
            about["wanted"] = wanted(event, self._say)
        if fields.get("on"):
            about["bet"] = self._say.in_brackets(about["bet"], self._state(fields["bet"], fields["on"]))
        if isinstance(event, BetMoved):
            about["to"] = self._state(event.bet, event.to)
        said = self._say(_pattern(event), **about)
        more = self._arithmetic(event) if event.has_arithmetic else []
        if isinstance(event, Opened):
            more = [
                *filter(None, [text_applied(event, self._say)]),
                *self._minimums(event),
                *authorisations(event, self._say),
            ]
        if isinstance(event, ResultCalled | ResultCorrected) and event.written:
            said = self._say.in_brackets(said, event.written)
        return self._line(self._say.items([said, *more]), cites, is_event=True)

    def _state(self, bet: str, written: str) -> str:
        """Where a bet stands or has moved, by what the journal writes."""
        if bet in self._bets and bet not in self._states:
            self._states[bet] = {str(state): state for state in explore(self._bets[bet]).states}
        return self._say.state(self._states.get(bet, {}).get(written, written))

    def _arithmetic(self, event: Event) -> list[str]:
        """How the payment comes about, step by step; of an event that does not say the odds, what the house keeps."""
        if isinstance(event, BetDecided) and event.odds and event.bet in self._bets:
            steps = self._steps(event, Odds(*event.odds), self._bets[event.bet])
            return [step_text(self._say, step) for step in steps]
        exact = {name: Fraction(getattr(event, name)) for name in event.__struct_fields__ if name in EXACT}
        if not any(exact.values()):
            return []
        about = {name: self._say.money(value) for name, value in exact.items()}
        return [self._say(texts.WITH_PRIZE if "prize" in exact else texts.WITH_COMMISSION, **about)]

    def _steps(self, event: BetDecided, odds: Odds, bet: Bet) -> Iterator[PaymentStep]:
        """The arithmetic of a bet that won: its prize, what the house keeps of it, what no chip pays."""
        prize, commission, breakage = map(Fraction, (event.prize, event.commission, event.breakage))
        by = bet.decided_by or bet.cite
        others = {str(by), str(bet.commission.cite) if bet.commission else ""}
        granted = next((self._known[one] for one in event.cites if one not in others and one in self._known), by)
        yield PrizeStep(stake=event.stake, odds=odds, prize=prize, cite=granted)
        if bet.commission:
            rate, cite = bet.commission.rate, bet.commission.cite
            yield CommissionStep(rate=rate, prize=prize, commission=commission, cite=cite)
        if breakage:
            yield BreakageStep(breakage=breakage)

    def _minimums(self, opened: Opened) -> list[str]:
        """The kinds of bet that have a minimum of their own."""
        kinds = {bet.id: bet for bet in self._bets.values()}
        own = (f"{self._say.family(kinds[kind])} {self._say.money(least)}" for kind, least in opened.minimums.items())
        return [self._say(texts.MINIMUMS, bets=self._say.list(own))] if opened.minimums else []


def rules_of(opened: Opened) -> Rules | None:
    """The rules of a table of chance."""
    is_of_chance = opened.game not in OUTSIDE_TABLES and find(opened.game).rulebook is not None
    return rules_at(opened) if is_of_chance else None


def _pattern(event: Event) -> str:
    """The sentence for an event; of the house's own, a few have another."""
    match event:
        case Opened() if event.game in OUTSIDE_TABLES:
            return texts.JOURNAL_OPENS
        case register.KeyIssued() if not event.label:
            return texts.LOGGED_IN if event.address else texts.SESSION_BEGUN
        case register.AuthorisationRecorded() if not event.reference:
            return texts.ASKED_FOR
        case _:
            return event.says
