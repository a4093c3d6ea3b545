"""Friends: whom I follow. Following and stopping, by buttons that may be pressed twice."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import following
from accounts.models import User
from accounts.views import AuthenticatedRequest
from config.clock import now
from games.tables.presenters import friends
from games.tables.views.players import known_players


@login_required
@never_cache
@require_safe
def page(request: AuthenticatedRequest) -> HttpResponse:
    circle = friends.circle(request.user, now())
    context = {"circle": circle, "lately": friends.lately(request.user)}
    return render(request, "tables/friends/page.html", context)


@require_POST
@login_required
def follow(request: AuthenticatedRequest, name: str) -> HttpResponse:
    other = _called(name)
    try:
        following.follow(request.user, other, now())
    except ValidationError as refused:
        for sentence in refused.messages:
            messages.error(request, sentence)
    return _back(request, other)


@require_POST
@login_required
def unfollow(request: AuthenticatedRequest, name: str) -> HttpResponse:
    other = _called(name)
    following.unfollow(request.user, other)
    return _back(request, other)


def _called(name: str) -> User:
    """A player with a page of their own: a name that is only held must look like no name."""
    return get_object_or_404(known_players(), pk__in=User.objects.named(name).values("pk"))


def _back(request: AuthenticatedRequest, other: User) -> HttpResponse:
    """To where the button was."""
    if request.POST.get("back") == "friends":
        return redirect("friends")
    return redirect("player", other.name or "")
