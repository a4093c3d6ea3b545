"""What people fill in around a table. Whether it may be done is the services' business."""

from __future__ import annotations

import json
import re
import secrets
import unicodedata
from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from games.kinds import KINDS
from games.kinds.common.options import HOUSE, PRESET, OptionWords, Setting
from games.mine import Option, Value, chosen
from games.mine.minds import EASY
from games.tables import links
from games.tables.models import new_code
from games.tables.services.lobby import Plan
from games.tables.words import clocks, strengths

PACES = (1, 8, 24, 72, 168, 336)
USUAL_PACE = 72
SHORTEST_TITLE, LONGEST_TITLE = 3, 40
TITLES = (
    _("The Old Lantern"), _("Copper Gallery"), _("Seventh Shaft"), _("Wet Boots"),
    _("The Quiet Seam"), _("Last Candle"), _("The Crooked Prop"), _("Down by Supper"),
    _("Two Picks Deep"), _("The Whistling Cart"), _("Night Shift"), _("Under the Roots"),
)  # fmt: skip
TOKEN = re.compile(r"[a-z0-9]{8,32}")
UNSEEN = {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}  # kinds of signs that hide or turn others

pace_words = lazy(clocks.pace, str)


def validate_title(title: str) -> None:
    """Titles stand in mails to people who never asked for any: no links, nothing unseen."""
    if any(unicodedata.category(sign) in UNSEEN for sign in title):
        raise ValidationError(_("Only characters that can be seen, please."), code="unseen")
    if links.found(title):
        wrong = _("A title is no place for a link. If it is none, put a space after the dot.")
        raise ValidationError(wrong, code="link")


class Told(NamedTuple):
    """What simulated rounds with so many players came to."""

    players: int
    sentence: str
    chosen: bool


