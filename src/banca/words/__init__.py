"""Words for people: the rulebook's terms and refusals in the reader's language."""

from banca.rulebook import printable
from banca.words.speech import Speech, language, speech

__all__ = ["Speech", "language", "printable", "speech"]
