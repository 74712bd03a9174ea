"""Compiling: one decorator for all compiled functions, a place to keep what was compiled, and two machine instructions.

Numba compiles a function when it is first called, once for each combination of its arguments' types. In such a function there are only
numbers, numpy's arrays, tuples and named tuples of them: no objects, dictionaries or exceptions worth the name. Whole numbers are 64 bits
and wrap around in silence, which is why plans check beforehand that nothing can be counted so far. Arrays are passed by reference, so a
function that returns nothing fills the arrays that it was given. Annotations say what is meant; numba does not read them.

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
"""Where our own compiled functions stand, with all that they call and all constants that are compiled into them."""
CLAUSES = "clauses.toml"
"""What every game's folder has, and no other."""


@cache
def digest(game: Path | None = None) -> str:
    """Return a digest of the sources of compiled code: ours, with those in the folder of a game."""
    root = Path(str(files("banca")))
    sources = sorted(source for part in OURS for source in (root / part, *(root / part).rglob("*.py")))
    sources += sorted(game.rglob("*.py")) if game else []
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources if source.is_file())).hexdigest()


def game_folder(function: Callable[..., Any]) -> Path | None:
    """Return the folder of the game that a function stands in; None where it is ours."""
    folders = Path(function.__code__.co_filename).parents
    return next((folder for folder in folders if (folder / CLAUSES).exists()), None)


@cache
def cache_folder(game: Path | None = None) -> str:
    """Return where compiled code is kept: in NUMBA_CACHE_DIR or the user's cache; where neither can be written, for this run only."""
    home = Path(CONFIG.CACHE_DIR or os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    folder = home / "banca" / digest(game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()  # a folder that exists may still be read-only
    except OSError:
        return tempfile.mkdtemp(prefix="banca-")
    return str(folder)


def is_compiled() -> bool:
    """Return whether anything compiled is kept for our sources."""
    return any(Path(cache_folder()).rglob("*.nbi"))


def jit(**options: Any) -> Callable[[F], F]:
    """Compile a function when it is first called, and keep what was compiled. It lets go of Python's lock while it runs."""

    def decorate(function: F) -> F:
        usual = CONFIG.CACHE_DIR
        # Numba has one folder for everything, and reads its name now: so it is another one for the moment.
        CONFIG.CACHE_DIR = cache_folder(game_folder(function))
        try:
            return cast("F", numba.njit(cache=True, nogil=True, **options)(function))
        finally:
            CONFIG.CACHE_DIR = usual

    return decorate


def jit_part(*, inlined: bool = True) -> Callable[[F], F]:
    """Compile a part of a larger function, which must make no arrays of its own.

    It is compiled into its callers unless `inlined` is false: a long loop is often faster when it is compiled by itself.
    """
    # Without numba's runtime (`_nrt`) no references are counted. They would be at every call, for every array of a named tuple that is
    # passed, and that costs more than most of these functions do.
    return jit(_nrt=False, forceinline=inlined)


# Two instructions that numba does not offer, as LLVM writes them.


def _multiply_wide(_typing: Any, _left: Any, _right: Any) -> Any:
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


multiply_wide = cast("Callable[[Any, Any], Any]", intrinsic(_multiply_wide))
"""The 128 bits of the product of two words, as the upper word and the lower one."""

lowest_bit = cast("Callable[[Any], Any]", intrinsic(_lowest_bit))
"""The number of the lowest bit that is set; there must be one."""
