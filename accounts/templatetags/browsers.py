"""Names of browsers and systems."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# The first match counts: nearly all browsers also claim to be older ones.
BROWSERS = (
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Edg", "Edge"), ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"), ("Vivaldi", "Vivaldi"), ("CriOS", "Chrome"),
    ("Chrome", "Chrome"), ("Chromium", "Chromium"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("Mac OS", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip


@register.filter
def browser(agent: str) -> str:
    """Return browser and system, such as `Firefox on Linux`, as far as the user agent says."""
    found = next((name for part, name in BROWSERS if part in agent), _("Some browser"))
    system = next((name for part, name in SYSTEMS if part in agent), "")
    if not system:
        return found
    return _("%(browser)s on %(system)s") % {"browser": found, "system": system}
