"""Pages of lessons, puzzles, rules and advice. They change only the reader's session."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from config.clock import now
from games.engine import NotationError, Refusal
from games.kinds import KINDS, read_move
from games.learn import advice as foreman
from games.learn import courses, rules_page
from games.learn.advice_words import judged_move, suggestions
from games.learn.courses import AnyKind, Course, LessonTable, PosedPuzzle, WrongAnswer
from games.learn.lesson_page import lesson_table_page, names_of
from games.learn.rules_page import explained_cards
from games.replays.replay import Replay, ReplayStep, replay_of_table
from games.tables import access, rate_limits
from games.tables.models import Seat, Table
from games.tables.refusals import Refused, explain, reason_sentence, require
from games.tables.store import LoadedTable
from games.tables.templatetags.pieces import read_marks
from games.tables.views.table import played_table


@never_cache
@require_safe
def lessons(request: HttpRequest) -> HttpResponse:
    """The lessons of all games, with the reader's progress."""
    kinds = KINDS.values()
    found = [{"game": kind, "course": courses.course_of(request.session, kind)} for kind in kinds]
    return render(request, "learn/lessons/lessons.html", {"lessons": found})


@never_cache
@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    context = {
        "puzzles": list(courses.POSED_PUZZLES.values()),
        "solved": courses.puzzle_answers(request.session),
        "today": courses.puzzle_of_day(now().date()),
    }
    return render(request, "learn/lessons/puzzles.html", context)


def _kind_with(slug: str) -> AnyKind:
    for kind in KINDS.values():
        if kind.slug == slug:
            return kind
    raise Http404


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest, game: str) -> HttpResponse:
    """The reader's current step. An answer leads to the next step, or to why it is wrong."""
    course, said = courses.course_of(request.session, _kind_with(game)), ""
    if request.method == "POST":
        try:
            course = _advance(course, request.POST)
        except WrongAnswer as other:
            said = other.said
        courses.save_course(request.session, course)
    return _lesson_response(request, reverse("lesson", args=[game]), said, _lesson_context(course))


def _advance(course: Course, sent: QueryDict) -> Course:
    act, kind = sent.get("act", ""), course.table.kind
    if act == "again":
        return courses.begin(kind)
    if sent.get("version") != str(course.number):
        raise WrongAnswer(reason_sentence("moved-on"))
    if act == "back":
        return courses.resume(kind, course.done[:-1])
    return course.play(course.shown_move if act == "show" else sent.get("move", ""))


def _lesson_context(course: Course) -> dict[str, Any]:
    kind, step = course.table.kind, course.step
    tempts = [course.read(text) for text in step.moves] if step.refused else []
    still = not step.moves
    here = reverse("lesson", args=[kind.slug])
    page = lesson_table_page(
        course.table, str(kind.title), course.number, now(), here, tempts, still
    )
    return {"page": page, "game": kind, "course": course, "says": step.says, "over": course.over}


@never_cache
@require_safe
def lesson_preview(request: HttpRequest, game: str) -> HttpResponse:
    return _move_preview(request, courses.course_of(request.session, _kind_with(game)).table)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, name: str) -> HttpResponse:
    """A position and its question; once it is solved, the explanation."""
    posed, said = _puzzle_named(name), ""
    if request.method == "POST":
        try:
            _judge(request, posed)
        except WrongAnswer as other:
            said = gettext("Not this one. %(why)s") % {"why": other.said}
    context = _puzzle_context(posed, courses.puzzle_answers(request.session).get(name, ""))
    return _lesson_response(request, reverse("puzzle", args=[name]), said, context)


def _judge(request: HttpRequest, posed: PosedPuzzle) -> None:
    act, name = request.POST.get("act", ""), posed.puzzle.name
    if act == "again":
        courses.forget_answer(request.session, name)
    else:
        given = posed.right[0] if act == "show" else request.POST.get("move", "")
        courses.save_answer(request.session, name, posed.check(given))


def _puzzle_context(posed: PosedPuzzle, answer: str) -> dict[str, Any]:
    """Return the context; an answer that a new release no longer accepts is dropped."""
    solved = answer in posed.right
    table = posed.after(answer) if solved else posed.table()
    named = posed.puzzle.suspect is not None
    here = reverse("puzzle", args=[posed.puzzle.name])
    page = lesson_table_page(
        table, str(posed.puzzle.title), int(solved), now(), here, still=solved or named
    )
    return {
        "page": page,
        "game": posed.kind,
        "posed": posed,
        "says": posed.puzzle.because if solved else posed.puzzle.asks,
        "over": solved,
        "named": named,
        "next": courses.next_puzzle(posed.puzzle.name),
    }


@never_cache
@require_safe
def puzzle_preview(request: HttpRequest, name: str) -> HttpResponse:
    return _move_preview(request, _puzzle_named(name).table())


def _puzzle_named(name: str) -> PosedPuzzle:
    if name not in courses.POSED_PUZZLES:
        raise Http404
    return courses.POSED_PUZZLES[name]


def _lesson_response(
    request: HttpRequest, here: str, said: str, context: dict[str, Any]
) -> HttpResponse:
    """Return the whole page; for htmx, only what changed."""
    context |= {"here": here, "said": said, "tone": "error"}
    if request.htmx:  # type: ignore[attr-defined]
        context |= {"oob": True, "has": read_marks(request.POST.get("has", ""))}
        return render(request, "learn/lessons/live.html", context)
    if request.method == "POST":
        if said:
            messages.error(request, said)
        return redirect(here)
    return render(request, "learn/lessons/table.html", context)


