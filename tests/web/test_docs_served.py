"""The site of the documents under /docs: sent as other files are, under the policy of every page; where it is not built, that is said."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from banca.web import docs
from banca.web.page import POLICY
from service import Service

PAGE = '<!doctype html><html lang="en"><title>Banca</title><p>' + "Documents. " * 300
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><style>.cell { fill: green }</style></svg>'
HTML = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("docs")) as found:
        yield found


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small site in place of the one that `make docs` builds."""
    folder = tmp_path / "site"
    (folder / "games").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "games" / "craps.svg").write_text(DRAWING)
    (folder / "mine.toml").write_text("unit = 1\n")
    (folder / ".buildinfo").write_text("hidden")
    (tmp_path / "secret.html").write_text("not of the site")
    monkeypatch.setattr(docs, "site_files", lambda: docs.built(folder))
    docs.site_file.cache_clear()
    return folder


@pytest.mark.usefixtures("site")
def test_the_front_page_is_found_and_has_the_policy_of_every_page(service: Service) -> None:
    for path in ("/docs", "/docs/"):
        sent = service.client.get(path, headers=HTML, follow_redirects=False)
        assert sent.headers["location"] == "/docs/index.html"
    answer = service.client.get("/docs/index.html", headers=HTML)
    assert (answer.status_code, answer.text) == (200, PAGE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-encoding"] == "gzip"


@pytest.mark.usefixtures("site")
def test_a_file_that_has_not_changed_is_not_sent_again(service: Service) -> None:
    first = service.client.get("/docs/index.html")
    again = service.client.get("/docs/index.html", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first.headers["cache-control"] == "no-cache"


@pytest.mark.usefixtures("site")
def test_a_drawing_may_carry_its_style_and_run_nothing(service: Service) -> None:
    answer = service.client.get("/docs/games/craps.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"


@pytest.mark.usefixtures("site")
def test_no_other_file_is_sent(service: Service) -> None:
    up = ("../secret.html", "%2e%2e/secret.html", "games/../../secret.html", "games%2f..%2f..%2fsecret.html")
    for name in (*up, "/etc/passwd", ".buildinfo", "nothing.html", "games"):
        assert service.client.get(f"/docs/{name}", headers=HTML).status_code == 404, name


def test_where_it_was_not_built_a_page_says_how(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs, "site_files", dict)
    for path in ("/docs", "/docs/games/craps.html"):
        answer = service.client.get(path, headers=HTML | {"Accept-Language": "pt"})
        assert answer.status_code == 404
        assert "make docs" in answer.text
        assert "não foi gerada" in answer.text
