"""The first section: what is requested, under which regulation, with which options, and the figures at a glance."""

from collections.abc import Sequence

from banca.dossier import texts
from banca.dossier.answer import DossierAnswer, OptionChosen
from banca.dossier.blocks import RIGHT, WIDE, AnyBlock, Section, WarningsBlock, facts, section, table
from banca.dossier.chapters import BetChapter
from banca.dossier.warnings import NO_ARTICLE_7
from banca.dossier.writing import counted, limits_said, prize_lines, share
from banca.i18n import Translator
from banca.i18n.descriptions import dates_said
from banca.law import is_granted
from banca.rules import Citation


def scope(answer: DossierAnswer, bets: Sequence[BetChapter], say: Translator) -> Section:
    """What is requested, under which regulation, and the figures at a glance."""
    new = [one.title(say) for one in bets if one.bet.is_new]
    changed = [one.title(say) for one in bets if not one.bet.is_new]
    remarks = tuple(say.message(one.said) for one in answer.warnings if one.code != NO_ARTICLE_7)
    blocks: list[AnyBlock] = [
        facts(
            (say(texts.GAME), say(answer.game_title)),
            (say(texts.REVOKED_REGULATION if answer.dates.until else texts.REGULATION), _regulation(answer, say)),
            (say(texts.REQUESTED_UNDER if answer.is_granted else texts.BASIS), _under(answer, say)),
            (say(texts.NEW_BETS), say.items(new)) if new else None,
            (say(texts.OTHER_PRIZES), say.items(changed)) if changed else None,
            (say(texts.LIMITS), say(texts.LIMITS_SAID, **limits_said(answer, say))),
            (say(texts.FILE_DIGEST), answer.digest),
            (say(texts.MADE_WITH), f"Banca {answer.version}"),
        ),
        table(
            [
                (say(texts.BET), WIDE),
                (say(texts.PRIZE), RIGHT),
                (say(texts.WINNING), RIGHT),
                (say(texts.ROUNDS, **counted(answer.layout.value, say)), RIGHT),
                (say(texts.ADVANTAGE), RIGHT),
            ],
            [
                [
                    one.title(say),
                    prize_lines(one.bet.pays, say),
                    share(one.bet.win, say),
                    say.decimal(one.bet.mean_rounds, 2),
                    share(one.bet.edge, say),
                ]
                for one in bets
            ],
        ),
    ]
    if answer.options:
        columns = [(say(texts.OPTION), WIDE), (say(texts.VALUE), WIDE), (say(texts.BASIS), WIDE)]
        rows = [[say(one.name), say.spell(one.said), _basis(one, say)] for one in answer.options]
        blocks.append(table(columns, rows, caption=say(texts.HOUSE_OPTIONS)))
    if remarks:
        blocks.append(WarningsBlock(say(texts.REMARKS), remarks))
    return section(say(texts.SCOPE), *blocks)


def _regulation(answer: DossierAnswer, say: Translator) -> str:
    """Its name, the order that approved it, and the dates of the order."""
    language = say.language
    is_named = answer.regulation.in_language(language) != answer.game_title.in_language(language)
    dates = say.phrases(dates_said(answer.dates.known(), say))
    return "\n".join(
        [*([say.regulation(answer.regulation)] if is_named else []), say(answer.instrument), dates]
    ).strip()


def _under(answer: DossierAnswer, say: Translator) -> str:
    """The articles, without their numbers."""
    articles = (Citation(one.cite.game, one.cite.clause.partition(".")[0]) for one in answer.asked_under)
    return say.cites(dict.fromkeys(articles))


def _basis(option: OptionChosen, say: Translator) -> str:
    """Who decides: the regulator, the concessionaire by the regulation, or a reading of it."""
    if option.authorised_by:
        return say(texts.NEEDS_AUTHORISATION, cite=say.cites((option.authorised_by, *option.reads)))
    if is_granted(option.cite):
        return say(texts.LEFT_OPEN, cite=say.cites((option.cite, *option.reads)))
    return say.cite(option.cite)
