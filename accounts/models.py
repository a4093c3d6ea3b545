"""Players, their personal data, and emails that wait to be sent."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, ClassVar
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import names, time_zones
from config.clock import now
from config.jobs.leases import Leased

FOR_GOOD = datetime(9999, 1, 1, tzinfo=UTC)
"""The end of a permanent ban."""
MAX_BIO_LENGTH = 140


def validate_time_zone(zone: str) -> None:
    if zone not in available_timezones():
        raise ValidationError(_("This is not a time zone."), code="time_zone")


def validate_language(code: str) -> None:
    if code not in dict(settings.LANGUAGES):
        raise ValidationError(_("This site does not speak that language."), code="language")


class UserManager(BaseUserManager["User"]):
    """Creates players, and finds them by any spelling of their name."""

    def create_user(
        self, name: str, email: str = "", password: str | None = None, **fields: Any
    ) -> User:
        user = self.model(name=name, email=email, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, name: str, **fields: Any) -> User:
        return self.create_user(name, is_staff=True, is_superuser=True, **fields)

    def named(self, name: str) -> models.QuerySet[User]:
        """Return the player with this name, or with one that looks like it."""
        return self.filter(name_key=names.key(name))

    def with_email(self, email: str) -> models.QuerySet[User]:
        """Return the player with this address; a player has at most one."""
        return self.filter(email=email.lower())

    def not_deleted(self) -> models.QuerySet[User]:
        return self.filter(deleted_at=None)

    def guests(self) -> models.QuerySet[User]:
        return self.filter(guest_until__isnull=False)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.named(username or "").get()


class User(AbstractBaseUser, PermissionsMixin):
    """A player. Deleting an account empties its row, which tables of others still refer to."""

    class Theme(models.TextChoices):
        AUTO = "auto", _("Like my device")
        LIGHT = "light", _("Daylight")
        DARK = "dark", _("Lamplight")

    # Null after deletion, not '': a unique column can hold many nulls.
    name = models.CharField(  # noqa: DJ001
        _("name"), max_length=names.LONGEST, unique=True, null=True, validators=[names.validate]
    )
    name_key = models.CharField(max_length=64, unique=True, null=True, editable=False)  # noqa: DJ001
    email = models.EmailField(_("email address"), blank=True, default="")
    language = models.CharField(
        _("language"),
        max_length=10,
        default=settings.LANGUAGE_CODE,
        validators=[validate_language],
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    theme = models.CharField(_("light"), max_length=5, choices=Theme, default=Theme.AUTO)
    shows_looking = models.BooleanField(
        _("others see when I am looking"), default=False, db_default=False
    )
    """Whether others at their tables see when they are looking."""
    bot_strength = models.CharField(
        _("strength of bots"), max_length=10, blank=True, default="", db_default=""
    )
    """The last choice; empty if they never chose."""
    dwarf = models.CharField(_("dwarf"), max_length=12, blank=True, default="", db_default="")
    """The code of a dwarf they designed (games/kinds/common/dwarfs.py); others get a default."""
    line = models.CharField(
        _("line about oneself"), max_length=MAX_BIO_LENGTH, blank=True, default="", db_default=""
    )
    """A line about themselves on their page (accounts/bio.py)."""
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_to = models.TimeField(_("quiet to"), null=True, blank=True)
    """In their time zone: no notices are sent, and their clocks stop if the table allows it."""
    digest_hour = models.PositiveSmallIntegerField(_("hour of the digest"), default=18)
    notice_modes = models.JSONField(default=dict, blank=True)
    """Their choices by kind and channel (games/notices/preferences.py)."""
    has_push = models.BooleanField(default=False, editable=False)
    has_webhook = models.BooleanField(default=False, editable=False)
    """Whether such rows exist; stored here to save queries."""
    away_from = models.DateField(_("vacation from"), null=True, blank=True)
    away_to = models.DateField(_("vacation to"), null=True, blank=True)
    """First and last day of the current or next vacation, in `vacation_zone`."""
    away_zone = models.CharField(max_length=64, blank=True, default="", editable=False)
    """Their time zone when they announced it, as travelling must not lengthen a vacation."""
    suspended_until = models.DateTimeField(_("suspended until"), null=True, blank=True)
    chat_muted_until = models.DateTimeField(_("muted in chat until"), null=True, blank=True)
    reliability_from = models.DateTimeField(_("reliability counts from"), null=True, blank=True)
    """Set by moderators: tables joined before then don't count."""
    mail_bounced_at = models.DateTimeField(_("mail came back"), null=True, blank=True)
    mail_bounced_why = models.CharField(
        _("why mail came back"), max_length=255, blank=True, default="", db_default=""
    )
    """Until they confirm their address again, no email is sent (accounts/mail/addresses.py)."""
    guest_until = models.DateTimeField(_("guest until"), null=True, blank=True, editable=False)
    """When a guest is deleted unless they come back; None if not a guest."""
    guest_key = models.CharField(max_length=64, unique=True, null=True, editable=False)  # noqa: DJ001
    """Identifies the guest's browser (accounts/sign_in/guests.py)."""
    is_staff = models.BooleanField(_("may enter the admin"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    joined_at = models.DateTimeField(_("joined"), default=now, editable=False)
    deleted_at = models.DateTimeField(_("gone since"), null=True, blank=True, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = [
            models.Index("email", name="user_by_email"),
            models.Index(
                "joined_at",
                condition=Q(last_login__isnull=True, deleted_at__isnull=True),
                name="users_never_signed_in",
            ),
            models.Index(
                "guest_until", condition=Q(guest_until__isnull=False), name="guests_by_end"
            ),
            models.Index(
                fields=["email"], opclasses=["varchar_pattern_ops"], name="user_by_email_start"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                Lower("email"), condition=~Q(email=""), name="one_account_an_email"
            ),
            models.CheckConstraint(
                condition=Q(deleted_at__isnull=False, name__isnull=True, name_key__isnull=True)
                | Q(deleted_at__isnull=True, name__isnull=False, name_key__isnull=False),
                name="only_who_left_is_nameless",
            ),
            models.CheckConstraint(
                condition=Q(deleted_at__isnull=True) | Q(email="", is_active=False),
                name="who_left_cannot_come_back",
            ),
            models.CheckConstraint(
                condition=Q(guest_until__isnull=True) | Q(email="", is_staff=False),
                name="a_guest_has_no_address",
            ),
            models.CheckConstraint(
                condition=Q(theme__in=["auto", "light", "dark"]), name="theme_is_known"
            ),
            models.CheckConstraint(condition=Q(digest_hour__lte=23), name="a_day_has_24_hours"),
            models.CheckConstraint(
                condition=Q(quiet_from__isnull=True, quiet_to__isnull=True)
                | Q(quiet_from__isnull=False, quiet_to__isnull=False),
                name="quiet_hours_begin_and_end",
            ),
            models.CheckConstraint(
                condition=Q(away_from__isnull=True, away_to__isnull=True)
                | Q(away_from__lte=F("away_to")),
                name="a_vacation_begins_and_ends",
            ),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        return self.name or gettext("former player")

    @property
    def is_guest(self) -> bool:
        """Whether they play without an address (accounts/sign_in/guests.py)."""
        return self.guest_until is not None

    @property
    def zone(self) -> ZoneInfo:
        """Their time zone; UTC if it is unknown on this machine."""
        return time_zones.zone_info(self.time_zone)

    @property
    def vacation_zone(self) -> ZoneInfo:
        """The zone in which the days of their vacation start and end."""
        return time_zones.zone_info(self.away_zone or self.time_zone)

    def is_suspended(self, at: datetime) -> bool:
        return self.suspended_until is not None and at < self.suspended_until

    def is_banned(self) -> bool:
        return self.suspended_until is not None and self.suspended_until >= FOR_GOOD

    def is_muted(self, at: datetime) -> bool:
        return self.chat_muted_until is not None and at < self.chat_muted_until

    def clean(self) -> None:
        """Refuse a name that looks like another player's."""
        self.tidy()
        if self.name and User.objects.named(self.name).exclude(pk=self.pk).exists():
            raise ValidationError({"name": _("This name is taken, or looks too much like one.")})

    def tidy(self) -> None:
        """Normalize name and address, as constraints rely on it."""
        self.name = names.normal(self.name) if self.name else None
        self.name_key = names.key(self.name) if self.name else None
        self.email = self.email.lower()

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        self.tidy()
        if update_fields is not None and "name" in update_fields:
            update_fields = {*update_fields, "name_key"}
        super().save(*args, update_fields=update_fields, **kwargs)


class EarlierName(models.Model):
    """A player's earlier name: staff can search it, and nobody else may take it."""

    class Because(models.TextChoices):
        STAFF = "staff", _("moderators took it")
        PLAYER = "player", _("the player chose another")
        BACK = "back", _("the earlier one was given back")

    user = models.ForeignKey(User, models.CASCADE, related_name="earlier_names")
    name = models.CharField(_("name"), max_length=names.LONGEST)
    key = models.CharField(max_length=64, db_index=True, editable=False)
    since = models.DateTimeField(_("since"))
    until = models.DateTimeField(_("until"), default=now, db_index=True)
    because = models.CharField(_("why"), max_length=8, choices=Because)

    class Meta:
        verbose_name = _("earlier name")
        verbose_name_plural = _("earlier names")

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.key = names.key(self.name)
        super().save(*args, **kwargs)


class OutgoingMail(Leased):
    """An email that waits to be sent, written in the transaction of its cause, deleted once sent.

    Its text may contain keys and codes, so no page shows it, and it is erased when we give up.
    """

    recipients = models.TextField(_("to"), help_text=_("One address a line."))
    sender = models.CharField(_("from"), max_length=320)
    subject = models.CharField(_("subject"), max_length=255)
    mime = models.TextField(editable=False)
    given_up_at = models.DateTimeField(_("given up"), null=True, blank=True)

    class Meta:
        verbose_name = _("outgoing mail")
        verbose_name_plural = _("outgoing mail")
        indexes = [
            models.Index("due_at", condition=Q(given_up_at__isnull=True), name="mail_by_due_time"),
            models.Index(
                "given_up_at", condition=Q(given_up_at__isnull=False), name="mail_given_up"
            ),
        ]

    def __str__(self) -> str:
        return f"mail {self.pk}"


class NeverAgain(models.Model):
    """A keyed hash of an address that wants no invitations."""

    mailbox = models.CharField(max_length=64, unique=True, editable=False)
    at = models.DateTimeField(_("since"), default=now)

    class Meta:
        verbose_name = _("address without invitations")
        verbose_name_plural = _("addresses without invitations")


class RefusedAddress(models.Model):
    """A keyed hash of an address without an account that a mail server doesn't know."""

    address = models.CharField(max_length=64, unique=True, editable=False)
    at = models.DateTimeField(_("since"), default=now, db_index=True)

    class Meta:
        verbose_name = _("refused address")
        verbose_name_plural = _("refused addresses")


class KeptOut(models.Model):
    """A keyed hash of the address or name of a player who left while banned or suspended.

    It is kept as long as the decision holds (accounts/sign_in/bans.py).
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="+", editable=False)
    """The emptied account: lifting the decision frees its address and name."""
    mark = models.CharField(max_length=64, editable=False)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    """None for a ban."""

    class Meta:
        verbose_name = _("address or name kept out")
        verbose_name_plural = _("addresses and names kept out")
        indexes = [
            models.Index("mark", name="kept_out_by_mark"),
            models.Index("until", name="kept_out_by_end"),
        ]


class Vacation(models.Model):
    """Days on which a player's clocks stop. Kept to count the days of a year."""

    user = models.ForeignKey(User, models.CASCADE, related_name="vacations")
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    announced_at = models.DateTimeField(_("announced"), default=now)

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        constraints = [
            models.CheckConstraint(
                condition=Q(first_day__lte=F("last_day")), name="vacation_days_in_order"
            )
        ]


class Relation(models.Model):
    """A relation of `user` to another player, who is never told; at most one per pair."""

    other = models.ForeignKey(User, models.CASCADE, related_name="+")
    at = models.DateTimeField(_("since"), default=now)

    class Meta:
        abstract = True
        constraints = [models.UniqueConstraint("user", "other", name="one_%(class)s_a_pair")]


class Block(Relation):
    """A player's wish not to share public tables with another."""

    user = models.ForeignKey(User, models.CASCADE, related_name="blocks")

    class Meta(Relation.Meta):
        verbose_name = _("block")
        verbose_name_plural = _("blocks")


class Mute(Relation):
    """A player's wish not to read another's messages."""

    user = models.ForeignKey(User, models.CASCADE, related_name="mutes")

    class Meta(Relation.Meta):
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")


class Follow(Relation):
    """A player's wish to find another again."""

    user = models.ForeignKey(User, models.CASCADE, related_name="follows")

    class Meta(Relation.Meta):
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
