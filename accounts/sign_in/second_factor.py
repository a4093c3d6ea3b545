"""The second factor: optional for players, required for staff.

Staff must have passed it in the current session; other sessions of the account don't count.
"""

from __future__ import annotations

import base64
import hashlib
from typing import Any, ClassVar

from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base import forms as allauth_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp_forms
from cryptography.fernet import Fernet
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import demo
from accounts.forms import FieldWords, Relabelled
from accounts.models import User
from accounts.sign_in.allauth_internals import record_authentication


def has_second_factor(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


def has_passed(request: HttpRequest) -> bool:
    """Return whether the player passed a second factor in this session and still has it."""
    if not isinstance(request.user, User):
        return False
    if demo.is_demo(request.user) and not settings.LOCAL_MODE:
        return False  # their passwords are public
    records = get_authentication_records(request, request.user)
    used = {record.get("id") for record in records if record.get("method") == "mfa"}
    return bool(used) and Authenticator.objects.filter(user=request.user, pk__in=used).exists()


def record_setup_as_passed(
    sender: Any, request: HttpRequest, user: User, authenticator: Authenticator, **_: Any
) -> None:
    """Treat setting up a second factor as passing it, as that needs a code."""
    if authenticator.type == Authenticator.Type.TOTP:
        record_authentication(
            request, user, "mfa", id=authenticator.pk, type=str(authenticator.type)
        )


class MFAAdapter(DefaultMFAAdapter):
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That is not the code your app shows now."),
        "unverified_email": _("Confirm your email address first."),
    }

    def encrypt(self, text: str) -> str:
        """Encrypt secrets, so that a stolen database doesn't reveal them."""
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _fernet().decrypt(encrypted_text.encode()).decode()

    def build_totp_svg(self, url: str) -> str:
        """Return inline SVG: our content policy forbids data: images."""
        svg: str = super().build_totp_svg(url)
        return svg.partition("?>")[2].strip()


def _fernet() -> Fernet:
    key = hashlib.sha256(b"second factor " + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))


CODE = FieldWords(
    _("Code"),
    _("Six digits, or one of your recovery codes."),
    {"inputmode": "text", "spellcheck": "false", "autocapitalize": "none"},
)


class ActivateForm(Relabelled, totp_forms.ActivateTOTPForm):
    words: ClassVar = {"code": FieldWords(_("Code"), _("The six digits that the app shows."))}


class AuthenticateForm(Relabelled, allauth_forms.AuthenticateForm):
    words: ClassVar = {"code": CODE}


class ReauthenticateForm(Relabelled, allauth_forms.ReauthenticateForm):
    words: ClassVar = {"code": CODE}
