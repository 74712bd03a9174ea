"""Write the lock files: every package the project needs, at the version installed in this environment.

    make locks

One file per set (core, build, all, dev); a later set leaves out what an earlier one already pins. The files name
packages and versions only: where they are fetched from is the business of the machine that installs them.
"""

import tomllib
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
OWN = "banca["
"""One extra that needs another."""


def closure(requirements: list[str]) -> set[str]:
    """The packages that satisfy `requirements`, with all that they need in turn, by canonical name."""
    found: set[str] = set()
    pending = [Requirement(text) for text in requirements]
    for requirement in pending:  # grows while it is walked
        name = canonicalize_name(requirement.name)
        for text in distribution(name).requires or []:
            needed = Requirement(text)
            extras = requirement.extras or {""}
            applies = needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in extras)
            if applies and canonicalize_name(needed.name) not in found:
                pending.append(needed)
        found.add(name)
    return found


def main() -> None:
    """Write requirements/*.txt."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"]
    sets = {
        "core": project["project"]["dependencies"],
        "build": [*project["build-system"]["requires"], "editables"],
        "all": [
            text for name, needed in extras.items() if name not in ("all", "dev") for text in needed if OWN not in text
        ],
        "dev": extras["dev"],
    }
    pinned: set[str] = set()
    for name, requirements in sets.items():
        packages = sorted(closure(requirements) - pinned)
        pinned.update(packages)
        lines = [f"{package}=={distribution(package).version}\n" for package in packages]
        (ROOT / "requirements" / f"{name}.txt").write_text("".join(lines))


if __name__ == "__main__":
    main()
