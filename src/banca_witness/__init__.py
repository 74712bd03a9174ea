"""A witness of a house's log: it runs elsewhere, remembers how far the log has gone, and signs only what adds to that (C2SP tlog-witness)."""
