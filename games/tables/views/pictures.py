"""Pictures by their address: of a board, for who may look at it or was given the address."""

from __future__ import annotations

from typing import Final, Literal

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from games.tables import access, store
from games.tables.models import Table
from games.tables.presenters import pictures
from games.tables.presenters.pictures import addresses, covers
from games.tables.presenters.pictures.picture import Picture

Form = Literal["png", "svg"]
TYPES: Final = {"png": "image/png", "svg": "image/svg+xml"}


@require_safe
def board(request: HttpRequest, code: str, form: Form) -> HttpResponseBase:
    """What everybody at the table sees, for whoever may look at it."""
    found = access.look(request.user, code)
    if not found.table.round_number:
        raise Http404
    _, loaded = access.load(found, request.user)
    return _answer(request, pictures.of_table(loaded), form)


@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponseBase:
    """The board of a table that one need not be able to look at, as long as it stays as it was."""
    code, version = addresses.read(token) or ("", 0)
    table = get_object_or_404(Table.objects.exclude(round_number=0), code=code, version=version)
    loaded = store.current(table.pk)
    if loaded.table.version != version:
        raise Http404
    return _answer(request, pictures.of_table(loaded), "png")


@require_safe
def cover(request: HttpRequest, name: str) -> HttpResponseBase:
    """What a game looks like, and the site: the same for everybody."""
    if name not in covers.NAMES:
        raise Http404
    answer = _answer(request, covers.cover(name), "png")
    patch_cache_control(answer, public=True, max_age=24 * 3600)
    return answer


def _answer(request: HttpRequest, picture: Picture, form: Form) -> HttpResponseBase:
    """The picture; only that it is still the same, to who has it. Drawn only where it is sent."""
    etag = f'"{picture.mark}-{form}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        content = picture.png if form == "png" else picture.svg
        answer = HttpResponse(content, content_type=TYPES[form])
    answer.headers["ETag"] = etag
    answer.headers["X-Robots-Tag"] = "noindex"
    patch_cache_control(answer, no_cache=True)
    return answer
