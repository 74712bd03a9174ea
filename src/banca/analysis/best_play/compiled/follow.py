"""Where choices lead, and what they are worth: compiled, for many amounts."""

from typing import Any

from banca.jit import jit


@jit()
def follow(packed: Any, choices: Any, least: Any, first: Any, to: Any, share: Any, beyond: Any) -> None:
    """Write down where the choices lead."""
    top, count = beyond.shape[0] - 1, 0
    for amount in range(top + 1):
        first[amount] = count
        bet, place = choices.bet[0, amount], choices.stake[0, amount]
        if amount < least or amount == top or bet < 0:
            continue
        for branch in range(packed.opens[bet], packed.opens[bet + 1]):
            spot, add = packed.spot[branch], choices.add[0, amount, branch - packed.opens[bet]]
            if spot < 0:
                left = amount + packed.net[branch, place]
                to[count], share[count] = min(left, top), packed.chance[branch]
                beyond[amount] += packed.chance[branch] * max(left - top, 0)
                count += 1
                continue
            for row in range(packed.rows[spot], packed.rows[spot + 1]):
                left = amount + packed.flat[row, place] + (packed.added[row, add] if add >= 0 else 0)
                chance = packed.chance[branch] * packed.resolved[row]
                to[count], share[count] = min(left, top), chance
                beyond[amount] += chance * max(left - top, 0)
                count += 1
    first[top + 1] = count


@jit()
def sweep(first: Any, to: Any, share: Any, beyond: Any, least: Any, chance: Any, money: Any, most: Any) -> None:
    """Go over the values, upwards and downwards in turn, until they no longer change."""
    top = chance.shape[0] - 1
    for turn in range(most):
        moved = 0.0
        for place in range(least, top):
            amount = place if turn % 2 else top + least - 1 - place
            found, final = 0.0, beyond[amount]
            for one in range(first[amount], first[amount + 1]):
                found += share[one] * chance[to[one]]
                final += share[one] * money[to[one]]
            moved = max(moved, abs(found - chance[amount]), abs(final - money[amount]) / top)
            chance[amount], money[amount] = found, final
        if moved < 1e-16:
            break
