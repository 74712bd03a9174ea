"""The snapshots of a table beside the entries that bind them."""

from collections.abc import Iterator, Mapping

from banca.house.audit.findings import Check, Finding, Weight
from banca.house.audit.snapshot import Snapshot
from banca.house.table_snapshot import SNAPSHOT_DIFFERS, digest_of
from banca.rules import Message, _n


def compare_snapshots(
    seen: Snapshot, table: str, binds: Mapping[int, str], between: tuple[int, int | None]
) -> Iterator[Finding]:
    """Those behind one entry up to another, or to the end: each is what its entry binds; one that is missing costs time alone."""
    missing = set(binds)
    for seq, body in seen.snapshots(table, *between):
        missing.discard(seq)
        if not isinstance(body, bytes) or binds.get(seq) != digest_of(body):
            yield Finding(check=Check.CHAIN, table=table, seq=seq, why=Message(SNAPSHOT_DIFFERS))
    if missing:
        why = Message(
            "snapshot_missing",
            _n(
                "{asked} snapshot that the journal refers to is not in the store: starting takes longer, but nothing is lost",
                "{asked} snapshots that the journal refers to are not in the store: starting takes longer, but nothing is lost",
                by="asked",
            ),
            asked=len(missing),
        )
        yield Finding(weight=Weight.NOTICE, check=Check.CHAIN, table=table, seq=min(missing), why=why)
