"""A dwarf of one's own: the page to make it, and its drawing."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.views import AuthenticatedRequest
from games.kinds.common import own_dwarfs
from games.tables import dwarf_files
from games.tables.presenters import dwarf_maker


@require_safe
def picture(request: HttpRequest, mark: str, dwarf: str) -> HttpResponse:
    """What `dwarf_files` does not answer, there is not."""
    if not own_dwarfs.is_code(dwarf):
        raise Http404
    return dwarf_files.answer(mark, dwarf)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: AuthenticatedRequest) -> HttpResponse:
    """Choose, look, keep. Nothing is kept but by the button that says so; a guest may, too."""
    user = request.user
    if request.method != "POST":
        return _show(request, own_dwarfs.of(user.pk, user.dwarf))
    if request.POST.get("do") == "surprise":
        return _show(request, own_dwarfs.by_chance())
    try:
        code = own_dwarfs.code_of({key: request.POST.get(key, "") for key in own_dwarfs.KEYS})
    except ValueError:
        messages.error(request, _("Choose one of each."))
        return _show(request, own_dwarfs.of(user.pk, user.dwarf), 422)
    if request.POST.get("do") != "save":
        return _show(request, code)
    User.objects.filter(pk=user.pk, deleted_at=None).update(dwarf=code)
    messages.success(request, _("Saved. From now on this is you, at every table."))
    return redirect("own-dwarf")


def _show(request: AuthenticatedRequest, code: str, status: int = 200) -> HttpResponse:
    """The whole page; to who changes a part of it, only what the dwarf looks like now."""
    context = {"code": code, "words": dwarf_maker.said(code)}
    if "HX-Request" in request.headers:
        return render(request, "accounts/dwarf/preview.html", context)
    shown = context | {"groups": dwarf_maker.groups(code)}
    return render(request, "accounts/dwarf/page.html", shown, status=status)
