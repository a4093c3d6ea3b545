"""Choosing another name: once in a while, and at once after moderators gave a neutral one."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import earlier_names, names
from accounts.models import User
from accounts.views import AuthenticatedRequest
from config.clock import now


class NameForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=names.LONGEST,
        help_text=gettext_lazy("What others see at the table: 3 to 20 letters, digits, - and _."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: AuthenticatedRequest) -> HttpResponse:
    """A form for who may choose; for everybody else, what they are called and until when."""
    form = NameForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            chosen = earlier_names.choose(request.user, form.cleaned_data["name"], now())
        except ValidationError as refused:
            form.add_error("name", refused)
        else:
            if chosen:
                messages.success(request, _("Saved."))
            return redirect("accounts:name")
    return render(request, "accounts/name.html", _context(request.user) | {"form": form})


def _context(user: User) -> dict[str, object]:
    return {
        "after_moderators": earlier_names.may_choose(user),
        "closed_until": earlier_names.closed_until(user, now()),
        "earlier": earlier_names.of(user),
        "every": earlier_names.EVERY.days,
        "told": earlier_names.TOLD.days,
    }
