"""The template context of a replay: one step, from one viewpoint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext

from games.engine import Cell
from games.kinds.common.words.phrases import Line, nuggets
from games.learn.advice import CHOSEN_KINDS
from games.replays.replay import (
    Replay,
    StepLog,
    Viewpoint,
    may_look,
    round_log,
    step_lines,
    view_at,
    viewpoint,
)
from games.tables.models import Seat
from games.tables.presenters import board as boards
from games.tables.presenters import people


@dataclass(frozen=True, slots=True)
class Place:
    """A step to link to."""

    index: int
    key: str
    address: str
    """The query string of a link to it."""


class RoundPlace(NamedTuple):
    number: int
    place: Place
    here: bool


class ViewpointChoice(NamedTuple):
    key: str
    name: str
    chosen: bool
    closed: bool
    """Unavailable until the round is over."""


class CardHeld(NamedTuple):
    drawing: str
    name: str


class Hand(NamedTuple):
    name: str
    cards: tuple[CardHeld, ...]


class LogLine(NamedTuple):
    place: Place
    told: StepLog
    here: bool


class ReplayPage:
    """One step. The replay is a private attribute that no template can reach: templates get only
    what the view contains."""

    def __init__(self, replay: Replay, index: int, asked: Viewpoint, at: datetime) -> None:
        self._replay, self.index, self.asked, self._at = replay, index, asked, at
        self._step = replay.steps[index]
        self.who = asked if may_look(replay, index, asked) else Viewpoint(replay.reader)
        self.is_held_back = self.who != asked
        """Whether the requested viewpoint is not allowed while this round is played."""
        self._view = view_at(replay, index, self.who)
        self._names = replay.called(self.who.seat)(self._step.moment.number)
        self._describe_game()
        self._list_places()

    def _describe_game(self) -> None:
        replay, look = self._replay, self._replay.kind.look
        self.title = replay.title
        self.kind, self.kind_words = replay.kind.name, str(replay.kind.title)
        self.panels = replay.kind.panels
        self.alone = replay.seats == 1
        self.round = int(self._view.round)
        self.rounds = look.rounds(self._view, replay.rules.rounds)
        self.treasures = tuple(look.treasures(self._view, self._names))

    def _list_places(self) -> None:
        self.count = len(self._replay.steps)
        self.last_index = last = self.count - 1
        self.here, self.first, self.last = map(self._place, (self.index, 0, last))
        self.back = self._place(max(0, self.index - 1))
        self.forward = self._place(min(last, self.index + 1))
        self.log_key = f"{self.round}.{self.who.key}.{self.asked.key}.{self.count}"
        """A key of everything the log depends on, except the marked line."""

    def _place(self, index: int) -> Place:
        key = self._replay.steps[index].key
        own = Viewpoint(self._replay.reader)
        asked = {} if self.asked == own else {"as": self.asked.key}
        return Place(index, key, urlencode({"at": key, **asked}))

    @property
    def round_places(self) -> list[RoundPlace]:
        numbers = dict.fromkeys(step.state.round for step in self._replay.steps)
        return [
            RoundPlace(number, self._place(self._replay.begins(number)), number == self.round)
            for number in numbers
        ]

    @property
    def looks(self) -> list[ViewpointChoice]:
        named = [(Viewpoint(seat), self._seat_name(seat)) for seat in range(self._replay.seats)]
        named.append((Viewpoint(None), gettext("a spectator")))
        named.append((Viewpoint(None, all=True), gettext("all-knowing")))
        return [
            ViewpointChoice(
                who.key, name, who == self.asked, not may_look(self._replay, self.index, who)
            )
            for who, name in named
        ]

    def _seat_name(self, seat: int) -> str:
        name = self._names.plain(seat)
        if seat != self._replay.reader:
            return name
        return gettext("%(name)s (you)") % {"name": name}

    @property
    def role_words(self) -> str:
        """The role of the seat whose viewpoint this is."""
        if self.who.seat is None:
            return ""
        role = self._replay.kind.look.player(self._view, self.who.seat).role
        return str(self._replay.kind.words.ROLES[role]) if role else ""

    @property
    def was_chosen(self) -> bool:
        """Whether a player chose this step and had alternatives."""
        entry = self._step.moment.entry
        return not self._step.deals and entry is not None and entry.kind in CHOSEN_KINDS

    @cached_property
    def said(self) -> tuple[Line, ...]:
        """What happened in this step."""
        step = self._step
        assert step.moment.entry is not None
        done, dealt = step_lines(self._replay, step.moment.entry, self.who)
        if step.deals:
            return dealt
        return done if step.moment.ended else (*done, *dealt)

    @cached_property
    def board(self) -> boards.Board:
        kind = self._replay.kind
        cells: tuple[Cell, ...] = tuple(cell for line in self.said for cell in line.cells)
        last = tuple(dict.fromkeys(cells))
        return boards.board(self._view, kind, self._names, last)

    @cached_property
    def players(self) -> list[people.Player]:
        """The players as they were then: whose turn it was, and nothing of the present."""
        replay, names = self._replay, self._names
        waiting = replay.rules.waiting_for(replay.states[self.index])
        seats = [Seat(number=n, on_turn=n in waiting) for n in range(replay.seats)]
        found = people.players(seats, self._view, replay.kind, names, self._at)
        return [replace(p, empty=False, dwarf=replay.faces[p.number]) for p in found]

    @cached_property
    def hands(self) -> list[Hand]:
        """The hands that this viewpoint saw: its own, all, or none."""
        replay, names = self._replay, self._names
        if self.who.seat is not None:
            offer = replay.kind.look.offer(self._view)
            nugget_cards = tuple(CardHeld(f"nugget-{n}", nuggets(n)) for n in offer)
            held = nugget_cards or self._cards(self._view.hand)
            return [Hand(names.plain(self.who.seat), held)]
        if not self.who.all:
            return []
        state = replay.states[self.index]
        hands = [replay.rules.view(state, seat).hand for seat in range(replay.seats)]
        return [Hand(names.plain(seat), self._cards(hand)) for seat, hand in enumerate(hands)]

    def _cards(self, hand: Sequence[str]) -> tuple[CardHeld, ...]:
        words = self._replay.kind.words.CARDS
        return tuple(CardHeld(card, words.name(card)) for card in sorted(hand))

    @cached_property
    def log(self) -> list[LogLine]:
        told = round_log(self._replay, self.round, self.who)
        return [LogLine(self._place(t.index), t, t.index == self.index) for t in told]


def replay_page_of(
    replay: Replay, asked: Mapping[str, str], usual: str, time: datetime
) -> ReplayPage:
    """Return the page of step `at` (a key), else `step` (a number, from the slider), else the start
    of `round`; `as`: the viewpoint, or else the usual one."""
    at = asked.get("at", "")
    index = replay.find(at) if at else _numbered(replay, asked)
    return ReplayPage(replay, index, viewpoint(replay, asked.get("as", "") or usual), time)


def _numbered(replay: Replay, asked: Mapping[str, str]) -> int:
    step, number = _number(asked.get("step", "")), _number(asked.get("round", ""))
    if step is not None:
        return min(step, len(replay.steps) - 1)
    return replay.begins(number or (1 if replay.over else replay.rounds_over + 1))


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
