"""Tables as rows. Rows are the truth: `store.py` turns them into an engine's state and back."""

from games.models.moderation import (
    AppendOnly,
    AuditEntry,
    DeviceTrace,
    Report,
    Sanction,
    StaffNote,
    TableNote,
    new_token,
    retention_door,
)
from games.models.pieces import Card, HandCard, Knowledge, PlacedCard, Round, SeatValue, Token
from games.models.record import Message, Move, Note, Notice
from games.models.tables import Departure, Game, Invitation, Seat, new_code

__all__ = [
    "AppendOnly",
    "AuditEntry",
    "Card",
    "Departure",
    "DeviceTrace",
    "Game",
    "HandCard",
    "Invitation",
    "Knowledge",
    "Message",
    "Move",
    "Note",
    "Notice",
    "PlacedCard",
    "Report",
    "Round",
    "Sanction",
    "Seat",
    "SeatValue",
    "StaffNote",
    "TableNote",
    "Token",
    "new_code",
    "new_token",
    "retention_door",
]
