"""Preflight reports when PostgreSQL's settings would log sealed text, and says how to change them."""

from __future__ import annotations

import pytest
from django.db import connection

from control.watch import database, machine_checks
from control.watch.database import QUIET
from control.watch.preflight_lines import LightColour

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def tell(**settings: str) -> None:
    """Set these PostgreSQL settings for the test's transaction."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for name, value in settings.items():
                cursor.execute("SELECT set_config(%s, %s, true)", [name, value])


def quiet() -> None:
    """Set all settings as they should be; the test server itself is not configured."""
    tell(**{name: value for name, value in QUIET.items() if name.startswith("log_")})


def test_a_server_that_is_told_is_green_and_sqlite_keeps_no_log():
    quiet()

    found = machine_checks.SHARED["log"]()

    assert (found.colour, found.mend) == (LightColour.GREEN, "")
    assert ("keeps no log" in found.words) is (connection.vendor == "sqlite")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("log_min_error_statement", "error"),
        ("log_error_verbosity", "default"),
        ("log_parameter_max_length_on_error", "-1"),
        ("log_statement", "mod"),
        ("log_min_duration_statement", "250ms"),
        ("log_min_duration_sample", "1s"),
        ("log_transaction_sample_rate", "0.5"),
    ],
)
def test_one_that_writes_down_too_much_is_red_by_the_name_of_its_setting(name, value):
    quiet()
    tell(**{name: value})

    found = database.check_database_log()

    if connection.vendor == "sqlite":
        assert found.colour is LightColour.GREEN
        return
    assert found.colour is LightColour.RED
    assert f"{name} = {value}." in found.words
    assert f"ALTER SYSTEM SET {name} = '{QUIET[name]}'" in found.mend
    assert len(found.mend) <= 400


def test_one_that_nobody_has_told_anything_is_red_for_what_it_does_by_itself():
    found = database.check_database_log()

    if connection.vendor == "postgresql":
        assert found.words.endswith(": log_min_error_statement = error, log_error_verbosity = default.")
    assert (found.colour is LightColour.RED) is (connection.vendor == "postgresql")
