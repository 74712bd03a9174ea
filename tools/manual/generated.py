"""Every page that is made of the program, by its place in the site."""

import sys

from manual.staging import ROOT

sys.path.insert(0, str(ROOT / "tests"))  # the table of roles and the list of refusals are those of the tests


def generated() -> dict[str, bytes]:
    """The pages of the games and of the reference."""
    from manual.commands import commands_page  # noqa: PLC0415 - found by the path set above
    from manual.games import game_pages  # noqa: PLC0415
    from manual.http import http_pages  # noqa: PLC0415
    from manual.python import python_pages  # noqa: PLC0415
    from manual.refusals import refusals_page  # noqa: PLC0415

    pages = {
        **game_pages(),
        **python_pages(),
        **http_pages(),
        "reference/commands.md": commands_page(),
        "reference/refusals.md": refusals_page(),
    }
    return {name: text.encode() for name, text in pages.items()}
