"""The forms that players fill in: a report, an appeal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.moderation.models import Report, new_token
from games.moderation.services import reports
from games.moderation.services.reports import Complaint
from games.tables.access import Access
from games.tables.models import Message, Table
from games.tables.presenters import chat_log

NOT_FOR_PLAYERS = (Report.Kind.APPEAL, Report.Kind.RETURN)
KINDS = [choice for choice in Report.Kind.choices if choice[0] not in NOT_FOR_PLAYERS]


@dataclass(frozen=True, slots=True)
class Reportable:
    """The players and messages that can be reported from one page."""

    players: tuple[User, ...]
    table: Table | None = None
    messages: dict[str, Message] = field(default_factory=dict)
    """The messages, by a key that does not tell how much others have said."""

    @classmethod
    def at_table(cls, user: User, found: Access) -> Reportable:
        """Collect everybody else who sits there or wrote something that the user could read."""
        heard = chat_log.readable_messages(found.table, chat_log.hears_gallery(user, found.seat))
        said = [row for row in heard if row.user_id != user.pk]
        seats = found.table.seats.of_people().exclude(user=user)
        people = {seat.user for seat in seats.select_related("user").order_by("number")}
        people |= {row.user for row in said}
        there = sorted((user for user in people if user and not user.deleted_at), key=str)
        shown = {chat_log.key_of(row): row for row in said if row.hidden_at is None}
        return cls(tuple(there), found.table, shown)


class ReportForm(forms.Form):
    message = forms.ChoiceField(
        label=_("Message"),
        required=False,
        help_text=_("If it is about the chat. We also see the messages around it."),
    )
    player = forms.ChoiceField(label=_("Who"), required=False)
    kind = forms.ChoiceField(label=_("What is it?"), choices=KINDS, widget=forms.RadioSelect)
    words = forms.CharField(
        label=_("In your words"),
        required=False,
        max_length=reports.LONGEST,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("What happened, and when. Only moderators read this."),
    )
    table = forms.CharField(widget=forms.HiddenInput, required=False)
    token = forms.CharField(widget=forms.HiddenInput, max_length=40, initial=new_token)

    def __init__(self, found: Reportable, data: Any = None, asked: Any = None) -> None:
        super().__init__(data, initial=_first(found, asked or {}))
        self.found = found
        self._offer("player", [(user.name or "", user.display_name) for user in found.players])
        lines = {
            key: f"{row.user.display_name}: {Truncator(row.shown_text).chars(80)}"
            for key, row in found.messages.items()
        }
        self._offer("message", [*lines.items()][::-1])

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        chosen = self.fields[name]
        assert isinstance(chosen, forms.ChoiceField)
        if name == "message" and not choices:
            del self.fields[name]
            return
        one = name == "player" and len(choices) == 1 and self.found.table is None
        chosen.choices = choices if one else [("", "–"), *choices]
        if one:
            chosen.widget = forms.HiddenInput()
            chosen.initial = choices[0][0]

    def clean(self) -> dict[str, Any]:
        chosen = super().clean() or {}
        if not chosen.get("player") and not chosen.get("message") and not self.errors:
            raise forms.ValidationError(_("Choose a player or a message."), code="nobody")
        return chosen

    def complaint(self) -> Complaint:
        """Return the complaint. A message names its author, even if another player was picked."""
        chosen = self.cleaned_data
        message = self.found.messages.get(chosen.get("message", ""))
        about = message.user if message else None
        if about is None:
            about = next(user for user in self.found.players if user.name == chosen["player"])
        return Complaint(chosen["kind"], about, chosen["words"], self.found.table, message)


def _first(found: Reportable, asked: Any) -> dict[str, Any]:
    return {
        "table": found.table.code if found.table else "",
        "player": asked.get("player", ""),
        "message": asked.get("message", ""),
        "kind": asked.get("kind", Report.Kind.MESSAGE if asked.get("message") else ""),
        "token": new_token(),
    }


class AppealForm(forms.Form):
    words = forms.CharField(
        label=_("Why should we review it?"),
        max_length=reports.LONGEST,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
