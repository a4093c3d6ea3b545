"""From which network somebody comes: what one household, school or landlord of servers shares."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.http import HttpRequest

IPV4, IPV6 = 24, 48
"""A /48 holds as many homes (a /56 each) as a /24 does: whoever rents one has few of either."""


def of(request: HttpRequest) -> str:
    return network(str(get_adapter().get_client_ip(request)))


def network(address: str) -> str:
    """The network of this address, as text; what is no address is its own network."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return str(ip_network((found, IPV4 if found.version == 4 else IPV6), strict=False))
