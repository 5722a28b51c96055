"""War Control's desk: sheets received, preview of each step, and changes by hand with a reason."""

from __future__ import annotations

import re
import uuid

import pytest
from django.utils import timezone

from control.day.clock.phases import SetClock
from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn, LeaveForGood
from control.day.state import Presence
from control.engine.ids import SeatId
from control.models import Sheet
from control.sheets import sheets
from rooms.realm.desks import Desk
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.scenario.ids import Phase, Room
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.state import record_of, war_of
from rooms.war.game.view_preview import PreviewLine
from rooms.war.screens import desk_sheets, desk_steps
from tests.control.desks.conftest import words

ONE_ID = "00000000-0000-4000-8000-000000000009"


@pytest.fixture
def sealed(running):
    """The War Room at Updates after Planning. cat-1 has sent a Move from the home castle and ticked Wolf."""
    running.go_to(Phase.MOVEMENT)
    running.seat_in_war()
    home = running.state.scenario.houses[0].home
    target = next(region for region in running.state.scenario.map.regions if region.id == home).neighbours[0]
    move = f'{{"kind":"move","units":2,"origin":"{home}","target":"{target}"}}'
    body = f'{{"orders":[{move}],"extra":null,"allies":["wolf"],"betray":false}}'
    send(running, "cat-1", body)
    running.go_to(Phase.ACTION)
    running.home, running.target = home, target
    return running


@pytest.fixture
def opened(sealed):
    """The War Room with open orders; Move comes next."""
    for step in ("updates", "orders", "favors"):
        sealed.do(EndStep(room=Room.WAR, month=1, step=step))
    return sealed


def send(day, seat, body):
    receipt = sheets.hand_in(
        sheets.Arrival(
            event_id=day.event.pk,
            seat=seat,
            kind="war",
            month=1,
            client_key=uuid.uuid4(),
            body=body.encode(),
            received_at=timezone.now(),
        )
    )
    assert receipt.sentence == "" or receipt.revision, receipt
    return receipt


def press(step: str, **more: str) -> dict[str, str]:
    return {"month": "1", "step": step, **more}


def name_of(day, region) -> str:
    return next(each.name for each in day.state.scenario.map.regions if each.id == region)


# --- before the orders are open -----------------------------------------------------------------------------------------


def test_who_has_sent_is_named_and_nothing_of_what(war, sealed):
    panel = war.fragment("part/war-orders/")

    assert "1 of 4 in" in words(panel)
    assert "✓ Amara Okafor" in words(panel)
    assert "… Jonas Lindqvist" in words(panel)
    assert "Move 2" not in panel.content.decode()


@pytest.mark.parametrize("address", ["orders/cat-1/", "orders/cat-1/admit/"])
def test_a_sealed_sheet_cannot_be_opened_from_the_desk(organizer, sealed, address):
    assert organizer.get(f"war/{address}").status_code == 404
    assert organizer.tap(f"war/{address}", {"month": "1", "reason": "curious"}).status_code == 404


def test_opening_the_orders_names_who_is_awaited(war, sealed):
    war.tap("war/step/", press("updates"))

    question = words(war.fragment("war/open/"))

    assert "1 of 4 sheets are in." in question
    assert "Jonas Lindqvist" in question
    assert "cannot be sealed again" in question


def test_opening_the_orders_is_done_once(war, sealed):
    war.tap("war/step/", press("updates"))
    form = press("orders", command_id=ONE_ID)

    first = war.tap("war/open/", form)
    second = war.tap("war/open/", form)
    late = war.tap("war/open/", press("orders"))

    assert (first.status_code, second.status_code, late.status_code) == (200, 200, 409)
    assert "You have, on this screen or another of yours, just applied Orders." in words(late)


def test_a_refused_press_at_the_question_leaves_no_button_that_must_fail_again(war, sealed):
    early = war.tap("war/open/", press("orders"))
    war.tap("war/step/", press("updates"))
    broken = war.tap("war/open/", press("orders", month=""))
    war.tap("war/open/", press("orders"))
    late = war.tap("war/open/", press("orders"))

    assert [each.status_code for each in (early, broken, late)] == [409, 422, 409]
    assert "The desk is at Updates now." in words(early)
    assert "The desk is at Favors now." in words(late)
    assert ["<button" in each.content.decode() for each in (early, broken, late)] == [False, True, False]
    assert war.tap("war/open/", press("orders")).status_code == 409
    assert "The orders cannot be opened now" in words(war.get("war/open/"))


