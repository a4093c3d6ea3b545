"""The texts that games share, and those that each game must define."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, Generic, NamedTuple, TypeVar

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine import Cell, Event, Mine, Move, Preview, print_cell
from games.engine.bots import Reason
from games.engine.moves import Discard, Orient, Place, PlayAt
from games.kinds.common.words import moves, phrases
from games.kinds.common.words.moves import Button
from games.kinds.common.words.phrases import Line, Names, Words, cell_words, fill

M = TypeVar("M", bound=Move)
GAP: Final = re.compile(r"%\((\w+)\)s")
Sentence = Words | Callable[[int], str]
"""A function returns the plural form for the amount of an event."""


class Said(NamedTuple):
    """What the log says about a kind of event. `GameWords.gap` fills the gaps."""

    others: Sentence
    """The sentence about somebody else; empty if it isn't worth a line."""
    mine: Sentence | None = None
    """The sentence about the reader, if it differs."""
    tone: str = ""
    """`good` or `bad` for the player it was done to; if that is nobody, for the event's player."""


Events = Mapping[str, Said | Mapping[str, Said]]
"""The sentences of each kind of event; of some kinds by the event's variant."""
SHARED_EVENTS: Final[Mapping[str, Said]] = {
    "laid": Said(_("%(who)s laid %(card)s at %(cell)s."), _("You laid %(card)s at %(cell)s.")),
    "discarded": Said(_("%(who)s discarded a card."), _("You discarded %(card)s.")),
    "drew": Said("", _("You drew %(card)s.")),
    "skipped": Said(
        _("%(who)s has no card left and is skipped."), _("You have no card left and are skipped.")
    ),
    "round-began": Said(
        _("Round %(round)s begins with %(who)s."), _("Round %(round)s begins with you.")
    ),
    "game-ended": Said(_("The game is over.")),
}
"""Of every game."""


class Verdict(NamedTuple):
    """A verdict on a solo game, and the least gold it takes."""

    number: int
    least: int
    words: str


Foresight = Callable[[M], Preview | None]
"""Returns the effect of a move, as far as the reader's view shows it."""
REASONS: Final[Mapping[str, Words]] = {"seems-best": _("It seems the best of what can be done.")}
OWN: Final = ("skipped", "round-began")
"""Events of the reader that a mail mentions; they already know their own moves."""


