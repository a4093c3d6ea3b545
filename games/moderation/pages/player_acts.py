"""Every act on a player: its form, what it will do in words, and the service that does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import dates
from accounts.models import User
from config.clock import now
from games.moderation import audit, people, roles, sanctions, words
from games.moderation.models import Report, Sanction, new_token
from games.moderation.sanctions import Grounds
from games.tables.models import Seat, Table

Words = str | Promise
DAYS = (1, 3, 7, 14, 30, 90, 365)


class ActForm(forms.Form):
    """A form that is bound by a POST only; what stands in the address is a first proposal."""

    def __init__(self, data: Any, bound: bool) -> None:
        super().__init__(data if bound else None, initial=None if bound else _plain(data))

    def hidden(self) -> list[tuple[str, str]]:
        """Every value of it, to carry from the preview to the deed."""
        return [
            (name, value)
            for name in self.fields
            for value in (self.data.getlist(name) if hasattr(self.data, "getlist") else [])
        ]


def _plain(data: Any) -> dict[str, str]:
    return {name: data[name] for name in data} if data else {}


class ReasonForm(ActForm):
    reason = forms.CharField(
        label=_("Reason, for the audit trail"),
        max_length=audit.LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class DecisionForm(ReasonForm):
    code = forms.ChoiceField(label=_("What the player reads as the reason"), choices=words.REASONS)
    words = forms.CharField(
        label=_("More words to the player"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("In his own language, below the reason. May be left empty."),
    )
    report = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    token = forms.CharField(
        widget=forms.HiddenInput, required=False, max_length=40, initial=new_token
    )

    field_order = ("code", "words", "days", "reason")

    def grounds(self) -> Grounds:
        chosen = self.cleaned_data
        report = Report.objects.filter(pk=chosen["report"] or 0).first()
        return Grounds(
            chosen["code"],
            chosen["reason"],
            chosen["words"],
            report,
            chosen["token"] or new_token(),
        )


class TimedForm(DecisionForm):
    days = forms.TypedChoiceField(
        label=_("For so many days"), choices=[(n, n) for n in DAYS], coerce=int, initial=7
    )

    def until(self, at: datetime) -> datetime:
        return at + timedelta(days=self.cleaned_data["days"])


class NoteForm(ActForm):
    text = forms.CharField(
        label=_("Note"),
        max_length=people.LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("He reads it, unsigned, when he downloads his data. Name no other player."),
    )


class RolesForm(ReasonForm):
    roles = forms.MultipleChoiceField(
        label=_("Roles"),
        required=False,
        choices=roles.ROLE_WORDS,
        widget=forms.CheckboxSelectMultiple,
    )


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that can be done to a player."""

    title: Words
    action: str
    """Its line in roles.ACTIONS; empty where that depends on what is lifted."""
    form: type[ActForm]
    do: Callable[[User, User, Any, Sanction | None], object]
    says: Callable[[User, Any, Sanction | None], list[Words]]

    def preview(self, player: User, form: Any, sanction: Sanction | None) -> list[Words]:
        return self.says(player, form, sanction)


# --- what it will do, in words --------------------------------------------------------------------


def _told(player: User, form: Any) -> list[Words]:
    chosen = form.cleaned_data
    reason = words.for_reader(player, words.REASONS[chosen["code"]])
    lines = [gettext("He is told by mail, with a link to appeal: “%s”") % reason]
    return [*lines, gettext("And: “%s”") % chosen["words"]] if chosen["words"] else [*lines]


def _tables(player: User) -> Words:
    running = Seat.objects.filter(user=player, table__status=Table.Status.RUNNING).count()
    return gettext(
        "He sits at %(n)d running tables. Nothing happens there at once: his clocks run, and when "
        "one is up that table goes the way it has agreed for absent players."
    ) % {"n": running}


def _warning(player: User, form: Any, sanction: Sanction | None) -> list[Words]:
    return [_("A warning is added to his history."), *_told(player, form)]


