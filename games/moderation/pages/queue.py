"""The queue of reports: counts, filters, a row for each group; and all reports of one group."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.admin_pages import number as read_number
from accounts.models import User
from config.clock import now
from games.moderation import queue, reports, together
from games.moderation.actions import Action
from games.moderation.models import Report
from games.moderation.pages.page import admin_page, require_staff, say_refused
from games.moderation.pages.reports import ResolveForm, say_resolved
from games.moderation.queue import Wanted
from games.moderation.roles import NotAllowed
from games.moderation.together import Seen

A_PAGE = 25
OF_A_GROUP = 50
STATES = [
    ("", _("all that wait")),
    ("open", _("claimed by nobody")),
    ("claimed", _("being looked at")),
    ("overdue", _("overdue")),
    ("resolved", _("resolved in the last 30 days")),
]


class FilterForm(forms.Form):
    """What of the queue is shown. What does not exist is left out, as if it had not been asked."""

    kind = forms.ChoiceField(label=_("Kind"), required=False)
    state = forms.ChoiceField(label=_("State"), required=False, choices=STATES)
    who = forms.ChoiceField(label=_("Who has it"), required=False)
    order = forms.ChoiceField(
        label=_("First"),
        required=False,
        choices=[("", _("the most severe")), ("age", _("the most overdue"))],
    )

    def __init__(self, data: Any, others: list[User]) -> None:
        super().__init__(data)
        held = [(str(user.pk), str(user)) for user in others]
        who = [("", _("anybody or nobody")), (queue.MINE, _("me")), (queue.NOBODY, _("nobody"))]
        self._offer("kind", [("", _("all")), *Report.Kind.choices])
        self._offer("who", [*who, *held])

    def _offer(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def wanted(self) -> Wanted:
        self.is_valid()
        chosen = self.cleaned_data
        return Wanted(
            chosen.get("kind", ""),
            chosen.get("state", ""),
            chosen.get("who", ""),
            chosen.get("order") == "age",
        )

    def chosen(self) -> list[str]:
        """What was filtered by, in words."""
        self.is_valid()
        offered = {name: dict(self[name].field.choices) for name in self.fields}  # type: ignore[attr-defined]
        return [str(offered[name][value]) for name, value in self.cleaned_data.items() if value]


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """What waits, grouped by the reported player and the table."""
    actor, at = require_staff(request, Action.SEE_REPORTS), now()
    form = FilterForm(request.GET, queue.colleagues(actor))
    found = queue.groups(actor, form.wanted(), at)
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    rows = queue.shown(list(page.object_list), at)
    context = {
        "form": form,
        "chosen": form.chosen(),
        "counts": queue.counts(actor, at),
        "page_obj": page,
        "rows": [(row, queue.excerpt(row.first), queue.place(row.first)) for row in rows],
    }
    return admin_page(request, "reports.html", _("Reports"), context)


# --- one group ------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def group(request: HttpRequest, number: int) -> HttpResponse:
    """All that waits about the same player at the same table. Claim or resolve it together."""
    actor = require_staff(request, Action.SEE_REPORTS)
    rows = reports.visible_to(actor).select_related("reporter", "about")
    found = get_object_or_404(rows, pk=number)
    form = ResolveForm(found, request.POST if request.POST.get("do") == "resolve" else None)
    done = _do(request, actor, found, form) if request.method == "POST" else None
    return done or _page(request, actor, found, form)


def _do(request: HttpRequest, actor: User, found: Report, form: ResolveForm) -> HttpResponse | None:
    """What the pressed button says; None if it was refused, or if the form has mistakes."""
    at, pressed = now(), request.POST.get("do")
    try:
        if pressed == "claim":
            together.claim(actor, _chosen(request, actor, found), at)
            return redirect("admin:report-group", found.pk)
        if pressed == "resolve" and form.is_valid():
            closed = together.resolve(actor, _chosen(request, actor, found), form.ending(), at)
            say_resolved(request, len(closed))
            return redirect("admin:queue")
    except NotAllowed as refused:
        say_refused(request, refused)
    return None


def _chosen(request: HttpRequest, actor: User, found: Report) -> dict[int, int]:
    """The ticked ones, or the whole group as the page showed it."""
    if request.POST.get("which") == "all":
        return together.all_of(found, actor, Seen.read(request.POST.get("seen", "")), now())
    ticked = [value.partition(":") for value in request.POST.getlist("report")]
    return {read_number(pk) or 0: read_number(times) or 0 for pk, _colon, times in ticked}


def _page(request: HttpRequest, actor: User, found: Report, form: ResolveForm) -> HttpResponse:
    at = now()
    rows = queue.like(found, actor).select_related("reporter", "claimed_by")
    page = Paginator(rows, OF_A_GROUP).get_page(request.GET.get("page"))
    free = set(queue.takeable(rows, actor, at).values_list("pk", flat=True))
    context = {
        "report": found,
        "place": queue.place(found),
        "form": form,
        "page_obj": page,
        "rows": [(row, queue.excerpt(row), row.is_overdue(at), row.pk in free) for row in page],
        "seen": together.seen(found, actor, at),
        "most": together.MOST,
        "ticked": {value.partition(":")[0] for value in request.POST.getlist("report")},
        "appeal": found.kind == Report.Kind.APPEAL,
    }
    title = gettext("Reports about %s") % found.about
    return admin_page(request, "report_group.html", title, context)
