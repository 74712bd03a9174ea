"""A clock that a test moves on: nothing in a test waits for real time to pass."""


class Clock:
    """Stands still until it is told otherwise."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += seconds
