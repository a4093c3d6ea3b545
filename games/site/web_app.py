"""What a browser is told that installs the site: name, icons, and what can be done at once."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.kinds import KINDS

GROUND, BAR = "#2b2019", "#33271f"
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
        content = _content(language)
    answer = JsonResponse(content, content_type="application/manifest+json")
    patch_cache_control(answer, public=True, max_age=HOUR)
    return answer


def _content(language: str) -> dict[str, object]:
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
        "background_color": GROUND,
        "theme_color": BAR,
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
