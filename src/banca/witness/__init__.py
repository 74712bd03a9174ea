"""A witness: it runs elsewhere, remembers how far a house's log has gone, and signs only what adds to that."""
