"""What counts as one address: whoever has a line of IPv6 has 2^64 of them."""

from ipaddress import IPv6Address, IPv6Network, ip_address

SUBSCRIBER = 64
"""The bits of an IPv6 address that one subscriber does not choose."""


def network_of(address: str) -> str:
    """An address as it is counted: of IPv6 the /64 that one subscriber has whole; what is no address stays as it is.

    >>> network_of("2001:db8::17"), network_of("::ffff:192.0.2.1"), network_of("192.0.2.1")
    ('2001:db8::/64', '192.0.2.1', '192.0.2.1')
    """
    try:
        found = ip_address(address)
    except ValueError:  # none that is known: a socket's path, a test's name
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found), SUBSCRIBER), strict=False))


def is_of_this_machine(address: str) -> bool:
    """Whether it is a loopback address."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback
