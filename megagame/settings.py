"""Settings, from environment variables only.

Without any variable the console is embedded: SQLite, one process, nothing to install but Python. `DATABASE_URL` and `REDIS_URL`
turn it into several processes on PostgreSQL and Redis. `MEGAGAME_PRODUCTION` requires what a console on a real network needs, and
refuses to start without it.
"""

from __future__ import annotations

import logging
import sys
import tempfile
from os import getpid
from pathlib import Path
from typing import Any

from control.release import RELEASE
from megagame import environment, private_files
from megagame.environment import settings_contradictions
from megagame.languages import LOCALE, languages

environment.collect_errors()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(environment.text("MEGAGAME_VAR", str(BASE_DIR / "var")))

TESTING = "pytest" in sys.modules
if not TESTING:
    private_files.create_private_files()  # all files may contain sealed sheets
PRODUCTION = environment.flag("MEGAGAME_PRODUCTION")
DEBUG = environment.flag("MEGAGAME_DEBUG")
REDIS_URL = environment.redis("REDIS_URL")
LIVE_REDIS_URLS = environment.redises("LIVE_REDIS_URLS")  # news for screens may use several Redis servers
EMBEDDED = not REDIS_URL
HTTPS = environment.flag("MEGAGAME_HTTPS")

SECRET_KEY = environment.secret_key("SECRET_KEY", VAR_DIR / "secret_key")
ALLOWED_HOSTS = environment.hosts("ALLOWED_HOSTS", default=("*",))
# At a venue the network assigns the address: see megagame/hosts.py.
OWN_NAMES_ONLY = not TESTING and not environment.text("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = environment.origins("CSRF_TRUSTED_ORIGINS")
# Proxies whose X-Forwarded-… headers are trusted. None if no proxy is expected.
TRUSTED_PROXIES = environment.networks("TRUSTED_PROXIES", default=("127.0.0.1", "::1") if PRODUCTION or HTTPS else ())
METRICS_NETWORKS = environment.networks("METRICS_NETWORKS", default=("127.0.0.1", "::1"))
METRICS_TOKEN = environment.text("METRICS_TOKEN")
METRICS_HOST = environment.text("METRICS_HOST", "127.0.0.1")  # where a worker serves its metrics
METRICS_PORT = environment.whole_number("METRICS_PORT", 0, most=65535)
LARGEST_BODY = 6_000_000  # most bytes of a request; a casting list with pictures is smaller

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "control",
    "rooms.realm",
    "rooms.realm.papers",
    "rooms.war",
    "rooms.court",
    "rooms.underground",
    "rooms.tables",
    "rooms.tables.potemkin",
    "rooms.tables.statecraft",
    "rooms.tables.scythe",
]

# One thread runs all of these for a request (see megagame/request_threads.py).
MIDDLEWARE = [
    "megagame.middleware.remember_route",
    "django.middleware.security.SecurityMiddleware",
    "megagame.static.StaticFilesMiddleware",
    "megagame.compression.compress_pages",
    "megagame.csp.content_security_policy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "megagame.middleware.keep_form_token",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "control.people.audit.remember_request",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "megagame.urls"
ASGI_APPLICATION = "megagame.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

SQLITE: dict[str, Any] = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": VAR_DIR / "megagame.sqlite3",
    "CONN_MAX_AGE": 0 if TESTING else 60,  # seconds that a thread keeps it open, because opening takes longer than most queries
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=20000;",
    },
    # A file, because a shared database in memory locks differently. One for each test process.
    "TEST": {"NAME": Path(tempfile.gettempdir()) / f"megagame-test-{getpid()}.sqlite3"},
}
DATABASES = {"default": environment.database("DATABASE_URL", embedded=SQLITE)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CHANNEL_LAYERS: dict[str, Any] = {
    "default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    if EMBEDDED
    else {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": LIVE_REDIS_URLS or [REDIS_URL]}},
}

CACHES: dict[str, Any] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 20_000}}
    if EMBEDDED
    else {
        "BACKEND": "megagame.cache.HallCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": f"megagame-{RELEASE}",  # records of another release are unreadable here; they expire
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
    },
}

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
if EMBEDDED:
    CELERY_BROKER_TRANSPORT = "megagame.memory_broker:Transport"  # wakes an idle worker
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker retries for ever
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_DB_REUSE_MAX = 1_000_000  # each task closes its old connections itself; Celery would open a new one for each
CELERY_WORKER_PREFETCH_MULTIPLIER = 0 if EMBEDDED else 4
CELERY_BEAT_SCHEDULER = "celery.beat.Scheduler"  # without storage: a sweep a second needs none
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {  # intervals in seconds
    "sweep": {
        "task": "control.tasks.sweep",
        "schedule": 1.0,
        "options": {"expires": 5},  # a restarted worker runs one sweep, not thousands
    },
    "sign-of-life": {"task": "control.watch.sign", "schedule": 2.0, "options": {"expires": 4}},
    "look": {"task": "control.watch.look", "schedule": 10.0, "options": {"expires": 8}},
    "lab": {"task": "control.lab.ask", "schedule": 5.0, "options": {"expires": 5}},
    "keep": {"task": "control.watch.keep", "schedule": 10.0, "options": {"expires": 8}},
}
if not environment.flag("BACKUPS", default=True):  # each backup is proved by a program that takes seconds
    del CELERY_BEAT_SCHEDULE["keep"]
