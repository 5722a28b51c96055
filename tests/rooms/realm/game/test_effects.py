"""Laws and effects: duration, targets, what ends with a law, and invariants."""

from __future__ import annotations

import pytest

from control.day.clock.phases import SetClock
from control.day.timetable import last_month
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.effects.in_force import (
    effect_name,
    effect_words,
    effects_in_force,
    fed_houses,
    houses_in_famine,
    is_known_to,
    laws_in,
    usual_months,
    usual_until,
)
from rooms.realm.game.effects.kinds import SHAPES
from rooms.realm.game.effects.lifetime import EndEffect, EnterEffect
from rooms.realm.game.laws import PostLaw, StrikeLaw
from rooms.realm.game.state import Effect, EffectFrom, EffectKind
from rooms.realm.game.view_in_force import view_standing
from rooms.realm.game.view_in_force_forms import end_ask
from rooms.realm.game.view_prints import in_force_to_print
from rooms.realm.scenario.ids import HouseId, LawId, Phase, RegionId
from tests.rooms.realm.game.play import (
    CAT_1,
    CEREMONY,
    CHECK_IN,
    COURT_CONTROL,
    ORGANIZER,
    SHARED,
    WAR_CONTROL,
    WOLF_1,
    player,
    running,
)

CAT, WOLF, BEAR, EAGLE = HouseId("cat"), HouseId("wolf"), HouseId("bear"), HouseId("eagle")
ZEN, AKA = RegionId("zen"), RegionId("aka")
HOUSES = (CAT, WOLF, BEAR)


def enter(kind: EffectKind, **more) -> EnterEffect:
    """A command that fits its kind. `more` replaces fields."""
    shape = SHAPES[kind]
    houses = HOUSES[: max(shape.houses[0], min(2, shape.houses[1] if shape.houses[1] is not None else 2))]
    regions = (ZEN,) if shape.regions[1] != 0 else ()
    return EnterEffect(**{"kind": kind, "since": 1, "until": 1, "houses": houses, "regions": regions, "reason": "passed", **more})


# --- duration -----------------------------------------------------------------------------------------------------------

UNTIL_REMOVED = {EffectKind.FORBID, EffectKind.FAMINE, EffectKind.FOOD}


@pytest.mark.rule("R-83")
@pytest.mark.parametrize("kind", EffectKind)
def test_each_kind_lasts_as_the_ruling_says(kind):
    scenario = running().state.scenario

    assert usual_months(scenario, kind) == (None if kind in UNTIL_REMOVED else 1)
    assert usual_until(scenario, kind, 4) == (None if kind in UNTIL_REMOVED else 4)


@pytest.mark.rule("R-83", "GE-CRT-53", "GE-CRT-54")
@pytest.mark.parametrize("kind", [EffectKind.MILITARY_BAN, EffectKind.FORCED_ALLIANCE])
def test_what_is_paid_for_by_the_month_lasts_as_many(kind):
    assert usual_until(running().state.scenario, kind, 3, months=2) == 4


@pytest.mark.rule("R-83")
def test_a_scenario_may_let_a_law_last_otherwise():
    scenario = running().state.scenario
    longer = tuple(replace(each, lasts="until removed") if each.id == "travel-ban" else each for each in scenario.proposals)

    assert usual_months(replace(scenario, proposals=longer), EffectKind.TRAVEL_BAN) is None
    assert usual_months(replace(scenario, proposals=()), EffectKind.FORBID) is None
    assert usual_months(replace(scenario, proposals=()), EffectKind.TREATY) == 1


@pytest.mark.rule("R-18", "R-19")
def test_an_effect_acts_from_its_first_month_through_its_last():
    day = running()
    day.do(enter(EffectKind.TRAVEL_BAN, since=2, until=3), by=WAR_CONTROL)

    assert [bool(effects_in_force(day.state, month=month)) for month in (1, 2, 3, 4)] == [False, True, True, False]
    assert effects_in_force(day.state) == ()
    assert len(effects_in_force(day.until(2, Phase.CEREMONY).state)) == 1
    assert effects_in_force(day.state, EffectKind.TREATY) == ()
    assert len(effects_in_force(day.state, EffectKind.TREATY, EffectKind.TRAVEL_BAN)) == 1


@pytest.mark.rule("R-18", "R-19")
def test_an_effect_may_be_entered_for_the_last_month():
    day = running()

    day.do(enter(EffectKind.TRAVEL_BAN, since=10, until=10), by=WAR_CONTROL)

    assert last_month(day.state) == 10
    assert len(effects_in_force(day.state, month=10)) == 1


