"""Open Graph previews of links in chats and mails, which strangers may read.

Only public tables have one, and invitations, whose links only invited people know. It reveals
nothing that the page itself doesn't.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.kinds import KINDS
from games.kinds.common.words.phrases import joined
from games.replays import picture_files
from games.tables import time_controls
from games.tables.models import Table
from games.tables.titles import mailed_title

LinkPreview = dict[str, str]
"""Open Graph properties by name. URLs are absolute, as previews need."""


def site_preview() -> LinkPreview:
    return {
        "title": settings.SITE_NAME,
        "description": gettext(
            "Saboteur, The Duel and The Lost Mines by web, one move at a time, with friends in "
            "other time zones."
        ),
        "address": settings.SITE_URL + reverse("home"),
        "image": _cover(picture_files.SITE),
        "words": gettext("A mine in lamplight."),
    }


def table_preview(table: Table, names: Iterable[str]) -> LinkPreview | None:
    """Return the preview of a table after its deal, or None if it isn't public."""
    if not table.public:
        return None
    said = gettext("%(game)s by web, one move at a time: %(names)s.")
    board = reverse("table-board-png", args=[table.code])
    return {
        "title": mailed_title(table),
        "description": said % {"game": KINDS[table.kind].title, "names": joined(list(names))},
        "address": settings.SITE_URL + table.get_absolute_url(),
        "image": f"{settings.SITE_URL}{board}?v={table.version}",
        "words": gettext("The board as everybody sees it."),
    }


def lobby_preview(table: Table) -> LinkPreview | None:
    if not table.public:
        return None
    address = settings.SITE_URL + table.get_absolute_url()
    return _waiting(table, mailed_title(table), address)


def invitation_preview(table: Table) -> LinkPreview:
    """Say who invites to which table, and which game it is."""
    asked = gettext("%(name)s invites you to %(table)s")
    name = table.owner.display_name if table.owner else ""
    title = asked % {"name": name, "table": mailed_title(table)} if name else mailed_title(table)
    address = settings.SITE_URL + reverse("invitation", args=[table.invite_code])
    return _waiting(table, title, address)


def _waiting(table: Table, title: str, address: str) -> LinkPreview:
    game = str(KINDS[table.kind].title)
    pace = time_controls.turn_length(table.pace_hours, table.pace_minutes)
    seats = gettext("%(seats)s seats") % {"seats": table.size}
    return {
        "title": title,
        "description": f"{game} · {seats} · {pace}",
        "address": address,
        "image": _cover(table.kind),
        "words": gettext("A drawing of the game."),
    }


def _cover(name: str) -> str:
    return settings.SITE_URL + reverse("cover", args=[name])


QUIET_ZONE: Final = 4
"""The empty margin that scanners need, in modules."""


@lru_cache(maxsize=200)
def qr_code(link: str) -> SafeString:
    """Return an SVG, dark on light in every theme since many scanners need that.

    The text next to it must say what it is.
    """
    code = segno.make(link, micro=False, error="m")
    drawing = code.svg_inline(
        omitsize=True,
        border=QUIET_ZONE,
        dark="#000",
        light="#fff",
        svgclass="link-code",
        lineclass=None,
    )
    return SafeString(drawing)
