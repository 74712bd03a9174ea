"""What counts as one address: whoever has a line of IPv6 has 2^64 of them."""

from ipaddress import IPv6Address, ip_address

LINE_BITS = 64


def line_of(address: str) -> str:
    """The address as it is counted.

    >>> line_of("192.0.2.1"), line_of("2001:db8:0:1::7"), line_of("::ffff:192.0.2.1")
    ('192.0.2.1', '2001:db8:0:1::', '192.0.2.1')
    """
    try:
        found = ip_address(address)
    except ValueError:  # none that is known: a socket's path, a test's name
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> LINE_BITS << LINE_BITS))


def is_of_this_machine(address: str) -> bool:
    """Whether it is a loopback address."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback
