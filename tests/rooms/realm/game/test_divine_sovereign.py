"""End of the day: a Divine Sovereign, the God Emperor, Leviathan, or Control's decision (GE-SOV-11, GE-SOV-12, R-26)."""

from __future__ import annotations

import pytest

from control.day.desk_tasks import matters_view, waiting_times_at, waiting_times_of_viewer
from control.day.news.drafts import DraftNews, news_due
from control.day.records import Decision, Option
from control.day.state import DayStage
from control.day.timetable import last_month
from control.engine.records import replace
from control.engine.refusal import Stale
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.records import Death
from rooms.realm.game.state import GameState, HouseSeat, PostedLaw, Throne, ThroneWaits
from rooms.realm.game.throne.divine_sovereign import DecideEnd
from rooms.realm.game.throne.succession import heir_of_house, leading_houses
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.game.view import court_view
from rooms.realm.game.view_divine_sovereign import crowning_view, day_end_view, end_line, end_waits, last_court_view, winner_view
from rooms.realm.scenario.ids import HouseId, LawId, RegionId
from rooms.realm.scenario.schema import LawEffects
from tests.rooms.realm.game.play import CAT_1, CAT_2, WOLF_1, Day, running

EMPTY = Throne(god_emperor=False, waits=ThroneWaits.TIE)
REIGNS = Throne(god_emperor=False, holder=CAT_1)


def at_the_end(throne: Throne, month10_tie: str = "leviathan") -> GameState:
    state = running().state
    scenario = replace(state.scenario, settings=replace(state.scenario.settings, month10_tie=month10_tie))
    return replace(state, scenario=scenario, throne=throne, clock=replace(state.clock, turned=last_month(state)))


@pytest.mark.rule("GE-SOV-11", "GE-SOV-12", "R-26")
@pytest.mark.parametrize(
    ("throne", "title", "who", "words"),
    [
        (Throne(), "Divine Sovereign", "The God Emperor", "Every House has lost."),
        (EMPTY, "Nobody reigns", "Leviathan rises", "Nobody has won."),
    ],
)
def test_the_last_return_decides_the_game(throne, title, who, words):
    found = winner_view(at_the_end(throne), HALL)
    assert (found.title, found.who, found.words) == (title, who, words)
    assert end_line(at_the_end(throne)) == f"{title}: {who}. {words} Stay for the crowning and the debrief."


@pytest.mark.rule("GE-SOV-11", "R-26")
def test_whoever_reigns_then_is_divine_sovereign():
    found = winner_view(at_the_end(REIGNS), HALL)
    assert (found.title, found.words) == ("Divine Sovereign", "The game is decided.")
    assert found.who.endswith("(Cat)")
    assert found.player == running().state.seats[CAT_1].name  # friends and family know only the player's name


@pytest.mark.rule("R-26")
def test_an_empty_throne_is_controls_to_decide_where_the_scenario_says_so():
    found = winner_view(at_the_end(EMPTY, "control"), HALL)
    assert (found.title, found.who, found.words) == ("Nobody reigns", "The throne is empty", "Control decides how it ends.")


@pytest.mark.rule("R-26")
def test_a_day_that_ends_before_the_last_return_decides_nothing():
    state = replace(at_the_end(EMPTY), clock=replace(running().state.clock, turned=1))
    assert (winner_view(state, HALL).title, winner_view(state, HALL).words) == ("Sovereign", "")
    assert end_line(state) == "The throne is empty. Stay for the crowning and the debrief."


# --- the crowning -------------------------------------------------------------------------------------------------------


def over_at_the_end(throne: Throne, **changes: object) -> GameState:
    state = at_the_end(throne)
    return replace(state, clock=replace(state.clock, stage=DayStage.OVER), **changes)  # type: ignore[arg-type]


def married(state: GameState, one: HouseSeat, other: HouseSeat) -> GameState:
    seats = {**state.seats, one.id: replace(one, spouse=other.id), other.id: replace(other, spouse=one.id)}
    return replace(state, seats=seats)


@pytest.mark.rule("GE-SOV-11", "GE-SOV-12", "R-26")
@pytest.mark.parametrize(
    ("throne", "ending"),
    [
        pytest.param(REIGNS, "sovereign", id="a player"),
        pytest.param(Throne(), "god-emperor", id="the God Emperor"),
        pytest.param(EMPTY, "leviathan", id="nobody"),
    ],
)
def test_the_hall_and_every_phone_read_the_scenarios_own_words_of_that_ending(throne, ending):
    state = over_at_the_end(throne)
    written = next(each for each in state.scenario.texts.endings if each.id == ending)

    on_the_wall, on_a_phone = winner_view(state, HALL), crowning_view(state, Viewer(seat=WOLF_1))

    assert (on_the_wall.heading, on_the_wall.told) == (written.title, written.text)
    assert on_a_phone is not None
    assert (on_a_phone.crowned, on_a_phone.mine) == (on_the_wall, "")


