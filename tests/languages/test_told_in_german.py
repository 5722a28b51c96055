"""A month played in English can be reported in German."""

from __future__ import annotations

import re

import pytest

from control.engine.records import replace
from megagame.languages import LOCALE
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.ceremonies import SetSpouses
from rooms.realm.game.hostages.commands import TakeHostages
from rooms.realm.game.laws import PostLaw
from rooms.realm.game.reports.words import dispatch_words, sentence
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.news import FIELDS, named_in
from rooms.realm.scenario.schema import NewsKind
from tests.languages.spoken import speaking
from tests.rooms.realm.game.play import CAT_1, WOLF_1, running
from tests.rooms.realm.game.test_news import told
from tests.rooms.war.play import WARGAME
from tests.rooms.war.test_told_later import month_before, played_through
from tests.scenarios import default, german


def test_reasons_are_told_in_the_language_of_who_reads():
    played, state, lines = played_through(), month_before().state, list[str]()
    with speaking("de", LOCALE):
        for happened in played.happened:
            lines.append(WARGAME.explain(happened, state))
            state = WARGAME.evolve(state, happened)
    german = "\n".join(lines)
    assert "Militärputsch" in german
    assert [english for english in ("coup", "Coup", " and ", "Rumor in", "whose unit", "units there") if english in german] == []


@pytest.mark.rule("C-17")
def test_a_german_scenario_tells_its_news_in_german_and_in_its_own_words():
    ours, theirs = ({each.id: each.texts for each in each.texts.news} for each in (german(), default()))
    assert set(ours) == set(NewsKind)
    for kind, sentences in ours.items():
        assert set(sentences).isdisjoint(theirs[kind]), kind
        assert all(set(named_in(each)) <= set(FIELDS[kind]) for each in sentences)
    with speaking("de", LOCALE):
        lines = told(
            running(german()),
            PostLaw(title="Brot", text="Brot für alle.", reason="beschlossen"),
            PlaceBuilding(house=HouseId("cat"), kind="arena", reason="gebaut"),
            TakeHostages(holder=HouseId("cat"), of=HouseId("wolf"), count=2, reason="gefangen"),
            SetSpouses(player=CAT_1, other=WOLF_1, reason="getraut"),
        )
        heading, quiet = dispatch_words(GameState(scenario=german()), 3)
    said = "\n".join((*lines, heading, quiet))
    assert len(lines) == 4
    assert "Gesetz" in said
    assert re.findall(r"\{|\b(?:law|Law|Arena of|and|of|the|hostages?|House|month|Month|married)\b", said) == []


def test_what_a_german_scenario_has_no_words_for_is_said_plainly_in_german():
    bare = replace(german(), texts=replace(german().texts, news=()))
    values = {name: "X" for names in FIELDS.values() for name in names}
    with speaking("de", LOCALE):
        plain = {kind: sentence(GameState(scenario=bare), kind, 3, **values) for kind in NewsKind}
    english = {kind: sentence(GameState(scenario=bare), kind, 3, **values) for kind in NewsKind}
    assert [kind for kind in NewsKind if plain[kind] == english[kind]] == []
