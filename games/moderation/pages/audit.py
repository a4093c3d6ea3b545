"""The export of the audit trail: for a reason, which is written down too."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from config.clock import now
from games.moderation import audit
from games.moderation.actions import Action
from games.moderation.models import AuditEntry
from games.moderation.pages.page import admin_page, require_staff

TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


class ExportForm(forms.Form):
    form = forms.ChoiceField(label=_("As"), choices=[("csv", "CSV"), ("json", "JSON")])
    since = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    reason = forms.CharField(label=_("Why"), max_length=audit.LONGEST_REASON)


def export(request: HttpRequest) -> HttpResponse:
    """A form, then the file: at most fifty thousand entries, the newest first."""
    actor = require_staff(request, Action.EXPORT_AUDIT)
    form = ExportForm(request.POST or None)
    if not form.is_valid():
        return admin_page(request, "form.html", _("Export the audit trail"), {"form": form})
    chosen = form.cleaned_data
    entries = AuditEntry.objects.order_by("-pk")
    if chosen["since"]:
        entries = entries.filter(at__date__gte=chosen["since"])
    at = now()
    text = audit.export(actor, entries, chosen["form"], chosen["reason"], at)
    response = HttpResponse(text, content_type=TYPES[chosen["form"]])
    file_name = f"audit-{at:%Y-%m-%d}.{chosen['form']}"
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name}"'
    return response
