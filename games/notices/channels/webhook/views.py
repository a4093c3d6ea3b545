"""Setting up a webhook, and removing it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.views import AuthenticatedRequest
from games.notices.channels.webhook import address
from games.notices.channels.webhook.forms import WebhookForm
from games.notices.views import WEBHOOK_SECRET, preferences_page


@require_POST
@login_required
def webhook_set(request: AuthenticatedRequest) -> HttpResponse:
    """Set the address, with a new secret that is shown once."""
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            row = address.set_address(request.user, form.cleaned_data["url"])
        except ValidationError as error:
            form.add_error("url", error)
        else:
            request.session[WEBHOOK_SECRET] = row.secret
            messages.success(request, _("The webhook is set up. Send yourself a test."))
            return redirect(reverse("notices") + "#webhook")
    return preferences_page(request, webhook_form=form, status=422)


@require_POST
@login_required
def webhook_remove(request: AuthenticatedRequest) -> HttpResponse:
    address.remove(request.user)
    messages.success(request, _("The webhook is gone."))
    return redirect("notices")
