"""A series of the watch in sentences: what was expected, what was seen, and how strong that is."""

import math
from dataclasses import dataclass
from fractions import Fraction

from banca.answers import watch_texts as texts
from banca.games import find, rules_of
from banca.house.watch import Lead, SeriesKind
from banca.house.watch.devices import feature_words
from banca.i18n import Translator
from banca.i18n.descriptions import outcome_name
from banca.rules import Message, Refusal
from banca.rules.money import AVOS
from banca.watch.combination import ALARM, REVIEW

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


def expected_text(say: Translator, found: Findings) -> str:
    """What was to be expected."""
    lead = found.lead
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


def seen_text(say: Translator, found: Findings) -> str:
    """What was seen."""
    lead = found.lead
    if found.kind in LUCK:
        z = found.luck / found.deviation if found.deviation else 0.0
        luck = say.signed(Fraction(round(found.luck)))
        return say(texts.LUCK_SEEN, luck=luck, z=say.signed_decimal(z, 2))
    if found.kind is not SeriesKind.DEVICE or lead is None:
        return say(texts.COUNT_SEEN, seen=say.count(found.own))
    return say(texts.COUNT_SEEN, seen=say.count(lead.seen)) if lead.name else say(texts.SHARES_SEEN)


def strength_text(say: Translator, log_e: float, needed: float) -> str:
    """How strong the evidence is."""
    return say(texts.STRENGTH, e=e_said(log_e, say), needed=e_said(needed, say))


def no_alarms_text(say: Translator, tables: int, rounds: int, is_altered: bool) -> str:  # noqa: FBT001 - an argument of a `Localized`
    """What is said where there are no alarms: only of what was watched."""
    if is_altered:
        return say(texts.ALTERED)
    if not rounds:
        return say(texts.NOTHING_WATCHED)
    return say(texts.NO_ALARMS, tables=say.count(tables), rounds=say.count(rounds))


def unwatched_text(
    say: Translator, table: str, game: str, options: tuple[str, ...], what: tuple[str, ...], why: Message
) -> str:
    """What is not watched, and why."""
    unwatched = say.labelled(table or game, say.list(map(say, what)))
    because = say.message(why)
    if table and game:
        because = say.labelled(say.list((game, *options)), because)
    return say(texts.NOT_WATCHED, what=unwatched, why=because)


def bound_text(say: Translator) -> str:
    """What holds for the whole house."""
    return say(texts.BOUND, level=say.percent(ALARM, 0), review=say.percent(REVIEW, 0))


def e_said(log_e: float, say: Translator) -> str:
    """An e-value, however large: `0.83`, `271.00`, `1.2e6`."""
    value = math.exp(min(log_e, 600.0))
    return say.decimal(value, 2) if value < LARGE else say.scientific(value)


def counted(game: str, lead: Lead, say: Translator) -> str:
    """What was counted, in words."""
    return say(texts.WHAT[lead.kind], feature=say(feature_words(game, lead.feature)), name=_named(game, lead.name, say))


def _named(game: str, name: str, say: Translator) -> str:
    """A value by its name, where the game has one for it."""
    ends = name.split("..")
    try:
        rules = rules_of(game) if find(game).rulebook else None
    except Refusal:
        rules = None
    return "–".join(outcome_name(rules, one, say) if rules and not one.isdigit() else one for one in ends)
