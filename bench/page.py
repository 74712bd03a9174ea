"""The page as its user feels it: bytes of a first load, and how soon a bet is answered and shown among 100 connected players.

    python bench/page.py

The limit beside it is the same browser asking the same server for nothing (GET /health/live) and drawing a change.
"""

import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from banca.house.house import House
from banca.house.people import SESSION, People
from banca.house.store import open_store
from house import banca, free_port, prepare, server

HERE = Path(__file__).parent
CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
PLAYERS, BETS_PER_SECOND, BETS = 100, 20, 60
GOALS = {"bytes": 200_000, "seconds": 0.100}
SHOWN = """(bet) => new Promise((shown) => {
    const region = document.querySelector(`.region[data-bet="${bet}"]`);
    const before = region.getAttribute("aria-label");
    const begun = performance.now();
    const watch = new MutationObserver(() => {
        if (region.getAttribute("aria-label") === before) return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => shown(performance.now() - begun)));
    });
    watch.observe(region, { attributes: true });
    region.dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""
NOTHING = """() => new Promise(async (shown) => {
    const begun = performance.now();
    await fetch("/health/live");
    requestAnimationFrame(() => setTimeout(() => shown(performance.now() - begun)));
})"""


def bet_now_and_then(port: int, tokens: list[str], is_seated: threading.Event, is_over: threading.Event) -> None:
    """The other players sit down, and bet too."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}/api/v1/tables/t0") as client:

        def do(token: str, number: int, **command: object) -> None:
            headers = {"Authorization": f"Bearer {token}"}
            client.post("/commands", json={"id": str(number), "command": command}, headers=headers)

        for token in tokens:
            do(token, 0, do="sit")
        is_seated.set()
        for number, token in enumerate(tokens * 1000, start=1):
            if is_over.wait(1 / BETS_PER_SECOND):
                return
            do(token, number, do="place_bet", bet="red", stake=100)


def first_load(browser: Browser, base: str, token: str, path: str) -> int:
    """Bytes over the wire until the page is still."""
    context = browser.new_context()
    context.add_cookies([{"name": "banca_session", "value": token, "url": base}])
    page = context.new_page()
    sizes: list[int] = []
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.on("Network.loadingFinished", lambda done: sizes.append(int(done["encodedDataLength"])))
    page.goto(base + path)
    page.wait_for_timeout(1500)
    context.close()
    return sum(sizes)


def seconds(page: Page) -> tuple[list[float], list[float]]:
    """Of each bet until it is drawn, and of each question about nothing, by turns."""
    bets, nothing = [], []
    for number in range(BETS):
        bets.append(page.evaluate(SHOWN, f"straight:{number % 37}") / 1000)
        nothing.append(page.evaluate(NOTHING) / 1000)
        time.sleep(0.05)
    return bets, nothing


def main() -> int:
    """Print the figures; 1 where a goal is missed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        url, kept = prepare(folder, 16)
        tokens = kept.read_text().split()
        store = open_store(url)
        people = People(House(store))
        session = people.issue("p0", SESSION, 3600.0).token
        store.close()
        port = free_port()
        base = f"http://127.0.0.1:{port}"
        is_seated, is_over = threading.Event(), threading.Event()
        streams = [sys.executable, str(HERE / "house_streams.py"), str(port), str(PLAYERS), str(kept), "1"]
        with server(*banca(url, port, folder), port=port), sync_playwright() as playwright:
            listeners = subprocess.Popen(streams, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            next(iter(listeners.stdout or ()))  # all are connected
            others = threading.Thread(
                target=bet_now_and_then, args=(port, tokens[1:PLAYERS], is_seated, is_over), daemon=True
            )
            others.start()
            is_seated.wait()
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            weights = {path: first_load(browser, base, session, path) for path in ("/", "/tables/t0", "/explore/craps")}
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            context.add_cookies([{"name": "banca_session", "value": session, "url": base}])
            page = context.new_page()
            page.goto(f"{base}/tables/t0")
            page.wait_for_selector("body[data-ready]")
            bets, nothing = seconds(page)
            is_over.set()
            others.join()
            browser.close()
            listeners.terminate()
    return report(weights, bets, nothing)


def report(weights: dict[str, int], bets: list[float], nothing: list[float]) -> int:
    """Say it beside the goals."""
    for path, weight in weights.items():
        print(f"first load of {path}: {weight / 1000:.0f} kB (goal {GOALS['bytes'] / 1000:.0f})")
    middle, late = statistics.median(bets), sorted(bets)[int(len(bets) * 0.95)]
    print(
        f"a bet answered and shown among {PLAYERS} players: median {middle * 1000:.0f} ms, 95 % within {late * 1000:.0f} ms (goal {GOALS['seconds'] * 1000:.0f})"
    )
    print(
        f"nothing asked and shown: median {statistics.median(nothing) * 1000:.0f} ms, 95 % within {sorted(nothing)[int(len(nothing) * 0.95)] * 1000:.0f} ms"
    )
    return int(middle > GOALS["seconds"] or max(weights.values()) > GOALS["bytes"])


if __name__ == "__main__":
    sys.exit(main())
