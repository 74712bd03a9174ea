"""What only craps refuses, each in three languages."""

from banca.rules import _, refusal

WRONG_DICE = refusal("wrong_dice", _("{asked} dice; it must be {allowed}"))
NO_SHOOTER = refusal("no_shooter", _("every player who may throw has waived the throw"))
