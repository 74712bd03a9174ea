"""Measure how much the tests notice: change one thing at a time in what decides law and money, and see whether a test fails.

    make mutants                                  # 480 mutants, chosen by a fixed seed; about half an hour on two cores
    python tools/mutants.py --area ledger --count 40
    python tools/mutants.py --list                # the mutants, without running them

Each mutant is one edit: a comparison, a constant, an operator, a check left out, or a citation of another clause. First the tests run once
under coverage.py, which says for every line which tests run through it; then a mutant is run against those tests only, the cheapest first,
until one fails: first those of `make quick`, then the others of `make test`. The result lies in build/mutants; a run that was cut goes on there.

mutmut and cosmic-ray were looked at. mutmut 3 changes function bodies only, and our prizes are rows of a module; it knows no citations and
would run in-process what must fork. cosmic-ray runs the whole test command for every mutant: 480 times six minutes.
"""

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

ROOT = Path(__file__).parent.parent
EQUIVALENT = Path(__file__).with_suffix(".toml")
"""Mutants that change nothing anybody could see, each with the reason."""
AREAS = {
    "payment": "rules/money.py",
    "settlement": "rules/{settlement,layout,bet}.py",
    "rules": "rules/rulebook.py",
    "bets": "games/*/{rules,tiles,hands}.py",
    "procedure": "games/{craps/table,fantan/table,fish_prawn_crab/table,football_poker/table,roulette/table,wheel/table,pai_kao/procedure,pai_kao/bank}.py",
    "exact": "analysis/exact/*.py",
    "live": "tables/{acts,banked,chance,chance_engine,engine,exposure,state}.py",
    "live_pai_kao": "games/pai_kao/{table,state,practice}.py",
    "ledger": "{tables/events,house/ledger,house/cage,house/audit/ledger}.py",
    "journal": "house/{journal,commands,house,store,snapshots,seal,rng,chances}.py",
    "audit": "house/audit/*.py",
    "receipts": "{transparency/*,house/log}.py",
    "verifiers": "../banca_verify/{certificate,receipt,results}.py",
}
"""What is changed: files below src/banca."""
WHOLE = {"payment", "settlement", "ledger"}
"""Where every mutant is tried, and none may survive."""
LANES = ("quick", "test")
FEW = 10
"""Tests that run through a line: with fewer, those of its module are tried too."""
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.FloorDiv,
}  # fmt: skip
TEXTS = {"_", "_n", "_p", "refusal", "warning", "Text", "Code", "Title", "print", "Message", "Finding"}
"""What is said, not what is decided: nothing inside these calls is changed but citations."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Mutant:
    """One edit of one file: `old` at `start` becomes `new`; coverage counts the lines of its statement."""

    area: str
    file: str
    start: int
    old: str
    new: str
    kind: str
    line: int
    lines: tuple[int, int]

    @property
    def edit(self) -> str:
        """What is changed where, in one line, without its line number: as mutants.toml names it."""
        return " ".join(f"{self.file}: {self.old} -> {self.new}".split())

    @property
    def id(self) -> str:
        """The same with its place."""
        return f"{self.start}: {self.edit}"

    def applied(self, text: str) -> str:
        """The file's text with the edit made."""
        assert text[self.start : self.start + len(self.old)] == self.old
        return text[: self.start] + self.new + text[self.start + len(self.old) :]


