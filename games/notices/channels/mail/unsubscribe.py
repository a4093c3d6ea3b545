"""One click in a mail switches off exactly that kind of mail (RFC 8058).

The link is signed and never expires. Opening it changes nothing, for scanners open links; its
button, or a mail program's own, sends a POST without session or form key.
"""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.notices import preferences

SALT = "notices-off"
_MAIL = preferences.MAIL
DIGEST = "digest"
"""Not a kind: all that comes in the daily mail."""


def link(user: User, kind: str) -> str:
    """The address that switches mail of this kind off; nothing for what cannot be switched off."""
    if kind != DIGEST and not preferences.KINDS[kind].optional:
        return ""
    token = signing.Signer(salt=SALT).sign(f"{user.pk}.{kind}")
    return f"{settings.SITE_URL}{reverse('notices-off', args=[token])}"


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Ask, then do it; whoever holds the mail may. In the language of the account."""
    user, kind = _read(token)
    done: dict[str, str] | None = None
    if request.method == "POST":
        done = _switch(user, kind, request.POST.getlist("again"))
    with translation.override(user.language):
        context = {
            "kinds": [preferences.KINDS[name].label for name in done or _meant(user, kind)],
            "done": done is not None and not request.POST.getlist("again"),
            "again": done is not None and bool(request.POST.getlist("again")),
            "undo": [f"{name}:{mode}" for name, mode in (done or {}).items()],
            "digest": kind == DIGEST,
        }
        response = render(request, "notices/unsubscribe.html", context)
        response.headers["Content-Language"] = translation.get_language()
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _read(token: str) -> tuple[User, str]:
    try:
        pk, kind = signing.Signer(salt=SALT).unsign(token).split(".", 1)
    except signing.BadSignature:
        raise Http404 from None
    user = User.objects.filter(pk=pk, deleted_at=None).first()
    if user is None or (kind != DIGEST and kind not in preferences.KINDS):
        raise Http404
    return user, kind


def _meant(user: User, kind: str) -> list[str]:
    """The kinds that this link speaks of."""
    if kind != DIGEST:
        return [kind]
    return [name for name in preferences.KINDS if preferences.is_bundled(user, name, _MAIL)]


@transaction.atomic
def _switch(user: User, kind: str, again: list[str]) -> dict[str, str]:
    """Off; or back to what it was. Returns what was changed, and what stood there before."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    wanted = _wanted(kind, again) or dict.fromkeys(_meant(user, kind), preferences.OFF)
    before = {name: preferences.mode(user, name) for name in wanted}
    for name, mode in wanted.items():
        preferences.choose(user, name, preferences.MAIL, mode)
    user.save(update_fields=["notice_modes"])
    return before


def _wanted(kind: str, again: list[str]) -> dict[str, str]:
    """What the button *undo* sends back: kinds of this link, and how they came before."""
    found = dict(item.split(":", 1) for item in again if ":" in item)
    return {
        name: mode
        for name, mode in found.items()
        if kind in (name, DIGEST)
        and name in preferences.KINDS
        and preferences.KINDS[name].optional
        and mode in preferences.modes(name, _MAIL)
    }
