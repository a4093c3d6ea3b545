"""Players' skill: an estimate and its uncertainty, by OpenSkill. (decision 120)"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from django.db.models import Model
from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

from games.replays.finished_tables import Decision, FinishedTable
from games.tables.models import Rating
from games.tables.models.results import REMEMBERED

MODEL: Final = PlackettLuce()
SCALE: Final = 40
START: Final = 1000
"""The rating that a newcomer is shown."""


class Skill(NamedTuple):
    """An estimate and its uncertainty."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def number(self) -> int:
        """A lower bound of the skill: rises with the estimate, and as the uncertainty falls."""
        return round(START + SCALE * (self.mu - 3 * self.sigma))


Side = Sequence[Skill]


def skills_after(sides: Sequence[Side], places: Sequence[int]) -> list[list[Skill]]:
    """Return all skills after these sides met; a smaller number is a better place."""
    largest = max(len(side) for side in sides)
    teams = [[_player(skill) for skill in _filled(side, largest)] for side in sides]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        [Skill(player.mu, player.sigma) for player in team[: len(side)]]
        for team, side in zip(after, sides, strict=True)
    ]


def after_leaving(leaver: Skill, others: Side) -> Skill:
    """Return the skill of a player who left: they lose to those who stayed, who gain nothing."""
    return skills_after([[leaver], [_average(others)]], [1, 0])[0][0]


def _filled(side: Side, size: int) -> list[Skill]:
    """Fill a side up with players of its average skill, since the rules already make up for the
    size of a side."""
    return [*side, *[_average(side)] * (size - len(side))]


def _average(side: Side) -> Skill:
    return Skill(
        sum(skill.mu for skill in side) / len(side),
        sum(skill.sigma for skill in side) / len(side),
    )


def _player(skill: Skill) -> PlackettLuceRating:
    return MODEL.rating(mu=skill.mu, sigma=skill.sigma)


# --- Who is rated by a finished table, against whom ---

M = TypeVar("M", bound=Model)
Skills = dict[int, Skill]
"""By the player's key."""


def update_ratings(past: FinishedTable) -> None:
    """Rate each round, or the whole game, won or lost by people. Players who left have lost."""
    if not past.is_rated and not past.leavers:
        return
    rows = _rows(past)
    skills = {user.pk: Skill() for user in past.everybody}
    skills |= {user: Skill(row.mu, row.sigma) for user, row in rows.items()}
    after = skills | _by_sides(past, skills)
    after |= _by_leaving(past, after)
    _save(past, rows, {user: skill for user, skill in after.items() if skill != skills[user]})


def _by_sides(past: FinishedTable, skills: Mapping[int, Skill]) -> Skills:
    found = dict(skills)
    for decided in past.decided if past.is_rated else ():
        found |= _after_meeting(past, decided, found)
    return found


def _after_meeting(past: FinishedTable, decided: Decision, skills: Mapping[int, Skill]) -> Skills:
    """Return the skills after sides met; unchanged if there was only one side."""
    sides = _sides(past, decided)
    if len(sides) < 2:
        return {}
    places = [place for place, _ in sides]
    after = skills_after([[skills[user] for user in users] for _, users in sides], places)
    return {
        user: skill
        for (_, users), changed in zip(sides, after, strict=True)
        for user, skill in zip(users, changed, strict=True)
    }


def _sides(past: FinishedTable, decided: Decision) -> list[tuple[int, list[int]]]:
    """Return the place of each side and its players at the time."""
    sides: dict[str, tuple[int, list[int]]] = {}
    for number, part in enumerate(decided.parts):
        user = past.holder(number, decided.at)
        if user is not None:
            sides.setdefault(part.side, (part.place, []))[1].append(user.pk)
    return list(sides.values())


def _by_leaving(past: FinishedTable, skills: Mapping[int, Skill]) -> Skills:
    stayed = [skills[user.pk] for _, user in past.players]
    if not stayed:
        return {}
    return {user.pk: after_leaving(skills[user.pk], stayed) for user in past.leavers}


def _rows(past: FinishedTable) -> dict[int, Rating]:
    users = [user.pk for user in past.everybody]
    found = Rating.objects.filter(user__in=users, kind=past.table.kind)
    return {row.user_id: row for row in found}


def _save(past: FinishedTable, rows: Mapping[int, Rating], skills: Skills) -> None:
    """Save the ratings, except those of deleted players, whom others were still rated against."""
    here = {user.pk for user in past.everybody if user.deleted_at is None}
    changed = [
        _updated_row(rows.get(user) or Rating(user_id=user, kind=past.table.kind), skill)
        for user, skill in skills.items()
        if user in here
    ]
    save_rows(changed, ("mu", "sigma", "number", "tables", "course"))


def save_rows(rows: Sequence[M], columns: Collection[str]) -> None:
    """Create new rows and update the others; the caller has locked the players."""
    if rows:
        manager = type(rows[0])._default_manager
        manager.bulk_create([row for row in rows if row.pk is None])
        manager.bulk_update([row for row in rows if row.pk is not None], columns)


def _updated_row(row: Rating, skill: Skill) -> Rating:
    row.mu, row.sigma, row.number = skill.mu, skill.sigma, skill.number
    row.tables += 1
    row.course = [*row.course, skill.number][-REMEMBERED:]
    return row
