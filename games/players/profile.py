"""What a player has played and how well, for their page: as many queries for a thousand tables as
for one, since all of it was counted when each table was over (`services/counting.py`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, Sum
from django.utils.text import capfirst

from accounts.models import User
from games.kinds import KINDS
from games.kinds.common.words.phrases import Words
from games.kinds.kind import GameKind
from games.tables.access import Reader
from games.tables.models import Career, Meeting, Rating, Seat, Table, Tally
from games.tables.models.results import ENOUGH_TABLES
from games.tables.presenters import charts, lists
from games.tables.presenters.charts import Bar, Line, Share
from games.tables.presenters.lists import Row
from games.tables.services.careers import WON
from games.tables.words.ratings import how_sure

LAST: Final = 6
"""So many of the latest games are listed, of those that the reader may look at."""
LOOKED_AT: Final = 40
"""So many of the latest are looked at to find them."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game, played among people or with bots."""

    kind: GameKind[Any, Any]
    career: Career
    roles: Sequence[Share]
    sizes: Sequence[Share]

    @property
    def share(self) -> Share:
        return Share(str(self.kind.title), self.career.won, self.career.played)

    @property
    def by_round(self) -> bool:
        """Is a role won and lost with each round?"""
        return self.kind.results.of_round is not None

    @property
    def form(self) -> list[Bar]:
        return charts.bars(self.career.form, WON)

    @property
    def form_won(self) -> int:
        return self.career.form.count(WON)


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating as it is shown."""

    kind: GameKind[Any, Any]
    rating: Rating

    @property
    def sure(self) -> Words:
        return how_sure(self.rating.sigma)

    @property
    def line(self) -> Line | None:
        return charts.line(self.rating.course)

    @property
    def is_listed(self) -> bool:
        return self.rating.tables >= ENOUGH_TABLES


@dataclass(frozen=True, slots=True)
class Between:
    """How often the reader met this player, and who came out ahead."""

    played: int
    mine: int
    theirs: int

    @property
    def level(self) -> int:
        return self.played - self.mine - self.theirs


@dataclass(frozen=True, slots=True)
class Results:
    """All of it, as one reader sees it."""

    with_people: list[Game]
    with_bots: list[Game]
    ratings: list[Rated]
    between: Between | None
    last: list[Row]


def results(player: User, reader: Reader, at: datetime) -> Results:
    """Six queries; one more where the reader is somebody else who has an account."""
    games = _games(player)
    return Results(
        [game for game in games if not game.career.with_bots],
        [game for game in games if game.career.with_bots],
        ratings(player),
        between(player, reader),
        last_games(player, reader, at),
    )


def _games(player: User) -> list[Game]:
    tallies = list(Tally.objects.filter(user=player))
    rows = {(row.kind, row.with_bots): row for row in Career.objects.filter(user=player)}
    found = [
        (kind, rows[name, with_bots])
        for name, kind in KINDS.items()
        for with_bots in (False, True)
        if (name, with_bots) in rows
    ]
    return [_game(kind, career, tallies) for kind, career in found]


def _game(kind: GameKind[Any, Any], career: Career, tallies: Iterable[Tally]) -> Game:
    own = [t for t in tallies if (t.kind, t.with_bots) == (career.kind, career.with_bots)]
    counted = {(row.by, row.what): row for row in own}
    roles = [
        Share(capfirst(str(name)), row.won, row.played)
        for role, name in kind.words.ROLES.items()
        if (row := counted.get((Tally.By.ROLE, role)))
    ]
    sizes = sorted((row for row in own if row.by == Tally.By.SIZE), key=lambda row: int(row.what))
    return Game(kind, career, roles, [Share(row.what, row.won, row.played) for row in sizes])


def ratings(player: User) -> list[Rated]:
    """Of every game that they were rated in; a guest is rated in none."""
    rows = {row.kind: row for row in Rating.objects.filter(user=player)}
    return [Rated(kind, rows[name]) for name, kind in KINDS.items() if name in rows]


def between(player: User, reader: Reader) -> Between | None:
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
    return Between(sums["played"], mine, theirs)


# --- the latest games -----------------------------------------------------------------------------


def last_games(player: User, reader: Reader, at: datetime) -> list[Row]:
    """Public ones, and those at which the reader sat as well: nobody learns of another's table.

    Found by the index of seats; never more than the latest few are read.
    """
    ended = Seat.objects.filter(user=player, ended_at__isnull=False)
    newest = ended.order_by("-ended_at", "-table_id").values("table")[:LOOKED_AT]
    tables = Table.objects.filter(pk__in=list(newest.values_list("table", flat=True)))
    seen = tables.filter(_may_see(reader), status=Table.Status.FINISHED)
    chosen = seen.select_related("owner").order_by("-ended_at", "-pk")[:LAST]
    return lists.rows(chosen, reader, at)


def _may_see(reader: Reader) -> Q:
    own = Seat.objects.filter(user=reader.pk or 0, table=OuterRef("pk"))
    return Q(public=True) | Q(Exists(own))
