"""Printing and parsing are inverse."""

from __future__ import annotations

from types import ModuleType

import pytest

from games.engine import (
    Language,
    Move,
    NotationError,
    UnsupportedMove,
    print_cell,
    print_face,
    print_joint,
    print_seat,
    read_cell,
    read_face,
    read_seat,
)
from games.engine.moves import (
    TOOLS,
    Break,
    Grammar,
    Orient,
    Place,
    PlayAt,
    Repair,
    UnsupportedCard,
    discard,
    place,
)
from games.engine.notation import Joint, read_joint
from games.engine.progress import SHARED_REFUSALS, Refusal
from games.engine.tunnels import EAST, SOUTH, Face, Feature
from games.kinds import GAMES, LANGUAGE, read_move
from games.kinds.classic.rules import cards as classic_cards
from games.kinds.classic.rules.moves import Pick
from games.kinds.classic.rules.moves import Refusal as ClassicRefusal
from games.kinds.duel.rules import cards as duel_cards
from games.kinds.duel.rules.moves import Bribe, Clear
from games.kinds.duel.rules.moves import Refusal as DuelRefusal
from games.kinds.lost_mines.rules import cards as lost_mines_cards
from games.kinds.lost_mines.rules.moves import Consent, PlayJoint, Scout, Stay, Walk
from games.kinds.lost_mines.rules.moves import Refusal as LostMinesRefusal
from tests.properties import given, st

numbers = st.integers(-9999, 9999)
cells = st.tuples(numbers, numbers)
joints = st.builds(Joint, cells, st.sampled_from([EAST, SOUTH]))
seats = st.integers(0, 9)
tools = st.sampled_from(TOOLS)


@st.composite
def faces(draw: st.DrawFn) -> Face:
    """Any way to group some of the four sides, with any features on them."""
    groups: dict[int, int] = {}
    for side in (1, 2, 4, 8):
        group = draw(st.integers(0, 4))
        if group:
            groups[group] = groups.get(group, 0) | side
    sides = [bit for bit in (1, 2, 4, 8) if sum(groups.values()) & bit]
    if not sides:
        return Face.of([1])
    at = st.sampled_from(sides)
    colours = st.sampled_from(["blue", "green"])
    feature = st.one_of(
        st.builds(Feature, st.sampled_from(["gold", "troll"]), st.just(""), at),
        st.builds(Feature, st.just("door"), colours, at),
        st.builds(Feature, st.just("ladder"), colours),
        st.builds(Feature, st.sampled_from(["campfire", "lake", "logs", "plateau", "ravine"])),
    )
    return Face.of(groups.values(), draw(st.lists(feature, max_size=2, unique=True)))


paths = faces().map(print_face)
actions = st.sampled_from(["broken-pick", "fix-cart", "rockfall", "map", "key", "axe", "storm"])
cards = st.one_of(paths, actions)
bribes = st.lists(cells, max_size=2).map(tuple)
takes = st.none() | st.integers(1, 99)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(place, paths, cells, st.booleans()),
    st.builds(
        lambda p, b: Place(p.card, p.cell, p.turned, b), st.builds(place, paths, cells), bribes
    ),
    st.builds(Break, st.sampled_from([f"broken-{tool}" for tool in TOOLS]), seats),
    st.builds(Repair, st.sampled_from(["fix-pick", "fix-lantern-cart"]), seats, tools),
    st.builds(PlayAt, st.sampled_from(["rockfall", "map", "key", "boat"]), cells, bribes),
    st.builds(PlayJoint, st.sampled_from(["trap", "troll"]), joints),
    st.builds(Scout, st.just("scout-mine-dwarf"), st.just("mine"), cells),
    st.builds(Scout, st.just("scout-mine-dwarf"), st.just("dwarf"), seats),
    st.builds(Scout, st.just("scout-mine-treasure"), st.just("treasure"), st.integers(1, 9)),
    st.builds(Bribe, cells),
    st.builds(Clear, tools, st.tuples(cards, cards).map(lambda two: tuple(sorted(two)))),
    st.lists(cards, min_size=1, max_size=2).map(lambda some: discard(*some)),
    st.builds(Walk, st.lists(cells, min_size=1, max_size=5).map(tuple), takes),
    st.builds(Stay, takes),
    st.just(Stay(leave=True)),
    st.builds(Pick, st.integers(1, 9)),
    st.builds(Orient, cells, st.booleans()),
    st.builds(Consent, st.sampled_from(["propose", "agree", "refuse"])),
)


def read(text: str) -> Move:
    """Read it as its own games do; the others must recognise it as another game's move."""
    found: list[Move] = [read_move(rules, text) for rules in GAMES.values()]
    own = [move for move in found if not isinstance(move, UnsupportedMove)]
    assert len(set(own)) == 1
    assert {move.written() for move in found} == {own[0].written()}
    return own[0]


@given(moves)
def test_a_move_read_back_is_the_move_written(move: Move) -> None:
    assert read(move.written()) == move
    assert read(move.written()).written() == move.written()


@given(faces())
def test_a_face_read_back_is_the_face_written(face: Face) -> None:
    assert read_face(print_face(face)) == face
    assert face.turned().turned() == face


@given(cells, joints, seats)
def test_cells_joints_and_seats_read_back(cell: tuple[int, int], joint: Joint, seat: int) -> None:
    assert read_cell(print_cell(cell)) == cell
    assert read_joint(print_joint(joint)) == joint
    assert read_seat(print_seat(seat)) == seat


