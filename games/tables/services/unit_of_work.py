"""The only way to change a table: for a person, a bot, an absent player, a moderator.

    with table_for_update(code, at) as work:
        seat = work.seat_of(user)
        work.append(LogEntry(kind=LogEntry.Kind.RETURNED, seat=seat.number))
        work.tell(SeatChanged("returned", ...))
        work.person_acted()

It opens the transaction, locks the table's row before reading anything about it, and loads the
game. The service notes what happens. At the end, once: turns and clocks are settled, what differs
is saved, news goes to its listeners, and workers are woken after the commit. If nothing happened,
nothing is written. An exception rolls everything back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import CharField

from accounts.models import User
from config.extensions import ExtensionPoint
from config.jobs.sweeps import wake_worker
from config.storage import limits
from config.storage.prepared_statements import Placeholder, PreparedQuery
from games.engine import Event, Move, state_hash
from games.tables import bot_players, clocks, store
from games.tables.models import LogEntry, Seat, SiteClock, Table
from games.tables.refusals import Refused
from games.tables.services.news import Listener, RoundOver, TableEvent, TableOver, TurnBegan
from games.tables.store import LoadedTable

MOVE_BOTS = "tables.move_bots"
COUNT_RESULTS = "tables.count_results"
LISTENERS: ExtensionPoint[Listener] = ExtensionPoint()
MAX_FORCED_MOVES = 100  # no game has this many forced moves in a row
ABANDONED_AFTER = timedelta(days=30)
ABANDONED_AFTER_TURNS = 4
TABLE = PreparedQuery(
    lambda: Table.objects.select_for_update(of=("self",)).filter(
        code=Placeholder("code", CharField())
    )
)


class RowWork:
    """Work on a table's own row, without its game."""

    def __init__(self, table: Table, at: datetime) -> None:
        self.table = table
        self.at = at
        self.news: list[TableEvent] = []
        self.columns: set[str] = set()

    @cached_property
    def clock_time(self) -> datetime:
        """The time that the players' clocks show: `at`, or when all clocks stopped.

        It holds until the end of the work: deadlines move only when no table is locked.
        """
        return SiteClock.current().stands_since(self.at) or self.at

    def require_running(self) -> None:
        """Refuses: not-running, paused."""
        if self.table.status != Table.Status.RUNNING:
            raise Refused("not-running")
        if self.table.paused_at is not None:
            raise Refused("paused")

    def keep(self, *columns: str) -> None:
        """Save these columns of the table; open pages needn't know."""
        self.columns.update(columns)

    def changed(self, *columns: str) -> None:
        """Save these columns of the table, and have every open page show it again."""
        self.columns.update(("changes", *columns))

    def tell(self, news: TableEvent) -> None:
        self.news.append(news)

    def postpone_abandonment(self) -> None:
        """Record that a person did something: don't abandon the table for a long time."""
        turn = timedelta(hours=self.table.pace_hours)
        length = max(ABANDONED_AFTER, ABANDONED_AFTER_TURNS * turn)
        if self.table.paused_at is None:
            self.table.abandon_at = self.at + length
        else:
            self.table.held_abandon = length


