"""Packages that show names of their modules without reading every module at the first import."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType


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
