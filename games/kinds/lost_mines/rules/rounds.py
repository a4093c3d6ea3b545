"""Points, deals, the end of a turn and of a round, and consent. (L1-L9, L16, L24-L28)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.engine.notation import Seat
from games.engine.progress import Event, Outcome, Progress, highest_score_wins
from games.engine.rng import Seed, Seeds
from games.engine.rules import progress_of
from games.engine.state import OptionError, Value, dealt_hands, drawn
from games.engine.tunnels import LETTER_OF, Cell, Mine
from games.kinds.lost_mines.rules import cards
from games.kinds.lost_mines.rules.moves import Consent, Refusal
from games.kinds.lost_mines.rules.state import PLAYERS, OpenTable, Options, Proposal, State

OWN = "own"
"""Stands for the clan of a selfish dwarf, which works for itself."""


class Finds(NamedTuple):
    """The results shown at the end of a round: one entry for each seat."""

    clans: Sequence[str]
    characters: Sequence[str]
    treasures: Sequence[Sequence[int]]
    """The values each seat has taken."""
    dragon: Seat | None


def works_for(clan: str, character: str) -> str:
    """Return whom a dwarf works for: itself if selfish, the other clan if a saboteur. (L25)"""
    if character == cards.SELFISH:
        return OWN
    return next(other for other in cards.CLANS if (other != clan) == (character == cards.SABOTEUR))


def score(finds: Finds, events: list[Event]) -> list[int]:
    """Return the points of each seat, less the dragon's share. (L25, L26)"""
    sides = [works_for(*dwarf) for dwarf in zip(finds.clans, finds.characters, strict=True)]
    points = [0] * len(sides)
    for seat, side in enumerate(sides):
        brought = sum(finds.treasures[seat])
        events.append(Event("brought", seat, what=side, amount=brought))
        if side == OWN:
            points[seat] = brought
    for clan in cards.CLANS:
        members = [seat for seat, side in enumerate(sides) if side == clan]
        _share(clan, members, finds.treasures, points, events)
    _feed_the_dragon(finds.dragon, points, events)
    events.extend(Event("scored", seat, amount=won) for seat, won in enumerate(points))
    return points


def _share(
    clan: str,
    members: list[Seat],
    treasures: Sequence[Sequence[int]],
    points: list[int],
    events: list[Event],
) -> None:
    """Share evenly; the remainder evenly among those with the best treasure; the rest is lost."""
    pot = sum(sum(treasures[seat]) for seat in members)
    if not pot:
        return
    each, remainder = divmod(pot, len(members))
    for seat in members:
        points[seat] += each
        events.append(Event("shared", seat, what=clan, amount=each))
    best = max(max(treasures[seat], default=0) for seat in members)
    finders = [seat for seat in members if best in treasures[seat]]
    if extra := remainder // len(finders):
        for seat in finders:
            points[seat] += extra
            events.append(Event("remainder", seat, what=clan, amount=extra))


def _feed_the_dragon(dragon: Seat | None, points: list[int], events: list[Event]) -> None:
    """Take two points won this round, or as many as there are. (L26)"""
    if dragon is None:
        return
    given = min(cards.DRAGON_COSTS, points[dragon])
    points[dragon] -= given
    events.append(Event("gave-up", dragon, amount=given))


class Deal(NamedTuple):
    """The deal that a round's seed decides."""

    mines: tuple[tuple[Cell, str], ...]
    treasures: tuple[tuple[str, int], ...]
    unused: tuple[tuple[str, int], ...]
    dwarfs: tuple[tuple[str, str], ...]
    spare: tuple[tuple[str, str], ...]
    aside: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]


def deal(seats: int, seed: Seed) -> Deal:
    """Shuffle and deal mines (L2), treasures (L3), dwarfs (L4) and cards (L6)."""
    mines = seed.rng("mines").shuffled(list(cards.MINES))
    treasures = seed.rng("treasures").shuffled(cards.treasure_pile())
    dwarfs = seed.rng("dwarfs").shuffled(cards.dwarf_pool(seats))
    shuffled = seed.rng("deck").shuffled(cards.deck())
    hands, stock = dealt_hands(shuffled[cards.ASIDE :], seats, cards.HAND[seats])
    return Deal(
        mines=tuple(zip(cards.MINE_CELLS, mines, strict=True)),
        treasures=tuple(treasures[:seats]),
        unused=tuple(sorted(treasures[seats:])),
        dwarfs=tuple(dwarfs[:seats]),
        spare=tuple(sorted(dwarfs[seats:])),
        aside=tuple(sorted(shuffled[: cards.ASIDE])),
        hands=hands,
        stock=stock,
    )


