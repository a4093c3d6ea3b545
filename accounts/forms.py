"""Account forms: allauth's with our labels, settings, deletion; and password rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, NamedTuple
from zoneinfo import available_timezones

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language_info, gettext
from django.utils.translation import gettext_lazy as _

from accounts import names, time_zones
from accounts.models import User
from accounts.sign_in import attempt_limits, bans, security_log, sessions

PASSWORD_RULES = _(
    "At least twelve characters, not only digits, not a common password, and without the name of "
    "this site. A few words in a row are easy to remember."
)
NAME_HELP = _("What others see at the table: 3 to 20 letters, digits, - and _.")
ADDRESS_HELP = _("For signing in, and to tell you that it is your turn. Nobody else sees it.")
MIN_UNIT_LENGTH = 5


class CommonWordValidator(CommonPasswordValidator):
    """Also refuses common passwords that are repeated or have digits or symbols at either end."""

    def validate(self, password: str, user: object = None) -> None:
        plain = password.lower().strip()
        bare = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", plain)
        if {plain, bare, _repeated_unit(plain), _repeated_unit(bare)} & self.passwords or len(
            _repeated_unit(plain)
        ) < MIN_UNIT_LENGTH:
            raise ValidationError(self.get_error_message(), code="password_too_common")


def _repeated_unit(text: str) -> str:
    """Return the shortest part that the text repeats; the text itself if there is none."""
    return text[: (text + text).find(text, 1)] if text else ""


class SiteNameValidator:
    """Refuses the name of the site, also in look-alike letters: people try it first."""

    def validate(self, password: str, user: object = None) -> None:
        typed = names.key(re.sub(r"[\W_]", "", password))
        if names.key(settings.SITE_NAME) in typed or settings.SITE_HOST in password.lower():
            raise ValidationError(
                gettext("The password contains the name of this site, which people try first."),
                code="password_names_site",
            )

    def get_help_text(self) -> str:
        return gettext("Your password must not contain the name of this site.")


@cache
def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return all time zones, by continent."""
    regions: dict[str, list[tuple[str, str]]] = {}
    for zone in sorted(available_timezones() - {"Factory", "localtime"}):
        region, _slash, place = zone.rpartition("/")
        regions.setdefault(region, []).append((zone, place.replace("_", " ")))
    return sorted((region or "UTC", found) for region, found in regions.items())


class FieldWords(NamedTuple):
    """Our label, help text and attributes for one of allauth's fields."""

    label: Any
    help_text: Any = ""
    attributes: Mapping[str, Any] = {}


class Relabelled(forms.Form):
    """One of allauth's forms with our words, and without placeholders."""

    words: ClassVar[Mapping[str, FieldWords]]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, words in self.words.items():
            field = self.fields[name]
            field.label, field.help_text = words.label, words.help_text
            field.widget.attrs.pop("placeholder", None)
            field.widget.attrs.update(words.attributes)


PASSWORD_TWICE = {
    "password1": FieldWords(_("New password"), PASSWORD_RULES),
    "password2": FieldWords(_("New password, once more")),
}
CODE = FieldWords(_("Code"), attributes={"autocapitalize": "characters", "spellcheck": "false"})


def check_mail_limit(limits: attempt_limits.Limits, email: str) -> str:
    """Return the address; raise ValidationError if it has had too many emails."""
    if not attempt_limits.consume(context.request, limits, email):
        security_log.log_warning("mail held back", context.request, email)
        raise get_adapter().validation_error("rate_limited")
    return email


class LoginForm(Relabelled, allauth_forms.LoginForm):
    words = {
        "login": FieldWords(_("Email address"), attributes={"autocomplete": "username"}),
        "password": FieldWords(_("Password")),
    }

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        """Shorten staff sessions after allauth has set their length."""
        response: HttpResponse = super().login(request, redirect_url)
        sessions.shorten_staff_cookie(request.session)
        return response

    def locked_address(self) -> str:
        """Return the address with too many wrong passwords from here, to offer a code instead."""
        locked = self.has_error(NON_FIELD_ERRORS, "too_many_login_attempts")
        return str(self.cleaned_data.get("login", "")) if locked else ""


class ZoneField(forms.ChoiceField):
    """A time zone; guessed if the form has none."""

    def clean(self, value: Any) -> Any:
        return super().clean(value or time_zones.guess_zone(context.request))


