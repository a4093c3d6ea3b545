"""Pages of a table from the deal on: board, hand, moves, chat, log."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.decorators import own_action
from accounts.models import User
from config.clock import now
from config.extensions import ExtensionPoint
from games.engine import NotationError, Refusal
from games.kinds import KINDS, read_move, rules_of
from games.kinds.common.words.moves import misfit
from games.players.names import SeatNames
from games.replays import export as exported
from games.tables import access, rate_limits, services
from games.tables.access import Access
from games.tables.middleware import SEEN_OFTEN_ENOUGH
from games.tables.models import Seat, Table
from games.tables.presenters import chat_log, link_previews, moves
from games.tables.presenters import log as history
from games.tables.presenters import page as show
from games.tables.presenters.people import keep_away
from games.tables.refusals import explain, require
from games.tables.services import Refused
from games.tables.store import LoadedTable
from games.tables.templatetags.pieces import read_marks
from games.tables.views import lobby

CARDS_A_PAGE = 100
CLOSED_PAGES: ExtensionPoint[Callable[[HttpRequest, str], HttpResponse | None]] = ExtensionPoint()
"""Pages shown instead of a 404 to somebody for whom a table is closed."""


@never_cache
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the whole page; players who can have their lost seat back see only that offer.

    Players whom moderators removed see only the reason.
    """
    try:
        found = access.table_page_access(request.user, code)
    except Http404:
        lost = access.lost_seat(request.user, code)
        if lost is not None:
            return lobby.lost(request, lost)
        why = CLOSED_PAGES.single(request, code)
        if why is None:
            raise
        return why
    if not found.table.round_number:
        return lobby.page(request, found)
    found, loaded = access.load(found, request.user)
    if found.seat is not None and found.called:  # they read it: notify them of the next time
        Seat.objects.filter(pk=found.seat.pk).update(seen_at=now())
    shown = show.for_reader(loaded, request.user, now(), found.note, _scene(request))
    context: dict[str, object] = {"page": shown, "about": show.about(loaded)}
    if isinstance(request.user, User):
        context["muted"] = request.user.is_muted(now()) and request.user.chat_muted_until
        context["is_silent"] = access.is_silent_guest(request.user, loaded.seats)
    context["keep_away"] = keep_away(request.user, loaded.table)
    players = [player.name for player in shown.players]
    context["link_preview"] = link_previews.table_preview(loaded.table, players)
    return render(request, "tables/table/page.html", context)


@never_cache
@require_safe
def poll(request: HttpRequest, code: str) -> HttpResponse:
    """What changed since the page was made; usually nothing: see games/tables/middleware.py."""
    found = access.readable_table(request.user, code)
    if request.GET.get("seen") == "1":  # the page is visible and was touched
        _note_looking(found.seat)
    seen = request.GET.get("v", "")
    if seen == chat_log.chat_key(found.table, chat_log.hears_gallery(request.user, found.seat)):
        return HttpResponse(status=204)
    if not found.table.round_number:
        return lobby.page(request, found)
    found, loaded = access.load(found, request.user)
    only_talk = seen.split(".")[0] == str(found.table.changes)
    return _live(request, loaded, only_talk=only_talk)


def _note_looking(seat: Seat | None) -> None:
    """Record that the player is looking, once a minute at most."""
    if seat is None:
        return
    at = now()
    if seat.seen_at is None or at - seat.seen_at >= SEEN_OFTEN_ENOUGH:
        Seat.objects.filter(pk=seat.pk).update(seen_at=at)


def _live(
    request: HttpRequest,
    loaded: LoadedTable,
    *,
    only_talk: bool,
    said: str = "",
    tells: bool = False,
) -> HttpResponse:
    """Return the parts of the page that change, for out-of-band swaps."""
    shown = show.for_reader(loaded, request.user, now(), scene=_scene(request))
    context: dict[str, object] = {
        "page": shown,
        "oob": True,
        "said": shown.log.learned if tells else said,
        "tone": "info" if tells else "error",
        "only_talk": only_talk,
        "has": read_marks(request.POST.get("has", "") or request.GET.get("has", "")),
        "keep_away": keep_away(request.user, loaded.table),
    }
    if not shown.status.running or not shown.me or shown.still:
        context["about"] = show.about(loaded)
    return render(request, "tables/table/live.html", context)


def _scene(request: HttpRequest) -> int:
    """Return the round whose end the reader has opened again, if any."""
    return max(0, _number(request.GET.get("scene", "")))


@never_cache
@require_safe
def preview(request: HttpRequest, code: str) -> HttpResponse:
    """What a move would do, computed only from the reader's view."""
    found = access.seated_table(request.user, code)
    if not found.table.round_number:
        raise Http404
    found, loaded = access.load(found, request.user)
    if found.seat is None:
        raise Http404
    view = loaded.rules.view(loaded.state, found.seat.number)
    try:
        move = read_move(loaded.rules, request.GET.get("move", ""))
    except NotationError as error:
        return render(request, "tables/table/preview.html", {"said": explain(error)})
    legal, kind = loaded.rules.moves_of(view), loaded.kind
    if move not in legal:
        # Only playing the move could tell which refusal it would be.
        why = Refusal("wrong-choice" if found.seat.on_turn else "not-your-turn")
        said = misfit(view.mine, move) or explain(why, kind.name)
        return render(request, "tables/table/preview.html", {"said": said})
    names = SeatNames(loaded.seats, found.seat.number)
    preview = loaded.rules.preview(view, move)
    context = {
        "said": kind.words.would(move, preview, view.mine, names),
        "why": moves.why_thrown(move, legal, view, kind, loaded.rules, names),
        "preview": preview,
    }
    return render(request, "tables/table/preview.html", context)


