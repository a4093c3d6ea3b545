"""What moderators have taken from a table."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.moderation.models.sanctions import Sanction
from games.tables.models import Message, Table


class Hidden(models.Model):
    """Something that a decision has hidden: a message, or the title of a table."""

    sanction = models.ForeignKey(Sanction, models.CASCADE, related_name="hidden")
    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    message = models.ForeignKey(Message, models.CASCADE, related_name="+", null=True, blank=True)
    title = models.CharField(max_length=40, blank=True, default="")
    """The title that the table had."""

    class Meta:
        verbose_name = _("hidden words")
        verbose_name_plural = _("hidden words")

    def __str__(self) -> str:
        return f"hidden words {self.pk}"

    @property
    def text(self) -> str:
        """What was hidden, for staff and for who wrote it."""
        return self.message.text if self.message else self.title
