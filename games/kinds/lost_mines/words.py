"""The words of The Lost Mines: reasons of advice, what happened, and the highlights of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine import Cell, Event, Mine, Preview
from games.kinds.common.highlights import (
    GameMove,
    Highlight,
    events_of,
    first_of_each,
    greatest,
    highlight,
    moves_of_round,
)
from games.kinds.common.words.cards import cell_words, joint_words
from games.kinds.common.words.game import EventSentence, Foresight, GameWords
from games.kinds.common.words.moves import QUESTION, Button
from games.kinds.common.words.phrases import Line, Names, Words, cell_of, fill, you_or_other
from games.kinds.common.words.phrases import points as points_text
from games.kinds.lost_mines import card_words, move_words
from games.kinds.lost_mines import point_words as points
from games.kinds.lost_mines.card_words import CARDS, HELP, MINES, OBSTACLES, ROLES, place
from games.kinds.lost_mines.rules.cards import SABOTEUR
from games.kinds.lost_mines.rules.moves import Move

REASONS: Final[Mapping[str, Words]] = {
    "reach-now": _("You can be at %(place)s in this very turn."),
    "on-your-way": _("It lies on your shortest way to %(place)s."),
    "nearest": _("Nobody is nearer to %(place)s than you."),
    "clears-your-way": _("It shortens your way to %(place)s."),
    "longer-for": _("It makes the way to %(place)s longer for %(who)s."),
    "has-hindered": _("%(who)s has been in the way of your clan before: %(amount)s×."),
    "unknown-mine": _("You don't know yet what %(place)s is."),
    "unknown-treasure": _("You don't know yet what treasure %(amount)s is worth."),
    "unknown-dwarf": _("You don't know yet on whose side %(who)s is."),
    "nothing-nearer": _("No card in your hand shortens your way now."),
    "new-cards": _("You draw new cards: %(amount)s."),
    "walks-nearer": _("It brings you nearer to %(place)s."),
    "first-there": _("You are the first at %(place)s and turn it over."),
    "takes-treasure": _("You take a treasure at %(place)s."),
    "takes-more": _("There is more for you to take at %(place)s."),
    "worth": _("The treasure you name is worth %(amount)s."),
    "nowhere-nearer": _("No walk brings you anything now."),
    "knows-and-goes": _("%(who)s has looked at %(place)s and makes for it."),
    "still-to-win": _("There is still something for you to win."),
    "nothing-to-win": _("There is hardly anything left for you to win."),
}


# --- events ---------------------------------------------------------------------------------------

PROMPTS: Final[Mapping[str, Words]] = {
    "play": _("Your turn: pick a card."),
    "walk": _("Now your dwarf: pick where it goes, or let it stay."),
    "orient": _("Your turn: lay the mine, one way or the other."),
}


def _overcame(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s overcame %(obstacle)s at %(cell)s: the way is free for all."),
        _("You overcame %(obstacle)s at %(cell)s: the way is free for all."),
        obstacle=OBSTACLES[event.what or ""],
        cell=cell_words(cell_of(event)),
    )


def _looked(event: Event, names: Names) -> Line:
    """Return the line about a look at a mine, a treasure or a dwarf. Only the scout learns the
    result."""
    if event.cell is not None:
        return _looked_at_mine(event, names)
    if event.to is not None:
        return _looked_at_dwarf(event, names)
    return you_or_other(
        event,
        names,
        _("%(who)s looked at treasure %(number)s in secret."),
        _("You looked at treasure %(number)s: it is worth %(value)s. Only you know."),
        number=event.amount,
        value=event.what,
    )


def _looked_at_mine(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s looked at %(place)s in secret."),
        _("You looked at %(place)s and saw %(what)s. Only you know."),
        place=place(cell_of(event)),
        what=MINES.get(event.what or "", ""),
    )


def _looked_at_dwarf(event: Event, names: Names) -> Line:
    others = _("%(who)s looked at the dwarf card of %(to)s in secret.")
    if names.is_me(event.to):
        others = _("%(who)s looked at your dwarf card in secret.")
    line = you_or_other(
        event,
        names,
        others,
        _("You looked at the dwarf card of %(to)s: %(role)s. Only you know."),
        to=names.of(event.to),
        role=ROLES.get(event.what or "", ""),
    )
    return line._replace(tone="bad" if names.is_me(event.to) else "")


def _set(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s set %(token)s %(joint)s."),
        _("You set %(token)s %(joint)s."),
        token=CARDS.object(event.card),
        joint=joint_words(cell_of(event), event.what or ""),
    )


def _lifted(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("The troll of %(who)s has gone, %(joint)s: the way is free again."),
        _("Your troll has gone, %(joint)s: the way is free again."),
        joint=joint_words(cell_of(event), event.what or ""),
    )


def _removed(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s called a storm at %(cell)s: it washed %(card)s away."),
        _("You called a storm at %(cell)s: it washed %(card)s away."),
        cell=cell_words(cell_of(event)),
        card=CARDS.object(event.what),
    )


def _swept(event: Event, names: Names) -> Line:
    sentence = _("The storm took %(token)s along, %(joint)s.")
    joint = joint_words(cell_of(event), event.what or "")
    return Line(fill(sentence, token=CARDS.object(event.card), joint=joint), "", (cell_of(event),))


def _walked(event: Event, names: Names) -> Line:
    number = event.amount or 0
    others = ngettext(
        "%(who)s walked %(number)s card, to %(place)s.",
        "%(who)s walked %(number)s cards, to %(place)s.",
        number,
    )
    mine = ngettext(
        "You walked %(number)s card, to %(place)s.",
        "You walked %(number)s cards, to %(place)s.",
        number,
    )
    return you_or_other(event, names, others, mine, number=number, place=place(cell_of(event)))


def _stayed(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("The dwarf of %(who)s stayed at %(place)s."),
        _("Your dwarf stayed at %(place)s."),
        place=place(cell_of(event)),
    )


def _lost(event: Event, names: Names) -> Line:
    line = you_or_other(
        event,
        names,
        _("%(who)s lost a card to the trap %(joint)s."),
        _("You lost %(card)s to the trap %(joint)s."),
        card=CARDS.object(event.card),
        joint=joint_words(cell_of(event), event.what or ""),
    )
    return line._replace(tone="bad" if names.is_me(event.seat) else "")


def _turned_over(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s turned over %(place)s and found %(what)s."),
        _("You turned over %(place)s and found %(what)s."),
        place=place(cell_of(event)),
        what=MINES[event.what or ""],
    )


def _oriented(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s chose how %(place)s lies."),
        _("You chose how %(place)s lies."),
        place=place(cell_of(event)),
    )


TOOK: Final[Mapping[str, tuple[Words, Words]]] = {
    "gems": (_("%(who)s took gems."), _("You took gems worth %(value)s. Only you know.")),
    "gold": (_("%(who)s took gold."), _("You took gold worth %(value)s. Only you know.")),
    "silver": (_("%(who)s took silver."), _("You took silver worth %(value)s. Only you know.")),
}


def _took(event: Event, names: Names) -> Line:
    others, mine = TOOK[event.what or ""]
    line = you_or_other(event, names, others, mine, value=event.amount)
    return line._replace(tone="good" if names.is_me(event.seat) else "")


def _woke(event: Event, names: Names) -> Line:
    line = you_or_other(
        event,
        names,
        _("%(who)s woke the dragon: two points less at the end of the round."),
        _("You woke the dragon: two points less at the end of the round."),
    )
    return line._replace(tone="bad" if names.is_me(event.seat) else "")


def _proposed(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s proposes to end the round. All must agree."),
        _("You propose to end the round. All must agree."),
    )


def _agreed(event: Event, names: Names) -> Line:
    others = _("%(who)s agrees to end the round.")
    return you_or_other(event, names, others, _("You agree to end the round."))


def _refused(event: Event, names: Names) -> Line:
    others = _("%(who)s wants to play on: the round goes on.")
    return you_or_other(event, names, others, _("You want to play on: the round goes on."))


def _lapsed(event: Event, names: Names) -> Line:
    others = _("Not all agreed with %(who)s: the round goes on.")
    return you_or_other(event, names, others, _("Not all agreed with you: the round goes on."))


class LostMinesWords(GameWords[Move]):
    """Texts about clans, secret characters, named mines and starts."""

    CARDS = CARDS
    HELP = HELP
    ROLES = ROLES
    YOUR_ROLE = card_words.YOUR_ROLE
    OWN_REFUSALS = card_words.REFUSALS
    NOT_NOW = card_words.NOT_NOW
    REASONS: ClassVar = {**GameWords.REASONS, **REASONS}
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

    def open_text(self, text: str) -> str:
        """Hide the treasure asked for, too."""
        return super().open_text(text).partition(" take ")[0]

    def place(self, cell: Cell) -> str:
        return place(cell)

    def goal(self, known: str | None) -> str:
        return str(card_words.MINE_NAMES[known])

    def prompt(self, phase: str) -> str:
        return str(PROMPTS.get(phase, ""))

    @cached_property
    def events(self) -> Mapping[str, EventSentence]:
        return {
            "round-began": self.round_began,
            "laid": self.laid,
            "overcame": _overcame,
            "looked": _looked,
            "set": _set,
            "lifted": _lifted,
            "removed": _removed,
            "swept": _swept,
            "discarded": self.discarded,
            "walked": _walked,
            "stayed": _stayed,
            "lost": _lost,
            "turned-over": _turned_over,
            "oriented": _oriented,
            "took": _took,
            "woke": _woke,
            "drew": self.drew,
            "skipped": self.skipped,
            "proposed": _proposed,
            "agreed": _agreed,
            "refused": _refused,
            "lapsed": _lapsed,
            "round-ended": points.round_ended,
            "role-shown": points.role_shown,
            "brought": points.brought,
            "shared": points.shared,
            "remainder": points.remainder,
            "gave-up": points.gave_up,
            "scored": points.scored,
            "game-ended": self.game_ended,
        }

    def button(self, move: Move, names: Names, foresight: Foresight[Move]) -> Button:
        return move_words.button(move, names, foresight)

    def heading(self, move: Move, key: str) -> str:
        loose = key in ("", QUESTION)
        return move_words.heading(move) if loose else super().heading(move, key)

    def would(self, move: Move, preview: Preview | None, mine: Mine, names: Names) -> SafeString:
        return move_words.would(move, preview, mine, names, self.would_discard)


# --- highlights -----------------------------------------------------------------------------------

GREAT_FIND = 4
LONG_WALK = 4


def highlights(steps: Sequence[GameMove], names: Names) -> list[Highlight]:
    return first_of_each(
        _unseen(steps, names),
        _treasure(steps, names),
        _dragon(steps, names),
        _walk(steps, names),
    )


def _unseen(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield saboteurs who brought treasures to the other clan and whom no scout looked at."""
    sentence = _(
        "Never suspected: %(who)s brought %(points)s to the other clan in round %(round)s, "
        "and no scout looked at them."
    )
    for step, event in events_of(steps, "brought"):
        seat = event.seat or 0
        if step.after.characters[seat] != SABOTEUR or not event.amount:
            continue
        scouted = {e.to for _, e in events_of(moves_of_round(steps, step.before.round), "looked")}
        if seat not in scouted:
            yield highlight((step, event), sentence, names, points=points_text(event.amount))


def _treasure(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    sentence = _("The best find: %(who)s took %(what)s worth %(worth)s in round %(round)s.")
    for step, event in greatest(events_of(steps, "took"), GREAT_FIND):
        what = str(MINES[event.what or ""])
        yield highlight((step, event), sentence, names, what=what, worth=event.amount)


def _dragon(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    woken = list(events_of(steps, "woke"))
    if len(woken) == 1:
        sentence = _("Do not wake it: %(who)s walked in on the dragon in round %(round)s.")
        yield highlight(woken[0], sentence, names)


def _walk(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    for step, event in greatest(events_of(steps, "walked"), LONG_WALK):
        number = event.amount or 0
        sentence = ngettext(
            "The longest walk: %(who)s went %(number)s card in one turn.",
            "The longest walk: %(who)s went %(number)s cards in one turn.",
            number,
        )
        yield highlight((step, event), sentence, names, number=number)
