"""Where a clause stands in its regulation, as jurists write it; and the marks by which a text names a clause."""

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from string import Formatter

from banca.record import FrozenStruct
from banca.rules.text import Text, _

READING = _("reading {id}")
HOUSE_RULE = _("house rule {id}")
HOUSE_RULES = ("R-live-", "R-money-")
"""How the ids of Banca's own rules begin; they read no text."""
RANGE = ".."
"""Between the first and the last clause of a mark: `{1.2.1..1.2.4}`."""
DIGITS = "零一二三四五六七八九"
TEN = 10


class ArticleParts(StrEnum):
    """What an article is divided into, directly."""

    NUMBERS = "numbers"
    """Numbers (n.º, 款), which may have items (alínea, 項)."""
    ITEMS = "items"


PORTUGUESE = {
    ArticleParts.NUMBERS: (
        ("n.º {}", "n.ºs {} {} {}"),
        ("alínea {})", "alíneas {}) {} {})"),
        ("subalínea ({})", "subalíneas ({}) {} ({})"),
    ),
    ArticleParts.ITEMS: (("alínea {})", "alíneas {}) {} {})"), ("subalínea ({})", "subalíneas ({}) {} ({})")),
}
CHINESE = {
    ArticleParts.NUMBERS: (
        ("第{}款", "第{}{}第{}款"),
        ("（{}）項", "（{}）{}（{}）項"),
        ("（{}）分項", "（{}）{}（{}）分項"),
    ),
    ArticleParts.ITEMS: (("（{}）項", "（{}）{}（{}）項"), ("（{}）分項", "（{}）{}（{}）分項")),
}
"""For one and for several, by how deep it lies; the several have a joining word in their middle."""
JOINS = {"en": (" and ", " to "), "pt": ("e", "a"), "zh": ("及", "至")}
"""Between two neighbours, and between the first and the last of more."""


class Numbering(FrozenStruct):
    """How the clauses of one regulation are cited."""

    parts: Mapping[str, ArticleParts] = {}
    """By article; numbers where nothing else is said."""
    cited: Mapping[str, Mapping[str, str]] = {}
    """How the rules under a letter are cited, where they stand in the regulation; {number} is theirs."""
    several: Mapping[str, Mapping[str, str]] = {}
    """How two neighbours among them are cited together, to {last}."""

    def place(self, clause: str, language: str, last: str = "") -> str:
        """A clause, or one to another of the same article and number, without the regulation's name.

        >>> Numbering().place("7.2", "pt"), Numbering().place("5.4.2", "zh", "5.4.4"), Numbering().place("R-game-1", "en")
        ('artigo 7.º, n.º 2', '第五條第四款（二）至（四）項', 'reading R-game-1')
        """
        if clause.startswith("R-"):
            return citation_by_id(clause).in_language(language).format(id=clause)
        group, _, number = clause.partition("-")
        if number:
            return self._cited(group, number, language, last.rpartition("-")[2])
        article, *path = clause.split(".")
        return WRITE[language](article, path, self.parts.get(article, ArticleParts.NUMBERS), last.rpartition(".")[2])

    def _cited(self, group: str, number: str, language: str, last: str) -> str:
        """A rule under a letter; Chinese counts those of the regulation in its own figures."""
        if group not in self.cited:
            return _("rule {id}").in_language(language).format(id=f"{group}-{number}")
        figure = numeral if language == "zh" else str
        pattern = self.several[group] if last else self.cited[group]
        return pattern[language].format(number=figure(number), last=figure(last) if last else "")

    def written(self, text: str, language: str, known: Collection[str]) -> str:
        """A text whose marks (`{7.2}`, `{5.4.2..5.4.4}`) are written as the places of the clauses they name.

        >>> Numbering().written("as {7.2} says", "en", ["7.2"])
        'as article 7(2) says'
        """
        if "{" not in text and "}" not in text:  # as most are: no need to parse it
            return text
        parts = []
        for literal, mark, _spec, _conversion in Formatter().parse(text):
            parts.append(literal)
            if mark is not None:
                first, _, last = mark.partition(RANGE)
                if unknown := {clause for clause in (first, last or first) if not names_a_clause(clause, known)}:
                    because = f"{{{mark}}} names no clause: {', '.join(sorted(unknown))}"
                    raise ValueError(because)
                parts.append(self.place(first, language, last))
        return "".join(parts)


def citation_by_id(clause: str) -> Text:
    """How a rule of ours is cited, with {id} for its id."""
    return HOUSE_RULE if clause.startswith(HOUSE_RULES) else READING


def names_a_clause(mark: str, known: Collection[str]) -> bool:
    """Return whether there is a clause `mark`, or one that stands under it: 5.2 where there is 5.2.1."""
    # Nearly every mark is a clause's own id: the walk over all clauses is for the few that name a whole number or letter.
    return mark in known or any(clause.startswith((f"{mark}.", f"{mark}-")) for clause in known)


def _join(language: str, first: str, last: str) -> str:
    neighbours, more = JOINS[language]
    return neighbours if int(last) == int(first) + 1 else more


def _english(article: str, path: list[str], _parts: ArticleParts, last: str) -> str:
    """`article 5(2)(3)`, `article 5(4)(2) to (4)`."""
    place = f"article {article}" + "".join(f"({part})" for part in path)
    return f"{place}{_join('en', path[-1], last)}({last})" if last else place


def _portuguese(article: str, path: list[str], parts: ArticleParts, last: str) -> str:
    """`artigo 5.º, n.º 2, alínea 3)`; an article without numbers goes straight to its items."""
    return ", ".join([f"artigo {article}.º", *_divisions(PORTUGUESE[parts], path, last, "pt", str)])


def _chinese(article: str, path: list[str], parts: ArticleParts, last: str) -> str:
    """`第五條第二款（三）項`; an item of an item has a figure."""
    return f"第{numeral(article)}條" + "".join(_divisions(CHINESE[parts], path, last, "zh", numeral))


def _divisions(
    forms: tuple[tuple[str, str], ...], path: list[str], last: str, language: str, figure: Callable[[str], str]
) -> list[str]:
    places = []
    for depth, (part, (single, several)) in enumerate(zip(path, forms[: len(path)], strict=True)):
        spell = str if "分項" in single else figure
        if last and depth == len(path) - 1:
            places.append(several.format(spell(part), _join(language, part, last), spell(last)))
        else:
            places.append(single.format(spell(part)))
    return places


def numeral(written: str) -> str:
    """A number below a hundred in Chinese.

    >>> [numeral(number) for number in ("7", "10", "15", "20", "42")]
    ['七', '十', '十五', '二十', '四十二']
    """
    tens, ones = divmod(int(written), TEN)
    return (DIGITS[tens] if tens > 1 else "") + "十" * bool(tens) + (DIGITS[ones] if ones or not tens else "")


WRITE = {"en": _english, "pt": _portuguese, "zh": _chinese}
