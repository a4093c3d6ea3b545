"""Which of the ten dwarfs everybody at a table looks like."""

from __future__ import annotations

from collections.abc import Iterable

from games.tables.models import Seat

FACES = 10
FIRST_BOT = 5


def faces(seats: Iterable[Seat]) -> dict[int, int]:
    """By seat number: the face of the account, as far as no two at a table look the same."""
    found: dict[int, int] = {}
    for seat in seats:
        face = (seat.user_id if seat.user_id is not None else seat.number + FIRST_BOT) % FACES
        while face in found.values():
            face = (face + 1) % FACES
        found[seat.number] = face
    return found
