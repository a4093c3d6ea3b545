"""What is said and written down at a table."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.models import Game, Message, Note
from games.services import desk
from games.services.desk import require

LONGEST_MESSAGE = 500
LONGEST_NOTE = 4000


@transaction.atomic
def say(user: User, code: str, text: str, token: str, at: datetime) -> Game:
    """Say something to the table; from the gallery, to the gallery. Sent again, it is said once."""
    text = " ".join(text.split())
    require(text, "empty")
    require(len(text) <= LONGEST_MESSAGE, "too-long")
    game = desk.lock(code)
    seat = game.seats.filter(user=user).first()
    if game.messages.filter(token=token).exists():
        return game
    Message.objects.create(
        game=game,
        user=user,
        seat=seat.number if seat else None,
        round_number=game.round_number,
        text=text,
        token=token,
        at=at,
    )
    counter = "talk" if seat else "gallery"
    setattr(game, counter, getattr(game, counter) + 1)
    game.save(update_fields=[counter])
    return game


@transaction.atomic
def write_note(user: User, code: str, text: str) -> None:
    """Keep a private note; the last one written stands."""
    require(len(text) <= LONGEST_NOTE, "too-long")
    game = desk.lock(code)
    desk.seat_of(game, user)
    Note.objects.update_or_create(game=game, user=user, defaults={"text": text})
