"""One question, one answer: the command line, HTTP, Python and the pages say the same figures, to the digit, in every language."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banca
from banca.games import of_chance, rulebook
from banca.law import Language
from banca.server.api.games import odds_of
from banca.server.pages.explorer import data_of
from support.commands import answer
from support.lanes import many
from support.server import Service

pytestmark = pytest.mark.slow

FIGURES = ("house_edge", "house_edge_resolved", "house_edge_per_round", "p_win", "p_lose", "p_push", "mean_rounds")


@st.composite
def questions(draw: st.DrawFn) -> tuple[str, dict[str, str], Language]:
    """A game under options, and who asks."""
    game = draw(st.sampled_from(of_chance()))
    options = rulebook(game).options
    chosen = {one.name: str(draw(st.sampled_from(one.values))) for one in options if draw(st.booleans())}
    return game, chosen, draw(st.sampled_from(Language))


@settings(max_examples=many(7), deadline=None, suppress_health_check=list(HealthCheck))
@given(question=questions())
def test_the_figures_of_bets_are_the_same_everywhere(
    service: Service, question: tuple[str, dict[str, str], Language]
) -> None:
    game, options, spoken = question
    written = [f"{name}={value}" for name, value in options.items()]
    typed = answer("odds", game, *(f"--option={one}" for one in written), "--lang", spoken)
    asked = {"option": written}
    sent = service.client.get(f"/api/v1/games/{game}/odds", params=asked, headers={"accept-language": spoken})
    assert sent.json() == typed
    named = tuple(sorted(options.items()))
    assert odds_of(game, named, spoken) == typed
    page = data_of(game, named, spoken)
    assert (page["asked"] or page["usual"]) == typed
    table = banca.game(game, **options)
    for row, bet in zip(typed["bets"], table.bets, strict=True):
        figures = bet.analysis()
        assert [row[name] for name in FIGURES] == [str(getattr(figures, name)) for name in FIGURES]
    frame = {row["bet"]: str(row["house_edge"]) for row in table.rows()}
    assert frame == {bet.key: row["house_edge"] for row, bet in zip(typed["bets"], table.bets, strict=True)}


@settings(max_examples=many(7), deadline=None, suppress_health_check=list(HealthCheck))
@given(question=questions(), data=st.data())
def test_a_settlement_is_the_same_everywhere(
    service: Service, question: tuple[str, dict[str, str], Language], data: st.DataObject
) -> None:
    game, options, spoken = question
    table = banca.game(game, **options)
    alone = [bet for bet in table.bets if not bet.terms.added_to]
    bet = data.draw(st.sampled_from(alone))
    space = [table.rules.rulebook.show(outcome) for outcome, _ in bet.terms.space]
    outcomes = ["null", data.draw(st.sampled_from(space))]
    stake = str(10 * data.draw(st.integers(1, 500)))
    try:
        settled = table.settle({bet.key: stake}, outcomes)
    except banca.Refusal:
        return  # not before this throw
    words = [*(f"--option={name}={value}" for name, value in options.items()), f"--bet={bet.key}={stake}"]
    typed = answer("settle", game, *words, *(f"--outcome={one}" for one in outcomes), "--lang", spoken)
    assert typed == settled.report(spoken)
    body = {"options": options, "bets": [{"bet": bet.key, "stake": stake}], "outcomes": outcomes}
    sent = service.client.post(f"/api/v1/games/{game}/settle", json=body, headers={"accept-language": spoken})
    assert sent.json() == typed
