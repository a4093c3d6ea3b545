"""The least that a page of this site can do: what ours are compared with.

They stand behind the same server and middleware, so each request also reads its session and user.
"""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from games.tables.models import Table


@require_POST
def update(request: HttpRequest, pk: int) -> HttpResponse:
    """Lock one row, and write it: what a move cannot do without."""
    with transaction.atomic():
        row = Table.objects.select_for_update().only("gallery").get(pk=pk)
        row.gallery += 1
        row.save(update_fields=["gallery"])
    return HttpResponse("done")


@require_safe
def nothing(request: HttpRequest) -> HttpResponse:
    """What a poll answers when there is nothing new."""
    return HttpResponse(status=204)


@require_safe
def plain(request: HttpRequest) -> HttpResponse:
    """A page that is always the same, made by one template."""
    return render(request, "bench/plain.html")
