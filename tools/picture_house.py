"""The house that is photographed: somebody of every role, a craps table in the middle of a throw, a wheel with weeks behind it, a class with its exams."""

import random
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec

from banca.games.roulette.table import ReadNumber, ThrowBall
from banca.house.cage import CashIn, CashOut
from banca.house.clock import HouseClock
from banca.house.commands import CommandRequest, TableTerms
from banca.house.house import House
from banca.house.people import SESSION, People
from banca.house.store import open_store
from banca.tables.chance import ChanceSource
from banca.tables.commands import THE_HOUSE, Actor, CallNoMoreBets, Command, OpenTable, Pay, PlaceBet, Role, Sit
from banca.training.exercise import WantedExercise
from banca_school.store import School

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.server import right_reply

PEOPLE = {
    "ana": Role.PLAYER,
    "bento": Role.PLAYER,
    "carlos": Role.CROUPIER,
    "duarte": Role.CROUPIER,
    "sofia": Role.SUPERVISOR,
    "rui": Role.SUPERVISOR,
    "ines": Role.INSPECTOR,
}
MONEY = 1_000_000_00
LARGE = 200_000_00
CROUPIER = Actor("carlos", Role.CROUPIER)
DAYS, ROUNDS = 12, 40
WORN_FROM = 6
"""From this day on the wheel favours three neighbours."""
WORN = ("17", "34", "6")
WORN_CHANCE = 1 / 5
EVENING = (
    ("ana", PlaceBet(bet="red", stake=100_00)),
    ("ana", PlaceBet(bet="dozen:2", stake=50_00)),
    ("bento", PlaceBet(bet="black", stake=80_00)),
)
LAST = (
    ("ana", PlaceBet(bet="straight:17", stake=20_00)),
    ("ana", PlaceBet(bet="split:17-20", stake=40_00)),
    ("ana", PlaceBet(bet="red", stake=100_00)),
    ("bento", PlaceBet(bet="corner:16-17-19-20", stake=30_00)),
    ("bento", PlaceBet(bet="dozen:2", stake=150_00)),
    ("bento", PlaceBet(bet="low", stake=80_00)),
)
"""The round that waits to be paid."""
PAPER = {"games": ["craps", "roulette"], "levels": [2], "minutes": 45, "pass_mark": 75}


class Calendar:
    """The time of day, some days ago."""

    def __init__(self) -> None:
        self.ago = DAYS

    def __call__(self) -> datetime:
        """So many days before now."""
        return datetime.now(UTC) - timedelta(days=self.ago)


def prepare(url: str) -> dict[str, str]:
    """The store before the server is started; the sessions of all."""
    store, calendar = open_store(url), Calendar()
    house = House(store, is_play_money=True, clock=calendar)
    people = People(house)
    for name, role in PEOPLE.items():
        people.add(name, role, "for pictures only")
        if role is Role.PLAYER:
            house.do(request("cage", THE_HOUSE, name, CashIn(player=name, stake=MONEY)))
    play_weeks(house, calendar)
    play_craps(house)
    people.request_approval(Actor("rui", Role.SUPERVISOR), "cage", "wish", CashOut(player="ana", stake=LARGE))
    sessions = {name: people.issue(name, SESSION, people.stay.session).token for name in PEOPLE}
    store.close()
    return sessions


def request(table: str, actor: Actor, id: str, command: Command) -> CommandRequest:  # noqa: A002 - as requests have it
    """What somebody asks of a table."""
    return CommandRequest(table=table, actor=actor, id=id, command=command)


def open_table(house: House, name: str, game: str, title: str) -> None:
    """A table whose results the croupier reads."""
    terms = TableTerms(id=name, game=game, minimum=10_00, bank=10_000_000_00, chance=ChanceSource.OBSERVED, title=title)
    house.do(CommandRequest(table=name, actor=THE_HOUSE, id="open", command=OpenTable(), opening=terms))


def play_craps(house: House) -> None:
    """A second round, its throw in the air."""
    open_table(house, "craps-1", "craps", "Pit 1")
    acts: list[tuple[str, dict[str, Any]]] = [
        ("ana", {"do": "sit"}),
        ("ana", {"do": "place_bet", "bet": "pass_line", "stake": 100_00}),
        ("ana", {"do": "place_bet", "bet": "hard_way:6", "stake": 10_00}),
        ("carlos", {"do": "offer_dice"}),
        ("ana", {"do": "throw"}),
        ("carlos", {"do": "call_result", "outcome": "2-4"}),
        ("carlos", {"do": "settle"}),
        ("ana", {"do": "place_bet", "bet": "pass_odds:6", "stake": 200_00}),
        ("carlos", {"do": "offer_dice"}),
        ("ana", {"do": "throw"}),
        ("carlos", {"do": "declare_null", "reason": "short"}),
        ("ana", {"do": "throw"}),
    ]
    forms = house.table("craps-1").engine.codec
    for number, (name, asked) in enumerate(acts):
        house.do(request("craps-1", Actor(name, PEOPLE[name]), f"act-{number}", forms.read(asked)))


