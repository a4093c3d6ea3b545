"""The look of The Lost Mines: dwarfs on a board, tokens on joints, and treasures next to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import IDLE_PHASES, Cell, Event, Joint, Tile, print_joint
from games.engine.notation import read_cell
from games.kinds.common import look
from games.kinds.common.art.svg import HEIGHT, WIDTH
from games.kinds.common.words.phrases import Names, joined, points
from games.kinds.lost_mines.art import tokens
from games.kinds.lost_mines.art.board import BOARD
from games.kinds.lost_mines.card_words import CLANS, DWARFS, ROLE_DESCRIPTIONS, between
from games.kinds.lost_mines.rules.cards import PATHS, TOKENS
from games.kinds.lost_mines.rules.judge import tokens_left
from games.kinds.lost_mines.rules.state import View

TOOLS = {"logs": "axe", "lake": "boat", "ravine": "rope"}
"""The tool that lies on each obstacle that was overcome."""
KINDS = {
    "gems": (_("gems"), _("gems worth %(value)s")),
    "gold": (_("gold"), _("gold worth %(value)s")),
    "silver": (_("silver"), _("silver worth %(value)s")),
}
WORKED = {
    "blue": _("For the blue clan"),
    "yellow": _("For the yellow clan"),
    "own": _("For themselves"),
}
STEPS = (
    ("brought", _("brought %(number)s")),
    ("shared", _("share %(number)s")),
    ("remainder", _("best find +%(number)s")),
    ("gave-up", _("dragon −%(number)s")),
)
"""The sources of points, in the order shown."""
DRAGON = "token-dragon"
WAITS = {"walk": "walk-first", "orient": "lay-goal-first"}
"""Why no card can be played in these parts of a turn."""
NOT_NOW = {
    "axe": "no-logs",
    "boat": "no-lake",
    "rope": "no-ravine",
    "trap": "no-joint-free",
    "troll": "no-joint-free",
    "storm": "nothing-to-remove",
}
"""Why each action card can't be used."""


def _at_joint(how: str) -> look.Mover:
    """Return a mover that sets or removes a trap or a troll."""
    return lambda event: look.Motion(how, f"token-{event.card}", _joint(event))


def _joint(event: Event) -> str:
    """Return the joint of an event that names a side of its cell."""
    return f"{look.where(event)}/{event.what}"


def _walked(event: Event) -> look.Motion:
    """Walk cell by cell; the start follows from earlier events."""
    way = tuple(map(read_cell, (event.what or "").split()))
    return look.Motion("walk", at=look.where(event), way=way)


