"""Accounts in the admin: read-only, without hashes, session keys, addresses or email texts.

Moderators act on players from their page in games/moderation/pages/players.py.
"""

from __future__ import annotations

import allauth.account.admin
import allauth.mfa.admin
import allauth.usersessions.admin  # noqa: F401  their registrations must come before ours
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import Q
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts import earlier_names
from accounts.admin_base import ReadOnlyAdmin
from accounts.mail import addresses, outbox
from accounts.models import OutgoingMail, User

# With rate limits, second factors and suspensions, which Django's own form lacks.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.unregister([UserSession, Authenticator, EmailAddress])


@admin.register(User)
class UserAdmin(ReadOnlyAdmin):
    list_display = (
        "player", "joined_at", "guest_until", "suspended_until", "chat_muted_until", "is_active",
        "is_staff",
    )  # fmt: skip
    list_display_links = None
    list_filter = ("is_staff", ("guest_until", admin.EmptyFieldListFilter))
    search_help_text = _("The beginning of a name, of now or earlier, in any spelling.")
    fields = (
        "name", "language", "time_zone", "theme", "suspended_until", "chat_muted_until",
        "reliability_from", "mail_bounced_at", "bounced_why", "is_active", "joined_at",
        "deleted_at", "last_login", "guest_until", "is_staff", "is_superuser",
    )  # fmt: skip

    @admin.display(description=_("player"), ordering="pk")
    def player(self, user: User) -> str:
        return format_html('<a href="{}">{}</a>', reverse("admin:player", args=[user.pk]), user)

    def matching(self, words: str) -> Q:
        """Search names by key, which also finds look-alikes.

        Moderators search for addresses elsewhere, stating a reason
        (games/moderation/services/player_records.py).
        """
        return earlier_names.is_or_was_named(words)

    @admin.display(description=_("why mail came back"))
    def bounced_why(self, user: User) -> str:
        return addresses.mask_addresses(user.mail_bounced_why)


@admin.register(OutgoingMail)
class OutgoingMailAdmin(ReadOnlyAdmin):
    list_display = ("pk", "created_at", "due_at", "attempts", "fate", "error", "given_up_at")
    list_filter = (("given_up_at", admin.EmptyFieldListFilter),)
    search_fields = ()
    fields = (
        "hosts", "sender", "created_at", "due_at", "attempts", "leased_until",
        "fate", "error", "given_up_at",
    )  # fmt: skip

    @admin.display(description=_("what happened"))
    def fate(self, mail: OutgoingMail) -> str:
        return outbox.delivery_status(mail)

    @admin.display(description=_("to"))
    def hosts(self, mail: OutgoingMail) -> str:
        return addresses.mail_hosts(mail.recipients)

    @admin.display(description=_("last error"))
    def error(self, mail: OutgoingMail) -> str:
        return addresses.mask_addresses(mail.last_error)
