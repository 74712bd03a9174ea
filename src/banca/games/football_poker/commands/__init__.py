"""What only football poker has on the command line: `banca football-poker`."""

from banca.games.football_poker.commands.app import app

__all__ = ["app"]
