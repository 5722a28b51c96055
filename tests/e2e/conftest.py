"""Fixtures: one shared console, a second one for tests that break it, and a separate event for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Unpack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.day import LONG, PATIENCE, Console, Day, Seconds, event_of, fast_scenario, staffed
from tests.e2e.pages import Sheet
from tests.houses import House

expect.set_options(timeout=PATIENCE)

MakeDay = Callable[..., Day]
SLOWEST = (
    "test_watch",
    "test_month",
    "test_guided_month",
    "test_underground_month",
    "test_court_day",
    "test_underground_german",
    "test_scythe",
    "test_faults",
    "test_drafts",
    "test_war_room",
    "test_table_comfort",
    "test_serve",
)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the slowest files first, so that the parallel run does not wait for them at the end. They mostly wait themselves."""
    items.sort(key=lambda item: SLOWEST.index(item.path.stem) if item.path.stem in SLOWEST else len(SLOWEST))


@pytest.fixture(scope="session")
def console(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Console]:
    """The running console that all tests share."""
    with House.furnished(tmp_path_factory.mktemp("console") / "var") as house, staffed(house) as console:
        yield console


@pytest.fixture(scope="session")
def second_console(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Console]:
    """A running console that tests may kill."""
    with House.furnished(tmp_path_factory.mktemp("second") / "var") as house, staffed(house) as console:
        yield console


@pytest.fixture
def fragile(second_console: Console) -> Iterator[Console]:
    """A console that a test may kill and restart. It is stopped between tests, because it uses the processor even when idle."""
    if not second_console.house.running:
        second_console.house.start()
    yield second_console
    if second_console.house.running:
        second_console.house.end()


@pytest.fixture
def make_day(console: Console, chromium: Browser, tmp_path: Path) -> Iterator[MakeDay]:
    """Factory of events with these lengths of phases and War Room steps, in seconds."""
    with ExitStack() as days:

        def make(
            *,
            war_steps: Mapping[str, float] | None = None,
            settings: Mapping[str, object] | None = None,
            **seconds: Unpack[Seconds],
        ) -> Day:
            scenario = fast_scenario(tmp_path / "scenario", war_steps=war_steps, settings=settings, **seconds)
            return days.enter_context(event_of(console, chromium, scenario))

        yield make


@pytest.fixture
def make_fragile_day(fragile: Console, chromium: Browser, tmp_path: Path) -> Iterator[MakeDay]:
    """Factory of events on the console that may be killed."""
    with ExitStack() as days:

        def make(**seconds: Unpack[Seconds]) -> Day:
            return days.enter_context(event_of(fragile, chromium, fast_scenario(tmp_path / "scenario", **seconds)))

        yield make


@pytest.fixture
def day(make_day: MakeDay) -> Day:
    """An event before its first month, whose phases end only by hand."""
    return make_day(**LONG)


@pytest.fixture(scope="session")
def blank(chromium: Browser) -> Iterator[Page]:
    """The browser page for tests that only lay out pages."""
    context = chromium.new_context(color_scheme="dark", locale="en-GB", timezone_id="UTC", reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.fixture
def sheet(blank: Page) -> Sheet:
    return Sheet(blank)
