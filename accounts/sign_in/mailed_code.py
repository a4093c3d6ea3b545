"""Reauthentication by a mailed code, for players without a password or who forgot it."""

from __future__ import annotations

from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.views import BaseReauthenticateView
from allauth.core.exceptions import ReauthenticationRequired
from allauth.core.ratelimit import respond_429
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from accounts.forms import ConfirmLoginCodeForm
from accounts.models import User
from accounts.sign_in import attempt_limits, security_log
from accounts.sign_in.allauth_internals import record_authentication
from config.clock import now


def require_reauthentication(request: HttpRequest) -> None:
    """Raise ReauthenticationRequired unless the player reauthenticated recently."""
    assert isinstance(request.user, User)
    records = get_authentication_records(request, request.user)
    shown = [record["at"] for record in records if record.get("reauthenticated")]
    if now().timestamp() - max(shown, default=0.0) >= app_settings.REAUTHENTICATION_TIMEOUT:
        raise ReauthenticationRequired


class CodeInSession:
    """A code mailed in this session, valid for a few minutes and attempts."""

    key: str
    """Its key in the session."""

    def __init__(self, request: HttpRequest) -> None:
        assert isinstance(request.user, User)
        self.request, self.user = request, request.user
        self.state: dict[str, Any] = request.session.get(self.key) or {}

    @property
    def code(self) -> str:
        return str(self.state.get("code", ""))

    @property
    def is_valid(self) -> bool:
        age = now().timestamp() - self.state.get("at", 0.0)
        return bool(age <= app_settings.LOGIN_BY_CODE_TIMEOUT)

    def start(self, code: str, email: str = "") -> None:
        at = now().timestamp()
        self.state = {"at": at, "failed_attempts": 0, "code": code, "email": email}
        self._save()

    def record_invalid_attempt(self) -> bool:
        """Count a wrong code; False if that was the last attempt."""
        self.state["failed_attempts"] += 1
        if self.state["failed_attempts"] >= app_settings.LOGIN_BY_CODE_MAX_ATTEMPTS:
            self.discard()
            return False
        self._save()
        return True

    def discard(self) -> None:
        self.request.session.pop(self.key, None)
        self.state = {}

    def _save(self) -> None:
        self.request.session[self.key] = self.state


class MailedCode(CodeInSession):
    """A code mailed to the player's own address."""

    key = "mailed_code"

    def send(self) -> None:
        user, adapter = self.user, get_adapter()
        self.start(adapter.generate_login_code())
        adapter.send_mail("account/email/login_code", user.email, {"user": user, "code": self.code})


class MailedCodeView(BaseReauthenticateView):
    form_class = ConfirmLoginCodeForm
    template_name = "account/reauthenticate_code.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        sent = MailedCode(request)
        self.sent = sent if sent.is_valid else None
        response: HttpResponse = super().dispatch(request, *args, **kwargs)
        return response

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "code": self.sent.code if self.sent else None}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "sent": self.sent}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "send" in request.POST or not self.sent:
            return self._send()
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    def _send(self) -> HttpResponse:
        if not attempt_limits.consume(self.request, attempt_limits.CODES, self.request.user.email):
            too_often: HttpResponse = respond_429(self.request)
            return too_often
        MailedCode(self.request).send()
        return redirect(self.passthrough_next_url(self.request.path))

    def form_valid(self, form: Any) -> HttpResponse:
        assert self.sent
        self.sent.discard()
        record_authentication(self.request, self.request.user, "code", reauthenticated=True)
        response: HttpResponse = super().form_valid(form)
        return response

    def form_invalid(self, form: Any) -> HttpResponse:
        assert self.sent
        security_log.log_warning("wrong code", self.request, self.request.user.email)
        if not self.sent.record_invalid_attempt():
            self.sent = None
        response: HttpResponse = super().form_invalid(form)
        return response


mailed_code_page = login_required(never_cache(MailedCodeView.as_view()))
