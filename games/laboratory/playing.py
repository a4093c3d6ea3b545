"""One game after another, each by its number: the same number gives the same game anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.kinds import KINDS
from games.mine import Lots, Progress, Seat, Seeds, Value
from games.mine.arena import Player, battle
from games.mine.minds import STRENGTHS
from games.mine.playout import at_random, check_invariants, progresses
from games.mine.results import Side, Standing

RANDOM, MIXED = "random", "mixed"
POLICIES: Final = (RANDOM, *STRENGTHS, MIXED)
"""Any legal move; a mind of that strength on every seat; strengths by lot, seat by seat."""
APART: Final = 1_000_003
"""Seeds lie so far apart that their games are others."""


class Table(NamedTuple):
    """A table that is played many times."""

    game: str
    players: int
    options: tuple[tuple[str, Value], ...]
    policy: str

    def check(self) -> None:
        """OptionError, if nobody can play it."""
        self._dealt(0)

    def sides(self, number: int) -> Sequence[Side]:
        """Who belongs together in the first round of a game."""
        return KINDS[self.game].results.sides(self._dealt(number))

    def _dealt(self, number: int) -> Any:
        rules = KINDS[self.game].rules
        return rules.setup(
            dict(self.options), self.players, Seeds.from_number(number, rules.ROUNDS)
        )

    def strengths(self, number: int) -> tuple[str, ...]:
        """Who plays each seat of a game; nobody where moves are made at random."""
        if self.policy == RANDOM:
            return ()
        if self.policy != MIXED:
            return (self.policy,) * self.players
        lots = Lots(str(number).encode(), "strengths")
        return tuple(lots.choose(STRENGTHS) for _ in range(self.players))


class Game(NamedTuple):
    """One game of a table."""

    table: Table
    number: int
    checked: bool = False
    """Is everything that must always hold looked at after every move?"""


class Played(NamedTuple):
    """What one game came to."""

    moves: int
    ends: tuple[str, ...]
    """How each round ended."""
    winners: tuple[Seat, ...]
    standings: tuple[tuple[Standing, ...], ...]
    """Of each round, or of the game."""
    happened: tuple[Mapping[str, float], ...]
    amounts: tuple[Mapping[str, float], ...]


def games(table: Table, count: int, seed: int, checked: bool = False) -> list[Game]:
    """So many of them, the same for the same seed."""
    return [Game(table, seed * APART + number, checked) for number in range(count)]


def play(game: Game) -> Played:
    """One game to its end."""
    kind, strengths = KINDS[game.table.game], game.table.strengths(game.number)
    turns = list(_checked(game, _progresses(game, strengths)))
    ended = [turn for turn in turns if turn.ended is not None]
    outcome = kind.rules.outcome(turns[-1].after)
    told = (event for turn in turns for event in turn.events)
    standings = (tuple(kind.results.standings(turn)) for turn in ended)
    return Played(
        len(turns),
        tuple(event.what or "played" for event in told if event.kind == "round-ended"),
        outcome.winners if outcome else (),
        tuple(_with_strengths(found, strengths) for found in standings if found),
        tuple(kind.results.happened(turn) for turn in ended),
        tuple(kind.results.amounts(turn) for turn in ended),
    )


def _progresses(game: Game, strengths: Sequence[str]) -> Iterator[Progress[Any]]:
    kind, table = KINDS[game.table.game], game.table
    if not strengths:
        policy = at_random(kind.rules)
        return progresses(kind.rules, table.players, dict(table.options), game.number, policy)
    return line_up(table, game.number, strengths)


def line_up(
    table: Table, number: int, strengths: Sequence[str], echo: str = ""
) -> Iterator[Progress[Any]]:
    """A game with these minds on its seats; another echo is the same deal with other lots."""
    kind = KINDS[table.game]
    players = [Player(kind.minds[strength]) for strength in strengths]
    turns = battle(kind.rules, players, number, dict(table.options), echo)
    return (turn.progress for turn in turns)


def _checked(game: Game, turns: Iterator[Progress[Any]]) -> Iterator[Progress[Any]]:
    rules = KINDS[game.table.game].rules
    turn = None
    for turn in turns:
        if game.checked:
            check_invariants(rules, turn.before)
        yield turn
    if game.checked and turn:
        check_invariants(rules, turn.after)


def _with_strengths(
    standings: tuple[Standing, ...], strengths: tuple[str, ...]
) -> tuple[Standing, ...]:
    """Where minds of several strengths sit at a table, each role counts by strength, too."""
    if len(set(strengths)) < 2:
        return standings
    return tuple(
        standing._replace(groups=(*standing.groups, f"{standing.groups[0]} {strength}"))
        for standing, strength in zip(standings, strengths, strict=True)
    )
