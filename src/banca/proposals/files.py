"""Proposal files on the disk: somebody's own, and the worked examples that lie in the folders of their games."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from banca.files import CANNOT_READ, NOT_A_FILE, is_special
from banca.games import find, is_ours, names
from banca.proposals.compiler import MOST_LETTERS, UNKNOWN_EXAMPLE, SandboxLimits, has_bets, read_proposal
from banca.rules import Message, Proposal, Refusal, _

# Of a game's folder.
FOLDER = "proposals"
SUFFIX = ".star"
NOT_UTF_8 = _("it is not UTF-8 text; save it as UTF-8")


def _folders() -> Iterator[tuple[str, Traversable]]:
    """The folder of proposals of every game; ours are found without importing the game."""
    for game in names():
        try:
            folder = files("banca.games").joinpath(game) if is_ours(game) else files(find(game).package)
        except Refusal:  # of a game that cannot be played
            continue
        yield game, folder.joinpath(FOLDER)


@cache
def example_files() -> dict[str, Traversable]:
    """The worked examples by name; of two under one name, that of the first game."""
    by_name: dict[str, Traversable] = {}
    for game, folder in _folders():
        if folder.is_dir() and has_bets(game):
            for file in folder.iterdir():
                if file.name.endswith(SUFFIX):
                    by_name.setdefault(file.name.removesuffix(SUFFIX), file)
    return by_name


def examples() -> tuple[str, ...]:
    """Return the names of the worked examples."""
    return tuple(sorted(example_files()))


def example(name: str) -> str:
    """The text of a worked example."""
    # To read one, only its own game is imported: `examples` imports all.
    for game, folder in _folders():
        file = folder.joinpath(f"{name}{SUFFIX}")
        if Path(name).name == name and file.is_file() and has_bets(game):
            return file.read_text("utf-8")
    raise Refusal(CANNOT_READ, asked=name, because=Message(UNKNOWN_EXAMPLE, allowed=examples()))


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
