"""What pages say of things that wait for a second person."""

from banca.rulebook import term
from banca.words.roles import ROLES
from banca.words.wanted import WANTED

DIALOG_WORDS = {
    "waiting_title": term("It waits for a second person"),
    "first_half": term(
        "Below is your half of the one-time password, shown this once. The second person is shown the other half; "
        "its owner types yours, a hyphen, theirs."
    ),
    "no_amount": term("Write an amount in patacas, for example {example}."),
    "cancel": term("Leave it"),
}
"""What the dialog says, on any page that has it."""

WORDS = {
    **DIALOG_WORDS,
    **{role.value: one for role, one in ROLES.items()},
    **{f"wanted_{act}": one for act, one in WANTED.items()},
    "wants": term("{by} wants to {wanted}"),
    "number": term("number {number}"),
    "agree": term("Agree"),
    "agree_told": term("{wish}. It is done at once, under both names."),
    "agreed": term("Number {number} is done."),
    "disagree": term("Disagree"),
    "take_back": term("Take it back"),
    "dropped": term("Number {number} is not done."),
    "nothing_waits": term("Nothing waits."),
    "new_password": term("New one-time password"),
    "second_half": term(
        "It is done. Below is your half of the one-time password of {name}, shown this once. {by} has the first half; "
        "{name} types that, a hyphen, yours."
    ),
}
"""What the list of such things says."""