@pytest.mark.parametrize(
    "text",
    [
        "place nes at 3,0",
        "place nes at 3,0 turned",
        "place new+troll@e at 2,1 and bribe 2,1 3,1",
        "play broken-pick on p3",
        "play fix-pick-lantern on p10 lantern",
        "play rockfall at -1,-2",
        "play key at 1,0 and bribe 2,0",
        "bribe 1,1",
        "clear lantern with ew map",
        "play trap at 2,0/e",
        "play scout-mine-dwarf dwarf p2",
        "play scout-mine-treasure treasure 3",
        "discard ew",
        "discard ew map",
        "walk 2,2 3,2 take 4",
        "stay",
        "stay take 1",
        "stay leave",
        "pick 3",
        "orient 5,0 as-is",
        "agree end",
    ],
)
def test_documented_notation_is_kept_to_the_letter(text: str) -> None:
    assert read(text).written() == text


def test_two_cards_are_accepted_in_either_order() -> None:
    assert read("discard map ew") == read("discard ew map")
    assert read("clear cart with map ew") == read("clear cart with ew map")


def test_turned_is_dropped_where_it_changes_nothing() -> None:
    assert read("place ew at 1,0 turned").written() == "place ew at 1,0"


def test_a_repair_card_with_one_tool_need_not_name_it() -> None:
    assert read("play fix-cart on p1").written() == "play fix-cart on p1 cart"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "place",
        "place ew",
        "place ew at",
        "place ew at 1",
        "place ew at 1,0 upside-down",
        "place ew at 1,0 ",
        "place  ew at 1,0",
        "place ew at 01,0",
        "place ew at -0,0",
        "place ew at 99999,0",
        "place rockfall at 1,0",
        "place EW at 1,0",
        "play ew at 1,0",
        "play rockfall on p2",
        "play broken-pick at 1,0",
        "play fix-pick-cart on p1",
        "play fix-pick on p1 hammer",
        "play broken-pick on p0",
        "play trap at 1,0",
        "play map at 1,0/e",
        "discard",
        "pick",
        "pick -1",
        "pick two",
        "stay put",
        "walk",
        "orient 1,0",
        "agree",
        "jump 1,0",
        "place ew at 1,0\n",
        "clear lantern with ew",
    ],
)
def test_text_that_is_not_a_move_is_a_notation_error(text: str) -> None:
    for rules in GAMES.values():
        with pytest.raises(NotationError):
            read_move(rules, text)


@pytest.mark.parametrize(
    ("game", "text", "kind"),
    [
        ("classic", "play trap at 2,0/e", UnsupportedCard),
        ("duel", "play scout-mine-dwarf dwarf p2", UnsupportedCard),
        ("lost_mines", "play broken-pick on p3", UnsupportedCard),
        ("lost_mines", "play fix-cart on p1", UnsupportedCard),
        ("classic", "walk 2,2 3,2", UnsupportedMove),
        ("classic", "bribe 1,1", UnsupportedMove),
        ("duel", "pick 3", UnsupportedMove),
        ("solo", "agree end", UnsupportedMove),
        ("classic", "play axe at 1,0", PlayAt),
    ],
)
def test_a_move_of_another_game_is_recognised_as_such(game: str, text: str, kind: type) -> None:
    assert type(read_move(GAMES[game], text)) is kind


@pytest.mark.parametrize("cards", [classic_cards, duel_cards, lost_mines_cards])
def test_the_language_knows_every_action_card(cards: ModuleType) -> None:
    for card in cards.ACTIONS:
        with pytest.raises(NotationError, match="is not a path card"):
            read_move(GAMES["classic"], f"place {card} at 1,0")


def test_a_language_of_one_game_reads_only_its_moves() -> None:
    alone = Language([GAMES["classic"].grammar])
    assert alone.verbs == {"place", "play", "discard", "pick"} < LANGUAGE.verbs
    for text in ("walk 1,0", "play trap at 1,0/e", "play scout-mine-dwarf dwarf p2"):
        with pytest.raises(NotationError):
            alone.read(GAMES["classic"], text)


def test_two_games_cannot_read_the_same_verb_differently() -> None:
    picking: Grammar[Move] = Grammar(moves=(), verbs={"pick": Bribe.read}, plays={}, cards={})
    with pytest.raises(ValueError, match="pick"):
        Language([GAMES["classic"].grammar, picking])


@given(st.text(max_size=40))
def test_any_text_is_a_move_or_a_notation_error(text: str) -> None:
    try:
        read_move(GAMES["classic"], text)
    except NotationError:
        pass


@pytest.mark.parametrize("text", ["", "en", "nn", "ew.ns", "n+gold@s", "n+door@n", "x", "n..s"])
def test_a_face_in_another_order_is_an_error(text: str) -> None:
    with pytest.raises(NotationError):
        read_face(text)


@pytest.mark.parametrize("kind", [Refusal, ClassicRefusal, DuelRefusal, LostMinesRefusal])
def test_a_refusal_has_a_code_that_its_game_declares(kind: type[Refusal]) -> None:
    assert all(kind(code).code == code for code in kind.codes)
    assert set(SHARED_REFUSALS) <= set(kind.codes)
    with pytest.raises(ValueError, match="not a refusal"):
        kind("because")


def test_a_game_cannot_use_another_games_refusals() -> None:
    with pytest.raises(ValueError, match="not a refusal"):
        ClassicRefusal("dwarf-there")
    with pytest.raises(ValueError, match="not a refusal"):
        LostMinesRefusal("tool-broken")
