"""What all commands share: language and JSON, reading bets and options, and what is printed: prose, tables, the marks of a rule's status."""

import codecs
import inspect
import json
import os
import re
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import MISSING, dataclass, field, fields
from io import TextIOWrapper
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_type_hints

import typer
from rich.cells import cell_len, set_cell_size
from typer.models import OptionInfo

from banca.games import find, is_ours, of_chance, playable, rulebook
from banca.i18n import Translator, language, translator
from banca.i18n.answer import GameTitle, Heading, plain
from banca.i18n.descriptions import STATUSES, describe_chosen
from banca.law import Language, Status, status_of
from banca.rules import Bet, Proposal, Refusal, Rules, Slip, Text, _, refusal, under
from banca.rules.refusal import REPEATED_OPTION
from banca.rules.rulebook import NONE, OPTION

OPENING = "（《〈「『【〔([{‘“«"
"""What stands at no line's end."""
CLOSING = "，。；：！？、）》〉」』】〕％…,.;:!?)]}%’”»†‡*¶‖§°"
"""What stands at no line's beginning."""
# Not the letters of two columns by name, as Unicode lists them: `re` goes through every letter of a set at every start.
NARROW = r"!-\u2e7f\U0001f030-\U0001f093"
"""Letters of one column, and tiles of Pai Kao. The others are wide, as Chinese: a line may end before and behind each."""
PIECE = re.compile(rf" +|[^ ](?:[{re.escape(CLOSING)}]|(?<=[{re.escape(OPENING)}])[^ ]|(?<=[{NARROW}])[{NARROW}])*")
"""A part of a text that is never broken, or the blanks between two."""


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most so many columns: broken at blanks and between Chinese characters, never within a word or a number.

    No line begins with a mark that closes, or ends with one that opens. Only a word that is wider than a line is cut. The libraries
    `rich` and `textwrap` know neither of these marks.

    >>> wrapped("替換主客（seven_out）。", 15)
    ['替換主客', '（seven_out）。']
    >>> wrapped("  1. wins twice", 9)
    ['  1. wins', 'twice']
    """
    return [line for part in text.split("\n") for line in _lines(part, width)]


def _lines(text: str, width: int) -> Iterator[str]:
    line, blanks = "", ""
    for piece in PIECE.findall(text):
        if piece.startswith(" "):
            blanks = piece
            continue
        if line and cell_len(line + blanks + piece) > width:
            yield line
            line, blanks = "", ""
        line, blanks = line + blanks + piece, ""
        while cell_len(line) > width:
            cut = _cut(line, width)
            yield cut
            line = line[len(cut) :]
    if line or not text:
        yield line


def _cut(word: str, width: int) -> str:
    """As much of a word as a line takes, and at least a letter; where it can be, not before a mark that closes or behind one that opens."""
    longest = len(set_cell_size(word, width).rstrip(" ")) or 1
    ends = (end for end in range(longest, 0, -1) if word[end - 1] not in OPENING and word[end] not in CLOSING)
    return word[: next(ends, longest)]


def longest_piece(text: str) -> int:
    """The columns of the widest part of a text that is never broken."""
    return _widest(PIECE.findall(text.replace("\n", " ")))


PLAIN = str.maketrans({"†": "+", "‡": "#", "×": "x", "≈": "~", "−": "-", "─": "-", "→": ">", "…": ".", "é": "e"})
"""What stands in for a letter that the terminal's encoding does not have."""


def _plain_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end].translate(PLAIN)
    return "".join(letter if letter.isascii() else "?" for letter in letters), error.end


def adapt_streams() -> None:
    """Let no letter stop the program: one that the encoding lacks is written plainly. A closed stream swallows everything."""
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open as long as we are
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - likewise
    codecs.register_error("banca.plain", _plain_letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="banca.plain")


