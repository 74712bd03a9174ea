"""`banca options` and `banca authorise`: what the rules leave to the casino, and what the regulator has authorised of it."""

import os
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from banca.cli.audit import DB_VARIABLE, Db, open_database
from banca.cli.common import (
    AsJson,
    Face,
    GameName,
    Lang,
    chosen_options,
    complete_option,
    print_json,
    print_table,
    print_text,
    print_title,
)
from banca.games import find
from banca.i18n import Translator, printable
from banca.i18n.answer import plain
from banca.i18n.descriptions import NO_OPTIONS, NO_RECORDS, STANDINGS, describe_chosen, option_name, values_cell
from banca.i18n.lookup import read_day
from banca.law.rulebooks import OptionAnswer, OptionsAnswer, RecordAnswer, options_answer
from banca.rules import Option, Proposal, Refusal, _, _n


def options(ctx: typer.Context, game: GameName, db: Db = None, lang: Lang = "en", as_json: AsJson = False) -> None:
    """Show the options that a game's rules leave to the casino, which of them need an authorisation, and which are on record."""
    face: Face = ctx.obj
    answer = with_records(game, db)
    if face.json:
        print_json(plain(answer, face.say))
    else:
        print_options(answer, face.say)


def with_records(game: str, db: str | None) -> OptionsAnswer:
    """The options and their records; where the command line names no store and there is none yet, the options alone."""
    alone = options_answer(game, None)
    if db in (None, os.environ.get(DB_VARIABLE)) and not _is_there():
        return alone
    with open_database(db, by="banca options --db") as store:
        from banca.house.authorisations import macau_day, standings

        today = macau_day(datetime.now(UTC))
        kept = store.authorisations(game) if store.has_schema else []
        return options_answer(game, standings(kept, today), today)


def _is_there() -> bool:
    """Whether the store that is usual here is there, and the extra that reads it."""
    try:
        from banca.house.files import check_exists, default_db

        check_exists(default_db())
    except (ModuleNotFoundError, Refusal):
        return False
    return True


def print_options(answer: OptionsAnswer, say: Translator) -> None:
    """Each option in a few lines, and a line for each record."""
    print_title(answer, say)
    if not answer.options:
        print_text(say(NO_OPTIONS))
        return
    known = {option.name: option for option in find(answer.game).options}
    for choice in answer.options:
        print_option(choice, known[choice.option], say)
    if not answer.records:
        print_text(
            say(
                _("There is no database here yet, so no authorisation is on record. Use --db to name another.")
                if answer.records is None
                else NO_RECORDS
            )
        )
        return
    headings = [_("choice"), _("requested on"), _("planned for"), _("authorisation reference"), _("current status")]
    print_table(
        [
            (say(heading), "left" if heading in (_("requested on"), _("planned for")) else "fold")
            for heading in headings
        ],
        [_row(answer.game, record, say) for record in answer.records],
        say,
    )


def print_option(choice: OptionAnswer, option: Option[Any], say: Translator) -> None:
    """What it is about, its values, what leaves it to the concessionaire or whence it is, and which clause needs the regulator."""
    print_text(f"{choice.option}  {option_name(option, say)}")
    print_text(
        say(_("values: {values}; default: {default}"), values=values_cell(option, say), default=choice.default),
        indent=5,
    )
    print_text(
        say(
            _("left to the concessionaire: {cite}")
            if choice.is_granted
            else _("none of the clauses seen grants this choice; it follows from {cite}"),
            cite=say.cite(choice.left_by),
        ),
        indent=5,
    )
    if choice.needs_authorisation:
        print_text(_authorised(choice, say), indent=5)


def _authorised(choice: OptionAnswer, say: Translator) -> str:
    cite = say.cite(choice.authorised_by or choice.cite)
    needed = say(
        _n(
            "needs the prior authorisation of the DICJ, requested {days} working day ahead: {cite}",
            "needs the prior authorisation of the DICJ, requested {days} working days ahead: {cite}",
            by="days",
        )
        if choice.working_days
        else _("needs the prior authorisation of the DICJ: {cite}"),
        cite=cite,
        days=choice.working_days,
    )
    values = say.list(f"{choice.option}={value}" for value in choice.needs_none)
    return say(_("{needed}; not for {values}"), needed=needed, values=values) if values else needed


def _row(game: str, answer: RecordAnswer, say: Translator) -> list[str]:
    record = answer.record
    (choice,) = describe_chosen(game, {record.option: record.value}, say)
    status = say(STANDINGS[answer.status.value], planned=record.planned)
    return [choice, str(record.asked), str(record.planned), printable(record.reference), status]


def authorise(
    ctx: typer.Context,
    game: GameName,
    choice: Annotated[
        str, typer.Argument(metavar="OPTION=VALUE", autocompletion=complete_option, help="See 'banca options GAME'.")
    ],
    asked: Annotated[str, typer.Option("--asked", metavar="DATE", help="The date of the request, such as 2026-11-16.")],
    planned: Annotated[str, typer.Option("--planned", metavar="DATE", help="The date from which it is to apply.")],
    reference: Annotated[
        str,
        typer.Option(
            "--reference",
            metavar="TEXT",
            help="The reference of the authorisation; leave it out while it is only requested.",
        ),
    ] = "",
    db: Db = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Record that an option was requested or authorised; a newer record of the same choice replaces the older one."""
    face: Face = ctx.obj
    ((option, value),) = chosen_options([choice], game).items()
    days = read_day(asked), read_day(planned)
    with open_database(db, makes=True, by="banca authorise") as store:
        from banca.house.authorisations import (
            AuthorisationRequest,
            add_authorisation,
            macau_day,
            make_record,
            standings,
        )
        from banca.house.house import House
        from banca.tables.commands import THE_HOUSE

        now = datetime.now(UTC)
        proposals = [value] if isinstance(value, Proposal) else []
        named = value.id if isinstance(value, Proposal) else str(value)
        wanted = AuthorisationRequest(
            game=game, option=option, value=named, asked=days[0], planned=days[1], reference=reference
        )
        record = add_authorisation(House(store), make_record(wanted, THE_HOUSE.name, now, proposals))
        ((_, standing),) = standings([record], macau_day(now))
    answer = RecordAnswer(record, standing)
    if face.json:
        print_json({"game": game, **plain(answer, face.say)})
    else:
        print_text(" · ".join(filter(None, [game, *_row(game, answer, face.say)])))
