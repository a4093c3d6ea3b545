"""What a seat, or a spectator, may know; nothing else leaves the rules. (L4, L14, L22)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from games.engine.moves import UnsupportedMove
from games.engine.notation import Seat, print_seat
from games.engine.progress import IDLE_PHASES, Preview
from games.engine.rng import Rng, Seeds
from games.engine.rules import preview_place
from games.engine.state import deal_unseen, left_of, public_part, shown_alike
from games.engine.tunnels import Cell, Mine
from games.kinds.lost_mines.rules import cards
from games.kinds.lost_mines.rules.judge import judge_place
from games.kinds.lost_mines.rules.legal import answers, turn_moves
from games.kinds.lost_mines.rules.moves import Discard, Move, Orient, Place, Refusal, Stay, Walk
from games.kinds.lost_mines.rules.rounds import in_the_round
from games.kinds.lost_mines.rules.routes import judge_walk, traps_on
from games.kinds.lost_mines.rules.state import ROUNDS, State, View
from games.kinds.lost_mines.rules.walks import judge_take, known_mines, treasure_thing


def view(state: State, seat: Seat | None) -> View:
    return View(
        **shown_alike(state, seat),
        mines=tuple(known_mines(state, seat).items()),
        characters=tuple(_character(state, seat, other) for other in range(state.seats)),
        spare=len(state.spare),
        values=tuple(_value(state, seat, number) for number in range(1, len(state.kinds) + 1)),
        unused=len(state.unused),
        aside=len(state.aside),
        in_round=tuple(in_the_round(state)),
    )


def _character(state: State, seat: Seat | None, other: Seat) -> str | None:
    """Return a character if own, scouted, or at the end. (L4, L14, L25)"""
    looked = () if seat is None else state.looked[seat]
    scouted = looked and print_seat(other) in looked
    known = other == seat or scouted or state.phase in IDLE_PHASES
    return state.characters[other] if known else None


def _value(state: State, seat: Seat | None, number: int) -> int | None:
    """Return a value if taken by oneself, scouted, or shown at the end. (L14, L22, L25)"""
    taker = state.takers[number - 1]
    looked = () if seat is None else state.looked[seat]
    own = seat is not None and taker == seat
    scouted = looked and treasure_thing(number) in looked
    shown = state.phase in IDLE_PHASES and taker is not None
    return state.values[number - 1] if own or scouted or shown else None


def uncovered(state: State) -> View:
    plain = view(state, None)
    return replace(plain, mines=state.mines, characters=state.characters, values=state.values)


def moves_of(view: View) -> list[Move]:
    if view.seat is None or view.phase in IDLE_PHASES:
        return []
    if view.seat != view.turn:
        return answers(view, view.seat, view.seat in view.in_round)
    return turn_moves(view, view.seat, view.hand, lambda: dict(view.mines))


def preview(view: View, move: Move | UnsupportedMove) -> Preview | None:
    """Return what a card would join to a start, or what a walk would cost and turn over."""
    if isinstance(move, Place) and move.card in cards.PATHS:
        return _preview_place(view, move)
    if isinstance(move, Walk) and view.seat is not None:
        return _preview_walk(view, view.seat, move)
    return None


def _preview_place(view: View, move: Place) -> Preview | None:
    tile = cards.path_tile(move.card, move.turned)
    try:
        judge_place(view.mine, move.cell, tile.openings)
    except Refusal:
        return None
    starts = tuple(_starts(view.mine.lay(move.cell, tile), move.cell))
    return replace(preview_place(view.mine, move.cell, tile), goals=(), starts=starts)


def _starts(mine: Mine, cell: Cell) -> Iterator[Cell]:
    """Yield the starts from which paths lead to this card."""
    for start in mine.starts:
        others = (there for there in mine.starts if there != start)
        closed = {there: replace(mine.tiles[there], source=0) for there in others}
        if cell in Mine.of((start,), {**mine.tiles, **closed}, ()).reach:
            yield start


def _preview_walk(view: View, seat: Seat, move: Walk) -> Preview | None:
    try:
        if move.take is not None:
            judge_take(view, move.cells[-1], move.take, dict(view.mines))
        judge_walk(view, seat, move.cells)
    except Refusal:
        return None
    return Preview(
        openings="",
        joined=(),
        goals=tuple(cell for cell in move.cells if cell in view.mine.hidden),
        route=(view.dwarfs[seat], *move.cells),
        cost=min(traps_on(view, seat, move.cells), len(view.hand)),
    )


def absent_move(view: View) -> Move:
    """Return an absent player's move: it depends only on their cards, not on their role."""
    if view.phase == "walk":
        return Stay()
    if view.phase == "orient":
        return Orient(view.turning[0], False)
    return Discard((view.hand[0],))


