"""What is said and written down at a table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.names import LONGEST, key
from games import notify
from games.models import Game, Message, Note
from games.services import desk, log
from games.services.desk import require

ADDRESSED = re.compile(rf"(?<!\w)@([\w-]{{1,{LONGEST}}})(?![\w-])")
LONGEST_MESSAGE = 500
LONGEST_NOTE = 4000


@transaction.atomic
def say(user: User, code: str, text: str, token: str, at: datetime) -> Game:
    """Say something to the table; from the gallery, to the gallery. Sent again, it is said once."""
    text = " ".join(text.split())
    require(text, "empty")
    require(len(text) <= LONGEST_MESSAGE, "too-long")
    require(not user.is_muted(at), "muted")
    game = desk.lock(code)
    seat = game.seats.filter(user=user).first()
    if game.messages.filter(token=token).exists():
        return game
    require(not game.chat_closed, "chat-closed")
    message = Message.objects.create(
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
    if seat:
        _heard(game, message, at)
    game.save(update_fields=[counter, "abandon_at", "held_abandon"])
    return game


def _heard(game: Game, message: Message, at: datetime) -> None:
    """Somebody who sits here spoke: the table lives, and whom he names is told."""
    if game.status == Game.Status.RUNNING:
        log.live_on(game, at)
    if "@" in message.text:
        seats = game.seats.filter(user__isnull=False).exclude(user=message.user)
        users = [seat.user for seat in seats.select_related("user") if seat.user]
        notify.addressed(game, message, named(message.text, users), at)


def named(text: str, users: Iterable[User]) -> list[User]:
    """Who is addressed with @Name, in whatever spelling: a name ends where its signs end."""
    keys = {key(found) for found in ADDRESSED.findall(text)}
    return [user for user in users if user.name_key in keys]


@transaction.atomic
def write_note(user: User, code: str, text: str) -> None:
    """Keep a private note; the last one written stands."""
    require(len(text) <= LONGEST_NOTE, "too-long")
    game = desk.lock(code)
    desk.seat_of(game, user)
    Note.objects.update_or_create(game=game, user=user, defaults={"text": text})
