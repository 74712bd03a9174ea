"""A table's journal once more: every entry is decided again by the rules, and must come to what it came to."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from typing import Any

import msgspec
from msgspec import structs

from banca.games.pai_kao.live import SHUFFLE, PaiKaoLive
from banca.games.pai_kao.live.event import DiceShaken, TilesDealt
from banca.games.pai_kao.procedure import betting_order
from banca.games.pai_kao.tiles import HAND, TILES
from banca.house.audit.findings import Check, Finding, Weight
from banca.house.authorisation import needed
from banca.house.journal import Entry
from banca.house.opening import AnyConduct, OpenTable, conduct_of, office_opening, opening, proposal_in
from banca.house.register import OUTSIDE_TABLES
from banca.house.request import OPEN, transfers_of
from banca.live.command import Actor, Role
from banca.live.common import PRACTICE_MONEY, Chance, Funds, Want, check_role
from banca.live.event import (
    BANK,
    STAKES,
    CashedIn,
    CommitmentOpened,
    Committed,
    Event,
    Funded,
    Opened,
    ResultCalled,
    RoundEnded,
    RoundVoided,
    Seated,
)
from banca.live.state import Live
from banca.rulebook import Code, Defect, Refusal, term

Possible = Sequence[tuple[str, int]]
"""Results as they are written, with their weights."""
UNLIMITED = 2**62
"""What a wallet is taken to hold: what it held depends on other tables, and the ledger is checked by itself."""


class CannotGoOnError(Exception):
    """Nothing behind this entry can be decided again."""


@dataclass(slots=True)
class Replay:
    """A table as far as its journal has been decided again."""

    table: str
    conduct: AnyConduct | None = None
    state: Any = None
    own: dict[str, int] = field(default_factory=dict)
    """What the table's own accounts hold."""
    _hidden: Possible = ()
    """What the hidden result can be."""

    def take(self, entry: Entry) -> Iterator[Finding]:
        """Decide an entry again and go on from what is recorded; all that does not fit."""
        try:
            chance, possible = self._chance(entry)
            expected = self._decide(entry, chance)
        except Refusal as refusal:
            yield self._finding(entry, 0, Refusal(Code.RULES_REFUSE, asked=entry.command.do, because=refusal))
        except Exception as fault:  # noqa: BLE001 - whatever a forged entry breaks is a finding
            yield self._finding(entry, 0, Refusal(Code.CANNOT_DECIDE, asked=entry.command.do, because=told(fault)))
        else:
            if chance and possible is not None and not can_come_up(chance.outcome, possible):
                yield self._finding(entry, 0, Refusal(Code.NOT_DRAWABLE, asked=chance.outcome))
            if is_past_the_cage(entry.events, expected):
                why = Refusal(Code.PRACTICE_PAST_CAGE, asked=entry.command.player)
                yield replace(self._finding(entry, len(expected), why), weight=Weight.NOTICE)
            elif _encoded(expected) != _encoded(entry.events):
                yield from self._compare(entry, expected)
        yield from self._go_on(entry)

    def _chance(self, entry: Entry) -> tuple[Chance | None, Possible | None]:
        """What a drawn table was given for this entry, and, where it shows that, what it could have been."""
        wanted = self.conduct.wants(self.state, entry.command) if self.conduct else None
        if wanted is None:
            return None, None
        want, possible = wanted
        chance = recorded_chance(want, self.state, entry)
        if want is Want.HIDE:
            self._hidden = possible
            return chance, None
        return chance, possible if want is Want.DRAW else self._hidden

    def _decide(self, entry: Entry, chance: Chance | None) -> tuple[Event, ...]:
        actor = Actor(entry.by, Role(entry.role))
        if self.conduct is None:
            check_role(entry.command, actor, Role.SUPERVISOR)
            return opened_again(entry)
        funds = Funds(wallet=UNLIMITED, bank=self.own.get(f"{BANK}:{self.table}", 0))
        return self.conduct.decide(self.state, entry.command, actor, funds, chance)

    def _compare(self, entry: Entry, expected: tuple[Event, ...]) -> Iterator[Finding]:
        """The first event that differs; those behind it follow from it."""
        for place, recorded in enumerate(entry.events):
            if place >= len(expected):
                yield self._finding(entry, place, Refusal(Code.EVENT_BEYOND, asked=kind(recorded)))
                return
            by_rules, found = differences(expected[place], recorded)
            if by_rules:
                yield self._finding(entry, place, Refusal(Code.EVENT_DIFFERS, expected=by_rules, found=found))
                return
        if len(expected) > len(entry.events):
            lacking = expected[len(entry.events)]
            yield self._finding(entry, len(entry.events), Refusal(Code.EVENT_LACKING, expected=kind(lacking)))

    def _go_on(self, entry: Entry) -> Iterator[Finding]:
        """The table and its accounts after what is recorded."""
        place = 0
        try:
            if self.conduct is None:
                self.conduct = conduct_of(entry.events[0] if entry.events else Event())
                self.state = self.conduct.start
            for place, event in enumerate(entry.events):  # noqa: B007 - wanted where it fails
                self.state = self.conduct.evolve(self.state, event)
            self._move(entry)
        except Exception as fault:
            why = Refusal(Code.CANNOT_DECIDE, asked=entry.command.do, because=told(fault))
            yield self._finding(entry, place, why)
            raise CannotGoOnError from fault
        yield from self.check_money(entry)

    def _move(self, entry: Entry) -> None:
        for source, target, amount in transfers_of(entry):
            for account, change in ((source, -amount), (target, amount)):
                if account.endswith(f":{self.table}") and not account.startswith("wallet:"):
                    self.own[account] = self.own.get(account, 0) + change

    def check_money(self, entry: Entry) -> Iterator[Finding]:
        """No account of the table's is below nothing; after a round the stakes are what still lies there."""
        for account, holds in self.own.items():
            if holds < 0:
                yield self._money(entry, Refusal(Code.BALANCE_NEGATIVE, asked=account, found=holds))
        if any(isinstance(event, RoundEnded | RoundVoided) for event in entry.events):
            yield from self.check_stakes(entry)

    def check_stakes(self, entry: Entry) -> Iterator[Finding]:
        """The account of the stakes is what lies on the table."""
        holds, lies = self.own.get(f"{STAKES}:{self.table}", 0), lying(self.state)
        if holds != lies:
            yield self._money(entry, Refusal(Code.STAKES_DIFFER, found=holds, expected=lies))

    def _money(self, entry: Entry, why: Refusal) -> Finding:
        return Finding(check=Check.LEDGER, table=self.table, seq=entry.seq, why=why)

    def _finding(self, entry: Entry, place: int, why: Refusal) -> Finding:
        name = kind(entry.events[place]) if place < len(entry.events) else ""
        return Finding(check=Check.REPLAY, table=self.table, seq=entry.seq, place=place, event=name, why=why)


