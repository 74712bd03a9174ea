"""A house and its witnesses: what it shows them, what it keeps of them, and how it tells when one has seen another log."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Delete, Update, delete, update

from banca.house.database import Trouble
from banca.house.house import House
from banca.house.log import HouseLog
from banca.house.schema import JOURNAL, LOG_HEAD
from banca.house.store import Store, open_store
from banca.server.api.witnesses import NamedWitness, Witnesses, WitnessTrouble, read_witness, save_signature
from banca.server.health import HealthStatus, StoreWatch
from banca.server.metrics import REGISTRY
from banca.transparency.checkpoint import SIZE_TYPE, Checkpoint, open_checkpoint
from banca.transparency.client import AwayError, WitnessReply
from banca.transparency.merkle import Tree, leaf_hash
from banca.transparency.note import Signer, SignerKind
from banca.transparency.receipt import entry_leaf
from banca_witness.store import EvidenceKind, WitnessStore
from banca_witness.witness import NotSignedError, Witness
from support.commands import refuses
from support.houses import bare_store
from support.lanes import Clock
from support.server import Service
from support.witnesses import signer

NOW = 1_790_000_000


class Elsewhere:
    """Witnesses by their address, asked without a network; what was sent is noted."""

    def __init__(self, **witnesses: Witness) -> None:
        self.witnesses = {f"https://{name}.example": one for name, one in witnesses.items()}
        self.sent: list[str] = []
        self.replies: dict[str, WitnessReply | None] = {}

    def __call__(self, url: str, body: bytes) -> WitnessReply:
        place = url.removesuffix("/add-checkpoint")
        self.sent.append(place)
        if place in self.replies:
            if reply := self.replies[place]:
                return reply
            raise AwayError
        try:
            return WitnessReply(200, "text/plain", self.witnesses[place].add(body).line)
        except NotSignedError as refused:
            if refused.size is not None:
                return WitnessReply(refused.status, SIZE_TYPE, f"{refused.size}\n")
            return WitnessReply(refused.status, "text/plain", refused.because)


class Scene:
    """A house with two witnesses."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = Clock(NOW)
        self.store = open_store(bare_store(folder / "house.db"))
        self.signer = signer("casino.example/log")
        self.house = self.open(self.store)
        self.watching = [self.witness("dicj", 8), self.witness("lab", 9)]
        self.elsewhere = Elsewhere(dicj=self.watching[0], lab=self.watching[1])
        self.named = [NamedWitness(one.verifier, place) for place, one in self.elsewhere.witnesses.items()]
        self.witnesses = Witnesses(self.house, self.named, self.elsewhere)

    def open(self, store: Store) -> House:
        return House(store, log=HouseLog(store, [self.signer]))

    def witness(self, name: str, seed: int) -> Witness:
        memory = WitnessStore(self.folder / f"{name}.db")
        return Witness(
            signer(f"{name}.example/w", SignerKind.WITNESS, seed), [self.signer.verifier], memory, self.clock
        )

    def play(self, count: int = 1) -> None:
        for _ in range(count):
            self.house.set_safeguards(cash_out=self.size + 1)

    @property
    def size(self) -> int:
        return self.store.log_head().size

    def rewrite(self, change: Update | Delete) -> None:
        """Change the journal, and its log with it, as somebody who writes the store could."""
        with self.store.transaction() as connection:
            connection.execute(change)
            rows = connection.execute(JOURNAL.select().order_by(JOURNAL.c.leaf)).mappings()
            leaves = [leaf_hash(entry_leaf(row["table_id"], row["seq"], row["digest"])) for row in rows]
            tree = Tree().grow(leaves).tree
            connection.execute(update(LOG_HEAD).values(size=tree.size, peaks=b"".join(tree.peaks)))

    def troubles(self) -> list[str]:
        return [row.trouble for row in self.witnesses.rows()]


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    found = Scene(tmp_path)
    found.play(5)
    yield found
    found.store.close()


