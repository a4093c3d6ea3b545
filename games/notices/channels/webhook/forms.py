"""The address of a webhook."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class WebhookForm(forms.Form):
    """Whether we may send there is decided in address.py."""

    url = forms.CharField(
        label=_("Address"),
        help_text=_("It begins with https:// and can be reached from everywhere."),
        max_length=500,
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
