"""Pages of lessons and puzzles: the reader's session is all that they change."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.clock import now
from games.kinds import KINDS
from games.kinds.language import read_move
from games.lessons import coach, notebook
from games.lessons.course import AnyKind, Course, NotThis, Table, again, begin, why_refused
from games.lessons.page import names_of, table_page
from games.lessons.puzzling import POSED, Posed, next_to, of_day
from games.mine import NotationError, Refusal
from games.tables.templatetags import pieces
from games.tables.words.refusals import answer as sentence
from games.tables.words.refusals import reason


@never_cache
@require_safe
def lessons(request: HttpRequest) -> HttpResponse:
    """The lesson of every game, and how far the reader has come in it."""
    done = {name: again(k, notebook.steps(request.session, name)) for name, k in KINDS.items()}
    found = [{"game": KINDS[name], "course": course} for name, course in done.items()]
    return render(request, "lessons/lessons.html", {"lessons": found})


@never_cache
@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    context = {
        "puzzles": list(POSED.values()),
        "solved": notebook.answers(request.session),
        "today": of_day(now().date()),
    }
    return render(request, "lessons/puzzles.html", context)


# --- a lesson -------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest, game: str) -> HttpResponse:
    """The step that waits for the reader; what they send leads to the next, or says why not."""
    kind = _kind(game)
    course = again(kind, notebook.steps(request.session, kind.name))
    said = ""
    if request.method == "POST":
        try:
            course = _led_on(course, request.POST)
        except NotThis as other:
            said = other.said
        notebook.keep_steps(request.session, kind.name, course.done)
    return _answer(request, reverse("lesson", args=[game]), said, _of_lesson(course))


def _led_on(course: Course, sent: QueryDict) -> Course:
    act, kind = sent.get("act", ""), course.table.kind
    if act == "again":
        return begin(kind)
    if sent.get("version") != str(course.number):
        raise NotThis(reason("moved-on"))
    if act == "back":
        return again(kind, course.done[:-1])
    return course.does(course.shown_move if act == "show" else sent.get("move", ""))


def _of_lesson(course: Course) -> dict[str, Any]:
    kind, step = course.table.kind, course.step
    tempts = [course.read(text) for text in step.moves] if step.refused else []
    still = not step.moves
    page = table_page(course.table, str(kind.title), course.number, now(), tempts, still)
    return {"page": page, "coach": coach.of_lesson(course), "game": kind}


@never_cache
@require_safe
def lesson_preview(request: HttpRequest, game: str) -> HttpResponse:
    kind = _kind(game)
    course = again(kind, notebook.steps(request.session, kind.name))
    return _preview(request, course.table)


def _kind(slug: str) -> AnyKind:
    kind = next((kind for kind in KINDS.values() if kind.slug == slug), None)
    if kind is None:
        raise Http404
    return kind


# --- a puzzle -------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, name: str) -> HttpResponse:
    """The position and its question; who has solved it sees why."""
    posed, said = _posed(name), ""
    if request.method == "POST":
        try:
            _judge(request, posed)
        except NotThis as other:
            said = gettext("Not this one. %(why)s") % {"why": other.said}
    context = _of_puzzle(posed, notebook.answers(request.session).get(name, ""))
    return _answer(request, reverse("puzzle", args=[name]), said, context)


def _judge(request: HttpRequest, posed: Posed) -> None:
    act, name = request.POST.get("act", ""), posed.puzzle.name
    if act == "again":
        notebook.forget_answer(request.session, name)
    else:
        given = posed.right[0] if act == "show" else request.POST.get("move", "")
        notebook.keep_answer(request.session, name, posed.check(given))


def _of_puzzle(posed: Posed, answer: str) -> dict[str, Any]:
    """An answer that is none any more, after a new release, is forgotten."""
    solved = answer in posed.right
    table = posed.after(answer) if solved else posed.table()
    named = posed.puzzle.suspect is not None
    page = table_page(table, str(posed.puzzle.title), int(solved), now(), still=solved or named)
    context = {"page": page, "coach": coach.of_puzzle(posed, solved), "game": posed.kind}
    return context | {"posed": posed, "named": named, "next": next_to(posed.puzzle.name)}


@never_cache
@require_safe
def puzzle_preview(request: HttpRequest, name: str) -> HttpResponse:
    return _preview(request, _posed(name).table())


def _posed(name: str) -> Posed:
    if name not in POSED:
        raise Http404
    return POSED[name]


# --- both -----------------------------------------------------------------------------------------


def _answer(request: HttpRequest, here: str, said: str, context: dict[str, Any]) -> HttpResponse:
    """The whole page; to who has it already, what is another now."""
    context |= {"here": here, "said": said, "tone": "error"}
    if request.htmx:  # type: ignore[attr-defined]
        context |= {"oob": True, "has": pieces.told(request.POST.get("has", ""))}
        return render(request, "lessons/live.html", context)
    if request.method == "POST":
        if said:
            messages.error(request, said)
        return redirect(here)
    return render(request, "lessons/table.html", context)


def _preview(request: HttpRequest, table: Table) -> HttpResponse:
    """What a move would do; why not, if the rules refuse it."""
    rules, words, view = table.kind.rules, table.kind.words, table.view
    context: dict[str, object] = {}
    try:
        move = read_move(rules, request.GET.get("move", ""))
        table.play(0, move)
    except NotationError as error:
        context["said"] = sentence(error)
    except Refusal as refusal:
        context["said"] = why_refused(table, move, refusal)
    else:
        context["preview"] = preview = rules.preview(view, move)
        context["said"] = words.would(move, preview, view.mine, names_of(table))
    return render(request, "tables/table/preview.html", context)
