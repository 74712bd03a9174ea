"""Marks the English terms that the faces translate; the rulebook itself only carries them."""


class Term(str):
    """An English text that has a translation; an ordinary text is an id or somebody's input and stays as it is."""

    __slots__ = ()


def term(text: str) -> Term:
    """Mark `text` for the catalogues (`make messages` collects every call)."""
    return Term(text)
