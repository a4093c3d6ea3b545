"""What to be told and how; what was sent, and why."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.views import AuthenticatedRequest
from config.clock import now
from games.notices import delivery, sent_list
from games.notices.channels.push import vapid
from games.notices.channels.push.models import PushSubscription
from games.notices.channels.webhook.forms import WebhookForm
from games.notices.channels.webhook.models import Webhook
from games.notices.forms import NoticeForm
from games.notices.models import Notice
from games.tables import throttle

A_PAGE = 30
WEBHOOK_SECRET = "webhook_secret"  # noqa: S105  (where the session keeps it until it is shown)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: AuthenticatedRequest) -> HttpResponse:
    """A choice for each kind and channel; quiet hours; this browser; the webhook."""
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
        "push_key": vapid.public_key(),
        "browsers": list(PushSubscription.objects.filter(user=user).order_by("pk")),
        "webhook": hook,
        "webhook_form": webhook_form or WebhookForm(initial={"url": hook.url if hook else ""}),
        "secret": request.session.pop(WEBHOOK_SECRET, ""),
    }
    return render(request, "notices/preferences.html", context, status=status)


@login_required
@never_cache
@require_safe
def sent(request: AuthenticatedRequest) -> HttpResponse:
    """Everything that was written for the reader, and what became of it."""
    rows = Notice.objects.filter(recipient=request.user).select_related("table")
    page = Paginator(rows.order_by("-created_at", "-pk"), A_PAGE).get_page(request.GET.get("page"))
    context = {"page_obj": page, "rows": sent_list.rows(page.object_list, now())}
    return render(request, "notices/sent.html", context)


@require_POST
@login_required
def test(request: AuthenticatedRequest) -> HttpResponse:
    """Send the reader a test by every channel that they have set up."""
    at = now()
    if not throttle.may(request.user, throttle.TESTS, at):
        messages.error(request, _("That was a lot of tests. Wait an hour before the next one."))
    else:
        delivery.test(request.user, at)
        messages.success(request, _("A test is on its way. Below you see what became of it."))
    return redirect("notices-sent")
