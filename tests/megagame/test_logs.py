"""No secret in any log line: a canary is put into codes, cookies, bodies, arguments and exceptions, at every level."""

from __future__ import annotations

import io
import json
import logging
import sys

import pytest
import redis.exceptions
from celery import Celery
from django.core.cache import cache
from django.test import Client, RequestFactory

from control.people import access
from control.sheets.receipts import Arrival
from megagame import logline
from megagame.logline import JsonFormatter, LineFormatter, redacted
from tests.control.phones import CAT_1, Day

CANARY = "CANARY77"


@pytest.fixture(params=[JsonFormatter, LineFormatter], ids=["json", "line"])
def heard(request):
    """All log output of the test at DEBUG, as an operator would find it."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(request.param())
    names = (
        "",
        "django",
        "django.request",
        "django.security",
        "celery",
        "uvicorn",
        "uvicorn.access",
        "asyncio",
        "megagame.requests",
    )
    loggers = {name: logging.getLogger(name) for name in names}
    before = {name: (each.level, each.disabled, each.propagate) for name, each in loggers.items()}
    for each in loggers.values():  # an earlier test's server may have changed them
        each.setLevel(logging.DEBUG)
        each.disabled, each.propagate = False, True
    logging.getLogger().addHandler(handler)
    yield text
    logging.getLogger().removeHandler(handler)
    for name, (level, disabled, propagate) in before.items():
        loggers[name].setLevel(level)
        loggers[name].disabled, loggers[name].propagate = disabled, propagate
    cache.clear()


def caught(failure: Exception):
    """`sys.exc_info()` of an exception raised where a local variable holds a secret."""
    sheet = f"a sheet with {CANARY}"
    try:
        assert sheet
        raise failure
    except Exception:
        return sys.exc_info()


def chained() -> Exception:
    try:
        raise ValueError(f"bad row: {CANARY}")
    except ValueError as first:
        failed = RuntimeError(f"not stored: {CANARY}")
        failed.__cause__ = first
        return failed


@pytest.mark.parametrize(
    "failure",
    [
        ValueError(f"not a sheet: {CANARY}"),
        KeyError(CANARY),
        ExceptionGroup(f"several {CANARY}", [ValueError(CANARY)]),
        chained(),
        ConnectionError(f"redis://anna:{CANARY}@db.example:6379 refused"),
        OSError(f"no answer\nDETAIL: the row was {CANARY}"),
    ],
    ids=lambda failure: type(failure).__name__,
)
def test_an_exception_tells_where_it_happened_and_not_what_it_held(heard, failure):
    failure.add_note(CANARY)

    logging.getLogger("control.sheets.sheets").error("1 sheets could not be stored", exc_info=caught(failure))

    assert CANARY not in heard.getvalue()
    assert "1 sheets could not be stored" in heard.getvalue()
    assert "test_logs.py" in heard.getvalue()
    assert type(failure).__name__ in heard.getvalue()


def test_a_failure_of_redis_tells_its_message():
    failure = redis.exceptions.TimeoutError("Timeout connecting to redis://anna:secret@db.example:6379")
    words = "redis.exceptions.TimeoutError: Timeout connecting to redis://…@db.example:6379"
    assert logline.exception_words(failure) == words


@pytest.mark.django_db(transaction=True)
def test_no_code_cookie_or_body_of_a_request_is_logged(heard, monkeypatch):
    day = Day()
    code = day.code(CAT_1)
    phone = Client(raise_request_exception=False)
    phone.post(f"/j/{code}/")
    cookie = phone.cookies[access.COOKIE].value
    phone.cookies["seat2"] = CANARY
    monkeypatch.setattr("control.phone.play.play", None)
    for ask in (phone.get, phone.post, phone.put, phone.head):
        for path in (f"/j/{code}/", f"/j/{CANARY}/", f"/{code}", f"/tables/{CANARY}/", f"/play/?code={code}", f"/live/{CANARY}/"):
            ask(path)
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    strict.post(f"/j/{code}/", {"secret": CANARY}, headers={"Cookie": f"seat={cookie}", "X-CSRFToken": CANARY})
    strict.post("/play/call/", CANARY * 200_000, content_type="text/plain")
    strict.post("/staff/login/", {"username": "anna", "password": CANARY})

    text = heard.getvalue()
    assert "Not Found" in text
    assert "Method Not Allowed" in text
    assert [secret for secret in (CANARY, code, cookie) if secret in text] == []


def test_a_failing_page_says_which_kind_of_page_it_was(heard):
    from django.urls import resolve
    from django.utils.log import log_response

    request = RequestFactory().get(f"/j/{CANARY}/")
    request.resolver_match = resolve(request.path)
    response = type("Answer", (), {"status_code": 500, "reason_phrase": "Internal Server Error"})()
    log_response("%s: %s", response.reason_phrase, request.path, response=response, request=request, exception=chained())

    assert CANARY not in heard.getvalue()
    assert "/j/<str:code>/" in heard.getvalue()


def test_a_task_that_fails_is_logged_without_its_arguments(heard):
    app = Celery("logs", broker="memory://", set_as_current=False, fixups=[])

    @app.task(name="spill", shared=False)
    def spill(word):
        raise ValueError(word)

    spill.apply(args=(CANARY,), kwargs={})
    trace = logging.getLogger("celery.app.trace")
    trace.error(
        "Task %(name)s[%(id)s] %(description)s: %(exc)s",
        {"name": "spill", "id": "1", "description": "raised unexpected", "exc": CANARY, "args": CANARY},
        exc_info=caught(ValueError(CANARY)),
    )
    logging.getLogger("celery.worker.strategy").debug("TaskPool: Apply %s (args:%r kwargs:%r)", "spill", CANARY, {})
    logging.getLogger("celery.worker.consumer.consumer").error("Received unregistered task.\nThe message body was:\n%s", CANARY)
    logging.getLogger("asyncio").error(f"Task exception was never retrieved\nfuture: <Task exception=ValueError('{CANARY}')>")

    assert CANARY not in heard.getvalue()
    assert "spill raised unexpected" in heard.getvalue()


def test_uvicorns_own_access_log_keeps_no_code_even_where_it_is_switched_on(heard):
    logging.getLogger("uvicorn.access").info(
        '%s - "%s %s HTTP/%s" %d', "10.0.0.1:5", "GET", f"/j/{CANARY}/?next=/j/{CANARY}/", "1.1", 200
    )
    logging.getLogger("uvicorn.access").info('%s - "WebSocket %s" 403', "10.0.0.1:5", f"/live/table/{CANARY}/")

    assert CANARY not in heard.getvalue()
    assert "HTTP/1.1" in heard.getvalue()


def test_a_sheet_on_its_way_says_nothing_of_itself():
    from django.utils import timezone

    arrival = Arrival(
        event_id=1, seat="cat-1", kind="war", month=1, client_key="k", body=CANARY.encode(), received_at=timezone.now()
    )

    assert CANARY not in repr(arrival)


@pytest.mark.parametrize(
    "line",
    [
        f"seat={CANARY}; theme=dark",
        f"Cookie: sessionid={CANARY}; csrftoken={CANARY}",
        f"Authorization: Bearer {CANARY}",
        f"postgres://anna:{CANARY}@db/day",
        f"https://console.hall/j/{CANARY}/",
        f"{{'csrfmiddlewaretoken': '{CANARY}'}}",
    ],
)
def test_whatever_else_is_written_secrets_are_struck_out(line):
    assert CANARY not in redacted(line)


def test_json_is_one_document_a_line_with_figures_beside_the_words():
    record = logging.LogRecord("desk", logging.INFO, "desk.py", 1, "two\nlines", (), None)
    record.ms = 3.5

    line = JsonFormatter().format(record)

    assert "\n" not in line
    found = json.loads(line)
    assert (found["level"], found["logger"], found["message"], found["ms"]) == ("info", "desk", "two\nlines", 3.5)
