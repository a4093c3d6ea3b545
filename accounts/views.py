"""Account pages: settings, data, deletion, name, language; and changes to allauth's."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.core.ratelimit import respond_429
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_supported_language_variant
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import earlier_names, forms
from accounts.decorators import AuthenticatedRequest, own_action, own_form
from accounts.mail import addresses
from accounts.models import User
from accounts.privacy import deletion, personal_data
from accounts.sign_in import attempt_limits, security_log
from config.clock import now


@own_form
def settings_page(request: AuthenticatedRequest) -> HttpResponse:
    """Change language, time zone and theme; link to the other settings."""
    form = forms.SettingsForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        response = redirect("accounts:settings")
        _remember_language(response, form.instance.language)
        return response
    if form.is_bound:  # validation may have put invalid values into request.user
        request.user.refresh_from_db()
    return render(request, "accounts/settings.html", {"form": form})


@own_form
def download_data(request: AuthenticatedRequest) -> HttpResponse:
    """Offer the reader's data as a file, which requires reauthentication."""
    if request.method != "POST":
        return render(request, "accounts/data.html")
    response: HttpResponse = reauthentication_required(_send_data)(request)
    return response


def _send_data(request: AuthenticatedRequest) -> HttpResponse:
    security_log.log_event("data taken out", request, request.user.email)
    at = now()
    response = JsonResponse(
        personal_data.collect(request.user, at),
        json_dumps_params={"indent": 2, "ensure_ascii": False},
    )
    file_name = f"undermine-{at:%Y-%m-%d}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name}"'
    return response


@own_form
def delete_page(request: AuthenticatedRequest) -> HttpResponse:
    """Delete the account, once the player has typed their name and reauthenticated."""
    form = forms.DeleteAccountForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        response: HttpResponse = reauthentication_required(_delete)(request)
        return response
    context = {"form": form, "kept_out": request.user.is_suspended(now())}
    return render(request, "accounts/delete.html", context)


def _delete(request: AuthenticatedRequest) -> HttpResponse:
    security_log.log_event("account deleted", request, request.user.email)
    _delete_and_sign_out(request)
    messages.success(request, _("Your account is deleted. Thank you for the games."))
    return redirect("home")


@transaction.atomic
def _delete_and_sign_out(request: AuthenticatedRequest) -> None:
    """Delete the account, then send the last email, as deleting drops waiting ones."""
    user, email, at = request.user, request.user.email, now()
    deletion.delete_account(user, at)
    if email and not user.mail_bounced_at:
        words = {"user": user, "kept_out": user.is_suspended(at)}
        get_adapter().send_mail("account/email/account_deleted", email, words)
    _sign_out(request)


def _sign_out(request: HttpRequest) -> None:
    adapter = get_adapter()
    adapter.add_message(request, messages.SUCCESS, "account/messages/logged_out.txt")
    adapter.logout(request)


