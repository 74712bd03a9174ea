"""What counts as one address."""

from ipaddress import IPv6Address, IPv6Network, ip_address

SUBSCRIBER = 64
"""The bits of an IPv6 address that one subscriber does not choose."""


def network_of(address: str) -> str:
    """An address as it is counted: of IPv6 the /64 that one subscriber has whole; what is no address stays as it is.

    >>> network_of("2001:db8::17"), network_of("::ffff:192.0.2.1"), network_of("192.0.2.1")
    ('2001:db8::/64', '192.0.2.1', '192.0.2.1')
    """
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(IPv6Network((int(known), SUBSCRIBER), strict=False))
