"""What the templates of a table are given: all of it comes from the reader's view.

No template is handed a state or a row of the table: `for_reader` takes the view first, and what it
returns holds only what that seat, or a spectator, may know.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, QuerySet

from config.storage.prepared_statements import Placeholder, PreparedQuery
from games.engine import Move as EngineMove
from games.kinds import KINDS
from games.kinds.common.look import DealtRole, OpenProposal, Treasure
from games.kinds.common.words.phrases import Line
from games.learn.advice import is_practice
from games.players.names import SeatNames
from games.tables.access import Reader
from games.tables.models import Seat, Table
from games.tables.presenters import board as boards
from games.tables.presenters import chat_log, moves, people, results, scenes
from games.tables.presenters import film as films
from games.tables.presenters import log as history
from games.tables.presenters import results as ends
from games.tables.store import LoadedTable

SINCE_AT_MOST = 14


class NextTable(NamedTuple):
    """Where it is the reader's turn as well."""

    code: str
    title: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table as one reader sees it."""

    code: str
    title: str
    version: int
    status: str
    status_words: str
    key: str
    token: str
    me: people.Player | None
    on_turn: bool
    phase: str
    round: int
    rounds: int
    players: list[people.Player]
    board: boards.Board
    film: films.Film
    """What happened on it, step by step."""
    hand: list[moves.HeldCard]
    groups: list[moves.MoveGroup]
    hindered: str
    """What keeps the reader from doing all they could: a broken tool."""
    counting: str
    """How cells are counted."""
    since: list[Line]
    more: int
    log: list[history.Entry]
    """Of this round, the newest first."""
    learned: str
    """What the reader's last move told them, and nobody else."""
    messages: list[chat_log.ChatLine]
    scene: scenes.Scene | None
    """How a round ended, shown instead of what is played now."""
    dealt: DealtRole | None
    """The card that the reader turns over before they play this round."""
    ended: range
    """Rounds that have ended: their scenes can be opened again."""
    final: ends.Final | None
    treasures: tuple[Treasure, ...]
    asked: OpenProposal | None
    answers: list[moves.MoveChoice]
    """What the reader may answer to that, or ask themselves."""
    advises: bool
    """May the reader ask the foreman what to do now?"""
    role: str
    your_role: str
    hooded: bool
    """Is the reader's role nobody else's business?"""
    kind: str
    """Which game it is, and so whose drawings the page shows."""
    slug: str
    """The same as in addresses of its rules and cards."""
    prompt: str
    alone: bool
    two_cards: bool
    """Is there a move that takes two cards?"""
    at: datetime
    vacation_ok: bool
    may_resign: bool
    next_table: NextTable | None
    note: str
    paused: bool = False
    """Moderators have stopped it: there is no move to make and no clock."""
    chat_closed: bool = False

    @property
    def running(self) -> bool:
        return self.status == Table.Status.RUNNING

    @property
    def over(self) -> bool:
        return self.status == Table.Status.FINISHED

    @property
    def knows_about(self) -> bool:
        """Does what stands on the reader's page about the table still hold?"""
        return self.running and self.me is not None and not self.still

    @property
    def still(self) -> bool:
        """Does the game wait for its reader to see something first? Nothing is laid meanwhile."""
        return self.scene is not None or self.dealt is not None

    @property
    def round_shown(self) -> int:
        """The round that is before the reader: the one now played, or whose end they look at."""
        return self.scene.number if self.scene else self.round

    @property
    def folds(self) -> list[moves.PairMoves]:
        return moves.pair_moves(self.groups)

    @property
    def waiting(self) -> list[people.Player]:
        """Who is on turn."""
        return [player for player in self.players if player.on_turn]

    @property
    def timed(self) -> bool:
        """Does a clock run for somebody?"""
        return any(player.due_at for player in self.waiting)

    @property
    def offered(self) -> list[people.Player]:
        """Whose seats somebody who watches may take."""
        return [player for player in self.players if player.offered_until]

    @property
    def winners(self) -> list[people.Player]:
        return [player for player in self.players if player.won]

    @property
    def result(self) -> str:
        """Who won a game that is over, to this reader; who plays alone has a verdict instead."""
        if not self.over or self.alone:
            return ""
        names = [player.name for player in self.winners]
        others = [player.name for player in self.winners if not player.me]
        return results.result_sentence(names, others, bool(self.me and self.me.won))

    @property
    def places(self) -> list[tuple[int, people.Player]]:
        """Everybody with their place, the best first; who has as much shares the place."""
        ranking = sorted(self.players, key=lambda player: (not player.won, -(player.score or 0)))
        scores = [(not player.won, -(player.score or 0)) for player in ranking]
        return [(scores.index(score) + 1, p) for score, p in zip(scores, ranking, strict=True)]

    @property
    def is_podium_of_three(self) -> bool:
        """One first, one second, one third: then the first stands in the middle."""
        return [place for place, _ in self.places][:3] == [1, 2, 3]


def for_reader(
    loaded: LoadedTable,
    reader: Reader,
    at: datetime,
    note: str = "",
    scene: int = 0,
) -> TablePage:
    """The table as this reader may see it: three queries more than loading it took.

    `scene`: they want to see how this round ended.
    """
    seat = loaded.seat_of(reader)
    me = None if seat is None else seat.number
    view = loaded.rules.view(_as_it_stands(loaded), me)
    return _shown(loaded, view, seat, reader, at, note, scene)


