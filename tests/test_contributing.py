"""What contributors are told is so: the list of `make help`, the targets that documents name, the templates, the quick lane."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from paths import ROOT

MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = re.findall(r"^([a-z][a-z-]*):", MAKEFILE, re.MULTILINE)
HELP = dict(re.findall(r"^([a-z-]+):.* ## (.+)$", MAKEFILE, re.MULTILINE))
COLUMN = int(re.findall(r"make %-(\d+)s", MAKEFILE)[0])
WIDEST = 120
TEMPLATES = ROOT / ".github" / "ISSUE_TEMPLATE"


def documents() -> list[Path]:
    return [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / ".github").rglob("*.md"))]


def test_make_help_has_a_line_for_every_target_and_it_fits() -> None:
    assert set(HELP) == set(TARGETS)
    assert max(map(len, HELP)) < COLUMN
    assert {name for name, what in HELP.items() if len(f"  make {' ' * COLUMN} {what}") > WIDEST} == set()


def test_every_target_is_declared_as_no_file() -> None:
    (declared,) = re.findall(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)
    assert sorted(declared.split()) == sorted(TARGETS)


def test_documents_name_only_targets_that_there_are() -> None:
    for file in documents():
        text = file.read_text("utf-8")
        named = set(re.findall(r"(?:`|^    |^\$ )make ([a-z][a-z-]*)\b", text, re.MULTILINE))
        assert named <= set(TARGETS), (file, named - set(TARGETS))


def test_there_is_a_template_for_each_kind_of_issue() -> None:
    names = {file.stem for file in TEMPLATES.glob("*.md")}
    assert names == {"wrong-payment", "reading", "fault", "change"}
    for file in TEMPLATES.glob("*.md"):
        begin = re.match(r"---\nname: .+\nabout: .+\nlabels: [a-z]+\n---\n\n", file.read_text("utf-8"))
        assert begin, file
    asked = (TEMPLATES / "wrong-payment.md").read_text("utf-8")
    for word in ("Game", "Options", "Bets", "Results", "What Banca says", "Article"):
        assert f"- **{word}" in asked


@pytest.mark.slow
@pytest.mark.server
def test_the_quick_lane_finds_its_tests_without_what_it_does_not_have() -> None:
    """A module that imports compiled code, and whose tests do not say so, breaks it for everybody."""
    words = ("-m", "pytest", "--quick", "--collect-only", "-q", "-p", "no:cacheprovider")
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
