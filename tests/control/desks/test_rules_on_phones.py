"""Rules on phones: cited rules lead to their text and the whole rulebook can be searched; nothing of the desks is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.template import Context, Template

from control.day.clock.phases import BeginDay
from control.day.rulings import RecordRuling
from control.rulebooks.shelf import rulebook
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from tests.control.desks.conftest import words

ROOT = Path(__file__).resolve().parents[3]
PHONES = [
    *(ROOT / "control/templates/control").glob("_*.html"),
    *(path for room in (ROOT / "rooms").glob("*/templates/*") for path in room.glob("_*.html") if room.name != "tables"),
    *(ROOT / "rooms/realm/papers/templates/papers").glob("_*.html"),
]


def cited(text: str) -> str:
    return Template("{% load rules %}{% rule text %}").render(Context({"text": text}))


def test_each_rule_of_several_is_a_link_and_the_words_between_them_are_text():
    shown = cited("<i>sent food</i>, GE-WAR-81; R-57, LAW-14")

    assert re.findall(r'<a href="([^"]+)" data-rule>([^<]+)</a>', shown) == [
        ("/rules/GE-WAR-81/", "GE-WAR-81"),
        ("/rules/R-57/", "R-57"),
    ]
    assert "&lt;i&gt;sent food&lt;/i&gt;, " in shown
    assert "LAW-14" in shown


def test_no_fragment_of_a_phone_cites_a_rule_as_dead_text():
    assert len(PHONES) > 40
    dead = re.compile(r'class="rule"[^>]*>[^<]*(?:[A-Z]{2}-[A-Z]{3}-\d|R-\d|\{\{)')

    assert [str(path) for path in PHONES if dead.search(path.read_text(encoding="utf-8"))] == []


def test_every_rule_that_a_fragment_cites_is_one_that_players_may_read():
    shelved = rulebook(NAME, staff=False)
    assert shelved is not None
    named = [id_ for path in PHONES for ids in re.findall(r'{% rule "([^"]+)" %}', path.read_text()) for id_ in ids.split(", ")]

    assert len(named) > 15
    assert [id_ for id_ in named if id_ not in shelved.book.by_id] == []


def test_the_phone_has_a_way_to_the_rulebook_before_the_day_and_while_it_runs(player, day):
    for begun in (False, True):
        if begun:
            day.do(BeginDay())
        page = player.client.get("/play/").content.decode()
        assert page.count('class="top-book" href="/rules/" data-rule') == 1
        assert page.count('id="rule-box"') == 1


def test_a_rule_is_read_on_a_page_of_its_own_or_over_the_page(player, running):
    alone = player.client.get("/rules/GE-WAR-42/")
    over = player.client.get("/rules/GE-WAR-42/", headers={"HX-Request": "true"}).content.decode()

    assert "the tied forces wipe each other out" in words(alone)
    assert '<a class="button" href="/play/">' in alone.content.decode()
    assert re.search(r'<a class="rule-hit" href="/rules/R-49/" data-rule>', over)
    assert "<html" not in over
    ruling = words(player.client.get("/rules/R-49/"))
    assert "its Houses win" in ruling
    assert "Why: there is no winner" in ruling
    assert "Setting" not in ruling
    assert "In the printed rules" not in ruling


def test_the_rulebook_is_searched_with_the_words_marked(player, running):
    page = player.client.get("/rules/?q=tied wipe").content.decode()
    assert "the <mark>tied</mark> forces <mark>wipe</mark>" in page
    assert 'href="/rules/GE-WAR-42/?q=tied+wipe"' in page

    typed = player.client.get("/rules/?q=war42", headers={"HX-Request": "true", "HX-Target": "rules-found"}).content.decode()
    assert re.findall(r"<b>([A-Z0-9-]+)</b>", typed)[0] == "GE-WAR-42"
    assert "<form" not in typed
    assert "<form" in player.client.get("/rules/", headers={"HX-Request": "true"}).content.decode()


def test_a_list_links_what_its_texts_cite_and_no_link_lies_in_another(player, running):
    page = player.client.get("/rules/?q=R-34").content.decode()

    assert re.search(r'<a class="rule-link" href="/rules/R-34/\?q=R-34" data-rule>(?:<mark>)?R', page)
    assert [inside for inside in re.findall(r"<a\b[^>]*>(.*?)</a>", page, re.DOTALL) if "<a" in inside] == []


def test_a_long_answer_goes_on_without_the_script(player, running):
    page = player.client.get("/rules/?q=house").content.decode()
    onward = re.search(r'id="rules-more" href="([^"]+)"[^>]*>Show 30 more<', page)
    assert onward
    assert page.count('class="rule-hit"') == 30

    longer = player.client.get(onward[1].replace("&amp;", "&")).content.decode()
    assert longer.count('class="rule-hit"') == 60
    assert re.findall(r"<b>([^<]+)</b>", longer)[:30] == re.findall(r"<b>([^<]+)</b>", page)[:30]
    for wrong in ("-1", "x", "0", "99999999999999999999", "٣"):
        assert player.client.get("/rules/", {"q": "house", "n": wrong}).content.decode().count('class="rule-hit"') == 30
    whole = player.client.get("/rules/?q=house&n=9999").content.decode()
    assert 'id="rules-more"' not in whole


def test_a_slip_is_answered_with_a_word_that_the_rulebook_has(player, running):
    page = player.client.get("/rules/?q=castel")

    assert "Did you mean:" in words(page)
    assert re.search(r'href="/rules/\?q=castle" data-rule', page.content.decode())


@pytest.mark.parametrize("address", ["/rules/ge-war-42/", "/rules/Ge-War-42/"])
def test_an_id_is_read_in_any_letters(player, running, address):
    assert "the tied forces wipe each other out" in words(player.client.get(address))


@pytest.mark.rule("GE-EVT-49")
@pytest.mark.parametrize("id_", ["GE-EVT-49", "GE-SOV-33", "GE-WAR-999"])
def test_what_only_control_reads_is_on_no_phone(player, running, id_):
    answer = player.client.get(f"/rules/{id_}/")

    assert answer.status_code == 404
    assert "Ask Control about it." in words(answer)
    assert f"<b>{id_}</b>" not in player.client.get(f"/rules/?q={id_}").content.decode()
    assert "explains what Leviathan" not in words(player.client.get("/rules/?area=event"))
    assert "wickedness" not in words(player.client.get("/rules/?q=wicked")).replace("“wicked”", "")


def test_what_the_desks_ruled_today_is_on_no_phone(player, running):
    running.do(RecordRuling(rule="GE-WAR-42", text="CANARYRULING", because="CANARYWHY", desk=Desk.WAR))

    for address in ("/rules/", "/rules/?q=canaryruling", "/rules/?q=tied", "/rules/GE-WAR-42/"):
        assert "CANARY" not in player.client.get(address).content.decode()


@pytest.mark.parametrize("address", ["/rules/", "/rules/R-49/"])
def test_who_has_not_joined_is_led_to_the_door(nobody, running, address):
    assert nobody.client.get(address)["Location"] == "/"
    assert nobody.client.get(address, headers={"HX-Request": "true"})["HX-Redirect"] == "/"


def test_the_control_team_reads_a_rule_of_a_phone_in_its_own_rulebook(ceremony, running, day):
    answer = ceremony.client.get("/rules/ge-cer-12/", follow=True)

    assert answer.redirect_chain[-1][0] == f"{ceremony.at('rulings/new/')}?rule=GE-CER-12"
    assert "exchange hostages" in words(answer)
    assert ceremony.client.get("/rules/")["Location"] == ceremony.at("rules/")
