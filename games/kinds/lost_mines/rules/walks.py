"""Mines and treasures, who may know them, and the walk of a turn. (L14, L20-L23)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.engine.notation import Joint, Seat, print_cell
from games.engine.progress import IDLE_PHASES, Event, Progress
from games.engine.state import with_entry, without
from games.engine.tunnels import LETTER_OF, Cell, Needs, Sides, Tile, fits, neighbours
from games.kinds.lost_mines.rules import rounds
from games.kinds.lost_mines.rules.cards import DRAGON, MINE_CELLS, MINE_TILES, MINES
from games.kinds.lost_mines.rules.moves import Orient, Refusal, Stay, Walk
from games.kinds.lost_mines.rules.routes import Route, joints_on, judge_walk, walking_ground
from games.kinds.lost_mines.rules.state import OpenTable, State, Thing

KnownMines = Mapping[Cell, str | None]
"""Each mine as known to a seat; None if unknown."""


def treasure_thing(number: int) -> Thing:
    return f"treasure-{number}"


def known_mines(state: State, seat: Seat | None) -> dict[Cell, str | None]:
    """Return mines that are face up or scouted by this seat; all at the end. (L14, L21)"""
    own = () if seat is None else state.looked[seat]
    over = state.phase in IDLE_PHASES
    return {
        cell: kind if over or is_face_up(state, cell) or (own and print_cell(cell) in own) else None
        for cell, kind in state.mines
    }


def shown_kind(state: State, cell: Cell) -> str | None:
    """Return the kind of the face-up mine at this cell; None if there is none."""
    if cell not in MINE_CELLS or not is_face_up(state, cell):
        return None
    return dict(state.mines)[cell]


def is_face_up(table: OpenTable, cell: Cell) -> bool:
    return cell not in table.mine.hidden or cell in table.turning


def numbers_left(table: OpenTable, kinds: Iterable[str]) -> list[int]:
    """Return the numbers of the treasures of these kinds that are not taken yet. (L3)"""
    wanted = tuple(kinds)
    return [
        number
        for number, (kind, taker) in enumerate(zip(table.kinds, table.takers, strict=True), 1)
        if taker is None and kind in wanted
    ]


def on_offer(table: OpenTable, cell: Cell, known: KnownMines) -> list[int]:
    """Return treasures a dwarf may name when it ends its move there: of the mine's kind, or of any
    kind that its player can't rule out for this mine. (L22)"""
    if cell not in known:
        return []
    kind = known[cell]
    if kind is not None:
        return numbers_left(table, (kind,))
    return numbers_left(table, (other for other in MINES if other not in known.values()))


def all_taken(table: OpenTable) -> bool:
    return None not in table.takers


def judge_take(table: OpenTable, cell: Cell, number: int, known: KnownMines) -> None:
    """Refuse to take what isn't on offer at the end of this move. (L22)"""
    if number not in on_offer(table, cell, known):
        raise Refusal("wrong-choice")


def gives_treasure(table: OpenTable, cell: Cell, known: KnownMines) -> bool:
    """Tell whether it is a face-up mine of a kind with treasures left. (L22)"""
    return cell in known and is_face_up(table, cell) and bool(on_offer(table, cell, known))


def forced_to_stay(state: State) -> bool:
    """Tell whether a dwarf due to walk can't go anywhere, take or decline anything. (L20, L22)"""
    if state.phase != "walk":
        return False
    home, under = state.dwarfs[state.turn], walking_ground(state, state.turn)
    if any(under.leads(home, there) for there in under.ways[home]):
        return False
    return not _left_at(state, home)


def _left_at(state: State, cell: Cell) -> list[int]:
    """Return the treasures that a dwarf standing there may take. (L22)"""
    kind = shown_kind(state, cell)
    return numbers_left(state, (kind,)) if kind else []


def walk(state: State, seat: Seat, move: Walk) -> Progress[State]:
    """Move one's dwarf, losing cards to traps; at a mine, turn it over and take. (L15, L20-L23)"""
    end = move.cells[-1]
    if move.take is not None:
        judge_take(state, end, move.take, known_mines(state, seat))
    judge_walk(state, seat, move.cells)
    losses: list[Event] = []
    after, walked = _pass_traps(state, seat, move.cells, losses)
    way = " ".join(map(print_cell, walked))
    events = [Event("walked", seat, cell=walked[-1], what=way, amount=len(walked)), *losses]
    after = after._replace(dwarfs=with_entry(state.dwarfs, seat, walked[-1]))
    if losses and rounds.out_of_cards(after):
        return _over(state, after, "cards", events)
    if end in after.mine.hidden:
        came_from = (state.dwarfs[seat], *move.cells)[-2]
        after = _turn_over(after, seat, came_from, events)
    return _arrive(state, _take_treasure(after, seat, move.take, events), events)


