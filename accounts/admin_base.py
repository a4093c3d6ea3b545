"""What every list of the admin is built with: read-only, and fast with many rows."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import DateTimeField, Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

from accounts import earlier_names, names
from accounts.models import User
from accounts.templatetags import when

MAX_COUNTED = 10_000
MAX_FOUND_BY_NAME = 50


class ReadOnly:
    """The admin looks; services change things."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class CappedPaginator(Paginator):  # type: ignore[type-arg]  # Django's has no [] at run time
    """Counts no further than anybody turns pages: a million rows cost as much as ten thousand."""

    @cached_property
    def count(self) -> int:
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        return rows.order_by()[:MAX_COUNTED].count()


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """A list that is searched by what an index knows, and by nothing else."""

    actions = None
    show_full_result_count = False
    paginator = CappedPaginator
    list_per_page = 50
    ordering = ("-pk",)
    search_fields: ClassVar[Any] = ("pk",)  # there is a box; `matching` says what it finds

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only what its filters ask. Django lets an address ask for any column, hidden ones too."""
        names = {_filter_name(found) for found in self.get_list_filter(request)}
        return lookup.partition("__")[0] in names

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        return [_format_moments(self.model, name) for name in super().get_list_display(request)]

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return [_format_moments(self.model, name) for name in super().get_fields(request, obj)]

    def matching(self, words: str) -> Q:
        """Where a list says nothing else, nothing is found."""
        return Q(pk__in=[])

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        words = search_term.strip()
        return (queryset.filter(self.matching(words)) if words else queryset), False


def _filter_name(found: Any) -> str:
    """The column, or the name in the address, of one filter of a list."""
    if isinstance(found, type) and issubclass(found, admin.SimpleListFilter):
        return str(found.parameter_name)
    return str(found[0] if isinstance(found, tuple) else found)


def _format_moments(model: type[Model], name: Any) -> Any:
    """A column of moments is said as on every other page (accounts/dates.py)."""
    column = next((field for field in model._meta.fields if field.name == name), None)
    if not isinstance(column, DateTimeField):
        return name

    def said(row: Any) -> str:
        return when.moment(getattr(row, name)) or "–"

    said.__name__ = name
    return admin.display(description=column.verbose_name, ordering=name)(said)


def players_by_name(words: str) -> list[int]:
    """Players whose name begins or began like this, in any spelling."""
    key = names.key(words)
    if not key:
        return []
    earlier = Q(pk__in=earlier_names.begins_with(words).values("user"))
    found = User.objects.filter(Q(name_key__startswith=key) | earlier)
    return list(found.values_list("pk", flat=True)[:MAX_FOUND_BY_NAME])


def parse_number(words: str) -> int | None:
    return int(words) if words.isascii() and words.isdigit() and len(words) < 16 else None


class ChoiceFilter(admin.SimpleListFilter):
    """A filter with choices known beforehand: Django's own would ask the whole table for them."""

    column = ""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(**{self.column: self.value()}) if self.value() else queryset
