"""Pages of players: profile, leaderboard, friends, bio, own dwarf, vacation."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import bio, earlier_names, relations
from accounts.decorators import AuthenticatedRequest, own_action, own_form, own_page
from accounts.models import MAX_BIO_LENGTH, User
from config.clock import now
from games.kinds import KINDS
from games.kinds.common import dwarfs
from games.players import friends, own_dwarf, reliability
from games.players import vacation as vacations
from games.players.names import away_until
from games.players.profile import how_sure, leaderboard_page_of, own_rank, profile_results
from games.tables import rate_limits, titles
from games.tables.access import Reader
from games.tables.models import Seat
from games.tables.models.results import ENOUGH_TABLES
from games.tables.refusals import Refused, reason_sentence, require


@never_cache
@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """A player's profile: member since, games played, reliability."""
    player = known_players(name).first()
    if player is None:
        return _redirect_renamed(name)
    context = _for_reader(request.user, player) | {
        "player": player,
        "away_until": away_until(player, now()),
        "results": profile_results(player, request.user, now()),
        "reliability": reliability.reliability_of(player),
        "is_me": player.pk == request.user.pk,
    }
    return render(request, "players/profile.html", context)


def _redirect_renamed(name: str) -> HttpResponse:
    """Redirect to the player who had this name until recently, so that old links work."""
    found = earlier_names.renamed_player(name, now())
    if found is None or found.name is None:
        raise Http404
    return redirect("player", found.name)


def _for_reader(reader: Reader, player: User) -> dict[str, Any]:
    """Return their bio, their former name, and whether the reader follows or may follow them.

    Readers who ignore the player don't see the bio either.
    """
    found: dict[str, Any] = {
        "line": player.line,
        "earlier": earlier_names.shown_earlier_name(player, now()),
    }
    if isinstance(reader, User) and reader.pk != player.pk:
        if relations.ignored_by(reader, [player.pk]):
            found["line"] = ""
        found["follows"] = relations.is_following(reader, player)
        found["may_follow"] = not reader.is_guest and not player.is_guest
    return found


def known_players(name: str) -> QuerySet[User]:
    """Return players of this name who confirmed their address, visited, or sat at a table.

    A name is reserved during sign-up even if that fails; a page for it would reveal which.
    """
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    came = Q(last_login__isnull=False) | Exists(confirmed)
    sat = Exists(Seat.objects.filter(user=OuterRef("pk")))
    return User.objects.named(name).filter(sat | Q(came, is_active=True), deleted_at__isnull=True)


RATED = {kind.slug: kind for kind in KINDS.values() if not kind.is_for_one}
"""Games with ratings: not the solo games."""


@never_cache
@require_safe
def leaderboard_page(request: HttpRequest, game: str = next(iter(RATED))) -> HttpResponse:
    """Show the leaderboard of a game: five queries besides the session's, however many play it."""
    kind, at = RATED.get(game), now()
    if kind is None:
        raise Http404
    page = leaderboard_page_of(kind.name, request.GET.get("page"), at)
    context = {
        "games": list(RATED.values()),
        "kind": kind,
        "page_obj": page,
        "rows": [(rating, how_sure(rating.sigma)) for rating in page],
        "own": own_rank(kind.name, request.user, at),
        "enough": ENOUGH_TABLES,
    }
    return render(request, "players/leaderboard.html", context)


# --- Friends: pressing a button twice does no harm ---


@own_page
def friends_page(request: AuthenticatedRequest) -> HttpResponse:
    circle = friends.friend_list(request.user, now())
    context = {"circle": circle, "lately": friends.recent_players(request.user)}
    return render(request, "players/friends/page.html", context)


@own_action
def follow(request: AuthenticatedRequest, name: str) -> HttpResponse:
    other = _player_named(name)
    try:
        relations.follow(request.user, other, now())
    except ValidationError as refused:
        for sentence in refused.messages:
            messages.error(request, sentence)
    return _back(request, other)


@own_action
def unfollow(request: AuthenticatedRequest, name: str) -> HttpResponse:
    other = _player_named(name)
    relations.unfollow(request.user, other)
    return _back(request, other)


def _player_named(name: str) -> User:
    """Return a player who has a profile: a name that is only reserved looks like an unknown one."""
    return get_object_or_404(known_players(name))


def _back(request: AuthenticatedRequest, other: User) -> HttpResponse:
    """Redirect to the page with the button."""
    if request.POST.get("back") == "friends":
        return redirect("friends")
    return redirect("player", other.name or "")


# --- The line that players write about themselves ---


