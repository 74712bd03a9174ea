"""The process that runs a proposal file and nothing else: Starlark in, tables out, within limits it sets itself.

It knows nothing of Banca and imports none of it: the file sees the outcomes it is sent, and whatever goes wrong, from an
endless loop to all the memory, ends here. `compiler.py` starts it with one JSON object on its standard input and reads one
from its standard output; on standard error it says at which line it is, for whoever has to tell why it died.
"""

import ast
import json
import re
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import starlark

FILE = "proposal"
"""What the file is called in Starlark's own messages, where its lines are looked for."""
AT_LINE = re.compile(rf"(?:\* |--> ){FILE}:(\d+)")
MOST_CALLS = 60
"""How deep calls may lie within each other."""


class Fault(Exception):  # noqa: N818 - said to the writer of the file
    """What is wrong, and where: a kind that Banca has a sentence for, or Starlark's own words."""

    def __init__(self, line: int, kind: str, **about: object) -> None:
        super().__init__(kind)
        self.said = {"line": line, "kind": kind, **about}


def main() -> None:
    """Read what is asked, hold oneself to the limits, answer."""
    asked = json.load(sys.stdin)
    memory, seconds = asked["memory"], asked["seconds"]
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        answer = Sandbox(asked).answer()
    except Fault as fault:
        answer = {"fault": fault.said}
    sys.stdout.write(json.dumps(answer))


class Sandbox:
    """One file, its limits, and the module it runs in."""

    def __init__(self, asked: dict[str, Any]) -> None:
        self.asked = asked
        self.deadline = time.monotonic() + asked["seconds"]
        self.steps = 0
        self.outcomes: list[dict[str, Any]] = []
        self.module = starlark.Module()
        tools = [starlark.LibraryExtension.StructType, starlark.LibraryExtension.CallStack]
        self.globals = starlark.Globals.extended_by(tools)
        self.options = starlark.EvalOptions(check_cancelled=self.check, max_callstack_size=MOST_CALLS)

    def check(self) -> bool:
        """Whether the file has used up its steps or its time; Starlark asks after every thousand steps or so."""
        self.steps += 1
        return bool(self.steps > self.asked["steps"]) or time.monotonic() > self.deadline

    def answer(self) -> dict[str, Any]:
        """Everything the file proposes, over the outcomes of its game."""
        dialect = starlark.Dialect.standard()
        dialect.enable_top_level_stmt = True
        dialect.enable_f_strings = True
        dialect.enable_load = False
        prelude = Path(__file__).with_name("prelude.star").read_text("utf-8")
        self.run(lambda: self.eval("prelude", prelude, dialect))
        if self.asked["trace"]:
            return self.trace(dialect)
        self.run(lambda: self.eval(FILE, self.asked["source"], dialect))
        said = self.value("_said")
        if len(said) != 1:
            raise Fault(self.line(said[1][0]) if said else 1, "proposal_once")
        where, about = said[0]
        game = about["game"]
        if not isinstance(game, str) or game not in self.asked["outcomes"]:
            raise Fault(self.line(where), "game", asked=str(game), allowed=list(self.asked["outcomes"]))
        self.outcomes = self.asked["outcomes"][game]
        bets = self.value(
            "[(where, about, wins != None, step != None) for where, about, wins, ties, step, start in _bets]"
        )
        changes = self.value("[(where, about) for where, about, when in _changes]")
        return {
            "line": self.line(where),
            "about": about,
            "bets": [self.explored(number, *one) for number, one in enumerate(bets)],
            "changes": [self.met(number, *one) for number, one in enumerate(changes)],
        }

    def trace(self, dialect: starlark.Dialect) -> dict[str, Any]:
        """Run the file again statement by statement, saying where it is: for a file that killed the process."""
        lines = self.asked["source"].split("\n")
        for node in ast.parse(self.asked["source"]).body:
            announce(node.lineno)
            text = "\n" * (node.lineno - 1) + "\n".join(lines[node.lineno - 1 : node.end_lineno])
            try:
                self.eval(FILE, text, dialect)
            except starlark.StarlarkError:
                continue
        return {}

    def explored(
        self, number: int, where: str, about: dict[str, Any], has_wins: bool, has_step: bool
    ) -> dict[str, Any]:
        """One bet's table; where the same outcomes look alike to it, they are one column."""
        line = self.line(where)
        announce(line)
        if has_wins == has_step:
            raise Fault(line, "wins_or_step")
        sees = about["sees"]
        facts = self.outcomes
        if sees is not None and (not isinstance(sees, list) or not set(sees) <= set(facts[0])):
            raise Fault(line, "sees", allowed=list(facts[0]))
        columns: dict[str, int] = {}
        kept: list[dict[str, Any]] = []
        column_of = []
        for one in facts:
            seen = one if sees is None else {name: one[name] for name in sees}
            key = json.dumps(seen)
            if key not in columns:
                columns[key] = len(kept)
                kept.append(one)
            column_of.append(columns[key])
        self.module["_outcomes"] = kept
        table = self.run(lambda: self.value(f"_explore({number}, _outcomes, {sees!r}, {self.asked['states']})"), line)
        if "fault" in table:
            raise Fault(line, table.pop("fault"), allowed=self.asked["states"], **table)
        return {"line": line, "about": about, "columns": column_of, **table}

    def met(self, number: int, where: str, about: dict[str, Any]) -> dict[str, Any]:
        """One change, and the outcomes it holds on."""
        line = self.line(where)
        announce(line)
        self.module["_outcomes"] = self.outcomes
        return {"line": line, "about": about, "met": self.run(lambda: self.value(f"_met({number}, _outcomes)"), line)}

    def eval(self, name: str, text: str, dialect: starlark.Dialect | None = None) -> Any:  # noqa: ANN401 - whatever it gives
        """Run some Starlark in the module."""
        parsed = starlark.parse(name, text, dialect or starlark.Dialect.extended())
        return starlark.eval_with(self.options, self.module, parsed, self.globals).value

    def value(self, expression: str) -> Any:  # noqa: ANN401 - whatever it gives
        """What an expression of our own comes to."""
        return self.eval("banca", expression)

    def run(self, work: Callable[[], Any], line: int = 0) -> Any:  # noqa: ANN401 - whatever it gives
        """Do something with the file; whatever goes wrong is said at the innermost line of the file that was running."""
        try:
            return work()
        except starlark.StarlarkError as error:
            kind = "too_long" if "Evaluation cancelled" in str(error) else "starlark"
            raise Fault(self.line(str(error)) or line, kind, because=_words(str(error))) from None
        except (RecursionError, MemoryError, ValueError, TypeError) as error:
            raise Fault(line, "starlark", because=str(error)) from None

    @staticmethod
    def line(where: str) -> int:
        """The innermost line of the file in a traceback of Starlark's."""
        found = AT_LINE.findall(where)
        return int(found[-1]) if found else 0


def _words(error: str) -> str:
    """What Starlark says, without where and without the picture of the line."""
    said = error.split("error: ", 1)[-1].split("\n", 1)[0]
    return said.removeprefix("Parse error: ").removeprefix("fail: ")


def announce(line: int) -> None:
    """Say where we are, for whoever finds this process dead."""
    sys.stderr.write(f"at {line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
