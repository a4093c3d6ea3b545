"""The template context of a table, made from the reader's view only.

Templates never get a state or a row of the table: `for_reader` takes the view first, and its result
holds only what that seat, or a spectator, may know.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.translation import gettext

from accounts.dates import patterns
from config.storage.prepared_statements import Placeholder, PreparedQuery
from games.engine import Move as EngineMove
from games.kinds.common.look import DealtRole, OpenProposal, Treasure
from games.kinds.common.words.phrases import Line
from games.kinds.kind import GameKind
from games.learn.advice import is_practice
from games.players.names import SeatNames
from games.replays import picture_files
from games.tables import time_controls
from games.tables.access import Reader
from games.tables.models import Round, Seat, Table
from games.tables.presenters import board as boards
from games.tables.presenters import chat_log, moves, people, scenes
from games.tables.presenters import log as history
from games.tables.presenters import results as ends
from games.tables.store import LoadedTable

SINCE_AT_MOST = 14


class NextTable(NamedTuple):
    """Another table where it is the reader's turn."""

    code: str
    title: str


class Status(NamedTuple):
    """Whether the table is played, over or stopped."""

    running: bool
    over: bool = False
    words: str = ""
    paused: bool = False
    """Moderators have paused it: nobody can move, and no clock runs."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What the reader can do now: the dock and the list of moves."""

    address: str
    """The URL that a move is sent to, with the version and the token."""
    version: int
    token: str
    on_turn: bool
    phase: str
    prompt: str
    hand: list[moves.HeldCard]
    groups: list[moves.MoveGroup]
    counting: str
    """How cells are counted."""
    hindered: str
    """What limits the reader: a broken tool."""
    asked: OpenProposal | None = None
    """What somebody has proposed to all others."""
    advises: bool = False
    """Whether the reader may ask the foreman for advice."""

    @property
    def answers(self) -> list[moves.MoveChoice]:
        """Possible answers to a proposal, or proposals the reader may make."""
        return [choice for group in self.groups if group.is_question for choice in group.choices]

    @property
    def two_cards(self) -> bool:
        """Whether a move takes two cards."""
        return any(group.is_pair for group in self.groups)

    @property
    def folds(self) -> list[moves.PairMoves]:
        return moves.pair_moves(self.groups)


@dataclass(frozen=True, slots=True)
class Log:
    """What happened at the table, and what of it is new to the reader."""

    entries: list[history.Entry]
    """Those of this round, newest first."""
    since: list[Line]
    more: int
    """Number of further new lines."""
    learned: str
    """What the reader's last move told only them."""
    ended: range
    """Rounds that have ended: their scenes can be opened again."""


class Role(NamedTuple):
    name: str
    means: str
    hooded: bool
    """Whether it is a secret."""


class Chat(NamedTuple):
    messages: Sequence[chat_log.ChatLine] = ()
    closed: bool = False


