"""Every environment variable that Undermine reads, and what makes it unsafe.

The table in the README is this list; a test keeps the two equal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
YES = ("1", "true", "on", "yes")
LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Variable:
    """One variable: what it means, and what local mode takes when it is not set."""

    name: str
    meaning: str
    default: str
    required: bool = False


VARIABLES = (
    Variable("DATABASE_URL", "PostgreSQL, or another database", "SQLite in var/", required=True),
    Variable("SITE_URL", "the address people type, used in mail", "loopback", required=True),
    Variable("ALLOWED_HOSTS", "host names, with commas", "the host of SITE_URL"),
    Variable(
        "SECRET_KEY", "signs sessions and links; 50 characters or more", "generated", required=True
    ),
    Variable("BROKER_URL", "Celery's broker, Redis for instance", "files in var/", required=True),
    Variable("CACHE_URL", "shared cache", "Redis if the broker is Redis, else the database"),
    Variable("EMAIL_URL", "where mail goes, `smtp+tls://…`", "files in var/mail", required=True),
    Variable("EMAIL_FROM", "sender of all mail", "Undermine at the host of SITE_URL"),
    Variable("CONTACT_EMAIL", "shown on the contact page", "none"),
    Variable("VAPID_PRIVATE_KEY", "signs web push, base64url", "no push; generated in local mode"),
    Variable("LEASE_SECONDS", "how long a worker may hold what it sends", "180"),
    Variable("OUTGOING_LOOPBACK", "push and webhooks may go to this machine; for tests", "off"),
    Variable("TRUSTED_PROXY_COUNT", "proxies of yours before the web server", "0"),
    Variable("LOG_LEVEL", "`DEBUG` to `ERROR`", "INFO"),
    Variable("DEBUG", "Django's debug pages; only in local mode", "off"),
    Variable("VAR_DIR", "folder for what local mode and static files need", "var"),
    Variable("PORT", "port of `make run` and of the Procfile", "8000"),
    Variable("WEB_CONCURRENCY", "web processes", "1 in local mode, else 2"),
    Variable("CI", "`true`: tests install what they need and never skip", "off"),
)

PRODUCTION_SIGNS = ("DATABASE_URL", "SITE_URL", "ALLOWED_HOSTS")


def is_local(environ: Mapping[str, str]) -> bool:
    """Nothing that names an outside world is set: local mode."""
    return not any(environ.get(name) for name in PRODUCTION_SIGNS)


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
    return found + [sentence for check in CHECKS for sentence in check(environ)]


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
    if environ.get("DEBUG", "").lower() in YES:
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


def _trusted_proxy_count(environ: Mapping[str, str]) -> list[str]:
    if not environ.get("TRUSTED_PROXY_COUNT", "0").isdigit():
        return ["TRUSTED_PROXY_COUNT must be a whole number, 0 or more."]
    return []


def _vapid_private_key(environ: Mapping[str, str]) -> list[str]:
    key = environ.get("VAPID_PRIVATE_KEY", "")
    if key and not re.fullmatch(r"[\w-]{43}=?", key):
        return ["VAPID_PRIVATE_KEY must be 32 bytes in base64url (docs/operations.md)."]
    return []


def _lease_seconds(environ: Mapping[str, str]) -> list[str]:
    seconds = environ.get("LEASE_SECONDS", "180")
    if not seconds.isdigit() or (int(seconds) < 120 and not _tried_out(environ)):
        return ["LEASE_SECONDS must be 120 or more: longer than any delivery takes."]
    return []


def _outgoing_loopback(environ: Mapping[str, str]) -> list[str]:
    if environ.get("OUTGOING_LOOPBACK", "").lower() in YES and not _tried_out(environ):
        return ["OUTGOING_LOOPBACK lets players reach this very machine: leave it out."]
    return []


def _tried_out(environ: Mapping[str, str]) -> bool:
    """A site that nobody else can reach: production's settings, tried on one machine."""
    return is_loopback(environ.get("SITE_URL", ""))


CHECKS = (
    _secret_key,
    _site_url,
    _allowed_hosts,
    _debug,
    _broker_url,
    _cache_url,
    _trusted_proxy_count,
    _vapid_private_key,
    _lease_seconds,
    _outgoing_loopback,
)
