"""What a player has seen of a round: its end as a scene, and what they were dealt in it.

Nothing of the game changes by it and nobody else learns of it: the table is not locked, and no page
is out of date. It belongs to the seat, so whoever takes that over goes on from there.
"""

from __future__ import annotations

from accounts.models import User
from games.tables.models import Seat


def see_scene(user: User, code: str, number: int) -> None:
    """They have seen how this round ended."""
    _see(user, code, "scene_seen", number)


def see_hoods(user: User, code: str, number: int) -> None:
    """They have seen who was what in this round; its gold is still being picked."""
    _see(user, code, "hoods_seen", number)


def see_role(user: User, code: str, number: int) -> None:
    """They have turned over what this round dealt to them."""
    _see(user, code, "role_seen", number)


def _see(user: User, code: str, column: str, number: int) -> None:
    """Said twice, or late, it changes nothing; no round is seen before it is dealt."""
    if number < 1:
        return
    own = Seat.objects.filter(table__code=code, user=user, table__round_number__gte=number)
    own.filter(**{f"{column}__lt": number}).update(**{column: number})