def setup(options: Mapping[str, Value], seats: int, seeds: Seeds) -> State:
    """Return a table ready for its first round. (L1-L7)"""
    if seats not in PLAYERS:
        raise OptionError(f"{seats} players: 3 to 9 can play")
    chosen = Options.of(options)
    if len(seeds.rounds) < chosen.rounds:
        raise OptionError(f"one seed for each of {chosen.rounds} rounds")
    first = seeds.rounds[0].rng("first").below(seats)
    return begin_round(chosen, seeds, 1, first, (0,) * seats)


@lru_cache(maxsize=1)
def bare_mine() -> Mine:
    """Return the board with its two start cards and four face-down mines. (L2)"""
    return Mine.of(
        tuple(cards.STARTS.values()),
        dict.fromkeys(cards.STARTS.values(), cards.START),
        cards.MINE_CELLS,
    )


def begin_round(
    options: Options, seeds: Seeds, number: int, first: Seat, gold: tuple[int, ...]
) -> State:
    """Shuffle and deal everything again; points stay. (L2-L7, L28)"""
    seats = len(gold)
    dealt = deal(seats, seeds.rounds[number - 1])
    none: tuple[tuple[str, ...], ...] = ((),) * seats
    clans = tuple(clan for clan, _ in dealt.dwarfs)
    return State(
        options=options,
        seeds=seeds,
        round=number,
        phase="play",
        turn=first,
        last=(first - 1) % seats,
        owed=0,
        drawn=0,
        mine=bare_mine(),
        mines=dealt.mines,
        turning=(),
        clans=clans,
        characters=tuple(character for _, character in dealt.dwarfs),
        spare=dealt.spare,
        dwarfs=tuple(cards.STARTS[clan] for clan in clans),
        overcome=(),
        traps=(),
        trolls=(),
        dragon=None,
        kinds=tuple(kind for kind, _ in dealt.treasures),
        values=tuple(value for _, value in dealt.treasures),
        takers=(None,) * seats,
        unused=dealt.unused,
        looked=none,
        hands=dealt.hands,
        stock=dealt.stock,
        aside=dealt.aside,
        discarded=(),
        buried=none,
        proposal=None,
        proposed=(),
        gold=gold,
    )


def end_turn(state: State, events: list[Event]) -> State:
    """Draw what is owed, then pass the turn on. (L8, L9)"""
    hands, stock = drawn(state.hands, state.stock, state.turn, state.owed, events)
    state = next_turn(state._replace(hands=hands, stock=stock), events)
    return end_round(state, "consent", events) if all_agree(state) else state


def next_turn(state: State, events: list[Event]) -> State:
    """Pass the turn clockwise; players without cards are out of the round. (L9)"""
    turn = state.turn
    for _ in range(state.seats):
        turn = (turn + 1) % state.seats
        if state.trolls or state.proposal:
            state = _turn_comes_to(state, turn, events)
        if state.hands[turn]:
            break
        events.append(Event("skipped", turn))
    return state._replace(turn=turn, phase="play", owed=0)


def _turn_comes_to(state: State, seat: Seat, events: list[Event]) -> State:
    """Remove a seat's trolls and its proposal, even if it is out. (L16, L24)"""
    if state.proposal and state.proposal.by == seat:
        events.append(Event("lapsed", seat))
        state = state._replace(proposal=None)
    lifted = [joint for joint, owner in state.trolls if owner == seat]
    events.extend(
        Event("lifted", seat, "troll", joint.cell, what=LETTER_OF[joint.side]) for joint in lifted
    )
    return state._replace(
        trolls=tuple(troll for troll in state.trolls if troll[1] != seat),
        discarded=(*state.discarded, *(["troll"] * len(lifted))),
    )