def play_weeks(house: House, calendar: Calendar) -> None:
    """Rounds of some days, so that the watch has something to show; the last is read and not paid."""
    chance = random.Random(19)  # no game hangs on it
    open_table(house, "roulette-1", "roulette", "Pit 2")
    check(house, [("ana", Sit()), ("bento", Sit())], "sit")
    for day in range(DAYS):
        for number in range(ROUNDS):
            is_worn = day >= WORN_FROM and chance.random() < WORN_CHANCE
            outcome = chance.choice(WORN) if is_worn else str(chance.randrange(37))
            check(house, [*EVENING, *round_of(outcome), ("carlos", Pay())], f"{day}-{number}")
        calendar.ago -= 1
    check(house, [*LAST, *round_of("17")], "last")


def round_of(outcome: str) -> list[tuple[str, Command]]:
    """What a croupier does from the throw to the number."""
    return [("carlos", act) for act in (ThrowBall(), CallNoMoreBets(), ReadNumber(outcome=outcome))]


def check(house: House, acts: list[tuple[str, Command]], id: str) -> None:  # noqa: A002 - as requests have it
    """Do all of it in one write; nothing is refused."""
    asked = [
        request("roulette-1", Actor(name, PEOPLE[name]), f"{id}-{place}", command)
        for place, (name, command) in enumerate(acts)
    ]
    for answer in house.do_all(asked):
        if isinstance(answer, Exception):
            sys.exit(f"refused: {answer}")


def teach(base: str, url: str, sessions: dict[str, str]) -> None:
    """A class whose trainees have sat an exam, and an exam of one's own under way."""
    desks = {name: Desk(base, token) for name, token in sessions.items()}
    made = desks["sofia"].post("/classes", name="Evening class")["number"]
    desks["sofia"].post(f"/classes/{made}/members", names=["ana", "bento", "carlos", "duarte"])
    paper = PAPER | {"kinds": ["bets", "cutting"], "questions": 6}
    exam = desks["sofia"].post(f"/classes/{made}/exams", title="First exam", terms=paper)["exams"][0]["number"]
    for name, wrong in (("carlos", 0), ("duarte", 1), ("ana", 3)):
        number = desks[name].post(f"/exams/set/{exam}")["number"]
        answer(desks[name], url, number, wrong=wrong)
        desks[name].post(f"/exams/{number}/end")
    own = desks["bento"].post("/exams", id="own", terms=PAPER | {"kinds": ["picture", "bets"], "questions": 8})
    answer(desks["bento"], url, own["number"], left=5)


class Desk:
    """Somebody of the house over HTTP."""

    def __init__(self, base: str, token: str) -> None:
        self.client = httpx.Client(base_url=f"{base}/api/v1", headers={"Authorization": f"Bearer {token}"})

    def post(self, path: str, **body: Any) -> Any:  # JSON
        """Ask; what is refused ends the program."""
        answer = self.client.post(path, json=body)
        if answer.is_error:
            sys.exit(f"{path}: {answer.text}")
        return answer.json() if answer.content else None


def answer(desk: Desk, url: str, number: int, wrong: int = 0, left: int = 0) -> None:
    """Answers to all but the last so many questions, the last of them wrong."""
    store = open_store(url)
    questions = msgspec.json.decode(School(store, HouseClock()).sitting(number).drawn, type=list[WantedExercise])
    store.close()
    answered = len(questions) - left
    for place, one in enumerate(questions[:answered], start=1):
        reply = right_reply(one)
        desk.post(f"/exams/{number}/answers/{place}", **(mistaken(reply) if place > answered - wrong else reply))


def mistaken(reply: dict[str, Any]) -> dict[str, Any]:
    """Everything ties, and one chip is too many."""
    match reply:
        case {"answers": answers}:
            return {"answers": [{"result": "push", "paid": 0} for _ in answers]}
        case {"counts": [first, *others]}:
            return {"counts": [first + 1, *others]}
        case _:
            return reply