class Mutations(ast.NodeVisitor):
    """Find every edit that can be made in a file."""

    def __init__(self, area: str, file: str, text: str) -> None:
        self.area, self.file, self.text = area, file, text
        self.offsets = [0]
        for line in text.splitlines(keepends=True):
            self.offsets.append(self.offsets[-1] + len(line))
        tree = ast.parse(text)
        calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
        self.clauses = sorted({clause for call in calls if (clause := cited(call))})
        self.found: list[Mutant] = []
        self.statement: ast.stmt = tree.body[0]
        self.is_text = False
        self.visit(tree)

    def offset(self, line: int, column: int) -> int:
        """Where a node's place in the file is in the text: the syntax tree counts columns in bytes."""
        start = self.offsets[line - 1]
        return start + len(self.text[start : self.offsets[line]].encode()[:column].decode())

    def add(self, kind: str, node: ast.expr | ast.stmt, new: ast.expr | str) -> None:
        """Note that `node` can be replaced by `new`."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.offset(node.lineno, node.col_offset)
        old = self.text[start : self.offset(node.end_lineno, node.end_col_offset)]
        text = new if isinstance(new, str) else f"({ast.unparse(new)})"
        end = header_end(self.statement)
        mutant = Mutant(
            area=self.area,
            file=self.file,
            start=start,
            old=old,
            new=text,
            kind=kind,
            line=node.lineno,
            lines=(self.statement.lineno, max(end, node.end_lineno)),
        )
        self.found.append(mutant)

    def visit(self, node: ast.AST) -> None:
        """Go down, but not into annotations and decorators: they decide nothing."""
        if isinstance(node, ast.stmt):
            self.statement = node
        match node:
            case ast.FunctionDef() | ast.ClassDef() | ast.AsyncFunctionDef():
                if not isinstance(node, ast.ClassDef):
                    for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
                        self.visit(default)
                for statement in node.body:
                    self.visit(statement)
            case ast.AnnAssign():
                if node.value:
                    self.visit(node.value)
            case ast.Raise() | ast.Assert() | ast.JoinedStr():
                self.inside_text(node)
            case ast.Call(func=ast.Name(id=name)) if name in TEXTS:
                self.inside_text(node)
            case ast.ImportFrom() | ast.Import():
                pass
            case _:
                self.mutate(node)
                self.generic_visit(node)

    def inside_text(self, node: ast.AST) -> None:
        """Change citations only."""
        before, self.is_text = self.is_text, True
        for child in ast.iter_child_nodes(node):
            self.mutate(child)
            self.inside_text(child)
        self.is_text = before

    def mutate(self, node: ast.AST) -> None:
        """Note the edits of one node."""
        match node:
            case ast.Call() if clause := cited(node):
                if others := [other for other in self.clauses if other != clause]:
                    # the neighbour in the file's own list: a clause that exists, and the likeliest slip of a hand
                    new = others[len(self.found) % len(others)]
                    self.add("citation", node.args[0], repr(new))
            case _ if self.is_text:
                pass
            case ast.Compare(ops=[op]) if type(op) in COMPARISONS:
                changed = ast.Compare(node.left, [COMPARISONS[type(op)]()], node.comparators)
                self.add("comparison", node, changed)
            case ast.BinOp() if type(node.op) in OPERATORS and not {is_string(node.left), is_string(node.right)} & {
                True
            }:
                self.add("operator", node, ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right))
            case ast.BoolOp():
                other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
                self.add("operator", node, ast.BoolOp(other, node.values))
            case ast.UnaryOp(op=ast.Not()):
                self.add("operator", node, node.operand)
            case ast.Constant(value=bool(is_so)):
                self.add("constant", node, repr(not is_so))
            case ast.Constant(value=int(number)):
                self.add("constant", node, repr(number + 1))
            case ast.If(body=[ast.Raise()]):
                self.add("dropped check", node.test, "False")
            case ast.Expr(value=ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name))) if name.lstrip(
                "_"
            ).startswith(("check", "verify", "require", "refuse")):
                self.add("dropped check", node, "pass")


def header_end(statement: ast.stmt) -> int:
    """The last line of a statement without the statements inside it."""
    inner = [child.lineno for child in ast.iter_child_nodes(statement) if isinstance(child, ast.stmt)]
    return min(inner) - 1 if inner else statement.end_lineno or statement.lineno


def cited(call: ast.Call) -> str | None:
    """The clause of a call like `cite("5.2.3")`."""
    match call:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[ast.Constant(value=str(clause))]):
            return clause if name.endswith("cite") else None
    return None


def is_string(node: ast.expr) -> bool:
    """Whether an operand is a text, which + and * only join."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))


