"""The notebooks run from their first cell to their last, offline: what they assert holds, and nothing in them fails."""

from pathlib import Path

import nbclient
import pytest
from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook

from paths import ROOT
from patience import PATIENCE

pytestmark = [pytest.mark.server, pytest.mark.compiled]

FOLDER = ROOT / "docs" / "notebooks"
NOTEBOOKS = sorted(file.name for file in FOLDER.glob("*.md") if is_myst_markdown_notebook(file.read_text("utf-8")))


def test_there_are_three() -> None:
    assert NOTEBOOKS == ["exact-odds.md", "pai-kao.md", "strategies.md"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs(name: str, tmp_path: Path) -> None:
    notebook = read_myst_markdown_notebook((FOLDER / name).read_text("utf-8"))
    client = nbclient.NotebookClient(
        notebook, timeout=PATIENCE, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    )
    client.execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert cells[-1].outputs
    shown = {kind for cell in cells for output in cell.outputs for kind in output.get("data", {})}
    assert {"text/html", "image/svg+xml"} <= shown
