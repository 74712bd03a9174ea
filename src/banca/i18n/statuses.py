"""How each status of a rule is named, marked and explained: on the command line, on pages and in the dossier."""

from dataclasses import dataclass

from banca.law import Status
from banca.rules import Text, _


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusWords:
    """The name of a status, its mark, and what it means; what is not simply the gazette's is never without its mark."""

    name: Text
    mark: str = ""
    means: Text


STATUSES = {
    Status.GAZETTED: StatusWords(
        name=_("gazetted"),
        means=_("published in the Official Gazette, and read there"),
    ),
    Status.GAZETTED_COPY: StatusWords(
        name=_("gazetted, read elsewhere"),
        mark="*",
        means=_("published in the Official Gazette, but read only in a copy or in a text that is not the official one"),
    ),
    Status.READING: StatusWords(
        name=_("reading"),
        mark="†",
        means=_("the text is silent, unclear or contradicts itself, and this is how we read it"),
    ),
    Status.PREDECESSOR: StatusWords(
        name=_("predecessor's"),
        mark="¶",
        means=_("read in the regulation that came before; the article in force has not been seen"),
    ),
    Status.REVOKED: StatusWords(
        name=_("gazetted, revoked"),
        mark="‖",
        means=_("was law until the order was revoked; the text that replaced it has not been seen"),
    ),
    Status.RECONSTRUCTED: StatusWords(
        name=_("reconstructed"),
        mark="‡",
        means=_(
            "the article, or one that it depends on, has not been seen; the text is filled in from public knowledge or inferred from the articles that have been seen"
        ),
    ),
    Status.HOUSE_RULE: StatusWords(
        name=_("house rule"),
        mark="°",
        means=_("not a reading of any text: this is how Banca's own tables are run"),
    ),
    Status.PROPOSED: StatusWords(
        name=_("proposed"),
        mark="§",
        means=_("a bet, or the prize alone, as a proposal file describes it; it has no legal effect"),
    ),
}
