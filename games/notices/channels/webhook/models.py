"""Addresses that players named for their notices."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from config.clock import now


class Webhook(models.Model):
    """A player's own address: it is told what they are told, signed with a secret of theirs."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhook")
    url = models.URLField(_("address"), max_length=500)
    secret = models.CharField(max_length=64)
    created_at = models.DateTimeField(_("since"), default=now)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return f"webhook {self.pk}"
