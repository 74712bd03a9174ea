"""Signed notes beside published ones, and checkpoints with their witnesses."""

from collections.abc import Callable
from functools import partial

import pytest

from banca.transparency.checkpoint import Checkpoint, open_checkpoint
from banca.transparency.note import BadNoteError, SignerKind, Verifier, open_note, sign
from support.witnesses import signer

PUBLISHED = (
    (
        "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        (
            "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n"
            "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
        ),
    ),
    (
        "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        (
            "This is an example message.\n\n"
            "— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
        ),
    ),
)
"""The examples of Go's package sumdb/note and of C2SP's signed-note."""


@pytest.mark.parametrize(("key", "note"), PUBLISHED)
def test_published_notes(key: str, note: str) -> None:
    verifier = Verifier.read(key)
    assert str(verifier) == key
    text, (signature,) = open_note(note, [verifier])
    assert signature.by == verifier
    with pytest.raises(BadNoteError):
        open_note(note.replace("i", "j", 1), [verifier])
    assert open_note(note, []) == (text, [])


def test_a_checkpoint_with_its_witness() -> None:
    log, witness = signer("casino.example/log"), signer("dicj.example/w", SignerKind.WITNESS, 2)
    stands = Checkpoint("casino.example/log", 8, bytes(range(32)))
    note = stands.signed(log) + witness.line(str(stands), 1_679_315_147)
    opened = open_checkpoint(note, [log.verifier, witness.verifier])
    assert opened.checkpoint == stands
    assert [(one.by.name, one.time) for one in opened.witnesses] == [("dicj.example/w", 1_679_315_147)]
    with pytest.raises(BadNoteError):
        open_checkpoint(note, [witness.verifier])
    with pytest.raises(BadNoteError):
        open_checkpoint(note.replace("\n8\n", "\n9\n"), [log.verifier])


NO_NOTES = [
    "",
    "text",
    "text\n",
    "text\n\n",
    "text\n\n— name\n",
    "text\n\n— name AAAA\n",
    "text\n\n— name !!!!\n",
    "text\n\n- name AAAAAAA=\n",
]
NO_KEYS = ["", "a+b", "name+00000000+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k", "a b+00000000+AAAA"]
NO_CHECKPOINTS = ["", "origin\n", "origin\n01\nAAAA\n", "origin\n1\nAAAA\n", "\n1\nAAAA\n", "origin\n-1\nAAAA\n"]


@pytest.mark.parametrize(
    ("read", "wrong"),
    [(partial(open_note, verifiers=[]), NO_NOTES), (Verifier.read, NO_KEYS), (Checkpoint.read, NO_CHECKPOINTS)],
    ids=["note", "key", "checkpoint"],
)
def test_what_is_no_note_key_or_checkpoint(read: Callable[[str], object], wrong: list[str]) -> None:
    for text in wrong:
        with pytest.raises(BadNoteError):
            read(text)


def test_a_note_ends_its_last_line_and_its_base64_has_no_other_letters() -> None:
    log = signer("casino.example/log")
    with pytest.raises(BadNoteError):
        sign("a text without its end", log)
    note = sign("a text\n", log)
    assert open_note(note, [log.verifier])[0] == "a text\n"
    with pytest.raises(BadNoteError):
        open_note(note[:-5] + "*" + note[-5:], [log.verifier])
    root = "A" * 43 + "="
    assert Checkpoint.read(f"log\n7\n{root}\n").size == 7
    with pytest.raises(BadNoteError):
        Checkpoint.read(f"log\n7\n{root}")
