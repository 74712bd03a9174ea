"""Which outcomes win which prize, and which prizes of a bet of the game change."""

from collections.abc import Iterator

from banca.dossier.outcomes import outcomes_seen
from banca.dossier.study import BetStudy, RowChance
from banca.i18n import Localized, Translator
from banca.i18n.answer import AnswerStruct
from banca.rules import Win


class PrizeChange(AnswerStruct, frozen=True, kw_only=True):
    """What is paid from now on, and was paid before, on some outcomes."""

    seen: tuple[str, ...]
    pays: Localized
    before: Localized


def prize_changes(one: BetStudy) -> Iterator[PrizeChange]:
    """Outcome by outcome, those together that change alike."""
    alike: dict[tuple[Localized, Localized], list[str]] = {}
    written = outcomes_seen(one.rules, one.bet)
    for change in one.changed:
        pays, paid = Localized(Translator.odds, (change.after.odds,)), Localized(Translator.odds, (change.before.odds,))
        if pays != paid:
            alike.setdefault((pays, paid), []).extend(written[one.bet.sees(change.outcome)])
    for (pays, paid), outcomes in alike.items():
        yield PrizeChange(seen=tuple(dict.fromkeys(outcomes)), pays=pays, before=paid)


def won_on(row: RowChance, one: BetStudy) -> tuple[str, ...]:
    """The outcomes that win one of several prizes without names; nothing of a new bet of several rounds, where the state decides as well."""
    states = one.solved.automaton.states
    if len(one.rows) == 1 or row.name or (one.new and len(states) > 1):
        return ()
    written = outcomes_seen(one.rules, one.bet)
    seen = (
        one.bet.sees(outcome)
        for state in states
        for outcome, _ in one.bet.space
        if isinstance(won := one.bet.verdict(state, outcome), Win) and (won.row, won.odds) == (row.key, row.odds)
    )
    return tuple(dict.fromkeys(each for one_seen in seen for each in written[one_seen]))
