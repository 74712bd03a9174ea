"""The audit: a store is looked through from its first entry on, and journals go from one store to another."""

from banca.house.audit.background import BackgroundAudit
from banca.house.audit.exchange import export, import_lines
from banca.house.audit.log import HeldEvidence
from banca.house.audit.report import AuditProgress, Check, Evidence, Finding, TableReport, Verification, Voids, Weight
from banca.house.audit.store_reader import entries
from banca.house.audit.verify import verify

__all__ = [
    "AuditProgress",
    "BackgroundAudit",
    "Check",
    "Evidence",
    "Finding",
    "HeldEvidence",
    "TableReport",
    "Verification",
    "Voids",
    "Weight",
    "entries",
    "export",
    "import_lines",
    "verify",
]
