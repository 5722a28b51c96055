"""Open matters: decisions at a desk, hand-offs between desks, and rulings wherever a rule is cited; who sees which of them."""

from __future__ import annotations

import json
import re
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from control.clock.clockwork import carry_out_due
from control.day.clock.phases import SetClock
from control.day.clock.steps import EndStep
from control.day.decisions.answers import ClaimDecision, MakeDecision
from control.day.handoffs import HandOver, TakeHandOff, open_hand_offs
from control.day.rulings import RecordRuling
from control.engine.ids import StepId
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from tests.control.asking import ask, guard, put_to
from tests.control.desks.conftest import OLGA, signed_in, words

QUESTION = "Which unit does the Shape kill?"
RULING = RecordRuling(rule="GE-EVT-15", text="Two may sit at one desk", because="there are two tablets", desk=Desk.WAR)


@pytest.fixture
def court(sits):
    return sits(Desk.COURT)


@pytest.fixture
def asked(running):
    """Month 1 with a decision for War Control."""
    return ask(running.event, guard(running.event))


def matters(person) -> str:
    """Text of the list of open matters."""
    return words(person.fragment("part/matters/"))


def option_buttons(person) -> list[str]:
    return re.findall(r'name="answer" value="([^"]+)"', person.fragment("part/matters/").content.decode())


# --- decisions ----------------------------------------------------------------------------------------------------------


def test_a_decision_waits_on_its_desk_with_options_default_block_and_waiting_time(war, running):
    ask(running.event, guard(running.event, since=timezone.now() - timedelta(minutes=3)))

    shown = matters(war)

    assert QUESTION in shown
    assert "One of Cat" in shown
    assert "Not answered before Battle: One of Cat" in shown
    assert "3 min" in shown
    assert "R-57" in shown
    assert option_buttons(war) == ["war-1-guard-1 cat", "war-1-guard-1 wolf"]


@pytest.mark.parametrize("address", ["", "war/", "journal/", "rulings/", "houses/"])
def test_the_list_stands_on_every_page_of_the_desk_and_its_head_counts(war, asked, address):
    page = war.get(address).content.decode()

    assert page.count('id="part-matters"') == 1
    assert QUESTION in page
    assert re.search(r'href="#part-matters"><b><svg[^>]*><use href="#i-scales"></use></svg> 1<', page)


@pytest.mark.rule("R-17")
def test_another_desk_reads_neither_the_question_nor_that_there_is_one(court, asked, running):
    pages = [court.get(address).content.decode() for address in ("", "court/", "journal/", "part/matters/", "part/last/")]

    assert all(QUESTION not in page and "One of Wolf" not in page for page in pages)
    assert 'href="#part-matters"><b>' not in pages[0]
    assert court.get("decisions/war-1-guard-1/").status_code == 404
    answer = court.tap("decisions/answer/", {"answer": "war-1-guard-1 cat"})
    assert (answer.status_code, words(answer).startswith("✕ This decision belongs to War Control.")) == (422, True)


def test_the_overview_counts_what_waits_in_each_room(organizer, court, asked):
    sign = '<use href="#i-scales"></use></svg> 1<'
    assert sign in organizer.fragment("part/rooms/").content.decode()
    assert sign in court.fragment("part/rooms/").content.decode()


def test_one_tap_decides_and_can_be_undone(war, running, asked):
    answer = war.tap("decisions/answer/", {"answer": "war-1-guard-1 wolf"})

    assert answer.status_code == 200
    assert f"“{QUESTION}” was decided by war: One of Wolf." in words(answer)
    assert set(json.loads(answer["HX-Trigger"])) >= {"decisions", "journal"}
    assert "/undo/" in answer.content.decode()
    assert running.state.decisions[0].option == "wolf"
    assert "Done this month (1)" in matters(war)

    seq = running.seqs
    war.tap(f"journal/{seq}/undo/", {"reason": "misread"})
    assert running.state.decisions[0].option is None


