"""The reference of the Python interface: one page for each public module, from its docstrings."""

import inspect
from types import ModuleType

from manual.docstrings import marked, written
from manual.public import MODULES, described, has_docstring, homes, modules

HEAD = """Python
======

.. currentmodule:: banca

Every public name: what other modules of the package hold may change at any time. Money goes in and comes out in patacas wherever no name says avos; chances and
advantages are :py:class:`fractions.Fraction`. What is not allowed raises :py:class:`~banca.Refusal`, whose text says what would be.

"""


def python_pages() -> dict[str, str]:
    """The pages by their places in the site."""
    pages = {f"reference/python/{name}.rst": _page(name, module) for name, module in modules().items()}
    return {"reference/python/index.rst": _index(), **pages}


def _index() -> str:
    rows = [
        (f":doc:`{name}`", MODULES.get(name) or _summary(module.__doc__ or "")) for name, module in modules().items()
    ]
    listed = "\n   ".join(modules())
    return HEAD + _table(rows) + f"\n.. toctree::\n   :hidden:\n\n   {listed}\n"


def _page(name: str, module: ModuleType) -> str:
    title = f"{name}\n{'=' * len(name)}\n\n"
    about = f".. py:module:: {name}\n\n" + "\n".join(written((inspect.getdoc(module) or "").splitlines())) + "\n\n"
    rows = [(f":py:obj:`{one} <{homes().of[name, one]}>`", _summary(described(module, one))) for one in module.__all__]
    entries = [_entry(name, module, one) for one in module.__all__ if homes().of[name, one] == f"{name}.{one}"]
    return title + about + _table(rows) + "\n" + "\n".join(entries)


def _table(rows: list[tuple[str, str]]) -> str:
    lines = "".join(f"   * - {first}\n     - {second}\n" for first, second in rows)
    return f".. list-table::\n   :widths: auto\n\n{lines}"


def _summary(text: str) -> str:
    """The first sentence or line of a docstring."""
    first = " ".join(text.split("\n\n", maxsplit=1)[0].split("\n>>>", maxsplit=1)[0].split())
    return marked(first) or "\\"


def _entry(module: str, found: ModuleType, name: str) -> str:
    thing, whole = getattr(found, name), f"{module}.{name}"
    if inspect.isclass(thing) and has_docstring(thing, name):
        kind = "exception" if issubclass(thing, BaseException) else "class"
        return f".. auto{kind}:: {whole}\n   :members:\n   :undoc-members:\n   :show-inheritance:\n"
    if inspect.isroutine(thing):
        return f".. autofunction:: {whole}\n"
    said = "\n   ".join(written(described(found, name).splitlines()))
    return f".. py:data:: {name}\n\n   {said}\n"