def _move_preview(request: HttpRequest, table: LessonTable) -> HttpResponse:
    """Show what a move would do, or why the rules refuse it."""
    rules, words, view = table.kind.rules, table.kind.words, table.view
    context: dict[str, object] = {}
    try:
        move = read_move(rules, request.GET.get("move", ""))
        table.play(0, move)
    except NotationError as error:
        context["said"] = explain(error)
    except Refusal as refusal:
        context["said"] = courses.why_refused(table, move, refusal)
    else:
        context["preview"] = preview = rules.preview(view, move)
        context["said"] = words.would(move, preview, view.mine, names_of(table))
    return render(request, "tables/table/preview.html", context)


@require_safe
def rules_of_all_games(request: HttpRequest) -> HttpResponse:
    return render(request, "learn/rules/games.html")


@require_safe
def rules_of_game(request: HttpRequest, game: str) -> HttpResponse:
    """All rules of one game, with examples played by the engine."""
    kind = _kind_with(game)
    context = {"game": kind, "body": rules_page.rules_body(kind.name)}
    return render(request, "learn/rules/page.html", context)


@require_safe
def cards(request: HttpRequest, game: str) -> HttpResponse:
    kind = _kind_with(game)
    context = {"game": kind, "parts": explained_cards(kind)}
    return render(request, "learn/rules/cards_page.html", context)


@never_cache
@require_safe
def advice_page(request: HttpRequest, code: str) -> HttpResponse:
    """Up to three suggested moves with reasons; this changes nothing."""
    user, seat, loaded = _seated(request, code)
    heading = gettext("What would you do?")
    context: dict[str, Any] = {"code": code, "title": loaded.table.title, "heading": heading}
    try:
        context["thoughts"] = _suggestions(user, seat, loaded)
    except (Refusal, Refused) as error:
        context["said"] = explain(error)
    return _foreman_answers(request, "learn/advice/advice.html", context)


def _suggestions(user: User, seat: Seat, loaded: LoadedTable) -> list[dict[str, Any]]:
    table = loaded.table
    require(foreman.is_practice(loaded), "no-advice")
    require(table.status == Table.Status.RUNNING, "not-running")
    require(table.paused_at is None, "paused")
    if seat.number not in loaded.rules.waiting_for(loaded.state):
        raise Refusal("not-your-turn")
    require(rate_limits.may(user, rate_limits.ADVICE, now()), "asked-often")
    return suggestions(loaded, seat.number)


@never_cache
@require_safe
def opinion_page(request: HttpRequest, code: str) -> HttpResponse:
    """The foreman's opinion on one step of a finished game, for signed-in readers with access."""
    found, loaded = access.load(played_table(request, code), request.user)
    replay = replay_of_table(loaded, None if found.seat is None else found.seat.number)
    step = replay.steps[replay.find(request.GET.get("at", ""))]
    context: dict[str, Any] = {"code": code, "title": loaded.table.title, "at": step.key}
    try:
        context["judged"] = _judged(request, loaded, replay, step)
    except Refused as error:
        context["said"] = explain(error)
    context["heading"] = gettext("What would the foreman have played?")
    return _foreman_answers(request, "learn/advice/opinion.html", context)


def _judged(
    request: HttpRequest, loaded: LoadedTable, replay: Replay, step: ReplayStep
) -> dict[str, Any] | None:
    if not isinstance(request.user, User):
        raise Http404
    require(replay.over, "not-over")
    require(rate_limits.may(request.user, rate_limits.ADVICE, now()), "asked-often")
    found = None if step.deals else foreman.opinion(loaded, step.moment.number)
    return None if found is None else judged_move(replay, found)


@never_cache
@require_safe
def hindsight_page(request: HttpRequest, code: str) -> HttpResponse:
    """The reader's moves of one round that the foreman would have played differently."""
    user, seat, loaded = _seated(request, code)
    replay = replay_of_table(loaded, seat.number)
    rounds = list(dict.fromkeys(step.state.round for step in replay.steps))
    asked = request.GET.get("round", "")
    number = next((there for there in rounds if str(there) == asked), rounds[0])
    context = {"code": code, "title": loaded.table.title, "rounds": rounds, "number": number}
    try:
        found = _all_judged(user, loaded, replay, number)
        context |= {"moves": len(found), "otherwise": [one for one in found if not one["same"]]}
    except Refused as error:
        context["said"] = explain(error)
    return render(request, "learn/advice/hindsight.html", context)


def _all_judged(
    user: User, loaded: LoadedTable, replay: Replay, number: int
) -> list[dict[str, Any]]:
    """Describe the foreman's opinions on the reader's moves of this round."""
    require(replay.over, "not-over")
    require(rate_limits.may(user, rate_limits.HINDSIGHT, now()), "asked-often")
    assert replay.reader is not None
    return [judged_move(replay, found) for found in foreman.opinions(loaded, replay.reader, number)]


def _seated(request: HttpRequest, code: str) -> tuple[User, Seat, LoadedTable]:
    """Return a table after its deal, for a player who sits there."""
    found, loaded = access.load(played_table(request, code), request.user)
    if found.seat is None or not isinstance(request.user, User):
        raise Http404
    return request.user, found.seat, loaded


def _foreman_answers(request: HttpRequest, answer: str, context: dict[str, Any]) -> HttpResponse:
    """Render the answer; without JavaScript, as a full page."""
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, answer, context)
    return render(request, "learn/advice/page.html", context | {"answer": answer})
