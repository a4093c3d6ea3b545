"""The classic game, put together: its options in words, its results and odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine import Cell
from games.engine.progress import LoggedEvents, Progress, RatedResult, Results, SeatResult, Side
from games.kinds.classic.art import ART
from games.kinds.classic.bots import BOTS
from games.kinds.classic.bots.advice import advise
from games.kinds.classic.lesson import LESSON
from games.kinds.classic.look import ClassicLook
from games.kinds.classic.puzzles import PUZZLES
from games.kinds.classic.rulebook import RULEBOOK
from games.kinds.classic.rules import CLASSIC_RULES, OLDER_RULES
from games.kinds.classic.rules.cards import DIGGER, SABOTEUR, TREASURE
from games.kinds.classic.rules.state import State
from games.kinds.classic.words import ClassicWords
from games.kinds.common import options
from games.kinds.common.highlights import (
    GameMove,
    Highlight,
    MoveEvent,
    events_of,
    highlight,
    moves_of_round,
)
from games.kinds.common.words.phrases import Names, cell_of, fill
from games.kinds.kind import GameKind

OPTION_WORDS: Final[Mapping[str, options.OptionWords]] = {
    "saboteurs": options.OptionWords(
        _("Saboteurs"),
        {
            "dealt": options.ValueWords(
                _("By lot"),
                _("One role card stays aside unseen: perhaps there is one saboteur fewer."),
            ),
            "all": options.ValueWords(
                _("All of them"),
                _("No role card is left over: every saboteur is at the table."),
            ),
        },
    ),
    "maps": options.OptionWords(
        _("Maps"),
        {
            6: options.ValueWords(
                _("Six"), _("Six cards let their player look at a goal in secret.")
            ),
            5: options.ValueWords(_("Five"), _("One map fewer: knowing a goal is worth more.")),
        },
    ),
    "connection": options.OptionWords(
        _("Where tunnels may go"),
        {
            "start": options.ValueWords(
                _("On from the start"),
                _("A new card must join a tunnel that leads to the start without a gap."),
            ),
            "touch": options.ValueWords(
                _("Anywhere they fit"),
                _("A new card only has to fit its neighbours, even beyond a gap."),
            ),
        },
    ),
    "own_tools": options.OptionWords(
        _("Your own tools"),
        {
            "safe": options.ValueWords(
                _("Safe from you"), _("You can break only the tools of others.")
            ),
            "breakable": options.ValueWords(
                _("Breakable"), _("You may break your own tools too, to look innocent.")
            ),
        },
    ),
    "exhaustion": options.OptionWords(
        _("When cards run out"),
        {
            "hands": options.ValueWords(
                _("To the last card"),
                _("The round goes on until the stock and every hand are empty."),
            ),
            "passes": options.ValueWords(
                _("Until all pass"),
                _("With the stock empty, the round is over once everybody has passed in turn."),
            ),
        },
    ),
    "gold": options.OptionWords(
        _("Gold for the diggers"),
        {
            "per_player": options.ValueWords(
                _("By players"),
                _("They share as many nugget cards as there are players, nine with ten players."),
            ),
            "per_digger": options.ValueWords(
                _("By diggers"), _("They share as many nugget cards as there are diggers.")
            ),
        },
    ),
    "picking": options.OptionWords(
        _("Handing out gold"),
        {
            "automatic": options.ValueWords(
                _("Automatic"), _("Every digger is given the best nugget card left, at once.")
            ),
            "by_hand": options.ValueWords(
                _("By hand"),
                _("Every digger in turn picks a nugget card in secret. It takes longer."),
            ),
        },
    ),
    "totals": options.OptionWords(
        _("Who has how much"),
        {
            "secret": options.ValueWords(
                _("Secret"), _("You see only your own gold until the game ends.")
            ),
            "open": options.ValueWords(
                _("Open"), _("Everybody sees everybody's gold after each round.")
            ),
        },
    ),
}
PRESETS: Final[Mapping[str, options.Preset]] = {
    "2004": options.Preset(
        options.ValueWords(
            _("2004 rules"),
            _("The diggers share as many nugget cards as there are players."),
        ),
        {},
    ),
    "newer": options.Preset(
        options.ValueWords(
            _("Newer edition"),
            _("The diggers share only as many nugget cards as there are diggers."),
        ),
        {"gold": "per_digger"},
    ),
}
"""The editions of the game, which was printed with different rules; the usual one first."""

SABOTEURS_WON: Final = "saboteurs won the round"


def sides(state: State) -> list[Side]:
    """Return the diggers, and the saboteurs, if any were dealt."""
    found = [
        Side(role, tuple(seat for seat, dealt in enumerate(state.roles) if dealt == role))
        for role in (DIGGER, SABOTEUR)
    ]
    return [side for side in found if side.seats]


def seat_results(progress: Progress[State]) -> list[SeatResult]:
    """Return the results: diggers win if the treasure lies open, else saboteurs. (C22)"""
    ended = progress.ended
    if ended is None:
        return []
    found = any(name == TREASURE and cell in ended.mine.tiles for cell, name in ended.goals)
    return [SeatResult((role,), float(found == (role == DIGGER))) for role in ended.roles]


def saboteurs_won(progress: Progress[State]) -> dict[str, float]:
    """Return whether saboteurs won, over all rounds; their role's win rate is of their own. (C2)"""
    won = [standing.won for standing in seat_results(progress) if standing.groups == (SABOTEUR,)]
    return {SABOTEURS_WON: float(1.0 in won)} if progress.ended else {}


