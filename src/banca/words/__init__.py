"""Words for people: the rulebook's terms and refusals in the reader's language."""

from banca.words.speech import Speech, language, printable, speech

__all__ = ["Speech", "language", "printable", "speech"]
