"""What a player gains by walking away, at every game, before and after R-live-1 and R-pk-11: writes docs/walking-away.md.

python bench/walking_away.py            # prints it
python bench/walking_away.py --write
"""

import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from banca.games import of_chance
from banca.games.pai_kao.bank import COMMISSION
from banca.games.pai_kao.exact import EQUILIBRIUM, HANDS_LEFT, WAYS, Seat, policy
from banca.games.pai_kao.exact.compiled import as_array, tally
from banca.rules import Bet, Refusal
from banca.tables.acts import ActKind
from banca.tables.chance_engine import RESULT_STANDS
from banca.tables.commands import Role
from banca.tables.state import ChanceState
from leaving import Table, Walk, changed, conducted

PAGE = Path(__file__).parent.parent / "docs" / "walking-away.md"
OPTIONS: dict[str, tuple[dict[str, str], ...]] = {
    "roulette": ({}, {"zero": "half_back"}, {"zero": "en_prison"}),
    "football_poker": ({}, {"post_opens": "on_post"}),
}
"""Where an option changes when a bet is decided or taken; any other table is the usual one."""
HOUSE_WAY = "highest_rear"
"""The policy that sets every hand by the house way. R-pk-11."""


def voids_as_before(table: Table, state: ChanceState) -> None:
    """As it was: a supervisor could void a round until its result had been called."""
    if any(act.does is ActKind.PAY for act in table.acts_now(state, Role.CROUPIER)):
        raise Refusal(RESULT_STANDS)


class Row(NamedTuple):
    """Bets that are worth the same."""

    bets: str
    stays: Fraction
    before: Fraction
    after: Fraction
    ways: frozenset[str]


def rows(game: str, options: dict[str, str]) -> Iterator[Row]:
    """Every bet of a game, before and after; those that are alike, in one row."""
    new = conducted(game, options)
    old = changed(new, void=voids_as_before)
    alike: dict[tuple[Fraction, Fraction, Fraction, frozenset[str]], list[Bet]] = {}
    for key, bet in new.rules.bets.items():
        was, now = Walk(old, key).worth(), Walk(new, key).worth()
        alike.setdefault((now.stays, was.leaves, now.leaves, now.ways), []).append(bet)
    for (stays, before, after, ways), bets in alike.items():
        yield Row(named(bets, new), stays, before, after, ways)


def named(bets: list[Bet], engine: Table) -> str:
    """Bets by family, with their selections where not all of the family are among them."""
    families: dict[str, list[str]] = {}
    for bet in bets:
        families.setdefault(bet.id, []).append(bet.selection)
    sizes = Counter(bet.id for bet in engine.rules.bets.values())
    whole = [name for name, selections in families.items() if len(selections) == sizes[name]]
    part = [f"{name} {' '.join(each)}" for name, each in families.items() if name not in whole]
    return ", ".join((*whole, *part))


class Gate(NamedTuple):
    """A seat at Pai Kao, per unit staked: the best settings, the house way, and walking away from hands below nothing."""

    best: Fraction
    house_way: Fraction
    walks: Fraction
    kept: Fraction
    """The share of hands that are not walked away from."""


def pai_kao(seat: Seat) -> Gate:
    """Over all deals of one gate against the other side's equilibrium, exactly."""
    other = policy(EQUILIBRIUM, Seat.BANKER if seat is Seat.PLAYER else Seat.PLAYER)
    won, lost = tally(as_array(other), seat)
    house = policy(HOUSE_WAY, seat).weights
    whole = sum(WAYS) * HANDS_LEFT * other.total
    best = by_way = walks = Fraction(0)
    kept = 0
    for hand, ways in enumerate(WAYS):
        worth: list[Fraction] = [(1 - COMMISSION) * int(a) - int(b) for a, b in zip(won[hand], lost[hand], strict=True)]
        best += ways * max(worth)
        by_way += ways * worth[house[hand].index(1)]
        walks += ways * max(*worth, Fraction(0))
        kept += ways * (max(worth) > 0)
    return Gate(best / whole, by_way / whole, walks / whole, Fraction(kept, sum(WAYS)))


def percent(value: Fraction) -> str:
    """A fraction as people read it."""
    return f"{float(value):+.3%}" if value else "0"


def page() -> Iterator[str]:
    """The whole page, line by line."""
    yield from HEAD.splitlines()
    for seat in Seat:
        gate = pai_kao(seat)
        figures = (gate.walks, gate.best, gate.house_way)
        yield f"| {seat} | {' | '.join(map(percent, figures))} | {float(gate.kept):.1%} |"
    yield from BETWEEN.splitlines()
    for game, options in tables():
        yield from section(game, options)


def tables() -> Iterator[tuple[str, dict[str, str]]]:
    """Every game of chance under every choice of options that matters here."""
    for game in of_chance():
        for options in OPTIONS.get(game, ({},)):
            yield game, options


def heading(game: str, options: dict[str, str]) -> str:
    """What stands above one of them."""
    return f"### {game}" + "".join(f", `{name}={value}`" for name, value in options.items())


def section(game: str, options: dict[str, str]) -> Iterator[str]:
    """One game, under one choice of options."""
    yield from (
        "",
        heading(game, options),
        "",
        "| bet | played to its end | before | after | taken back after a result |",
    )
    yield "|---|---|---|---|---|"
    for row in rows(game, options):
        figures = " | ".join(f"{value} ({percent(value)})" if value else "0" for value in row[1:4])
        yield f"| {row.bets} | {figures} | {'by its player' if 'withdraw_bet' in row.ways else 'no'} |"


HEAD = """\
# What walking away is worth

Made by `python bench/walking_away.py --write`; the rule is [R-live-1](readings/R-live-1.md). Figures are gains of the player per unit
staked, exact, reckoned before staking.

## Pai Kao

One gate against the other side's equilibrium, all 736,281,000 deals, with commission. *Before*: who is dealt tiles whose best setting is
worth less than nothing goes away, and an automatic table gives the stake back. *After* ([R-pk-11](readings/R-pk-11.md)): who goes away has
the tiles set by the house way, which is never better than setting them best. For the banker: per unit of the stake that the principal
covers, one gate staking.

| seat | before, going away from bad tiles | after, always setting best | after, always away | hands kept before |
|---|---|---|---|---|"""

BETWEEN = """
## Games of chance

Every state of a drawn table with the bet on it, by the table's own decisions, with all ways out tried in every state: taking the bet back,
leaving, being unseated, the table closing, the round voided. The player leaves wherever that is better than what is to come, after one
result at least (before it nothing is known, and nothing is gained); the best time to place is taken too. *Before*: a supervisor could void
any round whose result had not been called, so also one with a point, with a stake in prison or with two cards out; a shooter who stopped
betting could stop an automatic table until somebody did. *After*: what the program draws is played to its end; at an observed table, where
a device can fail, a round of which something is known is voided by two persons or not at all.

No figure under *after* is above 0, but for Post under `post_opens=on_post`, which is the reading's own figure and no way out
([R-fp-1](readings/R-fp-1.md)): the best of the hands that the player sees first. A figure nearer to 0 than *played to its end* is of a
bet that craps lets its player take back between throws: fewer throws are paid for, and none is won."""


def main() -> None:
    """Print the page, or write it."""
    text = "\n".join(page()) + "\n"
    if "--write" in sys.argv[1:]:
        PAGE.write_text(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