def of_round(told: LoggedEvents) -> list[RatedResult]:
    """Rate diggers and saboteurs as two sides. Without saboteurs, nobody may win. (C22)"""
    won = next(event.what for event in told if event.kind == "round-ended")
    shown = [event for event in told if event.kind == "role-shown" and event.seat is not None]
    roles = [event.what or "" for event in sorted(shown, key=lambda event: event.seat or 0)]
    return [RatedResult(role, role, int(won != f"{role}s"), won == f"{role}s") for role in roles]


NEAR = 4
"""The distance in cells within which a dead end can decide a round; farther away it is chance."""


def _rounds_won_by(
    steps: Sequence[GameMove], side: str
) -> Iterator[tuple[MoveEvent, list[GameMove]]]:
    """Yield the end of each round that this side won, and the moves of the round."""
    for end in events_of(steps, "round-ended"):
        if end[1].what == side:
            yield end, moves_of_round(steps, end[1].amount or 0)


def _dead_end(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield the last dead end that a saboteur laid near the treasure, if nobody came nearer
    later."""
    for _end, played in _rounds_won_by(steps, "saboteurs"):
        blind = [step for step in played if _is_dead_end(step)]
        if not blind or blind[-1].before.roles[blind[-1].seat] != SABOTEUR:
            continue
        last = blind[-1]
        laid = next(event for event in last.events if event.kind == "laid")
        far = _apart(cell_of(laid), _treasure(last.before))
        later = [_far(step.after) for step in played if step.number >= last.number]
        if far > NEAR or min(later) < _far(last.before):
            continue
        sentence = ngettext(
            "The dead end that decided it: %(who)s laid it %(far)s cell from the treasure.",
            "The dead end that decided it: %(who)s laid it %(far)s cells from the treasure.",
            far,
        )
        yield highlight((last, laid), sentence, names, far=far)


def _is_dead_end(step: GameMove) -> bool:
    cells = [event.cell for event in step.events if event.kind == "laid"]
    faces = [step.after.mine.tiles[cell].face for cell in cells if cell in step.after.mine.tiles]
    return any(all(group.bit_count() == 1 for group in face.groups) for face in faces)


def _far(state: State) -> int:
    """Return the steps from the tunnels to the treasure if nothing were in the way."""
    joined = (*state.mine.starts, *state.mine.reach)
    return min(_apart(cell, _treasure(state)) for cell in joined)


def _treasure(state: State) -> Cell:
    return next(cell for cell, name in state.goals if name == TREASURE)


def _apart(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _repair(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield the last repair that freed the player who then found the treasure."""
    sentence = _("The repair that won it: %(who)s helped %(finder)s, who then found the treasure.")
    for (_step, end), played in _rounds_won_by(steps, "diggers"):
        repairs = [
            (step, event)
            for step, event in events_of(played, "repaired")
            if event.to == end.seat and event.seat != end.seat and not step.after.broken[end.seat]
        ]
        for repair in repairs[-1:]:
            yield highlight(repair, sentence, names, finder=names.of(end.seat))


def _unsuspected(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield saboteurs who won and whose tools nobody ever broke."""
    sentence = _(
        "Never suspected: %(who)s was a saboteur in round %(round)s, and nobody broke their tools."
    )
    for (step, end), played in _rounds_won_by(steps, "saboteurs"):
        suspected = {event.to for _step, event in events_of(played, "broke")}
        for seat, role in enumerate(step.after.roles):
            if role == SABOTEUR and seat not in suspected:
                words = fill(sentence, who=names.of(seat), round=end.amount)
                yield Highlight(step.number, words)


def _alone(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield a saboteur who reached the treasure."""
    sentence = _(
        "Of all people: %(who)s was a saboteur and reached the treasure in round %(round)s."
    )
    for end, _played in _rounds_won_by(steps, "diggers"):
        finder = end[1].seat
        if finder is not None and end[0].before.roles[finder] == SABOTEUR:
            yield highlight(end, sentence, names)


CLASSIC: Final = GameKind(
    slug="classic",
    title=_("Classic"),
    players=_("3 to 10 players"),
    length=_("Three rounds, up to 67 turns each"),
    pitch=_(
        "Dig together to the treasure, while a few of you secretly hope that nobody gets there."
    ),
    rules=CLASSIC_RULES,
    older_rules=OLDER_RULES,
    bots=BOTS,
    advise=advise,
    results=Results(sides, seat_results, saboteurs_won, of_round=of_round),
    odds=options.GameOdds(
        options.read_odds(Path(__file__).parent),
        _("In %(count)s simulated rounds with %(players)s players the saboteurs won %(share)s %%."),
        SABOTEURS_WON,
    ),
    words=ClassicWords(),
    look=ClassicLook(),
    finders=(_dead_end, _repair, _unsuspected, _alone),
    art=ART,
    options=options.GameOptions(CLASSIC_RULES.options, OPTION_WORDS, PRESETS),
    rulebook=RULEBOOK,
    lesson=LESSON,
    puzzles=PUZZLES,
)
