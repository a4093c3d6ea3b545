"""Games with tools: the tools, the cards that break and repair them, rockfalls, maps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple, Protocol, TypeVar

from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import Event, Mine, Preview
from games.engine.moves import Break, Repair
from games.engine.notation import Seat
from games.kinds.common.look import CARD_BACK, BrokenTool, Look, Motion, Mover, TableView
from games.kinds.common.words.game import SHARED_EVENTS, Events, Foresight, GameWords, M, Said
from games.kinds.common.words.moves import PICK_REMOVAL, PLAY, Button
from games.kinds.common.words.phrases import Named, Names, Words, fill, joined, openings


class ToolNames(NamedTuple):
    """The name of a tool in sentences: without an article, and with its owner."""

    bare: Words
    the: Words
    yours: Words
    own: Words


TOOLS: Final[Mapping[str, ToolNames]] = {
    "pick": ToolNames(_("pick"), _("the pick"), _("your pick"), _("their own pick")),
    "lantern": ToolNames(_("lantern"), _("the lantern"), _("your lantern"), _("their own lantern")),
    "cart": ToolNames(_("cart"), _("the cart"), _("your cart"), _("their own cart")),
}
HINDERS: Final[Mapping[str, Words]] = {
    "pick": _("Your pick is broken: no tunnels until it is repaired."),
    "lantern": _("Your lantern is broken: no tunnels until it is repaired."),
    "cart": _("Your cart is broken: no tunnels until it is repaired."),
}
"""The meaning of a broken tool to its owner."""
CARDS: Final[Mapping[str, Named]] = {
    "broken-pick": (_("broken pick"), _("a broken pick")),
    "broken-lantern": (_("broken lantern"), _("a broken lantern")),
    "broken-cart": (_("broken cart"), _("a broken cart")),
    "fix-pick": (_("repair: pick"), _("a repair card for picks")),
    "fix-lantern": (_("repair: lantern"), _("a repair card for lanterns")),
    "fix-cart": (_("repair: cart"), _("a repair card for carts")),
    "fix-pick-lantern": (_("repair: pick or lantern"), _("a repair card for picks or lanterns")),
    "fix-pick-cart": (_("repair: pick or cart"), _("a repair card for picks or carts")),
    "fix-lantern-cart": (_("repair: lantern or cart"), _("a repair card for lanterns or carts")),
    "rockfall": (_("rockfall"), _("a rockfall")),
    "map": (_("map"), _("a map")),
}
PLAYED_AT: Final[Mapping[str, Words]] = {
    "map": _("Look at %(place)s in secret. All see which goal, only you see what it is."),
    "rockfall": _("Let the rock fall at %(place)s: the card there is gone."),
}
"""The effect of a card played at a place."""
ASKS: Final[Mapping[str, Words]] = {"map": _("Now pick a goal."), "rockfall": PICK_REMOVAL}
"""The prompt of each card that is played at a place."""
REFUSALS: Final[Mapping[str, Words]] = {
    "not-connected": _(
        "No tunnel leads there from the start. Pick a cell that an open tunnel reaches."
    ),
    "tool-broken": _("A tool of yours is broken: repair it before you dig on."),
    "already-broken": _("That tool is broken already. Pick another player, or another tool."),
    "own-tool": _("You may not break your own tool. Pick another player."),
    "nothing-to-repair": _("That tool is whole. Repair one that is broken."),
    "wrong-tool": _("That card does not repair this tool. Pick one that it shows."),
}
HELP: Final[Mapping[str, Words]] = {
    "broken-pick": _(
        "Breaks the pick of another player, who lays no tunnels until it is repaired."
    ),
    "broken-lantern": _(
        "Breaks the lantern of another player, who lays no tunnels until it is repaired."
    ),
    "broken-cart": _(
        "Breaks the cart of another player, who lays no tunnels until it is repaired."
    ),
    "fix-pick": _("Repairs a broken pick."),
    "fix-lantern": _("Repairs a broken lantern."),
    "fix-cart": _("Repairs a broken cart."),
    "fix-pick-lantern": _("Repairs a broken pick or a broken lantern, not both."),
    "fix-pick-cart": _("Repairs a broken pick or a broken cart, not both."),
    "fix-lantern-cart": _("Repairs a broken lantern or a broken cart, not both."),
    "rockfall": _("Removes a tunnel card from the mine."),
    "map": _("Look at a goal that lies face down. All see which one, only you see what it is."),
}
EVENTS: Final[Events] = {
    **SHARED_EVENTS,
    "broke": {
        "theirs": Said(_("%(who)s broke %(tool)s of %(to)s."), _("You broke %(tool)s of %(to)s.")),
        "yours": Said(_("%(who)s broke %(tool)s."), tone="bad"),
        "own": Said(_("%(who)s broke %(tool)s."), _("You broke %(tool)s.")),
    },
    "repaired": {
        "theirs": Said(
            _("%(who)s repaired %(tool)s of %(to)s."), _("You repaired %(tool)s of %(to)s.")
        ),
        "yours": Said(_("%(who)s repaired %(tool)s."), tone="good"),
        "own": Said(_("%(who)s repaired %(tool)s."), _("You repaired %(tool)s.")),
    },
    "removed": Said(
        _("%(who)s let the rock fall at %(cell)s and buried %(card)s."),
        _("You let the rock fall at %(cell)s and buried %(card)s."),
    ),
}


def broken(tools: tuple[str, ...], mine: bool) -> tuple[BrokenTool, ...]:
    """Return a player's broken tools; the reader's own with their meaning."""
    words = {name: HINDERS[name] if mine else CARDS[f"broken-{name}"][0] for name in tools}
    return tuple(BrokenTool(name, str(said)) for name, said in words.items())


def _on_tool(how: str) -> Mover:
    return lambda event: Motion(how, event.card or CARD_BACK, to=event.to, tool=event.what or "")


class ToolView(TableView, Protocol):
    @property
    def seat(self) -> Seat | None: ...
    @property
    def broken(self) -> tuple[tuple[str, ...], ...]: ...


T = TypeVar("T", bound=ToolView)


class ToolLook(Look[T]):
    """The look of games in which players break and repair tools."""

    MOVERS: ClassVar[Mapping[str, Mover]] = {
        **Look.MOVERS,
        "broke": _on_tool("hit"),
        "repaired": _on_tool("repair"),
    }

    def hindered(self, view: T) -> str:
        tools = () if view.seat is None else view.broken[view.seat]
        if len(tools) < 2:
            return "".join(str(HINDERS[name]) for name in tools)
        sentence = gettext("No tunnels until these are repaired: %(tools)s.")
        return sentence % {"tools": joined([TOOLS[name].yours for name in tools])}

    def why_not(self, view: T, card: str) -> str:
        if openings(card):
            return "tool-broken" if self.hindered(view) else "fits-nowhere"
        codes = {"broken": "nothing-to-break", "fix": "nothing-broken", "map": "no-goal-left"}
        return codes.get(card.split("-")[0], "nothing-to-remove")


class ToolWords(GameWords[M]):
    """Texts of games in which players break and repair tools."""

    ASKS = ASKS
    PLAYED_AT = PLAYED_AT

    def variant(self, event: Event, names: Names) -> str:
        if event.kind not in ("broke", "repaired"):
            return super().variant(event, names)
        return "own" if event.seat == event.to else "yours" if names.is_me(event.to) else "theirs"

    def special_gap(self, name: str, event: Event, names: Names) -> object:
        if name != "tool":
            return super().special_gap(name, event, names)
        owner = event.seat if event.to is None else event.to
        forms = TOOLS[event.what or ""]
        if names.is_me(owner):
            return forms.yours
        return forms.own if event.seat == owner else forms.the

    def button(self, move: M, names: Names, foresight: Foresight[M]) -> Button:
        if not isinstance(move, Break | Repair):
            return super().button(move, names, foresight)
        label = names.plain(move.seat)
        if isinstance(move, Repair):
            forms = TOOLS[move.tool]
            parts = {"name": label, "tool": forms.bare}
            mine = names.is_me(move.seat)
            label = str(forms.yours) if mine else gettext("%(name)s: %(tool)s") % parts
        return Button(move.card, label, PLAY, to=str(move.seat), asks=_("Now pick a player."))

    def would(self, move: M, preview: Preview | None, mine: Mine, names: Names) -> SafeString:
        if not isinstance(move, Break | Repair):
            return super().would(move, preview, mine, names)
        name = names.of(move.seat)
        if isinstance(move, Break):
            sentence = _("Play %(card)s on %(name)s: no digging until it is repaired.")
            return fill(sentence, card=CARDS[move.card][1], name=name)
        if names.is_me(move.seat):
            return fill(_("Repair %(tool)s."), tool=TOOLS[move.tool].yours)
        return fill(_("Repair %(tool)s of %(name)s."), tool=TOOLS[move.tool].the, name=name)
