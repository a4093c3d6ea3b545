"""Our allauth adapters: names, signing in, addresses, emails and second factors."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context
from django.conf import settings
from django.contrib import messages
from django.core.mail import EmailMultiAlternatives
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from accounts import earlier_names, names, time_zones
from accounts.mail import addresses, emails
from accounts.models import User
from accounts.sign_in import attempt_limits, bans, mailed_code, redirects, security_log
from accounts.sign_in.allauth_internals import clear_login
from config.clock import now

TO_STRANGERS: Final = frozenset({"account/email/unknown_account"})
"""Emails to addresses without an account that somebody typed; readers can opt out of them."""


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("This is already your address."),
        "email_password_mismatch": _("Wrong email or password."),
        "enter_current_password": _("That is not your current password."),
        "incorrect_code": _("That is not the code we sent."),
        "incorrect_password": _("That is not your password."),
        "rate_limited": _("Too many attempts. Wait a moment and try again."),
        "too_many_login_attempts": _(
            "Too many attempts. Wait a while, or sign in with a code that we email you."
        ),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name = names.normal(username)
        earlier_names.check_name(name)
        return name

    def save_user(
        self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True
    ) -> User:
        """Store the page's language and the form's time zone with a new player."""
        user.language = translation.get_language() or settings.LANGUAGE_CODE
        user.time_zone = form.cleaned_data.get("time_zone") or time_zones.guess_zone(request)
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        if user.is_suspended(now()):
            clear_login(request)
            with timezone.override(user.zone):
                return bans.suspended_page(request, user)
        instead: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return instead

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **kwargs)
        attempt_limits.remember_device(request, response, user)
        event = "staff signed in" if user.is_staff else "signed in"
        security_log.log_event(event, request, user.email)
        return response

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt before the password is checked; a correct password refunds it."""
        email = _typed(credentials)
        allowed = attempt_limits.consume(request, attempt_limits.SIGN_INS, email)
        self._login_failed_rl_usage = allowed and attempt_limits.consume(
            request, attempt_limits.PASSWORDS, email
        )
        if not self._login_failed_rl_usage:
            security_log.log_warning("sign-in locked", request, email)
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        security_log.log_warning("wrong password", request, _typed(credentials))

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Reset the count of wrong passwords after a password reset by email."""
        attempt_limits.reset(request, _typed(credentials))

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return the page that the player wanted to see before signing in."""
        return redirects.remembered_path(request) or super().get_login_redirect_url(request)

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        return redirects.remembered_path(request) or super().get_signup_redirect_url(request)

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        if self.request.user.is_authenticated:
            return self.get_login_redirect_url(self.request)
        return redirects.sign_in_url(redirects.remembered_path(self.request))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:settings")

    def is_safe_url(self, url: str) -> bool:
        """Return whether we may redirect there; never to a malformed URL such as `https://[`."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Return the second factor, if there is one; else the password and a mailed code."""
        methods = super().get_reauthentication_methods(user)
        factors = [method for method in methods if method["id"].startswith("mfa")]
        if factors or not user.is_authenticated:
            return factors
        url = reverse("accounts:mailed-code")
        return [*methods, {"id": "mailed_code", "description": "mail", "url": url}]

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Require a mailed code of players without password or second factor, unlike allauth."""
        required: bool = super().is_reauthentication_required(app=app, **kwargs)
        request = context.request
        if request.user.is_authenticated and request.user.is_guest:
            return False  # guests have nothing but their browser
        if required and not super().get_reauthentication_methods(request.user):
            mailed_code.require_reauthentication(request)
        return required

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address; accounts that only claimed it lose it."""
        try:
            with transaction.atomic():
                if self._may_have(email_address):
                    addresses.release_unconfirmed(email_address)
                    return bool(super().confirm_email(request, email_address))
        except IntegrityError:
            pass  # another account confirmed it at the same moment
        failed = "account/messages/email_confirmation_failed.txt"
        self.add_message(request, messages.ERROR, failed, {"email": email_address.email})
        return False

    def _may_have(self, email_address: EmailAddress) -> bool:
        """Check that it is free, then not banned: deletion does both in one transaction."""
        free: bool = email_address.can_set_verified()
        return free and not bans.is_banned_address(email_address.email)

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Send the link; if it would fail as the address has an account, say so instead."""
        address = emailconfirmation.email_address
        if self._may_have(address):
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            self.send_account_already_exists_mail(address.email)

    def send_account_already_exists_mail(self, email: str) -> None:
        """Tell the owner of the address that it has an account, or that it is banned."""
        if addresses.is_confirmed(email) or not bans.is_banned_address(email):
            super().send_account_already_exists_mail(email)
            return
        words = {"until": bans.address_banned_until(email)}
        self.send_mail("account/email/address_kept_out", email, words)

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        path = reverse("account_confirm_email", args=[emailconfirmation.key])
        return settings.SITE_URL + redirects.with_next(path, request)

    def get_reset_password_from_key_url(self, key: str) -> str:
        uid, _, token = key.partition("-")
        path = reverse("account_reset_password_from_key", kwargs={"uidb36": uid, "key": token})
        return settings.SITE_URL + redirects.with_next(path, self.request)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMultiAlternatives:
        """Render a text email, whose first line is its subject, and add the same as HTML."""
        told = {"Auto-Submitted": "auto-generated", **(headers or {})}
        if never := context.get("never_url"):
            told |= {"List-Unsubscribe": f"<{never}>"}
            told |= {"List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        text = render_to_string(f"{template_prefix}.txt", context, self.request)
        subject, _line_end, body = text.partition("\n")
        to = [email] if isinstance(email, str) else email
        message = EmailMultiAlternatives(subject, body.strip(), to=to, headers=told)
        return emails.add_html_from_text(message, context)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send an email in its reader's language and time zone.

        Addresses that bounced get only emails that their owner asked for.
        """
        if template_prefix not in addresses.ALWAYS_SENT and addresses.has_bounced(email):
            return
        to_stranger = template_prefix in TO_STRANGERS
        if to_stranger and not addresses.may_mail(email):
            return
        reader = context.get("user") or addresses.owner(email)
        words = {"email": email, "site_name": settings.SITE_NAME, "site_url": settings.SITE_URL}
        if to_stranger:
            words["never_url"] = addresses.optout_link(email)
        language = reader.language if reader else translation.get_language()
        zone = reader.zone if reader else timezone.get_current_timezone()
        with translation.override(language), timezone.override(zone):
            self.render_mail(template_prefix, email, {**words, "reader": reader, **context}).send()


def _typed(credentials: dict[str, Any]) -> str:
    return str(credentials.get("email") or credentials.get("username") or "")
