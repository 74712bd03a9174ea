"""How public names are found: when they are first used; and by what they were called in version 1.0 (`moved.toml`), in other people's packages.

A meta path finder, because a game or a plug-in may import a submodule (`banca.rulebook.refusals`) that no longer has a file.
"""

import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from pkgutil import get_data
from types import ModuleType
from typing import Any

ANSWERS = "banca.answers"


class LazyPackage(ModuleType):
    """A package whose public name may also be the name of one of its modules, as `banca.game` is: it stays the public one."""

    def __setattr__(self, name: str, value: object) -> None:
        """Leave out what Python sets when it has read a module of that name."""
        if not (isinstance(value, ModuleType) and name in self.__all__):
            super().__setattr__(name, value)


def read_when_asked(package: str, modules: Mapping[str, tuple[str, ...]]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package (PEP 562): it imports the module of a public name when the name is first used.

    A command of the program needs a tenth of the modules, and to read all of them takes longer than the command itself.
    The library `lazy_loader` does the same from stub files, but lets a module take the place of a function of the same name.

    Args:
        package: The `__name__` of the package; its `__all__` lists the public names.
        modules: The public names by the module that defines them.
    """
    defined_in = {name: module for module, names in modules.items() for name in names}
    sys.modules[package].__class__ = LazyPackage

    def get(name: str) -> object:
        if name not in defined_in:
            because = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(because, name=name, obj=package)
        value = getattr(import_module(defined_in[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return get


@cache
def moved() -> Mapping[str, Any]:
    """Return the tables of `moved.toml`."""
    return tomllib.loads((get_data("banca", "moved.toml") or b"").decode())


class MovedModules:
    """Finds a module by the name that it had in version 1.0.

    Its bases would be in `importlib.abc`, which takes longer to import than the rules of a game; Python asks for the methods alone.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith("banca."):
            return None
        package = fullname.rpartition(".")[0]
        # Under the old name of a package, a file of today's would become a second module.
        if sys.modules[package].__name__ == package:
            spec = PathFinder.find_spec(fullname, path, target)
            # A folder without a file is what an update of a checkout left of a module of 1.0, with nothing but byte code.
            if spec and spec.has_location:
                return spec
        modules = moved()["modules"]
        if fullname == ANSWERS or fullname in modules or package in modules:
            return ModuleSpec(fullname, self, is_package=True)  # type: ignore[arg-type]  # a loader by its methods
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        if spec.name == ANSWERS:
            return self.create_answers()
        package, _, name = spec.name.rpartition(".")
        modules = moved()["modules"]
        module = import_module(modules.get(spec.name) or f"{modules[package]}.{name}")
        spec.loader_state = module.__spec__
        for old, new in moved()["names"].get(module.__name__, {}).items():
            setattr(module, old, getattr(module, new))
        if type(module) is ModuleType and hasattr(module, "__all__"):
            # `import banca.rulebook.refusal` is not to put that module over the function `refusal`.
            module.__class__ = LazyPackage
        return module

    def create_answers(self) -> ModuleType:
        answers = ModuleType(ANSWERS)
        for module, names in moved()["answers"].items():
            vars(answers).update({name: getattr(import_module(module), name) for name in names})
        vars(answers).update(__path__=[])
        return answers

    def exec_module(self, module: ModuleType) -> None:
        """Do not execute the module again: only give it back its own spec, which `import` has just replaced."""
        module.__spec__ = module.__spec__ and module.__spec__.loader_state


def install() -> None:
    """Let `import` find the modules of version 1.0."""
    if not any(isinstance(finder, MovedModules) for finder in sys.meta_path):
        sys.meta_path.insert(0, MovedModules())
