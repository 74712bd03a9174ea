"""The compiled push: chance flows from rows to rows, amount by amount."""

from typing import Any

from banca.jit import jit, piece

TINY = 1e-26
"""Chances below this at the ends of a row are given up, and counted as lost."""


@piece(inlined=False)
def sum_of(cells: Any) -> Any:
    """The sum of some cells, in four lanes: one addition need not wait for the one before."""
    a = b = c = d = 0.0
    whole = cells.shape[0] // 4 * 4
    for place in range(0, whole, 4):
        a += cells[place]
        b += cells[place + 1]
        c += cells[place + 2]
        d += cells[place + 3]
    for place in range(whole, cells.shape[0]):
        a += cells[place]
    return (a + b) + (c + d)


@jit()
def push(flows: Any, sheet: Any, targets: Any, keeps: Any, sums: Any) -> float:
    """Let chance flow into each target row; what was there is kept where `keeps`. What is given up is returned."""
    cells, start, least, below, low, high = sheet
    first, source, won, weight, at_least, at_most, counted = flows
    lost = 0.0
    for target in targets:
        into = start[target]
        if not keeps:
            for amount in range(low[target], high[target]):
                cells[into + amount] = 0.0
            low[target], high[target] = below[target], least[target]
        for flow in range(first[target], first[target + 1]):
            sums[flow] = 0.0
            row, share = source[flow], weight[flow]
            out = start[row] - won[flow]
            begin, end = max(low[row] + won[flow], at_least[flow]), min(high[row] + won[flow], at_most[flow])
            for amount in range(begin, min(end, least[target])):
                lost += share * cells[out + amount]
            for amount in range(max(begin, below[target]), end):
                lost += share * cells[out + amount]
            begin, end = max(begin, least[target]), min(end, below[target])
            if begin >= end:
                continue
            taken, given = cells[out + begin : out + end], cells[into + begin : into + end]
            for place in range(end - begin):
                given[place] += share * taken[place]
            if counted[flow]:
                sums[flow] = share * sum_of(taken)
            low[target], high[target] = min(low[target], begin), max(high[target], end)
        if keeps:
            continue
        while low[target] < high[target] and cells[into + low[target]] < TINY:
            lost += cells[into + low[target]]
            cells[into + low[target]] = 0.0
            low[target] += 1
        while low[target] < high[target] and cells[into + high[target] - 1] < TINY:
            high[target] -= 1
            lost += cells[into + high[target]]
            cells[into + high[target]] = 0.0
    return lost