class TableWork(RowWork):
    """Work on a table with its seats and, once it is dealt, its game."""

    def __init__(self, loaded: LoadedTable, at: datetime) -> None:
        super().__init__(loaded.table, at)
        self.loaded, self.seats = loaded, loaded.seats
        self.entries: list[LogEntry] = []
        self.happened = False
        """Whether there is anything to settle and save."""
        self.person_is_here = False
        self.turn_is_over = False
        self.mover: int | None = None
        """The seat of a person who just moved: they needn't be told if it is their turn again."""
        self.restarted: int | None = None

    @property
    def players(self) -> tuple[User, ...]:
        return tuple(seat.user for seat in self.seats if seat.user is not None)

    def seat_of(self, user: User) -> Seat:
        """Return this user's seat. Refuses: not-seated."""
        seat = self.loaded.seat_of(user)
        if seat is None:
            raise Refused("not-seated")
        return seat

    # --- what happened ---

    def person_acted(self) -> None:
        """Record that a person did something, so the table isn't abandoned."""
        self.happened = self.person_is_here = True

    def end_turn(self) -> None:
        """End a turn: the next seat on turn starts a new one. Without this, clocks run on."""
        self.happened = self.turn_is_over = True

    def restart_turn(self, seat: Seat) -> None:
        """If it is this seat's turn, restart the turn with a new clock."""
        self.happened = True
        self.restarted = seat.number

    def append(self, entry: LogEntry, events: Sequence[Event] = ()) -> None:
        """Add an entry to the log, with a hash of the state after it."""
        table, self.happened = self.table, True
        table.length += 1
        entry.table, entry.number, entry.round_number = table, table.length, table.round_number
        entry.events = [list(event) for event in events]
        entry.state_hash = state_hash(self.loaded.pieces)
        entry.at = self.at
        self.entries.append(entry)

    def play(self, entry: LogEntry, move: Move) -> bool:
        """Play a move, and any forced moves that follow. Return whether a turn is over.

        `entry` says how the move was made, and by which seat.
        """
        over = self._play_one(entry, move)
        for _ in range(MAX_FORCED_MOVES):
            forced = self.loaded.rules.forced(self.loaded.state)
            if forced is None:
                break
            number, only = forced
            over = self._play_one(LogEntry(kind=LogEntry.Kind.FORCED, seat=number), only) or over
        if over:
            self.end_turn()
        return over

    def _play_one(self, entry: LogEntry, move: Move) -> bool:
        rules, table, number = self.loaded.rules, self.table, entry.seat or 0
        before, answers = table.round_number, table.answers
        waited_for = number in rules.waiting_for(self.loaded.state)
        progress = rules.play(self.loaded.state, number, move)
        store.put(self.loaded, progress.after, self.at)
        if not (waited_for or progress.turn_over):  # an out-of-turn answer makes no form stale
            table.answers = answers + 1
        entry.move = move.written()
        self.append(entry, progress.events)
        if table.round_number != before:
            self.tell(RoundOver(before, self.players))
        return progress.turn_over

    def put(self, state: Any) -> None:
        self.happened = True
        store.put(self.loaded, state, self.at)

    # --- a pause by moderators: nothing runs until they resume the table ---

    def pause(self) -> None:
        """Stop every clock, and let nobody move; each seat keeps the time it had left."""
        self.happened = True
        self.table.paused_at = self.at

    def resume(self) -> None:
        """Let every clock run on with the time that was left."""
        self.happened, table = True, self.table
        for seat in self.seats:
            clocks.release(seat, table, self.clock_time)
        table.abandon_at = self.at + (table.held_abandon or ABANDONED_AFTER)
        table.paused_at, table.held_abandon = None, None

    # --- how a table ends ---

    def finish(self, scores: Sequence[int], winners: Sequence[int]) -> None:
        """End the game: write scores and winners on the seats."""
        self._end(Table.Status.FINISHED)
        if self.loaded.round.ended_at is None:
            self.loaded.change_round(ended_at=self.at)
        for seat in self.seats:
            seat.score, seat.won = scores[seat.number], seat.number in winners
        if self.table.for_one and winners:
            self.table.seats.update(score_alone=scores[0])
        self.tell(TableOver("finished", self.players))
        transaction.on_commit(partial(wake_worker, COUNT_RESULTS))

    def cancel(self) -> None:
        """Cancel a game or a lobby: it counts for nobody, and is soon removed."""
        self._end(Table.Status.CANCELLED, settings.KEEP_CLOSED_TABLES)

    def expire(self) -> None:
        self._end(Table.Status.EXPIRED, settings.KEEP_CLOSED_TABLES)

    def abandon(self) -> None:
        """Close a table at which nobody is left; notify former players who might have come back."""
        self._end(Table.Status.ABANDONED, settings.KEEP_ABANDONED_TABLES)
        self.append(LogEntry(kind=LogEntry.Kind.ABANDONED))
        former = tuple(seat.former for seat in self.seats if seat.former is not None)
        self.tell(TableOver("abandoned", self.players, former))

    def _end(self, status: Table.Status, kept: timedelta | None = None) -> None:
        """End the table, on its seats too: a player's newest finished tables are found by seat."""
        self.table.status, self.table.ended_at = status, self.at
        self.table.remove_at = None if kept is None else self.at + kept
        self.table.seats.update(ended_at=self.at)


# --- opening it -----------------------------------------------------------------------------------


def lock(code: str) -> Table:
    """Lock the table before anything about it is read. Call it first in a transaction."""
    with limits.limited_wait(f"table {code}"):
        found = TABLE.first(code=code)
    if found is None:
        raise Table.DoesNotExist
    return found


def lock_all(codes: Iterable[str]) -> None:
    """Lock several tables, always in the same order, and before any player."""
    found = Table.objects.filter(code__in=list(codes)).order_by("pk")
    for code in list(found.values_list("code", flat=True)):
        lock(code)


@contextmanager
def table_for_update(code: str, at: datetime) -> Iterator[TableWork]:
    with transaction.atomic(), work_on(store.load(lock(code)), at) as work:
        yield work


