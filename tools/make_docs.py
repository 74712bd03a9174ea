"""Build the site of the documents into src/banca/site, where the server finds it; nothing is fetched from anywhere.

make docs
"""

import os
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from manual.generated import generated
from manual.staging import ROOT, staged

BUILD = ROOT / "build" / "docs"
SITE = ROOT / "src" / "banca" / "site"


def stage(folder: Path) -> None:
    """Write what has changed and remove what is gone, so that the next build is short."""
    files = staged() | generated()
    for name, content in files.items():
        file = folder / name
        if not (file.is_file() and file.read_bytes() == content):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    for file in folder.rglob("*"):
        if file.is_file() and str(file.relative_to(folder)) not in files:
            file.unlink()


def build(site: Path = SITE, work: Path = BUILD) -> int:
    """The site: warnings are errors, all of them are shown."""
    source = work / "source"
    stage(source)
    os.environ.setdefault("PYTHONHASHSEED", "0")
    kept = ["-d", str(work / "doctrees"), "-D", f"nb_execution_cache_path={work / 'notebooks'}"]
    return build_main(["-b", "html", "-W", "--keep-going", "-q", *kept, str(source), str(site)])


if __name__ == "__main__":
    sys.exit(build())
