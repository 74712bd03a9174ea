"""`banca options` and `banca authorise`: what the rules leave to the house, and what the regulator has authorised of it."""

from datetime import UTC, datetime
from typing import Annotated

import typer

from banca.answers import plain
from banca.answers.options import OptionAnswer, OptionsAnswer, RecordAnswer, options_answer, record_answer
from banca.cli import texts
from banca.cli.audit import Db, opened
from banca.cli.face import AsJson, Face, GameName, Lang, chosen_options, complete_option, day_written, print_title
from banca.cli.terminal import print_json, print_table, print_text
from banca.rulebook import Proposal, Refusal
from banca.words import Speech, printable
from banca.words.standings import NO_RECORDS, STANDINGS


def options(ctx: typer.Context, game: GameName, db: Db = None, lang: Lang = "en", as_json: AsJson = False) -> None:
    """Show a game's options, the authorisation each needs, and what is on record."""
    face: Face = ctx.obj
    answer = with_records(game, db)
    if face.json:
        print_json(plain(answer, face.say))
    else:
        print_options(answer, face.say)


def with_records(game: str, db: str | None) -> OptionsAnswer:
    """The options and their records; where no store is named and there is none yet, the options alone."""
    alone = options_answer(game, None)
    if db is None and not _is_there():
        return alone
    with opened(db, by="banca options --db") as store:
        from banca.house.authorisation import macau_day, standings

        today = macau_day(datetime.now(UTC))
        kept = store.authorisations(game) if store.keeps_authorisations else []
        return options_answer(game, standings(kept, today), today)


def _is_there() -> bool:
    """Whether the user's own store is there, and the extra that reads it."""
    try:
        from banca.house.location import check_there, default_db

        check_there(default_db())
    except (ModuleNotFoundError, Refusal):
        return False
    return True


def print_options(answer: OptionsAnswer, say: Speech) -> None:
    """A line for each option and one for each record."""
    print_title(answer, say)
    if not answer.options:
        print_text(say(texts.NO_OPTIONS))
        return
    columns = [texts.OPTION, texts.VALUES, texts.DEFAULT, texts.CLAUSE, texts.AUTHORISATION]
    styles = ["left", "fold", "left", "left", "fold"]
    print_table(
        [(say(heading), style) for heading, style in zip(columns, styles, strict=True)],
        [[one.option, one.spelled, one.default, str(one.cite), _authorisation(one, say)] for one in answer.options],
    )
    if not answer.records:
        print_text(say(texts.NO_STORE if answer.records is None else NO_RECORDS))
        return
    headings = [texts.CHOICE, texts.ASKED, texts.PLANNED, texts.REFERENCE, texts.STANDING]
    print_table(
        [(say(heading), "left" if heading in (texts.ASKED, texts.PLANNED) else "fold") for heading in headings],
        [_row(one, say) for one in answer.records],
    )


def _authorisation(one: OptionAnswer, say: Speech) -> str:
    if not one.needs_authorisation:
        return say(texts.NOT_NEEDED)
    about = {"cite": one.authorised_by or one.cite, "days": one.working_days}
    needed = say(texts.NEEDED_BEFORE if one.working_days else texts.NEEDED, **about)
    values = say.list(f"{one.option}={value}" for value in one.needs_none)
    return say(texts.BUT_FOR, needed=needed, values=values) if values else needed


def _row(one: RecordAnswer, say: Speech) -> list[str]:
    stands = say(STANDINGS[one.standing], planned=one.planned)
    return [f"{one.option}={one.value}", str(one.asked), str(one.planned), printable(one.reference), stands]


def authorise(
    ctx: typer.Context,
    game: GameName,
    choice: Annotated[
        str, typer.Argument(metavar="OPTION=VALUE", autocompletion=complete_option, help="See 'banca options GAME'.")
    ],
    asked: Annotated[str, typer.Option("--asked", metavar="DATE", help="The day it was asked for, like 2026-11-16.")],
    planned: Annotated[str, typer.Option("--planned", metavar="DATE", help="The day it is planned for.")],
    reference: Annotated[
        str,
        typer.Option("--reference", metavar="TEXT", help="The authorisation's reference; none while only asked for."),
    ] = "",
    db: Db = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Record that an option was asked for, or authorised; a newer record of the same choice supersedes the older."""
    face: Face = ctx.obj
    ((option, value),) = chosen_options([choice], game).items()
    days = day_written(asked), day_written(planned)
    with opened(db, makes=True, by="banca authorise") as store:
        from banca.house.authorisation import Asked, macau_day, recorded, standings
        from banca.house.authorising import add_authorisation
        from banca.house.house import House
        from banca.live.command import THE_HOUSE

        now = datetime.now(UTC)
        proposals = [value] if isinstance(value, Proposal) else []
        named = value.id if isinstance(value, Proposal) else str(value)
        wanted = Asked(game=game, option=option, value=named, asked=days[0], planned=days[1], reference=reference)
        record = add_authorisation(House(store), recorded(wanted, THE_HOUSE.name, now, proposals))
        ((_, standing),) = standings([record], macau_day(now))
    one = record_answer(record, standing)
    if face.json:
        print_json({"game": game, **plain(one, face.say)})
    else:
        print_text(" · ".join(filter(None, [game, *_row(one, face.say)])))
