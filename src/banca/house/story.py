"""The story of a journal, for people: round by round, who did what when, by which clause, and what it came to.

Journals have millions of entries. So an index reads each entry once, link by link: the newest part, what is new since, and what came before
where somebody needs it; lines are written only for the round that is shown.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cache
from sys import intern
from threading import Lock
from typing import Any, Generic, TypeVar

from msgspec import Struct

from banca.games import find
from banca.house import register
from banca.house.audit.store_reader import Link, digest_at, read_journal
from banca.house.cage import CAGE, CashedIn, CashedOut
from banca.house.commands import engine_of, rules_at
from banca.house.journal import FIRST_ENTRY, GENESIS, Entry, game_of
from banca.house.register import (
    OUTSIDE_TABLES,
    REGISTER,
    ApprovalRequested,
    FailedLogIns,
    Member,
    PersonAdded,
    Record,
    Safeguards,
)
from banca.house.snapshots import WrongSnapshotError, bound, ends_round, opened_from
from banca.house.store import Store
from banca.i18n import Translator, printable
from banca.i18n.descriptions import WANTED, describe_chosen, describe_outcome, named_outcome, result_words, step_text
from banca.i18n.translator import macau_time
from banca.law import Force, Language, Texts, clauses_of, law, readable
from banca.rules import Bet, Citation, Message, Odds, Refusal, Rules, State, Text, _, explore
from banca.rules.money import PaymentStep, StepKind, deductions
from banca.tables.acts import Act
from banca.tables.commands import LABELS, ROLES, Command, Role
from banca.tables.events import (
    BANK,
    BREAKAGE,
    COMMISSION,
    OUTSIDE,
    STAKES,
    ActPerformed,
    BetDecided,
    BetMoved,
    Event,
    ResultCalled,
    ResultCorrected,
    RoundEnded,
    RoundVoided,
    TableOpened,
    owner_of,
)

SESSION_BEGUN = _("{name} starts a session: key {key}, until {until}")
LOGGED_IN = _("{name} logs in from {address}: key {key}, until {until}")
ASKED_FOR = _("authorisation of {game} {option}={value}: requested on {asked}, planned for {planned}, not yet granted")
JOURNAL_OPENS = _("journal opened: {game}; version {version}")
SAFEGUARDS = _(
    "two persons required: {two}; highest amount that one person may pay out alone at the cage: {amount} patacas; second factor required: {factor}"
)
SUSPENDED = _("access suspended")
NO_SUCH_NAME = _("unknown name")
MINIMUMS = _("separate minimums: {bets}")
WITH_PRIZE = _("prize {prize}, commission {commission}, breakage {breakage}")
WITH_COMMISSION = _("commission {commission}, breakage {breakage}")
VERDICTS: dict[str, Text] = {
    "win": _("wins"),
    "lose": _("loses"),
    "tie": _("ties"),
}
ACTS: dict[str, Text] = {
    "open_table": _("Open the table"),
    "cash_in": _("Deposit"),
    "cash_out": _("Withdraw"),
} | {name: says for name, says, _roles in register.ACTS.values()}
"""Acts that no button names."""
SETTINGS = {
    "observed": _("observed"),
    "drawn": _("drawn"),
    "croupier": _("a croupier"),
    "automatic": _("the program"),
}
"""Where a table's results come from, and who conducts it."""

DID = _("{seq}. {at} (Macau) {by} ({role}): {act}")
AGREED = _("{did}; {second} agrees")
THEN = _("{did}; phase: {phase}")


APPLIED = {
    Force.IN_FORCE: _("this text was in force"),
    Force.AMENDED: _("this text was in force, amended by an instrument that has not been seen: {unseen}"),
    Force.PERHAPS_AMENDED: _(
        "this text was in force, perhaps already amended by an instrument that has not been seen: {unseen}"
    ),
    Force.NOT_YET: _("this text was not yet in force"),
    Force.ENDED: _("this text was no longer in force; the instrument that had replaced it has not been seen: {unseen}"),
    Force.BEGINS_UNDATED: _("this text was published; the day on which it came into force is not known"),
}
"""By what the opening recorded."""
AUTHORISED = _("authorised: {options}")
UNAUTHORISED = _("without an authorisation on record: {options}")


