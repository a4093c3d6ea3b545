"""Pages that belong to the site and to no game: privacy, terms, contact, names."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.site import retention_periods


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "site/privacy.html", {"periods": retention_periods.periods()})


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    return render(request, "site/terms.html")


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    return render(request, "site/contact.html", {"contact_email": settings.CONTACT_EMAIL})


@require_safe
def names(request: HttpRequest) -> HttpResponse:
    """A note on names and trademarks."""
    return render(request, "site/names.html")
