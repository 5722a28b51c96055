"""Rules in force, at the desks: enter, end, place, lend and strike, each with a reason; and who may."""

from __future__ import annotations

import pytest

from rooms.realm.desks import Desk
from rooms.realm.game.effects.in_force import effects_in_force, houses_in_famine
from rooms.realm.game.state import EffectFrom, EffectKind, Guest
from tests.control.desks.conftest import words

KINDS = tuple(kind.value for kind in EffectKind)
TABLES = ("trade-route", "tunnels", "spy-tower", "chapel", "arena")


def road(state):
    """Three connected regions."""
    regions = {each.id: each for each in state.scenario.map.regions}
    for middle in regions.values():
        if len(middle.neighbours) > 1:
            return [middle.neighbours[0], middle.id, middle.neighbours[1]]
    raise AssertionError("no road fits on this map")


def ban(**more):
    return {"kind": "travel-ban", "regions": ["zen"], "since": 1, "months": "1", "comes": "control", "reason": "snow", **more}


def test_the_page_names_everything_in_force(war, running):
    page = words(war.get("in-force/"))

    assert "Effects, month 1" in page
    assert "Laws: 5" in page
    assert "Nothing is built yet" in page
    assert "Put it in force" not in page


@pytest.mark.rule("R-21", "R-66")
def test_who_starves_is_named_once_however_many_laws_say_so(organizer, running):
    starving = houses_in_famine(running.state)
    assert starving

    organizer.post(
        "in-force/effects/new/",
        {"kind": "famine", "houses": list(starving), "since": 1, "months": "removed", "comes": "control", "reason": "a bad year"},
    )

    part = organizer.fragment("part/standing-effects/").content.decode()
    assert [part.split("Sent food")[0].count(f"h-{house}") for house in starving] == [1] * len(starving)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_effect_has_a_form(organizer, running, kind):
    page = organizer.get(f"in-force/effects/new/?kind={kind}")

    assert page.status_code == 200
    assert "Put it in force" in words(page)


@pytest.mark.rule("R-18", "GE-CRT-59")
def test_an_effect_is_entered_and_stands_on_every_desk(war, sits, running):
    answer = war.post("in-force/effects/new/", ban())

    assert answer.status_code == 302
    effect = effects_in_force(running.state)[0]
    assert (effect.kind, effect.regions, effect.since, effect.until) == (EffectKind.TRAVEL_BAN, ("zen",), 1, 1)
    for desk in (Desk.COURT, Desk.UNDERGROUND, Desk.ORGANIZER):
        assert "Nobody may enter Zen." in words(sits(desk).get("in-force/"))


def test_the_form_begins_with_next_month_and_the_usual_length(war, running):
    page = war.get("in-force/effects/new/?kind=forbid").content.decode()

    assert '<option value="2" selected>2</option>' in page
    assert '<option value="removed" selected>until removed (as usual)</option>' in page


def test_an_effect_without_a_reason_is_refused_and_nothing_is_lost(war, running):
    before = running.seqs

    answer = war.tap("in-force/effects/new/", ban(reason=""))

    assert answer.status_code == 422
    assert "Say why" in words(answer)
    assert 'value="zen" checked' in answer.content.decode()
    assert running.seqs == before


def test_an_effect_that_names_nothing_says_what_it_needs(war, running):
    answer = war.tap("in-force/effects/new/", ban(regions=[]))

    assert answer.status_code == 422
    assert "Travel Ban names at least one region." in words(answer)


