"""The checker: holds decks against every line of the content chapter of the rules, and names the lines that they break (SC-CNT-61).

It is apart from the engine, which plays smaller decks of the same vocabulary too. Some lines hold by the shape of the types and by
the reader alone and cannot be broken by a deck: that the numbers of denouncing are derived (SC-CNT-12), that an event has no word
for what belongs to others (SC-CNT-29), what a set-up is and how it is counted (SC-CNT-50, SC-CNT-51), and that decks are files of
known effects (SC-CNT-59, SC-CNT-60).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import comb
from typing import Final

from rooms.tables.statecraft.game.check_events import problems_of_actions, problems_of_emergencies, problems_of_events
from rooms.tables.statecraft.game.check_policies import problems_of_policies
from rooms.tables.statecraft.game.check_scenarios import problems_of_scenarios, problems_of_set_ups
from rooms.tables.statecraft.game.check_supporters import problems_of_supporters
from rooms.tables.statecraft.game.checking import alike, blank, counted
from rooms.tables.statecraft.game.content import Content, LeaderEffect, Politician, Specialism

LARGEST_DRAW: Final = 2  # SC-LDR-02 and SC-AFX-08 add 1 each to what the scenario says


def problems(content: Content) -> tuple[str, ...]:
    """Every line of the chapter that the decks break, one sentence for each place, with the line in brackets (SC-CNT-61)."""
    return (
        *_of_leaders(content),
        *_of_politicians(content),
        *problems_of_policies(content.policies),
        *problems_of_actions(content),
        *problems_of_events(content.events),
        *problems_of_emergencies(content),
        *problems_of_supporters(content.supporters),
        *problems_of_scenarios(content),
        *problems_of_set_ups(content),
        *_of_words(content),
    )


def _of_leaders(content: Content) -> Iterator[str]:
    """SC-CNT-01, SC-CNT-02."""
    yield from counted("leaders.yaml", "faction leaders", len(content.leaders), 12, "SC-CNT-01")
    times = Counter(leader.effect for leader in content.leaders)
    for effect in LeaderEffect:
        if times[effect] > 1:
            yield f"leaders.yaml: {times[effect]} leaders have the effect '{effect}' (SC-CNT-01)."
    for leader in content.leaders:
        yield from blank(f"leaders.yaml, '{leader.id}'", leader, ("name", "faction", "flavour", "text"), "SC-CNT-02")


def _of_politicians(content: Content) -> Iterator[str]:
    """SC-CNT-03, SC-CNT-04, SC-CNT-05, SC-CNT-06, SC-CNT-07, SC-CNT-08, SC-CNT-09."""
    politicians = content.politicians
    ordinary = [politician for politician in politicians if not politician.senior]
    senior = [politician for politician in politicians if politician.senior]
    yield from counted("politicians.yaml", "politicians", len(politicians), 42, "SC-CNT-03")
    yield from counted("politicians.yaml", "senior politicians", len(senior), 12, "SC-CNT-03")
    for politician in politicians:
        where = f"politicians.yaml, '{politician.id}'"
        yield from blank(where, politician, ("name", "flavour"), "SC-CNT-04")
        if len(politician.specialisms) not in (1, 2) or len(set(politician.specialisms)) < len(politician.specialisms):
            yield f"{where}: a politician has 1 or 2 different specialisms (SC-CNT-04)."
        if politician.senior and len(politician.specialisms) == 1:
            yield f"{where}: a senior politician has 2 specialisms (SC-CNT-07)."
    for specialism in Specialism:
        what = f"ordinary politicians for {specialism} alone"
        yield from counted("politicians.yaml", what, _with(ordinary, {specialism}), 6, "SC-CNT-05")
    for pair in combinations(Specialism, 2):
        both = " and ".join(pair)
        yield from counted("politicians.yaml", f"ordinary politicians for {both}", _with(ordinary, set(pair)), 1, "SC-CNT-06")
        yield from counted("politicians.yaml", f"senior politicians for {both}", _with(senior, set(pair)), 2, "SC-CNT-07")
    left = len(politicians) - 6 * 4
    largest = max((scenario.politicians for scenario in content.scenarios), default=0) + LARGEST_DRAW
    if left < 18 or left < largest:
        wanted = max(18, largest)
        yield f"politicians.yaml: 6 full cabinets must leave at least {wanted} politicians, and they leave {left} (SC-CNT-08)."
    chance = comb(len(senior), 3) / comb(len(politicians), 3) if len(politicians) >= 3 else 1.0
    if round(chance, 3) != 0.019:
        yield f"politicians.yaml: a first draw of 3 is all senior in {chance:.1%}, and it must be 1.9 % (SC-CNT-09)."


def _with(politicians: Iterable[Politician], specialisms: set[Specialism]) -> int:
    return sum(set(politician.specialisms) == specialisms for politician in politicians)


def _of_words(content: Content) -> Iterator[str]:
    """The words that were to be written are there once each (SC-CNT-62, SC-CNT-63)."""
    yield from alike("policies.yaml", "the title", (policy.title for policy in content.policies), "SC-CNT-62")
    pairs = (" / ".join(sorted(option.label for option in policy.options)) for policy in content.policies)
    yield from alike("policies.yaml", "the pair of labels", pairs, "SC-CNT-62")
    yield from alike("events.yaml", "the title", (event.title for event in content.events), "SC-CNT-62")
    pairs = (" / ".join(sorted(option.label for option in event.options)) for event in content.events)
    yield from alike("events.yaml", "the pair of labels", pairs, "SC-CNT-62")
    yield from alike("leaders.yaml", "the name", (leader.name for leader in content.leaders), "SC-CNT-63")
    yield from alike("leaders.yaml", "the faction", (leader.faction for leader in content.leaders), "SC-CNT-63")
    yield from alike("politicians.yaml", "the name", (politician.name for politician in content.politicians), "SC-CNT-63")
    yield from alike("actions.yaml", "the title", (action.title for action in content.actions), "SC-CNT-63")
    yield from alike("events.yaml", "the title", (emergency.title for emergency in content.emergencies), "SC-CNT-63")
    yield from alike("supporters.yaml", "the name", (supporter.name for supporter in content.supporters), "SC-CNT-63")
    yield from alike("scenarios.yaml", "the name", (scenario.name for scenario in content.scenarios), "SC-CNT-63")