def test_a_race_decides_once_and_tells_the_second_what_was_decided(war, running, asked):
    other = signed_in(running.event, Desk.WAR, Desk.CEREMONY)
    war.tap("decisions/answer/", {"answer": "war-1-guard-1 wolf"})

    answer = other.tap("decisions/answer/", {"answer": "war-1-guard-1 cat"})

    assert answer.status_code == 409
    assert "It is decided already, by war: One of Wolf." in words(answer)
    assert running.state.decisions[0].option == "wolf"


def test_who_is_at_it_is_shown_to_the_others_and_may_be_taken_over(war, running, asked):
    other = signed_in(running.event, Desk.WAR, Desk.CEREMONY)
    war.tap("decisions/claim/", {"claim": "war-1-guard-1"})

    assert "✓ You are at it Give it back" in matters(war)
    assert "! war is at it" in matters(other)
    assert other.tap("decisions/answer/", {"answer": "war-1-guard-1 cat"}).status_code == 409
    assert other.tap("decisions/claim/", {"claim": "war-1-guard-1"}).status_code == 409

    assert other.tap("decisions/claim/", {"claim": "war-1-guard-1 war"}).status_code == 200
    assert "! war-ceremony is at it" in matters(war)
    assert other.tap("decisions/release/", {"release": "war-1-guard-1"}).status_code == 200
    assert running.state.decisions[0].claimed_by == ""


def of_immortal(running, number: int, **changed: object):
    """One of several decisions with the same question."""
    changed = {"default": "cat", **changed}
    return guard(
        running.event,
        id=f"war-1-guard-{number}",
        question=f"Amn: whose unit does Immortal {number} kill?",
        group="Amn: whose unit does each Immortal kill?",
        part=f"Immortal {number}",
        **changed,
    )


@pytest.fixture
def asked_thrice(running):
    """The same question about three Immortals."""
    for number in (1, 2, 3):
        ask(running.event, of_immortal(running, number))
    return running


def test_what_is_asked_of_several_things_is_one_card_with_an_answer_for_each(war, asked_thrice):
    shown = matters(war)

    assert shown.count("Amn: whose unit does each Immortal kill?") == 1
    assert shown.count("Not answered before Battle: One of Cat") == 1
    assert "whose unit does Immortal 1 kill?" not in shown
    assert option_buttons(war) == [f"war-1-guard-{number} {answer}" for number in (1, 2, 3) for answer in ("cat", "wolf")]
    assert "Waits for you 3" in shown

    war.tap("decisions/answer/", {"answer": "war-1-guard-2 wolf"})
    assert [each.option for each in asked_thrice.state.decisions] == [None, "wolf", None]
    assert re.findall(r"Immortal \d", matters(war).partition("Done this month")[0]) == ["Immortal 1", "Immortal 3"]

    war.tap("decisions/answer/", {"answer": "war-1-guard-1 wolf"})
    assert "Amn: whose unit does Immortal 3 kill?" in matters(war)  # a single question is asked as it is


def test_defaults_that_differ_are_marked_at_each_of_them(war, running):
    ask(running.event, of_immortal(running, 1))
    ask(running.event, of_immortal(running, 2, default="wolf"))

    shown = matters(war)

    assert "Not answered before Battle: of each the answer marked as default" in shown
    assert "Immortal 1 One of Cat default One of Wolf" in shown
    assert "Immortal 2 One of Cat One of Wolf default" in shown