class TableForm(forms.Form):
    """A new table of one game: its fields come from the game's own players and options."""

    token = forms.CharField(required=False, max_length=32, widget=forms.HiddenInput)
    title = forms.CharField(
        label=_("Title"),
        help_text=_("3 to 40 characters. You will know the table by it."),
        min_length=SHORTEST_TITLE,
        max_length=LONGEST_TITLE,
        validators=[validate_title],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    size = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    bots = forms.TypedChoiceField(label=_("Of these for bots"), coerce=int)
    strength = forms.ChoiceField(
        label=_("How strong they play"),
        required=False,
        initial=EASY,
        choices=list(strengths.STRENGTHS.items()),
        widget=forms.RadioSelect,
    )
    pace = forms.TypedChoiceField(
        label=_("Pace"),
        coerce=int,
        choices=[(hours, pace_words(hours)) for hours in PACES],
    )
    public = forms.TypedChoiceField(
        label=_("Who may join"),
        coerce=lambda value: value == "yes",
        choices=[
            ("yes", _("Everybody: the table is listed, and may be watched.")),
            ("no", _("Only those whom I invite, or who have the link.")),
        ],
        widget=forms.RadioSelect,
    )

    def __init__(self, kind: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        self.rules, self.choices = KINDS[kind].rules, KINDS[kind].options
        self._start_with(
            token=new_code(),
            title=str(secrets.choice(TITLES)),
            bots=0,
            pace=USUAL_PACE,
            public="yes",
        )
        self._add_seats()
        if self.alone:
            self._ask_only_for_options()
        else:
            for name, words in clocks.CLOCK.items():
                self._add_clock(name, words)
        self._add_preset()
        for option in self.rules.OPTIONS:
            self._add_option(option)

    def _start_with(self, **values: Any) -> None:
        for name, value in values.items():
            self.fields[name].initial = value

    def _add_seats(self) -> None:
        """Where the rules leave no choice there is nothing to ask."""
        players = self.rules.PLAYERS
        self._offer("size", players)
        self._offer("bots", range(max(players)))
        self._start_with(size=KINDS[self.kind].usual_size)

    @property
    def alone(self) -> bool:
        """For one player there is nobody to wait for or to let in."""
        return max(self.rules.PLAYERS) == 1

    def _ask_only_for_options(self) -> None:
        for name in ("pace", "public", "strength"):
            del self.fields[name]
        for name in ("title", "size", "bots"):
            self.fields[name].required = False  # a click is enough, and there is no choice
            self.fields[name].empty_value = self.fields[name].initial  # type: ignore[attr-defined]

    def _offer(self, name: str, numbers: range) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(number, number) for number in numbers]
        if len(numbers) == 1:
            field.widget = forms.HiddenInput()

    def _add_clock(self, name: str, words: OptionWords) -> None:
        usual = _written(clocks.USUAL[name])
        self.fields[f"clock_{name}"] = forms.TypedChoiceField(
            label=str(words.label),
            required=False,
            empty_value=clocks.USUAL[name],
            coerce=_read,
            initial=usual,
            choices=[(_written(value), found) for value, found in words.values.items()],
            help_text=clocks.HELP.get(name, ""),
            widget=forms.Select if name in clocks.HELP else forms.RadioSelect,
        )

    def _add_preset(self) -> None:
        """Whose rules, where a game was printed with different ones. Without an answer the single
        options hold."""
        words = self.choices.preset_words()
        if words:
            self.fields["preset"] = forms.ChoiceField(
                label=PRESET,
                required=False,
                initial=next(iter(words)),
                choices=list(words.items()),
                widget=forms.RadioSelect,
            )

    def _add_option(self, option: Option) -> None:
        words = self.choices.words[option.name]
        self.fields[f"option_{option.name}"] = forms.TypedChoiceField(
            label=str(words.label),
            required=False,
            empty_value=str(option.default),
            initial=str(option.default),
            choices=[(str(value), words.values[value]) for value in option.values],
            widget=forms.RadioSelect,
        )

    def clean_token(self) -> str:
        given = self.cleaned_data["token"]
        return given if TOKEN.fullmatch(given) else new_code()

    def clean_strength(self) -> str:
        """Without an answer, what the form began with."""
        return self.cleaned_data["strength"] or str(self["strength"].initial)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        size, bots = data.get("size"), data.get("bots")
        if size is not None and bots is not None and bots >= size:
            self.add_error(
                "bots",
                ValidationError(
                    _("One seat is your own: fewer bots, or more seats."), code="too-many"
                ),
            )
        self._check_bank(data.get("pace"), data.get("clock_bank_hours"))
        return data

    def _check_bank(self, pace: int | None, bank: int | None) -> None:
        if pace and bank and bank <= pace:
            wrong = _("A bank must hold more than a move adds: a larger bank, or a quicker pace.")
            self.add_error("clock_bank_hours", ValidationError(wrong, code="bank-too-small"))

    def plan(self) -> Plan:
        """What the filled-in form asks for."""
        data = self.cleaned_data
        asked = {} if self.alone else {name: data[f"clock_{name}"] for name in clocks.CLOCK}
        return Plan(
            kind=self.kind,
            size=data["size"],
            title=data["title"],
            options=self._options(),
            bots=data["bots"],
            strengths=(data.get("strength", EASY),),
            public=data.get("public", False),
            pace_hours=data.get("pace", USUAL_PACE),
            **asked,
        )

    def _options(self) -> Mapping[str, Value]:
        """An edition's rules, whatever else was ticked; or each rule as it was chosen."""
        data = self.cleaned_data
        edition = self.choices.presets.get(data.get("preset", ""))
        if edition:
            return edition.options
        return {o.name: data[f"option_{o.name}"] for o in self.rules.OPTIONS}

    # How the page lays it out

    @property
    def odds(self) -> list[Told]:
        """A sentence for each number of players with figures; the page shows the chosen one's."""
        size, odds = str(self["size"].value()), KINDS[self.kind].odds
        found = ((players, odds.sentence(players)) for players in self.rules.PLAYERS)
        return [Told(players, said, str(players) == size) for players, said in found if said]

    @property
    def preset_field(self) -> forms.BoundField | None:
        return self["preset"] if "preset" in self.fields else None

    @property
    def presets(self) -> str:
        """For the script: every option as each edition has it."""
        editions = self.choices.presets.items()
        values = {e: chosen(self.rules.OPTIONS, found.options) for e, found in editions}
        return json.dumps(values)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[f"option_{option.name}"] for option in self.rules.OPTIONS]

    @property
    def usual(self) -> list[Setting]:
        """What holds when nobody opens the options."""
        return self.choices.settings({})

    @property
    def options_chosen(self) -> bool:
        """Was any option set otherwise, or wrongly?"""
        house = self.preset_field and self.preset_field.value() == HOUSE
        return bool(house) or _touched(self.option_fields)

    @property
    def clock_fields(self) -> list[forms.BoundField]:
        return [] if self.alone else [self[f"clock_{name}"] for name in clocks.CLOCK]

    @property
    def usual_clock(self) -> list[Setting]:
        return clocks.usual()

    @property
    def clock_chosen(self) -> bool:
        return _touched(self.clock_fields)


def _touched(fields: list[forms.BoundField]) -> bool:
    return any(
        field.errors or (field.value() or field.initial) != field.initial for field in fields
    )


def _written(value: Any) -> str:
    """A value of the clock as the form carries it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _read(text: str) -> Any:
    return text == "yes" if text in ("yes", "no") else int(text)


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
    """Which tables of a list. What makes no sense is as if it had not been asked."""

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
        coerce=int,
        empty_value=None,
        choices=[("", _("Any pace")), *((hours, pace_words(hours)) for hours in PACES)],
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
