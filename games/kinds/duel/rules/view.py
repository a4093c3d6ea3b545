"""What a seat, or a spectator, may know; nothing else leaves the rules. (D2, D3, D23, D25, S2)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from games.engine.moves import UnsupportedMove, discard
from games.engine.notation import Seat
from games.engine.progress import Preview
from games.engine.rng import Rng, Seeds
from games.engine.state import deal_unseen, left_of, public_part, shown_alike
from games.engine.tunnels import ALL_SIDES, JOINED, Cell, Mine, side_letters
from games.kinds.duel.rules.cards import FORCED, GOALS, PATHS, deck, path_tile
from games.kinds.duel.rules.legal import turn_moves
from games.kinds.duel.rules.moves import Bribe, Move, Orient, Place, PlayAt, Refusal
from games.kinds.duel.rules.placement import claims, dug, reach_of, tolls, traveller
from games.kinds.duel.rules.state import ROUNDS, State, View

WHOLE_DECK: Final = Counter(deck())


def view(state: State, seat: Seat | None) -> View:
    """Return a view; goals are known if face up, to seats that looked, or in the end. (D16, D23)

    After any round but the last they leave unseen: they would give away the goals to come. (D25)
    """
    known = () if seat is None else state.looked[seat]
    known = (*known, *state.turning)
    over, tiles = state.phase == "over", state.mine.tiles
    return View(
        **shown_alike(state, seat),
        goals=tuple(
            (cell, name if over or cell in tiles or cell in known else None)
            for cell, name in state.goals
        ),
        aside=len(state.aside),
        unseen=len(state.unseen),
        later=len(state.later),
    )


def uncovered(state: State) -> View:
    return replace(view(state, None), goals=state.goals)


def look_back(seen: View, known: View, ended: State) -> View:
    """Return a past moment; goals never turned over stay secret to seats that looked. (D25)"""
    own = dict(known.goals)
    goals = tuple(
        (cell, name if cell in ended.mine.tiles or own[cell] else None) for cell, name in seen.goals
    )
    return replace(seen, goals=goals)


def moves_of(view: View) -> list[Move]:
    return [] if view.seat is None else turn_moves(view, view.seat, view.hand)


def preview(view: View, move: Move | UnsupportedMove) -> Preview | None:
    """Return what a placement, a key or a bribe would connect, turn over and claim; None for other
    or refused moves. It doesn't tell where a goal turned over would lead."""
    if (
        isinstance(move, Bribe)
        or (isinstance(move, Place) and move.card in PATHS)
        or (isinstance(move, PlayAt) and move.card == "key")
    ):
        return _preview_digging(view, view.turn if view.seat is None else view.seat, move)
    return None


def _preview_digging(view: View, seat: Seat, move: Place | PlayAt | Bribe) -> Preview | None:
    try:
        mine = dug(view, seat, move)
    except Refusal:
        return None
    return _foreseen(view, seat, move, mine)


def _foreseen(view: View, seat: Seat, move: Place | PlayAt | Bribe, mine: Mine) -> Preview:
    bribes = (move.cell,) if isinstance(move, Bribe) else move.bribes
    left = view.markers_left - len(bribes)
    tile = path_tile(move.card, move.turned, view.colours) if isinstance(move, Place) else None
    goals = tuple(cell for cell in mine.reached_goals() if cell not in view.turning)
    return Preview(
        side_letters(tile.openings) if tile else "",
        _newly(view, seat, mine, mine.reach),
        goals,
        tuple(_reached_by(view, seat, mine, goals)),
        tuple(claims(view, mine, seat, view.markers, left)),
        _newly(view, seat, mine, tolls(mine)),
    )


def _reached_by(
    view: View, seat: Seat, mine: Mine, goals: Iterable[Cell]
) -> Iterator[tuple[Seat, Cell]]:
    """Return whose tunnels lead into which of these goals, the player's own first."""
    for cell in goals:
        for other in sorted(range(view.seats), key=lambda other: other != seat):
            if mine.hidden[cell] >> JOINED + 4 * traveller(view, other) & ALL_SIDES:
                yield other, cell


