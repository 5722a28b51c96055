"""The proposal form of the Court."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from control.day.clock.steps import EndStep
from control.day.people.room_choice import ChooseRoom, SeatInRoom
from control.day.sheets import typed_in
from control.day.state import Presence
from control.engine.context import DecisionContext, Sealed, SheetList
from control.engine.ids import SeatId, StepId
from control.engine.modules import Game
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.viewer import HALL, Viewer
from rooms.court.game.favors import author_choices, number_of
from rooms.court.game.module import COURT
from rooms.court.game.proposals.proposal import PROPOSALS, EnterProposal, check, window
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.checks import words_of
from rooms.realm.papers.game.choices import form_of, options_for
from rooms.realm.papers.game.room import PapersView
from rooms.realm.papers.game.types import SEVERAL, Paper, bounds, cost_of, encode, parse, type_of
from rooms.realm.papers.game.view_form import fields_by_hand, form_panel
from rooms.realm.scenario.ids import Phase, Room
from rooms.realm.scenario.schema import Target
from tests.rooms.realm.game.play import CAT_1, COURT_CONTROL, SHARED, WAR_CONTROL, WOLF_1, Day, player, running
from tests.scenarios import default, on_throne

PLANNING = running().until(1, Phase.PLANNING).state
GAME = Game[GameState](name="court", state_type=GameState, modules=(*SHARED.modules, COURT))
FINES = Paper(type="fines", values=(("wolf",), ("2",), ("1",)))


def planning(month: int = 1) -> Day:
    day = running()
    day.game = GAME
    return day.until(month, Phase.PLANNING)


def refusal(state: GameState, paper: Paper, seat: SeatId = CAT_1) -> Refused:
    with pytest.raises(Refused) as refused:
        check(state, seat, paper)
    return refused.value


@pytest.mark.rule("GE-CRT-38", "R-81")
def test_a_proposal_costs_its_price_for_each_item():
    kind = type_of(default().proposals, FINES)

    assert cost_of(kind, FINES) == 3


@pytest.mark.parametrize(
    ("paper", "cost"),
    [
        pytest.param(Paper(type="remove", values=(("law-3",),)), 3, id="Remove", marks=pytest.mark.rule("GE-CRT-37")),
        pytest.param(
            Paper(type="tariffs", values=(("wolf",), ("ram",), ("1",), ("1",))),
            4,
            id="Tariffs",
            marks=pytest.mark.rule("GE-CRT-39"),
        ),
        pytest.param(
            Paper(type="forced-alliance", values=(("wolf",), ("ram",), ("2",))), 8, id="EX-13", marks=pytest.mark.rule("GE-CRT-54")
        ),
        pytest.param(Paper(type="treaty", values=(("zen", "aka"),)), 6, id="Treaty", marks=pytest.mark.rule("GE-CRT-60")),
        pytest.param(
            Paper(type="disband", values=(("wolf",), ("chi",), ("3",))), 3, id="Disband", marks=pytest.mark.rule("GE-CRT-56")
        ),
    ],
)
def test_prices(paper, cost):
    check(planning().state, CAT_1, paper)

    assert cost_of(type_of(default().proposals, paper), paper) == cost


REGIONS = tuple(each.id for each in default().map.regions)


@pytest.mark.rule("GE-CRT-59", "GE-CRT-60", "R-83")
@given(kind=st.sampled_from(["travel-ban", "treaty"]), named=st.lists(st.sampled_from(REGIONS), min_size=1, unique=True))
@settings(max_examples=25, deadline=None)
def test_travel_ban_and_treaty_name_as_many_regions_as_are_paid_for(kind, named):
    paper = Paper(type=kind, values=(tuple(named),))

    check(PLANNING, CAT_1, paper)

    assert cost_of(type_of(PLANNING.scenario.proposals, paper), paper) == 3 * len(named)
    form = form_panel(PROPOSALS, PLANNING, CAT_1, paper)
    assert form is not None
    (field,) = form.fields
    assert [slot.value for slot in field.slots] == [*named, "", "", ""]
    assert field.grows
    assert field.slots[0].label == "Regions, 1"


@pytest.mark.rule("GE-CRT-44", "GE-CRT-45", "R-76", "R-111")
def test_nothing_else_names_more_than_its_rule_says():
    """Forbid and Trade Embargo name at most three Houses. No scheme names more than two regions."""
    several = SEVERAL - {Target.CAPTIVES}  # their number sets the price
    most = {each.id: bounds(each, target)[1] for each in default().proposals for target in each.fields if target in several}
    assert {kind for kind, number in most.items() if number is None} == {"travel-ban", "treaty"}
    assert all(number in (1, 2, 3) for kind, number in most.items() if number is not None)
    assert all(bounds(each, target)[1] is not None for each in default().schemes for target in each.fields)


def test_a_proposal_reads_as_a_sentence():
    assert words_of(planning().state, default().proposals, FINES) == "Fines: Wolf, 2 Power, 1 Favor (cost 3)"


@pytest.mark.rule("GE-CRT-05", "GE-CRT-16", "R-76")
def test_only_houses_of_the_hosting_province_propose():
    state = planning().state

    assert window(state, CAT_1).open
    assert window(state, WOLF_1).sentence == "This month Cat, Swords, Snake may propose. You debate and vote."
    assert "Cat, Swords, Snake may propose" in refusal(state, FINES, WOLF_1).sentence


@pytest.mark.parametrize(
    ("paper", "sentence"),
    [
        pytest.param(Paper(type="anarchy"), "Choose what it shall be", id="unknown type"),
        pytest.param(Paper(type="fines", values=(("wolf",),)), "say which power", id="a field missing"),
        pytest.param(Paper(type="fines", values=(("dog",), ("1",), ("1",))), "no such house", id="unknown House"),
        pytest.param(Paper(type="fines", values=(("wolf",), ("-1",), ("1",))), "a number from 0", id="negative"),
        pytest.param(Paper(type="fines", values=(("wolf",), ("9999",), ("1",))), "a number from 0", id="absurd"),
        pytest.param(Paper(type="fines", values=(("wolf", "ram"), ("1",), ("1",))), "at most 1", id="two Houses"),
        pytest.param(Paper(type="treaty", values=(("zen", "zen"),)), "twice", id="twice the same"),
        pytest.param(Paper(type="famine-aid", values=(("x",),)), "names 0 things", id="too much"),
        pytest.param(Paper(type="fines", values=(("wolf",), ("0",), ("0",))), "a number of 1 or more", id="nothing"),
        pytest.param(Paper(type="immortal", values=(("wolf",),)), "names 2 houses, not 1", id="too few"),
        pytest.param(Paper(type="immortal", values=(("wolf", "ram", "cat"),)), "at most 2", id="too many"),
        pytest.param(Paper(type="tariffs", values=(("wolf",), ("wolf",), ("1",), ("0",))), "same house twice", id="to itself"),
        pytest.param(Paper(type="tax", values=(("forgive",), (), ())), "no such form", id="unknown form"),
        pytest.param(Paper(type="tax", values=((), ("wolf", "ram", "cat"), ())), "say which form", id="no form"),
        pytest.param(
            Paper(type="gaes", values=(("wolf",), ("wolf-1", "wolf-2", "cat-1"), ("east",))), "player of the House", id="players"
        ),
        pytest.param(Paper(type="fines", values=FINES.values, note="x" * 301), "at most 300 letters", id="a long note"),
    ],
)
def test_what_cannot_be_proposed_is_refused_with_a_sentence(paper, sentence):
    assert sentence in refusal(planning().state, paper).sentence


@pytest.mark.rule("R-82", "GE-CRT-40")
@pytest.mark.parametrize(
    "paper",
    [
        pytest.param(Paper(type="tax", values=(("levy",), ("wolf", "ram", "bear"), ())), id="three debtors"),
        pytest.param(Paper(type="tax", values=(("lift",), (), ("law-8",))), id="one law"),
    ],
)
def test_the_chosen_form_decides_what_a_tax_names(paper):
    check(planning().state, CAT_1, paper)


@pytest.mark.rule("R-76", "R-82")
@pytest.mark.parametrize(
    ("paper", "sentence"),
    [
        pytest.param(Paper(type="tax", values=(("levy",), ("wolf", "ram", "cat"), ())), "name three others", id="the own House"),
        pytest.param(Paper(type="tax", values=(("levy",), (), ())), "three Houses that pay", id="nobody"),
        pytest.param(Paper(type="tax", values=(("lift",), (), ("law-3",))), "whose tax is lifted", id="no tax"),
        pytest.param(Paper(type="tax", values=(("lift",), (), ())), "whose tax is lifted", id="no law"),
        pytest.param(Paper(type="crackdown", values=(("ambush",),)), "no such scheme", id="a trap"),
        pytest.param(Paper(type="gaes", values=(("wolf",), ("wolf-1", "wolf-2"), ("east",))), "names 3 players", id="two of many"),
    ],
)
def test_a_proposal_is_tested_when_it_is_handed_in(paper, sentence):
    assert sentence in refusal(planning().state, paper).sentence


@pytest.mark.rule("GE-CRT-55", "R-95")
def test_an_execution_never_names_the_reigning_sovereign():
    state = planning().state
    paper = Paper(type="execution", values=(("wolf-1", "cat-1"),))
    check(state, CAT_1, paper)  # the God Emperor reigns, who has no seat

    state = on_throne(state, WOLF_1)
    no = refusal(state, paper)
    assert no.sentence == f"Execution: {state.seats[WOLF_1].name} reigns. The Sovereign cannot be one of them."
    assert no.rule == "R-95"
    check(state, CAT_1, Paper(type="execution", values=(("wolf-2", "cat-1"),)))


@pytest.mark.rule("R-95", "R-139")
@pytest.mark.parametrize("gone", ["dead", "left", "reigns"])
def test_an_execution_names_the_living_alone_and_offers_no_others(gone):
    state, paper = planning().state, Paper(type="execution", values=(("wolf-2", "wolf-1"),))
    kind = type_of(state.scenario.proposals, paper)
    seat = state.seats[WOLF_1]
    match gone:
        case "dead":
            state = replace(state, seats={**state.seats, WOLF_1: replace(seat, died=1)})
        case "left":
            state = replace(state, seats={**state.seats, WOLF_1: replace(seat, rank=0, presence=Presence.GONE)})
        case "reigns":
            state = on_throne(state, WOLF_1)

    said = {"dead": "is dead already.", "left": "there is no such players", "reigns": "reigns. The Sovereign cannot be"}
    assert said[gone] in refusal(state, paper).sentence
    (players,) = PROPOSALS.fields(state, CAT_1, kind)
    offered = {each.value for each in players.options}
    assert "wolf-2" in offered
    assert "wolf-1" not in offered


@pytest.mark.rule("R-95", "R-76", "R-139")
def test_an_execution_whose_victim_dies_before_updates_end_is_handed_in_all_the_same():
    """Each victim is checked when the law acts, and then only the other one dies."""
    day, paper = in_the_court(), Paper(type="execution", values=(("wolf-2", "wolf-1"),))
    day.state = replace(day.state, seats={**day.state.seats, WOLF_1: replace(day.state.seats[WOLF_1], died=1)})

    take_in(day, (CAT_1, paper))

    assert [each.paper for each in PROPOSALS.opened(day.state) or ()] == [paper]


@pytest.mark.rule("R-76", "GE-CRT-43")
def test_a_gaes_names_all_players_of_a_smaller_house():
    state = planning().state
    few = {each.id: each for each in state.seats.values() if each.house != "wolf" or each.rank < 3}
    state = replace(state, seats=few)

    check(state, CAT_1, Paper(type="gaes", values=(("wolf",), ("wolf-1", "wolf-2"), ("east",))))

    assert "names 2 players" in refusal(state, Paper(type="gaes", values=(("wolf",), ("wolf-1",), ("east",)))).sentence


def test_what_bots_propose_may_be_proposed():
    state, dice = planning().state, random.Random(1)

    for _each in range(300):
        paper = PROPOSALS.invented(state, CAT_1, dice)
        assert paper is not None
        check(state, CAT_1, paper)


def test_a_form_asks_for_what_its_type_names():
    state = planning().state
    types = {each.id: each for each in state.scenario.proposals}

    forms, houses, law = form_of(state, types["tax"])
    first, second, *numbers = form_of(state, types["tariffs"])

    assert [option.value for option in forms.options] == ["levy", "lift"]
    assert (forms.least, houses.least, houses.words, law.least) == (1, 0, 3, 0)
    assert first.label != second.label
    assert [number.most for number in numbers] == [40, 40]


@pytest.mark.parametrize("body", [b"", b"[]", b'{"type": 3}', b"\xff", b'{"type": "fines", "values": "all"}'])
def test_garbage_is_refused(body):
    with pytest.raises(Refused, match="cannot be read"):
        parse(body)


def in_the_court(month: int = 1) -> Day:
    day = planning(month)
    for seat in (CAT_1, SeatId("cat-2")):
        day.do(ChooseRoom(seat=seat, month=month, room=Room.COURT), by=player(seat))
    return day.until(month, Phase.ACTION)


def take_in(day: Day, *papers: tuple[SeatId, Paper]) -> None:
    sheets = SheetList(
        tuple(
            Sealed(seat=seat, kind="proposal", month=1, revision=1, received_at=day.now, body=encode(paper))
            for seat, paper in papers
        )
    )
    asked = DecisionContext(by=COURT_CONTROL, at=day.now, sheets=sheets)
    day.state = GAME.decided(day.state, EndStep(room=Room.COURT, month=1, step=StepId("updates")), asked).state


@pytest.mark.rule("GE-EVT-38", "GE-CRT-21")
def test_one_proposal_a_player_is_handed_in_with_updates():
    day = in_the_court()

    take_in(day, (CAT_1, FINES), (SeatId("cat-3"), FINES))

    shown = COURT.view(day.state, Viewer(desks=frozenset({Desk.COURT})))
    assert [each.seat for each in shown.papers] == [CAT_1]
    assert shown.aside == 1
    assert not window(day.state, CAT_1).open


@pytest.mark.rule("GE-EVT-38", "R-16")
@pytest.mark.parametrize("chosen", [True, False])
def test_proposals_are_written_from_planning_until_they_are_taken_in(chosen):
    """A player who has chosen no room by the end of Movement is in none, and has no proposal."""
    day = running()
    day.game = GAME
    opened = [window(day.state, CAT_1).open]
    if chosen:
        day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.COURT), by=player(CAT_1))
    for phase in (Phase.PLANNING, Phase.MOVEMENT, Phase.ACTION, Phase.RETURN):
        day.until(1, phase)
        opened.append(window(day.state, CAT_1).open)

    assert opened == [False, True, True, chosen, False]


def seat(day: Day, who: SeatId, *rooms: Room) -> None:
    for room in rooms:
        day.do(SeatInRoom(player=who, month=1, room=room), by=COURT_CONTROL)


@pytest.mark.rule("R-16")
def test_who_is_seated_late_has_no_proposal():
    """No proposal counts: not one sent before, not one entered by hand, not one named by a Favor."""
    day, late = in_the_court(), SeatId("cat-3")
    seat(day, late, Room.COURT)
    assert (window(day.state, late).open, window(day.state, late).rule) == (False, "R-16")
    assert refusal(day.state, FINES, late).rule == "R-16"
    assert number_of(day.state, day.state.seats[late]) not in dict(author_choices(day.state))

    take_in(day, (CAT_1, FINES), (late, FINES))

    fate = PROPOSALS.fate(day.state, late)
    assert fate is not None
    assert fate.aside == "you were seated when the Court had assembled"
    assert [each.seat for each in PROPOSALS.opened(day.state) or ()] == [CAT_1]
    with pytest.raises(Refused, match="has no proposal this month"):
        day.do(EnterProposal(player=late, month=1, paper=FINES, reason="brought late"), by=COURT_CONTROL)


@pytest.mark.rule("R-16")
def test_a_seat_given_in_error_costs_no_proposal():
    """A player who chose the Court and is seated elsewhere by mistake returns with all rights."""
    day = in_the_court()
    seat(day, CAT_1, Room.WAR, Room.COURT)

    take_in(day, (CAT_1, FINES))

    assert [each.seat for each in PROPOSALS.opened(day.state) or ()] == [CAT_1]


def test_only_its_author_and_the_courts_desk_read_a_proposal():
    day = in_the_court()
    take_in(day, (CAT_1, FINES))

    viewers = {
        "author": Viewer(seat=CAT_1),
        "mate": Viewer(seat=SeatId("cat-2")),
        "war": Viewer(desks=WAR_CONTROL.desks),
        "court": Viewer(desks=COURT_CONTROL.desks),
        "hall": HALL,
    }
    read = {who: len(COURT.view(day.state, viewer).papers) for who, viewer in viewers.items()}

    assert read == {"author": 1, "mate": 0, "war": 0, "court": 1, "hall": 0}
    assert isinstance(COURT.view(day.state, HALL), PapersView)


def test_proposals_on_paper_are_court_controls():
    day = in_the_court()
    own, others = Viewer(desks=COURT_CONTROL.desks), (Viewer(desks=WAR_CONTROL.desks), Viewer(seat=CAT_1), HALL)
    typed = typed_in({"type": ["fines"], "field0": ["wolf"]})
    assert PROPOSALS.filled_in(day.state, own) is None  # sealed

    take_in(day, (CAT_1, FINES))

    (printed,) = PROPOSALS.filled_in(day.state, own) or ()
    assert (printed.seat, printed.lines) == (CAT_1, PROPOSALS.words_for(day.state, own, FINES))
    assert printed.lines == ("Fines: Wolf, 2 Power, 1 Favor (cost 3)",)
    form = fields_by_hand(PROPOSALS, day.state, own, CAT_1, typed)
    assert form is not None
    assert form.type == "fines"
    for viewer in others:
        assert PROPOSALS.filled_in(day.state, viewer) is None
        assert PROPOSALS.words_for(day.state, viewer, FINES) == ()
        assert fields_by_hand(PROPOSALS, day.state, viewer, CAT_1, typed) is None


def test_a_proposal_survives_its_document():
    assert parse(encode(FINES)) == FINES
    assert json.loads(encode(FINES))["type"] == "fines"


@pytest.mark.rule("R-76", "R-82")
def test_the_forms_of_a_proposal_begin_like_a_sentence():
    state = planning().state
    tax = next(each for each in state.scenario.proposals if each.id == "tax")
    levied = Paper(type="tax", values=(("levy",), ("wolf", "bear", "ram"), ()))

    assert [(each.value, each.label) for each in options_for(state, Target.FORM, tax)] == [("levy", "Levy"), ("lift", "Lift")]
    assert words_of(state, state.scenario.proposals, levied) == "Tax: Levy, Wolf, Bear, Ram (cost 6)"
