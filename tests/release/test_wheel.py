"""What is released: one version everywhere, a wheel and a source archive with all that belongs in them, and a tour of the wheel far from the checkout."""

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_string
from email.message import Message
from importlib.metadata import version
from pathlib import Path

import pytest

import banca
from changelog import FILE, MARK
from support.paths import ROOT, tracked
from support.server import Service
from visit import Visit, extras_of, whole

pytestmark = pytest.mark.slow

VERSION = banca.__version__
LICENCES = {"LICENSE", "THIRD_PARTY.md", "OFL.txt", *(file.name for file in (ROOT / "licenses").iterdir())}


def names_of(*folders: str) -> set[str]:
    return {str(file.relative_to(ROOT)) for file in tracked(*folders)}


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with both, made without the network."""
    folder = tmp_path_factory.mktemp("dist")
    line = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(line, cwd=ROOT, capture_output=True, check=True)
    return folder


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    return built / f"banca-{VERSION}-py3-none-any.whl"


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as packed:
        return message_from_string(packed.read(f"banca-{VERSION}.dist-info/METADATA").decode())


# One version


def test_the_version_is_the_same_wherever_it_is_read(tmp_path: Path) -> None:
    said = [
        subprocess.run([*line, "--version"], capture_output=True, text=True, check=True).stdout
        for line in ([str(Path(sys.executable).with_name("banca"))], [sys.executable, "-m", "banca"])
    ]
    assert said == [f"banca {VERSION}\n"] * 2
    assert version("banca") == VERSION
    assert f"\nversion: {VERSION}\n" in (ROOT / "CITATION.cff").read_text()
    with Service(tmp_path) as service:
        assert service.client.get("/schema/openapi.json").json()["info"]["version"] == VERSION
        service.open("craps-1", "craps")
        assert f'"version":"{VERSION}"' in service.ask("ines", "GET", "/tables/craps-1/journal").text


def test_it_is_written_in_one_place_and_the_newest_of_the_changelog() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "version" not in project
    assert project["dynamic"] == ["version"]
    newest = re.search(r"^## (\S+) \((\d{4}-\d\d-\d\d)\)$", FILE.read_text().partition(MARK)[2], re.MULTILINE)
    assert newest is not None
    assert newest[1] == VERSION
    assert f"\ndate-released: {newest[2]}\n" in (ROOT / "CITATION.cff").read_text()


# What is in them


def test_the_wheel_has_every_file_of_the_program_and_no_other(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
    site = {name for name in names if name.startswith("banca/site/")}
    assert names - site == {name.removeprefix("src/") for name in names_of("src")} - site
    assert bool(site) == (ROOT / "src" / "banca" / "site" / "index.html").exists()


def test_the_archive_has_all_but_the_pictures(built: Path) -> None:
    with tarfile.open(built / f"banca-{VERSION}.tar.gz") as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    left_out = {name for name in names_of() if name not in names}
    assert {name for name in left_out if not re.fullmatch(r"docs/pictures/.*\.png", name)} == set()


def test_the_metadata_says_what_it_is(wheel: Path) -> None:
    said = metadata(wheel)
    assert (said["Name"], said["Version"], said["Requires-Python"]) == ("banca", VERSION, ">=3.11")
    assert said["License-Expression"] == "MIT AND BSD-2-Clause AND BSD-3-Clause AND OFL-1.1"
    assert {Path(name).name for name in said.get_all("License-File", [])} == LICENCES
    assert "Typing :: Typed" in said.get_all("Classifier", [])
    assert said["Author"] == "Banca contributors"


def test_what_others_made_is_named_with_its_licence() -> None:
    page = (ROOT / "THIRD_PARTY.md").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {**project["optional-dependencies"], "": project["dependencies"]}
    for name in (re.split(r"[<>=[]", one)[0] for extra, many in needed.items() if extra != "dev" for one in many):
        assert name == "banca" or re.search(rf"\b{re.escape(name)}\b", page), name
    carried = {file for file in tracked("src") if file.suffix in {".woff2", ".ttf", ".otf", ".png", ".wasm"}}
    assert {file.name for file in carried} == {"fraunces.woff2"}


def test_the_checkers_import_nothing_of_banca_and_run_from_anywhere(tmp_path: Path) -> None:
    for file in (ROOT / "src" / "banca_verify").glob("*.py"):
        assert not re.search(r"^\s*(import|from) banca\b", file.read_text(), re.MULTILINE), file
    line = [sys.executable, "-m", "banca_verify"]
    helped = subprocess.run([*line, "--help"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert [Path(one).name for one in re.findall(r"\S+\.py$", helped, re.MULTILINE)] == [
        "certificate.py",
        "receipt.py",
        "results.py",
    ]
    for words in ([], ["odds"], ["certificate"], ["results"], ["receipt"], ["results", "none.jsonl"]):
        done = subprocess.run([*line, *words], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode, words
        assert "Traceback" not in done.stderr, words


# The tour


@pytest.mark.server
@pytest.mark.compiled
def test_every_command_and_page_works_from_an_empty_directory_with_the_wheel_alone(wheel: Path, tmp_path: Path) -> None:
    target, empty = tmp_path / "installed", tmp_path / "empty"
    empty.mkdir()
    pip = [sys.executable, "-m", "pip", "-q", "install", "--no-deps", "--no-index", "--target", str(target)]
    subprocess.run([*pip, str(wheel)], capture_output=True, check=True)
    visit = Visit(
        scripts=target / "bin",
        python=Path(sys.executable),
        folder=empty,
        brings=extras_of("all"),
        path=str(target),
        compiles=False,
    )
    assert visit.inside("where") == {"file": str(target / "banca" / "__init__.py"), "version": VERSION}
    tried = whole(visit)
    assert not tried["refused"]
    assert tried["pages"] > 60