@own_action
def move(request: HttpRequest, code: str) -> HttpResponse:
    """Play a move; the answer is always the current table."""

    def play(user: User) -> LoadedTable:
        text, token = request.POST.get("move", ""), request.POST.get("token", "")[:32]
        version = _number(request.POST.get("version", ""))
        loaded = services.play_move(user, code, text, version, token, now())
        if request.htmx and any(seat.bot for seat in loaded.seats):  # type: ignore[attr-defined]
            _note_looking(loaded.seat_of(user))  # bots pause between moves if somebody is looking
        return loaded

    return _done(request, code, play, tells=True)


@own_action
def scene(request: HttpRequest, code: str) -> HttpResponse:
    """Record that the reader has seen the end of a round, or their new role, and continue."""
    table = access.seated_table(request.user, code).table
    sent = {name: _number(request.POST.get(name, "")) for name in ("scene", "hoods", "role")}
    return _done(request, code, lambda user: services.mark_seen(user, table.code, **sent))


@own_action
def cancel(request: HttpRequest, code: str) -> HttpResponse:
    """Agree to cancel the table, or withdraw the vote."""
    agrees = request.POST.get("agrees") == "1"

    def vote(user: User) -> LoadedTable:
        if agrees:
            require(rate_limits.may(user, rate_limits.VOTES, now()), "changed-often")
        return services.agree_to_cancel(user, code, agrees, now())

    return _done(request, code, vote)


@own_action
def resign(request: HttpRequest, code: str) -> HttpResponse:
    return _done(request, code, lambda user: services.resign(user, code, now()))


@own_action
def say(request: HttpRequest, code: str) -> HttpResponse:
    """Send a chat message, to the table or to the gallery."""
    found = access.readable_table(request.user, code)
    text, token = request.POST.get("text", ""), request.POST.get("token", "")[:32]

    def speak(user: User) -> None:
        services.say(user, found.table.code, text, token, now())

    return _done(request, code, speak, only_talk=True)


@own_action
def note(request: HttpRequest, code: str) -> HttpResponse:
    found = access.seated_table(request.user, code)
    text = request.POST.get("text", "").replace("\r\n", "\n")
    return _done(
        request,
        code,
        lambda user: services.write_note(user, found.table.code, text),
        only_talk=True,
    )


def _done(
    request: HttpRequest,
    code: str,
    action: Callable[[User], LoadedTable | None],
    only_talk: bool = False,
    tells: bool = False,
) -> HttpResponse:
    """Perform the action; show why it was refused, or what it `tells` only the reader. Readers
    without access learn nothing."""
    assert isinstance(request.user, User)
    said, loaded, found = "", None, None
    try:
        loaded = action(request.user)
    except Table.DoesNotExist:
        raise Http404 from None
    except (Refusal, NotationError, Refused) as error:
        found = access.readable_table(request.user, code)
        said = explain(error, found.table.kind)
    if request.htmx:  # type: ignore[attr-defined]
        fresh = (
            loaded
            or access.load(found or access.readable_table(request.user, code), request.user)[1]
        )
        if fresh.table.round_number:
            only_talk, tells = only_talk and not said, tells and not said
            return _live(request, fresh, said=said, only_talk=only_talk, tells=tells)
    found = found or access.readable_table(request.user, code)
    if said:
        messages.error(request, said)
    elif tells and loaded and (learned := show.for_reader(loaded, request.user, now()).log.learned):
        messages.info(request, learned)
    here = redirect(found.table)
    # Nothing was dealt: there are no parts of a page to update, only the whole page.
    return HttpResponseClientRedirect(here.url) if request.htmx else here  # type: ignore[attr-defined]


def _number(text: str) -> int:
    """Read the version in a form; an invalid one is never current."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


@never_cache
@require_safe
def log(request: HttpRequest, code: str) -> HttpResponse:
    """The whole log in pages, newest first."""
    found = played_table(request, code)
    table, seats = found.table, list(found.table.seats.select_related("user").order_by("number"))
    names = SeatNames(seats, None if found.seat is None else found.seat.number)
    page = Paginator(history.pages(table, CARDS_A_PAGE), 1)
    page_obj = page.get_page(request.GET.get("page"))
    rows, changes = history.of_numbers(table, page_obj[0])
    rules, words = rules_of(table.kind, table.rules_version), KINDS[table.kind].words
    told = history.entries(rows, rules, words, names, changes)
    entries = history.newest_first(history.without_pairs(told))
    context = {"code": code, "title": table.title, "page_obj": page_obj, "entries": entries}
    return render(request, "tables/table/log.html", context)


@never_cache
@require_safe
def export(request: HttpRequest, code: str) -> HttpResponse:
    """The log in notation, as the reader may know it: text, or JSON."""
    found, loaded = access.load(played_table(request, code), request.user)
    names = SeatNames(loaded.seats, None if found.seat is None else found.seat.number)
    record = exported.record(loaded, names)
    if request.GET.get("format") == "json":
        answer = HttpResponse(exported.as_json(record), content_type="application/json")
        answer["Content-Disposition"] = f'attachment; filename="undermine-{code}.json"'
        return answer
    return HttpResponse(exported.as_text(record), content_type="text/plain; charset=utf-8")


def played_table(request: HttpRequest, code: str) -> Access:
    """Return the table if it has been dealt."""
    found = access.readable_table(request.user, code)
    if not found.table.round_number:
        raise Http404
    return found
