"""All actions at tables: each has a form, a preview in words, and a function."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.kinds import KINDS
from games.kinds.common.words.phrases import plain
from games.moderation.pages import base
from games.moderation.permissions import Action
from games.moderation.services import table_actions
from games.moderation.services.table_actions import ActionRequest
from games.moderation.texts import Reason, TableReason, Words
from games.players.names import SeatNames, seat_name
from games.tables.models import LogEntry, Seat, Table
from games.tables.presenters import log as history
from games.tables.presenters.log import entry_line
from games.tables.store import LoadedTable

HOURS = (6, 12, 24, 48, 72, 168, 336)


class TableActionForm(base.ReasonForm):
    """The reason that all players of the table read. None is preselected."""

    why = forms.ChoiceField(
        label=_("What the players read as the reason"),
        choices=[("", _("– choose –")), *TableReason.choices],
    )
    field_order: tuple[str, ...] = (
        "seat", "hours", "to", "code", "words", "why", "reason",
    )  # fmt: skip


class SeatForm(TableActionForm):
    """The choice of a seat for which the action makes sense. Of several, none is preselected."""

    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)

    def offer(self, seats: Sequence[Seat]) -> None:
        named: list[tuple[Any, Any]] = [(seat.number, seat_name(seat)) for seat in seats]
        base.set_choices(
            self, "seat", named if len(named) == 1 else [("", _("– choose –")), *named]
        )


class ExtendForm(SeatForm):
    hours = forms.TypedChoiceField(
        label=_("Hours to add"), choices=[(n, n) for n in HOURS], coerce=int, initial=24
    )


class RemoveForm(SeatForm, base.DecisionForm):
    """The reasons of a removal: one for the others, one for the player, who can appeal."""

    to = forms.ChoiceField(
        label=_("What happens to the seat"),
        choices=[
            ("offer", _("it is offered to other players, if the table has agreed to that")),
            ("bot", _("a bot plays on at once")),
        ],
        widget=forms.RadioSelect,
        initial="offer",
    )


class TableNoteForm(base.ActionForm):
    text = base.note_field(_("Only colleagues read it."))


@dataclass(frozen=True, slots=True)
class TableAction:
    title: Words
    action: Action
    do: Callable[[ActionRequest, Any], object]
    line: Words | Callable[[LoadedTable, Any], list[Words]]
    """The preview: what will happen at this table, in words."""
    log: str = ""
    """The code of its line in the table's log."""
    fits: Callable[[Table], bool] = lambda table: True
    """Whether it makes sense at this table now."""
    during: tuple[Table.Status, ...] = (Table.Status.RUNNING,)
    form: type[base.ActionForm] = TableActionForm
    seats: Callable[[Any], bool] | None = None
    people: Callable[[LoadedTable], list[User]] | None = None
    """The players concerned, if no seat is chosen."""

    def is_offered(self, loaded: LoadedTable, near: Collection[int]) -> bool:
        """Return whether it makes sense here, with a seat to choose if it needs one."""
        if loaded.table.status not in self.during or not self.fits(loaded.table):
            return False
        return self.seats is None or bool(self._seats(loaded, near))

    def _seats(self, loaded: LoadedTable, near: Collection[int]) -> list[Seat]:
        fits = self.seats or (lambda seat: False)
        return [seat for seat in loaded.seats if fits(seat) and seat.user_id not in near]

    def ask(
        self,
        loaded: LoadedTable,
        data: QueryDict | None,
        near: Collection[int] = (),
        asked: dict[str, Any] | None = None,
    ) -> base.ActionForm:
        """Return its form, with the table's seats, except of players who are too close (`near`)."""
        form = self.form(data, initial=asked)
        if isinstance(form, SeatForm):
            form.offer(self._seats(loaded, near))
        return form

    def preview(self, loaded: LoadedTable, form: base.ActionForm) -> list[Words]:
        lines = self.line(loaded, form) if callable(self.line) else [self.line]
        if self.log and loaded.table.round_number:
            lines.append(_logged(loaded, self.log, form.cleaned_data.get("seat")))
        if isinstance(form, TableActionForm):
            lines.append(_told(loaded))
        return lines


def _logged(loaded: LoadedTable, code: str, seat: int | None) -> Words:
    entry = LogEntry(kind=LogEntry.Kind.MODERATION, seat=seat, act=code)
    line = entry_line(entry, SeatNames(loaded.seats, None))
    assert line is not None
    return gettext("The log of the table says: “%s”") % plain(line.text)


def _told(loaded: LoadedTable) -> Words:
    """Say that the players get a mail, which covers all actions within ten minutes."""
    people = sum(1 for seat in loaded.seats if seat.user_id)
    words = ngettext(
        "%(n)d player gets one email in ten minutes, about all you do here until then.",
        "All %(n)d players get one email in ten minutes, about all you do here until then.",
        people,
    )
    return words % {"n": people}


def _who(loaded: LoadedTable, form: Any) -> str:
    return seat_name(loaded.seats[form.cleaned_data["seat"]])


