"""Tables over HTTP: what may be opened, what may be done there, once for each id; whatever is sent gets a clear answer."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from banca.house.audit import Weight, verify
from banca.house.database import StoreDownError
from support.server import MONEY, Service


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with Service(tmp_path) as found:
        found.fund("ana", "bento")
        found.open("craps-1", "craps", maximum=500_000, player_maximum=700_000)
        found.do("ana", "craps-1", "sit")
        yield found


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# Opening

GOOD = {"id": "new", "game": "craps", "minimum": 1000, "maximum": 100_000, "chip": 50}
BAD: tuple[tuple[dict[str, Any], int, str], ...] = (
    ({"game": "poker"}, 422, "unknown_game"),
    ({"options": {"field_13": 2}}, 422, "unknown_option"),
    ({"options": {"field_12": 5}}, 422, "unknown_value"),
    ({"options": {"field_12": [2]}}, 400, "bad_request"),
    ({"minimum": 0}, 422, "bad_limits"),
    ({"minimum": 200_000}, 422, "bad_limits"),
    ({"maximum": 2**53 + 1}, 400, "bad_request"),
    ({"bank": 10**400}, 400, "bad_request"),
    ({"player_maximum": 10}, 422, "bad_table"),
    ({"conduct": "automatic"}, 422, "bad_table"),
    ({"id": "../x"}, 400, "bad_request"),
    ({"id": "abc\n"}, 400, "bad_request"),
    ({"id": "cage"}, 409, "table_exists"),
    ({"id": "craps-1"}, 409, "table_exists"),
    ({"title": "x" * 81}, 400, "bad_request"),
    ({"colour": "green"}, 400, "bad_request"),
)


def test_a_table_that_cannot_be_is_refused_and_a_good_one_opens_with_what_was_asked(service: Service) -> None:
    for place, (wrong, status, code) in enumerate(BAD):
        asked = service.post("sofia", "/tables", id=f"bad-{place}", table=GOOD | wrong)
        assert refusal(asked) == (status, code), (wrong, asked.text)
    assert [line["table"] for line in service.get("ana", "/tables")] == ["craps-1"]
    options = {"field_12": 3, "dice_offered": 4}
    terms = GOOD | {"options": options, "bank": 5_000_00, "title": "桌"}
    opened, again = (service.post("sofia", "/tables", id="good", table=terms) for _ in range(2))
    assert opened.status_code == 201, opened.text
    assert again.json() == opened.json()  # sent twice, opened once
    assert refusal(service.post("sofia", "/tables", id="good", table=GOOD)) == (409, "command_repeated")
    seen = service.get("ana", "/tables/new")
    assert seen["bank"] == 5_000_00
    view = seen["view"]
    assert (view["minimum"], view["maximum"], view["chip"], view["title"]) == (1000, 100_000, 50, "桌")
    assert (view["options"]["field_12"], view["options"]["dice_offered"]) == ("3", "4")


# Whatever is sent to a table


def body(command: str, rest: str = "") -> bytes:
    return f'{{"id": "x", "command": {command}{rest}}}'.encode()


BET = '{"do": "place_bet", "bet": "pass_line", "stake": %s}'
DEEP = 10_000
BODIES: dict[str, tuple[bytes, int]] = {
    "nothing": (b"", 400),
    "more": (body(BET % 1000) + b"x", 400),
    "empty id": (b'{"id": "", "command": {"do": "sit"}}', 400),
    "Chinese id": ('{"id": "桌", "command": {"do": "sit"}}'.encode(), 400),
    "unknown field": (body('{"do": "sit", "colour": 1}'), 422),
    "unknown field outside": (body('{"do": "sit"}', ', "by": "bento"'), 400),
    "NaN": (body(BET % "NaN"), 400),
    "fraction": (body(BET % "1000.5"), 400),
    "text for a number": (body(BET % '"1000"'), 400),
    "just too much": (body(BET % (2**53 + 1)), 400),
    "10**1000": (body(BET % 10**1000), 400),
    "seq 10**30": (body('{"do": "sit"}', f', "seq": {10**30}'), 400),
    "old seq": (body(BET % 1000, ', "seq": 1'), 409),
    "deep inside": (body('{"do": "x", "passed": ' + "[" * DEEP + "]" * DEEP + "}"), 400),
    "not UTF-8": (b'{"id": "x", "command": {"do": "\xff\xfe"}}', 400),
    "NUL": (body('{"do": "sit\\u0000"}'), 422),
    "unknown act": (body('{"do": "fly"}'), 422),
    "the house's own": (body('{"do": "open_table"}'), 422),
    "the cage's": (body('{"do": "cash_in", "player": "ana", "stake": 1000}'), 422),
    "too large": (b" " * (64 * 1024 + 1), 413),
}


def test_whatever_is_sent_gets_a_problem_and_changes_nothing(service: Service) -> None:
    before = service.get("ana", "/tables/craps-1")
    how = {"Content-Type": "application/json"}
    for name, (content, status) in BODIES.items():
        answer = service.ask("ana", "POST", "/tables/craps-1/commands", content=content, headers=how)
        assert answer.status_code == status, (name, answer.text)
        assert len(answer.content) < 5000, name
    for kind in ("text/plain", "application/xml", "application/msgpack", "application/x-www-form-urlencoded", "json"):
        headers = {"Content-Type": kind}
        sent = service.ask("ana", "POST", "/tables/craps-1/commands", content=body(BET % 1000), headers=headers)
        assert sent.status_code == 415, kind
    assert service.get("ana", "/tables/craps-1") == before
    assert service.command("sofia", "new", "open_table").status_code == 404
    assert [line["table"] for line in service.get("ana", "/tables")] == ["craps-1"]
    headers = {"Content-Type": "application/json; charset=utf-8"}
    good = service.ask("ana", "POST", "/tables/craps-1/commands", content=body(BET % 1000), headers=headers)
    assert good.status_code == 201
    pieces = (b" " * 1024 for _ in range(100))
    assert service.ask("ana", "POST", "/tables/craps-1/commands", content=pieces, headers=how).status_code == 413


def test_a_table_that_is_not_there(service: Service) -> None:
    for table in ("craps-2", "cage", "CRAPS-1", "%00", "%ff", "x" * 500, "..%2f", "craps-1%0a"):
        for who, path in (("ana", ""), ("ana", "/events"), ("ines", "/journal")):
            assert service.ask(who, "GET", f"/tables/{table}{path}").status_code == 404, (table, path)
        assert service.command("ana", table, "sit").status_code == 404, table
    assert refusal(service.ask("ana", "GET", "/nothing")) == (404, "not_found")


RULES: tuple[tuple[str, str, dict[str, Any], int, str], ...] = (
    ("ana", "place_bet", {"bet": "pass_line"}, 422, "field_missing"),
    ("ana", "place_bet", {"bet": "pass_line", "stake": 1000, "outcome": "3-4"}, 422, "field_not_taken"),
    ("ana", "place_bet", {"bet": "fail_line", "stake": 1000}, 422, "unknown_bet"),
    ("ana", "place_bet", {"bet": "pass_line", "stake": 500}, 422, "stake_not_multiple"),
    ("ana", "sit", {}, 409, "already_seated"),
    ("bento", "place_bet", {"bet": "pass_line", "stake": 1000}, 422, "not_seated"),
    ("carlos", "call_result", {"outcome": "3-4"}, 409, "out_of_phase"),
)


def test_what_is_against_the_rules_is_refused_with_its_code_and_clause(service: Service) -> None:
    for who, do, fields, status, code in RULES:
        answer = service.command(who, "craps-1", do, **fields)
        assert refusal(answer) == (status, code), (do, fields, answer.text)
    assert service.command("ana", "craps-1", "place_bet", bet="pass_line", stake=500).json()["cite"]


def test_a_refusal_is_told_in_the_language_of_whoever_asks_and_what_people_type_is_journaled_as_ids(
    service: Service,
) -> None:
    below = {"id": "1", "command": {"do": "place_bet", "bet": "pass_line", "stake": 500}}
    spoken_to = {"pt-PT,en;q=0.5": "pt", "en;q=0.1, zh;q=0.9": "zh-Hant", "fr": "en", ",;=" * 999: "en"}
    for accepted, spoken in spoken_to.items():
        how = {"Accept-Language": accepted}
        answer = service.ask("ana", "POST", "/tables/craps-1/commands", headers=how, json=below)
        assert (answer.headers["content-language"], answer.json()["code"]) == (spoken, "stake_not_multiple")
    service.do("ana", "craps-1", "place_bet", bet="Pass Line", stake=1000)
    journal = service.ask("ines", "GET", "/tables/craps-1/journal").text
    assert '"bet":"pass_line"' in journal
    assert "Pass Line" not in journal


def test_a_store_that_is_down_is_said_to_be_and_the_same_id_works_when_it_is_back(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: object, **__: object) -> None:
        raise StoreDownError("the disk is full")

    bet = {"id": "b1", "command": {"do": "place_bet", "bet": "pass_line", "stake": 1000}}
    with monkeypatch.context() as broken:
        for name in ("write", "key", "tables"):
            broken.setattr(service.store, name, down)
        refused = service.post("ana", "/tables/craps-1/commands", **bet)
        assert (*refusal(refused), refused.headers["retry-after"]) == (503, "store_down", "1")
        assert refusal(service.ask("chan", "GET", "/me")) == (503, "store_down")
        assert service.client.get("/health/ready").status_code == 503
        assert service.client.get("/health/live").status_code == 200
    for _ in range(2):
        assert service.post("ana", "/tables/craps-1/commands", **bet).status_code == 201
    assert service.get("ana", "/me")["wallet"] == MONEY - 1000
    assert service.get("carlos", "/health/ready")["status"] == "ready"


# The cage


def test_money_comes_in_and_goes_out_by_a_supervisor_once_for_each_id(service: Service) -> None:
    def cash(way: str, number: str, amount: int, player: str = "chan") -> Any:
        return service.post("sofia", f"/cage/{way}", id=number, player=player, amount=amount)

    for _ in range(2):
        assert cash("in", "1", 5000).json() | {"receipt": {}} == {"player": "chan", "balance": 5000, "receipt": {}}
    assert refusal(cash("in", "1", 6000)) == (409, "command_repeated")
    assert refusal(cash("out", "2", 5001)) == (422, "not_enough_money")
    assert cash("out", "3", 2000).json()["balance"] == 3000
    assert refusal(cash("in", "4", 0)) == (422, "amount_not_positive")
    assert refusal(cash("in", "5", -1)) == (400, "bad_request")
    assert refusal(cash("in", "6", 100, "nobody")) == (404, "unknown_user")
    assert refusal(cash("in", "6", 100, "carlos")) == (422, "not_a_player")
    assert service.get("chan", "/users/chan/wallet")["balance"] == 3000
    assert service.get("ines", "/users/chan/wallet")["balance"] == 3000
    assert refusal(service.ask("ines", "GET", "/users/nobody/wallet")) == (404, "unknown_user")
    assert refusal(service.ask("ines", "GET", "/users/%00/wallet")) == (404, "unknown_user")


def test_over_http_the_result_the_exposure_and_the_pay_sheet(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.fund("ana", "bento")
        service.open("roulette-1", "roulette", chance="observed", chip=50)
        for who in ("ana", "bento"):
            service.do(who, "roulette-1", "sit")
        service.do("ana", "roulette-1", "place_bet", bet="straight:17", stake=1000)
        service.do("ana", "roulette-1", "place_bet", bet="red", stake=2000)
        service.do("bento", "roulette-1", "place_bet", bet="black", stake=3000)
        exposure = service.get("ana", "/tables/roulette-1/exposure")
        assert exposure == {
            "staked": 3000,
            "best": {"net": 33_000, "outcomes": ["17"], "ways": 1},
            "worst": {"net": -3000, "outcomes": ["0", "2", "4", "6", "8", "10"], "ways": 18},
            "of": 37,
        }
        assert service.ask("carlos", "GET", "/tables/roulette-1/payments").json()["code"] == "nothing_called"
        preview = service.get("carlos", "/tables/roulette-1/payments?outcome=17")
        assert (preview["said"], preview["pay"], preview["take"]) == ("17, black, odd, low", 38_000, 2000)
        assert service.ask("carlos", "GET", "/tables/roulette-1/payments?outcome=37").status_code == 422
        for do in ("throw_ball", "call_no_more_bets"):
            service.do("carlos", "roulette-1", do)
        service.do("carlos", "roulette-1", "read_number", outcome="18")
        service.do("carlos", "roulette-1", "correct_result", outcome="17", reason="next key")
        looked = service.get("bento", "/tables/roulette-1")
        assert looked["result"]["said"] == "17, black, odd, low"
        assert {"straight:17", "black", "odd", "low", "dozen:2", "column:2"} <= set(looked["result"]["won"])
        assert {"straight:18", "red", "even"} <= set(looked["result"]["lost"])
        sheet = service.get("carlos", "/tables/roulette-1/payments")
        ana, bento = sheet["players"]
        assert (ana["player"], ana["take"], ana["pay"]) == ("ana", 2000, 35_000)
        assert ana["chips"] == [[10_000, 3], [5000, 1]]
        assert (bento["player"], bento["take"], bento["pay"], bento["chips"]) == ("bento", 0, 3000, [[1000, 3]])
        assert (sheet["take"], sheet["pay"]) == (2000, 38_000)
        assert sum(chip * count for chip, count in sheet["chips"]) == 38_000
        service.do("carlos", "roulette-1", "pay")
        assert service.get("ana", "/tables/roulette-1")["result"]["outcome"] == "17"
        story = service.get("ines", "/tables/roulette-1/story/1")
        assert "the entered result is corrected: 18 becomes 17; reason: next key" in str(story)
        found = verify(service.store)
        (notice,) = [one for one in found.findings if one.why.code == "entry_corrected"]
        assert notice.weight is Weight.NOTICE
        assert notice.why.in_language("en") == (
            "carlos corrected the entry 18 to 17; reason: next key; the players' result changed from -20 to +360"
        )
        assert {one.weight for one in found.findings} == {Weight.NOTICE}
