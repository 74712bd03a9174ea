"""What counts as one address, as a line of IPv6 has 2^64 of them; and which addresses are proxies that are believed."""

from collections.abc import Sequence
from ipaddress import IPv6Address, IPv6Network, ip_address, ip_network

from banca.rules import Refusal
from banca.rules.refusal import UNKNOWN_VALUE

THIS_MACHINE = ("127.0.0.0/8", "::1/128", "::ffff:127.0.0.0/104")
"""A machine's own addresses."""
SUBSCRIBER = 64
"""The bits of an IPv6 address that one subscriber does not choose."""


def network_of(address: str) -> str:
    """An address as it is counted: of IPv6 the /64 that one subscriber has whole; what is no address stays as it is.

    >>> network_of("2001:db8::17"), network_of("::ffff:192.0.2.1"), network_of("192.0.2.1")
    ('2001:db8::/64', '192.0.2.1', '192.0.2.1')
    """
    try:
        parsed = ip_address(address)
    except ValueError:  # none that is known: a socket's path, a test's name
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((int(parsed), SUBSCRIBER), strict=False))


def is_of_this_machine(address: str) -> bool:
    """Whether it is a loopback address."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return (mapped or parsed).is_loopback


class Proxies:
    """The proxies before the server: what they say of where a request comes from is believed, and of nobody else."""

    def __init__(self, networks: Sequence[str]) -> None:
        try:
            parsed = [ip_network(network, strict=False) for network in networks]
        except ValueError:
            raise Refusal(
                UNKNOWN_VALUE, option="--trusted-proxy", asked=" ".join(networks), allowed="ADDRESS, ADDRESS/BITS"
            ) from None
        self._networks = tuple(parsed)

    @property
    def names(self) -> list[str]:
        """All of them, as they are written."""
        return [str(network) for network in self._networks]

    def __bool__(self) -> bool:
        return bool(self._networks)

    def __contains__(self, address: str) -> bool:
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        return any(parsed in network for network in self._networks)


NO_PROXIES = Proxies(())
