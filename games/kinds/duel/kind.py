"""The Duel, put together: its options in words, its results and odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.notation import Seat, print_seat
from games.engine.progress import LoggedEvents, Progress, RatedResult, Results, SeatResult, Side
from games.kinds.common.options import (
    GameOdds,
    GameOptions,
    Odds,
    OptionWords,
    ValueWords,
    odds_sentence,
    percent,
    read_odds,
)
from games.kinds.duel.art import ART
from games.kinds.duel.bots import BOTS
from games.kinds.duel.learn.lesson import LESSON
from games.kinds.duel.learn.puzzles import PUZZLES
from games.kinds.duel.learn.rulebook import RULEBOOK
from games.kinds.duel.look import DuelLook
from games.kinds.duel.rules import DUEL_RULES
from games.kinds.duel.rules.cards import BLUE, GREEN
from games.kinds.duel.rules.rounds import outcome
from games.kinds.duel.rules.state import State
from games.kinds.duel.words import DuelWords, highlights
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
GAME_OPTIONS: Final = GameOptions(DUEL_RULES.options, OPTION_WORDS)


# --- Results --------------------------------------------------------------------------------------


def sides(state: State) -> list[Side]:
    """Everybody for themselves."""
    return [Side(print_seat(seat), (seat,)) for seat in range(state.seats)]


def seat_results(progress: Progress[State]) -> list[SeatResult]:
    """Only the whole game is won. Green begins it. (D5, D28)"""
    end = progress.ended and outcome(progress.ended)
    if not end:
        return []
    share = 1 / len(end.winners)
    return [
        SeatResult((print_seat(seat), colour), share * (seat in end.winners), gold)
        for seat, (colour, gold) in enumerate(zip(progress.after.colours, end.scores, strict=True))
    ]


def of_game(dealt: LoggedEvents, winners: Sequence[Seat], seats: int) -> list[RatedResult]:
    """Each is a side; who begins the game is green. A shared win is a draw. (D5, D28)"""
    green = next(event.seat for event in dealt if event.kind == "round-began")
    return [
        RatedResult(GREEN if seat == green else BLUE, print_seat(seat), int(not won), won)
        for seat, won in ((seat, seat in winners) for seat in range(seats))
    ]


RESULTS: Final = Results(sides, seat_results, of_game=of_game)


# --- Odds -----------------------------------------------------------------------------------------


def say_odds(players: int, odds: Odds) -> str:
    sentence = gettext("In %(count)s simulated games green, who begins, won %(share)s %%.")
    return odds_sentence(sentence, odds, share=percent(odds.won[GREEN]))


ODDS: Final = GameOdds(read_odds(Path(__file__).parent), say_odds)


# --- The game -------------------------------------------------------------------------------------

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
    results=RESULTS,
    odds=ODDS,
    words=DuelWords(),
    look=DuelLook(),
    highlights=highlights,
    art=ART,
    options=GAME_OPTIONS,
    rulebook=RULEBOOK,
    lesson=LESSON,
    puzzles=PUZZLES,
)
