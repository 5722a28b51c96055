"""A coup on War Control's desk: predicted before Battle with reasons, handed to Court Control, withdrawn with all its effects."""

from __future__ import annotations

import re

import pytest

from control.day.clock.steps import EndStep
from control.day.rulings import RecordRuling
from control.models import Entry
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from rooms.war.game.state import war_of
from rooms.war.game.units import AdjustUnits
from tests.control.asking import ask, guard
from tests.control.desks.conftest import words
from tests.control.desks.test_war_desk import press, send

BETRAYS = b'{"orders":[],"extra":null,"allies":[],"betray":true}'.decode()


@pytest.fixture
def betrayed(running):
    """Cat betrays alone at the Court. `arm(day, n)` gives it n units there before Battle."""
    running.go_to(Phase.MOVEMENT)
    running.seat_in_war()
    send(running, "cat-1", BETRAYS)
    running.go_to(Phase.ACTION)
    for step in ("updates", "orders", "favors", "move"):
        running.do(EndStep(room=Room.WAR, month=1, step=step))
    return running


def arm(day, units: int, house: str = "cat") -> None:
    """Set the units of a House in the Court region."""
    region = day.state.court.region
    before = war_of(day.state).count(region, house)
    day.do(AdjustUnits(region=region, house=house, before=before, units=units, reason="a piece fell"))


@pytest.mark.rule("R-34", "GE-SOV-14", "GE-SOV-15", "GE-SOV-17")
def test_a_coup_is_foreseen_with_what_it_does_to_throne_and_court(war, betrayed):
    arm(betrayed, 14)

    shown = words(war.fragment("part/war-steps/"))

    assert "Military Coup in" in shown
    assert "The God Emperor reigns no more" in shown
    assert "is Sovereign" in shown
    assert "The Court is trapped in" in shown
    assert betrayed.state.throne.god_emperor
    first = ("Military Coup in", "The God Emperor reigns no more", "is Sovereign", "The Court is trapped in")
    assert max(shown.index(each) for each in first) < shown.index(" beats ")  # before the battle that causes it


@pytest.mark.rule("R-34")
@pytest.mark.parametrize(
    ("units", "why"), [(4, "no House that betrays was on the winning side (R-34)"), (7, "a massacre is no coup (R-34)")]
)
def test_betrayal_that_is_no_coup_says_why(war, betrayed, units, why):
    arm(betrayed, units)

    shown = words(war.fragment("part/war-steps/"))

    assert "No Military Coup in" in shown
    assert why in shown


@pytest.mark.rule("GE-WAR-65", "R-57")
def test_asked_why_the_desk_says_what_the_immortals_took_with_them(war, betrayed):
    arm(betrayed, 14)
    region = betrayed.state.court.region
    betrayed.do(RecordRuling(rule="R-57", text="One at a time", because="asked before", desk=Desk.WAR))

    unfolded, page = war.fragment(f"war/why/?region={region}"), words(war.get("war/why/"))

    assert "4 Immortals killed 4 of Cat: each takes a unit of the winners with it as it falls" in words(unfolded)
    assert "GE-WAR-65 R-57 Ruled on R-57: One at a time" in words(unfolded)
    assert "lost anything" not in words(unfolded)
    assert "As Immortals fell 1 Amn change 4 Immortals killed 4 of Cat" in page
    assert "Everything came off" not in page


def test_asked_why_of_a_region_where_nothing_happened_the_desk_says_so(war, betrayed):
    assert words(war.fragment("war/why/?region=zen")) == "No House lost anything here."


@pytest.mark.rule("GE-SOV-15", "GE-EVT-15")
def test_a_coup_is_in_the_journal_with_everything_it_did_in_one_group(war, betrayed):
    arm(betrayed, 14)
    before = betrayed.state

    applied = war.tap("war/step/", press("battle") | {"sure": "1"})

    kinds = [entry.kind for entry in Entry.objects.filter(stream=betrayed.event.stream).order_by("-seq")[:20]]
    assert applied.status_code == 200
    assert {"CoupMade", "SovereignDeposed", "SovereignSeated", "CourtTrapped", "HandedOver"} <= set(kinds)
    assert before.throne.god_emperor
    assert betrayed.state.throne.holder == "cat-1"


