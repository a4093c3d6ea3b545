"""`{% piece "log" %}<ol id="log">…</ol>{% endpiece %}`: a part of a page updated separately.

A piece is one element, whose id is the name of the piece. It carries a hash of its content. A page
sends the hashes of its pieces (static/js/swaps.js), and an answer leaves out unchanged ones, so
that they keep their focus and place.

`{% piece "dock" always %}` has no hash and is always sent: scripts change it on the page, or it
holds a token or a message.
"""

from __future__ import annotations

from django.template import Library, Node, NodeList, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token
from django.template.context import Context
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString

register = Library()

HIDDEN_KEY = "csrfmiddlewaretoken"
LENGTH = 10
INSIDE = "inside_piece"
"""Set in the context of a piece: pieces within it are sent along with it."""


@register.tag
def piece(parser: Parser, token: Token) -> PieceNode:
    """Parse the tag. In an answer, a piece is sent with its target, or left out if unchanged."""
    _, name, *options = token.split_contents()
    if options not in ([], ["always"]):
        raise TemplateSyntaxError(f"unknown options of a piece: {options}")
    content = parser.parse(("endpiece",))
    parser.delete_first_token()
    return PieceNode(parser.compile_filter(name), content, always=bool(options))


class PieceNode(Node):
    def __init__(self, name: FilterExpression, content: NodeList, *, always: bool) -> None:
        self.name, self.nodelist, self.always = name, content, always

    def render(self, context: Context) -> SafeString:
        with context.push(**{INSIDE: True}):
            text = self.nodelist.render(context)
        if context.get(INSIDE):
            return text
        name = str(self.name.resolve(context))
        mark = "" if self.always else _mark(context, text)
        answers = context.get("oob")
        if answers and mark and (context.get("has") or {}).get(name) == mark:
            return SafeString("")
        added = f' data-mark="{mark}"' if mark else ""
        if answers:
            added += ' hx-swap-oob="true"'
        return SafeString(text.replace(f'id="{name}"', f'id="{name}"{added}', 1))


def _mark(context: Context, text: str) -> str:
    """Return a hash of the content, salted with the reader so that it reveals nothing to others.

    The CSRF token is written differently each time, so it is left out.
    """
    if HIDDEN_KEY in text:
        text = text.replace(str(context["csrf_token"]), "")
    whose = context["request"].user.pk
    return salted_hmac(f"{__name__} {whose}", text, algorithm="sha256").hexdigest()[:LENGTH]


def read_marks(sent: str) -> dict[str, str]:
    """Parse the hashes sent by a page (`log.8c1f03aa27 chat.…`), ignoring malformed ones."""
    parts = (part.partition(".") for part in sent.split())
    return {name: mark for name, _, mark in parts}
