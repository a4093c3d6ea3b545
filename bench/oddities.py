"""Moves worth a second look in games between bots.

    python -m bench.oddities lost_mines --games 20
    python -m bench.oddities duel --games 4 --to /tmp/read     # and every game, to read

Plays the games of `manage.py playout` and prints how often and where each oddity occurred. A listed
move need not be wrong: a card laid behind everybody may open a short cut. The list shows what to
read first. `--to` writes each game move by move, with the board before each turn.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from games.engine.bots import HARD, STRENGTHS
from games.engine.moves import Discard, Place, PlayAt
from games.engine.playout import BotPlayer, PlayedTurn, play_bots
from games.engine.tunnels import Cell
from games.kinds import KINDS
from games.kinds.duel.rules.moves import Bribe, Clear
from games.kinds.lost_mines.bots.outlook import Outlook
from games.kinds.lost_mines.bots.weighing import steps_saved
from games.kinds.lost_mines.rules.cards import DRAGON, TOOLS
from games.kinds.lost_mines.rules.moves import PlayJoint, Scout, Walk
from games.kinds.lost_mines.rules.routes import cells_of
from games.kinds.lost_mines.rules.walks import numbers_left, shown_kind
from games.laboratory.playing import NumberedGame, TableSetup, cores, games, in_processes

Check = Callable[[PlayedTurn[Any, Any]], bool]
NEAR: Final = 3
"""A token this far from all dwarfs is where nobody is."""
PLAYERS: Final = {"lost_mines": 4, "duel": 2, "solo": 1}


# --- The Lost Mines -------------------------------------------------------------------------------


def leaves_treasure(turn: PlayedTurn[Any, Any]) -> bool:
    """A treasure was in reach, and none was taken."""
    before = turn.progress.before
    if before.phase != "walk" or _taken(turn):
        return False
    home = before.dwarfs[turn.seat]
    moves = KINDS["lost_mines"].rules.legal_moves(before, turn.seat)
    ends = {home, *(move.cells[-1] for move in moves if isinstance(move, Walk))}
    return any(_lies_open(before, cell) for cell in ends)


def _taken(turn: PlayedTurn[Any, Any]) -> bool:
    return any(event.kind == "took" for event in turn.progress.events)


def _lies_open(state: Any, cell: Cell) -> bool:
    kind = shown_kind(state, cell)
    return kind is not None and bool(numbers_left(state, (kind,)))


def lays_behind(turn: PlayedTurn[Any, Any]) -> bool:
    """A path card behind everybody."""
    return isinstance(turn.move, Place) and _is_behind(turn, turn.move.cell)


def clears_behind(turn: PlayedTurn[Any, Any]) -> bool:
    """A tool for an obstacle behind everybody."""
    move = turn.move
    return isinstance(move, PlayAt) and move.card in TOOLS and _is_behind(turn, move.cell)


def _is_behind(turn: PlayedTurn[Any, Any], cell: Cell) -> bool:
    return bool(cell[0] < min(x for x, _ in turn.progress.before.dwarfs))


def sets_far_away(turn: PlayedTurn[Any, Any]) -> bool:
    """A trap or troll where nobody is."""
    move = turn.move
    if not isinstance(move, PlayJoint):
        return False
    dwarfs = turn.progress.before.dwarfs
    return not any(
        abs(x - there[0]) + abs(y - there[1]) <= NEAR
        for x, y in cells_of(move.joint)
        for there in dwarfs
    )


def throws_a_way_on(turn: PlayedTurn[Any, Any]) -> bool:
    """A discarded card that would have shortened one's own way by a turn."""
    if not isinstance(turn.move, Discard):
        return False
    outlook = _outlook(turn)
    moves = KINDS["lost_mines"].rules.legal_moves(turn.progress.before, turn.seat)
    return any(
        isinstance(move, Place) and move.card in turn.move.cards and steps_saved(outlook, move) > 1
        for move in moves
    )


