"""News for everybody: deaths, hostages, the Court's moves, in the hall's sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.reports import Report, Reporter
from rooms.realm.game.court_seat import CourtMoved, region_name
from rooms.realm.game.deaths.aftermath import CharacterReturned
from rooms.realm.game.deaths.death import CharacterDied
from rooms.realm.game.hostages.hostage_events import HostagesKilled, HostageTaken, holder_name
from rooms.realm.game.reports.words import both_names, names_in_hall, news
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.schema import NewsKind

# === reports to everybody ===============================================================================================

# News of what all rooms share: deaths, hostages, the Court's moves.


# --- people -------------------------------------------------------------------------------------------------------------


def report_character_died(before: GameState, after: GameState, happened: CharacterDied) -> Iterator[Report]:
    """News of a death. Deaths that everybody saw have the cause in the list of the dead."""
    if happened.seat in before.seats:
        named = {**names_in_hall(before, happened.seat), "player": both_names(before.seats[happened.seat], happened.character)}
        yield news(before, NewsKind.DEATH, f"death:{happened.seat}:{happened.character}", **named)


def report_character_returned(before: GameState, after: GameState, happened: CharacterReturned) -> Iterator[Report]:
    if happened.seat in after.seats:
        yield news(after, NewsKind.RETURN, f"return:{happened.seat}", **names_in_hall(after, happened.seat))


# --- hostages ---------------------------------------------------------------------------------------------------------


def report_hostage_taken(before: GameState, after: GameState, happened: HostageTaken) -> Iterator[Report]:
    """News of hostages, which lie open on playmats; once per month for each pair of Houses, whatever the number."""
    named = {"house": house_name(after, happened.holder), "other_house": house_name(after, happened.of)}
    yield news(after, NewsKind.HOSTAGES_TAKEN, f"taken:{happened.holder}:{happened.of}", **named)


def report_hostages_killed(before: GameState, after: GameState, happened: HostagesKilled) -> Iterator[Report]:
    named = {"house": holder_name(after, happened.holder), "other_house": house_name(after, happened.of)}
    yield news(after, NewsKind.HOSTAGES_KILLED, f"killed:{happened.holder or 'throne'}:{happened.of}", **named)


def report_court_moved(before: GameState, after: GameState, happened: CourtMoved) -> Iterator[Report]:
    yield news(before, NewsKind.COURT_MOVES, "court", region=region_name(after, happened.region))


NEWS_REPORTS: Mapping[type, Reporter] = {
    CharacterDied: report_character_died,
    CharacterReturned: report_character_returned,
    HostageTaken: report_hostage_taken,
    HostagesKilled: report_hostages_killed,
    CourtMoved: report_court_moved,
}