@pytest.mark.rule("R-26")
def test_where_control_decides_no_ending_is_read_out():
    found = winner_view(at_the_end(EMPTY, "control"), HALL)
    assert (found.heading, found.told) == ("", "")
    assert "No House led alone in Power." in found.deeds


@pytest.mark.rule("R-26")
def test_nobody_is_crowned_while_the_day_goes_on_nor_where_it_ended_before_it_was_decided():
    too_early = over_at_the_end(REIGNS)
    too_early = replace(too_early, clock=replace(too_early.clock, turned=1))

    assert crowning_view(at_the_end(REIGNS), Viewer(seat=CAT_1)) is None
    assert crowning_view(too_early, Viewer(seat=CAT_1)) is None


@pytest.mark.rule("GE-SOV-11")
def test_a_phone_says_what_it_means_for_its_player():
    state = over_at_the_end(REIGNS)
    state = married(state, state.seats[CAT_1], state.seats[WOLF_1])
    told = {seat: found.mine for seat in state.seats if (found := crowning_view(state, Viewer(seat=seat)))}

    assert told.pop(CAT_1).startswith("It is you.")
    assert told.pop(WOLF_1) == "It is whom you married."
    assert told.pop(CAT_2) == "It is one of your House."
    assert {words for seat, words in told.items() if state.seats[seat].house != "cat"} == {""}


@pytest.mark.rule("GE-SOV-11", "GE-SOV-18")
def test_the_deeds_that_led_to_the_throne():
    holds = RegionId("amn")
    state = over_at_the_end(replace(REIGNS, holds=holds), throne_changed=7)
    state = married(state, state.seats[CAT_1], state.seats[WOLF_1])
    law = PostedLaw(id=LawId("l"), number=14, title="A law", text="It is so.", effects=LawEffects())
    death = Death(seat=CAT_2, house=HouseId("cat"), character="Cyra", month=3)
    state = replace(state, laws=(law, replace(law, since=3)), struck_laws=(replace(law, since=2),), deaths=(death,))
    wolf = state.seats[WOLF_1]

    assert winner_view(state, HALL).deeds == (
        "Sovereign since month 7.",
        "Came to the throne by a Military Coup and has held the castle in Amn.",
        f"Married to {wolf.character} ({wolf.name}) of Wolf.",
        "The Court has passed 2 laws.",
        "1 marriage has lasted.",
        "1 character has died.",
    )


@pytest.mark.rule("GE-SOV-12")
def test_an_empty_throne_says_since_when_and_why():
    assert winner_view(over_at_the_end(EMPTY, throne_changed=9), HALL).deeds == (
        "The throne has been empty since month 9.",
        "No House led alone in Power.",
    )


def test_whom_nobody_deposed_has_stayed():
    assert winner_view(over_at_the_end(Throne()), HALL).deeds == ("Nobody has taken the throne from the God Emperor.",)


# --- the epilogue, and Control's decision -------------------------------------------------------------------------------


@pytest.mark.rule("R-27", "GE-SOV-13")
def test_the_court_of_month_11_sits_at_the_winners_home_castle():
    for viewer in (HALL, Viewer(seat=CAT_1)):
        assert winner_view(over_at_the_end(REIGNS), viewer).epilogue == "Month 11: the Court sits in Amn, the home castle of Cat."
    won = last_court_view(over_at_the_end(REIGNS), HALL)
    assert (won.region, won.host) == ("Amn", "Cat")
    for throne in (Throne(), EMPTY):
        state = over_at_the_end(throne)
        assert winner_view(state, HALL).epilogue == ""
        assert last_court_view(state, HALL) == court_view(state, HALL)


@pytest.mark.rule("R-26")
@pytest.mark.parametrize(
    ("house", "title", "who"), [("wolf", "Divine Sovereign", "(Wolf)"), (None, "Nobody reigns", "Leviathan rises")]
)
def test_where_control_decides_it_crowns_a_house_or_nobody_once(house, title, who):
    state = replace(at_the_end(EMPTY, "control"))
    state = replace(state, clock=replace(state.clock, stage=DayStage.OVER))
    day = Day(state=state)
    asked = day_end_view(day.state, Viewer(desks=frozenset({Desk.ORGANIZER})))
    assert asked is not None
    assert asked.decides
    assert "wolf" in [each.house for each in asked.houses]

    day.do(DecideEnd(house=house, reason="by acclamation"))

    found = winner_view(day.state, HALL)
    assert found.title == title
    assert found.who.endswith(who)
    assert found.told
    with pytest.raises(Stale, match="decided already"):
        day.do(DecideEnd(house=None, reason="again"))


