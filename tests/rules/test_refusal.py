"""Refusals, warnings and findings: declared once each, where they belong, and said in three languages without a catalogue."""

import pickle
import re

import pytest

from banca.analysis.game import game
from banca.games import playable
from banca.i18n import translator
from banca.law import Language, clauses_of
from banca.rules import CASINO, PLAYER, Citation, Code, Message, NotNow, Refusal, Text, given_text, refusal, words
from support.commands import declared, run
from support.paths import DATA

BLANK = re.compile(r"\{(\w*)\}")
KNOWN = (DATA / "refusal_codes.txt").read_text().split()
"""Every code that programs outside may have come to rely on."""
LID = refusal(
    "lid", words("{asked} is no lid: {because}", pt="{asked} não é tampa: {because}", zh="{asked} 非蓋：{because}")
)
HINGE = Code("hinge", words("the hinge {asked} is loose", pt="a dobradiça {asked} está solta", zh="鉸鏈 {asked} 鬆脫"))
CITE = Citation("box", "1.2")


@pytest.mark.slow
def test_the_public_codes_are_those_of_old_and_each_is_declared_once() -> None:
    assert sorted(map(str, declared())) == KNOWN


@pytest.mark.slow
def test_every_sentence_is_said_in_three_languages_with_the_same_blanks() -> None:
    for code in declared():
        assert code.isidentifier()
        assert all(code.says.is_in(language) for language in Language), code
        templates = [code.says.template(language) for language in Language]
        assert all(template and template == template.strip() for template in templates), code
        assert len({tuple(sorted(BLANK.findall(template))) for template in templates}) == 1, code


# Words that a game's catalogue overrides: a user may type them, too

USUAL = f"{PLAYER.in_language('zh')}的{CASINO.in_language('zh')}"


@pytest.mark.slow
@pytest.mark.parametrize("name", playable())
def test_every_message_quotes_what_was_typed_unchanged_in_every_game_and_language(name: str) -> None:
    cite = Citation(name, next(iter(clauses_of(name))))
    for code in declared():
        blanks = set(BLANK.findall(code.says))
        for spoken in Language:
            say = translator(spoken, name)
            plain = say.message(Message(code, cite, **dict.fromkeys(blanks, "typed")))
            for given in (
                USUAL,
                [USUAL],
                Text("{x}").fill(x=USUAL),
                given_text(dict.fromkeys(Language, USUAL)),
            ):
                said = say.message(Message(code, cite, **dict.fromkeys(blanks, given)))
                assert said == plain.replace("typed", USUAL), code


def test_our_own_words_in_a_message_are_the_games() -> None:
    message = Message(LID, Citation("pai_kao", "1.4"), asked=PLAYER, because=Message(HINGE, asked=USUAL))
    assert translator(Language.ZH).message(message).startswith(f"閒家 非蓋：鉸鏈 {USUAL} 鬆脫")


@pytest.mark.parametrize(
    "asked",
    [
        ("pai-kao", "rank", USUAL),
        ("settle", "wheel", "--bet", f"{USUAL}=1", "--outcome", "symbol 1"),
        ("settle", "wheel", "--bet", f"symbol:1={USUAL}", "--outcome", "symbol 1"),
        ("settle", "wheel", "--bet", "symbol:1=1", "--outcome", USUAL),
        ("odds", "wheel", "--option", f"{USUAL}=1"),
        ("odds", USUAL),
    ],
)
def test_a_command_quotes_what_was_typed_unchanged(asked: tuple[str, ...]) -> None:
    for spoken in Language:
        refused = run(*asked, "--lang", spoken)
        assert (refused.exit_code, USUAL in refused.stderr) == (1, True), refused.stderr


def test_a_message_says_lists_words_and_other_messages_in_every_language() -> None:
    inner = Message(HINGE, CITE, asked=words("left", pt="esquerda", zh="左"))
    said = [Message(LID, CITE, asked=["red", 5], because=inner).in_language(spoken) for spoken in Language]
    assert said == [
        "red, 5 is no lid: the hinge left is loose (box 1.2)",
        "red, 5 não é tampa: a dobradiça esquerda está solta (box 1.2)",
        "red、5 非蓋：鉸鏈 左 鬆脫（box 1.2）",
    ]
    assert Message(HINGE, asked=[]).in_language("pt") == "a dobradiça nada está solta"
    assert str(Message(HINGE, asked="")) == "the hinge '' is loose"
    cited = Message(HINGE, Citation("box", "9"), asked=1)
    assert str(Message(LID, CITE, asked="x", because=cited)) == "x is no lid: the hinge 1 is loose (box 9) (box 1.2)"


@pytest.mark.parametrize("kind", [Refusal, NotNow])
def test_a_refusal_is_said_as_its_message_and_goes_whole_from_one_process_to_another(kind: type[Refusal]) -> None:
    message = Message(HINGE, CITE, asked=2)
    raised = kind.saying(message)
    copied = pickle.loads(pickle.dumps(raised))  # noqa: S301 - our own
    assert type(copied) is kind
    assert copied.message == raised.message == message
    assert str(copied) == str(message) == "the hinge 2 is loose (box 1.2)"
    assert (copied.code, copied.cite, copied.about) == (HINGE, CITE, {"asked": 2})
    assert copied.code.says.by_language == HINGE.says.by_language


@pytest.mark.parametrize("stake", ["0.50", "0", "x" * 500])
def test_str_of_a_refusal_is_what_the_command_line_prints_with_the_clause_written_out(stake: str) -> None:
    with pytest.raises(Refusal) as caught:
        game("wheel").settle({"symbol:1": stake}, ["symbol 1"])
    asked = ("settle", "wheel", "--bet", f"symbol:1={stake}", "--outcome", "symbol 1")
    assert run(*asked).stderr == f"banca: {caught.value}\n".replace("(R-money-2)", "(house rule R-money-2)")
