"""What version 1.0 called `banca.analysis.best_play`."""

from banca.analysis.best_play import *  # noqa: F403
