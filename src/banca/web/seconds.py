"""What pages say of things that wait for a second person."""

from banca.live.command import ROLES
from banca.rulebook import term
from banca.words.wanted import WANTED

DIALOG_WORDS = {
    "waiting_title": term("Waiting for a second person"),
    "first_half": term(
        "Below is your half of the one-time password, shown only once. The second person sees the other half. Its owner types your half, a hyphen and the other half."
    ),
    "no_amount": term("Enter an amount in patacas, for example {example}."),
    "cancel": term("Cancel"),
}
"""What the dialog says, on any page that has it."""

WORDS = {
    **DIALOG_WORDS,
    **{role.value: one for role, one in ROLES.items()},
    **{f"wanted_{act}": one for act, one in WANTED.items()},
    "wants": term("{by} wants to {wanted}"),
    "number": term("no. {number}"),
    "agree": term("Agree"),
    "agree_told": term("{wish}. This is done at once, in both names."),
    "agreed": term("No. {number} is done."),
    "disagree": term("Disagree"),
    "take_back": term("Withdraw the request"),
    "dropped": term("No. {number} was not done."),
    "nothing_waits": term("Nothing is waiting."),
    "new_password": term("New one-time password"),
    "second_half": term(
        "Done. Below is your half of the one-time password of {name}, shown only once. {by} has the first half. {name} types the first half, a hyphen and your half."
    ),
}
"""What the list of such things says."""
