"""Admin lists of tables, chat, notices, reports, sanctions and the audit trail; read-only.

Models of tables and notices are registered here, because moderation decides what a moderator may
see of them: nothing of a table where they play (conflicts.py). No hand, role, stock,
goal, seed, discard, move text or event is ever listed, searched or shown: the models that hold
them are not registered at all. The actions of moderators are in pages/.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import django.contrib.auth.admin  # noqa: F401  its registration must come before ours
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from accounts.admin_base import ChoiceFilter, ReadOnlyAdmin, parse_number, players_by_name
from accounts.mail import addresses
from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.moderation import audit_display, conflicts
from games.moderation import texts as said
from games.moderation.models import AuditEntry, Report, Sanction
from games.moderation.permissions import Action
from games.notices.models import Notice
from games.tables.models import Message, Seat, Table

admin.site.unregister(Group)  # roles are given with a reason (services/player_records.py)


def _link(page: str, found: str | int | None, words: object = None) -> str:
    if not found:
        return "–"
    return format_html('<a href="{}">{}</a>', reverse(page, args=[found]), words or found)


class GameFilter(ChoiceFilter):
    title = _("game")
    parameter_name = column = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(kind, str(game.title)) for kind, game in KINDS.items()]


class AgeFilter(admin.SimpleListFilter):
    """A filter of running tables by their last move, which an index finds."""

    title = _("last move")
    parameter_name = "still"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("3", _("3 days ago")), ("7", _("7 days ago")), ("30", _("30 days ago"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        if self.value() not in ("3", "7", "30"):
            return queryset
        before = now() - timedelta(days=int(self.value() or 0))
        return queryset.filter(status=Table.Status.RUNNING, moved_at__lt=before)


class PausedFilter(admin.SimpleListFilter):
    title = _("paused")
    parameter_name = "paused"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("1", _("paused by moderators"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        return queryset.filter(paused_at__isnull=False) if self.value() == "1" else queryset


class TableRows(ReadOnlyAdmin):
    """A list of rows that belong to tables, without those of tables where the reader plays."""

    table = "table"
    """The path from a row to its table."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        assert isinstance(request.user, User)
        return conflicts.without_own_tables(super().get_queryset(request), self.table, request.user)


@admin.register(Table)
class TableAdmin(TableRows):
    table = "pk"
    list_display = ("title", "code", "game", "status", "size", "round_number", "moved_at")
    list_filter = ("status", PausedFilter, GameFilter, AgeFilter)
    search_help_text = _("The code of a table, or the beginning of a player's name.")

    @admin.display(description=_("game"), ordering="kind")
    def game(self, row: Table) -> str:
        return str(KINDS[row.kind].title) if row.kind in KINDS else row.kind

    def matching(self, words: str) -> Q:
        seats = Seat.objects.filter(user__in=players_by_name(words)).values("table")
        return Q(code=words.lower()) | Q(pk__in=seats)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).select_related("owner").defer("seed", "salt")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        found = get_object_or_404(Table.objects.only("code"), pk=parse_number(object_id) or 0)
        return redirect("admin:table", found.code)


@admin.register(Message)
class MessageAdmin(TableRows):
    list_display = ("at", "table", "user", "text", "hidden_at")
    list_select_related = ("table", "user")
    search_help_text = _("The code of a table, or the beginning of a player's name.")
    fields = ("table", "user", "seat", "round_number", "text", "at", "hidden_at")

    def matching(self, words: str) -> Q:
        tables = Table.objects.filter(code=words.lower()).values("pk")
        return Q(table__in=tables) | Q(user__in=players_by_name(words))


@admin.register(Notice)
class NoticeAdmin(TableRows):
    list_display = ("created_at", "recipient", "kind", "channel", "state", "attempts", "due_at")
    list_select_related = ("recipient",)
    list_filter = ("state", "channel")
    search_help_text = _("The beginning of a player's name.")
    fields = (
        *list_display, "table", "cause", "what", "bundled", "ended_at", "unanswered", "refused",
        "error",
    )  # fmt: skip

    @admin.display(description=_("last error"))
    def error(self, row: Notice) -> str:
        return addresses.mask_addresses(row.last_error)

    def matching(self, words: str) -> Q:
        return Q(recipient__in=players_by_name(words))


