"""Outcomes as people write them: dice as 1-3, figures by their names in the reader's language, totals as numbers."""

from collections.abc import Callable, Mapping, Sequence

from banca.dossier import texts
from banca.i18n import Translator
from banca.i18n.descriptions import outcome_name
from banca.rules import Bet, Outcome, Rules, Text

MOST_SEEN, FEW_SEEN = 12, 3
"""Outcomes named one by one: of one bet, and of each of many."""


def outcomes_seen(rules: Rules, bet: Bet) -> Mapping[Outcome, tuple[str, ...]]:
    """For everything a bet can see, how it is written: a total as a number, anything else by the outcomes that look so.

    Outcomes that no bet can tell apart, such as 1-3 and 3-1, are written once.
    """
    book = rules.rulebook
    alike: dict[object, str] = {}
    seen: dict[Outcome, dict[str, None]] = {}
    for outcome, _ in bet.space:
        written = alike.setdefault(tuple(book.facts(outcome).items()), book.show(outcome))
        seen.setdefault(bet.sees(outcome), {})[written] = None
    if all(str(one).isdigit() for one in seen) and any(len(same) > 1 for same in seen.values()):
        return {one: (str(one),) for one in seen}
    return {one: tuple(same) for one, same in seen.items()}


def outcome_said(written: str, rules: Rules, say: Translator) -> str:
    """One outcome, each part by its name: `1-3`, `Fish-Crab-Crab`."""
    return "-".join(outcome_name(rules, part, say) for part in written.split("-"))


def outcomes_said(
    written: Sequence[str],
    rules: Rules,
    say: Translator,
    most: int = MOST_SEEN,
    unit: Text | None = None,
    join: Callable[[list[str]], str] | None = None,
    more: Text = texts.MORE,
) -> str:
    """Several, consecutive numbers as `4–6`, with their unit where they have one, and no more of them than can be read.

    They are listed, or joined in another way where all of them are said.
    """
    are_numbers = all(one.isdigit() for one in written)
    runs = _runs(sorted(written, key=int) if are_numbers else written)
    left = len(runs) - most
    shown = (join if join and left <= 0 else say.list)([outcome_said(one, rules, say) for one in runs[:most]])
    if unit and are_numbers:
        shown = say(unit, number=shown)
    return say(more, shown=shown, count=say.count(left)) if left > 0 else shown


def _runs(written: Sequence[str]) -> list[str]:
    """Three consecutive numbers and more as a range.

    >>> _runs(["2", "4", "5", "6", "8", "9"])
    ['2', '4–6', '8', '9']
    """
    runs: list[list[str]] = []
    for one in written:
        if runs and one.isdigit() and runs[-1][-1].isdigit() and int(one) == int(runs[-1][-1]) + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return [said for run in runs for said in (run if len(run) < 3 else [f"{run[0]}–{run[-1]}"])]
