"""The page that asks for a mailed code before something that matters."""

from __future__ import annotations

from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.account.views import BaseReauthenticateView
from allauth.core.ratelimit import respond_429
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from accounts import security_log, sign_in_limits
from accounts.forms import ConfirmLoginCodeForm
from accounts.mailed_code import MailedCode


class MailedCodeView(BaseReauthenticateView):
    form_class = ConfirmLoginCodeForm
    template_name = "account/reauthenticate_code.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.sent = MailedCode(request).abort_if_invalid()
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
        if not sign_in_limits.take(self.request, sign_in_limits.CODES, self.request.user.email):
            too_often: HttpResponse = respond_429(self.request)
            return too_often
        MailedCode(self.request).send()
        return redirect(self.passthrough_next_url(self.request.path))

    def form_valid(self, form: Any) -> HttpResponse:
        assert self.sent
        self.sent.abort()
        record_authentication(self.request, self.request.user, "code", reauthenticated=True)
        response: HttpResponse = super().form_valid(form)
        return response

    def form_invalid(self, form: Any) -> HttpResponse:
        assert self.sent
        security_log.warn("wrong code", self.request, self.request.user.email)
        if not self.sent.record_invalid_attempt():
            self.sent = None
        response: HttpResponse = super().form_invalid(form)
        return response


page = login_required(never_cache(MailedCodeView.as_view()))