@contextmanager
def table_in_transaction(code: str, at: datetime) -> Iterator[TableWork]:
    """Do the same inside a transaction that the caller has opened."""
    with work_on(store.load(lock(code)), at) as work:
        yield work


@contextmanager
def work_on(loaded: LoadedTable, at: datetime) -> Iterator[TableWork]:
    """Do the same with a table that nobody else can reach: just locked, or just opened."""
    yield (work := TableWork(loaded, at))
    if work.happened:
        _settle(work)
        _save(work)
    _finish_row(work)


@contextmanager
def row_for_update(code: str, at: datetime) -> Iterator[RowWork]:
    """Lock the row without loading the game: for chat and invitations."""
    with transaction.atomic():
        yield (work := RowWork(lock(code), at))
        _finish_row(work)


# --- settling what follows ------------------------------------------------------------------------


def _settle(work: TableWork) -> None:
    """Give turns, then end the table if the game is over, or postpone its abandonment."""
    table, loaded = work.table, work.loaded
    if table.status == Table.Status.RUNNING:
        _give_turns(work)
        _schedule_bots(work)
        if (outcome := loaded.rules.outcome(loaded.state)) is not None:
            work.finish(outcome.scores, outcome.winners)
    if table.status != Table.Status.RUNNING:
        _clear_turns(work)
    elif work.person_is_here:
        work.postpone_abandonment()
    if table.paused_at is not None:
        _hold_clocks(work)


def _give_turns(work: TableWork) -> None:
    """Give turns to the seats that the game waits for; end those of all others."""
    waiting = work.loaded.rules.waiting_for(work.loaded.state)
    for seat in work.seats:
        if seat.number not in waiting:
            seat.on_turn = False
            clocks.end(seat, work.table)
        elif not seat.on_turn or work.turn_is_over or seat.number == work.restarted:
            _begin_turn(work, seat)


def _begin_turn(work: TableWork, seat: Seat) -> None:
    """Start a person's clock and notify them; empty seats and those on offer are waited for.

    A solo player keeps nobody waiting: they have no clock, and needn't hear what they did
    themselves. The clock of a player who left runs unseen: if they come back, this turn hasn't
    waited for them.
    """
    seat.on_turn, seat.turn, seat.turn_began_at = True, work.table.length, work.at
    clocks.end(seat, work.table)
    if seat.former_id:
        clocks.start_unseen(seat, work.table, work.clock_time)
    if seat.user is None or seat.on_offer or work.table.for_one:
        return
    clocks.start(seat, work.table, work.clock_time, clocks.for_turn(seat, work.table))
    if seat.number != work.mover:
        work.tell(TurnBegan(seat.number, seat.user, seat.turn))


def _schedule_bots(work: TableWork) -> None:
    """Schedule each bot that is on turn or may answer; none if no person is left.

    If a player is looking, each bot waits a moment, one after the other.
    """
    awake = work.table.paused_at is None and any(seat.user_id for seat in work.seats)
    watched = any(seat.user_id and seat.is_looking(work.at) for seat in work.seats)
    due = work.at
    for seat in work.seats:
        acts = seat.bot and awake and work.loaded.may_move(seat.number)
        if not acts:
            seat.act_at = None
        elif seat.act_at is None:
            due += bot_players.bot_delay(seat) if watched else clocks.NOTHING
            seat.act_at = due


def _clear_turns(work: TableWork) -> None:
    """End every turn and withdraw every seat on offer."""
    work.table.abandon_at, work.table.paused_at, work.table.held_abandon = None, None, None
    for seat in work.seats:
        seat.on_turn, seat.act_at, seat.offered_until, seat.held_offer = False, None, None, None
        clocks.stop(seat)


def _hold_clocks(work: TableWork) -> None:
    """Hold running clocks at a paused table, even those that have only just begun."""
    table = work.table
    if table.abandon_at is not None:
        table.held_abandon, table.abandon_at = max(table.abandon_at - work.at, timedelta()), None
    for seat in work.seats:
        clocks.hold(seat, table, work.clock_time)


# --- saving and telling ---------------------------------------------------------------------------


def _save(work: TableWork) -> None:
    work.table.moved_at = work.at
    work.table.changes += 1
    LogEntry.objects.bulk_create(work.entries)
    store.save(work.loaded)
    work.columns.clear()
    due = min((seat.act_at for seat in work.seats if seat.act_at), default=None)
    if due is not None:
        transaction.on_commit(partial(wake_worker, MOVE_BOTS, due - work.at))


def _finish_row(work: RowWork) -> None:
    if "changes" in work.columns:
        work.table.changes += 1
    if work.columns:
        work.table.save(update_fields=sorted(work.columns))
    if work.news:
        for listener in LISTENERS.provided:
            listener(work.table, work.news, work.at)