class LostMinesLook(look.Look[View]):
    """Two clans on one board; characters and treasure values show at the end."""

    GAINS: ClassVar = {"scored": 1}
    HOODED: ClassVar = True
    BACK = "mine"
    FIELD = ((0, 0), (10, 6))  # opposite corners of the board
    GROUND = look.Backdrop("board", *map(int, BOARD.split()))
    MOVERS: ClassVar[Mapping[str, look.Mover]] = {
        **look.Look.MOVERS,
        "overcame": lambda event: look.Motion(
            "token", f"token-{TOOLS[event.what or '']}", look.where(event)
        ),
        "set": _at_joint("token"),
        "lifted": _at_joint("lift"),
        "swept": _at_joint("lift"),
        "walked": _walked,
        "lost": lambda event: look.Motion("lose", event.card or look.CARD_BACK, _joint(event)),
        "oriented": look.moving_goal("orient"),
        "took": lambda event: look.Motion("gain", f"token-{event.what}"),
        "woke": lambda event: look.Motion("gain", DRAGON, look.where(event)),
    }
    COUNTING: ClassVar = _(
        "Cells are counted from the upper left corner of the board, which is 0,0: "
        "3,1 is three to the right and one down."
    )
    BY_ROUND: ClassVar = _("Points by round")
    amount = staticmethod(points)
    STILL: ClassVar = frozenset({
        "round-began", "stayed", "drew", "skipped", "proposed", "agreed", "refused", "lapsed",
        "round-ended", "role-shown", "brought", "shared", "remainder", "gave-up", "scored",
        "game-ended",
    })  # fmt: skip

    def card(self, view: View, cell: Cell, tile: Tile) -> str:
        starts = dict(zip(view.mine.starts, CLANS, strict=True))
        if cell in starts:
            return f"start-{starts[cell]}"
        return self.goal(tile.name) if tile.fixed else tile.name

    def goals(self, view: View) -> Mapping[Cell, str | None]:
        return dict(view.mines)

    def goal(self, known: str) -> str:
        return f"mine-{known}"

    def open_goals(self, view: View) -> Sequence[Cell]:
        return (*view.turning, *super().open_goals(view))

    def things(self, view: View, names: Names) -> look.Things:
        return look.Things(
            tokens={cell: (_tool_on(view.mine.tiles[cell]),) for cell in view.overcome},
            joints=tuple(_joints(view, names)),
            figures=tuple(_figures(view, names)),
        )

    def home(self, view: View, number: int) -> Cell:
        """Return the start of their clan."""
        return dict(zip(CLANS, view.mine.starts, strict=True))[view.clans[number]]

    def treasures(self, view: View, names: Names) -> list[look.Treasure]:
        """Return the treasures left, each with its value if the reader has scouted it."""
        all_of_them = enumerate(zip(view.kinds, view.values, view.takers, strict=True), 1)
        return [
            look.Treasure(
                number,
                f"treasure-{kind}" + (f"-{value}" if value else ""),
                gettext("Treasure %(number)s: %(what)s")
                % {"number": number, "what": _worth(kind, value)}
                + (f" ({gettext('only you know')})" if value else ""),
                known=value is not None,
            )
            for number, (kind, value, taker) in all_of_them
            if taker is None
        ]

    def player(self, view: View, number: int) -> look.PlayerLook:
        clan, running = view.clans[number], view.phase not in IDLE_PHASES
        is_known = view.seat not in (None, number) and view.characters[number] is not None
        return look.PlayerLook(
            gold=view.gold[number],
            role=view.characters[number],
            badge=look.Badge(f"figure-{clan}", str(CLANS[clan])),
            belongings=tuple(_belongings(view, number)),
            scouted=running and is_known,
            out=running and number not in view.in_round,
        )

    def why_not(self, view: View, card: str) -> str:
        if view.phase != "play":
            return WAITS[view.phase]
        if card in PATHS:
            return "fits-nowhere"
        if card in TOKENS and not tokens_left(view, card):
            return "no-token-left"
        return NOT_NOW.get(card, "nothing-to-scout")

    def asked(self, view: View, names: Names) -> look.OpenProposal | None:
        """Return a proposal to end the round, and the seats still to answer."""
        if view.proposal is None:
            return None
        missing = [seat for seat in view.in_round if seat not in view.proposal.agreed]
        words = gettext("%(name)s proposes to end the round.")
        if names.is_me(view.proposal.by):
            words = gettext("You propose to end the round.")
        waits = gettext("Not answered yet: %(names)s.")
        return look.OpenProposal(
            words % {"name": names.plain(view.proposal.by)},
            waits % {"names": joined([names.plain(seat) for seat in missing])},
        )

    def rounds(self, view: View, most: int) -> int:
        return int(view.options.rounds)

    def dealt(self, view: View, number: int) -> look.DealtRole | None:
        clan, character = view.clans[number], view.characters[number]
        if character is None:
            return None
        name = str(DWARFS[clan, character])
        return look.DealtRole(
            f"dwarf-{clan}", f"dwarf-{clan}-{character}", name, str(ROLE_DESCRIPTIONS[character])
        )

    def round_end(
        self, view: View, events: Sequence[Event], names: Names
    ) -> tuple[look.RoundReveal, ...]:
        """Return each player's clan, what they brought, and how that was shared."""
        shown = [event for event in events if event.kind == "role-shown"]
        return tuple(_reckoned(event.seat or 0, event.what or "", events, names) for event in shown)

    def sides(self, view: View, events: Sequence[Event]) -> tuple[look.SideGain, ...]:
        """Return what was brought for each clan, and by players for themselves."""
        brought = [event for event in events if event.kind == "brought"]
        return tuple(
            look.SideGain(str(title), points(sum(e.amount or 0 for e in brought if e.what == side)))
            for side, title in WORKED.items()
            if any(event.what == side for event in brought)
        )


