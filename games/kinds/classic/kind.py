"""The classic game, put together: its options in words, its results and odds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.progress import LoggedEvents, Progress, RatedResult, Results, SeatResult, Side
from games.kinds.classic.art import ART
from games.kinds.classic.bots import BOTS
from games.kinds.classic.highlights import highlights
from games.kinds.classic.learn.lesson import LESSON
from games.kinds.classic.learn.puzzles import PUZZLES
from games.kinds.classic.learn.rulebook import RULEBOOK
from games.kinds.classic.look import ClassicLook
from games.kinds.classic.rules import CLASSIC_RULES, OLDER_RULES
from games.kinds.classic.rules.cards import DIGGER, SABOTEUR, TREASURE
from games.kinds.classic.rules.state import State
from games.kinds.classic.words import ClassicWords
from games.kinds.common.options import (
    GameOdds,
    GameOptions,
    Odds,
    OptionWords,
    Preset,
    ValueWords,
    odds_sentence,
    percent,
    read_odds,
)
from games.kinds.kind import GameKind

OPTION_WORDS: Final[Mapping[str, OptionWords]] = {
    "saboteurs": OptionWords(
        _("Saboteurs"),
        {
            "dealt": ValueWords(
                _("By lot"),
                _("One role card stays aside unseen: perhaps there is one saboteur fewer."),
            ),
            "all": ValueWords(
                _("All of them"),
                _("No role card is left over: every saboteur is at the table."),
            ),
        },
    ),
    "maps": OptionWords(
        _("Maps"),
        {
            6: ValueWords(_("Six"), _("Six cards let their player look at a goal in secret.")),
            5: ValueWords(_("Five"), _("One map fewer: knowing a goal is worth more.")),
        },
    ),
    "connection": OptionWords(
        _("Where tunnels may go"),
        {
            "start": ValueWords(
                _("On from the start"),
                _("A new card must join a tunnel that leads to the start without a gap."),
            ),
            "touch": ValueWords(
                _("Anywhere they fit"),
                _("A new card only has to fit its neighbours, even beyond a gap."),
            ),
        },
    ),
    "own_tools": OptionWords(
        _("Your own tools"),
        {
            "safe": ValueWords(_("Safe from you"), _("You can break only the tools of others.")),
            "breakable": ValueWords(
                _("Breakable"), _("You may break your own tools too, to look innocent.")
            ),
        },
    ),
    "exhaustion": OptionWords(
        _("When cards run out"),
        {
            "hands": ValueWords(
                _("To the last card"),
                _("The round goes on until the stock and every hand are empty."),
            ),
            "passes": ValueWords(
                _("Until all pass"),
                _("With the stock empty, the round is over once everybody has passed in turn."),
            ),
        },
    ),
    "gold": OptionWords(
        _("Gold for the diggers"),
        {
            "per_player": ValueWords(
                _("By players"),
                _("They share as many nugget cards as there are players, nine with ten players."),
            ),
            "per_digger": ValueWords(
                _("By diggers"), _("They share as many nugget cards as there are diggers.")
            ),
        },
    ),
    "picking": OptionWords(
        _("Handing out gold"),
        {
            "automatic": ValueWords(
                _("By itself"), _("Every digger is given the best nugget card left, at once.")
            ),
            "by_hand": ValueWords(
                _("By hand"),
                _("Every digger in turn picks a nugget card in secret. It takes longer."),
            ),
        },
    ),
    "totals": OptionWords(
        _("Who has how much"),
        {
            "secret": ValueWords(_("Secret"), _("You see only your own gold until the game ends.")),
            "open": ValueWords(_("Open"), _("Everybody sees everybody's gold after each round.")),
        },
    ),
}
PRESETS: Final[Mapping[str, Preset]] = {
    "2004": Preset(
        ValueWords(
            _("2004 rules"),
            _("The diggers share as many nugget cards as there are players."),
        ),
        {},
    ),
    "newer": Preset(
        ValueWords(
            _("Newer edition"),
            _("The diggers share only as many nugget cards as there are diggers."),
        ),
        {"gold": "per_digger"},
    ),
}
"""The game was printed with different rules; the first are the usual ones."""
GAME_OPTIONS: Final = GameOptions(CLASSIC_RULES.options, OPTION_WORDS, PRESETS)


# --- Results --------------------------------------------------------------------------------------

SABOTEURS_WON: Final = "saboteurs won the round"


def sides(state: State) -> list[Side]:
    """The diggers, and the saboteurs, if any was dealt."""
    found = [
        Side(role, tuple(seat for seat, dealt in enumerate(state.roles) if dealt == role))
        for role in (DIGGER, SABOTEUR)
    ]
    return [side for side in found if side.seats]


def seat_results(progress: Progress[State]) -> list[SeatResult]:
    """The diggers have won if the treasure lies open, else the saboteurs. (C22)"""
    ended = progress.ended
    if ended is None:
        return []
    found = any(name == TREASURE and cell in ended.mine.tiles for cell, name in ended.goals)
    return [SeatResult((role,), float(found == (role == DIGGER))) for role in ended.roles]


def saboteurs_won(progress: Progress[State]) -> dict[str, float]:
    """Of all rounds; a win rate of theirs is of those in which any was dealt. (C2)"""
    won = [standing.won for standing in seat_results(progress) if standing.groups == (SABOTEUR,)]
    return {SABOTEURS_WON: float(1.0 in won)} if progress.ended else {}


def of_round(told: LoggedEvents) -> list[RatedResult]:
    """Diggers and saboteurs are two sides. Where no saboteur was dealt, nobody may win. (C22)"""
    won = next(event.what for event in told if event.kind == "round-ended")
    shown = [event for event in told if event.kind == "role-shown" and event.seat is not None]
    roles = [event.what or "" for event in sorted(shown, key=lambda event: event.seat or 0)]
    return [RatedResult(role, role, int(won != f"{role}s"), won == f"{role}s") for role in roles]


RESULTS: Final = Results(sides, seat_results, saboteurs_won, of_round=of_round)


# --- Odds -----------------------------------------------------------------------------------------


def say_odds(players: int, odds: Odds) -> str:
    sentence = gettext(
        "In %(count)s simulated rounds with %(players)s players the saboteurs won %(share)s %%."
    )
    return odds_sentence(sentence, odds, players=players, share=percent(odds.won[SABOTEURS_WON]))


ODDS: Final = GameOdds(read_odds(Path(__file__).parent), say_odds)


# --- The game -------------------------------------------------------------------------------------

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
    results=RESULTS,
    odds=ODDS,
    words=ClassicWords(),
    look=ClassicLook(),
    highlights=highlights,
    art=ART,
    options=GAME_OPTIONS,
    rulebook=RULEBOOK,
    lesson=LESSON,
    puzzles=PUZZLES,
)
