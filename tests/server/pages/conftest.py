"""The fixtures of tests that need a Chromium; without one they are skipped, and say so."""

from support.browser import browser_fixture, reader_fixture, service_fixture

__all__ = ["browser_fixture", "reader_fixture", "service_fixture"]