def is_past_the_cage(recorded: Sequence[Event], expected: Sequence[Event]) -> bool:
    """Whether a practice seat brought its play money to the table itself, as in earlier versions."""
    seat = expected[0] if expected else None
    if not (isinstance(seat, Seated) and seat.policy):
        return False
    brought = CashedIn(player=seat.player, amount=PRACTICE_MONEY)
    return _encoded(recorded) == _encoded((seat, brought, *expected[1:]))


def opened_again(entry: Entry) -> tuple[Event, ...]:
    """What a table opens with, made anew out of what its opening says: edition, options, limits, bank."""
    opened = entry.events[0] if entry.events else None
    if not isinstance(opened, Opened) or entry.command.do != OPEN:
        raise Defect("a journal begins with the opening of its table")  # noqa: EM101, TRY003
    if {opened.game, entry.table} & set(OUTSIDE_TABLES):
        if opened.game != entry.table:
            raise Refusal(Code.UNKNOWN_GAME, asked=opened.game, allowed=[])
        return (structs.replace(office_opening(entry.table), version=opened.version),)
    bank = sum(event.amount for event in entry.events[1:2] if isinstance(event, Funded))
    carries = proposal_in(opened.proposal) if opened.proposal else None
    terms = {name: getattr(opened, name) for name in OpenTable.__struct_fields__ if hasattr(opened, name)}
    asked = msgspec.convert(terms | {"id": entry.table, "bank": bank}, OpenTable)
    again = structs.replace(
        opening(asked, {carries.id: carries} if carries else {}), version=opened.version, **_authorisations(opened)
    )
    return (again, Funded(amount=bank)) if bank else (again,)


