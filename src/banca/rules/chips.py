"""The chips of a house: what they are worth, and how an amount is made up of the fewest of them.

Pay sheet, trainer and the drawn stacks have these and no others. They are the house's and not a table's, whose minimum changes
while its chips do not. There are none of 20 or 200: with each a multiple of the next, an amount has one way that takes the fewest,
which a croupier finds by taking the largest first, and which an exercise can ask for.
"""

DENOMINATIONS = (1_000_000, 500_000, 100_000, 50_000, 10_000, 5_000, 1_000, 500, 100, 50, 10, 5, 1)
"""In avos: from 10,000 patacas down to one avo, which only a table with so small a chip has."""


def denominations(chip: int) -> tuple[int, ...]:
    """Those that a table with this smallest chip has: it, and all above it.

    >>> denominations(50_000)
    (1000000, 500000, 100000, 50000)
    """
    return (*(worth for worth in DENOMINATIONS if worth > chip and worth % chip == 0), chip)


def cut(amount: int, chip: int) -> tuple[tuple[int, int], ...]:
    """An amount in the fewest chips: each denomination that it takes, and how many. What is less than a chip is not paid.

    >>> cut(368_000, 100)
    ((100000, 3), (50000, 1), (10000, 1), (5000, 1), (1000, 3))
    """
    taken = []
    for worth in denominations(chip):
        count, amount = divmod(amount, worth)
        if count:
            taken.append((worth, count))
    return tuple(taken)
