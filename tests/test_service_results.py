"""What happened and what may happen, over HTTP: the result, the exposure, the pay sheet, a corrected entry and its audit."""

import json
from pathlib import Path

from banca.house.audit import Weight, verify
from banca.house.randomness.recorded import recorded
from banca.rulebook.chips import DENOMINATIONS, cut
from service import Service

CALLS = ("throw_ball", "call_no_more_bets")


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
        for do in CALLS:
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
        assert ana["chips"] == [[10_000, 3], [5000, 1]] == [list(one) for one in cut(35_000, 50)]
        assert (bento["player"], bento["take"], bento["pay"], bento["chips"]) == (
            "bento",
            0,
            3000,
            [[1000, 3]],
        )
        assert (sheet["take"], sheet["pay"]) == (2000, 38_000)
        assert sum(chip * count for chip, count in sheet["chips"]) == 38_000
        service.do("carlos", "roulette-1", "pay")
        assert service.get("ana", "/tables/roulette-1")["result"]["outcome"] == "17"
        story = service.get("ines", "/tables/roulette-1/story/1")
        assert "the entry is corrected: 18 becomes 17; reason: next key" in str(story)
        found = verify(service.store)
        (notice,) = [one for one in found.findings if one.why.code == "entry_corrected"]
        assert notice.weight is Weight.NOTICE
        assert notice.why.said("en") == (
            "carlos corrected the entry 18 to 17; reason: next key; the players' result changed from -20 to +360"
        )
        assert {one.weight for one in found.findings} == {Weight.NOTICE}
        (series,) = recorded(service.store, ["roulette"], is_observed=True)
        assert series.weighted
        assert [series.weighted.results[place][0] for place in series.outcomes] == ["17"]


def test_the_pages_draw_the_chips_that_the_sheet_names(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        page = service.client.get("/trainer/craps").text
        assert f'"denominations":{json.dumps(DENOMINATIONS, separators=(",", ":"))}' in page
