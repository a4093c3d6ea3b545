"""An open page asks whether there is anything new, and mostly there is not: 204, by one query.

The query reads the session, its player and the table together. Only what is plain is answered
here: the reader is signed in by a session that was noted lately, is neither staff nor suspended,
sits at the table or may watch it because it is public, and their page has seen everything.
Whatever else it is goes the long way, with the session that was read.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.cache import add_never_cache_headers

from accounts import reader_marks, session_store, sessions, sign_in_first
from accounts.models import User
from config.clock import now
from games.tables.models import Departure, Seat, Table
from games.tables.presenters import talk

ENDING, NAME = "/poll/", "table-poll"
SEEN_OFTEN_ENOUGH = timedelta(minutes=1)
QUERY = f"""
{session_store.READ}, tables.status, tables.changes, tables.talk, tables.gallery,
  seat.id AS seat, seat.seen_at > %s AS seen_lately,
  tables.public AND NOT EXISTS (
    SELECT 1 FROM {Departure._meta.db_table} gone
    WHERE gone.table_id = tables.id AND gone.user_id = reader.id
  ) AS may_watch
{session_store.WITH_PLAYER}
  JOIN {Table._meta.db_table} tables ON tables.code = %s
  LEFT JOIN {Seat._meta.db_table} seat
    ON seat.table_id = tables.id AND seat.user_id = reader.id
{session_store.STILL_LASTS}
"""


class QuickPoll:
    """Answers "nothing new"; everything else is for the view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "GET" and request.path_info.endswith(ENDING):
            found = _read(request, now())
            if found is not None and _is_plain(request, now()) and _has_all(request, found):
                return _nothing_new(request, found)
        return self.get_response(request)


def _read(request: HttpRequest, at: datetime) -> User | None:
    """The reader, with the table they ask for."""
    key = request.session.session_key
    match = None if key is None else _match(request)
    if match is None or match.view_name != NAME:
        return None
    lately = connection.ops.adapt_datetimefield_value(at - SEEN_OFTEN_ENOUGH)
    parameters = [lately, match.kwargs["code"], *session_store.which(key)]
    found = next(iter(User.objects.raw(QUERY, parameters)), None)
    if found is not None and isinstance(request.session, session_store.SessionStore):
        request.session.take(found)
        request.resolver_match = match
    return found


def _match(request: HttpRequest) -> ResolverMatch | None:
    try:
        return resolve(request.path_info)
    except Resolver404:
        return None


def _is_plain(request: HttpRequest, at: datetime) -> bool:
    """Is there nothing to do for them but to answer?"""
    known = session_store.signed_in(request.session)
    closed = known is None or known.is_staff or known.is_suspended(at)
    to_note = (
        sessions.is_to_be_noted(request.session, at) or sign_in_first.COOKIE in request.COOKIES
    )
    return not closed and not to_note


def _has_all(request: HttpRequest, found: Any) -> bool:
    """May they look, has their page seen everything, and was their presence noted lately?"""
    if found.seat is None and not found.may_watch:
        return False
    if found.seat is not None and request.GET.get("seen") == "1" and not found.seen_lately:
        return False
    return request.GET.get("v") == talk.key(found, talk.hears_gallery(found, found.seat))


def _nothing_new(request: HttpRequest, reader: User) -> HttpResponse:
    """What the view and the middleware that was left out would have answered."""
    request.user = reader  # for the log
    answer = HttpResponse(status=204)
    answer.headers["Content-Language"] = reader.language
    answer.headers["X-Frame-Options"] = settings.X_FRAME_OPTIONS
    answer.headers[reader_marks.HEADER] = reader_marks.of(request)
    add_never_cache_headers(answer)
    return answer
