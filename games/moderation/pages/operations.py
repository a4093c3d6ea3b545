"""The figures of the site, on one page."""

from __future__ import annotations

from datetime import datetime

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import dates
from accounts.models import User
from config.clock import now
from games.moderation.models import AuditEntry
from games.moderation.pages import base
from games.moderation.permissions import Action
from games.moderation.services import audit, operations
from games.moderation.texts import Words
from games.tables.models import SiteClock


@require_safe
def figures_page(request: HttpRequest) -> HttpResponse:
    reader = base.require_staff(request, Action.FIGURES)
    found = operations.site_figures(now(), reader)
    series = [
        (_("Tables started"), found["started"]),
        (_("Tables finished"), found["finished"]),
        (_("Tables abandoned"), found["abandoned"]),
        (_("Mails sent"), found["mails_sent"]),
    ]
    charts = [(title, sum(row.values()), operations.chart_bars(row)) for title, row in series]
    context = {"f": found, "charts": charts, "days": operations.FIGURE_DAYS}
    return base.admin_page(request, "figures.html", _("Figures"), context)


class StopClocksForm(base.ReasonForm):
    until = forms.DateTimeField(
        label=_("Expected end"),
        required=False,
        input_formats=["%Y-%m-%dT%H:%M"],
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
        help_text=_("In your own time zone. Clocks do not restart by themselves."),
    )
    message = forms.CharField(
        label=_("Additional message to everybody"),
        required=False,
        max_length=SiteClock.LONGEST_MESSAGE,
    )

    field_order = ("until", "message", "reason")

    def clean_until(self) -> datetime | None:
        until: datetime | None = self.cleaned_data["until"]
        if until is not None and until <= now():
            raise forms.ValidationError(_("This is in the past."))
        return until


@require_http_methods(["GET", "HEAD", "POST"])
def maintenance_page(request: HttpRequest) -> HttpResponse:
    """Ask for what is needed, show what will happen, then do it. A double click does it once,
    because the form says whether to stop or to start."""
    actor = base.require_staff(request, Action.STOP_CLOCKS)
    clock = SiteClock.current()
    sent = base.posted(request)
    ends = sent.get("ends") == "1" if sent else clock.is_stopped
    title = _("Restart all clocks") if ends else _("Stop all clocks")
    form = base.ReasonForm(sent) if ends else StopClocksForm(sent)
    back, carried = reverse("admin:figures"), (("ends", int(ends)),)
    return base.ActionPage(title, gettext("Figures"), back, form, carried).run(
        request,
        lambda: _lines(clock, form),
        lambda: _do(actor, form),
        lambda: redirect("admin:maintenance"),
    )


def _do(actor: User, form: base.ActionForm) -> None:
    chosen = form.cleaned_data
    if isinstance(form, StopClocksForm):
        operations.stop_all_clocks(
            actor, chosen["until"], chosen["message"], chosen["reason"], now()
        )
    else:
        operations.start_all_clocks(actor, chosen["reason"], now())


def _lines(clock: SiteClock, form: base.ActionForm) -> list[Words]:
    if not isinstance(form, StopClocksForm) and clock.stopped_at is not None:
        since = {"since": dates.moment(clock.stopped_at)}
        return [
            gettext("Every deadline moves by as long as it is since %(since)s.") % since,
            _("For a day, every page tells players so."),
        ]
    return [
        _("No deadline passes, nobody is reminded, and no lobby or offer of a seat ends."),
        _("Players and bots can go on playing. Every page says that clocks stand still."),
        _("When you let clocks run again, every deadline moves by as long as they stood still."),
    ]


EXPORT_TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


class ExportForm(forms.Form):
    form = forms.ChoiceField(label=_("As"), choices=[("csv", "CSV"), ("json", "JSON")])
    since = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    reason = forms.CharField(label=_("Why"), max_length=audit.LONGEST_REASON)


def export_audit(request: HttpRequest) -> HttpResponse:
    """Show a form, then send the file: at most fifty thousand entries, the newest first."""
    actor = base.require_staff(request, Action.EXPORT_AUDIT)
    form = ExportForm(request.POST or None)
    if not form.is_valid():
        return base.admin_page(request, "form.html", _("Export the audit trail"), {"form": form})
    chosen = form.cleaned_data
    entries = AuditEntry.objects.order_by("-pk")
    if chosen["since"]:
        entries = entries.filter(at__date__gte=chosen["since"])
    at = now()
    text = audit.export(actor, entries, chosen["form"], chosen["reason"], at)
    disposition = f'attachment; filename="audit-{at:%Y-%m-%d}.{chosen["form"]}"'
    return HttpResponse(
        text,
        content_type=EXPORT_TYPES[chosen["form"]],
        headers={"Content-Disposition": disposition},
    )
