"""What every game can say: the sentences games share, and what each must say for itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, Generic, NamedTuple, TypeVar

from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import Cell, Event, Mine, Move, Preview
from games.engine.bots import Reason
from games.kinds.common.words.cards import CardHelp, CardNames, cell_words
from games.kinds.common.words.moves import REFUSALS, Button
from games.kinds.common.words.phrases import Line, Names, Words, cell_of, fill, you_or_other

M = TypeVar("M", bound=Move)
EventSentence = Callable[[Event, Names], Line | None]
"""Tells one kind of event to one reader; None for what is not worth a line."""


class Verdict(NamedTuple):
    """A verdict on a game for one, and the least gold it takes."""

    number: int
    least: int
    words: str


Foresight = Callable[[M], Preview | None]
"""What a move would do, as far as the reader's view tells."""
REASONS: Final[Mapping[str, Words]] = {"seems-best": _("It seems the best of what can be done.")}
OWN: Final = ("skipped", "round-began")
"""What a mail may tell of its reader; their own moves they know."""


class GameWords(ABC, Generic[M]):
    """The sentences of one game, in the language of the reader. `M` are its moves."""

    CARDS: ClassVar[CardNames]
    HELP: ClassVar[CardHelp]
    """A name and a line on what it does, for all that the game shows."""
    ROLES: ClassVar[Mapping[str, Words]]
    YOUR_ROLE: ClassVar[Mapping[str, Words]]
    OWN_REFUSALS: ClassVar[Mapping[str, Words]]
    """Sentences for the refusals that not every game has."""
    NOT_NOW: ClassVar[Mapping[str, Words]]
    """Why a card cannot be played now, by the codes of the look's `why_not`."""
    REASONS: ClassVar[Mapping[str, Words]] = REASONS
    """Why a mind would make a move, by the code of the reason. The gaps: `who`, `place`, `card`,
    `amount`."""
    MINOR: ClassVar[tuple[str, ...]]
    """Events that are told in the log, but not among what is new."""
    MAILED: ClassVar[tuple[str, ...]]
    """Events whose sentence is safe in a mail as it is. Mails are read over shoulders: never a
    role, a hand, a goal's face or gold, not even when all can see it on the board."""
    OPEN_VERBS: ClassVar[tuple[str, ...]]
    """Moves that everybody may know in full, by the first word of their notation."""
    REACHED: ClassVar[Words] = _("%(who)s reached %(goal)s.")
    """In a mail; what the goal was, it does not say."""
    LEARNS: ClassVar[tuple[str, ...]] = ("looked", "took")
    """Events by which a player learns something that nobody else does."""
    PASSING: ClassVar[Words] = _("Discard %(card)s, face down, and pass.")

    # --- things -------------------------------------------------------------------------------

    def place(self, cell: Cell) -> str:
        """A place by its name, where it has one; any other cell by its numbers."""
        return cell_words(cell)

    @abstractmethod
    def goal(self, known: str | None) -> str:
        """A goal that lies face down, to a reader who has looked at it or has not."""

    def prompt(self, phase: str) -> str:
        """What the player on turn is asked to do."""
        if phase == "orient":
            return gettext("Your turn: lay the goal, one way or the other.")
        return gettext("Your turn: pick a card.")

    def grade(self, number: int) -> str:
        """A verdict on a finished game, where the game gives one."""
        return ""

    def grades(self) -> Sequence[Verdict]:
        """All verdicts there are, worst first, where the game gives them."""
        return ()

    def refusal(self, code: str) -> str:
        """Why the rules refuse a move, and what to do instead."""
        return str(self.refusals[code])

    def reason(self, reason: Reason, names: Names) -> SafeString:
        """What speaks for a move that a mind thinks of."""
        return fill(
            self.REASONS[reason.code],
            who=names.of(reason.seat),
            place="" if reason.cell is None else self.place(reason.cell),
            card=self.CARDS.object(reason.card),
            amount="" if reason.amount is None else reason.amount,
        )

    @property
    def refusals(self) -> Mapping[str, Words]:
        return {**REFUSALS, **self.OWN_REFUSALS}

    # --- what happened ------------------------------------------------------------------------

    @property
    @abstractmethod
    def events(self) -> Mapping[str, EventSentence]:
        """How each kind of event is told."""

    def event(self, event: Event, names: Names) -> Line | None:
        """One line for the log; nothing for what is not worth one."""
        line = self.events[event.kind](event, names)
        return line._replace(minor=event.kind in self.MINOR) if line else None

    def mailed(self, event: Event, names: Names) -> Line | None:
        """A line of an event as a spectator may know it; nothing for what a mail must not say."""
        if names.is_me(event.seat) and event.kind not in OWN:
            return None
        if event.kind == "turned-over":
            who, goal = names.of(event.seat), self.place(cell_of(event))
            return Line(fill(self.REACHED, who=who, goal=goal))
        if event.kind == "round-ended":
            return Line(fill(_("Round %(round)s is over."), round=event.amount))
        return self.events[event.kind](event, names) if event.kind in self.MAILED else None

    def open_text(self, text: str) -> str:
        """A move of somebody else, in notation: what was thrown away or taken stays hidden."""
        verb = text.split(" ")[0]
        return text if verb in self.OPEN_VERBS or not text else f"{verb} ?"

    def laid(self, event: Event, names: Names) -> Line:
        return you_or_other(
            event,
            names,
            _("%(who)s laid %(card)s at %(cell)s."),
            _("You laid %(card)s at %(cell)s."),
            card=self.CARDS.object(event.card),
            cell=cell_words(cell_of(event)),
        )

    def removed(self, event: Event, names: Names) -> Line:
        return you_or_other(
            event,
            names,
            _("%(who)s let the rock fall at %(cell)s and buried %(card)s."),
            _("You let the rock fall at %(cell)s and buried %(card)s."),
            card=self.CARDS.object(event.what),
            cell=cell_words(cell_of(event)),
        )

    def discarded(self, event: Event, names: Names) -> Line:
        return you_or_other(
            event,
            names,
            _("%(who)s discarded a card."),
            _("You discarded %(card)s."),
            card=self.CARDS.object(event.card),
        )

    def drew(self, event: Event, names: Names) -> Line | None:
        """That others draw goes without saying."""
        if not names.is_me(event.seat):
            return None
        return Line(fill(_("You drew %(card)s."), card=self.CARDS.object(event.card)))

    def skipped(self, event: Event, names: Names) -> Line:
        return you_or_other(
            event,
            names,
            _("%(who)s has no card left and is skipped."),
            _("You have no card left and are skipped."),
        )

    def round_began(self, event: Event, names: Names) -> Line:
        return you_or_other(
            event,
            names,
            _("Round %(round)s begins with %(who)s."),
            _("Round %(round)s begins with you."),
            round=event.amount,
        )

    def game_ended(self, event: Event, names: Names) -> Line:
        return Line(fill(_("The game is over.")))

    # --- moves --------------------------------------------------------------------------------

    @abstractmethod
    def button(self, move: M, names: Names, foresight: Foresight[M]) -> Button:
        """What the list of moves shows of it."""

    def heading(self, move: M, key: str) -> str:
        """Above moves with this key: the cards they take from the hand."""
        return " + ".join(self.CARDS.name(card) for card in key.split(" "))

    @abstractmethod
    def would(self, move: M, preview: Preview | None, mine: Mine, names: Names) -> SafeString:
        """What the move would do, as far as the player can know."""

    def would_discard(self, cards: tuple[str, ...]) -> SafeString:
        return fill(self.PASSING, card=self.CARDS.objects(cards))
