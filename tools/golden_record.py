"""Record what one tree of Banca gives to people and programs; tools/golden.py runs it for two trees and compares.

    python golden_record.py plan TREE INPUTS OUT     # the commands to run, made from what the tree's program says of itself
    python golden_record.py cli PLAN INPUTS OUT      # what each command prints, writes and exits with
    python golden_record.py http INPUTS OUT          # a house and a demo over HTTP: every GET, every page

It runs with the tree's sources and entry points in front of the path, and relies on contracts alone: the console programs
and their JSON, HTTP under /api/v1, OpenAPI and the pages. It imports nothing of Banca, because later revisions rename the modules.
"""

import hashlib
import importlib
import inspect
import itertools
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from importlib.metadata import entry_points
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

LANGUAGES = ("en", "pt", "zh")
PDF_PAGE = re.compile(rb"/Type/Page\b")
SECONDS = 300
"""The longest that a command may take; one that hangs is ended and recorded as such."""
WARM = (
    "banca odds craps --json",
    "banca settle craps --bet field=10 --outcome 1-2 --json",
    "banca layout wheel",
    "banca simulate craps pass_line --sessions 4 --rounds 4 --workers 1 --json",
    "banca evening craps pass_line --bankroll 100 --rounds 3 --json",
    "banca pai-kao set 6-6 4-5 1-1 2-3 --json",
    "banca dossier hops --rounds 0",
    "banca best wheel --bankroll 20 --target 40 --minimum 10 --bet symbol:1 --alone --json",
    "banca audit import none.jsonl --db sqlite:///none.db",
    "banca users list --db sqlite:///none.db",
    "banca log key --db sqlite:///none.db",
    "banca watch --db sqlite:///none.db",
)
"""Run in the recording process itself before any other, so that its children find modules and compiled code loaded."""
OUTCOMES: dict[str, tuple[str, ...]] = {
    "craps": (
        "3-4",
        "1-1",
        "6-6",
        "5-6",
        "2-4 null:short 3-3",
        "4-4 1-2 3-4",
        "2-2 null 1-3",
        "4-6 5-5 1-6",
        "1-4 3-2",
    ),
    "fish_prawn_crab": ("fish-crab-crab", "1-1-1", "2-5-6", "null:leaning 4-4-1", "gourd-coin-rooster"),
    "wheel": (*(f"'symbol {number}'" for number in range(1, 8)), "null:few_turns 'symbol 2'", "17"),
    "fantan": ("1", "2", "3", "4"),
    "football_poker": ("K-9-4", "A-A", "2-2-2", "9-9-9", "7-6-5", "K-K-K", "Q-3-A", "null"),
    "roulette": ("0", "null:unsettled 17", "0 0 5"),
}
"""Results to settle every bet over, by game; several in order are one session."""
PYTHON = (
    "for name in sorted(banca.__all__): print(name, type(getattr(banca, name)).__name__)",
    "for name in ('game', 'simulate', 'compare', 'evening', 'best', 'proposed'): print(name, *inspect.signature(getattr(banca, name)).parameters)",
    "print([(name, str(banca.game(name))) for name in banca.games()])",
    "print(banca.game('craps').bet('pass_line').analysis().house_edge)",
    "print(banca.game('craps', field_12=3).bet('field').analysis())",
    "print(banca.game('craps').settle({'dont_pass': 100}, ['6-6']))",
    "print(banca.game('craps').together({'pass_line': 10, 'pass_odds:6': 20}, after=['2-4']).chances)",
    "print(banca.game('fantan').bet('fan', 1).key, banca.game('Fantan').bet('番 1').key)",
    "print(banca.pai_kao.chances('天 雜九 地 雜五').best.value)",
    "print(banca.simulate({'symbol:1': 10}, 'wheel', sessions=10, rounds=10, seed=1).rows())",
    "banca.game('craps').settle({'pass_line': 100, 'pass_odds:6': 400}, ['2-4', '3-3'])",
    "banca.game('nothing')",
)
"""What a Python program would ask; a refusal ends in its code."""
TILES = [
    "6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5",
    "3-6", "4-5", "2-6", "3-5", "2-5", "3-4", "1-4", "2-3", "2-4", "1-2",
]  # fmt: skip
"""Every kind of tile; the first eleven are there twice."""


# Commands.


class Program:
    """The console programs of the tree, loaded once; a command is a fork, which costs a fiftieth of a new process."""

    def __init__(self, inputs: Path) -> None:
        self.inputs = inputs
        found = {point.name: point for point in entry_points(group="console_scripts")}
        self.runs: dict[str, Callable[[], object]] = {name: found[name].load() for name in ("banca", "banca-verify")}
        self.runs["python"] = _run_python

    def warm(self) -> None:
        """Load what most commands need; what fails here fails again where it is recorded."""
        with TemporaryDirectory() as folder, Path(os.devnull).open("r+") as nothing:
            os.chdir(folder)
            kept = [os.dup(1), os.dup(2)]
            for line in WARM:
                self._enter(shlex.split(line), nothing.fileno(), nothing.fileno())
            for number, copy in enumerate(kept, start=1):
                os.dup2(copy, number)
            os.chdir("/")

    def json(self, line: str) -> Any:  # JSON
        """What a command answers; nothing where it refuses."""
        (done,) = self.do([line])["commands"]
        return json.loads(done["stdout"]) if done["exit"] == 0 else {}

    def do(self, lines: list[str]) -> dict[str, Any]:
        """Run commands one after another in a directory of their own; what they print and which files they leave."""
        with TemporaryDirectory(dir=self.inputs.parent) as name:
            folder = Path(name)
            commands = [{"line": line, **self._run(shlex.split(line), folder)} for line in lines]
            return {"commands": commands, "files": dict(sorted(_files(folder)))}

    def _run(self, words: list[str], folder: Path) -> dict[str, Any]:
        out, err = folder / ".out", folder / ".err"
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            try:
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                os.chdir(folder)
                signal.alarm(SECONDS)
                with out.open("wb") as output, err.open("wb") as errors:
                    os._exit(self._enter(words, output.fileno(), errors.fileno()))
            finally:  # a child never goes on with its parent's work
                os._exit(70)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        printed, said = (
            self._unplaced(path.read_bytes().decode(errors="backslashreplace"), folder) for path in (out, err)
        )
        return {"exit": code, "stdout": printed, "stderr": said}

    @staticmethod
    def _unplaced(text: str, folder: Path) -> str:
        """A text without where the command ran and where the tree lies: two trees lie in two places."""
        for path in (str(folder), *os.environ["PYTHONPATH"].split(":")):
            text = text.replace(path, "PLACE")
        return text

    def _enter(self, words: list[str], output: int, errors: int) -> int:
        """Do what the installed script does; the exit code."""
        os.dup2(output, 1)
        os.dup2(errors, 2)
        sys.argv = words
        try:
            code: object = self.runs[words[0]]()
        except SystemExit as end:
            code = end.code
        except BaseException:  # as the interpreter would end: a traceback is a difference too
            traceback.print_exc()
            code = 1
        if isinstance(code, str):
            print(code, file=sys.stderr)
        sys.stdout.flush()
        sys.stderr.flush()
        return code if isinstance(code, int) else int(code is not None)