def _tool_on(tile: Tile) -> look.PlacedToken:
    """Return the tool that overcame an obstacle."""
    tool = TOOLS[tile.name.partition("+")[2]]
    return look.PlacedToken(f"token-{tool}", *tokens.TOOL, gettext("overcome"))


def _joints(view: View, names: Names) -> Iterator[look.PlacedToken]:
    for joint in view.traps:
        said = gettext("a trap %(joint)s") % {"joint": between(joint)}
        yield _on_joint("token-trap", joint, said)
    for joint, seat in view.trolls:
        said = gettext("a troll of %(name)s %(joint)s")
        said %= {"joint": between(joint), "name": names.plain(seat)}
        yield _on_joint("token-troll", joint, said)


def _on_joint(drawing: str, joint: Joint, said: str) -> look.PlacedToken:
    x, y = tokens.joint(joint)
    return look.PlacedToken(drawing, x, y, tokens.ON_JOINT, said, at=print_joint(joint))


def _figures(view: View, names: Names) -> Iterator[look.Figure]:
    """Yield the dwarfs; those on one card share the space."""
    called = _letters([names.plain(number) for number in range(view.seats)])
    for cell in dict.fromkeys(view.dwarfs):
        here = [number for number, there in enumerate(view.dwarfs) if there == cell]
        for number, (x, y, size) in zip(here, tokens.figures(len(here)), strict=True):
            yield look.Figure(
                view.clans[number],
                called[number],
                names.plain(number),
                cell,
                cell[0] * WIDTH + x,
                cell[1] * HEIGHT + y,
                size,
                names.is_me(number),
                number,
            )


def _belongings(view: View, number: int) -> Iterator[look.PlacedToken]:
    """Yield treasures by kind, with their value if the reader knows it; and the dragon."""
    for kind, value, taker in zip(view.kinds, view.values, view.takers, strict=True):
        if taker == number:
            yield look.PlacedToken(f"token-{kind}", 0, 0, 1, _worth(kind, value), str(value or ""))
    if view.dragon == number:
        yield look.PlacedToken(DRAGON, 0, 0, 1, gettext("the dragon: 2 points less"), "−2")


def _worth(kind: str, value: int | None) -> str:
    unknown, known = KINDS[kind]
    return str(unknown) if value is None else str(known) % {"value": value}


def _letters(names: Sequence[str]) -> list[str]:
    """Return each dwarf's label: as much of the name as makes it unique, or a number."""
    first = Counter(name[:1].upper() for name in names)
    two = Counter(name[:2].capitalize() for name in names)
    return [
        name[:1].upper()
        if first[name[:1].upper()] == 1
        else name[:2].capitalize()
        if two[name[:2].capitalize()] == 1
        else str(number)
        for number, name in enumerate(names, 1)
    ]


def _amounts(seat: int, events: Sequence[Event]) -> Mapping[str, int]:
    """Return this player's amount from each kind of event."""
    told = {e.kind: e.amount for e in events if e.seat == seat and e.amount is not None}
    nothing = {"gave-up"} if not told.get("gave-up") else set()  # nothing to give to the dragon
    return {kind: amount for kind, amount in told.items() if kind not in nothing}


def _reckoned(seat: int, dwarf: str, events: Sequence[Event], names: Names) -> look.RoundReveal:
    """Return the sum of a player's round; `dwarf` is clan and character, as in the event."""
    amounts = _amounts(seat, events)
    clan, character = dwarf.split("-")
    steps = [str(words) % {"number": amounts[kind]} for kind, words in STEPS if kind in amounts]
    return look.RoundReveal(
        seat=seat,
        name=names.plain(seat),
        back=f"dwarf-{clan}",
        drawing=f"dwarf-{dwarf}",
        tone=character,
        words=str(DWARFS[clan, character]),
        how=" · ".join(steps),
        gain=points(amounts.get("scored", 0)),
    )