def worlds(view: View, rng: Rng) -> Iterator[State]:
    same = public_part(view, State)
    hidden, kinds = _cards(view), left_of(cards.MINES, (kind for _, kind in view.mines if kind))
    dealt = zip(view.clans, view.characters, strict=True)
    dwarfs = left_of(cards.dwarf_pool(view.seats), ((clan, c) for clan, c in dealt if c))
    laid_out = zip(view.kinds, view.values, strict=True)
    treasures = left_of(cards.treasure_pile(), ((kind, value) for kind, value in laid_out if value))
    while True:
        unseen = _dealt_cards(view, hidden, rng)
        hands = deal_unseen(view.seat, view.hand, view.hand_sizes, unseen)
        buried = deal_unseen(view.seat, view.buried, view.buried_sizes, unseen)
        characters, spare = _dealt_dwarfs(view, dwarfs, rng)
        values, unused = _dealt_treasures(view, treasures, rng)
        yield State(
            **same,
            seeds=Seeds.random(rng, ROUNDS),
            mines=_dealt_mines(view, kinds, rng),
            characters=characters,
            spare=spare,
            values=values,
            unused=unused,
            hands=hands,
            buried=buried,
            aside=tuple(sorted(unseen[: view.aside])),
            stock=tuple(unseen[view.aside :]),
        )


def _cards(view: View) -> list[str]:
    """Return the cards that the seat doesn't see."""
    seen = Counter(view.hand) + Counter(view.buried) + Counter(view.discarded)
    seen["troll"] += len(view.trolls)
    seen.update(tile.name for tile in view.mine.tiles.values() if not tile.fixed)
    return left_of(cards.deck(), seen.elements())


def _dealt_cards(view: View, pool: list[str], rng: Rng) -> list[str]:
    """Deal these cards at random: exactly as many as must lie somewhere."""
    unseen = rng.shuffled(pool)
    hidden = sum(view.hand_sizes) + sum(view.buried_sizes) - len(view.hand) - len(view.buried)
    needed = hidden + view.stock + view.aside
    if len(unseen) < needed:  # a made-up position need not add up to the deck
        whole = cards.deck()
        unseen += [rng.choose(whole) for _ in range(needed - len(unseen))]
    return unseen[:needed]


def _dealt_mines(view: View, mines: list[str], rng: Rng) -> tuple[tuple[Cell, str], ...]:
    left = rng.shuffled(mines)
    return tuple((cell, kind or left.pop()) for cell, kind in view.mines)


def _dealt_dwarfs(
    view: View, dwarfs: list[tuple[str, str]], rng: Rng
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Draw characters that fit every clan shown on a back, and the cards left over."""
    left = rng.shuffled(dwarfs)
    by_clan = {clan: [c for other, c in left if other == clan] for clan in cards.CLANS}
    characters = tuple(
        known or (by_clan[clan].pop() if by_clan[clan] else cards.LOYAL)
        for clan, known in zip(view.clans, view.characters, strict=True)
    )
    rest = sorted((clan, character) for clan in cards.CLANS for character in by_clan[clan])
    return characters, tuple(rest[: view.spare])


Treasures = tuple[tuple[int, ...], tuple[tuple[str, int], ...]]


def _dealt_treasures(view: View, treasures: list[tuple[str, int]], rng: Rng) -> Treasures:
    """Draw values that fit every kind shown on a back, and the treasures left over."""
    left = rng.shuffled(treasures)
    values = []
    for kind, known in zip(view.kinds, view.values, strict=True):
        drawn = next((treasure for treasure in left if treasure[0] == kind), (kind, 1))
        if known is None and drawn in left:
            left.remove(drawn)
        values.append(known or drawn[1])
    return tuple(values), tuple(sorted(left)[: view.unused])