def walks_away(turn: PlayedTurn[Any, Any]) -> bool:
    """A walk away from the nearest mine that takes nothing."""
    if not isinstance(turn.move, Walk) or _taken(turn):
        return False
    outlook, end = _outlook(turn), turn.move.cells[-1]
    return outlook.ahead.get(end, outlook.far) > outlook.far and end not in outlook.fires


def wakes_a_known_dragon(turn: PlayedTurn[Any, Any]) -> bool:
    woke = any(event.kind == "woke" for event in turn.progress.events)
    return woke and dict(_outlook(turn).view.mines)[turn.move.cells[-1]] == DRAGON


def looks_again(turn: PlayedTurn[Any, Any]) -> bool:
    """A scout for something already known."""
    move = turn.move
    if not isinstance(move, Scout):
        return False
    view, target = _outlook(turn).view, move.target
    if isinstance(target, tuple):
        return dict(view.mines)[target] is not None
    known = view.values[target - 1] if move.what == "treasure" else view.characters[target]
    return known is not None


def throws_two_of_the_last(turn: PlayedTurn[Any, Any]) -> bool:
    """Two discards when no card can be drawn."""
    two = isinstance(turn.move, Discard) and len(turn.move.cards) > 1
    return two and not turn.progress.before.stock


def storms_its_own_way(turn: PlayedTurn[Any, Any]) -> bool:
    move = turn.move
    if not isinstance(move, PlayAt) or move.card != "storm":
        return False
    return Outlook(_view(turn, after=True)).far > _outlook(turn).far


def _outlook(turn: PlayedTurn[Any, Any]) -> Outlook:
    return Outlook(_view(turn))


def _view(turn: PlayedTurn[Any, Any], after: bool = False) -> Any:
    state = turn.progress.after if after else turn.progress.before
    return KINDS["lost_mines"].rules.view(state, turn.seat)


# --- The Duel and solo ----------------------------------------------------------------------------


def misses_a_claim(turn: PlayedTurn[Any, Any]) -> bool:
    """Gold that one card could have claimed, but didn't."""
    before = turn.progress.before
    if before.phase != "play" or isinstance(turn.move, Bribe) or _gold(turn.progress, turn.seat):
        return False
    rules = KINDS["duel"].rules
    moves = [m for m in rules.legal_moves(before, turn.seat) if isinstance(m, Place | PlayAt)]
    sure = (move for move in moves if not move.bribes)
    return any(_gold(rules.play(before, turn.seat, move), turn.seat) > 0 for move in sure)


def _gold(progress: Any, seat: int) -> int:
    """Return the gold claimed for this seat, minus what the other claims. Gold on a goal that is
    turned over by the move doesn't count: its player couldn't know it."""
    total = 0
    for event in progress.events:
        if event.kind == "claimed" and event.cell not in progress.before.mine.hidden:
            total += event.amount if event.seat == seat else -event.amount
    return total


def gives_gold(turn: PlayedTurn[Any, Any]) -> bool:
    """A move that lets the other claim gold."""
    events = turn.progress.events
    return any(event.kind == "claimed" and event.seat != turn.seat for event in events)


def lays_the_others_door(turn: PlayedTurn[Any, Any]) -> bool:
    """A door or a ladder that only the other can use."""
    if not isinstance(turn.move, Place):
        return False
    own = turn.progress.before.colours[turn.seat]
    thing, _, colour = turn.move.card.partition("+")[2].partition("@")[0].partition(":")
    return thing in ("door", "ladder") and colour != own


def wastes_a_key(turn: PlayedTurn[Any, Any]) -> bool:
    """A door opened that leads nowhere yet."""
    if not isinstance(turn.move, PlayAt) or turn.move.card != "key":
        return False
    before, after = turn.progress.before.mine, turn.progress.after.mine
    return bool(before.reach == after.reach)


