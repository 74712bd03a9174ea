"""E-values: how a capital that is bet against the law is spread over days and series, and what it must reach to say something.

Of many series watched at once, a bound holds for the whole house, now and for ever:

- *alarm*: the series get shares of the level, in the order in which they first appear; all shares together are 1, however many series will
  ever come. A series alarms where its e-value reaches 1 / (level * share). By Ville's inequality and the union of all, the chance that an
  honest house ever has a false alarm is at most the level.
- *review*: of the series as they stand, those that e-BH names: of what it names, the mean share that is honest is at most its level,
  whatever the series have to do with each other.
"""

import math
from collections.abc import Mapping

AT_ONCE = 0.5
"""The share of a capital that is bet from the first day on; the rest is put down in shares on later days."""
# A capital may be cut: giving money away makes the mean smaller than 1, and the bound only more careful. Without a cut a loaded die
# would reach the end of floats within a year.
MOST_CAPITAL = 1e100
ALARM = 0.01
"""Upper bound on the chance that an honest house ever has a false alarm, over all its series and years."""
REVIEW = 0.05
"""Upper bound on the mean share of honest series among those named for review."""


def spent_share(number: int) -> float:
    """Return the shares of the first so many, together: 0 for none, and never quite 1.

    Shares that fall as slowly as this cost little for late comers: the 10,000th of the series has one in 1.2 million.

    >>> [round(spent_share(n), 3) for n in (0, 1, 2, 3, 1000)]
    [0.0, 0.369, 0.5, 0.569, 0.9]
    """
    return 1 - 1 / math.log2(number + 2)


def share(number: int) -> float:
    """Return the share of one of them, counted from 1."""
    return spent_share(number) - spent_share(number - 1)


def alarm_at(number: int, level: float = ALARM) -> float:
    """Return the natural logarithm of the e-value at which a series alarms, by its number in the order of appearance.

    >>> round(math.exp(alarm_at(1)))
    271
    """
    return -math.log(level) - math.log(share(number))


def worth_review(logs: Mapping[str, float], level: float = REVIEW) -> list[str]:
    """Return the series to review by e-BH, the strongest first; `logs` are natural logarithms of their e-values now.

    >>> worth_review({"a": math.log(100), "b": math.log(29), "c": 0.0})
    ['a']
    >>> worth_review({"a": math.log(100), "b": math.log(31), "c": 0.0})
    ['a', 'b']
    """
    order = sorted(logs, key=lambda name: (-logs[name], name))
    # e-BH (Wang and Ramdas 2022): of n series name the k largest, for the largest k whose k-th e-value is at least n / (k * level).
    # By name among equals, so that two looks at the same evidence name the same series.
    most = math.log(len(order) / level) if order else 0.0
    reached = [rank for rank, name in enumerate(order, 1) if logs[name] >= most - math.log(rank)]
    return order[: max(reached, default=0)]
