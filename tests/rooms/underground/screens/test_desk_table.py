"""A table on Underground Control's tablet: each press as a form, face-down cards, and who has looked (GE-UND-61, R-144)."""

from __future__ import annotations

import re
from itertools import product

import pytest

from control.day.people.presence import LeaveForGood
from control.day.roster.marks import MarkPerson
from control.day.state import PersonMarks
from control.desks import folds
from control.models import AuditLine
from control.people.audit import AuditKind
from rooms.realm.desks import Desk
from rooms.underground.game.state import TableStep
from rooms.underground.game.tables.attack import BeginAttack, Reveal
from rooms.underground.game.tables.lookup import seats_at_table, step_of, turn_at
from rooms.underground.game.tables.protection import Protect
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.rules.minion_cards import attacker_wins, face_of
from tests.control.desks.conftest import words
from tests.control.untranslated import translated
from tests.rooms.underground.screens.west import AT, CAT, MATE, THERE, WEST, WOLF, number_of, until, west

MONTH = {"month": "1"}


def looked() -> list[str]:
    return list(AuditLine.objects.filter(kind=AuditKind.CARDS_SEEN.value).order_by("pk").values_list("about", flat=True))


def hand(day, seat):
    return west(day).hands[seat]


@pytest.mark.rule("GE-UND-61", "R-116")
def test_the_table_stands_there_with_its_seats_and_no_face(under, tabled):
    page = under.get("underground/")
    told = words(page)

    assert "The West: Schemes" in told
    assert "3 at the table" in told
    for seat in THERE:
        assert tabled.state.seats[seat].name in told
    kinds = {each.id: each.name for each in tabled.state.scenario.schemes}
    assert [name for name in kinds.values() if name in told] == []
    assert looked() == []
    assert under.get("underground/all/").status_code == 200
    assert under.get("underground/table/nowhere/").status_code == 404


@pytest.mark.parametrize("page", [AT, "underground/all/"])
def test_a_folded_house_is_unfolded_without_a_script_on_the_page_it_is_on(under, tabled, monkeypatch, page):
    monkeypatch.setattr(folds, "MANY", 0)
    link = f"?unfold=writers-{WEST}-cat#fold-writers-{WEST}-cat"
    shown = under.get(page).content.decode()

    assert f'<p class="fold-rows"><a href="{link}">' in shown
    assert f'<details id="fold-writers-{WEST}-cat" data-fold open>' not in shown
    assert f'<details id="fold-writers-{WEST}-cat" data-fold open>' in under.get(f"{page}{link}").content.decode()


@pytest.mark.rule("R-116")
def test_seats_go_up_and_down(under, tabled):
    order = [each.id for each in seats_at_table(tabled.state, WEST)]
    done = under.tap(f"{AT}seats/", {**MONTH, "order": " ".join(order), "move": f"down {order[0]}"})

    assert done.status_code == 200
    assert [each.id for each in seats_at_table(tabled.state, WEST)] == [order[1], order[0], order[2]]
    assert under.tap(f"{AT}seats/", {**MONTH, "order": " ".join(order[:2]), "move": f"up {order[1]}"}).status_code == 409
    assert "Choose a player." in words(under.tap(f"{AT}seats/", {**MONTH, "order": " ".join(order), "move": "away cat-1"}))


@pytest.mark.rule("R-03", "R-116")
def test_who_walks_out_is_marked_in_one_tap_and_waited_for_no_more(under, tabled):
    until(tabled, TableStep.ADVANCEMENT)
    first = turn_at(tabled.state, WEST)
    elsewhere = next(each for each in tabled.state.seats if each not in {seat.id for seat in seats_at_table(tabled.state, WEST)})
    for stale in ({**MONTH, "away": elsewhere}, {**MONTH, "month": "2", "away": first}):
        assert under.tap(f"{AT}away/", stale).status_code == 409

    assert under.tap(f"{AT}away/", {**MONTH, "away": first}).status_code == 200

    assert first not in [each.id for each in seats_at_table(tabled.state, WEST)]
    assert turn_at(tabled.state, WEST) not in (first, None)
    assert under.tap(f"{AT}away/", {**MONTH, "away": first}).status_code == 409


