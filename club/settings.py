"""Settings, read from the environment once. Unknown values are refused; only the demo has a default secret.

Environment: CLUB_MODE (demo | production), SECRET_KEY, DATABASE_URL, DATABASE_POOL, REDIS_URL, ALLOWED_HOSTS,
SITE_URL, EMAIL_URL, DEFAULT_FROM_EMAIL, CLUB_DATA, TIME_ZONE. `docs/operations.md` says what each does.
"""

import hashlib
import os
import tempfile
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlparse

import dj_database_url
from csp.constants import NONCE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent


def choice(name: str, default: str, *allowed: str) -> str:
    value = os.environ.get(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be one of {', '.join(allowed)}.")
    return value


def number(name: str, default: int) -> int:
    value = os.environ.get(name, str(default))
    if not (value.isascii() and value.isdigit()):
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be a whole number, 0 or more.")
    return int(value)


def required(name: str, demo: str) -> str:
    """Return the variable, or the demo's value when this is the demo; refuse to start otherwise."""
    value = os.environ.get(name) or (demo if DEMO else "")
    if not value:
        raise ImproperlyConfigured(f"{name} is not set. Set it, or use CLUB_MODE=demo on one machine.")
    return value


def socket_path(directory: Path) -> Path:
    """Return where the embedded Valkey listens: a socket's path holds 107 bytes, so a long one is kept elsewhere."""
    path = directory / "valkey.sock"
    if len(os.fsencode(path)) <= 100:
        return path
    digest = hashlib.sha256(os.fsencode(directory)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"club-{os.getuid()}-{digest}" / "valkey.sock"


MODE = choice("CLUB_MODE", "demo", "demo", "production")
DEMO = MODE == "demo"
DEBUG = False
DATA_DIR = Path(os.environ.get("CLUB_DATA", BASE_DIR / "var")).resolve()

SECRET_KEY = required("SECRET_KEY", "demo-only-and-never-for-a-club-that-plays-for-money-0123456789")
ALLOWED_HOSTS = required("ALLOWED_HOSTS", "*").split(",")
SITE_URL = required("SITE_URL", "http://127.0.0.1:8000").rstrip("/")
CSRF_TRUSTED_ORIGINS = [] if DEMO else [SITE_URL]

INSTALLED_APPS = [
    "club",
    "games",
    "ledger",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "club.urls"
SILENCED_SYSTEM_CHECKS = ["urls.W002"]  # the API's paths carry no slash at their end
ASGI_APPLICATION = "club.asgi.application"

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
                "csp.context_processors.nonce",
            ],
        },
    },
]

# ---- data -------------------------------------------------------------------------------------------
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",  # take the write lock at BEGIN: no deadlocks on upgrade
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
}
# Connections to PostgreSQL that one process has at most; a request that finds none free waits for one.
DATABASE_POOL = number("DATABASE_POOL", 20)
POOL_OPTIONS = {"min_size": 0, "max_size": DATABASE_POOL, "timeout": 20}
DATABASES = {
    "default": dj_database_url.parse(
        required("DATABASE_URL", f"sqlite:///{DATA_DIR / 'club.sqlite3'}"), conn_health_checks=True
    )
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"] |= {"OPTIONS": SQLITE_OPTIONS, "CONN_MAX_AGE": 60}
elif DATABASE_POOL:
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = POOL_OPTIONS
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 60
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# A unix socket of the embedded Valkey (`manage.py up`), or REDIS_URL.
REDIS_URL = required("REDIS_URL", f"unix://{socket_path(DATA_DIR)}")
CACHES = {
    "process": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},  # what need not be shared
    "default": {
        "BACKEND": "club.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},
    },
}

# ---- Celery -----------------------------------------------------------------------------------------
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SERIALIZER = "json"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 1,
    "socket_timeout": 30,
    "max_retries": 0,  # a request that wakes the relay never waits for a broker that is away (it was 6 s)
    "interval_start": 0,
}
CELERY_TASK_PUBLISH_RETRY = False  # the outbox keeps what could not be published; beat relays it later
CELERY_IMPORTS = ["club.health"]
CELERY_BEAT_SCHEDULE = {
    "heartbeat": {"task": "club.heartbeat", "schedule": 20.0},
    "relay-outbox": {"task": "club.tasks.relay_outbox", "schedule": 5.0, "options": {"expires": 30}},
    "rebuild-standings": {"task": "games.tasks.rebuild_all_standings", "schedule": 24 * 3600.0},
    "forget-old-answers": {"task": "club.tasks.forget_old_answers", "schedule": 24 * 3600.0},
    "mail-statements": {"task": "ledger.tasks.mail_statements", "schedule": 6 * 3600.0},
    "check-books": {"task": "ledger.tasks.check_all_books", "schedule": 24 * 3600.0},
}

# ---- people -----------------------------------------------------------------------------------------
AUTH_USER_MODEL = "club.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_ADAPTER = "club.accounts.ClubAccountAdapter"
ACCOUNT_FORMS = {"add_email": "club.account_forms.NoOtherAddress"}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION = "none"  # only invited addresses have a user; the code proves the address
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # nobody can have us mail to strangers
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30

# ---- language and time ------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("hu", _("Hungarian")), ("hr", _("Croatian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = os.environ.get("TIME_ZONE") or ("Europe/Budapest" if DEMO else "UTC")  # of pages that are no club's
USE_THOUSAND_SEPARATOR = True

# ---- mail -------------------------------------------------------------------------------------------
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "club@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
MAIL_DIR = DATA_DIR / "mail"
_mail = urlparse(required("EMAIL_URL", "file:"))
if _mail.scheme == "file":
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = str(MAIL_DIR)
elif _mail.scheme in {"smtp", "smtps"}:
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST = _mail.hostname or "localhost"
    EMAIL_PORT = _mail.port or (465 if _mail.scheme == "smtps" else 587)
    EMAIL_HOST_USER = unquote(_mail.username or "")
    EMAIL_HOST_PASSWORD = unquote(_mail.password or "")
    EMAIL_USE_SSL = _mail.scheme == "smtps"
    EMAIL_USE_TLS = _mail.scheme == "smtp" and parse_qs(_mail.query).get("tls", ["true"]) == ["true"]
    EMAIL_TIMEOUT = 15
else:
    raise ImproperlyConfigured("EMAIL_URL must be smtp://user:password@host:587, smtps://… or file:")

# ---- files ------------------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT", DATA_DIR / "static"))
WHITENOISE_USE_FINDERS = DEMO
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEMO
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# ---- security ---------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "frame-ancestors": ["'none'"],
        "form-action": [SELF],
        "base-uri": [SELF],
        "object-src": ["'none'"],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
if not DEMO:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# ---- API --------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "club.api_auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "club.api.problem",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Chouette club API",
    "DESCRIPTION": "Score chouettes and money games, read the books, settle up.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "club.api_schema.complete"],
    "ENUM_NAME_OVERRIDES": {
        "ClubRole": "club.models.Role",
        "Colour": "games.api.board_shapes.COLOURS",
        "EntryKind": "ledger.models.Entry.Kind",
        "NightState": "club.models.Night.State",
        "PaymentState": "ledger.models.Payment.State",
        "SeatRole": "games.api.documents.ROLES",
        "Side": "games.api.documents.SIDES",
        "TableKind": "games.models.Table.Kind",
        "TableState": "games.models.Table.State",
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "WARNING")},
}
