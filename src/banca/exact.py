"""What version 1.0 called `banca.analysis.exact`."""

from banca.analysis.exact import *  # noqa: F403
