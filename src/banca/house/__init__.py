"""The house: live tables that are kept, and the chance they draw on."""
