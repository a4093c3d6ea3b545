"""All actions on players: each has a form, a preview in words, and a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import dates
from accounts.models import User
from config.clock import now
from games.moderation import permissions, texts
from games.moderation.models import DeviceTrace, Sanction
from games.moderation.pages import base
from games.moderation.permissions import LIFT_ACTIONS, Action
from games.moderation.services import (
    ban_evasion,
    player_records,
    sanction_records,
    sanctions,
    seat_reassignment,
)
from games.moderation.services.seat_reassignment import SeatOutcome
from games.moderation.texts import BREACH_REASONS, Reason, Words
from games.tables.models import Table

DAY_CHOICES = (1, 3, 7, 14, 30, 90, 365)
REASSIGN, KEEP_SEATS = "hand-on", "clocks"


@dataclass(frozen=True, slots=True)
class PlayerAction:
    title: Words
    action: Action
    form: Callable[..., base.ActionForm]
    preview: Callable[[User, Any], list[Words]]
    """The preview: what will happen to this player, in words."""
    do: Callable[[User, User, Any], object]
    """The function that does it, called with the actor, the player and the answers."""
    sanction: Sanction | None = None
    """The sanction that is lifted."""
    fits: Callable[[User], bool] = lambda player: True
    """Whether it makes sense for this player now."""


class TimedForm(base.DecisionForm):
    days = forms.TypedChoiceField(
        label=_("Number of days"), choices=[(n, n) for n in DAY_CHOICES], coerce=int, initial=7
    )

    def terms(self) -> dict[str, Any]:
        return {"until": now() + timedelta(days=self.cleaned_data["days"])}


class BanForm(base.DecisionForm):
    """A decision that keeps a player from playing, with the choice what happens to their seats.

    Usually they are handed on, so that others need not wait for somebody who won't come back.
    """

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

    def terms(self) -> dict[str, Any]:
        hand_on = (self.cleaned_data["seats"] or self.usually) == REASSIGN
        return {**super().terms(), "hand_on": hand_on}


class SuspensionForm(BanForm, TimedForm):
    """A ban that ends: the player may be back before their clocks run out."""

    usually = KEEP_SEATS


class TieForm(base.ReasonForm):
    """Devices of a banned or suspended player: new accounts from there will be noticed."""

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
        last_used = gettext("last signed in on %(day)s")
        days = [(row.pk, last_used % {"day": dates.day(row.last_day)}) for row in traces]
        base.set_choices(self, "devices", days)


class PlayerNoteForm(base.ActionForm):
    text = base.note_field(
        _("The player reads it, unsigned, when they download their data. Name no other player.")
    )


class RolesForm(base.ReasonForm):
    roles = forms.MultipleChoiceField(
        label=_("Roles"),
        required=False,
        choices=permissions.ROLE_NAMES,
        widget=forms.CheckboxSelectMultiple,
    )


def _told(player: User, form: base.DecisionForm) -> list[Words]:
    chosen = form.cleaned_data
    reason = texts.in_language_of(player, texts.Reason(chosen["code"]).label)
    lines: list[Words] = [gettext("They get an email with a link to appeal: “%s”") % reason]
    if chosen["words"]:
        lines.append(gettext("And: “%s”") % chosen["words"])
    grounds = form.grounds()
    quoted = sanction_records.record_subject(player, grounds.report, grounds.message)
    if quoted.get("said"):
        lines.append(gettext("Their own words are quoted: “%s”") % quoted["said"])
    if quoted.get("table"):
        lines.append(gettext("The mail names the table: %s") % quoted["table"])
    return lines


SEAT_OUTCOMES: Mapping[SeatOutcome, Words] = {
    SeatOutcome.OFFER: _("%(table)s: the seat is on offer for %(n)d hours; then a bot takes it."),
    SeatOutcome.BOT: _("%(table)s: a bot plays on at once."),
    SeatOutcome.CLOCK: _("%(table)s: nobody else sits there, so nothing happens at once."),
    SeatOutcome.LEAVES_LOBBY: _("%(table)s has not begun: they leave it."),
    SeatOutcome.CLOSES_LOBBY: _("%(table)s has not begun, and is theirs: it closes."),
}
TABLES_SHOWN = 50
"""The number of tables that a preview names."""


def _tables(player: User, form: BanForm) -> list[Words]:
    if not form.terms()["hand_on"]:
        return [_clocks_run(player)]
    found = seat_reassignment.preview_seats(player)
    if not found:
        return [_("They have no seats.")]
    lines: list[Words] = [
        _("Their seats are handed on at once. They do not get them back, even if this is lifted.")
    ]
    lines += [_prospect(table, outcome) for table, outcome in found[:TABLES_SHOWN]]
    if (more := len(found) - TABLES_SHOWN) > 0:
        said = ngettext("And so at %(n)d more table.", "And so at %(n)d more tables.", more)
        lines.append(said % {"n": more})
    return [*lines, _("The log of each table mentions it neutrally; its players get an email.")]


def _clocks_run(player: User) -> Words:
    running = seat_reassignment.running_tables(player)
    said = ngettext(
        "They sit at %(n)d running table. Nothing happens there at once: their clock runs, and "
        "when it is up, the table does what it has agreed for absent players.",
        "They sit at %(n)d running tables. Nothing happens there at once: their clocks run, and "
        "when one is up, that table does what it has agreed for absent players.",
        running,
    )
    return said % {"n": running}


def _prospect(table: Table, outcome: SeatOutcome) -> Words:
    values = {"table": f"{table.title} ({table.code})", "n": table.offer_hours}
    return str(SEAT_OUTCOMES[outcome]) % values


def _tie(player: User, form: TieForm) -> list[Words]:
    chosen = len(form.cleaned_data["devices"])
    tied = ngettext("%(n)d device is tied.", "%(n)d devices are tied.", chosen) % {"n": chosen}
    return [
        tied,
        _("As long as the ban or suspension holds, also after they delete their account."),
        _("A new account that signs in from there appears in the queue. Nothing else happens."),
        _("They are not notified, but their data export includes it."),
    ]


def _note(player: User, form: PlayerNoteForm) -> list[Words]:
    line = _("Colleagues read this on the player's page. The player is not notified.")
    return [line, form.cleaned_data["text"]]


def _roles(player: User, form: RolesForm) -> list[Words]:
    wanted = form.cleaned_data["roles"]
    if not wanted:
        return [_("They no longer have a role, and cannot open the admin.")]
    return [_("They have exactly these roles:"), *(permissions.ROLE_NAMES[role] for role in wanted)]


def _decision(
    title: Words,
    action: Action,
    form: Callable[..., base.DecisionForm],
    line: Callable[[User, Any], Words],
    decide: Callable[..., Sanction],
    fits: Callable[[User], bool] = lambda player: True,
) -> PlayerAction:
    """Make an action that decides something about a player; its preview starts with `line`."""

    def preview(player: User, form: base.DecisionForm) -> list[Words]:
        seats = _tables(player, form) if isinstance(form, BanForm) else []
        return [line(player, form), *seats, *_told(player, form)]

    def do(actor: User, player: User, form: base.DecisionForm) -> Sanction:
        return decide(actor, player, form.grounds(), at=now(), **form.terms())

    return PlayerAction(title, action, form, preview, do, fits=fits)


ABOUT_WORDS = (Reason.ABUSE, Reason.SPAM, Reason.OTHER)


def _form_with(*reasons: Reason) -> Callable[..., base.DecisionForm]:
    return partial(base.DecisionForm, reasons=reasons)


def _until(form: TimedForm) -> str:
    return dates.moment(form.terms()["until"])


PLAYER_ACTIONS: Mapping[str, PlayerAction] = {
    "warn": _decision(
        _("Warn"), Action.WARN, base.DecisionForm,
        lambda player, form: _("A warning is added to their history."),
        sanctions.warn,
    ),
    "mute": _decision(
        _("Mute in chat"), Action.MUTE, TimedForm,
        lambda player, form: gettext(
            "Until %s they cannot write in any chat. They can still play."
        ) % _until(form),
        sanctions.mute_chat,
    ),
    "suspend": _decision(
        _("Suspend"), Action.SUSPEND, SuspensionForm,
        lambda player, form: gettext("Until %s they cannot play here.") % _until(form),
        sanctions.suspend,
    ),
    "ban": _decision(
        _("Ban"), Action.BAN, BanForm,
        lambda player, form: _(
            "They can no longer play here. They can still download their data and delete their "
            "account."
        ),
        sanctions.ban,
    ),
    "rename": _decision(
        _("Rename"), Action.RENAME, _form_with(Reason.NAME, *ABOUT_WORDS),
        lambda player, form: gettext(
            "“%s” gets a neutral name at every table; the old one can be restored."
        ) % player.display_name,
        sanctions.rename,
    ),
    "line": _decision(
        _("Remove their bio"), Action.LINE, _form_with(Reason.LINE, *ABOUT_WORDS),
        lambda player, form: gettext(
            "“%s” is removed from their page; it can be restored. They may write another bio."
        ) % player.line,
        sanctions.remove_bio, lambda player: bool(player.line),
    ),
    "reset": _decision(
        _("Reset reliability"), Action.RESET, _form_with(Reason.GOODWILL, *BREACH_REASONS),
        lambda player, form: _(
            "Tables that they joined before today no longer count for their reliability."
        ),
        sanctions.reset_reliability,
    ),
    "tie": PlayerAction(
        _("Tie devices"), Action.TIE_DEVICES, TieForm, _tie,
        lambda actor, player, form: ban_evasion.tie_devices(
            actor, player, form.cleaned_data["devices"], form.cleaned_data["reason"], now()
        ),
        fits=lambda player: player.is_suspended(now()),
    ),
    "note": PlayerAction(
        _("Write a note"), Action.NOTE, PlayerNoteForm, _note,
        lambda actor, player, form: player_records.add_player_note(
            actor, player, form.cleaned_data["text"], now()
        ),
    ),
    "roles": PlayerAction(
        _("Roles"), Action.ROLES, RolesForm, _roles,
        lambda actor, player, form: player_records.set_roles(
            actor, player, form.cleaned_data["roles"], form.cleaned_data["reason"], now()
        ),
    ),
}  # fmt: skip
"""The actions, by the last part of their URL."""


def lift_action(sanction: Sanction) -> PlayerAction:
    kind, at = sanction.get_kind_display(), dates.moment(sanction.at)
    line = gettext("This will be lifted: %(kind)s of %(at)s. They get an email.")
    if sanction.user.deleted_at is not None:
        line = gettext(
            "This no longer holds: %(kind)s of %(at)s. They have left, and can sign up again with "
            "their address and name, unless something else keeps them out."
        )
    lines: list[Words] = [line % {"kind": kind, "at": at}]
    if sanction.hands_on:
        lines.append(_("Seats that were handed on do not come back to them."))
    return PlayerAction(
        _("Lift"), LIFT_ACTIONS[sanction.kind], base.ReasonForm,
        lambda player, form: lines,
        lambda actor, player, form: sanctions.lift(
            actor, sanction.pk, form.cleaned_data["reason"], now()
        ),
        sanction,
    )  # fmt: skip
