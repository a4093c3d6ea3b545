"""The least that a page of this site can do, for comparison with real pages.

They are behind the same server and middleware, so each request also reads its session and user.
"""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from games.tables.models import Table


@require_POST
def update(request: HttpRequest, pk: int) -> HttpResponse:
    """Lock and write one row, the minimum for a move."""
    with transaction.atomic():
        row = Table.objects.select_for_update().only("gallery").get(pk=pk)
        row.gallery += 1
        row.save(update_fields=["gallery"])
    return HttpResponse("done")


@require_safe
def nothing(request: HttpRequest) -> HttpResponse:
    """Answer as a poll does when there is nothing new."""
    return HttpResponse(status=204)


@require_safe
def plain(request: HttpRequest) -> HttpResponse:
    """Render a constant page from one template."""
    return render(request, "bench/plain.html")