def test_after_the_choice_of_a_sovereign_that_choice_is_what_can_be_undone_next(war, running):
    joint_coup(war, running)
    assert "↶ Undo “Battle, month 1”" in words(war.fragment("part/war-undo/"))
    battle = seq_of(war)
    asked = next(each for each in running.state.decisions if "rules?" in str(each.question))

    war.tap("decisions/answer/", {"answer": f"{asked.id} wolf"})

    assert f"↶ Undo “Decision: {asked.question}”" in words(war.fragment("part/war-undo/"))
    leans = words(war.fragment(f"journal/{battle}/undo/"))
    assert f"Decision made war “{asked.question}” was decided by war: Wolf" in leans
    assert "War coups" not in leans
    assert f"Undo “{asked.question}”?" in words(war.fragment(f"journal/{seq_of(war)}/undo/"))

    answer = war.tap(f"journal/{seq_of(war)}/undo/", {"reason": "they think again"})
    assert answer.status_code == 200
    assert running.state.throne.holder is None
    assert "↶ Undo “Battle, month 1”" in words(war.fragment("part/war-undo/"))


def test_what_goes_with_a_coup_is_told_under_the_names_of_the_house(war, running):
    joint_coup(war, running)

    told = war.fragment(f"journal/{seq_of(war)}/undo/").content.decode()

    assert re.findall(r"<h4>(.*?)</h4>", told) == ["War Room", "Clock", "Decisions", "Throne", "Court", "Hand-offs"]


def test_the_journal_is_filtered_by_the_same_names(war, running):
    joint_coup(war, running)

    page = war.get("journal/").content.decode()
    choices = re.findall(
        r'<option value="([^"]*)" *>([^<]*)</option>', page.partition('id="journal-about"')[2].partition("</select>")[0]
    )

    names = [name for _key, name in choices]
    assert {"War Room", "Court", "Hand-offs", "Throne", "Clock"} <= set(names)
    assert len(names) == len(set(names))
    key = next(key for key, name in choices if name == "War Room")
    assert "Military Coup in" in words(war.fragment(f"part/journal/?about={key}"))


def seq_of(war) -> int:
    """Sequence number of the entry that the undo button withdraws."""
    return int(re.search(r"journal/(\d+)/undo/", war.fragment("part/war-undo/").content.decode())[1])


def test_a_step_before_which_a_decision_waits_names_it_before_it_ends(war, betrayed):
    arm(betrayed, 14)
    ask(betrayed.event, guard(betrayed.event))

    asked = war.tap("war/step/", press("battle"))

    assert (asked.status_code, asked["HX-Retarget"]) == (200, "#ask")
    assert "Not answered before Battle:" in words(asked)
    assert betrayed.state.clock.rooms["war"].step == "battle"


@pytest.mark.rule("R-35")
def test_court_control_reads_that_the_court_is_trapped(sits, war, betrayed):
    court = sits(Desk.COURT)
    before = words(court.fragment("part/court-sitting/"))
    arm(betrayed, 14)
    war.tap("war/step/", press("battle") | {"sure": "1"})

    assert "trapped by a coup" not in before
    assert "trapped by a coup" in words(court.fragment("part/court-sitting/"))


@pytest.mark.rule("R-33", "R-37")
def test_court_control_reads_what_an_empty_throne_waits_for(sits, war, running):
    joint_coup(war, running)

    shown = words(sits(Desk.COURT).fragment("part/court-sitting/"))
    assert "The throne is empty. The Houses of the coup name one of themselves before Return ends" in shown


def joint_coup(war, running) -> None:
    """Cat and Wolf betray together and outnumber the guard."""
    running.go_to(Phase.MOVEMENT)
    running.seat_in_war()
    for house, ally in (("cat", "wolf"), ("wolf", "cat")):
        send(running, f"{house}-1", f'{{"orders":[],"extra":null,"allies":["{ally}"],"betray":true}}')
    running.go_to(Phase.ACTION)
    for step in ("updates", "orders", "favors", "move"):
        running.do(EndStep(room=Room.WAR, month=1, step=step))
    arm(running, 9)
    arm(running, 3, "wolf")

    war.tap("war/step/", press("battle") | {"sure": "1"})
