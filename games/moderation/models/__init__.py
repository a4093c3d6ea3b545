"""What players report, what moderators decide and note down, and the audit trail of it all."""

from games.moderation.models.audit import AppendOnly, AuditEntry, ExpiredEntries, audit_unlocked
from games.moderation.models.reports import Report, StaffNote, TableNote
from games.moderation.models.sanctions import DeviceTie, DeviceTrace, Hidden, Sanction
from games.moderation.models.tokens import new_token

__all__ = [
    "AppendOnly",
    "AuditEntry",
    "DeviceTie",
    "DeviceTrace",
    "ExpiredEntries",
    "Hidden",
    "Report",
    "Sanction",
    "StaffNote",
    "TableNote",
    "audit_unlocked",
    "new_token",
]
