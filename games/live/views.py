"""Authorising streams."""

from __future__ import annotations

from ipaddress import ip_network

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from accounts.models import User
from accounts.sign_in import security_log
from games.live import topic_keys
from games.live.asgi import TICKET, StreamTicket
from games.live.streams import Reader

RETRY_AFTER = "60"
SAME_SITE = ("same-origin", "none")


@require_GET
def live(request: HttpRequest) -> HttpResponse:
    """Send the head of a stream; games/live/asgi.py continues. Under WSGI there is none."""
    ticket: StreamTicket | None = getattr(request, "scope", {}).get(TICKET)
    if ticket is None or not settings.LIVE_STREAMS:
        return _refuse(404)
    if not _is_same_site(request):
        return _refuse(403)
    reader = _reader(request)
    if not ticket.hub.has_room(reader):
        return _refuse(503)
    ticket.topics = topic_keys.topics_by_name(
        reader.user, request.GET.getlist("on")[: topic_keys.MAX_TOPICS]
    )
    if not ticket.topics:
        return _refuse(404)
    ticket.reader = reader
    calm = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return HttpResponse(content_type="text/event-stream", headers=calm)


def _refuse(status: int) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    if status == 503:
        headers["Retry-After"] = RETRY_AFTER
    return HttpResponse(status=status, content_type="text/plain", headers=headers)


def _is_same_site(request: HttpRequest) -> bool:
    """Return False for other sites: they could read nothing, but would hold a stream open."""
    origin = request.headers.get("Origin")
    home = f"{request.scheme}://{request.get_host()}"
    same = origin is None or origin in (home, settings.SITE_URL)
    return same and request.headers.get("Sec-Fetch-Site", SAME_SITE[0]) in SAME_SITE


def _reader(request: HttpRequest) -> Reader:
    user = request.user.pk if isinstance(request.user, User) else None
    session = (request.session.session_key or "") if user is not None else ""
    return Reader(user, session, _network(request))


def _network(request: HttpRequest) -> str:
    """Return the reader's network; not a private one, which may be a proxy for everybody."""
    found = security_log.request_network(request)
    try:
        return found if ip_network(found).is_global else ""
    except ValueError:
        return ""
