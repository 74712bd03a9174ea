"""Proposal files on the disk: somebody's own, and the worked examples that lie in the folders of their games."""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from banca.entries import CANNOT_READ, NOT_A_FILE
from banca.files import is_special
from banca.games import find, of_chance
from banca.proposals.compiler import MOST_LETTERS, UNKNOWN_EXAMPLE, SandboxLimits, read_proposal
from banca.rules import Message, Proposal, Refusal, _

FOLDER = "proposals"
"""Of a game's folder."""
SUFFIX = ".star"
NOT_UTF_8 = _("it is not UTF-8 text; save it as UTF-8")


@cache
def example_files() -> dict[str, Traversable]:
    """The worked examples by name; of two under one name, that of the first game."""
    folders = [files(find(game).package).joinpath(FOLDER) for game in of_chance()]
    found: dict[str, Traversable] = {}
    for file in (file for folder in folders if folder.is_dir() for file in folder.iterdir()):
        if file.name.endswith(SUFFIX):
            found.setdefault(file.name.removesuffix(SUFFIX), file)
    return found


def examples() -> tuple[str, ...]:
    """Return the names of the worked examples."""
    return tuple(sorted(example_files()))


def example(name: str) -> str:
    """The text of a worked example."""
    if name not in examples():
        raise Refusal(CANNOT_READ, asked=name, because=Message(UNKNOWN_EXAMPLE, allowed=examples()))
    return example_files()[name].read_text("utf-8")


def read_text(file: Path) -> str:
    """What a file holds; a name that is no file may be one of the worked examples."""
    if not file.exists():
        return example(str(file))
    if is_special(file):
        raise Refusal(CANNOT_READ, asked=file, because=NOT_A_FILE)
    try:
        with file.open(encoding="utf-8", newline="") as open_file:
            return open_file.read(MOST_LETTERS + 1)
    except OSError as error:
        raise Refusal(CANNOT_READ, asked=file, because=error.strerror) from None
    except ValueError:
        raise Refusal(CANNOT_READ, asked=file, because=NOT_UTF_8) from None


def read_file(file: Path, limits: SandboxLimits = SandboxLimits()) -> Proposal:  # noqa: B008 - frozen
    """Read the proposal in a file.

    Args:
        file: A Starlark file, or the name of a worked example.
        limits: How much time and memory it may take.

    Raises:
        Refusal: The file cannot be read, or describes no valid bet.
    """
    return read_proposal(read_text(file), file.name, limits)
