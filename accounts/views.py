"""Pages of one's own account. allauth has the doors; here are settings, data and the way out."""

from __future__ import annotations

from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.logout import logout
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_supported_language_variant
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import deletion, personal_data, security_log
from accounts.forms import LeaveForm, SettingsForm
from accounts.models import User
from config.clock import now


class AuthenticatedRequest(HttpRequest):
    """What a view behind `login_required` is given."""

    user: User


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: AuthenticatedRequest) -> HttpResponse:
    """Language, time zone, theme; and the ways to address, password, sessions and data."""
    form = SettingsForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        response = redirect("accounts:settings")
        _remember_language(response, form.instance.language)
        return response
    if form.is_bound:  # what was refused stands in request.user, for whom the page is shown
        request.user.refresh_from_db()
    return render(request, "accounts/settings.html", {"form": form})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def data(request: AuthenticatedRequest) -> HttpResponse:
    """What we hold about the reader: its button sends the file, to who shows that it is them."""
    if request.method != "POST":
        return render(request, "accounts/data.html")
    raise_if_reauthentication_required(request, app="")
    security_log.tell("data taken out", request, request.user.email)
    at = now()
    response = JsonResponse(
        personal_data.collect(request.user, at),
        json_dumps_params={"indent": 2, "ensure_ascii": False},
    )
    file_name = f"undermine-{at:%Y-%m-%d}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name}"'
    return response


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: AuthenticatedRequest) -> HttpResponse:
    """Leave for good, after the typed name and then the password, or a code."""
    form = LeaveForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        raise_if_reauthentication_required(request, app="")
        security_log.tell("account deleted", request, request.user.email)
        _leave(request)
        messages.success(request, _("Your account is deleted. Thank you for the games."))
        return redirect("home")
    context = {"form": form, "kept_out": request.user.is_suspended(now())}
    return render(request, "accounts/delete.html", context)


@transaction.atomic
def _leave(request: AuthenticatedRequest) -> None:
    """The farewell goes out last: what waited for this address has been dropped."""
    user, email, at = request.user, request.user.email, now()
    deletion.leave(user, at)
    if email and not user.mail_bounced_at:
        words = {"user": user, "kept_out": user.is_suspended(at)}
        get_adapter().send_mail("account/email/account_deleted", email, words)
    logout(request)


@require_POST
@login_required
def end_session(request: AuthenticatedRequest, pk: int) -> HttpResponse:
    """Sign one other browser out."""
    session = get_object_or_404(UserSession, pk=pk, user=request.user)
    if session.is_current():
        logout(request)
        return redirect("home")
    session.end()
    messages.success(request, _("That browser is signed out."))
    return redirect("usersessions_list")


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """The switch on every page: for this browser, and for the account of who is signed in."""
    response = i18n.set_language(request)
    try:
        language = get_supported_language_variant(request.POST.get("language", ""))
    except LookupError:
        return response
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(language=language)
    return response


def _remember_language(response: HttpResponse, language: str) -> None:
    """As the switch does, so that the browser keeps the language after signing out."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


class SignUpView(allauth_views.SignupView):
    """allauth's, with the last word left to the database."""

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            with transaction.atomic():
                response: HttpResponse = super().form_valid(form)
        except IntegrityError:
            return self.taken_meanwhile()
        return response

    def taken_meanwhile(self) -> HttpResponse:
        """Somebody took name or address after we had looked: look again, now that we can see."""
        form = self.get_form_class()(**self.get_form_kwargs())  # get_form() gives the old one
        response: HttpResponse
        if form.is_valid():
            with transaction.atomic():
                response = super().form_valid(form)
        else:
            response = self.form_invalid(form)
        return response


class SignOutView(allauth_views.LogoutView):
    """allauth's. For a guest there is no way back: they say that they know it, and are gone."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        user = self.request.user
        is_guest = isinstance(user, User) and user.is_guest
        if is_guest and "sure" not in self.request.POST:
            asked: HttpResponse = self.get(*args, **kwargs)
            return asked
        with transaction.atomic():
            if is_guest:
                deletion.leave(user, now())
            response: HttpResponse = super().post(*args, **kwargs)
        return response


class NothingOnGet:
    """Opening a link from a mail, as scanners do, ends nobody's session."""

    request: HttpRequest

    def logout(self) -> None:
        if self.request.method == "POST":
            super().logout()  # type: ignore[misc]


class ConfirmEmailView(NothingOnGet, allauth_views.ConfirmEmailView):
    pass


class PasswordFromKeyView(NothingOnGet, allauth_views.PasswordResetFromKeyView):
    pass


sign_out = SignOutView.as_view()
sign_up = SignUpView.as_view()
confirm_email = ConfirmEmailView.as_view()
password_from_key = PasswordFromKeyView.as_view()
# Else whoever finds an open browser gives an account without a password one, and proves by it
# that they are its owner.
set_password = reauthentication_required(allauth_views.password_set)
