"""Compare what people and programs get from a revision and from the working tree: one list of differences, grouped.

    make golden BASE=HEAD~5                              # or: python tools/golden.py HEAD~5
    python tools/golden.py main --only cli --sample 20   # every 20th command alone

The revision is checked out in a temporary worktree; tools/golden_record.py records both trees, side by side. Exit code 0 where
nothing differs, 1 where something does. Nothing of it is committed.
"""

import argparse
import difflib
import fcntl
import gzip
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RECORDER = Path(__file__).with_name("golden_record.py")
PARTS = ("cli", "files", "http")
EXAMPLES, WIDTH = 3, 150
ABSENT = "(absent)"
BAD_INPUTS = {
    "bad.star": "this is no proposal (",
    "loop.star": "def f():\n    return f()\nf()\n",
    "bad.toml": 'title = "x"\ngame = "nothing"\n',
}
"""Files that commands are to refuse."""

VARYING = {
    "password", "half", "token", "csrf",  # secrets, drawn anew
    "seconds", "rounds_per_second", "due.left",  # how long something took, or has left
    "version",  # of the program: every release has another
}  # fmt: skip
"""Keys of JSON whose values differ from run to run; with the key above it where the name alone says too little."""
PATTERNS = (
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)", "MOMENT"),  # when something was recorded
    (r"\d{1,2} (?:de )?[A-Z][a-zç]+ (?:de )?20\d\d, \d\d:\d\d(?::\d\d)?", "MOMENT"),  # the same for people
    (r"20\d\d年\d+月\d+日 \d\d:\d\d(?::\d\d)?", "MOMENT"),
    (r"\b(?:[0-9a-f]{16}){1,4}\b", "HEX"),  # ids and salts drawn by chance; digests of entries, which hold moments
    (r"[\w+/-]{40,}=+", "BASE64"),  # hashes of the log, signatures, what is sealed
    (r"\+[0-9a-f]{8}\+[\w+/]{40,}", "+LOG KEY"),  # made at the first start
    (r"guest-[0-9a-f]{8}", "GUEST"),  # a name of the demo's choice
)
"""What differs inside a text where a house was opened anew; kept journals have their moments and digests compared."""


# The trees.


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """The revision in a worktree, which is removed afterwards.

    Its path and the age of its files are the same for every revision: numba keeps compiled code by both (and Banca by the
    content of its sources), so that only what changed is compiled again. Hence one comparison at a time.
    """
    commit = _git("rev-parse", "--verify", f"{revision}^{{commit}}").strip()
    tree = Path(gettempdir()) / f"banca-golden-{os.getuid()}" / hashlib.sha256(str(ROOT).encode()).hexdigest()[:8]
    tree.parent.mkdir(exist_ok=True)
    with tree.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _remove(tree)
        try:
            _git("worktree", "add", "--detach", str(tree), commit)
            for source in tree.rglob("*.py"):
                os.utime(source, (0, 0))
            yield tree
        finally:
            _remove(tree)


def _git(*words: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"golden: {done.stderr.strip()}")
    return done.stdout


def _remove(tree: Path) -> None:
    shutil.rmtree(tree, ignore_errors=True)
    _git("worktree", "prune")


def entry_points_of(tree: Path, folder: Path) -> None:
    """Write the metadata that pip would install for the tree: its own games and commands are found, not those installed here.

    The first distribution of a name on the path wins, so this stands before the environment's. Nothing is built, which pip
    would do from a copy of the sources; only the entry points are read from metadata.
    """
    project = tomllib.loads((tree / "pyproject.toml").read_text())["project"]
    groups = {"console_scripts": project.get("scripts", {}), **project.get("entry-points", {})}
    information = folder / f"{project['name']}-0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 0\n")
    lines = (
        f"[{group}]\n" + "".join(f"{name} = {to}\n" for name, to in points.items()) for group, points in groups.items()
    )
    (information / "entry_points.txt").write_text("\n".join(lines))


def prepare(tree: Path, folder: Path) -> None:
    """A folder for the recording of a tree: its metadata, and what commands read, the same for both trees."""
    entry_points_of(tree, folder / "site")
    inputs = folder / "inputs"
    inputs.mkdir()
    for name, text in BAD_INPUTS.items():
        (inputs / name).write_text(text)
    for journal in (ROOT / "tests").rglob("*.jsonl.gz"):
        (inputs / journal.stem).write_bytes(gzip.decompress(journal.read_bytes()))