def test_each_witness_signs_the_newest_checkpoint(scene: Scene) -> None:
    scene.witnesses.submit()
    rows = scene.witnesses.rows()
    assert [(row.name, row.size, row.at, row.trouble) for row in rows] == [
        ("dicj.example/w", scene.size, NOW, ""),
        ("lab.example/w", scene.size, NOW, ""),
    ]
    verifiers = [scene.signer.verifier, *(one.verifier for one in scene.watching)]
    opened = open_checkpoint(scene.witnesses.cosigned(), verifiers)
    assert {one.by.name for one in opened.witnesses} == {"dicj.example/w", "lab.example/w"}
    assert opened.checkpoint.root == scene.store.log_head().root
    shown = REGISTRY.get_sample_value("banca_witnessed_entries", {"witness": "dicj.example/w"})
    assert shown == scene.size
    scene.play()
    scene.witnesses.submit()
    newer = scene.witnesses.rows()[0]
    save_signature(scene.store, rows[0])
    assert scene.witnesses.rows()[0] == newer  # what a witness signed never goes back


def test_what_a_witness_saw_is_learnt_from_it(scene: Scene) -> None:
    """Another process, or this one before a crash, has shown it more than is written here."""
    scene.witnesses.submit()
    with scene.store.transaction() as connection:
        connection.exec_driver_sql("DELETE FROM witnesses")
    scene.play(3)
    scene.witnesses.submit()
    assert [row.size for row in scene.witnesses.rows()] == [scene.size] * 2
    assert scene.troubles() == ["", ""]


REPLIES = [
    (None, WitnessTrouble.AWAY),
    (WitnessReply(404, "text/plain", ""), WitnessTrouble.STRANGER),
    (WitnessReply(403, "text/plain", ""), WitnessTrouble.STRANGER),
    (WitnessReply(500, "text/plain", ""), WitnessTrouble.AWAY),
    (WitnessReply(400, "text/plain", ""), WitnessTrouble.BAD_ANSWER),
    (WitnessReply(200, "text/html", "<html>"), WitnessTrouble.BAD_ANSWER),
    (WitnessReply(200, "text/plain", "— lab.example/w AAAAAAA=\n"), WitnessTrouble.BAD_ANSWER),
    (WitnessReply(200, "text/plain", "— somebody.example AAAAAAA=\n"), WitnessTrouble.BAD_ANSWER),
    (WitnessReply(409, SIZE_TYPE, "0\n"), WitnessTrouble.BAD_ANSWER),
    (WitnessReply(409, SIZE_TYPE, "99\n"), WitnessTrouble.AHEAD),
    (WitnessReply(409, "text/plain", "no"), WitnessTrouble.CONTRADICTS),
    (WitnessReply(422, "text/plain", "no"), WitnessTrouble.CONTRADICTS),
]


def test_whatever_a_witness_answers_is_told_and_stops_nobody(scene: Scene) -> None:
    watch = StoreWatch(scene.house, Clock(), witnesses=scene.witnesses)
    for reply, trouble in REPLIES:
        scene.elsewhere.replies["https://lab.example"] = reply
        scene.play()
        scene.witnesses.submit()
        assert scene.troubles() == ["", trouble], reply
        shown = REGISTRY.get_sample_value("banca_witness_trouble", {"witness": "lab.example/w", "trouble": trouble})
        assert shown == 1
        watch.look()
        assert watch.health(is_draining=False).status is HealthStatus.READY
    del scene.elsewhere.replies["https://lab.example"]
    scene.play()
    scene.witnesses.submit()
    assert (scene.troubles(), scene.witnesses.troubles) == (["", ""], [])


