"""Rounds: dealing, drawing, gold and debts. (D1-D7, D24-D28, S1-S7)"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final

from games.engine.notation import Seat
from games.engine.progress import Event, Outcome, Progress, highest_score_wins
from games.engine.rng import Seed, Seeds
from games.engine.rules import progress_of, round_began
from games.engine.state import (
    Option,
    OptionError,
    Value,
    chosen_options,
    dealt_hands,
    drawn,
    drew,
    next_with_cards,
    sorted_tools,
    without,
)
from games.engine.tunnels import Cell, Mine
from games.kinds.duel.rules import cards
from games.kinds.duel.rules.state import ROUNDS, State

CLAIMS: Final = Option("claims", ("tunnel", "card"))  # D17
LADDERS: Final = Option("ladders", ("free", "connected"))  # D14
OPTIONS: Final[Mapping[int, tuple[Option, ...]]] = {
    1: (Option("colour", cards.COLOURS), CLAIMS),  # S1, D17
    2: (
        Option("colours", ("lot", "first_is_green", "first_is_blue")),  # D1
        CLAIMS,
        LADDERS,
    ),
}
"""The options by number of players. A solo player has no opponent's ladders. (D14)"""


def options_of(given: Mapping[str, Value], seats: int) -> tuple[tuple[str, Value], ...]:
    """Return every option with its value. For one player `ladders` has no effect. (D14)"""
    if seats == 1:
        given = {name: value for name, value in given.items() if name != LADDERS.name}
    return tuple(chosen_options(OPTIONS[seats], given).items())


def colours_of(options: tuple[tuple[str, Value], ...], seed: Seed | None) -> tuple[str, ...]:
    """Return each seat's colour; without a seed none is drawn: green first. (D1, S1)"""
    (name, value), *_ = options
    if name == "colour":
        return (str(value),)
    by_lot = value == "lot" and seed is not None and seed.rng("colours").below(2) == 1
    return (
        (cards.BLUE, cards.GREEN)
        if value == "first_is_blue" or by_lot
        else (cards.GREEN, cards.BLUE)
    )


def setup_for(players: int, options: Mapping[str, Value], seats: int, seeds: Seeds) -> State:
    """Return a table for this number of players, ready for its first round. (D1-D5, S1-S2)"""
    if seats != players:
        raise OptionError(f"{seats} players: {players} can play")
    if len(seeds.rounds) != ROUNDS:
        raise OptionError("one seed for each of three rounds")
    wanted = options_of(options, seats)
    colours = colours_of(wanted, seeds.rounds[0])
    goals = tuple(seeds.game.rng("goals").shuffled(list(cards.GOALS)))
    first = colours.index(cards.GREEN) if seats > 1 else 0
    return begin_round(wanted, seeds, 1, colours, first, ((),) * seats, goals)


def shuffled_deck(seed: Seed) -> list[str]:
    """Shuffle the whole deck for a round. Gold won before is then taken out. (D3, D26)"""
    return seed.rng("deck").shuffled(cards.deck())


def begin_round(
    options: tuple[tuple[str, Value], ...],
    seeds: Seeds,
    number: int,
    colours: tuple[str, ...],
    first: Seat,
    gold: tuple[tuple[int, ...], ...],
    later: tuple[str, ...],
    won: tuple[str, ...] = (),
    past: tuple[str, ...] = (),
    unseen: tuple[str, ...] = (),
) -> State:
    """Lay six new goals, shuffle and deal everything else again. (D2-D4, D26, S2)"""
    seats = len(colours)
    edition = cards.EDITIONS[seats]
    shuffled = [card for card in shuffled_deck(seeds.rounds[number - 1]) if card not in won]
    aside, shuffled = shuffled[: edition.aside], shuffled[edition.aside :]
    goals = tuple(zip(edition.goals, later, strict=False))
    none: tuple[tuple[str, ...], ...] = ((),) * seats
    state = State(
        options=options,
        seeds=seeds,
        round=number,
        phase="play",
        turn=first,
        owed=0,
        colours=colours,
        mine=bare_mine(colours, edition.goals),
        goals=goals,
        turning=(),
        looked=((),) * seats,
        hands=none,
        stock=tuple(shuffled),
        discarded=(),
        buried=none,
        broken=none,
        aside=tuple(sorted(aside)),
        markers=(),
        markers_left=edition.markers,
        opened=(),
        keys_left=cards.KEYS,
        gold=gold,
        won=won,
        past=past,
        unseen=unseen,
        later=later[len(goals) :],
    )
    if seats == 1:
        return draw_alone(state, cards.HAND, [])
    hands, stock = dealt_hands(shuffled, seats, cards.HAND)
    return state._replace(hands=hands, stock=stock)


