"""The look of The Duel and the solo game: colours, markers, keys, goals with doors and gold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from django.utils.translation import gettext, ngettext

from games.engine import IDLE_PHASES, Cell, Event, Tile
from games.kinds.common import look
from games.kinds.common.words import tools
from games.kinds.common.words.phrases import Names, nuggets
from games.kinds.duel import art
from games.kinds.duel.art import goal_name
from games.kinds.duel.card_words import COLOUR_DESCRIPTIONS, COLOURS
from games.kinds.duel.rules.state import View

DEBT = 1
"""The gold that a troll costs when the round ends."""
MARKER = "token-marker"


def _placing(token: str) -> look.Mover:
    return lambda event: look.Motion("token", token, look.where(event))


class DuelLook(tools.ToolLook[View]):
    """Shows each player's colour on everything they claim on the board."""

    GAINS: ClassVar = {"collected": 1, "paid": -1}
    MOVERS: ClassVar[Mapping[str, look.Mover]] = {
        **tools.ToolLook.MOVERS,
        "bribed": _placing(MARKER),
        "opened": _placing("token-key"),
        "threw": look.moving_card("drop"),
        "cleared": lambda event: look.Motion("repair", to=event.seat, tool=event.what or ""),
        "wasted": look.moving_card("drop"),
        "oriented": look.moving_goal("orient"),
        "claimed": _placing(MARKER),
    }
    STILL: ClassVar = frozenset({
        "round-began", "drew", "skipped", "round-ended", "collected", "paid", "game-ended",
    })  # fmt: skip

    def card(self, view: View, cell: Cell, tile: Tile) -> str:
        starts = {view.edition.starts[colour]: colour for colour in view.colours}
        if cell in starts:
            return f"start-{starts[cell]}"
        return self.goal(tile.name) if tile.fixed else tile.name

    def goals(self, view: View) -> Mapping[Cell, str | None]:
        return dict(view.goals)

    def goal(self, known: str) -> str:
        """Return the drawing by gold and face."""
        return goal_name(known)

    def open_goals(self, view: View) -> Iterable[Cell]:
        """Return the open goals; those left face down stay unseen until the game is over. (D25)"""
        return (*view.turning, *(view.mine.hidden if view.phase == "over" else ()))

    def things(self, view: View, names: Names) -> look.Things:
        markers, keys = view.markers_left, view.keys_left
        return look.Things(
            tokens={
                cell: tuple(_tokens(view, cell, tile, names))
                for cell, tile in view.mine.tiles.items()
            },
            supply=(
                ngettext("%(number)d marker", "%(number)d markers", markers) % {"number": markers},
                ngettext("%(number)d key", "%(number)d keys", keys) % {"number": keys},
            ),
        )

    def motion(self, view: View, event: Event) -> look.Motion | None:
        """Return the motion, with markers in their owner's colour."""
        motion = super().motion(view, event)
        if motion and motion.draws == MARKER and event.seat is not None:
            return motion._replace(draws=_marker(view, event.seat))
        return motion

    def player(self, view: View, number: int) -> look.PlayerLook:
        colour = view.colours[number]
        promised, debt = _promised(view, number)
        return look.PlayerLook(
            gold=sum(view.gold[number]),
            role=str(colour),
            badge=look.Badge(_marker(view, number), str(COLOURS[colour])),
            broken=tools.broken(view.broken[number], number == view.seat),
            promised=promised,
            debt=debt,
        )

    def why_not(self, view: View, card: str) -> str:
        if view.phase == "orient":
            return "lay-goal-first"
        if card == "key":
            return "no-door-closed" if view.keys_left else "no-key-left"
        return super().why_not(view, card)

    def dealt(self, view: View, number: int) -> look.DealtRole | None:
        """Return the colour dealt for the whole game; a solo player has chosen it."""
        if view.round > 1 or view.seats == 1:
            return None
        colour = view.colours[number]
        return look.DealtRole(
            "back", f"dwarf-{colour}", str(COLOURS[colour]), str(COLOUR_DESCRIPTIONS[colour])
        )

    def round_end(
        self, view: View, events: Sequence[Event], names: Names
    ) -> tuple[look.RoundReveal, ...]:
        """Return each player's gains, and the trolls' part of them."""
        return tuple(_share(view, number, events, names) for number in range(view.seats))


def _tokens(view: View, cell: Cell, tile: Tile, names: Names) -> Iterator[look.PlacedToken]:
    """Yield markers on gold and trolls, and keys on doors, each with its owner."""
    owner = dict(view.markers).get(cell)
    if owner is not None:
        said = gettext("paid by %(name)s") if _is_troll(tile) else gettext("claimed by %(name)s")
        said %= {"name": names.plain(owner)}
        drawing = _marker(view, owner)
        yield look.PlacedToken(drawing, *art.marker_place(_face(tile), tile.turned), said)
    owner = dict(view.opened).get(cell)
    if owner is not None:
        said = gettext("opened by %(name)s") % {"name": names.plain(owner)}
        yield look.PlacedToken("token-key", *art.key_place(_face(tile), tile.turned), said)


def _promised(view: View, number: int) -> tuple[int, int]:
    """Return what a player's markers bring and cost; after the round it is in their hand."""
    if view.phase in IDLE_PHASES:
        return 0, 0
    marked = [view.mine.tiles[cell] for cell, seat in view.markers if seat == number]
    return sum(tile.worth for tile in marked), DEBT * sum(map(_is_troll, marked))


def _marker(view: View, number: int) -> str:
    return f"{MARKER}-{view.colours[number]}"


def _face(tile: Tile) -> str:
    return tile.name.partition("=")[0]


def _is_troll(tile: Tile) -> bool:
    return "+troll" in tile.name


def _share(view: View, number: int, events: Sequence[Event], names: Names) -> look.RoundReveal:
    colour = view.colours[number]
    own = [event for event in events if event.seat == number]
    found = sum(event.amount or 0 for event in own if event.kind == "collected")
    paid = sum(event.amount or 0 for event in own if event.kind == "paid")
    return look.RoundReveal(
        seat=number,
        name=names.plain(number),
        back="",
        drawing=f"dwarf-{colour}",
        tone=colour,
        words=str(COLOURS[colour]),
        how=_sum(found, paid),
        gain=_kept(found - paid),
    )


def _kept(number: int) -> str:
    """Return the gain; below zero, gold of earlier rounds pays the rest of the debts."""
    return nuggets(number) if number >= 0 else f"−{nuggets(-number)}"


def _sum(found: int, paid: int) -> str:
    """Say what was found, and the trolls' part of it."""
    if not paid:
        return ""
    said = gettext("%(found)d found, %(paid)d to the trolls: %(kept)d")
    return said % {"found": found, "paid": paid, "kept": found - paid}
