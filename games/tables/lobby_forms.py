"""Forms for inviting players and for finding a table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.kinds import KINDS
from games.tables import time_controls
from games.tables.forms import TURN_LENGTH_CHOICES


class InviteForm(forms.Form):
    """One box for both: an address has an @, a name has none."""

    who = forms.CharField(
        label=_("Name or email address"),
        help_text=_("A player finds the table at home; to an address goes a mail with the link."),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_who(self) -> str:
        who = str(self.cleaned_data["who"])
        if "@" in who:
            forms.EmailField().run_validators(who)
        return who

    @property
    def is_address(self) -> bool:
        return "@" in self.cleaned_data["who"]


class SearchForm(forms.Form):
    """Filters a list of tables. Invalid values are ignored."""

    q = forms.CharField(
        label=_("Title, player or game"),
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    game = forms.ChoiceField(label=_("Game"), required=False)
    pace = forms.TypedChoiceField(
        label=_("Pace"),
        required=False,
        coerce=time_controls.read_turn_length,
        empty_value=None,
        choices=[("", _("Any pace")), *TURN_LENGTH_CHOICES],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = self.fields["game"]
        assert isinstance(game, forms.ChoiceField)
        kinds = [(name, kind.title) for name, kind in KINDS.items()]
        game.choices = [("", _("Any game")), *kinds]

    @property
    def wanted(self) -> dict[str, Any]:
        self.is_valid()
        found = self.cleaned_data
        return {
            "words": found.get("q", ""), "kind": found.get("game", ""), "pace": found.get("pace")
        }  # fmt: skip
