"""The register: every change of people, keys and authorisations is an entry, and the store must say the same."""

from datetime import date
from pathlib import Path

import pytest

from banca.house.audit import export, import_lines, verify
from banca.house.authorisations import Authorisation, add_authorisation
from banca.house.cage import CashIn
from banca.house.commands import CommandRequest
from banca.house.desk import HouseClient
from banca.house.house import House
from banca.house.people import People
from banca.house.register import (
    REGISTER,
    ApprovalRequested,
    AuthorisationRecorded,
    FailedLogIns,
    KeyEnded,
    KeyIssued,
    LogInsFailed,
    PasswordChanged,
    PasswordReset,
    PersonAdded,
    PersonShutOut,
    Record,
    RegisterBegun,
    RegisterEvent,
)
from banca.house.store import Store, open_store
from banca.rules import Refusal
from banca.tables.commands import Actor, Close, Role, Sit
from banca.tables.events import TableOpened
from support.forgery import copied, entries, relog, run, verified
from support.houses import bare_store
from support.lanes import Clock
from support.server import CHEAP, PASSWORD

SOFIA, RUI, INES = Actor("sofia", Role.SUPERVISOR), Actor("rui", Role.SUPERVISOR), Actor("ines", Role.INSPECTOR)
GRANTED = Authorisation(
    game="craps",
    option="field_12",
    value="3",
    asked=date(2026, 11, 2),
    planned=date(2026, 11, 3),
    reference="DICJ 7/2026",
    by="sofia",
    at="2026-11-02T01:00:00.000+00:00",
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
def people(store: Store) -> People:
    people = People(House(store), hasher=CHEAP, clock=Clock(1_000_000.0))
    people.add("sofia", Role.SUPERVISOR, PASSWORD)
    return people


def facts(file: Path) -> list[object]:
    return [event for entry in entries(file, REGISTER) for event in entry.events if not isinstance(event, TableOpened)]


def found(store: Store) -> list[str]:
    return [one.why.code for one in verify(store).findings]


def test_everything_about_people_is_an_entry(people: People, file: Path, store: Store) -> None:
    people.add("ana", Role.PLAYER, PASSWORD, by=SOFIA)
    session = people.log_in("ana", PASSWORD, "192.0.2.7")
    token = people.issue("ana", "robot", parent=session.person)
    people.log_out(token.person)
    with pytest.raises(Refusal):
        people.change_password(session.person, "wrong", "another one of words")
    changed = people.change_password(session.person, PASSWORD, "another one of words")
    people.reset("ana", by=SOFIA)
    people.disable("ana", by=SOFIA)
    with pytest.raises(Refusal):
        people.log_in("ana", "wrong", "192.0.2.8")
    with pytest.raises(Refusal):
        people.log_in("my password by mistake", "wrong", "192.0.2.8")
    people.record_failures()
    people.record_failures()  # nothing more
    add_authorisation(people.house, GRANTED, SOFIA)
    told = facts(file)
    kinds = [type(one) for one in told]
    assert kinds == [
        RegisterBegun, PersonAdded, PersonAdded, KeyIssued, KeyIssued, KeyEnded, PasswordChanged, KeyIssued,
        PasswordReset, PersonShutOut, LogInsFailed, AuthorisationRecorded,
    ]  # fmt: skip
    assert isinstance(told[3], KeyIssued)
    assert (told[3].name, told[3].label, told[3].address) == ("ana", "", "192.0.2.7")
    assert told[10] == LogInsFailed(
        tried=(FailedLogIns("ana", "", 1), FailedLogIns("ana", "192.0.2.8", 1), FailedLogIns("", "192.0.2.8", 1))
    )
    by = [entry.by for entry in entries(file, REGISTER)]
    assert by[3:] == ["sofia", "ana", "ana", "ana", "ana", "ana", "sofia", "sofia", "house", "sofia"]
    journal = b"".join(row.body for row in store.rows(REGISTER))
    for secret in (PASSWORD, session.token, token.token, changed.token, "argon2", "by mistake"):
        assert secret.encode() not in journal
    assert found(store) == []


def test_an_older_store_begins_its_register_with_its_staff_and_keys(people: People, file: Path, store: Store) -> None:
    people.issue("sofia", "robot")
    add_authorisation(people.house, GRANTED)
    run(file, "DELETE FROM journal WHERE table_id = 'register'", "DELETE FROM tables WHERE id = 'register'")
    relog(file)
    house = House(store)
    assert house.register.staff == {"sofia": Role.SUPERVISOR}
    assert found(store) == []
    again = House(store)
    assert again.table(REGISTER).seq == house.table(REGISTER).seq == 2


PUT_THERE = [
    ("INSERT INTO users (name, role, password, must_change, is_disabled) VALUES ('eve', 'supervisor', '', 0, 0)",
     "person_differs"),
    ("UPDATE users SET role = 'supervisor' WHERE name = 'ana'", "person_differs"),
    ("UPDATE users SET role = 'player' WHERE name = 'sofia'", "person_differs"),
    ("UPDATE users SET is_disabled = 0 WHERE name = 'gone'", "person_differs"),
    ("UPDATE users SET is_disabled = 0 WHERE name = 'bento'", "person_differs"),
    ("DELETE FROM users WHERE name = 'gone'", "person_differs"),
    ("UPDATE users SET password = 'another' WHERE name = 'ines'", "entrance_differs"),
    ("UPDATE users SET factor = 'another' WHERE name = 'ines'", "entrance_differs"),
    ("UPDATE users SET password = 'another' WHERE name = 'dora'", "entrance_differs"),
    ("INSERT INTO keys (digest, name, label, csrf, expires) VALUES ('12ab', 'sofia', '', '', 9e9)", "key_stray"),
    ("UPDATE keys SET name = 'ines'", "key_stray"),
    ("UPDATE keys SET expires = 9e9", "key_stray"),
    ("UPDATE keys SET label = ''", "key_stray"),
    ("UPDATE authorisations SET reference = 'DICJ 8/2026'", "authorisation_differs"),
    ("DELETE FROM authorisations", "authorisation_differs"),
    ("INSERT INTO authorisations SELECT 9, game, option, value, '2020-01-02', planned, 'invented', by, at "  # noqa: ISC004
     "FROM authorisations", "authorisation_differs"),
]  # fmt: skip
"""Into the store, past the register: people, what they come in by, keys, authorisations; and what the audit says."""


def test_what_is_put_into_the_store_past_the_register_is_found(people: People, file: Path, tmp_path: Path) -> None:
    for name, role in (("ana", Role.PLAYER), ("bento", Role.PLAYER), ("gone", Role.INSPECTOR)):
        people.add(name, role, PASSWORD)
    people.disable("gone")
    people.disable("bento")
    people.add("ines", Role.INSPECTOR, PASSWORD)
    people.add("rui", Role.SUPERVISOR, PASSWORD)
    waits = people.request_approval(SOFIA, REGISTER, "w", Record(fact=PersonAdded(name="dora", role=Role.INSPECTOR)))
    people.approve(INES, waits.number)
    people.issue("sofia", "robot")
    people.reset("rui")
    add_authorisation(people.house, GRANTED)
    assert found(people.house.store) == []
    for number, (change, code) in enumerate(PUT_THERE):
        other = copied(file, tmp_path / f"{number}.db")
        run(other, change)
        assert [one.why.code for one in verified(other).findings] == [code], change


NOT_THEIRS: list[tuple[Actor, RegisterEvent]] = [
    (Actor("ana", Role.PLAYER), PersonAdded(name="eve", role=Role.SUPERVISOR)),
    (Actor("carlos", Role.CROUPIER), PasswordReset(name="sofia")),
    (INES, PersonShutOut(name="sofia")),
    (SOFIA, KeyIssued(name="ines", key="1", until="")),
    (SOFIA, PasswordChanged(name="ines")),
    (SOFIA, LogInsFailed(tried=())),
    (SOFIA, RegisterBegun()),
    (Actor("ana", Role.PLAYER), ApprovalRequested(table="cage", id="1", command=Record(fact=RegisterBegun()), round=1)),
]


def test_nobody_puts_down_what_is_not_theirs_or_gives_the_register_another_command(people: People) -> None:
    for by, fact in NOT_THEIRS:
        with pytest.raises(Refusal) as no:
            people.house.record(fact, by=by)
        assert no.value.code == "not_your_act", fact
    for command in (Sit(), Close()):
        with pytest.raises(Refusal) as no:
            people.house.do(CommandRequest(table=REGISTER, actor=SOFIA, id=command.do, command=command))
        assert no.value.code == "unknown_act"


def test_who_is_shut_out_in_one_process_is_out_in_another_at_once(people: People, db: str) -> None:
    other = House(open_store(db))
    people.add("ana", Role.PLAYER, PASSWORD)
    elsewhere = People(other, hasher=CHEAP, clock=Clock(1_000_000.0))
    ana = people.issue("ana", "robot")
    assert elsewhere.check(ana.token) is not None
    assert elsewhere.cached(ana.token) is not None
    HouseClient(other).open_table("c1", "craps")
    people.disable("ana")
    with pytest.raises(Refusal) as no:
        other.do(CommandRequest(table="c1", actor=ana.person.actor, id="2", command=Sit()))
    assert no.value.code == "shut_out"
    assert elsewhere.cached(ana.token) is None
    assert elsewhere.check(ana.token) is None
    people.add("rui", Role.SUPERVISOR, PASSWORD)
    people.disable("rui")
    cash_in = CommandRequest(table="cage", actor=RUI, id="1", command=CashIn(player="ana", stake=100))
    with pytest.raises(Refusal) as no:
        other.do(cash_in)
    assert no.value.code == "shut_out"
    people.reset("rui")
    other.do(cash_in)


def test_a_house_that_was_read_in_begins_with_nobody(people: People, store: Store, tmp_path: Path) -> None:
    people.add("supervisor", Role.SUPERVISOR, PASSWORD)
    people.disable("supervisor")
    other = open_store(bare_store(tmp_path / "other.db"))
    import_lines(other, export(store))
    house = House(other)
    assert (house.register.staff, house.register.out) == ({}, frozenset())
    again = People(house, hasher=CHEAP)
    password = again.first_start()
    assert password is not None
    assert again.log_in("supervisor", password).person.must_change
    assert found(other) == []
    assert House(other).register == house.register


def test_what_a_token_made_is_forgotten_with_it_in_another_process(people: People, db: str) -> None:
    other = People(House(open_store(db)), hasher=CHEAP, clock=Clock(1_000_000.0))
    people.add("ana", Role.PLAYER, PASSWORD)
    parent = people.issue("ana", "parent")
    child = people.issue("ana", "child", parent=parent.person)
    assert other.check(child.token) is not None
    people.log_out(parent.person)
    other.house.refresh()
    assert other.cached(child.token) is None
    assert other.check(child.token) is None
