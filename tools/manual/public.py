"""What is public in Python: the modules that people are meant to import, and where each of their names is described."""

import ast
import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType

from sphinx.pycode import ModuleAnalyzer

from banca.games import find, playable
from banca.rules import Code

FACADE = "banca"
MODULES = {
    FACADE: "What most people need: games, bets, exact figures, settlement, simulation",
    "banca.analysis.simulation": "Strategies as data, and how they are played",
    "banca.analysis.sessions": "The whole distribution of a session, exactly",
    "banca.analysis.best_play": "The best way to play for a purse and a goal",
    "banca.analysis.exact": "Chances and advantages as fractions",
    "banca_gym": "The games as Gymnasium environments",
    "banca.proposals": "Files that propose bets",
    "banca.dossier": "What a regulator asks of a proposed bet",
    "banca_watch": "Whether recorded results are as the law says",
    "banca.law.rulebooks": "The rulebooks as texts, and which text applied on a day",
    "banca.i18n.lookup": "Finds games, bets and results by what people type",
    "banca.drawing": "Pictures of the tables",
    "banca.i18n": "The words in three languages",
    "banca.rules": "The vocabulary that games are written in",
}
"""The public modules, each with what it is for; what a name is called in the first of them that has it is what it is called."""


@cache
def own_parts() -> Mapping[str, ModuleType]:
    """What games have of their own in Python, as people import it: `banca.<game>`."""
    parts = {f"{FACADE}.{game}": find(game).part("python") for game in playable()}
    return {name: part for name, part in parts.items() if part is not None}


@cache
def modules() -> Mapping[str, ModuleType]:
    """Every public module by its name: the facade, the games' own, the others."""
    others = {name: import_module(name) for name in MODULES}
    return {FACADE: others[FACADE], **own_parts(), **others}


@dataclass(frozen=True, slots=True)
class Homes:
    """Where public names are described."""

    of: Mapping[tuple[str, str], str]
    """By the module and the name in it: its entry."""
    by_name: Mapping[str, str]
    """By what may be written between backticks: the bare name, or the whole."""


@cache
def homes() -> Homes:
    """The entry of every public name; what two modules export is described in the first."""
    entries: dict[int, str] = {}
    of: dict[tuple[str, str], str] = {}
    bare: dict[str, str] = {}
    for module, found in modules().items():
        for name in found.__all__:
            thing, whole = getattr(found, name), f"{module}.{name}"
            home = entries.setdefault(id(thing), whole) if has_docstring(thing, name) else whole
            of[module, name] = home
            bare.setdefault(name, home)
            bare.setdefault(f"{module}.{name}", home)
    return Homes(of, bare)


def has_docstring(thing: object, name: str) -> bool:
    """Whether it is a class or a function, and no other name of one: of a value, the text below it is its description."""
    return (inspect.isclass(thing) and thing.__name__ == name) or inspect.isroutine(thing)


def described(module: ModuleType, name: str) -> str:
    """What is said of a public name where it is defined; of a value, the text below its definition."""
    thing = getattr(module, name)
    if has_docstring(thing, name):
        return inspect.getdoc(thing) or ""
    if isinstance(thing, Code):
        return f"The refusal `{thing}`: {thing.says}"
    return "\n".join(ModuleAnalyzer.for_module(_origin(module, name)).find_attr_docs().get(("", name), []))


def _origin(module: ModuleType, name: str) -> str:
    """The module that a name was imported from, or this one; followed to where it is defined."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if (
            isinstance(node, ast.ImportFrom)
            and node.module
            and any((one.asname or one.name) == name for one in node.names)
        ):
            return _origin(import_module(node.module), name)
    return module.__name__
