"""The shared parts of the moderators' pages: the frame of the admin, and access."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin_base import parse_number
from accounts.models import User
from games.moderation import permissions, texts
from games.moderation.models import Report, new_token
from games.moderation.permissions import Action, NotAllowed
from games.moderation.services import audit
from games.moderation.services.sanction_records import Grounds
from games.moderation.texts import BREACH_REASONS, REPORTED_AS, Reason, Words
from games.tables.models import Message


def admin_page(
    request: HttpRequest,
    template: str,
    title: Words,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    """Render a page in the frame of the admin, from templates/moderation/admin/."""
    frame = admin.site.each_context(request) | {"title": title}
    return render(request, f"moderation/admin/{template}", frame | context, status=status)


def own_table_page(request: HttpRequest) -> HttpResponse:
    """Refuse to show a table where the moderator plays, and refer them to a colleague."""
    intro = _("You play, or played, at this table: until it is over a colleague looks after it.")
    return admin_page(request, "form.html", _("Your own table"), {"intro": intro}, status=403)


def require_staff(request: HttpRequest, action: Action) -> User:
    """Return the user if their role allows this; otherwise the answer is 403."""
    actor = request.user
    if not isinstance(actor, User) or not permissions.may(actor, action):
        raise PermissionDenied
    return actor


def show_refusal(request: HttpRequest, refused: NotAllowed) -> None:
    messages.error(request, str(texts.REFUSED[refused.code]))


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the submitted form; None when its page is only opened."""
    return request.POST if request.method == "POST" else None


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


class ActionForm(forms.Form):
    """The questions to a moderator before the preview, which carries the answers on."""

    def hidden(self) -> list[tuple[str, str]]:
        """Return all answers, as hidden fields of the preview."""
        sent = self.data
        if not isinstance(sent, QueryDict):
            return []
        return [(name, value) for name in self.fields for value in sent.getlist(name)]

    def about(self, player: User) -> None:
        """Offer the choices that fit this player."""


class ReasonForm(ActionForm):
    reason = forms.CharField(
        label=_("Reason, for the audit trail"),
        max_length=audit.LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class DecisionForm(ReasonForm):
    """A decision about a player: the text for them, and the reason."""

    code = forms.ChoiceField(label=_("What the player reads as the reason"))
    words = forms.CharField(
        label=_("Additional message to the player"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("In the player's own language, below the reason. Optional."),
    )
    report = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    message = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    """The message by the player that is quoted to them, if any."""
    token = forms.CharField(
        widget=forms.HiddenInput, required=False, max_length=40, initial=new_token
    )

    field_order: tuple[str, ...] = ("code", "words", "days", "reason")

    def __init__(
        self, *args: Any, reasons: tuple[Reason, ...] = BREACH_REASONS, **kwargs: Any
    ) -> None:
        """Offer the reasons that fit the decision.

        Those that fit the report come first, and the nearest is chosen; without one, none is.
        """
        super().__init__(*args, **kwargs)
        asked = self.data if self.is_bound else self.initial
        fitting = _fitting(str(asked.get("report") or ""))
        first = [reason for reason in fitting if reason in reasons]
        rest = [reason for reason in reasons if reason not in first]
        offered = [(reason.value, reason.label) for reason in (*first, *rest)]
        set_choices(self, "code", [("", _("– choose –")), *offered])
        if first:
            self.initial.setdefault("code", first[0].value)

    def grounds(self) -> Grounds:
        chosen = self.cleaned_data
        return Grounds(
            chosen["code"],
            chosen["reason"],
            chosen["words"],
            Report.objects.filter(pk=chosen["report"] or 0).first(),
            Message.objects.filter(pk=chosen["message"] or 0).select_related("table").first(),
            chosen["token"] or new_token(),
        )

    def terms(self) -> dict[str, Any]:
        """Return the decision's other terms: its end, and what happens to their seats."""
        return {}


def _fitting(report: str) -> tuple[Reason, ...]:
    """Return the reasons that fit the kind of this report; none if it is about staff."""
    found = Report.objects.filter(pk=parse_number(report) or 0).exclude(about__is_staff=True)
    return REPORTED_AS.get(found.values_list("kind", flat=True).first() or "", ())


def note_field(help_text: Any) -> forms.CharField:
    return forms.CharField(
        label=_("Note"),
        max_length=audit.LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=help_text,
    )


@dataclass(frozen=True, slots=True)
class ActionPage:
    """The page of an action: its form, a preview of what will happen, the action itself."""

    title: Words
    subject: str
    """The name of the player or the table."""
    back: str
    """The URL of that player's or table's page."""
    form: ActionForm
    carried: tuple[tuple[str, int], ...] = ()
    """Hidden fields that are passed on, in addition to those of the form."""
    author: User | None = None
    """The player whose name could be changed instead, if the name itself is the problem."""

    def run(
        self,
        request: HttpRequest,
        preview: Callable[[], Sequence[Words]],
        do: Callable[[], object],
        done: Callable[[], HttpResponse],
    ) -> HttpResponse:
        """Show the form, then the preview, then do it."""
        step = request.POST.get("step", "")
        if step not in ("preview", "do") or not self.form.is_valid():
            return self.show(request)
        try:
            if step == "preview":
                return self.show(request, preview())
            do()
        except NotAllowed as refused:
            show_refusal(request, refused)
            return self.show(request)
        messages.success(request, gettext("Done and recorded."))
        return done()

    def show(self, request: HttpRequest, lines: Sequence[Words] = ()) -> HttpResponse:
        """Show the form, or with `lines` the preview in words. Nothing has happened yet."""
        return admin_page(request, "act.html", self.title, {"page": self, "lines": lines})