def in_the_round(state: State) -> list[Seat]:
    """Return the seats with cards, or in the middle of their turn. (L9)"""
    walker = state.turn if state.phase in ("walk", "orient") else None
    return [seat for seat, hand in enumerate(state.hands) if hand or seat == walker]


def all_agree(state: State) -> bool:
    """Tell whether every player still in the round wants it to end. (L24)"""
    if state.proposal is None:
        return False
    return all(seat in state.proposal.agreed for seat in in_the_round(state))


def out_of_cards(state: State) -> bool:
    """Tell whether stock and all hands are empty. (L24)"""
    return not state.stock and not any(state.hands)


def progress(
    before: State, after: State, events: list[Event], turn_over: bool = True
) -> Progress[State]:
    return progress_of(before, after, events, _next_round, turn_over)


def end_round(state: State, why: str, events: list[Event]) -> State:
    """Show characters and give points. (L24-L28)"""
    events.append(Event("round-ended", what=why, amount=state.round))
    for seat, character in enumerate(state.characters):
        events.append(Event("role-shown", seat, what=f"{state.clans[seat]}-{character}"))
    won = score(_finds(state), events)
    gold = tuple(before + now for before, now in zip(state.gold, won, strict=True))
    state = state._replace(gold=gold, phase="ended", proposal=None)
    if state.round < state.options.rounds:
        return state
    events.append(Event("game-ended"))
    return state._replace(phase="over")


def _next_round(state: State) -> State:
    """Begin the next round with the left neighbour of the last to play a card. (L28)"""
    first = (state.last + 1) % state.seats
    return begin_round(state.options, state.seeds, state.round + 1, first, state.gold)


def _finds(state: State) -> Finds:
    found: list[list[int]] = [[] for _ in range(state.seats)]
    for value, taker in zip(state.values, state.takers, strict=True):
        if taker is not None:
            found[taker].append(value)
    return Finds(state.clans, state.characters, found, state.dragon)


def outcome(state: State) -> Outcome | None:
    """Return the outcome: most points win, ties share; None while the game goes on. (L28)"""
    return highest_score_wins(state.gold) if state.phase == "over" else None


def consent(state: State, seat: Seat, move: Consent) -> Progress[State]:
    """Propose in one's own turn, before one's card, once a round; answer at any time. (L24)"""
    if move.word == "propose":
        return _propose(state, seat)
    proposal = state.proposal
    if proposal is None or seat not in in_the_round(state) or not may_answer(state, seat):
        raise Refusal("wrong-phase")
    if move.word == "refuse":
        after = state._replace(proposal=None)
        return Progress(state, after, (Event("refused", seat),), turn_over=False)
    agreed = tuple(sorted((*proposal.agreed, seat)))
    return _asked(state, Proposal(proposal.by, agreed), Event("agreed", seat))


def _propose(state: State, seat: Seat) -> Progress[State]:
    """Propose, which includes agreeing. (L24)"""
    if seat != state.turn:
        raise Refusal("not-your-turn")
    if not may_propose(state, seat):
        raise Refusal("wrong-phase")
    asked = state._replace(proposed=tuple(sorted((*state.proposed, seat))))
    led_to = _asked(asked, Proposal(seat, (seat,)), Event("proposed", seat))
    return led_to._replace(before=state)


def _asked(state: State, proposal: Proposal, event: Event) -> Progress[State]:
    """End the round at once when every player still in it has agreed. (L24)"""
    events = [event]
    after = state._replace(proposal=proposal)
    over = all_agree(after)
    if over:
        after = end_round(after, "consent", events)
    return progress(state, after, events, turn_over=over)


def may_propose(table: OpenTable, seat: Seat) -> bool:
    """Tell whether a seat has its card to play, none is open, and it proposed none. (L24)"""
    early = table.phase == "play" and seat == table.turn
    return early and table.proposal is None and seat not in table.proposed


def may_answer(table: OpenTable, seat: Seat) -> bool:
    """Tell whether there is a proposal that this seat hasn't answered yet. (L24)"""
    return table.proposal is not None and seat not in table.proposal.agreed
