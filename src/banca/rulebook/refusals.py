"""What version 1.0 called `banca.rules.refusals`."""

from banca.rules.refusals import *  # noqa: F403