NO_CHAT = Chat()


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table as one reader sees it."""

    code: str
    title: str
    kind: str
    """The game, whose drawings the page uses."""
    slug: str
    """The game in the URLs of its rules and cards."""
    alone: bool
    status: Status
    round: int
    rounds: int
    at: datetime
    me: people.Player | None
    players: list[people.Player]
    board: boards.Board
    panels: tuple[str, ...]
    """Templates for this game only, next to the stock."""
    treasures: tuple[Treasure, ...]
    film: boards.Film
    """What happened on the board, step by step."""
    turn: Turn
    log: Log
    role: Role | None
    key: str = ""
    """What the page has seen of the table, for polls."""
    chat: Chat = NO_CHAT
    note: str = ""
    scene: scenes.Scene | None = None
    """The end of a round, shown instead of the current one."""
    dealt: DealtRole | None = None
    """The role card that the reader turns over before they play this round."""
    final: dict[str, Any] | None = None
    next_table: NextTable | None = None
    vacation_ok: bool = True
    may_resign: bool = False

    @property
    def still(self) -> bool:
        """Whether the reader must see something first; no card can be played meanwhile."""
        return self.scene is not None or self.dealt is not None

    @property
    def round_shown(self) -> int:
        """The round shown to the reader: the current one, or the one whose end they look at."""
        return self.scene.number if self.scene else self.round

    @property
    def tab_title(self) -> str:
        if self.turn.on_turn and not self.alone:
            return gettext("Your turn: %(title)s") % {"title": self.title}
        return self.title

    @property
    def waiting(self) -> list[people.Player]:
        return [player for player in self.players if player.on_turn]

    @property
    def timed(self) -> bool:
        """Whether a clock runs."""
        return any(player.due_at for player in self.waiting)

    @property
    def offered(self) -> list[people.Player]:
        """Players whose seats a spectator may take."""
        return [player for player in self.players if player.offered_until]

    @property
    def winners(self) -> list[people.Player]:
        return [player for player in self.players if player.won]

    @property
    def result(self) -> str:
        """A sentence for this reader on who won; a solo player gets a verdict instead."""
        if not self.status.over or self.alone:
            return ""
        names = [player.name for player in self.winners]
        others = [player.name for player in self.winners if not player.me]
        return ends.result_sentence(names, others, bool(self.me and self.me.won))

    @property
    def places(self) -> list[tuple[int, people.Player]]:
        """Everybody with their place, best first; equal scores share a place."""
        ranking = sorted(self.players, key=lambda player: (not player.won, -(player.score or 0)))
        scores = [(not player.won, -(player.score or 0)) for player in ranking]
        return [(scores.index(score) + 1, p) for score, p in zip(scores, ranking, strict=True)]

    @property
    def is_podium_of_three(self) -> bool:
        """Whether there is one first, one second and one third, with the first in the middle."""
        return [place for place, _ in self.places][:3] == [1, 2, 3]


def for_reader(
    loaded: LoadedTable, reader: Reader, at: datetime, note: str = "", scene: int = 0
) -> TablePage:
    """Return the table as this reader may see it: three queries more than loading it took.

    `scene`: the round whose end they want to see.
    """
    table, kind, seat = loaded.table, loaded.kind, loaded.seat_of(reader)
    me = None if seat is None else seat.number
    view = loaded.view(me)
    names = SeatNames(loaded.seats, me)
    rows, changes = history.recent(table)
    log = history.without_pairs(history.entries(rows, loaded.rules, kind.words, names, changes))
    ended = scenes.ended(view, log)
    shown = scenes.scene(scenes.SceneSources(loaded, names, log), view, seat, scene, ended)
    played, over = table.status == Table.Status.RUNNING, table.status == Table.Status.FINISHED
    status = Status(played, over, table.get_status_display(), table.paused_at is not None)
    running = played and not status.paused
    dealt = None
    if running and seat and seat.role_seen < view.round and not (shown or kind.look.is_shown(view)):
        dealt = kind.look.dealt(view, seat.number)
    turn = _turn(loaded, view, names, running=running)
    other = URGENT.rows(reader=reader.pk, table=table.pk) if seat and not turn.on_turn else ()
    players = people.players(loaded.seats, view, kind, names, at)
    seen = seat.read_to if seat else max(0, table.length - 1)
    still = shown or dealt
    gallery = chat_log.hears_gallery(reader, seat)
    return TablePage(
        code=table.code,
        title=table.title,
        kind=table.kind,
        slug=kind.slug,
        alone=loaded.table.for_one,
        status=status,
        round=view.round,
        rounds=kind.look.rounds(view, loaded.rules.rounds),
        at=at,
        me=None if me is None else players[me],
        players=players,
        board=(shown and shown.board) or _board(view, kind, names, log, seen),
        panels=kind.panels,
        treasures=tuple(kind.look.treasures(view, names)) if running else (),
        film=boards.Film() if still else boards.film(log, view, kind.look, names, seen),
        turn=turn,
        log=_log(loaded, log, names, seen, ended),
        role=None if me is None else role_of(view, players[me], kind),
        key=chat_log.chat_key(table, gallery),
        chat=Chat(chat_log.messages(table, gallery, reader.pk), table.chat_closed),
        note=note,
        scene=shown,
        dealt=dealt,
        final=ends.final(loaded, log, names) if over else None,
        next_table=NextTable(*other[0]) if other else None,
        vacation_ok=table.vacation_ok,
        may_resign=max(loaded.rules.players) <= 2,
    )


def _turn(loaded: LoadedTable, view: Any, names: SeatNames, *, running: bool) -> Turn:
    kind, rules = loaded.kind, loaded.rules
    legal: list[EngineMove] = list(rules.moves_of(view)) if running else []
    groups = moves.groups(legal, view, kind, rules, names)
    on_turn = running and names.me in rules.waiting_for(loaded.state)
    return Turn(
        address=reverse("table-move", args=[loaded.table.code]),
        version=loaded.table.version,
        token=secrets.token_urlsafe(18),
        on_turn=on_turn,
        phase=view.phase,
        prompt=kind.words.prompt(view.phase),
        hand=moves.hand(view, kind, groups, on_turn),
        groups=groups,
        counting=str(kind.look.COUNTING),
        hindered=kind.look.hindered(view) if running else "",
        asked=kind.look.asked(view, names),
        advises=on_turn and is_practice(loaded),
    )


def _log(
    loaded: LoadedTable, log: Sequence[history.Entry], names: SeatNames, read_to: int, ended: int
) -> Log:
    if loaded.table.status == Table.Status.FINISHED:
        read_to = min(read_to, loaded.table.length - 1)
    elif loaded.table.for_one:
        read_to = min(read_to, history.before_last_move(log))
    fresh = history.since(log, read_to)
    return Log(
        entries=history.newest_first(history.this_round(log)),
        since=fresh[:SINCE_AT_MOST],
        more=max(0, len(fresh) - SINCE_AT_MOST),
        learned=history.learned(log, loaded.kind.words, names),
        ended=range(1, ended + 1),
    )


def role_of(view: Any, me: people.Player, kind: GameKind[Any, Any]) -> Role | None:
    """Return the reader's role in this round, if the game has roles."""
    role = me.look.role
    if not role:
        return None
    hooded = kind.look.HOODED and not kind.look.is_shown(view)
    return Role(role, str(kind.words.YOUR_ROLE[role]), hooded)


