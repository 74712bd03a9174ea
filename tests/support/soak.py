"""How much the tests try: as much as a contributor waits for, or so many times as much in `make soak` (BANCA_SOAK)."""

import os

from hypothesis import HealthCheck, settings

TIMES = int(os.environ.get("BANCA_SOAK", "1"))


def many(count: int) -> int:
    """So many examples; more in `make soak`."""
    return count * TIMES


def register() -> None:
    """Hypothesis has no clock of its own; it tries the same examples in every run but a soak."""
    settings.register_profile(
        "banca",
        deadline=None,
        derandomize=TIMES == 1,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        print_blob=True,
        max_examples=many(100),
    )
    settings.load_profile("banca")
