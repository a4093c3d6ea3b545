"""Tables as rows. Rows are the truth: `store.py` turns them into an engine's state and back.

The shape is the same for every game. What the rules call a thing (a zone, a role, a tool) is a
word in a column, never a column of its own.
"""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from config.clock import now

CODE_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"  # no sign that is read as another one


def new_code() -> str:
    """Unguessable: 12 signs of 31 are 59 bits."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(12))


class Game(models.Model):
    """One table: a game of so many rounds, from its lobby to its end."""

    class Status(models.TextChoices):
        LOBBY = "lobby", _("waiting for players")
        RUNNING = "running", _("being played")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")
        EXPIRED = "expired", _("never filled")

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
    status = models.CharField(_("state"), max_length=10, choices=Status, default=Status.LOBBY)
    version = models.PositiveIntegerField(default=0)
    """Grows with every change of the table itself; a form that was made before is out of date."""
    talk = models.PositiveIntegerField(default=0)
    """Messages of the seated."""
    gallery = models.PositiveIntegerField(default=0)
    """Messages of spectators, which the seated must not even count while a round is played."""
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
    rematch = models.OneToOneField("self", models.SET_NULL, null=True, blank=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            models.UniqueConstraint("owner", "token", name="one_table_a_form"),
            models.CheckConstraint(condition=Q(size__gte=1), name="a_table_has_seats"),
        ]
        indexes = [
            models.Index(
                F("created_at").desc(),
                condition=Q(status="lobby", public=True),
                name="open_tables",
            ),
            models.Index("expires_at", condition=Q(status="lobby"), name="lobbies_by_expiry"),
            models.Index("moved_at", condition=Q(status="running"), name="running_by_last_move"),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.code})"


class Seat(models.Model):
    """A place at a table and who sits there: a player, or a bot of some skill."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats", null=True, blank=True
    )
    bot = models.CharField(_("bot"), max_length=10, blank=True, default="")
    joined_at = models.DateTimeField(_("joined"), default=now)
    on_turn = models.BooleanField(_("on turn"), default=False)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    act_at = models.DateTimeField(_("bot acts"), null=True, blank=True)
    read_to = models.PositiveIntegerField(default=0)
    """The last log entry he knew of when he last moved: what follows is new to him."""
    seen_at = models.DateTimeField(_("last looked"), null=True, blank=True)
    wants_cancel = models.BooleanField(_("agrees to cancel"), default=False)
    score = models.SmallIntegerField(_("score"), null=True, blank=True)
    won = models.BooleanField(_("won"), default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint("game", "number", name="one_holder_a_seat"),
            models.UniqueConstraint("game", "user", name="one_seat_a_user_and_table"),
            models.CheckConstraint(
                condition=Q(user__isnull=True) | Q(bot=""), name="a_player_is_no_bot"
            ),
        ]
        indexes = [
            models.Index("user", "due_at", condition=Q(on_turn=True), name="turns_by_due_time"),
            models.Index("act_at", condition=Q(act_at__isnull=False), name="bots_by_act_time"),
        ]

    def __str__(self) -> str:
        return f"p{self.number + 1}"


class Departure(models.Model):
    """Somebody left a running table: he may neither watch it nor chat there until it is over."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="departures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=now)

    class Meta:
        constraints = [models.UniqueConstraint("game", "user", name="one_departure_a_user")]


class Invitation(models.Model):
    """A player asked to join, by name or by email address."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    email = models.EmailField(blank=True, default="")
    at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "game", "user", condition=Q(user__isnull=False), name="one_invitation_a_user"
            ),
            models.UniqueConstraint(
                "game", "email", condition=~Q(email=""), name="one_invitation_an_address"
            ),
        ]


class Round(models.Model):
    """A round: the chance it comes from, and the few values its state has beside pieces."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    seed = models.CharField(max_length=64, editable=False)
    salt = models.CharField(max_length=32, editable=False)
    commitment = models.CharField(_("commitment"), max_length=64)
    extra = models.JSONField(default=dict, editable=False)
    began_at = models.DateTimeField(_("began"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = [models.UniqueConstraint("game", "number", name="one_row_a_round")]

    def __str__(self) -> str:
        return f"round {self.number}"


class Card(models.Model):
    """A card of the round now played. It is somewhere at any time: a move moves it."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="cards")
    zone = models.CharField(_("zone"), max_length=16)
    name = models.CharField(_("card"), max_length=40)
    owner = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    order = models.SmallIntegerField(_("order"), null=True, blank=True)
    x = models.SmallIntegerField(null=True, blank=True)
    y = models.SmallIntegerField(null=True, blank=True)
    turned = models.BooleanField(_("turned"), default=False)
    face_up = models.BooleanField(_("face up"), default=False)

    class Meta:
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        constraints = [
            models.UniqueConstraint(
                "round", "x", "y", condition=Q(x__isnull=False), name="one_card_a_cell_and_round"
            ),
            models.CheckConstraint(
                condition=Q(x__isnull=True, y__isnull=True) | Q(x__isnull=False, y__isnull=False),
                name="a_cell_has_two_numbers",
            ),
        ]

    def __str__(self) -> str:
        return f"card {self.pk}"  # its name may be a secret