# --- the steps ----------------------------------------------------------------------------------------------------------


def test_a_step_is_shown_in_words_and_on_the_map_before_it_is_applied(war, opened):
    steps, drawn = war.fragment("part/war-steps/"), war.fragment("part/war-map/").content.decode()

    sentence = f"2 units moved from {name_of(opened, opened.home)} to {name_of(opened, opened.target)}"
    before, _, foreseen = words(steps).partition("If you apply Move now, this will have happened:")
    assert sentence in foreseen
    assert sentence not in before
    assert "Apply Move" in words(steps)
    assert "map-arrow h-cat" in drawn
    assert "3→1" in drawn
    assert "Preview of Move: not applied yet." in drawn  # the same words at Battle, when units have moved
    assert war_of(opened.state).count(opened.target, "cat") == 0


def test_what_fails_is_read_first_and_many_orders_that_go_as_given_are_folded_with_their_number():
    marks = ("done", "done", "battle", "part", "done", "wasted", "throne", "done")
    few = tuple(PreviewLine(sentence=f"{at}", mark=mark) for at, mark in enumerate(marks))
    many = (*few, PreviewLine(sentence="8", mark="done"))

    assert [line.sentence for line in desk_steps.in_order(few)[0]] == ["6", "5", "3", "0", "1", "2", "4", "7"]
    assert desk_steps.in_order(few)[1] == ()
    foremost, ordinary = desk_steps.in_order(many)
    assert [line.mark for line in foremost] == ["throne", "wasted", "part", "battle"]
    assert [line.sentence for line in ordinary] == ["0", "1", "4", "7", "8"]


def test_orders_that_are_folded_can_be_unfolded_and_changed_there(war, opened, monkeypatch):
    assert '<details id="ordinary-move"' not in war.fragment("part/war-steps/").content.decode()

    monkeypatch.setattr(desk_steps, "FEW", 0)
    drawn = war.fragment("part/war-steps/").content.decode()

    folded = drawn.partition('<details id="ordinary-move">')[2].partition("</details>")[0]
    assert "1 order is carried out as given" in folded
    assert "2 units moved from" in folded
    assert "orders/cat-1/" in folded
    assert 'aria-labelledby="foreseen"' not in drawn  # no empty list above it


def test_applying_a_step_does_what_was_shown_and_goes_on(war, opened):
    answer = war.tap("war/step/", press("move"))

    assert answer.status_code == 200
    assert war_of(opened.state).count(opened.target, "cat") == 2
    assert "Apply Battle" in words(war.fragment("part/war-steps/"))
    assert "this will have happened" not in words(war.fragment("war/did/move/"))  # past battles are described in the past tense
    assert "map-arrow" not in war.fragment("part/war-map/").content.decode()


def test_a_late_press_says_that_somebody_else_has_applied_it(war, organizer, opened):
    organizer.tap("war/step/", press("move"))

    late = war.tap("war/step/", press("move"))

    assert late.status_code == 409
    assert "organizer has just applied Move." in words(late)
    assert record_of(opened.state).done == ("orders", "move")


def test_a_double_tap_never_applies_the_next_step(war, opened):
    form = press("move", command_id=ONE_ID)

    war.tap("war/step/", form)
    war.tap("war/step/", form)

    assert opened.state.clock.rooms[Room.WAR].step == "battle"


@pytest.mark.parametrize(
    ("form", "status"),
    [
        pytest.param(press("recruit"), 409, id="a step that comes later"),
        pytest.param({"month": "2", "step": "move"}, 409, id="another month"),
        pytest.param({"month": "1", "step": "no such step!"}, 422, id="a broken step"),
        pytest.param({"month": "1"}, 422, id="no step"),
    ],
)
def test_a_wrong_step_is_refused(war, opened, form, status):
    assert war.tap("war/step/", form).status_code == status
    assert opened.state.clock.rooms[Room.WAR].step == "move"


def test_without_javascript_the_step_button_works_too(war, opened):
    answer = war.post("war/step/", press("move"))
    late = war.post("war/step/", press("move"))

    assert (answer.status_code, answer["Location"]) == (302, war.at("war/"))
    assert late.status_code == 409
    assert "Apply Battle" in words(late)


def test_the_undo_button_names_the_last_step_and_takes_it_back(war, opened):
    war.tap("war/step/", press("move"))
    button = war.fragment("part/war-undo/")
    assert "↶ Undo “Move, month 1”" in words(button)

    address = re.search(r'href="/control/\d+/(journal/\d+/undo/)"', button.content.decode()).group(1)
    assert "2 " in words(war.fragment(address))
    war.tap(address, {"reason": "miscounted"})

    assert war_of(opened.state).count(opened.target, "cat") == 0
    assert opened.state.clock.rooms[Room.WAR].step == "move"