def _run_python() -> None:
    names: dict[str, Any] = {"banca": importlib.import_module("banca"), "inspect": inspect}
    try:
        exec(sys.argv[1], names)  # noqa: S102 - the texts above
    except names["banca"].Refusal as refused:
        sys.exit(f"{refused.code} {refused.cite}")


def _files(folder: Path) -> Iterator[tuple[str, str]]:
    """What was written, as text; a PDF by its digest, since a dossier is the same byte for byte; stores and keys not at all."""
    for path in folder.rglob("*"):
        if path.suffix in {".svg", ".json", ".html", ".toml", ".csv", ".jsonl", ".txt"}:
            yield path.name, path.read_text()
        elif path.suffix in {".pdf", ".bin"}:
            made = path.read_bytes()
            pages = len(PDF_PAGE.findall(made))
            yield path.name, f"{len(made)} bytes, {pages} pages, {hashlib.sha256(made).hexdigest() if pages else ''}"


def record_commands(plan: Path, inputs: Path) -> dict[str, Any]:
    """Every command of the plan, by its own line."""
    program = Program(inputs)
    program.warm()
    return {" ; ".join(lines): program.do(lines) for lines in json.loads(plan.read_text())}


# The plan.


def make_plan(tree: Path, inputs: Path) -> list[list[str]]:
    """The commands, made from what the program of the tree says of itself: games, bets, options, clauses, strategies."""
    program = Program(inputs)
    games = program.json("banca games --json").get("games", [])
    parts = [
        _general(program),
        _python(),
        *(_game(program, game) for game in games),
        _sessions(program),
        _pai_kao(),
        _football_poker(),
        _proposals(sorted(path.stem for path in (tree / "src").rglob("*.star"))),
        _house(inputs),
        _wrong(),
    ]
    unique = {tuple([line] if isinstance(line, str) else line): None for part in parts for line in part}
    return [list(lines) for lines in unique]


Lines = Iterator[str | tuple[str, ...]]
"""Commands; in a tuple, several that share a directory."""


def _general(program: Program) -> Lines:
    yield from ("banca", "banca-verify", "banca-verify --help")
    yield from _helps(program, "banca")
    for lang in LANGUAGES:
        yield from (
            f"banca {command} --lang {lang}{form}"
            for command in ("games", "odds", "strategies")
            for form in ("", " --json")
        )
        for date in ("1985-05-18", "2003-12-31", "2004-06-28", "2010-03-09", "2026-01-01"):
            yield f"banca rules --on {date} --lang {lang}"
            yield f"banca rules --on {date} --lang {lang} --json"


def _python() -> Lines:
    """The public names of the package, and some of what they answer."""
    yield from (f"python {shlex.quote(text)}" for text in PYTHON)


def _helps(program: Program, line: str) -> Lines:
    """The help of every command, found in the help of the one above it."""
    yield f"{line} --help"
    text = program.do([f"{line} --help"])["commands"][0]["stdout"]
    _, _, commands = text.partition("\nCommands:\n")
    for name in re.findall(r"^  ([a-z][\w-]*)", commands, re.MULTILINE):
        yield from _helps(program, f"{line} {name}")


