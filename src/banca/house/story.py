"""The story of a journal, for people: round by round, who did what when, by which clause, and what it came to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec import Struct

from banca.games import find
from banca.house import register
from banca.house.commands import rules_at
from banca.house.journal import Entry
from banca.house.register import (
    OUTSIDE_TABLES,
    ApprovalRequested,
    FailedLogIns,
    Member,
    PersonAdded,
    Record,
    Safeguards,
)
from banca.i18n import Translator, printable
from banca.i18n.descriptions import WANTED, describe_chosen, describe_outcome, result_words, step_text
from banca.law import Force, Language, Texts, clauses_of, law, readable
from banca.rules import Bet, Citation, Odds, Rules, State, Text, _, explore
from banca.rules.money import PaymentStep, StepKind, deductions
from banca.tables.acts import Act
from banca.tables.commands import LABELS, ROLES, Command, Role
from banca.tables.events import (
    ActPerformed,
    BetDecided,
    BetMoved,
    Event,
    ResultCalled,
    ResultCorrected,
    RoundVoided,
    TableOpened,
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
ACTS = {
    "open_table": _("Open the table"),
    "cash_in": _("Deposit"),
    "cash_out": _("Withdraw"),
    "begin_register": _("Begin the register"),
    "set_safeguards": _("Set the safeguards"),
    "replace_key": _("Replace the key"),
    "set_log_key": _("Set the log's key"),
    "continue_log": _("Continue the log"),
    "add_person": _("Add a person"),
    "shut_out": _("Suspend access"),
    "reset_password": _("Reset the password"),
    "change_password": _("Change the password"),
    "set_factor": _("Set a second factor"),
    "issue_key": _("Log in or create a token"),
    "end_key": _("End a session or token"),
    "count_failures": _("Count failed log-ins"),
    "record_authorisation": _("Record an authorisation"),
    "look_at_hidden": _("Look at hidden tiles"),
    "ask_second": _("Ask for a second person"),
    "give_second": _("Agree as second person"),
    "drop_second": _("Decline or withdraw"),
}
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
CHANGED = _("this text had been amended or replaced by an instrument that has not been seen: {unseen}")
"""Of an opening that recorded what was unseen, and nothing else."""
AUTHORISED = _("authorised: {options}")
UNAUTHORISED = _("without an authorisation on record: {options}")


def describe_text_in_force(opened: TableOpened, say: Translator) -> str:
    """Say which text the table was opened by: whether it was in force on that day, and what had changed it unseen; nothing where no such thing was recorded."""
    unseen = say.list(translate_name(name, say) for name in opened.unseen)
    applied = next((text for force, text in APPLIED.items() if force == opened.force), None)
    if applied is None:
        return say(CHANGED, unseen=unseen) if unseen else ""
    return say(applied, unseen=unseen)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryLine:
    """One line of a story: what somebody did, or what came of it; and the clauses that it goes by."""

    text: str
    is_event: bool
    cites: tuple[Citation, ...] = ()

    def as_text(self, say: Translator) -> str:
        """Return the line as a terminal shows it."""
        text = say.by(self.text, self.cites)
        return INDENT + text if self.is_event else text


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
        self._phase = ""

    def format_entry(self, entry: Entry) -> list[StoryLine]:
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
            if isinstance(event, RoundVoided) and self._acts:
                self._phase = self._acts[0].phase
            self._phase = event.leads_to or self._phase
        return [self._line(did, cites, is_event=False), *lines]

    def _line(self, text: str, cites: Sequence[str], *, is_event: bool) -> StoryLine:
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
        self._phase = self._acts[0].phase if self._acts else ""

    def _phase_name(self, phase: str) -> str:
        return self._say(self._phases[phase]) if phase in self._phases else phase

    def _clauses(self, name: str) -> tuple[str, ...]:
        """The clause of an act in the table's phase; seats and banks have none."""
        return tuple(str(act.cite) for act in self._acts if (act.name, act.phase) == (name, self._phase))[:1]

    def format_event(self, event: Event) -> StoryLine:
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
