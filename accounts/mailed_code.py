"""*Is it you?*, answered by a code that we mail: for those without a password, or who forgot it."""

from __future__ import annotations

from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.internal.flows.login import get_authentication_records
from allauth.core.exceptions import ReauthenticationRequired
from django.http import HttpRequest
from django.urls import reverse

from accounts.models import User
from config.clock import now


def method() -> dict[str, Any]:
    """One of the ways that allauth offers for showing that it is you."""
    return {"id": "mailed_code", "description": "mail", "url": reverse("accounts:mailed-code")}


def require(request: HttpRequest) -> None:
    """Whoever has not shown it in the last minutes is asked before anything happens."""
    assert isinstance(request.user, User)
    records = get_authentication_records(request, request.user)
    shown = [record["at"] for record in records if record.get("reauthenticated")]
    if now().timestamp() - max(shown, default=0.0) >= app_settings.REAUTHENTICATION_TIMEOUT:
        raise ReauthenticationRequired


class CodeInSession(AbstractCodeVerificationProcess):
    """A code that was mailed in this session, for ten minutes and three tries."""

    key: str
    """Where the session keeps it."""

    def __init__(self, request: HttpRequest) -> None:
        assert isinstance(request.user, User)
        self.request = request
        super().__init__(
            max_attempts=app_settings.LOGIN_BY_CODE_MAX_ATTEMPTS,
            timeout=app_settings.LOGIN_BY_CODE_TIMEOUT,
            state=request.session.get(self.key) or {"at": 0.0},
            user=request.user,
        )

    def persist(self) -> None:
        self.request.session[self.key] = self.state

    def abort(self) -> None:
        self.request.session.pop(self.key, None)
        self.state = {"at": 0.0}


class MailedCode(CodeInSession):
    """To the player's own address: whoever types it is the player."""

    key = "mailed_code"

    def send(self) -> None:
        assert isinstance(self.request.user, User)
        user, adapter = self.request.user, get_adapter()
        self.state = self.initial_state(user) | {"code": adapter.generate_login_code()}
        adapter.send_mail("account/email/login_code", user.email, {"user": user, "code": self.code})
        self.persist()