@lru_cache(maxsize=16)
def bare_mine(colours: tuple[str, ...], goals: tuple[Cell, ...]) -> Mine:
    """Return the players' start cards, and face-down goals. (D2, S1)"""
    starts = cards.EDITIONS[len(colours)].starts
    tiles = {
        starts[colour]: cards.start_tile(colour) for colour in cards.COLOURS if colour in colours
    }
    return Mine.of(tuple(tiles), tiles, goals)


def opening_events(state: State) -> tuple[Event, ...]:
    forced = [
        Event("broke", seat, f"broken-{tool}", to=seat, what=tool)
        for seat, tools in enumerate(state.broken)
        for tool in tools
    ]
    forced += [Event("wasted", 0, card) for card in state.discarded]
    return (*round_began(state), *forced)


def draw_alone(state: State, count: int, events: list[Event]) -> State:
    """Draw; cards that can't be kept take effect at once and are replaced. (S3-S5)"""
    taken = 0
    hand = list(state.hands[0])
    for card in state.stock:
        if not count:
            break
        taken += 1
        if card in cards.FORCED:
            state = _suffer(state, card, events)
            continue
        count -= 1
        events.append(drew(0, card))
        insort(hand, card)
    return state._replace(hands=(tuple(hand),), stock=state.stock[taken:])


def _suffer(state: State, card: str, events: list[Event]) -> State:
    """Lay a sabotage card before oneself, or bring down the card laid last. (S3, S4)"""
    if card == "rockfall":
        laid = [cell for cell in state.mine.tiles if removable(state.mine, cell)]
        if laid:
            return bring_down(state, 0, card, laid[-1], events)
    elif cards.BROKEN[card] not in state.broken[0]:
        tool = cards.BROKEN[card]
        events.append(Event("broke", 0, card, to=0, what=tool))
        return state._replace(broken=(sorted_tools((*state.broken[0], tool)),))
    events.append(Event("wasted", 0, card))
    return state._replace(discarded=(*state.discarded, card))


def removable(mine: Mine, cell: Cell) -> bool:
    """Tell whether a path card, no start or goal, has neither gold nor troll. (D22)"""
    tile = mine.tiles[cell]
    return not (tile.fixed or tile.worth or "+troll@" in tile.name)


def bring_down(state: State, seat: Seat, card: str, cell: Cell, events: list[Event]) -> State:
    """Remove the card there; a key on its door returns to the supply. (D22)"""
    tile = state.mine.tiles[cell]
    events.append(Event("removed", seat, card, cell, tile.turned, what=tile.name))
    opened = tuple(entry for entry in state.opened if entry[0] != cell)
    return state._replace(
        mine=state.mine.without(cell),
        discarded=(*state.discarded, card, tile.name),
        opened=opened,
        keys_left=state.keys_left + len(state.opened) - len(opened),
    )


