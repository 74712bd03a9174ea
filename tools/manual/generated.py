"""Every page that is made of the program, by its place in the site."""

import sys

from manual.staging import ROOT

sys.path.insert(0, str(ROOT / "tests"))  # the table of roles and the list of refusals are those of the tests


def generated() -> dict[str, bytes]:
    """The pages of the games and of the reference."""
    from manual.commands import commands_page  # found by the path set above
    from manual.games import game_pages
    from manual.http import http_pages
    from manual.python import python_pages
    from manual.refusals import refusals_page

    pages = {
        **game_pages(),
        **python_pages(),
        **http_pages(),
        "reference/commands.md": commands_page(),
        "reference/refusals.md": refusals_page(),
    }
    return {name: text.encode() for name, text in pages.items()}
