"""Everything that staff can do: its code, and what the audit trail calls it once it is done.

`roles.PERMISSIONS` says which permission each of them needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.moderation.models import Sanction


class Action(TextChoices):
    CLAIM = "claim", _("claimed a report")
    RELEASE = "release", _("let go of a report")
    RESOLVE = "resolve", _("resolved a report")

    NOTE = "note", _("wrote a note")
    WARN = "warn", _("warned")
    MUTE = "mute", _("muted in chat")
    RENAME = "rename", _("renamed")
    RESET = "reset", _("counts reliability anew")
    LINE = "line", _("took a line about oneself away")
    SUSPEND = "suspend", _("suspended")
    BAN = "ban", _("banned")
    LIFT_WARNING = "lift-warning", _("took a warning back")
    LIFT_MUTE = "lift-mute", _("lifted a mute")
    LIFT_RENAME = "lift-rename", _("gave a name back")
    LIFT_RESET = "lift-reset", _("counts earlier reliability again")
    LIFT_SUSPENSION = "lift-suspension", _("lifted a suspension")
    LIFT_BAN = "lift-ban", _("lifted a ban")
    HIDE = "hide", _("hid messages")
    HIDE_TITLE = "hide-title", _("hid the title of a table")
    LIFT_HIDING = "lift-hiding", _("showed messages again")
    LIFT_TITLE = "lift-title", _("gave a title back")
    LIFT_LINE = "lift-line", _("gave a line about oneself back")
    LIFT_REMOVAL = "lift-removal", _("took back that a player was removed")
    DEVICES = "devices", _("looked at shared devices")
    TIE_DEVICES = "tie-devices", _("tied devices to a ban or suspension")
    SEE_ADDRESS = "see-address", _("looked at an email address")
    FIND_ADDRESS = "find-address", _("searched for an email address")

    TABLE_PAUSE = "table-pause", _("paused a table")
    TABLE_RESUME = "table-resume", _("let a table go on")
    TABLE_EXTEND = "table-extend", _("gave more time")
    TABLE_SKIP = "table-skip", _("let a turn pass")
    TABLE_REMOVE = "table-remove", _("removed a player from a table")
    TABLE_CANCEL = "table-cancel", _("cancelled a table")
    TABLE_CHAT = "table-chat", _("closed or opened a chat")
    TABLE_UNDO = "table-undo", _("took a move back")
    TABLE_NOTE = "table-note", _("wrote a note about a table")
    SECRETS = "secrets", _("opened the secrets of a table")

    EXPORT_AUDIT = "export-audit", _("exported the audit trail")
    ROLES = "roles", _("changed roles")
    STOP_CLOCKS = "stop-clocks", _("stopped all clocks")
    START_CLOCKS = "start-clocks", _("let all clocks run")

    # Looking at these pages leaves no entry in the audit trail.
    SEE_REPORTS = "see-queue", "see-queue"
    SEE_PLAYER = "see-player", "see-player"
    SEE_TABLE = "see-table", "see-table"
    SEE_PAIRS = "see-pairs", "see-pairs"
    SEE_AUDIT = "see-audit", "see-audit"
    FIGURES = "figures", "figures"


LIFT_ACTIONS: Final[Mapping[str, Action]] = {
    Sanction.Kind.WARNING: Action.LIFT_WARNING,
    Sanction.Kind.MUTE: Action.LIFT_MUTE,
    Sanction.Kind.SUSPENSION: Action.LIFT_SUSPENSION,
    Sanction.Kind.BAN: Action.LIFT_BAN,
    Sanction.Kind.RENAME: Action.LIFT_RENAME,
    Sanction.Kind.RESET: Action.LIFT_RESET,
    Sanction.Kind.HIDDEN: Action.LIFT_HIDING,
    Sanction.Kind.TITLE: Action.LIFT_TITLE,
    Sanction.Kind.REMOVAL: Action.LIFT_REMOVAL,
    Sanction.Kind.LINE: Action.LIFT_LINE,
}
"""What lifting a sanction of each kind is called."""


def action_label(code: str) -> str | Promise:
    """What an entry of the audit trail says was done; an unknown code is shown as it is."""
    return Action(code).label if code in Action.values else code


# Who may do what: the permission that each action needs, and the roles that hold them.
#
# A role is a group, made by a migration. Moderators look after tables, chat and players; seniors may
# also ban and open secrets; operators look after settings, data and roles, and judge nobody. Whoever
# does both has both roles.

MODERATOR, SENIOR, OPERATOR = "moderator", "senior", "operator"

ROLE_NAMES: Final[Mapping[str, str | Promise]] = {
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

VIEW_PERMISSIONS: Final = (
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
MODERATOR_PERMISSIONS: Final = (
    *VIEW_PERMISSIONS,
    "moderation.add_staffnote",
    "moderation.handle_reports",
    "moderation.moderate_tables",
    "moderation.suspend_players",
    "moderation.warn_players",
)
ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    MODERATOR: MODERATOR_PERMISSIONS,
    SENIOR: (
        *MODERATOR_PERMISSIONS,
        "moderation.ban_players",
        "moderation.open_secrets",
        "moderation.view_devicetrace",
        "moderation.see_addresses",
    ),
    OPERATOR: (
        *VIEW_PERMISSIONS,
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


ALLOWED_ON_DELETED: Final = (
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
    if target.deleted_at is not None and action not in ALLOWED_ON_DELETED:
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


def roles_of(user: User) -> list[str]:
    """Their roles, in the usual order."""
    held = set(user.groups.values_list("name", flat=True))
    return [role for role in ROLES if role in held]
