"""Forms for a new table, for inviting players and for finding a table."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from games.engine import Value, chosen_options
from games.engine.bots import EASY
from games.kinds import KINDS
from games.kinds.common.options import HOUSE, PRESET, Setting
from games.kinds.common.words.phrases import Words
from games.tables import bot_players, seat_plan, time_controls, titles
from games.tables.models import new_code
from games.tables.presets import TablePreset
from games.tables.seat_plan import SeatPlanField
from games.tables.services.groups import PlayerGroup
from games.tables.services.lobby import TablePlan

TOKEN = re.compile(r"[a-z0-9]{8,32}")

turn_length_words = lazy(time_controls.turn_length, str)
TURN_LENGTH_CHOICES = [(str(pace), turn_length_words(*pace)) for pace in time_controls.TURN_LENGTHS]
PUBLIC_CHOICES = [
    ("yes", _("Everybody: the table is listed, and may be watched.")),
    ("no", _("Only people I invite, or who have the link.")),
]


class TableForm(forms.Form):
    """A new table of one game: its fields come from the game's own players and options."""

    token = forms.CharField(
        required=False, max_length=32, initial=new_code, widget=forms.HiddenInput
    )
    title = forms.CharField(
        label=_("Title"),
        help_text=_("3 to 40 characters. You will know the table by it."),
        min_length=titles.SHORTEST,
        max_length=titles.LONGEST,
        initial=titles.random_title,
        validators=[titles.validate_title],
        widget=forms.TextInput(attrs={"autocomplete": "off", "hx-preserve": "true"}),
    )
    strength = forms.ChoiceField(
        required=False, initial=EASY, choices=list(bot_players.STRENGTH_WORDS.items())
    )
    pace = forms.TypedChoiceField(
        label=_("Pace"),
        coerce=time_controls.read_turn_length,
        help_text=_(
            "With minutes a turn the clock never stops, and players who are away lose their seat."
        ),
        initial=str(time_controls.USUAL_TURN_LENGTH),
        choices=TURN_LENGTH_CHOICES,
    )
    public = forms.TypedChoiceField(
        label=_("Who may join"),
        coerce=lambda value: value == "yes",
        initial="yes",
        choices=PUBLIC_CHOICES,
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        kind: str,
        *args: Any,
        preset: TablePreset | None = None,
        groups: Sequence[PlayerGroup] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.kind, self.preset, self.groups = kind, preset, groups
        self.rules, self.choices = KINDS[kind].rules, KINDS[kind].options
        self.usual_time = {**time_controls.USUAL_SETTINGS, **(preset.clock if preset else {})}
        self._add_seats()
        if self.alone:
            self._ask_only_for_options()
        else:
            self._add_table_fields()
        self._add_options()

    def _add_seats(self) -> None:
        """Offer each seat; without `seats` in the request, use the numbers of players and bots."""
        players, usual = self.rules.players, KINDS[self.kind].usual_size
        bots = usual - 1 if self.preset and self.preset.bots else 0
        self.fields["size"] = _choice("", usual, {n: n for n in players}, coerce=int)
        self.fields["bots"] = _choice("", bots, {n: n for n in range(max(players))}, coerce=int)
        self.fields["seats"] = SeatPlanField(players)

    @property
    def alone(self) -> bool:
        """Whether it is a solo game."""
        return max(self.rules.players) == 1

    def _ask_only_for_options(self) -> None:
        for name in ("pace", "public", "strength", "seats"):
            del self.fields[name]
        self._answer_for("title", titles.random_title())  # one click is enough

    def _add_table_fields(self) -> None:
        """Start pace, clock and visibility with the values of the preset, if there is one."""
        if self.preset is not None:
            self._answer_for("pace", self.preset.pace)
            self._answer_for("public", self.preset.public)
        for name, words in time_controls.SETTING_WORDS.items():
            more: dict[str, Any] = {}
            if help_text := time_controls.SETTING_HELP.get(name):
                more = {"help_text": help_text, "widget": forms.Select}
            self.fields[f"clock_{name}"] = _choice(
                words.label, self.usual_time[name], words.values, coerce=_read, **more
            )
        if self.groups:
            self.fields["company"] = forms.MultipleChoiceField(
                required=False, choices=[(found.table.code, "") for found in self.groups]
            )

    def _answer_for(self, name: str, value: Any) -> None:
        """Make a field optional: without an answer it has this value."""
        field = self.fields[name]
        assert isinstance(field, forms.CharField | forms.TypedChoiceField)
        field.required, field.empty_value, field.initial = False, value, _written(value)

    def _add_options(self) -> None:
        """Offer the rules of different editions, and each option: it counts without an edition."""
        if editions := self.choices.preset_words():
            self.fields["preset"] = _choice(PRESET, "", editions, initial=next(iter(editions)))
        for option in self.rules.options:
            words = self.choices.words[option.name]
            answers = {value: words.values[value] for value in option.values}
            self.fields[f"option_{option.name}"] = _choice(
                words.label, str(option.default), answers
            )

    def clean_token(self) -> str:
        given = self.cleaned_data["token"]
        return given if TOKEN.fullmatch(given) else new_code()

    def clean_strength(self) -> str:
        return self.cleaned_data["strength"] or str(self["strength"].initial)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        size, bots = data.get("size"), data.get("bots")
        if size is not None and bots is not None and bots >= size and not data.get("seats"):
            wrong = _("One seat is yours: choose fewer bots or more seats.")
            self.add_error("bots", ValidationError(wrong, code="too-many"))
        self._check_bank(data.get("pace"), data.get("clock_bank_hours"))
        if data.get("company") and not self.errors and self._seat_plan().is_full:
            wrong = _("The people you invite need a free seat: remove a bot.")
            self.add_error("company", ValidationError(wrong, code="no-free-chair"))
        return data

    def _check_bank(self, pace: time_controls.TurnLength | None, bank: int | None) -> None:
        if not pace or not bank:
            return
        if pace.is_live:
            wrong = _("With minutes a turn there is no bank: each turn has its own time.")
            self.add_error("clock_bank_hours", ValidationError(wrong, code="bank-at-live-table"))
        elif bank <= pace.hours:
            wrong = _(
                "A bank must hold more than a move adds: choose a larger bank or a quicker pace."
            )
            self.add_error("clock_bank_hours", ValidationError(wrong, code="bank-too-small"))

    def plan(self) -> TablePlan:
        seats = self._seat_plan()
        return TablePlan(
            kind=self.kind,
            size=seats.size,
            title=self.cleaned_data["title"],
            options=self._options(),
            bots=len(seats.strengths),
            strengths=seats.strengths or (EASY,),
            places=seats.places,
            public=self.cleaned_data.get("public", False),
            **self._time(),
        )

    def _seat_plan(self) -> seat_plan.SeatPlan:
        """Return the seats as chosen one by one, or by their number and that of the bots."""
        data = self.cleaned_data
        given: seat_plan.SeatPlan | None = data.get("seats")
        return given or seat_plan.usual_seat_plan(
            data["size"], data["bots"], data.get("strength", EASY)
        )

    def _time(self) -> dict[str, Any]:
        if self.alone:
            return {}
        pace: time_controls.TurnLength = self.cleaned_data["pace"]
        asked = {name: self.cleaned_data[f"clock_{name}"] for name in time_controls.SETTING_WORDS}
        fixed = time_controls.LIVE_SETTINGS if pace.is_live else {}
        return {"pace_hours": pace.hours, "pace_minutes": pace.minutes, **asked, **fixed}

    def _options(self) -> Mapping[str, Value]:
        """Return the rules of an edition if one was chosen, else each option."""
        data = self.cleaned_data
        edition = self.choices.presets.get(data.get("preset", ""))
        if edition:
            return edition.options
        return {o.name: data[f"option_{o.name}"] for o in self.rules.options}

    @property
    def odds(self) -> list[tuple[int, str, bool]]:
        """Results of simulated rounds by number of players, with the chosen number marked."""
        size, odds = len(self._shown) + 1, KINDS[self.kind].odds
        found = ((players, odds.sentence(players)) for players in self.rules.players)
        return [(players, said, players == size) for players, said in found if said]

    @property
    def address(self) -> str:
        """The URL it is sent to, with its game and preset, to show it again if it has errors."""
        return self.address_with(self.preset)

    def address_with(self, preset: TablePreset | None) -> str:
        asked = {"game": self.kind} | ({"occasion": preset.key} if preset else {})
        return f"{reverse('new-table')}?{urlencode(asked)}"

    @property
    def fewest(self) -> int:
        return min(self.rules.players)

    @property
    def can_grow(self) -> bool:
        return len(self.rules.players) > 1

    @property
    def seat_row(self) -> list[tuple[str, seat_plan.SeatChoices]]:
        """Every seat the game has room for, and what is chosen for it."""
        return seat_plan.form_seats(self._shown, self.rules.players)

    @property
    def _shown(self) -> tuple[str, ...]:
        """The values that were sent, or the initial ones."""
        if self.alone:
            return ()
        sent = [state for state in self["seats"].value() or () if state in seat_plan.SEAT_STATES]
        if sent:
            return tuple(sent)
        size, bots = (_number(self[name].value()) for name in ("size", "bots"))
        size = size if size in self.rules.players else KINDS[self.kind].usual_size
        return seat_plan.usual_seat_plan(size, bots, str(self["strength"].value() or EASY)).states

    @property
    def edition_field(self) -> forms.BoundField | None:
        return self["preset"] if "preset" in self.fields else None

    @property
    def editions(self) -> str:
        """The options of each edition, for the script."""
        editions = self.choices.presets.items()
        values = {e: chosen_options(self.rules.options, found.options) for e, found in editions}
        return json.dumps(values)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[f"option_{option.name}"] for option in self.rules.options]

    @property
    def usual(self) -> list[Setting]:
        """The settings that apply if nobody opens the options."""
        return self.choices.settings({})

    @property
    def options_chosen(self) -> bool:
        """Whether any option was changed, or is invalid."""
        house = self.edition_field and self.edition_field.value() == HOUSE
        return bool(house) or _touched(self.option_fields)

    @property
    def clock_fields(self) -> list[forms.BoundField]:
        return [] if self.alone else [self[f"clock_{name}"] for name in time_controls.SETTING_WORDS]

    @property
    def usual_clock(self) -> list[Setting]:
        return time_controls.settings(self.usual_time)

    @property
    def clock_chosen(self) -> bool:
        return _touched(self.clock_fields)

    @property
    def more_chosen(self) -> bool:
        """Whether the folded part has changes or errors to show; for a solo game, only options."""
        names = [name for name in ("title", "pace", "public", "preset") if name in self.fields]
        wrong = any(self.errors.get(name) for name in names)
        return self.alone or wrong or self.clock_chosen or self.options_chosen

    @property
    def more_usual(self) -> list[object]:
        """A brief summary of the folded part."""
        asked: dict[str, Mapping[str, object]]
        asked = {"pace": dict(TURN_LENGTH_CHOICES), "public": dict(PUBLIC_CHOICES)}
        there = {name: words for name, words in asked.items() if name in self.fields}
        said = [words.get(str(self[name].value())) for name, words in there.items()]
        edition = [setting.value.label for setting in self.choices.edition({})]
        return [*filter(None, said), *edition]


