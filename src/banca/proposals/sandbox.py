"""The process that runs a proposal file and nothing else: Starlark in, tables out, within limits it sets itself.

It knows nothing of Banca and imports none of it: the file sees the outcomes it is sent, and whatever goes wrong, from an
endless loop to all the memory, ends here. `compiler.py` starts it with one JSON object on its standard input and reads one
from its standard output; on standard error it says at which line it is, for whoever has to tell why it died.

Once the file has run, its module is frozen: a step can remember nothing, so that it says the same whenever it is asked.
"""

import ast
import io
import json
import re
import resource
import sys
import threading
import time
import tokenize
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import starlark

# Starlark was chosen over what else runs a stranger's code. Restricted Pythons (RestrictedPython, asteval, `ast` with a list of allowed
# nodes) have been escaped again and again, since Python's objects lead everywhere; Lua (lupa) and JavaScript (quickjs) are no closer to
# what a mathematician reads and neither is deterministic by design; WebAssembly (wasmtime with a Python inside) takes seconds to start;
# containers and seccomp need rights, or an operating system, that a laptop of an applicant may not have. Starlark has no files, clock
# or chance in the language itself, its values are frozen after a run, and Rust's implementation of it asks every thousand steps whether
# to go on. What a language cannot
# promise, time and memory, the operating system holds to (`main`).

Json = dict[str, Any]

# What the file is called in Starlark's own messages, where its lines are looked for.
FILE = "proposal"
AT_LINE = re.compile(rf"^(?:  \* | {{1,5}}--> ){FILE}:(\d+)", re.MULTILINE)
ERROR = re.compile(r"^error: (.*)", re.MULTILINE)
# What Starlark says of a line at the end of the one before.
REPORTED_EARLY = ("tabs are not allowed", "incorrect indentation")
NO_FACT = re.compile(r"Object of type `struct` has no attribute `(\w+)`")
UNCALLED = re.compile(r"(?:prelude|record)\.(win|lose|push|stay)")
AT_THE_END = "unexpected new line here"
NEVER_CLOSED = "the file ends before the bracket that opens here is closed"
# The names of record.star.
RESERVED = re.compile(r"\bbanca_\w*")
# How deep calls may lie within each other.
DEEPEST = 60
# Bytes for what lies within each other in a file: with so many, brackets and lists as deep as a file can write them.
STACK = 400 << 20
# Letters of one argument.
MOST_ARGUMENT = 50_000
# Letters of a value in a message.
MOST_SHOWN = 200
# The arguments that are told to Banca as they are, by call.
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "proposal": ("game", "title"),
    "bet": ("id", "name", "description", "pays", "prizes", "states", "sees", "selection", "label", "place", "phase"),
    "change": ("bet", "pays"),
}


class Fault(Exception):  # noqa: N818 - said to the writer of the file
    """What is wrong, and where: a kind that Banca has a sentence for, or Starlark's own words."""

    def __init__(self, line: int, kind: str, **about: object) -> None:
        super().__init__(kind)
        self.fault = {"line": line, "kind": kind, **about}


def main() -> None:
    """Read what is asked, hold oneself to the limits, answer."""
    request = json.load(sys.stdin)
    # Limits of the process itself, so that they hold whatever the interpreter does: memory, processor time (a second more than Starlark's
    # own deadline, which says at which line), nothing written to any file, and no core dump of what a proposer sent.
    memory, seconds = request["memory"], int(time.process_time() + request["seconds"])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds + 1, seconds + 2))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # The main thread's stack cannot grow any more: a parser that recurses for every bracket needs a thread with a stack of its own.
    answers: list[str] = []
    threading.stack_size(STACK)
    deep = threading.Thread(target=lambda: answers.append(answer(request)))
    deep.start()
    deep.join()
    sys.stdout.write(answers.pop())


def answer(request: Json) -> str:
    """What there is to say of a file."""
    try:
        return json.dumps(Sandbox(request).answer())
    except Fault as fault:
        return json.dumps({"fault": fault.fault})


