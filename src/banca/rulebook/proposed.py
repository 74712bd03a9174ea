"""What version 1.0 called `banca.rules.proposed`."""

from banca.rules.proposed import *  # noqa: F403
