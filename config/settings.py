"""Django's settings, read from the environment (docs/configuration.md)."""

from __future__ import annotations

import os
from datetime import timedelta
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import environment
from config.observability import logs, sentry
from config.storage import backends

env = environ.Env()
# Secrets are read from environ: `env` takes a value that starts with $ for the name of a variable.
env.ENVIRON = environ = environment.read(os.environ)
number, days = partial(environment.number, environ), partial(environment.days, environ)
BASE_DIR = environment.ROOT
LOCAL_MODE = environment.is_local(os.environ)
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var"))).resolve()

if found := environment.malformed(environ) if LOCAL_MODE else environment.problems(environ):
    raise ImproperlyConfigured("\n".join(found))
if LOCAL_MODE:
    environment.make_folders(VAR_DIR)

# Who we are ---------------------------------------------------------------------------------

SITE_NAME = "Undermine"
PORT = number("PORT")
SITE_URL: str = env.str("SITE_URL", default=f"http://localhost:{PORT}").rstrip("/")
SITE_HOST = urlsplit(SITE_URL).hostname or "localhost"
SECURE = SITE_URL.startswith("https://")
CONTACT_EMAIL = env.str("CONTACT_EMAIL", default="")
DEBUG = LOCAL_MODE and env.bool("DEBUG", default=False)
SECRET_KEY = environment.secret_key(VAR_DIR) if LOCAL_MODE else environ["SECRET_KEY"]
SECRET_KEY_FALLBACKS = environ.get("SECRET_KEY_FALLBACKS", "").split()
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", default=list(environment.LOOPBACK[:2]) if LOCAL_MODE else [SITE_HOST]
)

# Applications -------------------------------------------------------------------------------

INSTALLED_APPS = [
    "accounts",
    "games.kinds",
    "games.laboratory",
    "games.tables",
    "games.learn",
    "games.live",
    "games.notices",
    "games.moderation",
    "games.site",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "csp",
    "games.moderation.apps.ModerationAdminConfig",  # django.contrib.admin, with our own site
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "config.serving.middleware.LivenessMiddleware",  # works even if everything below is broken
    "config.observability.request_ids.RequestIdMiddleware",  # every line and answer has it
    "config.serving.middleware.PermissionsPolicyMiddleware",  # on error pages too
    "accounts.middleware.RequestLogMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.serving.middleware.RequestValidation",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "games.players.own_dwarf.DwarfPictureMiddleware",  # needs no session
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "games.tables.middleware.QuickPollMiddleware",  # answers "nothing new" without those below
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.middleware.PlayerMiddleware",
    "accounts.sign_in.redirects.SignInRedirectMiddleware",
    "games.tables.middleware.UnavailableTableMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
LIVE_STREAMS = number("LIVE_STREAMS")
WEB_THREADS = number("WEB_THREADS")

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
                "games.site.context_processors.site",
            ],
        },
    },
]

# What is stored where -----------------------------------------------------------------------

DATABASES = {
    "default": backends.database(env, VAR_DIR, password=environ.get("DATABASE_PASSWORD", ""))
}
DATABASE_POOL = number("DATABASE_POOL")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
BROKER_URL = env.str("BROKER_URL", default="folder://")
CACHES = backends.caches(env, BROKER_URL)

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.serving.static_files.MinifiedStaticFilesStorage"},
}

# Mail: queued as rows (accounts.mail.outbox), delivered by a worker -------------------------------

EMAIL_BACKEND = "accounts.mail.outbox.QueueBackend"
MAIL_DIR = VAR_DIR / "mail"
delivery = env.email_url("EMAIL_URL", default=f"filemail://{MAIL_DIR}")
DELIVERY_BACKEND = delivery.pop("EMAIL_BACKEND")
EMAIL_HOST_PASSWORD = environ.get("EMAIL_PASSWORD", "")
EMAIL_FILE_PATH = str(Path("/", delivery.pop("EMAIL_FILE_PATH")))  # the URL's slash got lost
delivery.pop("OPTIONS", None)
vars().update({name: value for name, value in delivery.items() if value})  # EMAIL_HOST and so on
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default=f"{SITE_NAME} <undermine@{SITE_HOST}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# How long we wait for the mail server (accounts/mail/smtp.py).
EMAIL_TIMEOUT = 10  # to connect, and for its greeting
SMTP_COMMAND_SECONDS = 15  # for the answer to each command
SMTP_ANSWER_SECONDS = 600  # to the text: hanging up earlier sends twice (RFC 5321, 4.5.3.2)

# Notices: rows, sent by a worker (games/notices) ----------------------------------------------

LEASE_SECONDS = number("LEASE_SECONDS")
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="") or (
    environment.vapid_key(VAR_DIR) if LOCAL_MODE else ""
)
OUTGOING_LOOPBACK = env.bool("OUTGOING_LOOPBACK", default=False)

# Celery: config/celery.py holds the timetable ------------------------------------------------