@pytest.mark.parametrize(
    "wrong",
    [
        {"since": "soon"},
        {"since": 0},
        {"since": 99},
        {"months": "0"},
        {"months": "-3"},
        {"comes": "law:law-99"},
        {"comes": "nowhere"},
        {"regions": ["atlantis"]},
        {"regions": ["zen", "zen"]},
        {"houses": ["cat"]},
        {"regions": ["<script>"]},
        {"source": "x" * 400},
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(war, running, wrong):
    before = running.seqs

    answer = war.tap("in-force/effects/new/", ban(**wrong))

    assert answer.status_code in (409, 422)
    assert running.seqs == before


def test_a_kind_nobody_knows_is_not_there(war, running):
    assert war.get("in-force/effects/new/?kind=plague").status_code == 404
    assert war.get("in-force/buildings/new/?kind=casino").status_code == 404
    assert war.get("in-force/effects/77/end/").status_code == 404
    assert war.get("in-force/laws/law-77/strike/").status_code == 404
    assert war.get("in-force/buildings/77/").status_code == 404


@pytest.mark.rule("R-83")
def test_an_effect_is_ended_with_this_month_or_at_once(war, running):
    war.post("in-force/effects/new/", ban(months="removed"))
    war.post("in-force/effects/new/", ban(months="removed", regions=["aka"]))
    assert "With the end of this month" in words(war.get("in-force/effects/1/end/"))

    war.post("in-force/effects/1/end/", {"month": 2, "reason": "it was for one month"})
    war.post("in-force/effects/2/end/", {"month": 1, "reason": "the wrong region"})

    assert [effect.until for effect in running.state.effects] == [1, 0]
    assert [effect.regions for effect in effects_in_force(running.state)] == [("zen",)]
    again = war.tap("in-force/effects/2/end/", {"month": 1, "reason": "once more"})
    assert again.status_code == 409
    assert "has ended by then already" in words(again)


def test_the_same_form_sent_twice_enters_one_effect(war, running):
    form = ban(command_id="7f2f4a34-24c5-4be4-a5f6-0d7b2f9e4d11")

    first, second = war.tap("in-force/effects/new/", form), war.tap("in-force/effects/new/", form)

    assert (first.status_code, second.status_code) == (200, 200)
    assert len(running.state.effects) == 1


@pytest.mark.rule("R-92")
def test_a_struck_law_shows_and_takes_along_what_it_does(sits, running):
    court = sits(Desk.COURT)
    court.post("in-force/laws/new/", {"title": "The closed pass", "text": "Nobody enters Zen.", "reason": "11 against 7"})
    court.post("in-force/effects/new/", ban(months="removed", comes="law:law-6"))
    assert effects_in_force(running.state)[0].origin is EffectFrom.LAW
    assert "Nobody may enter Zen. (from month 1 until removed)" in words(court.get("in-force/laws/law-6/strike/"))

    court.post("in-force/laws/law-6/strike/", {"reason": "annulled"})

    assert effects_in_force(running.state) == ()
    page = words(court.get("in-force/"))
    assert "Laws: 5" in page
    assert "Repealed: 1" in page
    assert "Ended: 1" in page


@pytest.mark.rule("R-19")
def test_the_form_offers_the_newest_law_as_the_source(sits, running):
    court = sits(Desk.COURT)
    court.post("in-force/laws/new/", {"title": "Aid", "text": "Cat and Wolf fight as two.", "reason": "passed"})

    page = court.get("in-force/effects/new/?kind=military-aid").content.decode()

    assert '<option value="law:law-6" selected>Law 6: Aid</option>' in page


def test_a_law_needs_a_title_and_a_text(sits, running):
    court = sits(Desk.COURT)

    answer = court.tap("in-force/laws/new/", {"title": "", "text": "Nobody enters Zen.", "reason": "passed"})

    assert answer.status_code == 422
    assert "Give the law a title." in words(answer)
    assert "Nobody enters Zen." in words(answer)
    assert running.state.struck_laws == ()


@pytest.mark.rule("R-62", "R-90", "GE-FAV-13")
def test_a_trade_route_is_placed_where_a_road_fits(war, running):
    places = road(running.state)
    far = [each.id for each in running.state.scenario.map.regions if each.id not in places and places[1] not in each.neighbours]

    torn = war.tap(
        "in-force/buildings/new/", {"kind": "trade-route", "house": "cat", "places": [*places[:2], far[0]], "reason": "law 6"}
    )
    assert torn.status_code == 422
    assert "do not lie against each other" in words(torn)

    war.post("in-force/buildings/new/", {"kind": "trade-route", "house": "cat", "places": places, "reason": "law 6"})
    assert [(each.house, list(each.places)) for each in running.state.buildings] == [("cat", places)]


@pytest.mark.parametrize("kind", TABLES)
def test_each_kind_of_building_has_a_form(organizer, running, kind):
    page = organizer.get(f"in-force/buildings/new/?kind={kind}")

    assert page.status_code == 200
    assert page.content.decode().count('name="places"') == {"trade-route": 3, "tunnels": 2}.get(kind, 0)


@pytest.mark.rule("R-90", "R-107", "R-65")
def test_a_building_is_lent_taken_and_removed(war, running):
    war.post("in-force/buildings/new/", {"kind": "arena", "house": "cat", "reason": "law 6"})
    address = "in-force/buildings/1/"

    war.post(address, {"act": "lend", "house": "wolf", "until": "month", "reason": "Livia said so"})
    war.post(address, {"act": "lend", "house": "ram", "until": "revoked", "reason": "Livia said so"})
    assert running.state.buildings[0].guests == (Guest(house="wolf", until=1), Guest(house="ram"))
    war.post(address, {"act": "unlend", "house": "wolf", "reason": "Livia took it back"})
    assert [guest.house for guest in running.state.buildings[0].guests] == ["ram"]
    war.post(address, {"act": "owner", "house": "wolf", "reason": "captured"})
    assert (running.state.buildings[0].house, running.state.buildings[0].guests) == ("wolf", ())
    war.post(address, {"act": "remove", "reason": "destroyed"})
    assert running.state.buildings == ()


def test_a_building_changed_in_between_is_said(war, running):
    war.post("in-force/buildings/new/", {"kind": "arena", "house": "cat", "reason": "law 6"})
    war.post("in-force/buildings/1/", {"act": "owner", "house": "wolf", "reason": "captured"})

    answer = war.tap("in-force/buildings/1/", {"act": "owner", "house": "wolf", "reason": "captured"})

    assert answer.status_code == 409
    assert "belongs to Wolf already" in words(answer)
    assert war.tap("in-force/buildings/1/", {"act": "burn", "reason": "why not"}).status_code == 404


def test_everything_entered_can_be_taken_back(war, running):
    before = running.state.effects, running.state.buildings
    war.post("in-force/effects/new/", ban())
    first = running.seqs
    war.post("in-force/buildings/new/", {"kind": "arena", "house": "cat", "reason": "law 6"})

    for seq in (running.seqs, first):
        war.post(f"journal/{seq}/undo/", {"reason": "a slip", "head": running.seqs, "seq": seq})

    assert (running.state.effects, running.state.buildings) == before


def test_only_desks_that_may_know_read_what_is_in_force(checkin, player, nobody, ceremony, running):
    assert checkin.get("in-force/").status_code == 404
    for who in (player, nobody):
        door = who.get("in-force/")
        assert (door.status_code, door.url.split("?")[0]) == (302, "/staff/login/")
    assert nobody.fragment("part/standing-effects/").status_code in (302, 404)
    for name in ("standing-effects", "standing-laws", "standing-buildings"):
        assert checkin.fragment(f"part/{name}/").status_code == 404
    page = ceremony.get("in-force/")
    assert page.status_code == 200
    assert "Enter one" not in words(page)
    assert "Place one" in words(page)
    assert ceremony.get("in-force/effects/new/").status_code == 404
    assert ceremony.post("in-force/laws/law-1/strike/", {"reason": "no"}).status_code == 404
    assert running.state.struck_laws == ()


def test_the_tab_leads_there_from_every_desk_that_may(sits, checkin, running):
    for desk, page in ((Desk.WAR, "war/"), (Desk.COURT, "court/"), (Desk.UNDERGROUND, "underground/"), (Desk.ORGANIZER, "")):
        assert "/in-force/" in sits(desk).get(page).content.decode()
    assert "/in-force/" not in checkin.get("").content.decode()
