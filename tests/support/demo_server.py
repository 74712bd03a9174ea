"""A demo server, as `banca serve --demo`, whose croupiers look round the tables only when they are told to: by a line on standard input.

python tests/support/demo_server.py URL PORT
"""

import sys
from pathlib import Path
from threading import Thread

from argon2 import PasswordHasher

from banca.house.demo import open_demo
from banca.house.house import House
from banca.house.people import People
from banca.house.seal import default_key, open_seal
from banca.house.store import open_store
from banca.server.app import create_app
from banca.server.auto_dealer import Tempo
from banca.server.limits import ServiceLimits
from banca.server.logs import set_up
from banca.server.process import listen, serve

sys.path.insert(0, str(Path(__file__).parents[1]))  # a program of its own, which finds the helpers as the tests do

from support.lanes import Clock

TEMPO = Tempo(pace=1.0, betting=5.0, looks_round=False)
LIMITS = ServiceLimits(commands_of_person_minute=1_000_000)
"""Its clock stands still between two looks."""


def main(url: str, port: str) -> None:
    store = open_store(url)
    house = House(store, seal=open_seal(store, default_key()), is_play_money=True)
    people = People(house, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    open_demo(house)
    sock = listen("127.0.0.1", int(port))
    clock = Clock()
    app = create_app(house, people, is_demo=True, tempo=TEMPO, clock=clock, limits=LIMITS)

    def obey() -> None:
        for _ in sys.stdin:
            clock.move(TEMPO.pace)
            app.state.auto_dealer.go_round()
            print("looked round", flush=True)  # noqa: T201 - somebody waits for it

    Thread(target=obey, daemon=True).start()
    print(f"serving at http://127.0.0.1:{sock.getsockname()[1]}", flush=True)  # noqa: T201
    set_up("WARNING")
    try:
        serve(app, sock)
    finally:
        store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
