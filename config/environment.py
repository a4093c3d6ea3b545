"""The environment variables that Undermine reads: their meaning, defaults and safety checks.

`VARIABLES` is the only list of them. `python -m tools.configuration` writes docs/configuration.md
from it, the settings take their defaults from it, and the privacy page its periods.
"""

from __future__ import annotations

import base64
import os
import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management.utils import get_random_secret_key
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ROOT = Path(__file__).resolve().parent.parent
Environ = Mapping[str, str]
YES = ("1", "true", "on", "yes")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    meaning: str
    default: str
    """The default (at least in local mode), or what happens when it is not set."""
    required: bool = False
    """Whether production refuses to start without it."""
    between: tuple[int, int] | None = None
    """The minimum and the maximum, for a number."""
    kept: Promise | None = None
    """For a retention period: what is kept, in the words of the privacy page."""


MAX_DAYS = 36_500
"""Much longer periods would end after the last year that Python knows."""


def _retention(name: str, days: int, kept: Promise, minimum: int = 1) -> Variable:
    """Return a variable for the number of days that something is kept."""
    return Variable(name, "days to keep", str(days), between=(minimum, MAX_DAYS), kept=kept)


VARIABLES = (
    Variable("DATABASE_URL", "database; PostgreSQL in production", "SQLite in var/", required=True),
    Variable("DATABASE_PASSWORD", "its password, if it isn't in `DATABASE_URL`", "none"),
    Variable(
        "DATABASE_POOL",
        "maximum number of PostgreSQL connections per web process",
        "16",
        between=(1, 1000),
    ),
    Variable("SITE_URL", "public address of the site, used in emails", "loopback", required=True),
    Variable("ALLOWED_HOSTS", "host names, separated by commas", "the host of `SITE_URL`"),
    Variable(
        "SECRET_KEY", "signs sessions and links; at least 50 characters", "generated", required=True
    ),
    Variable(
        "SECRET_KEY_FALLBACKS",
        "earlier secret keys, separated by spaces; what they signed stays valid",
        "none",
    ),
    Variable("BROKER_URL", "Celery broker, such as Redis", "files in var/", required=True),
    Variable("CACHE_URL", "shared cache", "Redis if the broker is Redis, else the database"),
    Variable(
        "EMAIL_URL", "mail server, such as `smtp+tls://…`", "files in var/mail", required=True
    ),
    Variable("EMAIL_PASSWORD", "its password, if it isn't in `EMAIL_URL`", "none"),
    Variable("EMAIL_FROM", "sender of all emails", "Undermine at the host of `SITE_URL`"),
    Variable("CONTACT_EMAIL", "address shown on the contact page", "none"),
    Variable("VAPID_PRIVATE_KEY", "signs web push; base64url", "no push; generated in local mode"),
    Variable(
        "LEASE_SECONDS",
        "how long a worker may hold a notice or email it is sending",
        "180",
        between=(1, 86_400),
    ),
    Variable("OUTGOING_LOOPBACK", "allow push and webhooks to this machine; for tests", "off"),
    Variable(
        "TRUSTED_PROXY_COUNT", "your own proxies in front of the web server", "0", between=(0, 20)
    ),
    Variable("HSTS_SUBDOMAINS", "HSTS covers all subdomains", "off"),
    Variable("HSTS_PRELOAD", "allow browsers to preload HSTS; this is hard to take back", "off"),
    Variable("LOG_LEVEL", "`DEBUG`, `INFO`, `WARNING` or `ERROR`", "INFO"),
    Variable("METRICS_TOKEN", "bearer token for `/metrics`", "no metrics page"),
    Variable("SENTRY_DSN", "where errors are reported, without personal data", "no reports"),
    Variable("DEBUG", "Django's debug pages; only in local mode", "off"),
    Variable("VAR_DIR", "folder for local data and collected static files", "var"),
    Variable("PORT", "port of the web server", "8000", between=(1, 65_535)),
    Variable("WEB_CONCURRENCY", "web processes", "1 in local mode, else 2", between=(1, 512)),
    Variable("WEB_THREADS", "requests a web process answers at a time", "8", between=(1, 512)),
    Variable(
        "LIVE_STREAMS",
        "open pages per web process that get live updates; 0 for none",
        "2000",
        between=(0, 100_000),
    ),
    Variable(
        "WORKER_CONCURRENCY", "sweeps that run at a time (clocks, clean-ups)", "2", between=(1, 512)
    ),
    Variable(
        "BOT_CONCURRENCY",
        "bots that think at a time",
        "1 in local mode, else 2",
        between=(1, 512),
    ),
    Variable(
        "DELIVERY_CONCURRENCY",
        "push messages and webhooks sent at a time",
        "1 in local mode, else 4",
        between=(1, 512),
    ),
    Variable(
        "MAIL_CONCURRENCY",
        "emails sent at a time",
        "2; local mode uses `DELIVERY_CONCURRENCY`",
        between=(1, 512),
    ),
    Variable(
        "GUESTS",
        "maximum number of people who play without an account; 0 for none",
        "5000",
        between=(0, 1_000_000),
    ),
    _retention("KEEP_GUESTS", 14, _("A guest who does not come back")),
    _retention("KEEP_UNCONFIRMED_ACCOUNTS", 7, _("A sign-up that nobody confirms"), minimum=3),
    _retention("KEEP_CLOSED_TABLES", 30, _("Tables that never began or were cancelled")),
    _retention("KEEP_ABANDONED_TABLES", 90, _("Tables that everybody left")),
    _retention("KEEP_INVITED_ADDRESSES", 30, _("Email addresses that were invited to a table")),
    _retention("KEEP_VACATIONS", 400, _("Vacations, after their last day"), minimum=366),
    _retention("KEEP_NOTICES", 90, _("Notices, after they were sent"), minimum=30),
    _retention("KEEP_GIVEN_UP_MAIL", 30, _("A record that an email could not be delivered")),
    _retention("KEEP_REFUSED_ADDRESSES", 365, _("Hashes of addresses that emails bounced from")),
    _retention("KEEP_DEVICE_TRACES", 30, _("Hints of shared devices")),
    _retention("KEEP_REPORTS", 365, _("Reports, after they were resolved")),
    _retention("KEEP_SANCTIONS", 730, _("Decisions of moderators, after they end")),
    _retention("KEEP_EARLIER_NAMES", 730, _("Earlier names of players"), minimum=30),
    _retention("KEEP_STAFF_NOTES", 730, _("Notes of moderators")),
    _retention("KEEP_AUDIT", 1095, _("The record of what moderators did"), minimum=30),
    Variable("CI", "`true`: tests install missing tools and never skip", "off"),
)

