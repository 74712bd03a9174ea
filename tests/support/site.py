"""The site of the documents for tests: built by one worker, read by all; and its pages as a reader of HTML sees them."""

import fcntl
import os
import subprocess
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from support.lanes import need
from support.paths import ROOT

TOOL = ROOT / "tools" / "make_docs.py"


def build_once(base: Path) -> Path:
    """Where the site is; whoever comes first builds it, the others wait for the lock. A warning is an error."""
    need("slow")
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    site, done = shared / "docs-site", shared / "docs-done"
    with (shared / "docs-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            words = [sys.executable, str(TOOL), str(site), str(shared / "docs-work")]
            built = subprocess.run(words, capture_output=True, text=True, check=False)
            done.write_text(built.stdout + built.stderr if built.returncode else "")
    failed = done.read_text()
    assert not failed, failed
    return site


@dataclass
class PageRead(HTMLParser):
    """What a page names: its places, where its links lead, what it loads, and what of a script or style is inside it."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    inside: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        self.ids |= {about["id"]} if "id" in about else set()
        self.inside += [name for name in about if name == "style" or name.startswith("on")]
        if tag == "a" and "href" in about:
            self.links.append(about["href"])
        elif tag in {"script", "style"} and "src" not in about and about.get("type") != "application/json":
            self.inside.append(tag)
        elif about.get("rel") not in {"index", "search", "next", "prev", "canonical"}:
            self.loads += [about[name] for name in ("src", "href") if name in about and not about[name].startswith("#")]


def read_page(file: Path) -> PageRead:
    page = PageRead()
    page.feed(file.read_text("utf-8"))
    return page
