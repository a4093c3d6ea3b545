"""What was done, said, written down, and told."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from config.clock import now
from games.models.tables import Game


class Move(models.Model):
    """An entry of the log: what was done, and a digest of the state after it."""

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

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField(_("number"))
    round_number = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.MOVE)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    text = models.CharField(max_length=120, blank=True, default="")
    """The move in notation; as secret as what it names."""
    events = models.JSONField(default=list)
    """What happened, secrets included: readers get it through the engine's view_event."""
    digest = models.CharField(max_length=64)
    token = models.CharField(max_length=32, blank=True, default="")
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        constraints = [
            models.UniqueConstraint("game", "number", name="one_entry_a_number"),
            models.UniqueConstraint(
                "game", "token", condition=~Q(token=""), name="one_move_a_form"
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.number}"


class Message(models.Model):
    """Something said at a table. What spectators say, the seated see when the round is over."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    round_number = models.PositiveSmallIntegerField(_("round"))
    text = models.CharField(_("text"), max_length=500)
    token = models.CharField(max_length=32)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        constraints = [models.UniqueConstraint("game", "token", name="one_message_a_form")]
        indexes = [models.Index("game", "id", name="messages_of_a_table")]

    def __str__(self) -> str:
        return f"message {self.pk}"


class Note(models.Model):
    """What a player writes down for himself about a table. Nobody else ever reads it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.TextField(_("notes"), max_length=4000, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint("game", "user", name="one_note_a_user_and_table")]


class Notice(models.Model):
    """Something to tell somebody, written in the transaction of what caused it.

    Sending takes a row on a lease, looks whether it is still true, sends, and marks it.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer true")
        FAILED = "failed", _("given up")

    class Channel(models.TextChoices):
        MAIL = "mail", _("mail")
        PUSH = "push", _("push")
        WEBHOOK = "webhook", _("webhook")

    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    kind = models.CharField(_("kind"), max_length=16)
    """One of accounts.telling.KINDS: what he can switch off."""
    what = models.CharField(max_length=16, blank=True, default="")
    """What exactly happened, where a kind has several sentences."""
    game = models.ForeignKey(Game, models.CASCADE, related_name="notices", null=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    """Which seat it is about."""
    cause = models.CharField(_("cause"), max_length=64)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, db_index=False
    )
    """Who made us tell it, by something the game did not ask for: such notices have a limit."""
    channel = models.CharField(_("channel"), max_length=8, choices=Channel, default=Channel.MAIL)
    bundled = models.BooleanField(_("in the digest"), default=False)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    created_at = models.DateTimeField(_("written"), default=now)
    due_at = models.DateTimeField(_("due"), default=now)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    leased_until = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(_("sent or dropped"), null=True, blank=True)
    last_error = models.CharField(_("last error"), max_length=255, blank=True, default="")
    reached = models.JSONField(default=list, blank=True)
    """The browsers that have had it, where push goes to several and one of them failed."""

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [
            models.UniqueConstraint(
                "recipient", "kind", "cause", "channel", name="one_notice_a_cause_and_channel"
            )
        ]
        indexes = [
            models.Index("due_at", condition=Q(state="waiting"), name="notices_by_due_time"),
            models.Index("recipient", F("created_at").desc(), name="notices_of_a_player"),
            models.Index(
                "by",
                F("created_at").desc(),
                condition=Q(by__isnull=False),
                name="notices_by_causer",
            ),
            models.Index("ended_at", condition=~Q(state="waiting"), name="notices_by_age"),
        ]

    def __str__(self) -> str:
        return f"notice {self.pk}"