_BY_NAME = {variable.name: variable for variable in VARIABLES}
NAMES = tuple(_BY_NAME)
RETENTION = {variable.name: variable.kept for variable in VARIABLES if variable.kept is not None}
"""Data that is kept for a limited time, by the name of its variable and setting."""
PRODUCTION_SIGNS = ("DATABASE_URL", "SITE_URL", "ALLOWED_HOSTS")


def read(environ: Environ) -> dict[str, str]:
    """Return the variables of `VARIABLES` that are set, nothing else: the settings see no others.

    `SECRET_KEY_FILE` names a file that holds `SECRET_KEY`, and so on. An empty value counts as not
    set. So does an unreadable file; `problems` reports it.
    """
    files = {f"{name}_FILE": environ.get(f"{name}_FILE", "") for name in NAMES}
    contents = {name: _content(files[f"{name}_FILE"]) for name in NAMES if files[f"{name}_FILE"]}
    plain = {name: environ.get(name, "") for name in NAMES}
    return {name: value for name, value in (plain | contents | files).items() if value}


def _content(path: str) -> str:
    try:
        return Path(path).read_text().rstrip("\n")
    except OSError:
        return ""


def is_local(environ: Environ) -> bool:
    """Return whether nothing that production needs is set."""
    signs = [sign for name in PRODUCTION_SIGNS for sign in (name, f"{name}_FILE")]
    return not any(environ.get(sign) for sign in signs)


def number(environ: Environ, name: str) -> int:
    """Return the value of a variable, or its default."""
    return int(environ.get(name) or _BY_NAME[name].default)


def days(environ: Environ, name: str) -> timedelta:
    return timedelta(days=number(environ, name))


def is_loopback(url: str) -> bool:
    """Return whether a URL leads to this machine."""
    return urlsplit(url).hostname in LOOPBACK


def problems(environ: Environ) -> list[str]:
    """Return why production must not start with this environment, one sentence per variable."""
    found = [
        f"{variable.name} is missing ({variable.meaning})."
        for variable in VARIABLES
        if variable.required and not environ.get(variable.name)
    ]
    return found + malformed(environ) + [why for why, fails in CHECKS.items() if fails(environ)]


def malformed(environ: Environ) -> list[str]:
    """Return the problems that stop even local mode."""
    return _files(environ) + _numbers(environ)


def _files(environ: Environ) -> list[str]:
    paths = {f"{name}_FILE": environ.get(f"{name}_FILE") for name in NAMES}
    return [
        f"{name} names a file that cannot be read: {path}"
        for name, path in paths.items()
        if path and not (Path(path).is_file() and os.access(path, os.R_OK))
    ]


