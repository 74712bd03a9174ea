"""What pages say of things that wait for a second person."""

from banca.rules import _

DIALOG_WORDS = {
    "waiting_title": _("Waiting for a second person"),
    "first_half": _(
        "Below is your half of the one-time password, shown only once. The second person sees the other half. To log in, the account holder types your half, a hyphen and the other half."
    ),
    "no_amount": _("Enter an amount in patacas, for example {example}."),
    "cancel": _("Cancel"),
}
"""What the dialog says, on any page that has it."""

WORDS = {
    **DIALOG_WORDS,
    "number": _("no. {number}"),
    "agree": _("Agree"),
    "agree_told": _("{wish}. If you agree, it is carried out at once, in both names."),
    "agreed": _("Request {number} was carried out."),
    "disagree": _("Disagree"),
    "take_back": _("Withdraw the request"),
    "dropped": _("Request {number} will not be carried out."),
    "nothing_waits": _("No requests are waiting."),
    "new_password": _("New one-time password"),
    "second_half": _(
        "Done. Below is your half of the one-time password of {name}, shown only once. {by} has the first half. To log in, {name} types the first half, a hyphen and your half."
    ),
}
"""What the list of such things says."""
