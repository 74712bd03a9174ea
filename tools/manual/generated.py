"""Every page that is made of the program, by its place in the site."""


def generated() -> dict[str, bytes]:
    """The pages of the games and of the reference."""
    stubs = {
        "games/index.md": "# The games\n",
        "reference/python/index.md": "# Python\n",
        "reference/commands.md": "# Commands\n",
        "reference/http.md": "# HTTP\n",
        "reference/refusals.md": "# Refusals\n",
    }
    return {name: text.encode() for name, text in stubs.items()}