@pytest.mark.rule("R-26")
@pytest.mark.parametrize("house", [HouseId("wolf"), None])
def test_the_news_of_the_last_month_wait_until_control_has_said_how_it_ends(house):
    state = over_at_the_end(EMPTY, scenario=at_the_end(EMPTY, "control").scenario)
    day = Day(state=state)
    assert list(news_due(day.state)) == []

    day.do(DecideEnd(house=house, reason="by acclamation"))

    assert [due for _at, due in news_due(day.state)] == [DraftNews(round=last_month(state))]


@pytest.mark.rule("R-26")
def test_news_of_earlier_months_and_of_an_end_that_is_decided_wait_for_nobody():
    for state in (at_the_end(EMPTY), at_the_end(REIGNS, "control")):
        assert [due for _at, due in news_due(state)] == [DraftNews(round=last_month(state))]
    early = at_the_end(EMPTY, "control")
    early = replace(early, clock=replace(early.clock, turned=3))
    assert [due for _at, due in news_due(early)] == [DraftNews(round=3)]


@pytest.mark.rule("R-26")
@pytest.mark.parametrize(("throne", "tie"), [(EMPTY, "leviathan"), (REIGNS, "control"), (Throne(), "control")])
def test_nothing_is_controls_to_decide_where_somebody_reigns_or_the_scenario_has_decided(throne, tie):
    day = Day(state=at_the_end(throne, tie))
    with pytest.raises(Stale):
        day.do(DecideEnd(house=HouseId("cat"), reason="it is late"))


@pytest.mark.rule("R-26")
def test_the_desks_read_the_end_and_the_organizer_alone_decides():
    state = over_at_the_end(EMPTY, scenario=at_the_end(EMPTY, "control").scenario)
    war = day_end_view(state, Viewer(desks=frozenset({Desk.WAR})))
    assert war is not None
    assert (war.decides, war.opens, war.houses) == (False, False, ())
    for viewer in (HALL, Viewer(seat=CAT_1), Viewer()):
        assert day_end_view(state, viewer) is None


@pytest.mark.rule("R-26")
def test_the_organizer_reads_who_would_be_crowned_with_how_much_power_and_who_ties():
    state = over_at_the_end(EMPTY, scenario=at_the_end(EMPTY, "control").scenario)
    asked = day_end_view(state, Viewer(desks=frozenset({Desk.ORGANIZER})))
    assert asked is not None
    lead = leading_houses(state)
    for each in asked.houses:
        seat = heir_of_house(state, each.house)
        assert seat is not None
        assert (each.player, each.character) == (state.seats[seat].name, state.seats[seat].character)
        assert each.power == house_power(state, each.house)
        assert bool(each.ties) is (each.house in lead and len(lead) > 1)
    assert [each.house in lead for each in asked.houses] == sorted((each.house in lead for each in asked.houses), reverse=True)


@pytest.mark.rule("R-26")
def test_an_open_end_waits_for_the_organizer_and_no_decision_that_cannot_act_any_more():
    state = over_at_the_end(EMPTY, scenario=at_the_end(EMPTY, "control").scenario)
    head = Viewer(desks=frozenset({Desk.ORGANIZER}))
    (waits,) = end_waits(state, head)
    assert (waits.desk, waits.place) == (Desk.ORGANIZER, "ended")
    for viewer in (HALL, Viewer(seat=CAT_1), Viewer(desks=frozenset({Desk.COURT}))):
        assert end_waits(state, viewer) == ()
    assert end_waits(over_at_the_end(EMPTY), head) == ()
    settled = day_end_view(over_at_the_end(EMPTY), head)
    asked = day_end_view(state, head)
    assert settled is not None
    assert asked is not None
    assert (settled.opens, asked.opens) == (True, False)  # the debrief opens once no decision is left

    day_now = Day(state=state).now
    law = Decision(
        id="law-8",
        desk=Desk.COURT,
        month=10,
        question="Law 8: what does Snake pay Ram?",
        options=(Option(id="favor", words="1 Favor"),),
        default="favor",
        since=day_now,
        blocks="the end of the next Planning",
    )
    state = replace(state, decisions=(law,))
    assert waiting_times_of_viewer(state, head) == ()
    assert waiting_times_at(state, head, Desk.COURT) == ()
    assert matters_view(state, head, "anna", day_now).decisions == ()
    running = replace(state, clock=replace(state.clock, stage=DayStage.PLAYING))
    assert waiting_times_of_viewer(running, head) == (day_now,)
