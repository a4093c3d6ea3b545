"""Every environment variable that Undermine reads, and what makes it unsafe.

The table in the README is this list; a test keeps the two equal.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
YES = ("1", "true", "on", "yes")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


@dataclass(frozen=True, slots=True)
class Variable:
    """One variable: what it means, and what local mode takes when it is not set."""

    name: str
    meaning: str
    default: str
    required: bool = False
    between: tuple[int, int] | None = None
    """The least and the most it may be, where it is a number."""


MAX_DAYS = 36_500  # days; the calendar ends before much longer periods do


def _retention(name: str, what: str, days: int, least: int = 1) -> Variable:
    """For how many days something is kept, and the fewest that the site can do with."""
    return Variable(name, f"days to keep {what}", str(days), between=(least, MAX_DAYS))


VARIABLES = (
    Variable("DATABASE_URL", "PostgreSQL, or another database", "SQLite in var/", required=True),
    Variable("DATABASE_PASSWORD", "with any character, where DATABASE_URL has none", "none"),
    Variable(
        "DATABASE_POOL", "most connections of a web process to PostgreSQL", "16", between=(1, 1000)
    ),
    Variable("SITE_URL", "the address people type, used in mail", "loopback", required=True),
    Variable("ALLOWED_HOSTS", "host names, with commas", "the host of SITE_URL"),
    Variable(
        "SECRET_KEY", "signs sessions and links; 50 characters or more", "generated", required=True
    ),
    Variable(
        "SECRET_KEY_FALLBACKS", "earlier keys, with spaces: what they signed still counts", "none"
    ),
    Variable("BROKER_URL", "Celery's broker, Redis for instance", "files in var/", required=True),
    Variable("CACHE_URL", "shared cache", "Redis if the broker is Redis, else the database"),
    Variable("EMAIL_URL", "where mail goes, `smtp+tls://…`", "files in var/mail", required=True),
    Variable("EMAIL_PASSWORD", "with any character, where EMAIL_URL has none", "none"),
    Variable("EMAIL_FROM", "sender of all mail", "Undermine at the host of SITE_URL"),
    Variable("CONTACT_EMAIL", "shown on the contact page", "none"),
    Variable("VAPID_PRIVATE_KEY", "signs web push, base64url", "no push; generated in local mode"),
    Variable(
        "LEASE_SECONDS", "how long a worker may hold what it sends", "180", between=(1, 86_400)
    ),
    Variable("OUTGOING_LOOPBACK", "push and webhooks may go to this machine; for tests", "off"),
    Variable("TRUSTED_PROXY_COUNT", "proxies of yours before the web server", "0", between=(0, 20)),
    Variable("HSTS_SUBDOMAINS", "HTTPS is promised for all subdomains too", "off"),
    Variable("HSTS_PRELOAD", "browsers may ship that promise; hard to take back", "off"),
    Variable("LOG_LEVEL", "`DEBUG` to `ERROR`", "INFO"),
    Variable("METRICS_TOKEN", "opens `/metrics` to Prometheus", "no such page"),
    Variable("SENTRY_DSN", "where faults are reported to, without anybody's data", "nowhere"),
    Variable("DEBUG", "Django's debug pages; only in local mode", "off"),
    Variable("VAR_DIR", "folder for what local mode and static files need", "var"),
    Variable("PORT", "port of the web server", "8000", between=(1, 65_535)),
    Variable("WEB_CONCURRENCY", "web processes", "1 in local mode, else 2", between=(1, 512)),
    Variable("WEB_THREADS", "requests that a web process answers at once", "8", between=(1, 512)),
    Variable(
        "LIVE_STREAMS",
        "open pages of a web process that are told of changes at once; 0: none",
        "2000",
        between=(0, 100_000),
    ),
    Variable("WORKER_CONCURRENCY", "sweeps at once: clocks, clean-up", "2", between=(1, 512)),
    Variable(
        "BOT_CONCURRENCY", "bots that think at once", "1 in local mode, else 2", between=(1, 512)
    ),
    Variable(
        "DELIVERY_CONCURRENCY",
        "push and webhooks at once",
        "1 in local mode, else 4",
        between=(1, 512),
    ),
    Variable(
        "MAIL_CONCURRENCY",
        "mails at once",
        "2; in local mode with DELIVERY_CONCURRENCY",
        between=(1, 512),
    ),
    Variable(
        "GUESTS",
        "people who may play without an account at a time; 0: nobody",
        "5000",
        between=(0, 1_000_000),
    ),
    _retention("KEEP_GUESTS", "a guest who does not come again", 14),
    _retention("KEEP_CLOSED_TABLES", "lobbies that never filled and cancelled tables", 30),
    _retention("KEEP_ABANDONED_TABLES", "tables that everybody left", 90),
    _retention("KEEP_UNCONFIRMED_ACCOUNTS", "sign-ups that nobody confirmed", 7, least=3),
    _retention("KEEP_NOTICES", "notices after they were sent, dropped or given up", 90, least=30),
    _retention("KEEP_GIVEN_UP_MAIL", "that a mail could not be delivered", 30),
    _retention("KEEP_REFUSED_ADDRESSES", "keyed hashes of addresses where nobody is", 365),
    _retention("KEEP_INVITED_ADDRESSES", "invited addresses once no seat waits for them", 30),
    _retention("KEEP_REPORTS", "reports after they were resolved", 365),
    _retention("KEEP_SANCTIONS", "sanctions after they were decided and have ended", 730),
    _retention("KEEP_STAFF_NOTES", "notes of moderators", 730),
    _retention("KEEP_DEVICE_TRACES", "hints of shared devices", 30),
    _retention("KEEP_AUDIT", "the audit trail", 1095, least=30),
    _retention("KEEP_VACATIONS", "vacations, which count for their calendar year", 400, least=366),
    _retention("KEEP_EARLIER_NAMES", "earlier names, which nobody else may take", 730, least=30),
    Variable("CI", "`true`: tests install what they need and never skip", "off"),
)

NAMES = tuple(variable.name for variable in VARIABLES)
PRODUCTION_SIGNS = ("DATABASE_URL", "SITE_URL", "ALLOWED_HOSTS")


def read(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment with what lies in files: SECRET_KEY_FILE names the file of SECRET_KEY.

    What is empty counts as not set, and so does a file that cannot be read; `problems` names it.
    """
    named = {name: environ[f"{name}_FILE"] for name in NAMES if environ.get(f"{name}_FILE")}
    whole = {**environ, **{name: _content(path) for name, path in named.items()}}
    return {name: value for name, value in whole.items() if value or name not in NAMES}


