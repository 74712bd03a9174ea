"""Modules are found by their names of version 1.0."""

from importlib import import_module

import pytest

from banca.moved import moved

MOVED, RENAMED, ANSWERS = (moved()[table] for table in ("modules", "names", "answers"))

COMPILED = {"banca.evenings", "banca.optimal"}
"""What imports numba."""
NAMES = [
    pytest.param(name, marks=[pytest.mark.compiled] * (name in COMPILED)) for name in (*MOVED, "banca.rulebook.refusal")
]


@pytest.mark.parametrize("name", NAMES)
def test_a_module_of_1_0_is_the_module_of_today(name: str) -> None:
    module = import_module(name)
    assert module is import_module(module.__name__)
    assert module.__spec__ is not None
    assert module.__spec__.name == module.__name__ != name


def test_a_module_that_1_0_did_not_have_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError, match="nothing"):
        import_module("banca.rulebook.nothing")


def test_a_module_of_1_0_does_not_hide_the_function_of_its_name() -> None:
    import_module("banca.rulebook.refusal")
    assert callable(import_module("banca.rules").refusal)


@pytest.mark.parametrize(("module", "old"), [(module, old) for module, names in RENAMED.items() for old in names])
def test_a_name_of_1_0_is_found_in_the_module_of_1_0(module: str, old: str) -> None:
    for name in [name for name, target in MOVED.items() if target == module]:
        assert getattr(import_module(name), old) is getattr(import_module(module), RENAMED[module][old])


def test_what_banca_answers_exported_is_found_where_it_is_now() -> None:
    answers = import_module("banca.answers")
    for module, names in ANSWERS.items():
        for name in names:
            assert getattr(answers, name).__module__ == module
