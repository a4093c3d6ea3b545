"""The texts that games share, and those that each game must define."""

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
"""Says one kind of event to one reader; None if it isn't worth a line."""


class Verdict(NamedTuple):
    """A verdict on a solo game, and the least gold it takes."""

    number: int
    least: int
    words: str


Foresight = Callable[[M], Preview | None]
"""Returns the effect of a move, as far as the reader's view shows it."""
REASONS: Final[Mapping[str, Words]] = {"seems-best": _("It seems the best of what can be done.")}
OWN: Final = ("skipped", "round-began")
"""Events of the reader that a mail mentions; they know their own moves."""


class GameWords(ABC, Generic[M]):
    """The texts of one game in the reader's language. `M` are its moves."""

    CARDS: ClassVar[CardNames]
    HELP: ClassVar[CardHelp]
    """The name and help line of everything that the game shows."""
    ROLES: ClassVar[Mapping[str, Words]]
    YOUR_ROLE: ClassVar[Mapping[str, Words]]
    OWN_REFUSALS: ClassVar[Mapping[str, Words]]
    """Sentences for the refusals that not every game has."""
    NOT_NOW: ClassVar[Mapping[str, Words]]
    """Why a card can't be played now, by the codes of the look's `why_not`."""
    REASONS: ClassVar[Mapping[str, Words]] = REASONS
    """The reasons of advice by code. The gaps: `who`, `place`, `card`, `amount`."""
    MINOR: ClassVar[tuple[str, ...]]
    """Events that appear in the log, but not among the news."""
    MAILED: ClassVar[tuple[str, ...]]
    """Events whose sentence is safe in a mail. Mails are read over shoulders: never a role, a hand,
    a goal's face or gold, not even if it is public at the table."""
    OPEN_VERBS: ClassVar[tuple[str, ...]]
    """Moves that are public in full, by the first word of their notation."""
    REACHED: ClassVar[Words] = _("%(who)s reached %(goal)s.")
    """For mails; it doesn't say what the goal was."""
    LEARNS: ClassVar[tuple[str, ...]] = ("looked", "took")
    """Events by which only their player learns something."""
    PASSING: ClassVar[Words] = _("Discard %(card)s, face down, and pass.")

    # --- things -------------------------------------------------------------------------------

    def place(self, cell: Cell) -> str:
        """Return the name of a place, or the numbers of the cell."""
        return cell_words(cell)

    @abstractmethod
    def goal(self, known: str | None) -> str:
        """Return the text of a face-down goal, to a reader who has or hasn't looked at it."""

    def prompt(self, phase: str) -> str:
        """Return what the player on turn is asked to do."""
        if phase == "orient":
            return gettext("Your turn: lay the goal, one way or the other.")
        return gettext("Your turn: pick a card.")

    def grade(self, number: int) -> str:
        """Return a verdict on a finished game, if the game has verdicts."""
        return ""

    def grades(self) -> Sequence[Verdict]:
        """Return all verdicts, worst first, if the game has them."""
        return ()

    def refusal(self, code: str) -> str:
        """Return why the rules refuse a move, and what to do instead."""
        return str(self.refusals[code])

    def reason(self, reason: Reason, names: Names) -> SafeString:
        """Return the sentence of a reason for a suggested move."""
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
        """The sentence of each kind of event."""

    def event(self, event: Event, names: Names) -> Line | None:
        """Return the log line of an event; None if it isn't worth one."""
        line = self.events[event.kind](event, names)
        return line._replace(minor=event.kind in self.MINOR) if line else None

    def mailed(self, event: Event, names: Names) -> Line | None:
        """Return the line of an event for a mail, as a spectator may know it; None if it must not
        say it."""
        if names.is_me(event.seat) and event.kind not in OWN:
            return None
        if event.kind == "turned-over":
            who, goal = names.of(event.seat), self.place(cell_of(event))
            return Line(fill(self.REACHED, who=who, goal=goal))
        if event.kind == "round-ended":
            return Line(fill(_("Round %(round)s is over."), round=event.amount))
        return self.events[event.kind](event, names) if event.kind in self.MAILED else None

    def open_text(self, text: str) -> str:
        """Return another player's move in notation, without what was discarded or taken."""
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
        """Mention only the reader's own draws."""
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
        """Return the button of a move in the list of moves."""

    def heading(self, move: M, key: str) -> str:
        """Return the heading of moves with this key: the cards they take from the hand."""
        return " + ".join(self.CARDS.name(card) for card in key.split(" "))

    @abstractmethod
    def would(self, move: M, preview: Preview | None, mine: Mine, names: Names) -> SafeString:
        """Return what the move would do, as far as the player can know."""

    def would_discard(self, cards: tuple[str, ...]) -> SafeString:
        return fill(self.PASSING, card=self.CARDS.objects(cards))
