"""This browser shows notices, or does so no more."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.templatetags.browsers import browser
from accounts.views import AuthenticatedRequest
from games.notices.channels.push import subscriptions
from games.notices.channels.push.models import PushSubscription


@require_POST
@login_required
def push_on(request: AuthenticatedRequest) -> HttpResponse:
    """This browser shows notices from now on."""
    endpoint, p256dh, auth = (request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth"))
    label = browser(request.headers.get("User-Agent", ""))
    try:
        subscriptions.subscribe(request.user, endpoint, p256dh, auth, label)
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, _("Push is on in this browser."))
    return redirect(reverse("notices") + "#push")


@require_POST
@login_required
def push_off(request: AuthenticatedRequest, pk: int) -> HttpResponse:
    """A browser of the reader's shows nothing any more."""
    row = get_object_or_404(PushSubscription, pk=pk, user=request.user)
    subscriptions.unsubscribe_browser(request.user, row.endpoint)
    messages.success(request, _("That browser shows no more messages."))
    return redirect(reverse("notices") + "#push")