def describe_text_in_force(opened: TableOpened, say: Translator) -> str:
    """Say which text the table was opened by: whether it was in force on that day, and what had changed it unseen; nothing where no such thing was recorded."""
    applied = next((text for force, text in APPLIED.items() if force == opened.force), None)
    return say(applied, unseen=say.list(translate_name(name, say) for name in opened.unseen)) if applied else ""


def authorisations(opened: TableOpened, say: Translator) -> Iterator[str]:
    """Say by what the table's options were authorised when it opened, and which were not."""
    if opened.authorised:
        granted = [
            say.in_brackets(_chosen(opened, name, say), reference) for name, reference in opened.authorised.items()
        ]
        yield say(AUTHORISED, options=say.list(granted))
    if opened.unauthorised:
        yield say(UNAUTHORISED, options=say.list(_chosen(opened, name, say) for name in opened.unauthorised))


def _chosen(opened: TableOpened, name: str, say: Translator) -> str:
    """An option with its value, in words; as the journal has it where it has no words."""
    return "".join(describe_chosen(opened.game, {name: opened.options.get(name, "")}, say))


def translate_name(name: str, say: Translator) -> str:
    """Return a game by its id, or an instrument by its English name, in the reader's language; anything else as it is written."""
    return translated_names()[name][say.language] if name in translated_names() else name


@cache
def translated_names() -> Mapping[str, Texts]:
    """Return games by their ids and instruments by their English names, as journals have them, in every language."""
    laws = {game: law(game) for game in readable()}
    titles = {game: of.instrument.title for game, of in laws.items()}
    instruments = [instrument for of in laws.values() for instrument in (of.instrument, *of.others)]
    return titles | {instrument.name[Language.EN]: instrument.name for instrument in instruments}


NO, YES = _("no"), _("yes")


def describe_value(value: object, say: Translator) -> str | None:
    """Describe a role, somebody of the staff, failed log-ins or safeguards; None where it is something else."""
    match value:
        case Role():
            return say(ROLES[value])
        case Member():
            name = say.in_brackets(value.name, say(ROLES[value.role]))
            return say.labelled(name, say(SUSPENDED)) if value.is_out else name
        case FailedLogIns():
            name = say.in_brackets(value.name or say(NO_SUCH_NAME), value.address or "-")
            return say.labelled(name, say.count(value.count))
        case Safeguards():
            two, factor = (say(YES if is_required else NO) for is_required in (value.two_persons, value.second_factor))
            return say(SAFEGUARDS, two=two, amount=say.money(value.cash_out), factor=factor)
        case tuple() if value:
            parts = [describe_value(part, say) for part in value]
            return say.list(parts) if None not in parts else None
    return None


def describe_request(request: ApprovalRequested, say: Translator) -> str:
    """Say what somebody wants to do and another must agree to."""
    command = request.command
    fact = command.fact if isinstance(command, Record) else None
    about: dict[str, object] = {
        "about": getattr(fact, "name", command.concerns),
        "role": say(ROLES[fact.role]) if isinstance(fact, PersonAdded) else "",
        "amount": say.money(getattr(command, "stake", 0)),
        "table": request.table,
        "round": request.round,
        "reason": getattr(command, "reason", "") or "-",
    }
    return say(WANTED[command.do], **about) if command.do in WANTED else command.do


MONEY = frozenset(
    "stake amount bank received principal covered gross minimum maximum chip player_maximum".split()  # noqa: SIM905
)
EXACT = frozenset({"prize", "commission", "breakage"})


def format_field(name: str, value: Any, rules: Rules | None, say: Translator) -> str:  # a field of any event
    """Write a field of an event in words; `rules` are those of the table, where it has bets."""
    match name:
        case _ if name in MONEY:
            return say.money(abs(value) if name == "amount" else value)
        case _ if name in EXACT:
            return say.money(Fraction(value))
        case "bet" if rules and value in rules.bets:
            return say.bet(rules.bets[value])
        case "verdict" | "result" if value in (verdicts := _verdicts(rules)):
            return say(verdicts[value])
        case "reason" if rules and value in rules.rulebook.nulls:
            return say(rules.rulebook.nulls[value].says)
        case "outcome" | "before" if rules and value:
            return describe_outcome(rules, value, say)
        case "chance" | "conduct" if value in SETTINGS:
            return say(SETTINGS[value])
        case "game" | "instrument" if value in translated_names():
            return translate_name(value, say)
        case _:
            return describe_value(value, say) or join_values(value)


