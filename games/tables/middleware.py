"""Answer polls with one query, and give two answers that all pages of a table share.

An open page polls for news, and usually there is none: 204. One query reads the session, its player
and the table. Only the simple case is answered here: the reader is signed in with a recently
recorded session, is neither staff nor suspended, sits at the table or may watch it because it is
public, and their page is up to date. Everything else goes to the view, with the session read.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.cache import add_never_cache_headers

from accounts.models import User
from accounts.sign_in import redirects, sessions
from config.clock import now
from games.kinds.kind import UnknownRules
from games.tables.models import Departure, Seat, Table
from games.tables.presenters import chat_log

ENDING, NAME = "/poll/", "table-poll"
SEEN_OFTEN_ENOUGH = timedelta(minutes=1)
QUERY = f"""
{sessions.SELECT_SESSION}, tables.status, tables.changes, tables.talk, tables.gallery,
  seat.id AS seat, seat.seen_at > %s AS seen_lately,
  tables.public AND NOT EXISTS (
    SELECT 1 FROM {Departure._meta.db_table} gone
    WHERE gone.table_id = tables.id AND gone.user_id = reader.id
  ) AS may_watch
{sessions.FROM_SESSION_WITH_PLAYER}
  JOIN {Table._meta.db_table} tables ON tables.code = %s
  LEFT JOIN {Seat._meta.db_table} seat
    ON seat.table_id = tables.id AND seat.user_id = reader.id
{sessions.WHERE_NOT_EXPIRED}
"""


class QuickPollMiddleware:
    """Answers "nothing new"; leaves everything else to the view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "GET" and request.path_info.endswith(ENDING):
            found = _read(request, now())
            if found is not None and _is_plain(request, now()) and _has_all(request, found):
                return _nothing_new(request, found)
        return self.get_response(request)


def _read(request: HttpRequest, at: datetime) -> User | None:
    """Read the reader together with the table they ask for."""
    key = request.session.session_key
    match = None if key is None else _match(request)
    if match is None or match.view_name != NAME:
        return None
    lately = connection.ops.adapt_datetimefield_value(at - SEEN_OFTEN_ENOUGH)
    parameters = [lately, match.kwargs["code"], *sessions.query_parameters(key)]
    found = next(iter(User.objects.raw(QUERY, parameters)), None)
    if found is not None and isinstance(request.session, sessions.SessionStore):
        request.session.take(found)
        request.resolver_match = match
    return found


def _match(request: HttpRequest) -> ResolverMatch | None:
    try:
        return resolve(request.path_info)
    except Resolver404:
        return None


def _is_plain(request: HttpRequest, at: datetime) -> bool:
    """Check whether there is nothing else to do for this reader."""
    known = sessions.signed_in_player(request.session)
    closed = known is None or known.is_staff or known.is_suspended(at)
    to_note = sessions.is_use_unrecorded(request.session, at) or redirects.COOKIE in request.COOKIES
    return not closed and not to_note


def _has_all(request: HttpRequest, found: Any) -> bool:
    """Check that they may see the table, their page is current, and their presence was recorded."""
    if found.seat is None and not found.may_watch:
        return False
    if found.seat is not None and request.GET.get("seen") == "1" and not found.seen_lately:
        return False
    return request.GET.get("v") == chat_log.chat_key(
        found, chat_log.hears_gallery(found, found.seat)
    )


def _nothing_new(request: HttpRequest, reader: User) -> HttpResponse:
    """Answer as the view and the remaining middleware would have."""
    request.user = reader  # for the log
    answer = HttpResponse(status=204)
    answer.headers["Content-Language"] = reader.language
    answer.headers["X-Frame-Options"] = settings.X_FRAME_OPTIONS
    answer.headers[sessions.MARK_HEADER] = sessions.reader_mark(request)
    add_never_cache_headers(answer)
    return answer


RETRY_AFTER_SECONDS: Final = 60
"""An upgrade soon replaces this process, or another process has the rules already."""


class UnavailableTableMiddleware:
    """Answers for tables that can't be shown.

    Signed-out readers of a missing or private table are sent to sign in: only then do they learn
    which it was. If only a newer release has the rules of a table, readers try again in a minute.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        match = request.resolver_match
        at_a_table = match is not None and "code" in match.kwargs
        if isinstance(exception, Http404) and at_a_table and not request.user.is_authenticated:
            return redirects.redirect_to_sign_in(request)
        if isinstance(exception, UnknownRules):
            answer = render(request, "tables/newer_release.html", status=503)
            answer["Retry-After"] = str(RETRY_AFTER_SECONDS)
            return answer
        return None
