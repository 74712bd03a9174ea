"""Files are written whole or not at all."""

from collections.abc import Callable
from pathlib import Path

import pytest

from banca.files import CANNOT_WRITE, check_writable, write_whole
from banca.rules import Refusal


def test_a_check_leaves_nothing_behind(tmp_path: Path) -> None:
    check_writable(tmp_path / "new.json")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    file.write_text("old")
    write_whole(file, "new")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("file.json", "new")]


@pytest.mark.parametrize("write", [check_writable, lambda file: write_whole(file, "text")])
def test_a_folder_that_is_not_there_is_refused(write: Callable[[Path], None], tmp_path: Path) -> None:
    with pytest.raises(Refusal) as caught:
        write(tmp_path / "nowhere" / "file.json")
    assert caught.value.code == CANNOT_WRITE
    assert list(tmp_path.iterdir()) == []
