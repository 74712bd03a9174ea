"""chain.js in a real browser: it finds whole what is whole, and names the entry at which somebody changed, removed, doubled or moved something."""

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from banca.house.audit import export
from banca.house.journal import GENESIS, digest
from banca.web.static import address
from browser.browsing import ELSEWHERE
from paths import DATA
from recorded import Recorded
from service import PASSWORD, LiveService

TABLE, PLAIN = "fantan-drawn", "craps-drawn"
OLD = DATA / "unnamed-commitments.jsonl"
"""Written before commitments named table and round."""

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
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("house")) as found:
        found.open(PLAIN, "craps")
        yield found


@pytest.fixture(scope="module")
def page(browser: Browser, service: LiveService) -> Iterator[Page]:
    found = browser.new_page()
    found.goto(f"{service.client.base_url}/login")
    yield found
    found.close()


def audit_page(browser: Browser, address: str) -> Page:
    """The inspector's page."""
    page = browser.new_page()
    page.goto(f"{address}/audit/{PLAIN}")
    page.fill("#login [name=name]", "ines")
    page.fill("#login [name=password]", PASSWORD)
    page.click("#login button")
    page.wait_for_selector(".round")
    return page


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
    """A clever forger's journal: entries changed and all digests made to fit."""
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


def test_a_single_changed_byte_is_named_by_its_entry(page: Page, lines: list[bytes]) -> None:
    at = place(lines, TABLE, 7)
    changed = lines[at].replace(b'"by":"', b'"by":"x', 1)
    result = verified(page, [*lines[:at], changed, *lines[at + 1 :]])
    found = table_of(result, TABLE)
    assert not result["isWhole"]
    assert (found["fault"], found["entries"]) == ({"seq": 7, "why": "digest"}, 6)
    assert found["skipped"] == sum(json.loads(line)["entry"]["table"] == TABLE for line in lines) - 7
    assert table_of(result, PLAIN)["fault"] is None


def test_a_changed_digest_is_named_too(page: Page, lines: list[bytes]) -> None:
    at = place(lines, PLAIN, 3)
    digit = b"0" if lines[at][11:12] != b"0" else b"1"
    result = verified(page, [*lines[:at], lines[at][:11] + digit + lines[at][12:], *lines[at + 1 :]])
    assert table_of(result, PLAIN)["fault"] == {"seq": 3, "why": "digest"}


@pytest.mark.parametrize(
    ("change", "due", "found"), [("removed", 5, 6), ("doubled", 6, 5), ("swapped", 5, 6), ("first", 1, 2)]
)
def test_an_entry_out_of_its_place_is_named(page: Page, lines: list[bytes], change: str, due: int, found: int) -> None:
    at = place(lines, TABLE, 5)
    made = list(lines)
    if change == "removed":
        del made[at]
    elif change == "doubled":
        made.insert(at, made[at])
    elif change == "swapped":
        made[at], made[at + 1] = made[at + 1], made[at]
    else:
        del made[place(lines, TABLE, 1)]
    assert table_of(verified(page, made), TABLE)["fault"] == {"seq": due, "why": "missing", "found": found}


def test_a_result_that_was_not_committed_to_is_found_though_the_chain_fits(page: Page, lines: list[bytes]) -> None:
    changed: list[int] = []

    def other_nonce(entry: dict[str, Any]) -> None:
        for event in entry["events"]:
            if event["event"] == "commitment_opened" and not changed:
                event["nonce"] = sha256(b"another").hexdigest()
                changed.append(entry["seq"])

    result = verified(page, rechained(lines, TABLE, other_nonce))
    assert table_of(result, TABLE)["fault"] == {"seq": changed[0], "why": "commitment"}
    assert not table_of(result, TABLE)["isBroken"]


def test_what_a_void_shows_is_checked_too(page: Page, lines: list[bytes]) -> None:
    changed: list[int] = []

    def other_result(entry: dict[str, Any]) -> None:
        if entry["command"]["do"] == "void_round":
            entry["events"][0]["outcome"] = "4" if entry["events"][0]["outcome"] != "4" else "1"
            changed.append(entry["seq"])

    fault = table_of(verified(page, rechained(lines, TABLE, other_result)), TABLE)["fault"]
    assert fault == {"seq": changed[0], "why": "commitment"}


