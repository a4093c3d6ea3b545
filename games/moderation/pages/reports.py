"""The queue of reports: counts, filters, a row for each group; and all reports of one group."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.admin_base import parse_number
from accounts.models import User
from config.clock import now
from games.moderation import conflicts, permissions, texts
from games.moderation.models import Report
from games.moderation.pages import base, hiding
from games.moderation.pages.player_actions import PLAYER_ACTIONS
from games.moderation.permissions import Action, NotAllowed
from games.moderation.services import player_records, report_queue, reports
from games.moderation.services.report_queue import SeenGroup
from games.moderation.services.reports import Resolution

A_PAGE = 25
OF_A_GROUP = 50
STATES = [
    ("", _("all waiting")),
    ("open", _("unclaimed")),
    ("claimed", _("being looked at")),
    ("overdue", _("overdue")),
    ("resolved", _("resolved in the last 30 days")),
]


class FilterForm(forms.Form):
    kind = forms.ChoiceField(label=_("Kind"), required=False)
    state = forms.ChoiceField(label=_("State"), required=False, choices=STATES)
    who = forms.ChoiceField(label=_("Claimed by"), required=False)
    order = forms.ChoiceField(
        label=_("First"),
        required=False,
        choices=[("", _("the most severe")), (report_queue.OLDEST_FIRST, _("the most overdue"))],
    )

    def __init__(self, data: Any, others: list[User]) -> None:
        super().__init__(data)
        held = [(str(user.pk), str(user)) for user in others]
        who = [
            ("", _("anybody or nobody")),
            (report_queue.MINE, _("me")),
            (report_queue.NOBODY, _("nobody")),
        ]
        base.set_choices(self, "kind", [("", _("all")), *Report.Kind.choices])
        base.set_choices(self, "who", [*who, *held])

    def chosen(self) -> list[str]:
        offered = {name: dict(self[name].field.choices) for name in self.fields}  # type: ignore[attr-defined]
        return [str(offered[name][value]) for name, value in self.cleaned_data.items() if value]


@require_safe
def queue_page(request: HttpRequest) -> HttpResponse:
    """Show waiting reports, grouped by the reported player and the table."""
    actor, at = base.require_staff(request, Action.SEE_REPORTS), now()
    form = FilterForm(request.GET, report_queue.colleagues(actor))
    form.is_valid()  # choices that are not on the list do not filter
    found = report_queue.report_groups(actor, form.cleaned_data, at)
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    rows = report_queue.load_groups(list(page.object_list), at)
    context = {
        "form": form,
        "chosen": form.chosen(),
        "counts": report_queue.count_waiting(actor, at),
        "page_obj": page,
        "rows": [(row, report_queue.excerpt(row["first"])) for row in rows],
    }
    return base.admin_page(request, "reports.html", _("Reports"), context)


@require_http_methods(["GET", "HEAD", "POST"])
def group_page(request: HttpRequest, number: int) -> HttpResponse:
    """Show waiting reports about one player at one table, to claim or resolve together."""
    actor = base.require_staff(request, Action.SEE_REPORTS)
    rows = reports.visible_to(actor).select_related("reporter", "about")
    found = get_object_or_404(rows, pk=number)
    form = ResolveForm(found, request.POST if request.POST.get("do") == "resolve" else None)
    done = _do_with_group(request, actor, found, form)
    return done or _group_page(request, actor, found, form)


def _do_with_group(
    request: HttpRequest, actor: User, found: Report, form: ResolveForm
) -> HttpResponse | None:
    """Do what the pressed button says; return None if it was refused or the form is invalid."""
    at, pressed = now(), request.POST.get("do")
    try:
        if pressed == "claim":
            report_queue.claim_group(actor, _chosen(request, actor, found), at)
            return redirect("admin:report-group", found.pk)
        if pressed == "resolve" and form.is_valid():
            closed = report_queue.resolve_group(
                actor, _chosen(request, actor, found), form.ending(), at
            )
            show_resolved(request, len(closed))
            return redirect("admin:queue")
    except NotAllowed as refused:
        base.show_refusal(request, refused)
    return None


def _chosen(request: HttpRequest, actor: User, found: Report) -> dict[int, int]:
    """Return the ticked reports, or the whole group as the page showed it."""
    if request.POST.get("which") == "all":
        return report_queue.numbers_in_group(
            found, actor, SeenGroup.read(request.POST.get("seen", "")), now()
        )
    ticked = [value.partition(":") for value in request.POST.getlist("report")]
    return {parse_number(pk) or 0: parse_number(times) or 0 for pk, _colon, times in ticked}


def _group_page(
    request: HttpRequest, actor: User, found: Report, form: ResolveForm
) -> HttpResponse:
    at = now()
    rows = report_queue.reports_in_group(found, actor).select_related("reporter", "claimed_by")
    page = Paginator(rows, OF_A_GROUP).get_page(request.GET.get("page"))
    free = set(rows.filter(report_queue.is_free(actor, at)).values_list("pk", flat=True))
    context = {
        "report": found,
        "form": form,
        "page_obj": page,
        "rows": [
            (row, report_queue.excerpt(row), row.is_overdue(at), row.pk in free) for row in page
        ],
        "seen": report_queue.seen_group(found, actor, at),
        "most": report_queue.MAX_AT_ONCE,
        "ticked": {value.partition(":")[0] for value in request.POST.getlist("report")},
        "appeal": found.kind == Report.Kind.APPEAL,
    }
    title = gettext("Reports about %s") % found.about
    return base.admin_page(request, "report_group.html", title, context)


DECISIONS = ("warn", "mute", "suspend", "ban", "rename", "line")
"""Actions on the player that the page of a report offers."""


class ResolveForm(base.ReasonForm):
    """The outcome of a report. Without an answer the reporter gets the usual one, translated."""

    outcome = forms.ChoiceField(label=_("Outcome"))
    answer = forms.CharField(
        label=_("Answer to the reporter"),
        required=False,
        max_length=reports.LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Leave empty to send the standard answer for that outcome, shown below."),
    )
    field_order = ("outcome", "answer", "reason")

    def __init__(self, found: Report, data: Any = None) -> None:
        super().__init__(data)
        outcomes = texts.outcomes_of(found.kind)
        base.set_choices(self, "outcome", outcomes.choices)
        reader = found.reporter
        self.usual = [texts.in_language_of(reader, one.label) for one in outcomes] if reader else []

    def ending(self) -> Resolution:
        return Resolution(**self.cleaned_data)


@require_http_methods(["GET", "HEAD", "POST"])
def report_page(request: HttpRequest, number: int) -> HttpResponse:
    """Show a report with its context and both players' history, to claim, release or resolve."""
    actor = base.require_staff(request, Action.SEE_REPORTS)
    rows = Report.objects.select_related(
        "reporter", "about", "claimed_by", "table", "sanction__by", "sanction__user"
    )
    found = get_object_or_404(conflicts.without_own_cases(rows, actor), pk=number)
    own = conflicts.own_tables_of(actor)
    if found.table_id in own:
        return base.own_table_page(request)
    form = ResolveForm(found, request.POST if request.POST.get("do") == "resolve" else None)
    done = _do_with_report(request, actor, found, form)
    return done or _report_page(request, actor, found, form, own)


