"""The invitation to somebody without an account: one mail, through the outbox."""

from __future__ import annotations

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.urls import reverse
from django.utils.translation import gettext

from accounts import never_again
from accounts.letters import Letter
from accounts.models import User
from games.kinds import KINDS
from games.tables.models import Table
from games.tables.presenters.pictures import covers
from games.tables.words import clocks
from games.tables.words.titles import mailed_title


def mail(table: Table, owner: User, address: str) -> EmailMultiAlternatives:
    """Who asks, to what, and how never to be asked again."""
    never, title = never_again.link(address), mailed_title(table)
    context = {
        "title": title,
        "game": KINDS[table.kind].title,
        "seats": table.size,
        "pace": clocks.pace(table.pace_hours, table.pace_minutes),
        "owner": owner,
        "link": settings.SITE_URL + reverse("invitation", args=[table.invite_code]),
        "never_url": never,
    }
    subject = gettext("%(name)s asks you to “%(title)s”")
    subject %= {"name": owner.display_name, "title": title}
    letter = Letter("notices/mail/invitation", " ".join(subject.split()), address, context)
    cover = covers.cover(table.kind)
    letter.show(cover.png, gettext("A drawing of the game."), cover.width)
    return letter.message(
        {
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{never}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    )
