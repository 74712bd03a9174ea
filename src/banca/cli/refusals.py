"""What only the command line refuses."""

from banca.rules import _, refusal

NOT_RANDOM = refusal("not_random", _("chance does not explain {asked}"))
NOT_WHOLE = refusal("not_whole", _("the database is not intact; errors: {asked}, the first at {where}"))