def _content(path: str) -> str:
    try:
        return Path(path).read_text().rstrip("\n")
    except OSError:
        return ""


def is_local(environ: Mapping[str, str]) -> bool:
    """Nothing that names an outside world is set: local mode."""
    signs = [sign for name in PRODUCTION_SIGNS for sign in (name, f"{name}_FILE")]
    return not any(environ.get(sign) for sign in signs)


def days(environ: Mapping[str, str], name: str) -> timedelta:
    """A period: what the environment says, or the table above."""
    default = next(variable.default for variable in VARIABLES if variable.name == name)
    return timedelta(days=int(environ.get(name, default)))


def is_loopback(url: str) -> bool:
    """Whether the address can only be reached from this very machine."""
    return urlsplit(url).hostname in LOOPBACK


def problems(environ: Mapping[str, str]) -> list[str]:
    """Why production must not start with this environment, a sentence for each setting."""
    found = [
        f"{variable.name} is missing ({variable.meaning})."
        for variable in VARIABLES
        if variable.required and not environ.get(variable.name)
    ]
    return found + malformed(environ) + [said for check in CHECKS for said in check(environ)]


def malformed(environ: Mapping[str, str]) -> list[str]:
    """What cannot even be understood, in local mode or in production."""
    return _files(environ) + _numbers(environ)


def _files(environ: Mapping[str, str]) -> list[str]:
    """Whatever NAME_FILE names must be there to be read."""
    paths = {f"{name}_FILE": environ.get(f"{name}_FILE") for name in NAMES}
    return [
        f"{name} names a file that cannot be read: {path}"
        for name, path in paths.items()
        if path and not (Path(path).is_file() and os.access(path, os.R_OK))
    ]


def _numbers(environ: Mapping[str, str]) -> list[str]:
    found = []
    for variable in VARIABLES:
        value = environ.get(variable.name)
        if value and variable.between and not _lies_between(value, *variable.between):
            least, most = variable.between
            found.append(f"{variable.name} must be a whole number from {least} to {most}.")
    return found