def _verdicts(rules: Rules | None) -> Mapping[str, Text]:
    """What becomes of a bet, or of a gate, in the words of the game."""
    return VERDICTS | (result_words(rules.rulebook.game) if rules else {})


def join_values(value: object) -> str:
    """Write lists and mappings on one line, as they are."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {join_values(part)}" for key, part in value.items()) or "-"
    if isinstance(value, list | tuple):
        return " ".join(map(join_values, value)) or "-"
    if isinstance(value, Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return join_values({name: part for name, part in fields.items() if part not in (None, "", ())})
    return str(value)


INDENT = "    "
UNBROKEN = "\N{NO-BREAK SPACE}"
"""Between the thousands of an amount: not printable for Python, and harmless."""


T = TypeVar("T")


class StoryLine(Struct, Generic[T], frozen=True, kw_only=True):
    """One line of a story: what somebody did, or what came of it; and the clauses that it goes by, as citations or links."""

    text: str
    is_event: bool
    cites: tuple[T, ...]

    def as_text(self: "StoryLine[Citation]", say: Translator) -> str:
        """Return the line as a terminal shows it."""
        text = say.by(self.text, self.cites)
        return INDENT + text if self.is_event else text


def phase_after(entry: Entry, phase: str, acts: Sequence[Act]) -> str:
    """Return the phase of a table after an entry."""
    for event in entry.events:
        if isinstance(event, RoundVoided) and acts:
            phase = acts[0].phase
        phase = event.leads_to or phase
    return phase


class JournalFormatter:
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
        self.phase = ""
        """That of the table, which says by which clause an act is done."""

    def format_entry(self, entry: Entry) -> list[StoryLine[Citation]]:
        """Say who did what when, and everything that came of it."""
        for event in entry.events:
            if isinstance(event, TableOpened):
                self.begin(event)
        role = self._say(ROLES[Role(entry.role)]) if entry.role in list(Role) else entry.role
        act = self._say(entry.command.says or ACTS.get(entry.command.do, "")) or entry.command.do
        who = {"seq": entry.seq, "at": self._say.moment(entry.at), "by": entry.by, "role": role, "act": act}
        cites = self._clauses(entry.command.do)
        did, lines = self._say(DID, **who), []
        if entry.second:
            did = self._say(AGREED, did=did, second=entry.second)
        for event in entry.events:
            if isinstance(event, ActPerformed):
                did = self._say(THEN, did=did, phase=self._phase_name(event.phase))
                did = self._say.items([did, *self._saw(entry.command, event.saw)])
                cites = (event.cite,)
            else:
                lines.append(self.format_event(event))
        self.phase = phase_after(entry, self.phase, self._acts)
        return [self._line(did, cites, is_event=False), *lines]

    def _line(self, text: str, cites: Sequence[str], *, is_event: bool) -> StoryLine[Citation]:
        """A line with its clauses; what is cited and is no clause of the game stays in the text."""
        known = tuple(self._known[cite] for cite in cites if cite in self._known)
        unknown = self._say.list(cite for cite in cites if cite not in self._known)
        text = self._say.in_brackets(text, unknown) if unknown else text
        # Names and reasons are typed by anybody: nothing that moves a terminal's cursor is shown.
        shown = UNBROKEN.join(map(printable, text.split(UNBROKEN)))
        return StoryLine(text=shown, is_event=is_event, cites=known)

    def _saw(self, command: Command, saw: Mapping[str, object]) -> Iterator[str]:
        """What was observed, under the names that the command gives it."""
        labels = {**LABELS, **command.labels}
        for name, value in saw.items():
            yield self._say.labelled(
                self._say(labels.get(name, name)), format_field(name, value, self.rules, self._say)
            )

    def begin(self, opened: TableOpened) -> None:
        """Begin with a table: its words, bets, phases and clauses are those of what it opened with."""
        if opened.game not in OUTSIDE_TABLES:
            self._say = self._say.of(opened.game)
            game = find(opened.game)
            self.rules = rules_of(opened)
            self._acts, self._bets = game.acts, self.rules.bets if self.rules else {}
            self._phases = game.phases
            self._reasons = dict(row for act in game.acts for row in act.choices.get("reason", ()))
            self._known = {str(clause.cite): clause.cite for clause in clauses_of(opened.game).values()}
        self.phase = self._acts[0].phase if self._acts else ""

    def _phase_name(self, phase: str) -> str:
        return self._say(self._phases[phase]) if phase in self._phases else phase

    def _clauses(self, name: str) -> tuple[str, ...]:
        """The clause of an act in the table's phase; seats and banks have none."""
        return tuple(str(act.cite) for act in self._acts if (act.name, act.phase) == (name, self.phase))[:1]

    def format_event(self, event: Event) -> StoryLine[Citation]:
        """Say what came of something that was done; an act by its name and the phase it leads to."""
        if isinstance(event, ActPerformed):
            name = next((act.takes.says for act in self._acts if act.name == event.act), "") or event.act
            return self._line(self._say.labelled(self._say(name), self._phase_name(event.phase)), (), is_event=True)
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        cites = fields.pop("cites", ()) or tuple(filter(None, [fields.pop("cite", "")]))
        about = {name: format_field(name, value, self.rules, self._say) for name, value in fields.items()}
        if isinstance(event, TableOpened) and event.game not in OUTSIDE_TABLES:
            about["options"] = self._say.items(describe_chosen(event.game, event.options, self._say)) or "-"
        if fields.get("reason") in self._reasons:
            about["reason"] = self._say(self._reasons[fields["reason"]])
        if "until" in fields:
            about["until"] = self._say.moment(fields["until"])
        if isinstance(event, register.ApprovalRequested):
            about["wanted"] = describe_request(event, self._say)
        if fields.get("on"):
            about["bet"] = self._say.in_brackets(about["bet"], self._state(fields["bet"], fields["on"]))
        if isinstance(event, BetMoved):
            about["to"] = self._state(event.bet, event.to)
        text = self._say(_pattern(event), **about)
        more = self._arithmetic(event) if event.has_arithmetic else []
        if isinstance(event, TableOpened):
            more = [
                *filter(None, [describe_text_in_force(event, self._say)]),
                *self._minimums(event),
                *authorisations(event, self._say),
            ]
        if isinstance(event, ResultCalled | ResultCorrected) and event.written:
            text = self._say.in_brackets(text, event.written)
        return self._line(self._say.items([text, *more]), cites, is_event=True)

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
        return [self._say(WITH_PRIZE if "prize" in exact else WITH_COMMISSION, **about)]

    def _steps(self, event: BetDecided, odds: Odds, bet: Bet) -> Iterator[PaymentStep]:
        """The arithmetic of a bet that won: its prize, what the house keeps of it, what no chip pays."""
        prize, commission, breakage = map(Fraction, (event.prize, event.commission, event.breakage))
        by = bet.decided_by or bet.cite
        others = {str(by), str(bet.commission.cite) if bet.commission else ""}
        granted = next((self._known[cite] for cite in event.cites if cite not in others and cite in self._known), by)
        yield PaymentStep(StepKind.PRIZE, {"stake": event.stake, "odds": odds, "prize": prize}, granted)
        yield from deductions(prize, bet.commission, commission, breakage)

    def _minimums(self, opened: TableOpened) -> list[str]:
        """The kinds of bet that have a minimum of their own."""
        kinds = {bet.id: bet for bet in self._bets.values()}
        own = (f"{self._say.family(kinds[kind])} {self._say.money(least)}" for kind, least in opened.minimums.items())
        return [self._say(MINIMUMS, bets=self._say.list(own))] if opened.minimums else []


