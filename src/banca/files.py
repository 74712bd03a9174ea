"""Writing a file whole or not at all."""

from pathlib import Path

from banca.rulebook import Code, Refusal


def check_writable(file: Path) -> None:
    """Refuse a file that cannot be written, before the work for it begins."""
    if is_special(file):
        return
    unfinished = _unfinished(file)
    try:
        unfinished.touch()
        unfinished.unlink()
    except OSError as error:
        raise Refusal(Code.CANNOT_WRITE, asked=file, because=error.strerror) from None


def write_whole(file: Path, content: str | bytes) -> None:
    """The whole content or, where it cannot be written, nothing; a pipe or device is written to as it is."""
    target = file if is_special(file) else _unfinished(file)
    try:
        target.write_bytes(content.encode() if isinstance(content, str) else content)
        if target is not file:
            target.replace(file)
    except OSError as error:
        if target is not file:
            target.unlink(missing_ok=True)
        raise Refusal(Code.CANNOT_WRITE, asked=file, because=error.strerror) from None


def is_special(file: Path) -> bool:
    """Something there that is no ordinary file."""
    return file.exists() and not file.is_file()


def _unfinished(file: Path) -> Path:
    return file.with_name(f"{file.name}.unfinished")
