"""Compiling: one decorator for all compiled functions, and two machine instructions that Python has no word for."""

from collections.abc import Callable
from typing import Any, cast

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

jit = numba.njit(cache=True, nogil=True)
"""Compiled once and kept on disk; other threads go on meanwhile."""


def _high_product(_typing: Any, _left: Any, _right: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        first, second = (builder.zext(argument, wide) for argument in arguments)
        return builder.trunc(builder.lshr(builder.mul(first, second), ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), generate


def _lowest_bit(_typing: Any, _bits: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


high_product = cast("Callable[[Any, Any], Any]", intrinsic(_high_product))
"""The upper 64 bits of the product of two words."""

lowest_bit = cast("Callable[[Any], Any]", intrinsic(_lowest_bit))
"""The place of the lowest bit that is set; there must be one."""
