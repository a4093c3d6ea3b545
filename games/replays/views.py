"""Pages of the past: replays of tables, and of records that anybody may open."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import replace_url

from accounts.sign_in import security_log
from config.clock import now
from games.replays import picture_files, pictures, records
from games.replays.picture_files import Picture
from games.replays.records import MAX_BYTES, BadRecord
from games.replays.replay import ALL, Replay, replay_of_record, replay_of_table
from games.replays.replay_page import ReplayPage, replay_page_of
from games.tables import access, rate_limits, store
from games.tables.models import Table
from games.tables.store import RecentCache
from games.tables.templatetags.pieces import read_marks
from games.tables.views.table import played_table


@never_cache
@require_safe
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """One step of a table's replay, as far as the reader may know it."""
    found, loaded = access.load(played_table(request, code), request.user)
    replay = replay_of_table(loaded, None if found.seat is None else found.seat.number)
    shown = replay_page_of(replay, request.GET, "", now())
    context = {"code": code, "over": replay.over, "mine": replay.reader is not None}
    answer = _step(request, shown, request.GET, context)
    if request.htmx:  # type: ignore[attr-defined]
        replace_url(answer, f"{reverse('table-replay', args=[code])}?{shown.here.address}")
    return answer


def _step(
    request: HttpRequest, shown: ReplayPage, asked: QueryDict, context: dict[str, Any]
) -> HttpResponse:
    """Return the whole page; for htmx, only what changed in this step."""
    context["page"] = shown
    if not request.htmx:  # type: ignore[attr-defined]
        return render(request, "replays/page.html", context)
    context |= {"oob": True, "has": read_marks(asked.get("has", ""))}
    context["has_log"] = asked.get("log", "") == shown.log_key
    return render(request, "replays/live.html", context)


# A process caches the records opened last, so that a step doesn't replay one from its start. They
# are never stored.

MAX_RECORDS: Final = 16


class OpenedRecord(NamedTuple):
    """A record that can be replayed, and the text that its page sends along with each step."""

    text: str
    replay: Replay


_recent_records: RecentCache[bytes, OpenedRecord] = RecentCache(MAX_RECORDS)
"""By a hash of their text, both as first sent and as pages send it."""


class RecordForm(forms.Form):
    """A form for a record: a file, or its content."""

    file = forms.FileField(label=_("Record file"), required=False, allow_empty_file=True)
    record = forms.CharField(
        label=_("Or its text"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
    )

    def text(self) -> str:
        """Return what was sent, if anything. Raises BadRecord: too-large, no-json."""
        if not self.is_valid():
            raise BadRecord("no-json")
        file = self.cleaned_data["file"]
        if file is None:
            return str(self.cleaned_data["record"])
        if file.size > MAX_BYTES:
            raise BadRecord("too-large")
        return str(file.read().decode(errors="replace"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def viewer(request: HttpRequest) -> HttpResponse:
    """The replay of a record, for anybody. It is sent along with every step, and never stored."""
    context: dict[str, Any] = {"form": RecordForm()}
    try:
        text = RecordForm(request.POST, request.FILES).text()
        if text:
            return _open_record(request, text)
    except BadRecord as bad:
        context["why"] = bad.sentence
    return render(request, "replays/open.html", context)


def _open_record(request: HttpRequest, text: str) -> HttpResponse:
    """Open a record with nothing hidden, since it has no secrets."""
    found = _recent_records.get(_hash(text)) or _play_record(request, text)
    for same in (text, found.text):
        _recent_records.keep(_hash(same), found)
    shown = replay_page_of(found.replay, request.POST, ALL, now())
    return _step(request, shown, request.POST, {"record": found.text})


def _hash(text: str) -> bytes:
    return sha256(text.encode(errors="replace")).digest()


def _play_record(request: HttpRequest, text: str) -> OpenedRecord:
    """Return the record in this text, or raise BadRecord with the reason."""
    if len(text) > MAX_BYTES:  # before the attempt is counted
        raise BadRecord("too-large")
    if not rate_limits.may_open_record(security_log.request_network(request), now()):
        raise BadRecord("too-often")
    record = records.read(text)
    return OpenedRecord(records.compact(text), replay_of_record(record, records.play(record)))


Form = Literal["png", "svg"]
TYPES: Final = {"png": "image/png", "svg": "image/svg+xml"}


@require_safe
def board_picture(request: HttpRequest, code: str, form: Form) -> HttpResponseBase:
    """The board as all players may see it, for anybody who may view the table."""
    found = access.readable_table(request.user, code)
    if not found.table.round_number:
        raise Http404
    _, loaded = access.load(found, request.user)
    return _picture_response(request, pictures.picture_of_table(loaded), form)


@require_safe
def shared_picture(request: HttpRequest, token: str) -> HttpResponseBase:
    """The board of a shared link, without access to the table, until the board changes."""
    code, version = picture_files.read_shared_address(token) or ("", 0)
    table = get_object_or_404(Table.objects.exclude(round_number=0), code=code, version=version)
    loaded = store.current(table.pk)
    if loaded.table.version != version:
        raise Http404
    return _picture_response(request, pictures.picture_of_table(loaded), "png")


@require_safe
def cover_picture(request: HttpRequest, name: str) -> HttpResponseBase:
    """The cover of a game or of the site, the same for everybody."""
    if name not in picture_files.NAMES:
        raise Http404
    answer = _picture_response(request, picture_files.cover(name), "png")
    patch_cache_control(answer, public=True, max_age=24 * 3600)
    return answer


def _picture_response(request: HttpRequest, picture: Picture, form: Form) -> HttpResponseBase:
    """Return the picture, drawn only if needed, or 304 if the browser has it."""
    etag = f'"{picture.mark}-{form}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        content = picture.png if form == "png" else picture.svg
        answer = HttpResponse(content, content_type=TYPES[form])
    answer.headers["ETag"] = etag
    answer.headers["X-Robots-Tag"] = "noindex"
    patch_cache_control(answer, no_cache=True)
    return answer
