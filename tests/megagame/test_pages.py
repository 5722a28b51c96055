"""Parts that every page has, whether a thread or the event loop answers."""

from __future__ import annotations

import logging
import sys

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from megagame.csp import content_security_policy
from megagame.logline import LineFormatter
from megagame.static import StaticFilesMiddleware


def test_a_page_may_load_only_our_own_files_and_runs_no_script_of_its_own():
    middleware = content_security_policy(lambda request: HttpResponse())

    policy = middleware(RequestFactory().get("/")).headers["Content-Security-Policy"]

    assert "script-src 'self';" in policy
    assert "default-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy


def test_an_answer_with_a_policy_of_its_own_keeps_it():
    middleware = content_security_policy(lambda request: HttpResponse(headers={"Content-Security-Policy": "default-src 'none'"}))

    assert middleware(RequestFactory().get("/")).headers["Content-Security-Policy"] == "default-src 'none'"


@pytest.fixture
def one_static_file(settings, tmp_path):
    (tmp_path / "a.css").write_text("b {}")
    settings.STATIC_ROOT = str(tmp_path)


@pytest.mark.django_db  # the end of an answer checks the thread's connection, which another test may have left
@pytest.mark.usefixtures("one_static_file")
def test_a_static_file_is_served_in_a_thread_too():
    middleware = StaticFilesMiddleware(lambda request: HttpResponse("page"))

    file = middleware(RequestFactory().get("/static/a.css"))
    page = middleware(RequestFactory().get("/"))

    assert file.getvalue() == b"b {}"
    assert page.content == b"page"
    file.close()


@pytest.mark.django_db
@pytest.mark.usefixtures("one_static_file")
def test_collected_files_are_read_at_their_first_request(settings):
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    middleware = StaticFilesMiddleware(lambda request: HttpResponse("page"))
    assert [type(file) for file in middleware.files.values()] == [str]

    first, second = (middleware(RequestFactory().get("/static/a.css")) for _each in range(2))

    assert first.getvalue() == second.getvalue() == b"b {}"
    assert first.headers == second.headers
    assert first.headers["Content-Type"] == 'text/css; charset="utf-8"'


def test_a_log_line_is_one_line_and_has_the_traceback_behind_it():
    try:
        raise ValueError("no")
    except ValueError:
        record = logging.LogRecord("desk", logging.ERROR, "desk.py", 1, "two\n%s", ("lines",), sys.exc_info())

    first, second, *rest = LineFormatter().format(record).splitlines()

    assert first.endswith(r'level=error logger=desk message="two\nlines"')
    assert second == "Traceback (most recent call last):"
    assert rest[-1] == "ValueError (its words are not logged)"


@pytest.mark.parametrize("kind", ["DisallowedHost", "RequestDataTooBig", "TooManyFieldsSent"])
def test_what_is_too_large_to_be_read_is_one_warning_without_a_traceback(fresh_log, kind):
    try:
        raise ValueError("too large")
    except ValueError:
        record = logging.LogRecord(kind, logging.ERROR, "", 0, "too large", (), sys.exc_info())

    assert all(each.filter(record) for each in logging.getLogger(f"django.security.{kind}").filters)

    line = LineFormatter().format(record)
    assert "level=warning" in line
    assert "\n" not in line
