"""Tables and who sits at them, from the lobby to the end."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from config.clock import now

CODE_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"  # no sign that is read as another one


def new_code() -> str:
    """Unguessable: 12 signs of 31 are 59 bits."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(12))


class Table(models.Model):
    """One table: a game of so many rounds, from its lobby to its end."""

    class Status(models.TextChoices):
        LOBBY = "lobby", _("waiting for players")
        RUNNING = "running", _("being played")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")
        EXPIRED = "expired", _("never filled")
        ABANDONED = "abandoned", _("abandoned")

    OPEN = (Status.LOBBY, Status.RUNNING)
    """Something may still happen there."""
    OVER = (Status.FINISHED, Status.CANCELLED, Status.EXPIRED, Status.ABANDONED)
    CAME_TO_NOTHING = (Status.CANCELLED, Status.EXPIRED, Status.ABANDONED)
    """Over without a result: such tables are removed after a while."""

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
    """Where a turn is shorter than an hour: this counts then, and `pace_hours` is 1. Or else 0."""
    bank_hours = models.PositiveSmallIntegerField(_("hours in the bank"), default=0)
    """What each player's bank begins with, and holds at most; 0: every turn has its own time."""
    sleep_aware = models.BooleanField(_("quiet hours do not count"), default=True)
    vacation_ok = models.BooleanField(_("vacations stop the clock"), default=True)
    excused = models.PositiveSmallIntegerField(_("excused misses"), default=1)
    """So many missed deadlines a player and game only restart their clock."""
    offer_hours = models.PositiveSmallIntegerField(_("hours a seat is offered"), default=24)
    """How long a person may take over an absent player's seat; 0: a bot takes it at once."""
    gives_back = models.BooleanField(_("seats are given back"), default=True)
    """A player who returns gets their seat back from a bot."""
    min_reliability = models.PositiveSmallIntegerField(_("least reliability"), default=0)
    """In per cent of turns taken in time; 0: everybody may join."""
    status = models.CharField(_("state"), max_length=10, choices=Status, default=Status.LOBBY)
    changes = models.PositiveIntegerField(default=0, editable=False)
    """Grows with every change of the table: an open page compares it with what it shows."""
    version = models.PositiveIntegerField(default=0)
    """Grows with the state of the game, and with nothing else: what a move was made for. A form
    that was made for an older one is out of date."""
    answers = models.PositiveIntegerField(default=0, editable=False)
    """So many of the last versions came of mere answers out of turn: no form is older for them."""
    talk = models.PositiveIntegerField(default=0)
    """Grows with each message of the seated, and when one is hidden or shown again."""
    gallery = models.PositiveIntegerField(default=0)
    """The same of spectators, which the seated must not even count while a round is played."""
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
    """When what came of it was counted for its players; None while it is to be (a sweep looks)."""
    abandon_at = models.DateTimeField(_("abandoned from"), null=True, blank=True)
    """Moves on with everything a person does; when it is reached, nobody has done anything."""
    paused_at = models.DateTimeField(_("paused"), null=True, blank=True)
    """Moderators have stopped the table: no clock runs, and each seat keeps what was left."""
    held_abandon = models.DurationField(null=True, blank=True, editable=False)
    """While it is paused: how long until it would have been abandoned."""
    chat_closed = models.BooleanField(_("chat closed"), default=False)
    remove_at = models.DateTimeField(_("removed from"), null=True, blank=True)
    """When a table that came to nothing goes for good, with all that belongs to it."""
    rematch = models.OneToOneField("self", models.SET_NULL, null=True, blank=True)

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

    @property
    def for_one(self) -> bool:
        """A table at which one person plays by themselves."""
        return self.size == 1


LOOKING = timedelta(minutes=2)
"""An open page that is touched says so once a minute."""


