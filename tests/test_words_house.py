"""What the house, its tables and its audit say, in the reader's language."""

import msgspec
import pytest

from banca.house.audit.faults import NOT_LOOKED_AT, missing
from banca.house.demo import TITLE
from banca.house.opening import TableTerms, opening
from banca.law import Language
from banca.live.command import ROLES, Actor, PlaceBet, Role, act_named
from banca.live.event import Opened, Title
from banca.live.refusals import NOT_YOUR_ACT
from banca.live.seating import check_role
from banca.rulebook import Given, Message, Refusal
from banca.words import speech


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


@pytest.mark.parametrize("role", Role)
def test_every_role_has_a_name_in_three_languages(role: Role) -> None:
    assert isinstance(ROLES[role], Given)
    assert ROLES[Role.PLAYER].told["zh"] == "博彩者"


def test_a_refusal_names_acts_and_roles_in_the_readers_language() -> None:
    with pytest.raises(Refusal) as caught:
        check_role(PlaceBet(bet="field", stake=100), Actor("ines", Role.INSPECTOR), Role.PLAYER)
    assert caught.value.code == NOT_YOUR_ACT
    assert said(caught.value.message) == [
        "“Place a bet” (place_bet) is reserved for: player",
        "«Colocar uma aposta» (place_bet) está reservado a: jogador",
        "「下注」（place_bet） 只限以下人士：博彩者",
    ]
    assert act_named(PlaceBet, "place_bet") == "“Place a bet” (place_bet)"


def test_a_missing_entry_is_followed_by_another_or_by_none() -> None:
    assert said(missing(3, 5))[0] == "entry 3 is missing; the next entry is 5"
    assert said(missing(1, None)) == [
        "entry 1 is missing; no entry follows",
        "falta o registo 1; não há registo seguinte",
        "缺第 1 項記錄；其後沒有記錄",
    ]


@pytest.mark.parametrize(
    ("count", "begins"),
    [
        (1, ["1 entry after", "1 registo depois", "其後 1 項"]),
        (2, ["2 entries after", "2 registos depois", "其後 2 項"]),
    ],
)
def test_a_counted_sentence_has_a_form_for_one(count: int, begins: list[str]) -> None:
    found = said(Message(NOT_LOOKED_AT, asked=count))
    assert [one.startswith(start) for one, start in zip(found, begins, strict=True)] == [True] * 3
