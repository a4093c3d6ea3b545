"""Decorators for views of the player who is signed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User


class AuthenticatedRequest(HttpRequest):
    """A request in a view behind `login_required`."""

    user: User


View = TypeVar("View", bound=Callable[..., HttpResponse])


def own_page(view: View) -> View:
    """Require sign-in for a page, and keep it out of caches."""
    return login_required(never_cache(require_safe(view)))


def own_form(view: View) -> View:
    """Require sign-in for an uncached page with a form that posts to itself."""
    return login_required(never_cache(require_http_methods(["GET", "HEAD", "POST"])(view)))


def own_action(view: View) -> View:
    """Require sign-in and POST for an action."""
    return require_POST(login_required(view))
