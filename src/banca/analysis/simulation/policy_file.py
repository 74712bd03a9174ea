"""A policy as part of a strategy file: one row for every amount of money that is treated alike."""

import json
from collections.abc import Iterator, Mapping

from banca.analysis.simulation.policy import BAD_POLICY, MOST_ROWS, BetPolicy, PolicyCount, PolicyRow
from banca.analysis.simulation.session import Session
from banca.analysis.simulation.strategy import Play, Strategy
from banca.entries import MUST_BE, Entries
from banca.law import Texts
from banca.rules import Limits, Refusal, _, format_patacas, parse_patacas

KEYS = ("counts", "left", "least", "rows")
COLUMNS = ("left", "table", "from", "below", "bet", "stake", "added")
ROW_FORM = _("a row is [left, table, from, below, bet, stake, {{additional bet = stake}}]")
WIDTH = len(COLUMNS)


def policy_strategy(
    policy: BetPolicy,
    *,
    game: str,
    session: Session,
    options: Mapping[str, object],
    limits: Limits | None,
    title: Texts,
) -> Strategy:
    """A strategy that plays a policy: its bets, each at its lowest stake."""
    lowest: dict[str, int] = {}
    for row in policy.rows:
        lowest[row.bet] = min(row.stake, lowest.get(row.bet, row.stake))
    plays = [Play(bet=key, stake=stake) for key, stake in lowest.items()]
    plays += [Play(bet=key, times=1) for key in policy.added]
    return Strategy(
        game=game, plays=tuple(plays), policy=policy, session=session, options=options, limits=limits, title=title
    )


def read_policy(said: object) -> BetPolicy:
    """The policy that the table `policy` of a file says."""
    entries = Entries("policy", said, KEYS)
    counts = entries.take("counts", str, PolicyCount.NOTHING.value)
    if counts not in tuple(PolicyCount):
        allowed = ", ".join(PolicyCount)
        entries.refuse("counts", _("one of: {allowed}").fill(allowed=allowed))
    count = PolicyCount(counts)
    rows = entries.take("rows", list)
    if len(rows) > MOST_ROWS:
        entries.refuse("rows", MUST_BE[list])
    is_money = count is PolicyCount.STAKES
    left = 0
    if count is not PolicyCount.NOTHING:
        left = entries.money("left") if is_money else entries.take("left", int)
    found = tuple(_row(number, row, is_money=is_money) for number, row in enumerate(rows, start=1))
    return BetPolicy(count=count, left=left, least=entries.money("least"), rows=found)


def _row(number: int, row: object, *, is_money: bool) -> PolicyRow:
    if not isinstance(row, list) or not WIDTH - 1 <= len(row) <= WIDTH:
        raise Refusal(BAD_POLICY, row=number, because=ROW_FORM)
    left, table, low, high, bet, stake, added = (*row, {})[:WIDTH]
    is_formed = isinstance(table, str) and isinstance(bet, str) and isinstance(added, dict)
    if not is_formed or not (is_money or type(left) is int):
        raise Refusal(BAD_POLICY, row=number, because=ROW_FORM)
    return PolicyRow(
        left=parse_patacas(str(left)) if is_money else left,
        table=table,
        low=parse_patacas(str(low)),
        high=parse_patacas(str(high)),
        bet=bet,
        stake=parse_patacas(str(stake)),
        added=tuple((key, parse_patacas(str(one))) for key, one in added.items()),
    )


def write_policy(strategy: Strategy, policy: BetPolicy) -> str:
    """A strategy file with everything that playing the policy needs."""
    return "\n".join((*_head(strategy), *_rows(policy), ""))


def _head(strategy: Strategy) -> Iterator[str]:
    yield f"game = {_text(strategy.game)}"
    yield f"title = {_table({str(language): _text(text) for language, text in strategy.title.items()})}"
    if strategy.options:
        yield f"options = {_table({name: _value(value) for name, value in strategy.options.items()})}"
    if strategy.limits is not None:
        limits = {name: _money(getattr(strategy.limits, name)) for name in ("minimum", "maximum", "chip")}
        yield f"limits = {_table(limits)}"
    session = strategy.session
    amounts = {name: getattr(session, name) for name in ("bankroll", "target", "stop_loss")}
    said = {name: _money(amount) for name, amount in amounts.items() if amount is not None}
    yield f"session = {_table({**said, 'rounds': str(session.rounds)})}"


def _rows(policy: BetPolicy) -> Iterator[str]:
    is_money = policy.count is PolicyCount.STAKES
    yield ""
    yield "[policy]"
    yield f"counts = {_text(policy.count.value)}"
    if policy.count is not PolicyCount.NOTHING:
        yield f"left = {_money(policy.left) if is_money else policy.left}"
    yield f"least = {_money(policy.least)}"
    yield f"# {', '.join(COLUMNS)}"
    yield "rows = ["
    for row in policy.rows:
        left = _money(row.left) if is_money else str(row.left)
        cells = [left, _text(row.table), _money(row.low), _money(row.high), _text(row.bet), _money(row.stake)]
        if row.added:
            cells.append(_table({_text(key): _money(stake) for key, stake in row.added}))
        yield f"  [{', '.join(cells)}],"
    yield "]"


def _table(cells: Mapping[str, str]) -> str:
    return "{ " + ", ".join(f"{name} = {value}" for name, value in cells.items()) + " }"


def _value(value: object) -> str:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else _text(str(value))


def _text(text: str) -> str:
    """A text in the quotes of TOML, whose escapes are those of JSON."""
    return json.dumps(text, ensure_ascii=False)


def _money(avos: int) -> str:
    """Whole patacas as a number, others as text."""
    said = str(format_patacas(avos))
    return said if avos % 100 == 0 else _text(said)
