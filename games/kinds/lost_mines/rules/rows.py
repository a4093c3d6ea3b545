"""States of The Lost Mines as rows, and back. (pieces, from_pieces)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from games.engine import pieces as rows
from games.engine.notation import Joint, Seat, print_cell, read_cell
from games.engine.rng import Seed, Seeds
from games.engine.state import Value
from games.engine.tunnels import LETTER_OF, SIDE_OF, Cell, Tile
from games.kinds.lost_mines.rules import cards
from games.kinds.lost_mines.rules.rounds import Deal, deal
from games.kinds.lost_mines.rules.state import Options, Proposal, State
from games.kinds.lost_mines.rules.walks import treasure_thing

EXTRA = ("round", "phase", "turn", "last", "owed", "drawn")
OPEN_TO_ANSWER, AGREED, PROPOSED = "proposal", "agreed", "proposed"
TROLL_CARD = "before"
"""The zone of a troll's card, which lies before its player while the troll stands."""


def pieces(state: State) -> rows.Pieces:
    return rows.Pieces(
        cards=tuple(_cards(state)),
        tokens=tuple(_tokens(state)),
        values=tuple(_values(state)),
        knowledge=tuple(_knowledge(state)),
        extra=tuple((name, getattr(state, name)) for name in EXTRA),
    )


def frame(state: State) -> tuple[dict[str, Value], int, Seeds]:
    return asdict(state.options), state.seats, state.seeds


def dealt(options: Mapping[str, Value], seats: int, seed: Seed) -> rows.Pieces:
    """Return a round's deal by its seed, to be checked when the seed is shown."""
    given = deal(seats, seed)
    lying = [
        *_dealt_cards(given),
        *_treasures([f"{kind}-{value}" for kind, value in given.treasures]),
        *(rows.CardPiece("board", kind, cell=cell) for cell, kind in given.mines),
    ]
    values = [
        rows.SeatValue(seat, name, value)
        for seat, dwarf in enumerate(given.dwarfs)
        for name, value in zip(("clan", "role"), dwarf, strict=True)
    ]
    return rows.Pieces(tuple(lying), (), tuple(values), (), ())


def _dealt_cards(given: Deal | State) -> Iterator[rows.CardPiece]:
    yield from rows.pile("stock", given.stock)
    for seat, hand in enumerate(given.hands):
        yield from rows.unordered_pile("hand", hand, seat)
    yield from rows.unordered_pile("aside", given.aside)
    yield from rows.unordered_pile(
        "spare", (f"{clan}-{character}" for clan, character in given.spare)
    )
    yield from rows.unordered_pile("unused", (f"{kind}-{value}" for kind, value in given.unused))


def _treasures(names: Sequence[str]) -> Iterator[rows.CardPiece]:
    """Yield treasures in the order laid out; each keeps its place, and so its number."""
    for order, name in enumerate(names):
        yield rows.CardPiece("treasures", name, None, order)


def _cards(state: State) -> Iterator[rows.CardPiece]:
    yield from _dealt_cards(state)
    yield from _treasures(
        [f"{kind}-{value}" for kind, value in zip(state.kinds, state.values, strict=True)]
    )
    for cell, kind in state.mines:
        if cell in state.mine.hidden:
            yield rows.CardPiece("board", kind, cell=cell, face_up=cell in state.turning)
    yield from rows.face_up(state.mine, state.discarded)
    for seat, buried in enumerate(state.buried):
        yield from rows.unordered_pile("discard", buried, seat)
    for _, owner in state.trolls:
        yield rows.CardPiece(TROLL_CARD, "troll", owner, face_up=True)


def _tokens(state: State) -> Iterator[rows.TokenPiece]:
    for cell in state.overcome:
        yield rows.TokenPiece(cards.OBSTACLES[cards.feature(state.mine.tiles[cell].name)], cell)
    for joint in state.traps:
        yield rows.TokenPiece("trap", joint.cell, LETTER_OF[joint.side])
    for joint, owner in state.trolls:
        yield rows.TokenPiece("troll", joint.cell, LETTER_OF[joint.side], owner)


def _values(state: State) -> Iterator[rows.SeatValue]:
    for seat in range(state.seats):
        yield rows.SeatValue(seat, "gold", state.gold[seat])
        yield rows.SeatValue(seat, "clan", state.clans[seat])
        yield rows.SeatValue(seat, "role", state.characters[seat])
        yield rows.SeatValue(seat, "dwarf", print_cell(state.dwarfs[seat]))
    for number, taker in enumerate(state.takers, 1):
        if taker is not None:
            yield rows.SeatValue(taker, treasure_thing(number), state.values[number - 1])
    if state.dragon is not None:
        yield rows.SeatValue(state.dragon, "dragon", 1)
    for seat in state.proposed:
        yield rows.SeatValue(seat, PROPOSED, 1)
    if state.proposal:
        yield rows.SeatValue(state.proposal.by, OPEN_TO_ANSWER, 1)
        yield from (rows.SeatValue(seat, AGREED, 1) for seat in state.proposal.agreed)


