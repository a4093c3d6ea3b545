"""How every act goes, on a player or at a table: a form, a preview of what will happen, done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise

from games.moderation.pages.forms import ActForm
from games.moderation.pages.page import admin_page


@dataclass(frozen=True, slots=True)
class ActPage:
    """The form of an act and its preview, about a player or a table."""

    title: str | Promise
    subject: str
    """The name of the player or the table."""
    back: str
    """The address of their page."""
    form: ActForm
    carried: tuple[tuple[str, int], ...] = ()
    """Hidden fields that go from page to page, beside those of the form."""

    def ask(self, request: HttpRequest) -> HttpResponse:
        return admin_page(request, "act.html", self.title, {"page": self})

    def preview(self, request: HttpRequest, lines: Sequence[str | Promise]) -> HttpResponse:
        """What will happen, in words. Nothing has happened yet."""
        return admin_page(request, "act_preview.html", self.title, {"page": self, "lines": lines})