@pytest.mark.rule("R-03")
def test_who_comes_back_is_marked_where_the_player_is_missed(under, tabled):
    until(tabled, TableStep.ADVANCEMENT)
    first, other = (each.id for each in seats_at_table(tabled.state, WEST)[:2])
    assert under.tap(f"{AT}back/", {**MONTH, "back": first}).status_code == 409  # that player sits there
    under.tap(f"{AT}away/", {**MONTH, "away": first})
    tabled.do(LeaveForGood(seat=other))
    shown = under.get(AT).content.decode()
    assert f'id="back-here-{first}"' in shown
    assert f'id="back-here-{other}"' not in shown  # a player who has left for good can only be added again
    assert under.tap(f"{AT}back/", {**MONTH, "back": other}).status_code == 409
    assert under.tap(f"{AT}back/", {**MONTH, "month": "2", "back": first}).status_code == 409

    done = under.tap(f"{AT}back/", {**MONTH, "back": first})

    assert "is present (was absent)" in words(done)
    assert first in [each.id for each in seats_at_table(tabled.state, WEST)]


@pytest.mark.rule("R-144")
def test_a_face_is_shown_on_a_press_and_who_looked_is_written_down(under, tabled, sits):
    number = number_of(tabled, CAT)
    shown = under.fragment(f"{AT}scheme/{number}/")

    assert "Ambush" in words(shown)
    assert "data-close" in shown.content.decode()
    assert looked() == [f"scheme:{number}"]
    under.fragment(f"{AT}scheme/{number}/")
    assert looked() == [f"scheme:{number}"]
    assert under.fragment(f"{AT}scheme/99/").status_code == 404
    for place in (f"scheme/{number}/", f"hand/{CAT}/", f"drawn/{CAT}/", "written/"):
        for desk in (Desk.WAR, Desk.COURT, Desk.CHECK_IN, Desk.CEREMONY):
            assert sits(desk).get(f"{AT}{place}").status_code == 404


@pytest.mark.rule("GE-UND-31", "R-108")
def test_a_drawn_scheme_is_placed_for_who_has_no_phone(under, tabled):
    offer = west(tabled).offered[0]
    shown = under.fragment(f"{AT}drawn/{offer.picker}/")
    assert shown.content.decode().count('name="card"') == 4
    assert re.findall(r'<(?:button|a) class="[^"]*\bmain\b[^"]*"[^>]*>([^<]*)', shown.content.decode()) == [
        "Fill it in"
    ]  # all but Hide
    assert looked() == [f"drawn:{offer.house}"]
    traps = {each.id for each in tabled.state.scenario.schemes if each.trap}
    card = next((each for each in offer.cards if each.split("#")[0] in traps), None)
    fields = {**MONTH, "act": "place"}
    no = under.tap(f"{AT}drawn/{offer.picker}/", fields)
    assert (no.status_code, "Choose a card." in words(no)) == (422, True)
    drawn = under.tap(f"{AT}drawn/{offer.picker}/", {**MONTH, "act": "draw", "card": card or offer.cards[0]})
    assert 'id="drawn-place"' in drawn.content.decode()
    assert under.tap(f"{AT}drawn/{offer.picker}/", {**MONTH, "act": "keep"}).status_code == 422
    if card is not None:
        assert under.tap(f"{AT}drawn/{offer.picker}/", {**fields, "card": card}).status_code == 200
        assert all(each.house != offer.house for each in west(tabled).offered)


@pytest.mark.rule("R-108", "GE-UND-29")
def test_the_step_says_what_becomes_of_what_is_open(under, tabled):
    told = words(under.fragment("part/underground-step/?table=west"))
    assert "For Cat the first drawn card that fits is placed." in told
    assert "the schemes that lie there" not in told
    until(tabled, TableStep.ADVANCEMENT)
    told = words(under.fragment("part/underground-step/?table=west"))
    assert "may still act." in told


@pytest.mark.rule("R-116")
def test_a_seat_without_a_phone_says_so_and_is_played_for_on_its_turn(under, tabled):
    until(tabled, TableStep.ADVANCEMENT)
    first = turn_at(tabled.state, WEST)
    other = next(each for each in THERE if each != first)

    def shown():
        return words(under.fragment("part/underground-seats/?table=west"))

    assert "no phone" not in shown()
    for seat in (first, other):
        tabled.do(MarkPerson(seat=seat, before=PersonMarks(), after=PersonMarks(phoneless=True)))
    assert shown().count("no phone") == 2
    assert f"Play for {tabled.state.seats[first].name}" in shown()
    assert f"Play for {tabled.state.seats[other].name}" not in shown()


