"""The disputes that ship with the games, and what an answer says of them."""

from typing import Any

from banca.disputes import WorkedDispute, worked
from banca.games import find, playable

ALL = [(game, name) for game in playable() for name in worked(game)]
OF_CHANCE = [(game, name) for game, name in ALL if find(game).rulebook]
AMONG_PLAYERS = [(game, name) for game, name in ALL if not find(game).rulebook]


def one(game: str, name: str) -> WorkedDispute:
    return worked(game)[name]


def net_of(answer: dict[str, Any]) -> str | dict[str, str]:
    """The net result; of money between players, by person."""
    if "net" in answer:
        return str(answer["net"])
    stakes = [stake for gate in answer["gates"] for stake in gate["stakes"]]
    return {one["who"]: one["net"] for one in [*answer["bank"], *stakes]}


def articles_of(answer: dict[str, Any]) -> set[str]:
    """Every clause that the answer rests on, as the page lists them."""
    if "net" not in answer:
        cited = [answer["cites"], answer["commission_cites"]]
        cited += [one["cites"] for one in [*answer["gates"], *answer["claims"]]]
        return {clause for cites in cited for clause in cites}
    throws = {clause for throw in answer["throws"] for clause in throw.get("cites", ())}
    return throws | {clause for bet in answer["bets"] for clause in bet.get("cites", ())}


def is_as_expected(answer: dict[str, Any], dispute: WorkedDispute) -> bool:
    expected = dispute.expected
    assert net_of(answer) == expected.net
    assert articles_of(answer) == set(expected.articles)
    return True
