"""Moderators' data about players: export, deletion with the account, and retention.

The export has the decisions and notes about a player. To protect others it leaves out who
reported them and who wrote a note.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Block, Mute, User
from accounts.privacy.personal_data import moment
from config.jobs.cleanup import Cleaning, older_than
from games.moderation import models, texts
from games.moderation.services import audit, time_machine

Chapter = tuple[str, Any]


def reports_made(user: User) -> Chapter:
    rows = models.Report.objects.filter(reporter=user).select_related("about").order_by("pk")
    return _("reports I made"), [
        {
            _("about"): row.about.display_name,
            _("kind"): row.get_kind_display(),
            _("words"): row.words,
            _("reported again"): [
                {_("made at"): moment(at), _("words"): words} for at, words in row.additions
            ],
            _("made at"): moment(row.at),
            _("state"): row.get_state_display(),
            _("answer"): row.answer,
        }
        for row in rows
    ]


def reports_about(user: User) -> Chapter:
    """Return the subject and outcome of resolved reports about the user.

    Leave out the reporters and their words, and the table and the hour, which would suggest them.
    An open report is left out, so that a reported player doesn't learn of it.
    """
    done = models.Report.objects.resolved().filter(about=user)
    rows = done.exclude(kind=models.Report.Kind.APPEAL).order_by("pk")
    return _("reports about me"), [
        {
            _("kind"): row.get_kind_display(),
            _("made at"): row.at.date().isoformat(),
            _("state"): row.get_state_display(),
            _("outcome"): row.outcome,
        }
        for row in rows
    ]


def sanctions(user: User) -> Chapter:
    rows = (
        models.Sanction.objects.filter(user=user).prefetch_related("hidden__message").order_by("pk")
    )
    return _("decisions of moderators"), [
        {
            _("kind"): row.get_kind_display(),
            _("reason"): str(texts.reason_text(row.reason)),
            _("words"): row.words,
            _("what it is about"): row.about or {},
            _("decided"): moment(row.at),
            _("until"): moment(row.until),
            _("lifted"): moment(row.lifted_at),
            _("appeal"): row.appeal_words,
            _("hidden words"): [one.text for one in row.hidden.all()],
        }
        for row in rows
    ]


def notes(user: User) -> Chapter:
    """Return the notes about the user, without their authors."""
    rows = models.StaffNote.objects.filter(user=user).order_by("pk")
    return _("notes of moderators"), [
        {_("written"): moment(row.at), _("text"): row.text} for row in rows
    ]


def blocks_and_mutes(user: User) -> Chapter:
    blocks = Block.objects.filter(user=user).select_related("other").order_by("pk")
    mutes = Mute.objects.filter(user=user).select_related("other").order_by("pk")
    return _("players I keep away from"), {
        _("blocked"): [row.other.display_name for row in blocks],
        _("muted"): [row.other.display_name for row in mutes],
    }


def devices(user: User) -> Chapter:
    rows = models.DeviceTrace.objects.filter(user=user).order_by("pk")
    return _("traces of devices"), [
        {_("hash"): row.trace, _("last day"): row.last_day.isoformat()} for row in rows
    ]


def tied_devices(user: User) -> Chapter:
    rows = models.DeviceTie.objects.filter(sanction__user=user).order_by("pk")
    return _("devices tied to a ban or suspension"), [
        {_("hash"): row.trace, _("tied"): moment(row.at), _("until"): moment(row.until)}
        for row in rows
    ]


CHAPTERS = (
    reports_made,
    reports_about,
    sanctions,
    notes,
    blocks_and_mutes,
    devices,
    tied_devices,
)


def on_account_deleted(user: User, at: datetime) -> None:
    """Delete what only concerns this player, and their name from everything that stays.

    Devices that are tied to a ban stay tied to it.
    """
    Block.objects.filter(Q(user=user) | Q(other=user)).delete()
    Mute.objects.filter(Q(user=user) | Q(other=user)).delete()
    models.DeviceTrace.objects.filter(user=user).delete()
    models.StaffNote.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    models.Sanction.objects.filter(user=user).update(
        words="", appeal_words="", before={}, about=None
    )
    models.Hidden.objects.filter(sanction__user=user).update(title="")
    _forget_in_reports(user)
    audit.remove_names(user)
    user.chat_muted_until = user.reliability_from = None
    user.save(update_fields=["chat_muted_until", "reliability_from"])


def _forget_in_reports(user: User) -> None:
    """Remove the player's name from the copies that reports keep."""
    seen = Q(about=user) | Q(reporter=user) | Q(table__seats__user=user)
    seen |= Q(table__departures__user=user) | Q(table__messages__user=user)
    for row in models.Report.objects.filter(seen).distinct():
        row.context = _nameless(row.context, user, row.about_id == user.pk)
        if row.reporter_id == user.pk:
            row.words, row.added = "", [more | {"words": ""} for more in row.added or []]
        row.save(update_fields=["context", "words", "added"])


def _nameless(context: dict[str, Any], user: User, about: bool) -> dict[str, Any]:
    found = dict(context)
    for field in {"seats", "chat"} & found.keys():
        found[field] = [
            row | {"name": ""} if row.get("user") == user.pk else row for row in found[field]
        ]
    if about:
        found.pop("line", None)
    return found | {"about": ""} if about else found


# How long rows are kept (config/jobs/cleanup.py).


def _old_reports(at: datetime) -> QuerySet[models.Report]:
    done = models.Report.objects.resolved().filter(resolved_at__lte=at - settings.KEEP_REPORTS)
    return done.order_by("resolved_at")


def _old_sanctions(at: datetime) -> QuerySet[models.Sanction]:
    """Return sanctions that no longer hold. A ban that was not lifted is kept."""
    end = at - settings.KEEP_SANCTIONS
    over = ~Q(kind__in=models.Sanction.BINDING) | Q(until__lte=end) | Q(lifted_at__lte=end)
    old = models.Sanction.objects.filter(over, at__lte=end).exclude(
        appeal=models.Sanction.Appeal.OPEN
    )
    return old.order_by("at")


def _old_device_traces(at: datetime) -> QuerySet[models.DeviceTrace]:
    """Return old traces, counted in days, as no hour is stored."""
    end = (at - settings.KEEP_DEVICE_TRACES).date()
    return models.DeviceTrace.objects.filter(last_day__lt=end).order_by("last_day")


def _old_audit(at: datetime) -> QuerySet[models.AuditEntry]:
    """Return the only entries that may be deleted.

    An entry that keeps staff from a running table stays until the table is over.
    """
    old = models.ExpiredEntries(models.AuditEntry).filter(at__lte=at - settings.KEEP_AUDIT)
    return old.exclude(time_machine.looks_at_open_tables()).order_by("at")


_old_notes = partial(older_than, column="at", keep="KEEP_STAFF_NOTES")
CLEANINGS = (
    Cleaning("reports", "reports that were resolved long ago", _old_reports),
    Cleaning("sanctions", "decisions about players that bind nobody any more", _old_sanctions),
    Cleaning("staff-notes", "notes of moderators", _old_notes(models.StaffNote)),
    # A finished table is kept for good, but notes about it are not.
    Cleaning("table-notes", "notes of moderators about tables", _old_notes(models.TableNote)),
    Cleaning("device-traces", "traces of devices", _old_device_traces),
    # Those of a ban have no end: lifting it removes them at once.
    Cleaning(
        "device-ties",
        "devices tied to a sanction that has ended",
        older_than(models.DeviceTie, "until"),
    ),
    Cleaning("audit", "entries of the audit trail", _old_audit),
)