@pytest.mark.rule("GE-UND-39", "R-116")
def test_minions_are_advanced_and_a_turn_ended_and_taken_back(under, tabled):
    until(tabled, TableStep.ADVANCEMENT)
    first = turn_at(tabled.state, WEST)
    cards, number = hand(tabled, first), number_of(tabled, CAT)
    press = f"{AT}hand/{first}/"

    assert "Tap the minions first." in words(under.tap(press, {**MONTH, "act": "advance", "scheme": number}))
    no = under.tap(press, {**MONTH, "act": "advance", "card": list(cards[:1])})
    assert "Choose a scheme." in words(no)
    assert "checked" in no.content.decode()  # the choices are kept
    assert under.tap(press, {**MONTH, "act": "advance", "scheme": number, "card": list(cards[:2])}).status_code == 200
    assert len(hand(tabled, first)) == len(cards) - 2
    assert f"hand:{first}" in looked()

    step = {**MONTH, "step": "advancement"}
    if turn_at(tabled.state, WEST) == first:
        assert under.tap(f"{AT}turn/", {**step, "who": f"done {first}"}).status_code == 200
    assert turn_at(tabled.state, WEST) != first
    acts = len(west(tabled).acts)
    assert under.tap(f"{AT}turn/", {**step, "who": f"back {first} {acts}"}).status_code == 200
    assert len(west(tabled).acts) == acts - 1


@pytest.mark.rule("GE-UND-41", "GE-UND-42")
def test_minions_are_put_in_front_for_somebody(under, tabled):
    until(tabled, TableStep.PROTECTION)
    first = turn_at(tabled.state, WEST)
    cards, number = hand(tabled, first), number_of(tabled, WOLF)
    press = f"{AT}hand/{first}/"

    assert "Say which of them goes in front" in words(
        under.tap(press, {**MONTH, "act": "protect", "scheme": number, "card": list(cards[:2])})
    )
    assert under.tap(press, {**MONTH, "act": "protect", "scheme": number, "card": [cards[0]]}).status_code == 200
    scheme = next(each for each in west(tabled).schemes if each.id == number)
    assert [each.card for each in scheme.protection] == [cards[0]]
    shown = words(under.fragment("part/underground-schemes/?table=west"))
    assert "face down" in shown


@pytest.mark.rule("GE-UND-43", "GE-UND-45", "R-119")
def test_an_attack_is_begun_revealed_and_stopped_for_who_has_no_phone(under, tabled):
    until(tabled, TableStep.PROTECTION)
    first = turn_at(tabled.state, WEST)
    own = tabled.state.seats[first].house
    target = number_of(tabled, WOLF if own == "cat" else CAT)
    guard = hand(tabled, first)[0]
    under.tap(f"{AT}hand/{first}/", {**MONTH, "act": "protect", "scheme": target, "card": [guard]})
    until(tabled, TableStep.ATTACK)
    attacker = turn_at(tabled.state, WEST)
    own = tabled.state.seats[attacker].house
    target = number_of(tabled, WOLF if own == "cat" else CAT)
    cards = hand(tabled, attacker)
    begun = under.tap(f"{AT}hand/{attacker}/", {**MONTH, "act": "attack", "scheme": target, "card": [cards[0]]})
    assert begun.status_code == 200
    told = under.fragment("part/underground-attack/?table=west")
    fields = {**MONTH, "scheme": target, "seat": attacker}
    attack = west(tabled).attack
    if attack is not None and attack.card is not None:
        assert 'id="reveal"' in told.content.decode()
        assert under.tap(f"{AT}attack/", {**fields, "act": "reveal"}).status_code == 200
        assert west(tabled).compared is not None
    attack = west(tabled).attack
    if attack is not None and attack.reached:
        asked = under.fragment(f"{AT}hand/{attacker}/").content.decode()
        act = "go-on" if 'id="go-on"' in asked else "leave"
        assert ("Ambush" in asked) == (act == "go-on")
        assert under.tap(f"{AT}attack/", {**fields, "act": act, "asked": "yes"}).status_code == 200
    elif attack is not None:
        assert under.tap(f"{AT}attack/", {**fields, "act": "stop"}).status_code == 200
    assert under.tap(f"{AT}attack/", {**fields, "act": "stop"}).status_code == 409


@pytest.mark.rule("GE-UND-45")
def test_leave_it_closes_the_question_of_a_reached_scheme_and_its_moves_are_named_otherwise(under, tabled):
    until(tabled, TableStep.ATTACK)
    attacker = turn_at(tabled.state, WEST)
    target = number_of(tabled, WOLF if tabled.state.seats[attacker].house == "cat" else CAT)
    begun = {**MONTH, "act": "attack", "scheme": target, "card": [hand(tabled, attacker)[0]]}
    assert under.tap(f"{AT}hand/{attacker}/", begun).status_code == 200
    asked = under.fragment(f"{AT}hand/{attacker}/").content.decode()

    assert re.findall(r'<button[^>]* name="act" value="(\w+)"[^>]*>([^<]+)</button>', asked)[:2] == [
        ("leave", "Let the scheme stand"),
        ("foil", "Foil it"),
    ]
    assert re.search(r"<a [^>]*data-close>Cancel</a>", asked)


