"""Cookies by environment: with TLS they are never sent without it; scripts cannot read the cookies that prove an identity."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from control.people import access, login, staff
from tests.control.phones import CAT_1, WOLF_1, Day
from tests.megagame.test_environment import PRODUCTION, manage

ASK = (
    "from django.conf import settings as s; print(s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SESSION_COOKIE_HTTPONLY, "
    "s.SESSION_COOKIE_SAMESITE, s.CSRF_COOKIE_SAMESITE, getattr(s, 'SECURE_HSTS_SECONDS', 0) > 0, s.SECURE_SSL_REDIRECT)"
)


@pytest.mark.parametrize(
    ("https", "expected"),
    [("1", "True True True Lax Lax True True"), ("0", "False False True Lax Lax False False")],
)
def test_the_settings_follow_tls(tmp_path, https, expected):
    variables = {**PRODUCTION, "MEGAGAME_HTTPS": https, "DJANGO_SETTINGS_MODULE": "megagame.settings"}

    ended = manage(tmp_path, "-c", ASK, **variables)

    assert (ended.stdout.strip(), ended.stderr) == (expected, "")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("secure", [True, False])
def test_what_proves_who_one_is_travels_as_the_page_did(secure):
    cache.clear()
    phone, tablet = Client(), Client()
    phone.post(f"/j/{Day().code(CAT_1)}/", secure=secure)
    tablet.post("/staff/login/", {"username": "anna", "password": staff.give_account("anna")}, secure=secure)

    for found in (phone.cookies[access.COOKIE], tablet.cookies[login.COOKIE]):
        assert bool(found["secure"]) is secure
        assert found["httponly"]
        assert found["samesite"] == "Lax"


@pytest.mark.django_db
def test_the_cookie_of_form_tokens_is_sent_only_when_it_is_new():
    """A late answer with the former token would undo a new one."""
    cache.clear()
    day, phone = Day(), Client()

    sent = [
        "csrftoken" in answer.cookies
        for answer in (
            phone.get("/"),
            phone.get("/"),
            phone.post(f"/j/{day.code(CAT_1)}/"),
            phone.get("/play/"),
            phone.post(f"/j/{day.code(WOLF_1)}/"),  # a new token
            phone.get("/play/"),
        )
    ]

    assert sent == [True, False, False, False, True, False]