def _authorisations(opened: Opened) -> dict[str, Any]:
    """What the opening says of authorisations: every option that needs one has a reference, or is named as without; an older one says nothing."""
    if not (opened.authorised or opened.unauthorised):
        return {}
    names = needed(opened)
    authorised = {name: reference for name, reference in opened.authorised.items() if name in names and reference}
    return {"authorised": authorised, "unauthorised": tuple(name for name in names if name not in authorised)}


def other_version(entry: Entry) -> Finding | None:
    """A notice where another version of the program opened the table."""
    opened = entry.events[0] if entry.events else None
    if not isinstance(opened, Opened) or opened.version == version("banca"):
        return None
    why = Refusal(Code.OTHER_VERSION, asked=opened.version, found=version("banca"))
    notice = Weight.NOTICE
    return Finding(
        weight=notice, check=Check.REPLAY, table=entry.table, seq=entry.seq, place=0, event=kind(opened), why=why
    )


def recorded_chance(want: Want, state: Any, entry: Entry) -> Chance | None:  # noqa: ANN401 - each game has its own
    """What chance gave the entry, taken back out of what it came to."""
    for event in entry.events:
        match event:
            case Committed() if want is Want.HIDE:
                return Chance(commitment=event.commitment, round=event.round)
            case CommitmentOpened() if want in (Want.OPEN, Want.RECALL):
                return Chance(outcome=event.outcome, commitment=event.commitment, nonce=event.nonce, round=event.round)
            case TilesDealt() if want is Want.OPEN:
                return Chance(outcome=order_dealt(state, event), commitment=state.commitment)
            case ResultCalled() if want is Want.DRAW:
                return Chance(outcome=event.written or event.outcome)
            case DiceShaken() if want is Want.DRAW:
                return Chance(outcome="-".join(map(str, event.dice)))
    return None


def order_dealt(state: PaiKaoLive, dealt: TilesDealt) -> str:
    """The order in which the tiles lay before the cut, from how they lie before the gates. pai_kao 1.3, 2.1."""
    tiles = [tile for gate in (dealt.first, *betting_order(dealt.first)) for tile in dealt.tiles.get(gate, ())]
    end = len(tiles) - state.lifted * HAND
    return " ".join(tiles[end:] + tiles[:end])


def can_come_up(outcome: str, possible: Possible) -> bool:
    """Whether the outcome is among the possible ones; where these are not listed, whether it is an order of all tiles."""
    if possible is SHUFFLE:
        return sorted(outcome.split(" ")) == sorted(TILES)
    return any(written == outcome and weight for written, weight in possible)


def lying(state: Any) -> int:  # noqa: ANN401 - each game has its own
    """All stakes and principals on the table."""
    if isinstance(state, Live):
        return sum(map(state.staked, state.bets))
    if isinstance(state, PaiKaoLive):
        return sum(stake.amount for _, stake in state.in_play()) + sum(share.amount for share in state.bank)
    return 0


def kind(event: Event) -> str:
    """How the journal calls an event of this kind."""
    return str(type(event).__struct_config__.tag)


def differences(expected: Event, recorded: Event) -> tuple[str, str]:
    """What the rules say and what is recorded, where that is not the same: both empty where it is."""
    if type(expected) is not type(recorded):
        return kind(expected), kind(recorded)
    pairs: Iterable[tuple[str, Any, Any]] = (
        (name, getattr(expected, name), getattr(recorded, name)) for name in expected.__struct_fields__
    )
    written = [(name, _encoded(one).decode(), _encoded(other).decode()) for name, one, other in pairs]
    unlike = [(f"{name} {one}", f"{name} {other}") for name, one, other in written if one != other]
    return ", ".join(one for one, _ in unlike), ", ".join(other for _, other in unlike)


_encoded = msgspec.json.Encoder().encode
"""As the journal writes it: a list that was a tuple before is no difference."""


def told(fault: Exception) -> object:
    """An exception in a few words."""
    if isinstance(fault, Refusal):
        return fault
    if isinstance(fault, KeyError):
        return term("it names something that is not there")
    return str(fault).partition("\n")[0] or type(fault).__name__
