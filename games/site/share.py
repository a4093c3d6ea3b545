"""Links shared with the app: a link to a table of ours opens it.

Phones pass title, text and URL in any mixture, with words around the link. The redirect goes to a
URL that we build from the route, never to the shared one, so nobody can be redirected elsewhere.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

FIELDS: Final = ("url", "text", "title")
LINK: Final = re.compile(r"https?://[^\s<>\"'\\^`{|}]+", re.IGNORECASE)
AFTER_A_LINK: Final = ".,;:!?…)]»”’*_"
"""Punctuation that may follow a link."""
USUAL_PORTS: Final = {"http": 80, "https": 443}
MAX_LINKS: Final = 20
SHAREABLE_ROUTES: Final = frozenset({"invitation", "table", "table-replay", "viewer"})
WITH_QUERY: Final = frozenset({"table-replay"})
"""Routes whose query names a moment."""


@never_cache
@require_safe
def share_page(request: HttpRequest) -> HttpResponse:
    """Redirect to the shared table, or explain what can be shared."""
    shared = [request.GET.get(name, "").strip() for name in FIELDS]
    found = destination("\n".join(shared))
    if found:
        return HttpResponseRedirect(found)
    context = {"shared": any(shared)}
    return render(request, "site/share.html", context, status=422 if any(shared) else 200)


def destination(shared: str) -> str:
    """Return the path of the first link to a table of this site; "" if there is none."""
    links = (link.rstrip(AFTER_A_LINK) for link in LINK.findall(shared)[:MAX_LINKS])
    return next(filter(None, map(_path, links)), "")


def _path(link: str) -> str:
    try:
        parts = urlsplit(link)
        match = resolve(parts.path) if _is_ours(parts) else None
    except (ValueError, Resolver404):  # malformed, or not a page of ours
        return ""
    if match is None or match.view_name not in SHAREABLE_ROUTES:
        return ""
    query = urlencode(parse_qsl(parts.query)) if match.view_name in WITH_QUERY else ""
    return reverse(match.view_name, kwargs=match.kwargs) + (f"?{query}" if query else "")


def _is_ours(parts: SplitResult) -> bool:
    """Return whether it is a URL of this site, by http or https."""
    ours = urlsplit(settings.SITE_URL)
    named = parts.username is not None or parts.password is not None
    return not named and (parts.hostname, _port(parts)) == (ours.hostname, _port(ours))


def _port(parts: SplitResult) -> int | None:
    """Return the port; None for the default. Raises ValueError if it is invalid."""
    return None if parts.port == USUAL_PORTS.get(parts.scheme) else parts.port
