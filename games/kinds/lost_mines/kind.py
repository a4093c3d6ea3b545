"""The Lost Mines, put together: its options in words, its results and odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine.notation import print_seat
from games.engine.progress import (
    Event,
    LoggedEvents,
    Progress,
    RatedResult,
    Results,
    SeatResult,
    Side,
)
from games.kinds.common.highlights import (
    GameMove,
    Highlight,
    events_of,
    greatest,
    highlight,
    moves_of_round,
)
from games.kinds.common.options import GameOdds, GameOptions, OptionWords, ValueWords, read_odds
from games.kinds.common.words.phrases import Names, points
from games.kinds.kind import GameKind
from games.kinds.lost_mines.art import ART
from games.kinds.lost_mines.bots import BOTS, advise
from games.kinds.lost_mines.card_words import MINES as MINE_WORDS
from games.kinds.lost_mines.lesson import LESSON
from games.kinds.lost_mines.look import LostMinesLook
from games.kinds.lost_mines.rulebook import RULEBOOK
from games.kinds.lost_mines.rules import LOST_MINES_RULES
from games.kinds.lost_mines.rules.cards import MINES, SABOTEUR
from games.kinds.lost_mines.rules.rounds import OWN
from games.kinds.lost_mines.rules.state import State
from games.kinds.lost_mines.words import LostMinesWords

OPTION_WORDS: Final[Mapping[str, OptionWords]] = {
    "rounds": OptionWords(
        _("Rounds"),
        {
            2: ValueWords(_("Two"), _("Two rounds, as printed.")),
            3: ValueWords(_("Three"), _("Three rounds: a longer game.")),
            4: ValueWords(_("Four"), _("Four rounds: a long game.")),
            5: ValueWords(_("Five"), _("Five rounds: a very long game.")),
        },
    ),
}


def sides(state: State) -> list[Side]:
    """Return a side for each player, even within a clan: nobody knows whom to trust."""
    return [Side(character, (seat,)) for seat, character in enumerate(state.characters)]


def seat_results(progress: Progress[State]) -> list[SeatResult]:
    """Return the points of this round. (L25, L26)"""
    ended = progress.ended
    if ended is None:
        return []
    gained = [now - then for now, then in zip(ended.gold, progress.before.gold, strict=True)]
    groups = zip(ended.characters, ended.clans, strict=True)
    return [SeatResult(both, points=points) for both, points in zip(groups, gained, strict=True)]


def all_taken(progress: Progress[State]) -> dict[str, float]:
    """Return whether no treasure was left. (L24)"""
    ended = progress.ended
    return {"all treasures taken": float(None not in ended.takers)} if ended else {}


def found(progress: Progress[State]) -> dict[str, float]:
    """Return the share of treasures taken, and the number of mines turned over."""
    ended = progress.ended
    if ended is None:
        return {}
    taken = sum(taker is not None for taker in ended.takers)
    return {
        "treasures taken": taken / len(ended.takers),
        "mines found": float(len(MINES) - len(ended.mine.hidden)),
    }


def of_round(told: LoggedEvents) -> list[RatedResult]:
    """Rate players by the treasures of their side: a clan and its secret helpers, or oneself. What
    it brought each of its dwarfs is compared. (L25, L26)"""
    roles = [event.what.partition("-")[2] for event in _by_seat(told, "role-shown") if event.what]
    works_for = [event.what or "" for event in _by_seat(told, "brought")]
    points = [event.amount or 0 for event in _by_seat(told, "scored")]
    sides = [print_seat(seat) if side == OWN else side for seat, side in enumerate(works_for)]
    each = {
        side: fmean(n for n, own in zip(points, sides, strict=True) if own == side)
        for side in sides
    }
    place = {side: sum(other > own for other in each.values()) for side, own in each.items()}
    return [
        RatedResult(role, side, place[side], won=not place[side] and each[side] > 0)
        for role, side in zip(roles, sides, strict=True)
    ]


def _by_seat(told: LoggedEvents, kind: str) -> list[Event]:
    found = [event for event in told if event.kind == kind]
    return sorted(found, key=lambda event: event.seat or 0)


GREAT_FIND = 4
LONG_WALK = 4


def _unseen(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield saboteurs who brought treasures to the other clan and whom no scout looked at."""
    sentence = _(
        "Never suspected: %(who)s brought %(points)s to the other clan in round %(round)s, "
        "and no scout looked at them."
    )
    for step, event in events_of(steps, "brought"):
        seat = event.seat or 0
        if step.after.characters[seat] != SABOTEUR or not event.amount:
            continue
        scouted = {e.to for _, e in events_of(moves_of_round(steps, step.before.round), "looked")}
        if seat not in scouted:
            yield highlight((step, event), sentence, names, points=points(event.amount))


def _treasure(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    sentence = _("The best find: %(who)s took %(what)s worth %(worth)s in round %(round)s.")
    for step, event in greatest(events_of(steps, "took"), GREAT_FIND):
        what = str(MINE_WORDS[event.what or ""])
        yield highlight((step, event), sentence, names, what=what, worth=event.amount)


def _dragon(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    woken = list(events_of(steps, "woke"))
    if len(woken) == 1:
        sentence = _("Do not wake it: %(who)s walked in on the dragon in round %(round)s.")
        yield highlight(woken[0], sentence, names)


def _walk(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    for step, event in greatest(events_of(steps, "walked"), LONG_WALK):
        number = event.amount or 0
        sentence = ngettext(
            "The longest walk: %(who)s went %(number)s card in one turn.",
            "The longest walk: %(who)s went %(number)s cards in one turn.",
            number,
        )
        yield highlight((step, event), sentence, names, number=number)


LOST_MINES: Final = GameKind(
    slug="lost-mines",
    title=_("The Lost Mines"),
    players=_("3 to 9 players"),
    length=_("Two to five rounds"),
    pitch=_(
        "Two clans walk to four lost mines. One of them sleeps badly, and not every friend is one."
    ),
    rules=LOST_MINES_RULES,
    bots=BOTS,
    advise=advise,
    results=Results(sides, seat_results, all_taken, found, of_round=of_round),
    odds=GameOdds(
        read_odds(Path(__file__).parent),
        _(
            "In %(count)s simulated rounds with %(players)s players a loyal dwarf made %(loyal)s"
            " points on average, a selfish one %(selfish)s, a saboteur %(saboteur)s."
        ),
    ),
    words=LostMinesWords(),
    look=LostMinesLook(),
    finders=(_unseen, _treasure, _dragon, _walk),
    art=ART,
    options=GameOptions(LOST_MINES_RULES.options, OPTION_WORDS),
    rulebook=RULEBOOK,
    lesson=LESSON,
    panels=("games/lost_mines/treasures.html",),
)