def _extend(loaded: LoadedTable, form: Any) -> list[Words]:
    hours = form.cleaned_data["hours"]
    line = ngettext(
        "%(who)s gets %(n)d hour more for this turn; nights and vacations do not count.",
        "%(who)s gets %(n)d hours more for this turn; nights and vacations do not count.",
        hours,
    ) % {"who": _who(loaded, form), "n": hours}
    return [line]


def _skip(loaded: LoadedTable, form: Any) -> list[Words]:
    line = gettext(
        "For %s the move is made that the rules have for absent players. It does not count as a "
        "missed turn. What it discards, or draws, you do not see."
    )
    return [line % _who(loaded, form)]


def _remove(loaded: LoadedTable, form: Any) -> list[Words]:
    hours = loaded.table.offer_hours
    line = gettext("%s leaves this table, cannot watch it while it runs, and cannot come back.")
    then: Words = _("A bot plays on in that seat at once.")
    if form.cleaned_data["to"] == "offer" and hours:
        then = gettext("The seat is on offer for %d hours; then a bot takes it.") % hours
    reason = Reason(form.cleaned_data["code"]).label
    own = gettext("%(who)s gets an email with a link to appeal: “%(reason)s”")
    values = {"who": _who(loaded, form), "reason": reason}
    return [line % _who(loaded, form), then, own % values]


def _mover(loaded: LoadedTable) -> list[User]:
    user = loaded.seats[table_actions.undoable_move(loaded).move.seat or 0].user
    return [user] if user else []


def _undo(loaded: LoadedTable, form: Any) -> list[Words]:
    found = table_actions.undoable_move(loaded)
    names = SeatNames(loaded.seats, None)
    told = history.entries(found.entries, loaded.rules, KINDS[loaded.table.kind].words, names)
    lines = [plain(line.text) for entry in told for line in entry.lines]
    who = names.plain(found.move.seat or 0)
    head = gettext("Move %(n)d is undone, and %(who)s is on turn again, with a new clock:")
    return [head % {"n": found.move.number, "who": who}, *lines]


TABLE_ACTIONS: Mapping[str, TableAction] = {
    "pause": TableAction(
        _("Pause"), Action.TABLE_PAUSE, lambda order, form: table_actions.pause_table(order),
        _("Every clock stops, and nobody can move, until somebody resumes the table."),
        "paused", lambda table: table.paused_at is None,
    ),
    "resume": TableAction(
        _("Resume"), Action.TABLE_RESUME, lambda order, form: table_actions.resume_table(order),
        _("Every clock runs on with what was left of it, and players can move again."),
        "resumed", lambda table: table.paused_at is not None,
    ),
    "extend": TableAction(
        _("Extend a deadline"), Action.TABLE_EXTEND,
        lambda order, form: table_actions.extend_deadline(
            order, form.cleaned_data["seat"], form.cleaned_data["hours"]
        ),
        _extend, "extended", form=ExtendForm,
        seats=lambda seat: seat.due_at is not None or seat.held_due is not None,
    ),
    "skip": TableAction(
        _("Skip a turn"), Action.TABLE_SKIP,
        lambda order, form: table_actions.skip_turn(order, form.cleaned_data["seat"]),
        _skip, "skipped", form=SeatForm, seats=lambda seat: seat.on_turn,
    ),
    "remove": TableAction(
        _("Remove a player"), Action.TABLE_REMOVE,
        lambda order, form: table_actions.remove_player(
            order, form.cleaned_data["seat"], form.cleaned_data["to"], form.grounds()
        ),
        _remove, "removed", form=RemoveForm, seats=lambda seat: seat.user_id is not None,
    ),
    "undo": TableAction(
        _("Undo the last move"), Action.TABLE_UNDO,
        lambda order, form: table_actions.undo_last_move(order), _undo, people=_mover,
    ),
    "close-chat": TableAction(
        _("Close the chat"), Action.TABLE_CHAT,
        lambda order, form: table_actions.set_chat(order, True),
        _("Nobody can write in the chat of this table, seated or watching. All can play on."),
        "chat-closed", lambda table: not table.chat_closed,
    ),
    "open-chat": TableAction(
        _("Open the chat"), Action.TABLE_CHAT,
        lambda order, form: table_actions.set_chat(order, False),
        _("Everybody can write in the chat of this table again."),
        "chat-opened", lambda table: table.chat_closed,
    ),
    "cancel": TableAction(
        _("Cancel"), Action.TABLE_CANCEL, lambda order, form: table_actions.cancel_table(order),
        _("The table is over, counts for nobody, and is removed after 30 days. This is final."),
        "cancelled", during=Table.OPEN,
    ),
    "note": TableAction(
        _("Write a note"), Action.TABLE_NOTE,
        lambda order, form: table_actions.add_table_note(
            order.actor, order.code, form.cleaned_data["text"], order.at
        ),
        lambda loaded, form: [
            _("Colleagues read this on the page of the table."), form.cleaned_data["text"],
        ],
        during=tuple(Table.Status), form=TableNoteForm,
    ),
}  # fmt: skip