def _some(values: list[str], most: int = 6) -> list[str]:
    """All of a short list; of a long one the first, the last, and some between."""
    return values if len(values) <= most else [values[len(values) * step // most] for step in range(most)] + values[-1:]


def _game(program: Program, about: dict[str, Any]) -> Lines:
    game = about["game"]
    for lang in LANGUAGES:
        for command in ("games", "rules", "options", "odds"):
            yield f"banca {command} {game} --lang {lang}"
            yield f"banca {command} {game} --lang {lang} --json"
        yield from (f"banca layout {game} --form {form} --lang {lang}" for form in ("wide", "tall", "board"))
    turn = itertools.cycle(LANGUAGES)
    for clause in program.json(f"banca rules {game} --json").get("clauses", [])[
        ::2
    ]:  # all of them stand in the list above
        yield f"banca rules {game} --clause {clause['clause']} --lang {next(turn)}"
    bets = [f"{family['id']}:{one}" for family in about["families"] for one in family["selections"]]
    bets += [family["id"] for family in about["families"] if not family["selections"]]
    options = [(option["option"], value) for option in about["options"] for value in _some(option["values"])]
    refused = program.do([f"banca layout {game} --form board --part none"])["commands"][0]["stderr"]
    for part in refused.rpartition("it has ")[2].strip().split(", ") if bets else ():
        yield f"banca layout {game} --form board --part {part} --width 360 --height 500 --lang {next(turn)}"
    for name, value in options:
        option = f"--option {name}={value}"
        yield f"banca odds {game} {option} --lang {next(turn)} --json"
        yield f"banca layout {game} {option} -o layout.svg --lang {next(turn)}"
        yield f"banca odds {game} {option} --certificate odds.json", "banca-verify certificate odds.json"
        played = " ".join(f"--bet {bet}=10" for bet in _some(bets, 3) if "_odds" not in bet)
        yield f"banca settle {game} {played} --outcome {OUTCOMES.get(game, ('0',))[0]} {option} --json"
    if bets:
        yield f"banca odds {game} --certificate odds.json --json", "banca-verify certificate odds.json"
    for number, bet in enumerate(bets):
        if len(bets) < 100 or number % 3 == 0:  # roulette has 157
            yield f"banca odds {game} {bet} --lang {next(turn)} --json"
        if number % 5 == 0:
            yield f"banca odds {game} {bet} --lang {next(turn)}"
            yield f"banca together {game} --bet {bet}=10 --bet {bets[0]}=5 --lang {next(turn)} --json"
        yield from _settled(game, bet, number, max(2, 150 // len(bets)))


def _settled(game: str, bet: str, number: int, most: int) -> Lines:
    """A bet over some of its game's sessions and over a result that it wins on; other stakes, chips and languages in turn."""
    family, _, selection = bet.partition(":")
    first = selection.partition("-")[0]
    wins = (
        {"roulette": first, "fantan": first[:1], "fish_prawn_crab": f"{first}-{first}-crab"}.get(game, "")
        if first
        else ""
    )
    series = OUTCOMES.get(game, ("0",))
    chosen = dict.fromkeys(
        ([wins] if wins else []) + [series[(number + step) % len(series)] for step in range(len(series))]
    )
    for step, outcomes in enumerate(itertools.islice(chosen, most), start=number):
        results = " ".join(f"--outcome {shlex.quote(one)}" for one in shlex.split(outcomes))
        flat = f"--bet {family.removesuffix('_odds')}=100 " if family.endswith("_odds") and step % 4 else ""
        terms = ("=10", "=7.50 --chip 0.50", "=25 --minimum 5 --maximum 200 --chip 1")[step % 3]
        form = "" if step % 5 == 4 else " --json"
        yield f"banca settle {game} {flat}--bet {bet}{terms} {results} --lang {LANGUAGES[step % 7 % 3]}{form}"


def _sessions(program: Program) -> Lines:
    """Strategies, best play and comparisons, by seed and small."""
    size = "--sessions 40 --rounds 12 --seed 7 --workers 1"
    strategies = program.json("banca strategies --json").get("strategies", [])
    turn = itertools.cycle(LANGUAGES)
    for game, rows in itertools.groupby(strategies, key=lambda row: str(row["game"])):
        names = [row["strategy"] for row in rows]
        for name in names:
            yield f"banca simulate {game} {name} {size} --lang {next(turn)} --json"
            yield f"banca evening {game} {name} --rounds 4 --bankroll 300 --lang {next(turn)} --json"
        for form in ("", " --csv"):
            yield f"banca simulate {game} {names[0]} {size} --lang {next(turn)}{form}"
        yield f"banca simulate {game} {names[-1]} {size} --target 1500 --stop-loss 200 --bankroll 1000 --json"
        yield f"banca evening {game} {names[0]} --rounds 4 --bankroll 200 --exact --json"
        yield f"banca evening {game} {names[0]} --rounds 4 --bankroll 200 --lang {next(turn)}"
        yield f"banca compare {game}/{names[0]} {game}/{names[-1]} {size} --lang {next(turn)} --json"
        yield f"banca compare {game}/{names[0]} {game}/{names[-1]} {size} --lang {next(turn)}"
    for goal in ("--target 60", "--goal last --rounds 3", "--goal stake --turnover 40 --exact"):
        yield f"banca best wheel --bankroll 30 {goal} --minimum 10 --bet symbol:1 --alone --lang {next(turn)} --json"
        yield f"banca best fantan --bankroll 30 {goal} --minimum 10 --bet fan:1 -o best.toml --lang {next(turn)}"
    for game, bets in (("wheel", "symbol:1"), ("craps", "field"), ("roulette", "red"), ("fantan", "kuoc:1-2")):
        yield f"banca simulate {game} --bet {bets}=10 {size} --json"
        yield f"banca together {game} --bet {bets}=10 --rounds 100 --lang {next(turn)} --json"
        yield f"banca together {game} --bet {bets}=10 --lang {next(turn)}"


def _pai_kao() -> Lines:
    turn = itertools.cycle(LANGUAGES)
    yield from (f"banca pai-kao rank --lang {lang}{form}" for lang in LANGUAGES for form in ("", " --json"))
    yield from (f"banca pai-kao rank {tile} --lang {next(turn)} --json" for tile in (*TILES, "天 地", "heaven earth"))
    for number in range(30):  # a step that is prime to the number of tiles meets all of them
        tiles = [TILES[(number * 5 + step * (1 + number % 4)) % len(TILES)] for step in range(8)]
        mine, other = tiles[:4], tiles[4:]
        yield f"banca pai-kao rank {' '.join(mine[:2])} --lang {next(turn)} --json"
        yield f"banca pai-kao set {' '.join(mine)} --as {('player', 'banker')[number % 2]} --lang {next(turn)} --json"
        hands = [f"'{' '.join(hand[:2])} / {' '.join(hand[2:])}'" for hand in (mine, other)]
        yield f"banca pai-kao compare {' '.join(hands)} --lang {next(turn)}{' --json' * (number % 3 > 0)}"
        gates = [f"{','.join(hand[:2])}/{','.join(hand[2:])}" for hand in (mine, other)]
        yield (
            f"banca pai-kao settle --banker 1 --bank Rui={100 + 70 * number} --bank casino=50 --gate 1:{gates[0]}"
            f" --gate 2:{gates[1]}:Ana={50 + number},Bo=30 --dice {1 + number % 6},2,{1 + number % 4},1 --lang {next(turn)}"
            f"{' --json' * (number % 4 > 0)}"
        )
    policies = ("highest_front", "highest_rear", "balanced", "equilibrium")
    for player, banker in itertools.product(policies, policies):
        yield f"banca pai-kao value --player {player} --banker {banker} --lang {next(turn)} --json"
        yield f"banca pai-kao set 6-6 4-5 1-1 2-3 --against {player} --lang {next(turn)}"
    for count in range(1, 8):
        yield f"banca pai-kao banker --gates {count} --lang {next(turn)} --json"
        yield f"banca pai-kao banker --gates {count} --stake 50 --principal 90 --policy balanced --lang {next(turn)}"


def _football_poker() -> Lines:
    turn = itertools.cycle(LANGUAGES)
    for cards in ("", "A", "K-9-4", "K-9-4 A", "5-2 A", "2-2-2 3-3-3 4-4-4", "K-K-K K", "Z", "9 9 9 9 9 9"):
        for decks in (1, 2, 8):
            yield f"banca football-poker next {cards} --option decks={decks} --lang {next(turn)} --json"
        yield f"banca football-poker next {cards} --lang {next(turn)}"


def _proposals(names: list[str]) -> Lines:
    turn = itertools.cycle(LANGUAGES)
    for number, name in enumerate(names):
        checked = "banca-verify certificate dossier.json"
        yield f"banca dossier {name} --rounds 0 -o dossier.json --lang {next(turn)}", checked
        yield f"banca dossier {name} --rounds 0 --lang {next(turn)} --json"
        yield f"banca dossier {name} --rounds 0 -o dossier.html --lang {next(turn)}"
        if number % 5 == 0:
            yield f"banca dossier {name} --rounds 2000 -o dossier.pdf --date 2026-01-16 --lang en"
            yield f"banca dossier {name} --rounds 2000 -o dossier.html --minimum 10 --chip 1 --lang {next(turn)}"


def _house(inputs: Path) -> Lines:
    """What works on a store: kept journals read in, verified and shown; people; keys; authorisations."""
    db = "--db sqlite:///house.db"
    for journal in sorted(path.name for path in inputs.glob("*.jsonl")):
        lines = [f"banca audit import ../inputs/{journal} {db} --json", f"banca audit tables {db} --json"]
        lines += [f"banca audit verify {db} --json", f"banca-verify results ../inputs/{journal}"]
        table = f"{journal.partition('.')[0].replace('_', '-')}-observed"
        for lang in LANGUAGES if journal.count(".") == 1 else ():
            lines += [f"banca audit show {table} --round 3 {db} --lang {lang}{form}" for form in ("", " --json")]
            lines += [f"banca {command} {db} --lang {lang}" for command in ("audit tables", "options craps", "watch")]
        yield tuple(lines)
    add = "banca authorise craps"
    dates = f"--asked 2026-01-16 --planned 2026-02-16 {db}"
    house = [f"banca users add {name} --role {name} {db} --json" for name in ("player", "croupier", "supervisor")]
    users = ("add player --role player", "list", "list --find cr", "list --json", "reset nobody --json")
    reads = ("options craps", "watch --json", "audit verify", "audit show register", "log key")
    for lang in LANGUAGES:
        house += [f"banca users {command} {db} --lang {lang}" for command in users]
        house += [
            f"{add} field_12=3 {dates} --reference DICJ/{lang} --lang {lang}",
            f"{add} field_12=9 {dates} --lang {lang}",
        ]
        house += [f"{add} field_12=3 --asked 2026-01-16 --planned 2026-01-10 {db} --lang {lang} --json"]
        house += [f"banca {command} {db} --lang {lang}" for command in reads]
    yield tuple(house)


def _wrong() -> Lines:
    """What is refused: unknown names, malformed values, what is missing; in each language, in words and as JSON."""
    wrong = """
games nothing|rules nothing|rules craps --clause 99.9|rules craps --clause ''|rules --on yesterday|rules --on 1700-01-01|options nothing
odds nothing|odds craps nothing|odds craps pass_lin|odds craps pass_odds:7|odds craps --option nothing=1|odds craps --option field_12=9|odds craps --option field_12
odds pai_kao|odds craps --certificate none/odds.json|settle craps|settle craps --bet field=10|settle craps --outcome 1-2
settle nothing --bet field=10 --outcome 1-2|settle craps --bet nothing=10 --outcome 1-2|settle craps --bet field --outcome 1-2
settle craps --bet field=ten --outcome 1-2|settle craps --bet field=-1 --outcome 1-2|settle craps --bet field=0 --outcome 1-2
settle craps --bet field=0.001 --outcome 1-2|settle craps --bet field=1e9 --outcome 1-2|settle craps --bet field=10 --outcome 7-7
settle craps --bet field=10 --outcome 1|settle craps --bet field=10 --outcome null:nothing|settle craps --bet field@9=10 --outcome 1-2
settle craps --bet pass_odds:6=100 --outcome 1-2|settle craps --bet pass_line=10 --bet pass_odds:6=999 --outcome 2-4 --outcome 3-3
settle craps --bet field=10 --minimum 20 --outcome 1-2|settle craps --bet field=10 --maximum 5 --outcome 1-2|settle craps --bet field=10.55 --chip 0.5 --outcome 1-2
settle pai_kao --bet x=1 --outcome 1|settle roulette --bet straight:37=1 --outcome 1|settle roulette --bet split:1-9=1 --outcome 1|settle roulette --bet red=1 --outcome 37
settle wheel --bet symbol:8=1 --outcome 'symbol 1'|settle wheel --bet symbol:1=1 --outcome 'symbol 9'|settle fantan --bet fan:5=1 --outcome 1|settle fantan --bet fan:1=1 --outcome 5
settle football_poker --bet upper=10 --outcome K|settle fish_prawn_crab --bet figure:cat=10 --outcome 1-1-1|settle fish_prawn_crab --bet small=10 --outcome 1-1
together craps|together craps --bet nothing=1|together craps --bet field=10 --rounds none|layout nothing|layout craps --form round|layout craps --form board --part none
layout craps -o none/x.svg|layout craps --width -1|dossier nothing|dossier ../inputs/bad.star|dossier ../inputs/loop.star|dossier hops -o x.doc|dossier hops --date never
simulate nothing|simulate craps|simulate craps nothing|simulate craps pass_line --sessions none|simulate craps pass_line --seed x|simulate craps ../inputs/bad.toml
simulate craps pass_line --bet field=10|simulate craps pass_line --engine none|simulate craps --bet nothing=10|compare craps/pass_line|compare craps/pass_line wheel/cover
compare craps/nothing craps/pass_line|strategies nothing|evening craps nothing --rounds 3|evening craps pass_line --rounds 1e9 --bankroll 1e9|best craps|best craps --bankroll 10
best wheel --bankroll 10 --target 5|best wheel --bankroll 10 --target 20 --bet nothing|best wheel --bankroll 10 --goal none|authorise craps field_12=3|authorise nothing x=1 --asked 2026-01-16 --planned 2026-02-16
rng test nothing|rng test wheel --draws 0|rng export|rng export --bytes none|rng export --bytes 100 -o random.bin|audit verify --db sqlite:///none.db|audit show x --db sqlite:///none.db
audit import none.jsonl --db sqlite:///house.db|audit import ../inputs/bad.star --db sqlite:///house.db|audit tables --db nothing://x|users add --role player|users add X! --role player --db sqlite:///house.db
users add ana --role king --db sqlite:///house.db|users list --db sqlite:///none.db|log key --db sqlite:///none.db|log checkpoint --db sqlite:///none.db|watch --db sqlite:///none.db
witness show --state none|witness look http://127.0.0.1:9 --name w --key w.key --state w.db|serve --port x|serve --db nothing://x|serve --limit none=1|serve --pace 0
football-poker next Z|football-poker shoe --shoes 1|pai-kao rank 7-7|pai-kao set 6-6 4-5|pai-kao set 6-6 6-6 6-6 6-6|pai-kao compare '6-6 4-5 / 1-1 2-3'
pai-kao compare '6-6 4-5 1-1 2-3' '5-5 5-6 / 1-3 4-6'|pai-kao settle|pai-kao settle none.toml|pai-kao settle ../inputs/bad.toml|pai-kao value --player none|pai-kao banker --gates 9|pai-kao solve
nothing|games craps extra|games --lang fr|games --nothing|--nothing
"""
    turn = itertools.cycle(LANGUAGES)
    for line in (one.strip() for one in re.split(r"[|\n]", wrong) if one.strip()):
        yield f"banca {line}"
        if line.split()[0] not in {"serve", "nothing", "--nothing", "layout"} and "--lang" not in line:
            yield f"banca {line} --lang {next(turn)} --json"
    yield from (
        "banca-verify nothing",
        "banca-verify certificate ../inputs/bad.toml",
        "banca-verify results ../inputs/bad.star",
        "banca-verify receipt",
    )


# The house over HTTP.

FIRST_PASSWORD, PASSWORD = "first password words", "second password words"  # of a house that lasts a minute
PEOPLE = {"ana": "player", "bento": "player", "carlos": "croupier", "ines": "inspector"}
"""Besides the first supervisor; the inspector comes last, because from then on two persons must agree to much."""
SPREAD = TILES[:11] * 2 + TILES[11:]
"""The 32 tiles in the order of the stacks: eleven kinds are there twice."""
ROUNDS = """
craps ana place_bet bet=field stake=1000|ana sit|bento sit|ana place_bet bet=pass_line stake=10000|ana place_bet bet=hard_way:6 stake=1050
craps ana place_bet bet=hard_way:6 stake=1000|ana place_bet bet=nothing stake=1000|ana place_bet bet=field stake=1|ana place_bet bet=field stake=99999999000
craps ana place_bet bet=pass_odds:6 stake=1000|bento place_bet bet=dont_pass stake=20000|bento call_result outcome=1-1|carlos call_result outcome=1-1|carlos offer_dice
craps ana throw|carlos call_result outcome=7-7|carlos call_result outcome=2-4|carlos settle|ana place_bet bet=pass_odds:6 stake=20000|ana withdraw_bet bet=pass_line
craps carlos offer_dice|ana throw|carlos declare_null reason=short|ana throw|carlos call_result outcome=3-4|carlos correct_result outcome=3-3 reason=misread
craps carlos settle|bento leave|ines sit|carlos nothing
fish_prawn_crab ana sit|carlos cover latched=false|carlos cover latched=true|carlos shake presses=2|carlos shake presses=3|ana place_bet bet=small stake=1000
fish_prawn_crab ana place_bet bet=figure:fish stake=2000|ana place_bet bet=total:5 stake=1000|carlos ring_bell|ana place_bet bet=big stake=1000|carlos lift_cover
fish_prawn_crab carlos declare_null reason=stacked|carlos cover latched=true|carlos shake presses=3|ana withdraw_bet bet=small|carlos ring_bell|carlos lift_cover
fish_prawn_crab carlos call_result outcome=1-1-3|carlos pay
wheel ana sit|ana place_bet bet=symbol:1 stake=1000|ana place_bet bet=symbol:5 stake=1000|carlos turn|carlos call_no_more_bets|carlos turn
wheel carlos read_pointer outcome='symbol 1'|carlos call_invalid turns=2|carlos turn|carlos read_pointer outcome='symbol 9' turns=4|carlos read_pointer outcome='symbol 1' turns=4
wheel carlos pay
fantan ana sit|carlos cover|ana place_bet bet=fan:3 stake=1000|ana place_bet bet=kuoc:1-2 stake=3000|ana place_bet bet=nim:3-4 stake=3000
fantan carlos count outcome='heap 59'|carlos close_bets|carlos count outcome='heap 59'|carlos pay
fantan carlos cover|ana place_bet bet=nga:12-3 stake=2000|carlos close_bets|carlos count outcome=2
football_poker ana sit|ana place_bet bet=post stake=1000|ana place_bet bet=upper stake=1000|carlos deal_two_cards outcome=K-11|carlos deal_two_cards outcome=K-9
football_poker carlos stand|carlos deal_third_card outcome=J|carlos pay|ana place_bet bet=lower stake=1000|carlos deal_two_cards outcome=A-2|carlos stand|carlos pay
roulette ana sit|ana place_bet bet=red stake=1000|ana place_bet bet=straight:17 stake=1000|carlos read_number outcome=17|carlos throw_ball|carlos declare_null
roulette carlos throw_ball|carlos call_no_more_bets|ana place_bet bet=black stake=1000|carlos read_number outcome=37|carlos read_number outcome=17|carlos pay
roulette ana place_bet bet=split:17-20 stake=1000|carlos throw_ball
pai_kao ana sit gate=1|bento sit gate=1|bento sit gate=2|ana take_bank|carlos mix_and_stack|ana put_down_principal stake=50000|bento stake gate=2 stake=1000
pai_kao bento stake gate=2 stake=1|ana shake dice=[1,1,1,2]|carlos deal tiles=[1]|carlos deal tiles=SPREAD|ana set_tiles gate=1 setting='6-6 1-1 / 4-4 1-3'|ana set_tiles gate=1 setting='3-3 2-2 / 5-6 4-6'
pai_kao bento set_tiles gate=2 setting='1-6 1-5 / 3-6 4-5'|bento set_tiles gate=2 setting='1-5 4-5 / 1-6 3-6'|ana turn_banker|carlos turn_gates|carlos settle
"""
"""Table, then who does what: at least a round of every game with results that are entered, and what is refused on the way."""
TERMS = {"games": ["wheel"], "kinds": ["null"], "levels": [1], "questions": 1, "minutes": 5}
BETS = {"bets": [{"bet": "field", "stake": "10"}, {"bet": "pass_line", "stake": "25"}], "outcomes": ["1-2"]}
PLAY = {"strategies": [{"game": "craps", "name": "pass_line"}]}
POSTS: tuple[tuple[str, str, str, Any], ...] = (
    ("nobody", "POST", "/tables/craps/commands", {"id": "x", "command": {"do": "sit"}}),
    ("ana", "POST", "/commands", {"commands": [{"table": "wheel", "id": "many", "command": {"do": "leave"}}]}),
    ("ana", "POST", "/tables", {"id": "o", "table": {"id": "new", "game": "craps"}}),
    ("supervisor", "POST", "/tables", {"id": "o1", "table": {"id": "craps", "game": "craps"}}),
    ("supervisor", "POST", "/tables", {"id": "o2", "table": {"id": "new", "game": "nothing"}}),
    ("supervisor", "POST", "/tables", {"id": "o3", "table": {"id": "new", "game": "craps", "options": {"field_12": 9}}}),
    ("supervisor", "POST", "/cage/in", {"id": "i2", "player": "nobody-of-us", "amount": 100}),
    ("supervisor", "POST", "/cage/in", {"id": "i3", "player": "ana", "amount": -1}),
    ("supervisor", "POST", "/cage/out", {"id": "u1", "player": "ana", "amount": 5000}),
    ("supervisor", "POST", "/cage/out", {"id": "u2", "player": "bento", "amount": 999999999999}),
    ("supervisor", "POST", "/users", {"name": "dora", "role": "inspector"}),
    ("supervisor", "POST", "/users", {"name": "X!", "role": "player"}),
    ("supervisor", "POST", "/tables/wheel/commands", {"id": "c", "command": {"do": "close"}}),
    ("supervisor", "POST", "/tables/roulette/commands", {"id": "v", "command": {"do": "void_round", "reason": "the lights went out"}}),
    ("supervisor", "POST", "/seconds/1", None),
    ("ines", "POST", "/seconds/2", None),
    ("ines", "DELETE", "/seconds/9", None),
    ("supervisor", "POST", "/authorisations", {"game": "craps", "option": "field_12", "value": 3, "asked": "2020-11-02", "planned": "2020-11-09"}),
    ("supervisor", "POST", "/classes", {"name": "golden"}),
    ("supervisor", "POST", "/classes/1/members", {"names": ["ana"]}),
    ("supervisor", "POST", "/classes/1/exams", {"title": "First", "terms": TERMS}),
    ("nobody", "POST", "/games/craps/settle", BETS),
    ("nobody", "POST", "/games/craps/settle", BETS | {"outcomes": ["9-9"]}),
    ("nobody", "POST", "/games/nothing/settle", BETS),
    ("nobody", "POST", "/games/craps/together", BETS | {"outcomes": []}),
    ("nobody", "POST", "/pai-kao/settle", {}),
    *(("nobody", "POST", f"/trainer/{game}/exercises", {"level": level, "seed": 1}) for game in ("craps", "fantan", "roulette", "pai_kao") for level in (1, 3)),
    ("ana", "POST", "/proposals/build", {"game": "craps"}),
    ("ana", "POST", "/proposals/check", {"source": ""}),
    ("ana", "POST", "/lab/evenings", PLAY | {"bankroll": 30000, "rounds": 4}),
    ("ana", "POST", "/lab/best", {"game": "wheel", "bankroll": 3000, "target": 6000, "minimum": 1000, "bets": ["symbol:1"]}),
    ("ana", "POST", "/lab/runs", {"strategies": [{"game": "craps", "name": "none"}], "sessions": 1}),
    ("ana", "POST", "/lab/best", {"game": "craps", "goal": "target", "bankroll": 1}),
    ("ana", "POST", "/demo/players", None),
    ("ana", "POST", "/nothing", None),
    ("nobody", "POST", "/login", {"name": "ana", "password": "wrong"}),
    ("nobody", "POST", "/login", {"name": 1}),
    ("bento", "POST", "/logout", None),
)  # fmt: skip
"""What else is done or refused, in order."""
LIMITS = "commands_of_person_minute exercises_of_person_minute drafts_of_person_minute log_reads_of_address_minute runs_of_person_minute"
PAGES = "/login /nowhere /rules/nothing /me /house /audit /audit/register /watch /lobby/tables /trainer/classes/1 /trainer/exams/1"
"""Pages to begin with besides the lobby: some have no link for everybody, some are not there."""
GIVEN = {
    "seq": ["1", "2", "999"], "number": ["1", "9"], "place": ["1"], "exam": ["1"], "key": ["none"],
    "path": ["0/000.p/1"], "name": ["supervisor", "ana"],
}  # fmt: skip
"""For the blanks of addresses, besides those whose values are asked for."""
QUERIES = {"/api/v1/log/consistency": "?old=1&size=2", "/api/v1/pai-kao/settings": "?tiles=6-6,4-5,1-1,2-3"}
"""What an address must be given."""


class Served:
    """A server of the tree's program on a store of its own, and who is known to it."""

    def __init__(self, folder: Path, *options: str) -> None:
        words = ["banca", "serve", "--port", "0", "--log", "ERROR", "--db", f"sqlite:///{folder / 'house.db'}"]
        keys = f"--key {folder / 'house.key'} --log-key {folder / 'log.key'} --log-origin golden.test/log"
        words += keys.split()
        words += [word for name in LIMITS.split() for word in ("--limit", f"{name}=1000000")]
        program = f"import sys; sys.argv = {[*words, *options]!r}\nfrom importlib.metadata import entry_points\n"
        program += "(point,) = entry_points(group='console_scripts', name='banca')\npoint.load()()"
        self.process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        printed = iter(self.process.stdout or ())
        address = next(filter(None, (re.search(r"http://[\d.]+:\d+", line) for line in printed)))[0]
        self.client = httpx.Client(base_url=address, timeout=SECONDS)
        self.tokens: dict[str, str] = {}
        self.answers: dict[str, Any] = {}
        self.tables: list[str] = []
        self.run = ""
        """The name of a simulation of the lab."""
        self.parts: set[str] = set()
        """Scripts, styles and pictures that pages name."""

    def ask(
        self, who: str, method: str, path: str, body: object = None, lang: str = "en", accept: str = "*/*"
    ) -> httpx.Response:
        """Ask as somebody, by their token."""
        headers = {"Accept-Language": lang, "Accept": accept}
        if who in self.tokens:
            headers["Authorization"] = f"Bearer {self.tokens[who]}"
        content = None if body is None else json.dumps(body)
        headers |= {"Content-Type": "application/json"} if content else {}
        return self.client.request(method, path, content=content, headers=headers)

    def post(self, who: str, method: str, path: str, body: object = None, note: str = "") -> Any:  # JSON
        """Ask for something to be done, and record what is answered."""
        answer = self.ask(who, method, f"/api/v1{path}", body)
        self.answers[f"{method} {path} {note or json.dumps(body)} as {who}, {len(self.answers)}"] = self.kept(answer)
        return answer.json() if answer.content and answer.is_success else {}

    def log_in(self, name: str, password: str) -> None:
        """Change the one-time password, and keep a token for everything after."""
        with httpx.Client(base_url=self.client.base_url, timeout=SECONDS) as browser:
            csrf = browser.post("/api/v1/login", json={"name": name, "password": password}).json()["csrf"]
            change = {"old": password, "new": PASSWORD}
            csrf = browser.post("/api/v1/password", json=change, headers={"X-CSRF-Token": csrf}).json()["csrf"]
            made = browser.post("/api/v1/tokens", json={"label": "golden"}, headers={"X-CSRF-Token": csrf})
            self.tokens[name] = made.json()["token"]

    def simulate(self, who: str) -> None:
        """A run of the lab, to its end."""
        asked = PLAY | {"bankroll": 100_000, "rounds": 12, "sessions": 40, "seed": 7}
        begun = self.ask(who, "POST", "/api/v1/lab/runs", asked).json()
        self.run = str(begun.get("run", begun.get("id", "")))
        for _ in range(SECONDS):
            if self.ask(who, "GET", f"/api/v1/lab/runs/{self.run}/report.json").is_success:
                return
            time.sleep(1)

    def rows(self, who: str, path: str) -> list[dict[str, Any]]:
        """The rows of a list: the answer itself, or what is under its first key."""
        listed = self.ask(who, "GET", f"/api/v1/{path}").json()
        return list(next(iter(listed.values())) if isinstance(listed, dict) else listed)

    def read_all(self, roles: tuple[str, ...]) -> None:
        """Every GET of the interface's own description, for every role in every language."""
        described = self.ask("nobody", "GET", "/schema/openapi.json").json()
        self.answers["GET /schema/openapi.json"] = {"status": 200, "body": described}
        known = GIVEN | {"run": [self.run or "none"]}
        for name, path in (("game", "games"), ("table", "tables"), ("example", "proposals/examples")):
            rows = self.rows(roles[-1], path)
            known[name] = ["nothing", *(str(row.get(name, row.get("name", row.get("id")))) for row in rows)]
        for route in sorted(described["paths"]):
            operation = described["paths"][route].get("get")
            if operation is None or route.endswith("/events") or route == "/metrics":  # streams; figures of the process
                continue
            blanks = re.findall(r"{(\w+)}", route)
            for values in itertools.product(*(known.get(blank, ["1"]) for blank in blanks)):
                path = route.format(**dict(zip(blanks, values, strict=True))) + QUERIES.get(route, "")
                self._read(route, path, roles)

    def _read(self, route: str, path: str, roles: tuple[str, ...]) -> None:
        """One address; where anybody may read it, each role is asked once, and where a role may not, in one language."""
        is_open = False
        for who in roles:
            for lang in LANGUAGES:
                answer = self.kept(self.ask(who, "GET", path, lang=lang))
                self.answers[f"GET {route} {self.named(path)} as {who} in {lang}"] = answer
                is_open = is_open or (who == "nobody" and answer["status"] == 200)
                if who != "nobody" and (is_open or answer["status"] in {401, 403}):
                    break

    def named(self, text: str) -> str:
        """A text without the name of the run, which is drawn by chance."""
        return text.replace(self.run, "RUN") if self.run else text

    def kept(self, answer: httpx.Response) -> dict[str, Any]:
        """What is recorded of an answer: of a page its words, of what is no text its size."""
        kind = answer.headers.get("content-type", "").partition(";")[0]
        body = self.named(answer.text)
        if kind == "text/html":
            body = Page(body).text
        elif kind == "application/pdf":
            body = f"{len(PDF_PAGE.findall(answer.content))} pages"
        elif kind == "application/octet-stream":
            body = f"{len(answer.content)} bytes"
        return {"status": answer.status_code, "type": kind, "body": body}

    def crawl(self, who: str) -> None:
        """Every page that somebody reaches from the lobby, in every language."""
        tables = [f"{page}/{name}" for name in self.tables for page in ("/tables", "/audit")]
        tables += [path for name in self.tables for path in (f"/audit/{name}/rounds/1", f"/tables/{name}/wall")]
        waiting, seen = ["/", *PAGES.split(), *tables], set[str]()  # scripts make the links to tables
        while waiting:
            path = waiting.pop(0)
            if path in seen:
                continue
            seen.add(path)
            for lang in LANGUAGES:
                answer = self.ask(who, "GET", path, lang=lang, accept="text/html")
                if "html" not in answer.headers.get("content-type", ""):
                    continue
                page = Page(answer.text)
                self.answers[f"page {path} as {who} in {lang}"] = {"status": answer.status_code, "body": page.text}
                self.parts |= page.parts
                # A page with a question in its address is the same for everybody.
                waiting += [link for link in page.links if who == "nobody" or "?" not in link]

    def end(self) -> dict[str, Any]:
        """Stop it; what was answered, and which parts of pages did not answer."""
        missing = [part for part in sorted(self.parts) if self.ask("nobody", "GET", part).status_code != 200]
        self.answers["page parts that do not answer"] = {"status": 0, "body": missing}
        self.client.close()
        self.process.terminate()
        self.process.wait()
        return self.answers


class Page(HTMLParser):
    """What somebody reads on a page: its words line by line, those that its scripts say later, and where its links go."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.links: list[str] = []
        self.parts: set[str] = set()
        self._inside = ""
        self.feed(markup)
        self.text = "\n".join(self.lines)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note links, what is loaded, and words that stand in attributes."""
        given = {name: value for name, value in attrs if value}
        self._inside = tag if tag in {"script", "style"} else ""
        if tag == "a" and (link := given.get("href", "")):
            self.lines.append(f"→ {link}")
            if re.match(r"/(?!/|api/|static/|docs|schema|felts/)", link):
                self.links.append(link.partition("#")[0])
        elif tag in {"link", "script", "img", "use"}:
            part = given.get("href", given.get("src", "")).partition("#")[0]
            self.parts |= {part} if part.startswith("/") else set()
        self.lines += [given[name] for name in ("title", "aria-label", "placeholder", "alt") if name in given]

    def handle_endtag(self, tag: str) -> None:
        """Leave a script."""
        self._inside = "" if tag == self._inside else self._inside

    def handle_data(self, data: str) -> None:
        """Keep words; of what a script is told, the sentences under whatever key they stand."""
        if self._inside == "script" and data.lstrip().startswith("{"):
            self.lines += sorted(set(_sentences(json.loads(data))))
        elif not self._inside and (words := " ".join(data.split())):
            self.lines.append(words)


def _table(game: str) -> str:
    """The name of a game's table, as the demo has it."""
    return game.replace("_", "-")


def _sentences(value: object) -> Iterator[str]:
    match value:
        case dict() | list():
            for inner in value.values() if isinstance(value, dict) else value:
                yield from _sentences(inner)
        case str() if re.search(r"\w \w|[^\x00-\x7f]", value):
            yield value


def record_http(inputs: Path) -> dict[str, Any]:
    """A house with staff in which every game is played with entered results, then a demo; of each all that can be read."""
    answers = _recorded(inputs.parent / "house", _play_house)
    # In the demo nothing moves by itself: what is drawn would differ from run to run.
    demo = _recorded(inputs.parent / "demo", _visit_demo, "--demo", "--pace", "100000", "--betting", "100000")
    return answers | {f"{asked} (demo)": answer for asked, answer in demo.items()}


def _recorded(folder: Path, visit: Callable[[Served], None], *options: str) -> dict[str, Any]:
    folder.mkdir()
    first = folder / "first"
    first.write_text(FIRST_PASSWORD)
    served = Served(folder, "--first-password-file", str(first), *options)
    try:
        visit(served)
    except Exception:  # a tree whose answers are not understood differs; what was recorded before is compared
        served.answers["recording stopped"] = {"status": 0, "body": traceback.format_exc(limit=1)}
    finally:
        answers = served.end()
    return answers


def _play_house(house: Served) -> None:
    house.log_in("supervisor", FIRST_PASSWORD)
    games = [row["game"] for row in house.rows("nobody", "games")]
    house.tables = [_table(game) for game in games]
    for game in games:
        table = {
            "id": _table(game),
            "game": game,
            "minimum": 1000,
            "chip": 50,
            "bank": 50_000_000,
            "title": f"Pit {game}",
        }
        house.post("supervisor", "POST", "/tables", {"id": f"open-{game}", "table": table})
    for name, role in PEOPLE.items():
        house.log_in(name, house.post("supervisor", "POST", "/users", {"name": name, "role": role})["password"])
        if role == "player":
            house.post("supervisor", "POST", "/cage/in", {"id": f"in-{name}", "player": name, "amount": 1_000_000})
    for game, _, acts in (line.partition(" ") for line in ROUNDS.strip().splitlines()):
        for act in acts.split("|"):
            who, do, *fields = shlex.split(act)
            body = {"id": f"c{len(house.answers)}", "command": {"do": do} | dict(map(_field, fields))}
            house.post(who, "POST", f"/tables/{_table(game)}/commands", body, note=act)
    for who, method, path, body in POSTS:
        house.post(who, method, path, body)
    house.simulate("ana")
    roles = ("nobody", "ana", "carlos", "supervisor", "ines")
    house.read_all(roles)
    for who in roles:
        house.crawl(who)


def _visit_demo(demo: Served) -> None:
    demo.tokens["guest"] = demo.ask("nobody", "POST", "/api/v1/demo/players").json()["token"]
    demo.read_all(("guest",))
    demo.tables = [row["table"] for row in demo.rows("guest", "tables")]
    for who in ("nobody", "guest"):
        demo.crawl(who)


def _field(text: str) -> tuple[str, object]:
    """A field of an act: a number, a list or a truth; results stay as they are written."""
    name, _, value = text.partition("=")
    if value == "SPREAD":
        return name, SPREAD
    return name, json.loads(value) if name != "outcome" and re.match(r"\d+$|\[|true|false", value) else value


def main() -> None:
    """Run the part that is named, with its paths; the last of them is written."""
    part, *paths = sys.argv[1:]
    *given, out = map(Path, paths)
    parts: dict[str, Callable[..., object]] = {"plan": make_plan, "cli": record_commands, "http": record_http}
    os.umask(0o077)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that a server that is recorded ends too
    made = json.dumps(parts[part](*given), ensure_ascii=False)
    out.write_text(made)
    shutil.rmtree(out.parent / "home", ignore_errors=True)


if __name__ == "__main__":
    main()
