"""What only craps refuses, each in three languages."""

from banca.rulebook import _, refusal

DICE_NOT_INSPECTED = refusal(
    "dice_not_inspected",
    _("the dice left the table and must be checked first; still to be checked: {missing} (craps {clauses})"),
)
POINT_STANDS = refusal(
    "point_stands",
    _("{bet} cannot be placed while there is a point ({point}); place it before a come-out throw"),
)
NO_POINT = refusal(
    "no_point",
    _("{bet} may be placed only while the table has a point ({by}); it has none now"),
)
NO_FLAT_BET = refusal(
    "no_flat_bet",
    _(
        "{bet} needs a {flat} bet on {number}, and there is none; an additional bet is placed once its flat bet has a number"
    ),
)
ADDITIONAL_TOO_LARGE = refusal(
    "additional_too_large",
    _("{bet} would come to {asked}; the most here is {allowed} (option additional_multiple)"),
)
ADDITIONAL_STANDS = refusal(
    "additional_stands",
    _("{bet} has an additional bet, {additional}; take that down first"),
)
WRONG_DICE = refusal(
    "wrong_dice",
    _("{asked} dice; it must be {allowed}"),
)
NOT_THE_SHOOTER = refusal(
    "not_the_shooter",
    _("only a player whose bets come to at least {allowed} in all may throw ({by}); this one has {asked}"),
)
NO_SHOOTER = refusal(
    "no_shooter",
    _("every player who may throw has waived the throw"),
)
DICE_NOT_OFFERED = refusal(
    "dice_not_offered",
    _("the shooter has left; take the dice back and offer them again"),
)
