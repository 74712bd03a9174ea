"""What anybody may have computed: one thing at a time, in a thread of its own, so that live tables need not wait behind it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_thread = ThreadPoolExecutor(1, "aside")


async def aside(work: Callable[P, T], *args: P.args, **about: P.kwargs) -> T:
    """The work's result, in its turn; more threads would get no more done, as Python computes in one at a time."""
    return await asyncio.get_running_loop().run_in_executor(_thread, lambda: work(*args, **about))
