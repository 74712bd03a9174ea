"""chain.js in a real browser: it verifies an intact journal, and names the entry at which somebody changed, removed, doubled or moved something."""

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from banca.house.audit import export
from banca.house.journal import GENESIS, digest
from banca.server.pages.static import address
from support.browser import base_of
from support.houses import Recorded
from support.paths import DATA
from support.server import LiveService

pytestmark = pytest.mark.browser
TABLE, PLAIN = "fantan-drawn", "craps-drawn"
VERIFY = """async ([script, lines, written]) => {
    const { verify, isWhole } = await import(script);
    const stream = new Blob([lines]).stream();
    const result = await verify(stream, { written });
    return { ...result, isWhole: isWhole(result) };
}"""


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """Two tables, one with results that are hidden and opened."""
    folder = tmp_path_factory.mktemp("journal")
    recorded = Recorded(f"sqlite:///{folder / 'house.db'}")
    for table, game in ((TABLE, "fantan"), (PLAIN, "craps")):
        recorded.open(table, game, "drawn")
        for player in ("ana", "rui"):
            recorded.do(table, player, "sit")
        recorded.play(table, 5)
    recorded.do(TABLE, "croupier", "cover")
    recorded.do(TABLE, "supervisor", "void_round", reason="the lights went out")
    found = list(export(recorded.store, [PLAIN, TABLE]))
    recorded.store.close()
    return found


@pytest.fixture(scope="module")
def page(browser: Browser, service: LiveService) -> Iterator[Page]:
    found = browser.new_page()
    found.goto(f"{base_of(service)}/login")
    yield found
    found.close()


def verified(page: Page, lines: list[bytes], written: str = "") -> Any:
    return page.evaluate(
        VERIFY, [address("audit/chain.js"), b"".join(lines).decode("utf-8", "surrogateescape"), written]
    )


def table_of(result: Any, table: str) -> Any:
    (found,) = (one for one in result["tables"] if one["table"] == table)
    return found


def place(lines: list[bytes], table: str, seq: int) -> int:
    entries = [json.loads(line)["entry"] for line in lines]
    return next(n for n, one in enumerate(entries) if (one["table"], one["seq"]) == (table, seq))


def rechained(lines: list[bytes], table: str, change: Callable[[dict[str, Any]], None]) -> list[bytes]:
    """Return the journal with entries changed and all digests made to fit."""
    head, made = GENESIS, []
    for line in lines:
        entry = json.loads(line)["entry"]
        if entry["table"] != table:
            made.append(line)
            continue
        change(entry)
        body = json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode()
        head = digest(head, body)
        made.append(b'{"digest":"' + head.encode() + b'","entry":' + body + b"}\n")
    return made


def test_what_is_whole_is_found_whole_with_the_heads_and_all_commitments(page: Page, lines: list[bytes]) -> None:
    result = verified(page, lines)
    assert result["isWhole"]
    assert result["entries"] == len(lines)
    for table in (TABLE, PLAIN):
        own = [json.loads(line) for line in lines if json.loads(line)["entry"]["table"] == table]
        found = table_of(result, table)
        assert (found["entries"], found["head"], found["fault"]) == (len(own), own[-1]["digest"], None)
    text = b"".join(lines)
    assert table_of(result, TABLE)["opened"] == text.count(b'"commitment_opened"') >= 6
    assert table_of(result, TABLE)["voided"] == 0
    assert table_of(result, PLAIN)["opened"] == 0


def spliced(lines: list[bytes], seq: int, *entries: bytes, count: int = 1) -> list[bytes]:
    """Put these lines where so many entries stood."""
    at = place(lines, TABLE, seq)
    return [*lines[:at], *entries, *lines[at + count :]]