# --- targets ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", EffectKind)
def test_every_kind_is_entered_said_and_undone_by_its_bytes(kind):
    day = running()
    before = day.state

    (entered,) = day.do(enter(kind, origin=SHAPES[kind].origin), by=WAR_CONTROL)

    assert effects_in_force(day.state, kind)[0] == entered.effect
    assert effect_words(day.state, entered.effect).endswith(".")
    assert SHARED.explain(entered, before).startswith(effect_name(entered.effect))
    assert SHARED.lasting(entered) == ""


WRONG = {
    "a House twice": {"houses": (CAT, CAT)},
    "no such House": {"houses": (HouseId("fox"), CAT)},
    "one House of a pair": {"houses": (CAT,)},
    "three of a pair": {"houses": (CAT, WOLF, BEAR)},
    "a region": {"regions": (ZEN,)},
    "a month that is over": {"since": 0},
    "a month after the last": {"since": 11, "until": None},
    "an end before the beginning": {"since": 3, "until": 2},
    "no reason": {"reason": "  "},
    "a long source": {"source": "x" * 200},
    "a law that does not hang": {"law": LawId("law-99")},
}


@pytest.mark.rule("GE-CRT-54", "R-19")
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_what_does_not_fit_is_refused(wrong):
    day = running()

    with pytest.raises(Refused) as no:
        day.do(enter(EffectKind.FORCED_ALLIANCE, **wrong), by=WAR_CONTROL)

    assert no.value.sentence.endswith(".")
    assert day.state.effects == ()


MISNAMED = [
    (EffectKind.MILITARY_AID, {"houses": ()}, "Military Aid names at least one House."),
    (EffectKind.MILITARY_AID, {"houses": (CAT, CAT)}, "Name each House once."),
    (EffectKind.MILITARY_AID, {"houses": (HouseId("fox"),)}, "No such House in this scenario."),
    (EffectKind.MILITARY_BAN, {"houses": (CAT,)}, "Military Ban names 2 Houses."),
    (EffectKind.PROPAGANDA, {"houses": (CAT, WOLF)}, "Propaganda names 1 House."),
    (EffectKind.TRAVEL_BAN, {"houses": (CAT,)}, "Travel Ban names no House."),
    (EffectKind.TRAVEL_BAN, {"regions": ()}, "Travel Ban names at least one region."),
    (EffectKind.TRAVEL_BAN, {"regions": (ZEN, ZEN)}, "Name each region once."),
    (EffectKind.TRAVEL_BAN, {"regions": (RegionId("nowhere"),)}, "No such region in this scenario."),
    (EffectKind.FAMINE, {"regions": (ZEN,)}, "Famine names no region."),
]


@pytest.mark.parametrize(("kind", "wrong", "sentence"), MISNAMED, ids=[sentence for *_what, sentence in MISNAMED])
def test_whom_an_effect_should_name_is_said(kind, wrong, sentence):
    with pytest.raises(Refused) as no:
        running().do(enter(kind, origin=SHAPES[kind].origin, **wrong), by=WAR_CONTROL)

    assert no.value.sentence == sentence


@pytest.mark.parametrize("by", [CEREMONY, CHECK_IN, player(CAT_1)])
def test_only_the_desks_of_the_rooms_enter_effects_and_laws(by):
    day = running()

    for command in (
        enter(EffectKind.TREATY),
        PostLaw(title="A", text="b", reason="c"),
        StrikeLaw(law=LawId("law-1"), reason="c"),
    ):
        with pytest.raises(Refused, match="not yours"):
            day.do(command, by=by)


@pytest.mark.rule("R-21")
def test_the_same_again_is_out_of_date_and_the_like_is_not():
    day = running()
    day.do(enter(EffectKind.FAMINE, until=None), by=WAR_CONTROL)

    with pytest.raises(Refused) as no:
        day.do(enter(EffectKind.FAMINE, until=None), by=COURT_CONTROL)
    day.do(enter(EffectKind.FAMINE, until=None, houses=(CAT, BEAR)), by=COURT_CONTROL)

    assert no.value.code == "stale"
    assert len(day.state.effects) == 2