def files_of(pattern: str, root: Path) -> Iterator[Path]:
    """The files of an area; `{a,b}` in a pattern stands for either."""
    before, brace, rest = pattern.partition("{")
    if not brace:
        folder = root / "src" / "banca"
        files = sorted(folder.parent.glob(pattern[3:]) if pattern.startswith("../") else folder.glob(pattern))
        if not files:  # a module that moved would otherwise be left out without a word
            raise SystemExit(f"mutants: no file is {pattern}")
        yield from files
        return
    inside, _, after = rest.partition("}")
    for name in inside.split(","):
        yield from files_of(before + name + after, root)


def choose(root: Path, areas: Iterable[str], count: int, seed: int) -> list[Mutant]:
    """All mutants of the areas that are tried whole, and of the others evenly, until there are `count`."""
    rng = random.Random(seed)  # a run repeats itself
    piles = []
    for area in areas:
        found = [
            mutant
            for file in files_of(AREAS[area], root)
            for mutant in Mutations(
                area, str(file.resolve().relative_to(root.resolve())), file.read_text("utf-8")
            ).found
        ]
        piles.append(rng.sample(found, len(found)))
    chosen = [mutant for pile in piles if pile and pile[0].area in WHOLE for mutant in pile]
    piles = [pile for pile in piles if pile and pile[0].area not in WHOLE]
    while len(chosen) < count and any(piles):
        chosen += [pile.pop() for pile in piles if pile][: count - len(chosen)]
    return sorted(chosen, key=lambda mutant: (mutant.area not in WHOLE, mutant))


