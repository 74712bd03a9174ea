"""The lobby over HTTP: tables in the order of the games, a page at a time, in words; and felts as pictures that a browser keeps."""

from pathlib import Path

import pytest

from banca.games import playable
from banca.house.keys import SESSION
from banca.law import readable
from banca.web import lobby_lines
from service import Service

SVG = "image/svg+xml"


def log_in(service: Service, name: str) -> None:
    """As a browser: by a cookie."""
    service.client.cookies.set("banca_session", service.people.issue(name, SESSION, 3600.0).token)


def lines(service: Service, **about: str) -> list[dict[str, object]]:
    answer = service.client.get("/lobby/tables", params=about)
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    found: list[dict[str, object]] = answer.json()["tables"]
    return found


def test_anybody_sees_the_tables_of_a_demo_in_the_order_of_the_games(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True) as service:
        shown = lines(service)
        assert [one["game"] for one in shown] == list(readable())
        by_game = {one["game"]: one for one in shown}
        # craps R-craps-9 and 5.2.2: an additional bet has no edge, but needs a bet that has: Don't Pass, 3/220
        assert (by_game["craps"]["edge"], by_game["craps"]["edge_of"]) == ("1.36%", "Don't Pass")
        assert by_game["roulette"]["edge"] == "2.70%"
        assert by_game["pai_kao"]["edge"] == ""
        assert by_game["roulette"]["phase"] == "bets open"


def test_the_lobby_tells_phase_results_and_next_act_in_the_readers_words(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True) as service:
        service.open("table-1", "roulette", chance="observed")
        service.do("carlos", "table-1", "throw_ball")
        service.do("carlos", "table-1", "call_no_more_bets")
        service.do("carlos", "table-1", "read_number", outcome="17")
        service.do("carlos", "table-1", "pay")
        service.client.cookies.set("banca_lang", "pt")
        found = next(one for one in lines(service) if one["table"] == "table-1")
        assert found["results"] == ["17 Preto"]
        assert found["phase"] == "apostas abertas"
        covered = next(one for one in lines(service) if one["game"] == "fantan")
        assert covered["next_act"] == "Cobrir o monte"


def test_strangers_see_no_table_of_a_house_that_is_no_demo(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.open("table-1", "wheel")
        assert lines(service) == []
        log_in(service, "ana")
        assert [one["table"] for one in lines(service)] == ["table-1"]


def test_many_tables_come_a_page_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_lines, "ON_A_PAGE", 3)
    with Service(tmp_path, demo=True) as service:
        pages = [[one["table"] for one in lines(service, page=str(number))] for number in (1, 2, 3)]
        assert [len(one) for one in pages] == [3, 3, 1]
        assert len({name for one in pages for name in one}) == len(playable())
        assert [one["table"] for one in lines(service, page="99")] == pages[-1]
        assert 'aria-current="page">2<' in service.client.get("/?page=2").text


def test_a_felt_in_small_is_kept_and_has_nothing_for_scripts(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True) as service:
        for one in lines(service):
            answer = service.client.get(str(one["felt"]))
            assert (answer.status_code, answer.headers["content-type"]) == (200, SVG)
            assert "immutable" in answer.headers["cache-control"]
            assert "data-bet" not in answer.text
            assert "tabindex" not in answer.text
        assert service.client.get("/felts/older/craps").headers["cache-control"] == "no-store"
        assert service.client.get("/felts/older/nothing").status_code == 422


def test_a_house_without_tables_says_calmly_what_comes_next(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        for who, says in (("sofia", "/house#opening"), ("ana", "A supervisor opens tables.")):
            log_in(service, who)
            page = service.client.get("/").text
            assert says in page
            assert "No table is open yet." in page


def test_a_look_says_what_of_ones_own_lies_on_the_table(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.fund()
        service.open("table-1", "roulette")
        service.do("ana", "table-1", "sit")
        service.do("ana", "table-1", "place_bet", bet="red", stake=3000)
        assert service.get("ana", "/tables/table-1")["staked"] == 3000
        assert service.get("bento", "/tables/table-1")["staked"] == 0
