"""Fixtures for every kind of test. No module is imported from Django here, so tests of the rules run without it."""

from __future__ import annotations

import faulthandler
import gc
import os
import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from tests import houses, pace, read_once
from tests.amounts import amount

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.plugin import DjangoDbBlocker

    from tests.services import Services

# Machines stall; a stall is no counterexample, so there is no deadline. `make test` tries the same few examples each time: its
# result then depends on the change alone. `make thorough` looks for new examples (docs/testing.md).
hypothesis_settings.register_profile("common", deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis_settings.register_profile("suite", parent=hypothesis_settings.get_profile("common"), derandomize=True, max_examples=25)
hypothesis_settings.register_profile("thorough", parent=hypothesis_settings.get_profile("common"), max_examples=1000)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))

LAST_BREATH = 300.0  # seconds that a process may still run after its last test

# The headless shell is the same engine without windows; it opens a new device in a quarter of the time. More painting threads
# and a graphics process gain nothing where all lanes share two cores. (`--disable-threaded-compositing` would gain more, but
# some pages stop drawing with it.)
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--in-process-gpu",
    "--num-raster-threads=1",
    "--disable-checker-imaging",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--regenerate` (write transcripts instead of comparing them) and `--fuzz` (amount of bad input to try)."""
    parser.addoption(
        "--fuzz", type=int, default=amount(80, 1000), help="how many odd requests and frames are tried in each test of tests/fuzz"
    )
    parser.addoption("--regenerate", action="store_true", help="write the transcripts again; review them as a diff")


def pytest_configure(config: pytest.Config) -> None:
    """Cache the parsed YAML files of the project between runs. Share prepared data among all processes of one run."""
    gc.disable()  # until all tests are collected: what they import stays
    houses.share()
    config.pluginmanager.register(pace.Pace(config), "pace")
    if kept := getattr(config, "cache", None):
        read_once.remember(kept.mkdir("yaml"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Fail if a mark is not written in its test's own file: the Makefile finds these files by text and would skip the others."""
    for name in ("e2e", "both_databases"):
        for path in {item.path for item in items if item.get_closest_marker(name)}:
            if f"mark.{name}" not in path.read_text(encoding="utf-8"):
                raise pytest.UsageError(f"{path}: write `pytest.mark.{name}` in this file; `make test` finds it by these words.")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Exclude collected modules from garbage collection: they live until the end, and scanning them again wastes time."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """End a process that hangs after its last test, with a traceback. A stuck thread must not hide the test results."""
    if sys.__stderr__ is not None:
        faulthandler.dump_traceback_later(LAST_BREATH, exit=True, file=sys.__stderr__)


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Whether transcripts are written instead of compared."""
    return bool(request.config.getoption("--regenerate"))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Delete a committing test's rows with plain DELETE. Django would recreate every permission, and PostgreSQL new files."""
    from django.contrib.contenttypes.models import ContentType
    from django.db import connections, transaction
    from django.test import TransactionTestCase

    from tests import prepared

    prepared.remember_states()
    with django_db_blocker.unblock():
        tables = connections["default"].introspection.django_table_names(only_existing=True, include_views=False)

    def emptied(_test: TransactionTestCase) -> None:
        with transaction.atomic(), connections["default"].cursor() as cursor:
            if connections["default"].vendor == "postgresql":  # skip the triggers that forbid deleting
                cursor.execute("SET LOCAL session_replication_role = replica")
            for table in tables:
                cursor.execute(f'DELETE FROM "{table}"')
        ContentType.objects.clear_cache()  # its cached primary keys are gone

    TransactionTestCase._fixture_teardown = emptied  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def services() -> Iterator[Services]:
    """A real PostgreSQL and a real Redis, started once for this process."""
    from tests import services

    with services.running() as started:
        yield started


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A real browser, the machine's own Chromium; each test opens contexts of its own, one for each device."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if path is None:
        pytest.fail("No Chromium on the PATH: run `make chromium`.")
    # Playwright keeps an event loop in this thread. Django would take every query for one inside a coroutine.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page on a fresh device, with nothing stored."""
    context = chromium.new_context()
    yield context.new_page()
    context.close()
