"""Tables and their seats, and the clock of the site."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from config.clock import now
from config.storage.prepared_statements import PreparedQuery

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another


def new_code() -> str:
    """Draw an unguessable code: 12 letters of 31 are 59 bits."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(12))


class TableQuerySet(models.QuerySet["Table"]):
    def in_lobby(self) -> Self:
        return self.filter(status=Table.Status.LOBBY)

    def running(self) -> Self:
        return self.filter(status=Table.Status.RUNNING)

    def open(self) -> Self:
        """Select tables at which something may still happen."""
        return self.filter(status__in=Table.OPEN)

    def over(self) -> Self:
        return self.filter(status__in=Table.OVER)

    def public(self) -> Self:
        return self.filter(public=True)

    def expired_lobbies(self, at: datetime) -> Self:
        return self.in_lobby().filter(expires_at__lte=at).order_by("expires_at")

    def abandoned(self, at: datetime) -> Self:
        """Select running tables at which nobody has done anything for a long time."""
        return self.running().filter(abandon_at__lte=at).order_by("abandon_at")

    def uncounted(self) -> Self:
        finished = self.filter(status=Table.Status.FINISHED, counted_at=None)
        return finished.order_by("ended_at", "pk")


class Table(models.Model):
    """A game at a table, from its lobby to its end."""

    class Status(models.TextChoices):
        LOBBY = "lobby", _("waiting for players")
        RUNNING = "running", _("being played")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")
        EXPIRED = "expired", _("never filled")
        ABANDONED = "abandoned", _("abandoned")

    OPEN = (Status.LOBBY, Status.RUNNING)
    OVER = (Status.FINISHED, Status.CANCELLED, Status.EXPIRED, Status.ABANDONED)
    WITHOUT_RESULT = (Status.CANCELLED, Status.EXPIRED, Status.ABANDONED)
    """Over without a result: such tables are deleted after a while."""

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    invite_code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    title = models.CharField(_("title"), max_length=40)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="tables_opened", null=True
    )
    token = models.CharField(max_length=32, default=new_code, editable=False)
    kind = models.CharField(_("game"), max_length=20)
    rules_version = models.PositiveSmallIntegerField(_("rules version"))
    options = models.JSONField(_("options"), default=dict)
    size = models.PositiveSmallIntegerField(_("seats"))
    public = models.BooleanField(_("public"), default=True)
    pace_hours = models.PositiveSmallIntegerField(_("hours a turn"), default=72)
    """Time for a turn; with a bank, what each move adds to it."""
    pace_minutes = models.PositiveSmallIntegerField(_("minutes a turn"), default=0, db_default=0)
    """Set if a turn is shorter than an hour: `pace_hours` is 1 then and doesn't count. Else 0."""
    bank_hours = models.PositiveSmallIntegerField(_("hours in the bank"), default=0)
    """Hours in each player's bank at the start, and the most it holds; 0: no bank."""
    sleep_aware = models.BooleanField(_("quiet hours do not count"), default=True)
    vacation_ok = models.BooleanField(_("vacations stop the clock"), default=True)
    excused = models.PositiveSmallIntegerField(_("excused misses"), default=1)
    """The first `excused` deadlines that a player misses only restart their clock."""
    offer_hours = models.PositiveSmallIntegerField(_("hours a seat is offered"), default=24)
    """How long an absent player's seat is offered to people; 0: a bot takes it at once."""
    gives_back = models.BooleanField(_("seats are given back"), default=True)
    """A player who returns gets their seat back from a bot."""
    min_reliability = models.PositiveSmallIntegerField(_("least reliability"), default=0)
    """Percentage of turns taken in time; 0: everybody may join."""
    status = models.CharField(_("state"), max_length=10, choices=Status, default=Status.LOBBY)
    changes = models.PositiveIntegerField(default=0, editable=False)
    """Counts every change of the table: an open page compares it with what it shows."""
    version = models.PositiveIntegerField(default=0)
    """Counts the states of the game, and nothing else: a move made for an older one is stale."""
    answers = models.PositiveIntegerField(default=0, editable=False)
    """How many of the last versions were out-of-turn answers, which make no form stale."""
    talk = models.PositiveIntegerField(default=0)
    """Counts messages of players, and when one is hidden or shown again."""
    gallery = models.PositiveIntegerField(default=0)
    """Counts those of spectators. Players mustn't even see this while a round is played."""
    length = models.PositiveIntegerField(default=0)
    """Entries in the log; the next one gets this number plus one, under the lock."""
    round_number = models.PositiveSmallIntegerField(_("round"), default=0)
    seed = models.CharField(max_length=64, editable=False)
    salt = models.CharField(max_length=32, editable=False)
    commitment = models.CharField(_("commitment"), max_length=64, default="", editable=False)
    created_at = models.DateTimeField(_("opened"), default=now)
    expires_at = models.DateTimeField(_("lobby closes"), null=True, blank=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    moved_at = models.DateTimeField(_("last move"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    counted_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When its results were counted for its players; None until a sweep has done so."""
    abandon_at = models.DateTimeField(_("abandoned from"), null=True, blank=True)
    """Postponed by everything a person does here."""
    paused_at = models.DateTimeField(_("paused"), null=True, blank=True)
    """Since when moderators have paused it: no clock runs, and each seat keeps the time it had."""
    held_abandon = models.DurationField(null=True, blank=True, editable=False)
    """While it is paused: the time left until it would be abandoned."""
    chat_closed = models.BooleanField(_("chat closed"), default=False)
    remove_at = models.DateTimeField(_("removed from"), null=True, blank=True)
    """When a table without a result is deleted, with all that belongs to it."""
    rematch = models.OneToOneField("self", models.SET_NULL, null=True, blank=True)

    objects = TableQuerySet.as_manager()

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            models.UniqueConstraint("owner", "token", name="one_table_a_form"),
            models.CheckConstraint(condition=Q(size__gte=1), name="a_table_has_seats"),
            models.CheckConstraint(condition=Q(excused__lte=4), name="four_excused_at_most"),
            models.CheckConstraint(
                condition=Q(pace_hours__gte=1, pace_hours__lte=336), name="an_hour_to_14_days"
            ),
            models.CheckConstraint(
                condition=Q(min_reliability__lte=100), name="reliability_is_per_cent"
            ),
        ]
        indexes = [
            models.Index(
                F("created_at").desc(),
                condition=Q(status="lobby", public=True),
                name="open_tables",
            ),
            models.Index("expires_at", condition=Q(status="lobby"), name="lobbies_by_expiry"),
            models.Index("moved_at", condition=Q(status="running"), name="running_by_last_move"),
            models.Index(
                "started_at", condition=Q(started_at__isnull=False), name="tables_by_start"
            ),
            models.Index("ended_at", condition=Q(ended_at__isnull=False), name="tables_by_end"),
            models.Index(
                "ended_at",
                "id",
                condition=Q(status="finished", counted_at__isnull=True),
                name="tables_to_count",
            ),
            models.Index(
                "abandon_at", condition=Q(status="running"), name="tables_by_abandon_time"
            ),
            models.Index(
                "remove_at", condition=Q(remove_at__isnull=False), name="tables_by_removal_time"
            ),
            models.Index(
                "paused_at", condition=Q(paused_at__isnull=False), name="tables_that_are_paused"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.code})"

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.code])

    @property
    def for_one(self) -> bool:
        """Whether one person plays alone, so that nobody waits."""
        return self.size == 1


LOOKING = timedelta(minutes=2)
"""How long a player counts as looking: an open page in use reports it once a minute."""


class SeatQuerySet(models.QuerySet["Seat"]):
    def of_people(self) -> Self:
        """Select seats with a player, rather than a bot or nobody."""
        return self.filter(user__isnull=False)

    def at_running_tables(self) -> Self:
        return self.filter(table__status=Table.Status.RUNNING)

    def at_open_tables(self) -> Self:
        return self.filter(table__status__in=Table.OPEN)

    def at_tables_over(self) -> Self:
        return self.filter(table__status__in=Table.OVER)

    def overdue(self, at: datetime) -> Self:
        return self.filter(due_at__lte=at).order_by("due_at")

    def to_remind(self, at: datetime) -> Self:
        return self.filter(remind_at__lte=at).order_by("remind_at")

    def offers_expired(self, at: datetime) -> Self:
        return self.filter(offered_until__lte=at).order_by("offered_until")

    def bots_due(self, at: datetime) -> Self:
        return self.filter(act_at__lte=at).order_by("act_at")


class Seat(models.Model):
    """A place at a table, and its player or bot."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats", null=True, blank=True
    )
    bot = models.CharField(_("bot"), max_length=10, blank=True, default="")
    """Its strength: `STRENGTHS` in games/engine/bots.py."""
    dwarf = models.CharField(_("dwarf"), max_length=16, blank=True, default="", db_default="")
    """The dwarf that plays as a bot here, or did until the player came back: bot_players.py."""
    joined_at = models.DateTimeField(_("joined"), default=now)
    on_turn = models.BooleanField(_("on turn"), default=False)
    turn = models.PositiveIntegerField(default=0)
    """The number of the log entry with which the turn began."""
    turn_began_at = models.DateTimeField(_("turn began"), null=True, blank=True)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    remind_at = models.DateTimeField(_("reminder"), null=True, blank=True)
    """When four fifths of the time are gone; empty once they have been reminded."""
    bank = models.DurationField(_("bank"), null=True, blank=True)
    """Time in their bank at the start of this turn, if the table has banks."""
    rest = models.CharField(max_length=96, blank=True, default="", editable=False)
    """Time zone and quiet hours of the player when this clock started: see clocks.py."""
    excused_left = models.PositiveSmallIntegerField(_("excused misses left"), default=0)
    absences = models.PositiveSmallIntegerField(_("absences"), default=0)
    """Turns missed or played for them since they last ended one themselves."""
    offered_until = models.DateTimeField(_("offered until"), null=True, blank=True)
    held_due = models.DurationField(null=True, blank=True, editable=False)
    """While the table is paused: the counted time that was left until `due_at`."""
    held_remind = models.DurationField(null=True, blank=True, editable=False)
    held_offer = models.DurationField(null=True, blank=True, editable=False)
    kept_due = models.DurationField(null=True, blank=True, editable=False)
    """The counted time that `former` had left of this turn at `kept_from`; it runs on."""
    kept_remind = models.DurationField(null=True, blank=True, editable=False)
    kept_from = models.DateTimeField(null=True, blank=True, editable=False)
    former = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True
    )
    """The player before the bot: they may come back, if the table allows it."""
    leaves_notes = models.BooleanField(_("leaves their notes"), default=False)
    """Whether the next player of this empty seat gets the notes of `former`."""
    in_time = models.PositiveIntegerField(_("turns in time"), default=0)
    missed = models.PositiveIntegerField(_("turns missed"), default=0)
    act_at = models.DateTimeField(_("bot acts"), null=True, blank=True)
    read_to = models.PositiveIntegerField(default=0)
    """The last log entry at the time of their last move: what follows is new to them."""
    seen_at = models.DateTimeField(_("last looked"), null=True, blank=True)
    scene_seen = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    """The last round whose closing scene they have seen."""
    hoods_seen = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    """The last round whose roles they have seen while its gold was still being picked."""
    role_seen = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    """The last round in which they have turned over their role card."""
    wants_cancel = models.BooleanField(_("agrees to cancel"), default=False)
    score = models.SmallIntegerField(_("score"), null=True, blank=True)
    won = models.BooleanField(_("won"), default=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When its table was over, so that past tables are found by seat. None until then, and if an
    older release ended it: then the table has it."""
    score_alone = models.SmallIntegerField(null=True, blank=True, editable=False)
    """The score of a finished solo game."""

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint("table", "number", name="one_holder_a_seat"),
            models.UniqueConstraint("table", "user", name="one_seat_a_user_and_table"),
            models.CheckConstraint(
                condition=Q(user__isnull=True) | Q(bot=""), name="a_player_is_no_bot"
            ),
        ]
        indexes = [
            models.Index("user", "due_at", condition=Q(on_turn=True), name="turns_by_due_time"),
            models.Index("act_at", condition=Q(act_at__isnull=False), name="bots_by_act_time"),
            models.Index("due_at", condition=Q(due_at__isnull=False), name="seats_by_due_time"),
            models.Index("remind_at", condition=Q(remind_at__isnull=False), name="seats_to_remind"),
            models.Index(
                "offered_until", condition=Q(offered_until__isnull=False), name="seats_on_offer"
            ),
            models.Index("user", "ended_at", "table", "score_alone", name="seats_by_end"),
        ]

    def __str__(self) -> str:
        return f"p{self.number + 1}"

    @property
    def on_offer(self) -> bool:
        """Whether somebody may take it, now or once the table is no longer paused."""
        return self.offered_until is not None or self.held_offer is not None

    def is_looking(self, at: datetime) -> bool:
        """Check whether its player is viewing the table; a page in use reports it."""
        return self.seen_at is not None and at - self.seen_at < LOOKING


class SiteClock(models.Model):
    """A single row: when deadlines were last checked, and when all clocks last stopped, for
    maintenance or because the site was down. See `games/tables/site_clock.py`."""

    THE_ROW = 1
    LONGEST_MESSAGE = 200
    DOWN_AFTER = timedelta(minutes=5)
    """Sweeps run twice a minute. If none has completed for this long, the site is down."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=THE_ROW)
    swept_at = models.DateTimeField(null=True, blank=True)
    """When the last completed sweep of deadlines began."""
    stopped_at = models.DateTimeField(null=True, blank=True)
    """When all clocks last stopped."""
    went_on_at = models.DateTimeField(null=True, blank=True)
    """When they ran again, with all deadlines moved; empty during maintenance."""
    planned = models.BooleanField(default=False, db_default=False)
    """Whether operators stopped them; otherwise the site was down."""
    until = models.DateTimeField(null=True, blank=True)
    """When operators expect to be done."""
    message = models.CharField(max_length=LONGEST_MESSAGE, blank=True, default="", db_default="")
    """The text of the banner on every page."""

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_clock_for_the_site")]

    @classmethod
    def current(cls) -> SiteClock:
        """Return the row, or an empty one if no sweep has ever run."""
        return SITE_CLOCK.first() or cls(pk=cls.THE_ROW)

    @property
    def is_stopped(self) -> bool:
        """Whether operators have stopped all clocks."""
        return self.stopped_at is not None and self.went_on_at is None

    def down_since(self, at: datetime) -> datetime | None:
        """Return when the last sweep completed, if that is too long ago."""
        late = self.swept_at is not None and at - self.swept_at > self.DOWN_AFTER
        return self.swept_at if late else None

    def stands_since(self, at: datetime) -> datetime | None:
        """Return since when all clocks are stopped, if they are: they show that time."""
        return self.stopped_at if self.is_stopped else self.down_since(at)


SITE_CLOCK = PreparedQuery(lambda: SiteClock.objects.order_by("pk")[:1])
