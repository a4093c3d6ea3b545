"""The home page (for visitors, the landing page) and lists of tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from accounts.dates import patterns
from accounts.decorators import AuthenticatedRequest, own_page
from accounts.models import User
from config.clock import now
from games.engine import Cell, Rules, Seeds
from games.engine.moves import Place
from games.kinds import KINDS, for_one, read_move, rules_of
from games.learn import courses
from games.players import friends
from games.tables.forms import SearchForm
from games.tables.models import Table
from games.tables.presenters import link_previews, list_keys, lists
from games.tables.presenters.board import ShownCard, spans, view_box
from games.tables.presenters.lists import A_PAGE
from games.tables.views import new_table


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The home page: tables that wait for the reader; for visitors, the landing page."""
    if isinstance(request.user, User):
        response = _tables(request, request.user)
        add_never_cache_headers(response)
    elif "HX-Request" in request.headers:  # signed out meanwhile: reload the whole page
        response = HttpResponseClientRefresh()
    else:
        response = render(request, "tables/home/landing.html", _welcome(request))
    patch_vary_headers(response, ["HX-Request"])
    return response


def _welcome(request: HttpRequest) -> dict[str, Any]:
    """Return a visitor's context: a table to look at, and links to start one. No queries."""
    return {
        "games": list(KINDS.values()),
        "miniature": miniature(),
        "link_preview": link_previews.site_preview(),
        **new_table.play_now_form(request.user),
    }


def _tables(request: HttpRequest, user: User) -> HttpResponse:
    """Show the lists; an open page polls for them, with one query if they are unchanged."""
    at = now()
    turns = lists.turns(user)
    mark = lists.turns_key(turns, at)
    asked_again = "HX-Request" in request.headers
    if asked_again and request.GET.get("v") == mark:
        return HttpResponse(status=204)
    template = "tables/home/lists.html" if asked_again else "tables/home/page.html"
    tables = lists.home(user, turns, at)
    context = {"tables": tables, "mark": mark, "asked_again": asked_again}
    context["circle"] = friends.friend_list(user, at)
    today = courses.puzzle_of_day(at.date())
    answer = courses.puzzle_answers(request.session).get(today.puzzle.name)
    context |= {"posed": today, "solved": answer in today.right}
    clock = {"now": at, "patterns": patterns()}
    games = {"game_for_one": for_one().name, "games": list(KINDS.values())}
    return render(request, template, context | clock | games | new_table.play_now_form(user))


@never_cache
@require_safe
def open_tables(request: HttpRequest) -> HttpResponse:
    template = "tables/lists/open_tables.html"
    # The key is read before the list: a change in between is then shown twice rather than never.
    if request.GET.get("show") == "running":
        key, tables = list_keys.running_key(), lists.to_watch(request.user)
        return _list(request, template, tables, "running", topic="running", key=key)
    key, tables = list_keys.lobby_key(), lists.open_to_join(request.user, now())
    return _list(request, template, tables, "open", topic="lobby", key=key)


@own_page
def my_tables(request: AuthenticatedRequest) -> HttpResponse:
    """All tables at which the reader sits or sat, starting with the first list that isn't empty.

    If only others are on turn, the list of the reader's turns shows those tables below.
    """
    mine = {"turn": lists.on_turn, "waiting": lists.waiting, "over": lists.over}
    counts = lists.counts(request.user)
    filled = [name for name in mine if counts[name]]
    show = request.GET.get("show", "")
    show = show if show in mine else (filled or ["turn"])[0]
    context: dict[str, Any] = {"counts": counts, "sits": bool(filled)}
    if show == "turn" and not counts["turn"]:
        context["others"] = lists.rows(lists.waiting(request.user)[:A_PAGE], request.user, now())
    return _list(request, "tables/lists/my_tables.html", mine[show](request.user), show, **context)


def _list(
    request: HttpRequest, template: str, games: QuerySet[Table], show: str, **more: Any
) -> HttpResponse:
    search = SearchForm(request.GET)
    found = lists.matching(games, **search.wanted)
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "search": search,
        "searched": any(search.wanted.values()),
        "show": show,
        "page_obj": page,
        "rows": lists.rows(page.object_list, request.user, now()),
        **more,
    }
    return render(request, template, context)


# The small table on the landing page: a real game, played up to one player's turn.
KIND: Final = "classic"
VERSION: Final = 2
"""The version of the rules, which stays the same when the game gets newer ones (`rules_of`)."""
SEED: Final = 30
SEATS: Final = 5
MOVES: Final = (
    "place ew at 1,0", "place ns at 0,-1", "place nes at 0,-2", "place new at 2,0",
    "place nesw at 1,-2", "discard broken-lantern", "play rockfall at 1,-2", "discard n.e",
    "place nw at 2,-1 turned", "place nesw at 3,0", "place nes at 3,1", "play map at 8,-2",
    "discard fix-lantern-cart", "discard n.e.s.w", "place nesw at 4,0", "place ns at 4,-1",
    "play map at 8,2", "place ew at 5,0", "place nw at 4,-2 turned", "discard broken-lantern",
    "place nesw at 6,0", "place ne at 7,0 turned", "discard n", "place ns at 6,-1",
    "discard broken-cart", "place nw at 6,-2 turned",
)  # fmt: skip
"""The moves, each by the player on turn."""
PICKED: Final = "ew"
"""The card that the player on turn holds up."""
DWARFS: Final = ("hilda", "grimbart", "kunz", "runa")
STEPS: Final = 9
"""How many of the last cards are placed as the reader watches."""
MARGIN: Final = 10


@cache
def miniature() -> dict[str, Any]:
    """Return the context of the small table, cached in each process and without any text."""
    rules, laid = rules_of(KIND, VERSION), []
    state = rules.setup({}, SEATS, Seeds.from_number(SEED, rules.rounds))
    for text in MOVES:
        move = read_move(rules, text)
        state = rules.play(state, rules.waiting_for(state)[0], move).after
        laid += [move.cell] if isinstance(move, Place) else []
    view = rules.view(state, rules.waiting_for(state)[0])
    cards = tuple(_miniature_cards(view, laid))
    return {
        "kind": KIND,
        "box": view_box([card.cell for card in cards], MARGIN, axis=0),
        "cards": cards,
        "places": tuple(ShownCard("place", cell) for cell in _places(rules, view, cards)),
        "hand": view.hand,
        "picked": PICKED,
        "dwarfs": DWARFS,
    }


def _miniature_cards(view: Any, laid: list[Cell]) -> Iterator[ShownCard]:
    look, last = KINDS[KIND].look, laid[-STEPS:]
    for cell, tile in view.mine.tiles.items():
        step = last.index(cell) + 1 if cell in last else 0
        yield ShownCard(look.card(view, cell, tile), cell, tile.turned, step=step)
    for cell in view.mine.hidden:
        yield ShownCard(look.BACK, cell)


def _places(rules: Rules[Any, Any, Any], view: Any, cards: tuple[ShownCard, ...]) -> list[Cell]:
    """Return the cells within the picture."""
    columns, rows = spans([card.cell for card in cards])
    found = (move for move in rules.moves_of(view) if isinstance(move, Place))
    cells = dict.fromkeys(move.cell for move in found if move.card == PICKED)
    return [(x, y) for x, y in cells if x in columns and y in rows]
