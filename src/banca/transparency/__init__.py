"""A log that only grows, and proofs of it that outsiders check: Merkle trees (RFC 6962), signed notes, checkpoints and tiles (C2SP)."""
