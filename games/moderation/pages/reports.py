"""The queue: open reports, the most overdue first; one report with all that belongs to it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.admin_pages import room
from accounts.models import User
from config.clock import now
from games.moderation import audit, own_tables, people, reports, roles, words
from games.moderation.models import Report
from games.moderation.pages.tables import own_table
from games.moderation.roles import NotAllowed

SHOWN = 100


class ResolveForm(forms.Form):
    """How it ends; left empty, the answer is the usual one in the reader's language."""

    outcome = forms.ChoiceField(label=_("Outcome"))
    answer = forms.CharField(
        label=_("Answer to who reported it"),
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
        ends = words.APPEALS if found.kind == Report.Kind.APPEAL else words.OUTCOMES
        field = self.fields["outcome"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(ends.items())
        reader = found.reporter
        self.usual = [words.for_reader(reader, line) for line in ends.values()] if reader else []


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    actor, at = _require(request, "see-queue"), now()
    waiting = own_tables.without(reports.queue(), "table", actor)
    rows = [(row, row.is_overdue(at)) for row in waiting[:SHOWN]]
    return room(request, "reports.html", _("Reports"), {"rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
def one(request: HttpRequest, number: int) -> HttpResponse:
    """A report with its context and both players' history; claim, let go, resolve."""
    actor = _require(request, "see-queue")
    rows = Report.objects.select_related(
        "reporter", "about", "claimed_by", "sanction__by", "sanction__user"
    )
    found = get_object_or_404(rows, pk=number)
    own = own_tables.of(actor)
    if found.table_id in own:
        return own_table(request)
    form = ResolveForm(found)
    if request.method == "POST":
        done, form = _do(request, actor, found)
        if done:
            return redirect(
                "admin:report" if done != "resolve" else "admin:queue", *_at(done, found)
            )
    context = {
        "report": found,
        "form": form,
        "overdue": found.is_overdue(now()),
        "mine": found.claimed_by_id == actor.pk,
        "history": people.history(found.about, own),
        "reporters": _reporters(found, own),
        "deciding": [name for name in DECIDING if roles.may(actor, name)],
    }
    return room(request, "report.html", _("Report %s") % found.pk, context)


def _reporters(found: Report, own: Collection[int]) -> people.History | None:
    """What is known about who reported it, unless that is the same player."""
    if found.reporter is None or found.reporter_id == found.about_id:
        return None
    return people.history(found.reporter, own)


DECIDING = ("warn", "mute", "suspend", "ban", "rename")


def _at(done: str, found: Report) -> list[int]:
    return [] if done == "resolve" else [found.pk]


def _do(request: HttpRequest, actor: User, found: Report) -> tuple[str, ResolveForm]:
    """What the pressed button says; its name if that was done."""
    form = ResolveForm(found, request.POST if request.POST.get("do") == "resolve" else None)
    try:
        if request.POST.get("do") == "claim":
            reports.claim(actor, found.pk, now())
            return "claim", form
        if request.POST.get("do") == "release":
            reports.release(actor, found.pk, now())
            return "release", form
        if form.is_valid():
            chosen = form.cleaned_data
            reports.resolve(
                actor, found.pk, chosen["outcome"], chosen["answer"], chosen["reason"], now()
            )
            messages.success(request, gettext("Resolved, and answered."))
            return "resolve", form
    except NotAllowed as refused:
        messages.error(request, str(words.REFUSED[refused.code]))
    return "", form


def _require(request: HttpRequest, action: str) -> User:
    assert isinstance(request.user, User)
    if not roles.may(request.user, action):
        raise PermissionDenied
    return request.user
