"""All settings, from the environment. None set: local mode (README, *Configuration*)."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import environment, local_files

env = environ.Env()
BASE_DIR = environment.ROOT
LOCAL_MODE = environment.is_local(os.environ)
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var"))).resolve()

if not LOCAL_MODE and (found := environment.problems(os.environ)):
    raise ImproperlyConfigured("\n".join(found))
if LOCAL_MODE:
    local_files.prepare(VAR_DIR)

# Who we are ---------------------------------------------------------------------------------

SITE_NAME = "Undermine"
PORT = env.int("PORT", default=8000)
SITE_URL = env.str("SITE_URL", default=f"http://localhost:{PORT}").rstrip("/")
SITE_HOST = urlsplit(SITE_URL).hostname or "localhost"
SECURE = SITE_URL.startswith("https://")
CONTACT_EMAIL = env.str("CONTACT_EMAIL", default="")
DEBUG = LOCAL_MODE and env.bool("DEBUG", default=False)
SECRET_KEY = local_files.secret_key(VAR_DIR) if LOCAL_MODE else env.str("SECRET_KEY")
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", default=list(environment.LOOPBACK[:2]) if LOCAL_MODE else [SITE_HOST]
)

# Applications -------------------------------------------------------------------------------

INSTALLED_APPS = [
    "accounts",
    "games.kinds",
    "games.tables",
    "games.notices",
    "games.moderation",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "csp",
    "games.moderation.apps.AdminWithOurSite",  # django.contrib.admin, with our own site
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "config.headers.PermissionsPolicy",  # outermost: refusals have it too
    "config.logs.RequestLog",
    "csp.middleware.CSPMiddleware",
    "config.gate.Gate",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.ReaderMiddleware",
    "accounts.sign_in_first.DoorMiddleware",
    "games.tables.sign_in_first.TableDoorMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.site.pages.site",
            ],
        },
    },
]

# What is stored where -----------------------------------------------------------------------

SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",  # otherwise concurrent read-then-write fails at once
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}


def _database() -> dict[str, object]:
    default = f"sqlite:///{VAR_DIR / 'db.sqlite3'}"
    found: dict[str, object] = env.db_url("DATABASE_URL", default=default)
    if "sqlite" in str(found["ENGINE"]):
        # Tests use threads and processes, which an in-memory database cannot serve.
        test = {"NAME": str(VAR_DIR / "test.sqlite3")}
        return found | {"OPTIONS": SQLITE_OPTIONS, "TEST": test}
    return found | {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

BROKER_URL = env.str("BROKER_URL", default="folder://")


def _cache() -> dict[str, object]:
    """Throttles count in the cache, so it is always one that all processes share."""
    if env.str("CACHE_URL", default=""):
        named: dict[str, object] = env.cache_url("CACHE_URL")
        return named
    if BROKER_URL.startswith(("redis://", "rediss://")):
        return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": BROKER_URL}
    return {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "shared_cache",
        # With Django's 300 a busy hour would push out what /readyz and the throttles remember.
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }


CACHES = {"default": {"KEY_PREFIX": "undermine", **_cache()}}

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
MEDIA_ROOT = VAR_DIR / "media"

# Mail: queued as rows (accounts.outbox), delivered by a worker -------------------------------

EMAIL_BACKEND = "accounts.outbox.QueueBackend"
MAIL_DIR = VAR_DIR / "mail"
DELIVERY = env.email_url("EMAIL_URL", default=f"filemail://{MAIL_DIR}")
DELIVERY_BACKEND = DELIVERY.pop("EMAIL_BACKEND")
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default=f"{SITE_NAME} <undermine@{SITE_HOST}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_TIMEOUT = 20

# Notices: rows, sent by a worker (games/delivery) ---------------------------------------------

LEASE_SECONDS = env.int("LEASE_SECONDS", default=180)
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="") or (
    local_files.vapid_key(VAR_DIR) if LOCAL_MODE else ""
)
OUTGOING_LOOPBACK = env.bool("OUTGOING_LOOPBACK", default=False)

# Celery: config/celery.py holds the timetable ------------------------------------------------

CELERY_BROKER_URL = BROKER_URL
if BROKER_URL == "folder://":  # config/local_broker.py
    CELERY_BROKER_TRANSPORT_OPTIONS = {"folder": str(VAR_DIR / "broker"), "polling_interval": 0.1}
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # it would need messages to all
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0.2}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = 300
# Beat keeps nothing on disk: a file that a kill can break is worth less than a late sweep, which
# the first heartbeat wakes.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"

# Accounts -----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name, "OPTIONS": options}
    for name, options in (
        (
            "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
            {"user_attributes": ("name", "email")},
        ),
        (
            "django.contrib.auth.password_validation.MinimumLengthValidator",
            {"min_length": 12},
        ),
        ("django.contrib.auth.password_validation.NumericPasswordValidator", {}),
        ("accounts.passwords.CommonValidator", {}),
        ("accounts.passwords.OwnNameValidator", {}),
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "confirm_login_code": "accounts.forms.ConfirmLoginCodeForm",
    "login": "accounts.forms.LoginForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "request_login_code": "accounts.forms.RequestLoginCodeForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "signup": "accounts.forms.SignupForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # only in the browser that signed up
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 60 * 10  # mail may take a while
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Beside allauth's own limits. Passwords and mailed codes are counted by accounts/sign_in_limits.py.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "login_failed": "5/5m/key",  # of codes of the second factor, by account, after the password
    "request_login_code": None,
    "reset_password": None,
    "signup": "20/m/ip,200/h/ip",
}
MFA_ADAPTER = "accounts.second_factor.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_FORMS = {
    "activate_totp": "accounts.second_factor.ActivateForm",
    "authenticate": "accounts.second_factor.AuthenticateForm",
    "reauthenticate": "accounts.second_factor.ReauthenticateForm",
}
MFA_TOTP_ISSUER = SITE_NAME
MFA_TOTP_TOLERANCE = 1  # a code of half a minute ago: clocks of telephones are not exact
USERSESSIONS_TRACK_ACTIVITY = False  # accounts.activity does, without a write for each request
# Functions that add a chapter to *Download my data*, and that let go of a player who leaves.
PERSONAL_DATA = [
    "accounts.personal_data.account",
    "accounts.personal_data.addresses",
    "accounts.personal_data.sessions",
    "accounts.personal_data.waiting_mail",
    "accounts.personal_data.vacations",
    "accounts.personal_data.browsers",
    "accounts.personal_data.webhook",
    "games.tables.personal_data.tables",
    "games.tables.personal_data.departures",
    "games.tables.personal_data.messages",
    "games.tables.personal_data.notes",
    "games.tables.personal_data.notices",
    "games.moderation.personal_data.reports_made",
    "games.moderation.personal_data.reports_about",
    "games.moderation.personal_data.sanctions",
    "games.moderation.personal_data.notes",
    "games.moderation.personal_data.kept_away",
    "games.moderation.personal_data.devices",
]
VACATION_DAYS = 28  # in a calendar year
# Moderation first: it looks for his name at tables that he still sits at.
LEAVE_HOOKS = ["games.moderation.personal_data.let_go", "games.tables.personal_data.let_go"]
TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=0)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXY_COUNT

REPORTS_DUE = timedelta(days=2)  # then a report is overdue, and on top of the queue

SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
STAFF_SESSION_LASTS = timedelta(hours=12)  # whatever happens in it (accounts/staff_sessions.py)
STAFF_SESSION_IDLE = timedelta(hours=2)

# For how long: `manage.py cleanup` and its daily task remove what is older -------------------

CLEANINGS = [
    "accounts.retention.CLEANINGS",
    "games.tables.retention.CLEANINGS",
    "games.moderation.retention.CLEANINGS",
]
KEEP_CLOSED_TABLES = timedelta(days=30)  # lobbies that never filled, tables that were cancelled
KEEP_ABANDONED_TABLES = timedelta(days=90)
KEEP_UNCONFIRMED_ACCOUNTS = timedelta(days=7)
KEEP_NOTICES = timedelta(days=90)  # after they were sent, dropped or given up
KEEP_GIVEN_UP_MAIL = timedelta(days=30)
KEEP_INVITED_ADDRESSES = timedelta(days=30)  # of strangers, once the table no longer waits for them
KEEP_REPORTS = timedelta(days=365)  # after they were resolved
KEEP_SANCTIONS = timedelta(days=730)  # after they were decided and, if they bind, after their end
KEEP_STAFF_NOTES = timedelta(days=730)
KEEP_DEVICE_TRACES = timedelta(days=30)
KEEP_AUDIT = timedelta(days=1095)
KEEP_VACATIONS = timedelta(days=400)  # they count for the calendar year

# Words and times ----------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("nl", _("Dutch")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = "UTC"
USE_TZ = True

# Safety -------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE
LANGUAGE_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
CSRF_TRUSTED_ORIGINS = [SITE_URL]
CSRF_FAILURE_VIEW = "config.errors.form_key_failed"
DATA_UPLOAD_MAX_MEMORY_SIZE = 500_000  # far more than any form of ours; config/gate.py asks first
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = SECURE
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE
if TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Logs: one line an event (config/logs.py) -----------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "config.logs.PlainLine" if LOCAL_MODE else "config.logs.JsonLine"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.request": {"level": "ERROR"},  # config.logs.RequestLog has the rest
        # Web servers write addresses, which may carry a key: their errors go through our lines.
        "gunicorn.error": {"handlers": ["stderr"], "propagate": False},
        "uvicorn.error": {"handlers": ["stderr"], "propagate": False},
        "uvicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "celery": {"level": "WARNING"},
        "kombu": {"level": "ERROR"},  # it warns that a broker on files has no host
    },
}