def _do_with_report(
    request: HttpRequest, actor: User, found: Report, form: ResolveForm
) -> HttpResponse | None:
    """Do what the pressed button says; return None if it was refused or the form is invalid."""
    pressed = request.POST.get("do", "")
    try:
        if pressed == "release":
            reports.release(actor, found.pk, now())
            return redirect("admin:report", found.pk)
        if pressed == "claim":
            reports.claim(actor, found.pk, now())
            return redirect("admin:report", found.pk)
        if pressed in DECISIONS:  # one click claims the report and opens the action
            reports.claim(actor, found.pk, now())
            act = reverse("admin:player-act", args=[found.about_id, pressed])
            return redirect(f"{act}?report={found.pk}")
        if pressed == "resolve" and form.is_valid():
            return _resolve(request, actor, found, form.ending())
    except NotAllowed as refused:
        base.show_refusal(request, refused)
    return None


def _resolve(request: HttpRequest, actor: User, found: Report, ending: Resolution) -> HttpResponse:
    """Resolve this report, or the whole group if the moderator says so."""
    at, times = now(), parse_number(request.POST.get("times", ""))
    if others := request.POST.get("others"):
        numbers = report_queue.numbers_in_group(found, actor, SeenGroup.read(others), at)
        show_resolved(request, len(report_queue.resolve_group(actor, numbers, ending, at)))
    else:
        reports.resolve(actor, found.pk, ending, at, times)
        show_resolved(request, 1)
    return redirect("admin:queue")


def show_resolved(request: HttpRequest, n: int) -> None:
    said = ngettext(
        "%(n)s report is resolved, and answered.",
        "%(n)s reports are resolved, and each reporter is answered once.",
        n,
    )
    messages.success(request, said % {"n": n})


def _report_page(
    request: HttpRequest, actor: User, found: Report, form: ResolveForm, own: Collection[int]
) -> HttpResponse:
    refused = reports.why_not_handled(actor, found, now())
    reporter = found.reporter if found.reporter_id != found.about_id else None
    context = {
        "report": found,
        "form": form,
        "overdue": found.is_overdue(now()),
        "mine": found.claimed_by_id == actor.pk,
        "refused": texts.REFUSED[refused] if refused else "",
        "free": _is_free(found, actor, now()),
        "seen": report_queue.seen_group(found, actor, now()),
        "history": player_records.player_history(found.about, actor, own),
        "reporter_history": reporter and player_records.player_history(reporter, actor, own),
        **hiding.reported_context(actor, found),
        "decisions": [
            (name, PLAYER_ACTIONS[name].title)
            for name in DECISIONS
            if permissions.may(actor, PLAYER_ACTIONS[name].action)
            and PLAYER_ACTIONS[name].fits(found.about)
        ],
    }
    return base.admin_page(request, "report.html", gettext("Report %s") % found.pk, context)


def _is_free(found: Report, actor: User, at: datetime) -> bool:
    """Return whether no colleague is looking at it. The services check again."""
    theirs = found.claimed_by_id in (None, actor.pk)
    return theirs or found.claimed_at is None or found.claimed_at <= at - reports.CLAIM_EXPIRES
