"""What an audit finds in the log of a house."""

from banca.rules import Code, _
from banca.transparency.receipt import ReceiptFault

LEAF_MISSING = Code("leaf_missing", _("this entry has no position in the log"))
LEAF_GAP = Code(
    "leaf_gap", _("position {asked} of the log is missing or used twice; the next entry has position {found}")
)
LOG_HEAD_DIFFERS = Code(
    "log_head_differs",
    _("the head of the log does not match its entries (it says {found} entries, and there are {expected})"),
)
LOG_KEY_DIFFERS = Code(
    "log_signer_differs", _("the store names {found} as the key of its log, but the register names {expected}")
)
CHECKPOINT_BAD = Code("checkpoint_bad", _("{asked} is not a checkpoint of this log signed with a trusted key"))
LOG_SHORTER = Code(
    "log_shorter", _("{asked} was signed over {expected} entries, but the log has {found}: entries have been removed")
)
LOG_REWRITTEN = Code(
    "log_rewritten",
    _(
        "the first {expected} entries of the log are not the ones that {asked} was signed over: past entries have been changed"
    ),
)


RECEIPT_FAULTS = {
    ReceiptFault.UNREADABLE: _("it cannot be read"),
    ReceiptFault.BODY: _("its digest is not that of the entry it shows"),
    ReceiptFault.SIGNATURE: _("its checkpoint is not signed with a trusted key"),
    ReceiptFault.ORIGIN: _("its checkpoint is of another log"),
    ReceiptFault.PROOF: _("its proof does not lead to the signed root"),
}
"""What is wrong with a receipt, as it is said."""