def _numbers(environ: Environ) -> list[str]:
    found = []
    for variable in VARIABLES:
        value = environ.get(variable.name)
        if value and variable.between and not _is_between(value, *variable.between):
            minimum, maximum = variable.between
            found.append(f"{variable.name} must be a whole number from {minimum} to {maximum}.")
    return found


def _is_between(value: str, minimum: int, maximum: int) -> bool:
    return value.isascii() and value.isdigit() and minimum <= int(value) <= maximum


def _is_on(environ: Environ, name: str) -> bool:
    return environ.get(name, "").lower() in YES


def _is_public_site(environ: Environ) -> bool:
    """Return False if production settings are being tried on one machine."""
    return not is_loopback(environ.get("SITE_URL", ""))


def _is_weak_key(key: str) -> bool:
    return len(key) < 50 or len(set(key)) < 5 or key.startswith("django-insecure-")


def _is_site_url(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.path in ("", "/")


def _scheme(environ: Environ, name: str) -> str:
    return urlsplit(environ.get(name, "")).scheme


def _has_short_lease(environ: Environ) -> bool:
    seconds = environ.get("LEASE_SECONDS", "180")
    return seconds.isdigit() and int(seconds) < 120 and _is_public_site(environ)


CHECKS: Mapping[str, Callable[[Environ], object]] = {
    "SECRET_KEY is too weak: use at least 50 random characters.": (
        lambda e: e.get("SECRET_KEY") and _is_weak_key(e["SECRET_KEY"])
    ),
    "SITE_URL must look like https://undermine.example, without a path.": (
        lambda e: e.get("SITE_URL") and not _is_site_url(e["SITE_URL"])
    ),
    "SITE_URL must start with https:// (http is for loopback only).": (
        lambda e: (
            _is_site_url(e.get("SITE_URL", ""))
            and _scheme(e, "SITE_URL") == "http"
            and _is_public_site(e)
        )
    ),
    "ALLOWED_HOSTS must name the hosts: * accepts forged ones.": (
        lambda e: "*" in [host.strip() for host in e.get("ALLOWED_HOSTS", "").split(",")]
    ),
    "DEBUG shows secrets to strangers: remove it in production.": lambda e: _is_on(e, "DEBUG"),
    "BROKER_URL must name a broker that several machines share, such as Redis.": (
        lambda e: _scheme(e, "BROKER_URL") in ("memory", "filesystem", "folder")
    ),
    "CACHE_URL must name a cache that all processes share: throttles count there.": (
        lambda e: _scheme(e, "CACHE_URL") in ("locmemcache", "dummycache")
    ),
    "HSTS_PRELOAD needs HSTS_SUBDOMAINS: browsers preload whole domains only.": (
        lambda e: _is_on(e, "HSTS_PRELOAD") and not _is_on(e, "HSTS_SUBDOMAINS")
    ),
    "VAPID_PRIVATE_KEY must be 32 bytes in base64url (docs/operations.md).": (
        lambda e: not re.fullmatch(r"([\w-]{43}=?)?", e.get("VAPID_PRIVATE_KEY", ""))
    ),
    "LEASE_SECONDS must be at least 120: longer than any delivery takes.": _has_short_lease,
    "OUTGOING_LOOPBACK lets players reach this machine: remove it.": (
        lambda e: _is_on(e, "OUTGOING_LOOPBACK") and _is_public_site(e)
    ),
    f"LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}.": (
        lambda e: e.get("LOG_LEVEL", "INFO") not in LOG_LEVELS
    ),
    "METRICS_TOKEN is too short: use at least 20 random characters.": (
        lambda e: 0 < len(e.get("METRICS_TOKEN", "")) < 20
    ),
}
"""Problems that keep production from starting: a message, and the check for it."""


DEMO_NAME = "Demo"
DEMO_EMAIL = "demo@undermine.example"
DEMO_MODERATOR_NAME = "Wren"
DEMO_MODERATOR_EMAIL = "moderator@undermine.example"
DEMO_PASSWORD = "mind-the-gap-7"  # noqa: S105


def make_folders(folder: Path) -> None:
    for name in ("mail", "broker"):
        (folder / name).mkdir(parents=True, exist_ok=True)


def secret_key(folder: Path) -> str:
    return _read_or_create(folder / "secret-key", get_random_secret_key)


def vapid_key(folder: Path) -> str:
    return _read_or_create(folder / "vapid-key", new_vapid_key)


def new_vapid_key() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def _read_or_create(path: Path, make: Callable[[], str]) -> str:
    """Read a file, creating it if missing; processes that start together agree on one."""
    if not path.exists():
        handle, draft = tempfile.mkstemp(dir=path.parent)  # readable only by its owner
        with open(handle, "w") as file:
            file.write(make())
        try:
            os.link(draft, path)  # fails if another process was first
        except FileExistsError:
            pass
        os.unlink(draft)
    return path.read_text()
