"""Every address for nobody, a player, a croupier, a supervisor and an inspector: the status each gets, in this order.

docs/who-may-do-what.md is made of it (tools/roles.py), and test_service_roles.py asks for all of it.
"""

from typing import Any

from service import PASSWORD

WHO = (None, "ana", "carlos", "sofia", "ines")
NEW = {"id": "o1", "table": {"id": "new", "game": "craps"}}
GRANTED = {"game": "craps", "option": "field_12", "value": 3, "asked": "2020-11-02", "planned": "2020-11-09"}
CASH = {"player": "bento", "amount": 100}
ANYBODY, LOGGED_IN, INSPECTORS = (200,) * 5, (401, 200, 200, 200, 200), (401, 403, 403, 403, 200)
STAFF_READ = (401, 403, 403, 200, 200)
NO_RUN = (401, 404, 404, 404, 404)
THERE = {
    "table": "craps-1",
    "name": "bento",
    "game": "craps",
    "number": 1,
    "run": "none",
    "example": "hops",
    "key": "none",
    "exam": 99,
    "place": 1,
}
TERMS = {"games": ["wheel"], "kinds": ["null"], "levels": [1], "questions": 1, "minutes": 5}
DISPUTE = {"bets": [{"bet": "field", "stake": "10"}], "outcomes": ["1-2"]}
TABLE: tuple[tuple[str, str, Any, tuple[int, ...]], ...] = (
    ("GET", "/health/live", None, ANYBODY),
    ("GET", "/health/ready", None, ANYBODY),
    ("GET", "/metrics", None, (401, 403, 200, 200, 200)),
    ("GET", "/api/v1/me", None, LOGGED_IN),
    ("GET", "/api/v1/tables", None, LOGGED_IN),
    ("POST", "/api/v1/tables", NEW, (401, 403, 403, 201, 403)),
    ("GET", "/api/v1/tables/{table}", None, LOGGED_IN),
    ("POST", "/api/v1/tables/{table}/commands", {"id": "1", "command": {"do": "sit"}}, (401, 201, 403, 403, 403)),
    ("POST", "/api/v1/tables/{table}/commands",
     {"id": "2", "command": {"do": "place_bet", "bet": "pass_line", "stake": 1000}}, (401, 201, 403, 403, 403)),
    ("POST", "/api/v1/tables/{table}/commands",
     {"id": "3", "command": {"do": "fund_bank", "stake": 1000}}, (401, 403, 403, 201, 403)),
    ("POST", "/api/v1/tables/{table}/ready", {"ready": True}, (401, 409, 403, 403, 403)),
    ("GET", "/api/v1/tables/{table}/exposure", None, (401, 200, 403, 403, 403)),
    ("GET", "/api/v1/tables/{table}/payments", None, (401, 403, 409, 409, 403)),
    ("GET", "/api/v1/tables/{table}/wall", None, (401, 403, 200, 200, 200)),
    ("GET", "/api/v1/tables/{table}/journal", None, (401, 403, 403, 403, 200)),
    ("GET", "/api/v1/journal", None, (401, 403, 403, 403, 200)),
    ("GET", "/api/v1/authorisations", None, (401, 403, 403, 200, 200)),
    ("POST", "/api/v1/authorisations", GRANTED, (401, 403, 403, 201, 403)),
    ("GET", "/api/v1/users", None, (401, 403, 403, 200, 200)),
    ("POST", "/api/v1/users", {"name": "dora", "role": "inspector"}, (401, 403, 403, 201, 403)),
    ("POST", "/api/v1/users/{name}/password", None, (401, 403, 403, 201, 403)),
    ("GET", "/api/v1/users/{name}/wallet", None, (401, 403, 403, 200, 200)),
    ("POST", "/api/v1/cage/in", {"id": "i", **CASH}, (401, 403, 403, 201, 403)),
    ("POST", "/api/v1/cage/out", {"id": "o", **CASH}, (401, 403, 403, 201, 403)),
    ("DELETE", "/api/v1/users/{name}", None, (401, 403, 403, 204, 403)),
    ("GET", "/api/v1/audit", None, INSPECTORS),
    ("GET", "/api/v1/audit/verify", None, INSPECTORS),
    ("GET", "/api/v1/audit/register", None, INSPECTORS),
    ("GET", "/api/v1/audit/cage", None, INSPECTORS),
    ("GET", "/api/v1/tables/{table}/story", None, INSPECTORS),
    ("GET", "/api/v1/tables/{table}/story/{number}", None, INSPECTORS),
    ("GET", "/api/v1/games", None, ANYBODY),
    ("GET", "/api/v1/games/{game}", None, ANYBODY),
    ("GET", "/api/v1/games/{game}/odds", None, ANYBODY),
    ("GET", "/api/v1/games/{game}/rules", None, ANYBODY),
    ("GET", "/api/v1/games/{game}/layout", None, ANYBODY),
    ("POST", "/api/v1/games/{game}/settle", DISPUTE, ANYBODY),
    ("POST", "/api/v1/games/{game}/together", DISPUTE | {"outcomes": []}, ANYBODY),
    ("GET", "/api/v1/pai-kao/ranks", None, ANYBODY),
    ("GET", "/api/v1/pai-kao/values", None, ANYBODY),
    ("GET", "/api/v1/pai-kao/settings?tiles=6-6,4-5,1-1,2-3", None, ANYBODY),
    ("POST", "/api/v1/pai-kao/settle", {}, (400,) * 5),
    ("POST", "/api/v1/trainer/{game}/exercises", {"level": 1, "seed": 1}, ANYBODY),
    ("POST", "/api/v1/trainer/{game}/answers", {}, (400,) * 5),
    ("GET", "/api/v1/exams", None, LOGGED_IN),
    ("GET", "/api/v1/exams/set", None, LOGGED_IN),
    ("POST", "/api/v1/exams/set/{exam}", {}, (401, 404, 404, 403, 403)),
    ("POST", "/api/v1/exams", {"id": "e", "terms": TERMS}, (401, 201, 201, 403, 403)),
    ("GET", "/api/v1/exams/{number}", None, (401, 200, 404, 404, 200)),
    ("GET", "/api/v1/exams/{number}/questions/{place}", None, (401, 200, 404, 404, 409)),
    ("POST", "/api/v1/exams/{number}/answers/{place}", {"choice": "counts"}, (401, 200, 404, 403, 403)),
    ("GET", "/api/v1/exams/{number}/marks", None, (401, 409, 404, 404, 409)),
    ("GET", "/api/v1/exams/{number}/report.pdf", None, (401, 409, 404, 404, 409)),
    ("POST", "/api/v1/exams/{number}/end", None, (401, 200, 404, 403, 403)),
    ("GET", "/api/v1/classes", None, STAFF_READ),
    ("POST", "/api/v1/classes", {"name": "new"}, (401, 403, 403, 201, 403)),
    ("GET", "/api/v1/classes/{number}", None, STAFF_READ),
    ("GET", "/api/v1/classes/{number}/members", None, STAFF_READ),
    ("POST", "/api/v1/classes/{number}/members", {"names": ["bento"]}, (401, 403, 403, 204, 403)),
    ("DELETE", "/api/v1/classes/{number}/members/{name}", None, (401, 403, 403, 204, 403)),
    ("GET", "/api/v1/classes/{number}/exams", None, STAFF_READ),
    ("POST", "/api/v1/classes/{number}/exams", {"terms": TERMS}, (401, 403, 403, 201, 403)),
    ("DELETE", "/api/v1/classes/{number}/exams/{exam}", None, (401, 403, 403, 404, 403)),
    ("GET", "/api/v1/classes/{number}/sittings", None, STAFF_READ),
    ("GET", "/api/v1/classes/{number}/weak", None, STAFF_READ),
    ("DELETE", "/api/v1/classes/{number}", None, (401, 403, 403, 204, 403)),
    ("GET", "/api/v1/lab/strategies", None, ANYBODY),
    ("GET", "/api/v1/proposals/examples", None, ANYBODY),
    ("GET", "/api/v1/proposals/examples/{example}", None, ANYBODY),
    ("GET", "/api/v1/proposals/board/{game}", None, ANYBODY),
    ("POST", "/api/v1/proposals/build", {"game": "craps"}, LOGGED_IN),
    ("POST", "/api/v1/proposals/form", {"source": ""}, (401, 422, 422, 422, 422)),
    ("POST", "/api/v1/proposals/check", {"source": ""}, LOGGED_IN),
    ("POST", "/api/v1/proposals/dossier", {"source": "", "format": "json"}, (401, 422, 422, 422, 422)),
    ("POST", "/api/v1/lab/runs", {"strategies": [{"game": "craps", "name": "none"}], "sessions": 1},
     (401, 422, 422, 422, 422)),
    ("GET", "/api/v1/lab/runs/{run}", None, NO_RUN),
    ("DELETE", "/api/v1/lab/runs/{run}", None, NO_RUN),
    ("GET", "/api/v1/lab/runs/{run}/chart.svg", None, NO_RUN),
    ("GET", "/api/v1/lab/runs/{run}/report.json", None, NO_RUN),
    ("GET", "/api/v1/lab/runs/{run}/report.csv", None, NO_RUN),
    ("POST", "/api/v1/demo/players", None, (403,) * 5),
    ("POST", "/api/v1/demo/session", None, (403,) * 5),
    ("POST", "/api/v1/demo/chips", None, (401, 403, 403, 403, 403)),
    ("GET", "/api/v1/seconds", None, (401, 403, 403, 200, 200)),
    ("POST", "/api/v1/seconds/{number}", None, (401, 403, 403, 404, 404)),
    ("DELETE", "/api/v1/seconds/{number}", None, (401, 403, 403, 404, 404)),
    ("POST", "/api/v1/tokens", {"label": "mine"}, (401, 201, 201, 201, 201)),
    ("GET", "/api/v1/tokens", None, (401, 200, 200, 200, 200)),
    ("DELETE", "/api/v1/tokens/{key}", None, (401, 404, 404, 404, 404)),
    ("POST", "/api/v1/factor", {}, (401, 403, 403, 403, 403)),  # a session's, and these are tokens
    ("POST", "/api/v1/password", {"old": "wrong", "new": "another one of many words"}, (401,) * 5),
    ("POST", "/api/v1/logout", None, (401, 204, 204, 204, 204)),
    ("POST", "/api/v1/login", {"name": "ana", "password": PASSWORD}, (200,) * 5),
)  # fmt: skip
ELSEWHERE = {("GET", "/api/v1/tables/{table}/events"), ("GET", "/api/v1/lab/runs/{run}/events")}
"""Streams do not end: tests/test_service_streams.py, tests/test_service_lab.py."""
