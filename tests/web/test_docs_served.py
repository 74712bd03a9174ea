"""The site of the documents under /docs: sent as other files are, under the policy of every page; where it is not built, that is said."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from banca.web import docs
from banca.web.page import POLICY
from service import Service

HTML = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("docs")) as found:
        yield found


def test_the_site_is_sent_under_the_policy_of_every_page_and_no_other_file(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    (folder / "games").mkdir(parents=True)
    (folder / "index.html").write_text(text := "<!doctype html><title>Banca</title><p>" + "Documents. " * 300)
    (folder / "games" / "craps.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
    (folder / ".buildinfo").write_text("hidden")
    (tmp_path / "secret.html").write_text("not of the site")
    monkeypatch.setattr(docs, "site_files", lambda: docs.built(folder))
    docs.site_file.cache_clear()
    sent = service.client.get("/docs", headers=HTML, follow_redirects=False)
    assert sent.headers["location"] == "/docs/index.html"
    page = service.client.get("/docs/index.html", headers=HTML)
    assert (page.status_code, page.text) == (200, text)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-security-policy"] == POLICY
    assert page.headers["x-content-type-options"] == "nosniff"
    again = service.client.get("/docs/index.html", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    drawing = service.client.get("/docs/games/craps.svg")
    assert drawing.headers["content-type"].startswith("image/svg+xml")
    assert drawing.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    up = ("../secret.html", "%2e%2e/secret.html", "games/../../secret.html", "games%2f..%2f..%2fsecret.html")
    for name in (*up, "/etc/passwd", ".buildinfo", "nothing.html", "games"):
        assert service.client.get(f"/docs/{name}", headers=HTML).status_code == 404, name


def test_where_it_was_not_built_a_page_says_how(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs, "site_files", dict)
    answer = service.client.get("/docs/games/craps.html", headers=HTML)
    assert answer.status_code == 404
    assert "make docs" in answer.text