def test_one_press_is_at_all_of_a_card_and_leaves_all_of_it(war, asked_thrice):
    other = signed_in(asked_thrice.event, Desk.WAR, Desk.CEREMONY)
    everything = claim_button(war)
    assert everything == "war-1-guard-1|war-1-guard-2|war-1-guard-3"

    assert war.tap("decisions/claim/", {"claim": everything}).status_code == 200
    assert {each.claimed_by for each in asked_thrice.state.decisions} == {"war"}
    assert "! war is at it" in matters(other)
    assert other.tap("decisions/claim/", {"claim": everything}).status_code == 409
    assert {each.claimed_by for each in asked_thrice.state.decisions} == {"war"}

    assert other.tap("decisions/claim/", {"claim": claim_button(other)}).status_code == 200
    assert {each.claimed_by for each in asked_thrice.state.decisions} == {"war-ceremony"}
    release = re.search(r'name="release" value="([^"]+)"', other.fragment("part/matters/").content.decode())[1]
    assert other.tap("decisions/release/", {"release": release}).status_code == 200
    assert {each.claimed_by for each in asked_thrice.state.decisions} == {""}


def test_a_card_is_claimed_whole_or_not_at_all(war, asked_thrice):
    war.tap("decisions/answer/", {"answer": "war-1-guard-3 wolf"})

    answer = war.tap("decisions/claim/", {"claim": "war-1-guard-1|war-1-guard-2|war-1-guard-3"})

    assert answer.status_code == 409
    assert {each.claimed_by for each in asked_thrice.state.decisions} == {""}


def claim_button(person) -> str:
    return re.search(r'name="claim" value="([^"]+)"', person.fragment("part/matters/").content.decode())[1]


def test_a_decision_is_made_with_a_reason_in_a_question_of_its_own(war, running, asked):
    page = words(war.get("decisions/war-1-guard-1/"))
    assert "One of Cat the default" in page

    answer = war.tap("decisions/war-1-guard-1/", {"option": "wolf", "reason": "it was the stronger"})

    assert answer.status_code == 200
    assert "One of Wolf (it was the stronger)." in words(answer)
    late = war.tap("decisions/war-1-guard-1/", {"option": "cat", "reason": "x"})
    assert late.status_code == 409
    assert "One of Wolf, by war." in words(late)


@pytest.mark.parametrize(
    ("address", "fields", "says"),
    [
        ("decisions/answer/", {"answer": "war-1-guard-1"}, "Choose one of the answers on the list."),
        ("decisions/answer/", {"answer": "war-1-guard-1 nobody"}, "Choose one of the answers on the list."),
        ("decisions/claim/", {}, "Say which decision."),
        ("decisions/war-1-guard-1/", {"reason": "x"}, "Choose one of the answers on the list."),
        ("decisions/war-1-guard-1/", {"option": "cat", "reason": "x" * 301}, "A reason has at most 300 characters."),
        ("hand-offs/take/", {"take": "x"}, "No such hand-off."),
    ],
)
def test_a_broken_press_changes_nothing_and_is_told_in_one_sentence(war, running, asked, address, fields, says):
    before = running.seqs

    answer = war.tap(address, fields)

    assert answer.status_code == 422
    assert says in words(answer)
    assert running.seqs == before


def test_what_was_decided_elsewhere_is_stale(war, running, asked):
    running.do(MakeDecision(decision="war-1-guard-1", option="cat"))

    assert war.tap("decisions/answer/", {"answer": "war-1-guard-1 wolf"}).status_code == 409
    assert war.tap("decisions/answer/", {"answer": "war-1-nothing cat"}).status_code == 409


def test_without_javascript_an_answer_leads_back_to_the_overview(war, running, asked):
    answer = war.post("decisions/answer/", {"answer": "war-1-guard-1 wolf"})

    assert (answer.status_code, answer["Location"]) == (302, war.at(""))
    assert running.state.decisions[0].option == "wolf"


# --- hand-offs ----------------------------------------------------------------------------------------------------------


def test_a_desk_hands_over_and_the_other_takes_it(war, court, running):
    form = war.get("hand-offs/new/").content.decode()
    assert re.findall(r'<option value="(\w+)" selected>', form) == ["war"]

    fields = {"origin": "war", "to": "court", "what": "The Court is trapped", "rule": "GE-SOV-17"}
    assert war.tap("hand-offs/new/", fields).status_code == 200

    assert "The Court is trapped" in matters(war)
    assert "not taken over yet" in matters(war)
    assert "We have it" in matters(court)
    assert "The Court is trapped" not in matters(signed_in(running.event, Desk.CEREMONY))
    assert court.tap("hand-offs/take/", {"take": "1"}).status_code == 200
    assert open_hand_offs(running.state) == ()
    late = court.tap("hand-offs/take/", {"take": "1"})
    assert (late.status_code, "court has taken it over already." in words(late)) == (409, True)


