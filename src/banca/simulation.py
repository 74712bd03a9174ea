"""What version 1.0 called `banca.analysis.simulation`."""

from banca.analysis.simulation import *  # noqa: F403
