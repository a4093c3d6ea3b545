"""The Duel, put together: its options in words, its results and odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.engine.notation import Seat, print_seat
from games.engine.progress import LoggedEvents, Progress, RatedResult, Results, SeatResult, Side
from games.kinds.common.highlights import GameMove, Highlight, events_of, greatest, highlight
from games.kinds.common.options import GameOdds, GameOptions, OptionWords, ValueWords, read_odds
from games.kinds.common.words.phrases import Names, cell_of, cell_words, fill, nuggets
from games.kinds.duel.art import ART
from games.kinds.duel.bots import BOTS
from games.kinds.duel.bots.advice import advise
from games.kinds.duel.lesson import LESSON
from games.kinds.duel.look import DuelLook
from games.kinds.duel.puzzles import PUZZLES
from games.kinds.duel.rulebook import RULEBOOK
from games.kinds.duel.rules import DUEL_RULES
from games.kinds.duel.rules.cards import BLUE, GREEN
from games.kinds.duel.rules.rounds import outcome
from games.kinds.duel.rules.state import State
from games.kinds.duel.words import DuelWords
from games.kinds.kind import GameKind

CLAIMS: Final = OptionWords(
    _("Claiming gold"),
    {
        "tunnel": ValueWords(
            _("By its tunnel"),
            _("Gold is claimed by whoever reaches the very tunnel it lies in."),
        ),
        "card": ValueWords(
            _("By its card"),
            _("Gold is claimed by whoever reaches any opening of its card."),
        ),
    },
)
OPTION_WORDS: Final[Mapping[str, OptionWords]] = {
    "colours": OptionWords(
        _("Colours"),
        {
            "lot": ValueWords(_("By lot"), _("Who is green and begins is left to chance.")),
            "first_is_green": ValueWords(
                _("Host is green"), _("Whoever opens the table is the green dwarf and begins.")
            ),
            "first_is_blue": ValueWords(
                _("Host is blue"), _("Whoever opens the table is the blue dwarf and plays second.")
            ),
        },
    ),
    "claims": CLAIMS,
    "ladders": OptionWords(
        _("The other's ladder"),
        {
            "free": ValueWords(
                _("Anywhere"),
                _("You may lay either ladder where no tunnel of yours leads."),
            ),
            "connected": ValueWords(
                _("On your tunnels"),
                _("The other colour's ladder must join a tunnel from your start; yours need not."),
            ),
        },
    ),
}


def sides(state: State) -> list[Side]:
    """Return a side for each player."""
    return [Side(print_seat(seat), (seat,)) for seat in range(state.seats)]


def seat_results(progress: Progress[State]) -> list[SeatResult]:
    """Return the results; only the whole game is won, and green begins it. (D5, D28)"""
    end = progress.ended and outcome(progress.ended)
    if not end:
        return []
    share = 1 / len(end.winners)
    return [
        SeatResult((print_seat(seat), colour), share * (seat in end.winners), gold)
        for seat, (colour, gold) in enumerate(zip(progress.after.colours, end.scores, strict=True))
    ]


def of_game(dealt: LoggedEvents, winners: Sequence[Seat], seats: int) -> list[RatedResult]:
    """Rate each player as a side; green begins the game. A shared win is a draw. (D5, D28)"""
    green = next(event.seat for event in dealt if event.kind == "round-began")
    return [
        RatedResult(GREEN if seat == green else BLUE, print_seat(seat), int(not won), won)
        for seat, won in ((seat, seat in winners) for seat in range(seats))
    ]


GREAT_FIND = 2
MANY_TROLLS = 2


def _turning_point(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield the round in which the winner took the lead for good."""
    ends = [step for step in steps if any(e.kind == "round-ended" for e in step.events)]
    ahead = [_ahead(step) for step in ends]
    turned = [
        n
        for n in range(1, len(ahead))
        if None not in ahead[n - 1 : n + 1] and ahead[n] != ahead[n - 1]
    ]
    if not turned or ahead[turned[-1]] != ahead[-1]:
        return
    step = ends[turned[-1]]
    sentence = _("The tables turned in round %(round)s: %(who)s took the lead and kept it.")
    words = fill(sentence, round=step.before.round, who=names.of(ahead[-1]))
    yield Highlight(step.number, words)


def _ahead(step: GameMove) -> int | None:
    totals = [sum(cards) for cards in step.after.gold]
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    return best[0] if len(best) == 1 < len(totals) else None


def _found(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield the largest claim of the game."""
    sentence = _("The biggest find: %(who)s claimed %(gold)s at %(cell)s in round %(round)s.")
    for step, event in greatest(events_of(steps, "claimed"), GREAT_FIND):
        gold, cell = nuggets(event.amount or 0), cell_words(cell_of(event))
        yield highlight((step, event), sentence, names, gold=gold, cell=cell)


def _trolls(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield the player who paid the most trolls, if there is one."""
    paid = list(events_of(steps, "bribed"))
    counted = Counter(event.seat for _, event in paid).most_common()
    if not counted or counted[0][1] < MANY_TROLLS:
        return
    seat, number = counted[0]
    if len(counted) > 1 and counted[1][1] == number:
        return
    last = [step for step, event in paid if event.seat == seat][-1]
    sentence = _("A friend of trolls: %(who)s paid %(number)s of them.")
    yield Highlight(last.number, fill(sentence, who=names.of(seat), number=number))


def _stolen(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield gold that a player claimed by the opponent's card."""
    sentence = _("A gift: a card of %(other)s led %(who)s to %(gold)s.")
    for step, event in events_of(steps, "claimed"):
        if event.seat != step.seat and (event.amount or 0) >= GREAT_FIND:
            other, gold = names.of(step.seat), nuggets(event.amount or 0)
            yield highlight((step, event), sentence, names, other=other, gold=gold)


FINDERS: Final = (_turning_point, _stolen, _found, _trolls)
DUEL: Final = GameKind(
    slug="duel",
    title=_("The Duel"),
    players=_("2 players"),
    length=_("Three rounds"),
    pitch=_(
        "Blue against green: doors, keys, trolls with an open hand, and gold for whoever"
        " claims it first."
    ),
    rules=DUEL_RULES,
    bots=BOTS,
    advise=advise,
    results=Results(sides, seat_results, of_game=of_game),
    odds=GameOdds(
        read_odds(Path(__file__).parent),
        _("In %(count)s simulated games green, who begins, won %(share)s %%."),
        GREEN,
    ),
    words=DuelWords(),
    look=DuelLook(),
    finders=FINDERS,
    art=ART,
    options=GameOptions(DUEL_RULES.options, OPTION_WORDS),
    rulebook=RULEBOOK,
    lesson=LESSON,
    puzzles=PUZZLES,
)
