"""Statistical tests of results: whether they look as the rulebooks say, drawn from the tables' source or recorded at tables.

Each test gives p: how often so strange a row, or a stranger one, comes up by chance. A test fails below 0.01, so of a hundred
tests of a perfect source about one fails, and the verdict over all must allow for that (Holm): a perfect source is condemned less
than once in a hundred runs, however many tests a run has. What the tests can find is said with them (`power`).
"""

from banca.house.randomness.power import SOUGHT, SURE, Power
from banca.house.randomness.series import Series, drawn, pooled
from banca.house.randomness.trial import LEAST_ROUNDS, LEVEL, TestResult, Trial, try_series, try_source

__all__ = [
    "LEAST_ROUNDS",
    "LEVEL",
    "SOUGHT",
    "SURE",
    "Power",
    "Series",
    "TestResult",
    "Trial",
    "drawn",
    "pooled",
    "try_series",
    "try_source",
]