@own_action
def end_session(request: AuthenticatedRequest, pk: int) -> HttpResponse:
    """Sign out another browser of the player."""
    session = get_object_or_404(UserSession, pk=pk, user=request.user)
    if session.is_current():
        _sign_out(request)
        return redirect("home")
    session.end()
    messages.success(request, _("That browser is signed out."))
    return redirect("usersessions_list")


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Change the language of this browser, and of the account if signed in."""
    response = i18n.set_language(request)
    try:
        language = get_supported_language_variant(request.POST.get("language", ""))
    except LookupError:
        return response
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(language=language)
    return response


def _remember_language(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


class SignUpView(allauth_views.SignupView):
    """allauth's sign-up; also handles names and addresses that are taken at the same moment."""

    form_class = forms.SignupForm

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            return self._save(form)
        except IntegrityError:  # name or address were taken after the check
            form = self.get_form_class()(**self.get_form_kwargs())  # get_form() returns the old one
            if form.is_valid():
                return self._save(form)
        response: HttpResponse = self.form_invalid(form)
        return response

    @transaction.atomic
    def _save(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        return response


class SignOutView(allauth_views.LogoutView):
    """allauth's sign-out; guests have to confirm, as it deletes them."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        user = self.request.user
        is_guest = isinstance(user, User) and user.is_guest
        if is_guest and "sure" not in self.request.POST:
            asked: HttpResponse = self.get(*args, **kwargs)
            return asked
        with transaction.atomic():
            if is_guest:
                deletion.delete_account(user, now())
            response: HttpResponse = super().post(*args, **kwargs)
        return response


class ConfirmByPost:
    """A view that doesn't sign anybody out on GET, as mail scanners open links."""

    request: HttpRequest

    def logout(self) -> None:
        if self.request.method == "POST":
            super().logout()  # type: ignore[misc]


class ConfirmEmailView(ConfirmByPost, allauth_views.ConfirmEmailView):
    pass


class PasswordFromKeyView(ConfirmByPost, allauth_views.PasswordResetFromKeyView):
    form_class = forms.ResetPasswordKeyForm


sign_out = SignOutView.as_view()
sign_up = SignUpView.as_view()
confirm_email = ConfirmEmailView.as_view()
password_from_key = PasswordFromKeyView.as_view()
# Otherwise somebody at an unlocked browser could set a first password and reauthenticate with it.
set_password = reauthentication_required(
    allauth_views.PasswordSetView.as_view(form_class=forms.SetPasswordForm)
)


@own_form
def name_page(request: AuthenticatedRequest) -> HttpResponse:
    form = forms.NameForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            chosen = earlier_names.choose_name(request.user, form.cleaned_data["name"], now())
        except ValidationError as refused:
            form.add_error("name", refused)
        else:
            if chosen:
                messages.success(request, _("Saved."))
            return redirect("accounts:name")
    context = {
        "form": form,
        "after_moderators": earlier_names.may_choose(request.user),
        "closed_until": earlier_names.next_change_at(request.user, now()),
        "earlier": earlier_names.earlier_names_of(request.user),
        "every": earlier_names.CHANGE_EVERY.days,
        "told": earlier_names.SHOWN_FOR.days,
    }
    return render(request, "accounts/name.html", context)


# The link in the email is signed, contains no address, and works for three days and for one bounce.
# Only its button changes something, as mail scanners open links.

CONFIRM_AGAIN_SALT: Final = "accounts.confirm-again"
CONFIRM_AGAIN_WITHIN: Final = timedelta(days=3)


@own_action
def send_confirm_again(request: AuthenticatedRequest) -> HttpResponse:
    """Mail the confirmation link, with the same limits as codes."""
    user = request.user
    if user.mail_bounced_at is None:
        return redirect("account_email")
    if not attempt_limits.consume(request, attempt_limits.CODES, user.email):
        security_log.log_warning("mail held back", request, user.email)
        too_often: HttpResponse = respond_429(request)
        return too_often
    words = {"user": user, "confirm_url": confirm_again_link(user)}
    get_adapter().send_mail("account/email/address_again", user.email, words)
    messages.success(request, _("We sent you an email. Follow the link in it."))
    return redirect("account_email")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_again_page(request: HttpRequest, token: str) -> HttpResponse:
    """Clear the bounce, without signing in."""
    user = _player_of_token(token)
    if request.method == "POST":
        addresses.clear_bounce(user)
    done = request.method == "POST" or user.mail_bounced_at is None
    response = render(request, "accounts/confirm_again.html", {"done": done})
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def confirm_again_link(user: User) -> str:
    token = signing.TimestampSigner(salt=CONFIRM_AGAIN_SALT).sign(f"{user.pk}.{_bounce_mark(user)}")
    return f"{settings.SITE_URL}{reverse('accounts:confirm-again', args=[token])}"


def _bounce_mark(user: User) -> str:
    return f"{user.mail_bounced_at:%Y%m%d%H%M%S}" if user.mail_bounced_at else ""


def _player_of_token(token: str) -> User:
    try:
        signed = signing.TimestampSigner(salt=CONFIRM_AGAIN_SALT).unsign(
            token, max_age=CONFIRM_AGAIN_WITHIN
        )
    except signing.BadSignature:
        raise Http404 from None
    pk, mark = signed.split(".")
    user = User.objects.not_deleted().filter(pk=pk).first()
    if user is None or _bounce_mark(user) not in (mark, ""):
        raise Http404
    return user
