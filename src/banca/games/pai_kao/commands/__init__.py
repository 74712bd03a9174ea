"""What only Pai Kao has on the command line: `banca pai-kao`."""

from banca.games.pai_kao.commands import banking
from banca.games.pai_kao.commands.app import app

__all__ = ["app", "banking"]
