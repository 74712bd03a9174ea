"""What the pages say of receipts, the log and its witnesses."""

from banca.rulebook import Text, _, _p

RECEIPTS: dict[str, Text] = {
    "own": _("Your receipts"),
    "told": _("They prove what you did here, even against the house."),
    "more": _("How to check a receipt"),
    "save_all": _("Save all as a file"),
    "forget": _("Delete all here"),
    "none": _("None yet. They are kept in this browser."),
    "picture": _("Receipt as a QR code"),
    "picture_told": _(
        "It holds the proof without the text of the entry. Scan it with a phone and keep the text that begins with BANCA1."
    ),
}

STANDINGS: dict[str, Text] = {
    "receipt_good": _("Checked here: it is in the log, and the log is signed."),
    "receipt_unsigned": _(
        "It is in the log. This browser cannot check the signature; save the file and check it elsewhere."
    ),
    "receipt_unchecked": _("Not checked: this browser can do so only over HTTPS or on this machine."),
    "receipt_bad": _("A receipt does NOT hold. Save it and show it to the regulator."),
    "receipt_other_key": _(
        "The log is signed with another key than before. Ask the house why, and compare the key with a witness."
    ),
    "receipt_no_room": _("This browser has no room for receipts. Save them as files."),
    "receipt_sure": _("Delete? Press again"),
    "receipt_save": _("Save receipt"),
    "receipt_picture": _("QR code of receipt"),
    "receipt_picture_of": _("QR code of the receipt of entry {seq} of {table}"),
}

EVIDENCE: dict[str, Text] = {
    "title": _("Evidence"),
    "card": _("The signed log of everything that happened here, who outside has seen it, and how to check a receipt."),
    "intro": _(
        "Every entry of every journal of this house stands in one log that only grows. After each change the house signs how large the log is and what it contains. Whoever holds such a signature, or a receipt, notices if anything before it is changed or taken away."
    ),
    "no_log": _("This house keeps no signed log."),
    "log": _("The log"),
    "origin": _("Name"),
    "key": _("Public key"),
    "key_told": _("Compare it with what a witness or the regulator tells you, not with this page alone."),
    "size": _("Entries"),
    "checkpoint": _("Newest checkpoint"),
    "cosigned": _("Newest checkpoint with witnesses"),
    "save": _("Save"),
    "witnesses": _("Witnesses"),
    "witnesses_told": _(
        "A witness runs elsewhere. It remembers how far the log has gone and signs only what adds to it."
    ),
    "no_witnesses": _(
        "This house names no witness. Its log then convinces only those who hold a checkpoint or a receipt."
    ),
    "witness": _("Witness"),
    "seen": _("has signed {size} entries"),
    "seen_at": _("Signed at, Macau time"),
    "standing": _p("of the log", "State"),
    "never": _("nothing yet"),
    "check": _("Check a receipt"),
    "check_told": _(
        "Choose a receipt that you saved. It is checked in your browser and sent nowhere. This page comes from the house: for real doubt use the checker of one file, on your own machine."
    ),
    "file": _("Receipt file"),
    "elsewhere": _("Without this page"),
    "elsewhere_told": _("The checker is one short Python file that knows nothing of this house:"),
    "run": _("Run a witness"),
    "run_told": _(
        "A regulator, a test house or another operator watches this log with one command; the house then names the witness's key at its start."
    ),
    "look_told": _("Where nobody can reach the witness, it looks by itself, for example every five minutes:"),
    "docs": _("docs/evidence.md explains what all this proves and what it does not."),
    "is_split": _(
        "A witness has seen another log than this one, or more of it. Entries were changed or taken away, or two houses sign with one key. Keep your receipts and tell the regulator."
    ),
}

TROUBLES: dict[str, Text] = {
    "": _("agrees"),
    "away": _("does not answer now"),
    "stranger": _("does not know this log or its key"),
    "bad_answer": _("answered something unreadable"),
    "ahead": _("has signed more of this log than there is: entries are missing"),
    "contradicts": _("has signed another log under this name: entries were changed"),
}

CHECKED: dict[str, Text] = {
    "checked_good": _("{table}, entry {seq}: it is in the log of {size} entries that {origin} signed."),
    "checked_unsigned": _(
        "{table}, entry {seq}: it is in a log of {size} entries. This browser cannot check the signature."
    ),
    "checked_witness": _("Signed by {name}, {at}."),
    "unchecked": _("This browser can check receipts only over HTTPS or on this machine."),
    "unreadable": _("This is not a receipt."),
    "body": _("{table}, entry {seq}: the text is not the one that was logged."),
    "signature": _("{table}, entry {seq}: it is not signed with this log's key."),
    "origin": _("{table}, entry {seq}: it is of another log."),
    "proof": _("{table}, entry {seq}: it is not in the log that was signed."),
}
