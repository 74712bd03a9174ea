"""A store that was looked through, as plain data: what there is, and everything that was found."""

from typing import Any

from banca.house.audit import Finding, TableVerified, Verification, Voids
from banca.rulebook import format_patacas
from banca.words import Speech, printable


def verification_report(verification: Verification, say: Speech) -> dict[str, Any]:
    """Every table with the first thing that is wrong there, and all findings."""
    return {
        "whole": verification.is_whole,
        "entries": sum(table.entries for table in verification.tables),
        "faults": len(verification.faults),
        "tables": [_table(table, say) for table in verification.tables],
        "findings": [finding_report(finding, say) for finding in verification.findings],
    }


def _table(table: TableVerified, say: Speech) -> dict[str, Any]:
    first = table.first_bad
    return {
        "table": printable(table.table),
        "game": printable(table.game),
        "entries": table.entries,
        "skipped": table.skipped,
        "head": table.head,
        "voids": voids_report(table.voids),
        "first_bad": finding_report(first, say) if first else None,
        "findings": len(table.findings) + table.more,
    }


def voids_report(voids: Voids) -> dict[str, Any]:
    """Rounds that were voided, how many showed what lay hidden, and what the players would have won and lost with it."""
    players = format_patacas(voids.players)
    return {"rounds": voids.rounds, "known": voids.known, "won": voids.won, "lost": voids.lost, "players": players}


def finding_report(finding: Finding, say: Speech) -> dict[str, Any]:
    """Where it is, and what is wrong there in one line."""
    return {
        "weight": finding.weight,
        "check": finding.check,
        "table": printable(finding.table),
        "seq": finding.seq or None,
        "place": finding.place,
        "event": finding.event,
        "code": str(finding.why.code),
        "detail": say.message(finding.why),
    }
