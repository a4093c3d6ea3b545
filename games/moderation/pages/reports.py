"""Open reports, the most overdue first; and one report with all that belongs to it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from config.clock import now
from games.moderation import audit, own_tables, people, reports, roles, words
from games.moderation.actions import Action
from games.moderation.models import Report
from games.moderation.pages.page import (
    admin_page,
    own_table_page,
    require_staff,
    say_refused,
)
from games.moderation.pages.player_acts import ACTS
from games.moderation.roles import NotAllowed

SHOWN = 100
DECISIONS = ("warn", "mute", "suspend", "ban", "rename")
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


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    actor, at = require_staff(request, Action.SEE_REPORTS), now()
    waiting = own_tables.without(reports.queue(), "table", actor)
    rows = [(row, row.is_overdue(at)) for row in waiting[:SHOWN]]
    return admin_page(request, "reports.html", _("Reports"), {"rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
def one(request: HttpRequest, number: int) -> HttpResponse:
    """A report with its context and both players' history. Claim it, let it go, resolve it."""
    actor = require_staff(request, Action.SEE_REPORTS)
    rows = Report.objects.select_related(
        "reporter", "about", "claimed_by", "table", "sanction__by", "sanction__user"
    )
    found = get_object_or_404(rows, pk=number)
    own = own_tables.of(actor)
    if found.table_id in own:
        return own_table_page(request)
    form = ResolveForm(found, request.POST if request.POST.get("do") == "resolve" else None)
    done = _do(request, actor, found, form) if request.method == "POST" else None
    return done or _page(request, actor, found, form, own)


def _do(request: HttpRequest, actor: User, found: Report, form: ResolveForm) -> HttpResponse | None:
    """What the pressed button says; None if it was refused, or if the form has mistakes."""
    pressed = request.POST.get("do")
    try:
        if pressed == "claim":
            reports.claim(actor, found.pk, now())
            return redirect("admin:report", found.pk)
        if pressed == "release":
            reports.release(actor, found.pk, now())
            return redirect("admin:report", found.pk)
        if form.is_valid():
            reports.resolve(actor, found.pk, **form.cleaned_data, at=now())
            messages.success(request, gettext("Resolved, and answered."))
            return redirect("admin:queue")
    except NotAllowed as refused:
        say_refused(request, refused)
    return None


def _page(
    request: HttpRequest, actor: User, found: Report, form: ResolveForm, own: Collection[int]
) -> HttpResponse:
    context = {
        "report": found,
        "form": form,
        "overdue": found.is_overdue(now()),
        "mine": found.claimed_by_id == actor.pk,
        "history": people.history(found.about, own),
        "reporter_history": _reporter_history(found, own),
        "decisions": [(name, ACTS[name].title) for name in DECISIONS if _may_decide(actor, name)],
    }
    return admin_page(request, "report.html", gettext("Report %s") % found.pk, context)


def _may_decide(actor: User, name: str) -> bool:
    return roles.may(actor, ACTS[name].action)


def _reporter_history(found: Report, own: Collection[int]) -> people.History | None:
    """What is known about the reporter, unless they are the reported player."""
    if found.reporter is None or found.reporter_id == found.about_id:
        return None
    return people.history(found.reporter, own)
