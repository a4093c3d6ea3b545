"""The rules page of a game: chapters, options, examples and cards, all from the game itself.

An example is a scenario that the engine plays when it is drawn. It is shown as a player at the
table sees it: the first to move is "you".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.engine import Cell, Event
from games.engine.notation import NotationError, read_cell
from games.engine.scenario import Scenario, ScenarioMove, play_scenario
from games.kinds import GAMES, KINDS
from games.kinds.common.learn import Rule
from games.kinds.common.look import Treasure
from games.kinds.common.words.phrases import Names, cached_per_language, openings
from games.kinds.kind import GameKind
from games.tables.presenters import board as boards
from games.tables.presenters.board import Board, ShownCard

PLAYERS: Final = ("Ann", "Bob", "Cem", "Dora", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jo")
"""Names of the players in examples."""
SCALE: Final = 0.62
"""Pixels per unit of the board: a card is 50 units wide."""


@dataclass(frozen=True, slots=True)
class ExamplePicture:
    """The board as the reader sees it, cropped to what the example is about."""

    board: Board
    words: str
    hand: list[dict[str, str]]
    people: list[dict[str, Any]]
    treasures: tuple[Treasure, ...]
    stock: int
    tried: ShownCard | None = None
    """The card of a refused move, where it would have been placed."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, so that cards are the same size in all pictures."""
        width, height = self.board.view_box.split()[2:]
        return round(int(width) * SCALE), round(int(height) * SCALE)

    def shows_more_than(self, other: ExamplePicture) -> bool:
        """Check whether the board differs."""
        same = replace(self.board, stock=0, supply=()) == replace(other.board, stock=0, supply=())
        return not same or self.tried is not None


@dataclass(frozen=True, slots=True)
class ExampleStep:
    """What was done or refused, in words, and the table after it."""

    picture: ExamplePicture
    draws: bool = True
    """Whether the board is drawn: not if nothing on it has changed."""
    said: tuple[str, ...] = ()
    tries: str = ""
    refusal: str = ""


Example = tuple[ExampleStep, ...]


class _Moment(NamedTuple):
    """A state to draw, the move that led to it, its description, and its cells."""

    state: Any
    taken: ScenarioMove | None
    cells: tuple[Cell, ...] = ()
    said: tuple[str, ...] = ()


def example(kind: GameKind[Any, Any], scenario: Scenario) -> Example:
    """Play the scenario and describe it in the reader's language."""
    begin, taken = play_scenario(scenario, GAMES)
    return _Drawing(kind, taken[0].seat if taken else 0).example(begin, taken)


class _Drawing:
    """An example of a game, as a reader in that seat sees it."""

    def __init__(self, kind: GameKind[Any, Any], me: int) -> None:
        self.kind, self.me = kind, me
        self.names = Names(dict(enumerate(PLAYERS)), me)

    def example(self, begin: Any, taken: list[ScenarioMove]) -> Example:
        moments = [_Moment(begin, None), *map(self._moment, taken)]
        if taken and taken[0].refused:
            del moments[0]  # the first picture shows the same
        cells = self._shown(moments)
        steps = [self._step(moment, cells) for moment in moments]
        if taken and len({step.picture.treasures for step in steps}) == 1:
            # none is taken or looked at
            steps = [replace(step, picture=replace(step.picture, treasures=())) for step in steps]
        return (steps[0], *map(_drawn_if_new, steps[1:], steps))

    def _moment(self, taken: ScenarioMove) -> _Moment:
        progress = taken.progress
        if taken.refused:
            return _Moment(progress.after, taken, tuple(self._aims(taken)))
        state = progress.after if progress.ended is None else progress.ended
        told = [self.kind.words.event(event, self.names) for event in self._events(taken)]
        lines = [line for line in told if line is not None]
        cells = dict.fromkeys(cell for line in lines for cell in line.cells)
        return _Moment(state, taken, tuple(cells), tuple(line.text for line in lines))

    def _events(self, taken: ScenarioMove) -> Iterator[Event]:
        """Yield the events that the reader may know, except those of the next deal."""
        for event in taken.progress.events:
            yield self.kind.rules.view_event(event, self.me)
            if event.kind == "round-began":
                return

    def _aims(self, taken: ScenarioMove) -> Iterator[Cell]:
        at = self._button(taken).at.partition("/")[0]
        try:
            yield read_cell(at)
        except NotationError:
            return

    def _button(self, taken: ScenarioMove) -> Any:
        return self.kind.words.button(taken.move, self.names, lambda _move: None)

    def _shown(self, moments: Sequence[_Moment]) -> set[Cell]:
        """Return the cells to show in all pictures of this example: used ones and nearby goals."""
        mines = [self._view(moment.state).mine for moment in moments]
        touched = {cell for moment in moments for cell in moment.cells}
        found = touched.union(*(mine.tiles for mine in mines))
        starts, hidden = {*mines[0].starts}, {*mines[0].hidden}
        if found == starts:
            return found | hidden  # the example is about the table as dealt
        found -= {cell for cell in starts - touched if not _is_near(cell, found - starts)}
        return found | {goal for goal in hidden if _is_near(goal, found)}

    def _step(self, moment: _Moment, cells: Collection[Cell]) -> ExampleStep:
        picture, taken = self._picture(moment, cells), moment.taken
        if taken is None:
            return ExampleStep(picture)
        if not taken.refused:
            return ExampleStep(picture, said=moment.said)
        mine = self._view(moment.state).mine
        tries = self.kind.words.would(taken.move, None, mine, self.names)
        return ExampleStep(picture, tries=tries, refusal=self.kind.words.refusal(taken.refused))

    def _view(self, state: Any) -> Any:
        return self.kind.rules.view(state, self.me)

    def _picture(self, moment: _Moment, cells: Collection[Cell]) -> ExamplePicture:
        view, look, words = self._view(moment.state), self.kind.look, self.kind.words
        board = _cut(boards.board(view, self.kind, self.names, moment.cells), cells)
        return ExamplePicture(
            board=board,
            words=" · ".join(f"{card.where}: {card.words}" for card in board.cards),
            hand=[{"drawing": card, "words": words.CARDS.name(card)} for card in view.hand],
            people=[self._person(view, seat) for seat in range(view.seats)],
            treasures=tuple(look.treasures(view, self.names)),
            stock=view.stock,
            tried=self._tried(moment),
        )

    def _tried(self, moment: _Moment) -> ShownCard | None:
        taken = moment.taken
        if taken is None or not taken.refused or not moment.cells:
            return None
        button = self._button(taken)
        return ShownCard(button.lays, moment.cells[0], button.turned)

    def _person(self, view: Any, seat: int) -> dict[str, Any]:
        """Describe a player and what the example shows of them."""
        look = self.kind.look
        shown = look.player(view, seat)
        return {
            "name": self.names.plain(seat),
            "me": seat == self.me,
            "gold": look.amount(shown.gold) if shown.gold else "",
            "broken": shown.broken,
            "belongings": shown.belongings,
        }


