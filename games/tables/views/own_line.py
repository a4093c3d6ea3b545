"""The line that players write about themselves."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import own_line
from accounts.models import User
from accounts.views import AuthenticatedRequest
from config.clock import now
from games.tables import throttle
from games.tables.own_forms import LineForm
from games.tables.words.refusals import reason


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: AuthenticatedRequest) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    form = LineForm(data, initial={"line": request.user.line})
    if data is not None and form.is_valid() and _write(request.user, form):
        messages.success(request, _("Saved."))
        return redirect("player", request.user.name)
    context = {"form": form, "muted": request.user.is_muted(now())}
    return render(request, "accounts/line.html", context, status=422 if form.is_bound else 200)


def _write(user: User, form: LineForm) -> bool:
    """Try; whatever is wrong stands in the form afterwards."""
    at, line = now(), form.cleaned_data["line"]
    if not throttle.may(user, throttle.LINES, at):
        form.add_error("line", _("You have changed it often today. Try again tomorrow."))
        return False
    if not own_line.write(user, line, at):
        form.add_error("line", reason("muted"))
        return False
    return True