class BioForm(forms.Form):
    """An empty line deletes the bio."""

    line = forms.CharField(
        label=gettext_lazy("A line about yourself"),
        required=False,
        max_length=MAX_BIO_LENGTH,
        help_text=gettext_lazy(
            "Everybody can read it on your page. At most 140 characters of plain text, no links."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_line(self) -> str:
        line = bio.normalize_bio(self.cleaned_data["line"])
        bio.validate_bio(line)
        if titles.has_link(line):
            wrong = _(
                "Links are not allowed here. If this is not a link, put a space after the dot."
            )
            raise ValidationError(wrong, code="link")
        return line


@own_form
def bio_page(request: AuthenticatedRequest) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    form = BioForm(data, initial={"line": request.user.line})
    if data is not None and form.is_valid() and _save_bio(request.user, form):
        messages.success(request, _("Saved."))
        return redirect("player", request.user.name)
    context = {"form": form, "muted": request.user.is_muted(now())}
    return render(request, "accounts/line.html", context, status=422 if form.is_bound else 200)


def _save_bio(user: User, form: BioForm) -> bool:
    """Try to save; errors are shown in the form."""
    at, line = now(), form.cleaned_data["line"]
    if not rate_limits.may(user, rate_limits.LINES, at):
        form.add_error("line", _("You have changed it often today. Try again tomorrow."))
        return False
    if not bio.save_bio(user, line, at):
        form.add_error("line", reason_sentence("muted"))
        return False
    return True


# --- The player's own dwarf: the page to make it, and its drawing ---


@require_safe
def dwarf_picture(request: HttpRequest, mark: str, dwarf: str) -> HttpResponse:
    """Return a picture that `DwarfPictureMiddleware` has not answered already."""
    if not dwarfs.is_dwarf_code(dwarf):
        raise Http404
    return own_dwarf.dwarf_picture_response(mark, dwarf)


@own_form
def own_dwarf_page(request: AuthenticatedRequest) -> HttpResponse:
    """Choose a dwarf and preview it. Only the save button saves; guests may too."""
    user = request.user
    if request.method != "POST":
        return _show_dwarf(request, dwarfs.dwarf_code(user.pk, user.dwarf))
    if request.POST.get("do") == "surprise":
        return _show_dwarf(request, dwarfs.random_code())
    try:
        code = dwarfs.code_of({key: request.POST.get(key, "") for key in dwarfs.PART_KEYS})
    except ValueError:
        messages.error(request, _("Choose one of each."))
        return _show_dwarf(request, dwarfs.dwarf_code(user.pk, user.dwarf), 422)
    if request.POST.get("do") != "save":
        return _show_dwarf(request, code)
    User.objects.filter(pk=user.pk, deleted_at=None).update(dwarf=code)
    messages.success(request, _("Saved. From now on this is you, at every table."))
    return redirect("own-dwarf")


def _show_dwarf(request: AuthenticatedRequest, code: str, status: int = 200) -> HttpResponse:
    """Show the whole page; for htmx, only the new preview of the dwarf."""
    context = {"code": code, "words": own_dwarf.described(code)}
    if "HX-Request" in request.headers:
        return render(request, "accounts/dwarf/preview.html", context)
    shown = context | {"parts": own_dwarf.part_choices(code)}
    return render(request, "accounts/dwarf/page.html", shown, status=status)


# --- Vacation: announce it, see its effect on one's tables, end it early ---


def _day() -> forms.DateInput:
    """Return a date input, which needs ISO dates (2026-12-24) in every language."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class VacationForm(forms.Form):
    """A form for a vacation; the service checks whether enough days are left."""

    first_day = forms.DateField(label=gettext_lazy("First day"), widget=_day())
    last_day = forms.DateField(label=gettext_lazy("Last day"), widget=_day())


@own_form
def vacation_page(request: AuthenticatedRequest) -> HttpResponse:
    form = VacationForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _announce(request.user, form):
        messages.success(request, _("Announced. Your tables can see it."))
        return redirect("vacation")
    context = _vacation_context(request.user) | {"form": form}
    return render(request, "accounts/vacation.html", context, status=422 if form.is_bound else 200)


def _announce(user: User, form: VacationForm) -> bool:
    """Try to announce it; errors are shown in the form."""
    days = form.cleaned_data
    try:
        require(rate_limits.may(user, rate_limits.VACATIONS, now()), "changed-often")
        vacations.announce_vacation(user, days["first_day"], days["last_day"], now())
    except Refused as refusal:
        form.add_error("last_day", reason_sentence(refusal.code))
        return False
    return True


def _vacation_context(user: User) -> dict[str, Any]:
    at = now()
    today = at.astimezone(user.zone).date()
    mine = Seat.objects.at_running_tables().filter(user=user)
    tables = [seat.table for seat in mine.select_related("table").order_by("table__title", "pk")]
    left = vacations.days_left(user, today.year)
    announced = user.away_to is not None and user.away_to >= today
    return {
        "today": today,
        "left": left,
        "used": settings.VACATION_DAYS - left,
        "allowed": settings.VACATION_DAYS,
        "announced": announced,
        "begun": away_until(user, at) is not None,
        "covered": [table for table in tables if table.vacation_ok],
        "uncovered": [table for table in tables if not table.vacation_ok],
    }


@own_action
def end_vacation(request: AuthenticatedRequest) -> HttpResponse:
    """End or cancel the vacation."""
    try:
        vacations.end_vacation(request.user, now())
    except Refused as refusal:
        messages.error(request, reason_sentence(refusal.code))
    else:
        messages.success(request, _("Your vacation is over. Your clocks run again."))
    return redirect("vacation")
