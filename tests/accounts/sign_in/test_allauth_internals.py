"""What we rely on in allauth beyond its public API. An update that changes it fails here."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import signature
from typing import Any
from unittest.mock import Mock

import pytest
from allauth.account import forms, views
from allauth.account.adapter import DefaultAccountAdapter

from accounts.sign_in import allauth_internals
from config.environment import ROOT


@pytest.mark.parametrize(
    ("function", "parameters"),
    [
        (allauth_internals.record_authentication, ["request", "user", "method", "extra_data"]),
        (allauth_internals.clear_login, ["request"]),
        (allauth_internals.RateLimitUsage, ["usage"]),
        (allauth_internals.RateLimitUsage.rollback, ["self"]),
        (allauth_internals.totp.generate_totp_secret, ["length"]),
        (allauth_internals.totp.TOTP.activate, ["user", "secret"]),
        (allauth_internals.totp.hotp_value, ["secret", "counter"]),
        (allauth_internals.totp.format_hotp_value, ["value"]),
        # Overridden in accounts/adapter.py.
        (
            DefaultAccountAdapter._delete_login_attempts_cached_email,
            ["self", "request", "credentials"],
        ),
        (DefaultAccountAdapter.pre_authenticate, ["self", "request", "credentials"]),
        # Overridden in accounts/forms.py.
        (forms.SignupForm.try_save, ["self", "request"]),
        (forms.SignupForm.validate_unique_email, ["self", "value"]),
        # Overridden in accounts/views.py.
        (views.ConfirmEmailView.logout, ["self"]),
        (views.PasswordResetFromKeyView.logout, ["self"]),
    ],
)
def test_a_signature_is_as_we_expect(function: Callable[..., Any], parameters: list[str]) -> None:
    assert list(signature(function).parameters) == parameters


@pytest.mark.parametrize(
    "function", [allauth_internals.consume_rate_limit, allauth_internals.clear_rate_limit]
)
def test_rate_limits_take_our_rates(function: Callable[..., Any]) -> None:
    assert {"request", "app", "action", "config", "key"} <= set(signature(function).parameters)


def test_the_right_password_resets_the_failed_attempts() -> None:
    adapter, usage = DefaultAccountAdapter(), Mock()
    adapter._login_failed_rl_usage = usage
    adapter._rollback_login_failed_rl_usage()
    usage.rollback.assert_called_once_with()


def test_forms_keep_the_found_user_where_our_forms_look() -> None:
    assert "_user" in forms.RequestLoginCodeForm.clean_email.__code__.co_names
    assert "account_already_exists" in forms.BaseSignupForm.try_save.__code__.co_names


def test_one_module_imports_internals_of_allauth() -> None:
    importing = re.compile(r"^(?:from|import) allauth\.[\w.]*internal\b", re.MULTILINE)
    found = {
        str(path.relative_to(ROOT))
        for top in ("accounts", "config", "games")
        for path in (ROOT / top).rglob("*.py")
        if importing.search(path.read_text())
    }
    assert found == {"accounts/sign_in/allauth_internals.py"}
