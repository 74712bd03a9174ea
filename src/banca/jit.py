"""Compiling: one decorator for all compiled functions, a place to keep what was compiled, and two machine instructions.

What was compiled is kept per version of the sources, so that none is ever taken for another's: numba itself looks only at
the file a function stands in, not at what the function calls. Compiled functions of a game are made of our sources and of those
in the game's folder, wherever that is.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])

CONFIG = cast("Any", numba.config)
OURS = ("jit.py", "analysis")
"""Where our own compiled functions stand, and all they are made of."""
CLAUSES = "clauses.toml"
"""What every game's folder has, and no other."""


@cache
def digest(game: Path | None = None) -> str:
    """What the sources of compiled code amount to: ours, with those in the folder of a game."""
    root = Path(str(files("banca")))
    sources = sorted(source for part in OURS for source in (root / part, *(root / part).rglob("*.py")))
    sources += sorted(game.rglob("*.py")) if game else []
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources if source.is_file())).hexdigest()


def game_of(function: Callable[..., Any]) -> Path | None:
    """The folder of the game that a function stands in; None where it is ours."""
    folders = Path(function.__code__.co_filename).parents
    return next((folder for folder in folders if (folder / CLAUSES).exists()), None)


@cache
def kept_in(game: Path | None = None) -> str:
    """Where compiled code is kept: what NUMBA_CACHE_DIR says, or the user's cache; else it is not kept beyond this run."""
    home = Path(CONFIG.CACHE_DIR or os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    folder = home / "banca" / digest(game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return tempfile.mkdtemp(prefix="banca-")
    return str(folder)


def is_compiled() -> bool:
    """Whether anything compiled is kept for our sources; empty folders are there before that."""
    return any(Path(kept_in()).rglob("*.nbi"))


def jit(**options: Any) -> Callable[[F], F]:
    """Compile a function when it is first used, and keep what was compiled; other threads go on meanwhile."""

    def decorate(function: F) -> F:
        usual = CONFIG.CACHE_DIR
        CONFIG.CACHE_DIR = kept_in(game_of(function))  # numba reads it now, for this function alone
        try:
            return cast("F", numba.njit(cache=True, nogil=True, **options)(function))
        finally:
            CONFIG.CACHE_DIR = usual

    return decorate


def piece(*, inlined: bool = True) -> Callable[[F], F]:
    """Compile a piece of a larger function: it borrows the arrays it is given and makes none, so that no references are counted.

    Counting them would cost more than most pieces do, as records of arrays are counted array by array at every call. A piece is
    compiled into its callers unless `inlined` is false: a long loop is often faster when it is compiled by itself.
    """
    return jit(_nrt=False, forceinline=inlined)


def _product(_typing: Any, _left: Any, _right: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide, word = ir.IntType(128), ir.IntType(64)
        first, second = (builder.zext(argument, wide) for argument in arguments)
        whole = builder.mul(first, second)
        high = builder.trunc(builder.lshr(whole, ir.Constant(wide, 64)), word)
        return context.make_tuple(builder, signature.return_type, (high, builder.trunc(whole, word)))

    two_words = cast("Any", types.UniTuple)(types.uint64, 2)
    return two_words(types.uint64, types.uint64), generate


def _lowest_bit(_typing: Any, _bits: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


product = cast("Callable[[Any, Any], Any]", intrinsic(_product))
"""The product of two words as two: the upper one and the lower one, by one instruction."""

lowest_bit = cast("Callable[[Any], Any]", intrinsic(_lowest_bit))
"""The place of the lowest bit that is set; there must be one."""
