"""Notices, and the browsers and webhooks that receive them."""

from __future__ import annotations

from hashlib import sha256
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from config.clock import now
from config.jobs.leases import Leased
from games.notices.channels.outgoing_requests import SlowEnd
from games.tables.models import Table

__all__ = ["Notice", "PushSubscription", "SlowEnd", "Webhook"]


class Notice(Leased):
    """A message to one player by one channel, written in the transaction of its cause.

    A worker leases the row, checks that it is still true, sends it and marks the result.
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
    """A key of games.notices.notice_types.NOTICE_TYPES; players choose channels by it."""
    what = models.CharField(max_length=16, blank=True, default="")
    """What exactly happened, if the kind has several sentences."""
    reason = models.CharField(max_length=16, blank=True, default="", db_default="")
    """Why it was done, if the authoring app has a sentence for it."""
    table = models.ForeignKey(Table, models.CASCADE, related_name="notices", null=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    """The number of the seat it is about."""
    cause = models.CharField(_("cause"), max_length=16)
    """This and the next two columns store a `Cause` (games/notices/creation.py)."""
    cause_number = models.PositiveBigIntegerField(default=0)
    """The number of the turn, log entry, round, message, sanction or report."""
    cause_count = models.PositiveIntegerField(default=0)
    """The number of deadlines the seat had missed, if the cause is a deadline."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, db_index=False
    )
    """The player whose voluntary action caused it; such notices are limited."""
    channel = models.CharField(_("channel"), max_length=8, choices=Channel, default=Channel.MAIL)
    bundled = models.BooleanField(_("in the digest"), default=False)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    ended_at = models.DateTimeField(_("sent or dropped"), null=True, blank=True)
    reached = models.JSONField(default=list, blank=True)
    """Browsers that already received it; a retry of a failed push skips them."""

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [
            models.UniqueConstraint(
                "recipient",
                "kind",
                Coalesce("table", 0),  # the constraint would treat nulls as distinct
                "cause",
                "cause_number",
                "cause_count",
                "channel",
                name="one_notice_a_cause_and_channel",
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

    TOGETHER: ClassVar = Q(kind="moderation", channel="mail", table__isnull=False)
    """Moderator actions at one table within a short time share one email (creation.py)."""

    @property
    def goes_together(self) -> bool:
        mailed = self.channel == self.Channel.MAIL and not self.bundled
        return mailed and self.kind == "moderation" and self.table_id is not None


class PushSubscription(models.Model):
    """A browser that shows notices. Its keys and endpoint are secret."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.URLField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    label = models.CharField(_("browser"), max_length=80, blank=True, default="")
    created_at = models.DateTimeField(_("since"), default=now)

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")

    def __str__(self) -> str:
        return f"push subscription {self.pk}"

    @property
    def endpoint_hash(self) -> str:
        """Lets a browser find its own row on the page, which never shows the endpoint itself."""
        return sha256(self.endpoint.encode()).hexdigest()[:16]


class Webhook(models.Model):
    """A URL that receives a player's notices, signed with the webhook's own secret."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhook")
    url = models.URLField(_("address"), max_length=500)
    secret = models.CharField(max_length=64)
    created_at = models.DateTimeField(_("since"), default=now)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return f"webhook {self.pk}"