def view_for_all(loaded: LoadedTable) -> Any:
    """What whoever watches may know."""
    return loaded.rules.view(_as_it_stands(loaded), None)


def board_for_all(
    loaded: LoadedTable, log: Sequence[history.Entry], read_to: int | None = None
) -> boards.Board:
    """The board as whoever watches sees it; `log` is told to them too.

    Marked is the last move, and what happened after the entry `read_to`.
    """
    kind, names = KINDS[loaded.table.kind], SeatNames(loaded.seats, None)
    view = view_for_all(loaded)
    fresh = () if read_to is None else _fresh_cells(log, read_to)
    return boards.board(view, kind.look, kind.words, names, history.last_cells(log), fresh)


def _as_it_stands(loaded: LoadedTable) -> Any:
    """The state; a game that was given up is over, though the rules never came to its end."""
    over = loaded.table.status == Table.Status.FINISHED
    return loaded.state._replace(phase="over") if over else loaded.state


def _shown(
    loaded: LoadedTable,
    view: Any,
    seat: Seat | None,
    reader: Reader,
    at: datetime,
    note: str,
    scene: int,
) -> TablePage:
    table, kind = loaded.table, KINDS[loaded.table.kind]
    words, look = kind.words, kind.look
    me = None if seat is None else seat.number
    gallery = chat_log.hears_gallery(reader, seat)
    names = SeatNames(loaded.seats, me)
    rows, changes = history.recent(table)
    told = history.without_pairs(history.entries(rows, loaded.rules, words, names, changes))
    seen = read_to = seat.read_to if seat else max(0, table.length - 1)
    last, newer = history.last_cells(told), _fresh_cells(told, seen)
    over = table.status == Table.Status.FINISHED
    if over:
        read_to = min(read_to, table.length - 1)
    elif loaded.table.for_one:
        read_to = min(read_to, history.before_last_move(told))
    fresh = history.since(told, read_to)
    running = table.status == Table.Status.RUNNING and table.paused_at is None
    legal: list[EngineMove] = list(loaded.rules.moves_of(view)) if running else []
    players = people.players(loaded.seats, view, kind, names, at)
    role = None if me is None else look.role(view, me)
    groups = moves.groups(legal, view, kind, loaded.rules, names)
    on_turn = running and me in loaded.rules.waiting_for(loaded.state)
    ended = scenes.ended(view, told)
    shown = dealt = None
    if scene or (seat and scenes.unseen(view, seat, ended)):
        shown = scenes.scene(
            loaded, view, seat, scene, ended, scenes.SceneSources(kind, names, told)
        )
    if running and seat and seat.role_seen < view.round and not shown:
        dealt = scenes.dealt(view, seat.number, look)
    film = films.Film() if shown or dealt else films.film(told, view, look, names, seen)
    return TablePage(
        code=table.code,
        title=table.title,
        version=table.version,
        status=table.status,
        status_words=table.get_status_display(),
        key=chat_log.chat_key(table, gallery),
        token=secrets.token_urlsafe(18),
        me=None if me is None else players[me],
        on_turn=on_turn,
        phase=view.phase,
        round=view.round,
        rounds=look.rounds(view, loaded.rules.rounds),
        players=players,
        board=(shown and shown.board) or boards.board(view, look, words, names, last, newer),
        film=film,
        hand=moves.hand(view, look, words, groups, on_turn),
        groups=groups,
        hindered=look.hindered(view) if running else "",
        counting=look.counting(),
        since=fresh[:SINCE_AT_MOST],
        more=max(0, len(fresh) - SINCE_AT_MOST),
        log=history.newest_first(history.this_round(told)),
        learned=history.learned(told, words, names),
        messages=chat_log.messages(table, gallery, reader.pk),
        scene=shown,
        dealt=dealt,
        ended=range(1, ended + 1),
        final=ends.final(loaded, look, told, words, names) if over else None,
        treasures=tuple(look.treasures(view, names)) if running else (),
        asked=look.asked(view, names),
        answers=[choice for group in groups if group.is_question for choice in group.choices],
        advises=on_turn and is_practice(loaded),
        role=role or "",
        your_role=str(words.YOUR_ROLE[role]) if role else "",
        hooded=look.HOODED and not look.is_shown(view),
        kind=table.kind,
        slug=kind.slug,
        prompt=words.prompt(view.phase),
        alone=loaded.table.for_one,
        two_cards=any(group.is_pair for group in groups),
        at=at,
        vacation_ok=table.vacation_ok,
        may_resign=max(loaded.rules.players) <= 2,
        next_table=_next_table(reader, table) if seat and not on_turn else None,
        note=note,
        paused=table.paused_at is not None,
        chat_closed=table.chat_closed,
    )


def _fresh_cells(told: Sequence[history.Entry], read_to: int) -> list[tuple[int, int]]:
    return [cell for e in history.on_this_board(told) if e.number > read_to for cell in e.cells]


def _next_table(reader: Reader, table: Table) -> NextTable | None:
    """The most urgent other table that waits for the reader."""
    found = URGENT.rows(reader=reader.pk or 0, table=table.pk)
    return NextTable(*found[0]) if found else None


def _urgent() -> QuerySet[Seat, Any]:
    waiting = Seat.objects.filter(user=Placeholder("reader"), on_turn=True, table__paused_at=None)
    ordered = waiting.exclude(table=Placeholder("table")).order_by(
        F("due_at").asc(nulls_last=True), "pk"
    )
    return ordered.values_list("table__code", "table__title")[:1]


URGENT = PreparedQuery(_urgent)
