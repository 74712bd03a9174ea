"""The order of acts at a table, as rows: what may be done in which phase, what comes next, by which clause."""

from collections.abc import Sequence
from dataclasses import dataclass

from banca.rulebook.citation import Citation
from banca.rulebook.refusal import Code, Defect, Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One act of the croupier or a player: allowed only in `phase`, it leads to phase `then`."""

    name: str
    phase: str
    then: str
    cite: Citation


def next_phase(acts: Sequence[Act], phase: str, name: str) -> str:
    """The phase after act `name`; refused with the act's clause where it does not belong."""
    for act in acts:
        if (act.name, act.phase) == (name, phase):
            return act.then
    allowed = [act.name for act in acts if act.phase == phase]
    cite = next((act.cite for act in acts if act.name == name), None)
    if cite is None:
        raise Defect(f"there is no act {name!r}")  # noqa: EM102, TRY003 - a fault of the program, not of a person
    raise Refusal(Code.OUT_OF_PHASE, cite, asked=name, phase=phase, allowed=allowed)
