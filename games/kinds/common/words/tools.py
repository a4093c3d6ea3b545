"""Texts of games with tools: the tools, the cards that break and repair them, rockfalls, maps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import Event
from games.kinds.common.look import BrokenTool
from games.kinds.common.words.cards import Named
from games.kinds.common.words.moves import (
    NOT_CONNECTED,
    PICK_GOAL,
    PICK_PLAYER,
    PICK_REMOVAL,
    PLAY,
    Button,
)
from games.kinds.common.words.phrases import Line, Names, Words, fill, joined

TOOLS: Final[Mapping[str, tuple[Words, Words, Words, Words]]] = {
    "pick": (_("pick"), _("the pick"), _("your pick"), _("their own pick")),
    "lantern": (_("lantern"), _("the lantern"), _("your lantern"), _("their own lantern")),
    "cart": (_("cart"), _("the cart"), _("your cart"), _("their own cart")),
}
BARE, THE, YOURS, OWN = range(4)
BROKEN: Final[Mapping[str, Words]] = {
    "pick": _("broken pick"),
    "lantern": _("broken lantern"),
    "cart": _("broken cart"),
}
CARDS: Final[Mapping[str, Named]] = {
    "broken-pick": (_("broken pick"), _("a broken pick")),
    "broken-lantern": (_("broken lantern"), _("a broken lantern")),
    "broken-cart": (_("broken cart"), _("a broken cart")),
    "fix-pick": (_("repair: pick"), _("a repair card for picks")),
    "fix-lantern": (_("repair: lantern"), _("a repair card for lanterns")),
    "fix-cart": (_("repair: cart"), _("a repair card for carts")),
    "fix-pick-lantern": (
        _("repair: pick or lantern"),
        _("a repair card for picks or lanterns"),
    ),
    "fix-pick-cart": (_("repair: pick or cart"), _("a repair card for picks or carts")),
    "fix-lantern-cart": (
        _("repair: lantern or cart"),
        _("a repair card for lanterns or carts"),
    ),
    "rockfall": (_("rockfall"), _("a rockfall")),
    "map": (_("map"), _("a map")),
}
PLAYED_AT: Final[Mapping[str, Words]] = {
    "map": _("Look at %(place)s in secret. All see which goal, only you see what it is."),
    "rockfall": _("Let the rock fall at %(place)s: the card there is gone."),
}
"""The effect of a card played at a place."""
ASKS: Final[Mapping[str, Words]] = {"map": PICK_GOAL, "rockfall": PICK_REMOVAL}
"""The prompt of each card that is played at a place."""
HINDERS: Final[Mapping[str, Words]] = {
    "pick": _("Your pick is broken: no tunnels until it is repaired."),
    "lantern": _("Your lantern is broken: no tunnels until it is repaired."),
    "cart": _("Your cart is broken: no tunnels until it is repaired."),
}
"""The meaning of a broken tool to its owner."""
REFUSALS: Final[Mapping[str, Words]] = {
    "not-connected": NOT_CONNECTED,
    "tool-broken": _("A tool of yours is broken: repair it before you dig on."),
    "already-broken": _("That tool is broken already. Pick another player, or another tool."),
    "own-tool": _("You may not break your own tool. Pick another player."),
    "nothing-to-repair": _("That tool is whole. Repair one that is broken."),
    "wrong-tool": _("That card does not repair this tool. Pick one that it shows."),
}


def why_not(card: str) -> str:
    """Return the code of why an action card has no target."""
    codes = {"broken": "nothing-to-break", "fix": "nothing-broken", "map": "no-goal-left"}
    return codes.get(card.split("-")[0], "nothing-to-remove")


def tool(name: str) -> str:
    return str(TOOLS[name][BARE])


def broken(tools: tuple[str, ...], mine: bool) -> tuple[BrokenTool, ...]:
    """Return a player's broken tools; to the reader with what their own mean."""
    words = HINDERS if mine else BROKEN
    return tuple(BrokenTool(name, str(words[name])) for name in tools)


def hindered(tools: tuple[str, ...]) -> str:
    """Return what broken tools keep the reader from; empty if none is broken."""
    if len(tools) < 2:
        return "".join(str(HINDERS[name]) for name in tools)
    sentence = gettext("No tunnels until these are repaired: %(tools)s.")
    return sentence % {"tools": joined([TOOLS[name][YOURS] for name in tools])}


# --- what happened ----------------------------------------------------------------------------


def broke(event: Event, names: Names) -> Line:
    return done_to(
        event,
        names,
        "bad",
        _("%(who)s broke %(tool)s of %(to)s."),
        _("You broke %(tool)s of %(to)s."),
        _("%(who)s broke %(tool)s."),
        _("You broke %(tool)s."),
    )


def repaired(event: Event, names: Names) -> Line:
    return done_to(
        event,
        names,
        "good",
        _("%(who)s repaired %(tool)s of %(to)s."),
        _("You repaired %(tool)s of %(to)s."),
        _("%(who)s repaired %(tool)s."),
        _("You repaired %(tool)s."),
    )


def done_to(
    event: Event, names: Names, tone: str, they: Words, you: Words, they_own: Words, you_own: Words
) -> Line:
    """Return the line about something done to a tool: another's, the reader's or one's own."""
    forms = TOOLS[event.what or ""]
    mine, to_me, own = names.is_me(event.seat), names.is_me(event.to), event.seat == event.to
    phrase = forms[YOURS] if to_me else forms[OWN] if own else forms[THE]
    short = to_me or own
    sentence = (you_own if short else you) if mine else (they_own if short else they)
    text = fill(sentence, who=names.of(event.seat), tool=phrase, to=names.of(event.to))
    return Line(text, tone if to_me and not mine else "")


# --- moves ------------------------------------------------------------------------------------


def break_button(card: str, seat: int, names: Names) -> Button:
    return Button(card, names.plain(seat), PLAY, to=str(seat), asks=PICK_PLAYER)


def repair_button(card: str, seat: int, name: str, names: Names) -> Button:
    return Button(card, _whose(seat, name, names), PLAY, to=str(seat), asks=PICK_PLAYER)


def _whose(seat: int, name: str, names: Names) -> str:
    """Return the label of the tool to repair."""
    if names.is_me(seat):
        return str(TOOLS[name][YOURS])
    return gettext("%(name)s: %(tool)s") % {"name": names.plain(seat), "tool": tool(name)}


def would_break(card: str, seat: int, names: Names) -> SafeString:
    return fill(
        _("Play %(card)s on %(name)s: no digging until it is repaired."),
        card=CARDS[card][1],
        name=names.of(seat),
    )


def would_repair(seat: int, name: str, names: Names) -> SafeString:
    if names.is_me(seat):
        return fill(_("Repair %(tool)s."), tool=TOOLS[name][YOURS])
    sentence = _("Repair %(tool)s of %(name)s.")
    return fill(sentence, tool=TOOLS[name][THE], name=names.of(seat))
