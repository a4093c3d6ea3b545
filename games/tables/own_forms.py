"""What a player hands in beside their tables: a vacation."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


def _day() -> forms.DateInput:
    """A calendar, which in every language wants its days written as 2026-12-24."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class VacationForm(forms.Form):
    """Whether there are so many days left is the service's business."""

    first_day = forms.DateField(label=_("First day"), widget=_day())
    last_day = forms.DateField(label=_("Last day"), widget=_day())
