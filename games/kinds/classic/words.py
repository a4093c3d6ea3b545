"""All texts of the classic game: cards, roles, advice, help, moves and what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import ClassVar, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine import Cell, Event, Mine, Preview
from games.kinds.classic.rules.moves import Break, Discard, Move, Pick, Place, PlayAt, Repair
from games.kinds.common.words import cards as common
from games.kinds.common.words import moves, tools
from games.kinds.common.words.cards import START, CardNames, cell_words
from games.kinds.common.words.game import EventSentence, Foresight, GameWords
from games.kinds.common.words.moves import (
    Button,
    Laying,
    discard_button,
    place_button,
    play_at_button,
    would_place,
    would_reach,
)
from games.kinds.common.words.phrases import (
    Line,
    Names,
    Words,
    cell_of,
    fill,
    nuggets,
    you_or_other,
)

CARDS: Final = CardNames(
    {
        **tools.CARDS,
        **START,
        "treasure": (_("treasure"), _("the treasure")),
        "stone-ne": (_("stone"), _("a stone")),
        "stone-nw": (_("stone"), _("a stone")),
    }
)
PLAYED_AT: Final[Mapping[str, Words]] = tools.PLAYED_AT
"""The effect of each card that is played at a cell."""
ROLES: Final[Mapping[str, Words]] = {"digger": _("digger"), "saboteur": _("saboteur")}
YOUR_ROLE: Final[Mapping[str, Words]] = {
    "digger": _("You are a digger: find the treasure."),
    "saboteur": _("You are a saboteur: keep the others from the treasure."),
}
ROLE_DESCRIPTIONS: Final[Mapping[str, Words]] = {
    "digger": _(
        "Dig a way to the treasure with the other diggers: when it is found you are all paid, and "
        "somebody here may not want that."
    ),
    "saboteur": _(
        "Nobody may reach the treasure before the cards run out: then the gold is yours. Help "
        "badly, and do not let it show."
    ),
}
"""The meaning of a role to the player who was dealt it."""
PLACES: Final[Mapping[Cell, Words]] = {
    (8, -2): _("the top goal"),
    (8, 0): _("the middle goal"),
    (8, 2): _("the bottom goal"),
}
GOAL_NAMES: Final[Mapping[str | None, Words]] = {
    None: _("Goal, face down"),
    "treasure": _("Goal, face down, only you know what it is: the treasure"),
    "stone-ne": _("Goal, face down, only you know what it is: only stone"),
    "stone-nw": _("Goal, face down, only you know what it is: only stone"),
}


def place(cell: Cell) -> str:
    """Return the name of a goal, or the numbers of any other cell."""
    return str(PLACES[cell]) if cell in PLACES else cell_words(cell)


def kind_of_goal(name: str | None) -> str:
    return str(_("the treasure") if name == "treasure" else _("only stone"))


# --- reasons of advice ----------------------------------------------------------------------------

REASONS: Final[Mapping[str, Words]] = {
    # path cards
    "reaches-treasure": _("It reaches the treasure."),
    "reaches-goal": _("It reaches %(place)s, which may be the treasure."),
    "nearer-treasure": _(
        "It brings the tunnel nearer to the treasure at %(place)s. Cards still missing: %(amount)s."
    ),
    "nearer-goal": _("It brings the tunnel nearer to %(place)s. Cards still missing: %(amount)s."),
    "more-ways": _("It opens new ways to dig on: %(amount)s."),
    "leads-on": _("It leads the tunnel on."),
    "longer-way": _("It makes the way longer. Cards missing then: %(amount)s."),
    "wastes-turn": _("It does nothing for the diggers."),
    "looks-like-digging": _("Diggers do such things: it will not look suspicious."),
    "wastes-card": _("The diggers do not get to use %(card)s."),
    # tools
    "cannot-dig": _("%(who)s can lay no path card until it is repaired."),
    "more-to-repair": _("%(who)s needs one more repair to dig again."),
    "has-hindered": _("Times that %(who)s has hindered the dig in this round: %(amount)s."),
    "likeliest-saboteur": _(
        "By all that was played, nobody is more likely a saboteur than %(who)s."
    ),
    "you-dig-again": _("You can lay path cards again."),
    "one-tool-less": _("One of your broken tools is repaired."),
    "digs-again": _("%(who)s can lay path cards again."),
    "has-helped": _("Times that %(who)s has helped the dig in this round: %(amount)s."),
    "no-harm-so-far": _("%(who)s has done nothing against the dig in this round."),
    "seems-kind": _("It is a kindness to %(who)s that everybody sees."),
    # maps and rockfalls
    "unknown-goal": _("You do not know yet what lies at %(place)s."),
    "clears-way": _("It clears the way at %(place)s. Cards missing then: %(amount)s."),
    "cuts-tunnel": _("It cuts the tunnel at %(place)s. Cards missing then: %(amount)s."),
    # what is thrown away
    "dead-end": _("No tunnel leads through %(card)s."),
    "treasure-is-known": _("You know where the treasure lies: a map tells you nothing more."),
    "spare-card": _("You can spare %(card)s."),
    "nothing-leads-on": _("No card in your hand leads nearer to the treasure now."),
    "nobody-sees": _("Nobody sees what you throw away."),
    # gold
    "most-gold": _("It is worth most."),
}


# --- card help ------------------------------------------------------------------------------------

HELP: Final = common.CardHelp(
    CARDS,
    faces=common.FACE_HELP,
    features={},
    actions={
        **common.BREAK_HELP,
        **common.REPAIR_HELP,
        "rockfall": common.ROCKFALL_HELP,
        "map": common.MAP_HELP,
    },
    things={
        "start": (_("Start"), _("All tunnels begin here.")),
        "goal": (
            _("Goal, face down"),
            _("One of the three goals is the treasure. A tunnel that reaches one turns it over."),
        ),
        "treasure": (_("Treasure"), _("When a tunnel reaches it, the diggers win the round.")),
        "stone": (_("Stone"), _("No treasure here: it becomes a tunnel like any other.")),
        "nugget": (_("Nugget card"), _("Gold won at the end of a round. The most gold wins.")),
        "digger": (_("Digger"), _("Wins the round when a tunnel reaches the treasure.")),
        "saboteur": (_("Saboteur"), _("Wins the round when the cards run out before that.")),
    },
)


# --- moves ----------------------------------------------------------------------------------------

TAKE: Final = _("Take")
LAYING: Final = Laying(CARDS)


def button(move: Move, names: Names) -> Button:
    match move:
        case Place(card, cell, turned):
            return place_button(card, cell, turned)
        case Break(card, seat):
            return tools.break_button(card, seat, names)
        case Repair(card, seat, tool):
            return tools.repair_button(card, seat, tool, names)
        case PlayAt(card, cell):
            return play_at_button(card, cell, place(cell), tools.ASKS[card])
        case Pick(value):
            return Button(f"nugget-{value}", nuggets(value), TAKE)
        case Discard(cards):
            return discard_button(cards)


def would(
    move: Move,
    preview: Preview | None,
    mine: Mine,
    names: Names,
    would_discard: Callable[[tuple[str, ...]], SafeString],
) -> SafeString:
    match move:
        case Place(card, cell):
            return would_place(LAYING, card, cell, preview, mine, would_reach(preview, place))
        case Break(card, seat):
            return tools.would_break(card, seat, names)
        case Repair(_card, seat, tool):
            return tools.would_repair(seat, tool, names)
        case PlayAt(card, cell):
            return fill(PLAYED_AT[card], place=place(cell))
        case Pick(value):
            return fill(_("Take the card with %(nuggets)s."), nuggets=nuggets(value))
        case Discard(cards):
            return would_discard(cards)


# --- events ---------------------------------------------------------------------------------------


def _looked(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s looked at %(goal)s."),
        _("You looked at %(goal)s and saw %(what)s. Only you know."),
        goal=place(cell_of(event)),
        what=kind_of_goal(event.what),
    )


def _turned_over(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s reached %(goal)s and found %(what)s."),
        _("You reached %(goal)s and found %(what)s."),
        goal=place(cell_of(event)),
        what=kind_of_goal(event.what),
    )


ROUND_ENDED: Final[Mapping[str, Words]] = {
    "diggers": _("Round %(round)s is over: the treasure was found. The diggers win."),
    "saboteurs": _("Round %(round)s is over: the treasure stays buried. The saboteurs win."),
    "nobody": _("Round %(round)s is over: no treasure and no saboteur. Nobody wins."),
}


def _round_ended(event: Event, names: Names) -> Line:
    return Line(fill(ROUND_ENDED[event.what or "nobody"], round=event.amount))


ROLE_REVEALED: Final[Mapping[str, tuple[Words, Words, Words]]] = {
    "digger": (
        _("%(who)s was a digger."),
        _("You were a digger."),
        _("The role card set aside was a digger."),
    ),
    "saboteur": (
        _("%(who)s was a saboteur."),
        _("You were a saboteur."),
        _("The role card set aside was a saboteur."),
    ),
}


def _role_shown(event: Event, names: Names) -> Line:
    others, mine, aside = ROLE_REVEALED[event.what or ""]
    return you_or_other(event, names, aside if event.seat is None else others, mine)


def _offered(event: Event, names: Names) -> Line:
    number = event.amount or 0
    sentence = ngettext(
        "%(number)s nugget card is handed round, to %(who)s first.",
        "%(number)s nugget cards are handed round, to %(who)s first.",
        number,
    )
    return Line(fill(sentence, number=number, who=names.of(event.seat)))


def _took(event: Event, names: Names) -> Line:
    if event.amount is None or not names.is_me(event.seat):
        return Line(fill(_("%(who)s took a nugget card."), who=names.of(event.seat)))
    sentence = ngettext(
        "You took a card with %(number)s nugget.",
        "You took a card with %(number)s nuggets.",
        event.amount,
    )
    return Line(fill(sentence, number=event.amount))


def _paid(event: Event, names: Names) -> Line:
    number = event.amount or 0
    others = ngettext("%(who)s got %(number)s nugget.", "%(who)s got %(number)s nuggets.", number)
    mine = ngettext("You got %(number)s nugget.", "You got %(number)s nuggets.", number)
    return you_or_other(event, names, others, mine, number=number)


class ClassicWords(GameWords[Move]):
    """Texts about secret roles, named goals and nugget cards to pick from."""

    CARDS = CARDS
    LEARNS: ClassVar = ("looked",)  # what a nugget card is worth they saw when they picked it
    HELP = HELP
    ROLES = ROLES
    YOUR_ROLE = YOUR_ROLE
    OWN_REFUSALS = tools.REFUSALS
    NOT_NOW = moves.NOT_NOW_WITH_TOOLS
    REASONS: ClassVar = {**GameWords.REASONS, **REASONS}
    MINOR: ClassVar = ("drew", "round-ended", "role-shown", "offered", "took", "paid")
    OPEN_VERBS: ClassVar = ("place", "play")
    MAILED: ClassVar = (
        "laid", "broke", "repaired", "removed", "looked", "discarded", "skipped", "round-began",
        "game-ended",
    )  # fmt: skip

    def place(self, cell: Cell) -> str:
        return place(cell)

    def goal(self, known: str | None) -> str:
        return str(GOAL_NAMES[known])

    @cached_property
    def events(self) -> Mapping[str, EventSentence]:
        return {
            "laid": self.laid,
            "broke": tools.broke,
            "repaired": tools.repaired,
            "removed": self.removed,
            "looked": _looked,
            "discarded": self.discarded,
            "drew": self.drew,
            "skipped": self.skipped,
            "turned-over": _turned_over,
            "round-ended": _round_ended,
            "role-shown": _role_shown,
            "offered": _offered,
            "took": _took,
            "paid": _paid,
            "round-began": self.round_began,
            "game-ended": self.game_ended,
        }

    def button(self, move: Move, names: Names, foresight: Foresight[Move]) -> Button:
        return button(move, names)

    def heading(self, move: Move, key: str) -> str:
        return nuggets(move.value) if isinstance(move, Pick) else super().heading(move, key)

    def would(self, move: Move, preview: Preview | None, mine: Mine, names: Names) -> SafeString:
        return would(move, preview, mine, names, self.would_discard)
