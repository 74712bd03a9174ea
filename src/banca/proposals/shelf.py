"""Proposal files on the disk: somebody's own, and the worked examples that come with Banca."""

from importlib.resources import files
from pathlib import Path

from banca.entries import NOT_A_FILE
from banca.files import is_special
from banca.proposals.compiler import MOST_LETTERS, Limits, read_proposal
from banca.rulebook import Code, Proposal, Refusal, term

EXAMPLES = files("banca.proposals").joinpath("examples")
SUFFIX = ".star"
NOT_UTF_8 = term("it is not text in UTF-8; save it so")


def examples() -> tuple[str, ...]:
    """The names of the worked examples."""
    return tuple(sorted(one.name.removesuffix(SUFFIX) for one in EXAMPLES.iterdir() if one.name.endswith(SUFFIX)))


def example(name: str) -> str:
    """The text of a worked example."""
    if name not in examples():
        raise Refusal(Code.CANNOT_READ, asked=name, because=Refusal(Code.UNKNOWN_EXAMPLE, None, allowed=examples()))
    return EXAMPLES.joinpath(name + SUFFIX).read_text("utf-8")


def read_text(file: Path) -> str:
    """What a file holds; a name that is no file may be one of the worked examples."""
    if not file.exists():
        return example(str(file))
    if is_special(file):
        raise Refusal(Code.CANNOT_READ, asked=file, because=NOT_A_FILE)
    try:
        with file.open(encoding="utf-8", newline="") as open_file:
            return open_file.read(MOST_LETTERS + 1)
    except OSError as error:
        raise Refusal(Code.CANNOT_READ, asked=file, because=error.strerror) from None
    except ValueError:
        raise Refusal(Code.CANNOT_READ, asked=file, because=NOT_UTF_8) from None


def read_file(file: Path, limits: Limits = Limits()) -> Proposal:  # noqa: B008 - frozen
    """The proposal in a file."""
    return read_proposal(read_text(file), file.name, limits)