def test_a_shortened_log_is_found_at_the_next_look(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    scene.witnesses.submit()
    scene.rewrite(delete(JOURNAL).where(JOURNAL.c.leaf == scene.size - 1))
    with refuses("record_differs"):
        scene.witnesses.submit()  # this process has signed more itself; one that starts now asks the witness
    scene.witnesses = Witnesses(scene.open(scene.store), scene.named, scene.elsewhere)
    scene.witnesses.submit()
    assert scene.troubles() == [WitnessTrouble.AHEAD] * 2
    assert scene.witnesses.troubles == [Trouble.WITNESS_CONTRADICTS]
    assert {record.levelname for record in caplog.records if "contradicts" in record.message} == {"ERROR"}


def test_a_store_rolled_back_and_played_on_is_found(scene: Scene) -> None:
    scene.witnesses.submit()
    scene.rewrite(update(JOURNAL).where(JOURNAL.c.leaf == scene.size - 1).values(digest="f" * 64))
    scene.witnesses = Witnesses(scene.open(scene.store), scene.named, scene.elsewhere)
    with scene.store.transaction() as connection:
        connection.exec_driver_sql("DELETE FROM witnesses")  # what was rolled back has no memory of it either
    scene.witnesses.submit()
    assert scene.troubles() == [WitnessTrouble.CONTRADICTS] * 2
    (evidence,) = scene.watching[0].store.evidence()
    assert evidence.kind is EvidenceKind.SPLIT


def test_a_witness_is_named_by_its_key_and_its_address() -> None:
    key = str(signer("lab.example/w", SignerKind.WITNESS).verifier)
    assert read_witness(key) == NamedWitness(signer("lab.example/w", SignerKind.WITNESS).verifier)
    assert read_witness(f"{key}@https://lab.example:8471/").url == "https://lab.example:8471"
    with refuses("bad_witness"):
        read_witness(f"{key}@https://")
    for wrong in ("nonsense", f"{key}@ftp://lab.example", str(signer("casino.example/log").verifier)):
        with refuses("bad_verifier"):
            read_witness(wrong)


# What a witness hands in by itself, and what anybody may see: over HTTP


WITNESS, STRANGER = (signer(name, SignerKind.WITNESS) for name in ("dicj.example/w", "stranger.example/w"))


def looked(service: Service, by: Signer, note: str) -> str:
    """What a witness signs that has looked at a log by itself."""
    assert service.house.log is not None
    memory = WitnessStore(Path(f"{service.store.engine.url.database}.{by.verifier.name.partition('.')[0]}"))
    return Witness(by, service.house.log.verifiers, memory, Clock(NOW)).add(f"old 0\n\n{note}".encode()).note


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with Service(tmp_path, url=bare_store(tmp_path / "house.db"), witnesses=[NamedWitness(WITNESS.verifier)]) as found:
        yield found


@pytest.mark.slow
def test_a_witness_that_looks_by_itself_hands_in_what_it_signed(service: Service) -> None:
    assert service.house.log is not None
    note = service.house.log.newest().note
    assert (
        service.post(None, "/log/cosignatures", note=looked(service, STRANGER, note)).json()["code"] == "not_witnessed"
    )
    assert service.ask(None, "GET", "/log/cosigned").status_code == 404
    seen = looked(service, WITNESS, note)
    assert service.post(None, "/log/cosignatures", note=seen).status_code == 204
    assert service.ask(None, "GET", "/log/cosigned").text == seen
    (told,) = service.ask(None, "GET", "/log/witnesses").json()["witnesses"]
    assert (told["name"], told["size"], told["trouble"]) == ("dicj.example/w", service.store.log_head().size, "")
    for bad in ("", "nonsense", note, seen.replace("\n", "\n\n", 1)):
        assert service.post(None, "/log/cosignatures", note=bad).status_code == 422
    assert 'role="alert"' not in service.client.get("/evidence").text


@pytest.mark.slow
def test_a_witness_that_signed_another_log_of_ours_is_told_of(service: Service) -> None:
    """Somebody signs with our key elsewhere: whoever brings the proof of it is heard."""
    assert service.house.log is not None
    signers = service.house.log._signers  # a key that somebody has copied
    other = Checkpoint(service.house.log.origin, 1, leaf_hash(b"another")).signed(*signers)
    assert service.post(None, "/log/cosignatures", note=looked(service, WITNESS, other)).status_code == 204
    (told,) = service.ask(None, "GET", "/log/witnesses").json()["witnesses"]
    assert told["trouble"] == "contradicts"
    assert service.get("sofia", "/health/ready")["troubles"] == ["witness_contradicts"]
    page = service.client.get("/evidence").text
    assert 'role="alert"' in page
    assert "a different log under this name" in page
    again = Witnesses(service.house, [NamedWitness(WITNESS.verifier)])
    assert again.troubles == [Trouble.WITNESS_CONTRADICTS]
