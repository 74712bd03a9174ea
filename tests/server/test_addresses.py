"""Addresses: which count as one, which are this machine's, and which proxies are believed when they name a client."""

from pathlib import Path
from typing import Any, cast

import pytest
from anyio.from_thread import start_blocking_portal
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from banca import Refusal
from banca.server.addresses import THIS_MACHINE, Proxies, is_of_this_machine, network_of
from support.server import UNHURRIED, LiveService, until


@pytest.mark.parametrize(
    ("address", "network", "is_here"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("203.0.113.7", "203.0.113.7", False),
        ("::1", "::/64", True),
        ("::ffff:127.0.0.1", "127.0.0.1", True),
        ("::ffff:192.0.2.1", "192.0.2.1", False),
        ("2001:db8:a:b:c:d:e:f", "2001:db8:a:b::/64", False),
        ("fe80::1%eth0", "fe80::/64", False),
        ("testclient", "testclient", False),
        ("", "", False),
    ],
)
def test_a_subscribers_whole_network_is_one_address(address: str, network: str, is_here: bool) -> None:  # noqa: FBT001
    assert (network_of(address), is_of_this_machine(address)) == (network, is_here)


@pytest.mark.parametrize(
    ("networks", "peer", "header", "client"),
    [
        (THIS_MACHINE, "127.0.0.1", "192.0.2.1", "192.0.2.1"),
        (THIS_MACHINE, "::1", "192.0.2.1", "192.0.2.1"),
        (THIS_MACHINE, "192.0.2.9", "192.0.2.1", "192.0.2.9"),
        (("10.0.0.0/8",), "10.1.2.3", "6.6.6.6, 192.0.2.1, 10.9.9.9", "192.0.2.1"),
        (("10.0.0.0/8",), "127.0.0.1", "192.0.2.1", "127.0.0.1"),
        (("2001:db8::/32",), "2001:db8::1", "192.0.2.1", "192.0.2.1"),
        (THIS_MACHINE, "127.0.0.1", "", "127.0.0.1"),
    ],
)
def test_only_named_proxies_are_believed(networks: tuple[str, ...], peer: str, header: str, client: str) -> None:
    """By uvicorn, which is given what `--trusted-proxy` says."""
    seen: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:  # ASGI
        del receive, send
        seen.append(scope["client"][0])

    scope: Any = {
        "type": "http",
        "client": (peer, 1),
        "headers": [(b"x-forwarded-for", header.encode())],
        "scheme": "http",
    }
    with start_blocking_portal() as portal:  # its own thread: a browser of another test may have a loop in this one
        portal.call(ProxyHeadersMiddleware(app, Proxies(networks).names), scope, cast("Any", None), cast("Any", None))
    assert seen == [client]


def test_what_is_no_address_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        Proxies(["proxy.example"])
    assert "--trusted-proxy" in str(refused.value)


@pytest.mark.server
@pytest.mark.parametrize(("networks", "address"), [(THIS_MACHINE, "192.0.2.1"), (("10.0.0.0/8",), "127.0.0.1")])
def test_the_server_believes_them_alone(
    networks: tuple[str, ...],
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")  # uvicorn's own variable says nothing here
    caplog.set_level("INFO", logger="banca")

    def addresses() -> set[str]:
        about = [getattr(record, "about", {}) for record in caplog.records]
        return {line["address"] for line in about if line.get("path") == "/api/v1/me"}

    service = LiveService(tmp_path, limits=UNHURRIED)
    service.proxies = Proxies(networks)
    with service:
        service.ask("ana", "GET", "/me", headers={"X-Forwarded-For": "192.0.2.1"})
        assert until(addresses) == {address}
