"""What a scenario must hold beyond the form of its files: the hard constraints of the content list, and advice.

Each check names by its parameters the sections of the scenario that it looks at, and runs when these could be read. A check
that takes `clean` also runs when parts of them could not: what is broken is missing from what it gets, unknown ids are still
there, and it asks `clean` before it counts anything or misses anything.

Rules: C-01, C-02, C-03, C-04, C-05, C-06, C-07, C-08, C-09, C-10, C-11, C-12, C-13, C-14, C-15, C-16, C-17.
"""

from __future__ import annotations

from typing import Final

from rooms.realm.scenario.checks import day, decks, land, laws, people
from rooms.realm.scenario.checks.complaint import Check, Clean, Complaint, borders, distances
from rooms.realm.scenario.checks.people import contrast

CHECKS: Final[tuple[Check, ...]] = (
    land.check_neighbours,
    land.check_names,
    land.check_unity,
    land.check_mountain,
    land.check_sheet,
    land.check_shapes,
    land.check_homes,
    land.check_neutral_castles,
    land.check_rumors,
    land.check_way_to_court,
    laws.check_laws,
    laws.check_court,
    laws.check_proposals,
    laws.check_schemes,
    day.check_months,
    day.check_steps,
    day.check_buildings_of_steps,
    day.check_day,
    decks.check_scheme_deck,
    decks.check_minions,
    decks.check_masters,
    decks.check_factions,
    decks.check_favors,
    decks.check_favor_deck,
    people.check_looks,
    people.check_secrets,
    people.check_casting,
    people.check_texts,
    people.check_god_emperor,
    people.check_news,
    people.check_settings,
    people.check_late,
    people.check_units,
)

__all__ = ["CHECKS", "Check", "Clean", "Complaint", "borders", "contrast", "distances"]
