"""Moves of the classic game that look silly to somebody who sees all cards and roles.

An oddity is a move to look at, not a mistake: a digger may break the tool of a digger who has acted
just like a saboteur. `python -m bench.records` marks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from games.engine import Seat
from games.engine.playout import PlayedTurn
from games.engine.tunnels import Mine
from games.kinds.classic.bots.behaviour import LEADS_THROUGH
from games.kinds.classic.bots.beliefs import missing_cards
from games.kinds.classic.bots.distances import Distances
from games.kinds.classic.bots.search import treasure_cell
from games.kinds.classic.rules.cards import DIGGER, SABOTEUR, START_CELL, TILES
from games.kinds.classic.rules.legal import legal_moves
from games.kinds.classic.rules.moves import Break, Discard, Move, Place, PlayAt, Repair
from games.kinds.classic.rules.state import State

Played = PlayedTurn[State, Move]
IN_A_ROW: Final = 10
"""This many discards in a row are too many."""
LATELY: Final = 2
"""The number of laps for which actions are remembered."""


class Moment(NamedTuple):
    """A move, and everything played before it in this round."""

    turn: Played
    past: tuple[Played, ...]

    @property
    def before(self) -> State:
        return self.turn.progress.before

    @property
    def after(self) -> State:
        return self.turn.progress.ended or self.turn.progress.after

    @property
    def digging(self) -> bool:
        return self.role(self.turn.seat) == DIGGER

    def role(self, seat: Seat) -> str:
        return self.before.roles[seat]

    def lately(self, seat: Seat, count: int) -> list[Played]:
        """Return the last moves of a seat."""
        return [turn for turn in self.past if turn.seat == seat][-count:]


def oddities(moment: Moment) -> Iterator[str]:
    """Yield what looks silly about this move."""
    for name, looks_so in ODDITIES.items():
        if looks_so(moment, moment.turn.move):
            yield name


# --- path cards -----------------------------------------------------------------------------------


def _behind_the_start(moment: Moment, move: Move) -> bool:
    return isinstance(move, Place) and move.cell[0] < START_CELL[0]


def _own_dead_end(moment: Moment, move: Move) -> bool:
    return moment.digging and isinstance(move, Place) and not LEADS_THROUGH[move.card]


def _winning_lay(moment: Moment, move: Move) -> bool:
    goal = treasure_cell(moment.before)
    return not moment.digging and isinstance(move, Place) and goal in moment.after.mine.tiles


def _digs_along_at_the_door(moment: Moment, move: Move) -> bool:
    """A saboteur who brings the treasure within one card."""
    if moment.digging or not isinstance(move, Place):
        return False
    return _way(moment.after) == 1 < _way(moment.before)


def _leads_away(moment: Moment, move: Move) -> bool:
    """A digger who knows the treasure, and makes the way to it longer."""
    if not (moment.digging and isinstance(move, Place)) or not _knows(moment):
        return False
    return _way(moment.after) > _way(moment.before)


def _missed_the_treasure(moment: Moment, move: Move) -> bool:
    """A digger who knows the treasure could have reached it, and did something else."""
    if not moment.digging or not _knows(moment) or moment.after.phase != "play":
        return False
    goal = treasure_cell(moment.before)
    return any(goal in laid.reached_goals() for laid in _mines(moment))


# --- tools ----------------------------------------------------------------------------------------


def _breaks_a_fellow(moment: Moment, move: Move) -> bool:
    if moment.digging or not isinstance(move, Break):
        return False
    return moment.role(move.seat) == SABOTEUR


def _breaks_a_good_digger(moment: Moment, move: Move) -> bool:
    """Somebody who has only brought the treasure nearer recently."""
    if not (moment.digging and isinstance(move, Break)) or moment.role(move.seat) != DIGGER:
        return False
    lately = moment.lately(move.seat, LATELY)
    return bool(lately) and all(_helped(turn) for turn in lately)


def _repairs_a_plain_saboteur(moment: Moment, move: Move) -> bool:
    """Somebody who has just made the way longer."""
    if not (moment.digging and isinstance(move, Repair)) or move.seat == moment.turn.seat:
        return False
    lately = moment.lately(move.seat, LATELY)
    return moment.role(move.seat) == SABOTEUR and any(_hindered(turn) for turn in lately)


def _repairs_an_enemy(moment: Moment, move: Move) -> bool:
    """A saboteur who repairs a digger close to the treasure."""
    if moment.digging or not isinstance(move, Repair) or _way(moment.before) > LATELY:
        return False
    return moment.role(move.seat) == DIGGER


# --- the rest -------------------------------------------------------------------------------------


def _looks_again(moment: Moment, move: Move) -> bool:
    if not (isinstance(move, PlayAt) and move.card == "map"):
        return False
    return move.cell in moment.before.looked[moment.turn.seat] or _knows(moment)


def _caves_in_a_tunnel(moment: Moment, move: Move) -> bool:
    """A digger who takes away a card that leads on."""
    if not (moment.digging and isinstance(move, PlayAt) and move.card == "rockfall"):
        return False
    return LEADS_THROUGH[moment.before.mine.tiles[move.cell].name]


def _rockfall_for_nothing(moment: Moment, move: Move) -> bool:
    """The distance to every goal is unchanged."""
    if not (isinstance(move, PlayAt) and move.card == "rockfall"):
        return False
    return Distances(moment.before.mine).near == Distances(moment.after.mine).near


def _throws_away_many(moment: Moment, move: Move) -> bool:
    """Ten discards in a row although a card in hand would have led on each time."""
    turns = [*moment.lately(moment.turn.seat, IN_A_ROW - 1), moment.turn]
    return (
        moment.digging
        and len(turns) == IN_A_ROW
        and all(isinstance(turn.move, Discard) and _could_dig(turn) for turn in turns)
    )


def _throws_away_a_way_on(moment: Moment, move: Move) -> bool:
    """A digger who knows the treasure, and could have come nearer to it."""
    if not (moment.digging and isinstance(move, Discard)) or not _knows(moment):
        return False
    return any(_way_in(laid, moment.before) < _way(moment.before) for laid in _mines(moment))


ODDITIES: Final[Mapping[str, Callable[[Moment, Move], bool]]] = {
    "a card behind the start": _behind_the_start,
    "a digger lays a dead end": _own_dead_end,
    "a saboteur reaches the treasure": _winning_lay,
    "a saboteur leads to the door": _digs_along_at_the_door,
    "a digger leads away from the treasure they know": _leads_away,
    "a digger does not take the treasure they know": _missed_the_treasure,
    "a saboteur breaks a fellow's tool": _breaks_a_fellow,
    "a digger breaks the tool of a digger who only dug": _breaks_a_good_digger,
    "a digger repairs who just hindered": _repairs_a_plain_saboteur,
    "a saboteur repairs a digger near the treasure": _repairs_an_enemy,
    "a look at what is known": _looks_again,
    "a digger caves in a tunnel": _caves_in_a_tunnel,
    "a rockfall that changes nothing": _rockfall_for_nothing,
    "a digger throws away ten cards in a row": _throws_away_many,
    "a digger throws a card away who could have come nearer": _throws_away_a_way_on,
}


# --- facts ----------------------------------------------------------------------------------------


def _way(state: State) -> int:
    """Return the number of cards missing to the treasure."""
    return _way_in(state.mine, state)


def _way_in(mine: Mine, state: State) -> int:
    return missing_cards(Distances(mine), treasure_cell(state))


def _knows(moment: Moment) -> bool:
    """Return whether the player knows the treasure, from seeing it or all other goals."""
    goals, mine = dict(moment.before.goals), moment.before.mine
    open_ones = [cell for cell in goals if cell in mine.tiles]
    seen = {*moment.before.looked[moment.turn.seat], *open_ones}
    return treasure_cell(moment.before) in seen or len(seen) >= len(goals) - 1


def _mines(moment: Moment) -> Iterator[Mine]:
    """Yield the mine after each path card that could have been laid."""
    for move in legal_moves(moment.before, moment.turn.seat):
        if isinstance(move, Place):
            yield moment.before.mine.lay(move.cell, TILES[move.card, move.turned])


def _could_dig(turn: Played) -> bool:
    moves = legal_moves(turn.progress.before, turn.seat)
    return any(isinstance(move, Place) and LEADS_THROUGH[move.card] for move in moves)


def _helped(turn: Played) -> bool:
    return isinstance(turn.move, Place) and _gain(turn) > 0


def _hindered(turn: Played) -> bool:
    return isinstance(turn.move, Break) or _gain(turn) < 0


def _gain(turn: Played) -> int:
    before = turn.progress.before
    after = turn.progress.ended or turn.progress.after
    return _way(before) - _way_in(after.mine, before)
