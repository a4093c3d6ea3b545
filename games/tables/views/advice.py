"""Asking the foreman: what to do now, at a table with nobody but bots, and, when a game is over,
what else could have been done."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from config.clock import now
from games.mine import Refusal
from games.tables import access, throttle
from games.tables import advice as foreman
from games.tables.models import Seat, Table
from games.tables.presenters.advice import Judged, Thought, judged, thoughts
from games.tables.presenters.replay import Step, Story, of_table
from games.tables.services.refusals import Refused, require
from games.tables.store import LoadedTable
from games.tables.views.table import played_table
from games.tables.words.refusals import answer


@never_cache
@require_safe
def advice(request: HttpRequest, code: str) -> HttpResponse:
    """Up to three moves, each with its reasons; nothing changes."""
    user, seat, loaded = _seated(request, code)
    context: dict[str, Any] = {"code": code, "title": loaded.table.title}
    try:
        context["thoughts"] = _thoughts(user, seat, loaded)
    except (Refusal, Refused) as error:
        context["said"] = answer(error)
    return _answer(request, "tables/table/advice", context)


def _thoughts(user: User, seat: Seat, loaded: LoadedTable) -> list[Thought]:
    table = loaded.table
    require(foreman.is_practice(loaded), "no-advice")
    require(table.status == Table.Status.RUNNING, "not-running")
    require(table.paused_at is None, "paused")
    if seat.number not in loaded.rules.waiting_for(loaded.state):
        raise Refusal("not-your-turn")
    require(throttle.may(user, throttle.ADVICE, now()), "asked-often")
    return thoughts(loaded, seat.number)


@never_cache
@require_safe
def opinion(request: HttpRequest, code: str) -> HttpResponse:
    """About one step of a game that is over, for whoever may see it and is signed in."""
    found, loaded = access.load(played_table(request, code), request.user)
    story = of_table(loaded, None if found.seat is None else found.seat.number)
    step = story.steps[story.find(request.GET.get("at", ""))]
    context: dict[str, Any] = {"code": code, "title": loaded.table.title, "at": step.key}
    try:
        context["judged"] = _judged(request, loaded, story, step)
    except Refused as error:
        context["said"] = answer(error)
    return _answer(request, "tables/replay/opinion", context)


def _judged(request: HttpRequest, loaded: LoadedTable, story: Story, step: Step) -> Judged | None:
    if not isinstance(request.user, User):
        raise Http404
    require(story.over, "not-over")
    require(throttle.may(request.user, throttle.ADVICE, now()), "asked-often")
    found = None if step.deals else foreman.opinion(loaded, step.moment.number)
    return None if found is None else judged(story, found)


@never_cache
@require_safe
def hindsight(request: HttpRequest, code: str) -> HttpResponse:
    """Where the foreman would have played otherwise than the reader, in one round."""
    user, seat, loaded = _seated(request, code)
    story = of_table(loaded, seat.number)
    rounds = list(dict.fromkeys(step.state.round for step in story.steps))
    asked = request.GET.get("round", "")
    number = next((there for there in rounds if str(there) == asked), rounds[0])
    context = {"code": code, "title": loaded.table.title, "rounds": rounds, "number": number}
    try:
        found = _all_judged(user, loaded, story, number)
        context |= {"moves": len(found), "otherwise": [one for one in found if not one.same]}
    except Refused as error:
        context["said"] = answer(error)
    return render(request, "tables/replay/hindsight.html", context)


def _all_judged(user: User, loaded: LoadedTable, story: Story, number: int) -> list[Judged]:
    """What the reader chose in this round."""
    require(story.over, "not-over")
    require(throttle.may(user, throttle.HINDSIGHT, now()), "asked-often")
    assert story.reader is not None
    return [judged(story, found) for found in foreman.opinions(loaded, story.reader, number)]


def _seated(request: HttpRequest, code: str) -> tuple[User, Seat, LoadedTable]:
    """The table that was dealt, for who sits there."""
    found, loaded = access.load(played_table(request, code), request.user)
    if found.seat is None or not isinstance(request.user, User):
        raise Http404
    return request.user, found.seat, loaded


def _answer(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    """What was asked for; to who has no script, as a page of its own."""
    page = f"{name}.html" if request.htmx else f"{name}_page.html"  # type: ignore[attr-defined]
    return render(request, page, context)
