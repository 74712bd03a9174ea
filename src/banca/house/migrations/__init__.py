"""How the store's schema came to be: one step per file."""
