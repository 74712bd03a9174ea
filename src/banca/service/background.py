"""What anybody may have computed: one thing at a time, in a thread of its own, so that live tables need not wait behind it."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from banca.service.http import AnyRequest, asker_of
from banca.service.thread_pools import ThreadPool

P = ParamSpec("P")
T = TypeVar("T")


async def aside(request: AnyRequest, work: Callable[P, T], *args: P.args, **about: P.kwargs) -> T:
    """The work's result, in its turn; more threads would get no more done, as Python computes in one at a time."""
    line: ThreadPool = request.app.state.aside
    return await line.do(asker_of(request), work, *args, **about)