@pytest.mark.parametrize(
    ("kinds", "number", "why"),
    [
        (("committed",), 2, "misplaced"),
        (("committed",), 0, "misplaced"),
        (("commitment_opened",), 2, "commitment"),
        (("committed", "commitment_opened"), 2, "misplaced"),
    ],
)
def test_a_commitment_is_good_for_its_own_round(
    page: Page, lines: list[bytes], kinds: tuple[str, ...], number: int, why: str
) -> None:
    """The third round says that it had been committed to for another."""

    def other_round(entry: dict[str, Any]) -> None:
        for event in entry["events"]:
            if event["event"] in kinds and event["round"] == 3:
                event["round"] = number

    assert table_of(verified(page, rechained(lines, TABLE, other_round)), TABLE)["fault"]["why"] == why


def test_a_round_that_ends_unopened_is_found(page: Page, lines: list[bytes]) -> None:
    def without(entry: dict[str, Any]) -> None:
        entry["events"] = [event for event in entry["events"] if event["event"] != "commitment_opened"]

    assert table_of(verified(page, rechained(lines, TABLE, without)), TABLE)["fault"]["why"] == "unopened"


def test_a_journal_of_before_is_still_whole(page: Page) -> None:
    result = verified(page, OLD.read_bytes().splitlines(keepends=True))
    assert result["isWhole"]
    assert (table_of(result, "fantan-1")["opened"], table_of(result, "fantan-1")["voided"]) == (2, 1)


def test_another_result_than_the_hidden_one_is_found(page: Page, lines: list[bytes]) -> None:
    changed: list[int] = []

    def other_result(entry: dict[str, Any]) -> None:
        for event in entry["events"]:
            if event["event"] == "result_called" and not changed:
                event["outcome"] = "4" if event["outcome"] != "4" else "1"
                event.pop("written", None)
                changed.append(entry["seq"])

    assert table_of(verified(page, rechained(lines, TABLE, other_result)), TABLE)["fault"] == {
        "seq": changed[0],
        "why": "result",
    }


def test_a_forged_past_that_fits_is_betrayed_by_a_head_written_down(page: Page, lines: list[bytes]) -> None:
    at = place(lines, PLAIN, 4)
    written = json.loads(lines[at])["digest"]
    assert verified(page, lines, written)["found"] == {"table": PLAIN, "seq": 4}

    def other_name(entry: dict[str, Any]) -> None:
        entry["by"] += "x"

    forged = verified(page, rechained(lines, PLAIN, other_name), written)
    assert forged["isWhole"]
    assert forged["found"] is None


@pytest.mark.parametrize("junk", [b"{}\n", b"junk\n", b'{"digest":"' + b"0" * 64 + b'","entry":[]}\n', b'{"digest":'])
def test_what_is_no_entry_is_named_by_its_line(page: Page, lines: list[bytes], junk: bytes) -> None:
    result = verified(page, [*lines[:3], junk])
    assert (result["bad"], result["entries"], result["isWhole"]) == (4, 3, False)


def test_nothing_is_not_whole(page: Page) -> None:
    assert not verified(page, [])["isWhole"]


def test_the_page_verifies_what_the_house_has_and_what_was_exported(
    browser: Browser, service: LiveService, lines: list[bytes]
) -> None:
    page = audit_page(browser, str(service.client.base_url).rstrip("/"))
    page.fill("#written", service.house.table(PLAIN).head)
    page.click("#check-house")
    page.wait_for_selector("#verdict[data-whole=true]")
    assert "win" in (page.get_attribute("#compared", "class") or "")
    broken = [line for line in lines if json.loads(line)["entry"]["table"] == TABLE]
    del broken[4]
    page.set_input_files("#check-file", {"name": "x.jsonl", "mimeType": "text/plain", "buffer": b"".join(broken)})
    page.wait_for_selector("#verdict[data-whole=false]")
    assert page.get_attribute(f"#check-result [data-table={TABLE}]", "data-bad") == "5"
    assert "lose" in (page.get_attribute("#compared", "class") or "")
    page.close()


def test_a_page_that_may_not_work_out_digests_says_so(browser: Browser, service: LiveService) -> None:
    page = audit_page(browser, f"http://{ELSEWHERE}:{service.client.base_url.port}")
    assert "HTTPS" in page.inner_text("#check-unable")
    assert page.is_disabled("#check-house")
    page.close()
