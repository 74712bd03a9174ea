"""Citations as jurists write them: article, number and item, and the regulation they stand in."""

from banca.law import SHARED, Language, law
from banca.rules import Citation, _, _p
from banca.rules.numbering import Numbering, cited_by_id

REGULATION = _("{regulation}")
ARTICLE = _("{regulation}, {place}")
NUMBERED = _p("number of an article", "{regulation}, {place}")
OWN_NUMBER = _("{game}, rule {id} (unofficial number)")


def cited(cite: Citation, spoken: Language, last: str = "") -> str:
    """A clause by its full name: `Whist, article 7(1)`; or all from it to the `last` of its article and number."""
    if cite.clause.startswith("R-"):
        return cited_by_id(cite.clause).in_language(spoken).format(id=cite.clause)
    if cite.game == SHARED:
        return str(cite)
    of = law(cite.game)
    group, _, number = cite.clause.partition("-")
    if number and group not in of.numbering.cited:
        return OWN_NUMBER.in_language(spoken).format(game=of.instrument.title[spoken], id=cite.clause)
    pattern = NUMBERED if "." in cite.clause else ARTICLE
    place = of.numbering.place(cite.clause, spoken, last)
    return pattern.in_language(spoken).format(regulation=of.instrument.regulation[spoken], place=place)


def article(cite: Citation, spoken: Language) -> str:
    """A clause on a paper about its regulation, in every language: `article 7(1)`, `artigo 7.º, n.º 1`, `第七條第一款`."""
    numbering = Numbering() if cite.game == SHARED else law(cite.game).numbering
    return numbering.place(cite.clause, spoken)


def placed(cite: Citation, spoken: Language) -> str:
    """A clause under a heading that names its regulation: `artigo 7.º, n.º 1`, `第七條第一款`; in English its id, a reading by its own."""
    if spoken is Language.EN or cite.clause.startswith("R-") or cite.game == SHARED:
        return str(cite)
    return article(cite, spoken)
