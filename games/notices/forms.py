"""Forms for notification settings: kinds, channels, quiet hours and the webhook."""

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
from games.notices.notice_types import NOTICE_TYPES

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
OPTIONAL = [kind for kind, known in NOTICE_TYPES.items() if known.optional]
TIMES = ("digest_hour", "quiet_from", "quiet_to")


def hours() -> list[tuple[int, str]]:
    return [(hour, time_format(time(hour), "TIME_FORMAT")) for hour in range(24)]


def minutes(start: time, end: time) -> int:
    """Return the minutes from start to end, past midnight if end is earlier."""
    length = (end.hour - start.hour) * 60 + end.minute - start.minute
    return length % (24 * 60)


def _clock() -> forms.TimeInput:
    """Return a time input; browsers expect the same format in every language."""
    return forms.TimeInput(format="%H:%M", attrs={"type": "time"})


@dataclass(frozen=True, slots=True)
class KindFields:
    """The fields for one kind of notice, as laid out on the page."""

    label: Any
    mail: forms.BoundField
    others: list[forms.BoundField]


class NoticeForm(forms.Form):
    """A choice for each kind and channel. Choices that the page did not offer stay unchanged."""

    shown = forms.CharField(required=False, widget=forms.HiddenInput)
    """The channels that the page offered; one set up in another tab since then stays on."""
    digest_hour = forms.TypedChoiceField(
        label=_("Hour of the daily digest"), coerce=int, choices=hours
    )
    quiet_from = forms.TimeField(label=_("Quiet from"), required=False, widget=_clock())
    quiet_to = forms.TimeField(label=_("Quiet to"), required=False, widget=_clock())

    def __init__(self, user: User, data: Any = None) -> None:
        others = ((preferences.PUSH, user.has_push), (preferences.WEBHOOK, user.has_webhook))
        self.channels = [preferences.MAIL] + [channel for channel, there in others if there]
        initial = {name: getattr(user, name) for name in TIMES} | {"shown": " ".join(self.channels)}
        super().__init__(data, initial=initial)
        self.user = user
        self.offered = [kind for kind in OPTIONAL if preferences.is_for(user, kind)]
        for kind in self.offered:
            for channel in self.channels:
                self.fields[f"{channel}_{kind}"] = self._field(kind, channel)

    def _field(self, kind: str, channel: str) -> forms.Field:
        """Return a choice of how often for emails and staff kinds, else a checkbox.

        A staff choice is optional if the page was loaded before the player had the role.
        """
        known, mode = NOTICE_TYPES[kind], preferences.mode(self.user, kind, channel)
        by_mail = channel == preferences.MAIL
        label = cast(str, known.label if by_mail else CHANNEL_WORDS[channel])
        if not by_mail and not known.permission:
            return forms.BooleanField(label=label, required=False, initial=mode == preferences.NOW)
        return forms.ChoiceField(
            label=label,
            required=not known.permission or f"{channel}_{kind}" in self.data,
            choices=list((STAFF_WORDS if known.permission else MAIL_WORDS).items()),
            initial=mode,
            widget=forms.RadioSelect if by_mail else forms.Select,
        )

    @property
    def kinds(self) -> Iterator[KindFields]:
        for kind in self.offered:
            others = [self[f"{channel}_{kind}"] for channel in self.channels[1:]]
            yield KindFields(NOTICE_TYPES[kind].label, self[f"mail_{kind}"], others)

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
            wrong = _("Quiet hours must end at another time than they begin.")
            self.add_error("quiet_to", ValidationError(wrong, code="no-length"))
        elif length > LONGEST_QUIET:
            wrong = _("At most 12 hours: others wait for you meanwhile.")
            self.add_error("quiet_to", ValidationError(wrong, code="too-long"))

    @transaction.atomic
    def save(self) -> User:
        """Save to a freshly locked row, as an unsubscribe link may have changed it since."""
        user = User.objects.select_for_update().get(pk=self.user.pk)
        data = self.cleaned_data
        shown = [preferences.MAIL, *data["shown"].split()]
        for kind in self.offered:
            for channel in self.channels:
                wanted = _mode(data[f"{channel}_{kind}"])
                if wanted and channel in shown:
                    preferences.choose(user, kind, channel, wanted)
        for name in TIMES:
            setattr(user, name, data[name])
        user.save(update_fields=["notice_modes", *TIMES])
        return user


def _mode(chosen: str | bool) -> str:
    """Return the mode of a checkbox or choice; "" if the page did not offer it."""
    if isinstance(chosen, bool):
        return preferences.NOW if chosen else preferences.OFF
    return chosen


class WebhookForm(forms.Form):
    """The URL of a webhook; webhooks.py checks whether we may send there."""

    url = forms.CharField(
        label=_("Address"),
        help_text=_("It begins with https:// and can be reached from everywhere."),
        max_length=500,
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