def test_a_desk_speaks_for_itself_alone(court, running):
    fields = {"origin": "war", "to": "ceremony", "what": "x"}

    answer = court.tap("hand-offs/new/", fields)

    assert (answer.status_code, "Choose one of your desks." in words(answer)) == (422, True)
    assert running.state.hand_offs == ()


def test_a_hand_off_to_nobody_keeps_what_was_typed(war, running):
    answer = war.tap("hand-offs/new/", {"origin": "war", "what": "The Court is trapped"})

    assert answer.status_code == 422
    assert "Choose the desk that takes it over." in words(answer)
    assert "The Court is trapped</textarea>" in answer.content.decode()


@pytest.fixture
def held(running):
    """The Return of month 1, held by a hand-off to Court Control."""
    running.do(SetClock(month=1, phase=Phase.RETURN, seconds=60))
    running.do(HandOver(origin=Desk.WAR, to=Desk.COURT, what="The Court is trapped"))
    return running


def test_every_desk_reads_whom_the_month_waits_for_and_two_of_them_what_for(held, organizer, war, court, ceremony):
    for person in (organizer, war, court, ceremony):
        assert "Month 1 waits for Court Control to take over what was handed over." in matters(person)
        assert "! Held" in words(person.fragment("part/bar/"))
    assert [("trapped" in matters(person)) for person in (organizer, war, court, ceremony)] == [True, True, True, False]
    assert "Month 1 waits for Court Control" in words(organizer.fragment("part/hands/"))


def test_a_phone_and_the_hall_read_that_control_is_at_work_and_no_more(held, player, nobody):
    phone, hall = player.client.get("/play/"), nobody.client.get(f"/screen/{held.event.pk}/clock/")

    for page in (phone, hall):
        assert "The month ends when Control has finished it." in words(page)
        assert "trapped" not in page.content.decode()
        assert "waits for Court Control" not in words(page)  # a phone's reminders name each desk, whatever holds the month


def test_the_organizer_ends_the_month_anyway_with_a_reason_alone(held, organizer):
    form = organizer.get("clock/end/")
    assert "End month 1 anyway?" in words(form)
    assert "War Control to Court Control, open for 0:0" in words(form)
    seen = {"month": 1, "phase": "return"}

    refused = organizer.tap("clock/end/", {**seen, "anyway": ""})
    assert (refused.status_code, held.state.clock.month) == (422, 1)
    assert "Month 1 waits for Court Control" in words(refused)
    assert "To end it anyway, say why." in words(refused)

    assert organizer.tap("clock/end/", {**seen, "anyway": "they know"}).status_code == 200
    assert held.state.clock.month == 2
    assert "Month 1 ended although hand-offs were open: they know." in words(organizer.get("journal/"))


def test_the_clock_ends_the_month_as_soon_as_it_is_taken_over(held, monkeypatch):
    late = held.state.clock.deadline + timedelta(seconds=30)
    monkeypatch.setattr(timezone, "now", lambda: late)
    assert carry_out_due(held.event.pk) == 0
    assert (held.state.clock.month, held.event.stream.dues.count()) == (1, 0)

    held.do(TakeHandOff(hand_off=1))

    assert held.event.stream.dues.count() == 1
    assert carry_out_due(held.event.pk) == 2  # the month ends and its news are sent
    assert (held.state.clock.month, held.state.clock.began_at) == (2, late)


def test_a_press_of_end_that_did_not_know_of_a_hand_off_is_refused(held, organizer):
    answer = organizer.tap("clock/end/", {"month": 1, "phase": "return"})

    assert answer.status_code == 422
    assert held.state.clock.phase == Phase.RETURN