@admin.register(Report)
class ReportAdmin(TableRows):
    list_display = ("pk", "at", "kind", "about", "state", "ended", "claimed_by", "resolved_at")
    list_select_related = ("about", "claimed_by")
    list_filter = ("state", "kind")
    search_help_text = _("The number of a report, or the beginning of a player's name.")

    @admin.display(description=_("outcome"))
    def ended(self, row: Report) -> str:
        return str(said.outcome_label(row.outcome))

    def matching(self, words: str) -> Q:
        return Q(about__in=players_by_name(words)) | Q(pk=parse_number(words) or 0)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        return redirect("admin:report", parse_number(object_id) or 0)


@admin.register(Sanction)
class SanctionAdmin(TableRows):
    table = "report__table"
    list_display = ("at", "player", "kind", "why", "until", "by", "lifted_at", "appeal")
    list_select_related = ("user", "by")
    list_filter = ("kind", "appeal")
    search_help_text = _("The beginning of a player's name.")
    fields = (
        "user", "kind", "why", "words", "by", "at", "until", "lifted_at", "lifted_by",
        "appeal", "appeal_words", "appealed_at",
    )  # fmt: skip

    @admin.display(description=_("reason"))
    def why(self, row: Sanction) -> str:
        return str(said.reason_label(row.reason))

    @admin.display(description=_("player"))
    def player(self, row: Sanction) -> str:
        return _link("admin:player", row.user_id, row.user)

    def matching(self, words: str) -> Q:
        return Q(user__in=players_by_name(words))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Sanction]:
        """Leave out removals from the reader's own tables, and sanctions that hid texts there."""
        assert isinstance(request.user, User)
        rows = conflicts.without_own_tables(super().get_queryset(request), "table", request.user)
        return conflicts.without_own_tables(rows, "hidden__table", request.user)


class ActionFilter(ChoiceFilter):
    title = _("what")
    parameter_name = column = "action"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        leaves_entries = (one for one in Action if one.label != one.value)
        return [(one.value, one.label) for one in leaves_entries]


@admin.register(AuditEntry)
class AuditAdmin(ReadOnlyAdmin):
    change_list_template = "moderation/admin/audit_list.html"
    list_display = (
        "at", "actor", "done", "target", "at_table", "of_report", "reason", "changed",
    )  # fmt: skip
    list_select_related = ("actor", "target")
    list_filter = (ActionFilter,)
    search_help_text = _("The code of a table, or the beginning of a name: who did it, or to whom.")
    fields = list_display

    @admin.display(description=_("what"))
    def done(self, row: AuditEntry) -> str:
        return conflicts.entry_label(row)

    @admin.display(description=_("table"))
    def at_table(self, row: AuditEntry) -> str:
        return _link("admin:table", row.table_code)

    @admin.display(description=_("report"))
    def of_report(self, row: AuditEntry) -> str:
        return _link("admin:report", row.report_number)

    @admin.display(description=_("what changed"))
    def changed(self, row: AuditEntry) -> str:
        """Return the changes in words; a list has fetched those of all its rows at once."""
        found = getattr(row, "told", None) or audit_display.entry_texts([row])[0]
        lines = format_html_join("", "<li>{}</li>", ((line,) for line in found.changed))
        return format_html('<ul class="changes">{}</ul>', lines) if lines else ""

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        listed = super().get_changelist_instance(request)
        for told in audit_display.entry_texts(listed.result_list):
            told.entry.told = told  # type: ignore[attr-defined]
        return listed

    def matching(self, words: str) -> Q:
        people = players_by_name(words)
        return Q(table_code=words.lower()) | Q(actor__in=people) | Q(target__in=people)

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        assert isinstance(request.user, User)
        rows = super().get_queryset(request).select_related("actor", "target")
        return conflicts.visible_entries(rows, request.user)