def give_up_output() -> None:
    """After a failed write: drop what is still unwritten, so that the interpreter does not fail again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_json(report: dict[str, Any], remarks: Sequence[str] = ()) -> None:
    """One JSON object, with what there is to remark; where the encoding is not UTF-8, in letters that every encoding has."""
    whole = {**report, "remarks": list(remarks)} if remarks else report
    typer.echo(json.dumps(whole, ensure_ascii=not speaks_unicode(), indent=2))


A = TypeVar("A")


def show(face: "Face", answer: A, print_answer: Callable[[A, Translator], None]) -> None:
    """Print an answer as this run of the program is to speak: as JSON, or in lines."""
    if face.json:
        print_json(plain(answer, face.say), face.remarks)
        return
    for remark in face.remarks:
        print_text(remark)
    print_answer(answer, face.say)


def speaks_unicode() -> bool:
    """Whether the output takes every letter there is."""
    return (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") == "utf8"


def terminal_width() -> int:
    """Columns of the terminal; 80 where there is none."""
    # `shutil.get_terminal_size` looks at the output alone: before a pager it is a pipe, and the terminal is where input and errors are.
    if (columns := os.environ.get("COLUMNS", "")).isdigit():
        return int(columns)
    for stream in range(3):
        with suppress(OSError):
            return os.get_terminal_size(stream).columns or 80
    return 80


def print_text(text: str, indent: int = 0) -> None:
    """Prose, wrapped at the width of the terminal."""
    if text:
        for line in wrapped(text, terminal_width() - indent):
            typer.echo((" " * indent + line).rstrip())


def print_table(columns: Iterable[str | tuple[str, str]], rows: Iterable[Sequence[str]], say: Translator) -> None:
    """A table that fits the terminal; `columns` are headings, each with `right` or `fold` (left, may wrap) where it is not `left`.

    A cell's first line stays whole where more lines follow it. Nothing is cut off: what cannot be narrowed runs over the edge.
    """
    named = [(column, "left") if isinstance(column, str) else column for column in columns]
    headings = [say(heading) if isinstance(heading, Text) else heading for heading, _ in named]
    styles, cells = [style for _, style in named], list(rows)
    texts = [[heading, *(row[index] for row in cells)] for index, heading in enumerate(headings)]
    natural = [_widest(line for text in column for line in text.split("\n")) for column in texts]
    least = [
        _least(column) if style == "fold" else wide for column, wide, style in zip(texts, natural, styles, strict=True)
    ]
    widths = fitted(natural, least, terminal_width() - 2 * len(styles))
    widths[-1] = widths[-1] or 1  # the line below the headings ends behind the last column, even if that is empty

    def print_row(columns: Sequence[Sequence[str]], *, is_bold: bool = False) -> None:
        for line in zip_longest(*columns, fillvalue=""):
            blanks = [" " * (wide - cell_len(part)) for part, wide in zip(line, widths, strict=True)]
            drawn = [
                blank + part if style == "right" else part + blank
                for part, blank, style in zip(line, blanks, styles, strict=True)
            ]
            text = (" " + "  ".join(drawn)).rstrip()
            # What makes it bold is left out by echo where the output is no terminal.
            typer.echo(typer.style(text, bold=True) if is_bold else text)

    top, *below = [[wrapped(cell, wide) for cell, wide in zip(row, widths, strict=True)] for row in (headings, *cells)]
    height = max(map(len, top))
    # To lines that are wrapped already, a table of rich would add no more than this, and its import takes as long as our own.
    typer.echo()
    print_row([[""] * (height - len(lines)) + lines for lines in top], is_bold=os.environ.get("TERM") != "dumb")
    typer.echo(" " + "─" * (sum(widths) + 2 * len(widths) - 2))
    for columns_of_row in below:
        print_row(columns_of_row)
    typer.echo()


def fitted(natural: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """How wide columns are: as wide as they like where there is room; else the widest that may be narrower gives way.

    >>> fitted([27, 19, 11], [20, 8, 11], 48)
    [20, 17, 11]
    """
    widths = list(natural)
    while sum(widths) > room:
        may = [place for place, wide in enumerate(widths) if wide > least[place]]
        if not may:
            break
        widths[max(may, key=widths.__getitem__)] -= 1
    return widths


def _least(texts: Sequence[str]) -> int:
    """How narrow a column that may wrap can be: its longest word, and first lines that more lines follow."""
    longest_word = min(max(map(longest_piece, texts), default=0), LONGEST_WORD)
    return max(longest_word, _widest(text.partition("\n")[0][:FIRST_LINE] for text in texts if "\n" in text))


def _widest(texts: Iterable[str]) -> int:
    return max(map(cell_len, texts), default=0)


FIRST_LINE = 30
"""Letters of a cell's first line that stay together where more lines follow it."""
LONGEST_WORD = 10
"""Letters of a word that a column keeps whole even where it may wrap."""


