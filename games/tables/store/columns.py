"""Which columns say what a piece is."""

from __future__ import annotations

from collections.abc import Mapping

from games.tables.models import Knowledge, SeatValue, Token

CARD_FIELDS = ("zone", "owner", "order", "x", "y", "turned", "face_up")
"""What changes when a card moves."""
ROUND_FIELDS = ("extra", "began_at", "ended_at")
Plain = type[Token | SeatValue | Knowledge]
PLAIN_FIELDS: Mapping[Plain, tuple[str, ...]] = {
    Token: ("kind", "x", "y", "side", "owner"),
    SeatValue: ("seat", "name", "value"),
    Knowledge: ("seat", "thing", "value"),
}
"""What has no order: such a row is what it says, and is never changed."""
