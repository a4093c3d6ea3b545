"""What the moderators' pages share: the frame of the admin, and who may come in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import dates
from accounts.admin_base import parse_number
from accounts.models import User
from games.moderation import permissions, texts
from games.moderation.models import DeviceTrace, Report, new_token
from games.moderation.permissions import Action, NotAllowed
from games.moderation.services import audit, player_records, seat_reassignment
from games.moderation.services.sanction_records import Grounds
from games.moderation.texts import BREACH_REASONS, REPORTED_AS, Reason
from games.tables.models import Message


def admin_page(
    request: HttpRequest,
    template: str,
    title: str | Promise,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    """A page in the frame of the admin, from templates/moderation/admin/."""
    frame = admin.site.each_context(request) | {"title": title}
    return render(request, f"moderation/admin/{template}", frame | context, status=status)


def own_table_page(request: HttpRequest) -> HttpResponse:
    """Shows nothing of the table: the moderator plays there, and asks a colleague."""
    return admin_page(request, "own_table.html", gettext("Your own table"), {}, status=403)


def require_staff(request: HttpRequest, action: Action) -> User:
    """Whoever asks, if their role allows this; otherwise the answer is 403."""
    actor = request.user
    if not isinstance(actor, User) or not permissions.may(actor, action):
        raise PermissionDenied
    return actor


def show_refusal(request: HttpRequest, refused: NotAllowed) -> None:
    messages.error(request, str(texts.REFUSED[refused.code]))


# The forms by which moderators act on players. `table_acts.py` builds its own on them.

DAY_CHOICES = (1, 3, 7, 14, 30, 90, 365)


class ActionForm(forms.Form):
    """What a moderator is asked before the preview; the preview carries the answers on."""

    def hidden(self) -> list[tuple[str, str]]:
        """All that was filled in, as hidden fields of the preview."""
        sent = self.data
        if not isinstance(sent, QueryDict):
            return []
        return [(name, value) for name in self.fields for value in sent.getlist(name)]

    def about(self, player: User) -> None:
        """What the form says of this player."""


class ReasonForm(ActionForm):
    reason = forms.CharField(
        label=_("Reason, for the audit trail"),
        max_length=audit.LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class DecisionForm(ReasonForm):
    """A decision about a player: the text for them, and the reason."""

    reasons: ClassVar[tuple[Reason, ...]] = BREACH_REASONS
    """Those that fit what is decided."""

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
    """Something they said, which is quoted to them."""
    token = forms.CharField(
        widget=forms.HiddenInput, required=False, max_length=40, initial=new_token
    )

    field_order: tuple[str, ...] = ("code", "words", "days", "reason")

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
    """Return the reasons that fit the kind of this report; none if it is about staff."""
    found = Report.objects.filter(pk=parse_number(report) or 0).exclude(about__is_staff=True)
    return REPORTED_AS.get(found.values_list("kind", flat=True).first() or "", ())


class RenameForm(DecisionForm):
    reasons = (Reason.NAME, Reason.ABUSE, Reason.SPAM, Reason.OTHER)


class LineForm(DecisionForm):
    reasons = (Reason.LINE, Reason.ABUSE, Reason.SPAM, Reason.OTHER)


class ResetForm(DecisionForm):
    """The only one that may be a kindness."""

    reasons = (Reason.GOODWILL, *BREACH_REASONS)


class TimedForm(DecisionForm):
    """A decision that holds for some days."""

    days = forms.TypedChoiceField(
        label=_("Number of days"), choices=[(n, n) for n in DAY_CHOICES], coerce=int, initial=7
    )

    def until(self, at: datetime) -> datetime:
        return at + timedelta(days=self.cleaned_data["days"])


REASSIGN, KEEP_SEATS = "hand-on", "clocks"


class SeatsForm(DecisionForm):
    """A decision that keeps a player from playing, with the choice what happens to their seats."""

    usually = REASSIGN
    seats = forms.ChoiceField(
        label=_("Their seats"),
        required=False,
        choices=[
            (REASSIGN, _("hand them on now, so that nobody has to wait")),
            (
                KEEP_SEATS,
                _("let them keep their seats: clocks run, and tables treat them as absent"),
            ),
        ],
        widget=forms.RadioSelect,
    )
    field_order = ("code", "words", "days", "seats", "reason")

    def about(self, player: User) -> None:
        running = seat_reassignment.running_tables(player)
        said = ngettext(
            "They sit at %(n)d running table.", "They sit at %(n)d running tables.", running
        )
        self.fields["seats"].initial = self.usually
        self.fields["seats"].help_text = said % {"n": running}

    def hands_on(self) -> bool:
        return (self.cleaned_data["seats"] or self.usually) == REASSIGN


class BanForm(SeatsForm):
    """Somebody who does not come back: others need not wait."""


class SuspensionForm(SeatsForm, TimedForm):
    """Somebody who comes back: they may be in time for their clocks."""

    usually = KEEP_SEATS


class TieForm(ReasonForm):
    """Devices of a player who is banned or suspended: a new account from there will be noticed."""

    devices = forms.TypedMultipleChoiceField(
        label=_("Devices"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "Families, schools and trains share devices. Look at the shared devices first, and "
            "leave out what many use."
        ),
    )
    field_order = ("devices", "reason")

    def about(self, player: User) -> None:
        traces = DeviceTrace.objects.filter(user=player).order_by("-last_day", "pk")
        field = self.fields["devices"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(row.pk, _last_used(row)) for row in traces]


def _last_used(row: DeviceTrace) -> str:
    return gettext("last signed in on %(day)s") % {"day": dates.day(row.last_day)}


class PlayerNoteForm(ActionForm):
    text = forms.CharField(
        label=_("Note"),
        max_length=player_records.LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_(
            "The player reads it, unsigned, when they download their data. Name no other player."
        ),
    )


class RolesForm(ReasonForm):
    roles = forms.MultipleChoiceField(
        label=_("Roles"),
        required=False,
        choices=permissions.ROLE_NAMES,
        widget=forms.CheckboxSelectMultiple,
    )


# How every act goes, on a player or at a table: a form, a preview of what will happen, done.


@dataclass(frozen=True, slots=True)
class ActionPage:
    """The form of an act and its preview, about a player or a table."""

    title: str | Promise
    subject: str
    """The name of the player or the table."""
    back: str
    """The address of their page."""
    form: ActionForm
    carried: tuple[tuple[str, int], ...] = ()
    """Hidden fields that are passed on, in addition to those of the form."""

    def ask(self, request: HttpRequest) -> HttpResponse:
        return admin_page(request, "act.html", self.title, {"page": self})

    def preview(self, request: HttpRequest, lines: Sequence[str | Promise]) -> HttpResponse:
        """What will happen, in words. Nothing has happened yet."""
        return admin_page(request, "act_preview.html", self.title, {"page": self, "lines": lines})
