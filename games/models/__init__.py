"""Tables as rows. Rows are the truth: `store.py` turns them into an engine's state and back."""

from games.models.pieces import Card, HandCard, Knowledge, PlacedCard, Round, SeatValue, Token
from games.models.record import Message, Move, Note, Notice
from games.models.tables import Departure, Game, Invitation, Seat, new_code

__all__ = [
    "Card",
    "Departure",
    "Game",
    "HandCard",
    "Invitation",
    "Knowledge",
    "Message",
    "Move",
    "Note",
    "Notice",
    "PlacedCard",
    "Round",
    "Seat",
    "SeatValue",
    "Token",
    "new_code",
]
