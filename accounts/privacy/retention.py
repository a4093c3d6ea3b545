"""Clean-up of accounts (config/jobs/cleanup.py)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.sessions.models import Session
from django.db.models import PROTECT, Exists, OuterRef, Q, QuerySet

from accounts import models
from accounts.sign_in import guests
from config.jobs.cleanup import Cleaning, older_than

JUST_MADE = timedelta(days=1)
"""A sign-in writes two rows one after the other, and neither may be deleted in between."""


def unconfirmed_accounts(at: datetime) -> QuerySet[models.User]:
    """Return sign-ups that nobody confirmed.

    They never signed in and have no confirmed address, permission or table. In addition, they claim
    an address, or lost it to its owner, or only hold the name of a sign-up with an address that had
    an account (docs/decisions/0005). Players created by operators or the demo match none of these.
    """
    mine = EmailAddress.objects.filter(user=OuterRef("pk"))
    claims = Exists(mine.filter(verified=False))
    lost = Q(email="") & ~Exists(mine)
    locked_out = Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    robbed = lost & Q(is_active=True) & ~locked_out
    only_a_name = lost & Q(is_active=False) & locked_out
    return _never_here(at).filter(claims | robbed | only_a_name).order_by("joined_at")


def _never_here(at: datetime) -> QuerySet[models.User]:
    them = OuterRef("pk")
    strangers = models.User.objects.filter(
        joined_at__lte=at - settings.KEEP_UNCONFIRMED_ACCOUNTS,
        last_login__isnull=True,
        deleted_at__isnull=True,
        is_staff=False,
        is_superuser=False,
    )
    links = [link for link in models.User._meta.related_objects if link.on_delete is PROTECT]
    known = (
        EmailAddress.objects.filter(user=them, verified=True),
        UserSession.objects.filter(user=them),
        *(link.related_model._default_manager.filter(**{link.field.name: them}) for link in links),
    )
    return strangers.filter(*(~Exists(rows) for rows in known))


def still_unconfirmed(strangers: QuerySet[models.User]) -> QuerySet[models.User]:
    """Lock the addresses of these accounts, and leave out those that confirmed one just before."""
    addresses = EmailAddress.objects.filter(user__in=strangers.values("pk"))
    held = list(addresses.select_for_update(of=("self",)).order_by("pk"))
    confirmed = [address.user_id for address in held if address.verified]
    return strangers.exclude(pk__in=confirmed)


@dataclass(frozen=True, slots=True)
class GuestCleaning(Cleaning):
    """Deletes each guest as if they had deleted their account, in its own transaction."""

    def remove(self, keys: list[Any], at: datetime) -> int:
        return sum(guests.delete_if_idle(number, at) for number in keys)


def orphaned_session_entries(at: datetime) -> QuerySet[UserSession]:
    """Return entries of the session list whose session no longer exists."""
    alive = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=at)
    old: QuerySet[UserSession] = UserSession.objects.filter(last_seen_at__lte=at - JUST_MADE)
    return old.exclude(Exists(alive)).order_by("pk")


def vacations(at: datetime) -> QuerySet[models.Vacation]:
    return models.Vacation.objects.filter(last_day__lt=(at - settings.KEEP_VACATIONS).date())


CLEANINGS = (
    Cleaning(
        "unconfirmed-accounts",
        "sign-ups that nobody confirmed in time, and names held for none",
        unconfirmed_accounts,
        batch=50,
        hold=still_unconfirmed,
    ),
    GuestCleaning(
        "guests",
        "guests who did not come again, as if deleted",
        older_than(models.User, "guest_until"),
        batch=1,
    ),
    Cleaning("sessions", "sessions that are over", older_than(Session, "expire_date")),
    Cleaning(
        "signed-in-at",
        "what lists of sessions say of those that are over",
        orphaned_session_entries,
    ),
    Cleaning(
        "given-up-mail",
        "mail that could not be delivered long ago",
        older_than(models.OutgoingMail, "given_up_at", "KEEP_GIVEN_UP_MAIL"),
    ),
    Cleaning(
        "refused-addresses",
        "hashes of addresses that mail servers refused",
        older_than(models.RefusedAddress, "at", "KEEP_REFUSED_ADDRESSES"),
    ),
    Cleaning(
        "kept-out",
        "hashes of addresses and names kept out until now",
        older_than(models.KeptOut, "until"),
    ),
    Cleaning("vacations", "vacations of years that no longer count", vacations),
    Cleaning(
        "earlier-names",
        "what players were called long ago",
        older_than(models.EarlierName, "until", "KEEP_EARLIER_NAMES"),
    ),
)
