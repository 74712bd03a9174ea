"""What an audit finds in the log of a house."""

from banca.rulebook import Code, _, _n
from banca.transparency.receipt import ReceiptFault

LEAF_MISSING = Code(
    "leaf_missing",
    _("this entry has no place in the log"),
)
LEAF_GAP = Code(
    "leaf_gap",
    _("place {asked} of the log is missing or taken twice; the next entry says {found}"),
)
LEAF_ORDER = Code(
    "leaf_order",
    _("it does not follow the entry before it at its table in the log"),
)
LOG_TIME_BACKWARDS = Code(
    "log_time_backwards",
    _("it is dated {asked}, but comes in the log after an entry dated {found}"),
)
LOG_HEAD_DIFFERS = Code(
    "log_head_differs",
    _("the head of the log does not match its entries ({found} entries, found {expected})"),
)
TILE_DIFFERS = Code(
    "tile_differs",
    _("tile {asked} of the log does not match its entries"),
)
TILE_STRAY = Code(
    "tile_stray",
    _n(
        "the store has {asked} tile that does not belong to the log",
        "the store has {asked} tiles that do not belong to the log",
        by="asked",
    ),
)
TILE_MISSING = Code(
    "tile_missing",
    _("tile {asked} of the log was removed"),
)
TILES_NOT_KEPT = Code(
    "tiles_not_kept",
    _n(
        "the last full tile of the log is not in the store ({asked}): a server makes it within seconds; without one it may have been removed",
        "the last {asked} full tiles of the log are not in the store: a server makes them within seconds; without one they may have been removed",
        by="asked",
    ),
)
LOG_KEY_DIFFERS = Code(
    "log_signer_differs",
    _("the store names {found} as the key of its log, but the register names {expected}"),
)
NO_LOG = Code(
    "no_log",
    _("this store was last opened by a version without a transparency log; start the server once to begin it"),
)
SCHEMA_DIFFERS = Code(
    "schema_differs",
    _("the database is not as the program made it: {asked}"),
)
CHECKPOINT_BAD = Code(
    "checkpoint_bad",
    _("{asked} is not a checkpoint of this log signed with a trusted key"),
)
LOG_SHORTER = Code(
    "log_shorter",
    _("{asked} was signed over {expected} entries, but the log has {found}: entries have been removed"),
)
SIGNER_AHEAD = Code(
    "signer_ahead",
    _(
        "{asked} was signed over {expected} entries, but the log has {found}: this is an older copy of the database, or entries have been removed"
    ),
)
LOG_REWRITTEN = Code(
    "log_rewritten",
    _("the first {expected} entries of the log are not those over which {asked} was signed: the past has been changed"),
)
RECEIPT_BAD = Code(
    "receipt_bad",
    _("{asked} is not a good receipt: {because}"),
)
RECEIPT_MISSING = Code(
    "receipt_missing",
    _("the entry that {asked} acknowledges is not in the journal"),
)
RECEIPT_DIFFERS = Code(
    "receipt_differs",
    _("the entry that {asked} acknowledges was another one"),
)
RECEIPT_MOVED = Code(
    "receipt_moved",
    _("the entry that {asked} acknowledges was at place {expected} of the log and is at {found}"),
)

NOTHING_HELD = Code(
    "nothing_held",
    _(
        "Nothing that is kept outside the house was compared. The store agrees with itself and with the rules; but whoever can write all "
        "of it could have rewritten it as a whole, and this audit cannot exclude that: newest entries cut off, tables removed or exchanged, "
        "persons, times, bets or results changed together with all that follows from them, or the log begun anew. A checkpoint "
        "(--checkpoint) or players' receipts (--receipts) exclude it up to the entry that they were signed over."
    ),
)
HELD_COVERS = Code(
    "held_covers",
    _(
        "Compared with what is kept outside the house: {checkpoints} checkpoints and {receipts} receipts agree. The first {covered} of "
        "{entries} entries are as they were signed; of the others only that they fit."
    ),
)
"""How far an audit reaches; whole numbers as the audit counts them."""

RECEIPT_FAULTS = {
    ReceiptFault.UNREADABLE: _("it cannot be read"),
    ReceiptFault.BODY: _("its digest is not that of the entry it shows"),
    ReceiptFault.SIGNATURE: _("its checkpoint is not signed with a trusted key"),
    ReceiptFault.ORIGIN: _("its checkpoint is of another log"),
    ReceiptFault.PROOF: _("its proof does not lead to the signed root"),
}
"""What is wrong with a receipt, as it is said."""