class PlacedCardManager(models.Manager["PlacedCard"]):
    def get_queryset(self) -> models.QuerySet[PlacedCard]:
        return super().get_queryset().filter(x__isnull=False)


class PlacedCard(Card):
    """A card on the board, face up or face down."""

    objects: ClassVar[PlacedCardManager] = PlacedCardManager()

    class Meta:
        proxy = True
        verbose_name = _("placed card")
        verbose_name_plural = _("placed cards")


class HandCardManager(models.Manager["HandCard"]):
    def get_queryset(self) -> models.QuerySet[HandCard]:
        return super().get_queryset().filter(zone="hand")


class HandCard(Card):
    """A card in somebody's hand."""

    objects: ClassVar[HandCardManager] = HandCardManager()

    class Meta:
        proxy = True
        verbose_name = _("hand card")
        verbose_name_plural = _("hand cards")


class Token(models.Model):
    """A token on a cell or, with a side, on a joint."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tokens")
    kind = models.CharField(max_length=16)
    x = models.SmallIntegerField()
    y = models.SmallIntegerField()
    side = models.CharField(max_length=1, blank=True, default="")
    owner = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("round", "kind", "x", "y", "side", name="one_token_a_place")
        ]


class SeatValue(models.Model):
    """A value that belongs to a seat: gold, a role."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="values")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=16)
    value = models.JSONField()  # a word or a number, and nothing larger

    class Meta:
        constraints = [
            models.UniqueConstraint("round", "seat", "name", name="one_value_a_seat_and_name")
        ]


class Knowledge(models.Model):
    """Something that a seat has learned in secret."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="knowledge")
    seat = models.PositiveSmallIntegerField()
    thing = models.CharField(max_length=24)
    value = models.JSONField()  # a word or a number, and nothing larger

    class Meta:
        constraints = [
            models.UniqueConstraint("round", "seat", "thing", name="a_seat_learns_a_thing_once")
        ]


class Move(models.Model):
    """An entry of the log: what was done, and a digest of the state after it."""

    class Kind(models.TextChoices):
        DEAL = "deal", _("deal")
        MOVE = "move", _("move")
        FORCED = "forced", _("forced move")
        ABSENT = "absent", _("played for an absent player")
        HANDOVER = "handover", _("seat handed over")
        RESIGNED = "resigned", _("resigned")
        CANCELLED = "cancelled", _("cancelled")

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField(_("number"))
    round_number = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.MOVE)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    text = models.CharField(max_length=120, blank=True, default="")
    """The move in notation; as secret as what it names."""
    events = models.JSONField(default=list)
    """What happened, secrets included: readers get it through the engine's view_event."""
    digest = models.CharField(max_length=64)
    token = models.CharField(max_length=32, blank=True, default="")
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        constraints = [
            models.UniqueConstraint("game", "number", name="one_entry_a_number"),
            models.UniqueConstraint(
                "game", "token", condition=~Q(token=""), name="one_move_a_form"
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.number}"


class Message(models.Model):
    """Something said at a table. What spectators say, the seated see when the round is over."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    round_number = models.PositiveSmallIntegerField(_("round"))
    text = models.CharField(_("text"), max_length=500)
    token = models.CharField(max_length=32)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        constraints = [models.UniqueConstraint("game", "token", name="one_message_a_form")]
        indexes = [models.Index("game", "id", name="messages_of_a_table")]

    def __str__(self) -> str:
        return f"message {self.pk}"


class Note(models.Model):
    """What a player writes down for himself about a table. Nobody else ever reads it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.TextField(_("notes"), max_length=4000, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint("game", "user", name="one_note_a_user_and_table")]


class Notice(models.Model):
    """Something to tell somebody, written in the transaction of what caused it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer true")

    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    kind = models.CharField(_("kind"), max_length=16)
    game = models.ForeignKey(Game, models.CASCADE, related_name="notices", null=True)
    cause = models.CharField(_("cause"), max_length=64)
    channel = models.CharField(_("channel"), max_length=8, default="mail")
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    created_at = models.DateTimeField(_("written"), default=now)
    due_at = models.DateTimeField(_("due"), default=now)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    leased_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [
            models.UniqueConstraint(
                "recipient", "kind", "cause", "channel", name="one_notice_a_cause_and_channel"
            )
        ]
        indexes = [models.Index("due_at", condition=Q(state="waiting"), name="notices_by_due_time")]

    def __str__(self) -> str:
        return f"notice {self.pk}"
