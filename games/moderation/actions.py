"""Everything that staff can do: its code, and what the audit trail calls it once it is done.

`roles.PERMISSIONS` says which permission each of them needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

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


LIFT: Final[Mapping[str, Action]] = {
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


def described(code: str) -> str | Promise:
    """What an entry of the audit trail says was done; an unknown code is shown as it is."""
    return Action(code).label if code in Action.values else code
