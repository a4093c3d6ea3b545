"""The forms by which moderators act on players. `table_acts.py` builds its own on them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.admin_pages import number
from games.moderation import audit, people, roles
from games.moderation.models import Report, new_token
from games.moderation.sanctions import Grounds
from games.moderation.words import BREACHES, REPORTED_AS, Reason
from games.tables.models import Message

DAYS = (1, 3, 7, 14, 30, 90, 365)


class ActForm(forms.Form):
    """What a moderator is asked before the preview; the preview carries the answers on."""

    def hidden(self) -> list[tuple[str, str]]:
        """All that was filled in, as hidden fields of the preview."""
        sent = self.data
        if not isinstance(sent, QueryDict):
            return []
        return [(name, value) for name in self.fields for value in sent.getlist(name)]


class ReasonForm(ActForm):
    reason = forms.CharField(
        label=_("Reason, for the audit trail"),
        max_length=audit.LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class DecisionForm(ReasonForm):
    """A decision about a player: what they are told, and why."""

    reasons: ClassVar[tuple[Reason, ...]] = BREACHES
    """Those that fit what is decided."""

    code = forms.ChoiceField(label=_("What the player reads as the reason"))
    words = forms.CharField(
        label=_("More words to the player"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("In the player's own language, below the reason. You can leave it empty."),
    )
    report = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    message = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    """Something they said, which is quoted to them."""
    token = forms.CharField(
        widget=forms.HiddenInput, required=False, max_length=40, initial=new_token
    )

    field_order: Iterable[str] | None = ("code", "words", "days", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        asked = self.data if self.is_bound else self.initial
        self._offer(_fitting(str(asked.get("report") or "")))

    def _offer(self, fitting: tuple[Reason, ...]) -> None:
        """What fits the report comes first, and its nearest is chosen; without one, nothing is."""
        first = [reason for reason in fitting if reason in self.reasons]
        rest = [reason for reason in self.reasons if reason not in first]
        field = self.fields["code"]
        assert isinstance(field, forms.ChoiceField)
        offered = [(reason.value, reason.label) for reason in (*first, *rest)]
        field.choices = [("", _("– choose –")), *offered]
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


def _fitting(report: str) -> tuple[Reason, ...]:
    """The reasons that fit the kind of this report."""
    kinds = Report.objects.filter(pk=number(report) or 0).values_list("kind", flat=True)
    return REPORTED_AS.get(kinds.first() or "", ())


class RenameForm(DecisionForm):
    reasons = (Reason.NAME, Reason.ABUSE, Reason.SPAM, Reason.OTHER)


class ResetForm(DecisionForm):
    """The only one that may be a kindness."""

    reasons = (Reason.GOODWILL, *BREACHES)


class TimedForm(DecisionForm):
    """A decision that holds for some days."""

    days = forms.TypedChoiceField(
        label=_("Number of days"), choices=[(n, n) for n in DAYS], coerce=int, initial=7
    )

    def until(self, at: datetime) -> datetime:
        return at + timedelta(days=self.cleaned_data["days"])


class PlayerNoteForm(ActForm):
    text = forms.CharField(
        label=_("Note"),
        max_length=people.LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_(
            "The player reads it, unsigned, when they download their data. Name no other player."
        ),
    )


class RolesForm(ReasonForm):
    roles = forms.MultipleChoiceField(
        label=_("Roles"),
        required=False,
        choices=roles.ROLE_WORDS,
        widget=forms.CheckboxSelectMultiple,
    )