def rules_of(opened: TableOpened) -> Rules | None:
    """Return the rules of a table of chance."""
    is_of_chance = opened.game not in OUTSIDE_TABLES and find(opened.game).rulebook is not None
    return rules_at(opened) if is_of_chance else None


def _pattern(event: Event) -> str:
    """The sentence for an event; of the house's own, a few have another."""
    match event:
        case TableOpened() if event.game in OUTSIDE_TABLES:
            return JOURNAL_OPENS
        case register.KeyIssued() if not event.label:
            return LOGGED_IN if event.address else SESSION_BEGUN
        case register.AuthorisationRecorded() if not event.reference:
            return ASKED_FOR
        case _:
            return event.says


# Rounds, and how far a journal has been read

MOST_ENTRIES = 5000
"""Entries of one round that are told at once."""
FIRST_READ = 2000
"""Entries of the cage that are read for a first look."""
NAMES = ("player", "who")
"""Fields of events that name somebody at the table."""
HOUSE_ACCOUNTS = (BANK, COMMISSION, BREAKAGE)

ROUND = _("Round {number}: {result}. Staked {staked}, paid {paid}, result of the house {house}.")
OUTSIDE_HEADINGS = {
    CAGE: _("The cage: deposits and withdrawals."),
    REGISTER: _("The register: people, keys, authorisations, and approvals by a second person."),
}
UNDER_WAY = _("in progress")
ENDED = _("ended")
VOID = _("void")


