"""Base classes for the lists of the admin: read-only, and fast with many rows."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import DateTimeField, Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

from accounts import earlier_names
from accounts.models import User
from accounts.templatetags import when

MAX_COUNTED = 10_000
MAX_FOUND_BY_NAME = 50


class CappedPaginator(Paginator):  # type: ignore[type-arg]  # Django's has no [] at run time
    """Stops counting at `MAX_COUNTED`: counting a million rows would be slow."""

    @cached_property
    def count(self) -> int:
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        return rows.order_by()[:MAX_COUNTED].count()


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A list that is only searched by indexed columns. Services make changes, not the admin."""

    actions = None
    show_full_result_count = False
    paginator = CappedPaginator
    list_per_page = 50
    ordering = ("-pk",)
    search_fields: ClassVar[Any] = ("pk",)  # shows the search box; `matching` does the search

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow only the list's own filters: Django would let a URL filter by hidden columns."""
        names = {_filter_name(found) for found in self.get_list_filter(request)}
        return lookup.partition("__")[0] in names

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        return [_format_moments(self.model, name) for name in super().get_list_display(request)]

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return [_format_moments(self.model, name) for name in super().get_fields(request, obj)]

    def matching(self, words: str) -> Q:
        """Return what a search finds: nothing, unless a list overrides this."""
        return Q(pk__in=[])

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        words = search_term.strip()
        return (queryset.filter(self.matching(words)) if words else queryset), False


def _filter_name(found: Any) -> str:
    """Return the column of a filter, or its name in URLs."""
    if isinstance(found, type) and issubclass(found, admin.SimpleListFilter):
        return str(found.parameter_name)
    return str(found[0] if isinstance(found, tuple) else found)


def _format_moments(model: type[Model], name: Any) -> Any:
    """Format a column of dates and times as on other pages (accounts/dates.py)."""
    column = next((field for field in model._meta.fields if field.name == name), None)
    if not isinstance(column, DateTimeField):
        return name

    def said(row: Any) -> str:
        return when.moment(getattr(row, name)) or "–"

    said.__name__ = name
    return admin.display(description=column.verbose_name, ordering=name)(said)


def players_by_name(words: str) -> list[int]:
    """Return players whose name starts or started like this, in any spelling."""
    found = User.objects.filter(earlier_names.is_or_was_named(words))
    return list(found.values_list("pk", flat=True)[:MAX_FOUND_BY_NAME])


def parse_number(words: str) -> int | None:
    return int(words) if words.isascii() and words.isdigit() and len(words) < 16 else None


class ChoiceFilter(admin.SimpleListFilter):
    """A filter with fixed choices: Django's own would read the whole table to find them."""

    column = ""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(**{self.column: self.value()}) if self.value() else queryset
