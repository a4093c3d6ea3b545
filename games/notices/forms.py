"""Forms for notification settings: which kinds, by which channel, and quiet hours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import time
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.formats import time_format
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.notices import preferences

MAIL_WORDS = {
    preferences.NOW: _("At once"),
    preferences.DIGEST: _("Daily digest"),
    preferences.OFF: _("Off"),
}
STAFF_WORDS = {
    preferences.NOW: _("At once"),
    preferences.HOURLY: _("Hourly"),
    preferences.DIGEST: _("Daily"),
    preferences.OFF: _("Off"),
}
CHANNEL_WORDS = {preferences.PUSH: _("Push"), preferences.WEBHOOK: _("Webhook")}
LONGEST_QUIET = 12 * 60
A_DAY = 24 * 60
OPTIONAL = [kind for kind, known in preferences.KINDS.items() if known.optional]
SAVED = ["notice_modes", "digest_hour", "quiet_from", "quiet_to"]


def hours() -> list[tuple[int, str]]:
    return [(hour, time_format(time(hour), "TIME_FORMAT")) for hour in range(24)]


def minutes(start: time, end: time) -> int:
    """How long it is from one to the other, around midnight if need be."""
    length = (end.hour - start.hour) * 60 + end.minute - start.minute
    return length % A_DAY


@dataclass(frozen=True, slots=True)
class KindFields:
    """The fields of one kind of notice, as the page lays them out."""

    label: Any
    mail: forms.BoundField
    others: list[forms.BoundField]


class NoticeForm(forms.Form):
    """A choice for each kind and channel. What the page did not offer is left as it is."""

    shown = forms.CharField(required=False, widget=forms.HiddenInput)
    """Which channels the page offered: one set up since, in another tab, was not switched off."""
    digest_hour = forms.TypedChoiceField(
        label=_("Hour of the daily digest"), coerce=int, choices=hours
    )
    quiet_from = forms.TimeField(
        label=_("Quiet from"), required=False, widget=forms.TimeInput(attrs={"type": "time"})
    )
    quiet_to = forms.TimeField(
        label=_("Quiet to"), required=False, widget=forms.TimeInput(attrs={"type": "time"})
    )

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data)
        self.user = user
        self.channels = [preferences.MAIL] + [c for c, there in self._others() if there]
        self._start_with(shown=" ".join(self.channels), digest_hour=user.digest_hour)
        self._start_with(quiet_from=_clock(user.quiet_from), quiet_to=_clock(user.quiet_to))
        self.offered = [kind for kind in OPTIONAL if preferences.is_for(user, kind)]
        for kind in self.offered:
            add = self._add_for_staff if preferences.KINDS[kind].permission else self._add
            add(kind)

    def _others(self) -> list[tuple[str, bool]]:
        return [
            (preferences.PUSH, self.user.has_push),
            (preferences.WEBHOOK, self.user.has_webhook),
        ]

    def _start_with(self, **values: Any) -> None:
        for name, value in values.items():
            self.fields[name].initial = value

    def _add(self, kind: str) -> None:
        self.fields[f"mail_{kind}"] = forms.ChoiceField(
            label=cast(str, preferences.KINDS[kind].label),
            choices=list(MAIL_WORDS.items()),
            initial=preferences.mode(self.user, kind),
            widget=forms.RadioSelect,
        )
        for channel in self.channels[1:]:
            self.fields[f"{channel}_{kind}"] = forms.BooleanField(
                label=CHANNEL_WORDS[channel],
                required=False,
                initial=preferences.mode(self.user, kind, channel) == preferences.NOW,
            )

    def _add_for_staff(self, kind: str) -> None:
        """How often, by every channel. A form from before they had the role does not ask."""
        for channel in self.channels:
            by_mail = channel == preferences.MAIL
            field = self.fields[f"{channel}_{kind}"] = forms.ChoiceField(
                label=cast(
                    str, preferences.KINDS[kind].label if by_mail else CHANNEL_WORDS[channel]
                ),
                choices=list(STAFF_WORDS.items()),
                initial=preferences.mode(self.user, kind, channel),
                widget=forms.RadioSelect if by_mail else forms.Select,
            )
            field.required = f"{channel}_{kind}" in self.data

    @property
    def kinds(self) -> Iterator[KindFields]:
        for kind in self.offered:
            others = [self[f"{channel}_{kind}"] for channel in self.channels[1:]]
            yield KindFields(preferences.KINDS[kind].label, self[f"mail_{kind}"], others)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        start, end = data.get("quiet_from"), data.get("quiet_to")
        if "quiet_from" in self.errors or "quiet_to" in self.errors:
            return data
        if (start is None) != (end is None):
            missing = "quiet_to" if end is None else "quiet_from"
            self.add_error(missing, _("Quiet hours need both: fill this in, or empty the other."))
        elif start is not None and end is not None:
            self._check_length(minutes(start, end))
        return data

    def _check_length(self, length: int) -> None:
        if not length:
            wrong = ValidationError(
                _("Quiet hours must end at another time than they begin."), code="no-length"
            )
            self.add_error("quiet_to", wrong)
        elif length > LONGEST_QUIET:
            wrong = ValidationError(
                _("At most 12 hours: others wait for you meanwhile."), code="too-long"
            )
            self.add_error("quiet_to", wrong)

    @transaction.atomic
    def save(self) -> User:
        """On the row as it is now: an unsubscribe link may have changed it since."""
        user = User.objects.select_for_update().get(pk=self.user.pk)
        data = self.cleaned_data
        for kind in self.offered:
            for channel in (preferences.MAIL, *self._offered()):
                if wanted := _mode(data[f"{channel}_{kind}"]):
                    preferences.choose(user, kind, channel, wanted)
        for name in ("digest_hour", "quiet_from", "quiet_to"):
            setattr(user, name, data[name])
        user.save(update_fields=SAVED)
        return user

    def _offered(self) -> list[str]:
        return [
            channel
            for channel in self.channels[1:]
            if channel in self.cleaned_data["shown"].split()
        ]


def _mode(chosen: str | bool) -> str:
    """A tick is yes or no; nothing if the page did not ask."""
    if isinstance(chosen, bool):
        return preferences.NOW if chosen else preferences.OFF
    return chosen


def _clock(moment: time | None) -> str:
    """As a time input wants it, in every language."""
    return f"{moment:%H:%M}" if moment else ""


# The address of a webhook.


class WebhookForm(forms.Form):
    """Whether we may send there is decided in address.py."""

    url = forms.CharField(
        label=_("Address"),
        help_text=_("It begins with https:// and can be reached from everywhere."),
        max_length=500,
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
