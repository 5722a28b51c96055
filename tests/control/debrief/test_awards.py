"""Awards are counted from the journal. Players who share the first place share the award."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.urls import reverse

from control.debrief import awards, own_day
from control.debrief.timeline import chronicle_of
from control.engine.chronicle import PersonDeed
from control.engine.records import replace
from control.registry import Award, hindsights_of
from tests.control.debrief.test_doors import by_link
from tests.control.debrief.test_own import read, words

pytestmark = pytest.mark.django_db


def test_each_award_of_a_day_is_whose_count_is_highest(opened):
    page, told = read(by_link(opened), opened, "awards"), chronicle_of(opened.stream)
    cards = dict(re.findall(r'<li class="card award">\s*<h2>([^<]*)</h2>(.*?)\n      </li>', page, re.DOTALL))
    won = 0
    for award in (award for each in hindsights_of(opened.stream.engine) for award in each.awards):
        counts = Counter[str]()
        for deed in told.deeds:
            if deed.kind in award.kinds and deed.who.startswith(award.to):
                counts[deed.who] += deed.count
        most = max(counts.values(), default=0)
        if most < award.least:
            assert award.title not in cards
            continue
        card, best = cards[award.title], sorted(who.split(":")[1] for who, count in counts.items() if count == most)
        assert award.words.replace("{count}", str(most)) in words(card).replace("'", "’")
        assert sorted(re.findall(r'href="[^"]*(?:/days/|#team-)([^"/]+)/?"', card)) == best
        won += 1
    assert won == len(cards) > 1


@pytest.fixture
def feast(opened, monkeypatch):
    """The small day with two players who ate equally much and one House that drank."""
    known = chronicle_of(opened.stream)
    deeds = tuple(
        PersonDeed(kind=kind, who=who, seq=20, round=1, words=kind, count=count)
        for kind, who, count in (
            ("ate", "seat:cat-1", 3),
            ("ate", "seat:ram-1", 3),
            ("ate", "seat:cat-2", 2),
            ("drank", "team:wolf", 1),
        )
    )
    for module in (awards, own_day):
        monkeypatch.setattr(module, "chronicle_of", lambda _stream: replace(known, deeds=deeds))
    counted = (
        Award(name="eater", title="Hungriest", words="Ate {count} times.", kinds=("ate",)),
        Award(name="drinker", title="Thirstiest", words="Drank {count} times.", kinds=("drank",), to="team", least=1),
        Award(name="sleeper", title="Sleepiest", words="Slept {count} times.", kinds=("slept",)),
        Award(name="more", title="Hungrier", words="Ate {count} times.", kinds=("ate",), least=4),
    )
    monkeypatch.setattr(awards, "registered_awards", lambda _door: counted)
    return opened


def test_an_award_is_shared_and_nobody_has_one_below_what_is_enough(feast):
    page = words(read(by_link(feast), feast, "awards"))

    assert "Hungriest Ate 3 times. Amara Okafor" in page
    assert "Thirstiest Drank 1 times. Wolf" in page
    assert "Sleepiest" not in page
    assert "Hungrier Ate" not in page


def test_whoever_has_an_award_reads_so_in_the_own_day(feast):
    client = by_link(feast)

    assert [("★ Hungriest" in read(client, feast, "day", seat)) for seat in ("cat-1", "ram-1", "cat-2")] == [True, True, False]
    assert "★ Thirstiest" in read(client, feast, "day", "wolf-1")


def test_a_game_that_awards_nothing_has_no_page_of_it_in_its_ways(opened, monkeypatch):
    there = reverse("debrief:awards", args=[opened.pk])
    assert there in read(by_link(opened), opened, "days")

    monkeypatch.setattr(awards, "registered_awards", lambda _door: ())

    assert there not in read(by_link(opened), opened, "days")
