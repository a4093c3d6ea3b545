"""Who may do what: the permission that each action needs, and the roles that hold them.

A role is a group, made by a migration. Moderators look after tables, chat and players; seniors may
also ban and open secrets; operators look after settings, data and roles, and judge nobody. Whoever
does both has both roles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.moderation.actions import Action

MODERATOR, SENIOR, OPERATOR = "moderator", "senior", "operator"

ROLE_WORDS: Final[Mapping[str, str | Promise]] = {
    MODERATOR: _("moderator"),
    SENIOR: _("senior moderator"),
    OPERATOR: _("operator"),
}

PERMISSIONS: Final[Mapping[Action, str]] = {
    Action.SEE_REPORTS: "moderation.handle_reports",
    Action.CLAIM: "moderation.handle_reports",
    Action.RELEASE: "moderation.handle_reports",
    Action.RESOLVE: "moderation.handle_reports",
    Action.SEE_PLAYER: "moderation.view_sanction",
    Action.NOTE: "moderation.add_staffnote",
    Action.WARN: "moderation.warn_players",
    Action.MUTE: "moderation.warn_players",
    Action.RENAME: "moderation.warn_players",
    Action.RESET: "moderation.warn_players",
    Action.LINE: "moderation.warn_players",
    Action.LIFT_WARNING: "moderation.warn_players",
    Action.LIFT_MUTE: "moderation.warn_players",
    Action.LIFT_RENAME: "moderation.warn_players",
    Action.LIFT_RESET: "moderation.warn_players",
    Action.LIFT_LINE: "moderation.warn_players",
    Action.HIDE: "moderation.warn_players",
    Action.HIDE_TITLE: "moderation.warn_players",
    Action.LIFT_HIDING: "moderation.warn_players",
    Action.LIFT_TITLE: "moderation.warn_players",
    Action.SUSPEND: "moderation.suspend_players",
    Action.LIFT_SUSPENSION: "moderation.suspend_players",
    Action.BAN: "moderation.ban_players",
    Action.LIFT_BAN: "moderation.ban_players",
    Action.LIFT_REMOVAL: "moderation.moderate_tables",
    Action.DEVICES: "moderation.view_devicetrace",
    Action.TIE_DEVICES: "moderation.view_devicetrace",
    Action.SEE_ADDRESS: "moderation.see_addresses",
    Action.FIND_ADDRESS: "moderation.see_addresses",
    Action.SEE_PAIRS: "moderation.handle_reports",
    Action.SEE_TABLE: "tables.view_table",
    Action.TABLE_PAUSE: "moderation.moderate_tables",
    Action.TABLE_RESUME: "moderation.moderate_tables",
    Action.TABLE_EXTEND: "moderation.moderate_tables",
    Action.TABLE_SKIP: "moderation.moderate_tables",
    Action.TABLE_REMOVE: "moderation.moderate_tables",
    Action.TABLE_CANCEL: "moderation.moderate_tables",
    Action.TABLE_CHAT: "moderation.moderate_tables",
    Action.TABLE_UNDO: "moderation.moderate_tables",
    Action.TABLE_NOTE: "moderation.moderate_tables",
    Action.SECRETS: "moderation.open_secrets",
    Action.SEE_AUDIT: "moderation.view_auditentry",
    Action.EXPORT_AUDIT: "moderation.export_audit",
    Action.ROLES: "moderation.manage_roles",
    Action.FIGURES: "moderation.see_figures",
    Action.STOP_CLOCKS: "moderation.stop_clocks",
    Action.START_CLOCKS: "moderation.stop_clocks",
}
"""The permission that each action needs. Nothing else in the project decides who may do it."""

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
        "moderation.see_addresses",
    ),
    OPERATOR: (
        *LOOK,
        "accounts.view_outgoingmail",
        "moderation.export_audit",
        "moderation.manage_roles",
        "moderation.sanction_staff",
        "moderation.see_addresses",
        "moderation.stop_clocks",
    ),
}


class NotAllowed(Exception):  # noqa: N818  (nothing went wrong: it may not be done)
    """A moderator may not do this. The code says why, and `words.REFUSED` has the sentence."""

    def __init__(self, code: str = "no-permission") -> None:
        super().__init__(code)
        self.code = code


def may(actor: User, action: Action) -> bool:
    """Does their role allow this at all?"""
    return actor.is_staff and actor.has_perm(PERMISSIONS[action])


def require(actor: User, action: Action) -> None:
    if not may(actor, action):
        raise NotAllowed


FOR_THOSE_GONE: Final = (
    Action.HIDE,
    Action.HIDE_TITLE,
    Action.LIFT_HIDING,
    Action.LIFT_TITLE,
    Action.LIFT_SUSPENSION,
    Action.LIFT_BAN,
)
"""What can be done when the player has left the site: words stay at a table, a name is kept out."""


def require_on(actor: User, action: Action, target: User) -> None:
    """May they do this to that player? Not to themselves, nor to most who have left the site.

    Only few may do it to staff.
    """
    require_about(actor, action, target)
    if target.deleted_at is not None and action not in FOR_THOSE_GONE:
        raise NotAllowed("gone")
    if target.is_staff and not actor.has_perm("moderation.sanction_staff"):
        raise NotAllowed("is-staff")


def require_about(actor: User, action: Action, target: User) -> None:
    """May they do what only looks, or writes down, about that player? Not about themselves."""
    require(actor, action)
    require_not_self(actor, target)


def require_not_self(actor: User, target: User) -> None:
    if target.pk == actor.pk:
        raise NotAllowed("yourself")


def of(user: User) -> list[str]:
    """Their roles, in the usual order."""
    held = set(user.groups.values_list("name", flat=True))
    return [role for role in ROLES if role in held]
