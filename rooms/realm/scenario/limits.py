"""Limits of single values in a scenario: numbers, sizes, forms of texts, closed choices."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from rooms.realm.scenario.ids import Phase, Room

# === limits =============================================================================================================


ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

LIMITS: Final[dict[tuple[str, str], tuple[float, float]]] = {
    ("*", "minutes"): (0.05, 240),
    ("*", "tight_minutes"): (0.05, 240),
    ("*", "copies"): (1, 200),
    ("*", "month"): (1, 60),
    ("*", "rank"): (1, 30),
    ("*", "count"): (1, 50),
    ("*", "cost"): (1, 50),
    ("House", "units"): (0, 100),
    ("Map", "width"): (100, 10_000),
    ("Map", "height"): (100, 10_000),
    ("Law", "number"): (1, 200),
    ("Timetable", "usual_action_minutes"): (0.05, 240),
    ("Timetable", "reserve_minutes"): (0, 600),
    ("Timetable", "warn_at_seconds"): (1, 3600),
    ("LateRule", "seconds"): (0, 120),
    ("Settings", "units_per_house"): (1, 200),
    ("Settings", "god_emperor_wounds"): (1, 20),
    ("Settings", "proposals_per_month"): (1, 10),
    ("Settings", "pool_power"): (0, 100),
    ("Settings", "pool_favors"): (0, 100),
    ("Settings", "orders_per_player"): (1, 10),
    ("Settings", "uprising_fraction"): (1, 100),
}

# How many entries a list may have, and how many letters a text: far more than a day can use.
ENTRIES: Final[dict[tuple[str, str], int]] = {
    ("Scenario", "provinces"): 12,
    ("Scenario", "houses"): 40,
    ("Map", "regions"): 300,
    ("Region", "neighbours"): 40,
    ("Timetable", "months"): 60,
    ("Settings", "minion_draws"): 30,
}
# Lists without which there is nothing to play; the rest of an empty one's mistakes would be about what it does not name.
NEVER_EMPTY: Final = {
    *(("Scenario", name) for name in ("provinces", "houses", "court", "proposals", "schemes", "scheme_deck", "minions")),
    *(("Scenario", name) for name in ("factions", "favors")),
    ("Map", "regions"),
    ("Timetable", "months"),
}
LETTERS: Final[dict[tuple[str, str], int]] = {
    ("House", "emblem"): 20_000,
    ("Faction", "symbol"): 20_000,
    ("*", "name"): 80,
    ("*", "id"): 60,
    ("*", "title"): 120,
}
ANY_ENTRIES: Final = 1_000
ANY_LETTERS: Final = 4_000

# Which field of an entry says what it lies in, so that two entries with one id are one thing in two places, or twice in one.
PLACED_BY: Final[dict[str, str]] = {"Region": "province"}

ANY_NUMBER: Final = (0.0, 100_000.0)

PATTERNS: Final[dict[tuple[str, str], tuple[re.Pattern[str], str]]] = {
    ("House", "short"): (re.compile(r"[A-ZÀ-ÖØ-Þ]{3}"), "three capital letters"),
    ("House", "color"): (re.compile(r"#[0-9a-f]{6}"), 'a color like "#a33b20"'),
    ("House", "ink"): (re.compile(r"#[0-9a-f]{6}"), 'a color like "#ffffff"'),
    ("House", "emblem"): (re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9 ,.\-\n]+"), "SVG path data that begins with M"),
    ("Faction", "symbol"): (re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9 ,.\-\n]+"), "SVG path data that begins with M"),
    ("DayLine", "at"): (re.compile(r"([01]\d|2[0-3]):[0-5]\d"), 'a time of day like "09:30"'),
    ("Timetable", "play_ends_at"): (re.compile(r"([01]\d|2[0-3]):[0-5]\d"), 'a time of day like "16:30"'),
    ("Timetable", "first_month_at"): (re.compile(r"([01]\d|2[0-3]):[0-5]\d"), 'a time of day like "10:30"'),
}

KEYS: Final[dict[tuple[str, str], type[StrEnum]]] = {
    ("MonthPlan", "minutes"): Phase,
    ("Timetable", "steps"): Room,
    ("Texts", "rooms"): Room,
}
"""Mappings of the platform's plan whose keys are this game's own words."""

CHOICES: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("ProposalType", "lasts"): ("until removed", "once", "next month", "months paid for"),
    ("ProposalType", "cost_per"): ("item", "hostage", "month", "unit", "region"),
    ("SchemeType", "cost_per"): ("unit", "vote"),
    ("MinionCard", "symbol"): ("rock", "paper", "scissors"),
    ("MinionCard", "color"): ("red", "blue"),
    ("MasterMinion", "symbol"): ("rock", "paper", "scissors"),
    ("MasterMinion", "color"): ("red", "blue"),
    ("Ending", "id"): ("sovereign", "god-emperor", "leviathan"),
    ("Settings", "rumor_after_reward"): ("stays", "removed"),
    ("Settings", "late_policy"): ("refuse", "draft", "ask"),
    ("LateRule", "sheet"): ("war", "proposal", "scheme"),
    ("LateRule", "policy"): ("refuse", "grace", "draft", "ask"),
    ("Settings", "holdings"): ("player", "house"),
    ("Settings", "month10_tie"): ("leviathan", "control"),
    ("Settings", "coup_trap"): ("permanent", "reign"),
    ("Settings", "retaliation"): ("each", "once"),
    ("Settings", "military_aid"): ("unit", "battle"),
    ("Settings", "immortals_per_action"): ("1", "region"),
    ("Settings", "pool_for"): ("present", "all"),
    ("Settings", "vote_by"): ("player", "house"),
    ("Settings", "votes_shown"): ("open", "sums"),
    ("Settings", "annulled_hostages"): ("released", "kept"),
    ("Settings", "protection_cost"): ("each", "turn"),
    ("Settings", "marriage_hostages_after_death"): ("released", "kept"),
}


def limits_of(owner: str, field: str) -> tuple[float, float]:
    """The least and greatest number that a field may hold."""
    return LIMITS.get((owner, field)) or LIMITS.get(("*", field)) or ANY_NUMBER


def entries_of(owner: str, field: str) -> int:
    """The most entries that a list may have."""
    return ENTRIES.get((owner, field), ANY_ENTRIES)


def letters_of(owner: str, field: str) -> int:
    """The most letters that a text may have."""
    return LETTERS.get((owner, field)) or LETTERS.get(("*", field)) or ANY_LETTERS
