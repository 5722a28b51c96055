"""Live regions on any screen: their versions, cached text, and when a screen gets one again."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from django.template import Context, Template
from django.test import RequestFactory

from control.engine.refusal import Refused
from control.regions import fragments
from control.regions.kinds import DeskRegion, PhoneRegion, topics_of
from control.regions.region import LiveRegion, RegionScreen, draw_changed, live_region, versioned_region
from control.registry import PagePanel

PHONE = RegionScreen(prefix="region", keeps=True, marked=True)
TABLE = RegionScreen(prefix="region", in_place=True)
DESK = RegionScreen(prefix="part", alone=True)
TEMPLATE = "control/_play_empty.html"
KIND = PhoneRegion(name="score", template=TEMPLATE, view=lambda shown: shown)
NO = Refused("Not now.", rule="GE-EVT-01")


def drawn(region: LiveRegion) -> str:
    return Template("{% load regions %}{% region shown %}").render(Context({"shown": region}))


def test_a_version_is_another_when_what_is_shown_is():
    one, same, other = (versioned_region(TABLE, KIND, shown).version for shown in (("a", 1), ("a", 1), ("a", 2)))

    assert one == same != other
    assert re.fullmatch(r"score:[0-9a-f]{12}", one)
    assert versioned_region(TABLE, KIND, PagePanel(template="control/_team.html", panel=("a", 1))).version != one
    assert (
        versioned_region(PHONE, PhoneRegion(name="score", template=TEMPLATE, view=KIND.view, of_many=True), ("a", 1)).version == one
    )


def test_a_text_is_kept_where_the_screen_keeps_and_nothing_in_it_moves():
    fragments.shelf.cache_clear()
    moving = PhoneRegion(name="score", template=TEMPLATE, view=KIND.view, moving=True)

    for region in (
        versioned_region(TABLE, KIND, 1),
        versioned_region(PHONE, moving, 1),
        versioned_region(PHONE, KIND, 1, refused=NO),
    ):
        drawn(region)
    assert fragments.shelf.misses == 0
    for _twice in range(2):
        drawn(versioned_region(PHONE, KIND, 1))

    assert (fragments.shelf.misses, fragments.shelf.hits) == (1, 1)


def test_each_screen_has_its_own_wrapper():
    told = PhoneRegion(name="score", template=TEMPLATE, view=KIND.view, told=True)
    phone, table = drawn(versioned_region(PHONE, told, 1)), drawn(versioned_region(TABLE, KIND, 1))

    assert phone.startswith(
        '<div id="region-score" class="region" aria-live="polite"><!--region score-->\n<input type="hidden" name="seen"'
    )
    assert table.startswith('<div id="region-score" class="region" data-still><input ')
    assert f'<div class="inside" data-key="{TEMPLATE}">' in table


def test_a_region_that_asks_alone_says_when_and_with_what():
    kind = DeskRegion(name="old_score", template=TEMPLATE, view=KIND.view, also="change", include='#a, [name="b"]')
    now = datetime(2026, 5, 1, tzinfo=UTC)

    page = drawn(live_region(DESK, kind, 1, address="/here/?a=1&b=2", topics=("clock",), now=now))

    wrapper = r'<section id="part-old-score" class="region" data-part data-version="old-score:[0-9a-f]{12}" hx-get="([^"]+)"'
    assert re.match(wrapper, page)[1] == "/here/?a=1&amp;b=2"
    assert 'hx-trigger="clock from:body delay:40ms, refresh delay:40ms, every 30s, change"' in page
    assert 'hx-include="#a, [name=&quot;b&quot;]"' in page
    assert 'name="seen"' not in page


def test_only_what_has_changed_is_sent_again():
    request = RequestFactory().get("/")
    one, other = (
        versioned_region(TABLE, KIND, 1),
        versioned_region(TABLE, PhoneRegion(name="log", template=TEMPLATE, view=KIND.view), 2),
    )
    known = [one.version, other.version]

    assert draw_changed(request, (one, other), known).status_code == 204
    sent = draw_changed(request, (one, other), known[:1]).content.decode()
    assert re.findall(r'id="region-(\w+)" hx-swap-oob="innerHTML"', sent) == ["log"]
    assert draw_changed(request, (one, other), known, also=PagePanel(template=TEMPLATE, panel=None)).status_code == 200


def test_what_was_refused_is_sent_though_nothing_has_changed():
    region = versioned_region(PHONE, KIND, 1, refused=NO)

    answer = draw_changed(RequestFactory().get("/"), (region,), [region.version], status=422)

    assert answer.status_code == 422
    assert "Not now." in answer.content.decode()


def test_a_screen_listens_to_every_topic_once():
    kinds = [PhoneRegion(name=name, view=KIND.view, topics=topics) for name, topics in (("a", ("x", "y")), ("b", ("y",)))]

    assert topics_of(kinds) == ("awake", "x", "y")