def environment(tree: Path) -> dict[str, str]:
    """Import the program from `tree`, and keep byte code: Python goes by a file's time, which every edit changes."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPATH": f"{tree / 'src'}:{Path(__file__).parent}"}


class TestMap:
    """Which tests run through which lines, what each costs, and which are quick."""

    def __init__(self, root: Path, folder: Path, lane: str, workers: int) -> None:
        self.root, self.folder, self.lane, self.workers = root, folder, lane, workers
        self.costs: dict[str, float] = defaultdict(float)
        self.failing: set[str] = set()
        """Tests that fail without any mutant, and say nothing about one."""
        self.by_line: dict[str, dict[int, set[str]]] = {}

    def make(self) -> None:
        """Run the tests once under coverage, unless that was done already."""
        data = self.folder / f"coverage.{self.lane}"
        if not data.exists():
            config = self.folder / "coverage.ini"
            files = [str(file.resolve()) for pattern in AREAS.values() for file in files_of(pattern, self.root)]
            config.write_text("[run]\ncore = ctrace\ninclude =\n" + "".join(f"    {file}\n" for file in files))
            command = [
                sys.executable, "-m", "pytest", "-p", "mutants", "-n", str(self.workers), "--dist", "worksteal",
                "--cov", "--cov-context=test", f"--cov-config={config}", "--cov-report=", *self.options,
            ]  # fmt: skip
            before = environment(self.root) | {"COVERAGE_FILE": f"{data}.part", "MUTANTS_COSTS": str(self.costs_file)}
            subprocess.run(command, cwd=self.root, env=before, check=False, stdout=sys.stderr)
            shutil.move(f"{data}.part", data)
        self.read(data)

    @property
    def costs_file(self) -> Path:
        """Seconds of every test, a line each."""
        return self.folder / f"costs.{self.lane}.jsonl"

    @property
    def options(self) -> tuple[str, ...]:
        """How pytest chooses this lane's tests."""
        return ("--quick",) if self.lane == "quick" else ()

    def read(self, data: Path) -> None:
        """Read what coverage wrote; a context is `test id|phase`, and all rows of one test function count as that test."""
        from coverage import CoverageData  # only where tests are run

        covered = CoverageData(str(data))
        covered.read()
        for file in covered.measured_files():
            lines = covered.contexts_by_lineno(file)
            name = str(Path(file).relative_to(self.root.resolve()))
            self.by_line[name] = {
                line: {function_of(context) for context in contexts} - {""} for line, contexts in lines.items()
            }
        for line in self.costs_file.read_text().splitlines():
            test, seconds, outcome = json.loads(line)
            self.costs[function_of(test)] += seconds
            if outcome == "failed":
                self.failing.add(function_of(test))

    def files_beside(self, mutant: Mutant) -> set[str]:
        """The test files of this lane in the folder that mirrors the module's, and in those above it."""
        folder = Path(str(Path(mutant.file).parent).replace("src/banca_", "tests/").replace("src/banca", "tests"))
        folders = [
            str(each) for each in (folder, *folder.parents) if each.parts[:1] == ("tests",) and len(each.parts) > 1
        ]
        return {file for test in self.costs if str(Path(file := test.partition("::")[0]).parent) in folders}

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that run through a mutant, the cheapest first."""
        lines = self.by_line.get(mutant.file, {})
        first, last = mutant.lines
        tests: set[str] = set().union(*(lines.get(line, set()) for line in range(first, last + 1)))
        if len(tests) < FEW:  # a row that is read when the module is imported, or computed once and kept
            tests = tests.union(*lines.values())
        in_order = sorted(tests - self.failing, key=lambda test: (self.costs[test], test))
        # What is computed once and kept counts for the first test that needs it: the files beside come last, for the others.
        return [*in_order, *sorted(self.files_beside(mutant))]


def parts_of(tests: list[str]) -> Iterator[list[str]]:
    """Tests in the order in which they are likely to notice: first of the two files that run through the mutant most, as few are read."""
    files = [file for file, _ in Counter(test.partition("::")[0] for test in tests).most_common(2)]
    named, beside = [test for test in tests if "::" in test], [test for test in tests if "::" not in test]
    near = [test for test in named if test.partition("::")[0] in files][:40]
    rest = [test for test in named if test not in set(near)]
    yield from (near, rest[:200], rest[200:], beside)


def function_of(context: str) -> str:
    """The test function of a context or test id, without its row."""
    return context.partition("|")[0].partition("[")[0]


def pytest_runtest_logreport(report: Any) -> None:  # pytest's own, which is only loaded as a plug-in of it
    """As a plug-in of pytest: note what each test costs."""
    if (file := os.environ.get("MUTANTS_COSTS")) and "PYTEST_XDIST_WORKER" not in os.environ:
        with Path(file).open("a", encoding="utf-8") as lines:
            lines.write(json.dumps([report.nodeid, report.duration, report.outcome]) + "\n")


class Bench:
    """A copy of the tree, in which one mutant after another is tried."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.tree = folder
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run(["git", "clone", "-q", "--shared", str(root), str(folder)], check=True)
        changed = subprocess.run(
            ["git", "ls-files", "-mo", "--exclude-standard"], cwd=root, check=True, capture_output=True, text=True
        ).stdout.splitlines()
        for name in changed:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            if (root / name).is_file():
                shutil.copy2(root / name, folder / name)
            else:
                (folder / name).unlink(missing_ok=True)

    def is_killed(self, mutant: Mutant, tests: list[str], costs: dict[str, float], *options: str) -> bool:
        """Whether a test fails with the edit made. One that hangs has noticed it too."""
        file = self.tree / mutant.file
        before = file.read_text("utf-8")
        backup = file.with_suffix(".before")
        shutil.copy2(file, backup)
        listed = self.tree / "build" / "tests.txt"
        listed.parent.mkdir(exist_ok=True)
        try:
            file.write_text(mutant.applied(before), "utf-8")
            for part in filter(None, parts_of(tests)):
                listed.write_text("\n".join(part))
                command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *options, f"@{listed}"]
                patience = 90 + 5 * sum(costs[test] for test in part)
                try:
                    done = subprocess.run(
                        command,
                        cwd=self.tree,
                        env=environment(self.tree),
                        check=False,
                        capture_output=True,
                        timeout=patience,
                    )
                except subprocess.TimeoutExpired:
                    return True
                if done.returncode:
                    return True
        finally:
            backup.replace(file)  # with its old time, so that no byte code of the mutant is taken for it
        return False


