"""One report with all that belongs to it. The queue itself is in pages/queue.py."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.admin_pages import number as read_number
from accounts.models import User
from config.clock import now
from games.moderation import audit, own_cases, own_tables, people, reports, roles, together, words
from games.moderation.actions import Action
from games.moderation.models import Report
from games.moderation.pages import hiding
from games.moderation.pages.page import (
    admin_page,
    own_table_page,
    require_staff,
    say_refused,
)
from games.moderation.pages.player_acts import ACTS
from games.moderation.roles import NotAllowed
from games.moderation.together import Seen

DECISIONS = ("warn", "mute", "suspend", "ban", "rename", "line")
"""What the page of a report offers to do about the player."""


class ResolveForm(forms.Form):
    """How a report ends. Without an answer the usual one is sent, in the reporter's language."""

    outcome = forms.ChoiceField(label=_("Outcome"))
    answer = forms.CharField(
        label=_("Answer to the reporter"),
        required=False,
        max_length=reports.LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Leave it empty to send the usual words for that outcome, shown below."),
    )
    reason = forms.CharField(
        label=_("Reason, for the audit trail"),
        max_length=audit.LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, found: Report, data: Any = None) -> None:
        super().__init__(data)
        outcomes = words.outcomes(found.kind)
        field = self.fields["outcome"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = outcomes.choices
        reader = found.reporter
        self.usual = [words.for_reader(reader, one.label) for one in outcomes] if reader else []

    def ending(self) -> reports.Ending:
        chosen = self.cleaned_data
        return reports.Ending(chosen["outcome"], chosen["reason"], chosen["answer"])


@require_http_methods(["GET", "HEAD", "POST"])
def one(request: HttpRequest, number: int) -> HttpResponse:
    """A report with its context and both players' history. Claim it, let it go, resolve it."""
    actor = require_staff(request, Action.SEE_REPORTS)
    rows = Report.objects.select_related(
        "reporter", "about", "claimed_by", "table", "sanction__by", "sanction__user"
    )
    found = get_object_or_404(own_cases.without(rows, actor), pk=number)
    own = own_tables.of(actor)
    if found.table_id in own:
        return own_table_page(request)
    form = ResolveForm(found, request.POST if request.POST.get("do") == "resolve" else None)
    done = _do(request, actor, found, form) if request.method == "POST" else None
    return done or _page(request, actor, found, form, own)


def _do(request: HttpRequest, actor: User, found: Report, form: ResolveForm) -> HttpResponse | None:
    """What the pressed button says; None if it was refused, or if the form has mistakes."""
    pressed = request.POST.get("do", "")
    try:
        if pressed == "release":
            reports.release(actor, found.pk, now())
            return redirect("admin:report", found.pk)
        if pressed == "claim" or pressed in DECISIONS:
            reports.claim(actor, found.pk, now())
            return _to_act(found, pressed)
        if pressed == "resolve" and form.is_valid():
            return _resolve(request, actor, found, form)
    except NotAllowed as refused:
        say_refused(request, refused)
    return None


def _to_act(found: Report, name: str) -> HttpResponse:
    """Claiming and choosing what to do about it are one click."""
    if name not in DECISIONS:
        return redirect("admin:report", found.pk)
    act = reverse("admin:player-act", args=[found.about_id, name])
    return redirect(f"{act}?report={found.pk}")


def _resolve(request: HttpRequest, actor: User, found: Report, form: ResolveForm) -> HttpResponse:
    """This one; and all others like it, if the moderator says so."""
    at, times = now(), read_number(request.POST.get("times", ""))
    if request.POST.get("others"):
        numbers = together.all_of(found, actor, Seen.read(request.POST["others"]), at)
        say_resolved(request, len(together.resolve(actor, numbers, form.ending(), at)))
    else:
        reports.resolve(actor, found.pk, **form.cleaned_data, at=at, seen=times)
        say_resolved(request, 1)
    return redirect("admin:queue")


def say_resolved(request: HttpRequest, n: int) -> None:
    said = ngettext(
        "%(n)s report is resolved, and answered.",
        "%(n)s reports are resolved, and each reporter is answered once.",
        n,
    )
    messages.success(request, said % {"n": n})


def _page(
    request: HttpRequest, actor: User, found: Report, form: ResolveForm, own: Collection[int]
) -> HttpResponse:
    refused = reports.refusal(actor, found, now())
    context = {
        "report": found,
        "form": form,
        "overdue": found.is_overdue(now()),
        "mine": found.claimed_by_id == actor.pk,
        "refused": words.REFUSED[refused] if refused else "",
        "free": _is_free(found, actor, now()),
        "seen": together.seen(found, actor, now()),
        "history": people.history(found.about, actor, own),
        "reporter_history": _reporter_history(found, actor, own),
        **hiding.reported(actor, found),
        "decisions": [(one, ACTS[one].title) for one in DECISIONS if _offers(actor, one, found)],
    }
    return admin_page(request, "report.html", gettext("Report %s") % found.pk, context)


def _is_free(found: Report, actor: User, at: datetime) -> bool:
    """Nobody else is looking at it. The services ask again."""
    theirs = found.claimed_by_id in (None, actor.pk)
    return theirs or found.claimed_at is None or found.claimed_at <= at - reports.STALE


def _offers(actor: User, name: str, found: Report) -> bool:
    """A line is taken from who has one."""
    return _may_decide(actor, name) and (name != "line" or bool(found.about.line))


def _may_decide(actor: User, name: str) -> bool:
    return roles.may(actor, ACTS[name].action)


def _reporter_history(found: Report, reader: User, own: Collection[int]) -> people.History | None:
    """What is known about the reporter, unless they are the reported player."""
    if found.reporter is None or found.reporter_id == found.about_id:
        return None
    return people.history(found.reporter, reader, own)
