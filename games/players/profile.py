"""The games and results of a player, for their profile. The number of queries doesn't depend on how
many tables they played: each was counted when it ended (results.py)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.kinds import KINDS
from games.kinds.common.words.phrases import Words
from games.kinds.kind import GameKind
from games.players.results import WON
from games.tables.access import Reader
from games.tables.models import Career, Meeting, Rating, Seat, Table, Tally
from games.tables.models.results import ENOUGH_TABLES
from games.tables.presenters import lists
from games.tables.presenters.lists import Row

LAST_GAMES: Final = 6
"""How many of the latest games are listed, among those the reader may see."""
SEATS_SEARCHED: Final = 40
"""How many of the latest seats are searched for them."""


@dataclass(frozen=True, slots=True)
class GameResults:
    """Results in one game, with people only or with bots."""

    kind: GameKind[Any, Any]
    career: Career
    roles: Sequence[ShareBar]
    sizes: Sequence[ShareBar]

    @property
    def by_round(self) -> bool:
        """Whether each round is won or lost by role."""
        return self.kind.results.of_round is not None

    @property
    def form(self) -> list[dict[str, int]]:
        return bar_chart(self.career.form)

    @property
    def form_won(self) -> int:
        return self.career.form.count(WON)


def profile_results(player: User, reader: Reader, at: datetime) -> dict[str, Any]:
    """Return the results for a profile: six queries, or seven if another user reads it."""
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


def games_played(player: User) -> list[dict[str, Any]]:
    """Return how often they finished each game, with people and with bots: one query."""
    careers = Career.objects.filter(user=player).values_list("kind")
    sums = {kind: rest for kind, *rest in careers.annotate(Sum("played"), Sum("won"))}
    return [
        {"name": kind.title, "finished": sums[name][0], "won": sums[name][1]}
        for name, kind in KINDS.items()
        if name in sums
    ]


def shown_ratings(player: User) -> list[dict[str, Any]]:
    """Return their rating in every game that has one; guests have none."""
    rows = {row.kind: row for row in Rating.objects.filter(user=player)}
    rated = [(kind, rows[name]) for name, kind in KINDS.items() if name in rows]
    return [
        {"kind": kind, "rating": row, "sure": how_sure(row.sigma), "line": line_chart(row.course)}
        for kind, row in rated
    ]


def head_to_head(player: User, reader: Reader) -> dict[str, int] | None:
    """Return how often the reader met this player and who came out ahead; None if never."""
    if not isinstance(reader, User) or reader.pk == player.pk:
        return None
    one, other = sorted((reader.pk, player.pk))
    sums = Meeting.objects.filter(one=one, other=other).aggregate(
        played=Sum("played", default=0), ahead=Sum("ahead", default=0),
        behind=Sum("behind", default=0),
    )  # fmt: skip
    if not sums["played"]:
        return None
    played, ahead, behind = sums["played"], sums["ahead"], sums["behind"]
    mine, theirs = (ahead, behind) if one == reader.pk else (behind, ahead)
    return {"played": played, "mine": mine, "theirs": theirs, "level": played - ahead - behind}


def last_games(player: User, reader: Reader, at: datetime) -> list[Row]:
    """Return public games, and those that the reader played too, so no private table is revealed.

    Uses the index of seats and reads only the latest few.
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


# Small charts as numbers: a template draws them as SVG, and CSS colours them.
#
#  All numbers are integers, so that no language puts a decimal comma into a drawing.

WIDE: Final = 240
HIGH: Final = 48
EDGE: Final = 4
STEP: Final = 8
"""Distance between bars."""
LEAST_SPAN: Final = 40
"""Minimum range of the y axis, so that small changes look small."""


class ShareBar(NamedTuple):
    """A share of a total, as a bar of length 100."""

    label: str
    won: int
    played: int

    @property
    def percent(self) -> int:
        return self.won * 100 // self.played if self.played else 0


def line_chart(numbers: Sequence[int]) -> dict[str, Any] | None:
    """Return the line of a number over time, oldest first; None for fewer than two values."""
    if len(numbers) < 2:
        return None
    low, high = min(numbers), max(numbers)
    span = max(high - low, LEAST_SPAN)
    step = (WIDE - 2 * EDGE) / (len(numbers) - 1)
    places = [
        (round(EDGE + n * step), round(HIGH - EDGE - (number - low) * (HIGH - 2 * EDGE) / span))
        for n, number in enumerate(numbers)
    ]
    x, y = places[-1]  # the latest value
    points = " ".join(f"{x},{y}" for x, y in places)
    ends = {"first": numbers[0], "last": numbers[-1], "number": len(numbers)}
    return {"points": points, "x": x, "y": y, **ends}


def bar_chart(results: str) -> list[dict[str, int]]:
    """Return a bar for each result, oldest first: a full bar for a win, a stub for a loss."""
    won, lost = {"y": 0, "height": 20, "won": True}, {"y": 14, "height": 6, "won": False}
    return [{"x": n * STEP} | (won if sign == WON else lost) for n, sign in enumerate(results)]


# --- How certain a rating is, in words ---

VAGUE: Final = 6.0
FAIR: Final = 3.5


def how_sure(sigma: float) -> Words:
    """Say how certain a rating is: about 10 tables reach the second level, about 40 the third."""
    if sigma > VAGUE:
        return _("still finding out")
    return _("a fair guess") if sigma > FAIR else _("well known")


# --- The leaderboard of a game: everybody with enough rated tables, by rating ---

PAGE_SIZE: Final = 50


def listed_ratings(kind: str, at: datetime) -> QuerySet[Rating]:
    """Return all ratings but those of guests, deleted accounts and suspended players.

    The list is the same for every reader: a gap in the ranks would reveal a block.
    """
    enough = Rating.objects.filter(kind=kind, tables__gte=ENOUGH_TABLES)
    here = enough.filter(user__is_active=True, user__deleted_at=None, user__guest_until=None)
    kept_out = Q(user__suspended_until__gt=at)
    return here.exclude(kept_out).order_by("-number", "pk")


def leaderboard_page_of(kind: str, number: str | None, at: datetime) -> Page[Rating]:
    found = listed_ratings(kind, at).select_related("user")
    return Paginator(found, PAGE_SIZE).get_page(number)


def own_rank(kind: str, reader: Reader, at: datetime) -> dict[str, int] | None:
    """Return the reader's rank and its page, or how many rated tables they still need.

    Two queries; None for visitors and guests.
    """
    if not isinstance(reader, User) or reader.is_guest:
        return None
    mine = Rating.objects.filter(user=reader, kind=kind).first()
    if mine is None or mine.tables < ENOUGH_TABLES:
        return {"missing": ENOUGH_TABLES - (mine.tables if mine else 0)}
    better = Q(number__gt=mine.number) | Q(number=mine.number, pk__lt=mine.pk)
    above = listed_ratings(kind, at).filter(better).count()
    return {"place": above + 1, "page": above // PAGE_SIZE + 1}