def run(root: Path, mutants: list[Mutant], folder: Path, workers: int, lanes: tuple[str, ...]) -> dict[str, str]:
    """Try every mutant; by id the lane that killed it, or "survived" and the last lane tried."""
    folder.mkdir(parents=True, exist_ok=True)
    maps = {lane: TestMap(root, folder, lane, workers) for lane in lanes}
    for each in maps.values():
        each.make()
    results_file = folder / "results.jsonl"
    results: dict[str, str] = {}
    if results_file.exists():
        results = dict(map(json.loads, results_file.read_text().splitlines()))
    benches: SimpleQueue[Bench] = SimpleQueue()
    for number in range(workers):
        benches.put(Bench(root, folder / f"tree{number}"))

    def attempt(mutant: Mutant, lane: str) -> tuple[str, str]:
        quick, costs = set(maps["quick"].tests_of(mutant)), maps[lane].costs
        tests = [
            test for test in maps[lane].tests_of(mutant) if lane == "quick" or "::" not in test or test not in quick
        ]
        bench = benches.get()
        try:
            is_killed = bool(tests) and bench.is_killed(mutant, tests, costs, *maps[lane].options)
        finally:
            benches.put(bench)
        return mutant.id, lane if is_killed else f"survived {lane}"

    # All through the quick lane first: few are left for the tests that start servers and browsers.
    for lane, before in zip(lanes, (None, "survived quick"), strict=False):
        waiting = [mutant for mutant in mutants if results.get(mutant.id) == before]
        with ThreadPoolExecutor(workers) as pool, results_file.open("a", encoding="utf-8") as kept:
            tried = [pool.submit(attempt, mutant, lane) for mutant in waiting]
            for number, future in enumerate(as_completed(tried), start=1):
                name, result = future.result()
                results[name] = result
                kept.write(json.dumps([name, result]) + "\n")
                kept.flush()
                print(f"{lane} {number}/{len(waiting)} {result:14} {name}", file=sys.stderr)
    return {mutant.id: results[mutant.id] for mutant in mutants}


def report(counted: list[Mutant], results: dict[str, str], equivalent: int) -> bool:
    """Print the table and the survivors; whether the shares that we promise are reached."""
    totals: Counter[str] = Counter()
    print(f"{'area':14}{'mutants':>8}{'quick':>8}{'test':>8}{'survived':>10}")
    for area in AREAS:
        by = Counter(results[mutant.id] for mutant in counted if mutant.area == area)
        totals += by
        print(
            f"{area:14}{by.total():8}{by['quick']:8}{by['quick'] + by['test']:8}{by.total() - by['quick'] - by['test']:10}"
        )
    size = totals.total()
    quick, test = totals["quick"] / size, (totals["quick"] + totals["test"]) / size
    print(
        f"{'all':14}{size:8}{quick:8.1%}{test:8.1%}{size - totals['quick'] - totals['test']:10}   ({equivalent} more are equivalent)"
    )
    survivors = [mutant for mutant in counted if results[mutant.id].startswith("survived")]
    for mutant in survivors:
        print(f"survived: {mutant.area}: {mutant.file}:{mutant.line}: {mutant.kind}: {mutant.edit.partition(': ')[2]}")
    return test >= 0.95 and quick >= 0.90 and not {mutant.area for mutant in survivors} & WHOLE


def main() -> None:
    """Choose, try, report."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=480)
    parser.add_argument("--seed", type=int, default=32)
    parser.add_argument("--area", action="append", choices=AREAS, default=[])
    parser.add_argument("--root", type=Path, default=ROOT, help="another checkout, whose tests are measured")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--quick", action="store_true", help="with the tests of `make quick` alone")
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args()
    root = given.root.resolve()
    mutants = choose(root, given.area or AREAS, given.count, given.seed)
    if given.list:
        print(*(f"{mutant.area}: {mutant.edit}" for mutant in mutants), sep="\n")
        return
    known = {row["edit"] for row in tomllib.loads(EQUIVALENT.read_text("utf-8"))["equivalent"]}
    counted = [mutant for mutant in mutants if mutant.edit not in known]
    results = run(root, counted, root / "build" / "mutants", given.workers, LANES[:1] if given.quick else LANES)
    sys.exit(not report(counted, results, len(mutants) - len(counted)))


if __name__ == "__main__":
    main()
