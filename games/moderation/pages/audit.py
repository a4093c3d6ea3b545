"""The audit trail taken out: with a reason, and as an entry of its own."""

from __future__ import annotations

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.admin_pages import room
from accounts.models import User
from config.clock import now
from games.moderation import audit, own_tables, roles
from games.moderation.models import AuditEntry

TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


class ExportForm(forms.Form):
    form = forms.ChoiceField(label=_("As"), choices=[("csv", "CSV"), ("json", "JSON")])
    since = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    reason = forms.CharField(label=_("Why"), max_length=audit.LONGEST_REASON)


def export(request: HttpRequest) -> HttpResponse:
    """A form, then the file; at most fifty thousand entries, the newest first."""
    assert isinstance(request.user, User)
    if not roles.may(request.user, "export-audit"):
        raise PermissionDenied
    form = ExportForm(request.POST or None)
    if not form.is_valid():
        return room(request, "form.html", _("Export the audit trail"), {"form": form})
    chosen = form.cleaned_data
    entries = own_tables.trail_without(AuditEntry.objects.order_by("-pk"), request.user)
    if chosen["since"]:
        entries = entries.filter(at__date__gte=chosen["since"])
    at = now()
    text = audit.export(request.user, entries, chosen["form"], chosen["reason"], at)
    response = HttpResponse(text, content_type=TYPES[chosen["form"]])
    file_name = f"audit-{at:%Y-%m-%d}.{chosen['form']}"
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name}"'
    return response