if TYPE_CHECKING:
    from banca.analysis.settlement import Settlement

NOT_RANDOM = refusal("not_random", _("chance does not explain {asked}"))
NOT_WHOLE = refusal("not_whole", _("the database is not intact; errors: {asked}, the first at {where}"))

CHANCES = {
    "ahead": _("finishing ahead"),
    "ruin": _("ruin: no money for the next bet"),
    "target": _("reaching the target"),
    "stop_loss": _("reaching the stop-loss"),
    "rounds": _("playing all rounds"),
}
SURVIVED = _("rounds per session: mean {mean}; at most {low} in 5% of sessions, {middle} in half, {high} in 95%")
NET_WORKED_OUT = _("net result: each column is the amount that this share of sessions does not exceed")
SPREAD = _("standard deviation of a session")
PREFIX = "BANCA_"
"""How the names of the environment's variables begin."""


def option_group(
    kind: type[Any], *, settings: Container[str] = (), only: Container[str] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command one value of a dataclass: its fields stand on the command line where the command names the value.

    Those that are `settings` are also read from a variable of the environment: `--log-key` from BANCA_LOG_KEY. With `only`, the
    others keep their defaults.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command).parameters.values()
        (name,) = (parameter.name for parameter in own if parameter.annotation is kind)
        options = tuple(option for option in _options(kind, settings) if only is None or option.name in only)

        def called(**given: Any) -> None:  # whatever the options are
            value = kind(**{option.name: given.pop(option.name) for option in options})
            command(**given, **{name: value})

        parameters = [shown for parameter in own for shown in (options if parameter.name == name else (parameter,))]
        called.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # what typer reads
            [shown.replace(kind=inspect.Parameter.KEYWORD_ONLY) for shown in parameters]
        )
        called.__name__, called.__doc__, called.__module__ = command.__name__, command.__doc__, command.__module__
        return called

    return decorate


def _options(kind: type[Any], settings: Container[str]) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    for option in fields(kind):
        default = option.default if option.default_factory is MISSING else option.default_factory()
        default = inspect.Parameter.empty if default is MISSING else default
        hint = _with_variable(option.name, hints[option.name]) if option.name in settings else hints[option.name]
        yield inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def _with_variable(name: str, hint: Any) -> Any:  # an annotation
    """An option's annotation, with the variable that it is read from as well."""
    (own,) = (part for part in hint.__metadata__ if isinstance(part, OptionInfo))
    option = copy(own)
    option.envvar = option.envvar or PREFIX + name.upper()
    return Annotated[hint.__origin__, option]


