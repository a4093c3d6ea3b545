"""Who may do what: one table of actions, and the roles that hold the permissions for them.

A role is a group, made by a migration. Moderators look after tables, chat and manners; seniors may
also ban and open secrets; operators look after settings, data and roles, and judge nobody: who
does both has both roles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User

MODERATOR, SENIOR, OPERATOR = "moderator", "senior", "operator"

ROLE_WORDS: Final[Mapping[str, str | Promise]] = {
    MODERATOR: _("moderator"),
    SENIOR: _("senior moderator"),
    OPERATOR: _("operator"),
}

ACTIONS: Final[Mapping[str, str]] = {
    "see-queue": "moderation.handle_reports",
    "claim": "moderation.handle_reports",
    "release": "moderation.handle_reports",
    "resolve": "moderation.handle_reports",
    "see-player": "moderation.view_sanction",
    "note": "moderation.add_staffnote",
    "warn": "moderation.warn_players",
    "mute": "moderation.warn_players",
    "rename": "moderation.warn_players",
    "reset": "moderation.warn_players",
    "lift-warning": "moderation.warn_players",
    "lift-mute": "moderation.warn_players",
    "lift-rename": "moderation.warn_players",
    "lift-reset": "moderation.warn_players",
    "suspend": "moderation.suspend_players",
    "lift-suspension": "moderation.suspend_players",
    "ban": "moderation.ban_players",
    "lift-ban": "moderation.ban_players",
    "devices": "moderation.view_devicetrace",
    "see-table": "tables.view_table",
    "table-pause": "moderation.moderate_tables",
    "table-resume": "moderation.moderate_tables",
    "table-extend": "moderation.moderate_tables",
    "table-skip": "moderation.moderate_tables",
    "table-remove": "moderation.moderate_tables",
    "table-cancel": "moderation.moderate_tables",
    "table-chat": "moderation.moderate_tables",
    "table-undo": "moderation.moderate_tables",
    "table-note": "moderation.moderate_tables",
    "secrets": "moderation.open_secrets",
    "see-audit": "moderation.view_auditentry",
    "export-audit": "moderation.export_audit",
    "roles": "moderation.manage_roles",
    "figures": "moderation.see_figures",
}
"""Action: the permission it needs. Nothing else in the project decides who may do it."""

LOOK: Final = (
    "accounts.view_user",
    "moderation.view_auditentry",
    "tables.view_table",
    "tables.view_message",
    "notices.view_notice",
    "moderation.view_report",
    "moderation.view_sanction",
    "tables.view_seat",
    "moderation.view_staffnote",
    "moderation.see_figures",
)
MODERATES: Final = (
    *LOOK,
    "moderation.add_staffnote",
    "moderation.handle_reports",
    "moderation.moderate_tables",
    "moderation.suspend_players",
    "moderation.warn_players",
)
ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    MODERATOR: MODERATES,
    SENIOR: (
        *MODERATES,
        "moderation.ban_players",
        "moderation.open_secrets",
        "moderation.view_devicetrace",
    ),
    OPERATOR: (
        *LOOK,
        "accounts.view_outgoingmail",
        "moderation.export_audit",
        "moderation.manage_roles",
        "moderation.sanction_staff",
    ),
}


class NotAllowed(Exception):  # noqa: N818  (nothing went wrong: it may not be done)
    """A moderator asked for something that he may not do; the code says what stands against it."""

    def __init__(self, code: str = "no-permission") -> None:
        super().__init__(code)
        self.code = code


def may(actor: User, action: str) -> bool:
    """Does his role let him do this at all?"""
    return actor.is_staff and actor.has_perm(ACTIONS[action])


def require(actor: User, action: str) -> None:
    if not may(actor, action):
        raise NotAllowed


def require_on(actor: User, action: str, target: User) -> None:
    """May he do this to that player? To himself nobody, to staff few, to one who left nothing."""
    require(actor, action)
    if target.pk == actor.pk:
        raise NotAllowed("yourself")
    if target.deleted_at is not None:
        raise NotAllowed("gone")
    if target.is_staff and not actor.has_perm("moderation.sanction_staff"):
        raise NotAllowed("is-staff")


def of(user: User) -> list[str]:
    """His roles, the usual order."""
    held = set(user.groups.values_list("name", flat=True))
    return [role for role in ROLES if role in held]
