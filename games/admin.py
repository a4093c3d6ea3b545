"""Tables in the admin, to be found and looked at. Nothing here shows a secret.

No hand, role, stock, goal, seed, discard, move text or event is ever listed, searched or shown:
the models that hold them are not registered at all.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.models import Game, Message, Notice, Seat


class ReadOnly:
    """The admin looks; services change things."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ("number", "user", "bot", "on_turn", "due_at", "seen_at", "score", "won")
    readonly_fields = fields
    extra = 0


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("title", "code", "kind", "status", "size", "round_number", "moved_at")
    list_filter = ("status", "kind", "public")
    search_fields = ("code", "title", "seats__user__name")
    date_hierarchy = "created_at"
    fields = (
        "title", "code", "kind", "rules_version", "options", "status", "owner", "size", "public",
        "pace_hours", "round_number", "length", "created_at", "started_at", "moved_at", "ended_at",
    )  # fmt: skip
    inlines = [SeatInline]
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).select_related("owner").defer("seed", "salt")


@admin.register(Message)
class MessageAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("at", "game", "user", "text")
    list_select_related = ("game", "user")
    search_fields = ("text", "user__name", "game__code")
    fields = ("game", "user", "seat", "round_number", "text", "at")
    show_full_result_count = False


@admin.register(Notice)
class NoticeAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("created_at", "recipient", "kind", "channel", "state", "attempts", "due_at")
    list_select_related = ("recipient",)
    list_filter = ("state", "kind", "channel")
    search_fields = ("recipient__name", "cause")
    fields = (*list_display, "game", "cause", "what", "bundled", "ended_at", "last_error")
    show_full_result_count = False
