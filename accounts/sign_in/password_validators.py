"""Password validators: no common passwords, however decorated, and no name of the site."""

from __future__ import annotations

import re

from django.conf import settings
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts import names

MIN_UNIT_LENGTH = 5


class CommonWordValidator(CommonPasswordValidator):
    """Also refuses common passwords that are repeated or have digits and symbols at either end."""

    def validate(self, password: str, user: object = None) -> None:
        plain = password.lower().strip()
        bare = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", plain)
        if {plain, bare, _repeated_unit(plain), _repeated_unit(bare)} & self.passwords or len(
            _repeated_unit(plain)
        ) < MIN_UNIT_LENGTH:
            raise ValidationError(self.get_error_message(), code="password_too_common")


def _repeated_unit(text: str) -> str:
    """Return the part that the text repeats; the text itself if it doesn't."""
    return text[: (text + text).find(text, 1)] if text else ""


class SiteNameValidator:
    """Refuses the name of the site, also in look-alike letters: people try it first."""

    def validate(self, password: str, user: object = None) -> None:
        typed = names.key(re.sub(r"[\W_]", "", password))
        if names.key(settings.SITE_NAME) in typed or settings.SITE_HOST in password.lower():
            raise ValidationError(
                _("The password contains the name of this site, which people try first."),
                code="password_names_site",
            )

    def get_help_text(self) -> str:
        return _("Your password must not contain the name of this site.")
