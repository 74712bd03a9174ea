"""The builder of proposals over HTTP: a game to be clicked, and the file that a form comes to."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from litestar import Router, get, post
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from banca.drawing import to_text
from banca.drawing.devices import device
from banca.games import rulebook
from banca.i18n import Translator, translator
from banca.i18n.descriptions import outcome_name
from banca.i18n.lookup import find_game
from banca.law import Language
from banca.proposals.builder import (
    MISSING,
    FormBet,
    FormWords,
    OutcomeClasses,
    OutcomeMark,
    ProposalForm,
    bet_ids,
    class_marks,
    find_condition,
    find_faults,
    outcome_classes,
    winning_classes,
    write_file,
)
from banca.proposals.compiler import MOST_DESCRIPTION, MOST_NAME, phases_of
from banca.record import FrozenStruct
from banca.rules import Fact, Odds, Outcome, Place, Win, _, explore
from banca.server.api.lab import owner_of
from banca.server.http import AnyRequest, api_language, compute
from banca.server.openapi import BODY, SECURITY, refuses

# The words that a form leaves to us: a title, a description, names of prizes, made of what was clicked

WINS = _("Wins on {outcomes}.")
WINS_MORE = _("Wins {odds} on {outcomes}.")
TIES = _("The stake is returned on {outcomes}.")
LOSES = _("Loses on {outcomes}.")
OTHERWISE_LOSES = _("Otherwise loses.")
OTHERWISE_STAYS = _("Otherwise stays until it is decided.")
OTHERWISE_TIES = _("Otherwise the stake is returned.")
OTHERWISE = {OutcomeMark.LOSE: OTHERWISE_LOSES, OutcomeMark.STAY: OTHERWISE_STAYS, OutcomeMark.TIE: OTHERWISE_TIES}
PRIZE = _("Prize {number}")
NOT = _("not {fact}")
FACT = _("{fact} {values}")


def fill_words(form: ProposalForm) -> ProposalForm:
    """The form with words of ours where nothing was typed in any language."""
    seen = outcome_classes(form.game)
    bets = tuple(
        replace(
            bet,
            description=_describe_bet(seen, bet) if bet.description.is_blank else bet.description,
            rows=tuple(
                replace(row, name=_name_row(seen, bet, number)) if row.name.is_blank and len(bet.rows) > 1 else row
                for number, row in enumerate(bet.rows)
            ),
        )
        for bet in form.bets
    )
    return replace(form, title=bets[0].name if bets and form.title.is_blank else form.title, bets=bets)


def _name_row(seen: OutcomeClasses, bet: FormBet, number: int) -> FormWords:
    """The outcomes that win it, where that is short enough for a name."""
    texts = {say.language: describe_outcomes(seen, bet, number, say) for say in map(translator, Language)}
    if not all(0 < len(text) <= MOST_NAME for text in texts.values()):
        texts = {language: translator(language)(PRIZE, number=number + 1) for language in Language}
    return FormWords(**texts)


def _describe_bet(seen: OutcomeClasses, bet: FormBet) -> FormWords:
    """What every outcome does, in a few sentences; nothing where that would be too long."""
    texts = {say.language: say.sentences(_sentences(seen, bet, say)) for say in map(translator, Language)}
    return FormWords(**texts) if all(len(text) <= MOST_DESCRIPTION for text in texts.values()) else FormWords()


def _sentences(seen: OutcomeClasses, bet: FormBet, say: Translator) -> Iterator[str]:
    marks = set(class_marks(seen, bet).values())
    for number, row in enumerate(bet.rows):
        if number in marks:
            outcomes, odds = describe_outcomes(seen, bet, number, say), say.odds([Odds(row.prize, row.stake)])
            yield say(WINS_MORE if len(bet.rows) > 1 else WINS, outcomes=outcomes, odds=odds)
    for mark, sentence in ((OutcomeMark.TIE, TIES), (OutcomeMark.LOSE, LOSES)):
        if mark in marks and mark != bet.rest:
            yield say(sentence, outcomes=describe_outcomes(seen, bet, mark, say))
    if bet.rest in marks:
        yield say(OTHERWISE[bet.rest])


def describe_outcomes(seen: OutcomeClasses, bet: FormBet, mark: int | OutcomeMark, say: Translator) -> str:
    """The outcomes with a mark: by what they have in common where one fact says it, otherwise one by one."""
    numbers = frozenset(number for number, own in class_marks(seen, bet).items() if own == mark)
    if not numbers:
        return ""
    rule = find_condition(seen, numbers)
    if len(rule.facts) == 1 and rule.values:
        return describe_fact(seen, rule.facts[0], rule.values, say)
    return say.list(outcome_name(seen.book.under(), seen.shown(number), say) for number in sorted(numbers))


def describe_fact(seen: OutcomeClasses, name: str, values: Sequence[Fact], say: Translator) -> str:
    """`total 3, 4, 11`, `a pair`, `colour red`; where the fact is the whole outcome, its values alone."""
    word, rules = say(seen.book.fact_words.get(name, name)), seen.book.under()
    if isinstance(values[0], bool):
        return word if values[0] else say(NOT, fact=word)

    def describe(value: Fact) -> str:
        """By the names the game has for parts of its outcomes."""
        parts = value if isinstance(value, tuple) else (value,)
        return " – ".join(str(part) if isinstance(part, int) else outcome_name(rules, part, say) for part in parts)

    described = say.list(map(describe, values))
    is_whole = isinstance(values[0], tuple) or len(seen.names) == 1
    return described if is_whole else say(FACT, fact=word, values=described)


# What is shown of a game: its outcomes to click, what they have in common, and the bets it has

# A device with more outcomes shows one tile for all that no bet can tell apart.
MOST_TILES = 60
# Tiles that are drawn; more stand in words.
MOST_DRAWN = 100
PLACES = {
    Place.FOOT: _("at the foot of the layout"),
    Place.HEAD: _("at the head of the layout"),
}


class Tile(FrozenStruct):
    """An outcome to click: how it is written, the outcome that stands for all that are marked with it, and in how many ways it comes."""

    outcome: str
    same: str
    name: str
    ways: int


class OutcomeGroup(FrozenStruct):
    """Outcomes that have something in common."""

    name: str
    outcomes: list[str]


class Common(FrozenStruct):
    """A way to look at the outcomes: by their total, by their colour."""

    fact: str
    name: str
    groups: list[OutcomeGroup]


class KnownBet(FrozenStruct):
    """A bet that the game has, what it pays, and the outcomes on which it can win."""

    bet: str
    name: str
    pays: str
    outcomes: list[str]


class BoardChoice(FrozenStruct):
    """One of several, and what it is called."""

    value: str
    name: str


class Board(FrozenStruct):
    """A game to be clicked; `columns` where its outcomes make a square, otherwise 0; `drawn` the symbols of its parts, where it has any."""

    game: str
    ways: int
    columns: int
    tiles: list[Tile]
    common: list[Common]
    bets: list[KnownBet]
    phases: list[BoardChoice]
    places: list[BoardChoice]
    drawn: str


@lru_cache(40)
def board_of(game: str, spoken: Language) -> Board:
    """The board of a game in a language."""
    seen, say = outcome_classes(game), translator(spoken, game)
    tiles = _tiles(seen, say)
    return Board(
        game=game,
        ways=seen.weight(seen.all),
        columns=_columns(seen) if len(tiles) == sum(map(len, seen.classes)) else 0,
        tiles=tiles,
        common=[common for name in seen.names if (common := _common(seen, name, say)).groups],
        bets=[_known(seen, game, key, say) for key in seen.book.under().bets],
        phases=[
            BoardChoice(value=phase, name=say(seen.book.table.phase_words.get(phase, phase)))
            for phase in phases_of(seen.book)
        ],
        places=[BoardChoice(value=place.value, name=say(name)) for place, name in PLACES.items()],
        drawn=_drawn(game, say) if len(tiles) <= MOST_DRAWN else "",
    )


def _tiles(seen: OutcomeClasses, say: Translator) -> list[Tile]:
    book, rules = seen.book, seen.book.under()
    outcomes = list(rules.space)
    if len(outcomes) > MOST_TILES:
        outcomes = [(alike[0], weight) for alike, weight in zip(seen.classes, seen.weights, strict=True)]
    return [
        Tile(
            outcome=book.show(outcome),
            same=seen.shown(seen.of(outcome)),
            name=outcome_name(rules, book.show(outcome), say),
            ways=weight,
        )
        for outcome, weight in outcomes
    ]


def _columns(seen: OutcomeClasses) -> int:
    """How many outcomes begin alike, where all of them do so in rows of one length."""

    def first(outcome: Outcome) -> str:
        return seen.book.show(outcome).split("-")[0]

    lengths = {len(list(alike)) for _, alike in groupby((outcome for outcome, _ in seen.book.under().space), first)}
    (length,) = lengths if len(lengths) == 1 else (0,)
    return length if length > 1 else 0


def _common(seen: OutcomeClasses, name: str, say: Translator) -> Common:
    """The outcomes by one fact; nothing where each value has one outcome only."""
    values = seen.values(name, seen.all)
    values = sorted(values) if all(type(value) is int for value in values) else values
    groups = [
        OutcomeGroup(
            name=describe_fact(seen, name, [value], say),
            outcomes=[seen.shown(number) for number in sorted(seen.having(name, [value]))],
        )
        for value in values
    ]
    is_finest = len(groups) == len(seen.all)
    return Common(fact=name, name=say(seen.book.fact_words.get(name, name)), groups=[] if is_finest else groups)


def _known(seen: OutcomeClasses, game: str, key: str, say: Translator) -> KnownBet:
    bet = seen.book.under().bets[key]
    odds = dict.fromkeys(cell.odds for row in explore(bet).rows for cell in row if isinstance(cell, Win))
    won = sorted(winning_classes(game, key))
    return KnownBet(bet=key, name=say.bet(bet), pays=say.odds(odds), outcomes=[seen.shown(number) for number in won])


def _drawn(game: str, say: Translator) -> str:
    drawn = device(game, say)
    return to_text(drawn) if drawn.get("data-kind") in {"faces", "cards"} else ""


# Over HTTP


class FieldFault(FrozenStruct):
    """What is wrong with a form, and at which field of it: `bets.0.rows.1.prize`; the form as a whole where that is blank."""

    path: str
    code: str
    detail: str
    is_missing: bool
    """Whether something has only not been done yet."""


class FilledWords(FrozenStruct):
    """The words that a bet has in the file: as typed, or ours where nothing was."""

    id: str
    description: FormWords
    rows: list[FormWords]


class FormFile(FrozenStruct):
    """The file that a form comes to, and what is still wrong with it."""

    source: str
    title: FormWords
    bets: list[FilledWords]
    faults: list[FieldFault]


@get("/board/{game:str}", summary="List a game's outcomes for the form", responses=refuses(422))
async def board(request: AnyRequest, game: FromPath[str]) -> Board:
    """Each outcome, the facts that outcomes share, the bets of the game and what they pay."""
    game = find_game(game).value.id
    rulebook(game)
    return await compute(request, board_of, game, api_language(request))


@post("/build", status_code=200, summary="Build a file from a form", security=SECURITY, responses=refuses(422, *BODY))
async def build(request: AnyRequest, data: JSONBody[ProposalForm]) -> FormFile:
    """The file as written by hand, and every fault at its field; without faults the file is valid."""
    owner_of(request)
    rulebook(data.game)
    return await compute(request, build_file, data, api_language(request))


def build_file(form: ProposalForm, language: Language) -> FormFile:
    """The file, with our words where none were typed, and the faults in the asker's language."""
    say = translator(language)
    whole = fill_words(form)
    # Then the title is the first bet's name, where what is wrong with it is said.
    is_named = bool(form.bets) and form.title.is_blank
    return FormFile(
        source=write_file(whole),
        title=whole.title,
        bets=[
            FilledWords(id=bet_id, description=bet.description, rows=[row.name for row in bet.rows])
            for bet_id, bet in zip(bet_ids(whole), whole.bets, strict=True)
        ],
        faults=[
            FieldFault(
                path=path,
                code=str(because.code),
                detail=say.message(because),
                is_missing=because.code in MISSING,
            )
            for path, because in find_faults(whole)
            if not (is_named and path.startswith("title."))
        ],
    )


ROUTES = Router("/proposals", route_handlers=[board, build], tags=("proposals",))
