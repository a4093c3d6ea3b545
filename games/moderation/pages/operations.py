"""Maintenance: an operator stops all clocks, or lets them run again. Form, preview, done."""

from __future__ import annotations

from datetime import datetime

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts import dates
from accounts.models import User
from config.clock import now
from games.moderation import maintenance as doing
from games.moderation.actions import Action
from games.moderation.pages.act_page import ActPage
from games.moderation.pages.forms import ActForm, ReasonForm
from games.moderation.pages.page import require_staff, say_refused
from games.moderation.roles import NotAllowed
from games.tables import site_clock
from games.tables.models import SiteClock


class StartForm(ReasonForm):
    """What everybody reads while clocks stand still."""

    until = forms.DateTimeField(
        label=_("Expected end"),
        required=False,
        input_formats=["%Y-%m-%dT%H:%M"],
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
        help_text=_("In your own time zone. Clocks do not go on by themselves."),
    )
    message = forms.CharField(
        label=_("More words to everybody"),
        required=False,
        max_length=SiteClock.LONGEST_MESSAGE,
    )

    field_order = ("until", "message", "reason")

    def clean_until(self) -> datetime | None:
        until: datetime | None = self.cleaned_data["until"]
        if until is not None and until <= now():
            raise forms.ValidationError(_("This is past already."))
        return until


@require_http_methods(["GET", "HEAD", "POST"])
def maintenance(request: HttpRequest) -> HttpResponse:
    """Ask for what is needed, show what will happen, then do it. Done twice is done once: what is
    sent says which of the two it wants."""
    actor = require_staff(request, Action.STOP_CLOCKS)
    clock = site_clock.read()
    page = _page(request, clock)
    step = request.POST.get("step", "")
    if step not in ("preview", "do") or not page.form.is_valid():
        return page.ask(request)
    if step == "preview":
        return page.preview(request, _lines(clock, page.form))
    return _do(request, actor, page)


def _page(request: HttpRequest, clock: SiteClock) -> ActPage:
    sent = request.POST if request.method == "POST" else None
    ends = sent.get("ends") == "1" if sent else site_clock.is_stopped(clock)
    title = _("Let all clocks run") if ends else _("Stop all clocks")
    form = ReasonForm(sent) if ends else StartForm(sent)
    back = reverse("admin:figures")
    return ActPage(title, gettext("Figures"), back, form, (("ends", int(ends)),))


def _do(request: HttpRequest, actor: User, page: ActPage) -> HttpResponse:
    chosen = page.form.cleaned_data
    try:
        if isinstance(page.form, StartForm):
            doing.start(actor, chosen["until"], chosen["message"], chosen["reason"], now())
        else:
            doing.end(actor, chosen["reason"], now())
    except NotAllowed as refused:
        say_refused(request, refused)
        return page.ask(request)
    messages.success(request, gettext("Done, and written down."))
    return redirect("admin:maintenance")


def _lines(clock: SiteClock, form: ActForm) -> list[str | Promise]:
    """What will happen."""
    if not isinstance(form, StartForm) and clock.stopped_at is not None:
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