def _number(value: object) -> int:
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0


def _choice(
    label: Words, usual: Any, answers: Mapping[Any, Any], **more: Any
) -> forms.TypedChoiceField:
    """Return a choice that needs no answer: without one it has the usual value."""
    return forms.TypedChoiceField(
        label=str(label),
        required=False,
        empty_value=usual,
        choices=[(_written(value), words) for value, words in answers.items()],
        **{"initial": _written(usual), "widget": forms.RadioSelect, **more},
    )


def _touched(fields: list[forms.BoundField]) -> bool:
    return any(
        field.errors or (field.value() or field.initial) != field.initial for field in fields
    )


def _written(value: Any) -> str:
    """Write a value of the clock as the form carries it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _read(text: str) -> Any:
    return text == "yes" if text in ("yes", "no") else int(text)


class InviteForm(forms.Form):
    """One field for both: an email address has an @, a name has none."""

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
    game = forms.ChoiceField(
        label=_("Game"),
        required=False,
        choices=[("", _("Any game")), *((name, kind.title) for name, kind in KINDS.items())],
    )
    pace = forms.TypedChoiceField(
        label=_("Pace"),
        required=False,
        coerce=time_controls.read_turn_length,
        empty_value=None,
        choices=[("", _("Any pace")), *TURN_LENGTH_CHOICES],
    )

    @property
    def wanted(self) -> dict[str, Any]:
        self.is_valid()
        found = self.cleaned_data
        return {
            "words": found.get("q", ""), "kind": found.get("game", ""), "pace": found.get("pace")
        }  # fmt: skip
