"""Everything that can be done to a player: its form, its preview in words, and the function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import dates
from accounts.models import User
from config.clock import now
from games.moderation import permissions, texts
from games.moderation.models import Sanction
from games.moderation.pages.base import (
    ActionForm,
    BanForm,
    DecisionForm,
    LineForm,
    PlayerNoteForm,
    ReasonForm,
    RenameForm,
    ResetForm,
    RolesForm,
    SeatsForm,
    SuspensionForm,
    TieForm,
    TimedForm,
)
from games.moderation.permissions import LIFT_ACTIONS, Action
from games.moderation.services import (
    ban_evasion,
    player_records,
    sanction_records,
    sanctions,
    seat_reassignment,
)
from games.moderation.services.seat_reassignment import SeatOutcome, SeatPreview

Words = str | Promise
Form = TypeVar("Form", bound=ActionForm)


@dataclass(frozen=True, slots=True)
class PlayerAction(Generic[Form]):
    """One thing that can be done to a player."""

    title: Words
    action: Action
    form: type[Form]
    preview: Callable[[User, Form], list[Words]]
    """What will happen to this player, in words."""
    do: Callable[[User, User, Form], object]
    """The function that does it: who acts, on whom, and what they filled in."""
    sanction: Sanction | None = None
    """The sanction that is lifted."""


# --- what will happen, in words -------------------------------------------------------------------


def _told(player: User, form: DecisionForm) -> list[Words]:
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
"""So many tables a preview names."""


def _tables(player: User, form: SeatsForm) -> list[Words]:
    """Describe what happens to their seats, table by table."""
    if not form.hands_on():
        return [_clocks_run(player)]
    found = seat_reassignment.preview_seats(player)
    if not found:
        return [_("They have no seats.")]
    lines: list[Words] = [
        _("Their seats are handed on at once. They do not get them back, even if this is lifted.")
    ]
    lines += [_prospect(one) for one in found[:TABLES_SHOWN]]
    if len(found) > TABLES_SHOWN:
        lines.append(_more(len(found) - TABLES_SHOWN))
    return [*lines, _("The log of each table mentions it neutrally; its players get an email.")]


def _more(number: int) -> Words:
    said = ngettext("And so at %(n)d more table.", "And so at %(n)d more tables.", number)
    return said % {"n": number}


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


def _prospect(one: SeatPreview) -> Words:
    values = {"table": f"{one.table.title} ({one.table.code})", "n": one.table.offer_hours}
    return str(SEAT_OUTCOMES[one.fate]) % values


def _warning(player: User, form: DecisionForm) -> list[Words]:
    return [_("A warning is added to their history."), *_told(player, form)]


def _mute(player: User, form: TimedForm) -> list[Words]:
    until = dates.moment(form.until(now()))
    line = gettext("Until %s they cannot write in any chat. They can still play.") % until
    return [line, *_told(player, form)]


def _suspension(player: User, form: SuspensionForm) -> list[Words]:
    line = gettext("Until %s they cannot play here.") % dates.moment(form.until(now()))
    return [line, *_tables(player, form), *_told(player, form)]


def _ban(player: User, form: BanForm) -> list[Words]:
    line = _(
        "They can no longer play here. They can still download their data and delete their account."
    )
    return [line, *_tables(player, form), *_told(player, form)]


def _rename(player: User, form: DecisionForm) -> list[Words]:
    line = gettext("“%s” gets a neutral name at every table; the old one can be restored.")
    return [line % player.display_name, *_told(player, form)]


def _line(player: User, form: DecisionForm) -> list[Words]:
    line = gettext(
        "“%s” is removed from their page; it can be restored. They may write another bio."
    )
    return [line % player.line, *_told(player, form)]


def _reset(player: User, form: DecisionForm) -> list[Words]:
    line = _("Tables that they joined before today no longer count for their reliability.")
    return [line, *_told(player, form)]


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


# --- doing it -------------------------------------------------------------------------------------


def _set_roles(actor: User, player: User, form: RolesForm) -> User:
    chosen = form.cleaned_data
    return player_records.set_roles(actor, player, chosen["roles"], chosen["reason"], now())


PLAYER_ACTIONS: Mapping[str, PlayerAction[Any]] = {
    "warn": PlayerAction(
        _("Warn"), Action.WARN, DecisionForm, _warning,
        lambda actor, player, form: sanctions.warn(actor, player, form.grounds(), now()),
    ),
    "mute": PlayerAction(
        _("Mute in chat"), Action.MUTE, TimedForm, _mute,
        lambda actor, player, form: sanctions.mute_chat(
            actor, player, form.grounds(), form.until(now()), now()
        ),
    ),
    "suspend": PlayerAction(
        _("Suspend"), Action.SUSPEND, SuspensionForm, _suspension,
        lambda actor, player, form: sanctions.suspend(
            actor, player, form.grounds(), form.until(now()), now(), hand_on=form.hands_on()
        ),
    ),
    "ban": PlayerAction(
        _("Ban"), Action.BAN, BanForm, _ban,
        lambda actor, player, form: sanctions.ban(
            actor, player, form.grounds(), now(), hand_on=form.hands_on()
        ),
    ),
    "rename": PlayerAction(
        _("Rename"), Action.RENAME, RenameForm, _rename,
        lambda actor, player, form: sanctions.rename(actor, player, form.grounds(), now()),
    ),
    "line": PlayerAction(
        _("Remove their bio"), Action.LINE, LineForm, _line,
        lambda actor, player, form: sanctions.remove_bio(actor, player, form.grounds(), now()),
    ),
    "reset": PlayerAction(
        _("Reset reliability"), Action.RESET, ResetForm, _reset,
        lambda actor, player, form: sanctions.reset_reliability(
            actor, player, form.grounds(), now()
        ),
    ),
    "tie": PlayerAction(
        _("Tie devices"), Action.TIE_DEVICES, TieForm, _tie,
        lambda actor, player, form: ban_evasion.tie_devices(
            actor, player, form.cleaned_data["devices"], form.cleaned_data["reason"], now()
        ),
    ),
    "note": PlayerAction(
        _("Write a note"), Action.NOTE, PlayerNoteForm, _note,
        lambda actor, player, form: player_records.add_player_note(
            actor, player, form.cleaned_data["text"], now()
        ),
    ),
    "roles": PlayerAction(_("Roles"), Action.ROLES, RolesForm, _roles, _set_roles),
}  # fmt: skip
"""By the last part of their address."""


def lift_action(sanction: Sanction) -> PlayerAction[ReasonForm]:
    """Lifting this sanction."""
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
        _("Lift"), LIFT_ACTIONS[sanction.kind], ReasonForm,
        lambda player, form: lines,
        lambda actor, player, form: sanctions.lift(
            actor, sanction.pk, form.cleaned_data["reason"], now()
        ),
        sanction,
    )  # fmt: skip