# --- the rulings book ---------------------------------------------------------------------------------------------------


def test_a_ruling_is_recorded_and_stands_in_the_book_of_every_desk(war, court, running):
    text = "A draw is a defeat" + ", and so it stays" * 40
    fields = {"desk": "war", "rule": "ge-war-42", "text": text, "because": "nobody held it"}

    assert war.tap("rulings/new/", fields).status_code == 200

    for person in (war, court):
        page = words(person.get("rulings/"))
        assert "GE-WAR-42" in page
        assert "A draw is a defeat" in page
        assert "Reason: nobody held it" in page
    assert "Retract …" in words(war.get("rulings/"))
    assert "Retract …" not in words(court.get("rulings/"))


def test_a_line_break_counts_once_in_what_may_have_a_thousand_characters(war, running):
    text = "\r\n".join(["x" * 99] * 10)  # 999 characters when typed
    fields = {"desk": "war", "rule": "ge-war-42", "text": text, "because": "nobody held it"}

    assert war.tap("rulings/new/", fields).status_code == 200

    assert "x" * 99 in words(war.get("rulings/"))


def test_from_then_on_it_stands_wherever_the_rule_is_cited(war, court, running):
    before = war.tap("hand-offs/take/", {"take": "99"})  # not cited there, so not shown
    assert "Ruled" not in words(before)
    running.do(HandOver(origin=Desk.WAR, to=Desk.COURT, what="x", rule="GE-EVT-15"))
    assert "Ruled" not in matters(court)

    running.do(RULING)

    assert "Ruled: Two may sit at one desk" in matters(court)
    refused = war.tap("hand-offs/take/", {"take": "1"})  # a refusal
    assert (refused.status_code, "Ruled: Two may sit at one desk" in words(refused)) == (422, True)
    assert "Reason: there are two tablets" in words(court.get("journal/"))


def test_a_rule_that_is_cited_leads_into_the_book(court, running, asked, organizer):
    page = organizer.fragment("part/matters/").content.decode()
    address = re.search(r'href="(/control/\d+/rulings/new/\?rule=R-57)"', page)
    assert address

    form = organizer.client.get(address[1]).content.decode()

    assert "Nobody has ruled on it yet." in form
    assert re.search(r'name="rule"[^>]* value="R-57"', form)


def test_a_decision_shows_what_was_ruled_on_its_rule(war, running, asked):
    running.do(RecordRuling(rule="R-57", text="The stronger falls", because="so it was in month 1", desk=Desk.WAR))

    assert "Ruled: The stronger falls" in matters(war)
    assert "Reason: so it was in month 1" in words(war.get("decisions/war-1-guard-1/"))


def test_a_tablet_of_the_law_board_shows_what_was_ruled_on_it(court, war, running):
    number = running.state.laws[0].number
    running.do(RecordRuling(rule=f"law-{number}", text="Both pay", because="it says so", desk=Desk.COURT))

    assert "Ruled: Both pay" in words(court.fragment("part/court-laws/"))
    assert "Ruled: Both pay" in words(war.fragment("part/standing-laws/"))


def test_a_ruling_is_retracted_with_a_reason_and_stays_in_the_book(war, court, running):
    running.do(RULING)
    assert court.get("rulings/1/retract/").status_code == 404

    assert war.tap("rulings/1/retract/", {"reason": ""}).status_code == 422
    assert war.tap("rulings/1/retract/", {"reason": "read again"}).status_code == 200

    page = words(court.get("rulings/"))
    assert "retracted read again" in page
    running.do(HandOver(origin=Desk.WAR, to=Desk.COURT, what="x", rule="GE-EVT-15"))
    assert "Ruled" not in matters(court)
    assert war.tap("rulings/1/retract/", {"reason": "again"}).status_code == 409


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"rule": "", "text": "x", "because": "y"}, "Name the rule by its ID"),
        ({"rule": "the draw", "text": "x", "because": "y"}, "Name the rule by its ID"),
        ({"rule": "R-57", "text": "", "because": "y"}, "Say what was ruled."),
        ({"rule": "R-57", "text": "x" * 1001, "because": "y"}, "Say it in 1,000 characters."),
        ({"rule": "R-57", "text": "x", "because": ""}, "Say why"),
        ({"rule": "R-57", "text": "x", "because": "y", "desk": "court"}, "Choose one of your desks."),
    ],
)
def test_a_ruling_that_says_too_little_is_not_recorded(war, running, fields, says):
    answer = war.tap("rulings/new/", {"desk": "war", **fields})

    assert (answer.status_code, says in words(answer)) == (422, True)
    assert running.state.rulings == ()


