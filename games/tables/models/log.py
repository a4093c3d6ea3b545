"""What a table stores besides its game: log, chat, private notes, invitations, departures."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from config.clock import now
from games.engine import Event
from games.tables.models.tables import Table


class LogEntry(models.Model):
    """An entry of the log, with a hash of the state after it.

    It is about a seat or the whole table. Some kinds have columns of their own:

    MOVE, FORCED, ABSENT   `move`; ABSENT also `act`, where moderators let a turn pass
    HANDOVER               `taken_by`
    AWAY                   `away_from`, `away_to`
    MODERATION             `act`
    UNDO                   `undone`
    """

    class Kind(models.TextChoices):
        DEAL = "deal", _("deal")
        MOVE = "move", _("move")
        FORCED = "forced", _("forced move")
        ABSENT = "absent", _("played for an absent player")
        EXCUSED = "excused", _("missed and excused")
        OFFERED = "offered", _("seat offered")
        HANDOVER = "handover", _("seat handed over")
        RETURNED = "returned", _("player came back")
        AWAY = "away", _("vacation announced")
        ABANDONED = "abandoned", _("abandoned")
        RESIGNED = "resigned", _("resigned")
        CANCELLED = "cancelled", _("cancelled")
        MODERATION = "moderation", _("done by moderators")
        UNDO = "undo", _("taken back")

    PLAYED = (Kind.MOVE, Kind.FORCED, Kind.ABSENT)
    """Kinds that hold a move."""

    class TakenBy(models.TextChoices):
        PLAYER = "player"
        BOT = "bot"

    class Act(models.TextChoices):
        PAUSED = "paused"
        RESUMED = "resumed"
        EXTENDED = "extended"
        SKIPPED = "skipped"
        REMOVED = "removed"
        CANCELLED = "cancelled"
        CHAT_CLOSED = "chat-closed"
        CHAT_OPENED = "chat-opened"

    table = models.ForeignKey(Table, models.CASCADE, related_name="log")
    number = models.PositiveIntegerField(_("number"))
    round_number = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.MOVE)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    move = models.CharField(max_length=120, blank=True, default="")
    """In notation; as secret as the cards and cells it names."""
    taken_by = models.CharField(max_length=6, choices=TakenBy, blank=True, default="")
    """Whether a player or a bot plays on in this seat."""
    away_from = models.DateField(null=True, blank=True)
    """The first and the last day of a vacation."""
    away_to = models.DateField(null=True, blank=True)
    act = models.CharField(max_length=12, choices=Act, blank=True, default="")
    """The action of moderators."""
    undone = models.PositiveIntegerField(null=True, blank=True)
    """The number of the entry that is taken back."""
    events = models.JSONField(default=list)
    """What happened, secrets included; readers get it through the engine's `view_event`."""
    state_hash = models.CharField(max_length=64, db_column="digest")
    token = models.CharField(max_length=32, blank=True, default="")
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        constraints = [
            models.UniqueConstraint("table", "number", name="one_entry_a_number"),
            models.UniqueConstraint(
                "table", "token", condition=~Q(token=""), name="one_move_a_form"
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.number}"

    @property
    def is_played(self) -> bool:
        return self.kind in self.PLAYED

    @property
    def goes_to_bot(self) -> bool:
        return self.taken_by == self.TakenBy.BOT

    @property
    def as_text(self) -> str:
        """The content of this entry as exports write it."""
        if self.away_from is not None:
            return f"{self.away_from}/{self.away_to}"
        if self.undone is not None:
            return str(self.undone)
        return self.move or self.taken_by or self.act


def event_of(raw: Sequence[object]) -> Event:
    event = Event(*raw)  # type: ignore[arg-type]
    return event if event.cell is None else event._replace(cell=(event.cell[0], event.cell[1]))


class Message(models.Model):
    """A chat message. Players see those of spectators when the round is over."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    round_number = models.PositiveSmallIntegerField(_("round"))
    text = models.CharField(_("text"), max_length=500)
    token = models.CharField(max_length=32)
    at = models.DateTimeField(_("time"))
    hidden_at = models.DateTimeField(_("hidden"), null=True, blank=True)
    """Since when it is hidden by moderators: from then on, only staff read `text`."""

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        constraints = [models.UniqueConstraint("table", "token", name="one_message_a_form")]
        indexes = [models.Index("table", "id", name="messages_of_a_table")]

    def __str__(self) -> str:
        return f"message {self.pk}"

    @property
    def shown_text(self) -> str:
        """What everybody may read: empty once it is hidden."""
        return self.text if self.hidden_at is None else ""


class Note(models.Model):
    """A player's private notes about a table. Nobody else ever reads them."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.TextField(_("notes"), max_length=4000, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint("table", "user", name="one_note_a_user_and_table")]


class Departure(models.Model):
    """A player left a running table: they may neither watch it nor chat there until it is over."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="departures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    in_time = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)
    """Their record of turns here; the seat counts for its new player."""
    at = models.DateTimeField(default=now)

    class Meta:
        constraints = [models.UniqueConstraint("table", "user", name="one_departure_a_user")]


class Invitation(models.Model):
    """A player asked to join, by name or by email address."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    email = models.EmailField(blank=True, default="")
    at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "table", "user", condition=Q(user__isnull=False), name="one_invitation_a_user"
            ),
            models.UniqueConstraint(
                "table", "email", condition=~Q(email=""), name="one_invitation_an_address"
            ),
        ]
        indexes = [models.Index("at", condition=~Q(email=""), name="mailed_invitations_by_age")]
