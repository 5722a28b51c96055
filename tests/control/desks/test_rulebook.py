"""Rulebook at the desks: cited rules with their text, rulings beside them, and search by words."""

from __future__ import annotations

import re

import pytest

from control.day.rulings import RecordRuling, RetractRuling
from rooms.realm.desks import Desk
from tests.control.asking import ask, guard
from tests.control.desks.conftest import words

TIE = RecordRuling(rule="GE-WAR-42", text="A draw is a defeat", because="nobody held it", desk=Desk.WAR)


@pytest.fixture
def court(sits):
    return sits(Desk.COURT)


def test_a_cited_rule_is_read_with_its_general_rulings_and_what_was_ruled_today(war, court, running):
    ask(running.event, guard(running.event))
    running.do(TIE)
    shown = war.fragment("part/matters/").content.decode()
    cited = re.search(r'<a class="rule cite" href="(/control/\d+/rulings/new/\?rule=R-57)" data-rule', shown)
    assert cited

    own = words(war.client.get(cited[1], headers={"HX-Request": "true"}))
    assert "Nobody has ruled on it yet." in own
    assert "In the printed rules:" in own
    assert "GE-WAR-65 A defeated Immortal kills 1 opposing unit" in own

    other = court.fragment("rulings/new/?rule=GE-WAR-42").content.decode()
    text = re.sub(r"<[^>]+>", "", other)
    assert "Ruled on GE-WAR-42: A draw is a defeat" in text
    assert "the tied forces wipe each other out" in text
    assert "General rulings of the rulebook" in text
    assert re.search(r'href="/control/\d+/rulings/new/\?rule=R-49" data-rule', other)
    assert "We ruled …" in text
    assert '<details class="rule-new" >' in other


def test_a_ruling_is_made_beside_the_rule_and_one_that_says_too_little_stays_open(war, running):
    address = "rulings/new/?rule=R-49"
    fields = {"desk": "war", "rule": "R-49", "text": "Both leave", "because": ""}

    refused = war.tap(address, fields)
    assert refused.status_code == 422
    assert '<details class="rule-new" open>' in refused.content.decode()
    assert "Both leave</textarea>" in refused.content.decode()
    assert "its Houses win" in words(refused)

    assert war.tap(address, {**fields, "because": "so we said"}).status_code == 200
    assert [(each.rule, each.text) for each in running.state.rulings] == [("R-49", "Both leave")]


def test_several_rules_cited_at_once_are_all_read_and_a_law_that_no_rulebook_holds_is_ruled_on(war, running):
    both = words(war.get("rulings/new/?rule=R-57,%20GE-WAR-65"))
    assert "R-57, GE-WAR-65" in both
    assert "A defeated Immortal kills 1 opposing unit as it leaves; War Control decides which ( R-57 )." in both
    assert both.count("In the printed rules:") == 1

    law = war.get("rulings/new/?rule=LAW-14").content.decode()
    assert re.search(r'name="rule"[^>]* value="LAW-14"', law)


def test_a_ruling_finds_its_rule_by_words_and_keeps_what_was_typed(war, running):
    typed = {"desk": "war", "rule": "tied wipe", "text": "Both leave", "because": "so we said"}
    offered = war.fragment("rulings/picks/?rule=tied+wipe").content.decode()
    assert re.findall(r'name="pick" value="([^"]+)"', offered) == ["GE-WAR-42"]

    found = war.post("rulings/new/", {**typed, "find": "1"}).content.decode()  # without JavaScript
    assert 'name="pick" value="GE-WAR-42"' in found
    assert "Both leave</textarea>" in found

    picked = war.tap("rulings/new/", {**typed, "pick": "GE-WAR-42"}).content.decode()
    assert re.search(r'name="rule"[^>]* value="GE-WAR-42"', picked)
    assert "Both leave</textarea>" in picked
    assert "so we said</textarea>" in picked
    assert running.state.rulings == ()

    unsaid = war.tap("rulings/new/", typed)
    assert unsaid.status_code == 422
    assert 'name="pick" value="GE-WAR-42"' in unsaid.content.decode()


def test_the_rulebook_shows_rulings_of_the_day_first_and_marks_the_words(war, court, running):
    running.do(TIE)
    running.do(RecordRuling(rule="R-57", text="The defeat of a Shape", because="x", desk=Desk.WAR))
    running.do(RetractRuling(ruling=2, reason="read again"))

    page = court.get("rules/?q=draw+defeat").content.decode()

    assert words(court.get("rules/?q=draw+defeat")).count("Ruled today") == 1
    assert "A <mark>draw</mark> is a <mark>defeat</mark>" in page
    assert "of a Shape" not in page
    assert page.index("Ruled today") < page.index('id="part-matters"')
    assert "Nothing in the rulebook" not in page


def test_the_rulebook_is_read_by_chapter_and_answers_as_somebody_types(war, running):
    whole = war.get("rules/").content.decode()
    assert re.search(r'href="/control/\d+/rules/\?area=war-room"', whole)
    assert "GE-WAR-33 " in words(war.get("rules/?area=war-room"))

    typed = war.get("rules/?q=war42", **{"HX-Request": "true", "HX-Target": "rules-found"}).content.decode()
    assert re.findall(r"<b>([A-Z0-9-]+)</b>", typed)[0] == "GE-WAR-42"
    assert "<form" not in typed
    dialog = war.fragment("rules/?q=zzz").content.decode()
    assert "<form" in dialog
    assert "Nothing in the rulebook has all of “zzz”" in dialog


def test_an_id_is_read_in_any_letters(war, running):
    assert "the tied forces wipe each other out" in words(war.get("rulings/new/?rule=ge-war-42"))


@pytest.mark.parametrize("typed", ["<script>alert(1)</script>", '"><b>alert', "&amp;", "%00", "war " * 60])
def test_what_is_typed_comes_back_as_text(war, running, typed):
    page = war.client.get(war.at("rules/"), {"q": typed})

    assert page.status_code == 200
    assert not re.search(r"<script>alert|<b>alert", page.content.decode())


def test_control_reads_what_no_player_is_told(war, running):
    assert "Leviathan" in words(war.get("rulings/new/?rule=GE-EVT-49"))