def _drawn_if_new(step: ExampleStep, before: ExampleStep) -> ExampleStep:
    return replace(step, draws=step.picture.shows_more_than(before.picture))


def _is_near(cell: Cell, others: Iterable[Cell]) -> bool:
    (x, y) = cell
    return any(abs(x - a) + abs(y - b) <= 1 for a, b in others)


def _cut(board: Board, cells: Collection[Cell]) -> Board:
    """Return the board without anything outside these cells."""
    columns, rows = boards.spans(cells)
    return replace(
        board,
        cards=tuple(c for c in board.cards if c.cell[0] in columns and c.cell[1] in rows),
        view_box=boards.view_box(cells),
        axes=boards.axes(cells),
    )


@cached_per_language
def rules_body(name: str) -> SafeString:
    """Render the rules of a game once per process, since examples are played for it."""
    kind = KINDS[name]
    lent = kind.rulebook.borrows.rules if kind.rulebook.borrows else {}
    context = {
        "game": kind,
        "chapters": [
            (chapter, [_shown(kind, *numbered) for numbered in chapter.rules.items()])
            for chapter in kind.rulebook.chapters
        ],
        "borrowed": [(number, lent[number]) for number in kind.rulebook.borrowed],
        "lender": _lender(kind),
        "parts": explained_cards(kind),
        "editions": kind.options.preset_words().values(),
    }
    return render_to_string("learn/rules/body.html", context)


def _shown(kind: GameKind[Any, Any], number: str, rule: Rule) -> dict[str, Any]:
    """Return a rule with its examples, and its options with their usual values."""
    words = kind.options.words
    usual = {option.name: option.default for option in kind.rules.options}
    options = [(words[name], usual[name]) for name in rule.options if name in words]
    played = [example(kind, scenario) for scenario in kind.rulebook.examples_of(number)]
    return {"number": number, "rule": rule, "options": options, "examples": played}


def _lender(kind: GameKind[Any, Any]) -> GameKind[Any, Any] | None:
    """Return the game whose rules also apply to this one, if any."""
    books = (other for other in KINDS.values() if other.rulebook is kind.rulebook.borrows)
    return next(books, None)


def explained_cards(kind: GameKind[Any, Any]) -> list[dict[str, Any]]:
    """List the cards and everything else on the table."""
    titles = (gettext("Cards to lay"), gettext("Cards to play"), gettext("On the table"))
    parts: tuple[list[dict[str, Any]], ...] = ([], [], [])
    for drawing in kind.art.names:
        help_text = kind.words.HELP.of(drawing)
        if help_text is not None:
            part = 0 if openings(drawing) else 1 if drawing in kind.words.HELP.actions else 2
            parts[part].append(_explained(kind, drawing) | help_text._asdict())
    return [{"title": title, "things": things} for title, things in zip(titles, parts, strict=True)]


def _explained(kind: GameKind[Any, Any], drawing: str) -> dict[str, Any]:
    """Describe a drawing of the game: its rule and, if they are counted, the number of copies."""
    return {
        "drawing": drawing,
        "view_box": kind.art.view_box(drawing),
        "copies": kind.rulebook.counts.get(drawing, 0),
        "rule": kind.rulebook.of_card(drawing),
    }
