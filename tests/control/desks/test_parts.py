"""All regions of a desk page in one request: as single requests draw them, and only those that differ from what the page shows."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta
from html import unescape
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from control.day.notices import Announce
from control.desks import frame, overview
from control.regions import kinds
from control.regions.kinds import DeskRegion
from rooms.realm.desks import Desk
from tests.control.desks.conftest import Person

pytestmark = pytest.mark.django_db

TAG = re.compile(r'<section id="part-([\w-]+)"[^>]* data-part data-version="([^"]+)" hx-get="/control/\d+/part/([^"]+)"')
PART = re.compile(r"<!--part part-([\w-]+) ([\w-]+:\w+)-->(.*?)<!--/part-->", re.S)
ONE_TIME = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|(?<=csrfmiddlewaretoken\" value=\")\w+|\x1e")


@pytest.fixture
def still(monkeypatch):
    """A clock that stands, until it is moved on by so many seconds."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    return lambda seconds: monkeypatch.setattr(timezone, "now", lambda: now + timedelta(seconds=seconds))


PAGES = ("", "war/", "clock/", "people/", "journal/", "underground/table/west/")


def regions_of(page: HttpResponse) -> dict[str, tuple[str, str]]:
    """Regions of a page that ask: version and part by name."""
    found = TAG.findall(page.content.decode())
    return {name: (version, unescape(address).replace("/?", "?").rstrip("/")) for name, version, address in found}


def ask(person: Person, parts: list[str], seen: list[str] | None = None) -> HttpResponse:
    """Ask as `parts.js` does."""
    return person.fragment(f"part/?{urlencode({'part': parts, 'seen': seen or []}, doseq=True)}")


def parts_in(answer: HttpResponse) -> dict[str, str]:
    """Fragments by name."""
    return {name: text for name, _version, text in PART.findall(answer.content.decode())}


@pytest.mark.parametrize("address", PAGES)
def test_one_answer_says_what_single_ones_say(action, organizer, address, still):
    asked = regions_of(organizer.get(address))
    assert len(asked) > 2

    together = parts_in(ask(organizer, [part for _version, part in asked.values()]))

    assert together.keys() == asked.keys()
    for name, (_version, part) in asked.items():
        single = organizer.fragment(f"part/{part.replace('?', '/?') if '?' in part else f'{part}/'}").content.decode()
        assert ONE_TIME.sub("*", together[name]).strip() == ONE_TIME.sub("*", single).strip(), name


@pytest.mark.parametrize("address", PAGES)
def test_a_page_that_shows_everything_gets_no_region(action, organizer, address, still):
    asked = regions_of(organizer.get(address))
    still(2)  # countdowns move on by themselves
    first = PART.findall(ask(organizer, [part for _version, part in asked.values()]).content.decode())

    again = ask(organizer, [part for _version, part in asked.values()], [version for _name, version, _text in first])

    assert (again.status_code, parts_in(again)) == (200, {})
    drawn = {name: version for name, version, _text in first}
    assert {name for name, (version, _part) in asked.items() if drawn[name] != version} == set()


def test_what_has_changed_comes_alone_and_with_another_version(running, organizer):
    asked = regions_of(organizer.get(""))
    seen = [version for version, _part in asked.values()]
    running.do(Announce(text="Dinner is at seven"))

    answer = ask(organizer, [part for _version, part in asked.values()], seen)

    found = PART.findall(answer.content.decode())
    names = {name for name, _version, _text in found}
    assert {"notices", "last"} <= names
    assert {"calls", "attention", "matters"}.isdisjoint(names)
    assert not {version for _name, version, _text in found} & set(seen)
    assert "Dinner is at seven" in parts_in(answer)["notices"]


def test_a_press_and_a_form_token_are_new_with_each_drawing_and_change_no_version(action, war):
    asked = regions_of(war.get("war/"))
    one, other = (ask(war, [asked["war-steps"][1]]).content.decode() for _twice in range(2))

    assert PART.search(one)[2] == PART.search(other)[2]
    assert re.search(r'name="command_id" value="([^"]+)"', one)[1] != re.search(r'name="command_id" value="([^"]+)"', other)[1]


