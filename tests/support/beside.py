"""A second process of a house, as far as its application goes: beside a `Service` on the same store."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar.testing import TestClient

from banca.house.house import House
from banca.house.log import HouseLog
from banca.house.people import People
from banca.house.store import open_store
from banca.web.app import create_app
from clock import Clock
from service import CHEAP, TEMPO, UNHURRIED, Api


class Another(Api):
    """Its own clock and its own key of the log, the same people."""

    def __init__(self, url: str, tokens: dict[str, str], **settings: Any) -> None:
        self.store = open_store(url)
        house = House(self.store, log=HouseLog.fresh(self.store))
        people = People(house, hasher=CHEAP)
        self.ticks = Clock()
        self.house = house
        chosen: dict[str, Any] = {"clock": self.ticks, "limits": UNHURRIED, "tempo": TEMPO} | settings
        self.app = create_app(house, people, **chosen)
        self.tokens = tokens


@contextmanager
def beside(url: str, tokens: dict[str, str], **settings: Any) -> Iterator[Another]:
    found = Another(url, tokens, **settings)
    with TestClient(found.app, raise_server_exceptions=False) as found.client:
        yield found
    found.store.close()