BACKUP_SECOND = environment.text("BACKUP_SECOND")  # checked at each backup, because a stick may be inserted later
BACKUP_MINUTES = environment.whole_number("BACKUP_MINUTES", 5)
TABLE_BOTS_SECONDS = environment.whole_number(
    "TABLE_BOTS_SECONDS", 0 if TESTING else 2, most=8
)  # 0: bots at side tables do not wait
BACKUP_KEY = environment.flag("BACKUP_KEY", default=True)

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "/staff/login/"
LOGIN_REDIRECT_URL = "/control/"
LOGOUT_REDIRECT_URL = "/"
SESSION_COOKIE_AGE = 30 * 24 * 3600
HSTS_SECONDS = environment.whole_number("HSTS_SECONDS", 30 * 24 * 3600)
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
if HTTPS:  # only behind a proxy that ends TLS and sets the header itself
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = HSTS_SECONDS
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # HSTS for subdomains: they belong to others
    "security.W021",  # HSTS preloading: only for sites that never move
]
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 1_000_000

LANGUAGE_CODE = environment.choice("MEGAGAME_LANGUAGE", "en", ("en", *languages()))  # one hall, one language: ADR 0012
USE_I18N = LANGUAGE_CODE != "en"  # English needs no translation
LOCALE_PATHS = [LOCALE]
USE_TZ = True
TIME_ZONE = environment.time_zone("TIME_ZONE")

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
WHITENOISE_KEEP_ONLY_HASHED_FILES = False
WHITENOISE_USE_FINDERS = DEBUG or TESTING  # uncollected files are served from their sources
WHITENOISE_AUTOREFRESH = DEBUG or TESTING
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        # Tests draw pages without collected files and need the plain names.
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG or TESTING
        else "whitenoise.storage.CompressedManifestStaticFilesStorage",
    },
}

LOG_LEVEL = environment.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOG_FORMAT = environment.choice("LOG_FORMAT", "json" if PRODUCTION else "line", ("json", "line"))
LOG_REQUESTS = environment.flag("LOG_REQUESTS")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "megagame.logline.LineFormatter"},
        "json": {"()": "megagame.logline.JsonFormatter"},
    },
    "filters": {
        "flood": {"()": "megagame.logline.FloodFilter"},
        "bad_request": {
            "()": "megagame.logline.FloodFilter",
            "only": ("Bad request", "Invalid HTTP request", "Unsupported upgrade"),
        },
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        "django.db.backends": {"level": "WARNING"},  # parameters of a query may contain a sealed sheet
        "django.request": {"filters": ["bad_request"]},
        "django.security.DisallowedHost": {"filters": ["flood"]},
        "django.security.RequestDataTooBig": {"filters": ["flood"]},
        "django.security.TooManyFieldsSent": {"filters": ["flood"]},
        "django.server": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        "django.template": {"level": "INFO"},  # at DEBUG it prints whole contexts
        "asyncio": {"level": "WARNING"},
        "celery": {"level": "WARNING" if LOG_LEVEL == "INFO" else LOG_LEVEL},
        "megagame.requests": {"level": "INFO" if LOG_REQUESTS else "WARNING"},
        "uvicorn.error": {"filters": ["bad_request"]},
        "uvicorn": {"level": "INFO" if LOG_LEVEL == "DEBUG" else LOG_LEVEL},  # at DEBUG it prints frames of sockets
        "uvicorn.access": {"level": "WARNING"},  # addresses contain join codes
        "websockets": {"level": "WARNING"},
    },
}

logging.captureWarnings(not TESTING)  # warnings become log lines

if TESTING:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # strong hashes would slow the tests down
    SQLITE["OPTIONS"]["init_command"] = SQLITE["OPTIONS"]["init_command"].replace("FULL", "OFF")

environment.raise_collected(settings_contradictions(globals()))
