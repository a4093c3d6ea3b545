"""Pages for notification settings and for the notices that were sent."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import dates
from accounts.decorators import AuthenticatedRequest, own_action, own_form, own_page
from accounts.templatetags.browsers import browser
from config.clock import now
from games.notices import delivery
from games.notices.channels import web_push, webhooks
from games.notices.forms import NoticeForm, WebhookForm
from games.notices.models import Notice, PushSubscription, Webhook
from games.notices.notice_types import NOTICE_TYPES
from games.tables import rate_limits

A_PAGE = 30
WEBHOOK_SECRET = "webhook_secret"  # noqa: S105  (where the session keeps it until it is shown)


@own_form
def notices(request: AuthenticatedRequest) -> HttpResponse:
    """Show and save notification settings: kinds, channels, quiet hours, push and webhook."""
    form = NoticeForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("notices")
    return preferences_page(request, form=form, status=422 if form.is_bound else 200)


def preferences_page(
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
        "push_key": web_push.vapid_public_key(),
        "browsers": list(PushSubscription.objects.filter(user=user).order_by("pk")),
        "webhook": hook,
        "webhook_form": webhook_form or WebhookForm(initial={"url": hook.url if hook else ""}),
        "secret": request.session.pop(WEBHOOK_SECRET, ""),
    }
    return render(request, "notices/preferences.html", context, status=status)


@own_page
def sent(request: AuthenticatedRequest) -> HttpResponse:
    """List all notices to the reader, with their status."""
    rows = Notice.objects.filter(recipient=request.user).select_related("table")
    page = Paginator(rows.order_by("-created_at", "-pk"), A_PAGE).get_page(request.GET.get("page"))
    context = {"page_obj": page, "rows": [_sent_notice(notice, now()) for notice in page]}
    return render(request, "notices/sent.html", context)


@own_action
def test(request: AuthenticatedRequest) -> HttpResponse:
    """Send the reader a test notice by every channel that they have set up."""
    at = now()
    if not rate_limits.may(request.user, rate_limits.NOTICE_TESTS, at):
        messages.error(request, _("That was a lot of tests. Wait an hour before the next one."))
    else:
        delivery.send_test(request.user, at)
        messages.success(request, _("A test is on its way. Its status is shown below."))
    return redirect("notices-sent")


def _sent_notice(notice: Notice, at: datetime) -> dict[str, Any]:
    return {
        "notice": notice,
        "kind": NOTICE_TYPES.get(notice.kind) or {"label": notice.kind, "why": ""},
        "at": notice.ended_at or notice.created_at,
        "state": delivery_state(notice, at),
        "tone": _tone(notice),
        "error": notice.last_error if notice.state != Notice.State.SENT else "",
    }


def _tone(notice: Notice) -> str:
    if notice.state == Notice.State.SENT:
        return "good"
    trouble = notice.state == Notice.State.FAILED or notice.last_error
    return "bad" if trouble and notice.state != Notice.State.DROPPED else ""


def delivery_state(notice: Notice, at: datetime) -> str:
    """Return the status of a notice in a few words."""
    if notice.state == Notice.State.FAILED:
        return _given_up_text(notice)
    if notice.state != Notice.State.WAITING:
        return str(notice.get_state_display())
    in_hand = notice.leased_until is not None and notice.leased_until > at
    if in_hand or (notice.due_at <= at and not notice.last_error):
        return _("on its way")
    return _waiting_text(notice) % {"time": dates.moment(notice.due_at)}


def _given_up_text(notice: Notice) -> str:
    if notice.refused:
        return _("refused for good")
    if notice.unanswered:
        return _("given up; it may have arrived")
    return str(notice.get_state_display())


def _waiting_text(notice: Notice) -> str:
    if notice.unanswered:
        return _("not answered, it may have arrived; next try %(time)s")
    if notice.last_error:
        return _("failed, next try %(time)s")
    if notice.bundled:
        return _("in the digest of %(time)s")
    return _("waits until %(time)s")


# Turning push on and off.


@own_action
def push_on(request: AuthenticatedRequest) -> HttpResponse:
    """Start showing notices in this browser."""
    endpoint, p256dh, auth = (request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth"))
    label = browser(request.headers.get("User-Agent", ""))
    try:
        web_push.subscribe(request.user, endpoint, p256dh, auth, label)
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, _("Push is on in this browser."))
    return redirect(reverse("notices") + "#push")


@own_action
def push_off(request: AuthenticatedRequest, pk: int) -> HttpResponse:
    """Stop showing notices in one of the reader's browsers."""
    row = get_object_or_404(PushSubscription, pk=pk, user=request.user)
    web_push.unsubscribe_browser(request.user, row.endpoint)
    messages.success(request, _("That browser shows no more messages."))
    return redirect(reverse("notices") + "#push")


# Setting up a webhook, and removing it.


@own_action
def webhook_set(request: AuthenticatedRequest) -> HttpResponse:
    """Set the URL of the webhook, with a new secret that is shown once."""
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            row = webhooks.set_webhook(request.user, form.cleaned_data["url"])
        except ValidationError as error:
            form.add_error("url", error)
        else:
            request.session[WEBHOOK_SECRET] = row.secret
            messages.success(request, _("The webhook is set up. Send yourself a test."))
            return redirect(reverse("notices") + "#webhook")
    return preferences_page(request, webhook_form=form, status=422)


@own_action
def webhook_remove(request: AuthenticatedRequest) -> HttpResponse:
    webhooks.remove_webhook(request.user)
    messages.success(request, _("The webhook is gone."))
    return redirect("notices")
