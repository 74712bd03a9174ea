"""Receipts over HTTP: with every answer to a command, later by the entry's number, and the log as outsiders read it."""

from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from banca.games.pai_kao.hands import format_setting, settings
from banca.house.journal import GENESIS
from banca.transparency.checkpoint import open_checkpoint
from banca.transparency.merkle import is_consistent, leaf_hash
from banca.transparency.note import Verifier
from banca.transparency.receipt import BadReceiptError, Receipt, ReceiptFault, entry_leaf, read_receipts
from support.houses import bare_store
from support.server import PLAYERS, Service

ROULETTE, PAI_KAO = "roulette-1", "pai-kao-1"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One house for all: each test adds to its log, and none looks at how long it is."""
    folder = tmp_path_factory.mktemp("house")
    with Service(folder, url=bare_store(folder / "house.db")) as service:
        service.fund()
        service.open(ROULETTE, "roulette")
        service.do("ana", ROULETTE, "sit")
        yield service


def keys(service: Service) -> list[Verifier]:
    return [Verifier.read(line) for line in service.ask(None, "GET", "/log/key").text.splitlines()]


def checked(service: Service, receipt: Any) -> Receipt:
    (read,) = read_receipts(msgspec.json.encode(receipt))
    read.check(keys(service))
    return read


def bet(service: Service, **more: Any) -> Any:
    return service.post(
        "ana", f"/tables/{ROULETTE}/commands", command={"do": "place_bet", "bet": "red", "stake": 1000}, **more
    )


def test_every_command_a_table_that_opens_and_money_at_the_cage_have_one(service: Service) -> None:
    answer = bet(service, id="first").json()
    receipt = checked(service, answer["receipt"])
    assert (receipt.table, receipt.seq, receipt.digest) == (ROULETTE, answer["seq"], answer["digest"])
    assert receipt.index == answer["leaf"]
    entry = msgspec.json.decode(receipt.body)
    assert (entry["by"], entry["id"], entry["command"]["bet"]) == ("ana", "first", "red")
    opened = checked(service, service.open("craps-1", "craps")["receipt"])
    assert (opened.seq, opened.before) == (1, GENESIS)
    cashed = service.post("sofia", "/cage/in", id="more", player="ana", amount=500)
    assert checked(service, cashed.json()["receipt"]).table == "cage"


def test_a_command_that_is_sent_again_gets_one_again_and_the_first_is_good_after_the_log_has_grown(
    service: Service,
) -> None:
    first = checked(service, bet(service, id="lost").json()["receipt"])
    service.do("ana", ROULETTE, "place_bet", bet="black", stake=1000)
    again = checked(service, bet(service, id="lost").json()["receipt"])
    assert again.checkpoint != first.checkpoint
    assert msgspec.structs.replace(again, proof=first.proof, checkpoint=first.checkpoint) == first
    before = open_checkpoint(first.checkpoint, keys(service)).checkpoint
    now = open_checkpoint(service.ask(None, "GET", "/log/checkpoint").text, keys(service)).checkpoint
    told = service.ask(None, "GET", f"/log/consistency?old={before.size}&size={now.size}").json()
    proof = [b64decode(one) for one in told["proof"]]
    assert is_consistent(before.size, before.root, now.size, now.root, proof)


def test_later_everybody_has_the_entry_of_a_public_table_and_only_the_digest_of_anothers_money(
    service: Service,
) -> None:
    seq = bet(service, id="seen").json()["seq"]
    receipt = checked(service, service.get("bento", f"/tables/{ROULETTE}/receipts/{seq}"))
    assert '"id":"seen"' in receipt.body
    own, others = (service.get(who, "/tables/cage/receipts/2") for who in ("ana", "bento"))
    assert checked(service, own).body
    assert not checked(service, others).body
    assert own["digest"] == others["digest"]
    for path in (f"/tables/{ROULETTE}/receipts/999", "/tables/none/receipts/1"):
        assert service.ask("ana", "GET", path).status_code == 404
    assert service.ask(None, "GET", f"/tables/{ROULETTE}/receipts/1").status_code == 401


class TestTheLogForAnybody:
    def test_its_tiles_give_its_root(self, service: Service) -> None:
        checkpoint = open_checkpoint(service.ask(None, "GET", "/log/checkpoint").text, keys(service)).checkpoint
        tile = service.ask(None, "GET", f"/log/tile/0/000.p/{checkpoint.size}")
        assert "immutable" in tile.headers["cache-control"]
        hashes = [tile.content[at : at + 32] for at in range(0, len(tile.content), 32)]
        bundle = service.ask(None, "GET", f"/log/tile/entries/000.p/{checkpoint.size}").content
        entries = []
        while bundle:
            length = int.from_bytes(bundle[:2])
            entries.append(bundle[2 : 2 + length])
            bundle = bundle[2 + length :]
        assert [leaf_hash(one) for one in entries] == hashes
        assert entries[0].startswith(b"banca entry 1\ncage\n1\n")

    def test_what_is_not_there_is_not_found_and_not_kept(self, service: Service) -> None:
        for path in ("0/001", "0/000", "3/000", "0/0", "entries/001", "entries/x", "x", "0/000.p/256"):
            answer = service.ask(None, "GET", f"/log/tile/{path}")
            assert answer.status_code == 404
            assert "immutable" not in answer.headers.get("cache-control", "")
        assert service.ask(None, "GET", "/log/consistency?old=1&size=100000").status_code == 409

    def test_the_register_says_who_signs(self, service: Service) -> None:
        assert service.house.register.log_keys == tuple(map(str, keys(service)))


class TestForged:
    def test_each_part_is_bound(self, service: Service) -> None:
        good = checked(service, bet(service, id="good").json()["receipt"])
        replace = msgspec.structs.replace
        for forged, fault in (
            (replace(good, body=good.body.replace("red", "black")), ReceiptFault.BODY),
            (replace(good, table="craps-1"), ReceiptFault.PROOF),
            (replace(good, seq=good.seq + 1), ReceiptFault.PROOF),
            (replace(good, index=good.index - 1), ReceiptFault.PROOF),
            (replace(good, proof=good.proof[:-1]), ReceiptFault.PROOF),
            (replace(good, proof=("x", *good.proof)), ReceiptFault.UNREADABLE),
            (replace(good, origin="casino.example/log"), ReceiptFault.ORIGIN),
            (replace(good, checkpoint=good.checkpoint.replace("\n\n", "\nmore\n\n")), ReceiptFault.SIGNATURE),
        ):
            with pytest.raises(BadReceiptError) as found:
                forged.check(keys(service))
            assert found.value.fault is fault

    def test_a_leaf_says_which_entry_it_is_and_nothing_of_it(self) -> None:
        assert entry_leaf("craps-1", 3, "ab" * 32) == b"banca entry 1\ncraps-1\n3\n" + b"ab" * 32 + b"\n"


def test_what_is_hidden_in_pai_kao_stays_hidden_from_who_reads_the_log(service: Service) -> None:
    """Who set the tiles has the entry, others its digest until they are turned; and nobody guesses what a digest is of."""
    service.open(PAI_KAO, "pai_kao")
    for gate, player in enumerate(PLAYERS, start=1):
        service.do(player, PAI_KAO, "sit", gate=gate)
    service.do("ana", PAI_KAO, "take_bank")
    service.do("carlos", PAI_KAO, "mix_and_stack")
    service.do("ana", PAI_KAO, "put_down_principal", stake=50_000)
    service.do("bento", PAI_KAO, "stake", gate=2, stake=1000)
    service.do("ana", PAI_KAO, "shake")
    dealt = service.do("carlos", PAI_KAO, "deal")
    tiles = service.get("bento", f"/tables/{PAI_KAO}")["view"]["state"]["tiles"]["2"]
    setting = format_setting(settings(tuple(tiles))[0])
    own = checked(service, service.do("bento", PAI_KAO, "set_tiles", gate=2, setting=setting)["receipt"])
    assert setting in own.body
    others = checked(service, service.get("chan", f"/tables/{PAI_KAO}/receipts/{own.seq}"))
    assert (others.body, others.digest) == ("", own.digest)
    assert not service.get("bento", f"/tables/{PAI_KAO}/receipts/{dealt['seq']}").get("body")
    salts = [msgspec.json.decode(row.body).get("salt") for row in service.house.store.rows(PAI_KAO)]
    assert len(set(salts)) == len(salts)
    assert all(len(one) == 32 for one in salts)
    assert not any("salt" in msgspec.json.decode(row.body) for row in service.house.store.rows(ROULETTE))
