"""Every page in three languages over HTTP: its language is declared, and its markup has nothing inline or from elsewhere."""

import re
from collections.abc import Iterator

import pytest

from banca.house.keys import SESSION
from banca.service.authentication import COOKIE
from service import Service

TAGS = {"en": "en", "pt": "pt", "zh": "zh-Hant"}
TABLES = {"en": "Tables", "pt": "Mesas", "zh": "賭檯"}
PATHS = {
    "": (
        *("/", "/login", "/explore", "/rules", "/lab", "/proposals", "/trainer", "/settle", "/evidence", "/schema"),
        *("/nowhere", "/explore/craps", "/rules/craps", "/trainer/craps", "/settle/craps", "/settle/pai_kao"),
    ),
    "ana": ("/trainer/exams", "/me", "/tables/craps-1", "/tables/pai-kao-1"),
    "ines": ("/audit", "/audit/craps-1", "/audit/cage", "/audit/register", "/watch"),
    "sofia": ("/house", "/trainer/classes"),
    "carlos": ("/tables/craps-1", "/tables/craps-1/wall"),
}
INLINE = re.compile(
    r"<script(?![^>]*(src=|application/json))|\sstyle=|\son\w+=|https?://(?!www\.w3\.org|bo\.io\.gov\.mo/)"
)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("house")) as service:
        service.open("craps-1", "craps")
        service.open("pai-kao-1", "pai_kao")
        yield service


@pytest.mark.slow
@pytest.mark.parametrize("lang", TAGS)
def test_every_page_declares_its_language_and_has_nothing_inline(service: Service, lang: str) -> None:
    for name, paths in PATHS.items():
        token = f"; {COOKIE}={service.people.issue(name, SESSION, 3600.0).token}" if name else ""
        headers = {"Accept": "text/html", "Cookie": f"banca_lang={lang}{token}"}
        for path in paths:
            response = service.client.get(path, headers=headers)
            assert response.status_code == (404 if path == "/nowhere" else 200), path
            assert f'<html lang="{TAGS[lang]}"' in response.text, path
            assert f">{TABLES[lang]}</a>" in response.text, path
            assert response.headers["content-language"] == TAGS[lang]
            policy = response.headers["content-security-policy"]
            assert "default-src 'none'; script-src 'self'; style-src 'self';" in policy
            assert "unsafe" not in policy
            assert not INLINE.search(response.text), path
