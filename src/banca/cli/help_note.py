"""The help pages are in English only, and say so to readers of the other languages."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from banca.law import Language
from banca.rules import _

IN_ENGLISH = _("This help is in English only.")

OPTION = "--lang"
SETTINGS = ("BANCA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a reader's language is set, the first before the others."""


def readers_language(arguments: Sequence[str], settings: Mapping[str, str]) -> Language:
    """What `--lang` says, or else the settings of the shell; English where they name a language that we do not speak.

    >>> readers_language(["odds", "--help"], {"LANG": "pt_PT.UTF-8"}), readers_language(["--lang=zh"], {"LANG": "C"})
    (<Language.PT: 'pt'>, <Language.ZH: 'zh'>)
    """
    typed = [after for before, after in pairwise(arguments) if before == OPTION]
    typed += [one.removeprefix(f"{OPTION}=") for one in arguments if one.startswith(f"{OPTION}=")]
    named = next(filter(None, [*typed, *(settings.get(name) for name in SETTINGS)]), "")
    return next((one for one in Language if named.lower().startswith(one)), Language.EN)


def note(language: Language) -> str:
    """Return the note for a reader of this language; a reader of English needs none."""
    return "" if language is Language.EN else IN_ENGLISH.in_language(language)


def add_note(command: Any, note: str) -> None:  # typer does not export the class of its commands
    """Put the note at the end of a command's help, and of all commands under it."""
    command.epilog = note or None
    for one in getattr(command, "commands", {}).values():
        add_note(one, note)
