"""What a player has played and how well, for their page: as many queries for a thousand tables as
for one, since all of it was counted when each table was over (results.py)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, Sum
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.kinds import KINDS
from games.kinds.common.words.phrases import Words
from games.kinds.kind import GameKind
from games.players.results import WON
from games.tables.access import Reader
from games.tables.models import Career, Meeting, Rating, Seat, Table, Tally
from games.tables.presenters import lists
from games.tables.presenters.lists import Row

LAST_GAMES: Final = 6
"""How many of the latest games are listed, of those that the reader may look at."""
SEATS_SEARCHED: Final = 40
"""How many of the latest are searched for them."""


@dataclass(frozen=True, slots=True)
class GameResults:
    """A game, played among people or with bots."""

    kind: GameKind[Any, Any]
    career: Career
    roles: Sequence[ShareBar]
    sizes: Sequence[ShareBar]

    @property
    def by_round(self) -> bool:
        """Is a role won and lost with each round?"""
        return self.kind.results.of_round is not None

    @property
    def form(self) -> list[Bar]:
        return bar_chart(self.career.form, WON)

    @property
    def form_won(self) -> int:
        return self.career.form.count(WON)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How often the reader met this player, and who came out ahead."""

    played: int
    mine: int
    theirs: int

    @property
    def level(self) -> int:
        return self.played - self.mine - self.theirs


def profile_results(player: User, reader: Reader, at: datetime) -> dict[str, Any]:
    """Six queries; one more where the reader is somebody else who has an account."""
    games = _games(player)
    return {
        "with_people": [game for game in games if not game.career.with_bots],
        "with_bots": [game for game in games if game.career.with_bots],
        "ratings": shown_ratings(player),
        "between": head_to_head(player, reader),
        "last": last_games(player, reader, at),
    }


def _games(player: User) -> list[GameResults]:
    careers = {(row.kind, row.with_bots): row for row in Career.objects.filter(user=player)}
    tallies = defaultdict(list)
    for row in Tally.objects.filter(user=player):
        tallies[row.kind, row.with_bots].append(row)
    return [
        _game_results(kind, careers[key], tallies[key])
        for name, kind in KINDS.items()
        for key in ((name, False), (name, True))
        if key in careers
    ]


def _game_results(
    kind: GameKind[Any, Any], career: Career, tallies: Sequence[Tally]
) -> GameResults:
    by_role = {row.what: row for row in tallies if row.by == Tally.By.ROLE}
    roles = [
        ShareBar(capfirst(str(name)), by_role[role].won, by_role[role].played)
        for role, name in kind.words.ROLES.items()
        if role in by_role
    ]
    by_size = sorted((int(row.what), row) for row in tallies if row.by == Tally.By.SIZE)
    sizes = [ShareBar(row.what, row.won, row.played) for _, row in by_size]
    return GameResults(kind, career, roles, sizes)


class GamesPlayed(NamedTuple):
    """How often they have played a game to its end, with people and with bots."""

    name: Words
    finished: int
    won: int


def games_played(player: User) -> list[GamesPlayed]:
    """One query, however much they have played: it was counted when each table was over."""
    careers = Career.objects.filter(user=player).values_list("kind")
    sums = {kind: rest for kind, *rest in careers.annotate(Sum("played"), Sum("won"))}
    return [GamesPlayed(kind.title, *sums[name]) for name, kind in KINDS.items() if name in sums]


def shown_ratings(player: User) -> list[dict[str, Any]]:
    """Of every game that they were rated in; a guest is rated in none."""
    rows = {row.kind: row for row in Rating.objects.filter(user=player)}
    rated = [(kind, rows[name]) for name, kind in KINDS.items() if name in rows]
    return [
        {"kind": kind, "rating": row, "sure": how_sure(row.sigma), "line": line_chart(row.course)}
        for kind, row in rated
    ]


def head_to_head(player: User, reader: Reader) -> HeadToHead | None:
    """Nothing for oneself, for a visitor, and where the two have never met."""
    if not isinstance(reader, User) or reader.pk == player.pk:
        return None
    one, other = sorted((reader.pk, player.pk))
    sums = Meeting.objects.filter(one=one, other=other).aggregate(
        played=Sum("played", default=0), ahead=Sum("ahead", default=0),
        behind=Sum("behind", default=0),
    )  # fmt: skip
    if not sums["played"]:
        return None
    ahead, behind = sums["ahead"], sums["behind"]
    mine, theirs = (ahead, behind) if one == reader.pk else (behind, ahead)
    return HeadToHead(sums["played"], mine, theirs)


def last_games(player: User, reader: Reader, at: datetime) -> list[Row]:
    """Public ones, and those at which the reader sat as well: nobody learns of another's table.

    Found by the index of seats; never more than the latest few are read.
    """
    ended = Seat.objects.filter(user=player, ended_at__isnull=False)
    newest = ended.order_by("-ended_at", "-table_id").values("table")[:SEATS_SEARCHED]
    tables = Table.objects.filter(pk__in=list(newest.values_list("table", flat=True)))
    seen = tables.filter(_may_see(reader), status=Table.Status.FINISHED)
    chosen = seen.select_related("owner").order_by("-ended_at", "-pk")[:LAST_GAMES]
    return lists.rows(chosen, reader, at)


def _may_see(reader: Reader) -> Q:
    own = Seat.objects.filter(user=reader.pk or 0, table=OuterRef("pk"))
    return Q(public=True) | Q(Exists(own))


# Small charts as numbers: a template draws them as SVG, and CSS gives them colours.
#
# All numbers are whole, so that no language writes a comma into a drawing.

WIDE: Final = 240
HIGH: Final = 48
EDGE: Final = 4
STEP: Final = 8
"""From one bar to the next."""
LEAST_SPAN: Final = 40
"""A line that hardly changes is drawn as one that hardly changes."""


class ShareBar(NamedTuple):
    """So many of so many, as a bar of 100."""

    label: str
    won: int
    played: int

    @property
    def percent(self) -> int:
        return self.won * 100 // self.played if self.played else 0


class LineChart(NamedTuple):
    """How a number went, from the oldest to the newest."""

    points: str
    x: int
    y: int
    """Where it is now."""
    first: int
    last: int
    number: int
    """How many there are."""


class Bar(NamedTuple):
    """One of a row of bars: up for what was won, a stump for what was not."""

    x: int
    y: int
    height: int
    won: bool


def line_chart(numbers: Sequence[int]) -> LineChart | None:
    """Nothing for fewer than two: there is no way between them."""
    if len(numbers) < 2:
        return None
    low, high = min(numbers), max(numbers)
    span = max(high - low, LEAST_SPAN)
    step = (WIDE - 2 * EDGE) / (len(numbers) - 1)
    places = [
        (round(EDGE + n * step), round(HIGH - EDGE - (number - low) * (HIGH - 2 * EDGE) / span))
        for n, number in enumerate(numbers)
    ]
    points = " ".join(f"{x},{y}" for x, y in places)
    return LineChart(points, *places[-1], numbers[0], numbers[-1], len(numbers))


def bar_chart(results: str, won: str) -> list[Bar]:
    """One for each sign, from the left."""
    return [
        Bar(n * STEP, 0, 20, True) if sign == won else Bar(n * STEP, 14, 6, False)
        for n, sign in enumerate(results)
    ]


# --- How certain a rating is, in words ---

VAGUE: Final = 6.0
FAIR: Final = 3.5


def how_sure(sigma: float) -> Words:
    """About ten tables lead from the first to the second, about forty to the third."""
    if sigma > VAGUE:
        return _("still finding out")
    return _("a fair guess") if sigma > FAIR else _("well known")
