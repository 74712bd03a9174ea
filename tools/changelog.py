"""Fold what is new in changes/ into CHANGELOG.md under the version of today, and remove the files.

    make changelog

towncrier renders the files. A version that has no section yet gets one, with the day (--date). To one that has, as while a version is
being prepared, the lines are added at the end of their kinds: so it can be run as often as there is something new.
"""

import re
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

from banca.version import VERSION

ROOT = Path(__file__).parent.parent
FILE = ROOT / "CHANGELOG.md"
MARK = "<!-- releases, the newest first -->\n"
KIND = re.compile(r"^### (.+)\n\n((?:(?!#).*\n?)*)", re.MULTILINE)
Section = dict[str, str]


def waiting() -> list[Path]:
    """What is new; a file of a kind that towncrier would leave out is refused."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["towncrier"]
    known = "|".join(one["directory"] for one in config["type"])
    files = sorted(file for file in (ROOT / "changes").glob("*.md") if file.name != "README.md")
    if strange := [file.name for file in files if not re.fullmatch(rf"\d+\.({known})(\.\d+)?\.md", file.name)]:
        sys.exit(f"{', '.join(strange)}: a file is called NUMBER.KIND.md, KIND being one of {known.replace('|', ', ')}")
    return files


def rendered(date: str) -> str:
    """The section that towncrier would write: a title, and the lines by kind."""
    line = [sys.executable, "-m", "towncrier", "build", "--draft", "--version", VERSION, "--date", date]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def kinds(section: str) -> Section:
    """The lines of a section, by kind."""
    return {name: lines.strip("\n") for name, lines in KIND.findall(section)}


def folded(log: str, new: str) -> str:
    """The changelog with the new section, or with its lines in the section of its version."""
    head, _, rest = log.partition(MARK)
    title = new.partition("\n")[0]
    begin = title.partition(" (")[0]
    before, *older = re.split(r"(?m)^(?=## )", rest)
    if older and older[0].startswith(f"{begin} ("):
        return (head + MARK + before + _merged(older[0], kinds(new)) + "".join(older[1:])).rstrip("\n") + "\n"
    return (head + MARK + before + new.strip("\n") + "\n\n" + "".join(older)).rstrip("\n") + "\n"


def _merged(section: str, more: Section) -> str:
    """A section with more lines at the end of each kind; kinds that it lacks come last."""
    title = KIND.split(section, maxsplit=1)[0]
    found = kinds(section)
    both = {name: "\n".join(filter(None, (found.get(name), more.get(name)))) for name in {**found, **more}}
    return title + "\n\n".join(f"### {name}\n\n{lines}" for name, lines in both.items()) + "\n\n"


def main() -> None:
    """Fold, and remove what was folded."""
    date = sys.argv[2] if sys.argv[1:2] == ["--date"] else datetime.now(UTC).date().isoformat()
    files = waiting()
    if not files:
        sys.exit("nothing new in changes/")
    new = rendered(date)
    FILE.write_text(folded(FILE.read_text(), new[new.index("## ") :]))
    for file in files:
        file.unlink()
    print(f"{len(files)} files folded into {FILE.name} under {VERSION}")


if __name__ == "__main__":
    main()