def test_sheets_are_counted_as_they_count_and_those_by_hand_are_named(war, opened):
    def counted() -> str:
        return re.search(r"(\d+) of (\d+) sheets(, \d+ by hand)?", words(war.fragment("part/war-orders/")))[0]

    before = counted()
    opened.do(CorrectOrders(player="wolf-1", month=1, reason="on paper", orders=(), allies=(), betray=False))

    assert before == "1 of 4 sheets"
    assert counted() == "2 of 4 sheets, 1 by hand"


def test_what_is_months_past_is_not_offered_for_undo(war, opened):
    assert 'id="war-undo"' in war.fragment("part/war-undo/").content.decode()
    opened.do(SetClock(month=2, phase=Phase.PLANNING, seconds=600))
    assert 'id="war-undo"' in war.fragment("part/war-undo/").content.decode()
    opened.do(SetClock(month=3, phase=Phase.PLANNING, seconds=600))
    assert 'id="war-undo"' not in war.fragment("part/war-undo/").content.decode()


def test_what_was_revealed_is_not_offered_for_undo(war, sealed):
    for step in ("updates", "orders"):
        sealed.do(EndStep(room=Room.WAR, month=1, step=step))

    button = war.fragment("part/war-undo/")

    assert "“Orders, month 1” cannot be undone" in words(button)
    assert "href" not in button.content.decode()


def test_the_whole_month_is_applied_step_by_step(war, opened):
    answers = [war.tap("war/step/", press(step)).status_code for step in ("move", "battle", "rewards", "recruit")]

    assert answers == [200, 200, 200, 200]
    assert "All seven steps of month 1 are done" in words(war.fragment("part/war-steps/"))


# --- one region ---------------------------------------------------------------------------------------------------------


def test_a_region_tells_who_is_there_and_what_happened_there(war, opened):
    war.tap("war/step/", press("move"))

    box = words(war.fragment(f"war/region/{opened.target}/"))

    assert "2 units" in box
    assert "Move, month 1: Cat 2" in box


def test_units_are_set_by_hand_with_a_reason(war, opened):
    answer = war.tap(f"war/region/{opened.home}/units/", {"house": "cat 3", "units": "5", "reason": "a fallen piece"})

    assert answer.status_code == 200
    assert war_of(opened.state).count(opened.home, "cat") == 5
    assert "a fallen piece" in words(war.fragment("part/journal/"))


def test_units_seen_too_long_ago_are_stale(war, opened):
    war.tap(f"war/region/{opened.home}/units/", {"house": "cat 3", "units": "5", "reason": "one"})

    late = war.tap(f"war/region/{opened.home}/units/", {"house": "cat 3", "units": "4", "reason": "two"})

    assert late.status_code == 409
    assert 'value="cat 5"' in late.content.decode()


def test_a_flag_a_rumor_and_an_immortal_are_moved_by_hand(war, opened):
    state = war_of(opened.state)
    rumor = next(token for token in state.rumors if token.region)
    guard = next(each for each in state.immortals if each.region)

    war.tap(f"war/region/{opened.home}/flag/", {"flag": "wolf on", "reason": "forgotten"})
    war.tap(f"war/region/{rumor.region}/rumor/", {"rumor": rumor.id, "to": opened.home, "reason": "wind"})
    war.tap(f"war/region/{guard.region}/immortal/", {"immortal": f"{guard.id} off", "reason": "dragged down"})

    now = war_of(opened.state)
    assert "wolf" in now.castles[opened.home].flags
    assert next(token for token in now.rumors if token.id == rumor.id).region == opened.home
    assert next(each for each in now.immortals if each.id == guard.id).region is None


