"""Citations as jurists write them: article, number and item, and the regulation they stand in."""

from banca.law import SHARED, Language, Law, law
from banca.rulebook import Citation, words

READING = words("reading {id}", pt="interpretação {id}", zh="解讀{id}")
ARTICLE = words("{regulation}, {place}", pt="{place} do {regulation}", zh="《{regulation}》{place}")
NUMBERED = words("{regulation}, {place}", pt="{place}, do {regulation}", zh="《{regulation}》{place}")
OWN_NUMBER = words(
    "{game}, rule {id} (unofficial number)",
    pt="{game}, regra {id} (número não oficial)",
    zh="{game}規則{id}（非官方編號）",
)
OWN_PLACE = words("rule {id}", pt="regra {id}", zh="規則{id}")
DIGITS = "零一二三四五六七八九"
TEN = 10


def cited(cite: Citation, spoken: Language) -> str:
    """A clause by its full name: `Whist, article 7(1)`."""
    if cite.clause.startswith("R-"):
        return READING.told[spoken].format(id=cite.clause)
    if cite.game == SHARED:
        return str(cite)
    of = law(cite.game)
    group, _, number = cite.clause.partition("-")
    if number:
        return _in_group(of, group, number, spoken)
    pattern = NUMBERED if "." in cite.clause else ARTICLE
    return pattern.told[spoken].format(regulation=of.instrument.regulation[spoken], place=_place(of, cite, spoken))


def placed(cite: Citation, spoken: Language) -> str:
    """A clause under a heading that names its regulation: `artigo 7.º, n.º 1`, `第七條第一款`; in English its id, a reading by its own."""
    if spoken is Language.EN or cite.clause.startswith("R-") or cite.game == SHARED:
        return str(cite)
    of = law(cite.game)
    group, _, number = cite.clause.partition("-")
    if not number:
        return _place(of, cite, spoken)
    return (
        of.cited[group][spoken].format(number=number)
        if group in of.cited
        else OWN_PLACE.told[spoken].format(id=cite.clause)
    )


def _place(of: Law, cite: Citation, spoken: Language) -> str:
    """Article, number and item."""
    article, _, rest = cite.clause.partition(".")
    return WRITE[spoken](article, rest.split(".") if rest else [], items=article in of.with_items)


def _in_group(of: Law, group: str, number: str, spoken: Language) -> str:
    """A rule under a letter: a table of the annex where the rulebook says how it is cited, or else a rule that the articles seen do not have."""
    if group in of.cited:
        place = of.cited[group][spoken].format(number=number)
        return ARTICLE.told[spoken].format(regulation=of.instrument.regulation[spoken], place=place)
    return OWN_NUMBER.told[spoken].format(game=of.instrument.title[spoken], id=f"{group}-{number}")


def _english(article: str, parts: list[str], *, items: bool) -> str:  # noqa: ARG001 - numbers and items are written alike
    """`article 5(2)(3)`."""
    return f"article {article}" + "".join(f"({part})" for part in parts)


def _portuguese(article: str, parts: list[str], *, items: bool) -> str:
    """`artigo 5.º, n.º 2, alínea 3)`; an article without numbers goes straight to its items."""
    forms = ("alínea {})", "subalínea ({})") if items else ("n.º {}", "alínea {})", "subalínea ({})")
    return ", ".join([f"artigo {article}.º", *(form.format(part) for form, part in zip(forms, parts, strict=False))])


def _chinese(article: str, parts: list[str], *, items: bool) -> str:
    """`第五條第二款（三）項`."""
    forms = ("（{0}）項", "（{1}）分項") if items else ("第{0}款", "（{0}）項", "（{1}）分項")
    said = (form.format(numeral(part), part) for form, part in zip(forms, parts, strict=False))
    return f"第{numeral(article)}條" + "".join(said)


def numeral(written: str) -> str:
    """A number below a hundred in Chinese.

    >>> [numeral(one) for one in ("7", "10", "15", "20", "42")]
    ['七', '十', '十五', '二十', '四十二']
    """
    tens, ones = divmod(int(written), TEN)
    return (DIGITS[tens] if tens > 1 else "") + "十" * bool(tens) + (DIGITS[ones] if ones or not tens else "")


WRITE = {Language.EN: _english, Language.PT: _portuguese, Language.ZH: _chinese}