Position = tuple[int, str]
"""Where a reader can begin: behind an entry with this number and digest."""
OPENING: Position = (0, GENESIS)


@dataclass(slots=True)
class PlayerSums:
    """What a player put down, less what was taken back, and what came back when bets were decided; in avos."""

    staked: int = 0
    received: int = 0


@dataclass(slots=True)
class RoundSummary:
    """One round in the journal: where it stands, what came up, and the money in avos."""

    number: int
    """0 at the cage and in the register, which have no rounds."""
    table: str
    rules: Rules | None = None
    """Of a table of chance: they name what was shown."""
    phase: str = ""
    """That of the table before its first entry."""
    phase_after: str = ""
    """That of the table after its last entry."""
    first: int = 0
    """Its first entry."""
    last: int = 0
    before: str = GENESIS
    """The digest before its first entry."""
    head: str = GENESIS
    """The digest of its last entry."""
    at: str = ""
    """When it began."""
    shown: str = ""
    is_over: bool = False
    is_void: bool = False
    staked: int = 0
    """Put down, less what was taken back."""
    paid: int = 0
    """What players took from the table when bets were decided, stakes included."""
    house: int = 0
    """What the house won, below nothing what it lost."""
    sums: dict[str, PlayerSums] = field(default_factory=dict)
    """The same for each player whose money moved."""
    players: set[str] = field(default_factory=set)
    """Everybody who did something, or to whom something was done."""

    def take(self, link: Link) -> None:
        """Take in the next entry of the round."""
        entry = link.entry
        if not self.first:
            self.first, self.before, self.at = entry.seq, link.digest_before, entry.at
        self.last, self.head = entry.seq, link.digest
        if entry.role == Role.PLAYER:
            self.players.add(intern(entry.by))  # the same few names in millions of rounds
        for event in entry.events:
            self._count(event)
            self.players.update(intern(name) for name in (getattr(event, field, "") for field in NAMES) if name)

    def _count(self, event: Event) -> None:
        """Add the money and the result of an event."""
        for source, target, amount in event.transfers():
            if OUTSIDE in (source, target):
                continue
            if (name := owner_of(source)) is not None:
                self.sums.setdefault(name, PlayerSums()).staked += amount
            if (name := owner_of(target)) is not None:
                sums = self.sums.setdefault(name, PlayerSums())
                sums.staked -= amount * event.gives_back
                sums.received += amount * (not event.gives_back)
            self.house += amount * ((target in HOUSE_ACCOUNTS) - (source in HOUSE_ACCOUNTS))
            if target == STAKES:
                self.staked += amount
            elif event.gives_back:
                self.staked -= amount
            elif target not in HOUSE_ACCOUNTS:
                self.paid += amount
        if event.shows is not None:
            self.shown = event.shows
        if isinstance(event, RoundEnded | RoundVoided):
            self.is_over = True
            self.is_void = isinstance(event, RoundVoided)

    @property
    def result(self) -> str | Text:
        """What came up, as it is written; or that it is void, or not over."""
        if self.is_void:
            return VOID
        return printable(self.shown) or (ENDED if self.is_over else UNDER_WAY)

    def name_result(self, say: Translator) -> str:
        """Return what came up by its name, where the rules of the table are known."""
        if self.shown and self.rules and not self.is_void:
            return printable(named_outcome(self.rules, self.shown, say))
        return say(self.result)

    def heading(self, say: Translator) -> str:
        """Return the round in one line."""
        if not self.number:
            return say(OUTSIDE_HEADINGS[self.table])
        money = {"staked": say.money(self.staked), "paid": say.money(self.paid), "house": say.money(self.house)}
        return say(ROUND, number=say.count(self.number), result=self.name_result(say), **money)


