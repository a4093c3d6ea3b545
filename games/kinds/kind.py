"""A game as the rest of the program sees it: one typed object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.engine import Move, Rng, Rules
from games.engine.bots import EASY, EVEN_TEMPER, Advise, Bots
from games.engine.progress import Results
from games.kinds.common.art.sprite import Art
from games.kinds.common.highlights import Finder, GameMove, Highlight
from games.kinds.common.learn import Lesson, Puzzle, Rulebook
from games.kinds.common.look import Look, TableView
from games.kinds.common.options import GameOdds, GameOptions
from games.kinds.common.words.game import GameWords
from games.kinds.common.words.phrases import Names, Words

M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=TableView)


class UnknownRules(LookupError):  # noqa: N818  (nothing went wrong: ask the newer release)
    """A table was opened with rules that this release doesn't have: a newer one made it."""


@dataclass(frozen=True, slots=True)
class GameKind(Generic[M, V]):
    """A game: its rules, texts and looks. `M` are its moves, `V` its views.

    Each game's folder makes one of these in its `kind.py`; `games.kinds.KINDS` holds them all. Code
    outside that folder never checks which game it is: it asks this object.
    """

    slug: str
    """Used in URLs and in img/games.svg."""
    title: Words
    players: Words
    """The possible numbers of players."""
    length: Words
    """The length of a game, in rounds."""
    pitch: Words
    """A sentence about the game."""
    rules: Rules[Any, Any, V]
    """The newest rules, for new tables; any other table keeps its own."""
    bots: Bots[M, V]
    """Bots by strength."""
    advise: Advise[V, M]
    """Suggests moves of the normal bot, with reasons."""
    results: Results[Any]
    """Reports how rounds and games ended, for ratings and for the laboratory."""
    odds: GameOdds
    """The results of many simulated rounds, in a sentence for the opener of a table."""
    words: GameWords[M]
    look: Look[V]
    finders: tuple[Finder, ...]
    """Find highlights of a finished game, the most important first."""
    art: Art
    options: GameOptions
    rulebook: Rulebook
    """The rules for people, with examples."""
    lesson: Lesson
    """The game in a few turns, for beginners."""
    puzzles: tuple[Puzzle, ...] = ()
    panels: tuple[str, ...] = ()
    """Templates of the parts of the table page that only this game has, next to the stock. Their
    data is in `page`."""
    older_rules: tuple[Rules[Any, Any, V], ...] = ()
    """Kept while tables of these versions exist. (decision 66)"""

    @property
    def name(self) -> str:
        """The name in rows and files; never shown to players."""
        return self.rules.name

    @property
    def versions(self) -> Mapping[int, Rules[Any, Any, V]]:
        return {rules.version: rules for rules in (*self.older_rules, self.rules)}

    def highlights(self, steps: Sequence[GameMove], names: Names) -> list[Highlight]:
        firsts = (next(iter(find(steps, names)), None) for find in self.finders)
        return [found for found in firsts if found]

    def quick_move(self, view: V, rng: Rng) -> M:
        """Choose the easy bot's move without a memory, where nobody else plays on."""
        return self.bots[EASY].choose(view, (), EVEN_TEMPER, rng)

    @property
    def minute_template(self) -> str:
        """The template of the game's one-minute summary."""
        return f"games/{self.name}/minute.html"

    @property
    def usual_size(self) -> int:
        """The default number of players: two more than the fewest, if the game allows it."""
        players = self.rules.players
        return players[min(2, len(players) - 1)]

    @property
    def is_for_one(self) -> bool:
        return max(self.rules.players) == 1
