"""For how long things are kept, in words; the periods themselves are settings."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

YEAR: Final = 365

KEPT: Final[dict[str, Promise]] = {
    "SESSION_COOKIE_AGE": _("A sign-in that is not used"),
    "KEEP_GUESTS": _("A guest who does not come again"),
    "KEEP_UNCONFIRMED_ACCOUNTS": _("A sign-up that nobody confirms"),
    "KEEP_CLOSED_TABLES": _("Tables that never began or were cancelled"),
    "KEEP_ABANDONED_TABLES": _("Tables that everybody left"),
    "KEEP_INVITED_ADDRESSES": _("Email addresses that were invited to a table"),
    "KEEP_VACATIONS": _("Vacations, after their last day"),
    "KEEP_NOTICES": _("Notices, after they were sent"),
    "KEEP_GIVEN_UP_MAIL": _("That a mail could not be delivered"),
    "KEEP_REFUSED_ADDRESSES": _("Hashes of addresses to which mail came back"),
    "KEEP_DEVICE_TRACES": _("Hints of shared devices"),
    "KEEP_REPORTS": _("Reports, after they were answered"),
    "KEEP_SANCTIONS": _("Decisions of moderators, after they end"),
    "KEEP_EARLIER_NAMES": _("Earlier names of players"),
    "KEEP_STAFF_NOTES": _("Notes of moderators"),
    "KEEP_AUDIT": _("The trail of what moderators did"),
}


def periods() -> list[tuple[Promise, str]]:
    """What is kept, and for how long."""
    return [(what, in_words(_span(name))) for name, what in KEPT.items()]


def _span(name: str) -> timedelta:
    found = getattr(settings, name)
    return found if isinstance(found, timedelta) else timedelta(seconds=found)


def in_words(span: timedelta) -> str:
    years, rest = divmod(span.days, YEAR)
    if years and not rest:
        return ngettext("%(n)d year", "%(n)d years", years) % {"n": years}
    return ngettext("%(n)d day", "%(n)d days", span.days) % {"n": span.days}
