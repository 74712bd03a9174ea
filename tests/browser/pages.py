"""Every kind of page there is, and who looks at it."""

from banca.games import playable
from banca.web.settle import examples

PAI_KAO = "pai_kao"

ALL = playable()
SOME = ("craps", "roulette", PAI_KAO)
"""Games whose pages stand for the others': many kinds of bets, many bets, none."""
PUBLIC = (
    "/",
    "/login",
    "/explore",
    "/rules",
    "/lab",
    "/proposals",
    "/trainer",
    "/settle",
    "/evidence",
    "/schema",
    "/nowhere",
)
OF_A_GAME = tuple(f"/{page}/{game}" for page in ("explore", "rules", "trainer", "settle") for game in SOME)
DISPUTES = tuple(examples(game)[0].link for game in SOME)
"""A settled one of each."""
TABLES = tuple(f"/tables/{game.replace('_', '-')}-1" for game in ALL)
STAFF = {
    "ines": ("/audit", "/audit/craps-1", "/audit/craps-1/rounds/1", "/audit/cage", "/audit/register", "/watch"),
    "sofia": ("/house", "/me", "/trainer/classes"),
    "carlos": ("/tables/craps-1", "/tables/craps-1/wall"),
}


def everything() -> list[tuple[str, str]]:
    """Each page with the name of whoever opens it."""
    pages = [("", path) for path in (*PUBLIC, *OF_A_GAME, *DISPUTES)] + [
        ("ana", path) for path in ("/proposals", "/trainer/exams", *TABLES)
    ]
    return pages + [(name, path) for name, paths in STAFF.items() for path in paths]
