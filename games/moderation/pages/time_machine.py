"""The time machine's page: a form that asks why, then the table of that moment, read-only."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.admin_pages import room
from accounts.models import User
from config.clock import now
from games.kinds.common.look import Look
from games.kinds.common.words import Names
from games.kinds.common.words.names import seat_name
from games.kinds.looks import LOOKS
from games.kinds.words import WORDS
from games.mine import Pieces
from games.moderation import own_tables, time_machine, words
from games.moderation.pages.acts import ReasonForm
from games.moderation.pages.tables import own_table, staff
from games.moderation.roles import NotAllowed
from games.moderation.time_machine import EVERYTHING, Moment
from games.tables.models import Table
from games.tables.presenters import board as boards
from games.tables.presenters import log as history
from games.tables.presenters import moves, people


class LookForm(ReasonForm):
    """As whom, when, and why."""

    seat = forms.TypedChoiceField(label=_("As it was known to"), coerce=int)
    number = forms.IntegerField(label=_("After entry of the log"), min_value=1)
    field_order = ("seat", "number", "reason")

    def __init__(self, table: Table, data: Any, bound: bool) -> None:
        super().__init__(data, bound)
        seats = table.seats.select_related("user").order_by("number")
        named: list[tuple[int, Any]] = [(seat.number, seat_name(seat)) for seat in seats]
        field = self.fields["seat"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [*named, (EVERYTHING, _("nobody: as it really was"))]
        self.fields["number"].widget.attrs["max"] = table.length
        self.fields["number"].initial = table.length


class Pile(NamedTuple):
    """Cards that lie together: whose, where, and their names, the top first."""

    name: str
    cards: list[str]


@require_http_methods(["GET", "HEAD", "POST"])
def secrets(request: HttpRequest, code: str) -> HttpResponse:
    """Asks first; what it then shows is kept in no cache, and each look is a POST of its own."""
    actor = staff(request, "secrets")
    table = get_object_or_404(Table.objects.defer("seed", "salt"), code=code)
    if table.pk in own_tables.of(actor):
        return own_table(request)
    form = LookForm(table, request.POST or None, request.method == "POST")
    context: dict[str, Any] = {"table": table, "form": form, "looks": time_machine.looks(actor)}
    if request.method == "POST" and form.is_valid():
        context |= _look(request, actor, code, form)
    response = room(request, "machine.html", _("Time machine"), context)
    add_never_cache_headers(response)
    return response


def _look(request: HttpRequest, actor: User, code: str, form: LookForm) -> dict[str, Any]:
    chosen = form.cleaned_data
    try:
        moment = time_machine.open_secrets(
            actor, code, chosen["seat"], chosen["number"], chosen["reason"], now()
        )
    except NotAllowed as refused:
        messages.error(request, str(words.REFUSED[refused.code]))
        return {}
    return {"moment": moment, "looks": moment.looks, "reason": chosen["reason"], **shown(moment)}


def shown(moment: Moment) -> dict[str, Any]:
    """Drawn as on players' pages, from the view; where all is shown, with every pile beside it."""
    loaded = moment.loaded
    game_wording, names = WORDS[loaded.table.kind], Names(loaded.seats, moment.seat)
    found = loaded.table.log.filter(number__lte=moment.number)
    rows, changes = history.latest(found, history.RECENT)
    told = history.entries(rows, loaded.rules, game_wording, names, changes)
    look = LOOKS[loaded.table.kind]
    laid = boards.board(moment.view, look, game_wording, names, history.last_cells(told), ())
    pieces = loaded.rules.pieces(moment.state) if moment.seat is None else None
    return {
        "page": {
            "kind": loaded.table.kind,
            "board": _uncovered(laid, look, pieces) if pieces else laid,
        },
        "hand": moves.hand(moment.view, look, []),
        "players": people.players(loaded.seats, moment.view, look, game_wording, names, now()),
        "log": history.this_round(told)[::-1],
        "who": None if moment.seat is None else names.plain(moment.seat),
        "drawing": loaded.rules.draw(moment.view),
        "piles": piles(pieces, names) if pieces else [],
        "values": [(names.plain(v.seat), v.name, v.value) for v in pieces.values] if pieces else [],
        "knowledge": known(pieces, names) if pieces else [],
        "before": max(1, moment.number - 1),
        "after": min(loaded.table.length, moment.number + 1),
        "eyes": EVERYTHING if moment.seat is None else moment.seat,
    }


def _uncovered(laid: boards.Board, look: Look, pieces: Pieces) -> boards.Board:
    """The board with what really lies face down."""
    faces = {c.cell: c.card for c in pieces.cards if c.zone == "board" and not c.face_up}
    cards = tuple(_seen(card, look, faces.get(card.cell, "")) for card in laid.cards)
    return replace(laid, cards=cards)


def _seen(card: boards.Laid, look: Look, face: str) -> boards.Laid:
    return replace(card, known=look.goal(face), words=face) if face else card


def piles(pieces: Pieces, names: Names) -> list[Pile]:
    """Every card that is not on the board, pile by pile, the top first."""
    found = []
    zones = sorted(pieces.zones().items(), key=lambda pile: (pile[0][0], pile[0][1] or 0))
    for (zone, owner), cards in zones:
        if zone != "board":
            title = zone if owner is None else f"{zone}: {names.plain(owner)}"
            found.append(Pile(title, [f"{c.card}" for c in reversed(cards)]))
    return found


def known(pieces: Pieces, names: Names) -> list[tuple[str, str, Any]]:
    return [(names.plain(k.seat), k.thing, k.value) for k in pieces.knowledge]
