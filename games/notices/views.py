"""What to be told and how; what was sent, and why."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.templatetags.browsers import browser
from accounts.views import AuthenticatedRequest
from config.clock import now
from games.notices import delivery
from games.notices import sent_list as shown
from games.notices.channels.push import transport as push
from games.notices.channels.webhook import transport as webhook
from games.notices.forms import NoticeForm
from games.notices.models import Notice, PushSubscription, Webhook
from games.tables import throttle
from games.tables.own_forms import WebhookForm

A_PAGE = 30
SECRET = "webhook_secret"  # noqa: S105  (where the session keeps it until it is shown)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: AuthenticatedRequest) -> HttpResponse:
    """A choice for each kind and way; quiet hours; this browser; the webhook."""
    form = NoticeForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("notices")
    return _page(request, form=form, status=422 if form.is_bound else 200)


def _page(
    request: AuthenticatedRequest,
    *,
    form: NoticeForm | None = None,
    webhook_form: WebhookForm | None = None,
    status: int = 200,
) -> HttpResponse:
    user = request.user
    hook = Webhook.objects.filter(user=user).first()
    context = {
        "form": form or NoticeForm(user),
        "push_key": push.public_key(),
        "browsers": _browsers(user),
        "webhook": hook,
        "webhook_form": webhook_form or WebhookForm(initial={"url": hook.url if hook else ""}),
        "secret": request.session.pop(SECRET, ""),
    }
    return render(request, "notices/preferences.html", context, status=status)


def _browsers(user: User) -> list[PushSubscription]:
    """Each with a mark by which a browser knows itself; its endpoint stays between it and us."""
    rows = list(PushSubscription.objects.filter(user=user).order_by("pk"))
    for row in rows:
        row.endpoint_mark = sha256(row.endpoint.encode()).hexdigest()[:16]  # type: ignore[attr-defined]
    return rows


# --- push in this browser -----------------------------------------------------------------------


@require_POST
@login_required
def push_on(request: AuthenticatedRequest) -> HttpResponse:
    """This browser shows notices from now on."""
    endpoint, p256dh, auth = (request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth"))
    label = browser(request.headers.get("User-Agent", ""))
    try:
        push.subscribe(request.user, endpoint, p256dh, auth, label)
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
    push.unsubscribe_browser(request.user, row.endpoint)
    messages.success(request, _("That browser shows no more messages."))
    return redirect(reverse("notices") + "#push")


# --- the webhook --------------------------------------------------------------------------------


@require_POST
@login_required
def webhook_set(request: AuthenticatedRequest) -> HttpResponse:
    """Set the address, with a new secret that is shown once."""
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            row = webhook.set_address(request.user, form.cleaned_data["url"])
        except ValidationError as error:
            form.add_error("url", error)
        else:
            request.session[SECRET] = row.secret
            messages.success(request, _("The webhook is set up. Send yourself a test."))
            return redirect(reverse("notices") + "#webhook")
    return _page(request, webhook_form=form, status=422)


@require_POST
@login_required
def webhook_remove(request: AuthenticatedRequest) -> HttpResponse:
    webhook.remove(request.user)
    messages.success(request, _("The webhook is gone."))
    return redirect("notices")


# --- what was sent ------------------------------------------------------------------------------


@login_required
@never_cache
@require_safe
def sent(request: AuthenticatedRequest) -> HttpResponse:
    """Everything that was written for the reader, and what became of it."""
    rows = Notice.objects.filter(recipient=request.user).select_related("table")
    page = Paginator(rows.order_by("-created_at", "-pk"), A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {"page_obj": page, "rows": shown.rows(page.object_list, now())}
    return render(request, "notices/sent.html", context)


@require_POST
@login_required
def test(request: AuthenticatedRequest) -> HttpResponse:
    """Send the reader a test by every way that he has set up."""
    at = now()
    if not throttle.may(request.user, throttle.TESTS, at):
        messages.error(request, _("That was many tests. Wait an hour before the next one."))
    else:
        delivery.test(request.user, at)
        messages.success(
            request, _("A test is on its way. It stands below, with what became of it.")
        )
    return redirect("notices-sent")