@pytest.mark.parametrize(
    ("what", "form", "sentence"),
    [
        pytest.param("units", {"house": "dog 0", "units": "1", "reason": "x"}, "no such House", id="an unknown House"),
        pytest.param("units", {"house": "cat 3", "units": "-1", "reason": "x"}, "0 units or more", id="less than none"),
        pytest.param(
            "units", {"house": "cat 3", "units": "999", "reason": "x"}, "The stockpile of Cat holds", id="more than there are"
        ),
        pytest.param("units", {"house": "cat 3", "units": "4", "reason": ""}, "Say why in a few words", id="no reason"),
        pytest.param("units", {"house": "", "units": "4", "reason": "x"}, "Choose a House.", id="no House"),
        pytest.param("flag", {"flag": "cat sideways", "reason": "x"}, "Choose a House of this scenario.", id="a flag sideways"),
        pytest.param("remnant", {"before": "0", "units": "77", "reason": "x"}, "0 to 20 remnants", id="an army of remnants"),
        pytest.param("rumor", {"rumor": "no-such", "to": "", "reason": "x"}, "There is no such Rumor.", id="an unknown Rumor"),
        pytest.param("immortal", {"immortal": "99 off", "reason": "x"}, "There is no such Immortal.", id="an unknown Immortal"),
        pytest.param("immortal", {"immortal": "one off", "reason": "x"}, "There is no such Immortal.", id="an Immortal in letters"),
    ],
)
def test_a_wrong_adjustment_is_one_sentence_above_the_form_as_typed(war, opened, what, form, sentence):
    before = opened.seqs

    answer = war.tap(f"war/region/{opened.home}/{what}/", form)

    assert answer.status_code == 422
    assert sentence in words(answer)
    assert re.search(r"<details\s+open>", answer.content.decode())
    assert opened.seqs == before


def test_a_region_or_an_adjustment_that_does_not_exist_is_not_found(war, opened):
    assert war.get("war/region/atlantis/").status_code == 404
    assert war.get("war/region/?region=").status_code == 404
    assert war.tap(f"war/region/{opened.home}/weather/", {"reason": "x"}).status_code == 404


# --- orders by hand -----------------------------------------------------------------------------------------------------


def paper(day, **more: str) -> dict[str, str]:
    """Form fields of a paper sheet of a player who sent none."""
    home = day.state.scenario.houses[0].home
    return {"month": "1", "order1_kind": "recruit", "order1_region": home, "allies": "ram", "reason": "paper sheet", **more}


def test_orders_lie_open_in_words_with_a_matrix_of_ticks(war, opened):
    panel = words(war.fragment("part/war-orders/"))

    assert f"Move 2 from {name_of(opened, opened.home)} to {name_of(opened, opened.target)}" in panel
    assert "Cat marks Wolf as an ally." in panel
    assert "Jonas Lindqvist sent no sheet." in panel


def test_a_paper_sheet_is_entered_for_a_player_who_sent_none(war, opened):
    answer = war.tap("war/orders/cat-2/", paper(opened))

    assert answer.status_code == 200
    sheet = record_of(opened.state).sheet("cat-2")
    assert (sheet.allies, sheet.corrected, len(sheet.orders)) == (("ram",), True, 1)


def test_what_was_carried_out_is_said_before_orders_are_typed_with_the_ways_to_change_it(war, opened):
    assert "Carried out" not in words(war.fragment("war/orders/cat-1/"))
    war.tap("war/step/", press("move"))
    shown = war.fragment("war/orders/cat-1/")
    assert "Carried out: Move. What it did is changed by undoing the step, or by hand in a region." in words(shown)
    assert f"Undo Move … {name_of(opened, opened.home)} … {name_of(opened, opened.target)} …" in words(shown)
    address = re.search(r'hx-get="/control/\d+/(journal/\d+/undo/)"', shown.content.decode())[1]
    assert "Undo “Move, month 1”?" in words(war.fragment(address))

    war.tap("war/step/", press("battle"))
    assert "Carried out: Move and Battle." in words(war.fragment("war/orders/cat-1/"))
    refused = war.tap("war/orders/cat-1/", paper(opened))
    assert "undo that step first, or set the region by hand" in words(refused)
    assert "Carried out: Move and Battle." in words(refused)


def test_orders_that_break_a_rule_come_back_as_typed(war, opened):
    answer = war.tap(
        "war/orders/cat-2/", paper(opened, order2_kind="move", order2_units="90", order2_from=opened.home, order2_to="zzz")
    )

    assert answer.status_code == 422
    assert 'value="90"' in answer.content.decode()


def test_orders_without_a_number_are_refused_in_a_sentence(war, opened):
    answer = war.tap("war/orders/cat-2/", paper(opened, order2_kind="move", order2_units="", order2_from="a", order2_to="b"))

    assert answer.status_code == 422
    assert "A Move names a number of units." in words(answer)