@pytest.mark.rule("GE-UND-57", "R-20")
def test_complete_is_confirmed_by_a_press(under, tabled):
    until(tabled, TableStep.COMPLETE)
    assert "No other scheme has Advancement enough." in words(under.fragment("part/underground-open/?table=west"))
    no = under.tap(f"{AT}confirm/", {**MONTH, "scheme": number_of(tabled, WOLF)})
    assert (no.status_code, "not enough Advancement" in words(no)) == (422, True)


@pytest.mark.rule("R-144")
def test_the_last_page_of_all_tables_and_the_taken_in_papers_say_who_looked(under, tabled):
    assert under.fragment(f"{AT}written/").status_code == 200
    assert looked() == ["written"]
    assert MATE in {each.id for each in seats_at_table(tabled.state, WEST)}


@pytest.mark.rule("GE-UND-33")
def test_a_hand_is_put_right_with_a_reason(under, tabled):
    until(tabled, TableStep.ADVANCEMENT)
    cards, fields = hand(tabled, CAT), {**MONTH, "do": "deal"}
    no = under.tap(f"{AT}hand/{CAT}/", {**fields, "taken": [cards[0]]})
    assert (no.status_code, "Say why" in words(no)) == (422, True)
    assert f'name="taken" value="{cards[0]}" checked' in no.content.decode()
    assert under.tap(f"{AT}hand/{CAT}/", {**fields, "taken": [cards[0]], "reason": "one too many"}).status_code == 200
    assert hand(tabled, CAT) == cards[1:]


@pytest.mark.rule("GE-UND-45", "GE-UND-50")
def test_what_a_later_reveal_built_on_cannot_be_withdrawn_though_the_reveal_was_not_the_last_that_came_of_its_press(under, tabled):
    """Wolf protects its scheme, Cat attacks and is beaten. The minions were seen, then the attack and the turn ended."""
    until(tabled, TableStep.PROTECTION)
    scheme, named = number_of(tabled, WOLF), {"month": 1, "table": WEST}
    pairs = product(hand(tabled, CAT), hand(tabled, WOLF))
    card, guard = next(each for each in pairs if not attacker_wins(face_of(each[0]), face_of(each[1]), {}))
    for seat in (CAT, MATE):
        tabled.do(EndTurn(**named, step=TableStep.PROTECTION, seat=seat))
    protected = tabled.do(Protect(**named, seat=WOLF, scheme=scheme, card=guard, discards=())).entries[0].seq
    until(tabled, TableStep.ATTACK)
    tabled.do(BeginAttack(**named, seat=CAT, scheme=scheme, card=card))
    revealed = tabled.do(Reveal(**named, scheme=scheme))
    assert [each.kind.rpartition(".")[2] for each in revealed.entries] == ["MinionsCompared", "AttackEnded", "TurnEnded"]

    refused = words(under.tap(f"journal/{protected}/undo/", {"reason": "misread"}))

    attack = f"“Attack of {tabled.state.seats[CAT].name} (Cat), The West table”"
    assert f"{attack} built on it and cannot be withdrawn either." in refused
    assert "Correct by hand." in refused
    assert [each.card for lies in west(tabled).schemes if lies.id == scheme for each in lies.protection] == [guard]


@pytest.mark.rule("R-116", "GE-UND-61")
def test_a_step_of_the_table_that_somebody_has_not_done_names_them_before_it_ends(under, tabled):
    until(tabled, TableStep.ADVANCEMENT)
    ending = {"month": "1", "step": "advancement", "table": "west"}

    asked = under.tap("underground/step/", ending)

    assert (asked.status_code, asked["HX-Retarget"]) == (200, "#ask")
    for seat in THERE:
        assert tabled.state.seats[seat].name in words(asked)
    assert step_of(tabled.state, WEST) is TableStep.ADVANCEMENT
    under.tap("underground/step/", ending | {"sure": "1"})
    assert step_of(tabled.state, WEST) is TableStep.PROTECTION


@pytest.mark.rule("R-116")
def test_a_step_that_everybody_has_done_ends_by_one_press(under, tabled):
    until(tabled, TableStep.MINIONS)
    assert under.tap("underground/step/", {"month": "1", "step": "minions", "table": "west"}).status_code == 200
    assert step_of(tabled.state, WEST) is TableStep.ADVANCEMENT


def test_names_at_a_table_are_not_translated(under, tabled):
    shown = under.get(AT).content.decode()
    assert any(seat.name in shown for seat in tabled.state.seats.values())
    assert translated(shown) & {seat.name for seat in tabled.state.seats.values()} == set()
