"""`{% puzzle_of_today as posed %}`: the same for everybody, another one tomorrow."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import RequestContext

from config.clock import now
from games.learn import courses
from games.learn.courses import puzzle_of_day

register = template.Library()


@register.simple_tag(takes_context=True)
def puzzle_of_today(context: RequestContext) -> dict[str, Any]:
    """It, and whether the reader has solved it."""
    posed = puzzle_of_day(now().date())
    answer = courses.puzzle_answers(context["request"].session).get(posed.puzzle.name)
    return {"puzzle": posed.puzzle, "solved": answer in posed.right}
