"""Writing a file whole or not at all."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from banca.rules import Refusal, _, refusal

CANNOT_WRITE = refusal("cannot_write", _("cannot write {asked}: {because}"))
BAD_CHART = refusal("bad_chart", _("cannot write {asked}; its name must end in {allowed}"))


def check_writable(file: Path) -> None:
    """Refuse a file that cannot be written, before the work for it begins."""
    if is_special(file):
        return
    unfinished = _unfinished(file)
    try:
        unfinished.touch()
        unfinished.unlink()
    except OSError as error:
        raise Refusal(CANNOT_WRITE, asked=file, because=error.strerror) from None


def write_whole(file: Path, content: str | bytes | Iterable[bytes]) -> None:
    """The whole content or, where it cannot be written, nothing; a pipe or device is written to as it is."""
    if isinstance(content, str):
        content = content.encode()
    target = file if is_special(file) else _unfinished(file)
    try:
        with target.open("wb") as out:
            out.writelines([content] if isinstance(content, bytes) else content)
        if target is not file:
            target.replace(file)
    except OSError as error:
        raise Refusal(CANNOT_WRITE, asked=file, because=error.strerror) from None
    finally:
        if target is not file:
            with suppress(OSError):  # it has its name by now, or was never there
                target.unlink()


def is_special(file: Path) -> bool:
    """Something there that is no ordinary file."""
    return file.exists() and not file.is_file()


def _unfinished(file: Path) -> Path:
    return file.with_name(f"{file.name}.unfinished")
