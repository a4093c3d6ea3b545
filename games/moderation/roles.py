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
    "see-queue": "games.handle_reports",
    "claim": "games.handle_reports",
    "release": "games.handle_reports",
    "resolve": "games.handle_reports",
    "see-player": "games.view_sanction",
    "note": "games.add_staffnote",
    "warn": "games.warn_players",
    "mute": "games.warn_players",
    "rename": "games.warn_players",
    "reset": "games.warn_players",
    "lift-warning": "games.warn_players",
    "lift-mute": "games.warn_players",
    "lift-rename": "games.warn_players",
    "lift-reset": "games.warn_players",
    "suspend": "games.suspend_players",
    "lift-suspension": "games.suspend_players",
    "ban": "games.ban_players",
    "lift-ban": "games.ban_players",
    "devices": "games.view_devicetrace",
    "see-table": "games.view_game",
    "table-pause": "games.moderate_tables",
    "table-resume": "games.moderate_tables",
    "table-extend": "games.moderate_tables",
    "table-skip": "games.moderate_tables",
    "table-remove": "games.moderate_tables",
    "table-cancel": "games.moderate_tables",
    "table-chat": "games.moderate_tables",
    "table-undo": "games.moderate_tables",
    "table-note": "games.moderate_tables",
    "secrets": "games.open_secrets",
    "see-audit": "games.view_auditentry",
    "export-audit": "games.export_audit",
    "roles": "games.manage_roles",
    "figures": "games.see_figures",
}
"""Action: the permission it needs. Nothing else in the project decides who may do it."""

LOOK: Final = (
    "accounts.view_user",
    "games.view_auditentry",
    "games.view_game",
    "games.view_message",
    "games.view_notice",
    "games.view_report",
    "games.view_sanction",
    "games.view_seat",
    "games.view_staffnote",
    "games.see_figures",
)
MODERATES: Final = (
    *LOOK,
    "games.add_staffnote",
    "games.handle_reports",
    "games.moderate_tables",
    "games.suspend_players",
    "games.warn_players",
)
ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    MODERATOR: MODERATES,
    SENIOR: (*MODERATES, "games.ban_players", "games.open_secrets", "games.view_devicetrace"),
    OPERATOR: (
        *LOOK,
        "accounts.view_outgoingmail",
        "games.export_audit",
        "games.manage_roles",
        "games.sanction_staff",
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
    if target.is_staff and not actor.has_perm("games.sanction_staff"):
        raise NotAllowed("is-staff")


def of(user: User) -> list[str]:
    """His roles, the usual order."""
    held = set(user.groups.values_list("name", flat=True))
    return [role for role in ROLES if role in held]
