"""Words for people: the rulebook's terms and refusals in the reader's language."""

from banca.i18n.translator import LocalizedText, Translator, language, template_words, translator
from banca.rules import printable

__all__ = ["LocalizedText", "Translator", "language", "printable", "template_words", "translator"]
