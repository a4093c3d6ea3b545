"""`{% piece "log" %}<ol id="log">…</ol>{% endpiece %}`: a part of a page that is renewed by itself.

A piece is one element, whose id is the name of the piece. It carries a mark of its content. A page
sends the marks of all it has (static/js/swaps.js), and an answer leaves out what is the same: what
did not change keeps its focus and its place.

`{% piece "dock" always %}` has no mark and is always sent: scripts change it on the page, or it
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
    """The piece, for a page; for an answer, with where to put it, or nothing if the page has it."""
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
    """A hash of the content, salted with the reader: it tells nobody else anything.

    The CSRF token is written differently each time, and means the same.
    """
    if HIDDEN_KEY in text:
        text = text.replace(str(context["csrf_token"]), "")
    whose = context["request"].user.pk
    return salted_hmac(f"{__name__} {whose}", text, algorithm="sha256").hexdigest()[:LENGTH]


def read_marks(sent: str) -> dict[str, str]:
    """The marks that a page has sent: `log.8c1f03aa27 chat.…`; anything malformed is left out."""
    parts = (part.partition(".") for part in sent.split())
    return {name: mark for name, _, mark in parts}