def test_a_broken_chain_is_named_by_its_entry(page: Page, lines: list[bytes]) -> None:
    own = {seq: lines[place(lines, TABLE, seq)] for seq in (3, 5, 6, 7)}
    digit = b"0" if own[3][11:12] != b"0" else b"1"
    forgeries: list[tuple[list[bytes], dict[str, Any]]] = [
        (spliced(lines, 7, own[7].replace(b'"by":"', b'"by":"x', 1)), {"seq": 7, "why": "digest"}),
        (spliced(lines, 3, own[3][:11] + digit + own[3][12:]), {"seq": 3, "why": "digest"}),
        (spliced(lines, 5), {"seq": 5, "why": "missing", "found": 6}),
        (spliced(lines, 1), {"seq": 1, "why": "missing", "found": 2}),
        (spliced(lines, 5, own[5], own[5]), {"seq": 6, "why": "missing", "found": 5}),
        (spliced(lines, 5, own[6], own[5], count=2), {"seq": 5, "why": "missing", "found": 6}),
    ]
    for forged, fault in forgeries:
        result = verified(page, forged)
        found = table_of(result, TABLE)
        assert not result["isWhole"]
        assert (found["fault"], found["entries"]) == (fault, fault["seq"] - 1)
        assert found["skipped"] == sum(json.loads(line)["entry"]["table"] == TABLE for line in forged) - fault["seq"]
        assert table_of(result, PLAIN)["fault"] is None


@pytest.mark.parametrize(
    ("kind", "act", "field", "why"),
    [
        ("commitment_opened", "", "nonce", "commitment"),
        ("result_called", "", "outcome", "result"),
        ("", "void_round", "outcome", "commitment"),
    ],
)
def test_a_result_that_was_not_committed_to_is_found_though_the_chain_fits(
    page: Page, lines: list[bytes], kind: str, act: str, field: str, why: str
) -> None:
    changed: list[int] = []

    def forge(entry: dict[str, Any]) -> None:
        for event in entry["events"]:
            is_meant = kind in ("", event["event"]) and act in ("", entry["command"]["do"]) and field in event
            if is_meant and not changed:
                outcome = "4" if event[field] != "4" else "1"
                event[field] = outcome if field == "outcome" else sha256(b"another").hexdigest()
                if kind:
                    event.pop("written", None)
                changed.append(entry["seq"])

    found = table_of(verified(page, rechained(lines, TABLE, forge)), TABLE)
    assert found["fault"] == {"seq": changed[0], "why": why}
    assert not found["isBroken"]


def test_a_commitment_is_good_for_its_own_round_and_opened_in_it(page: Page, lines: list[bytes]) -> None:
    for kinds, number, why in (
        (("committed",), 2, "misplaced"),
        (("committed",), 0, "misplaced"),
        (("commitment_opened",), 2, "commitment"),
        (("committed", "commitment_opened"), 2, "misplaced"),
    ):

        def change_round(entry: dict[str, Any], kinds: tuple[str, ...] = kinds, number: int = number) -> None:
            for event in entry["events"]:
                if event["event"] in kinds and event["round"] == 3:
                    event["round"] = number

        found = table_of(verified(page, rechained(lines, TABLE, change_round)), TABLE)
        assert found["fault"]["why"] == why, (kinds, number)

    def leave_unopened(entry: dict[str, Any]) -> None:
        entry["events"] = [event for event in entry["events"] if event["event"] != "commitment_opened"]

    assert table_of(verified(page, rechained(lines, TABLE, leave_unopened)), TABLE)["fault"]["why"] == "unopened"


def test_a_journal_of_before_is_still_whole(page: Page) -> None:
    """Commitments named no table and no round."""
    result = verified(page, (DATA / "unnamed-commitments.jsonl").read_bytes().splitlines(keepends=True))
    assert result["isWhole"]
    assert (table_of(result, "fantan-1")["opened"], table_of(result, "fantan-1")["voided"]) == (2, 1)


def test_a_forged_past_that_fits_is_betrayed_by_a_head_written_down(page: Page, lines: list[bytes]) -> None:
    at = place(lines, PLAIN, 4)
    written = json.loads(lines[at])["digest"]
    assert verified(page, lines, written)["found"] == {"table": PLAIN, "seq": 4}

    def other_name(entry: dict[str, Any]) -> None:
        entry["by"] += "x"

    forged = verified(page, rechained(lines, PLAIN, other_name), written)
    assert forged["isWhole"]
    assert forged["found"] is None


def test_what_is_no_entry_is_named_by_its_line_and_nothing_is_not_whole(page: Page, lines: list[bytes]) -> None:
    for junk in (b"{}\n", b"junk\n", b'{"digest":"' + b"0" * 64 + b'","entry":[]}\n', b'{"digest":'):
        result = verified(page, [*lines[:3], junk])
        assert (result["bad"], result["entries"], result["isWhole"]) == (4, 3, False), junk
    assert not verified(page, [])["isWhole"]