def pays_two_cards(turn: PlayedTurn[Any, Any]) -> bool:
    """Two cards given for a broken tool."""
    return isinstance(turn.move, Clear)


def lays_gold_unclaimed(turn: PlayedTurn[Any, Any]) -> bool:
    """Gold laid without claiming it at once."""
    laid = isinstance(turn.move, Place) and "+gold" in turn.move.card
    claimed = (event for event in turn.progress.events if event.kind == "claimed")
    return laid and not any(event.seat == turn.seat for event in claimed)


IN_A_DUEL: Final = (misses_a_claim, gives_gold, lays_the_others_door, wastes_a_key, pays_two_cards,
                    lays_gold_unclaimed)  # fmt: skip
CHECKS: Final[Mapping[str, tuple[Check, ...]]] = {
    "lost_mines": (leaves_treasure, lays_behind, clears_behind, sets_far_away, throws_a_way_on,
                   walks_away, wakes_a_known_dragon, looks_again, throws_two_of_the_last,
                   storms_its_own_way),
    "duel": IN_A_DUEL,
    "solo": IN_A_DUEL,
}  # fmt: skip


# --- games ----------------------------------------------------------------------------------------


class Read(NamedTuple):
    """A game and its oddities."""

    moves: int
    rounds: int
    odd: list[tuple[str, str]]
    """The check and the move."""
    text: str


def read(game: NumberedGame) -> Read:
    """Play a game and look at each move of it."""
    found: list[tuple[str, str]] = []
    lines: list[str] = []
    rounds = moves = 0
    for turn in turns_of(game):
        moves += 1
        rounds += turn.progress.ended is not None
        said = f"{game.number} move {moves} p{turn.seat + 1}: {turn.move.written()}"
        odd = [check.__name__ for check in CHECKS[game.table.game] if check(turn)]
        found += [(name, said) for name in odd]
        lines += [*told(game, turn), f"{said} {' '.join(odd)}".rstrip()]
    return Read(moves, rounds, found, "\n".join(lines) + "\n")


def turns_of(game: NumberedGame) -> Iterator[PlayedTurn[Any, Any]]:
    table, kind = game.table, KINDS[game.table.game]
    players = [BotPlayer(kind.bots[table.policy])] * table.players
    return play_bots(kind.rules, players, game.number, dict(table.options))


def told(game: NumberedGame, turn: PlayedTurn[Any, Any]) -> Iterator[str]:
    """Return the board and the hand when a turn begins, and the result of the move before."""
    state, rules = turn.progress.before, KINDS[game.table.game].rules
    if state.phase == "play":
        yield f"\n{rules.draw(rules.view(state, None))}"
        yield f"p{turn.seat + 1} holds {' '.join(state.hands[turn.seat])}"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=CHECKS)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--policy", choices=STRENGTHS, default=HARD)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--to", type=Path, help="a folder for the games, move by move")
    chosen = parser.parse_args(arguments)
    table = TableSetup(chosen.game, PLAYERS[chosen.game], (), chosen.policy)
    played = list(in_processes(read, games(table, chosen.games, chosen.seed), chosen.jobs))
    report(chosen.game, played)
    if chosen.to:
        chosen.to.mkdir(parents=True, exist_ok=True)
    for number, game in enumerate(played if chosen.to else ()):
        (chosen.to / f"{chosen.game}-{number}.txt").write_text(game.text, encoding="utf-8")


def report(game: str, played: list[Read]) -> None:
    rounds, moves = sum(r.rounds for r in played), sum(r.moves for r in played)
    print(f"{len(played)} games, {rounds} rounds, {moves} moves")
    counts = Counter(name for each in played for name, _ in each.odd)
    for check in CHECKS[game]:
        print(f"{counts[check.__name__]:5}  {check.__name__}")
    for each in played:
        for name, said in each.odd:
            print(f"{name}: {said}")


if __name__ == "__main__":
    main()
