"""What a link to a page looks like in a chat or a mail: Open Graph. It is read by strangers.

Only a table that everybody may look at has one, and an invitation, whose address only those know
who were given it. Nothing stands in it that its page does not tell whoever opens it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from games.kinds import KINDS
from games.kinds.common.words import joined
from games.tables.models import Table
from games.tables.presenters.pictures import covers
from games.tables.words import clocks
from games.tables.words.titles import mailed_title


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """Addresses are absolute: who reads this has no page to start from."""

    title: str
    description: str
    address: str
    image: str
    words: str
    """What the image shows."""


def of_site() -> LinkPreview:
    return LinkPreview(
        title=settings.SITE_NAME,
        description=gettext(
            "Saboteur, The Duel and The Lost Mines by web, one move at a time, with friends in "
            "other time zones."
        ),
        address=settings.SITE_URL + reverse("home"),
        image=_cover(covers.SITE),
        words=gettext("A mine in lamplight."),
    )


def of_table(table: Table, names: Iterable[str]) -> LinkPreview | None:
    """A table that is, or was, played; nothing of one that is not public."""
    if not table.public:
        return None
    said = gettext("%(game)s by web, one move at a time: %(names)s.")
    board = reverse("table-board-png", args=[table.code])
    return LinkPreview(
        title=mailed_title(table),
        description=said % {"game": KINDS[table.kind].title, "names": joined(list(names))},
        address=settings.SITE_URL + reverse("table", args=[table.code]),
        image=f"{settings.SITE_URL}{board}?v={table.version}",
        words=gettext("The board as everybody sees it."),
    )


def of_lobby(table: Table) -> LinkPreview | None:
    """A public table that waits for players."""
    if not table.public:
        return None
    address = settings.SITE_URL + reverse("table", args=[table.code])
    return _waiting(table, mailed_title(table), address)


def of_invitation(table: Table) -> LinkPreview:
    """Who asks, to what, and which game it is."""
    asked = gettext("%(name)s invites you to %(table)s")
    name = table.owner.display_name if table.owner else ""
    title = asked % {"name": name, "table": mailed_title(table)} if name else mailed_title(table)
    address = settings.SITE_URL + reverse("invitation", args=[table.invite_code])
    return _waiting(table, title, address)


def _waiting(table: Table, title: str, address: str) -> LinkPreview:
    game, pace = str(KINDS[table.kind].title), clocks.pace(table.pace_hours, table.pace_minutes)
    seats = gettext("%(seats)s seats") % {"seats": table.size}
    return LinkPreview(
        title=title,
        description=f"{game} · {seats} · {pace}",
        address=address,
        image=_cover(table.kind),
        words=gettext("A drawing of the game."),
    )


def _cover(name: str) -> str:
    return settings.SITE_URL + reverse("cover", args=[name])