CELERY_BROKER_URL = BROKER_URL
CELERY_BROKER_TRANSPORT_OPTIONS = backends.broker_options(BROKER_URL, VAR_DIR)
# Workers take no remote commands. Otherwise a worker dies when Redis is briefly unreachable: it
# deletes its command queue over a connection that it has already closed (Celery 5.7).
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker reconnects, however long the broker is away and whatever error it gives. It finishes its
# current task; a message that it had already fetched is only a hint.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_WORKER_ENABLE_PREFETCH_COUNT_REDUCTION = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_PUBLISH_RETRY = False  # a message is only a hint, not worth waiting for
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
# A killed pool process may take a message with it, which is then never acknowledged.
# With a limit, such messages would use it up, and the worker would take no more.
CELERY_WORKER_PREFETCH_MULTIPLIER = 0
CELERY_TASK_TIME_LIMIT = 900  # longer than a run that includes the longest wait for a mail server
# Beat keeps nothing on disk: a kill could break the file, and a late sweep does less harm: the
# first heartbeat wakes it.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"

# Accounts -----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
validation = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS: list[dict[str, object]] = [
    {
        "NAME": f"{validation}.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": f"{validation}.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": f"{validation}.NumericPasswordValidator"},
    {"NAME": "accounts.forms.CommonWordValidator"},
    {"NAME": "accounts.forms.SiteNameValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {  # where accounts/views.py has no view of its own
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "confirm_login_code": "accounts.forms.ConfirmLoginCodeForm",
    "login": "accounts.forms.LoginForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "request_login_code": "accounts.forms.RequestLoginCodeForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
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
# allauth's own limits. accounts/sign_in/attempt_limits.py counts passwords and mailed codes.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "login_failed": "5/5m/key",  # for codes of the second factor, by account, after the password
    "request_login_code": None,
    "reset_password": None,
    "signup": "20/m/ip,200/h/ip",
}
GUESTS = number("GUESTS")  # the maximum at a time; guests play without an account
MFA_ADAPTER = "accounts.sign_in.second_factor.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_FORMS = {
    "activate_totp": "accounts.sign_in.second_factor.ActivateForm",
    "authenticate": "accounts.sign_in.second_factor.AuthenticateForm",
    "reauthenticate": "accounts.sign_in.second_factor.ReauthenticateForm",
}
MFA_TOTP_ISSUER = SITE_NAME
MFA_TOTP_TOLERANCE = 1  # accept a code that is 30 seconds old: phone clocks are not exact
# accounts.sign_in.sessions does, without a write for each request.
USERSESSIONS_TRACK_ACTIVITY = False
VACATION_DAYS = 28  # in a calendar year
TRUSTED_PROXY_COUNT = number("TRUSTED_PROXY_COUNT")
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXY_COUNT

REPORTS_DUE = timedelta(days=2)  # then a report is overdue, and at the top of the queue

SESSION_ENGINE = "accounts.sign_in.sessions"  # database rows (decision 80)
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
STAFF_SESSION_LASTS = timedelta(hours=12)  # even while in use (accounts/sign_in/sessions.py)
STAFF_SESSION_IDLE = timedelta(hours=2)

# For how long: `manage.py cleanup` and its daily task remove what is older -------------------

KEEP_GUESTS = days("KEEP_GUESTS")
KEEP_CLOSED_TABLES = days("KEEP_CLOSED_TABLES")
KEEP_ABANDONED_TABLES = days("KEEP_ABANDONED_TABLES")
KEEP_UNCONFIRMED_ACCOUNTS = days("KEEP_UNCONFIRMED_ACCOUNTS")
KEEP_NOTICES = days("KEEP_NOTICES")
KEEP_GIVEN_UP_MAIL = days("KEEP_GIVEN_UP_MAIL")
KEEP_REFUSED_ADDRESSES = days("KEEP_REFUSED_ADDRESSES")
KEEP_INVITED_ADDRESSES = days("KEEP_INVITED_ADDRESSES")
KEEP_REPORTS = days("KEEP_REPORTS")
KEEP_SANCTIONS = days("KEEP_SANCTIONS")
KEEP_STAFF_NOTES = days("KEEP_STAFF_NOTES")
KEEP_DEVICE_TRACES = days("KEEP_DEVICE_TRACES")
KEEP_AUDIT = days("KEEP_AUDIT")
KEEP_VACATIONS = days("KEEP_VACATIONS")
KEEP_EARLIER_NAMES = days("KEEP_EARLIER_NAMES")

# Words and times ----------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("nl", _("Dutch")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = "UTC"

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
    }
}
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE
LANGUAGE_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
CSRF_TRUSTED_ORIGINS = [SITE_URL]
# Far more than our forms need; config/serving/middleware.py checks first.
DATA_UPLOAD_MAX_MEMORY_SIZE = 500_000
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = SECURE
SECURE_REDIRECT_EXEMPT = [r"^readyz$", r"^sweepz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE and env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = SECURE and env.bool("HSTS_PRELOAD", default=False)
# Operators choose: a subdomain may belong to others, and a preloaded policy outlives the site.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Observability ------------------------------------------------------------------------------

if SENTRY_DSN := env.str("SENTRY_DSN", default=""):
    sentry.start_reporting(SENTRY_DSN)
METRICS_TOKEN = environ.get("METRICS_TOKEN", "")  # games/site/metrics.py
LOGGING = logs.configuration(env.str("LOG_LEVEL", default="INFO"))
