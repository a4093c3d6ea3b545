"""Accounts in the admin: no hash, no session key, no text of a mail; signing in through allauth."""

from __future__ import annotations

from typing import Any

import allauth.usersessions.admin  # noqa: F401  its registration must come before ours
from allauth.account.decorators import secure_admin_login
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts import names
from accounts.models import OutgoingMail, User

# With throttles, second factors and suspensions; Django's own form has none of them.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.unregister(UserSession)


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = (
        "display_name",
        "email",
        "joined_at",
        "suspended_until",
        "is_active",
        "is_staff",
    )
    list_filter = ("is_staff", "is_active")
    search_fields = ("email__istartswith", "name_key__startswith")
    search_help_text = "The beginning of a name, in any spelling, or of an address."
    ordering = ("-pk",)
    show_full_result_count = False
    fields = (
        "name", "email", "language", "time_zone", "theme", "suspended_until", "is_active",
        "joined_at", "deleted_at", "last_login", "is_staff", "is_superuser", "groups",
    )  # fmt: skip
    filter_horizontal = ("groups",)
    # The address belongs to its confirmation, so nobody types it here.
    always_readonly = ("email", "joined_at", "deleted_at", "last_login")
    powers = ("is_staff", "is_superuser", "groups")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Only a superuser makes others powerful; who left stays as he is."""
        if obj is not None and obj.deleted_at is not None:
            return self.fields
        if request.user.is_superuser:
            return self.always_readonly
        return self.always_readonly + self.powers

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """Names are found by their key, so that a look-alike finds its model."""
        found, _ = super().get_search_results(request, queryset, search_term)
        key = names.key(search_term)
        if key:
            found |= queryset.filter(name_key__startswith=key)
        return found, False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Rows of players hold tables together: a player leaves, his row stays."""
        return False


@admin.register(OutgoingMail)
class OutgoingMailAdmin(admin.ModelAdmin):
    list_display = ("pk", "created_at", "due_at", "attempts", "last_error", "given_up_at")
    list_filter = (("given_up_at", admin.EmptyFieldListFilter),)
    fields = (
        "recipients", "sender", "created_at", "due_at", "attempts", "leased_until",
        "last_error", "given_up_at",
    )  # fmt: skip
    ordering = ("-pk",)
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: OutgoingMail | None = None) -> bool:
        return False
