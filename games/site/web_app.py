"""What a browser needs to install the site: its manifest, worker and offline page."""

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

from accounts.privacy import reader_marks
from games.kinds import KINDS

BACKGROUND_COLOR, THEME_COLOR = "#2b2019", "#33271f"
"""Below ground it is dark in both themes. Pages name the colour of the bar for each theme."""
HOUR: Final = 3600


class Icon(NamedTuple):
    """A picture made by `tools/app_icons.py`."""

    name: str
    size: int
    purpose: str = "any"
    """Maskable ones may be cut to any shape: nothing of use is near their edges."""

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
    """In this language: browsers ask for it without saying who reads."""
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
    """What the icon offers when it is held."""
    play = reverse("play-now", args=[next(iter(KINDS.values())).slug])
    turns = f"{reverse('my-tables')}?show=turn"
    named = [(_("Play now"), play), (_("My turns"), turns)]
    return [{"name": name, "url": url, "icons": [_icon(ICONS[0])]} for name, url in named]


def _share_target() -> dict[str, object]:
    """Links of this site that are shared with the app."""
    fields = {name: name for name in ("title", "text", "url")}
    return {"action": reverse("share"), "method": "GET", "params": fields}


# --- The offline page: kept by the service worker, the same for everybody ---
#
# Nothing of a reader is in it. Its script lists the tables that the browser has kept for them.

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
    """In the reader's language, or in the one that the worker asks for."""
    wanted = request.GET.get("in", "")
    here = translation.get_language() or settings.LANGUAGE_CODE
    language = wanted if wanted in language_codes() else here
    return HttpResponse(offline_text(language), headers={"Content-Language": language})


@cache
def offline_text(language: str) -> str:
    with translation.override(language):
        return render_to_string("site/offline.html")


def language_codes() -> list[str]:
    return [code for code, _ in settings.LANGUAGES]


def offline_addresses() -> dict[str, str]:
    """Where the page is found, by language."""
    return {code: f"{reverse('offline')}?in={code}" for code in language_codes()}


def offline_files() -> list[str]:
    """All that the page needs, by names that change with what is in them."""
    return [static(name) for name in OFFLINE_ASSETS]


# --- The service worker, at the root, which sets its scope ---
#
# It shows push messages, and a page where there is no line (`static/js/service_worker.js`).


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Never from a cache: browsers compare it with theirs to learn of a new one."""
    answer = HttpResponse(_service_worker_source(), content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@cache
def _service_worker_source() -> bytes:
    """What it needs to know of this release comes first: another release, another worker."""
    source = (settings.BASE_DIR / "static" / "js" / "service_worker.js").read_text()
    return f"const APP = {json.dumps(_service_worker_facts())};\n{source}".encode()


def _service_worker_facts() -> dict[str, object]:
    files, pages = offline_files(), offline_addresses()
    texts = [offline_text(language) for language in pages]
    release = sha256("\n".join([*files, *texts]).encode()).hexdigest()[:16]
    return {
        "shell": f"shell:{release}",
        "files": files,
        "pages": pages,
        "icon": static(ICONS[0].path),
        "header": reader_marks.HEADER,
        "nobody": reader_marks.NOBODY,
    }
