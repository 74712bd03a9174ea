"""A series that is watched: what it is about, its evidence by now, and how that came about day by day."""

import math
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct

from banca.watch.croupier_calls import CallsState
from banca.watch.device import DeviceState
from banca.watch.luck import LuckState

MOST_DAYS = 4000
"""Days of which the course of the evidence is kept: more than ten years; the first ones go."""


class SeriesKind(StrEnum):
    """The kind of a watched series."""

    DEVICE = "device"
    """A device's results, against the chances of the rulebook."""
    TABLE = "table"
    """What the players of a table win together, against what it is worth."""
    PLAYER = "player"
    """What one player wins, at all tables."""
    CROUPIER = "croupier"
    """What the players win in rounds that one croupier calls."""
    NULLS = "nulls"
    """How often a croupier calls a throw null, beside the others of the game."""
    VOIDS = "voids"
    CORRECTIONS = "corrections"


CALLS = (SeriesKind.NULLS, SeriesKind.VOIDS, SeriesKind.CORRECTIONS)


class SeriesDay(Struct, frozen=True, array_like=True):
    """The evidence on one day: at its end, and the most that it was; natural logarithms."""

    day: str
    log_e: float
    most: float


class Lead(Struct, frozen=True, kw_only=True):
    """What the evidence against a device rests on most: what was counted, how often by the law, and how often it was."""

    feature: str
    kind: str
    """Empty where there has been nothing."""
    name: str
    """Of what was counted; empty where it is the shares as a whole."""
    rounds: int
    expected: float
    seen: int


class SeriesState(Struct, kw_only=True):
    """A series as it is kept."""

    kind: SeriesKind
    game: str = ""
    table: str = ""
    who: str = ""
    """The player or croupier."""
    device: int = 0
    began: str = ""
    last: str = ""
    """When its last round was paid."""
    day: str = ""
    rounds: int = 0
    log_e: float = 0.0
    most: float = 0.0
    """The most that it ever was."""
    base: float = 1.0
    """The e-value that an earlier way of watching left: the present one begins with it."""
    days: list[SeriesDay] = []
    of_device: DeviceState | None = None
    of_luck: LuckState | None = None
    of_calls: CallsState | None = None
    lead: Lead | None = None
    is_alarmed: bool = False

    @property
    def luck(self) -> float:
        """What was won beyond what it was worth, in avos; nothing where no luck is watched."""
        return self.of_luck.luck if self.of_luck else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of the luck."""
        return math.sqrt(self.of_luck.variance) if self.of_luck else 0.0

    @property
    def own(self) -> int:
        """The croupier's calls of the kind."""
        return self.of_calls.own if self.of_calls else 0

    @property
    def own_calls(self) -> int:
        """All calls of the croupier."""
        return self.of_calls.own_calls if self.of_calls else 0

    @property
    def expected(self) -> float:
        """How many of the kind would have been the croupier's on average."""
        return self.of_calls.expected if self.of_calls else 0.0

    def note(self, capital: float, at: str, day: str) -> None:
        """The e-value after one more round, or day of calls."""
        self.log_e = math.log(self.base) + math.log(capital)
        self.most = max(self.most, self.log_e)
        self.began = self.began or at
        self.last = at
        if self.days and self.days[-1].day == day:
            self.days[-1] = SeriesDay(day, self.log_e, max(self.days[-1].most, self.log_e))
        else:
            self.days.append(SeriesDay(day, self.log_e, self.log_e))
            del self.days[:-MOST_DAYS]


class AlertBody(Struct, frozen=True, kw_only=True):
    """An alarm, as it was when it was raised: nothing that comes later changes it."""

    kind: SeriesKind
    game: str
    table: str
    who: str
    number: int
    """The series' place in the order of appearance, which decides what it must reach."""
    rounds: int
    log_e: float
    needed: float
    level: float
    lead: Lead | None = None
    luck: float = 0.0
    deviation: float = 0.0
    own: int = 0
    own_calls: int = 0
    expected: float = 0.0


_write = msgspec.msgpack.Encoder()
_read = msgspec.msgpack.Decoder(SeriesState)
_read_alert = msgspec.msgpack.Decoder(AlertBody)


def packed(value: Any) -> bytes:  # any struct that is kept
    """As it is stored."""
    return _write.encode(value)


def read_series(body: bytes) -> SeriesState:
    """A series out of its row."""
    return _read.decode(body)


def read_alert(body: bytes) -> AlertBody:
    """An alarm out of its row."""
    return _read_alert.decode(body)