def tell_rounds(links: Iterable[Link], say: Translator) -> Iterator[tuple[RoundSummary, list[StoryLine[Citation]]]]:
    """Tell a journal from its first entry on, round after round, each with its lines; what lies between two rounds belongs to the second."""
    formatter = JournalFormatter(say)
    summary, lines = RoundSummary(1, ""), list[StoryLine[Citation]]()
    for link in links:
        if summary.is_over:
            yield summary, lines
            summary, lines = RoundSummary(summary.number + 1, ""), []
        lines += formatter.format_entry(link.entry)
        summary.rules, summary.table = formatter.rules, link.entry.table
        if summary.table in OUTSIDE_TABLES:
            summary.number = 0
        summary.take(link)
    yield summary, lines


@dataclass(slots=True)
class JournalPart(Generic[T]):
    """A part of a journal as far as it has been read."""

    start: Position
    items: list[T]
    """The oldest comes first."""
    seq: int
    head: str


class JournalIndex(ABC, Generic[T]):
    """What a journal holds of some kind, from its newest part back to as far as somebody asked for."""

    def __init__(self, store: Store, table: str) -> None:
        self.store, self.table = store, table
        self.broken: Message | None = None
        """Why it ends before the journal does."""
        self.part: JournalPart[T] = JournalPart(OPENING, [], *OPENING)
        """Exchanged as a whole, never taken apart: others read it meanwhile."""
        self._has_begun = False
        self._lock = Lock()

    def read_on(self, is_enough: Callable[[Sequence[T]], bool]) -> None:
        """Take in what has been written since, and of what came before as much as is wanted."""
        with self._lock:
            try:
                if not self._has_begun:
                    start = self.start_before(None)
                    self.part, self._has_begun = JournalPart(start, [], *start), True
                self._read(self.part)
                # Parts get no larger than from one snapshot to the next, so a page near the end costs the same after years.
                while self.part.start[0] and not (self.part.items and is_enough(self.part.items)):
                    self._read_back()
                self.broken = None
            except Refusal as refusal:
                self.broken = refusal.message

    def _read_back(self) -> None:
        """Read the part before what was read; where the chain breaks there, the index ends at the break, as for whoever reads from the opening."""
        newer, start = self.part, self.start_before(self.part.start[0])
        older: JournalPart[T] = JournalPart(start, [], *start)
        try:
            self._read(older, newer.start[0])
        except Refusal:
            self.part = older
            raise
        if (older.seq, older.head) == newer.start:
            older.items += newer.items
            older.seq, older.head = newer.seq, newer.head
            self.part = older
        else:
            self.part = older
            self._read(older)

    def _read(self, part: JournalPart[T], last: int | None = None) -> None:
        """Read what comes behind a part, up to an entry or to the end."""
        with closing(self.links((part.seq, part.head), last)) as links:
            for link in links:
                self.take(part, link)
                part.seq, part.head = link.entry.seq, link.digest

    def links(self, start: Position, last: int | None = None) -> Generator[Link, None, None]:
        """Read the journal behind an entry."""
        return read_journal(self.store, self.table, *start, self.game, last)

    @property
    @abstractmethod
    def game(self) -> str:
        """What is played at the table."""

    @abstractmethod
    def start_before(self, seq: int | None) -> Position:
        """Return where the part before an entry begins, or the newest part."""

    @abstractmethod
    def take(self, part: JournalPart[T], link: Link) -> None:
        """Add what an entry brings."""


def to_the_first(items: Sequence[object]) -> bool:
    """Ask for everything."""
    del items
    return False


