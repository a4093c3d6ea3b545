"""What was hidden, and by which decision: for staff, and for the mail to who wrote it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db.models import QuerySet
from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext

from accounts import dates
from games.moderation.models import Hidden, Sanction
from games.tables.models import Table
from games.tables.words.titles import mailed_title

KINDS: Final = (Sanction.Kind.HIDDEN, Sanction.Kind.TITLE)
QUOTED: Final = 5
"""So many messages a mail quotes, each as far as this goes:"""
QUOTED_SIGNS: Final = 200


def rows(sanction: Sanction) -> QuerySet[Hidden]:
    """What this decision hid, in the order in which it was said."""
    found = Hidden.objects.filter(sanction=sanction).select_related("message", "table")
    return found.order_by("message__id", "pk")


def table_of(sanction: Sanction) -> Table | None:
    """Where it was, if this decision hid something."""
    first = rows(sanction).first()
    return first.table if first else None


def decisions(messages: Collection[int]) -> dict[int, int]:
    """By message: the decision that hides it now."""
    holds = Hidden.objects.filter(message__in=messages, sanction__lifted_at=None)
    found = holds.values_list("message", "sanction").order_by("pk")
    return {message: sanction for message, sanction in found if message is not None}


def title_of(table: Table) -> Hidden | None:
    """The title that is hidden at this table now."""
    holds = Hidden.objects.filter(table=table, message=None, sanction__lifted_at=None)
    return holds.order_by("pk").last()


# --- what the author reads ------------------------------------------------------------------------


def told(sanction: Sanction) -> dict[str, str]:
    """For the sentences of the mail: where it was, and what it was."""
    found = list(rows(sanction))
    where = mailed_title(found[0].table) if found else "–"
    return {"table": where, "quote": _quoted(found)}


def _quoted(found: list[Hidden]) -> str:
    quotes = [_quote(row) for row in found[:QUOTED]]
    more = len(found) - len(quotes)
    if more and found[0].message:
        words = ngettext("and %(n)d more message", "and %(n)d more messages", more)
        quotes.append(words % {"n": more})
    return "; ".join(quotes if found and found[0].message else quotes[:1])


def _quote(row: Hidden) -> str:
    text = " ".join(Truncator(row.text).chars(QUOTED_SIGNS).split())
    if row.message is None:
        return gettext("“%s”") % text
    values = {"at": dates.moment(row.message.at), "text": text}
    return gettext("“%(text)s” (%(at)s)") % values
