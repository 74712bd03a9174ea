"""Eight sessions at once: the sums in one vector register are those of a loop."""

import numpy as np
import pytest

from banca.analysis.simulation.compiled.lanes import HALF, KEPT_ROUNDS, LANES, LONGEST, LOSING_RUN, WON, add_up_rounds
from banca.jit import jit

pytestmark = pytest.mark.compiled


@jit()
def add_up(kept: object, rounds: int, sums: object) -> None:
    """Call the instructions, which stand only in compiled code."""
    add_up_rounds(kept, rounds, sums)


@pytest.mark.parametrize("rounds", [1, 2, KEPT_ROUNDS])
def test_rounds_are_added_up_as_a_loop_would(rounds: int) -> None:
    steps = np.random.default_rng(rounds).integers(-3, 4, (KEPT_ROUNDS, LANES))
    kept = ((steps << HALF) + 7).reshape(-1)  # below the steps stands where the next cells are
    sums = np.array([[0, 1, 2, 3] * 2, [5] * LANES, [100] * LANES], dtype=np.int32)
    expected = sums.copy()
    for lane in range(LANES):
        for won in steps[:rounds, lane]:
            expected[LOSING_RUN, lane] = 0 if won > 0 else expected[LOSING_RUN, lane] + (won < 0)
            expected[LONGEST, lane] = max(expected[LONGEST, lane], expected[LOSING_RUN, lane])
            expected[WON, lane] += won
    add_up(kept, rounds, sums)
    assert sums.tolist() == expected.tolist()