def end_turn(state: State, draws: int, events: list[Event]) -> State:
    """Draw this many; the next with cards is on turn, or the round ends. (D6, D7, D24)"""
    seat = state.turn
    if state.seats == 1:
        state = draw_alone(state, draws, events)
        hands, stock = state.hands, state.stock
    else:
        hands, stock = drawn(state.hands, state.stock, seat, draws, events)
    turn = (seat + 1) % len(hands)
    if not hands[turn]:
        turn, _ = next_with_cards(hands, turn, events)
    state = state._replace(hands=hands, stock=stock, turn=turn, owed=0, phase="play")
    if not stock and not any(hands):
        return end_round(state, "cards", events)
    return state


def why_over(state: State) -> str:
    """Return why the round is over before drawing: all goals face up, or all markers used. (D24)"""
    if not state.markers_left:
        return "markers"
    return "" if state.mine.hidden else "goals"


def progress(
    before: State, after: State, events: list[Event], turn_over: bool = True
) -> Progress[State]:
    return progress_of(before, after, events, _next_round, turn_over, opening_events)


def end_round(state: State, why: str, events: list[Event]) -> State:
    """Take the gold, pay the trolls; after three rounds the game is over. (D24-D28)"""
    events.append(Event("round-ended", what=why, amount=state.round))
    gold = tuple(_settled(state, seat, events) for seat in range(state.seats))
    state = state._replace(gold=gold, owed=0, turning=())
    if state.round < ROUNDS:
        return state._replace(phase="ended")
    events.append(Event("game-ended"))
    return state._replace(phase="over")


def _settled(state: State, seat: Seat, events: list[Event]) -> tuple[int, ...]:
    """Return a seat's gold cards after it takes its gold and pays its debts. (D25, D27)"""
    marked = [state.mine.tiles[cell] for cell, owner in state.markers if owner == seat]
    taken = [tile.worth for tile in marked if tile.worth]
    debt = len(marked) - len(taken)
    held = tuple(sorted((*state.gold[seat], *taken), reverse=True))
    events.append(Event("collected", seat, amount=sum(taken)))
    if not debt:
        return held
    given = payment(held, debt)
    events.append(Event("paid", seat, amount=sum(given), what=str(debt)))
    return tuple(without(held, *given))


def payment(held: tuple[int, ...], debt: int) -> tuple[int, ...]:
    """Return the cards to pay with: the smallest sum that covers the debt, with the fewest cards;
    all of them if they don't cover it. (D27)"""
    if sum(held) <= debt:
        return held
    sets = {paid for n in range(1, debt + 1) for paid in combinations(held, n)}
    return min((c for c in sets if sum(c) >= debt), key=lambda paid: (sum(paid), len(paid)))


def _next_round(state: State) -> State:
    """Deal the next round; less gold begins, blue on a tie; gold won is out. (D5, D25)"""
    shown = [name for cell, name in state.goals if cell in state.mine.tiles]
    hidden = [name for cell, name in state.goals if cell in state.mine.hidden]
    won = [
        state.mine.tiles[cell].name
        for cell, _ in state.markers
        if state.mine.tiles[cell].worth and not state.mine.tiles[cell].fixed
    ]
    return begin_round(
        state.options,
        state.seeds,
        state.round + 1,
        state.colours,
        _poorer(state),
        state.gold,
        state.later,
        tuple(sorted((*state.won, *won))),
        tuple(sorted((*state.past, *shown))),
        tuple(sorted((*state.unseen, *hidden))),
    )


def _poorer(state: State) -> Seat:
    totals = [sum(held) for held in state.gold]
    least = [seat for seat, total in enumerate(totals) if total == min(totals)]
    return least[0] if len(least) == 1 else state.colours.index(cards.BLUE)


def outcome(state: State) -> Outcome | None:
    """Return the outcome: most gold wins; a solo player gets a grade. (D28, S7)"""
    if state.phase != "over":
        return None
    totals = tuple(sum(held) for held in state.gold)
    return highest_score_wins(totals, grade(totals[0]) if state.seats == 1 else None)


def grade(gold: int) -> int:
    """Return the grade from 1, the worst, to 4. (S7)"""
    return sum(gold >= least for least in cards.GRADES)