def test_a_sheet_set_aside_counts_once_its_author_is_seated(running, war):
    running.go_to(Phase.PLANNING)
    home = running.state.scenario.houses[0].home
    send(running, "cat-3", f'{{"orders":[{{"kind":"recruit","target":"{home}"}}],"extra":null,"allies":[],"betray":false}}')
    running.go_to(Phase.ACTION)
    for step in ("updates", "orders"):
        running.do(EndStep(room=Room.WAR, month=1, step=step))
    aside = words(war.fragment("part/war-orders/"))
    assert "not in the War Room this month seat the player here first …" in aside
    assert "let it count" not in aside
    assert "Seat the player there first." in words(war.fragment("war/orders/cat-3/admit/"))

    war.tap("rooms/war/people/seat/", {"month": "1", "player": "cat-3"})
    aside = words(war.fragment("part/war-orders/"))
    assert "not here when the orders were opened, seated here since let it count …" in aside
    assert "not in the War Room this month" not in aside
    answer = war.tap("war/orders/cat-3/admit/", {"month": "1", "reason": "came late"})

    assert answer.status_code == 200
    assert record_of(running.state).sheet("cat-3").orders[0].target == home


def late_sheet(day, seat="cat-2"):
    home = day.state.scenario.houses[0].home
    body = f'{{"orders":[{{"kind":"recruit","target":"{home}"}}],"extra":null,"allies":["ram"],"betray":false}}'
    Sheet.objects.create(
        event=day.event,
        seat=seat,
        kind="war",
        month=1,
        revision=9,
        client_key=uuid.uuid4(),
        received_at=timezone.now(),
        late=True,
        body=body,
    )


def test_a_late_sheet_is_listed_by_name_and_time_and_not_played(war, opened):
    late_sheet(opened)

    panel = words(war.fragment("part/war-orders/"))

    assert "Too late Jonas Lindqvist (Cat, rank 2)" in panel
    assert "Control decides whether it is played." in panel


def test_of_very_many_late_sheets_the_first_stand_at_the_desk_and_the_rest_is_counted(war, opened, monkeypatch):
    monkeypatch.setattr(desk_sheets, "MOST_LATE", 3)
    everybody = sorted(opened.state.seats)
    for seat in everybody:
        late_sheet(opened, seat)
    beyond = len(everybody) - 3
    assert beyond > 1

    shown = war.fragment("part/war-orders/")

    assert shown.content.decode().count("Control decides whether it is played.") == 3
    assert f"{beyond} more came too late" in words(shown)
    assert f"/control/{opened.event.pk}/sheets/war/" in shown.content.decode()


def test_a_late_sheet_can_be_entered_with_its_orders(war, opened):
    late_sheet(opened)

    form = war.fragment("war/orders/cat-2/?late=yes")

    assert "came too late" in words(form)
    assert re.search(r'value="ram" checked', form.content.decode())


@pytest.mark.rule("R-139", "R-16", "R-03")
@pytest.mark.parametrize(
    ("happens", "offered"),
    [
        (CheckIn(seat=SeatId("cat-2"), before=Presence.PRESENT, presence=Presence.ABSENT), True),
        (AdjustWounds(player=SeatId("cat-2"), before=0, wounds=3, reason="hit"), True),
        (LeaveForGood(seat=SeatId("cat-2")), False),
    ],
    ids=["absent", "dead", "gone"],
)
def test_a_late_sheet_is_put_before_control_unless_its_author_has_left(war, opened, happens, offered):
    late_sheet(opened)

    opened.do(happens)

    assert ("look and decide …" in words(war.fragment("part/war-orders/"))) == offered


def test_a_player_who_does_not_exist_has_no_orders(war, opened):
    assert war.get("war/orders/dog-1/").status_code == 404


def test_other_desks_see_nothing_of_it(sits, opened):
    court = sits(Desk.COURT)

    assert court.get("war/").status_code == 404
    assert court.fragment("part/war-orders/").status_code == 404
    assert court.get("war/orders/cat-1/").status_code == 404


def test_looking_at_the_desk_writes_nothing(war, opened):
    before = opened.seqs

    war.get("war/")

    assert opened.seqs == before


def test_the_answer_to_the_end_of_a_step_and_of_a_phase_says_what_runs_now(war, organizer, opened):
    assert "Move done. Now: Battle." in words(war.tap("war/step/", press("move")))
    assert "Now: Return, month 1." in words(organizer.tap("clock/end/", {"month": "1", "phase": "action"}))
    back = words(organizer.tap("clock/back/", {"month": "1", "phase": "return"}))
    assert "Went back to Action, month 1. Now: Action, month 1." in back
