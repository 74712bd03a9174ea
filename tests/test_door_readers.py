"""Who does not read an answer is let go of, by the loop's own clock."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest
import uvicorn
from uvicorn.server import ServerState

from banca.service.addresses import NO_PROXIES
from banca.service.limits import ServiceLimits
from banca.service.metrics import LIMITED
from banca.service.protocol import Door, Hall
from patience import PATIENCE


def counted(limit: str) -> float:
    found: float = LIMITED.labels(limit)._value.get()  # noqa: SLF001 - the library has no other way
    return found


class Timers:
    """A loop of which only the clock is asked: what is due, and when."""

    def __init__(self) -> None:
        self.due: dict[Any, tuple[float, Callable[[], None]]] = {}
        self.now = 0.0

    def call_later(self, delay: float, work: Callable[..., None], *args: Any) -> Mock:
        handle = Mock()
        handle.cancel = lambda: self.due.pop(handle, None)
        self.due[handle] = (self.now + delay, partial(work, *args))
        return handle

    def move(self, seconds: float) -> None:
        self.now += seconds
        for handle, (at, work) in list(self.due.items()):
            if at <= self.now:
                del self.due[handle]
                work()


class Answered:
    """A connection with so much on it that its reader has not taken."""

    def __init__(self, *, left: int) -> None:
        self.timers = Timers()
        config = uvicorn.Config(Mock(), log_config=None)
        hall = Hall(replace(ServiceLimits(), request_seconds=PATIENCE, stalled_seconds=30.0), NO_PROXIES)
        self.door = Door(hall, config=config, server_state=ServerState(), app_state={}, _loop=self.timers)
        self.transport = Mock()
        self.transport.get_extra_info.return_value = None
        self.transport.is_closing.return_value = False
        self.transport.close.side_effect = lambda: self.transport.is_closing.configure_mock(return_value=True)
        self.door.connection_made(self.transport)
        self.left = left

    @property
    def left(self) -> int:
        found: int = self.transport.get_write_buffer_size()
        return found

    @left.setter
    def left(self, count: int) -> None:
        self.transport.get_write_buffer_size.return_value = count

    @property
    def is_over(self) -> bool:
        return bool(self.transport.abort.called)


def test_who_does_not_read_an_answer_is_taken_to_have_gone() -> None:
    one, before = Answered(left=70_000), counted("stalled_seconds")
    one.door.pause_writing()
    one.timers.move(29)
    assert not one.is_over
    one.timers.move(1)
    assert one.is_over
    assert counted("stalled_seconds") == before + 1


def test_who_reads_an_answer_has_all_the_time_that_its_length_takes() -> None:
    one = Answered(left=10_000_000)
    one.door.pause_writing()
    for _ in range(50):
        one.left -= 100_000
        one.timers.move(30)
        assert not one.is_over
    one.left -= 99_999
    one.timers.move(30)
    assert one.is_over


def test_who_has_read_an_answer_may_rest() -> None:
    one = Answered(left=70_000)
    one.door.pause_writing()
    one.left = 10_000
    one.door.resume_writing()
    one.timers.move(60)
    assert not one.is_over


@pytest.mark.parametrize("left", [1, 60_000])
def test_a_connection_that_is_closed_does_not_wait_for_ever_for_its_reader(left: int) -> None:
    one = Answered(left=left)  # too little for the transport to say that it is too much
    one.door.timeout_keep_alive_handler()
    one.timers.move(30)
    assert one.is_over


def test_the_last_answer_is_read_to_its_end_or_not_at_all() -> None:
    one = Answered(left=70_000)
    one.door.pause_writing()
    one.transport.close()
    one.left = 10_000
    one.door.resume_writing()
    one.timers.move(30)
    assert one.is_over


def test_who_has_gone_is_not_counted_as_somebody_who_does_not_read() -> None:
    one, before = Answered(left=70_000), counted("stalled_seconds")
    one.door.pause_writing()
    one.door.connection_lost(ConnectionResetError())
    one.left = 0
    one.door.timeout_keep_alive_handler()
    one.timers.move(60)
    assert counted("stalled_seconds") == before
