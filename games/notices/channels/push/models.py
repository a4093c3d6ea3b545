"""Browsers that show notices."""

from __future__ import annotations

from hashlib import sha256

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from config.clock import now


class PushSubscription(models.Model):
    """A browser that shows notices. Keys and endpoint are a secret between it and us."""

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
        """By this a browser knows its own row on the page; the endpoint itself is never shown."""
        return sha256(self.endpoint.encode()).hexdigest()[:16]
