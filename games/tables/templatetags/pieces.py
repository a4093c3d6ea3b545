"""`{% piece "log" %}`: a part of a table's page that is renewed by itself.

A piece is one element, whose id is the name of the piece. It carries a mark of its content. A page
tells the marks of all it has (static/js/swaps.js), and an answer leaves out what is the same: what
did not change keeps its focus and its place.
"""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import RequestContext
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString, mark_safe

from games.kinds import KINDS

register = template.Library()

FOLDER = "tables/table/pieces"
HIDDEN_KEY = "csrfmiddlewaretoken"
LENGTH = 10


@register.simple_tag(takes_context=True)
def piece(
    context: RequestContext, name: str, file: str = "", *, always: bool = False
) -> SafeString:
    """The piece, for a page; for an answer, with where to put it, or nothing if the page has it.

    `always`: scripts change it on the page, or it says something anew. So it has no mark.
    """
    text = _rendered(context, file or f"{FOLDER}/{name.replace('-', '_')}.html")
    mark = "" if always else _mark(context, text)
    if context.get("oob") and mark and (context.get("has") or {}).get(name) == mark:
        return SafeString("")
    added = f' data-mark="{mark}"' if mark else ""
    if context.get("oob"):
        added += ' hx-swap-oob="true"'
    return mark_safe(text.replace(f'id="{name}"', f'id="{name}"{added}', 1))


@register.simple_tag(takes_context=True)
def panels(context: RequestContext) -> SafeString:
    """Render the pieces that only the game of this page has."""
    found = KINDS[context["page"].kind].panels.items()
    return mark_safe("".join(piece(context, name, file) for name, file in found))


def _rendered(context: RequestContext, file: str) -> str:
    assert context.template is not None
    found: Any = context.template.engine.get_template(file)
    return str(found.render(context))


def _mark(context: RequestContext, text: str) -> str:
    """Of the content alone, and for this reader alone: to nobody else it tells anything.

    The key of a form is written differently each time, and means the same.
    """
    if HIDDEN_KEY in text:
        text = text.replace(str(context["csrf_token"]), "")
    whose = context["request"].user.pk
    return salted_hmac(f"{__name__} {whose}", text, algorithm="sha256").hexdigest()[:LENGTH]


def told(sent: str) -> dict[str, str]:
    """The marks that a page has sent: `log.8c1f03aa27 chat.…`; what is none is left out."""
    parts = (part.partition(".") for part in sent.split())
    return {name: mark for name, _, mark in parts}