def board_for_all(
    loaded: LoadedTable, log: Sequence[history.Entry], read_to: int | None = None
) -> boards.Board:
    """Return the board as spectators see it; `log` is theirs too.

    It marks the last move, and what happened after the entry `read_to`.
    """
    names = SeatNames(loaded.seats, None)
    return _board(loaded.view(None), loaded.kind, names, log, read_to)


def _board(
    view: Any,
    kind: GameKind[Any, Any],
    names: SeatNames,
    log: Sequence[history.Entry],
    read_to: int | None,
) -> boards.Board:
    new = [] if read_to is None else [e for e in history.on_this_board(log) if e.number > read_to]
    fresh = [cell for entry in new for cell in entry.cells]
    return boards.board(view, kind, names, history.last_cells(log), fresh)


def _urgent() -> QuerySet[Seat, Any]:
    """Select the most urgent other table that waits for the reader."""
    waiting = Seat.objects.filter(user=Placeholder("reader"), on_turn=True, table__paused_at=None)
    ordered = waiting.exclude(table=Placeholder("table")).order_by(
        F("due_at").asc(nulls_last=True), "pk"
    )
    return ordered.values_list("table__code", "table__title")[:1]


URGENT = PreparedQuery(_urgent)


# --- A table besides its game: its options, its clock, its deals ----------------------------------
#
# Moves change none of it, so answers to moves leave it out. A deal is revealed after its round.


def about(loaded: LoadedTable) -> dict[str, Any]:
    """Return the settings of this table, and whether its deals were fair."""
    table, kind = loaded.table, loaded.kind
    return {
        "kind_words": str(kind.title),
        "chapter": kind.slug,
        "settings": [*kind.options.edition(table.options), *kind.options.settings(table.options)],
        "clock": time_controls.time_control(table),
        "deals": _deals(loaded),
        "patterns": patterns(),
        "picture": picture_files.address_to_show(table),
    }


def _deals(loaded: LoadedTable) -> list[dict[str, Any]]:
    """Return one deal for each round so far, and one for what outlasts a round."""
    table = loaded.table
    dealt = [row for row in loaded.rounds if row.number <= table.round_number]
    over = table.status == Table.Status.FINISHED
    whole = _deal(gettext("Whole game"), table, over)
    return [*(_deal_of_round(loaded, row) for row in dealt), whole]


def _deal_of_round(loaded: LoadedTable, row: Round) -> dict[str, Any]:
    name = gettext("Round %(number)d") % {"number": row.number}
    return _deal(name, row, row.ended_at is not None) | {"goals": ends.goals_of(loaded, row)}


def _deal(name: str, row: Round | Table, over: bool) -> dict[str, Any]:
    """Return the commitment to a deal and, once it is over, what it committed to."""
    deal = {"name": name, "commitment": row.commitment}
    return deal | {"seed": row.seed, "salt": row.salt} if over else deal
