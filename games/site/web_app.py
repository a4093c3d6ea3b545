"""The site as an installable app: manifest, offline page and service worker."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import Final, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.sign_in import sessions
from games.kinds import KINDS

BACKGROUND_COLOR, THEME_COLOR = "#2b2019", "#33271f"
"""Dark in both themes. Pages set the colour of the browser's bar for each theme."""
HOUR: Final = 3600


class Icon(NamedTuple):
    """A picture made by `tools/app_icons.py`."""

    name: str
    size: int
    purpose: str = "any"
    """Maskable icons may be cut to any shape, so nothing important is near their edges."""

    @property
    def path(self) -> str:
        return f"img/app/{self.name}.png"


ICONS: Final = (
    Icon("icon-192", 192),
    Icon("icon-512", 512),
    Icon("maskable-192", 192, "maskable"),
    Icon("maskable-512", 512, "maskable"),
)


@require_safe
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """Return the manifest; browsers request it without cookies, so the URL has the language."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with translation.override(language):
        content = _manifest_content(language)
    answer = JsonResponse(content, content_type="application/manifest+json")
    patch_cache_control(answer, public=True, max_age=HOUR)
    return answer


def _manifest_content(language: str) -> dict[str, object]:
    home = reverse("home")
    return {
        "id": home,  # the same app in every language
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _(
            "Saboteur, The Duel and The Lost Mines by web, one move at a time, with friends in "
            "other time zones."
        ),
        "lang": language,
        "dir": "ltr",
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "categories": ["games"],
        "background_color": BACKGROUND_COLOR,
        "theme_color": THEME_COLOR,
        "icons": [_icon(icon) for icon in ICONS],
        "shortcuts": _shortcuts(),
        "share_target": _share_target(),
    }


def _icon(icon: Icon) -> dict[str, str]:
    sizes = f"{icon.size}x{icon.size}"
    return {"src": static(icon.path), "sizes": sizes, "type": "image/png", "purpose": icon.purpose}


def _shortcuts() -> list[dict[str, object]]:
    """Return the actions of the app's icon."""
    play = reverse("play-now", args=[next(iter(KINDS.values())).slug])
    turns = f"{reverse('my-tables')}?show=turn"
    named = [(_("Play now"), play), (_("My turns"), turns)]
    return [{"name": name, "url": url, "icons": [_icon(ICONS[0])]} for name, url in named]


def _share_target() -> dict[str, object]:
    """Let people share links with the app (games/site/share.py)."""
    fields = {name: name for name in ("title", "text", "url")}
    return {"action": reverse("share"), "method": "GET", "params": fields}


# What the offline page needs. It is the same for everybody; its script lists the tables that the
# browser has stored.
OFFLINE_ASSETS: Final = (
    "css/base.css",
    "css/components.css",
    "css/offline.css",
    "js/offline.js",
    "img/favicon.svg",
    "img/icons.svg",
    "img/rock.svg",
    "img/scenes.svg",
    ICONS[0].path,
)


@require_safe
def offline_page(request: HttpRequest) -> HttpResponse:
    """Show the page in the language that the service worker requests, or else the reader's."""
    wanted = request.GET.get("in", "")
    here = translation.get_language() or settings.LANGUAGE_CODE
    language = wanted if wanted in dict(settings.LANGUAGES) else here
    return HttpResponse(offline_text(language), headers={"Content-Language": language})


@cache
def offline_text(language: str) -> str:
    with translation.override(language):
        return render_to_string("site/offline.html")


def offline_addresses() -> dict[str, str]:
    """Return the URL of the page, by language."""
    return {code: f"{reverse('offline')}?in={code}" for code, _ in settings.LANGUAGES}


# The service worker shows push messages and the offline page (static/js/service_worker.js). Its URL
# is at the root, as that is its scope.


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the script uncached: browsers compare it with theirs to find a new version."""
    answer = HttpResponse(_service_worker_source(), content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@cache
def _service_worker_source() -> bytes:
    """Return the script with facts about this release, so that each release has its own."""
    source = (settings.BASE_DIR / "static" / "js" / "service_worker.js").read_text()
    return f"const APP = {json.dumps(_service_worker_facts())};\n{source}".encode()


def _service_worker_facts() -> dict[str, object]:
    files, pages = [static(name) for name in OFFLINE_ASSETS], offline_addresses()
    texts = [offline_text(language) for language in pages]
    release = sha256("\n".join([*files, *texts]).encode()).hexdigest()[:16]
    return {
        "shell": f"shell:{release}",
        "files": files,
        "pages": pages,
        "icon": static(ICONS[0].path),
        "header": sessions.MARK_HEADER,
        "nobody": sessions.MARK_OF_NOBODY,
    }
