"""What the opening of a table recorded of the law: which text applied that day, and what was authorised."""

from collections.abc import Iterator, Mapping
from functools import cache

from banca.answers.rule_words import chosen_said
from banca.law import Force, Language, Texts, law, readable
from banca.live.event import Opened
from banca.rulebook import words
from banca.words import Speech

APPLIED = {
    Force.IN_FORCE: words("this text was in force", pt="este texto estava em vigor", zh="該文本當時有效"),
    Force.AMENDED: words(
        "this text was in force, amended by an instrument that has not been seen: {unseen}",
        pt="este texto estava em vigor, com alterações de diploma que não foi visto: {unseen}",
        zh="該文本當時有效，但已經未曾查閱的法規修改：{unseen}",
    ),
    Force.PERHAPS_AMENDED: words(
        "this text was in force, perhaps already amended by an instrument that has not been seen: {unseen}",
        pt="este texto estava em vigor, talvez já com alterações de diploma que não foi visto: {unseen}",
        zh="該文本當時有效，或已經未曾查閱的法規修改：{unseen}",
    ),
    Force.NOT_YET: words(
        "this text was not yet in force", pt="este texto ainda não estava em vigor", zh="該文本當時尚未生效"
    ),
    Force.ENDED: words(
        "this text was no longer in force; what had replaced it has not been seen: {unseen}",
        pt="este texto já não estava em vigor; não foi visto o diploma que o substituiu: {unseen}",
        zh="該文本當時已失效；取代它的法規未曾查閱：{unseen}",
    ),
    Force.BEGINS_UNDATED: words(
        "this text was published; the day on which it came into force is not known",
        pt="este texto estava publicado; não se sabe em que dia entrou em vigor",
        zh="該文本當時已公佈；生效日期不詳",
    ),
}
"""By what the opening recorded."""
CHANGED = words(
    "this text had been amended or replaced by an instrument that has not been seen: {unseen}",
    pt="este texto já tinha sido alterado ou substituído por diploma que não foi visto: {unseen}",
    zh="該文本當時已被未曾查閱的法規修改或取代：{unseen}",
)
"""Of an opening that recorded what was unseen, and nothing else."""
AUTHORISED = words("authorised: {options}", pt="autorizado: {options}", zh="已獲許可：{options}")
UNAUTHORISED = words(
    "without an authorisation on record: {options}",
    pt="sem autorização registada: {options}",
    zh="沒有許可記錄：{options}",
)


def text_applied(opened: Opened, say: Speech) -> str:
    """Which text the table was opened by: whether it was in force on that day, and what had changed it unseen; nothing where no such thing was recorded."""
    unseen = say.list(name_said(name, say) for name in opened.unseen)
    known = next((said for force, said in APPLIED.items() if force == opened.force), None)
    if known is None:
        return say(CHANGED, unseen=unseen) if unseen else ""
    return say(known, unseen=unseen)


def authorisations(opened: Opened, say: Speech) -> Iterator[str]:
    """By what the table's options were authorised when it opened, and which were not."""
    if opened.authorised:
        granted = [
            say.bracketed(_chosen(opened, name, say), reference) for name, reference in opened.authorised.items()
        ]
        yield say(AUTHORISED, options=say.list(granted))
    if opened.unauthorised:
        yield say(UNAUTHORISED, options=say.list(_chosen(opened, name, say) for name in opened.unauthorised))


def _chosen(opened: Opened, name: str, say: Speech) -> str:
    """An option with its value, in words; as the journal has it where it has no words."""
    return "".join(chosen_said(opened.game, {name: opened.options.get(name, "")}, say))


def name_said(name: str, say: Speech) -> str:
    """A game by its id, or an instrument by its English name, in the reader's language; anything else as it is written."""
    return names()[name][say.language] if name in names() else name


@cache
def names() -> Mapping[str, Texts]:
    """Games by their ids and instruments by their English names, as journals have them, in every language."""
    found = {game: law(game) for game in readable()}
    titles = {game: of.instrument.title for game, of in found.items()}
    instruments = [one for of in found.values() for one in (of.instrument, *of.others)]
    return titles | {one.name[Language.EN]: one.name for one in instruments}