@dataclass(slots=True)
class Face:
    """How this run of the program speaks."""

    say: Translator = field(default_factory=translator)
    json: bool = False
    remarks: list[str] = field(default_factory=list)
    """What to know of a bet that was found by another bet's name; printed before the answer."""

    def patacas(self, text: str) -> int:
        """An amount as it is written in the language spoken, in avos."""
        from banca.i18n.lookup import read_patacas

        return read_patacas(text, self.say.language)

    def note(self, remark: str | None) -> None:
        """Say this before the answer, once."""
        if remark and self.say(remark) not in self.remarks:
            self.remarks.append(self.say(remark))

    def bet(self, rules: Rules, text: str) -> Bet:
        """The bet that is meant; what to know of it, where it is found by another's name, is said before the answer."""
        from banca.i18n.lookup import find_bet

        bet = find_bet(rules, text)
        self.note(bet.remark)
        return bet.value

    def stakes(self, rules: Rules, bets: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Bets written BET=STAKE: how each is named, and its stake."""
        from banca.i18n.lookup import BAD_BET

        for written in bets:
            name, equals, stake = written.partition("=")
            if not equals:
                raise Refusal(BAD_BET, rules.rulebook.bets_cite, asked=written)
            yield name, stake


def _set_language(ctx: typer.Context, asked: str) -> Language:
    spoken = language(asked)
    ctx.find_root().obj.say = translator(spoken)
    return spoken


def resolve_game(name: str | None) -> str | None:
    """The id of the game that is meant; an unknown name is left for the command to refuse, in the language that is spoken then."""
    if not name or is_ours(name):
        return name
    from banca.i18n.lookup import find_game  # reads the names of all games; an id needs none of them

    try:
        return find_game(name).value.id
    except Refusal:
        return name


def _set_json(ctx: typer.Context, asked: bool) -> bool:  # the shape of a typer callback
    ctx.find_root().obj.json = asked
    return asked


def complete_game() -> list[str]:
    """For the shell: the games."""
    return list(of_chance())


def typed_game(ctx: typer.Context) -> str | None:
    """For the shell: the game on the line so far, which is not yet an argument while an option waits for its value."""
    words = [ctx.params.get("game"), *ctx.args]
    return next((word for word in words if word in of_chance()), None)


def complete_option(ctx: typer.Context) -> list[str]:
    """For the shell: the options of the game typed before, with their values."""
    options = rulebook(game).options if (game := typed_game(ctx)) else ()
    return [f"{option.name}={value}" for option in options for value in option.values]


def complete_bet(ctx: typer.Context) -> list[str]:
    """For the shell: the bets of the game typed before."""
    return list(rulebook(game).under().bets) if (game := typed_game(ctx)) else []


def complete_outcome(ctx: typer.Context) -> list[str]:
    """For the shell: how an outcome of the game typed before may be written."""
    if not (game := typed_game(ctx)):
        return []
    book = rulebook(game)
    return [book.outcome_form, "null", *(f"null:{reason}" for reason in book.nulls)]


Lang = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="en|pt|zh",
        envvar="BANCA_LANG",
        callback=_set_language,
        autocompletion=lambda: list(Language),
        help="The language to answer in.",
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", callback=_set_json, is_eager=True, help="Print one JSON object and nothing else.")
]
GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", callback=resolve_game, autocompletion=complete_game, help="See 'banca games'."),
]
PlayedGame = Annotated[
    str,
    typer.Argument(
        metavar="GAME", callback=resolve_game, autocompletion=lambda: list(playable()), help="See 'banca games'."
    ),
]
"""A game of chance, or one between players: each has a table, and can be simulated."""
HouseOptions = Annotated[
    list[str],
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        autocompletion=complete_option,
        help="An option that the rules leave to the casino; repeat for more.",
    ),
]
Bets = Annotated[
    list[str],
    typer.Option(
        "--bet",
        metavar="BET[@THROW]=STAKE",
        autocompletion=complete_bet,
        help="A bet (its id or its name) and its stake in patacas; repeat for more. @3 places it before the third throw.",
    ),
]
Outcomes = Annotated[
    list[str],
    typer.Option(
        "--outcome",
        metavar="OUTCOME",
        autocompletion=complete_outcome,
        help="A result ('banca games GAME' shows how to write it), null or null:REASON; repeat in order.",
    ),
]
Minimum = Annotated[
    str | None, typer.Option("--minimum", metavar="PATACAS", help="The table's minimum stake; default 1.")
]
Maximum = Annotated[
    str | None, typer.Option("--maximum", metavar="PATACAS", help="The table's maximum stake; default 100 million.")
]
Chip = Annotated[
    str | None,
    typer.Option("--chip", metavar="PATACAS", help="The smallest chip; payments are rounded down to it; default 0.01."),
]


def chosen_options(options: Iterable[str], game: str) -> dict[str, object]:
    """Options written NAME=VALUE, each once; a proposal by its file, which is read."""
    chosen: dict[str, object] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise Refusal("bad_option", _("cannot read the option {asked}; write NAME=VALUE"), asked=option)
        from banca.i18n.lookup import find_option  # the defaults need no names

        choice: object
        if key == OPTION:
            name, choice = key, value if value == NONE else carried(Path(value), game)
        else:
            name, choice = find_option(find(game), key, value).value
        if name in chosen:
            raise Refusal(REPEATED_OPTION, asked=name)
        chosen[name] = choice
    return chosen


def carried(file: Path, game: str) -> Proposal:
    """The proposal for the game in a file."""
    from banca.analysis.exact.proposals import check_admissible
    from banca.proposals import read_file

    proposal = read_file(file)
    if proposal.game != game:
        raise Refusal(
            "other_game_proposed",
            _("{asked} is a proposal for {game}, not for {allowed}"),
            asked=file.name,
            game=proposal.game,
            allowed=game,
        )
    return check_admissible(proposal)


def rules_under(name: str, options: Iterable[str]) -> Rules:
    """The rules of a game under options written NAME=VALUE."""
    chosen = chosen_options(options, name)
    if not is_ours(name):
        from banca.i18n.lookup import find_game

        name = find_game(name).value.id
    return under(rulebook(name), chosen)


def read_slips(face: Face, rules: Rules, bets: Iterable[str]) -> list[Slip]:
    """Bets written BET[@THROW]=STAKE."""
    from banca.i18n.lookup import find_placed_bet

    slips = []
    for name, stake in face.stakes(rules, bets):
        bet, at = find_placed_bet(rules, name)
        face.note(bet.remark)
        slips.append(Slip(bet=bet.value, stake=face.patacas(stake), at=at))
    return slips


def settle_typed(
    face: Face,
    name: str,
    options: Iterable[str],
    bets: Iterable[str],
    outcomes: list[str],
    **limits: str | None,
) -> "Settlement":
    """The bets of a command line after its outcomes."""
    from banca.analysis.settlement import limits_read, settle_bets

    rules = rules_under(name, options)
    slips = read_slips(face, rules, bets)
    return settle_bets(rules, slips, outcomes, limits_read(face.patacas, **limits).put_into(rules.rulebook.limits))


def named_bet(bet: Bet, stake: int, say: Translator) -> str:
    """A bet: its id with the mark of its status, stake and name."""
    return f"{marked(bet.key, status_of(bet))} {say.money(stake)}  {say.bet(bet)}"


def marked(text: str, status: Status) -> str:
    """A name with the mark of its status."""
    return text + STATUSES[status].mark


def print_title(answer: GameTitle, say: Translator) -> None:
    """The game and its instrument, and what to know before relying on its text."""
    print_text(say.labelled(say(answer.title), say(answer.instrument)))
    if answer.caution:
        print_text(say.spell(answer.caution))


def print_heading(answer: Heading, say: Translator) -> None:
    """The game, its instrument and the house's options."""
    print_title(answer, say)
    for line in describe_chosen(answer.game, answer.options, say):
        print_text(line)


def print_legend(say: Translator, statuses: Iterable[Status]) -> None:
    """What the marks beside rules that are not simply gazetted mean."""
    used = set(statuses)
    for status, worded in STATUSES.items():
        if status in used and worded.mark:
            print_text(say.labelled(f"{worded.mark} {say(worded.name)}", say(worded.means)))