class GameWords(Generic[M]):
    """The texts of one game in the reader's language. `M` are its moves."""

    CARDS: ClassVar[phrases.CardNames]
    HELP: ClassVar[phrases.CardHelp]
    """The name and help line of everything that the game shows."""
    PLACES: ClassVar[Mapping[Cell, Words]] = {}
    """The places that have a name."""
    GOALS: ClassVar[Mapping[str | None, Words]]
    """The text of a face-down goal by what the reader knows of it."""
    PROMPTS: ClassVar[Mapping[str, Words]] = {
        "play": _("Your turn: pick a card."),
        "orient": _("Your turn: lay the goal, one way or the other."),
    }
    """What the player on turn is asked to do, by phase."""
    ROLES: ClassVar[Mapping[str, Words]]
    YOUR_ROLE: ClassVar[Mapping[str, Words]]
    ASKS: ClassVar[Mapping[str, Words]]
    """The prompt of each card that is played at a place."""
    PLAYED_AT: ClassVar[Mapping[str, Words]]
    """The effect of each card that is played at a cell."""
    ORIENTATIONS: ClassVar[tuple[Words, Words]]
    """The two ways to lay a goal just turned over."""
    OWN_REFUSALS: ClassVar[Mapping[str, Words]]
    """Sentences for the refusals that not every game has."""
    NOT_NOW: ClassVar[Mapping[str, Words]]
    """Why a card can't be played now, by the codes of the look's `why_not`."""
    REASONS: ClassVar[Mapping[str, Words]] = REASONS
    """The reasons of advice by code. The gaps: `who`, `place`, `card`, `amount`."""
    EVENTS: ClassVar[Events]
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
    """Events that only inform their own player."""
    PASSING: ClassVar[Words] = _("Discard %(card)s, face down, and pass.")
    LOOSE: ClassVar[Words] = _("Nothing joins it to the start yet.")
    CLOSED: ClassVar[Words] = _("Nothing is left open behind it.")
    """Said of a card to be laid, as is `joins`."""

    def joins(self, number: int) -> str:
        """Return the sentence about the other cards that it joins to the start."""
        return ngettext(
            "Joins %(number)s more card to the start.",
            "Joins %(number)s more cards to the start.",
            number,
        )

    def place(self, cell: Cell) -> str:
        """Return the name of a place, or the numbers of the cell."""
        return str(self.PLACES[cell]) if cell in self.PLACES else cell_words(cell)

    def goal(self, known: str | None) -> str:
        """Return the text of a face-down goal, to a reader who has or hasn't looked at it."""
        return str(self.GOALS[known])

    def prompt(self, phase: str) -> str:
        """Return what the player on turn is asked to do."""
        return str(self.PROMPTS.get(phase, ""))

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
        return {**moves.REFUSALS, **self.OWN_REFUSALS}

    def event(self, event: Event, names: Names) -> Line | None:
        """Return the log line of an event; None if it isn't worth one."""
        said = self.EVENTS[event.kind]
        if not isinstance(said, Said):
            said = said[self.variant(event, names)]
        is_other = said.mine is None or not names.is_me(event.seat)
        sentence = said.others if is_other else said.mine
        if callable(sentence):
            sentence = sentence(event.amount or 0)
        if not sentence:
            return None
        gaps = {name: self.gap(name, event, names) for name in GAP.findall(str(sentence))}
        concerned = names.is_me(event.seat if event.to is None else event.to)
        cells = () if event.cell is None else (event.cell,)
        minor = event.kind in self.MINOR
        return Line(fill(sentence, **gaps), said.tone if concerned else "", cells, minor)

    def variant(self, event: Event, names: Names) -> str:
        """Return which sentences of its kind an event has, if the kind has several."""
        return event.what or ""

    def gap(self, name: str, event: Event, names: Names) -> object:
        """Return what fills a gap in the sentence of an event."""
        match name:
            case "who":
                return names.of(event.seat)
            case "to":
                return names.of(event.to)
            case "cell":
                return cell_words(phrases.cell_of(event))
            case "card":
                return self.CARDS.object(event.what if event.kind == "removed" else event.card)
            case "round":
                return event.amount
            case "number":
                return event.amount or 0
            case _:
                return self.special_gap(name, event, names)

    def special_gap(self, name: str, event: Event, names: Names) -> object:
        """Return what fills a gap that not every game has."""
        raise ValueError(f"nothing fills the gap {name} of {event.kind}")

    def mailed(self, event: Event, names: Names) -> Line | None:
        """Return the line of an event for a mail, as a spectator may know it; None if it must not
        say it."""
        if names.is_me(event.seat) and event.kind not in OWN:
            return None
        if event.kind == "turned-over":
            who, goal = names.of(event.seat), self.place(phrases.cell_of(event))
            return Line(fill(self.REACHED, who=who, goal=goal))
        if event.kind == "round-ended":
            return Line(fill(_("Round %(round)s is over."), round=event.amount))
        return self.event(event, names) if event.kind in self.MAILED else None

    def open_text(self, text: str) -> str:
        """Return another player's move in notation, without what was discarded or taken."""
        verb = text.split(" ")[0]
        return text if verb in self.OPEN_VERBS or not text else f"{verb} ?"

    def button(self, move: M, names: Names, foresight: Foresight[M]) -> Button:
        """Return the button of a move in the list of moves."""
        match move:
            case Place(card, cell, turned):
                label, at = _cell_and_turn(cell, turned), print_cell(cell)
                return Button(
                    card, label, moves.PLACE, at, turned=turned, lays=card, asks=moves.PICK_CELL
                )
            case Orient(cell, turned):
                label, at = _cell_and_turn(cell, turned), print_cell(cell)
                return Button("", label, moves.LAY, at, turned=turned, goal=cell)
            case PlayAt(card, cell):
                asks = self.ASKS[card]
                return Button(card, self.place(cell), moves.PLAY, print_cell(cell), asks=asks)
            case Discard(cards):
                label = gettext("Discard two cards") if len(cards) > 1 else gettext("Discard it")
                return Button(" ".join(cards), label, moves.DISCARD, passes=True)
            case _:
                raise TypeError(f"no button for {move}")

    def heading(self, move: M, key: str) -> str:
        """Return the heading of moves with this key: the cards they take from the hand."""
        return " + ".join(self.CARDS.name(card) for card in key.split(" "))

    def would(self, move: M, preview: Preview | None, mine: Mine, names: Names) -> SafeString:
        """Return what the move would do, as far as the player can know."""
        match move:
            case PlayAt(card, cell):
                return fill(self.PLAYED_AT[card], place=self.place(cell))
            case Orient(cell, turned):
                return fill(self.ORIENTATIONS[turned], cell=cell_words(cell))
            case Discard(cards):
                return fill(self.PASSING, card=self.CARDS.objects(cards))
            case _:
                raise TypeError(f"no words for {move}")

    def would_place(
        self,
        move: Place,
        preview: Preview | None,
        mine: Mine,
        reached: Sequence[SafeString] = (),
    ) -> SafeString:
        """Return where the card would lie, what it reaches, and where it leads on."""
        card, cell = move.card, move.cell
        where = fill(_("%(card)s at %(cell)s."), card=self.CARDS.title(card), cell=cell_words(cell))
        if preview is None:
            return where
        said = [where, *reached]
        if more := len([other for other in preview.joined if other != cell]):
            said.append(fill(self.joins(more), number=more))
        if cell not in preview.joined:
            said.append(fill(self.LOOSE))
        return moves.join_sentences([*said, self._leading(card, cell, preview, mine)])

    def _leading(self, card: str, cell: Cell, preview: Preview, mine: Mine) -> SafeString:
        """Return which ways stay open for the next card."""
        if all(len(group) == 1 for group in card.split("+")[0].split(".")):
            return fill(_("A dead end: nothing leads on from it."))
        taken = {*mine.tiles, *mine.hidden}
        ahead = "".join(side for side in preview.openings if moves.beyond(cell, side) not in taken)
        if not ahead:
            return fill(self.CLOSED)
        return fill(_("Leads on %(sides)s."), sides=phrases.SIDES[ahead])


def _cell_and_turn(cell: Cell, turned: bool) -> str:
    where = cell_words(cell)
    return gettext("%(cell)s, turned") % {"cell": where} if turned else where