class Seat(models.Model):
    """A place at a table and who sits there: a player, or a bot of some strength."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats", null=True, blank=True
    )
    bot = models.CharField(_("bot"), max_length=10, blank=True, default="")
    """How strong it plays: `STRENGTHS` in games/engine/bots.py."""
    dwarf = models.CharField(_("dwarf"), max_length=16, blank=True, default="", db_default="")
    """Who plays as a bot here, or did before its player came back: games/tables/bot_players.py."""
    joined_at = models.DateTimeField(_("joined"), default=now)
    on_turn = models.BooleanField(_("on turn"), default=False)
    turn = models.PositiveIntegerField(default=0)
    """The log entry with which the turn began: its number names the turn."""
    turn_began_at = models.DateTimeField(_("turn began"), null=True, blank=True)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    remind_at = models.DateTimeField(_("reminder"), null=True, blank=True)
    """When four fifths of the time are gone; empty once they were reminded."""
    bank = models.DurationField(_("bank"), null=True, blank=True)
    """What is left of their bank at the beginning of this turn, where the table has banks."""
    rest = models.CharField(max_length=96, blank=True, default="", editable=False)
    """Quiet hours and zone of the player, as of when this clock started: clocks.py reads it."""
    excused_left = models.PositiveSmallIntegerField(_("excused misses left"), default=0)
    absences = models.PositiveSmallIntegerField(_("absences"), default=0)
    """Turns in a row that were played for them, or missed, since they last ended one themselves."""
    offered_until = models.DateTimeField(_("offered until"), null=True, blank=True)
    held_due = models.DurationField(null=True, blank=True, editable=False)
    """While the table is paused: what counted time was left until `due_at`."""
    held_remind = models.DurationField(null=True, blank=True, editable=False)
    held_offer = models.DurationField(null=True, blank=True, editable=False)
    kept_due = models.DurationField(null=True, blank=True, editable=False)
    """What counted time `former` had left of this turn at `kept_from`: it runs on without them."""
    kept_remind = models.DurationField(null=True, blank=True, editable=False)
    kept_from = models.DateTimeField(null=True, blank=True, editable=False)
    former = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True
    )
    """Who sat here before a bot did: they may come back, if the table says so."""
    leaves_notes = models.BooleanField(_("leaves their notes"), default=False)
    """Whoever takes this empty seat gets the notes of `former`: they allowed it when they left."""
    in_time = models.PositiveIntegerField(_("turns in time"), default=0)
    missed = models.PositiveIntegerField(_("turns missed"), default=0)
    act_at = models.DateTimeField(_("bot acts"), null=True, blank=True)
    read_to = models.PositiveIntegerField(default=0)
    """The last log entry they knew of when they last moved: what follows is new to them."""
    seen_at = models.DateTimeField(_("last looked"), null=True, blank=True)
    scene_seen = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    """The last round whose end they have seen as a scene."""
    hoods_seen = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    """The last round whose roles they have seen while its gold was still being picked."""
    role_seen = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    """The last round in which they have turned over what they were dealt."""
    wants_cancel = models.BooleanField(_("agrees to cancel"), default=False)
    score = models.SmallIntegerField(_("score"), null=True, blank=True)
    won = models.BooleanField(_("won"), default=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When its table was over, so that a player's past is found without reading tables. None while
    it is not, and where an older release ended it: then the table says so."""
    score_alone = models.SmallIntegerField(null=True, blank=True, editable=False)
    """Once it is over: what they brought home from a table for one."""

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
        """May somebody take it, now or when the table is no longer paused?"""
        return self.offered_until is not None or self.held_offer is not None

    def is_looking(self, at: datetime) -> bool:
        """Does its player have the table before them? A page that is touched says so."""
        return self.seen_at is not None and at - self.seen_at < LOOKING


class Departure(models.Model):
    """Somebody left a running table: they may neither watch it nor chat there until it is over."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="departures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    in_time = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)
    """How they had kept their turns here: the seat counts for whoever took it over."""
    at = models.DateTimeField(default=now)

    class Meta:
        constraints = [models.UniqueConstraint("table", "user", name="one_departure_a_user")]


class Invitation(models.Model):
    """A player asked to join, by name or by email address."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    email = models.EmailField(blank=True, default="")
    at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "table", "user", condition=Q(user__isnull=False), name="one_invitation_a_user"
            ),
            models.UniqueConstraint(
                "table", "email", condition=~Q(email=""), name="one_invitation_an_address"
            ),
        ]
        indexes = [models.Index("at", condition=~Q(email=""), name="mailed_invitations_by_age")]


# Whether time counts at all.


class SiteClock(models.Model):
    """The only row of its table: when deadlines were last looked at, and when all clocks last
    stood still, because the site was away or for maintenance. `games/tables/site_clock.py` reads
    it."""

    THE_ROW = 1
    LONGEST_MESSAGE = 200

    id = models.PositiveSmallIntegerField(primary_key=True, default=THE_ROW)
    swept_at = models.DateTimeField(null=True, blank=True)
    """When the last sweep of deadlines began that came to its end."""
    stopped_at = models.DateTimeField(null=True, blank=True)
    """When all clocks last stopped."""
    went_on_at = models.DateTimeField(null=True, blank=True)
    """When they went on, and all deadlines had moved; empty during maintenance."""
    planned = models.BooleanField(default=False, db_default=False)
    """Operators stopped them; otherwise the site was away."""
    until = models.DateTimeField(null=True, blank=True)
    """When operators expect to be done."""
    message = models.CharField(max_length=LONGEST_MESSAGE, blank=True, default="", db_default="")
    """What operators say about it, to everybody."""

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_clock_for_the_site")]
