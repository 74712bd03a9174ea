"""What the opening of a table recorded of the law: which text applied that day, and what was authorised."""

from collections.abc import Iterator, Mapping
from functools import cache

from banca.answers.rule_words import chosen_said
from banca.i18n import Translator
from banca.law import Force, Language, Texts, law, readable
from banca.live.event import Opened
from banca.rules import _

APPLIED = {
    Force.IN_FORCE: _("this text was in force"),
    Force.AMENDED: _("this text was in force, amended by an instrument that has not been seen: {unseen}"),
    Force.PERHAPS_AMENDED: _(
        "this text was in force, perhaps already amended by an instrument that has not been seen: {unseen}"
    ),
    Force.NOT_YET: _("this text was not yet in force"),
    Force.ENDED: _("this text was no longer in force; the instrument that had replaced it has not been seen: {unseen}"),
    Force.BEGINS_UNDATED: _("this text was published; the day on which it came into force is not known"),
}
"""By what the opening recorded."""
CHANGED = _("this text had been amended or replaced by an instrument that has not been seen: {unseen}")
"""Of an opening that recorded what was unseen, and nothing else."""
AUTHORISED = _("authorised: {options}")
UNAUTHORISED = _("without an authorisation on record: {options}")


def text_applied(opened: Opened, say: Translator) -> str:
    """Which text the table was opened by: whether it was in force on that day, and what had changed it unseen; nothing where no such thing was recorded."""
    unseen = say.list(name_said(name, say) for name in opened.unseen)
    known = next((said for force, said in APPLIED.items() if force == opened.force), None)
    if known is None:
        return say(CHANGED, unseen=unseen) if unseen else ""
    return say(known, unseen=unseen)


def authorisations(opened: Opened, say: Translator) -> Iterator[str]:
    """By what the table's options were authorised when it opened, and which were not."""
    if opened.authorised:
        granted = [
            say.in_brackets(_chosen(opened, name, say), reference) for name, reference in opened.authorised.items()
        ]
        yield say(AUTHORISED, options=say.list(granted))
    if opened.unauthorised:
        yield say(UNAUTHORISED, options=say.list(_chosen(opened, name, say) for name in opened.unauthorised))


def _chosen(opened: Opened, name: str, say: Translator) -> str:
    """An option with its value, in words; as the journal has it where it has no words."""
    return "".join(chosen_said(opened.game, {name: opened.options.get(name, "")}, say))


def name_said(name: str, say: Translator) -> str:
    """A game by its id, or an instrument by its English name, in the reader's language; anything else as it is written."""
    return names()[name][say.language] if name in names() else name


@cache
def names() -> Mapping[str, Texts]:
    """Games by their ids and instruments by their English names, as journals have them, in every language."""
    found = {game: law(game) for game in readable()}
    titles = {game: of.instrument.title for game, of in found.items()}
    instruments = [one for of in found.values() for one in (of.instrument, *of.others)]
    return titles | {one.name[Language.EN]: one.name for one in instruments}
