"""The service worker, at the root: its place is how far it reaches.

It shows push messages, and a page where there is no line (`static/js/service_worker.js`).
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from accounts import reader_marks
from games.site.app import offline
from games.site.app.manifest import ICONS


@require_safe
def script(request: HttpRequest) -> HttpResponse:
    """Never from a cache: browsers compare it with theirs to learn of a new one."""
    answer = HttpResponse(_script(), content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@cache
def _script() -> bytes:
    """What it needs to know of this release comes first: another release, another worker."""
    source = (settings.BASE_DIR / "static" / "js" / "service_worker.js").read_text()
    return f"const APP = {json.dumps(_app())};\n{source}".encode()


def _app() -> dict[str, object]:
    files, pages = offline.files(), offline.addresses()
    texts = [offline.text(language) for language in pages]
    release = sha256("\n".join([*files, *texts]).encode()).hexdigest()[:16]
    return {
        "shell": f"shell:{release}",
        "files": files,
        "pages": pages,
        "icon": static(ICONS[0].path),
        "header": reader_marks.HEADER,
        "nobody": reader_marks.NOBODY,
    }