class SignupForm(Relabelled, allauth_forms.SignupForm):
    words = {
        "username": FieldWords(
            _("Name"),
            NAME_HELP,
            {"autocomplete": "nickname", "minlength": names.SHORTEST, "spellcheck": "false"},
        ),
        "email": FieldWords(_("Email address"), ADDRESS_HELP),
        "password1": FieldWords(_("Password"), PASSWORD_RULES),
        "time_zone": FieldWords(
            _("Time zone"),
            _("Deadlines and dates are shown in it. You can change it in your settings."),
        ),
    }
    time_zone = ZoneField(choices=zone_choices)
    field_order = ("username", "email", "password1", "time_zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("time_zone", time_zones.guess_zone(context.request))
        if not self.is_bound:
            self.fields["time_zone"].widget.attrs["data-zone"] = ""

    def validate_unique_email(self, value: str) -> str:
        """Treat a banned address like one that has an account."""
        email: str = super().validate_unique_email(value)
        self.account_already_exists |= bans.is_banned_address(email)
        return email

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """Take the name and hash the password even if the address has an account.

        Otherwise timing, or trying the same name again, would reveal that it has one.
        """
        if self.account_already_exists:
            self._hold_name(request)
        saved: tuple[Any, HttpResponse | None] = super().try_save(request)
        return saved

    def _hold_name(self, request: HttpRequest) -> None:
        adapter = get_adapter()
        nobody = adapter.new_user(request)
        nobody.is_active = False
        adapter.save_user(request, nobody, self, commit=False)
        nobody.email = ""
        nobody.set_unusable_password()
        nobody.save()


class NameForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=names.LONGEST,
        help_text=NAME_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )


class AddEmailForm(Relabelled, allauth_forms.AddEmailForm):
    words = {"email": FieldWords(_("New email address"))}

    def save(self, request: HttpRequest) -> EmailAddress:
        try:
            return super().save(request)
        except IntegrityError:  # a double click
            return EmailAddress.objects.get(user=self.user, email=self.cleaned_data["email"])


class ChangePasswordForm(Relabelled, allauth_forms.ChangePasswordForm):
    words = {"oldpassword": FieldWords(_("Current password")), **PASSWORD_TWICE}


class SetPasswordForm(Relabelled, allauth_forms.SetPasswordForm):
    words = {
        "password1": FieldWords(_("Password"), PASSWORD_RULES),
        "password2": FieldWords(_("Password, once more")),
    }


class ResetPasswordForm(Relabelled, allauth_forms.ResetPasswordForm):
    words = {"email": FieldWords(_("Email address"))}

    def clean_email(self) -> str:
        return check_mail_limit(attempt_limits.PASSWORD_RESETS, super().clean_email())


class ResetPasswordKeyForm(Relabelled, allauth_forms.ResetPasswordKeyForm):
    words = PASSWORD_TWICE


class ReauthenticateForm(Relabelled, allauth_forms.ReauthenticateForm):
    words = {"password": FieldWords(_("Password"))}


class RequestLoginCodeForm(Relabelled, allauth_forms.RequestLoginCodeForm):
    words = {"email": FieldWords(_("Email address"))}
    _user: User | None

    def clean_email(self) -> str:
        email = check_mail_limit(attempt_limits.CODES, super().clean_email())
        # Entering a code would confirm the address; a banned one must stay unconfirmed.
        if self._user is not None and bans.claims_banned_address(self._user, email):
            self._user = None
        return email


class ConfirmLoginCodeForm(Relabelled, allauth_forms.ConfirmLoginCodeForm):
    words = {"code": CODE}


def languages() -> list[tuple[str, str]]:
    return [(code, get_language_info(code)["name_local"].capitalize())
            for code, _name in settings.LANGUAGES]  # fmt: skip


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    language = forms.ChoiceField(
        label=_("Language"), choices=languages, help_text=_("Used for every page and email.")
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=zone_choices,
        help_text=_("Deadlines and dates are shown in it."),
    )

    class Meta:
        model = User
        fields = ["language", "time_zone", "theme", "shows_looking"]
        widgets = {"theme": forms.RadioSelect}
        labels = {"theme": _("Light")}
        help_texts = {
            "shows_looking": _(
                "Shown next to your name at your tables, and to people who follow you. "
                "If this is off, nobody sees it."
            ),
        }


class DeleteAccountForm(forms.Form):
    """Asks for the player's name, as a confirmation."""

    name = forms.CharField(
        label=_("Your name"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data)
        self.user = user
        wanted = _("To confirm, type your name: %(name)s") % {"name": user.name}
        self.fields["name"].help_text = wanted

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if names.normal(name) != self.user.name:
            raise ValidationError(_("That is not your name."), code="other_name")
        return name
