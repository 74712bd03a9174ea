"""Entries that were wrong: until the round is paid a croupier enters anew what lies on an observed table. R-live-2."""

from collections.abc import Iterator, Sequence

from banca.live.act import MISTYPED, Act, Does
from banca.live.command import CorrectResult


def with_corrections(acts: Sequence[Act]) -> tuple[Act, ...]:
    """A game's acts with a correction of its result wherever one is paid, and of a first part wherever one lies there."""
    return *acts, *_corrections(acts)


def _corrections(acts: Sequence[Act]) -> Iterator[Act]:
    for act in acts:
        if act.does is Does.PAY:
            yield _correction(act.phase)
        elif act.does is Does.SHOW:
            yield _correction(act.then, shown_by=act)


def _correction(phase: str, shown_by: Act | None = None) -> Act:
    return Act(
        takes=CorrectResult,
        phase=phase,
        then=phase,
        cite=MISTYPED,
        does=Does.CORRECT,
        check=shown_by.check if shown_by else None,
        reads=shown_by.reads if shown_by else None,
        draws=shown_by.draws if shown_by else None,
        is_automatic=False,
        is_observed=True,
    )
