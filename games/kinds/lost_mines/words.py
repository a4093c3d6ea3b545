"""The words of The Lost Mines: what happened, and its moves."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine import Event, Mine, Preview, print_cell, print_joint
from games.kinds.common.words.game import SHARED_EVENTS, Events, Foresight, GameWords, Said
from games.kinds.common.words.moves import PLAY, QUESTION, Button, beyond, join_sentences
from games.kinds.common.words.phrases import Names, cell_of, fill, joined, joint_words
from games.kinds.lost_mines import card_words
from games.kinds.lost_mines.rules.cards import STARTS
from games.kinds.lost_mines.rules.moves import (
    Consent,
    Move,
    Orient,
    Place,
    PlayJoint,
    Scout,
    Stay,
    Walk,
)

EVENTS: Final[Events] = {
    **SHARED_EVENTS,
    "overcame": Said(
        _("%(who)s overcame %(obstacle)s at %(cell)s: the way is free for all."),
        _("You overcame %(obstacle)s at %(cell)s: the way is free for all."),
    ),
    "looked": {
        "mine": Said(
            _("%(who)s looked at %(place)s in secret."),
            _("You looked at %(place)s and saw %(what)s. Only you know."),
        ),
        "treasure": Said(
            _("%(who)s looked at treasure %(number)s in secret."),
            _("You looked at treasure %(number)s: it is worth %(value)s. Only you know."),
        ),
        "dwarf": Said(
            _("%(who)s looked at the dwarf card of %(to)s in secret."),
            _("You looked at the dwarf card of %(to)s: %(role)s. Only you know."),
        ),
        "your dwarf": Said(_("%(who)s looked at your dwarf card in secret."), tone="bad"),
    },
    "set": Said(_("%(who)s set %(token)s %(joint)s."), _("You set %(token)s %(joint)s.")),
    "lifted": Said(
        _("The troll of %(who)s has gone, %(joint)s: the way is free again."),
        _("Your troll has gone, %(joint)s: the way is free again."),
    ),
    "removed": Said(
        _("%(who)s called a storm at %(cell)s: it washed %(card)s away."),
        _("You called a storm at %(cell)s: it washed %(card)s away."),
    ),
    "swept": Said(_("The storm took %(token)s along, %(joint)s.")),
    "walked": Said(
        lambda number: ngettext(
            "%(who)s walked %(number)s card, to %(place)s.",
            "%(who)s walked %(number)s cards, to %(place)s.",
            number,
        ),
        lambda number: ngettext(
            "You walked %(number)s card, to %(place)s.",
            "You walked %(number)s cards, to %(place)s.",
            number,
        ),
    ),
    "stayed": Said(
        _("The dwarf of %(who)s stayed at %(place)s."), _("Your dwarf stayed at %(place)s.")
    ),
    "lost": Said(
        _("%(who)s lost a card to the trap %(joint)s."),
        _("You lost %(card)s to the trap %(joint)s."),
        tone="bad",
    ),
    "turned-over": Said(
        _("%(who)s turned over %(place)s and found %(what)s."),
        _("You turned over %(place)s and found %(what)s."),
    ),
    "oriented": Said(_("%(who)s chose how %(place)s lies."), _("You chose how %(place)s lies.")),
    "took": {
        "gems": Said(
            _("%(who)s took gems."), _("You took gems worth %(value)s. Only you know."), "good"
        ),
        "gold": Said(
            _("%(who)s took gold."), _("You took gold worth %(value)s. Only you know."), "good"
        ),
        "silver": Said(
            _("%(who)s took silver."), _("You took silver worth %(value)s. Only you know."), "good"
        ),
    },
    "woke": Said(
        _("%(who)s woke the dragon: two points less at the end of the round."),
        _("You woke the dragon: two points less at the end of the round."),
        tone="bad",
    ),
    "proposed": Said(
        _("%(who)s proposes to end the round. All must agree."),
        _("You propose to end the round. All must agree."),
    ),
    "agreed": Said(_("%(who)s agrees to end the round."), _("You agree to end the round.")),
    "refused": Said(
        _("%(who)s wants to play on: the round goes on."),
        _("You want to play on: the round goes on."),
    ),
    "lapsed": Said(
        _("Not all agreed with %(who)s: the round goes on."),
        _("Not all agreed with you: the round goes on."),
    ),
    "round-ended": {
        "cards": Said(_("Round %(round)s is over: all cards are played.")),
        "treasures": Said(_("Round %(round)s is over: all treasures are taken.")),
        "consent": Said(_("Round %(round)s is over: all agreed to end it.")),
    },
    "role-shown": {
        "blue-loyal": Said(
            _("%(who)s was loyal to the blue clan."), _("You were loyal to the blue clan.")
        ),
        "yellow-loyal": Said(
            _("%(who)s was loyal to the yellow clan."), _("You were loyal to the yellow clan.")
        ),
        "blue-selfish": Said(
            _("%(who)s was a selfish dwarf of the blue clan."),
            _("You were a selfish dwarf of the blue clan."),
        ),
        "yellow-selfish": Said(
            _("%(who)s was a selfish dwarf of the yellow clan."),
            _("You were a selfish dwarf of the yellow clan."),
        ),
        "blue-saboteur": Said(
            _("%(who)s was a saboteur of the blue clan, working for the yellow clan."),
            _("You were a saboteur of the blue clan, working for the yellow clan."),
        ),
        "yellow-saboteur": Said(
            _("%(who)s was a saboteur of the yellow clan, working for the blue clan."),
            _("You were a saboteur of the yellow clan, working for the blue clan."),
        ),
    },
    "brought": {
        "blue": Said(
            _("%(who)s brought the blue clan %(number)s."),
            _("You brought the blue clan %(number)s."),
        ),
        "yellow": Said(
            _("%(who)s brought the yellow clan %(number)s."),
            _("You brought the yellow clan %(number)s."),
        ),
        "own": Said(_("%(who)s keeps %(number)s alone."), _("You keep %(number)s alone.")),
        "nothing": Said(""),
    },
    "shared": {
        "blue": Said(
            _("%(who)s gets %(number)s, a share of the blue clan's finds."),
            _("You get %(number)s, a share of the blue clan's finds."),
        ),
        "yellow": Said(
            _("%(who)s gets %(number)s, a share of the yellow clan's finds."),
            _("You get %(number)s, a share of the yellow clan's finds."),
        ),
    },
    "remainder": Said(
        _("%(who)s gets %(number)s more for the clan's most valuable treasure."),
        _("You get %(number)s more for the clan's most valuable treasure."),
    ),
    "gave-up": {
        "": Said(
            _("%(who)s gives up %(number)s to the dragon."),
            _("You give up %(number)s to the dragon."),
        ),
        "nothing": Said(""),
    },
    "scored": Said(
        lambda number: ngettext(
            "%(who)s scores %(number)s point.", "%(who)s scores %(number)s points.", number
        ),
        lambda number: ngettext(
            "You score %(number)s point.", "You score %(number)s points.", number
        ),
    ),
}


class LostMinesWords(GameWords[Move]):
    """Texts about clans, secret characters, named mines and starts."""

    CARDS = card_words.CARDS
    HELP = card_words.HELP
    ROLES = card_words.ROLES
    YOUR_ROLE = card_words.YOUR_ROLE
    PLACES = card_words.PLACES
    GOALS = card_words.GOALS
    PROMPTS: ClassVar = {
        "play": _("Your turn: pick a card."),
        "walk": _("Now your dwarf: pick where it goes, or let it stay."),
        "orient": _("Your turn: lay the mine, one way or the other."),
    }
    ASKS = card_words.ASKS
    PLAYED_AT = card_words.PLAYED_AT
    ORIENTATIONS = card_words.ORIENTATIONS
    OWN_REFUSALS = card_words.REFUSALS
    NOT_NOW = card_words.NOT_NOW
    REASONS: ClassVar = {**GameWords.REASONS, **card_words.REASONS}
    EVENTS = EVENTS
    MINOR: ClassVar = (
        "drew", "stayed", "round-ended", "role-shown", "brought", "shared", "remainder",
        "gave-up", "scored",
    )  # fmt: skip
    OPEN_VERBS: ClassVar = (
        "place", "play", "walk", "stay", "orient", "propose", "agree", "refuse",
    )  # fmt: skip
    MAILED: ClassVar = (
        "round-began", "laid", "overcame", "looked", "set", "lifted", "removed", "swept",
        "discarded", "walked", "lost", "oriented", "skipped", "proposed", "agreed", "refused",
        "lapsed", "game-ended",
    )  # fmt: skip

    LOOSE: ClassVar = _("No path from a start leads to it yet.")
    CLOSED: ClassVar = _("No path leads on from it.")

    def joins(self, number: int) -> str:
        return ngettext(
            "Joins %(number)s more card to the paths from a start.",
            "Joins %(number)s more cards to the paths from a start.",
            number,
        )

    def open_text(self, text: str) -> str:
        """Hide the treasure asked for, too."""
        return super().open_text(text).partition(" take ")[0]

    def variant(self, event: Event, names: Names) -> str:
        match event.kind:
            case "looked" if event.cell is not None:
                return "mine"
            case "looked" if event.to is not None:
                return "your dwarf" if names.is_me(event.to) else "dwarf"
            case "looked":
                return "treasure"
            case "brought" | "gave-up" if not event.amount:
                return "nothing"
            case _:
                return super().variant(event, names)

    def special_gap(self, name: str, event: Event, names: Names) -> object:
        match name:
            case "obstacle":
                return card_words.OBSTACLES[event.what or ""]
            case "place":
                return self.place(cell_of(event))
            case "what":
                return card_words.MINES.get(event.what or "", "")
            case "role":
                return self.ROLES.get(event.what or "", "")
            case "value":
                return event.what if event.kind == "looked" else event.amount
            case "token":
                return self.CARDS.object(event.card)
            case "joint":
                return joint_words(cell_of(event), event.what or "")
            case _:
                return super().special_gap(name, event, names)

    def button(self, move: Move, names: Names, foresight: Foresight[Move]) -> Button:
        match move:
            case PlayJoint(card, joint):
                return Button(
                    card, card_words.between(joint), PLAY, print_joint(joint), asks=self.ASKS[card]
                )
            case Scout():
                return self._scout(move, names)
            case Walk():
                return self._walk(move, foresight(move))
            case Stay(take, leave):
                label = gettext("Stay and take nothing") if leave else gettext("Stay")
                return Button("", _and_take(label, take), _("Stay"), take=take)
            case Consent(word):
                verb, answer, _sentence = card_words.CONSENT[word]
                return Button(QUESTION, str(answer), verb)
            case _:
                return super().button(move, names, foresight)

    def heading(self, move: Move, key: str) -> str:
        match move:
            case Orient():
                return gettext("Lay the mine")
            case Consent():
                return gettext("End the round")
            case Walk() | Stay():
                return gettext("Walk")
            case _:
                return super().heading(move, key)

    def would(self, move: Move, preview: Preview | None, mine: Mine, names: Names) -> SafeString:
        match move:
            case Place():
                return self._would_lay(move, preview, mine)
            case PlayJoint(card, joint):
                return fill(card_words.SET_BETWEEN[card], joint=card_words.between(joint))
            case Scout():
                sentence = _(
                    "Look at this in secret: %(target)s. All see what you look at, only you see it."
                )
                return fill(sentence, target=self._scouted(move, names))
            case Walk():
                return self._would_walk(move, preview)
            case Stay(take, leave):
                left = [fill(_("You leave the treasures where they are."))] if leave else []
                return join_sentences(
                    [fill(_("Your dwarf stays where it is.")), *left, *_taking(take)]
                )
            case Consent(word):
                return fill(card_words.CONSENT[word][2])
            case _:
                return super().would(move, preview, mine, names)

    def _scout(self, move: Scout, names: Names) -> Button:
        button = Button(move.card, self._scouted(move, names), PLAY, asks=self.ASKS[move.card])
        if isinstance(move.target, tuple):
            return replace(button, at=print_cell(move.target))
        if move.what == "dwarf":
            return replace(button, to=str(move.target))
        return replace(button, treasure=move.target)

    def _scouted(self, move: Scout, names: Names) -> str:
        """Return the target of a scout: a mine, a dwarf or a treasure."""
        if isinstance(move.target, tuple):
            return self.place(move.target)
        if move.what == "dwarf":
            return names.plain(move.target)
        return gettext("treasure %(number)s") % {"number": move.target}

    def _walk(self, move: Walk, preview: Preview | None) -> Button:
        end, cost = move.cells[-1], preview.cost if preview else 0
        label = self.place(end)
        if cost:
            label = ngettext(
                "%(place)s, losing %(number)s card", "%(place)s, losing %(number)s cards", cost
            ) % {"place": label, "number": cost}
        label = _and_take(label, move.take)
        return Button("", label, _("Walk"), print_cell(end), take=move.take, cost=cost)

    def _would_lay(self, move: Place, preview: Preview | None, mine: Mine) -> SafeString:
        """Say where a path leads, and whom it lets through."""
        starts = preview.starts if preview else ()
        clans = [clan for clan, start in STARTS.items() if start in starts]
        whose = "both" if len(clans) > 1 else "".join(clans)
        ahead = [beyond(move.cell, side) for side in preview.openings] if preview else []
        mines = [self.place(there) for there in ahead if there in mine.hidden]
        leads = [fill(card_words.LEADS[whose], mines=joined(mines))] if mines else []
        said = self.would_place(move, preview, mine, leads)
        more = [
            card_words.CARRIES_ON.get(whose),
            card_words.OBSTACLE_DESCRIPTIONS.get(move.card.partition("+")[2]),
        ]
        return join_sentences([said, *(fill(words) for words in more if words is not None)])

    def _would_walk(self, move: Walk, preview: Preview | None) -> SafeString:
        """Say where a walk leads, in how many steps, and what it costs and brings."""
        number = len(move.cells)
        sentence = ngettext(
            "Walk %(number)s card, to %(place)s.", "Walk %(number)s cards, to %(place)s.", number
        )
        said = [fill(sentence, number=number, place=self.place(move.cells[-1]))]
        if preview and preview.cost:
            cost = ngettext(
                "It costs you %(number)s card, by lot.",
                "It costs you %(number)s cards, by lot.",
                preview.cost,
            )
            said.append(fill(cost, number=preview.cost))
        if preview and preview.goals:
            said.append(fill(_("You are the first there and turn this mine over!")))
        return join_sentences([*said, *_taking(move.take)])


def _and_take(label: str, treasure: int | None) -> str:
    if treasure is None:
        return label
    return gettext("%(place)s, take treasure %(number)s") % {"place": label, "number": treasure}


def _taking(treasure: int | None) -> list[SafeString]:
    if treasure is None:
        return []
    return [fill(_("You take treasure %(number)s, if the mine has it."), number=treasure)]