def start(tree: Path, folder: Path, *words: str) -> subprocess.Popen[bytes]:
    """The recorder, with the tree's sources and entry points in front, and nothing of the environment of whoever compares."""
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": f"{folder / 'site'}:{tree / 'src'}",
        "PYTHONSAFEPATH": "1",  # the tools beside the recorder are no part of what is recorded
        "PYTHONHASHSEED": "0",
        "NUMBA_CACHE_DIR": os.environ.get("NUMBA_CACHE_DIR", str(ROOT / ".compiled")),
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "COLUMNS": "100",
        "TERM": "dumb",
    }
    (folder / "home").mkdir(exist_ok=True)
    return subprocess.Popen([sys.executable, str(RECORDER), *words], cwd=folder, env=environment)


def record(trees: dict[str, Path], folder: Path, only: str | None, sample: int) -> dict[str, dict[str, Any]]:
    """What each tree gives: by part, then by what was asked."""
    for name, tree in trees.items():
        prepare(tree, folder / name)
    plan = folder / "plan.json"
    base = folder / "base"
    _wait(start(trees["base"], base, "plan", str(trees["base"]), str(base / "inputs"), str(plan)))
    commands = json.loads(plan.read_text())
    files = [lines for lines in commands if len(lines) > 1 or re.search(r"banca (layout|dossier) |-o ", lines[0])]
    parts = {"files": files, "cli": [lines for lines in commands if lines not in files]}
    records: dict[str, dict[str, Any]] = {name: {} for name in trees}
    for part in [only] if only else PARTS:
        began = time.monotonic()
        words = ["http"]
        if part in parts:
            (folder / f"{part}.json").write_text(json.dumps(parts[part][::sample]))
            words = ["cli", str(folder / f"{part}.json")]
        outs = {name: folder / name / f"{part}.json" for name in trees}
        running = [
            start(tree, folder / name, *words, str(folder / name / "inputs"), str(outs[name]))
            for name, tree in trees.items()
        ]
        try:
            for process in running:
                _wait(process)
        finally:  # where the one failed, or somebody ends this, the other ends too
            for process in running:
                process.terminate()
        for name, out in outs.items():
            records[name][part] = json.loads(out.read_text())
        count = len(records["base"][part])
        print(f"golden: {part}: {count} recorded twice in {time.monotonic() - began:.0f} s", file=sys.stderr)
    return records


def _wait(process: subprocess.Popen[bytes]) -> None:
    if process.wait():
        sys.exit(f"golden: the recorder failed: {process.args!r}")


# The differences.

Difference = tuple[str, Any, Any]
"""Where in an answer, before, after."""
Row = tuple[str, Difference]
"""What was asked, and a difference of its answers."""
NUMBER = re.compile(r"[−+±]?\d[\d.,…/]*")


def normalised(value: Any, *, is_live: bool, keys: tuple[str, str] = ("", "")) -> Any:  # JSON
    """A value without what differs from run to run; a text that holds JSON, or a line of it after the other, as what it holds."""
    match value:
        case dict():
            return {name: normalised(inner, is_live=is_live, keys=(keys[1], name)) for name, inner in value.items()}
        case list():
            return [normalised(inner, is_live=is_live, keys=keys) for inner in value]
        case _ if value is not None and {keys[1], ".".join(keys)} & VARYING:
            return keys[1].upper()
        case str() if (read := _json(value)) is not None:
            return normalised(read, is_live=is_live)
        case str():
            for pattern, word in PATTERNS if is_live else ():
                value = re.sub(pattern, word, value)
    return value


def _json(text: str) -> Any:  # JSON
    if not text.lstrip().startswith(("{", "[")):
        return None
    for read in (lambda: json.loads(text), lambda: [json.loads(line) for line in text.splitlines()]):
        with suppress(ValueError):
            return read()
    return None


def compared(before: Any, after: Any, path: str = "") -> Iterator[Difference]:  # JSON
    """Every difference of two values; of texts, line by line."""
    if before == after and type(before) is type(after):
        return
    match before, after:
        case dict(), dict():
            for name in dict.fromkeys((*before, *after)):
                yield from compared(before.get(name, ABSENT), after.get(name, ABSENT), f"{path}.{name}".lstrip("."))
        case list(), list() if len(before) == len(after):
            for old, new in zip(before, after, strict=True):
                yield from compared(old, new, f"{path}[]")
        case list(), list():
            olds, news = (
                [json.dumps(one, sort_keys=True, ensure_ascii=False) for one in side] for side in (before, after)
            )
            yield from _lines(olds, news, f"{path}[]")
        case str(), str() if "\n" in before or "\n" in after:
            yield from _lines(before.splitlines(), after.splitlines(), path)
        case _:
            yield path, before, after


