"""The house over HTTP: JSON under /api/v1, a stream of events per table, health and metrics."""
