"""A series of the watch in sentences: what was expected, what was seen, and how strong that is."""

import math
from dataclasses import dataclass
from fractions import Fraction

from banca.answers import watch_texts as texts
from banca.answers.value import Spoken
from banca.games import find, rules_of
from banca.house.watch import Lead, SeriesKind
from banca.house.watch.devices import feature_words
from banca.rulebook import Message, Refusal
from banca.rulebook.money import AVOS
from banca.watch.combination import ALARM, REVIEW
from banca.words import Speech
from banca.words.outcomes import outcome_name

LUCK = (SeriesKind.TABLE, SeriesKind.PLAYER, SeriesKind.CROUPIER)
LARGE = 10_000
"""From here on an e-value is written by its power of ten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What was expected of a series and what was seen, by now or when it alarmed."""

    kind: SeriesKind
    game: str
    rounds: int
    lead: Lead | None = None
    luck: float = 0.0
    deviation: float = 0.0
    own: int = 0
    own_calls: int = 0
    expected: float = 0.0


@dataclass(frozen=True, slots=True)
class ExpectedSaid(Spoken):
    """What was to be expected."""

    of: Findings

    def said(self, say: Speech) -> str:
        """In a sentence."""
        found, lead = self.of, self.of.lead
        if found.kind in LUCK:
            deviation = say.measured(found.deviation / AVOS)
            return say(texts.LUCK_EXPECTED, rounds=say.count(found.rounds), deviation=deviation)
        if found.kind is not SeriesKind.DEVICE or lead is None:
            return say(texts.CALLS_EXPECTED, calls=say.count(found.own_calls), expected=say.decimal(found.expected, 1))
        rounds = say.count(lead.rounds)
        if not lead.name:
            return say(texts.SHARES_EXPECTED, feature=say(feature_words(found.game, lead.feature)), rounds=rounds)
        return say(
            texts.COUNT_EXPECTED,
            what=counted(found.game, lead, say),
            expected=say.decimal(lead.expected, 1),
            rounds=rounds,
        )


@dataclass(frozen=True, slots=True)
class SeenSaid(Spoken):
    """What was seen."""

    of: Findings

    def said(self, say: Speech) -> str:
        """In a sentence."""
        found, lead = self.of, self.of.lead
        if found.kind in LUCK:
            z = found.luck / found.deviation if found.deviation else 0.0
            luck = say.signed(Fraction(round(found.luck)))
            return say(texts.LUCK_SEEN, luck=luck, z=say.signed_decimal(z, 2))
        if found.kind is not SeriesKind.DEVICE or lead is None:
            return say(texts.COUNT_SEEN, seen=say.count(found.own))
        return say(texts.COUNT_SEEN, seen=say.count(lead.seen)) if lead.name else say(texts.SHARES_SEEN)


@dataclass(frozen=True, slots=True)
class StrengthSaid(Spoken):
    """How strong the evidence is."""

    log_e: float
    needed: float

    def said(self, say: Speech) -> str:
        """As what a fair bet has become."""
        return say(texts.STRENGTH, e=e_said(self.log_e, say), needed=e_said(self.needed, say))


@dataclass(frozen=True, slots=True)
class AlarmsSaid(Spoken):
    """What is said where there are no alarms: only of what was watched."""

    tables: int
    rounds: int
    is_altered: bool

    def said(self, say: Speech) -> str:
        """In a sentence or two."""
        if self.is_altered:
            return say(texts.ALTERED)
        if not self.rounds:
            return say(texts.NOTHING_WATCHED)
        return say(texts.NO_ALARMS, tables=say.count(self.tables), rounds=say.count(self.rounds))


@dataclass(frozen=True, slots=True)
class UnwatchedSaid(Spoken):
    """What is not watched, and why."""

    table: str
    game: str
    options: tuple[str, ...]
    what: tuple[str, ...]
    why: Message

    def said(self, say: Speech) -> str:
        """In a sentence."""
        what = say.labelled(self.table or self.game, say.list(map(say, self.what)))
        why = say.message(self.why)
        if self.table and self.game:
            why = say.labelled(say.list((self.game, *self.options)), why)
        return say(texts.NOT_WATCHED, what=what, why=why)


@dataclass(frozen=True, slots=True)
class BoundSaid(Spoken):
    """What holds for the whole house."""

    def said(self, say: Speech) -> str:
        """In two sentences."""
        return say(texts.BOUND, level=say.percent(ALARM, 0), review=say.percent(REVIEW, 0))


def e_said(log_e: float, say: Speech) -> str:
    """An e-value, however large: `0.83`, `271.00`, `1.2e6`."""
    value = math.exp(min(log_e, 600.0))
    return say.decimal(value, 2) if value < LARGE else say.scientific(value)


def counted(game: str, lead: Lead, say: Speech) -> str:
    """What was counted, in words."""
    return say(texts.WHAT[lead.kind], feature=say(feature_words(game, lead.feature)), name=_named(game, lead.name, say))


def _named(game: str, name: str, say: Speech) -> str:
    """A value by its name, where the game has one for it."""
    ends = name.split("..")
    try:
        rules = rules_of(game) if find(game).rulebook else None
    except Refusal:
        rules = None
    return "–".join(outcome_name(rules, one, say) if rules and not one.isdigit() else one for one in ends)