def _pass_traps(state: State, seat: Seat, route: Route, events: list[Event]) -> tuple[State, Route]:
    """Lose a card at each trap; if it was the last of all, the walk ends. (L15, L24)"""
    if not state.traps:
        return state, route
    for step, joint in enumerate(joints_on(state, seat, route), 1):
        if joint in state.traps and state.hands[seat]:
            state = _lose_card(state, seat, joint, events)
            if rounds.out_of_cards(state):
                return state, route[:step]
    return state, route


def _lose_card(state: State, seat: Seat, joint: Joint, events: list[Event]) -> State:
    """Lose a random card, unseen by the others, for the rest of the round. (L15)"""
    state, at = _lot(state, len(state.hands[seat]))
    card = state.hands[seat][at]
    events.append(Event("lost", seat, card, joint.cell, what=LETTER_OF[joint.side]))
    return state._replace(
        hands=with_entry(state.hands, seat, tuple(without(state.hands[seat], card))),
        buried=with_entry(state.buried, seat, tuple(sorted((*state.buried[seat], card)))),
    )


def _lot(state: State, below: int) -> tuple[State, int]:
    """Draw this round's next lot; each has its own purpose, so none reveals another."""
    rng = state.seeds.rounds[state.round - 1].rng(f"lot-{state.drawn + 1}")
    return state._replace(drawn=state.drawn + 1), rng.below(below)


def stay(state: State, seat: Seat, move: Stay) -> Progress[State]:
    """Stand still; at a treasure mine take one more, or none. (L22)"""
    home = state.dwarfs[seat]
    left = _left_at(state, home)
    if (move.take is not None and move.take not in left) or (move.leave and not left):
        raise Refusal("wrong-choice")
    events = [Event("stayed", seat, cell=home)]
    after = state if move.leave else _take_treasure(state, seat, move.take, events)
    return _arrive(state, after, events)


def _turn_over(state: State, seat: Seat, came_from: Cell, events: list[Event]) -> State:
    """Turn over a mine that no dwarf reached before; the dragon joins its waker. (L21, L23)"""
    cell = state.dwarfs[seat]
    kind = dict(state.mines)[cell]
    entered = next(side for side, there, _ in neighbours(cell) if there == came_from)
    ways = ways_to_lie(state.mine.hidden[cell], kind, entered)
    turned = ways[0].turned if len(ways) == 1 else None
    events.append(Event("turned-over", seat, cell=cell, what=kind, turned=turned))
    if kind == DRAGON:
        events.append(Event("woke", seat, cell=cell))
        state = state._replace(dragon=seat)
    if turned is None:
        return state._replace(turning=(cell,))
    return state._replace(mine=state.mine.lay(cell, ways[0]))


def ways_to_lie(needs: Needs, kind: str, entered: Sides) -> list[Tile]:
    """Return the ways that fit all face-up neighbours; if none does, those that the path just
    walked enters. (L21)"""
    ways = list(dict.fromkeys((MINE_TILES[kind, False], MINE_TILES[kind, True])))
    fitting = [tile for tile in ways if fits(needs, tile.openings)]
    return fitting or [tile for tile in ways if tile.openings & entered]


def orient(state: State, seat: Seat, move: Orient) -> Progress[State]:
    """Lay the mine just turned over, which can lie both ways. (L21)"""
    if move.cell not in state.turning:
        raise Refusal("wrong-choice")
    tile = MINE_TILES[dict(state.mines)[move.cell], move.turned]
    events = [Event("oriented", seat, cell=move.cell, what=tile.name, turned=tile.turned)]
    after = state._replace(mine=state.mine.lay(move.cell, tile), turning=())
    return _done(state, after, events)


def _take_treasure(state: State, seat: Seat, wanted: int | None, events: list[Event]) -> State:
    """Take a treasure of the kind of the dwarf's mine: the one named, if it is of that kind, else a
    random one. (L22)"""
    left = _left_at(state, state.dwarfs[seat])
    if not left:
        return state
    if wanted is None or wanted not in left:
        state, at = _lot(state, len(left)) if len(left) > 1 else (state, 0)
        wanted = left[at]
    value = state.values[wanted - 1]
    kind = state.kinds[wanted - 1]
    events.append(Event("took", seat, treasure_thing(wanted), what=kind, amount=value))
    takers = (*state.takers[: wanted - 1], seat, *state.takers[wanted:])
    return state._replace(takers=takers)


def _arrive(before: State, after: State, events: list[Event]) -> Progress[State]:
    """End the round with the last treasure; a mine may still have to be laid. (L21, L24)"""
    if after.takers != before.takers and all_taken(after):
        return _over(before, after, "treasures", events)
    if after.turning:
        waiting = after._replace(phase="orient")
        return Progress(before, waiting, tuple(events), turn_over=False)
    return _done(before, after, events)


def _done(before: State, after: State, events: list[Event]) -> Progress[State]:
    return rounds.progress(before, rounds.end_turn(after, events), events)


def _over(before: State, after: State, why: str, events: list[Event]) -> Progress[State]:
    return rounds.progress(before, rounds.end_round(after, why, events), events)