def _knowledge(state: State) -> Iterator[rows.Knowledge]:
    """Yield what each seat saw of what it scouted. (L14)"""
    truth: dict[str, Value] = {print_cell(cell): kind for cell, kind in state.mines}
    truth.update((treasure_thing(n), value) for n, value in enumerate(state.values, 1))
    truth.update((f"p{n}", character) for n, character in enumerate(state.characters, 1))
    for seat, things in enumerate(state.looked):
        yield from (rows.Knowledge(seat, thing, truth[thing]) for thing in things)


def from_pieces(
    options: Mapping[str, Value], seats: int, seeds: Seeds, pieces: rows.Pieces
) -> State:
    def having(name: str) -> tuple[Seat, ...]:
        return tuple(sorted(value.seat for value in pieces.values if value.name == name))

    names = rows.CardNames(pieces, seats)
    treasures = [_treasure(name) for name in names.of("treasures")]
    proposer = having(OPEN_TO_ANSWER)
    return State(
        **rows.stored_alike(pieces, names),
        options=Options.of(options),
        seeds=seeds,
        mine=rows.mine_of(pieces, dict.fromkeys(cards.STARTS.values(), cards.START), _tile),
        mines=rows.goals_on(pieces, cards.MINE_CELLS),
        turning=rows.goals_to_place(pieces),
        clans=tuple(map(str, pieces.value("clan", seats))),
        characters=tuple(map(str, pieces.value("role", seats))),
        spare=tuple(_dwarf(name) for name in names.of("spare")),
        dwarfs=tuple(read_cell(str(cell)) for cell in pieces.value("dwarf", seats)),
        overcome=_overcome(pieces),
        traps=_traps(pieces),
        trolls=_trolls(pieces),
        dragon=next(iter(having("dragon")), None),
        kinds=tuple(kind for kind, _ in treasures),
        values=tuple(value for _, value in treasures),
        takers=_takers(pieces, len(treasures)),
        unused=tuple(_treasure(name) for name in names.of("unused")),
        looked=tuple(
            tuple(sorted(known.thing for known in pieces.knowledge if known.seat == seat))
            for seat in range(seats)
        ),
        aside=names.of("aside"),
        proposal=Proposal(proposer[0], having(AGREED)) if proposer else None,
        proposed=having(PROPOSED),
        gold=tuple(map(int, pieces.value("gold", seats))),
    )


def _treasure(name: str) -> tuple[str, int]:
    kind, _, value = name.partition("-")
    return kind, int(value)


def _dwarf(name: str) -> tuple[str, str]:
    clan, _, character = name.partition("-")
    return clan, character


def _tile(card: rows.CardPiece) -> Tile:
    if card.card in cards.MINES:
        return cards.MINE_TILES[card.card, card.turned]
    return cards.path_tile(card.card, card.turned)


def _overcome(pieces: rows.Pieces) -> tuple[Cell, ...]:
    tools = cards.OBSTACLES.values()
    return tuple(sorted(token.cell for token in pieces.tokens if token.kind in tools))


def _traps(pieces: rows.Pieces) -> tuple[Joint, ...]:
    found = [token for token in pieces.tokens if token.kind == "trap"]
    return tuple(sorted(Joint(token.cell, SIDE_OF[token.side]) for token in found))


def _trolls(pieces: rows.Pieces) -> tuple[tuple[Joint, Seat], ...]:
    found = [
        (Joint(token.cell, SIDE_OF[token.side]), token.owner)
        for token in pieces.tokens
        if token.kind == "troll" and token.owner is not None
    ]
    return tuple(sorted(found))


def _takers(pieces: rows.Pieces, treasures: int) -> tuple[Seat | None, ...]:
    taken = {value.name: value.seat for value in pieces.values}
    return tuple(taken.get(treasure_thing(number)) for number in range(1, treasures + 1))


PLAYING = ("stock", "hand", "aside", "discard", TROLL_CARD)


def problems(state: State) -> list[str]:
    lying = pieces(state).cards
    playing = [card.card for card in lying if card.zone in PLAYING]
    laid = [tile.name for tile in state.mine.tiles.values() if not tile.fixed]
    laid_out = zip(state.kinds, state.values, strict=True)
    dwarfs = zip(state.clans, state.characters, strict=True)
    return rows.unequal(
        {
            "the deck does not add up": (playing + laid, cards.deck()),
            "the mines do not add up": ([kind for _, kind in state.mines], cards.MINES),
            "the treasures do not add up": ([*laid_out, *state.unused], cards.treasure_pile()),
            "the dwarfs do not add up": ([*dwarfs, *state.spare], cards.dwarf_pool(state.seats)),
        }
    )
