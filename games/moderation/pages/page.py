"""What the moderators' pages share: the frame of the admin, and who may come in."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext

from accounts.models import User
from games.moderation import roles, words
from games.moderation.actions import Action
from games.moderation.roles import NotAllowed


def admin_page(
    request: HttpRequest,
    template: str,
    title: str | Promise,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    """A page in the frame of the admin, from templates/moderation/admin/."""
    frame = admin.site.each_context(request) | {"title": title}
    return render(request, f"moderation/admin/{template}", frame | context, status=status)


def own_table_page(request: HttpRequest) -> HttpResponse:
    """Shows nothing of the table: the moderator plays there, and asks a colleague."""
    return admin_page(request, "own_table.html", gettext("Your own table"), {}, status=403)


def require_staff(request: HttpRequest, action: Action) -> User:
    """Whoever asks, if their role allows this; otherwise the answer is 403."""
    actor = request.user
    if not isinstance(actor, User) or not roles.may(actor, action):
        raise PermissionDenied
    return actor


def say_refused(request: HttpRequest, refused: NotAllowed) -> None:
    messages.error(request, str(words.REFUSED[refused.code]))