def test_nothing_of_the_book_is_for_players(player, running):
    running.do(RULING)

    assert "Two may sit" not in player.client.get("/play/").content.decode()
    assert player.get("rulings/").status_code == 302


# --- the House's own phone ----------------------------------------------------------------------------------------------


def decide(person, option: str, decision: str = "war-1-guard-1"):
    fields = {"command_id": str(uuid.uuid4()), "decision": decision, "option": option}
    return person.client.post("/play/decide/", fields, headers={"HX-Request": "true"})


def test_who_speaks_for_the_house_answers_on_the_phone(player, running, war):
    ask(running.event, put_to(running.event, "cat"))
    assert QUESTION in words(player.client.get("/play/"))
    assert "may answer too" in matters(war)

    answer = decide(player, "wolf")

    assert answer.status_code == 200
    assert running.state.decisions[0].option == "wolf"
    assert "One of Wolf (you)" in words(player.client.get("/play/"))
    late = decide(player, "cat")
    assert late.status_code == 409
    assert "It is decided already" in words(late)


def test_a_phone_reads_that_control_or_nobody_answered(player, running):
    ask(running.event, put_to(running.event, "cat"))
    running.do(MakeDecision(decision="war-1-guard-1", option="cat"))

    assert "One of Cat (Control)" in words(player.client.get("/play/"))


def test_what_is_asked_of_another_house_or_of_the_desk_alone_is_on_no_phone(player, running):
    ask(running.event, put_to(running.event, "wolf"))
    ask(running.event, guard(running.event, id="war-1-guard-2", question="And the other one?"))

    page = player.client.get("/play/").content.decode()

    assert QUESTION not in page
    assert "And the other one?" not in page
    assert decide(player, "cat").status_code == 422
    assert decide(player, "cat", "war-1-guard-2").status_code == 422
    assert running.state.decisions[0].option is None


def test_a_phone_that_chose_nothing_is_told_so(player, running):
    ask(running.event, put_to(running.event, "cat"))

    answer = decide(player, "")

    assert answer.status_code == 422
    assert "Choose one of the answers." in words(answer)


def test_the_claim_of_somebody_at_the_desk_does_not_bind_the_house(player, war, running):
    ask(running.event, put_to(running.event, "cat"))
    running.do(ClaimDecision(decision="war-1-guard-1"))
    assert running.state.decisions[0].claimed_by == OLGA.name
    assert war.tap("decisions/answer/", {"answer": "war-1-guard-1 cat"}).status_code == 409  # another tablet must take it over

    page, answer = words(player.client.get("/play/")), decide(player, "wolf")

    assert QUESTION in page
    assert OLGA.name not in page
    assert answer.status_code == 200
    assert running.state.decisions[0].option == "wolf"


def test_the_step_that_applies_a_default_says_so_beside_its_button(war, action):
    for step in ("updates", "orders", "favors", "move"):
        action.do(EndStep(room=Room.WAR, month=1, step=StepId(step)))
    assert "for an answer" not in words(war.fragment("part/war-steps/"))

    ask(action.event, guard(action.event))

    assert "1 decision waits for an answer. Apply Battle and the default applies." in words(war.fragment("part/war-steps/"))