def _lines(olds: list[str], news: list[str], path: str) -> Iterator[Difference]:
    for kind, start_old, end_old, start_new, end_new in difflib.SequenceMatcher(
        a=olds, b=news, autojunk=False
    ).get_opcodes():
        if kind != "equal":
            old, new = olds[start_old:end_old], news[start_new:end_new]
            size = max(len(old), len(new))
            for one, other in zip(old + [ABSENT] * (size - len(old)), new + [ABSENT] * (size - len(new)), strict=True):
                yield path, one, other


def kind_of(asked: str) -> str:
    """What sort of question it was: the command's name, the route, or the first part of a page's address."""
    words = asked.split()
    if words[0] == "page":
        return "page " + "/".join(re.split(r"[? ]", asked, maxsplit=2)[1].split("/")[:2])
    return " ".join(words[: 3 if words[1:2] and words[1] in GROUPED else 2])


GROUPED = {"audit", "users", "log", "rng", "witness", "pai-kao", "football-poker"}


def differing(before: dict[str, Any], after: dict[str, Any]) -> Iterator[tuple[str, str, Difference]]:
    """What was asked, what of the answer changed, and how: the key of JSON; of a text its words, or that only numbers changed."""
    for asked in dict.fromkeys((*before, *after)):
        is_live = not asked.startswith("banca") or "users add" in asked
        old, new = (normalised(side[asked], is_live=is_live) if asked in side else ABSENT for side in (before, after))
        for path, was, now in compared(old, new):
            words = [" ".join(NUMBER.sub("#", one).split()) if isinstance(one, str) else "" for one in (was, now)]
            is_text = " " in words[0] + words[1]
            yield asked, f"{path}: {' → '.join(words)}" if is_text and words[0] != words[1] else path, (path, was, now)


def grouped(before: dict[str, Any], after: dict[str, Any]) -> dict[tuple[str, frozenset[str]], dict[str, list[Row]]]:
    """Differences by kind and by which questions have them; in each, by what changed."""
    changes: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for asked, what, difference in differing(before, after):
        changes[kind_of(asked), what].append((asked, difference))
    groups: dict[tuple[str, frozenset[str]], dict[str, list[Row]]] = defaultdict(dict)
    for (kind, what), rows in sorted(changes.items()):
        groups[kind, frozenset(asked for asked, _ in rows)][what] = rows
    return groups


def show(records: dict[str, dict[str, Any]]) -> int:
    """Print the list; how many groups it has."""
    count = 0
    for part in records["base"]:
        groups = grouped(records["base"][part], records["tree"][part])
        count += len(groups)
        for (kind, questions), changes in groups.items():
            more = f", {len(changes)} changes" if len(changes) > 1 else ""
            print(f"\n{part}: {kind}: in {len(questions)}{more}")
            shown = [rows[0] for rows in changes.values()] if len(changes) > 1 else next(iter(changes.values()))
            for asked, (path, was, now) in shown[:EXAMPLES]:
                print(f"    {_short(asked)}\n      {path}\n      - {_short(was, now)}\n      + {_short(now, was)}")
    print(f"golden: {count} groups of differences" if count else "golden: no difference")
    return count


def _short(value: Any, beside: Any = None) -> str:  # JSON
    """A value in one line, from a little before where it differs from the other."""
    texts = [one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in (value, beside)]
    same = next((place for place, (one, other) in enumerate(zip(*texts, strict=False)) if one != other), 0)
    begin = max(0, same - WIDTH // 3) if len(texts[0]) > WIDTH else 0
    text = texts[0][begin : begin + WIDTH].replace("\n", "⏎")
    return f"{'…' * bool(begin)}{text}{'…' * (begin + WIDTH < len(texts[0]))}"


def main() -> None:
    """Compare, and exit with 1 where something differs."""
    parser = argparse.ArgumentParser(
        description="Compare what people and programs get from a revision and from the working tree."
    )
    parser.add_argument("base", help="the git revision to compare with")
    parser.add_argument("--only", choices=PARTS, help="one part alone")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="every Nth command alone")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the two records here")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that worktree and servers are cleared away
    with checked_out(given.base) as tree, TemporaryDirectory() as name:
        folder = Path(name)
        for side in ("base", "tree"):
            (folder / side).mkdir()
        records = record({"base": tree, "tree": ROOT}, folder, given.only, given.sample)
        for side, parts in records.items() if given.keep else ():
            given.keep.mkdir(parents=True, exist_ok=True)
            (given.keep / f"{side}.json").write_text(json.dumps(parts, ensure_ascii=False, indent=1))
    sys.exit(bool(show(records)))


if __name__ == "__main__":
    main()