# --- famine and food ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-66", "R-21", "GE-CRT-83")
def test_each_house_starves_once_in_the_order_of_the_scenario():
    day = running()
    day.do(enter(EffectKind.FAMINE, until=None, houses=(BEAR, CAT)), by=WAR_CONTROL)
    day.do(enter(EffectKind.FOOD, until=None, houses=(CAT, EAGLE)), by=WAR_CONTROL)
    order = [house.id for house in day.state.scenario.houses]

    starving = houses_in_famine(day.state)

    assert sorted(starving) == ["bear", "cat", "eagle", "unicorn"]
    assert list(starving) == sorted(starving, key=order.index)


@pytest.mark.rule("GE-WAR-81", "R-67", "GE-CRT-84")
def test_who_is_fed_by_a_law_and_an_effect_stands_there_once():
    day = running()
    day.do(enter(EffectKind.FOOD, until=None, houses=(CAT, WOLF)), by=WAR_CONTROL)

    assert sorted(fed_houses(day.state)) == ["octopus", "ram", "wolf"]


@pytest.mark.rule("R-19", "R-66")
def test_laws_of_the_start_act_from_month_1_and_new_ones_from_the_next():
    day = running()
    day.do(PostLaw(title="A law", text="It says so.", reason="passed"), by=COURT_CONTROL)

    assert len(laws_in(day.state, 1)) == 13
    assert len(laws_in(day.state, 2)) == 14


# --- laws that leave the board ------------------------------------------------------------------------------------------


@pytest.mark.rule("R-92", "GE-CRT-37")
def test_a_struck_law_ends_its_own_effects_at_once_and_no_others():
    day = running()
    day.do(enter(EffectKind.TREATY, until=None, law=LawId("law-2")), by=WAR_CONTROL)
    day.do(enter(EffectKind.TREATY, until=None, regions=(AKA,)), by=WAR_CONTROL)
    day.do(enter(EffectKind.TREATY, until=None, regions=(AKA,), law=LawId("law-2")), by=WAR_CONTROL)
    day.do(EndEffect(effect=3, month=1, reason="a slip"), by=WAR_CONTROL)

    happened = day.do(StrikeLaw(law=LawId("law-2"), reason="annulled"), by=COURT_CONTROL)

    assert [type(each).__name__ for each in happened] == ["LawStruck", "EffectEnded"]
    assert [each.id for each in effects_in_force(day.state)] == [2]
    assert [law.number for law in day.state.struck_laws] == [2]


@pytest.mark.rule("R-92")
@pytest.mark.parametrize(("by_hand", "left"), [(False, []), (True, [1])])
def test_what_fell_with_its_law_acts_no_more_when_the_clock_goes_back_a_month(by_hand, left):
    day = running()
    day.do(enter(EffectKind.TREATY, until=None, law=LawId("law-2")), by=WAR_CONTROL)
    day.do(SetClock(month=2, phase=Phase.ACTION, seconds=60), by=ORGANIZER)
    day.do(
        EndEffect(effect=1, month=2, reason="ruled") if by_hand else StrikeLaw(law=LawId("law-2"), reason="annulled"),
        by=COURT_CONTROL,
    )
    day.do(SetClock(month=1, phase=Phase.ACTION, seconds=60), by=ORGANIZER)

    assert [each.id for each in effects_in_force(day.state)] == left
    assert SHARED.broken(day.state) == ()


def test_a_law_that_fell_is_struck_no_more_and_leaves_no_effect_behind():
    day = running()
    day.do(StrikeLaw(law=LawId("law-2"), reason="annulled"), by=COURT_CONTROL)

    with pytest.raises(Refused, match="does not hang"):
        day.do(StrikeLaw(law=LawId("law-2"), reason="annulled"), by=COURT_CONTROL)
    left = Effect(id=9, kind=EffectKind.TREATY, since=1, regions=(ZEN,), law=LawId("law-2"))

    assert SHARED.broken(replace(day.state, effects=(left,))) == ("Treaty is in force by a law that has fallen.",)


@pytest.mark.rule("GE-CRT-31")
def test_no_number_of_a_law_is_used_twice():
    day = running()
    for _each in range(2):
        day.do(PostLaw(title="A law", text="It says so.", reason="passed"), by=COURT_CONTROL)
        day.do(StrikeLaw(law=day.state.laws[-1].id, reason="annulled"), by=COURT_CONTROL)

    assert [law.number for law in day.state.struck_laws] == [14, 15]
    twice = replace(day.state, struck_laws=(*day.state.struck_laws, day.state.struck_laws[0]))
    assert SHARED.broken(twice) == ("Two laws bear one number.",)


