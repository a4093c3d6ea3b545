"""Who is rated by a finished table, against whom. `games/tables/ratings.py` reckons.
(decision 120)"""

from __future__ import annotations

from collections.abc import Mapping

from games.tables import ratings
from games.tables.models import Rating
from games.tables.models.results import REMEMBERED
from games.tables.past import Decided, Past
from games.tables.ratings import Skill

Skills = dict[int, Skill]
"""By the key of the player."""


def rate(past: Past) -> None:
    """Each round, or the game, that people won and lost; and who left has lost."""
    if not past.is_rated and not past.leavers:
        return
    rows = _rows(past)
    skills = {user.pk: Skill() for user in past.everybody}
    skills |= {user: Skill(row.mu, row.sigma) for user, row in rows.items()}
    after = skills | _by_sides(past, skills)
    after |= _by_leaving(past, after)
    _save(past, rows, {user: skill for user, skill in after.items() if skill != skills[user]})


def _by_sides(past: Past, skills: Mapping[int, Skill]) -> Skills:
    found = dict(skills)
    for decided in past.decided if past.is_rated else ():
        found |= _met(past, decided, found)
    return found


def _met(past: Past, decided: Decided, skills: Mapping[int, Skill]) -> Skills:
    """After one meeting of sides; nothing changes where there was only one."""
    sides = _sides(past, decided)
    if len(sides) < 2:
        return {}
    places = [place for place, _ in sides]
    after = ratings.rated([[skills[user] for user in users] for _, users in sides], places)
    return {
        user: skill
        for (_, users), changed in zip(sides, after, strict=True)
        for user, skill in zip(users, changed, strict=True)
    }


def _sides(past: Past, decided: Decided) -> list[tuple[int, list[int]]]:
    """The place of each side, and who was on it then."""
    sides: dict[str, tuple[int, list[int]]] = {}
    for number, part in enumerate(decided.parts):
        user = past.holder(number, decided.at)
        if user is not None:
            sides.setdefault(part.side, (part.place, []))[1].append(user.pk)
    return list(sides.values())


def _by_leaving(past: Past, skills: Mapping[int, Skill]) -> Skills:
    stayed = [skills[user.pk] for _, user in past.players]
    if not stayed:
        return {}
    return {user.pk: ratings.after_leaving(skills[user.pk], stayed) for user in past.leavers}


def _rows(past: Past) -> dict[int, Rating]:
    users = [user.pk for user in past.everybody]
    found = Rating.objects.filter(user__in=users, kind=past.table.kind)
    return {row.user_id: row for row in found}


def _save(past: Past, rows: Mapping[int, Rating], skills: Skills) -> None:
    """Who has left for good has no rating: others were rated against them all the same."""
    here = {user.pk for user in past.everybody if user.deleted_at is None}
    changed = [
        _after(rows.get(user) or Rating(user_id=user, kind=past.table.kind), skill)
        for user, skill in skills.items()
        if user in here
    ]
    columns = ["mu", "sigma", "number", "tables", "course"]
    Rating.objects.bulk_create([row for row in changed if row.pk is None])
    Rating.objects.bulk_update([row for row in changed if row.pk is not None], columns)


def _after(row: Rating, skill: Skill) -> Rating:
    row.mu, row.sigma, row.number = skill.mu, skill.sigma, skill.number
    row.tables += 1
    row.course = [*row.course, skill.number][-REMEMBERED:]
    return row