def test_a_new_sign_in_brings_new_form_tokens(action, war):
    asked = regions_of(war.get("war/"))
    before = ask(war, [asked["war-steps"][1]])
    assert "csrfmiddlewaretoken" in before.content.decode()

    war.client.cookies["csrftoken"] = "x" * 32

    again = ask(war, [asked["war-steps"][1]], [version for _name, version, _text in PART.findall(before.content.decode())])
    assert parts_in(again).keys() == {"war-steps"}


def test_the_answer_looks_up_the_account_once(action, organizer):
    parts = [part for _version, part in regions_of(organizer.get("")).values()]

    def statements(*asked: str) -> list[str]:
        with CaptureQueriesContext(connection) as found:
            ask(organizer, list(asked))
        return [each["sql"] for each in found if re.search(r'FROM "?(django_session|auth_user|control_membership)', each["sql"])]

    assert len(statements("calls")) == len(statements(*parts)) == 3


def test_regions_that_read_only_the_state_cost_four_statements(action, war):
    ask(war, ["calls", "day"])

    with CaptureQueriesContext(connection) as found:
        assert ask(war, ["calls", "day"]).status_code == 200

    # session, account, membership with the event; the state, because what a test has not committed is in no memory
    assert len(found) == 4, [each["sql"] for each in found]


@pytest.mark.parametrize("name", ["court-floor", "nonsense", "people", ""])
def test_what_is_unknown_or_not_for_this_desk_is_named_and_not_drawn(action, war, name):
    answer = ask(war, ["bar", name])

    assert parts_in(answer).keys() == {"bar"}
    assert f"<!--refused part-{name}-->" in answer.content.decode()
    assert ask(war, [name]).status_code == 404
    assert war.fragment(f"part/{name or 'x'}/").status_code == 404


def test_without_a_desk_or_a_part_there_is_nothing(action, war, player, nobody, sits):
    assert ask(war, []).status_code == 404
    assert ask(war, ["bar"] * (overview.MOST_PARTS + 1)).status_code == 404
    for person in (player, nobody, sits()):
        assert ask(person, ["bar"]).status_code == 404


def test_a_name_that_is_no_name_leads_nowhere(action, war):
    answer = ask(war, ["bar", "--><script>alert(1)</script>"]).content.decode()

    assert "<script>" not in answer
    assert answer.count("-->") == answer.count("<!--")


def test_each_part_has_its_own_query_and_equal_queries_share_their_answers(action, organizer, monkeypatch):
    seen: list[object] = []

    def counted(asked: overview.Look) -> str:
        seen.append(asked.query.get("page"))
        return ""

    for name in ("one", "other", "third"):
        kind = DeskRegion(name=name, template="control/_play_empty.html", view=lambda look: look.once(counted))
        monkeypatch.setitem(kinds._kinds[kinds.EVERY_REALM], name, kind)

    ask(organizer, ["one?page=war", "other?page=war", "third?page=court"])

    assert seen == ["war", "court"]


def test_a_look_at_all_regions_is_remembered(action, organizer, monkeypatch):
    told: list[set[str]] = []
    monkeypatch.setattr(frame.DeskSight, "remember", lambda seen: told.append(set(seen.topics)))

    ask(organizer, ["calls", "last?page=war"])

    assert len(told) == 1
    assert {"calls", "journal"} <= told[0]


def test_answers_with_and_without_news_have_equal_length(action, organizer):
    asked = regions_of(organizer.get(""))
    parts = [part for _version, part in asked.values()]
    seen = [version for version, _part in asked.values()]

    def length() -> int:
        address = organizer.at(f"part/?{urlencode({'part': parts, 'seen': seen}, doseq=True)}")
        return len(organizer.client.get(address, headers={"HX-Request": "true", "Accept-Encoding": "gzip"}).content)

    before = length()
    action.do(Announce(text=f"Dinner is at seven, {uuid.uuid4()}"))

    assert length() == before


def test_a_page_still_works_without_the_script(action, sits):
    """The address of one region stays: a region that was refused, or whose answer failed, asks there."""
    court = sits(Desk.COURT)
    assert court.fragment("part/bar/").status_code == 200
    assert court.fragment("part/war-steps/").status_code == 404
