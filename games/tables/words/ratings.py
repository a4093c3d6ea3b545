"""How sure a rating is, in words."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.phrases import Words

VAGUE: Final = 6.0
FAIR: Final = 3.5


def how_sure(sigma: float) -> Words:
    """About ten tables lead from the first to the second, about forty to the third."""
    if sigma > VAGUE:
        return _("still finding out")
    return _("a fair guess") if sigma > FAIR else _("well known")