def _lies_between(value: str, least: int, most: int) -> bool:
    return value.isascii() and value.isdigit() and least <= int(value) <= most


def _secret_key(environ: Mapping[str, str]) -> list[str]:
    key = environ.get("SECRET_KEY", "")
    if key and (len(key) < 50 or len(set(key)) < 5 or key.startswith("django-insecure-")):
        return ["SECRET_KEY is too weak: take 50 random characters or more."]
    return []


def _site_url(environ: Mapping[str, str]) -> list[str]:
    url = environ.get("SITE_URL", "")
    if not url:
        return []
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        return ["SITE_URL must look like https://undermine.example, without a path."]
    if parts.scheme == "http" and not is_loopback(url):
        return ["SITE_URL must begin with https:// (http is for loopback only)."]
    return []


def _allowed_hosts(environ: Mapping[str, str]) -> list[str]:
    hosts = [host.strip() for host in environ.get("ALLOWED_HOSTS", "").split(",")]
    if "*" in hosts:
        return ["ALLOWED_HOSTS must name the hosts: * would accept forged ones."]
    return []


def _debug(environ: Mapping[str, str]) -> list[str]:
    if _is_on(environ, "DEBUG"):
        return ["DEBUG shows secrets to strangers: leave it out in production."]
    return []


def _broker_url(environ: Mapping[str, str]) -> list[str]:
    if urlsplit(environ.get("BROKER_URL", "")).scheme in ("memory", "filesystem", "folder"):
        return ["BROKER_URL must name a broker that several machines share, such as Redis."]
    return []


def _cache_url(environ: Mapping[str, str]) -> list[str]:
    if urlsplit(environ.get("CACHE_URL", "")).scheme in ("locmemcache", "dummycache"):
        return ["CACHE_URL must name a cache that all processes share: throttles count there."]
    return []


def _hsts_preload(environ: Mapping[str, str]) -> list[str]:
    if _is_on(environ, "HSTS_PRELOAD") and not _is_on(environ, "HSTS_SUBDOMAINS"):
        return ["HSTS_PRELOAD needs HSTS_SUBDOMAINS: browsers ship it for whole domains only."]
    return []


def _vapid_private_key(environ: Mapping[str, str]) -> list[str]:
    key = environ.get("VAPID_PRIVATE_KEY", "")
    if key and not re.fullmatch(r"[\w-]{43}=?", key):
        return ["VAPID_PRIVATE_KEY must be 32 bytes in base64url (docs/operations.md)."]
    return []


def _lease_seconds(environ: Mapping[str, str]) -> list[str]:
    seconds = environ.get("LEASE_SECONDS", "180")
    if seconds.isdigit() and int(seconds) < 120 and not _is_loopback_site(environ):
        return ["LEASE_SECONDS must be 120 or more: longer than any delivery takes."]
    return []


def _outgoing_loopback(environ: Mapping[str, str]) -> list[str]:
    if _is_on(environ, "OUTGOING_LOOPBACK") and not _is_loopback_site(environ):
        return ["OUTGOING_LOOPBACK lets players reach this very machine: leave it out."]
    return []


def _log_level(environ: Mapping[str, str]) -> list[str]:
    if environ.get("LOG_LEVEL", "INFO") not in LOG_LEVELS:
        return [f"LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}."]
    return []


def _metrics_token(environ: Mapping[str, str]) -> list[str]:
    if 0 < len(environ.get("METRICS_TOKEN", "")) < 20:
        return ["METRICS_TOKEN is too short: take 20 random characters or more."]
    return []


def _is_on(environ: Mapping[str, str], name: str) -> bool:
    return environ.get(name, "").lower() in YES


def _is_loopback_site(environ: Mapping[str, str]) -> bool:
    """A site that nobody else can reach: production's settings, tried on one machine."""
    return is_loopback(environ.get("SITE_URL", ""))


CHECKS = (
    _secret_key,
    _site_url,
    _allowed_hosts,
    _debug,
    _broker_url,
    _cache_url,
    _hsts_preload,
    _vapid_private_key,
    _lease_seconds,
    _outgoing_loopback,
    _log_level,
    _metrics_token,
)
