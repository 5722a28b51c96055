"""A month that was played in English is told in German."""

from __future__ import annotations

from megagame.languages import LOCALE
from tests.languages.spoken import speaking
from tests.rooms.war.play import WARGAME
from tests.rooms.war.test_told_later import month_before, played_through


def test_reasons_are_told_in_the_language_of_who_reads():
    played, state, told = played_through(), month_before().state, list[str]()
    with speaking("de", LOCALE):
        for happened in played.happened:
            told.append(WARGAME.explain(happened, state))
            state = WARGAME.evolve(state, happened)
    german = "\n".join(told)
    assert "Militärputsch" in german
    assert [english for english in ("coup", "Coup", " and ", "Rumor in", "whose unit", "units there") if english in german] == []
