"""What version 1.0 called `banca.analysis.sessions`."""

from banca.analysis.sessions import *  # noqa: F403
