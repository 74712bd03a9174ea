"""Build the site of the documents into src/banca/site, where the server finds it; nothing is fetched from anywhere.

make docs
python tools/make_docs.py [SITE [WORK]]    # elsewhere, as the tests do
"""

import os
import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from manual.citing import with_clauses
from manual.generated import generated
from manual.staging import ROOT, staged
from manual.strict import make_strict

BUILD = ROOT / "build" / "docs"
SITE = ROOT / "src" / "banca" / "site"


def stage(folder: Path) -> None:
    """Write what has changed and remove what is gone, so that the next build is short."""
    files = staged() | generated()
    files |= {
        name: with_clauses(text.decode()).encode() for name, text in files.items() if name.startswith("readings/")
    }
    for name, content in files.items():
        file = folder / name
        if not (file.is_file() and file.read_bytes() == content):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    for file in folder.rglob("*"):
        if file.is_file() and str(file.relative_to(folder)) not in files:
            file.unlink()


def build(site: Path = SITE, work: Path = BUILD) -> int:
    """The site, written anew: warnings are errors, all of them are shown. What Sphinx has read stays in `work` for the next time."""
    source, built = work / "source", work / "html"  # notebooks leave their pictures beside what is built
    stage(source)
    shutil.rmtree(built, ignore_errors=True)
    os.environ.setdefault("PYTHONHASHSEED", "0")
    kept = ["-d", str(work / "doctrees"), "-D", f"nb_execution_cache_path={work / 'notebooks'}"]
    failed = build_main(["-b", "html", "-W", "--keep-going", "-q", *kept, str(source), str(built)])
    make_strict(built)
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(built, site)
    return failed


if __name__ == "__main__":
    sys.exit(build(*map(Path, sys.argv[1:])))