def _newly(view: View, seat: Seat, mine: Mine, cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return the cells that this seat would newly be joined to."""
    return tuple(
        cell
        for cell in cells
        if reach_of(view, mine, seat, cell) and not reach_of(view, view.mine, seat, cell)
    )


def absent_move(view: View) -> Move:
    """Return an absent player's move: it reveals nothing about the cards they keep."""
    if view.phase == "orient":
        return Orient(view.turning[0], False)
    return discard(view.hand[0])


def worlds(view: View, rng: Rng) -> Iterator[State]:
    same, names = public_part(view, State), unknown_goals(view)
    cards = sorted(unseen_cards(view).elements())
    while True:
        kept, hidden = _dealt_cards(view, cards, rng)
        hands = deal_unseen(view.seat, view.hand, view.hand_sizes, kept)
        buried = deal_unseen(view.seat, view.buried, view.buried_sizes, kept)
        rest = rng.shuffled([*kept, *hidden])
        goals, later, unseen = _dealt_goals(view, names, rng)
        yield State(
            **same,
            seeds=Seeds.random(rng, ROUNDS),
            goals=goals,
            hands=hands,
            stock=tuple(rest[view.aside :]),
            buried=buried,
            aside=tuple(sorted(rest[: view.aside])),
            unseen=unseen,
            later=later,
        )


def unseen_cards(view: View) -> Counter[str]:
    """Return the cards in the stock, set aside, or in the opponent's hand."""
    unseen = WHOLE_DECK.copy()
    for cards in (view.hand, view.buried, view.discarded, view.won):
        for card in cards:
            unseen[card] -= 1
    for tile in view.mine.tiles.values():
        if not tile.fixed:
            unseen[tile.name] -= 1
    for tools in view.broken:
        for tool in tools:
            unseen[f"broken-{tool}"] -= 1
    return +unseen


def _dealt_cards(view: View, cards: list[str], rng: Rng) -> tuple[list[str], list[str]]:
    """Deal these cards at random: those that can be in a hand, and the rest. (S5)"""
    unseen = rng.shuffled(cards)
    fixed = FORCED if view.seats == 1 else frozenset()
    kept = [card for card in unseen if card not in fixed]
    hidden = [card for card in unseen if card in fixed]
    return _made_to_measure(view, kept, hidden, rng)


def _made_to_measure(
    view: View, kept: list[str], hidden: list[str], rng: Rng
) -> tuple[list[str], list[str]]:
    """Add or remove cards where a made-up position doesn't add up to the deck."""
    own = len(view.hand) + len(view.buried)
    in_hands = sum(view.hand_sizes) + sum(view.buried_sizes) - own
    missing = in_hands + view.stock + view.aside - len(kept) - len(hidden)
    if missing > 0:
        free = [card for card in deck() if card not in FORCED]
        kept += [rng.choose(free) for _ in range(missing)]
    while missing < 0:
        (hidden if hidden and len(kept) <= in_hands else kept).pop()
        missing += 1
    return kept, hidden


Goals = tuple[tuple[Cell, str], ...]


def unknown_goals(view: View) -> list[str]:
    """Return what a goal unknown to the seat may be."""
    return left_of(GOALS, (*view.past, *(name for _, name in view.goals if name)))


def _dealt_goals(
    view: View, names: list[str], rng: Rng
) -> tuple[Goals, tuple[str, ...], tuple[str, ...]]:
    """Draw the goals on the table, those to come, and those that were never turned over."""
    left = rng.shuffled(names)
    goals = tuple((cell, name or left.pop()) for cell, name in view.goals)
    later = tuple(left[: view.later])
    return goals, later, tuple(sorted(left[view.later : view.later + view.unseen]))