def _mute(player: User, form: Any, sanction: Sanction | None) -> list[Words]:
    until = form.until(now())
    line = gettext("Until %s he cannot write in any chat. He can play on.") % dates.moment(until)
    return [line, *_told(player, form)]


def _suspension(player: User, form: Any, sanction: Sanction | None) -> list[Words]:
    line = gettext("Until %s he cannot play here.") % dates.moment(form.until(now()))
    return [line, _tables(player), *_told(player, form)]


def _ban(player: User, form: Any, sanction: Sanction | None) -> list[Words]:
    line = _("He cannot play here any more. He can still take his data and delete his account.")
    return [line, _tables(player), *_told(player, form)]


def _rename(player: User, form: Any, sanction: Sanction | None) -> list[Words]:
    line = gettext("“%s” gets a neutral name at every table; the old one can be given back.")
    return [line % player.display_name, *_told(player, form)]


def _reset(player: User, form: Any, sanction: Sanction | None) -> list[Words]:
    line = _("Tables that he joined before today no longer count for his reliability.")
    return [line, *_told(player, form)]


def _lift(player: User, form: Any, sanction: Sanction | None) -> list[Words]:
    assert sanction is not None
    line = gettext("This no longer holds: %(kind)s of %(at)s. He is told by mail.")
    return [line % {"kind": sanction.get_kind_display(), "at": dates.moment(sanction.at)}]


def _note(player: User, form: Any, sanction: Sanction | None) -> list[Words]:
    return [_("Colleagues read this on his page. He is not told."), form.cleaned_data["text"]]


def _roles(player: User, form: Any, sanction: Sanction | None) -> list[Words]:
    wanted = form.cleaned_data["roles"]
    if not wanted:
        return [_("He has no role any more, and does not enter the admin.")]
    return [_("He has exactly these roles:"), *(roles.ROLE_WORDS[role] for role in wanted)]


# --- doing it -------------------------------------------------------------------------------------

ACTS: Mapping[str, Act] = {
    "warn": Act(
        _("Warn"), "warn", DecisionForm,
        lambda actor, user, form, _s: sanctions.warn(actor, user, form.grounds(), now()),
        _warning,
    ),
    "mute": Act(
        _("Mute in chat"), "mute", TimedForm,
        lambda actor, user, form, _s: sanctions.mute_chat(
            actor, user, form.grounds(), form.until(now()), now()
        ),
        _mute,
    ),
    "suspend": Act(
        _("Suspend"), "suspend", TimedForm,
        lambda actor, user, form, _s: sanctions.suspend(
            actor, user, form.grounds(), form.until(now()), now()
        ),
        _suspension,
    ),
    "ban": Act(
        _("Ban"), "ban", DecisionForm,
        lambda actor, user, form, _s: sanctions.ban(actor, user, form.grounds(), now()),
        _ban,
    ),
    "rename": Act(
        _("Rename"), "rename", DecisionForm,
        lambda actor, user, form, _s: sanctions.rename(actor, user, form.grounds(), now()),
        _rename,
    ),
    "reset": Act(
        _("Count reliability anew"), "reset", DecisionForm,
        lambda actor, user, form, _s: sanctions.reset_reliability(
            actor, user, form.grounds(), now()
        ),
        _reset,
    ),
    "lift": Act(
        _("Lift"), "", ReasonForm,
        lambda actor, user, form, found: sanctions.lift(
            actor, found.pk if found else 0, form.cleaned_data["reason"], now()
        ),
        _lift,
    ),
    "note": Act(
        _("Write a note"), "note", NoteForm,
        lambda actor, user, form, _s: people.note(actor, user, form.cleaned_data["text"], now()),
        _note,
    ),
    "roles": Act(
        _("Roles"), "roles", RolesForm,
        lambda actor, user, form, _s: people.set_roles(
            actor, user, form.cleaned_data["roles"], form.cleaned_data["reason"], now()
        ),
        _roles,
    ),
}  # fmt: skip
