"""Looking back: a table step by step, and records that anybody may open."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import replace_url

from accounts import networks
from config.clock import now
from games.tables import access, throttle
from games.tables.presenters.opened import opened
from games.tables.presenters.replay import ALL, of_table
from games.tables.presenters.replay_page import ReplayPage, page
from games.tables.records import LARGEST, BadRecord
from games.tables.templatetags import pieces
from games.tables.views.table import played_table
from games.tables.words.records import why_not


@never_cache
@require_safe
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """A step of what was played here, as far as the reader may know it."""
    found, loaded = access.load(played_table(request, code), request.user)
    story = of_table(loaded, None if found.seat is None else found.seat.number)
    shown = page(story, request.GET, "", now())
    context = {"code": code, "over": story.over, "mine": story.reader is not None}
    answer = _step(request, shown, request.GET, context)
    if request.htmx:  # type: ignore[attr-defined]
        replace_url(answer, f"{reverse('table-replay', args=[code])}?{shown.here.address}")
    return answer


def _step(
    request: HttpRequest, shown: ReplayPage, asked: QueryDict, context: dict[str, Any]
) -> HttpResponse:
    """The whole page; to who has it already, only what is another in this step."""
    context["page"] = shown
    if not request.htmx:  # type: ignore[attr-defined]
        return render(request, "tables/replay/page.html", context)
    context |= {"oob": True, "has": pieces.told(asked.get("has", ""))}
    context["has_log"] = asked.get("log", "") == shown.log_key
    return render(request, "tables/replay/step.html", context)


# --- records --------------------------------------------------------------------------------------


class RecordForm(forms.Form):
    """A file, or what stands in one."""

    file = forms.FileField(label=_("The file of a record"), required=False, allow_empty_file=True)
    record = forms.CharField(
        label=_("Or what stands in it"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
    )

    def text(self) -> str:
        """What was sent, or nothing. BadRecord: too-large, before it is read; no-json."""
        if not self.is_valid():
            raise BadRecord("no-json")
        file = self.cleaned_data["file"]
        if file is None:
            return str(self.cleaned_data["record"])
        if file.size > LARGEST:
            raise BadRecord("too-large")
        return str(file.read().decode(errors="replace"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def viewer(request: HttpRequest) -> HttpResponse:
    """Anybody may replay a record here. It is sent along with every step, and never stored."""
    context: dict[str, Any] = {"form": RecordForm()}
    try:
        text = RecordForm(request.POST, request.FILES).text()
        if text:
            return _open(request, text)
    except BadRecord as bad:
        context["why"] = why_not(bad)
    return render(request, "tables/replay/open.html", context)


def _open(request: HttpRequest, text: str) -> HttpResponse:
    """At first with nothing hidden: there is nothing to hide in a record."""
    found = opened(text, lambda: throttle.may_open_record(networks.of(request), now()))
    shown = page(found.story, request.POST, ALL, now())
    return _step(request, shown, request.POST, {"record": found.text})
