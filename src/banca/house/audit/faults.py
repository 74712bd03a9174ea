"""What an audit finds."""

from banca.rulebook import Code, Message, _, _n

ENTRY_MISSING = Code(
    "entry_missing",
    _("entry {asked} is missing; {found}"),
)
NEXT_ENTRY = _("the next entry is {seq}")
NO_NEXT_ENTRY = _("no entry follows")
DIGEST_DIFFERS = Code(
    "digest_differs",
    _("the digest does not match this entry and the one before it"),
)
NOT_AN_ENTRY = Code(
    "not_an_entry",
    _("this is not a journal entry: {because}"),
)
COLUMN_DIFFERS = Code(
    "column_differs",
    _("the column {column} says {found}, but the entry says {expected}"),
)
HEAD_DIFFERS = Code(
    "head_differs",
    _("the table is at {found}, but its journal ends at {expected}"),
)
UNLISTED_TABLE = Code(
    "unlisted_table",
    _("there are rows of table {asked}, which is not in the list of tables"),
)
NOT_LOOKED_AT = Code(
    "not_looked_at",
    _n(
        "{asked} entry after this one cannot be trusted and was not checked",
        "{asked} entries after this one cannot be trusted and were not checked",
        by="asked",
    ),
)
BROKEN_AT = Code(
    "broken_at",
    _("table {table}, entry {asked}: {because}"),
)
RULES_REFUSE = Code(
    "rules_refuse",
    _("the rules refuse {asked}: {because}"),
)
CANNOT_DECIDE = Code(
    "cannot_decide",
    _("{asked} cannot be decided again: {because}"),
)
EVENT_DIFFERS = Code(
    "event_differs",
    _("by the rules: {expected}; in the journal: {found}"),
)
EVENT_BEYOND = Code(
    "event_beyond",
    _("by the rules nothing more happens here; in the journal: {asked}"),
)
EVENT_LACKING = Code(
    "event_lacking",
    _("by the rules {expected} happens here; the journal has nothing"),
)
NOT_DRAWABLE = Code(
    "not_drawable",
    _("{asked} cannot come up at this moment"),
)
OTHER_VERSION = Code(
    "other_version",
    _("opened by version {asked} of the program, decided again by version {found}"),
)
TRANSFER_DIFFERS = Code(
    "transfer_differs",
    _("transfer by the entry: {expected}; in the ledger: {found}"),
)
BALANCE_DIFFERS = Code(
    "balance_differs",
    _n(
        "{asked} holds {found} avo, but its transfers add up to {expected}",
        "{asked} holds {found} avos, but its transfers add up to {expected}",
        by="found",
    ),
)
BALANCE_NEGATIVE = Code(
    "balance_negative",
    _("{asked} holds {found} avos, less than zero"),
)
MONEY_APPEARS = Code(
    "money_appears",
    _n(
        "all accounts together hold {found} avo instead of 0",
        "all accounts together hold {found} avos instead of 0",
        by="found",
    ),
)
STAKES_DIFFER = Code(
    "stakes_differ",
    _n(
        "the account of the stakes holds {found} avo, but there are {expected} on the table",
        "the account of the stakes holds {found} avos, but there are {expected} on the table",
        by="found",
    ),
)
STATE_DIFFERS = Code(
    "state_differs",
    _("the entry binds a snapshot of another table state than the entries make"),
)
COMMITMENT_BROKEN = Code(
    "commitment_broken",
    _("the result shown does not match the commitment {asked}"),
)
COMMITMENT_REPLACED = Code(
    "commitment_replaced",
    _("it replaces the commitment {asked} (entry {seq}), which was never revealed"),
)
COMMITMENT_VOIDED = Code(
    "commitment_voided",
    _("the commitment {asked} was never revealed: {by} voided the round; reason: {because}"),
)
COMMITMENT_HIDDEN = Code(
    "commitment_hidden",
    _("the commitment {asked} is not revealed yet: the round is in progress"),
)
COMMITMENT_UNOPENED = Code(
    "commitment_unopened",
    _("the round ended, but its commitment {asked} was never revealed"),
)
COMMITMENT_MISPLACED = Code(
    "commitment_misplaced",
    _("the commitment {asked} is for round {found}; round {expected} was played"),
)
OTHER_RESULT = Code(
    "other_result",
    _("the commitment was to {expected}, but {found} was played"),
)
SEED_DIFFERS = Code(
    "seed_differs",
    _("the seed that was revealed does not match the commitment {asked}"),
)
SEED_LOST = Code(
    "seed_lost",
    _("the seed of commitment {asked} was never revealed, and another took its place after the bets"),
)
SEED_UNOPENED = Code(
    "seed_unopened",
    _("this should have revealed the seed of commitment {asked}, and did not"),
)
NUMBERS_DIFFER = Code(
    "numbers_differ",
    _("players had revealed the numbers {expected}, but counted were {found}"),
)
DRAW_DIFFERS = Code(
    "draw_differs",
    _("seed and numbers give {expected}, but {found} was drawn"),
)
NUMBERS_WITHHELD = Code(
    "numbers_withheld",
    _("{player} pledged {asked} numbers and withheld {found} of them: each time the choice was between two results"),
)
SECRET_MISSING = Code(
    "secret_missing",
    _("the hidden result of {asked} is not in the store"),
)
SECRET_DIFFERS = Code(
    "secret_differs",
    _("the hidden result of {asked} in the store does not match its commitment"),
)
SECRET_STRAY = Code(
    "secret_stray",
    _n(
        "the store has {asked} hidden result without a commitment in the journal",
        "the store has {asked} hidden results without a commitment in the journal",
        by="asked",
    ),
)


def missing(asked: int, found: int | None) -> Message:
    """An entry is missing; the one that follows, if any."""
    return Message(ENTRY_MISSING, asked=asked, found=NEXT_ENTRY.fill(seq=found) if found else NO_NEXT_ENTRY)
