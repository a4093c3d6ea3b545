"""All texts of the classic game: cards, roles, advice, help, moves and what happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine import Cell, Event, Mine, Preview
from games.kinds.classic.rules.moves import Move, Pick, Place
from games.kinds.common.words import moves, phrases, tools
from games.kinds.common.words.game import Events, Foresight, GameWords, Said
from games.kinds.common.words.moves import Button
from games.kinds.common.words.phrases import Names, Words, cell_of, fill, joined, nuggets
from games.kinds.common.words.tools import ToolWords

CARDS: Final = phrases.CardNames(
    {
        **tools.CARDS,
        **phrases.START,
        "treasure": (_("treasure"), _("the treasure")),
        "stone-ne": (_("stone"), _("a stone")),
        "stone-nw": (_("stone"), _("a stone")),
    }
)
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
"""The meaning of a role to its player."""
PLACES: Final[Mapping[Cell, Words]] = {
    (8, -2): _("the top goal"),
    (8, 0): _("the middle goal"),
    (8, 2): _("the bottom goal"),
}
GOALS: Final[Mapping[str | None, Words]] = {
    None: _("Goal, face down"),
    "treasure": _("Goal, face down, only you know what it is: the treasure"),
    "stone-ne": _("Goal, face down, only you know what it is: only stone"),
    "stone-nw": _("Goal, face down, only you know what it is: only stone"),
}


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


HELP: Final = phrases.CardHelp(
    CARDS,
    faces=phrases.FACE_HELP,
    features={},
    actions=tools.HELP,
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
TAKE: Final = _("Take")
EVENTS: Final[Events] = {
    **tools.EVENTS,
    "looked": Said(
        _("%(who)s looked at %(goal)s."),
        _("You looked at %(goal)s and saw %(what)s. Only you know."),
    ),
    "turned-over": Said(
        _("%(who)s reached %(goal)s and found %(what)s."),
        _("You reached %(goal)s and found %(what)s."),
    ),
    "round-ended": {
        "diggers": Said(_("Round %(round)s is over: the treasure was found. The diggers win.")),
        "saboteurs": Said(
            _("Round %(round)s is over: the treasure stays buried. The saboteurs win.")
        ),
        "nobody": Said(_("Round %(round)s is over: no treasure and no saboteur. Nobody wins.")),
    },
    "role-shown": {
        "digger": Said(_("%(who)s was a digger."), _("You were a digger.")),
        "saboteur": Said(_("%(who)s was a saboteur."), _("You were a saboteur.")),
        "digger-aside": Said(_("The role card set aside was a digger.")),
        "saboteur-aside": Said(_("The role card set aside was a saboteur.")),
    },
    "offered": Said(
        lambda number: ngettext(
            "%(number)s nugget card is handed round, to %(who)s first.",
            "%(number)s nugget cards are handed round, to %(who)s first.",
            number,
        )
    ),
    "took": {
        "secret": Said(_("%(who)s took a nugget card.")),
        "known": Said(
            _("%(who)s took a nugget card."),
            lambda number: ngettext(
                "You took a card with %(number)s nugget.",
                "You took a card with %(number)s nuggets.",
                number,
            ),
        ),
    },
    "paid": Said(
        lambda number: ngettext(
            "%(who)s got %(number)s nugget.", "%(who)s got %(number)s nuggets.", number
        ),
        lambda number: ngettext(
            "You got %(number)s nugget.", "You got %(number)s nuggets.", number
        ),
    ),
}


class ClassicWords(ToolWords[Move]):
    """Texts about secret roles, named goals and nugget cards to pick from."""

    CARDS = CARDS
    LEARNS: ClassVar = ("looked",)  # they saw the value of a nugget card when they picked it
    HELP = HELP
    ROLES = ROLES
    YOUR_ROLE = YOUR_ROLE
    PLACES = PLACES
    GOALS = GOALS
    PROMPTS: ClassVar = {**ToolWords.PROMPTS, "pick": ToolWords.PROMPTS["play"]}
    OWN_REFUSALS = tools.REFUSALS
    NOT_NOW = moves.NOT_NOW_WITH_TOOLS
    REASONS: ClassVar = {**GameWords.REASONS, **REASONS}
    EVENTS = EVENTS
    MINOR: ClassVar = ("drew", "round-ended", "role-shown", "offered", "took", "paid")
    OPEN_VERBS: ClassVar = ("place", "play")
    MAILED: ClassVar = (
        "laid", "broke", "repaired", "removed", "looked", "discarded", "skipped", "round-began",
        "game-ended",
    )  # fmt: skip

    def variant(self, event: Event, names: Names) -> str:
        match event.kind:
            case "role-shown" if event.seat is None:
                return f"{event.what}-aside"
            case "took":
                return "secret" if event.amount is None else "known"
            case _:
                return super().variant(event, names)

    def special_gap(self, name: str, event: Event, names: Names) -> object:
        match name:
            case "goal":
                return self.place(cell_of(event))
            case "what":
                return _("the treasure") if event.what == "treasure" else _("only stone")
            case _:
                return super().special_gap(name, event, names)

    def button(self, move: Move, names: Names, foresight: Foresight[Move]) -> Button:
        if isinstance(move, Pick):
            return Button(f"nugget-{move.value}", nuggets(move.value), TAKE)
        return super().button(move, names, foresight)

    def heading(self, move: Move, key: str) -> str:
        return nuggets(move.value) if isinstance(move, Pick) else super().heading(move, key)

    def would(self, move: Move, preview: Preview | None, mine: Mine, names: Names) -> SafeString:
        match move:
            case Place():
                goals = [self.place(goal) for goal in preview.goals] if preview else []
                reached = [fill(_("Reaches %(goals)s!"), goals=joined(goals))] if goals else []
                return self.would_place(move, preview, mine, reached)
            case Pick(value):
                return fill(_("Take the card with %(nuggets)s."), nuggets=nuggets(value))
            case _:
                return super().would(move, preview, mine, names)
