"""News for the hall in the scenario's voice: nothing that screens hide, each thing in its last state."""

from __future__ import annotations

import msgspec
import pytest

from control.day.news.drafts import compose_lines
from control.engine.context import DecisionContext
from control.engine.modules import Game
from control.engine.records import replace
from rooms.realm.game.buildings.ownership import PlaceBuilding, RemoveBuilding
from rooms.realm.game.ceremonies import SetSpouses
from rooms.realm.game.laws import PostLaw, StrikeLaw
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.reports.words import PLAIN, dispatch_words, sentence
from rooms.realm.game.state import GameState, ThroneWaits
from rooms.realm.game.throne.throne_events import SovereignDeposed, SovereignSeated
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import HouseId, LawId
from rooms.realm.scenario.loader import scenario_from_json
from rooms.realm.scenario.news import FIELDS, named_in
from rooms.realm.scenario.schema import NewsKind, NewsText, Scenario
from tests.rooms.realm.game.play import CAT_1, CAT_2, EVERY_DESK, SHARED, WOLF_1, Day, running
from tests.scenarios import default


def without_words() -> Scenario:
    scenario = default()
    return replace(scenario, texts=replace(scenario.texts, news=()))


def told(day: Day, *commands: object, game: Game[GameState] = SHARED) -> list[str]:
    """The news of these commands, as the hall reads them."""
    found, state = [], day.state
    for command in commands:
        for happened in game.decide(state, command, DecisionContext(by=EVERY_DESK, at=day.now)):
            after = game.evolve(state, happened)
            found += [(len(found) + 1, each) for each in game.reports(happened, state, after) if each.to == "all"]
            state = after
    return [line.text for line in compose_lines(found)]


def of_events(day: Day, *events: object) -> list[str]:
    found, state = [], day.state
    for happened in events:
        after = SHARED.evolve(state, happened)
        found += [(len(found) + 1, each) for each in SHARED.reports(happened, state, after) if each.to == "all"]
        state = after
    return [line.text for line in compose_lines(found)]


@pytest.fixture
def day() -> Day:
    return running(without_words())


# --- the voice ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C-17")
def test_the_scenario_has_words_for_everything_and_names_what_there_is():
    texts = {each.id: each.texts for each in default().texts.news}

    assert set(texts) == set(NewsKind) == set(FIELDS) == set(PLAIN)
    for kind, sentences in texts.items():
        assert all(set(named_in(each)) <= set(FIELDS[kind]) for each in (*sentences, PLAIN[kind]))


def test_which_sentence_is_said_hangs_on_what_happened_alone():
    state = GameState(scenario=default())
    said = {month: sentence(state, NewsKind.LAW_PASSED, month, law="law 6, Bread") for month in range(1, 11)}

    assert said == {month: sentence(state, NewsKind.LAW_PASSED, month, law="law 6, Bread") for month in range(1, 11)}
    assert len(set(said.values())) > 1
    assert all("law 6, Bread" in each for each in said.values())


def test_what_the_author_has_no_words_for_is_said_plainly(day):
    assert sentence(day.state, NewsKind.COURT_MOVES, 3, region="Zen") == "The Court moves to Zen."
    assert dispatch_words(day.state, 3) == ("The news of month 3", "Month 3 brought nothing that everybody must know.")
    assert dispatch_words(GameState(scenario=default()), 3)[0] == "Month 3 in the Empire"


def test_braces_that_mean_nothing_stay_and_break_nothing():
    scenario = default()
    texts = replace(scenario.texts, news=(NewsText(id=NewsKind.COURT_MOVES, texts=("{regoin} {0} {} {region}!",)),))
    state = GameState(scenario=replace(scenario, texts=texts))

    assert sentence(state, NewsKind.COURT_MOVES, 1, region="{Zen}") == "{regoin} {0} {} {Zen}!"


def test_an_event_of_an_earlier_release_keeps_its_bare_sentences_to_itself():
    frozen = msgspec.json.encode(without_words()).replace(
        b'"news":[]', b'"news":["{house} takes the castle.","The throne is empty."]'
    )

    assert scenario_from_json(frozen).texts.news == ()
    assert scenario_from_json(msgspec.json.encode(default())) == default()


# --- what becomes news --------------------------------------------------------------------------------------------------


def test_laws_are_told_as_they_hang_at_the_end(day):
    post = PostLaw(title="Bread", text="Bread for all.", reason="voted")

    assert told(day, post)[0].endswith(", Bread.")
    number = told(day, post)[0].split("law ")[1].split(",")[0]
    struck = StrikeLaw(law=LawId(f"law-{number}"), reason="misread")
    assert told(day, post, struck) == [f"No longer in force: law {number}, Bread."]


def test_a_wedding_is_told_and_a_slip_is_not(day):
    wed = SetSpouses(player=CAT_1, other=WOLF_1, reason="wed")

    (line,) = told(day, wed)
    assert line.endswith("are married.")
    assert told(day, wed, SetSpouses(player=CAT_1, other=None, reason="the wrong one")) == []


def test_a_death_after_the_wedding_leaves_it_news(day):
    lines = told(
        day, SetSpouses(player=CAT_1, other=WOLF_1, reason="wed"), AdjustWounds(player=CAT_1, before=0, wounds=3, reason="x")
    )

    assert [line.split()[-1] for line in lines] == ["died.", "married."]


def test_who_sits_on_the_throne_at_the_end_is_told_and_who_fell(day):
    events = (
        SovereignDeposed(month=1, seat=None, waits=ThroneWaits.RETURN, why="a blade", rule="R-30"),
        SovereignSeated(month=1, seat=CAT_1, why="most Power", rule="R-33"),
        SovereignDeposed(month=1, seat=CAT_1, waits=ThroneWaits.TIE, why="an Uprising", rule="R-31"),
    )

    first, second = of_events(day, *events[:2])
    assert (first.endswith("is Sovereign."), second) == (True, "The God Emperor is dead.")
    assert [line.split()[-1] for line in of_events(day, *events)] == ["empty.", "more.", "dead."]
    assert not any("Power" in line or "blade" in line for line in of_events(day, *events))  # the reasons do not show


def test_a_building_taken_away_again_is_told_as_lost(day):
    place = PlaceBuilding(house=HouseId("cat"), kind="chapel", reason="x")

    assert told(day, place) == ["Cat has a new building: Chapel."]
    assert told(day, place, RemoveBuilding(building=1, reason="burnt")) == ["Cat has lost a building: Chapel."]


@pytest.mark.rule("R-17")
def test_what_screens_hide_is_no_news(day):
    assert told(day, AdjustPower(seat=CAT_2, before=0, power=3, reason="chips")) == []