class Sandbox:
    """One file, its limits, and the module it runs in."""

    def __init__(self, request: Json) -> None:
        self.request = request
        self.deadline = time.process_time() + request["seconds"]
        self.steps = 0
        self.cells = request["cells"]
        self.seen: list[str] = []
        tools = [starlark.LibraryExtension.StructType, starlark.LibraryExtension.CallStack]
        self.globals = starlark.Globals.extended_by(tools)
        self.options = starlark.EvalOptions(check_cancelled=self.check, max_callstack_size=DEEPEST)
        self.dialect = starlark.Dialect.standard()
        self.dialect.enable_top_level_stmt = True
        self.dialect.enable_f_strings = True
        self.module = self.make_module()
        self.dialect.enable_load = False

    def make_module(self) -> starlark.Module:
        """The module as the file finds it: the helpers, which cannot change, and what records its calls."""
        here = Path(__file__)
        helpers = here.with_name("prelude.star").read_text("utf-8")
        prelude = starlark.Module()
        self.eval(prelude, "prelude", helpers)
        loader = starlark.FileLoader({"prelude": prelude.freeze()}.__getitem__)
        names = ", ".join(f'"{name}"' for name in re.findall(r"^def ([a-z]\w*)", helpers, re.MULTILINE))
        module = starlark.Module()
        starlark.eval(module, starlark.parse("load", f'load("prelude", {names})', self.dialect), self.globals, loader)
        self.eval(module, "record", here.with_name("record.star").read_text("utf-8"))
        return module

    def check(self) -> bool:
        """Whether the file has used up its steps or its time; Starlark asks after every thousand steps or so.

        Its time is the processor's: a busy machine makes no file too long.
        """
        self.steps += 1
        return bool(self.steps > self.request["steps"]) or time.process_time() > self.deadline

    def answer(self) -> Json:
        """Everything the file proposes, over the outcomes of its game."""
        source = self.request["source"]
        if own := RESERVED.search(source):
            raise Fault(source.count("\n", 0, own.start()) + 1, "value", asked="name", given=own[0])
        if self.request["trace"]:
            return self.trace()
        self.run(lambda: self.eval(self.module, FILE, source))
        self.frozen: starlark.FrozenModule = self.run(self.module.freeze)
        calls = {kind: [self.line(where) for where in self.ask(1, "banca_calls", kind)] for kind in ARGUMENTS}
        if len(calls["proposal"]) != 1:
            raise Fault((calls["proposal"] or [1])[-1], "proposal_once")
        for kind in ("bet", "change"):
            if len(calls[kind]) > self.request["calls"]:
                raise Fault(calls[kind][-1], "calls", asked=f"{kind}()", allowed=self.request["calls"])
        line = calls["proposal"][0]
        about = self.read_arguments("proposal", 0, line)
        game = about["game"]
        if not isinstance(game, str) or game not in self.request["outcomes"]:
            raise Fault(line, "game", asked=str(game)[:MOST_SHOWN])
        outcomes = self.request["outcomes"][game]
        return {
            "line": line,
            "about": about,
            "bets": [self.explore_bet(number, where, outcomes) for number, where in enumerate(calls["bet"])],
            "changes": [self.check_change(number, where, outcomes) for number, where in enumerate(calls["change"])],
        }

    def trace(self) -> Json:
        """Run the file again statement by statement, saying where it is: for a file that killed the process."""
        lines = self.request["source"].split("\n")
        for node in ast.parse(self.request["source"]).body:
            report_line(node.lineno)
            text = "\n" * (node.lineno - 1) + "\n".join(lines[node.lineno - 1 : node.end_lineno])
            try:
                self.eval(self.module, FILE, text)
            except starlark.StarlarkError:
                continue
        return {}

    def read_arguments(self, kind: str, number: int, line: int) -> Json:
        """The arguments of a call that are no functions; a table of prizes as pairs, so that no key hides another."""
        about = {}
        for key in ARGUMENTS[kind]:
            try:
                value = self.call("banca_given", kind, number, key)
                about[key] = list(value.items()) if key == "prizes" and isinstance(value, dict) else value
                is_short = len(json.dumps(value)) <= MOST_ARGUMENT
            except (starlark.StarlarkError, ValueError, TypeError, RecursionError):
                is_short = False
            if not is_short:
                self.refuse(kind, number, key, line)
        return about

    def has_function(self, kind: str, number: int, key: str, line: int) -> bool:
        """Whether a function was given; nothing else may be."""
        given = self.ask(line, "banca_type", kind, number, key)
        if given not in {"NoneType", "function"}:
            shown = self.ask(line, "banca_shown", kind, number, key, MOST_SHOWN)
            raise Fault(line, "function", asked=key, given=shown)
        return bool(given == "function")

    def refuse(self, kind: str, number: int, key: str, line: int) -> NoReturn:
        """Say what was given and may not be."""
        given = self.ask(line, "banca_shown", kind, number, key, MOST_SHOWN)
        raise Fault(line, "value", asked=key, given=given)

    def explore_bet(self, number: int, line: int, outcomes: list[Json]) -> Json:
        """One bet's table; where the same outcomes look alike to it, they are one column."""
        report_line(line)
        about = self.read_arguments("bet", number, line)
        wins, ties, step = (self.has_function("bet", number, key, line) for key in ("wins", "ties", "step"))
        if wins == step or (step and ties):
            raise Fault(line, "wins_or_step")
        sees = about["sees"]
        known = list(outcomes[0])
        if sees is not None and (not isinstance(sees, list) or not sees or any(fact not in known for fact in sees)):
            raise Fault(line, "sees", allowed=known)
        self.seen = known if sees is None else sees
        columns: dict[str, int] = {}
        seen: list[Json] = []
        column_of = []
        for outcome in outcomes:
            key = json.dumps(outcome if sees is None else [outcome[fact] for fact in sees])
            if key not in columns:
                columns[key] = len(seen)
                seen.append(outcome)
            column_of.append(columns[key])
        most = min(self.request["states"], self.cells // len(seen))
        table = self.ask(line, "banca_explore", number, seen, sees, most, MOST_SHOWN)
        if "fault" in table:
            by = self.line_of_function(table.pop("by", "")) or line
            if forgotten := UNCALLED.fullmatch(table.get("gave", "")):
                raise Fault(by, "not_called", asked=forgotten[1])
            raise Fault(by, table.pop("fault"), allowed=most, **table)
        self.cells -= len(table["rows"]) * len(seen)
        return {"line": line, "about": about, "columns": column_of, **table}

    def check_change(self, number: int, line: int, outcomes: list[Json]) -> Json:
        """One change, and the outcomes it holds on."""
        report_line(line)
        about = self.read_arguments("change", number, line)
        self.has_function("change", number, "when", line)
        self.seen = list(outcomes[0])
        met = self.ask(line, "banca_met", number, outcomes)
        if isinstance(met, str):
            raise Fault(line, "value", asked="when", given=met)
        return {"line": line, "about": about, "met": met}

    def eval(self, module: starlark.Module, name: str, text: str) -> None:
        """Run some Starlark in a module."""
        starlark.eval_with(self.options, module, starlark.parse(name, text, self.dialect), self.globals)

    def call(self, name: str, *given: object) -> Any:  # whatever it gives
        """What a function of record.star answers."""
        return self.frozen.call_with(self.options, name, *given).value

    def ask(self, line: int, name: str, *given: object) -> Any:  # whatever it gives
        """The same; what goes wrong is said at `line` where no other line of the file is to blame."""
        return self.run(lambda: self.call(name, *given), line)

    def run(self, work: Callable[[], Any], line: int = 0) -> Any:  # whatever it gives
        """Do something with the file; whatever goes wrong is said at the innermost line of the file that was running."""
        try:
            return work()
        except starlark.StarlarkError as error:
            text = _error_text(str(error))
            kind = "too_long" if text.startswith("Evaluation cancelled") else "starlark"
            at = self.line(str(error)) + text.startswith(REPORTED_EARLY)
            at = min(at, self.request["source"].rstrip().count("\n") + 1)
            if lacks := NO_FACT.match(text):
                raise Fault(at or line, "fact", asked=lacks[1], allowed=self.seen) from None
            if text.startswith(AT_THE_END) and not at:
                at, text = _unclosed_bracket(self.request["source"]), NEVER_CLOSED
            raise Fault(at or line, kind, because=text) from None
        except UnicodeEncodeError as error:
            raise Fault(
                self.request["source"].count("\n", 0, error.start) + 1, "starlark", because=str(error)
            ) from None

    def line_of_function(self, name: str) -> int:
        """The line where the file defines a function, if only one is called so."""
        own = name.removeprefix(f"{FILE}.")
        lines = self.request["source"].split("\n")
        matches = [at for at, text in enumerate(lines, start=1) if text.split("(")[0].split() == ["def", own]]
        return matches[0] if len(matches) == 1 else 0

    @staticmethod
    def line(where: str) -> int:
        """The innermost line of the file in a traceback of Starlark's."""
        matches = AT_LINE.findall(where)
        return int(matches[-1]) if matches else 0


def _error_text(error: str) -> str:
    """What Starlark says, without where, without the picture of the line and without all that it would have liked."""
    match = ERROR.search(error)
    text = match[1] if match else error.split("\n", 1)[0]
    text = text.removeprefix("Parse error: ").removeprefix("fail: ")
    return text.split(", expected one of")[0][:MOST_SHOWN]


def _unclosed_bracket(source: str) -> int:
    """The line of the innermost bracket that a file never closes."""
    lines: list[int] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.string in {"(", "[", "{"}:
                lines.append(token.start[0])
            elif token.string in {")", "]", "}"} and lines:
                lines.pop()
    except (tokenize.TokenError, SyntaxError):
        pass
    return lines[-1] if lines else 0


def report_line(line: int) -> None:
    """Say where we are, for whoever finds this process dead."""
    sys.stderr.write(f"at {line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
