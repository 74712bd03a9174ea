"""What scripts say: every word that they ask for is told to their page, and no word is told for nothing."""

import re
from pathlib import Path

import pytest

from banca.house.audit import Check, Weight
from banca.live.command import Role
from banca.rulebook import KINDS
from banca.service.runs import RunState
from banca.service.web import audit, explorer, house, lab, lobby, me, proposals, rulebooks, table, texts, trainer
from banca.service.web.pai_kao_words import PAI_KAO_WORDS
from banca.words.phases import PHASES

WEB = Path(texts.__file__).parent
STATIC, TEMPLATES = WEB / "static", WEB / "templates"
TOLD = {
    "lobby": lobby.WORDS,
    "games": explorer.COMPARING,
    "explore": explorer.WORDS,
    "explore_pai_kao": explorer.PAI_KAO_WORDS,
    "rules": rulebooks.WORDS,
    "audit": audit.WORDS,
    "audit_table": audit.STORY_WORDS,
    "audit_register": audit.REGISTER_WORDS,
    "house": house.WORDS,
    "me": me.WORDS,
    "lab": lab.WORDS,
    "proposals": proposals.WORDS,
    "trainer": trainer.WORDS,
    "table": {**table.WORDS, **PAI_KAO_WORDS},
}
"""The words that the scripts of a template are told, beside those of every page."""
FROM_THE_HOUSE = {*map(str, (*Weight, *Check, *RunState, *Role)), *KINDS.values()}
"""What the house names and a script says as it comes."""
NOT_ASKED_FOR = {"explore_pai_kao": {"less_commission"}}
"""What stands in a script that a page shares, in a part that it does not use."""
IMPORTED = re.compile(r'(?:from|import) "(\.[^"]+)"')
SAID = re.compile(r"\bsay\(((?:[^(),`]|\([^()]*\))*)")
"""The first thing that `say` is given."""
PATTERN = re.compile(r"\bsay\(`([^`]*)`")


def scripts_of(template: str) -> set[Path]:
    """The scripts of a page, and all that these import."""
    text = (TEMPLATES / f"{template}.html").read_text("utf-8") + (TEMPLATES / "base.html").read_text("utf-8")
    todo = [STATIC / name for name in re.findall(r"'([\w/]+\.js)'", text)]
    found: set[Path] = set()
    while todo:
        file = todo.pop().resolve()
        if file not in found:
            found.add(file)
            todo += [file.parent / name for name in IMPORTED.findall(file.read_text("utf-8"))]
    return found


def code_of(template: str) -> str:
    return "\n".join(file.read_text("utf-8") for file in sorted(scripts_of(template)))


def asked_for(code: str) -> set[str]:
    """The words that `say` is given by name, also one or the other of two."""
    chosen = [given.rpartition("?")[2] if "?" in given else given for given in SAID.findall(code)]
    return {word for one in chosen for word in re.findall(r'"(\w+)"', one)}


def is_named(word: str, code: str) -> bool:
    patterns = [re.sub(r"\\\$\\\{.*?\\\}", r"\\w+", re.escape(one)) for one in PATTERN.findall(code)]
    return f'"{word}"' in code or any(re.fullmatch(one, word) for one in patterns)


@pytest.mark.parametrize("template", TOLD)
def test_every_word_that_a_script_says_is_told_to_its_page(template: str) -> None:
    told = {*texts.WORDS, *TOLD[template], *map(str, PHASES)}
    assert asked_for(code_of(template)) - told - NOT_ASKED_FOR.get(template, set()) == set()


@pytest.mark.parametrize("template", TOLD)
def test_no_word_is_told_to_a_page_for_nothing(template: str) -> None:
    code = code_of(template)
    assert [word for word in TOLD[template] if word not in FROM_THE_HOUSE and not is_named(word, code)] == []


def test_the_words_of_every_page_are_said_by_some_page() -> None:
    code = "\n".join(map(code_of, TOLD))
    assert [word for word in texts.WORDS if not is_named(word, code)] == []


def test_every_script_belongs_to_a_page() -> None:
    used = {file for page in TEMPLATES.glob("*.html") for file in scripts_of(page.stem)}
    assert {file.resolve() for file in STATIC.rglob("*.js")} == used
