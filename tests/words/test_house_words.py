"""What the house, its tables and its audit say, in the reader's language."""

from pathlib import Path

import msgspec
import pytest

from banca.answers.story import story
from banca.house.audit import entries
from banca.house.audit.faults import NOT_LOOKED_AT, missing
from banca.house.demo import TITLE
from banca.house.keys import SESSION
from banca.house.opening import TableTerms, opening
from banca.law import Language
from banca.live.command import ROLES, Actor, PlaceBet, Role
from banca.live.event import Opened, Title
from banca.live.refusals import NOT_YOUR_ACT
from banca.live.seating import check_role
from banca.rulebook import Given, Message, Refusal
from banca.service.authentication import COOKIE
from banca.words import speech
from service import Service


def said(message: Message) -> list[str]:
    return [speech(one).message(message) for one in Language]


def test_a_demo_has_its_title_in_the_readers_language_and_its_journal_keeps_all_three() -> None:
    opened = opening(TableTerms(id="demo", game="wheel", title=TITLE))
    assert [opened.titled(one) for one in Language] == ["Demo", "Demonstração", "示範"]
    kept = msgspec.json.decode(msgspec.json.encode(opened), type=Opened)
    assert kept.title == Title(en="Demo", pt="Demonstração", zh="示範")


def test_a_title_in_one_text_is_the_same_for_everybody() -> None:
    opened = opening(TableTerms(id="salon", game="wheel", title="Salon 3"))
    assert {opened.titled(one) for one in Language} == {"Salon 3"}


def test_a_refusal_names_acts_and_roles_in_the_readers_language() -> None:
    with pytest.raises(Refusal) as caught:
        check_role(PlaceBet(bet="field", stake=100), Actor("ines", Role.INSPECTOR), Role.PLAYER)
    assert caught.value.code == NOT_YOUR_ACT
    act, role = PlaceBet.says, ROLES[Role.PLAYER]
    assert isinstance(act, Given)
    for language in Language:
        text = speech(language).message(caught.value.message)
        assert act.told[language] in text
        assert "place_bet" in text
        assert text.endswith(role.told[language])


@pytest.mark.server
def test_a_page_and_the_story_of_the_wheel_have_its_gazettes_word_for_the_player(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.open("wheel-1", "wheel", chance="observed")
        service.do("ana", "wheel-1", "sit")
        token = service.people.issue("sofia", SESSION, 3600.0).token
        headers = {"Accept": "text/html", "Cookie": f"{COOKIE}={token}; banca_lang=zh"}
        for path in ("/tables/wheel-1", "/rules/wheel"):
            page = service.client.get(path, headers=headers)
            assert page.status_code == 200
            assert "博彩者" not in page.text
        lines = "\n".join(story(entries(service.house.store, "wheel-1"), speech(Language.ZH)))
    assert "閒家" in lines
    assert "博彩者" not in lines


def test_a_counted_sentence_has_a_form_for_one() -> None:
    one, two = (said(Message(NOT_LOOKED_AT, asked=count)) for count in (1, 2))
    assert [text.replace("1", "2", 1) == other for text, other in zip(one, two, strict=True)] == [False, False, True]
    assert all("3" in text and "5" in text for text in said(missing(3, 5)))
    assert all("1" in text for text in said(missing(1, None)))
