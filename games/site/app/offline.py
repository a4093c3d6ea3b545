"""The page without a line: kept by the worker in the browser, the same for everybody.

Nothing of a reader is in it. Its script lists the tables that the browser has kept for them.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from games.site.app.manifest import ICONS

NEEDS: Final = (
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
def page(request: HttpRequest) -> HttpResponse:
    """In the reader's language, or in the one that the worker asks for."""
    wanted = request.GET.get("in", "")
    here = translation.get_language() or settings.LANGUAGE_CODE
    language = wanted if wanted in languages() else here
    return HttpResponse(text(language), headers={"Content-Language": language})


@cache
def text(language: str) -> str:
    with translation.override(language):
        return render_to_string("site/offline.html")


def languages() -> list[str]:
    return [code for code, _ in settings.LANGUAGES]


def addresses() -> dict[str, str]:
    """Where the page is found, by language."""
    return {code: f"{reverse('offline')}?in={code}" for code in languages()}


def files() -> list[str]:
    """All that the page needs, by names that change with what is in them."""
    return [static(name) for name in NEEDS]
