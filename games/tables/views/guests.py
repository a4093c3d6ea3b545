"""A visitor becomes a guest by what they want to do at a table: both happen, or neither."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.http import HttpRequest

from accounts import guests
from accounts.models import User
from config.clock import now
from games.tables.models import Table
from games.tables.services.refusals import Refused

Deed = Callable[[User, datetime], Table]


def do_as_guest(request: HttpRequest, deed: Deed) -> Table:
    """Do it as this browser's guest, and be signed in as such. Refuses: no-more-guests."""
    at = now()
    with transaction.atomic():
        guest = guests.come(request, at)
        if guest is None:
            raise Refused("no-more-guests")
        table = deed(guest, at)
    guests.sign_in(request, guest)
    return table
