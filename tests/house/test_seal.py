"""The key of a house: where it is, who may read it, what happens without it; and what is sealed with it."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from banca.house.register import REGISTER
from banca.house.seal import SEALED_PREFIX, CannotUnsealError, Seal, open_seal
from banca.house.store import Store
from banca.rules import Refusal
from support.commands import run
from support.forgery import entries

SAID = "what must not be read"


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return tmp_path / "settings" / "banca" / "house.key"


def opens(seal: Seal, sealed: str) -> bool:
    try:
        return seal.open(sealed, about="it") == SAID
    except CannotUnsealError:
        return False


def refusal_of(store: Store, key: Path) -> Refusal:
    with pytest.raises(Refusal) as caught:
        open_seal(store, key)
    return caught.value


def test_it_is_made_at_the_first_start_and_is_nobody_elses(store: Store, key: Path) -> None:
    sealed = open_seal(store, key).close(SAID, about="it")
    assert key.stat().st_mode & 0o777 == 0o600
    assert key.parent.stat().st_mode & 0o777 == 0o700
    assert [one.name for one in key.parent.iterdir()] == ["house.key"]
    assert opens(open_seal(store, key), sealed)


def test_servers_that_start_at_once_get_one_key(store: Store, key: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        seals = list(pool.map(lambda _: open_seal(store, key), range(4)))
    sealed = seals[0].close(SAID, about="it")
    assert all(opens(seal, sealed) for seal in seals)


def test_a_key_that_others_may_get_at_is_refused_with_what_to_type(store: Store, key: Path) -> None:
    open_seal(store, key)
    for mode in (0o640, 0o604, 0o620, 0o601):
        key.chmod(mode)
        found = refusal_of(store, key)
        assert (found.code, found.about["found"]) == ("not_private", f"{mode:o}")
        assert found.about["allowed"] == f"chmod 600 {key}"


def test_what_is_no_key_is_refused(store: Store, key: Path) -> None:
    key.parent.mkdir(parents=True)
    for written in ("", "no key", "0" * 63, "0" * 65, "0" * 64 + "\n\n", "G" * 64):
        key.write_text(written)
        key.chmod(0o600)
        assert refusal_of(store, key).code == "bad_key", written


def test_a_missing_key_is_not_made_again(store: Store, key: Path) -> None:
    """As where a service starts with another home: hidden results must not be given up by mistake."""
    sealed = open_seal(store, key).close(SAID, about="it")
    kept = key.rename(key.with_name("elsewhere"))
    assert refusal_of(store, key).code == "key_missing"
    assert not key.exists()
    assert opens(open_seal(store, kept), sealed)


def test_another_key_is_refused_unless_the_first_is_given_up(store: Store, key: Path, tmp_path: Path) -> None:
    sealed = open_seal(store, key).close(SAID, about="it")
    (tmp_path / "other.key").write_text("ab" * 32 + "\n")
    (tmp_path / "other.key").chmod(0o600)
    assert refusal_of(store, tmp_path / "other.key").code == "key_differs"
    key.unlink()
    again = open_seal(store, key, is_lost=True)
    assert not opens(again, sealed)
    assert opens(open_seal(store, key), again.close(SAID, about="it"))


def test_the_program_refuses_in_one_line_and_a_lost_key_is_in_the_register(
    store: Store, db: str, tmp_path: Path, key: Path
) -> None:
    open_seal(store, key)
    key.unlink()
    found = run("serve", "--db", db, "--key", str(key), columns=400)
    assert (found.exit_code, len(found.stderr.splitlines()), "--key-lost" in found.stderr) == (1, 1, True)
    away = ("--key", str(key), "--key-lost", "--host", "192.0.2.1")  # not an address of ours: it ends at once
    assert run("serve", "--db", db, *away).exit_code == 1
    assert entries(tmp_path / "house.db", REGISTER)[-1].command.do == "replace_key"


# What is sealed with it

MINE, ANOTHER = Seal.fresh(), Seal.fresh()


def test_what_is_sealed_opens_as_it_was() -> None:
    sealed = MINE.close("魚-蟹-蟹", about="fpc 3")
    assert sealed.startswith(SEALED_PREFIX)
    assert "魚" not in sealed
    assert MINE.open(sealed, about="fpc 3") == "魚-蟹-蟹"
    assert MINE.close("3", about="fantan 1") != MINE.close("3", about="fantan 1")


@pytest.mark.parametrize(
    ("seal", "sealed", "about"),
    [
        (ANOTHER, MINE.close("3", about="fantan 1"), "fantan 1"),
        (MINE, MINE.close("3", about="fantan 1"), "fantan 2"),
        (MINE, MINE.close("3", about="fantan 1")[:-2], "fantan 1"),
        (MINE, "3", "fantan 1"),
        (MINE, "", "fantan 1"),
        (MINE, SEALED_PREFIX + "é", "fantan 1"),
    ],
    ids=["another key", "another place", "cut", "never sealed", "nothing", "no such letters"],
)
def test_nothing_else_opens(seal: Seal, sealed: str, about: str) -> None:
    with pytest.raises(CannotUnsealError):
        seal.open(sealed, about=about)
