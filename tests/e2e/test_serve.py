"""The console as one process: it starts from nothing, serves a page to a real browser, and ends on a signal."""

from __future__ import annotations

import signal

import pytest

from tests.houses import House

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("serve")]


@pytest.fixture(scope="module")
def first_house(tmp_path_factory):
    """A console that has started with no data."""
    with House(var=tmp_path_factory.mktemp("house") / "var", afresh=True) as house:
        yield house


@pytest.fixture
def house(first_house):
    """The same console, started again if a test has stopped it."""
    if not first_house.running:
        first_house.start()
    return first_house


def test_a_browser_gets_a_page_and_its_style(house, page):
    asked = []
    page.on("requestfinished", lambda request: asked.append((request.url, request.response().status)))

    page.goto(f"{house.address}/admin/login/")

    assert page.get_by_label("Username").is_visible()
    styles = {status for url, status in asked if ".css" in url}
    assert styles == {200}


def test_a_taken_port_is_said_in_one_sentence(house, tmp_path):
    second = House.furnished(tmp_path / "second")
    second.port, second.afresh = house.port, True

    assert "Nothing can listen at 127.0.0.1" in second.refusal()


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_being_told_to_stop_is_no_failure(house, told):
    assert house.end(told) == 0
    assert "Traceback" not in house.log


def test_it_starts_again_on_the_same_data(house):
    key = (house.var / "secret_key").read_text()
    house.end()

    house.start()

    assert (house.var / "secret_key").read_text() == key


def test_it_serves_on_postgres_and_redis_too(tmp_path, services, page):
    house = House(var=tmp_path / "var", environment=services.environment(), afresh=True)
    house.manage("serve", "--prepare-only")

    with house:
        page.goto(f"{house.address}/admin/login/")

        assert page.get_by_label("Username").is_visible()
        assert not (house.var / "megagame.sqlite3").exists()