class RoundIndex(JournalIndex[RoundSummary]):
    """The rounds of one table. A part begins at the opening, or behind an entry that ends a round and binds a snapshot."""

    def __init__(self, store: Store, table: str) -> None:
        super().__init__(store, table)
        self._opening: Entry | None = None
        self._rules: Rules | None = None
        self._acts: Sequence[Act] = ()
        self._starts: dict[int, tuple[int, str]] = {0: (1, "")}
        """By the entries behind which parts begin: the round that begins there, and the phase of the table."""

    @property
    def rounds(self) -> list[RoundSummary]:
        """The oldest of those that were read comes first."""
        return self.part.items

    @property
    def game(self) -> str:
        """What is played at the table."""
        return game_of(self._opening) if self._opening else FIRST_ENTRY

    def start_before(self, seq: int | None) -> Position:
        """Return the newest snapshot before an entry from which rounds can be told, or the opening."""
        if self._opening is None:
            with closing(self.links(OPENING, 1)) as links:
                self._opening = next(links).entry
        opened = next((event for event in self._opening.events if isinstance(event, TableOpened)), None)
        if opened is None:
            return OPENING
        self._rules = rules_of(opened)
        self._acts = find(opened.game).acts
        self._starts[0] = (1, self._acts[0].phase if self._acts else "")
        while (kept := self.store.snapshot(self.table, seq)) is not None:
            seq = kept.seq
            with suppress(WrongSnapshotError):
                table, _ = opened_from(kept, engine_of(opened))
                # Elsewhere bets would stand on the table whose beginning was not read.
                if ends_round(bound(kept, opened.game)):
                    self._starts[seq] = table.state.round, table.state.phase
                    return seq, table.head
        return OPENING

    def take(self, part: JournalPart[RoundSummary], link: Link) -> None:
        """Add an entry to its round."""
        # What lies between two rounds, such as somebody sitting down, belongs to the second.
        if not part.items or part.items[-1].is_over:
            number, phase = self._starts[part.start[0]]
            if part.items:
                number, phase = number + len(part.items), part.items[-1].phase_after
            part.items.append(RoundSummary(number, self.table, self._rules, phase, phase))
        summary = part.items[-1]
        summary.take(link)
        summary.phase_after = phase_after(link.entry, summary.phase_after, self._acts)

    def round(self, number: int) -> RoundSummary | None:
        """Return a round that was read."""
        return next((summary for summary in self.rounds if summary.number == number), None)

    def lines(self, summary: RoundSummary, say: Translator) -> tuple[list[StoryLine[Citation]], int]:
        """Return a round's lines, and how many of its entries are left out because there are too many."""
        formatter = JournalFormatter(say)
        for event in self._opening.events if self._opening and summary.first > 1 else ():
            if isinstance(event, TableOpened):  # it says what the table plays, and by which options
                formatter.begin(event)
                formatter.phase = summary.phase
        last = min(summary.last, summary.first + MOST_ENTRIES - 1)
        with closing(self.links((summary.first - 1, summary.before), last)) as links:
            lines = [line for link in links for line in formatter.format_entry(link.entry)]
        return lines, summary.last - last


class CashLine(Struct, frozen=True, kw_only=True):
    """A deposit, or below nothing a withdrawal, in avos."""

    seq: int
    at: str
    when: str
    """The time in Macau, in words, where somebody reads it."""
    player: str
    amount: int
    by: str
    role: str
    second: str
    """Nobody's name where it took one person."""


class CageBook(JournalIndex[CashLine]):
    """The cage's journal as a book: deposits and withdrawals."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, CAGE)

    @property
    def game(self) -> str:
        """The cage, whose journal nothing else names."""
        return CAGE

    def start_before(self, seq: int | None) -> Position:
        """Return as much again as has been read; the digest there is believed until what leads to it is read."""
        if seq is None:
            begins = max(self.store.seq(CAGE) - FIRST_READ, 0)
        else:
            begins = max(seq - max(FIRST_READ, len(self.part.items)), 0)
        return begins, digest_at(self.store, CAGE, begins)

    def take(self, part: JournalPart[CashLine], link: Link) -> None:
        """Add the deposits and withdrawals of an entry."""
        entry = link.entry
        for event in entry.events:
            if isinstance(event, CashedIn | CashedOut):
                line = CashLine(
                    seq=entry.seq,
                    at=entry.at,
                    when="",
                    by=entry.by,
                    role=entry.role,
                    second=entry.second,
                    player=event.player,
                    amount=event.amount if isinstance(event, CashedIn) else -event.amount,
                )
                part.items.append(line)


def is_within(at: str, since: date | None, until: date | None) -> bool:
    """Return whether a time lies on one of the days from one to another, in Macau; what cannot be read lies on any."""
    moment = macau_time(at)
    return moment is None or ((not since or since <= moment.date()) and (not until or moment.date() <= until))