@pytest.mark.parametrize("wrong", [{"title": ""}, {"text": " "}, {"title": "x" * 81}, {"text": "x" * 601}, {"reason": ""}])
def test_a_tablet_without_words_is_not_posted(wrong):
    day = running()

    with pytest.raises(Refused):
        day.do(PostLaw(**{"title": "A law", "text": "It says so.", "reason": "passed", **wrong}), by=COURT_CONTROL)

    assert len(day.state.laws) == 13


def test_a_law_that_hangs_is_not_posted_again():
    day = running()
    day.do(PostLaw(title="A law", text="It says so.", reason="passed"), by=COURT_CONTROL)

    with pytest.raises(Refused) as no:
        day.do(PostLaw(title="A  law", text="It says so.", reason="passed"), by=ORGANIZER)

    assert no.value.code == "stale"


# --- secrecy ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", EffectKind)
@pytest.mark.parametrize("origin", EffectFrom)
def test_players_know_what_is_public_and_the_weapons_of_their_own_house(kind, origin):
    effect = Effect(id=1, kind=kind, since=1, houses=(CAT, WOLF), origin=origin)
    secret = origin is EffectFrom.SCHEME

    assert is_known_to(effect, BEAR) is not secret
    assert is_known_to(effect, None) is not secret
    assert is_known_to(effect, CAT) is (not secret or kind is EffectKind.BLACK_POWDER)


def test_what_is_over_or_unknown_is_not_in_a_view():
    day = running()
    day.do(enter(EffectKind.TREATY, until=None), by=WAR_CONTROL)
    day.do(EndEffect(effect=1, month=1, reason="a slip"), by=WAR_CONTROL)
    day.do(enter(EffectKind.FORGED_ORDER, since=2, until=2, origin=EffectFrom.SCHEME), by=WAR_CONTROL)

    seen = {
        name: [each.kind for each in view_standing(day.state, viewer).effects]
        for name, viewer in (
            ("cat", Viewer(seat=CAT_1)),
            ("wolf", Viewer(seat=WOLF_1)),
            ("hall", HALL),
            ("war", Viewer(desks=frozenset({Desk.WAR}))),
        )
    }

    assert seen == {"cat": [], "wolf": [], "hall": [], "war": [EffectKind.FORGED_ORDER]}


@pytest.mark.rule("R-144", "GE-UND-11", "GE-WAR-84")
@pytest.mark.parametrize(
    ("desk", "sees"),
    [("war", True), ("underground", True), ("organizer", True), ("court", False), ("ceremony", False), ("check-in", False)],
)
def test_a_stance_forced_in_secret_is_shown_to_who_needs_it_and_never_says_that_a_scheme_forced_it(desk, sees):
    day = running()
    stance = {"kind": EffectKind.FORGED_ORDER, "origin": EffectFrom.SCHEME, "until": 1}
    events = day.do(enter(**stance), by=WAR_CONTROL)
    viewer = Viewer(desks=frozenset({Desk(desk)}))

    shown = view_standing(day.state, viewer).effects
    printed = in_force_to_print(day.state, viewer).effects

    assert bool(shown) is bool(printed) is (end_ask(day.state, viewer, 1) is not None) is sees
    assert all((each.name, each.source, each.rule) == ("Forced stance", "In secret", "GE-WAR-84") for each in (*shown, *printed))
    readers = SHARED.events[type(events[0])].readers
    assert readers is not None
    assert readers(events[0], day.state) == {Desk.WAR, Desk.UNDERGROUND}
    ended = day.do(EndEffect(effect=1, month=1, reason="a slip"), by=WAR_CONTROL)
    said = [SHARED.explain(each, day.state) for each in (*events, *ended)]
    assert said[0] == "Forced stance, month 1: Cat must ally with Wolf. Passed."
    assert said[1].startswith("Forced stance (")


def test_a_secret_pokes_nobody_who_may_not_know():
    day = running()
    secret = {"origin": EffectFrom.SCHEME, "until": 1}
    (forged,) = day.do(enter(EffectKind.FORGED_ORDER, **secret), by=WAR_CONTROL)
    (armed,) = day.do(enter(EffectKind.BLACK_POWDER, houses=(CAT,), **secret), by=WAR_CONTROL)
    (treaty,) = day.do(enter(EffectKind.TREATY), by=WAR_CONTROL)

    told = [{invalidation.to for invalidation in SHARED.invalidations(each, day.state)} for each in (forged, armed, treaty)]

    assert told == [{"staff"}, {"staff", "team:cat"}, {"all", "staff"}]
