"""What a browser keeps of a table for when there is no line."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.views import AuthenticatedRequest
from config.clock import now
from games.tables import access
from games.tables.presenters import last_seen as show


@login_required
@never_cache
@require_safe
def last_seen(request: AuthenticatedRequest, code: str) -> JsonResponse:
    """Asked by the worker in the browser of who has opened the table (decision 124)."""
    found, reader, at = access.look(request.user, code), request.user, now()
    if not found.table.round_number:
        return JsonResponse(show.of_lobby(found.table, reader, at))
    _, loaded = access.load(found, reader)
    return JsonResponse(show.of_table(loaded, reader, at))
