"""Every address of the site from the resolver, with placeholders for arguments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.regex_helper import normalize


@dataclass(frozen=True, slots=True)
class Route:
    """An address: `t/%(code)s/move/`, and the names of what must be filled in."""

    name: str
    template: str
    arguments: tuple[str, ...]

    def path(self, values: dict[str, bytes]) -> bytes:
        """Return the address with these values, which are already quoted."""
        path = self.template.encode()
        for name in self.arguments:
            path = path.replace(f"%({name})s".encode(), values[name])
        return b"/" + path


def every_route() -> list[Route]:
    return list(_below(get_resolver(), "", ()))


def _below(resolver: URLResolver, before: str, known: tuple[str, ...]) -> Iterator[Route]:
    for pattern in resolver.url_patterns:
        for template, arguments in _shapes(pattern):
            path, names = before + template, (*known, *arguments)
            if isinstance(pattern, URLPattern):
                yield Route(pattern.name or path, path, names)
            else:
                yield from _below(pattern, path, names)


def _shapes(pattern: Any) -> list[tuple[str, list[str]]]:
    """Return patterns as `reverse` sees them; an unnamed argument is named by its number."""
    return normalize(pattern.pattern.regex.pattern)
