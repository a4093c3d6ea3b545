"""Forms on a player's own pages: a vacation, a line about themselves."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import bio
from accounts.models import MAX_BIO_LENGTH
from games.tables import titles


def _day() -> forms.DateInput:
    """A calendar, which in every language wants its days written as 2026-12-24."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class VacationForm(forms.Form):
    """The service checks whether enough days are left."""

    first_day = forms.DateField(label=_("First day"), widget=_day())
    last_day = forms.DateField(label=_("Last day"), widget=_day())


class BioForm(forms.Form):
    """An empty line takes away what stood there."""

    line = forms.CharField(
        label=_("A line about yourself"),
        required=False,
        max_length=MAX_BIO_LENGTH,
        help_text=_(
            "Everybody can read it on your page: 140 signs at most, plain words, no links."
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
