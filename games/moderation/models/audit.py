"""The audit trail: who did what, when and why. Rows are added, never changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import connection, models, transaction
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from config.clock import now

USER = settings.AUTH_USER_MODEL


class AppendOnly(Exception):  # noqa: N818  (nothing went wrong: it may not be done)
    """An attempt to change or delete entries of the audit trail."""


_unlocked: ContextVar[bool] = ContextVar("audit_unlocked", default=False)


@contextmanager
def audit_unlocked() -> Iterator[None]:
    """Allow changing entries inside this block: for retention, and for players who leave the site.

    On PostgreSQL a trigger guards the rows; it looks for a setting that ends with the transaction.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL undermine.retention = 'on'")
        token = _unlocked.set(True)
        try:
            yield
        finally:
            _unlocked.reset(token)
            if connection.vendor == "postgresql" and not connection.needs_rollback:
                with connection.cursor() as cursor:
                    cursor.execute("SET LOCAL undermine.retention = 'off'")


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    def update(self, **values: Any) -> int:
        return super().update(**values) if _unlocked.get() else _refuse()

    def delete(self) -> tuple[int, dict[str, int]]:
        return super().delete() if _unlocked.get() else _refuse()


class ExpiredEntries(AuditQuerySet):
    """Entries that are old enough to be deleted. Only retention makes this queryset."""

    def delete(self) -> tuple[int, dict[str, int]]:
        with audit_unlocked():
            return super().delete()


def _refuse() -> NoReturn:
    raise AppendOnly("the audit trail is append-only")


class AuditEntry(models.Model):
    """An action of staff: by whom, when, to whom and why, with the values before and after.

    Its foreign keys have no constraint: those rows may be deleted, and the entry stays as it is.
    """

    at = models.DateTimeField(_("time"), default=now)
    actor = models.ForeignKey(
        USER, models.DO_NOTHING, related_name="+", null=True, db_constraint=False,
        db_index=False, verbose_name=_("who"),
    )  # fmt: skip
    action = models.CharField(_("what"), max_length=24)
    target = models.ForeignKey(
        USER, models.DO_NOTHING, related_name="+", null=True, blank=True, db_constraint=False,
        db_index=False, verbose_name=_("on whom"),
    )  # fmt: skip
    table_code = models.CharField(_("table"), max_length=16, blank=True, default="")
    report_number = models.BigIntegerField(_("report"), null=True, blank=True)
    reason = models.CharField(_("why"), max_length=1000, blank=True, default="")
    before = models.JSONField(_("before"), default=dict, blank=True)
    after = models.JSONField(_("after"), default=dict, blank=True)

    objects: ClassVar[models.Manager[AuditEntry]] = AuditQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry of the audit trail")
        verbose_name_plural = _("audit trail")
        permissions = [
            ("export_audit", "May export the audit trail"),
            ("manage_roles", "May give and take roles"),
            ("see_figures", "May see the figures of the site"),
            ("moderate_tables", "May pause, extend, skip, remove, cancel and undo at tables"),
            ("open_secrets", "May open the secrets of a table"),
            ("stop_clocks", "May stop all clocks for maintenance"),
        ]
        indexes = [
            models.Index("at", name="audit_by_age"),
            models.Index("actor", F("id").desc(), name="audit_by_actor"),
            models.Index("target", F("id").desc(), name="audit_by_target"),
            models.Index("action", F("id").desc(), name="audit_by_action"),
            models.Index(
                "table_code", F("id").desc(), condition=~Q(table_code=""), name="audit_by_table"
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.pk}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding and not _unlocked.get():
            _refuse()
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        return super().delete(*args, **kwargs) if _unlocked.get() else _refuse()
