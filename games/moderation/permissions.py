"""All actions of staff, the permission each action needs, and the roles that hold it.

A role is a group, made by a migration. Moderators look after tables, chats and players; seniors may
also ban and open secrets; operators look after settings, data and roles, and judge nobody. Somebody
who does both has both roles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.moderation.models import Sanction

HANDLE_REPORTS: Final = "moderation.handle_reports"
WARN_PLAYERS: Final = "moderation.warn_players"
SUSPEND_PLAYERS: Final = "moderation.suspend_players"
BAN_PLAYERS: Final = "moderation.ban_players"
MODERATE_TABLES: Final = "moderation.moderate_tables"
OPEN_SECRETS: Final = "moderation.open_secrets"
SEE_ADDRESSES: Final = "moderation.see_addresses"
VIEW_DEVICES: Final = "moderation.view_devicetrace"
SANCTION_STAFF: Final = "moderation.sanction_staff"


class Action(TextChoices):
    """An action: its code, the permission needed, and its name in the audit trail."""

    permission: str

    def __new__(cls, code: str, permission: str) -> Action:
        action = str.__new__(cls, code)
        action._value_ = code
        action.permission = permission
        return action

    CLAIM = "claim", HANDLE_REPORTS, _("claimed a report")
    RELEASE = "release", HANDLE_REPORTS, _("released a report")
    RESOLVE = "resolve", HANDLE_REPORTS, _("resolved a report")

    NOTE = "note", "moderation.add_staffnote", _("wrote a note")
    WARN = "warn", WARN_PLAYERS, _("warned")
    MUTE = "mute", WARN_PLAYERS, _("muted in chat")
    RENAME = "rename", WARN_PLAYERS, _("renamed")
    RESET = "reset", WARN_PLAYERS, _("reset reliability")
    LINE = "line", WARN_PLAYERS, _("removed a bio")
    SUSPEND = "suspend", SUSPEND_PLAYERS, _("suspended")
    BAN = "ban", BAN_PLAYERS, _("banned")
    LIFT_WARNING = "lift-warning", WARN_PLAYERS, _("withdrew a warning")
    LIFT_MUTE = "lift-mute", WARN_PLAYERS, _("lifted a mute")
    LIFT_RENAME = "lift-rename", WARN_PLAYERS, _("restored a name")
    LIFT_RESET = "lift-reset", WARN_PLAYERS, _("restored reliability")
    LIFT_SUSPENSION = "lift-suspension", SUSPEND_PLAYERS, _("lifted a suspension")
    LIFT_BAN = "lift-ban", BAN_PLAYERS, _("lifted a ban")
    HIDE = "hide", WARN_PLAYERS, _("hid messages")
    HIDE_TITLE = "hide-title", WARN_PLAYERS, _("hid the title of a table")
    LIFT_HIDDEN = "lift-hiding", WARN_PLAYERS, _("unhid messages")
    LIFT_TITLE = "lift-title", WARN_PLAYERS, _("restored a title")
    LIFT_LINE = "lift-line", WARN_PLAYERS, _("restored a bio")
    LIFT_REMOVAL = "lift-removal", MODERATE_TABLES, _("withdrew the removal of a player")
    DEVICES = "devices", VIEW_DEVICES, _("viewed shared devices")
    TIE_DEVICES = "tie-devices", VIEW_DEVICES, _("tied devices to a ban or suspension")
    SEE_ADDRESS = "see-address", SEE_ADDRESSES, _("viewed an email address")
    FIND_ADDRESS = "find-address", SEE_ADDRESSES, _("searched for an email address")

    TABLE_PAUSE = "table-pause", MODERATE_TABLES, _("paused a table")
    TABLE_RESUME = "table-resume", MODERATE_TABLES, _("resumed a table")
    TABLE_EXTEND = "table-extend", MODERATE_TABLES, _("extended a deadline")
    TABLE_SKIP = "table-skip", MODERATE_TABLES, _("skipped a turn")
    TABLE_REMOVE = "table-remove", MODERATE_TABLES, _("removed a player from a table")
    TABLE_CANCEL = "table-cancel", MODERATE_TABLES, _("cancelled a table")
    TABLE_CHAT = "table-chat", MODERATE_TABLES, _("closed or opened a chat")
    TABLE_UNDO = "table-undo", MODERATE_TABLES, _("undid a move")
    TABLE_NOTE = "table-note", MODERATE_TABLES, _("wrote a note about a table")
    SECRETS = "secrets", OPEN_SECRETS, _("viewed the secrets of a table")

    EXPORT_AUDIT = "export-audit", "moderation.export_audit", _("exported the audit trail")
    ROLES = "roles", "moderation.manage_roles", _("changed roles")
    STOP_CLOCKS = "stop-clocks", "moderation.stop_clocks", _("stopped all clocks")
    START_CLOCKS = "start-clocks", "moderation.stop_clocks", _("restarted all clocks")

    # Viewing these pages leaves no entry in the audit trail.
    SEE_REPORTS = "see-queue", HANDLE_REPORTS, "see-queue"
    SEE_PLAYER = "see-player", "moderation.view_sanction", "see-player"
    SEE_TABLE = "see-table", "tables.view_table", "see-table"
    SEE_PAIRS = "see-pairs", HANDLE_REPORTS, "see-pairs"
    SEE_AUDIT = "see-audit", "moderation.view_auditentry", "see-audit"
    FIGURES = "figures", "moderation.see_figures", "figures"


LIFT_ACTIONS: Final[Mapping[str, Action]] = {
    kind: Action[f"LIFT_{kind.name}"] for kind in Sanction.Kind
}
"""The action that lifts a sanction of each kind."""


MODERATOR, SENIOR, OPERATOR = "moderator", "senior", "operator"

ROLE_NAMES: Final[Mapping[str, str | Promise]] = {
    MODERATOR: _("moderator"),
    SENIOR: _("senior moderator"),
    OPERATOR: _("operator"),
}

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
    HANDLE_REPORTS,
    MODERATE_TABLES,
    SUSPEND_PLAYERS,
    WARN_PLAYERS,
)
ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    MODERATOR: MODERATOR_PERMISSIONS,
    SENIOR: (
        *MODERATOR_PERMISSIONS,
        BAN_PLAYERS,
        OPEN_SECRETS,
        VIEW_DEVICES,
        SEE_ADDRESSES,
    ),
    OPERATOR: (
        *VIEW_PERMISSIONS,
        "accounts.view_outgoingmail",
        "moderation.export_audit",
        "moderation.manage_roles",
        SANCTION_STAFF,
        SEE_ADDRESSES,
        "moderation.stop_clocks",
    ),
}


class NotAllowed(Exception):  # noqa: N818  (a refusal, not an error)
    """A refusal of an action of staff; the sentence for its code is in `texts.REFUSED`."""

    def __init__(self, code: str = "no-permission") -> None:
        super().__init__(code)
        self.code = code


def refuse_if(condition: object, code: str) -> None:
    if condition:
        raise NotAllowed(code)


def may(actor: User, action: Action) -> bool:
    """Return whether their role allows this at all."""
    return actor.is_staff and actor.has_perm(action.permission)


def require(actor: User, action: Action) -> None:
    if not may(actor, action):
        raise NotAllowed


ALLOWED_ON_DELETED: Final = (
    Action.HIDE,
    Action.HIDE_TITLE,
    Action.LIFT_HIDDEN,
    Action.LIFT_TITLE,
    Action.LIFT_SUSPENSION,
    Action.LIFT_BAN,
)
"""Actions on deleted accounts: their messages remain, and a ban may outlive them."""


def require_on(actor: User, action: Action, target: User) -> None:
    """Refuse unless they may do this to that player: not to themselves, nor to a deleted account.

    Actions on staff need a permission of their own.
    """
    require_about(actor, action, target)
    refuse_if(target.deleted_at is not None and action not in ALLOWED_ON_DELETED, "gone")
    refuse_if(target.is_staff and not actor.has_perm(SANCTION_STAFF), "is-staff")


def require_about(actor: User, action: Action, target: User) -> None:
    """Refuse unless they may view or write something about that player, who is not themselves."""
    require(actor, action)
    require_not_self(actor, target)


def require_not_self(actor: User, target: User) -> None:
    refuse_if(target.pk == actor.pk, "yourself")


def roles_of(user: User) -> list[str]:
    """Return the user's roles, in the usual order."""
    held = set(user.groups.values_list("name", flat=True))
    return [role for role in ROLES if role in held]
